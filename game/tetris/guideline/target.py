"""A field with cells that are to be filled and cells that may be, in the words of solution-finder's `setup`.

Text rows: `*` must be filled, `.` may be, `+` may be and can be a hole, `_` or `-` stays empty, anything else is there.
In a fumen, and in rows without any `*`, colours say it: the pieces whose colour means one or the other.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.errors import BadInput
from game.tetris.board_text import board_text
from game.tetris.guideline import fumen
from game.tetris.guideline.field import COLUMNS, EMPTY, FILLED, ROWS, Field
from game.tetris.guideline.masks import Mask, field_of_mask, full_rows, without_rows
from game.tetris.guideline.pieces import PIECES

MUST, MAY, MAY_WITH_HOLES = "*", ".", "+"
NO_COLOUR = "none"


@dataclass(frozen=True)
class Target:
    """A field; its cells that are to be filled, those that may be, and those of the latter that can be holes."""

    field: Field
    fill: Mask
    margin: Mask
    free: Mask = 0


def read_target(
    text: str, fill: str = "", margin: str = "", free: str = "", rows: int | None = None
) -> Target:
    """The target of a text, as far as it is `rows` high. Raises `BadInput`."""
    colours = [
        _colours(option, name) for option, name in ((fill, "fill"), (margin, "margin"), (free, "free"))
    ]
    lines, height = _lines(text)
    symbols = any(MUST in line for line in lines)
    cells = dict.fromkeys((MUST, MAY, MAY_WITH_HOLES), 0)
    lying, limit = 0, rows or height or ROWS
    for y, line in enumerate(reversed(lines[-limit:])):
        if len(line) != COLUMNS:
            raise BadInput(f"row {len(lines) - y} of the board has {len(line)} cells; it needs {COLUMNS}")
        for x, letter in enumerate(line):
            meaning = letter if symbols else _meaning(letter, colours)
            if meaning in cells:
                cells[meaning] |= 1 << COLUMNS * y + x
            elif letter in FILLED:
                lying |= 1 << COLUMNS * y + x
            elif letter not in EMPTY:
                raise BadInput(
                    f"row {len(lines) - y} of the board has {letter!r} in column {x + 1}; '*' must be filled, '.' and "
                    "'+' may be, '_' stays empty, 'x', '#' or a piece's letter is filled"
                )
    if not cells[MUST]:
        raise BadInput(
            "the board has no cell to fill; mark cells with '*', or name their colour with --fill, such as --fill I"
        )
    gone = full_rows(lying)
    marked = (without_rows(cells[meaning], gone) for meaning in (MUST, MAY, MAY_WITH_HOLES))
    must, may, free_cells = marked
    return Target(field_of_mask(without_rows(lying, gone)), must, may | free_cells, free_cells)


def _colours(option: str, name: str) -> str:
    """The letters of an option. Raises `BadInput`."""
    letters = "" if option.lower() == NO_COLOUR else option.upper()
    if set(letters) - set(PIECES):
        raise BadInput(f"--{name} names colours by pieces, such as I or TO, not {option[:20]!r}")
    return letters


def _meaning(letter: str, colours: list[str]) -> str:
    for meaning, letters in zip((MUST, MAY, MAY_WITH_HOLES), colours, strict=True):
        if letter in letters and letter in PIECES:
            return meaning
    return "_" if letter == MAY else letter


def _lines(text: str) -> tuple[list[str], int | None]:
    """The rows of a text or of the first page of a fumen, top row first, and the height that it names."""
    rows, height = board_text(text)
    if not fumen.is_fumen(rows):
        return [line.strip().upper() for line in rows.strip().replace("/", "\n").splitlines()], height
    drawing = fumen.read(rows)[0].drawing
    field, paint = drawing.field, drawing.paint
    return [
        "".join(paint.letter(x, y) if field.filled(x, y) else "_" for x in range(COLUMNS)).upper()
        for y in reversed(range(field.height))
    ], height
