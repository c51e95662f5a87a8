"""What the engine would have done: asked about the piece that is in hand where the playhead stands."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from types import MappingProxyType

from ai.engine import Limit, Value
from ai.messages import Question
from game.advice import Advice
from game.tetris.guideline import Landing, State
from game.tetris.guideline.real_time import Seat
from gui.engines.engine_room import EngineRoom, Thought, Trouble
from gui.table.asking import KIBITZER

REST_SECONDS = 0.1
_MOST_KEPT = 400
_NO_OPTIONS: Mapping[str, Value] = MappingProxyType({})
Key = tuple[int, int, int]  # the seat, its pieces so far, and the rows that have come up


class Onlooker:
    """Asks one question at a time, and keeps what was said of each piece."""

    def __init__(
        self, room: EngineRoom, engine: str, seconds: float, options: Mapping[str, Value] = _NO_OPTIONS
    ) -> None:
        self._room, self._engine, self._seconds, self._options = room, engine, seconds, dict(options)
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
            self._asked = (key, self._room.ask(KIBITZER, self._question(view), view))

    def _question(self, view: State) -> Question:
        limit = Limit(seconds=self._seconds)
        return Question(
            game="tetris", rules=view.here(), moves=(), seat=0, engine=self._engine, limit=limit,
            options=self._options,
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
            less = advice.choices[0].score - choice.score
            return "the engine’s choice" if rank == 1 else f"number {rank}, {less:.1f} rows less"
    return "not considered"
