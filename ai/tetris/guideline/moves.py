"""Placements and ways to them by the kernels, as values of the rules: `game.tetris.guideline.movement`, but fast."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ai.bits import highest_bit
from ai.kernel import inlined, tight
from ai.tetris.guideline.kernels.layout import (
    ALL_MINI,
    BOTTOM,
    BY_CORNERS,
    FORMS,
    GRAVITY_BIT,
    K_AFTER,
    K_COUNT,
    K_KICKS,
    K_LAST,
    KICK_WORDS,
    KICKS,
    MOST_PLACEMENTS,
    NEVER,
    OTHERS_SHIFT,
    SPIN_BITS,
    SYSTEM_BITS,
    T_SPINS_SHIFT,
    Words,
    fallen,
    field_words,
    kick_table,
    orientation_of,
    piece_of,
    placement_word,
    placements_of,
    spin_of,
    ways_of,
    x_of,
    y_of,
)
from ai.tetris.guideline.kernels.placing import LINE_WORDS, NO_PIECE, count_sequences, list_placements
from ai.tetris.guideline.kernels.reach import (
    FIRST,
    FITS,
    FRONT,
    MAP,
    NOTHING,
    ROOM_WORDS,
    START,
    THREE,
    find_landings,
    immobile_rows,
    start_row,
)
from game.tetris.guideline import COLUMNS, Field, Placement, System
from game.tetris.guideline.movement import ACTIONS, Gravity, Input, Start
from game.tetris.guideline.pieces import T
from game.tetris.guideline.placement import FULL, MINI
from game.tetris.guideline.spins import SpinRule

# The fewest inputs that lock a piece where it shall go: a breadth-first search over poses and spins.
#
#     state = ((orientation * 16 + column of the maps) * 64 + bit of the row) * 4 + spin
#
# Poses are those of the maps in `reach.py`: the centre is that of the canonical form with the same cells.

LEFT, RIGHT, CLOCKWISE, COUNTERCLOCKWISE, HALF, DOWN = map(
    ACTIONS.index, ("left", "right", "cw", "ccw", "flip", "down")
)
DROP, ACTION_NUMBERS = len(ACTIONS), len(ACTIONS)
STATES = 4 * MAP * 64 * 4
MOST_INPUTS = 4_096


@inlined
def _state(orientation: int, x: int, bit: int, spin: int) -> int:
    return ((orientation * MAP + x) * 64 + bit) * 4 + spin


@tight
def find_path(
    field: Words, at: int, ways: int, path: Words, origins: Words, waiting: Words, room: Words
) -> int:
    """Write the fewest inputs that end in the placement `at` into `path` (MOST_INPUTS); how many, 0 if there is no way.

    Inputs are numbers of ACTIONS, the last is DROP. `origins` and `waiting` (STATES each) and `room` are overwritten.
    """
    piece, heavy = piece_of(at), ways & GRAVITY_BIT
    forms = FORMS[piece]
    if find_landings(field, piece, ways, room) == NOTHING:
        return 0
    origins[:] = -1
    goal = _state(orientation_of(at), x_of(at) + FIRST, BOTTOM - y_of(at), spin_of(at))
    first = _state(0, START, highest_bit(start_row(ways, room)), 0)
    origins[first], waiting[0] = STATES * 8, first
    found = first if _dropped(first, forms, room) == goal else -1
    head, tail = 0, 1
    while found < 0 and head < tail:
        state = waiting[head]
        head += 1
        for action in range(ACTION_NUMBERS):
            after = _after(state, action, piece, forms, ways, room)
            if after >= 0 and heavy:
                after = _dropped_from(after, forms, room)
            if after < 0 or origins[after] >= 0:
                continue
            origins[after] = state * 8 + action
            waiting[tail] = after
            tail += 1
            if _dropped(after, forms, room) == goal:
                found = after
                break
    return _write_back(found, origins, path) if found >= 0 else 0


@inlined
def _dropped_from(state: int, forms: int, room: Words) -> int:
    """The state after falling to the floor; a fall takes the spin away."""
    x, orientation, bit = state >> 8 & 15, state >> 12, state >> 2 & 63
    fits = room[FITS + (orientation & forms - 1) * MAP + x]
    low = highest_bit(fallen(fits, 1 << bit) & ~(fits >> 1))
    return state if low == bit else _state(orientation, x, low, 0)


@inlined
def _dropped(state: int, forms: int, room: Words) -> int:
    """The same in canonical form."""
    low = _dropped_from(state, forms, room)
    return low & 0xFFF | (low >> 12 & forms - 1) << 12


@tight
def _after(state: int, action: int, piece: int, forms: int, ways: int, room: Words) -> int:
    """The state that one action leads to; -1 where it does nothing."""
    orientation, x, bit = state >> 12, state >> 8 & 15, state >> 2 & 63
    if action in (LEFT, RIGHT, DOWN):
        x += (action == RIGHT) - (action == LEFT)
        bit += action == DOWN
        fits = room[FITS + (orientation & forms - 1) * MAP + x] >> bit & 1
        return _state(orientation, x, bit, 0) if fits else -1
    turn = 0 if action == CLOCKWISE else 1 if action == HALF else 2
    table = kick_table(ways & SYSTEM_BITS, piece, orientation, turn)
    after = KICKS[table + K_AFTER]
    for number in range(KICKS[table + K_COUNT]):
        kick = table + K_KICKS + number * KICK_WORDS
        to, row = x + KICKS[kick], bit - KICKS[kick + 1] + KICKS[kick + 2]
        if row >= 0 and room[FITS + (after & forms - 1) * MAP + to] >> row & 1:
            last = number == KICKS[table + K_LAST]
            spin = _spin(piece, after, to, row, last, forms, ways, room)
            return _state(after, to, row, spin)
    return -1


@inlined
def _spin(
    piece: int, orientation: int, x: int, bit: int, last: bool, forms: int, ways: int, room: Words
) -> int:
    """The spin of a piece that has just turned."""
    immobile = immobile_rows(orientation & forms - 1, x, room) >> bit & 1
    if piece != T:
        return ways >> OTHERS_SHIFT & SPIN_BITS if immobile else 0
    rule = ways >> T_SPINS_SHIFT & SPIN_BITS
    if rule == NEVER:
        return 0
    if not room[THREE + x] >> bit & 1:
        return MINI if immobile and rule != BY_CORNERS else 0
    full = rule != ALL_MINI and (last or room[FRONT + orientation * MAP + x] >> bit & 1)
    return FULL if full else MINI


@inlined
def _write_back(found: int, origins: Words, path: Words) -> int:
    """Write the inputs that led to the state `found`, and the drop; how many they are."""
    length = 1
    state = found
    while origins[state] < STATES * 8:
        state = origins[state] >> 3
        length += 1
    path[length - 1] = DROP
    state = found
    for number in range(length - 2, -1, -1):
        path[number] = origins[state] & 7
        state = origins[state] >> 3
    return length


INPUTS: tuple[Input, ...] = (*ACTIONS, "drop")


def placements(
    field: Field,
    piece: int,
    system: System = "srs",
    start: Start = "19",
    gravity: Gravity = "0g",
    spins: SpinRule = "t-spins",
) -> tuple[Placement, ...]:
    """Every placement in which the piece can lock, each (cells, spin) once in canonical form, sorted."""
    found, room = np.zeros(MOST_PLACEMENTS, np.int64), np.zeros(ROOM_WORDS, np.int64)
    count = list_placements(field_words(field), piece, ways_of(system, start, gravity, spins), found, room)
    return placements_of(found[:count])


def shortest_path(
    field: Field,
    at: Placement,
    system: System = "srs",
    start: Start = "19",
    gravity: Gravity = "0g",
    spins: SpinRule = "t-spins",
) -> tuple[Input, ...] | None:
    """The fewest inputs that lock the piece there, `drop` at the end; None if it cannot be done.

    A `down` is one row of soft drop. Equal forms count as one; the spin has to be the one asked for.
    """
    path, room = np.zeros(MOST_INPUTS, np.int64), np.zeros(ROOM_WORDS, np.int64)
    origins, waiting = np.zeros(STATES, np.int64), np.zeros(STATES, np.int64)
    ways = ways_of(system, start, gravity, spins)
    length = find_path(field_words(field), placement_word(at), ways, path, origins, waiting, room)
    return tuple(INPUTS[int(action)] for action in path[:length]) if length else None


# Counting the sequences of placements from a field: the test of the kernels against the rules.


def perft(
    field: Field,
    queue: Sequence[int],
    depth: int,
    *,
    holding: bool = False,
    hold: int | None = None,
    system: System = "srs",
) -> int:
    """The number of different sequences of `depth` placed (piece, cells); spins are ignored, 1 for depth 0.

    `holding`: pieces may be held, and `hold` is there at the start, None for an empty hold. A held piece may
    still be placed when the queue has ended; sequences longer than all pieces do not exist.
    """
    pieces = list(queue)
    if holding and hold is not None:
        pieces.insert(0, hold)
    if depth <= 0:
        return 1
    if depth > len(pieces):
        return 0
    # an empty hold is as good as the first piece held: what can be placed is the same ever after
    held = pieces.pop(0) if holding else NO_PIECE
    fields = np.zeros((depth, COLUMNS), np.int64)
    fields[0] = field_words(field)
    line, room = np.zeros((depth, LINE_WORDS), np.int64), np.zeros(ROOM_WORDS, np.int64)
    listed = np.zeros((depth, 2 * MOST_PLACEMENTS), np.int64)
    known = np.array(pieces, np.int64)
    return int(count_sequences(fields, known, held, ways_of(system), line, listed, room))
