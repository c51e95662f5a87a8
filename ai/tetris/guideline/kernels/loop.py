"""Perfect clears in a row: a clear whose end is worth what is held then and left of the bag; see `later` for words.

ways      [field of level 7, x]: bit 7 y + z where x, y and z, placed in this order, empty it
code      of an order of all ten letters: 0 where no clear comes about, else the rank (1 to 7) of the best letter
          that can be held behind the clear, among all letters beside what is left of the bag then: the higher,
          the more it is worth. Codes stand two in a byte, as `HALVES` of `later`
value     of letters that are seen: the mean of what the codes are worth, of TOP
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.bits import count_bits, lowest_bit
from ai.kernel import inlined, tight
from ai.tetris.guideline.kernels.later import FULL, Contexts
from ai.tetris.guideline.kernels.layout import Words
from ai.tetris.guideline.kernels.optimum import (
    BOX,
    COLUMNS,
    KINDS,
    WORD,
    Codes,
    Edges,
    Living,
    Marks,
    Numbers,
    state_of,
)

Values = NDArray[np.uint16]
TOP = 65_535  # what the best end of a clear is worth
RANKS = 8  # codes of an end
_ROWS = sum(1 << KINDS * y for y in range(KINDS))
# by bits z: the same at 7 z
_SPREAD = np.array(
    [sum(1 << KINDS * z for z in range(KINDS) if bits >> z & 1) for bits in range(FULL + 1)], np.int64
)


@inlined
def _dealt(left: int, letter: int) -> int:
    """Return the rest of the bag once a letter has come; a new bag where nothing is."""
    rest = left & ~(1 << letter)
    return rest if rest else FULL


@tight
def extend_ways(begin: int, end: int, edges: Edges, later: Words, bits: int, ways: Words) -> None:
    """Write ways[field, x] of fields begin to end out of those of the next level, which have `bits` bits a letter."""
    starts, to, at = edges
    for number in range(begin, end):
        for edge in range(starts[number], starts[number + 1]):
            placed, child = at[edge] // (4 * COLUMNS * BOX), to[edge]
            for letter in range(later.shape[1]):
                ways[number, placed] |= later[child, letter] << bits * letter


@tight
def sixth_codes(
    begin: int,
    end: int,
    living: Living,
    edges: Edges,
    ways: Words,
    contexts: Contexts,
    ranks: Words,
    work: Words,
    codes: Marks,
) -> None:
    """Write the codes [state, letters seen] of fields begin to end of level 6.

    Where `codes` has no rows, only those contexts are left in the masks from which a clear is possible. `ranks`
    [letters left behind the clear, letter held]. Scratch: `work` [7, 7].
    """
    masks, firsts = living
    starts, to, at = edges
    write = len(codes) > 0
    for number in range(begin, end):
        some = 0
        for here in range(masks.shape[1]):
            some |= masks[number, here]
        if not some:
            continue
        work[:] = 0
        for edge in range(starts[number], starts[number + 1]):
            placed, child = at[edge] // (4 * COLUMNS * BOX), to[edge]
            for letter in range(KINDS):
                work[placed, letter] |= ways[child, letter]
        state = firsts[number] if write else 0
        for here in range(masks.shape[1]):
            rest = masks[number, here]
            while rest:
                context = here * WORD + lowest_bit(rest)
                if write:
                    _write_codes(contexts.held[context], contexts.lefts[context], work, ranks, codes[state])
                    state += 1
                elif not _may_clear(contexts.held[context], contexts.lefts[context], work):
                    masks[number, here] &= ~(rest & -rest)
                rest &= rest - 1


@inlined
def _may_clear(held: int, left: int, work: Words) -> bool:
    """Return True if some order of the four letters that come leads to a clear."""
    for a in range(KINDS):
        if left >> a & 1:
            second = _dealt(left, a)
            for b in range(KINDS):
                if second >> b & 1:
                    third = _dealt(second, b)
                    union = _union(held, a, b, work)
                    for c in range(KINDS):
                        if third >> c & 1 and union >> KINDS * c & _dealt(third, c):
                            return True
    return False


@inlined
def _union(held: int, a: int, b: int, work: Words) -> int:
    """Bit 7 c + d where a clear comes about, whatever is held then."""
    word: int = work[a, b] | work[held, b] | work[held, a] | work[a, held]
    return word | _last_held(held, a, b, work) | _third_held(held, a, b, work)


@inlined
def _third_held(held: int, a: int, b: int, work: Words) -> int:
    """Bit 7 c + d where c can be held behind the clear: of the first three letters all are placed, then d."""
    return _rows(held, a, b, work) * _ROWS


@inlined
def _rows(held: int, a: int, b: int, work: Words) -> int:
    """The letters (bits) that empty the field once all of the first three are placed."""
    row = (work[held, a] | work[a, held]) >> KINDS * b | work[held, b] >> KINDS * a
    letters: int = (row | work[a, b] >> KINDS * held) & FULL
    return letters


@inlined
def _last_held(held: int, a: int, b: int, work: Words) -> int:
    """Bit 7 c + d where d can be held behind the clear."""
    column = (work[held, a] | work[a, held]) >> b | work[held, b] >> a | work[a, b] >> held
    word: int = (column & _ROWS | _SPREAD[_rows(held, a, b, work)]) * FULL
    return word


@inlined
def _write_codes(held: int, left: int, work: Words, ranks: Words, codes: Marks) -> None:
    place = 0
    for a in range(KINDS):
        if not left >> a & 1:
            continue
        second = _dealt(left, a)
        for b in range(KINDS):
            if not second >> b & 1:
                continue
            third = _dealt(second, b)
            union = _union(held, a, b, work)
            with_held, with_a, with_b = work[a, b], work[held, b], work[held, a] | work[a, held]
            with_c, with_d = _third_held(held, a, b, work), _last_held(held, a, b, work)
            for c in range(KINDS):
                if not third >> c & 1:
                    continue
                fourth = _dealt(third, c)
                rest = union >> KINDS * c & fourth
                while rest:
                    d = lowest_bit(rest)
                    rest &= rest - 1
                    bit, left_then, code = KINDS * c + d, _dealt(fourth, d), 0
                    if with_held >> bit & 1:
                        code = max(code, ranks[left_then, held])
                    if with_a >> bit & 1:
                        code = max(code, ranks[left_then, a])
                    if with_b >> bit & 1:
                        code = max(code, ranks[left_then, b])
                    if with_c >> bit & 1:
                        code = max(code, ranks[left_then, c])
                    if with_d >> bit & 1:
                        code = max(code, ranks[left_then, d])
                    at = place + count_bits(fourth & (1 << d) - 1)
                    codes[at >> 1] |= code << 4 * (at & 1)
                place += count_bits(fourth)


@tight
def mean_codes(
    begin: int, end: int, origin: int, living: Living, ends: Marks, worth: Words, codes: Marks, values: Values
) -> None:
    """Write the values of fields begin to end where the last letter is not seen.

    `codes` [state - origin, letters seen], two in a byte; `ends` [context, letters seen] is what is left of the bag
    then; `worth` [letters left, code].
    """
    masks, firsts = living
    last = ends.shape[1] // values.shape[1]
    for number in range(begin, end):
        state = firsts[number]
        for here in range(masks.shape[1]):
            rest = masks[number, here]
            while rest:
                context = here * WORD + lowest_bit(rest)
                rest &= rest - 1
                at = 0
                for seen in range(values.shape[1]):
                    total = 0
                    for _ in range(last):
                        code = codes[state - origin, at >> 1] >> 4 * (at & 1) & 15
                        total += worth[ends[context, at], code]
                        at += 1
                    values[state - origin, seen] = (total + (last >> 1)) // last
                state += 1


@tight
def mean_last(values: Values, last: int, means: Values) -> None:
    """Write the means over the last of the letters seen, which can be so many."""
    for state in range(len(means)):
        for seen in range(means.shape[1]):
            total = 0
            for letter in range(last):
                total += int(values[state, seen * last + letter])
            means[state, seen] = (total + (last >> 1)) // last


class Play(NamedTuple):
    """Arrays for best play on a level: edges, the contexts, and the states of the next level with their values.

    `values` are means, or codes where all letters are seen: [state, letters seen from the next level on].
    """

    edges: Edges
    held: Words
    letters: Words  # that can come (bits), by context
    after: Words
    later: Living
    values: NDArray[Any]


class Nodes(NamedTuple):
    """Field and context by the letters that are seen from the start on, in order; field -1 where a clear is missed."""

    fields: Numbers
    contexts: Numbers


@inlined
def _letter_of(letters: int, rank: int) -> int:
    """The letter of this rank among some (bits)."""
    for _ in range(rank):
        letters &= letters - 1
    return lowest_bit(letters)


@inlined
def _better(play: Play, edge: int, held: int, came: int, context: int) -> int:
    """The state that an edge leads to, -1 where it cannot be gone."""
    placed = play.edges.at[edge] // (4 * COLUMNS * BOX)
    if placed not in (held, came):
        return -1
    child = play.edges.to[edge]
    there = play.after[context, came, 0 if placed == held else 1]
    return state_of(play.later.masks, child, play.later.firsts[child], there)


@tight
def choose_edges(
    play: Play, before: Nodes, more: int, choices: int, nodes: Nodes, chosen: Numbers, sums: Words
) -> None:
    """Write where best play leads from a level, and the edges; of several as good the first one.

    `before` are the nodes of the level by letters seen up to a letter less, which can be so many (`more`); the first
    letter that is seen is one of so many `choices`. sums[0]: the values summed up.
    """
    size = play.values.shape[1]
    for number in range(len(nodes.fields)):
        field, context = before.fields[number // more], before.contexts[number // more]
        nodes.fields[number] = chosen[number] = -1
        if field < 0:
            continue
        seen = number % (choices * size)
        came, held, best = _letter_of(play.letters[context], seen // size), play.held[context], 0
        for edge in range(play.edges.starts[field], play.edges.starts[field + 1]):
            state = _better(play, edge, held, came, context)
            if state >= 0 and play.values[state, seen % size] > best:
                best, chosen[number] = int(play.values[state, seen % size]), edge
        if best:
            edge = chosen[number]
            nodes.fields[number] = play.edges.to[edge]
            turn = 0 if play.edges.at[edge] // (4 * COLUMNS * BOX) == held else 1
            nodes.contexts[number] = play.after[context, came, turn]
            sums[0] += best


@inlined
def _code_at(codes: NDArray[Any], at: int) -> int:
    """One of the codes that stand two in a byte."""
    code: int = int(codes[at >> 1]) >> 4 * (at & 1) & 15
    return code


@tight
def count_ends(
    play: Play,
    before: Nodes,
    more: int,
    choices: int,
    ends: Marks,
    by_rank: Words,
    counts: Words,
    results: Codes,
) -> None:
    """Count the orders of all letters that lead to a clear by what is left of the bag then and what is held.

    As `choose_edges`, from the level on which all letters are seen. `results` [order]: 7 times what is left, and what
    is held; it may have no rows.
    """
    size = 2 * play.values.shape[1]
    for number in range(len(before.fields) * more):
        field, context = before.fields[number // more], before.contexts[number // more]
        if field < 0:
            continue
        seen = number % (choices * size)
        came, held, best = _letter_of(play.letters[context], seen // size), play.held[context], 0
        for edge in range(play.edges.starts[field], play.edges.starts[field + 1]):
            state = _better(play, edge, held, came, context)
            if state >= 0:
                best = max(best, _code_at(play.values[state], seen % size))
        if best:
            left = ends[context, seen]
            counts[left, by_rank[left, best]] += 1
            if len(results):
                results[number] = KINDS * left + by_rank[left, best]


@tight
def count_coded(
    living: Living,
    codes: Marks,
    before: Nodes,
    more: int,
    ends: Marks,
    by_rank: Words,
    counts: Words,
    results: Codes,
) -> None:
    """Count as `count_ends` does, from a level whose own codes [state, letters seen] are known."""
    size = 2 * codes.shape[1]
    for number in range(len(before.fields) * more):
        field, context = before.fields[number // more], before.contexts[number // more]
        if field < 0:
            continue
        state = state_of(living.masks, field, living.firsts[field], context)
        best = _code_at(codes[state], number % size) if state >= 0 else 0
        if best:
            left = ends[context, number % size]
            counts[left, by_rank[left, best]] += 1
            if len(results):
                results[number] = KINDS * left + by_rank[left, best]
