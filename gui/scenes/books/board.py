"""The board of the explorer: a piece to place, and the book's moves as filled outlines with their ranks.

Apart from `scene`: the board and its slots, which are drawn and handled together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from game.tetris.guideline import PIECES, VISIBLE, Placement, State
from gui.games.guideline.cells import SeatGeometry, draw_icon
from gui.games.guideline.render_state import Mark, SeatState
from gui.games.guideline.ui import GuidelineUI
from gui.games.guideline.words import move_words
from gui.games.well import heart
from gui.play.game_ui import RenderState
from gui.scenes.books.best_play import Choice
from gui.scenes.books.book import EMPTY_HOLD, OpenBook, Option
from gui.ui.canvas import Box, Canvas
from gui.ui.controls import button
from gui.ui.targets import Targets

_MOST = 5  # moves that are marked at once
_LEAST = 20.0
_SLOT_HEIGHT = 52.0
_TILE, _ASIDE = 40.0, 64.0  # units of a piece of the palette, and the room that a column of them needs
_BUTTON, _WIDE = 32.0, 66.0
_FAINT = 0.75  # how far a piece fades that cannot come


class BookBoard(GuidelineUI):
    """The seat with the marks of a book, and the visible pieces as slots that can be written."""

    def __init__(self) -> None:
        super().__init__()
        self._marks: tuple[Mark, ...] = ()
        self._seen: tuple[Mark, ...] = ()

    def mark(
        self, options: Sequence[Option | Choice], said: Placement | None, pointed: Placement | None
    ) -> None:
        """Mark moves, that for the queue on the board, `said`, first; seen is only the one `pointed` at, if any.

        A move that lies on cells of one that comes before it is left out, and so is a placement without a chance.
        """
        hopeful = [each for each in options if isinstance(each, Option) or each.solved]
        marks: list[Mark] = []
        taken: set[tuple[int, int]] = set()
        for option in sorted(hopeful, key=lambda each: (not _same(each.move, said), each.rank)):
            cells, first = option.move.cells, _same(option.move, said)
            proven = isinstance(option, Option) or option.rank == 1
            if len(marks) < _MOST and taken.isdisjoint(cells):
                marks.append(Mark(option.move, option.rank, proven=proven, firm=float(first)))
                taken.update(cells)
        self._marks = tuple(marks)
        alone = [option for option in options if option.move == pointed]
        self._seen = tuple(Mark(each.move, each.rank, proven=True) for each in alone) or self._marks

    def _seat_look(self, state: State, look: RenderState) -> SeatState:
        seat = replace(super()._seat_look(state, look), metered=False)
        return seat if seat.landing is not None else replace(seat, marks=self._seen)

    def draw_controls(
        self,
        canvas: Canvas,
        targets: Targets,
        box: Box,
        book: OpenBook,
        take: Callable[[int], object],
        follow: Callable[[Placement], object],
    ) -> None:
        """What can be pressed once the piece has come: ranks `follow` their moves, `take` begins to write a slot."""
        geometry = self._geometry
        if geometry is None or book.grown < 1.0:
            return
        self._add_marks(targets, geometry, follow)
        if book.slot is None:
            _draw_deal(canvas, targets, geometry, book)
        _draw_slots(canvas, targets, geometry, book, take)
        if book.slot is not None:
            _draw_palette(canvas, targets, box, geometry, book)

    def _add_marks(
        self, targets: Targets, geometry: SeatGeometry, follow: Callable[[Placement], object]
    ) -> None:
        well = geometry.well
        size = max(12.0, min(28.0, geometry.cell))
        view = (well.left, well.top, well.right - well.left, well.bottom - well.top)
        ranks = [mark.rank for mark in self._marks]
        for number, mark in enumerate(self._marks):
            if mark.rank in ranks[:number]:
                continue  # of equals the first can be pressed; the list has them all
            cells = [(x, VISIBLE - 1 - y) for x, y in mark.placement.cells]
            x, y = well.middle(*heart(cells))
            place, press = (x - size / 2, y - size / 2, size, size), partial(follow, mark.placement)
            about = f"Place {move_words(str(mark.placement))}"
            targets.add(f"mark {mark.rank}", place, press, radius=size / 2, about=about, within=view)


def _same(move: Placement, other: Placement | None) -> bool:
    """Whether two placements are one, whatever the spin."""
    return other is not None and move[:4] == other[:4]


def _boxes(geometry: SeatGeometry, book: OpenBook) -> Iterator[tuple[int, Box]]:
    """Where the slots are; the current piece is one only while pieces are written, since it is also over the well."""
    held = book.here.state.hold is not None
    yield (0 if held else EMPTY_HOLD), _beside(geometry, geometry.hold, 0)
    first = 1 if held else 0
    if book.slot is not None:
        x, y = geometry.corner(3, VISIBLE)
        wide = (4 if book.here.seen[first] == 0 else 3) * geometry.cell
        edge = max(4.0, _LEAST / 2 - geometry.cell)
        yield first, (x - edge, y - edge, wide + 2 * edge, max(_LEAST, 2 * (geometry.cell + edge)))
    for number in range(5 - first):
        yield first + 1 + number, _beside(geometry, geometry.queue, number)


def _beside(geometry: SeatGeometry, column: Box, number: int) -> Box:
    y = geometry.side_middle(column, number)[1]
    below = geometry.side_middle(column, number + 1)[1] - y
    height = max(_LEAST, min(below - 2, _SLOT_HEIGHT))
    return (column[0] - 6, y - height / 2, column[2] + 12, height)


def _draw_slots(
    canvas: Canvas, targets: Targets, geometry: SeatGeometry, book: OpenBook, take: Callable[[int], object]
) -> None:
    """The slots; the one that is being written has a frame."""
    colour = canvas.theme.colour
    held = book.here.state.hold is not None
    for place, box in _boxes(geometry, book):
        name = "hold" if place == EMPTY_HOLD or (place == 0 and held) else f"slot {place}"
        about = "Put a piece into hold  (Q)" if place == EMPTY_HOLD else "Change this piece  (Q)"
        lit = targets.add(name, box, partial(take, place), radius=8, about=about)
        if place == book.slot:
            canvas.panel(box, None, radius=8, edge=colour.focus, width=2)
        elif lit:
            canvas.panel(box, None, radius=8, edge=colour.line2)


def _draw_deal(canvas: Canvas, targets: Targets, geometry: SeatGeometry, book: OpenBook) -> None:
    """The button for another queue, below the last piece of this one, where there is room."""
    shown = 4 if book.here.state.hold is not None else 5
    x, _, width, _ = geometry.queue
    _, top, _, height = _beside(geometry, geometry.queue, shown - 1)
    y = top + height + 8
    if y + _BUTTON <= geometry.well.bottom:
        place = (x, y, max(width, _WIDE), _BUTTON)
        button(canvas, targets, "deal", place, "Deal", book.deal, about="Deal a random queue  (D)")


def _draw_palette(canvas: Canvas, targets: Targets, box: Box, geometry: SeatGeometry, book: OpenBook) -> None:
    """The seven pieces beside the queue, or over the well; faint where they cannot come."""
    colour = canvas.theme.colour
    right = geometry.queue[0] + geometry.queue[2]
    if box[0] + box[2] - right >= _ASIDE + 16:
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
    can = book.walk.possible(max(0, book.slot or 0))
    for piece, place in enumerate(tiles):
        about = PIECES[piece] if piece in can else f"{PIECES[piece]} cannot come here"
        if targets.add(f"piece {PIECES[piece]}", place, partial(book.write, piece), radius=6, about=about):
            canvas.panel(place, colour.raised, radius=6)
        at = (place[0] + place[2] / 2, place[1] + place[3] / 2)
        draw_icon(canvas, at, piece, min(8.0, place[2] / 5.5), fade=0.0 if piece in can else _FAINT)
