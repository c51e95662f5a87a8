"""The board of the explorer: a person's hand on the piece, and the book's moves as filled outlines with their ranks.

Apart from `scene`: the board and its slots, which are drawn and handled together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from game.tetris.guideline import PIECES, VISIBLE, Placement, State
from gui.games.guideline.cells import SeatGeometry, draw_icon
from gui.games.guideline.input import GuidelineInput
from gui.games.guideline.render_state import Mark, SeatState
from gui.games.guideline.ui import GuidelineUI
from gui.games.guideline.words import move_words
from gui.games.well import heart
from gui.play.game_ui import RenderState
from gui.scenes.books.walk import Option, Step
from gui.ui.canvas import Box, Canvas
from gui.ui.controls import button
from gui.ui.targets import Targets

_MOST = 5  # moves that are marked at once


class BookBoard(GuidelineUI):
    """The seat with the marks of a book. `geometry` is where it was drawn last."""

    def __init__(self) -> None:
        super().__init__()
        self._marks: tuple[Mark, ...] = ()
        self._seen: tuple[Mark, ...] = ()

    @property
    def geometry(self) -> SeatGeometry | None:
        return self._geometry

    def mark(self, options: Sequence[Option], said: Placement | None, pointed: Placement | None) -> None:
        """Mark moves, that for the queue on the board, `said`, first; seen is only the one `pointed` at, if any.

        A move that lies on cells of one that comes before it is left out.
        """
        marks: list[Mark] = []
        taken: set[tuple[int, int]] = set()
        for option in sorted(options, key=lambda each: (each.move != said, each.rank)):
            cells = option.move.cells
            if len(marks) < _MOST and taken.isdisjoint(cells):
                marks.append(_mark(option, firm=option.move == said))
                taken.update(cells)
        self._marks = tuple(marks)
        self._seen = tuple(_mark(each, firm=True) for each in options if each.move == pointed) or self._marks

    def _seat_look(self, state: State, hand: GuidelineInput, look: RenderState) -> SeatState:
        seat = replace(super()._seat_look(state, hand, look), metered=False)
        return seat if seat.landing is not None else replace(seat, marks=self._seen)

    def add_marks(self, targets: Targets, follow: Callable[[Placement], object]) -> None:
        """Let the ranks be pressed: that makes the move."""
        if self._geometry is None:
            return
        well = self._geometry.well
        size = max(12.0, min(28.0, self._geometry.cell))
        view = (well.left, well.top, well.right - well.left, well.bottom - well.top)
        for mark in self._marks:
            cells = [(x, VISIBLE - 1 - y) for x, y in mark.placement.cells]
            x, y = well.middle(*heart(cells))
            place, press = (x - size / 2, y - size / 2, size, size), partial(follow, mark.placement)
            about = f"Follow the book: {move_words(str(mark.placement))}"
            targets.add(f"mark {mark.rank}", place, press, radius=size / 2, about=about, within=view)


def _mark(option: Option, *, firm: bool) -> Mark:
    return Mark(option.move, option.rank, proven=True, firm=1.0 if firm else 0.0)


# The visible pieces as slots that can be written: pressed, then a letter, or a piece of the palette beside them.

EMPTY_HOLD = -1
_LEAST = 20.0
_SLOT_HEIGHT = 52.0
_TILE, _ASIDE = 40.0, 64.0  # units of a piece of the palette, and the room that a column of them needs
_BUTTON, _WIDE = 32.0, 66.0
_FAINT = 0.75  # how far a piece fades that cannot come


def places(step: Step) -> list[int]:
    """The slots in their order: the hold, be it empty, and the visible pieces."""
    return [*([EMPTY_HOLD] if step.state.hold is None else []), *range(6)]


def boxes(geometry: SeatGeometry, step: Step, *, writing: bool) -> Iterator[tuple[int, Box]]:
    """Where the slots are; the current piece is one only while pieces are written, since it is also in the hand."""
    held = step.state.hold is not None
    yield (0 if held else EMPTY_HOLD), _beside(geometry, geometry.hold, 0)
    first = 1 if held else 0
    if writing:
        x, y = geometry.corner(3, VISIBLE)
        wide = (4 if step.seen[first] == 0 else 3) * geometry.cell
        edge = max(4.0, _LEAST / 2 - geometry.cell)
        yield first, (x - edge, y - edge, wide + 2 * edge, max(_LEAST, 2 * (geometry.cell + edge)))
    for number in range(5 - first):
        yield first + 1 + number, _beside(geometry, geometry.queue, number)


def _beside(geometry: SeatGeometry, column: Box, number: int) -> Box:
    y = geometry.side_middle(column, number)[1]
    below = geometry.side_middle(column, number + 1)[1] - y
    height = max(_LEAST, min(below - 2, _SLOT_HEIGHT))
    return (column[0] - 6, y - height / 2, column[2] + 12, height)


def draw_slots(
    canvas: Canvas,
    targets: Targets,
    geometry: SeatGeometry,
    step: Step,
    chosen: int | None,
    choose: Callable[[int], object],
) -> None:
    """Let the slots be pressed; the one that is being written has a frame."""
    colour = canvas.theme.colour
    for place, box in boxes(geometry, step, writing=chosen is not None):
        name = (
            "hold" if place == EMPTY_HOLD or (place == 0 and step.state.hold is not None) else f"slot {place}"
        )
        about = "Put a piece into hold  (Q)" if place == EMPTY_HOLD else "Change this piece  (Q)"
        lit = targets.add(name, box, partial(choose, place), radius=8, about=about)
        if place == chosen:
            canvas.panel(box, None, radius=8, edge=colour.focus, width=2)
        elif lit:
            canvas.panel(box, None, radius=8, edge=colour.line2)


def draw_deal(
    canvas: Canvas, targets: Targets, geometry: SeatGeometry, step: Step, deal: Callable[[], object]
) -> None:
    """The button for another queue, below the last piece of this one, where there is room."""
    shown = 4 if step.state.hold is not None else 5
    x, _, width, _ = geometry.queue
    _, top, _, height = _beside(geometry, geometry.queue, shown - 1)
    y = top + height + 8
    if y + _BUTTON <= geometry.well.bottom:
        place = (x, y, max(width, _WIDE), _BUTTON)
        button(canvas, targets, "deal", place, "Deal", deal, about="Deal a random queue  (D)")


def draw_palette(
    canvas: Canvas,
    targets: Targets,
    box: Box,
    geometry: SeatGeometry,
    can: tuple[int, ...],
    write: Callable[[int], object],
) -> None:
    """The seven pieces beside the queue, or over the well; faint where they cannot come."""
    colour = canvas.theme.colour
    right = geometry.queue[0] + geometry.queue[2]
    aside = box[0] + box[2] - right >= _ASIDE + 16
    if aside:
        x, y = right + 12, geometry.well.top
        tile = min(_TILE, VISIBLE * geometry.cell / 7)
        tiles = [(x, y + number * tile, _ASIDE - 8, tile) for number in range(7)]
    else:
        tile = min(_TILE + 4, (box[2] - 16) / 7)
        middle = (geometry.well.left + geometry.well.right) / 2
        x = max(box[0] + 8, min(middle - 3.5 * tile, box[0] + box[2] - 7 * tile - 8))
        y = geometry.well.top + 3 * geometry.cell
        tiles = [(x + number * tile, y, tile, 36.0) for number in range(7)]
    ground = (x - 6, y - 6, tiles[-1][0] + tiles[-1][2] - x + 12, tiles[-1][1] + tiles[-1][3] - y + 12)
    canvas.panel(ground, colour.panel, radius=8, edge=colour.line2)
    for piece, place in enumerate(tiles):
        about = f"{PIECES[piece]}" if piece in can else f"{PIECES[piece]} cannot come here"
        lit = targets.add(f"piece {PIECES[piece]}", place, partial(write, piece), radius=6, about=about)
        if lit:
            canvas.panel(place, colour.raised, radius=6)
        middle_of = (place[0] + place[2] / 2, place[1] + place[3] / 2)
        draw_icon(canvas, middle_of, piece, min(8.0, place[2] / 5.5), fade=0.0 if piece in can else _FAINT)
