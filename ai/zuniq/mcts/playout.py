"""Random games, played to the end: uniform over the legal walls at every step.

A candidate is drawn from the list of walls that may still become legal, and refused if it is illegal:
what is accepted is uniform over the legal ones. The list has three parts:

    | 0 .. live-1: not refused this turn | live .. live+refused-1: refused this turn | gone |

A wall whose size is taken waits until the next turn, since it may close a smaller zone later. It is gone
for good if all sizes up to its own are taken, or if it lies inside a closed zone. The game is over when
nothing is left that was not refused this turn.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.bits import count_bits
from ai.kernel import inlined, tight
from ai.zuniq.mcts.dots import CLOSED, DOTS, LABEL, OPEN, TAKEN, Dots, Walls, join, scratch_dots
from ai.zuniq.topology import Words

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
def list_walls(wanted: int, candidates: Candidates) -> int:
    """The number of walls in the set `wanted`, which are written to the head of `candidates`."""
    found = 0
    for wall in range(MOST_WALLS - 1):
        candidates[found] = wall
        found += (wanted >> wall) & 1
    return found


@inlined
def play_out(
    dots: Dots,
    closed: int,
    taken: int,
    candidates: Candidates,
    live: int,
    walls: Walls,
    state: Randomness,
    played: Words,
) -> int:
    """The number of moves of a random game from here; `dots` and `candidates` are used up.

    `played` receives two sets of walls: those of the side to move, those of the other side.
    """
    plies = refused = 0
    mine = theirs = 0
    while live > 0:
        pick = below(live, state)
        wall = int(np.int64(candidates[pick]))
        last = live - 1
        loop = int(np.int64(dots[walls.first[wall]] ^ dots[walls.second[wall]] ^ walls.left[wall]))
        if closed & walls.beside[wall]:
            candidates[pick] = candidates[last]
            candidates[last] = candidates[last + refused]
            live = last
            continue
        if loop >= LABEL:
            join(dots, wall, walls, loop)
        else:
            zone = loop & ~closed
            size = 1 << count_bits(zone)
            if taken & size:
                candidates[pick] = candidates[last]
                up_to_size = 2 * size - 2
                if taken & up_to_size == up_to_size:
                    candidates[last] = candidates[last + refused]
                else:
                    candidates[last] = wall
                    refused += 1
                live = last
                continue
            taken |= size
            closed |= zone
        plies += 1
        mine, theirs = theirs, mine | 1 << wall
        candidates[pick] = candidates[last]
        candidates[last] = candidates[last + refused]
        live = last + refused
        refused = 0
    if plies & 1:
        mine, theirs = theirs, mine
    played[0], played[1] = mine, theirs
    return plies


class Playouts(NamedTuple):
    """Room for playouts from one position; `room_for_playouts` makes it."""

    dots: Dots
    start: Candidates
    candidates: Candidates
    played: Words


def room_for_playouts() -> Playouts:
    """Room for playouts on any grid."""
    start, candidates = np.zeros(MOST_WALLS, np.uint8), np.zeros(MOST_WALLS, np.uint8)
    return Playouts(scratch_dots(), start, candidates, np.zeros(2, np.int64))


@tight
def count_lengths(
    games: int, dots: Dots, board: Words, walls: Walls, state: Randomness, room: Playouts, lengths: Words
) -> None:
    """Play `games` random games from one position; `lengths[n]` grows by the number that took n moves."""
    live = list_walls(board[OPEN], room.start)
    closed, taken = board[CLOSED], board[TAKEN]
    for _ in range(games):
        for dot in range(DOTS):
            room.dots[dot] = dots[dot]
        for place in range(MOST_WALLS):
            room.candidates[place] = room.start[place]
        plies = play_out(room.dots, closed, taken, room.candidates, live, walls, state, room.played)
        lengths[plies] += 1
