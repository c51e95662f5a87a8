"""Fields as rows, for a search that keeps them so: placing a piece, letting garbage rise, and a field's outline.

A field is ROW_WORDS words as in `reach.py`: six rows in each, then the height of its stack. Its **outline** is
OUTLINE_WORDS words: the heights of its columns, side by side as short numbers (`ai/shorts.py`), then from UNDER on,
word by word like the rows, the highest cell of each column and all below it. The last word is 0.
"""

from __future__ import annotations

import numpy as np

from ai import shorts
from ai.bits import count_bits, highest_bit
from ai.kernel import inlined, tight
from ai.shorts import greatest, larger, plus, put_shorts, shorts_at
from ai.tetris.guideline.kernels.layout import Words, x_of, y_of
from ai.tetris.guideline.kernels.reach import (
    ANCHORS,
    HEIGHT,
    MOST_WORDS,
    ROW_WORDS,
    S_CELLS,
    SHAPE_WORDS,
    SHAPES,
    WORD_ROWS,
)
from ai.wide import ALL, BITS, LANES
from game.tetris.guideline.field import COLUMNS, FULL_ROW, ROWS, Field
from game.tetris.guideline.pieces import CANONICAL, PIECES
from game.tetris.guideline.pieces import CELLS as PIECE_CELLS

UNDER = shorts.WORDS
OUTLINE_WORDS = UNDER + ROW_WORDS
FIRST = sum(1 << COLUMNS * y for y in range(WORD_ROWS))  # the first column in a word
LAST = FIRST << COLUMNS - 1
TOP_ROW = FULL_ROW << (ROWS - 1) % WORD_ROWS * COLUMNS
assert (ROWS - 1) // WORD_ROWS == MOST_WORDS - 1

# by piece * 4 + orientation: its cells as bits, the anchor at bit 0
_CELLS = np.array(
    [
        1 + sum(1 << int(SHAPES[piece * SHAPE_WORDS + S_CELLS + LANES * cell + form]) for cell in range(3))
        for piece in range(len(PIECES))
        for form in range(4)
    ]
)


def _tops() -> Words:
    """By (piece * 4 + orientation) * COLUMNS + x, with the centre in row 0: up to where its columns are filled."""
    tops = np.full((len(PIECES), 4, COLUMNS, shorts.COUNT), -2 * ROWS, np.int16)
    for piece, form, x in np.ndindex(tops.shape[:3]):
        for dx, dy in PIECE_CELLS[piece][CANONICAL[piece][form][0]]:
            if 0 <= x + dx < COLUMNS:
                tops[piece, form, x, x + dx] = max(tops[piece, form, x, x + dx], dy + 1)
    return tops.ravel().view(np.int64)


_TOPS = _tops()


def field_rows(field: Field) -> Words:
    """The field as rows."""
    rows = np.zeros(ROW_WORDS, np.int64)
    for y, row in enumerate(field.rows[: field.height]):
        rows[y // WORD_ROWS] |= row << COLUMNS * (y % WORD_ROWS)
    rows[HEIGHT] = field.height
    return rows


@tight
def outline_of(rows: Words, outline: Words) -> None:
    """Write the outline of a field (OUTLINE_WORDS), and its height into `rows`."""
    for word in range(shorts.WORDS):
        outline[word] = 0
    outline[UNDER + MOST_WORDS] = above = 0
    for word in range(MOST_WORDS - 1, -1, -1):
        under = rows[word] | above << BITS - COLUMNS
        if under:
            under |= under >> COLUMNS
            under |= under >> 2 * COLUMNS
            under |= under >> 4 * COLUMNS
            for x in range(COLUMNS):
                outline[x >> 2] += count_bits(under & FIRST << x) << 16 * (x & 3)
        outline[UNDER + word] = under
        above = under & FULL_ROW
    rows[HEIGHT] = greatest(shorts_at(outline, 0))


@inlined
def _anchor_of(at: int) -> int:
    """Return the place of a placement's anchor, counted from the first cell of the lowest row."""
    anchor: int = y_of(at) * COLUMNS + x_of(at) + ANCHORS[at >> 12]
    return anchor


@inlined
def _word_of(anchor: int) -> int:
    """The word that a cell is in: a division by BITS for all cells that there are."""
    return anchor * 1093 >> 16


assert all(cell * 1093 >> 16 == cell // BITS for cell in range(ROWS * COLUMNS))


@inlined
def is_covered(outline: Words, at: int) -> bool:
    """Return True if some of the cells of a placement lie below a filled one."""
    anchor, cells = _anchor_of(at), _CELLS[at >> 12]
    word = _word_of(anchor)
    bit = anchor - word * BITS
    covered: int = cells << bit & outline[UNDER + word] | cells >> BITS - bit & outline[UNDER + word + 1]
    return covered != 0


@inlined
def place_on_rows(before: Words, outline: Words, after: Words, changed: Words, at: int) -> int:
    """Write the field with a placement into `after`, its outline's heights into `changed`; how many rows went.

    Where some did, the heights are not yet right: the outline is to be made anew.
    """
    for word in range(ROW_WORDS):
        after[word] = before[word]
    anchor, cells = _anchor_of(at), _CELLS[at >> 12]
    word = _word_of(anchor)
    bit = anchor - word * BITS
    after[word] |= cells << bit & ALL
    after[word + 1] |= cells >> BITS - bit  # nothing where that is the height
    tops = shorts_at(_TOPS, ((at >> 12) * COLUMNS + x_of(at)) * shorts.WORDS)
    put_shorts(larger(shorts_at(outline, 0), plus(tops, y_of(at))), changed, 0)
    full, more = full_rows(after[word]), full_rows(after[word + 1] if word < MOST_WORDS - 1 else 0)
    if full | more == 0:
        return 0
    for each in range(word + 1, word - 1, -1):
        _take_out(after, each, more if each > word else full)
    return count_bits(full) + count_bits(more)


@inlined
def full_rows(cells: int) -> int:
    """The full rows of a word, as bits in its first column."""
    full = cells & cells >> 5
    pairs = full & full >> 1
    return pairs & pairs >> 2 & full >> 4 & FIRST


@inlined
def _take_out(rows: Words, word: int, full: int) -> None:
    """Take the full rows out of a word."""
    while full:
        first = 1 << highest_bit(full)
        full ^= first
        stored = rows[word] & first - 1
        rows[word] = stored | rows[word] >> COLUMNS & ~(first - 1)
        for above in range(word + 1, MOST_WORDS):
            rows[above - 1] |= (rows[above] & FULL_ROW) << BITS - COLUMNS
            rows[above] >>= COLUMNS


@inlined
def raise_rows(rows: Words, count: int, hole: int) -> bool:
    """Let rows with one hole come up; whether that pushes a cell out of the field. The height stays as it is."""
    garbage, over = FULL_ROW ^ 1 << hole, 0
    for _ in range(count):
        over |= rows[MOST_WORDS - 1] & TOP_ROW
        come = garbage
        for word in range(MOST_WORDS):
            gone = rows[word] >> BITS - COLUMNS
            rows[word] = rows[word] << COLUMNS & ALL | come
            come = gone
    return over != 0
