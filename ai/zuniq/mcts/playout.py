"""Random games, played to the end: uniform over the legal walls at every step.

A candidate is drawn from the set of walls that may still become legal, and refused if it is illegal:
what is accepted is uniform over the legal ones.

A wall whose size is taken waits until the next turn, since it may close a smaller zone later. It is gone
for good if all sizes up to its own are taken, or if it lies inside a closed zone. The game is over when
nothing is left that was not refused this turn.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.bits import count_bits, lowest_bit, nth_bit
from ai.kernel import inlined, small, tight
from ai.zuniq.bridges import walls_of
from ai.zuniq.topology import Topology, Words, topology
from game.zuniq.grid import Grid
from game.zuniq.state import State

# The board as playouts and the tree see it: one 32-bit word a dot, and no search for bridges at all.
#
# Walls are edges between dots. Two dots that are joined by walls carry the same label, and every dot knows
# which cells lie to the left of the way that leads to it:
#
#     dot word    31         25 24                       0
#                 | label      | cells left of the way    |     label: number of a dot, 0 to 35
#                                                               cells: bit i for cell i, row by row
#
# "The way" is the tree of walls that joined the dots, walked from the label's dot; a vertical wall of it
# counts the cells to its left in its row, a horizontal wall counts none, and what is counted twice cancels
# (exclusive or). For an undrawn wall between dots a and b let  x = word[a] ^ word[b] ^ left[wall]:
#
#     label of x not 0   the dots are not joined yet: the wall closes nothing. Drawing it gives every dot
#                        with b's label  word ^= x,  which renames it and corrects its cells in one step.
#     label of x 0       the wall and the ways to its dots form a loop, and the cells of x are exactly the
#                        cells inside (a ray to the left crosses the loop an odd number of times). Taking
#                        away the closed ones leaves the zone that the wall would close.
#
# That the rest is one zone follows from "one move closes at most one": any other open cell inside the loop
# would have been cut off before. The words do not change when a zone is closed.

DOTS = 40  # 36 dots, rounded up to whole vector registers; the last four are never joined
SHIFT = 25
LABEL = 1 << SHIFT
CELLS = LABEL - 1

# The words of a board besides its dots: walls that are undrawn and outside closed zones, cells of closed
# zones, sizes taken (bit s: a zone of s cells exists).
OPEN, CLOSED, TAKEN = range(3)

Dots = NDArray[np.uint32]


class Walls(NamedTuple):
    """The tables of one grid: by wall its two dots, and the cells to its left."""

    first: NDArray[np.uint8]
    second: NDArray[np.uint8]
    left: Dots


@lru_cache(maxsize=25)
def wall_tables(grid: Grid) -> Walls:
    """The tables of `grid`; built once per size."""
    first, second, left = [], [], []
    for wall in range(grid.walls):
        (row, column), (row2, column2) = grid.dots(wall)
        first.append(row * grid.columns + column)
        second.append(row2 * grid.columns + column2)
        upright = wall >= grid.horizontal
        left.append(sum(1 << grid.cell(row, c) for c in range(column)) if upright else 0)
    return Walls(
        np.array(first, np.uint8),
        np.array(second, np.uint8),
        np.array(left, np.uint32),
    )


def empty_dots() -> Dots:
    """The words of dots that no wall joins: every dot its own label."""
    return (np.arange(DOTS) << SHIFT).astype(np.uint32)


def scratch_dots() -> Dots:
    """Room for the words of one board's dots."""
    return np.empty(DOTS, np.uint32)


@inlined
def join(dots: Dots, wall: int, walls: Walls, loop: int) -> None:
    """Draw a wall between dots that are not joined; `loop` is its x (see above)."""
    change = np.uint32(loop)
    label = np.uint32(dots[walls.second[wall]] >> np.uint32(SHIFT))
    for dot in range(DOTS):
        word = dots[dot]
        dots[dot] = word ^ (change if np.uint32(word >> np.uint32(SHIFT)) == label else np.uint32(0))


@inlined
def copy_position(dots: Dots, board: Words, to_dots: Dots, to_board: Words) -> None:
    """Write one position over another."""
    for dot in range(DOTS):
        to_dots[dot] = dots[dot]
    for word in range(3):
        to_board[word] = board[word]


@inlined
def gather(dots: Dots, open_walls: int, walls: Walls) -> None:
    """Set `dots` to those of a board whose open walls are known, walls inside zones taken as drawn.

    That joins dots inside closed zones, whose cells are taken away from every loop anyway.
    """
    for dot in range(DOTS):
        dots[dot] = dot << SHIFT
    for wall in range(len(walls.left)):
        loop = int(np.int64(dots[walls.first[wall]] ^ dots[walls.second[wall]] ^ walls.left[wall]))
        if loop >= LABEL and not (open_walls >> wall) & 1:
            join(dots, wall, walls, loop)


@small
def play(dots: Dots, board: Words, wall: int, walls: Walls, grid: Topology) -> int:
    """The cells of the zone that drawing a legal `wall` closes, 0 for none; `dots` and `board` follow."""
    loop = int(np.int64(dots[walls.first[wall]] ^ dots[walls.second[wall]] ^ walls.left[wall]))
    board[OPEN] &= ~(1 << wall)
    if loop >= LABEL:
        join(dots, wall, walls, loop)
        return 0
    zone = loop & ~board[CLOSED]
    board[CLOSED] |= zone
    board[TAKEN] |= 1 << count_bits(zone)
    board[OPEN] &= ~walls_of(grid, zone)
    return int(zone)


def replay(state: State) -> tuple[Dots, Words]:
    """The dots and the board of `state`, its moves played one by one."""
    walls, grid = wall_tables(state.grid), topology(state.grid)
    dots, board = empty_dots(), np.array([grid.full, 0, 0], np.int64)
    for wall in state.moves:
        play(dots, board, wall, walls, grid)
    return dots, board


Randomness = NDArray[np.uint64]  # one word: the state of the generator
Candidates = NDArray[np.uint8]

MOST_WALLS = 64

# splitmix64 (Steele, Lea, Flood 2014): a counter and a mixer, so that draws do not wait for each other.
STEP = np.uint64(0x9E3779B97F4A7C15)
MIX_1, MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
HALF, FIRST_SHIFT, SECOND_SHIFT = np.uint64(32), np.uint64(30), np.uint64(27)


@inlined
def below(limit: int, state: Randomness) -> int:
    """A random number from 0 to `limit` - 1; the error of the scaling is under `limit` / 2**32."""
    state[0] += STEP
    word = state[0]
    word = (word ^ (word >> FIRST_SHIFT)) * MIX_1
    word = (word ^ (word >> SECOND_SHIFT)) * MIX_2
    return int(np.int64(((word >> HALF) * np.uint64(limit)) >> HALF))


@inlined
def play_out(
    dots: Dots,
    live: int,
    closed: int,
    taken: int,
    walls: Walls,
    grid: Topology,
    state: Randomness,
    played: Words,
) -> int:
    """The number of moves of a random game from here, where the walls `live` are open; `dots` are used up.

    `played` receives two sets of walls: those of the side to move, those of the other side.
    """
    plies = refused = 0
    mine = theirs = 0
    while live:
        bit = nth_bit(live, below(count_bits(live), state))
        wall = lowest_bit(bit)
        live ^= bit
        loop = int(np.int64(dots[walls.first[wall]] ^ dots[walls.second[wall]] ^ walls.left[wall]))
        if loop >= LABEL:
            join(dots, wall, walls, loop)
        else:
            zone = loop & ~closed
            size = 1 << count_bits(zone)
            if taken & size:
                up_to_size = 2 * size - 2
                if taken & up_to_size != up_to_size:
                    refused |= bit
                continue
            taken |= size
            closed |= zone
            outside = ~walls_of(grid, zone)
            live &= outside
            refused &= outside
        plies += 1
        mine, theirs = theirs, mine | bit
        live |= refused
        refused = 0
    if plies & 1:
        mine, theirs = theirs, mine
    played[0], played[1] = mine, theirs
    return plies


class Playouts(NamedTuple):
    """Room for playouts from one position; `room_for_playouts` makes it."""

    dots: Dots
    played: Words


def room_for_playouts() -> Playouts:
    """Room for playouts on any grid."""
    return Playouts(scratch_dots(), np.zeros(2, np.int64))


@tight
def count_lengths(
    games: int,
    dots: Dots,
    board: Words,
    walls: Walls,
    grid: Topology,
    state: Randomness,
    room: Playouts,
    lengths: Words,
) -> None:
    """Play `games` random games from one position; `lengths[n]` grows by the number that took n moves."""
    closed, taken = board[CLOSED], board[TAKEN]
    for _ in range(games):
        for dot in range(DOTS):
            room.dots[dot] = dots[dot]
        plies = play_out(room.dots, board[OPEN], closed, taken, walls, grid, state, room.played)
        lengths[plies] += 1
