"""The board of classic Tetris: which cells are filled, where a piece fits, what is left when rows go.

Columns x from the left, rows y from the **top**, both from 0.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from game.errors import BadInput
from game.tetris.classic.pieces import MASKS, PIECES, WIDTHS

MIN_COLUMNS, MAX_COLUMNS = 4, 32
MIN_ROWS, MAX_ROWS = 4, 40
EMPTY = ".-_"
FILLED = "xX#" + PIECES + PIECES.lower()
SIZES = f"{MIN_COLUMNS}x{MIN_ROWS} to {MAX_COLUMNS}x{MAX_ROWS}"


def parse_size(text: str) -> tuple[int, int]:
    """Columns and rows of `10x20`. Raises `BadInput` unless they are 4 to 32 and 4 to 40."""
    match = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", text.strip())
    if not match:
        raise BadInput(f"{text[:40]!r} is not a board size; write COLUMNSxROWS, {SIZES}")
    width, height = int(match[1]), int(match[2])
    check_size(width, height)
    return width, height


def check_size(width: int, height: int) -> None:
    """Raises `BadInput` for a board that is too small or too large."""
    if not (MIN_COLUMNS <= width <= MAX_COLUMNS and MIN_ROWS <= height <= MAX_ROWS):
        raise BadInput(f"a board of {width}x{height} is not possible; sizes go from {SIZES}")


@dataclass(frozen=True)
class Board:
    """A board: `rows[0]` is the top row, bit x of a row is its column x. Raises `BadInput` for bad sizes."""

    width: int
    height: int
    rows: tuple[int, ...]

    def __post_init__(self) -> None:
        check_size(self.width, self.height)
        if len(self.rows) != self.height or min(self.rows) < 0 or max(self.rows) > self.full_row:
            raise BadInput(f"a board of {self.size} needs {self.height} rows of {self.width} cells")

    @classmethod
    def empty(cls, width: int = 10, height: int = 20) -> Board:
        """A board without filled cells."""
        return cls(width, height, (0,) * height)

    @classmethod
    def parse(cls, text: str, size: tuple[int, int] | None = None) -> Board:
        """The board of text rows, top row first: `.` `-` `_` empty; `x` `X` `#` or a piece's letter filled.

        `size` is (columns, rows); rows above those given are empty. Without it the board is as large as the
        text. Rows may also be parted by `/`. Raises `BadInput` for rows that are ragged, full or too many.
        """
        lines = [line.strip() for line in text.strip().replace("/", "\n").splitlines()]
        width, height = size or (len(lines[0]) if lines else 0, len(lines))
        if size is None and not lines:
            raise BadInput("the board has no rows; write one text row a line, '.' empty and 'x' filled")
        if len(lines) > height:
            raise BadInput(f"the board has {len(lines)} rows, and {height} are allowed on {width}x{height}")
        for number, line in enumerate(lines, 1):
            if len(line) != width:
                raise BadInput(f"row {number} of the board has {len(line)} cells; it needs {width}")
        check_size(width, height)
        rows = [_row(line, number) for number, line in enumerate(lines, 1)]
        return cls(width, height, (*[0] * (height - len(rows)), *rows))

    def __str__(self) -> str:
        """All rows as text, top row first, `x` filled and `.` empty; `parse` reads it."""
        return "\n".join(
            "".join("x" if row >> x & 1 else "." for x in range(self.width)) for row in self.rows
        )

    @property
    def size(self) -> str:
        """`10x20`: columns and rows."""
        return f"{self.width}x{self.height}"

    @property
    def full_row(self) -> int:
        """A row with all its cells filled."""
        return (1 << self.width) - 1

    @property
    def short(self) -> str:
        """The rows from the first filled one on, parted by `/`; empty for an empty board."""
        lines = str(self).split("\n")
        return "/".join(lines[self.top :])

    @cached_property
    def top(self) -> int:
        """The first row with a filled cell; the height if there is none."""
        return next((y for y, row in enumerate(self.rows) if row), self.height)

    @cached_property
    def outline(self) -> tuple[int, ...]:
        """By column: the row of its topmost filled cell; the height if it is empty."""
        return tuple(
            next((y for y, row in enumerate(self.rows) if row >> x & 1), self.height)
            for x in range(self.width)
        )

    @property
    def cells(self) -> int:
        """The number of filled cells."""
        return sum(map(int.bit_count, self.rows))

    def filled(self, x: int, y: int) -> bool:
        """Return True if the cell in column `x` and row `y` is filled."""
        return bool(self.rows[y] >> x & 1)

    def fits(self, piece: int, rotation: int, x: int, y: int) -> bool:
        """Return True if the piece lies between the walls, above the floor and on free cells only.

        Cells above the top row (y below 0) count as free.
        """
        masks = MASKS[piece][rotation]
        if x < 0 or x + WIDTHS[piece][rotation] > self.width or y + len(masks) > self.height:
            return False
        rows = self.rows
        for row, mask in enumerate(masks, y):  # noqa: SIM110 (a loop takes half the time)
            if row >= 0 and rows[row] & mask << x:
                return False
        return True

    def drop(self, piece: int, rotation: int, x: int, y: int = 0) -> int:
        """The row at which a piece comes to rest that falls straight from row `y`, where it must fit."""
        y = max(y, self.top - len(MASKS[piece][rotation]))  # nothing lies above the top
        while self.fits(piece, rotation, x, y + 1):
            y += 1
        return y

    def landed(self, piece: int, rotation: int, x: int, y: int) -> Board:
        """The board with the piece's cells filled; full rows are still there. The piece must fit on it."""
        rows = list(self.rows)
        for row, mask in enumerate(MASKS[piece][rotation], y):
            rows[row] |= mask << x
        return Board(self.width, self.height, tuple(rows))

    @property
    def full_rows(self) -> tuple[int, ...]:
        """The rows that are full, from the top: those that go once a piece has landed."""
        return tuple(y for y, row in enumerate(self.rows) if row == self.full_row)

    def cleared(self) -> Board:
        """The board without its full rows; everything above them has fallen."""
        items = [row for row in self.rows if row != self.full_row]
        return Board(self.width, self.height, (*[0] * (self.height - len(items)), *items))

    def place(self, piece: int, rotation: int, x: int, y: int) -> tuple[Board, int]:
        """The board once the piece has landed and the full rows are gone, and how many went."""
        landed = self.landed(piece, rotation, x, y)
        return landed.cleared(), len(landed.full_rows)


def _row(line: str, number: int) -> int:
    """The bits of a text row. Raises `BadInput` for a letter that is no cell, and for a full row."""
    row = 0
    for x, cell in enumerate(line):
        if cell in FILLED:
            row |= 1 << x
        elif cell not in EMPTY:
            raise BadInput(
                f"row {number} of the board has {cell!r} in column {x + 1}; "
                "'.', '-' or '_' is empty, 'x', '#' or a piece's letter is filled"
            )
    if row == (1 << len(line)) - 1:
        raise BadInput(f"row {number} of the board is full; full rows are gone as soon as they are made")
    return row
