"""The wells of a game in real time: where they stand, what they remember, and what a coach adds."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.advice import Advice, Choice
from game.review import ranks
from game.tetris.guideline import Field, Landing, Placement
from game.tetris.guideline.real_time import Event, Seat
from gui.context import AppContext
from gui.games.guideline.render_state import SeatState, marks_of
from gui.games.guideline.words import said
from gui.play.game_ui import known_choices
from gui.ui.canvas import Box
from gui.ui.layout import NARROW_PANEL, PANEL, Frame

SAID_SECONDS = 1.6  # how long the name of a clear is shown beside the well
_PLANNED = 3  # placements shown behind the best one


@dataclass
class Well:
    """What the picture of a seat remembers: its last landing and clear, and how long ago they were."""

    landing: Landing | None = None
    since: float = 99.0
    said: tuple[str, ...] = ()
    spoken: float = 99.0

    def pass_time(self, seconds: float) -> None:
        self.since += seconds
        self.spoken += seconds

    def see(self, event: Event) -> None:
        """Note an event of this seat."""
        if event.kind == "lock" and event.landing is not None:
            self.landing, self.since = event.landing, 0.0
            words = said(event.landing)
            if words:
                self.said, self.spoken = words, 0.0

    def state(self, seat: Seat, motion: float) -> SeatState:
        """The seat now; full rows fade for `motion` seconds, 0 for no motion."""
        state = SeatState.live(seat)
        if self.spoken < SAID_SECONDS:
            state = replace(state, said=self.said)
        fading = self.landing is not None and self.landing.rows and seat.piece is None
        if fading and self.since < motion and not seat.over:
            state = replace(state, landing=self.landing, dropped=1.0, faded=self.since / motion, ghost=None)
        return state


def with_opinion(state: SeatState, advice: Advice | None, pointed: str | None, *, most: int = 3) -> SeatState:
    """The seat with the coach's three best placements, or fewer, and the plan behind the best."""
    if state.landing is not None or state.over or advice is None or not advice.choices:
        return state
    marks = marks_of(advice.choices, pointed, known=known_choices(advice), ranks=ranks(advice))[:most]
    return replace(state, marks=marks, plan=_plan(state.field, advice.choices[0]))


def _plan(field: Field, best: Choice) -> tuple[Placement, ...]:
    """What would follow on this very field, up to the first clear."""
    plan: list[Placement] = []
    for move in (best.move, *best.line[:_PLANNED]):
        at = Placement.parse(move)
        if not field.fits(*at[:4]):
            break
        plan.append(at)
        field, rows = field.place(*at[:4])
        if rows:
            break
    return tuple(plan[1:])


def frame_of(context: AppContext, count: int) -> Frame:
    """The frame for so many wells; in a narrow window, two need all of it, and the panel is a drawer."""
    frame = Frame.of(*context.size)
    if count > 1 and frame.panel_width < PANEL:
        return Frame(frame.width, frame.height, True, min(NARROW_PANEL, frame.width - 48))
    return frame


def boxes(frame: Frame, count: int) -> list[Box]:
    """Where the seats stand, side by side."""
    x, y, width, height = frame.board
    each = width / count
    return [(x + each * number, y, each, height) for number in range(count)]
