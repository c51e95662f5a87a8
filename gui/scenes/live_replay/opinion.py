"""What the engine would have done: asked about the piece that is in hand where the playhead stands."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence

from ai.engine import Limit, Value
from ai.messages import Question
from game.advice import Advice
from game.tetris.guideline import Landing, State
from game.tetris.guideline.real_time import Seat
from gui.engines.engine_room import EngineRoom, Thought, Trouble
from gui.table.asking import KIBITZER

REST_SECONDS = 0.1
_MOST_KEPT = 400
_NOTICED = 0.05  # rows; behind a book's move there may be one that the search thinks more of
Key = tuple[int, int, int]  # the seat, its pieces so far, and the rows that have come up


class Onlooker:
    """Asks one question at a time, and keeps what was said of each piece."""

    def __init__(
        self, room: EngineRoom, engine: str, seconds: float, options: Sequence[Mapping[str, Value]] = ()
    ) -> None:
        """`options` of the engine by seat; a seat may have followed a book of its own."""
        self._room, self._engine, self._seconds, self._options = room, engine, seconds, options
        self._said: OrderedDict[Key, Advice] = OrderedDict()
        self._asked: tuple[Key, int] | None = None
        self._seen: Key | None = None
        self._rested = 0.0
        self.failed = ""

    def advice(self, number: int, seat: Seat) -> Advice | None:
        """What was said of the piece in hand of a seat."""
        return self._said.get(key_of(number, seat))

    def update(self, number: int, seat: Seat, seconds: float, *, wanted: bool) -> None:
        """Ask about a seat's piece, if that is wanted and not known."""
        key = key_of(number, seat)
        if key != self._seen:
            self._seen, self._rested = key, 0.0
            self.stop()
        self._rested += seconds
        known = self._said.get(key)
        if not wanted or self.failed or self._asked is not None or self._rested < REST_SECONDS:
            return
        if (known is not None and known.done) or seat.over:
            return
        view = seat.view()
        if not view.over:
            self._asked = (key, self._room.ask(KIBITZER, self._question(number, view), view))

    def _question(self, number: int, view: State) -> Question:
        limit = Limit(seconds=self._seconds)
        told = view.table.hold and number < len(self._options)  # a hold that was used is no hold for a book
        return Question(
            game="tetris", rules=view.here(), moves=(), seat=0, engine=self._engine, limit=limit,
            options=dict(self._options[number]) if told else {},
        )  # fmt: skip

    def hear(self, event: object) -> None:
        """Take in what the engine says."""
        if self._asked is None or not isinstance(event, Thought | Trouble) or event.role != KIBITZER:
            return
        key, generation = self._asked
        if event.generation != generation:
            return
        if isinstance(event, Trouble):
            if event.final:
                self.failed, self._asked = event.sentence, None
            return
        self._said[key] = event.advice
        if len(self._said) > _MOST_KEPT:
            self._said.popitem(last=False)
        if event.advice.done:
            self._asked = None

    def stop(self) -> None:
        """Think no more."""
        if self._asked is not None:
            self._asked = None
            self._room.stop(KIBITZER)


def key_of(number: int, seat: Seat) -> Key:
    """What a question is about: the piece, and how its field has come about."""
    tally = seat.state.tally
    return number, 2 * tally.placed + seat.held, tally.risen


def verdict(advice: Advice, landing: Landing) -> str:
    """How the piece that was really placed stands among the choices: `the best`, `number 3, 0.4 rows less`."""
    placed = landing.placement
    for rank, choice in enumerate(advice.choices, 1):
        if choice.move == str(placed.canonical()):
            if rank == 1:
                return "the engine’s choice"
            less = advice.choices[0].score - choice.score
            return f"number {rank}, {less:.1f} rows less" if less > _NOTICED else f"number {rank}"
    return "not considered"
