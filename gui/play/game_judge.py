"""The moves of a game that is over, judged one after the other, so that its mistakes can be practised at once."""

from __future__ import annotations

from functools import partial

from ai.work import Thinking
from game.review import Judgement, by_rule, judge
from game.session import Session
from game.tree import Node
from gui.context import AppContext
from gui.play.advice_feed import JUDGE, AdviceFeed, JudgedAdvice, judging_of, wants_judging
from gui.play.engine_room import Event
from gui.play.mistake_practice import mistakes_of_person


class GameJudge:
    """Asks the reviewer about each move of a person. `mistakes` are those that are known so far."""

    def __init__(self, context: AppContext, session: Session) -> None:
        self.session = session
        self.mistakes: list[Judgement] = []
        self._context = context
        self._feed: AdviceFeed[Node] = AdviceFeed(
            context.room, self._ask, role=JUDGE, store=JudgedAdvice(lambda: session)
        )
        self._left = [] if by_rule(session.position.game) else [*reversed(session.line[1:])]
        self._version = (-1, -1)

    @property
    def moves(self) -> int:
        """The number of moves that are judged."""
        return self.session.length

    @property
    def done(self) -> int:
        """The number of those that were judged."""
        return self.moves - len(self._left) - self._feed.busy

    @property
    def busy(self) -> bool:
        """True while moves are left to be judged."""
        return (bool(self._left) or self._feed.busy) and not self._feed.failure

    def _ask(self, node: Node) -> Thinking:
        return judging_of(node, None)

    def hear(self, event: Event) -> None:
        """Take in what the reviewer has found."""
        self._feed.take(event)

    def work(self) -> None:
        """Ask about the next move that is not judged yet."""
        wants = partial(wants_judging, self.session)
        while self._left and not self._feed.busy and not wants(self._left[-1]):
            self._left.pop()
        if self._left and not self._feed.busy and not self._feed.failure:
            self._feed.start(self._left.pop())
        if self._version != self.session.version:
            self._version = self.session.version
            grave = [each for each in judge(self.session) if each is not None and each.grave]
            self.mistakes = mistakes_of_person(self.session, grave)

    def stop(self) -> None:
        """End the work."""
        self._feed.stop()
