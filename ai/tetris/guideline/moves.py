"""Placements and ways to them by the kernels, as values of the rules: `game.tetris.guideline.movement`, but fast."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ai.kernel import inlined, tight
from ai.tetris.guideline.kernels.counting import LINE_WORDS, NO_PIECE, count_sequences
from ai.tetris.guideline.kernels.layout import (
    ALL_MINI,
    BY_CORNERS,
    FORMS,
    GRAVITY_BIT,
    MOST_PLACEMENTS,
    NEVER,
    OTHERS_SHIFT,
    SPIN_BITS,
    SYSTEM_BITS,
    T_SPINS_SHIFT,
    Words,
    field_words,
    orientation_of,
    piece_of,
    placement_word,
    placements_of,
    spin_of,
    ways_of,
    x_of,
    y_of,
)
from ai.tetris.guideline.kernels.placing import list_placements
from ai.tetris.guideline.kernels.reach import (
    ANCHORS,
    AS_ROWS,
    FRONT,
    IMMOBILE,
    K_COLUMNS,
    K_DOWN,
    K_UP,
    KICK_COUNTS,
    KICK_WORDS,
    KICKS,
    LEFT,
    MOST_KICKS,
    MOST_WORDS,
    RIGHT,
    ROOM_WORDS,
    ROW_WORDS,
    THREE_CORNERS,
    TURN_NUMBERS,
    fits_at,
    has,
    map_places,
    rows_of,
    start_place,
)
from ai.wide import BITS
from game.tetris.guideline import COLUMNS, Field, Placement, System
from game.tetris.guideline.movement import ACTIONS, Gravity, Input, Start
from game.tetris.guideline.pieces import PIECES, T
from game.tetris.guideline.placement import FULL, MINI
from game.tetris.guideline.spins import SpinRule
from game.tetris.guideline.srs import LAST_KICK

# The fewest inputs that lock a piece where it shall go: a breadth-first search over places and spins.
#
#     state = (orientation * PLACES + place of the anchor) * 4 + spin
#
# Places are those of the maps in `reach.py`.

LEFTWARDS, RIGHTWARDS, CLOCKWISE, COUNTERCLOCKWISE, HALF, DOWN = map(
    ACTIONS.index, ("left", "right", "cw", "ccw", "flip", "down")
)
DROP, ACTION_NUMBERS = len(ACTIONS), len(ACTIONS)
PLACES = MOST_WORDS * BITS
STATES = 4 * PLACES * 4
MOST_INPUTS = 4_096


@inlined
def _state(orientation: int, at: int, spin: int) -> int:
    return (orientation * PLACES + at) * 4 + spin


@tight
def find_path(
    field: Words, goal: int, ways: int, path: Words, origins: Words, waiting: Words, room: Words
) -> int:
    """Write the fewest inputs that end in the placement `goal` into `path` (MOST_INPUTS); their number, 0 for no way.

    Inputs are numbers of ACTIONS, the last is DROP. `origins` and `waiting` (STATES each) and `room` are overwritten.
    """
    piece, heavy = piece_of(goal), ways & GRAVITY_BIT
    forms = FORMS[piece]
    rows = room[AS_ROWS : AS_ROWS + ROW_WORDS]
    rows_of(field, rows)
    map_places(rows, piece, room)
    start = start_place(piece, ways, room)
    if start < 0:
        return 0
    anchor = y_of(goal) * COLUMNS + x_of(goal) + ANCHORS[piece * 4 + orientation_of(goal)]
    end = _state(orientation_of(goal), anchor, spin_of(goal))
    origins[:] = -1
    first = _state(0, start, 0)
    if heavy:
        first = _dropped(first, room)
    origins[first], waiting[0] = STATES * 8, first
    result = first if _canonical(_dropped(first, room), forms) == end else -1
    head, tail = 0, 1
    while result < 0 and head < tail:
        state = waiting[head]
        head += 1
        for action in range(ACTION_NUMBERS):
            after = _after(state, action, piece, ways, room)
            if after >= 0 and heavy:
                after = _dropped(after, room)
            if after < 0 or origins[after] >= 0:
                continue
            origins[after] = state * 8 + action
            waiting[tail] = after
            tail += 1
            if _canonical(_dropped(after, room), forms) == end:
                result = after
                break
    return _write_back(result, origins, path) if result >= 0 else 0


@inlined
def _dropped(state: int, room: Words) -> int:
    """The state after falling to the floor; a fall takes the spin away."""
    orientation, at = state // 4 // PLACES, state // 4 % PLACES
    low = at
    while fits_at(room, orientation, low - COLUMNS):
        low -= COLUMNS
    return state if low == at else _state(orientation, low, 0)


@inlined
def _canonical(state: int, forms: int) -> int:
    """The state in the first orientation with the same cells."""
    return _state(state // 4 // PLACES & forms - 1, state // 4 % PLACES, state & 3)


@tight
def _after(state: int, action: int, piece: int, ways: int, room: Words) -> int:
    """The state that one action leads to; -1 where it does nothing."""
    orientation, at = state // 4 // PLACES, state // 4 % PLACES
    if action in (LEFTWARDS, RIGHTWARDS, DOWN):
        to, columns = at - COLUMNS, -1
        if action == LEFTWARDS:
            to, columns = at - 1, LEFT
        elif action == RIGHTWARDS:
            to, columns = at + 1, RIGHT
        there = fits_at(room, orientation, to) and columns >> to % BITS & 1
        return _state(orientation, to, 0) if there else -1
    turn = 0 if action == CLOCKWISE else 1 if action == HALF else 2
    after = orientation + turn + 1 & 3
    entry = ((ways & SYSTEM_BITS) * len(PIECES) + piece) * TURN_NUMBERS + turn
    kick = entry * MOST_KICKS * KICK_WORDS + after
    for number in range(KICK_COUNTS[entry]):
        to = at + KICKS[kick + K_UP] - KICKS[kick + K_DOWN]
        if fits_at(room, after, to) and KICKS[kick + K_COLUMNS] >> to % BITS & 1:
            last = number == LAST_KICK and action != HALF
            return _state(after, to, _spin(piece, after, to, last, ways, room))
        kick += KICK_WORDS
    return -1


@inlined
def _spin(piece: int, orientation: int, at: int, last: bool, ways: int, room: Words) -> int:
    """The spin of a piece that has just turned."""
    immobile = has(room, IMMOBILE, orientation, at)
    if piece != T:
        return ways >> OTHERS_SHIFT & SPIN_BITS if immobile else 0
    rule = ways >> T_SPINS_SHIFT & SPIN_BITS
    if rule == NEVER:
        return 0
    if not has(room, THREE_CORNERS, orientation, at):
        return MINI if immobile and rule != BY_CORNERS else 0
    full = rule != ALL_MINI and (last or has(room, FRONT, orientation, at))
    return FULL if full else MINI


@inlined
def _write_back(result: int, origins: Words, path: Words) -> int:
    """Write the inputs that led to the state `result`, and the drop; how many they are."""
    length = 1
    state = result
    while origins[state] < STATES * 8:
        state = origins[state] >> 3
        length += 1
    path[length - 1] = DROP
    state = result
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
    result, room = np.zeros(MOST_PLACEMENTS, np.int64), np.zeros(ROOM_WORDS, np.int64)
    count = list_placements(field_words(field), piece, ways_of(system, start, gravity, spins), result, room)
    return placements_of(result[:count])


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
    fields = np.zeros((depth, ROW_WORDS), np.int64)
    rows_of(field_words(field), fields[0])
    line, room = np.zeros((depth, LINE_WORDS), np.int64), np.zeros(ROOM_WORDS, np.int64)
    listed = np.zeros((depth, 2 * MOST_PLACEMENTS), np.int64)
    known = np.array(pieces, np.int64)
    return int(count_sequences(fields, known, held, ways_of(system, spins="none"), line, listed, room))
