"""The key of a board: equal for boards that the side to move wins or loses alike.

A board is first brought into a canonical form, from which the key is then mixed afresh. Keeping a Zobrist
key up to date move by move would not be faster: one closed zone or one new dead bridge fixes many walls at
once, while mixing three words takes six multiplications. The form consists of

    live     the open walls, without those below                                    one word
    taken    the taken sizes, without those larger than the largest block with a free size
    loose    the parity of the moves left in settled regions (`bridges.settled`)    one bit
    hanging  by cell: how many cells hang on it behind dead bridges, and the parity of their loose moves

        outside --+-- a --- b - - x y        b - - x is dead: sizes 1 and 2 are taken. The walls of x and y
                  |         |         :      are not live; b carries the weight 2. Whether x - y can still be
                  +-- c --- d         :      closed in does not matter, only how many cells b brings with it

Why this is sound: two loose moves of one dead region cancel out (whoever draws one is answered by the other),
and one is as good as another. A region straight at the outside can never become part of a zone, so all those
share one parity. A region hanging on an inner cell may be swallowed by a zone of that cell, with its loose
moves and its cells, so it is kept apart, by its cell. Which walls it has, and how many regions hang there, is
nothing to the rest. The game is impartial: a value for the side to move needs no bit for the player.

While many walls are open and nothing hangs, mirrored and turned boards get one key as well.

Apart from `descent`: the key is defined by the rules and tested by itself.
"""

from __future__ import annotations

from ai.bits import count_bits, lowest_bit
from ai.kernel import tight
from ai.zuniq.bridges import BLOCKS, first_free, walls_of
from ai.zuniq.topology import IMAGE_BYTES, Topology, Words

SYMMETRIC_WALLS = 48  # boards with at least so many live walls share a key with their images
# Odd constants: fractional parts of square roots of primes, as in SHA-512.
_SPREAD_1, _SPREAD_2 = 0x6A09E667F3BCC909, -0x4498517A7B3558C5
_TAKEN, _LOOSE = 0x3C6EF372FE94F82B, -0x5AB00AC5A0E2C90F
_WEIGHT, _ODD = 0x510E527FADE682D1, -0x64FA9773D4C193E1
_LOW_HALF = 0xFFFFFFFF
_SEED = 0x1F83D9ABFB41BD6B  # keeps the board without live walls, the most frequent of all, away from key 0


@tight
def position_key(
    grid: Topology, open_walls: int, taken: int, bridges: int, blocks: int, far: Words, work: Words
) -> int:
    """The key of a board, any 64-bit number, from the results of `find_bridges` on it."""
    free = first_free(taken)
    live = open_walls
    loose = 0
    largest = 0
    for k in range(blocks):
        block = work[BLOCKS + k]
        size = count_bits(block)
        if size < free:
            inside = walls_of(grid, block) & open_walls
            loose += count_bits(inside) - size
            live &= ~inside
        else:
            largest = max(largest, size)
    hanging = 0
    if free > 1:
        live, hanging = _hang_dead_regions(grid, open_walls, live, bridges, free, far)
    if hanging == 0 and count_bits(live) >= SYMMETRIC_WALLS:
        live = least_image(grid, live)
    rest = (taken & ((2 << largest) - 1)) * _TAKEN + (loose & 1) * _LOOSE + hanging
    return _mix(_mix(live + _SEED) + rest)


@tight
def _hang_dead_regions(
    grid: Topology, open_walls: int, live: int, bridges: int, free: int, far: Words
) -> tuple[int, int]:
    """The live walls without those of dead regions, and a sum that tells what hangs on which cell."""
    dead_walls = 0
    dead_cells = 0
    rest = bridges & live
    while rest:
        wall = lowest_bit(rest)
        rest &= rest - 1
        if count_bits(far[wall]) < free:
            dead_walls |= 1 << wall
            dead_cells |= far[wall]
    hanging = 0
    odd = 0
    while dead_walls:
        wall = lowest_bit(dead_walls)
        dead_walls &= dead_walls - 1
        region = far[wall]
        side = grid.sides[wall, 0]
        cell = grid.sides[wall, 1] if region >> side & 1 else side
        if not dead_cells >> cell & 1:
            inside = walls_of(grid, region) & open_walls
            size = count_bits(region)
            hanging += size * _mix(cell + _WEIGHT)
            if (count_bits(inside) - size) & 1:
                odd ^= _mix(cell + _ODD)
            live &= ~inside
    return live, hanging + odd


@tight
def _mix(word: int) -> int:
    """A 64-bit permutation in which every bit of the result depends on every bit of the word."""
    word = (word ^ (word >> 32 & _LOW_HALF)) * _SPREAD_1
    word = (word ^ (word >> 32 & _LOW_HALF)) * _SPREAD_2
    return word ^ (word >> 32 & _LOW_HALF)


@tight
def least_image(grid: Topology, walls: int) -> int:
    """The smallest of the words that the symmetries of the board make of a set of walls."""
    least = walls
    for k in range(1, len(grid.images)):
        image = 0
        for byte in range(IMAGE_BYTES):
            image |= grid.images[k, byte, walls >> 8 * byte & 255]
        least = min(least, image)
    return least
