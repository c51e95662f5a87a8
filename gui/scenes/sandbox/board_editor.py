"""The board under the hand: painting with the mouse and with the keyboard, slots to press and drag, marks on cells.

Apart from `scene`: the board and its slots, which are drawn and handled together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import pygame

from game.tetris.guideline import PIECES, VISIBLE, sandbox
from gui.games.guideline.cells import SeatGeometry
from gui.games.well import draw_opinion, draw_rank
from gui.scenes.sandbox.analysis import Step
from gui.scenes.sandbox.editor import HOLD, Cell, EditorModel
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.targets import Targets, inside

_ARROWS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, 1),
    pygame.K_DOWN: (0, -1),
}
_ERASE = (pygame.K_BACKSPACE, pygame.K_DELETE)
_SLOT_HEIGHT = 44.0
_LEAST = 20.0  # units that a slot needs to be hit


class BoardEditor:
    """Turns events over the board into changes on the editor. `geometry` is where the seat was drawn last."""

    def __init__(self, editor: EditorModel) -> None:
        self.editor = editor
        self.geometry: SeatGeometry | None = None
        self._painting: Cell | None = None  # the last cell of a stroke under way
        self.dragged: int | None = None  # the slot from which a piece is being dragged
        self._hovered: Cell | None = None

    @property
    def busy(self) -> bool:
        """True if a stroke or a drag is under way."""
        return self._painting is not None or self.dragged is not None

    # -- the mouse --

    def mouse(self, event: pygame.event.Event, at: Point, *, over_board: bool) -> bool:
        """Paint; whether the event was used. `at` is where the pointer is, in units."""
        cell = self.geometry.cell_at(at) if self.geometry is not None else None
        painting = self.editor.tool == "paint"
        self._hovered = cell if painting and over_board else None
        if event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 3):
            if not (painting and over_board) or cell is None:
                return False
            self._painting = self.editor.cursor = cell
            self.editor.press(cell, erase=event.button == 3)
            return True
        if event.type == pygame.MOUSEMOTION and self._painting is not None:
            if cell is not None and cell != self._painting:
                self.editor.draw_to(_between(self._painting, cell))
                self._painting = self.editor.cursor = cell
            return True
        if event.type == pygame.MOUSEBUTTONUP:
            return self._let_go(at)
        return False

    def _let_go(self, at: Point) -> bool:
        used = self.busy
        if self._painting is not None:
            self.editor.let_go()
        if self.dragged is not None:
            slot = next((slot for slot, box in self.slots() if inside(at, box)), None)
            if slot is not None:
                self.editor.carry_to(self.dragged, slot)
        self._painting = self.dragged = None
        return used

    # -- the keyboard --

    def key(self, event: pygame.event.Event) -> bool:
        """Paint or write; whether the key was used. The keyboard is on the board."""
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return False
        if self.editor.tool == "paint":
            return self._paint_key(event)
        return self._write_key(event) if self.editor.tool == "queue" else False

    def _paint_key(self, event: pygame.event.Event) -> bool:
        editor = self.editor
        if event.key in _ARROWS:
            editor.move_cursor(*_ARROWS[event.key])
            if event.mod & pygame.KMOD_SHIFT:
                editor.draw_to((editor.cursor,))
        elif event.key == pygame.K_SPACE:
            editor.let_go()
            editor.press(editor.cursor)
        elif event.key == pygame.K_BACKSPACE:
            editor.press(editor.cursor, erase=True)
            editor.let_go()
        elif event.unicode and event.unicode in "123456789":
            editor.brush = sandbox.BRUSHES[int(event.unicode) - 1]
        else:
            return False
        return True

    def _write_key(self, event: pygame.event.Event) -> bool:
        editor, letter = self.editor, event.unicode.upper()
        if event.key in (pygame.K_LEFT, pygame.K_UP, pygame.K_RIGHT, pygame.K_DOWN):
            by = -1 if event.key in (pygame.K_LEFT, pygame.K_UP) else 1
            (editor.carry_piece if event.mod & pygame.KMOD_SHIFT else editor.move_slot)(by)
        elif letter and letter in PIECES:
            editor.put_piece(PIECES.index(letter))
        elif event.key in _ERASE:
            editor.take_piece(back=event.key == pygame.K_BACKSPACE)
        elif event.key == pygame.K_HOME:
            editor.slot = HOLD
        elif event.key == pygame.K_END:
            editor.slot = editor.last_slot
        else:
            return False
        return True

    # -- slots --

    def slots(self) -> Iterator[tuple[int, Box]]:
        """The slots beside the well with their places: the hold, the current piece, and those shown behind it."""
        geometry = self.geometry
        if geometry is None:
            return
        if self.editor.state.rules.hold:
            yield HOLD, _slot_box(geometry, geometry.hold, 0)
        if self.editor.tool == "queue":
            x, y = geometry.corner(3, VISIBLE)
            wide = 4 if self.editor.state.piece == 0 else 3
            edge = max(4.0, _LEAST / 2 - geometry.cell)
            high = max(_LEAST, 2 * (geometry.cell + edge))
            yield 0, (x - edge, y - edge, wide * geometry.cell + 2 * edge, high)
        for number in range(self.editor.shown - 1):
            if self.editor.state.queue.piece(number + 1) is not None or number + 1 <= self.editor.last_slot:
                yield number + 1, _slot_box(geometry, geometry.queue, number)

    def add_slots(self, targets: Targets) -> None:
        """Let the slots be pressed: that is where writing goes on, and where a drag begins."""
        for slot, box in self.slots():
            name = "hold" if slot == HOLD else f"slot {slot}"
            targets.add(name, box, partial(self.take_slot, slot), about="" if self.busy else _about(slot))

    def take_slot(self, slot: int) -> None:
        """Write at a slot from now on; as long as the button is down its piece is dragged."""
        self.editor.write_at(slot)
        self.dragged = slot if self.editor.piece_at(slot) is not None else None

    # -- the picture --

    def draw(self, canvas: Canvas, *, focused: bool) -> None:
        """The cursor, the cell under the pointer, or the slot that is written."""
        if self.geometry is None:
            return
        colour = canvas.theme.colour
        if self.editor.tool == "queue":
            box = next((box for slot, box in self.slots() if slot == self.editor.slot), None)
            if box is not None:
                canvas.panel(box, None, radius=8, edge=colour.focus, width=2)
        elif self.editor.tool == "paint":
            if self._hovered is not None:
                self._outline(canvas, self._hovered, colour.text2)
            elif focused:
                self._outline(canvas, self.editor.cursor, colour.focus)

    def _outline(self, canvas: Canvas, cell: Cell, ink: tuple[int, int, int]) -> None:
        assert self.geometry is not None
        x, y = self.geometry.corner(*cell)
        side = self.geometry.cell
        canvas.panel((x, y, side, side), None, radius=3, edge=ink, width=2)

    def draw_steps(self, canvas: Canvas, steps: Sequence[Step]) -> None:
        """The placements of a perfect clear where they lie among the rows of now, each with its number."""
        if self.geometry is None:
            return
        well = self.geometry.well
        for step in steps:
            cells = [(x, VISIBLE - 1 - y) for x, y in step.cells]
            draw_opinion(canvas, well, cells, 1.0, proven=True)
        for step in steps:
            cells = [(x, VISIBLE - 1 - y) for x, y in step.cells]
            draw_rank(canvas, well, cells, step.number, 1.0, proven=True)


def _between(start: Cell, end: Cell) -> list[Cell]:
    """The cells from one to another, so that a fast hand leaves no gaps; the first is left out."""
    steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    return [
        (start[0] + round((end[0] - start[0]) * i / steps), start[1] + round((end[1] - start[1]) * i / steps))
        for i in range(1, steps + 1)
    ]


def _slot_box(geometry: SeatGeometry, column: Box, number: int) -> Box:
    y = geometry.side_middle(column, number)[1]
    below = geometry.side_middle(column, number + 1)[1] - y
    height = max(_LEAST, min(below - 2, _SLOT_HEIGHT + 8 if number else 2 * geometry.big + 10))
    return (column[0] - 6, y - height / 2, column[2] + 12, height)


def _about(slot: int) -> str:
    return "Write the hold" if slot == HOLD else "Write the queue from here, or drag the piece"
