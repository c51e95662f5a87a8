"""Listing placements one by one, counting them, and locking a piece."""

from __future__ import annotations

from ai.bits import count_bits, highest_bit
from ai.kernel import inlined, tight
from ai.tetris.guideline.kernels.layout import (
    BOTTOM,
    CELL_WORDS,
    FORMS,
    SHAPE_WORDS,
    SHAPES,
    Words,
    orientation_of,
    packed,
    piece_of,
    x_of,
    y_of,
)
from ai.tetris.guideline.kernels.reach import (
    END,
    FIRST,
    LANDED,
    MAP,
    NOTHING,
    PLAIN,
    WITH_SPINS,
    find_landings,
)

SPIN_MAPS = 4 * MAP  # from PLAIN to MINI, from MINI to FULL


@tight
def list_placements(field: Words, piece: int, ways: int, placements: Words, room: Words) -> int:
    """Write all placements of `piece` into `placements` (MOST_PLACEMENTS), ascending; their number.

    `room` (ROOM_WORDS) must be zero at first and is used again and again.
    """
    found, count = find_landings(field, piece, ways, room), 0
    if found != WITH_SPINS:
        return list_cells(piece, count, placements, room) if found != NOTHING else 0
    for form in range(FORMS[piece]):
        for x in range(END - FIRST):
            at = form * MAP + FIRST + x
            rows = room[LANDED + at]
            while rows:
                bit = highest_bit(rows)
                rows ^= 1 << bit
                for spin in range(3):
                    if room[PLAIN + spin * SPIN_MAPS + at] >> bit & 1:
                        placements[count] = packed(piece, form, x, BOTTOM - bit, spin)
                        count += 1
    return count


@inlined
def list_cells(piece: int, count: int, placements: Words, room: Words) -> int:
    """Write the cells in LANDED behind the first `count` of `placements`, ascending; how many are there then."""
    for form in range(FORMS[piece]):
        for x in range(END - FIRST):
            rows = room[LANDED + form * MAP + FIRST + x]
            while rows:
                bit = highest_bit(rows)
                rows ^= 1 << bit
                placements[count] = packed(piece, form, x, BOTTOM - bit, 0)
                count += 1
    return count


@inlined
def count_cells(piece: int, room: Words) -> int:
    """The number of different cells in LANDED."""
    count = 0
    for form in range(FORMS[piece]):
        for x in range(form * MAP + FIRST, form * MAP + END):
            count += count_bits(room[LANDED + x])
    return count


@tight
def place(before: Words, after: Words, at: int) -> int:
    """Write the field with the placement `at` locked into `after`, full rows taken out; how many there were.

    Both may be the same array. The cells must be free.
    """
    for x in range(END - FIRST):
        after[x] = before[x]
    shape = (piece_of(at) * 4 + orientation_of(at)) * SHAPE_WORDS
    for cell in range(shape, shape + 4 * CELL_WORDS, CELL_WORDS):
        row = BOTTOM - y_of(at) + SHAPES[cell + 1] - SHAPES[cell + 2]
        after[x_of(at) + SHAPES[cell]] |= 1 << row
    return _clear(after)


@inlined
def _clear(field: Words) -> int:
    """Take out the full rows; how many there were."""
    full = field[0]
    for x in range(1, END - FIRST):
        full &= field[x]
    cleared = 0
    while full:  # the highest row first: those below it stay where they are
        row = full & -full
        full ^= row
        cleared += 1
        for x in range(END - FIRST):
            above = field[x] & row - 1
            field[x] = field[x] & ~(row | row - 1) | above << 1
    return cleared


# Counting the sequences of placements of a queue, with or without hold.

NO_PIECE = -1
HELD, NEXT, LISTED, TRIED, LINE_WORDS = 0, 1, 2, 3, 4  # of each step of the current sequence


@tight
def count_sequences(
    fields: Words, queue: Words, held: int, ways: int, line: Words, listed: Words, room: Words
) -> int:
    """The number of different sequences of `len(line)` >= 1 placed cells from `fields[0]`.

    `queue` is the letters behind the held piece. NO_PIECE as `held`: nothing can be held at all. Scratch: `fields`
    [depth, 10], `line` [depth, LINE_WORDS] and `listed` [depth, 2 * MOST_PLACEMENTS] have one row a step.
    """
    last, total, step = len(line) - 1, 0, 0
    line[0, HELD], line[0, NEXT] = held, 0
    entering = True
    while step >= 0:
        if entering:
            entering, count = False, 0
            for choice in range(2):
                piece = _choice(queue, line[step], choice)
                if piece == NO_PIECE or find_landings(fields[step], piece, ways, room) == NOTHING:
                    continue
                if step == last:
                    total += count_cells(piece, room)
                else:
                    count = list_cells(piece, count, listed[step], room)
            line[step, LISTED], line[step, TRIED] = count, 0
        if line[step, TRIED] == line[step, LISTED]:
            step -= 1
            continue
        at = listed[step, line[step, TRIED]]
        line[step, TRIED] += 1
        place(fields[step], fields[step + 1], at)
        current, kept = _choice(queue, line[step], 0), line[step, HELD]
        line[step + 1, HELD] = kept if piece_of(at) == current else current
        line[step + 1, NEXT] = line[step, NEXT] + 1
        step, entering = step + 1, True
    return total


@inlined
def _choice(queue: Words, here: Words, number: int) -> int:
    """The current piece (0) or the held one (1); NO_PIECE where there is none, and for the second of a kind."""
    current = queue[here[NEXT]] if here[NEXT] < len(queue) else NO_PIECE
    if number == 0:
        return current
    held: int = here[HELD]
    return held if held != current else NO_PIECE
