"""The fewest inputs that lock a piece where it shall go: a breadth-first search over poses and spins.

    state = ((orientation * 16 + column of the maps) * 64 + bit of the row) * 4 + spin

Poses are those of the maps in `reach.py`: the centre is that of the canonical form with the same cells.
"""

from __future__ import annotations

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
    NEVER,
    OTHERS_SHIFT,
    SPIN_BITS,
    SYSTEM_BITS,
    T_SPINS_SHIFT,
    Words,
    fallen,
    kick_table,
    orientation_of,
    piece_of,
    spin_of,
    x_of,
    y_of,
)
from ai.tetris.guideline.kernels.reach import (
    FIRST,
    FITS,
    FRONT,
    MAP,
    NOTHING,
    START,
    THREE,
    find_landings,
    immobile_rows,
    start_row,
)
from game.tetris.guideline.movement import ACTIONS
from game.tetris.guideline.pieces import T
from game.tetris.guideline.placement import FULL, MINI

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
