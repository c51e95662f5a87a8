"""Questions to engines about the position on the screen, and their answers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from types import MappingProxyType
from typing import Protocol, TypeVar

from ai.engine import Limit, Value
from ai.names import REVIEWER
from ai.work import Question, Thinking
from game.advice import Advice, AdviceStore, Key
from game.config import Config
from game.games import open_position
from game.position import opening_of
from game.record import Seat
from game.review import by_rule, judged, recommends, was_compared, was_judged
from game.session import Session
from game.tetris.guideline import State
from game.tree import Node
from gui.context import AppContext
from gui.play.engine_room import EngineRoom, Event
from gui.play.job import RoomJob
from gui.play.players import adviser, adviser_options

JUDGE = "reviewer"  # the role of whoever judges the moves that were played
KIBITZER = "kibitzer"  # the role in the engine room of whoever advises
_MOST_KEPT = 400  # opinions that are not part of a game
_Key = TypeVar("_Key", contravariant=True)


class Store(Protocol[_Key]):
    """Store of advice: an `AdviceStore`, or a game."""

    def get(self, key: _Key, /) -> Advice | None: ...
    def keep(self, key: _Key, advice: Advice, /) -> bool: ...


class GameAdvice:
    """Advice of a game, by place in its tree; the game may be replaced by another one."""

    def __init__(self, game: Callable[[], Session]) -> None:
        self._game = game

    def get(self, node: Node) -> Advice | None:
        return self._game().opinions_by_node.get(node)

    def keep(self, node: Node, advice: Advice) -> bool:
        return self._game().note_at(node, advice)


class JudgedAdvice(GameAdvice):
    """Advice on the positions in which judged moves were played, by the places the moves led to."""

    def get(self, node: Node) -> Advice | None:
        advice = None if node.parent is None else super().get(node.parent)
        return advice if was_judged(advice, node.text) else None

    def keep(self, node: Node, advice: Advice) -> bool:
        return node.parent is not None and super().keep(node.parent, advice)


class AdviceFeed(RoomJob[Key, Advice]):
    """Ask an engine about the position on the screen, one at a time, and keep its answers.

    `failure` says in a sentence why it gave up.
    """

    def __init__(
        self,
        room: EngineRoom,
        ask: Callable[[Key], Thinking],
        *,
        role: str = KIBITZER,
        store: Store[Key] | None = None,
        rest: float = 0.0,
    ) -> None:
        """`ask` makes the question about a position, which is put once one has looked at it for `rest` seconds."""
        super().__init__(room, role, ask)
        self.store: Store[Key] = AdviceStore(most=_MOST_KEPT) if store is None else store
        self._rest = rest
        self._looked: tuple[Key, Hashable] | None = None
        self._enough: set[tuple[Key, Hashable]] = set()  # where the engine has said its last word
        self._rested = 0.0

    def look(
        self,
        key: Key,
        seconds: float = 0.0,
        *,
        wanted: bool = True,
        depends_on: Hashable = None,
        more: bool = False,
    ) -> None:
        """Note `seconds` more of looking at `key`: ask about it, if that is `wanted`, was not done and is not known.

        The question is put anew where `depends_on`, the rest of what decides it, changes. `more`: what is known is not
        enough until it is proven, or was the last word on this very question.
        """
        if (key, depends_on) != self._looked:
            self._looked, self._rested = (key, depends_on), 0.0
            self.stop()
        self._rested += seconds
        if not wanted or self.order is not None or self.failure or self._rested < self._rest:
            return
        known, enough = self.store.get(key), (key, depends_on) in self._enough
        if known is None or not (known.proven or (known.done and (enough or not more))):
            self.start(key)

    def take(self, event: Event) -> bool:
        """Keep what the engine says; True if that is better founded than what was known."""
        heard = self.hear(event)
        if heard is None or self.order is None:
            return False
        if heard.done and self._looked is not None and self._looked[0] == self.order:
            self._enough.add(self._looked)
        return self.store.keep(self.order, heard)

    def waiting(self, context: AppContext, game: str) -> str:
        """Return the text in place of an opinion on `game` that has not come yet."""
        return self.failure or waiting_words(context, game, self._role)


def waiting_words(context: AppContext, game: str, role: str) -> str:
    """Return the text in place of an opinion of `role`.

    How far the kernels of `game` are, or that the engine thinks.
    """
    if not context.room.is_warming(role):
        return "Thinking …"
    return context.preparing(game) or "The engine is warming up …"


def question_on(config: Config, state: State, book: str = "") -> Question:
    """Return the question about a piece of a game in real time, as its player saw it.

    `book` is the one that was followed.
    """
    options = dict(adviser_options(config, "tetris", book))
    if not state.rules.hold:  # nor is a used one for a book
        options = {"measure": options["measure"]}
    return Question(
        game="tetris",
        rules=state.here(),
        moves=(),
        seat=0,
        engine=adviser(config, "tetris"),
        limit=Limit(seconds=config.engine.hint_seconds),
        options=options,
    )


def wake(context: AppContext, game: str) -> None:
    """Have the kibitzer's process up before its first opinion on `game` is wanted."""
    if context.room.state(KIBITZER) == "absent":
        position = open_position(game, {})
        start = Session(position, [Seat("")] * len(position.seats))
        engine, options = (
            adviser(context.config, game),
            adviser_options(context.config, game, context.config.tetris.book),
        )
        question = question_at(start.node, engine, "", Limit(iterations=1), options)
        context.room.begin(KIBITZER, Thinking(question, position))


def judging_of(node: Node, advice: Advice | None) -> Thinking:
    """The reviewer's work on the move that led to `node`, by what was `advice` of the position before.

    Where the coach has compared its first choice with others, that is what the move is compared with.
    """
    assert node.parent is not None
    options: dict[str, Value] = {"played": node.text, "ply": node.parent.ply}
    if advice is not None and advice.source == "search" and was_compared(advice):
        options["first"] = advice.choices[0].move
    return Thinking(question_at(node.parent, REVIEWER, "", Limit(), options), node.parent.position)


def wants_judging(session: Session, node: Node) -> bool:
    """Return True if it is not known yet what the move that led to `node` has cost, and a reviewer can find out."""
    if node.parent is None or by_rule(session.position.game):
        return False
    advice = session.opinions_by_node.get(node.parent)
    if was_judged(advice, node.text) or recommends(advice, node.text):
        return False
    known = judged(session, node)  # proved: only what would have been better may be missing
    return known is None or known.looking or (known.grave and known.better is None)


def question_at(
    node: Node,
    engine: str,
    level: str,
    limit: Limit,
    options: Mapping[str, Value] = MappingProxyType({}),
) -> Question:
    """The question about a position, for the seat to move there; `level` empty is full strength.

    The engine gets the moves that led there, or only the position where a game can start from it: then as that seat
    sees it, so that nothing hidden leaves the window.
    """
    position, path = node.position, node.path()
    here = opening_of(position.view(position.to_move))
    return Question(
        game=position.game,
        rules=position.setup if here is None else here,
        moves=tuple(each.text for each in path[1:]) if here is None else (),
        seat=position.to_move,
        engine=engine,
        level=level or None,
        limit=limit,
        options=dict(options),
    )
