"""Boards as sums of blocks, with a small table that knows the forms of the blocks seen lately.

A move changes one block of the board; if it closes a zone, also the sizes that count for the others. So the
form of a board after a move is put together from forms that are mostly known:

    units   int64[2^k, UNIT]     slot = hash of walls and sizes; a newer block overwrites an older one

            WALLS     the open walls of the block
            NOTES     | 41 tempo | 40 leaf | 32..36 size | 0..25 taken sizes up to the block's |
            HASH      of its form; 0 for a leaf
            MOVES     what can be played in it

    total   int64[TOTAL]         the sum over the blocks of one board

Size is that of a block in which something can still close, else 0: then the block is settled. A leaf is told
by its size alone and counts once, however many leaves of that size hang on the outside.
"""

from __future__ import annotations

from ai.bits import count_bits
from ai.kernel import inlined, tight
from ai.zuniq.endgame.forms import HASH, LARGEST, LEAVES, MOVES, TEMPO, make_form, mix
from ai.zuniq.topology import Topology, Words

UNIT_ROWS = 1 << 15  # 1 MB
WALLS, NOTES, UNIT_HASH, UNIT_MOVES, UNIT = range(5)
SUM_HASH, SUM_LEAVES, SUM_LARGEST, SUM_TEMPO, SUM_KEPT, SUM_MOVES, TOTAL = range(7)
_SIZES = (1 << 26) - 1
_SIZE_AT, _LEAF_AT, _TEMPO_AT = 32, 40, 41

_SPREAD = -0x61C8864680B583EB  # 2^64 / golden ratio
_TAKEN, _LEAVES, _TEMPO = 0x428A2F98D728AE23, 0x7137449123EF65CD, -0x4A3F043013B2C4D1
_SEED = 0x3956C25BF348B539  # so that the board without live walls, the most frequent of all, has no key 0


@inlined
def unit_of(
    grid: Topology, units: Words, walls: int, cells: int, taken: int, form: Words, walk: Words
) -> int:
    """The row of `units` with the form of a block, which is made now if it is not there."""
    sizes = taken & ((2 << count_bits(cells)) - 1)
    spread = (walls * _SPREAD ^ sizes) * _SPREAD
    row = (spread >> 40) & (len(units) - 1)
    if units[row, WALLS] != walls or units[row, NOTES] & _SIZES != sizes:
        _fill(grid, units[row], walls, sizes, form, walk)
    return row


@tight
def _fill(grid: Topology, unit: Words, walls: int, sizes: int, form: Words, walk: Words) -> None:
    make_form(grid, walls, sizes, form, walk)
    leaf = 1 if form[LEAVES] else 0
    unit[WALLS] = walls
    unit[NOTES] = sizes | form[LARGEST] << _SIZE_AT | leaf << _LEAF_AT | form[TEMPO] << _TEMPO_AT
    unit[UNIT_HASH] = form[HASH]
    unit[UNIT_MOVES] = form[MOVES]


@inlined
def add_unit(unit: Words, total: Words) -> None:
    """Add the form of a block to a total."""
    notes = unit[NOTES]
    size = notes >> _SIZE_AT & 31
    total[SUM_HASH] += unit[UNIT_HASH]
    total[SUM_LEAVES] |= (notes >> _LEAF_AT & 1) << size
    total[SUM_LARGEST] = max(total[SUM_LARGEST], size)
    total[SUM_TEMPO] ^= notes >> _TEMPO_AT & 1
    total[SUM_KEPT] |= unit[WALLS] if size else 0
    total[SUM_MOVES] += count_bits(unit[UNIT_MOVES])


@inlined
def key_of(total: Words, taken: int) -> int:
    """The key of the board that `total` sums up: equal for boards that are won or lost alike."""
    counting = taken & ((2 << total[SUM_LARGEST]) - 1)
    rest = counting * _TAKEN + total[SUM_LEAVES] * _LEAVES + total[SUM_TEMPO] * _TEMPO
    return mix(total[SUM_HASH] + rest + _SEED)
