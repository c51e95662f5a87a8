"""Perfect clears with the pieces that can be seen, found whole instead of by chance.

A search by value seldom finds them: on the way there the field looks bad. There are few fields from which one is still
possible, so all of them can be looked at (`perfect_clear.py`), most often in less than a millisecond.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ai.tetris.guideline.perfect_clear import Search, Ways
from game.tetris.guideline import COLUMNS, Field, System

MOST_ROWS = 6  # that are emptied; more pieces than that takes can never be seen
MOST_WAYS = 8  # that are handed on, of all there are


def clears_in_sight(
    field: Field, pieces: Sequence[int], hold: bool, most: int, system: System = "srs"
) -> tuple[list[list[int]], int]:
    """Ways to empty the field with the next pieces, MOST_WAYS at most; and how many fields were looked at.

    A way is a list of placements in words of `kernels/layout.py`, without spins. `pieces` in their order, the held one
    first; without `hold` they are placed as they come. Ways of the fewest rows only. After `most` fields it gives up.
    """
    looked = 0
    for rows, needed in _sizes(field, len(pieces)):
        search = Search(field, rows, [Counter(pieces[: k + 1 + hold]) for k in range(needed)], system)
        for looked_here in search.slices():
            if looked + looked_here > most:
                return [], looked + looked_here
        looked += search.looked
        if search.ways:
            found = [_way(search.ways, number) for number in range(MOST_WAYS)]
            return [way for number, way in enumerate(found) if way not in found[:number]], looked
    return [], looked


def _sizes(field: Field, pieces: int) -> Iterator[tuple[int, int]]:
    """Rows that can be emptied, and the pieces it takes."""
    for rows in range(max(1, field.height), MOST_ROWS + 1):
        empty = COLUMNS * rows - field.cells
        if empty % 4 == 0 and 0 < empty // 4 <= pieces:
            yield rows, empty // 4


def _way(ways: Ways, number: int) -> list[int]:
    """One way to the end: `number` says which edge to take where there are several, digit by digit."""
    node, way = 0, []
    while len(edges := ways.edges[ways.starts[node] : ways.starts[node + 1]]):
        number, turn = divmod(number, len(edges))
        node, at = map(int, edges[turn])
        way.append(at)
    return way
