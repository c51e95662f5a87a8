"""The tools beside the board: what the hand does, the colours, and what can be done with whole rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from game.tetris.guideline.field import GARBAGE
from game.tetris.guideline.sandbox import board
from gui.drawing.canvas import Box, Canvas, Point
from gui.frame.choices import GAP, draw_choices, row_height
from gui.frame.controls import heading
from gui.frame.targets import Targets
from gui.scenes.sandbox.desk import TOOLS, Desk, Tool
from gui.tetris.sprites import piece_sprite, stone_sprite

WIDTH = 164.0  # of the column
ROOMY = 740.0  # the width of the board's box from which there is room for it
_SWATCH = 42.0
_STRIP = 34.0
_PITCH = 4.0
_ROW = 34.0
_WORDS: dict[Tool, str] = {"paint": "Paint", "place": "Place", "queue": "Queue"}
_ABOUT: dict[Tool, str] = {
    "paint": "Paint cells, erase with the right button  (B)",
    "place": "Place the piece, as in a game  (D)",
    "queue": "Write hold and queue with letters  (Q)",
}
_NAMES = {GARBAGE: "Garbage", board.ERASER: "Eraser"}


class Deed(NamedTuple):
    """Something that is done with the whole board."""

    name: str
    words: str
    about: str
    act: Callable[[], object]


def deeds_of(desk: Desk) -> tuple[Deed, ...]:
    """What can be done with whole rows."""
    return (
        Deed("up", "Up", "All cells one row up  (Ctrl+Up)", partial(desk.shift, "up")),
        Deed("down", "Down", "All cells one row down  (Ctrl+Down)", partial(desk.shift, "down")),
        Deed("left", "Left", "All cells to the left  (Ctrl+Left)", partial(desk.shift, "left")),
        Deed("right", "Right", "All cells to the right  (Ctrl+Right)", partial(desk.shift, "right")),
        Deed("mirror", "Mirror", "Left and right, pieces to come included  (M)", desk.mirror),
        Deed("garbage", "Garbage", "A row from below, open in the cursor’s column  (G)", desk.add_garbage),
        Deed("full rows", "Lines", "Let full rows go  (F)", desk.clear_full_rows),
        Deed("clear", "Empty", "Empty the board  (Ctrl+Backspace)", desk.clear),
    )


def draw_column(
    canvas: Canvas, targets: Targets, at: Point, height: float, desk: Desk, choose: Callable[[Tool], object]
) -> None:
    """The tools one below the other, from `at`; the rows last, where there is room for them."""
    x, y = at
    heading(canvas, (x, y + 10), "Tool")
    y += 28
    for tool in TOOLS:
        pill(canvas, targets, f"tool {tool}", (x, y, WIDTH, _ROW), _WORDS[tool], tool == desk.tool,
              partial(choose, tool), _ABOUT[tool])  # fmt: skip
        y += _ROW + _PITCH
    y += 12
    heading(canvas, (x, y + 10), "Piece" if desk.tool == "queue" else "Colour")
    y += 28
    step = (WIDTH - _SWATCH) / 2
    for number, brush in enumerate(board.BRUSHES):
        box = (x + number % 3 * step, y + number // 3 * (_SWATCH + _PITCH), _SWATCH, _SWATCH)
        draw_swatch(canvas, targets, box, desk, brush)
    y += 3 * (_SWATCH + _PITCH) + 12
    if y + 28 + 4 * (_ROW + _PITCH) > at[1] + height:
        return
    heading(canvas, (x, y + 10), "Rows")
    draw_deeds(canvas, targets, (x, y + 28), WIDTH, deeds_of(desk))


def draw_deeds(canvas: Canvas, targets: Targets, at: Point, width: float, deeds: Sequence[Deed]) -> float:
    """Two buttons beside each other in each row; returns the height used."""
    each = (width - 6) / 2
    for number, deed in enumerate(deeds):
        box = (at[0] + number % 2 * (each + 6), at[1] + number // 2 * (_ROW + _PITCH), each, _ROW)
        pill(canvas, targets, deed.name, box, deed.words, False, deed.act, deed.about)
    return (len(deeds) + 1) // 2 * (_ROW + _PITCH)


def strip_height(canvas: Canvas, width: float) -> float:
    """What `draw_strip` takes from the top of a narrow board."""
    words = [_WORDS[tool] for tool in TOOLS]
    pills = row_height(canvas, words, width)
    beside = sum(canvas.text_width(word, "body") + 40 for word in words) + 9 * _STRIP <= width
    return pills + (12 if beside else 12 + _STRIP + 4)


def draw_strip(
    canvas: Canvas, targets: Targets, at: Point, width: float, desk: Desk, choose: Callable[[Tool], object]
) -> None:
    """Tools and colours in a row, or in two, over a narrow board; the rows are in the panel then."""
    words = [_WORDS[tool] for tool in TOOLS]
    used = draw_choices(
        canvas, targets, "tool", at, width, words, TOOLS.index(desk.tool),
        lambda number: choose(TOOLS[number]), about=[_ABOUT[tool] for tool in TOOLS],
    )  # fmt: skip
    taken = sum(canvas.text_width(word, "body") + 40 for word in words)
    beside = taken + 9 * _STRIP <= width
    x, y = (at[0] + width - 9 * _STRIP, at[1] + 2) if beside else (at[0], at[1] + used + GAP)
    for number, brush in enumerate(board.BRUSHES):
        draw_swatch(canvas, targets, (x + number * _STRIP, y, _STRIP - 6, _STRIP - 6), desk, brush)


def draw_swatch(canvas: Canvas, targets: Targets, box: Box, desk: Desk, brush: str) -> None:
    """One colour: the piece's cell with its letter, grey, or the eraser."""
    colour, number = canvas.theme.colour, board.BRUSHES.index(brush) + 1
    about = f"{_NAMES.get(brush, brush)}  ({number}{f' or {brush}' if desk.tool == 'queue' and number < 8 else ''})"
    hovered = targets.add(f"brush {brush}", box, partial(use_brush, desk, brush), radius=8, about=about)
    chosen = desk.tool == "paint" and brush == desk.brush
    if chosen or hovered:
        edge = colour.text if chosen else colour.line2
        canvas.panel(box, colour.raised, radius=8, edge=edge, width=2 if chosen else 1.2)
    inset = box[2] / 7
    cell = canvas.rect((box[0] + inset, box[1] + inset, box[2] - 2 * inset, box[3] - 2 * inset))
    if brush == board.ERASER:
        x, y, side = box[0] + inset, box[1] + inset, box[2] - 2 * inset
        canvas.panel((x, y, side, side), colour.well, radius=4, edge=colour.text3, width=1.2)
        canvas.stroke([(x + 5, y + 5), (x + side - 5, y + side - 5)], colour.text2, 1.5)
        return
    if brush == GARBAGE or box[2] < 40:
        name = brush if brush != GARBAGE else "garbage"
        canvas.surface.blit(piece_sprite(canvas, cell.width, name), cell)
        return
    ink = canvas.theme.pieces[brush]
    canvas.surface.blit(
        stone_sprite(canvas, cell.width, ink.fill, ink.edge), cell
    )  # its letter, not its pattern
    middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
    canvas.text(middle, brush, "label", ink.ink, "middle")


def use_brush(desk: Desk, brush: str) -> None:
    """Take a colour; while the queue is written, write that piece, or with the eraser take one out."""
    if desk.tool != "queue":
        desk.tool, desk.brush = "paint", brush
    elif brush == board.ERASER:
        desk.take_piece(back=False)
    elif brush != GARBAGE:
        desk.put_piece(board.BRUSHES.index(brush))


def pill(
    canvas: Canvas,
    targets: Targets,
    name: str,
    box: Box,
    words: str,
    chosen: bool,
    press: Callable[[], object],
    about: str,
    within: Box | None = None,
) -> None:
    """A button that may be chosen; `within` is where a list that scrolls is seen."""
    colour = canvas.theme.colour
    lit = targets.add(name, box, press, radius=8, about=about, within=within)
    if chosen:
        canvas.panel(box, colour.text, radius=8)
    else:
        canvas.panel(box, colour.raised if lit else None, radius=8, edge=colour.line2, width=1.2)
    ink = colour.panel if chosen else colour.text if lit else colour.text2
    middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
    style = "body" if canvas.text_width(words, "body") <= box[2] - 8 else "label"
    canvas.text(middle, canvas.fitted(words, style, box[2] - 4), style, ink, "middle")
