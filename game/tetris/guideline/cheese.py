"""Boards of garbage rows, as in races to dig them away: each row is full but for a hole."""

from __future__ import annotations

from random import Random

from game.tetris.guideline.field import COLUMNS


def cheese(rows: int, messiness: int, chance: Random) -> str:
    """The text of a board with so many rows of garbage, the top one first.

    `messiness` is the chance in percent that a hole is not below the one of the row above; then it is in another
    column.
    """
    lines, hole = list[str](), chance.randrange(COLUMNS)
    for number in range(rows):
        if number and chance.randrange(100) < messiness:
            hole = (hole + 1 + chance.randrange(COLUMNS - 1)) % COLUMNS
        lines.append("#" * hole + "." + "#" * (COLUMNS - 1 - hole))
    return "/".join(lines)


def hole_below(board: str) -> int:
    """The column of the hole in the lowest row of such a board, with which the next row has to do."""
    return board.rpartition("/")[2].index(".")
