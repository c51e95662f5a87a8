"""Counting the sequences of placements of a queue, with or without hold."""

from __future__ import annotations

import numpy as np

from ai.bits import lowest_bit
from ai.kernel import inlined, tight
from ai.tetris.guideline.kernels.layout import FORMS, Words
from ai.tetris.guideline.kernels.reach import (
    HEIGHT,
    LANDED,
    MOST_WORDS,
    NOTHING,
    ROW_WORDS,
    SHAPES,
    WORD_ROWS,
    WORDS,
    count_landings,
    find_landings,
)
from ai.wide import ALL, BITS, LANES
from game.tetris.guideline.field import COLUMNS
from game.tetris.guideline.pieces import CELLS as PIECE_CELLS
from game.tetris.guideline.pieces import PIECES

NO_PIECE = -1
HELD, NEXT, LISTED, TRIED, LINE_WORDS = 0, 1, 2, 3, 4  # of each step of the current sequence
# a placement here: piece, orientation, and the number of its anchor's bit
_PIECE, _ORIENTATION, _AT = 12, 10, (1 << 10) - 1
_FULL_ROW = (1 << COLUMNS) - 1
# by piece * 4 + orientation: the cells as bits from the anchor on, and how many rows they take
CELLS = (1 | (1 << SHAPES.reshape(len(PIECES), -1, LANES)[:, :3]).sum(axis=1)).ravel()
ROWS = np.array(
    [len({y for _, y in orientations[form]}) for orientations in PIECE_CELLS for form in range(4)], np.int64
)


@tight
def count_sequences(
    fields: Words, queue: Words, held: int, ways: int, line: Words, listed: Words, room: Words
) -> int:
    """The number of different sequences of `len(line)` >= 1 placed cells from `fields[0]`.

    `queue` is the letters behind the held piece. NO_PIECE as `held`: nothing can be held at all. Scratch: `fields`
    [depth, ROW_WORDS], `line` [depth, LINE_WORDS] and `listed` [depth, 2 * MOST_PLACEMENTS] have one row a step.
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
                    total += count_landings(room)
                else:
                    count = _list(piece, count, listed[step], room)
            line[step, LISTED], line[step, TRIED] = count, 0
        if line[step, TRIED] == line[step, LISTED]:
            step -= 1
            continue
        at = listed[step, line[step, TRIED]]
        line[step, TRIED] += 1
        _place(fields[step], fields[step + 1], at)
        current, stored = _choice(queue, line[step], 0), line[step, HELD]
        line[step + 1, HELD] = stored if at >> _PIECE == current else current
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


@inlined
def _list(piece: int, count: int, listed: Words, room: Words) -> int:
    """Write the places in LANDED behind the first `count` of `listed`; how many are there then."""
    for form in range(FORMS[piece]):
        for word in range(room[WORDS]):
            places = room[LANDED + word * LANES + form]
            while places:
                listed[count] = piece << _PIECE | form << _ORIENTATION | word * BITS + lowest_bit(places)
                places &= places - 1
                count += 1
    return count


@inlined
def _place(before: Words, after: Words, placement: int) -> None:
    """Write the rows with a piece locked into `after`, full ones taken out."""
    for word in range(ROW_WORDS):
        after[word] = before[word]
    piece, form, at = placement >> _PIECE, placement >> _ORIENTATION & 3, placement & _AT
    cells, height = CELLS[piece * 4 + form], ROWS[piece * 4 + form]
    word, row = at // BITS, at // COLUMNS
    shift = at - word * BITS
    after[word] |= cells << shift & ALL
    if cells >> BITS - shift:
        after[word + 1] |= cells >> BITS - shift
    after[HEIGHT] = max(after[HEIGHT], row + height)
    for number in range(
        row + height - 1, row - 1, -1
    ):  # the highest row first: those below it stay where they are
        if after[number // WORD_ROWS] >> number % WORD_ROWS * COLUMNS & _FULL_ROW == _FULL_ROW:
            _take_out(after, number)


@inlined
def _take_out(rows: Words, row: int) -> None:
    """Take out a full row."""
    word = row // WORD_ROWS
    below = (1 << row % WORD_ROWS * COLUMNS) - 1
    stored = rows[word] & below
    for number in range(word, MOST_WORDS):
        from_above = (rows[number + 1] & _FULL_ROW) << BITS - COLUMNS if number + 1 < MOST_WORDS else 0
        rows[number] = rows[number] >> COLUMNS | from_above
    rows[word] = rows[word] & ~below | stored
    rows[HEIGHT] -= 1
