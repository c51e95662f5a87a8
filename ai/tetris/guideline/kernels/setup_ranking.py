"""Setups of a perfect clear: the orders of letters that build them, and those that go on to the clear.

orders    [state, order of the letters that have come]: the last letter, by its rank among those of its bag that have
          come, is the highest digit, so that what follows on a letter is a block. A byte an order, then eight in a byte
saves     [state, order of the letters to come]: the pieces (bits) of which one can be held behind the clear; a
          letter is ranked among those that can come, the first is the highest digit, as in `later`
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from ai.bits import lowest_bit
from ai.kernel import inlined, tight
from ai.tetris.guideline.kernels.later import FULL, Contexts
from ai.tetris.guideline.kernels.layout import Words
from ai.tetris.guideline.kernels.optimum import (
    BOX,
    COLUMNS,
    KINDS,
    WORD,
    Edges,
    Living,
    Marks,
    state_of,
)


@tight
def spread_orders(
    begin: int,
    end: int,
    living: Living,
    edges: Edges,
    contexts: Contexts,
    blocks: Words,
    later: Living,
    orders: Marks,
    then: Marks,
) -> None:
    """Add to `then` of the next level the orders with which states of fields begin to end lead there.

    `blocks` [context, letter that comes]: the highest digit of an order that ends with it.
    """
    masks, firsts = living
    starts, to, at = edges
    size = orders.shape[1]
    for number in range(begin, end):
        state = firsts[number]
        for here in range(masks.shape[1]):
            rest = masks[number, here]
            while rest:
                context = here * WORD + lowest_bit(rest)
                rest &= rest - 1
                held, left = contexts.held[context], contexts.lefts[context]
                for edge in range(starts[number], starts[number + 1]):
                    placed, child = at[edge] // (4 * COLUMNS * BOX), to[edge]
                    for letter in range(KINDS):
                        if not left >> letter & 1 or placed not in (held, letter):
                            continue
                        there = contexts.after[context, letter, 0 if placed == held else 1]
                        after = state_of(later.masks, child, later.firsts[child], there)
                        if after >= 0:
                            block = size * blocks[context, letter]
                            for each in range(size):
                                then[after, block + each] |= orders[state, each]
                state += 1


@inlined
def _dealt(left: int, letter: int) -> int:
    """Return the rest of the bag once a letter has come; a new bag where nothing is."""
    rest = left & ~(1 << letter)
    return rest if rest else FULL


@inlined
def _placed(ways: Words, first: int, second: int, third: int) -> int:
    """Return 1 if three pieces, placed in this order, empty the field."""
    bit: int = ways[first] >> KINDS * second + third & 1
    return bit


@tight
def late_saves(living: Living, ways: Words, contexts: Contexts, saves: Marks) -> None:
    """Write the saves of level 7; `ways` as in `loop`."""
    masks, firsts = living
    for number in range(len(masks)):
        state = firsts[number]
        for here in range(masks.shape[1]):
            rest = masks[number, here]
            while rest:
                context = here * WORD + lowest_bit(rest)
                rest &= rest - 1
                _write_saves(ways[number], contexts.held[context], contexts.lefts[context], saves[state])
                state += 1


@inlined
def _write_saves(ways: Words, held: int, left: int, saves: Marks) -> None:
    place = 0
    for a in range(KINDS):
        if not left >> a & 1:
            continue
        second = _dealt(left, a)
        for b in range(KINDS):
            if not second >> b & 1:
                continue
            third = _dealt(second, b)
            for c in range(KINDS):
                if not third >> c & 1:
                    continue
                result = 0
                for turn in range(2):
                    first, other = (held, a) if turn else (a, held)
                    result |= _placed(ways, first, other, b) << c | _placed(ways, first, other, c) << b
                    result |= _placed(ways, first, b, other) << c | _placed(ways, first, b, c) << other
                saves[place] = result
                place += 1


@tight
def weigh(
    begin: int,
    end: int,
    origin: int,
    living: Living,
    ends: Marks,
    best: NDArray[Any],
    saves: Marks,
    tally: Words,
    solved: Words,
    worth: NDArray[Any],
    keeps: Words,
) -> None:
    """Write for states of fields begin to end how many orders lead to the clear, what they are worth, and keep.

    `saves` [state - origin, order]; `ends` [context, order]: the letters left of the bag then; `best` [letters left,
    pieces of which one can be held]: its worth. `keeps` [state, piece]. Scratch: `tally` [128].
    """
    masks, firsts = living
    for number in range(begin, end):
        state = firsts[number]
        for here in range(masks.shape[1]):
            rest = masks[number, here]
            while rest:
                context = here * WORD + lowest_bit(rest)
                rest &= rest - 1
                total = 0.0
                tally[:] = 0
                for order in range(saves.shape[1]):
                    pieces = saves[state - origin, order]
                    tally[pieces] += 1
                    total += best[ends[context, order], pieces]
                worth[state], solved[state] = total, saves.shape[1] - tally[0]
                for pieces in range(1, FULL + 1):
                    if tally[pieces]:
                        for piece in range(KINDS):
                            if pieces >> piece & 1:
                                keeps[state, piece] += tally[pieces]
                state += 1
