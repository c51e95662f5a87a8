"""Judging every piece of a match, one round after the other, while its figures are on the screen.

Apart from `match`: that shows what is found here.
"""

from __future__ import annotations

from time import monotonic

import msgspec

from ai.work import Thinking
from game.advice import Advice
from game.review import judge
from game.session import Session
from game.tetris.guideline import State
from game.tetris.tetrio import Round
from game.tetris.tetrio.course import session_of
from game.tetris.tetrio.mistakes import Mistakes
from game.tree import Node
from gui.context import AppContext
from gui.play.advice_feed import JUDGE, AdviceFeed, JudgedAdvice, judging_of, wants_judging
from gui.play.engine_room import Event
from gui.scenes.tetrio.rounds import MatchRounds, Place

_TO_TELL = 10  # pieces until it is told how long the others will take
_KEPT_CHOICES = 3  # of what was said of a position


class MatchJudge:
    """The mistakes of a match. `results` has the rounds that are done; `running` is whether more are wanted."""

    def __init__(self, context: AppContext, rounds: MatchRounds) -> None:
        """`rounds` may still grow."""
        self.results: dict[Place, Mistakes] = {}
        self.running = False
        self._rounds = rounds
        self._advice: dict[Place, dict[int, Advice]] = {}
        self._lengths: dict[Place, int] = {}  # pieces of the rounds that are done
        self._begun = (0.0, 0)  # when it began or went on, and the pieces judged then
        self._place: Place | None = None
        self._session: Session | None = None  # of the round that is judged
        self._nodes: list[Node] = []  # of this round, those that are left, the last one first
        self._reviewed: tuple[Place, Session, tuple[int, int]] | None = None
        self._feed = AdviceFeed(context.room, self._ask, role=JUDGE, store=JudgedAdvice(self._game))
        self._room = context.room

    @property
    def failure(self) -> str:
        """Reason why it cannot go on, as a sentence."""
        return self._feed.failure

    @property
    def judged(self) -> int:
        """Pieces judged so far."""
        now = 0 if self._session is None else self._session.length - len(self._nodes) - self._feed.busy
        return sum(self._lengths.values()) + max(0, now)

    @property
    def pieces(self) -> int:
        """Pieces there are in the rounds that have been played again."""
        return self._rounds.pieces

    @property
    def finished(self) -> bool:
        """True if all rounds are judged."""
        return len(self.results) == sum(map(len, self._rounds.results.values()))

    @property
    def seconds_left(self) -> float | None:
        """Remaining time at the pace since it went on, in seconds; None where that cannot be told yet."""
        since, before = self._begun
        done = self.judged - before
        if not self.running or done < _TO_TELL:
            return None
        return (monotonic() - since) / done * (self.pieces - self.judged)

    def toggle(self) -> None:
        """Begin, pause or go on."""
        self.running = not self.running
        self._begun = (monotonic(), self.judged)
        if not self.running:
            self.stop()

    def stop(self) -> None:
        """End what is under way; it begins again with the next `update` if it is `running`."""
        if self._feed.busy and self._feed.order is not None:
            self._nodes.append(self._feed.order)
        self._feed.stop()

    def take(self, event: Event) -> None:
        """Hear what the reviewer says."""
        self._feed.take(event)

    def update(self) -> None:
        """Ask about the next piece, if the last one is judged; look again at a round that was reviewed since."""
        if self._reviewed is not None and self._reviewed[2] != self._reviewed[1].version:
            place, session, _ = self._reviewed
            self._reviewed = (place, session, session.version)
            if place in self.results:
                self._keep(place, session)
        if not self.running or self._feed.busy or self._feed.failure:
            return
        while self._nodes:
            node = self._nodes.pop()
            if wants_judging(self._game(), node):
                self._feed.start(node)
                return
        if self._place is not None:
            self._keep(self._place, self._game())
        self._place = self._next()
        if self._place is None:
            self.running, self._session = False, None
            return
        self._session = session_of(self._round(self._place))
        self._nodes = list(reversed(self._session.line[1:]))

    def session(self, place: Place, title: str) -> Session:
        """A player's round to be reviewed, with what is known of its pieces. Raises `BadInput`."""
        session = session_of(self._round(place), title)
        advice_list = self._advice.get(place) or {}
        for ply, advice in advice_list.items():
            session.note_at(session.line[ply], advice)
        self._reviewed = (place, session, session.version)
        return session

    def _round(self, place: Place) -> Round:
        number, side = place
        return self._rounds.round(number)[side]

    def _game(self) -> Session:
        assert self._session is not None, "a piece is judged in a round"
        return self._session

    def _next(self) -> Place | None:
        places = (
            (number, side) for number, players in self._rounds.results.items() for side in range(len(players))
        )
        return next((place for place in places if place not in self.results), None)

    def _keep(self, place: Place, session: Session) -> None:
        self.results[place] = mistakes = Mistakes()
        self._lengths[place] = session.length
        for each in judge(session):
            if each is not None:
                position = session.position_at(each.ply)
                assert isinstance(position, State), "a round becomes a game of guideline Tetris"
                mistakes.add(position, each.move, each.better or each.move, each.verdict, each.loss)
        self._advice[place] = {
            ply: msgspec.structs.replace(advice, choices=advice.choices[:_KEPT_CHOICES])
            for ply, node in enumerate(session.line)
            if (advice := session.opinions_by_node.get(node)) is not None
        }

    def _ask(self, node: Node) -> Thinking:
        return judging_of(node, None)
