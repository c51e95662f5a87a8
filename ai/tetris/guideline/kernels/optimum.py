"""The first perfect clear, solved: fields in four rows, letters of two bags, values as whole numbers.

Ten pieces empty four rows. The letters are dealt in bags of seven, and one piece may be held, so that before each
placement there are two letters to choose from. After k placements one is on **level k**, with k + 2 letters dealt.

    field     40 bits, four a column: the cell in column x and row y is bit 4 x + 3 - y, so that **the floor is the
              highest bit of its column** and a piece falls towards the high bits. Full rows are gone; how many are
              left follows from the level and the number of filled cells
    set       up to level 6 only letters of the first bag have been placed, each once; sets of k letters are numbered
              (at most 35), and a field has a mask: a word with a bit for each set of letters that can have made it
    context   what tells which letters can still come: here a set; `later` has others, in as many words as they need
    state     a field and one of its contexts
    edge      a placement that leads from a field to one of the next level: where to, and (form, column, lowest row)
    late      from level 7 on: field, the letter of the first bag that is still held, if any, and the set of letters
              of the second bag that have been placed

Letters of the first bag as they are seen are an **arrangement**: the pair to choose from without its order, and the
rest in order: n! / 2 of them for n letters left. Letters of the second bag are numbered by what is still there. So a
state's values are an array [arrangements][letters seen of the second bag], in the order of `openers.sequences`.

A value counts for how many orders of the letters that are not seen yet there is a perfect clear with best play.
Once all four letters that matter of the second bag are seen it is a bit: 42 words, one for each first two letters
(7 x + rank of y), with bit 7 z + w for the two behind.
"""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.bits import count_bits, highest_bit, lowest_bit
from ai.kernel import inlined, tight
from ai.tetris.guideline.kernels.layout import FORMS, Words
from ai.tetris.guideline.kernels.reach import (
    ANCHORS,
    HEIGHT,
    LANDED,
    NOTHING,
    ROW_WORDS,
    column_as_rows,
    find_landings,
)
from game.tetris.guideline.pieces import CELLS

Numbers = NDArray[np.int32]
Codes = NDArray[np.int16]
Marks = NDArray[np.uint8]


class Lookup(NamedTuple):
    """Fields in which others are found: their table (`fill_table`), and their marks as `may_lead` takes them."""

    fields: Words
    table: Numbers
    marks: Words


class States(NamedTuple):
    """Fields with the masks of their contexts, [field, word]."""

    fields: Words
    masks: Words


class Living(NamedTuple):
    """The masks of fields' contexts that live, [field, word], and the number of the first state of each field."""

    masks: Words
    firsts: Numbers


class Edges(NamedTuple):
    """The edges of field n: `to` and `at` [starts[n]:starts[n + 1]], or [starts[n, 0]:starts[n, 1]]."""

    starts: Numbers
    to: Numbers
    at: Codes


class Work(NamedTuple):
    """Arrays for moving a piece: the numbers of its ways (`ways_of`), and scratch.

    `scratch` holds MOST_CHILDREN fields, the ten columns of one, and what a kernel needs besides; `room` ROOM_WORDS,
    `codes` MOST_CHILDREN.
    """

    ways: int
    scratch: Words
    room: Words
    codes: Codes


BOX, COLUMNS, KINDS = 4, 10, 7  # rows; columns; letters
FIRST_BAG = 6  # the last level on which all placed letters are of the first bag
REPEAT = sum(1 << BOX * x for x in range(COLUMNS))  # one cell of each column
OUTSIDE = 1 << BOX * COLUMNS  # no cell of the box
MOST_CHILDREN = 1_024  # of one field, all letters together
WORD = 62  # contexts in a word of a mask
_FLOOR = REPEAT << BOX - 1
_SPREAD = -7046029254386353131
_COLUMN = sum(
    1 << COLUMNS * y for y in range(BOX)
)  # the rows of the box in a column, as bits of a word of rows
# by rows left: all cells that are too high, and OUTSIDE
ABOVE = np.array([OUTSIDE | REPEAT * ((1 << BOX - rows) - 1) for rows in range(BOX + 1)], np.int64)


def _box_cells() -> Words:
    """By (piece * 4 + form) * 40 + column * 4 + bit of the centre's row: the cells, OUTSIDE if not in the box."""
    result = np.full((KINDS * 4, COLUMNS, BOX), OUTSIDE, np.int64)
    for piece in range(KINDS):
        for form in range(int(FORMS[piece])):
            for x in range(COLUMNS):
                for bit in range(BOX):
                    cells = [(x + dx, BOX - 1 - bit + dy) for dx, dy in CELLS[piece][form]]
                    if all(0 <= cx < COLUMNS and 0 <= cy < BOX for cx, cy in cells):
                        result[piece * 4 + form, x, bit] = sum(
                            1 << BOX * cx + BOX - 1 - cy for cx, cy in cells
                        )
    return result.ravel()


def _places() -> tuple[Words, Words]:
    """All cells that a piece can fill, by piece; and where those of each piece begin."""
    by_piece = [sorted({*BOX_CELLS.reshape(KINDS, -1)[piece].tolist()} - {OUTSIDE}) for piece in range(KINDS)]
    starts = np.cumsum([0, *map(len, by_piece)])
    return np.array([cells for each in by_piece for cells in each], np.int64), starts.astype(np.int64)


SETS = [list(combinations(range(KINDS), size)) for size in range(KINDS + 1)]
SET_NUMBERS = [{letters: number for number, letters in enumerate(sets)} for sets in SETS]


def _letters_left() -> Words:
    """By level * 35 + number of a set: the letters (bits) that are not in it."""
    result = np.zeros((KINDS + 1, 35), np.int64)
    for size, sets in enumerate(SETS):
        for number, letters in enumerate(sets):
            result[size, number] = (1 << KINDS) - 1 - sum(1 << letter for letter in letters)
    return result.ravel()


def _sets_after() -> Words:
    """By (level * 7 + letter) * 35 + number of a set: the number of the set with the letter, -1 if it has it."""
    result = np.full((KINDS, KINDS, 35), -1, np.int64)
    for size in range(KINDS):
        for number, letters in enumerate(SETS[size]):
            for letter in set(range(KINDS)) - set(letters):
                result[size, letter, number] = SET_NUMBERS[size + 1][tuple(sorted((*letters, letter)))]
    return result.ravel()


def _ranks() -> Words:
    """By letters (bits): their number among the sets of as many letters."""
    result = np.zeros(1 << KINDS, np.int64)
    for numbers in SET_NUMBERS:
        for letters, number in numbers.items():
            result[sum(1 << letter for letter in letters)] = number
    return result


def _distinct() -> Words:
    """By 7 x + y: the bits 7 z + w for which all four letters differ; 0 where x is y."""
    result = np.zeros((KINDS, KINDS), np.int64)
    for x, y, z, w in permutations(range(KINDS), 4):
        result[x, y] |= 1 << KINDS * z + w
    return result.ravel()


BOX_CELLS = _box_cells()
PLACES, PLACE_STARTS = _places()
LETTERS_LEFT, SETS_AFTER, RANKS, DISTINCT = _letters_left(), _sets_after(), _ranks(), _distinct()
PAIRS = KINDS * (KINDS - 1)  # first two letters of the second bag, in order
PAIR_CODES = np.array([KINDS * x + y for x, y in permutations(range(KINDS), 2)], np.int64)
SET_COUNTS = np.array([*map(len, SETS), 0], np.int64)


def arrangements(letters: int) -> list[tuple[int, ...]]:
    """Every pair to choose from (smaller first) with the rest in order, as ranks of so many letters; in order."""
    results = []
    for pair in combinations(range(letters), 2):
        rest = [each for each in range(letters) if each not in pair]
        results += [(*pair, *order) for order in permutations(rest)]
    return results


def gathering(letters: int) -> Words:
    """By arrangement of so many letters, for either of its pair: [place it: its rank, arrangement of the others then].

    The others are ranked among themselves; the next letter behind joins the one of the pair that stays.
    """
    numbers = {each: number for number, each in enumerate(arrangements(letters - 1))} if letters > 2 else {}
    result = np.zeros((len(arrangements(letters)), 2, 2), np.int64)
    for number, (first, second, *rest) in enumerate(arrangements(letters)):
        for turn, (placed, held) in enumerate(((first, second), (second, first))):
            result[number, turn, 0] = placed
            if letters > 2:
                pair = sorted((held, rest[0]))
                others = [each - (each > placed) for each in (*pair, *rest[1:])]
                result[number, turn, 1] = numbers[tuple(others)]
    return result


# -- fields --


@inlined
def rows_left(field: int, level: int) -> int:
    """Return how many rows of the box are not emptied yet."""
    rows: int = BOX - (4 * level - count_bits(field)) // COLUMNS
    return rows


@inlined
def unpack(field: int, field_rows: Words) -> None:
    """Write the field as rows (ROW_WORDS), which kernels of movement take."""
    for word in range(ROW_WORDS):
        field_rows[word] = 0
    field_rows[HEIGHT] = BOX
    for x in range(COLUMNS):
        field_rows[0] |= column_as_rows(field >> BOX * x & 15, BOX) << x


@inlined
def full_rows(field: int) -> int:
    """The rows that are full, as bits of a column."""
    half = field & field >> 5 * BOX  # columns 0 to 4 and 5 to 9
    two = half & half >> 2 * BOX
    full: int = two & two >> BOX & half >> 4 * BOX & 15
    return full


@inlined
def without(field: int, full: int) -> int:
    """The field once its full rows are taken out."""
    while full:
        row = full & -full
        full ^= row
        upper, lower = REPEAT * (row - 1), REPEAT * (15 & ~(2 * row - 1))
        field = field & lower | (field & upper) << 1
    return field


@inlined
def may_work(field: int, rows: int) -> bool:
    """Return True if pieces can perhaps fill the rows.

    Where no empty cell has an empty neighbour across the border of two columns, no piece will ever cross it, since
    rows leave as wholes: so the empty cells on either side must be a multiple of four.
    """
    mask = 15 & ~((1 << BOX - rows) - 1)
    left, before = 0, mask
    for x in range(COLUMNS):
        empty = mask & ~(field >> BOX * x)
        if left & 3 and not before & empty:
            return False
        left += count_bits(empty)
        before = empty
    return True


@inlined
def slot_of(field: int, mask: int) -> int:
    """Return where a table of mask + 1 entries begins to look for a field."""
    mixed = field * _SPREAD
    return (mixed ^ mixed >> 32) & mask


@inlined
def find(field: int, fields: Words, table: Numbers) -> int:
    """The number of a field, -1 if it is not there."""
    slot = slot_of(field, len(table) - 1)
    while table[slot] >= 0:
        number: int = table[slot]
        if fields[number] == field:
            return number
        slot = slot + 1 & len(table) - 1
    return -1


@inlined
def add(field: int, fields: Words, table: Numbers, sizes: Words) -> int:
    """The number of a field, which is new if there was none; sizes[0] counts them."""
    slot = slot_of(field, len(table) - 1)
    while table[slot] >= 0:
        number: int = table[slot]
        if fields[number] == field:
            return number
        slot = slot + 1 & len(table) - 1
    number = sizes[0]
    table[slot] = number
    fields[number] = field
    sizes[0] = number + 1
    return number


@tight
def fill_table(fields: Words, count: int, table: Numbers) -> None:
    """Enter the first `count` fields into an empty (-1) table."""
    for number in range(count):
        slot = slot_of(fields[number], len(table) - 1)
        while table[slot] >= 0:
            slot = slot + 1 & len(table) - 1
        table[slot] = number


@inlined
def bits_of(field: int) -> int:
    """Three bits of a word that stand for a field."""
    mixed = field * _SPREAD
    return 1 << (mixed >> 58 & 63) | 1 << (mixed >> 26 & 63) | 1 << (mixed >> 20 & 63)


@tight
def mark_fields(fields: Words, marks: Words) -> None:
    """Set three bits in a word for each field, as `may_lead` looks for them."""
    for number in range(len(fields)):
        marks[slot_of(fields[number], len(marks) - 1)] |= bits_of(fields[number])


@inlined
def may_lead(field: int, piece: int, rows: int, marks: Words) -> bool:
    """Return True if a piece resting anywhere, reached or not, makes a marked field, or one with the same bits.

    It takes a fifth of the time of moving the piece, and most fields lead nowhere.
    """
    blocked = field | ABOVE[rows]
    for place in range(PLACE_STARTS[piece], PLACE_STARTS[piece + 1]):
        cells = PLACES[place]
        if cells & blocked or not (cells & _FLOOR or (cells & ~_FLOOR) << 1 & field):
            continue
        after = field | cells
        full = full_rows(after)
        if full:
            after = without(after, full)
        bits = bits_of(after)
        if marks[slot_of(after, len(marks) - 1)] & bits == bits:
            return True
    return False


@tight
def list_children(
    field: int,
    piece: int,
    rows: int,
    ways: int,
    field_rows: Words,
    room: Words,
    children: Words,
    codes: Codes,
) -> int:
    """Write the fields that a piece makes of one with `field_rows`, and the placements; how many.

    Fields that cannot be emptied are left out. A placement is (piece * 4 + form) * 40 + column * 4 + bit of its row.
    """
    if find_landings(field_rows, piece, ways, room) == NOTHING:
        return 0
    count, too_high = 0, ABOVE[rows]
    for form in range(FORMS[piece]):
        for x in range(COLUMNS):
            # the places with the centre in this column: their anchors' bits
            first = x + ANCHORS[piece * 4 + form]
            landed = room[LANDED + form] & (_COLUMN << first if first >= 0 else _COLUMN >> -first)
            while landed:
                bit = highest_bit(landed)
                landed ^= 1 << bit
                code = (piece * 4 + form) * COLUMNS * BOX + x * BOX + BOX - 1 - (bit - first) // COLUMNS
                cells = BOX_CELLS[code]
                if cells & too_high:
                    continue
                after = field | cells
                full = full_rows(after)
                if full:
                    after = without(after, full)
                if may_work(after, rows - count_bits(full)):
                    children[count], codes[count] = after, code
                    count += 1
    return count


# -- forward: which fields there are --


@tight
def spread_any(
    level: int,
    begin: int,
    end: int,
    fields: Words,
    table: Words,
    sizes: Words,
    work: Work,
) -> int:
    """Enter all fields that follow on fields begin to end, with any letters, into a table of fields.

    An entry is a field with the bit OUTSIDE, or 0. Returns the first field not done: it stops where the table gets
    full.
    """
    ways, scratch, room, codes = work
    field_rows, children = scratch[MOST_CHILDREN:], scratch[:MOST_CHILDREN]
    for number in range(begin, end):
        if sizes[0] + MOST_CHILDREN > 3 * (len(table) >> 2):
            return number
        field, rows = fields[number], rows_left(fields[number], level)
        unpack(field, field_rows)
        for piece in range(KINDS):
            many = list_children(field, piece, rows, ways, field_rows, room, children, codes)
            for each in range(many):
                _enter(children[each] | OUTSIDE, table, sizes)
    return end


@inlined
def _enter(entry: int, table: Words, sizes: Words) -> None:
    slot = slot_of(entry, len(table) - 1)
    while table[slot]:
        if table[slot] == entry:
            return
        slot = slot + 1 & len(table) - 1
    table[slot] = entry
    sizes[0] += 1


@tight
def enter_all(entries: Words, table: Words, sizes: Words) -> None:
    """Enter the entries of one table into another one."""
    for place in range(len(entries)):
        if entries[place]:
            _enter(entries[place], table, sizes)


@tight
def spread(
    level: int,
    begin: int,
    end: int,
    states: States,
    steps: Words,
    result: States,
    table: Numbers,
    sizes: Words,
    work: Work,
) -> int:
    """Add all fields of the next level that follow on fields begin to end, with the masks of their contexts.

    `steps` [context, piece, word] are the contexts that follow, `table` is that of the result. Returns the first field
    not done: it stops where the arrays get full. Scratch: [MOST_CHILDREN + 22].
    """
    fields, masks = states
    ways, scratch, room, codes = work
    field_rows, children = scratch[MOST_CHILDREN : MOST_CHILDREN + COLUMNS], scratch[:MOST_CHILDREN]
    after = scratch[MOST_CHILDREN + COLUMNS :]
    for number in range(begin, end):
        if sizes[0] + MOST_CHILDREN > min(len(result.fields), len(table) // 2):
            return number
        field, rows, unpacked = fields[number], rows_left(fields[number], level), False
        for piece in range(KINDS):
            if not _contexts_after(masks[number], piece, steps, after):
                continue
            if not unpacked:
                unpack(field, field_rows)
                unpacked = True
            many = list_children(field, piece, rows, ways, field_rows, room, children, codes)
            for each in range(many):
                child = add(children[each], result.fields, table, sizes)
                for word in range(steps.shape[2]):
                    result.masks[child, word] |= after[word]
    return end


@inlined
def _contexts_after(mask: Words, piece: int, steps: Words, after: Words) -> int:
    """Write the contexts in which a piece can be placed, as they are then; not 0 if there are any."""
    some = 0
    for word in range(steps.shape[2]):
        after[word] = 0
    for here in range(len(mask)):
        rest = mask[here]
        while rest:
            context = here * WORD + lowest_bit(rest)
            rest &= rest - 1
            for word in range(steps.shape[2]):
                after[word] |= steps[context, piece, word]
                some |= after[word]
    return some


@inlined
def _contexts_before(mask: Words, piece: int, steps: Words, after: Words, living: Words) -> bool:
    """Add to `living` those contexts of a mask from which a piece leads to one of `after`; whether there are any."""
    works = False
    for here in range(len(mask)):
        rest = mask[here]
        while rest:
            context = here * WORD + lowest_bit(rest)
            for word in range(steps.shape[2]):
                if steps[context, piece, word] & after[word]:
                    living[here] |= rest & -rest
                    works = True
            rest &= rest - 1
    return works


# -- backward: from which fields a piece can have come --


@tight
def take_out(
    level: int, begin: int, end: int, fields: Words, result: Words, table: Numbers, sizes: Words
) -> int:
    """Add all fields of level - 1 from which a piece that rests may lead to the fields begin to end.

    Whether it can be moved there is not looked at. Returns the first field not done where the arrays get full.
    """
    for number in range(begin, end):
        if sizes[0] + 16 * MOST_CHILDREN > min(len(result), len(table) // 2):
            return number
        field, rows = fields[number], rows_left(fields[number], level)
        # rows that the piece has completed, as bits of a column of the field before
        for standing in range(16):
            before = rows + count_bits(standing)
            if before > BOX or standing & (1 << BOX - before) - 1:
                continue
            _take_out_pieces(_with_rows(field, standing), standing, before, result, table, sizes)
    return end


@inlined
def _with_rows(field: int, standing: int) -> int:
    """The field with full rows put in, so that they lie at `standing`."""
    for bit in range(BOX - 1, -1, -1):
        row = standing & 1 << bit
        if row:
            lower, upper = REPEAT * (15 & ~(2 * row - 1)), REPEAT * (2 * row - 1)
            field = field & lower | (field & upper) >> 1 & REPEAT * (row - 1) | REPEAT * row
    return field


@inlined
def _take_out_pieces(
    field: int, standing: int, rows: int, result: Words, table: Numbers, sizes: Words
) -> None:
    """Add the field without each piece that lies in it, has a cell in each of the full rows, and rests."""
    for code in range(len(BOX_CELLS)):
        cells = BOX_CELLS[code]
        if cells & ABOVE[rows] or cells & ~field:
            continue
        missed = False
        for bit in range(BOX):
            if standing >> bit & 1 and not cells & REPEAT << bit:
                missed = True
        before = field & ~cells
        if missed or not (cells & _FLOOR or (cells & ~_FLOOR) << 1 & before):
            continue
        if may_work(before, rows):
            add(before, result, table, sizes)


# -- late levels: all letters are seen --


@tight
def follow(
    level: int,
    begin: int,
    end: int,
    fields: Words,
    later: Lookup,
    edges: Edges,
    sizes: Words,
    work: Work,
) -> int:
    """Write the edges of fields begin to end, with any letter, to fields of the next level that are `later`.

    sizes[1] counts edges. Returns the first field not done where the arrays get full.
    """
    for number in range(begin, end):
        if sizes[1] + MOST_CHILDREN > len(edges.to):
            return number
        _follow_all(fields[number], level, later, edges, sizes, work)
        edges.starts[number + 1] = sizes[1]
    return end


@inlined
def _follow_all(field: int, level: int, later: Lookup, edges: Edges, sizes: Words, work: Work) -> None:
    ways, scratch, room, codes = work
    field_rows, children = scratch[MOST_CHILDREN:], scratch[:MOST_CHILDREN]
    rows, unpacked = rows_left(field, level), False
    for piece in range(KINDS):
        if not may_lead(field, piece, rows, later.marks):
            continue
        if not unpacked:
            unpack(field, field_rows)
            unpacked = True
        many = list_children(field, piece, rows, ways, field_rows, room, children, codes)
        for each in range(many):
            child = find(children[each], later.fields, later.table)
            if child >= 0:
                edges.to[sizes[1]], edges.at[sizes[1]] = child, codes[each]
                sizes[1] += 1


@tight
def last_pieces(starts: Numbers, at: Codes, pieces: Words) -> None:
    """Write for each field of level 9 the letters (bits) that empty it."""
    for number in range(len(pieces)):
        for edge in range(starts[number], starts[number + 1]):
            pieces[number] |= 1 << at[edge] // (4 * COLUMNS * BOX)


@tight
def last_two(starts: Numbers, to: Numbers, at: Codes, pieces: Words, words: Words) -> None:
    """Write words[field of level 8, b]: bit 7 c + d where b and c are to choose from, d comes behind, and it works."""
    for number in range(len(words)):
        for edge in range(starts[number], starts[number + 1]):
            placed, last = at[edge] // (4 * COLUMNS * BOX), pieces[to[edge]]
            for held in range(KINDS):  # the other one of the pair
                ends = 127 if last >> held & 1 else last
                words[number, held] |= ends << KINDS * placed
                words[number, placed] |= ends << KINDS * held


@inlined
def last_three(begin: int, end: int, edges: Edges, later: Words, words: Words) -> None:
    """Write words[7 a + b] of a field of level 7: bit 7 c + d where a and b are to choose from, then c, then d."""
    for edge in range(begin, end):
        placed, child = edges.at[edge] // (4 * COLUMNS * BOX), edges.to[edge]
        for held in range(KINDS):
            word = later[child, held]
            words[KINDS * placed + held] |= word
            if held != placed:
                words[KINDS * held + placed] |= word


class Sixth(NamedTuple):
    """Fields of level 6 and the letters (bits) that can be placed on each, or one for all.

    `stored` are the numbers of the fields that have edges, `edges` theirs in this order.
    """

    fields: Words
    letters: Words
    stored: Words
    edges: Edges


class Seventh(NamedTuple):
    """Fields of level 7 from which a clear is possible, their values as `last_three` writes them, and their edges."""

    fields: Words
    words: Words
    edges: Edges


@tight
def reach_late(
    begin: int,
    end: int,
    sixth: Sixth,
    maybe: Lookup,
    known: Numbers,
    seventh: Seventh,
    eighth: Lookup,
    eighth_words: Words,
    sizes: Words,
    work: Work,
) -> int:
    """Write the edges from fields begin to end of level 6 to those of level 7, which are looked into when first met.

    `maybe` are all fields of level 7 that need to be looked at, `known` their numbers among those of `seventh`, -1
    before that, -2 where nothing works. sizes: fields of level 7; edges from level 6; edges from level 7; fields of
    level 6 with edges. Scratch: `scratch` [2 * MOST_CHILDREN + 22], `codes` [2 * MOST_CHILDREN].
    """
    fields, letters, stored, (starts, to, at) = sixth
    result, words, late = seventh
    ways, scratch, room, codes = work
    each_room = MOST_CHILDREN + COLUMNS  # of a field that is looked into
    field_rows, children, late_sizes = scratch[MOST_CHILDREN:each_room], scratch[:MOST_CHILDREN], scratch[-2:]
    later_work = Work(ways, scratch[each_room : 2 * each_room], room, codes[MOST_CHILDREN:])
    for number in range(begin, end):
        full = sizes[1] + MOST_CHILDREN > len(to) or sizes[0] + MOST_CHILDREN > len(result)
        if full or sizes[2] + MOST_CHILDREN * 64 > len(late.to):
            return number
        field, before, unpacked = fields[number], sizes[1], False
        rows, placeable = rows_left(field, FIRST_BAG), letters[number if len(letters) > 1 else 0]
        for piece in range(KINDS):
            if not placeable >> piece & 1 or not may_lead(field, piece, rows, maybe.marks):
                continue
            if not unpacked:
                unpack(field, field_rows)
                unpacked = True
            many = list_children(field, piece, rows, ways, field_rows, room, children, codes)
            for each in range(many):
                child = find(children[each], maybe.fields, maybe.table)
                if child < 0 or known[child] == -2:
                    continue
                if known[child] == -1:
                    late_sizes[1] = sizes[2]
                    _follow_all(children[each], FIRST_BAG + 1, eighth, late, late_sizes, later_work)
                    here = sizes[0]
                    words[here] = 0
                    last_three(sizes[2], late_sizes[1], late, eighth_words, words[here])
                    some = 0
                    for pair in range(KINDS * KINDS):
                        some |= words[here, pair]
                    if not some:
                        known[child] = -2
                        continue
                    known[child], result[here] = here, children[each]
                    late.starts[here], sizes[2] = sizes[2], late_sizes[1]
                    late.starts[here + 1] = sizes[2]
                    sizes[0] = here + 1
                to[sizes[1]], at[sizes[1]] = known[child], codes[each]
                sizes[1] += 1
        if sizes[1] > before:
            here = sizes[3]
            stored[here], starts[here, 0], starts[here, 1] = number, before, sizes[1]
            sizes[3] = here + 1
    return end


@tight
def end_of_first_bag(
    begin: int,
    end: int,
    fields: Words,
    living: Living,
    edges: Edges,
    words: Words,
    values: Words,
    sizes: Words,
) -> int:
    """Keep those of the fields begin to end of level 6 from which a clear is possible, and write values[state, 0, 42].

    Fields, sets and edges are written anew over what has been read; sizes: fields, edges, states kept. `starts` are
    two numbers a field, where its edges begin and end. Returns the first field not done where `values` gets full.
    """
    sets, firsts = living
    starts, to, at = edges
    for number in range(begin, end):
        if sizes[2] + KINDS > len(values):
            return number
        first, last, rest, some_sets = starts[number, 0], starts[number, 1], sets[number, 0], 0
        before = sizes[2]
        while rest:
            chosen = lowest_bit(rest)
            rest &= rest - 1
            letter = lowest_bit(LETTERS_LEFT[FIRST_BAG * 35 + chosen])
            result = values[sizes[2], 0]
            result[:] = 0
            for edge in range(first, last):
                placed, child = at[edge] // (4 * COLUMNS * BOX), to[edge]
                if placed == letter:
                    for pair in range(PAIRS):
                        result[pair] |= words[child, PAIR_CODES[pair]]
                for rank in range(KINDS - 1):
                    result[placed * (KINDS - 1) + rank] |= words[
                        child, KINDS * letter + rank + (rank >= placed)
                    ]
            some = 0
            for pair in range(PAIRS):
                result[pair] &= DISTINCT[PAIR_CODES[pair]]
                some |= result[pair]
            if some:
                some_sets |= 1 << chosen
                sizes[2] += 1
        if some_sets:
            here = sizes[0]
            fields[here], sets[here, 0], firsts[here], starts[here, 0] = (
                fields[number],
                some_sets,
                before,
                sizes[1],
            )
            for edge in range(first, last):
                to[sizes[1]], at[sizes[1]] = to[edge], at[edge]
                sizes[1] += 1
            starts[here, 1] = sizes[1]
            sizes[0] = here + 1
    return end


@tight
def leave_first_bag(
    sets: Words, starts: Numbers, to: Numbers, at: Codes, living: Marks, reached: Marks
) -> None:
    """Mark the late states of level 7, [field, state], that live and to which states of level 6 lead."""
    for number in range(len(sets)):
        rest = sets[number, 0]
        while rest:
            letter = lowest_bit(LETTERS_LEFT[FIRST_BAG * 35 + lowest_bit(rest)])
            rest &= rest - 1
            for edge in range(starts[number, 0], starts[number, 1]):
                placed, child = at[edge] // (4 * COLUMNS * BOX), to[edge]
                if placed == letter:
                    reached[child, 0] |= living[child, 0]
                held = 1 + KINDS * letter + placed
                reached[child, held] |= living[child, held]


@tight
def late_states(
    level: int,
    starts: Numbers,
    to: Numbers,
    at: Codes,
    later: Marks,
    states: Marks,
    forward: bool,
) -> None:
    """Mark late states [field, state] of a level that lead to marked ones of the next; `forward`: what they lead to.

    Forward, `later` holds 1 for what lives and gets 3 for what is reached as well.
    """
    used = level - FIRST_BAG - 1
    plain, plain_then = SET_COUNTS[used], SET_COUNTS[used + 1]
    held, held_then = SET_COUNTS[used + 1], SET_COUNTS[used + 2]
    for number in range(len(states)):
        for edge in range(starts[number], starts[number + 1]):
            placed, child = at[edge] // (4 * COLUMNS * BOX), to[edge]
            for chosen in range(plain):
                left = LETTERS_LEFT[used * 35 + chosen]
                if left >> placed & 1:
                    then = RANKS[127 & ~left | 1 << placed]
                    _mark(states, number, chosen, later, child, then, forward)
            for chosen in range(held):
                left = LETTERS_LEFT[(used + 1) * 35 + chosen]
                _mark(states, number, plain + held * placed + chosen, later, child, chosen, forward)
                if left >> placed & 1:
                    then = RANKS[127 & ~left | 1 << placed]
                    for letter in range(KINDS):
                        here, there = plain + held * letter + chosen, plain_then + held_then * letter + then
                        _mark(states, number, here, later, child, there, forward)


@inlined
def _mark(states: Marks, number: int, here: int, later: Marks, child: int, there: int, forward: bool) -> None:
    if forward:
        if states[number, here] and later[child, there]:
            later[child, there] = 3
    else:
        states[number, here] |= later[child, there]


# -- backward over the levels of the first bag --


@tight
def look_ahead(
    level: int,
    begin: int,
    end: int,
    states: States,
    steps: Words,
    later: Lookup,
    later_masks: Words,
    result: States,
    edges: Edges,
    sizes: Words,
    work: Work,
) -> int:
    """Keep those of the fields begin to end that lead to a state of the next level from which a clear is possible.

    Writes the fields, their contexts that live, and their edges. sizes: fields kept; edges. Returns the first field
    not done where the arrays get full.
    """
    fields, masks = states
    starts, to, at = edges
    ways, scratch, room, codes = work
    field_rows, children = scratch[MOST_CHILDREN : MOST_CHILDREN + COLUMNS], scratch[:MOST_CHILDREN]
    living = scratch[MOST_CHILDREN + COLUMNS :]
    after = living[masks.shape[1] :]
    for number in range(begin, end):
        if sizes[1] + MOST_CHILDREN > len(to):
            return number
        field, edge, unpacked = fields[number], sizes[1], False
        rows = rows_left(field, level)
        living[: masks.shape[1]] = 0
        for piece in range(KINDS):
            if not may_lead(field, piece, rows, later.marks):
                continue
            if not _contexts_after(masks[number], piece, steps, after):
                continue
            if not unpacked:
                unpack(field, field_rows)
                unpacked = True
            many = list_children(field, piece, rows, ways, field_rows, room, children, codes)
            for each in range(many):
                child = find(children[each], later.fields, later.table)
                if child >= 0 and _contexts_before(masks[number], piece, steps, later_masks[child], living):
                    to[edge], at[edge] = child, codes[each]
                    edge += 1
        if edge > sizes[1]:
            here = sizes[0]
            result.fields[here], starts[here] = field, sizes[1]
            for word in range(masks.shape[1]):
                result.masks[here, word] = living[word]
            sizes[0], sizes[1], starts[here + 1] = here + 1, edge, edge
    return end


# -- values --


@inlined
def state_of(masks: Words, number: int, first: int, context: int) -> int:
    """The number of a state: `first` of its field, then those of its contexts that live; -1 if it does not."""
    word = context // WORD
    if not masks[number, word] >> context % WORD & 1:
        return -1
    for before in range(word):
        first += count_bits(masks[number, before])
    return first + count_bits(masks[number, word] & (1 << context % WORD) - 1)


@inlined
def take_better(best: NDArray[Any], other: NDArray[Any], bits: bool) -> None:
    """Put the better of each two values into `best`: bits are joined, of numbers the higher one is taken."""
    if bits:
        for each in range(len(best)):
            best[each] |= other[each]
    else:
        for each in range(len(best)):
            best[each] = max(best[each], other[each])


@tight
def join(
    level: int,
    begin: int,
    end: int,
    here: Living,
    edges: Edges,
    later: Living,
    later_values: NDArray[Any],
    gather: Words,
    bits: bool,
    best: NDArray[Any],
    values: NDArray[Any],
) -> None:
    """Write values[state, arrangement, word] of fields begin to end out of the next level's [state, arrangement, word].

    `bits`: the words are bits, and not numbers. Scratch: `best` [7, arrangements of the next level, words], what
    placing each letter is worth.
    """
    starts, to, at = edges
    for number in range(begin, end):
        rest = here.masks[number, 0]
        state = here.firsts[number]
        while rest:
            chosen = lowest_bit(rest)
            rest &= rest - 1
            best[:] = 0
            left = LETTERS_LEFT[level * 35 + chosen]
            for edge in range(starts[number], starts[number + 1]):
                placed, child = at[edge] // (4 * COLUMNS * BOX), to[edge]
                then = SETS_AFTER[(level * KINDS + placed) * 35 + chosen]
                if then < 0:
                    continue
                after = state_of(later.masks, child, later.firsts[child], then)
                if after < 0:
                    continue
                rank = count_bits(left & (1 << placed) - 1)
                for arrangement in range(best.shape[1]):
                    take_better(best[rank, arrangement], later_values[after, arrangement], bits)
            for arrangement in range(values.shape[1]):
                for turn in range(2):
                    worth = best[gather[arrangement, turn, 0], gather[arrangement, turn, 1]]
                    take_better(values[state, arrangement], worth, bits)
            state += 1


@tight
def count_fourth(values: Words, counts: Marks) -> None:
    """Write for words of bits [state, arrangement, 42] how many fourth letters work: [.., .., 42 * 5]."""
    for state in range(values.shape[0]):
        for arrangement in range(values.shape[1]):
            for pair in range(PAIRS):
                word, code, place = values[state, arrangement, pair], PAIR_CODES[pair], pair * (KINDS - 2)
                for third in range(KINDS):
                    if third not in (code // KINDS, code % KINDS):
                        counts[state, arrangement, place] = count_bits(word >> KINDS * third & 127)
                        place += 1


@tight
def first_runs(allowed: Words, starts: Words, moves: Words) -> int:
    """Part words into as few runs as can be whose words share a bit; how many.

    Writes the first word and the lowest common bit of each, -1 for the bit 62, which comes last.
    """
    count, common = 0, 0
    for number in range(len(allowed)):
        more = common & allowed[number]
        if not more:
            starts[count] = number
            count += 1
            more = allowed[number]
        common = more
        lowest = lowest_bit(common)
        moves[count - 1] = -1 if lowest == 62 else lowest
    return count
