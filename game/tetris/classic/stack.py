"""A board that is played on in place, for going through very many placements in plain Python.

It knows only straight drops from above the stack. While the `SKY` is free, no rule set refuses a drop that it allows on
the empty board and that rests in row `LEAST` or below, so nothing has to be tried. Otherwise such a drop is the right
one still, but whether the piece could get there is left to the rules.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from game.tetris.classic.board import Board
from game.tetris.classic.coding import alphabets
from game.tetris.classic.pieces import MASKS, SHAPES
from game.tetris.classic.rules import DECIDED, RuleName, Rules

# by rule set: the rows from the top in which a piece turns and moves before it falls; and the first row in which one
# that came from above rests just as one that falls from there does
SKY: dict[RuleName, int] = {"spawn": 4, "simplified": 0, "fahey": DECIDED + 4}
LEAST: dict[RuleName, int] = {"spawn": 0, "simplified": 0, "fahey": DECIDED}


class Drop(NamedTuple):
    """A piece in one rotation over its columns: what it takes to find where it stops, and to put it there.

    `soles`: by column, the first row of the bounding box below the piece. `crowns`: by column, its topmost
    row. `masks`: the rows of the bounding box as bits of the board's rows.
    """

    rotation: int
    x: int
    soles: tuple[tuple[int, int], ...]
    crowns: tuple[tuple[int, int], ...]
    masks: tuple[int, ...]


@lru_cache(maxsize=32)
def drops(rules: Rules) -> tuple[dict[int, Drop], ...]:
    """By piece and column byte: all straight drops of the empty board."""
    return tuple(
        {column: _drop(piece, *divmod(column, rules.width)) for column in columns}
        for piece, columns in enumerate(alphabets(rules))
    )


def _drop(piece: int, rotation: int, x: int) -> Drop:
    rows: dict[int, list[int]] = {}
    for column, row in SHAPES[piece][rotation]:
        rows.setdefault(x + column, []).append(row)
    return Drop(
        rotation,
        x,
        tuple((column, max(each) + 1) for column, each in rows.items()),
        tuple((column, min(each)) for column, each in rows.items()),
        tuple(mask << x for mask in MASKS[piece][rotation]),
    )


class Stack:
    """A board in place: `rows` as in `Board`, `outline` by column."""

    __slots__ = ("full_row", "height", "outline", "rows", "width")

    def __init__(self, board: Board) -> None:
        self.load(board)

    def load(self, board: Board) -> None:
        """Take over another board."""
        self.width, self.height, self.full_row = board.width, board.height, board.full_row
        self.rows, self.outline = list(board.rows), list(board.outline)

    def calm(self, sky: int) -> bool:
        """Whether so many rows from the top are free."""
        return not any(self.rows[:sky])

    @property
    def board(self) -> Board:
        """The board as it is now."""
        return Board(self.width, self.height, tuple(self.rows))

    def rest(self, drop: Drop) -> int:
        """The row where a piece comes to rest that falls from above; negative where the stack is too high."""
        outline = self.outline
        return min([outline[column] - sole for column, sole in drop.soles])

    def land(self, drop: Drop, y: int) -> None:
        """Put a piece where it rests, row 0 or below, and take the full rows away."""
        rows, outline = self.rows, self.outline
        for row, mask in enumerate(drop.masks, y):
            rows[row] |= mask
        for column, crown in drop.crowns:
            outline[column] = y + crown
        if self.full_row in rows[y : y + len(drop.masks)]:
            self._clear(y, y + len(drop.masks))

    def _clear(self, first: int, end: int) -> None:
        """Take away the full rows among `first` to `end` - 1; what was above them falls."""
        rows = self.rows
        for y in range(first, end):
            if rows[y] == self.full_row:
                del rows[y]
                rows.insert(0, 0)
        for column, y in enumerate(self.outline):
            bit = 1 << column
            while y < self.height and not rows[y] & bit:
                y += 1
            self.outline[column] = y
