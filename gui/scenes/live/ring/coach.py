"""The coach of somebody who plays alone: the engine's opinion on the piece in hand, while it falls."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from ai.engine import Limit, Value
from ai.messages import Question
from game.advice import Advice
from game.tetris.guideline import State, letter
from game.tetris.guideline.real_time import Seat
from gui.engines.engine_room import EngineRoom, Event, Thought, Trouble
from gui.face import known_choices
from gui.scenes.live.ring.glance import Glance
from gui.scenes.live.ring.players import GAME

ROLE = "kibitzer"
_NO_OPTIONS: Mapping[str, Value] = MappingProxyType({})
_MOST = 5.0  # seconds for a piece; people seldom take longer in real time


class Coach:
    """Asks the stacker about each piece as soon as it can be thought about.

    `view` is the position that `advice` is about, `before` what was said of the piece before; `words` wait to be
    said.
    """

    def __init__(self, room: EngineRoom, seconds: float, options: Mapping[str, Value] = _NO_OPTIONS) -> None:
        self.advice: Advice | None = None
        self.before: Advice | None = None
        self.view: State | None = None
        self.words: list[str] = []
        self._room = room
        self._seconds, self._options = min(seconds, _MOST), options
        self._about: tuple[int, bool] | None = (
            None  # the piece's number, and whether the hold was used for it
        )
        self._generation = -1

    def look(self, seat: Seat) -> None:
        """Ask about what is to be placed now, unless that was asked already."""
        about = (seat.state.tally.placed, seat.held)
        if seat.over or about == self._about:
            return
        again = self._about is not None and self._about[0] == about[0]
        if self.advice is not None and not again:
            self.before = self.advice
        self._about, self.advice = about, _still_known(self.advice, seat) if again else None
        if self.advice is not None:
            return
        self.view = view = seat.view()
        question = Question(
            game=GAME,
            rules=view.here(),
            moves=(),
            seat=0,
            engine="stacker",
            limit=Limit(seconds=self._seconds),
            options={**self._options, "book": "", "well": False} if seat.held else dict(self._options),
        )
        self._generation = self._room.ask(ROLE, question, Glance(view))

    def remember(self, view: State, advice: Advice) -> None:
        """Hold an opinion that was had before."""
        self.view, self.advice = view, advice

    def hear(self, event: Event) -> None:
        """Take what the engine room says of the coach."""
        if isinstance(event, Thought) and event.generation == self._generation:
            self.advice = event.advice
        elif isinstance(event, Trouble) and event.role == ROLE:
            self.words.append(event.sentence)

    def rest(self) -> None:
        """Think no more until there is something to look at again."""
        self._room.stop(ROLE)
        self._about = None


def _still_known(advice: Advice | None, seat: Seat) -> Advice | None:
    """What was known before the hold was used and still holds: the best move is that of the piece in hand now."""
    if advice is None or not known_choices(advice) or not seat.held or seat.piece is None:
        return None
    possible = tuple(each for each in advice.choices if each.move.startswith(letter(seat.piece)))
    if not possible or possible[0] != advice.choices[0]:
        return None
    return msgspec.structs.replace(advice, choices=possible)
