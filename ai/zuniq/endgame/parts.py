"""Boards as sums of parts, with a small table that knows the forms of the parts seen lately.

A move changes one block of the board; if it closes a zone, also the sizes that count for the others. So the
form of a board after a move is mostly put together from forms that are known:

    units   int64[2^k, UNIT]     WALLS, SIZES of the part, then its form      slot = hash of WALLS and SIZES
    total   int64[TOTAL]         the sum over the parts of one board

The table is a cache of one core's size (2^14 rows, 1 MB): a newer part overwrites an older one.
"""

from __future__ import annotations

from ai.bits import count_bits
from ai.kernel import inlined, tight
from ai.zuniq.endgame.forms import HASH, KEPT, LARGEST, LEAVES, MOVES, TEMPO, make_form, mix
from ai.zuniq.topology import Topology, Words

UNIT_ROWS = 1 << 14
WALLS, SIZES, UNIT_HASH, UNIT_MOVES, UNIT_KEPT, UNIT_LEAVES, UNIT_LARGEST, UNIT_TEMPO, UNIT = range(9)
SUM_HASH, SUM_LEAVES, SUM_LARGEST, SUM_TEMPO, SUM_KEPT, SUM_MOVES, TOTAL = range(7)

_SPREAD = -0x61C8864680B583EB  # 2^64 / golden ratio
_TAKEN, _LEAVES, _TEMPO = 0x428A2F98D728AE23, 0x7137449123EF65CD, -0x4A3F043013B2C4D1
_SEED = 0x3956C25BF348B539  # so that the board without live walls, the most frequent of all, has no key 0


@inlined
def unit_of(grid: Topology, units: Words, walls: int, sizes: int, form: Words, desk: Words) -> int:
    """The row of `units` with the part `walls` under the taken `sizes`, filled in now if it is not there."""
    spread = (walls * _SPREAD ^ sizes) * _SPREAD
    row = (spread >> 44) & (len(units) - 1)
    if units[row, WALLS] != walls or units[row, SIZES] != sizes:
        _fill(grid, units[row], walls, sizes, form, desk)
    return row


@tight
def _fill(grid: Topology, unit: Words, walls: int, sizes: int, form: Words, desk: Words) -> None:
    make_form(grid, walls, sizes, form, desk)
    unit[WALLS] = walls
    unit[SIZES] = sizes
    unit[UNIT_HASH] = form[HASH]
    unit[UNIT_MOVES] = form[MOVES]
    unit[UNIT_KEPT] = form[KEPT]
    unit[UNIT_LEAVES] = form[LEAVES]
    unit[UNIT_LARGEST] = form[LARGEST]
    unit[UNIT_TEMPO] = form[TEMPO]


@inlined
def add_unit(unit: Words, total: Words) -> None:
    """Add the form of a part to a total."""
    total[SUM_HASH] += unit[UNIT_HASH]
    total[SUM_LEAVES] |= unit[UNIT_LEAVES]
    total[SUM_LARGEST] = max(total[SUM_LARGEST], unit[UNIT_LARGEST])
    total[SUM_TEMPO] ^= unit[UNIT_TEMPO]
    total[SUM_KEPT] |= unit[UNIT_KEPT]
    total[SUM_MOVES] += count_bits(unit[UNIT_MOVES])


@inlined
def key_of(total: Words, taken: int) -> int:
    """The key of the board that `total` sums up: equal for boards that are won or lost alike."""
    counting = taken & ((2 << total[SUM_LARGEST]) - 1)
    rest = counting * _TAKEN + total[SUM_LEAVES] * _LEAVES + total[SUM_TEMPO] * _TEMPO
    return mix(total[SUM_HASH] + rest + _SEED)
