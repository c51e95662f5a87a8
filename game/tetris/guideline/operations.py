"""Changes to a field before its holes are looked for, in the words of solution-finder's `setup --operate`.

`row(2)` fills a row, `block(3,0)` a cell, `T-reverse(4,1)` the cells of a piece by its centre, `clear()` takes full
rows out. Columns and rows count from 0, from the left and the bottom.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from game.errors import BadInput
from game.tetris.guideline.field import COLUMNS, ROWS
from game.tetris.guideline.masks import Mask, full_rows, mask_of, row_mask, without_rows
from game.tetris.guideline.pieces import PIECES
from game.tetris.guideline.placement import Placement

Operation = Callable[[Mask], Mask]
TURNS = {"spawn": 0, "0": 0, "right": 1, "r": 1, "reverse": 2, "2": 2, "left": 3, "l": 3}
_FORM = re.compile(r"(\w+)(?:-(\w+))?\(\s*(?:(\d{1,2})\s*(?:,\s*(\d{1,2})\s*)?)?\)")


def operation_of(text: str) -> Operation:
    """The operation of a text. Raises `BadInput`."""
    match = _FORM.fullmatch(text.strip())
    if match is not None:
        name, turn = match[1].lower(), (match[2] or "").lower()
        numbers = [int(number) for number in match.groups()[2:] if number is not None]
        match name, turn, numbers:
            case "clear", "", []:
                return cleared
            case "row", "", [y] if y < ROWS:
                return lambda mask: mask | row_mask(y)
            case "block", "", [x, y] if x < COLUMNS and y < ROWS:
                return lambda mask: mask | mask_of([(x, y)])
            case letter, _, [x, y] if letter.upper() in PIECES and len(letter) == 1 and turn in TURNS:
                cells = Placement(PIECES.index(letter.upper()), TURNS[turn], x, y).cells
                if all(0 <= column < COLUMNS and 0 <= row < ROWS for column, row in cells):
                    return lambda mask: mask | mask_of(cells)
                raise BadInput(f"{text[:40]!r} puts a piece across the border of the field")
    raise BadInput(
        f"{text[:40]!r} is no operation; write row(2), block(3,0), T-reverse(4,1) (spawn, right, reverse or left) or "
        "clear(), with columns and rows from 0"
    )


def operated(mask: Mask, operations: Sequence[Operation]) -> Mask:
    """The cells behind all operations; full rows go last."""
    for operation in operations:
        mask = operation(mask)
    return cleared(mask)


def cleared(mask: Mask) -> Mask:
    """The cells without full rows."""
    return without_rows(mask, full_rows(mask))
