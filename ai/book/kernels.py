"""Looking a move up in a packed book, for kernels and for Python; how the packed words lie is in `layout`."""

from __future__ import annotations

import numpy as np

from ai.bits import count_bits, lowest_bit
from ai.book.file import (
    BAG_BITS,
    BUCKETS,
    COLUMNS_HALF,
    HALF,
    HALVES,
    LETTER_BITS,
    LISTS,
    LOW_BITS,
    MASK,
    MASK_BITS,
    MOVES,
    OF_HALF,
    OF_LIST,
    OF_MOVE,
    OF_MOVES,
    OF_PLACEMENT,
    OF_POSITION,
    OF_RUN_BIT,
    OF_RUNS,
    PLACEMENT_BITS,
    PLACEMENTS,
    POSITIONS,
    RUN_BITS,
    RUNS,
    UNFOLDED,
    VALUE_BITS,
    WIDTH_BITS,
    WIDTHS,
)
from ai.kernel import inlined, tight
from ai.tetris.guideline.kernels.layout import Words
from game.tetris.guideline.field import COLUMNS
from game.tetris.guideline.openers.position import (
    HEIGHT,
    MIRRORED,
    NO_EXTRA,
    all_placements,
    mirrored_bag,
    mirrored_cells,
    mirrored_piece,
    placement_at,
)

NOT_THERE, CANNOT_COME = -1, -2  # instead of an answer
MOVE_BITS = 17  # of an answer: a placement, 0 for none; then the run, then the mean value of the position
_SPREAD = (-7046029254386353131, -4658895280553007687)


def _mirrored_columns() -> Words:
    """By piece and orientation: the column of the mirrored placement's centre plus the column of this one's."""
    result = np.zeros(28, np.int64)
    for piece in range(7):
        for cells, placed in all_placements(piece).items():
            other = placement_at(MIRRORED[piece], mirrored_cells(cells))
            assert other is not None
            assert other.y == placed.y
            assert other.orientation == _turned(piece, placed.orientation)
            result[piece * 4 + placed.orientation] = other.x + placed.x
    return result


def _turned(piece: int, orientation: int) -> int:
    return -orientation & 3 if 2 <= piece <= 4 else orientation


_ROW_PLACES = 16  # of a column of PLACED


def _placed() -> Words:
    """By (piece * 4 + orientation) * 160 + column * 16 + row of a placement: its cells in either half."""
    result = np.zeros((28 * COLUMNS * _ROW_PLACES, 2), np.int64)
    for piece in range(7):
        for cells, at in all_placements(piece).items():
            number = ((piece * 4 + at.orientation) * COLUMNS + at.x) * _ROW_PLACES + at.y
            result[number] = cells & COLUMNS_HALF, cells >> HALF
    return result


PLACED = _placed()
PIECE_MIRRORED = np.array([mirrored_piece(piece) for piece in range(NO_EXTRA + 1)], np.int64)
BAG_MIRRORED = np.array([mirrored_bag(bag) for bag in range(1 << BAG_BITS)], np.int64)
COLUMN_SUM = _mirrored_columns()
TURNED = np.array([_turned(piece, orientation) for piece in range(7) for orientation in range(4)], np.int64)


@inlined
def bits(body: Words, at: int, width: int) -> int:
    """The number that begins at a bit of a body, at most 62 bits."""
    place, shift = at >> 6, at & 63
    word: int = body[place] >> shift
    if shift + width > 64:
        word = word & (1 << 64 - shift) - 1 | body[place + 1] << 64 - shift
    return word & (1 << width) - 1


@inlined
def width(body: Words, which: int) -> int:
    """The bits of a kind of number."""
    result: int = body[WIDTHS] >> WIDTH_BITS * which & (1 << WIDTH_BITS) - 1
    return result


@inlined
def bucket(low: int, high: int, mask: int) -> int:
    """The bucket of a position by its first word and the columns of the second."""
    mixed = low * _SPREAD[0] ^ (high + 1) * _SPREAD[1]
    return (mixed ^ mixed >> 29) * _SPREAD[0] >> 30 & mask


@tight
def buckets_of(words: Words, mask: int, result: Words) -> None:
    """Write the bucket of each of `words` [n, 2], see `key`."""
    for number in range(len(words)):
        result[number] = bucket(words[number, 0], words[number, 1], mask)


@inlined
def reversed_half(half: int) -> int:
    """Five columns in the opposite order."""
    column = (1 << HEIGHT) - 1
    return (
        (half & column) << 4 * HEIGHT
        | (half >> HEIGHT & column) << 3 * HEIGHT
        | (half >> 2 * HEIGHT & column) << 2 * HEIGHT
        | (half >> 3 * HEIGHT & column) << HEIGHT
        | half >> 4 * HEIGHT & column
    )


@inlined
def _digit(result: int, left: int, piece: int) -> int:
    """A number of mixed digits with one more letter drawn; negative if it cannot come."""
    if not left >> piece & 1 or result < 0:
        return CANNOT_COME
    return result * count_bits(left) + count_bits(left & (1 << piece) - 1)


@inlined
def sequence_number(bag: int, extra: int, letters: int, flip: bool) -> int:
    """The number of a sequence, `CANNOT_COME` if it is none; 3 bits a letter, those to choose from first.

    `flip`: the letters are those of the mirror image.
    """
    first, second = letters & 7, letters >> 3 & 7
    if flip:
        first, second = PIECE_MIRRORED[first], PIECE_MIRRORED[second]
    if first > second:
        first, second = second, first
    if extra != NO_EXTRA:
        if extra != first and extra != second:
            return CANNOT_COME
        other = second if first == extra else first
        result = _digit(0, bag, other)
        left = bag & ~(1 << other)
    else:
        if first == second or not bag >> first & bag >> second & 1:
            return CANNOT_COME
        low, high = count_bits(bag & (1 << first) - 1), count_bits(bag & (1 << second) - 1)
        result = low * (2 * count_bits(bag) - low - 1) // 2 + high - low - 1
        left = bag & ~(1 << first | 1 << second)
    for place in range(2, 6):
        piece = letters >> 3 * place & 7
        if flip:
            piece = PIECE_MIRRORED[piece]
        if not left:
            left = (1 << BAG_BITS) - 1
        result = _digit(result, left, piece)
        left &= ~(1 << piece)
    return result


@inlined
def find_position(body: Words, low: int, high: int) -> int:
    """The bit at which a position begins behind its halves and letters, `NOT_THERE` if the book has none."""
    here = bucket(low, high, body[MASK] & MASK_BITS)
    number, half = width(body, OF_POSITION), width(body, OF_HALF)
    first = bits(body, (body[BUCKETS] << 6) + here * number, number)
    end = bits(body, (body[BUCKETS] << 6) + (here + 1) * number, number)
    record = 2 * half + LETTER_BITS + width(body, OF_MOVE) + width(body, OF_LIST) + VALUE_BITS
    halves, left, letters = body[HALVES] << 6, low & COLUMNS_HALF, low >> HALF
    at = (body[POSITIONS] << 6) + first * record
    for _ in range(first, end):
        word = bits(body, at, 2 * half + LETTER_BITS)
        if (
            word >> 2 * half == letters
            and bits(body, halves + (word & (1 << half) - 1) * HALF, HALF) == left
            and bits(body, halves + (word >> half & (1 << half) - 1) * HALF, HALF) == high
        ):
            result: int = at + 2 * half + LETTER_BITS
            return result
        at += record
    return NOT_THERE


@inlined
def find_run(body: Words, runs: int, low: int, upper: int, count: int, number: int) -> int:
    """The run of a list that holds a sequence: `runs` and `upper` are the bits at which low and higher bits begin."""
    # as many zeros stand before the runs whose higher bits are those of the sequence
    zeros, result = (number >> low, 0)
    at = upper
    while zeros:
        left = count - result
        size = min(60, left + zeros)  # the last run lies no further
        word = bits(body, at, size)
        ones = count_bits(word)
        if size - ones < zeros:
            if ones >= left:
                return count - 1
            zeros -= size - ones
            result += ones
            at += size
            continue
        empty = ~word
        for _ in range(zeros - 1):
            empty &= empty - 1
        place = lowest_bit(empty)
        result += place - (zeros - 1)
        at += place + 1
        zeros = 0
    if result >= count:  # the zeros lie behind the last run, where another list begins
        return count - 1
    rest = number & (1 << low) - 1
    while result < count and body[at >> 6] >> (at & 63) & 1 and bits(body, runs + result * low, low) <= rest:
        result += 1
        at += 1
    return result - 1


@tight
def look_up(body: Words, left: int, right: int, bag: int, extra: int, letters: int) -> int:
    """The book's answer on a position and a sequence: mean value << 29 | run << 17 | placement (0: none).

    `left` and `right` are columns 0 to 4 and 5 to 9, `letters` as in `sequence_number`. `NOT_THERE` for a position
    that is not in the book, `CANNOT_COME` for a sequence that it cannot have.
    """
    other_left, other_right = reversed_half(right), reversed_half(left)
    other_bag, other_extra = BAG_MIRRORED[bag], PIECE_MIRRORED[extra]
    low = left | bag << HALF | extra << HALF + BAG_BITS
    other = other_left | other_bag << HALF | other_extra << HALF + BAG_BITS
    flip = (other < low or (other == low and other_right < right)) and not body[MASK] & UNFOLDED
    if flip:
        low, right, bag, extra = other, other_right, other_bag, other_extra
    result = find_position(body, low, right)
    if result < 0:
        return NOT_THERE
    number = sequence_number(bag, extra, letters, flip)
    if number < 0:
        return CANNOT_COME
    one_move, one_list = width(body, OF_MOVE), width(body, OF_LIST)
    word = bits(body, result, one_move + one_list + VALUE_BITS)
    first_move, value = word & (1 << one_move) - 1, word >> one_move + one_list
    one_run, one_count, one_used = width(body, OF_RUN_BIT), width(body, OF_RUNS), width(body, OF_MOVES)
    record = one_run + one_count + one_used + LOW_BITS
    place = (body[LISTS] << 6) + (word >> one_move & (1 << one_list) - 1) * record
    runs = (body[RUNS] << 6) + bits(body, place, one_run)
    word = bits(body, place + one_run, record - one_run)
    count, used, low = (
        word & (1 << one_count) - 1,
        word >> one_count & (1 << one_used) - 1,
        word >> one_count + one_used,
    )
    size = 0
    while used >> size:
        size += 1
    chosen = runs + count * low
    run = find_run(body, runs, low, chosen + count * size, count, number)
    move = bits(body, chosen + run * size, size)
    answer = value << MOVE_BITS + RUN_BITS | run << MOVE_BITS
    if move:
        answer |= _placement_of(body, first_move + move - 1, flip)
    return answer


@inlined
def _placement_of(body: Words, number: int, flip: bool) -> int:
    """A move as a placement; `flip`: its mirror image."""
    size = width(body, OF_PLACEMENT)
    number = bits(body, (body[MOVES] << 6) + number * size, size)
    move = bits(body, (body[PLACEMENTS] << 6) + number * PLACEMENT_BITS, PLACEMENT_BITS)
    piece, orientation, x, rest = move & 7, move >> 3 & 3, move >> 5 & 15, move >> 9
    if flip:
        form = piece * 4 + orientation
        piece, orientation, x = PIECE_MIRRORED[piece], TURNED[form], COLUMN_SUM[form] - x
    return piece << 14 | orientation << 12 | x << 8 | (rest & 15) << 2 | rest >> 4


@tight
def look_up_all(body: Words, asked: Words, answers: Words) -> None:
    """Look up every row of `asked` [n, 5]: left, right, bag, extra, letters."""
    for number in range(len(asked)):
        row = asked[number]
        answers[number] = look_up(body, row[0], row[1], row[2], row[3], row[4])


# -- games by the book --


@inlined
def _full_rows(left: int, right: int) -> int:
    """The rows that are full, as bits of a column."""
    full = (1 << HEIGHT) - 1
    for x in range(5):
        full &= left >> HEIGHT * x & right >> HEIGHT * x
    return full


@inlined
def _without(half: int, full: int) -> int:
    """Half a board once the full rows are taken out."""
    while full:
        row = full & -full
        full ^= row
        for x in range(5):
            column = half >> HEIGHT * x & (1 << HEIGHT) - 1
            fallen = column & ~(2 * row - 1) | (column & row - 1) << 1
            half ^= (column ^ fallen) << HEIGHT * x
    return half


@tight
def count_clears(
    body: Words, left: int, right: int, bag: int, extra: int, futures: Words, pieces: int
) -> int:
    """In how many of the `futures` the book empties the board with so many pieces at most.

    Each row of them holds the letters as they come, first the two to choose from, and enough of them that six can be
    seen at each piece. The rest as for `look_up`.
    """
    solved = 0
    for number in range(len(futures)):
        letters = futures[number]
        first, a, b, letters_left, held = letters[0], left, right, bag, extra
        for placed in range(pieces):
            seen = first
            for place in range(1, 6):
                seen |= letters[placed + place] << 3 * place
            result = look_up(body, a, b, letters_left, held, seen)
            word = result & (1 << MOVE_BITS) - 1
            if result < 0 or not word:
                break
            piece = word >> 14
            at = (word >> 12) * COLUMNS * _ROW_PLACES + (word >> 8 & 15) * _ROW_PLACES + (word >> 2 & 63)
            a, b = a | PLACED[at, 0], b | PLACED[at, 1]
            full = _full_rows(a, b)
            if full:
                a, b = _without(a, full), _without(b, full)
            if not a and not b:
                solved += 1
                break
            if piece == first:
                first = letters[placed + 1]
            if piece == held:
                held = NO_EXTRA
            else:
                letters_left &= ~(1 << piece)
            if held == NO_EXTRA and not letters_left & letters_left - 1:
                held, letters_left = lowest_bit(letters_left), (1 << BAG_BITS) - 1
    return solved
