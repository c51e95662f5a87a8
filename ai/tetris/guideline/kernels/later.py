"""A later perfect clear, solved: the fields of `optimum`, with letters of any bags.

A later clear begins with a held letter inside a bag. What letters can still come follows from the **context**, the
held letter and the letters left of the bag; with a field it makes a **state**. Contexts of a level are numbered; a
field has a **mask**, a bit for each context in which it can be, in as many words as the level needs.

    letters   s1, s2 .. s10 come in this order; after k placements s(k + 1) and the held one are to choose from
    values    [state, letters seen]: letters seen are s(k + 1) .. s(k + 5), each by its rank among those that can
              come, the first as the highest digit. So what follows on the first letter lies together, in the order
              of the next level, and no table of indices is needed
    bits      on levels 5 and 6 all letters are seen: [state, letters up to s8], with a bit for each (s9, s10)
    halves    counts below 16 stand two in a byte, the first in the low half: they are most of what a clear's values
              take. A state has an even number of them, since letters seen can be so many, one less, and so on
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.bits import count_bits, lowest_bit
from ai.kernel import inlined, tight
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
    take_better,
)

FULL = (1 << KINDS) - 1
COUNTS, BITS, HALVES = range(3)  # what values stand for


@tight
def spread_contexts(
    masks: Words, steps: Words, starts: Numbers, to: Numbers, at: Codes, later: Words
) -> None:
    """Add to the masks `later` of the next level's fields the contexts in which edges lead to them."""
    for number in range(len(masks)):
        for here in range(masks.shape[1]):
            rest = masks[number, here]
            while rest:
                context = here * WORD + lowest_bit(rest)
                rest &= rest - 1
                for edge in range(starts[number], starts[number + 1]):
                    placed, child = at[edge] // (4 * COLUMNS * BOX), to[edge]
                    for word in range(steps.shape[2]):
                        later[child, word] |= steps[context, placed, word]


@tight
def keep_living(
    masks: Words, steps: Words, starts: Numbers, to: Numbers, at: Codes, later: Words, alive: Marks
) -> None:
    """Leave those contexts in `masks` from which an edge leads to one of `later`; mark the edges that do as alive."""
    for number in range(len(masks)):
        for here in range(masks.shape[1]):
            rest, living = masks[number, here], 0
            while rest:
                bit = rest & -rest
                context = here * WORD + lowest_bit(rest)
                rest &= rest - 1
                for edge in range(starts[number], starts[number + 1]):
                    placed, child = at[edge] // (4 * COLUMNS * BOX), to[edge]
                    for word in range(steps.shape[2]):
                        if steps[context, placed, word] & later[child, word]:
                            living |= bit
                            alive[edge] = 1
            masks[number, here] = living


class Contexts(NamedTuple):
    """Piece held and rest of the bag (bits), by the number of a context of a level; and what follows on it.

    `after` [context, letter that comes, turn] is the context once the held piece (turn 0) or the letter (1) is placed.
    """

    held: Words
    lefts: Words
    after: Words


@inlined
def _dealt(left: int, letter: int) -> int:
    """Return the rest of the bag once a letter has come; a new bag where nothing is."""
    rest = left & ~(1 << letter)
    return rest if rest else FULL


@tight
def sixth_states(
    begin: int,
    end: int,
    fields: Words,
    living: Living,
    edges: Edges,
    words: Words,
    contexts: Contexts,
    then_left: Words,
    values: NDArray[Any],
    sizes: Words,
) -> int:
    """Keep those of the fields begin to end of level 6 from which a clear is possible, and write their values.

    Fields, masks and edges are written anew over what has been read; sizes: fields, edges, states kept. `starts` are
    two numbers a field, where its edges begin and end. Returns the first field not done where `values` gets full.
    Scratch: `then_left` [7 * letter placed + letter kept, letter behind].
    """
    masks, firsts = living
    starts, to, at = edges
    for number in range(begin, end):
        if sizes[2] + masks.shape[1] * WORD > len(values):
            return number
        first, last, before, alive = starts[number, 0], starts[number, 1], sizes[2], False
        then_left[:] = 0
        for edge in range(first, last):
            placed, child = at[edge] // (4 * COLUMNS * BOX), to[edge]
            for pair in range(KINDS * KINDS):
                then_left[KINDS * placed + pair // KINDS, pair % KINDS] |= words[child, pair]
        for here in range(masks.shape[1]):
            rest, some_contexts = masks[number, here], 0
            while rest:
                bit = rest & -rest
                context = here * WORD + lowest_bit(rest)
                rest &= rest - 1
                stored, left, place, some = contexts.held[context], contexts.lefts[context], 0, 0
                for first_letter in range(KINDS):
                    if not left >> first_letter & 1:
                        continue
                    then = _dealt(left, first_letter)
                    for second_letter in range(KINDS):
                        if not then >> second_letter & 1:
                            continue
                        word = then_left[KINDS * stored + first_letter, second_letter]
                        word |= then_left[KINDS * first_letter + stored, second_letter]
                        result = _packed(word, _dealt(then, second_letter)) if word else 0
                        values[sizes[2], place] = result
                        some |= result
                        place += 1
                if some:
                    some_contexts |= bit
                    sizes[2] += 1
            masks[number, here] = some_contexts
            if some_contexts:
                alive = True
        if alive:
            here = sizes[0]
            fields[here], firsts[here], starts[here, 0] = fields[number], before, sizes[1]
            for word in range(masks.shape[1]):
                masks[here, word] = masks[number, word]
            for edge in range(first, last):
                to[sizes[1]], at[sizes[1]] = to[edge], at[edge]
                sizes[1] += 1
            starts[here, 1] = sizes[1]
            sizes[0] = here + 1
    return end


@inlined
def _packed(word: int, left: int) -> int:
    """The bits 7 c + d of a word for which c and d can come, side by side."""
    result, place = 0, 0
    for third in range(KINDS):
        if left >> third & 1:
            then = _dealt(left, third)
            for fourth in range(KINDS):
                if then >> fourth & 1:
                    result |= (word >> KINDS * third + fourth & 1) << place
                    place += 1
    return result


@tight
def join_states(
    begin: int,
    end: int,
    origin: int,
    living: Living,
    edges: Edges,
    later: Living,
    later_values: NDArray[Any],
    contexts: Contexts,
    form: int,
    values: NDArray[Any],
) -> None:
    """Write values[state - origin, letters] of fields begin to end out of the next level's; `values` begin as 0.

    Where the `form` of both values is `BITS` they are joined; else the highest counts.
    """
    starts, to, at = edges
    held, lefts, after = contexts
    masks = living.masks
    size = later_values.shape[1]
    for number in range(begin, end):
        state = living.firsts[number] - origin
        for here in range(masks.shape[1]):
            rest = masks[number, here]
            while rest:
                context = here * WORD + lowest_bit(rest)
                rest &= rest - 1
                stored, left = held[context], lefts[context]
                for edge in range(starts[number], starts[number + 1]):
                    placed, child = at[edge] // (4 * COLUMNS * BOX), to[edge]
                    if placed != stored and not left >> placed & 1:
                        continue
                    place = 0
                    for letter in range(KINDS):
                        if not left >> letter & 1:
                            continue
                        if placed in (stored, letter):
                            turn = 0 if placed == stored else 1
                            there = after[context, letter, turn]
                            then = state_of(later.masks, child, later.firsts[child], there)
                            if then >= 0:
                                best = values[state, place : place + size]
                                if form == HALVES:
                                    _take_higher_halves(best, later_values[then])
                                else:
                                    take_better(best, later_values[then], form == BITS)
                        place += size
                state += 1


@inlined
def _take_higher_halves(best: NDArray[Any], other: NDArray[Any]) -> None:
    """Put the higher of each two counts into `best`, two counts a byte."""
    for each in range(len(best)):
        one, two = best[each], other[each]
        low = max(np.uint8(one & 15), np.uint8(two & 15))  # the casts let the compiler work on whole vectors
        high = max(np.uint8(one & 240), np.uint8(two & 240))
        best[each] = low | high


@tight
def count_last(values: NDArray[Any], letters: int, last: int, counts: Marks) -> None:
    """Write counts[state, letters up to s9]: with how many of the `last` tenth letters it works.

    `values` are bits, of `letters` ninth ones.
    """
    for state in range(values.shape[0]):
        for prefix in range(values.shape[1]):
            word = int(values[state, prefix])
            for letter in range(letters):
                result = word >> letter * last & (1 << last) - 1
                counts[state, prefix * letters + letter] = count_bits(result)
