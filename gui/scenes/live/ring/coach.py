"""The coach of somebody who plays alone: the engine's opinion on the piece in hand, while it falls."""

from __future__ import annotations

from ai.engine import Limit
from ai.messages import Question
from game.advice import Advice
from game.tetris.guideline import State
from game.tetris.guideline.real_time import Seat
from gui.engines.engine_room import EngineRoom, Event, Thought, Trouble
from gui.scenes.live.ring.glance import Glance
from gui.scenes.live.ring.players import GAME

ROLE = "kibitzer"
_MOST = 5.0  # seconds for a piece; people seldom take longer in real time


class Coach:
    """Asks the stacker about each piece as soon as it can be thought about.

    `view` is the position that `advice` is about; `words` wait to be said.
    """

    def __init__(self, room: EngineRoom, seconds: float) -> None:
        self.advice: Advice | None = None
        self.view: State | None = None
        self.words: list[str] = []
        self._room = room
        self._seconds = min(seconds, _MOST)
        self._about: tuple[int, bool] | None = (
            None  # the piece's number, and whether the hold was used for it
        )
        self._generation = -1

    def look(self, seat: Seat) -> None:
        """Ask about what is to be placed now, unless that was asked already."""
        about = (seat.state.tally.placed, seat.held)
        if seat.over or about == self._about:
            return
        self._about, self.advice = about, None
        self.view = view = seat.view()
        question = Question(
            game=GAME,
            rules=view.here(),
            moves=(),
            seat=0,
            engine="stacker",
            limit=Limit(seconds=self._seconds),
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
