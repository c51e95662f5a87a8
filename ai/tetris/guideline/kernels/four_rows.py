"""The search of `clears` in up to four rows: fields in one word, as in `optimum`, and dead ends known beforehand.

A node is a field in the word LOW, 0 in HIGH, and the pieces USED. Fields that so many pieces can empty are marked:

    marks   words of bits for the fields that 1, 2 and 3 pieces empty; some others seem marked (`optimum.may_lead`)
    parts   [pieces - 1]: where the words for so many pieces begin, and how many there are, less one; where that is 0
            nothing is known

Depth first a position is the field, the letter that is held and how many are placed: one word, `_key`.
"""

from __future__ import annotations

from typing import NamedTuple

from ai.bits import count_bits
from ai.kernel import inlined, tight
from ai.tetris.guideline.kernels.clears import (
    EDGES,
    KINDS,
    LEVEL,
    LEVEL_END,
    LOW,
    MOST_CHILDREN,
    NEXT,
    NODES,
    USED,
    USED_BITS,
    Growing,
    add_node,
)
from ai.tetris.guideline.kernels.first_clears import HELD_NONE, NO_LETTER, word_of_code
from ai.tetris.guideline.kernels.layout import Words
from ai.tetris.guideline.kernels.optimum import (
    ABOVE,
    BOX,
    COLUMNS,
    PLACE_STARTS,
    PLACES,
    Codes,
    bits_of,
    full_rows,
    list_children,
    slot_of,
    unpack,
    without,
)

MARKED = 3  # pieces
_FLOOR = sum(1 << BOX * x + BOX - 1 for x in range(COLUMNS))
FIELD, HELD, COUNT, TRIED, AT, LINE_WORDS = 0, 1, 2, 3, 4, 5  # of each step of a way
NONE, ONE, UNKNOWN = 0, 1, 2


class LastMarks(NamedTuple):
    """The fields that the last pieces empty, as `last_pieces` marks them."""

    marks: Words
    parts: Words


class Work(NamedTuple):
    """Arrays for moving a piece in the box: the numbers of its ways (`ways_of`), and scratch."""

    ways: int
    field_rows: Words
    room: Words
    children: Words
    codes: Codes


@inlined
def _is_marked(field: int, left: int, last: LastMarks) -> bool:
    """Return False if `left` pieces do not empty the field."""
    marks, parts = last
    if left == 0 or left > MARKED or parts[left - 1, 1] == 0:
        return True
    bits = bits_of(field)
    marked: bool = marks[parts[left - 1, 0] + slot_of(field, parts[left - 1, 1])] & bits == bits
    return marked


@inlined
def _may_lead(field: int, piece: int, rows: int, left: int, last: LastMarks) -> bool:
    """Return False if no place of the piece, reached or not, leads to a field that `left` more pieces empty."""
    if left == 0 or left > MARKED or last.parts[left - 1, 1] == 0:
        return True
    blocked = field | ABOVE[rows]
    for place in range(PLACE_STARTS[piece], PLACE_STARTS[piece + 1]):
        cells = PLACES[place]
        if cells & blocked or not (cells & _FLOOR or (cells & ~_FLOOR) << 1 & field):
            continue
        after = field | cells
        full = full_rows(after)
        if full:
            after = without(after, full)
        if _is_marked(after, left, last):
            return True
    return False


@tight
def expand_box(growing: Growing, most: int, levels: int, last: LastMarks, work: Work) -> None:
    """The same as `clears.expand`."""
    nodes, starts, edges, table, supply, sizes = growing
    ways, field_rows, room, children, codes = work
    node = sizes[NEXT]
    end = min(sizes[LEVEL_END], node + most)
    level = sizes[LEVEL]
    left = levels - level - 1
    while node < end:
        if sizes[NODES] + MOST_CHILDREN > min(len(nodes) - 1, len(table) // 2):
            break
        if sizes[EDGES] + MOST_CHILDREN > len(edges):
            break
        starts[node] = sizes[EDGES]
        field, used, unpacked = nodes[node, LOW], nodes[node, USED], False
        rows = _rows_left(field, left + 1)
        for kind in range(KINDS):
            if (used >> USED_BITS * kind & 15) >= supply[level, kind]:
                continue
            if not _may_lead(field, kind, rows, left, last):
                continue
            if not unpacked:
                unpack(field, field_rows)
                unpacked = True
            used_then = used + (1 << USED_BITS * kind)
            for each in range(list_children(field, kind, rows, ways, field_rows, room, children, codes)):
                if not _is_marked(children[each], left, last):
                    continue
                number = add_node(nodes, table, sizes, children[each], 0, used_then)
                edges[sizes[EDGES], 0], edges[sizes[EDGES], 1] = number, word_of_code(codes[each])
                sizes[EDGES] += 1
        node += 1
    starts[node] = sizes[EDGES]
    sizes[NEXT] = node


@inlined
def _rows_left(field: int, left: int) -> int:
    """Return how many rows are to be emptied where `left` pieces do it."""
    rows: int = (count_bits(field) + 4 * left) // COLUMNS
    return rows


@tight
def find_in_box(
    field: int,
    letters: Words,
    holding: bool,
    levels: int,
    turn: int,
    most: int,
    last: LastMarks,
    failed: Words,
    sizes: Words,
    line: Words,
    work: Work,
) -> int:
    """Find one way of `levels` pieces; ONE, NONE, or UNKNOWN after `most` positions or where `failed` gets full.

    The first of the letters is held; without `holding` they are placed as they come. The placements are
    codes[step, line[step, AT]]. Each `turn` tries them in another order: a bad one costs a hundred times the usual,
    and what has failed is known to the next turn: `failed` begins as 0, and sizes[0] counts. Scratch: `line` [levels,
    LINE_WORDS]; `children` and `codes` [levels, MOST_CHILDREN].
    """
    ways, field_rows, room, children, codes = work
    step, entering, seen = 0, True, 0
    line[0, FIELD], line[0, HELD] = field, letters[0]
    while step >= 0:
        here, held, left = line[step, FIELD], line[step, HELD], levels - step - 1
        following = letters[step + 1] if step + 1 < len(letters) else NO_LETTER
        if entering:
            count, rows, unpacked, entering = 0, _rows_left(here, left + 1), False, False
            for choice in range(2 if holding and following != held else 1):
                piece = following if choice else held
                if piece in (NO_LETTER, HELD_NONE) or not _may_lead(here, piece, rows, left, last):
                    continue
                if not unpacked:
                    unpack(here, field_rows)
                    unpacked = True
                count += list_children(
                    here, piece, rows, ways, field_rows, room, children[step, count:], codes[step, count:]
                )
            line[step, COUNT], line[step, TRIED] = count, 0
            seen += 1
            if seen > most or sizes[0] > len(failed) >> 1:
                return UNKNOWN
        tried = line[step, TRIED]
        if tried == line[step, COUNT]:
            _fail(_key(here, held, step), failed, sizes)
            step -= 1
            continue
        line[step, TRIED] = tried + 1
        chosen = (tried + turn * (1 + slot_of(here + step, 0xFFFF))) % line[step, COUNT]
        child, line[step, AT] = children[step, chosen], chosen
        if left == 0:
            return ONE
        if not _is_marked(child, left, last):
            continue
        then_held = held
        if codes[step, chosen] // (4 * COLUMNS * BOX) == held:
            then_held = following if following != NO_LETTER else HELD_NONE
        if _has_failed(_key(child, then_held, step + 1), failed):
            continue
        step, entering = step + 1, True
        line[step, FIELD], line[step, HELD] = child, then_held
    return NONE


@inlined
def _key(field: int, held: int, placed: int) -> int:
    return field | held << 40 | placed + 1 << 44


@inlined
def _has_failed(key: int, failed: Words) -> bool:
    slot = slot_of(key, len(failed) - 1)
    while failed[slot]:
        if failed[slot] == key:
            return True
        slot = slot + 1 & len(failed) - 1
    return False


@inlined
def _fail(key: int, failed: Words, sizes: Words) -> None:
    slot = slot_of(key, len(failed) - 1)
    while failed[slot]:
        slot = slot + 1 & len(failed) - 1
    failed[slot] = key
    sizes[0] += 1
