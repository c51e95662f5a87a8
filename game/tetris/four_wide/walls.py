"""Walls of finite height, and what can be counted between them: clears, rows sent, the chance to reach the end.

Each clear takes a row of the walls along, so walls of H rows feed at most H clears.

A four-wide combo clears one row a piece, without spins, so that only the part of a table that counts combos matters.
Two tables are those of guideline Tetris (`game.tetris.guideline.attack`). Those of the guideline, the older and the
newer, begin a piece earlier than the table `guideline` there: the second clear of a combo sends a row.
"""

from __future__ import annotations

from typing import NamedTuple

from game.errors import BadInput
from game.tetris.four_wide.model import Model
from game.tetris.guideline.attack import Clear, table_of

MOST_WALLS = 40  # rows: a board has no more

# Rows by the clears before this one, the last entry from then on.
_COMBOS = {
    "guideline": (0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5),
    "modern-guideline": (0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4),
}
_TABLES = {"cold-clear": "cold-clear", "tetrio": "tetr.io"}
ATTACKS = ("guideline", "cold-clear", "modern-guideline", "tetrio")


def rows_sent(attack: str, combo: int) -> int:
    """The rows that a single row sends after `combo` clears in a row. Raises `BadInput` for an unknown table."""
    if attack not in ATTACKS:
        raise BadInput(f"unknown attack table {attack[:40]!r}; known: {', '.join(ATTACKS)}")
    if attack in _TABLES:
        return table_of(_TABLES[attack]).attack(Clear(rows=1, combo=combo))
    combos = _COMBOS[attack]
    return combos[min(combo, len(combos) - 1)]


class Measure(NamedTuple):
    """What is counted: what each clear earns, by the clears before it, and what it is worth to reach the end."""

    earned: tuple[float, ...]
    end: float = 0.0


def clears(walls: int) -> Measure:
    """The number of clears."""
    return Measure((1.0,) * walls)


def chance(walls: int) -> Measure:
    """The chance to reach the end of the walls."""
    return Measure((0.0,) * walls, 1.0)


def attack(model: Model, walls: int, table: str) -> Measure:
    """The rows sent, by the name of an attack table. Raises `BadInput`, also for games in which two rows can clear."""
    if model.lines == "any" and model.residual > 3:
        raise BadInput("rows sent are counted where each piece clears one row: leave --lines any out")
    return Measure(tuple(float(rows_sent(table, combo)) for combo in range(walls)))


def demand_walls(walls: int) -> None:
    """Raises `BadInput` for walls that are too low or too high."""
    if not 1 <= walls <= MOST_WALLS:
        raise BadInput(f"walls have 1 to {MOST_WALLS} rows, not {walls}")
