"""A later perfect clear, solved: the fields of `optimum`, with letters of any bags.

A later clear begins with a held letter inside a bag. What letters can still come follows from the **context**, the
held letter and the letters left of the bag; with a field it makes a **state**. Contexts of a level are numbered; a
field has a **mask**, a bit for each context in which it can be, in as many words as the level needs.

    letters   s1, s2 .. s10 come in this order; after k placements s(k + 1) and the held one are to choose from
    values    [state, letters seen]: letters seen are s(k + 1) .. s(k + 5), each by its rank among those that can
              come, the first as the highest digit. So what follows on the first letter lies together, in the order
              of the next level, and no table of indices is needed
    bits      on levels 5 and 6 all letters are seen: [state, letters up to s8], with a bit for each (s9, s10)
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from ai.bits import count_bits, lowest_bit
from ai.kernel import inlined, tight
from ai.tetris.guideline.kernels.layout import Words
from ai.tetris.guideline.kernels.optimum import (
    BOX,
    COLUMNS,
    KINDS,
    MOST_CHILDREN,
    Codes,
    Marks,
    Numbers,
    add,
    find,
    list_children,
    rows_left,
    unpack,
)

FULL = (1 << KINDS) - 1
WORD = 62  # contexts in a word of a mask


@tight
def spread_states(
    level: int,
    begin: int,
    end: int,
    fields: Words,
    masks: Words,
    steps: Words,
    found: Words,
    found_masks: Words,
    table: Numbers,
    sizes: Words,
    ways: int,
    scratch: Words,
    room: Words,
    codes: Codes,
) -> int:
    """Add all fields of the next level that follow on fields begin to end, with the masks of their contexts.

    `steps` [context, piece, word] are the contexts that follow. Returns the first field not done: it stops where the
    arrays get full. Scratch: `scratch` [MOST_CHILDREN + 22], `room`, `codes` [MOST_CHILDREN].
    """
    columns, children = scratch[MOST_CHILDREN : MOST_CHILDREN + COLUMNS], scratch[:MOST_CHILDREN]
    after = scratch[MOST_CHILDREN + COLUMNS :]
    for number in range(begin, end):
        if sizes[0] + KINDS * MOST_CHILDREN > min(len(found), len(table) // 2):
            return number
        field, rows, unpacked = fields[number], rows_left(fields[number], level), False
        for piece in range(KINDS):
            some = 0
            for word in range(steps.shape[2]):
                after[word] = 0
            for here in range(masks.shape[1]):
                rest = masks[number, here]
                while rest:
                    context = here * WORD + lowest_bit(rest)
                    rest &= rest - 1
                    for word in range(steps.shape[2]):
                        after[word] |= steps[context, piece, word]
                        some |= after[word]
            if not some:
                continue
            if not unpacked:
                unpack(field, columns)
                unpacked = True
            many = list_children(field, piece, rows, ways, columns, room, children, codes)
            for each in range(many):
                child = add(children[each], found, table, sizes)
                for word in range(steps.shape[2]):
                    found_masks[child, word] |= after[word]
    return end


@tight
def look_ahead_states(
    level: int,
    begin: int,
    end: int,
    fields: Words,
    masks: Words,
    steps: Words,
    later: Words,
    later_masks: Words,
    table: Numbers,
    kept: Words,
    kept_masks: Words,
    starts: Numbers,
    to: Numbers,
    at: Codes,
    sizes: Words,
    ways: int,
    scratch: Words,
    room: Words,
    codes: Codes,
) -> int:
    """Keep those of the fields begin to end that lead to a state of the next level from which a clear is possible.

    Writes the fields, their contexts that live, and their edges. sizes: fields kept; edges. Returns the first field
    not done where the arrays get full.
    """
    columns, children = scratch[MOST_CHILDREN : MOST_CHILDREN + COLUMNS], scratch[:MOST_CHILDREN]
    living = scratch[MOST_CHILDREN + COLUMNS :]
    for number in range(begin, end):
        if sizes[1] + KINDS * MOST_CHILDREN > len(to):
            return number
        field, rows, edge, alive = fields[number], rows_left(fields[number], level), sizes[1], False
        for here in range(masks.shape[1]):
            living[here] = 0
        unpack(field, columns)
        for piece in range(KINDS):
            some = 0
            for here in range(masks.shape[1]):
                rest = masks[number, here]
                while rest:
                    context = here * WORD + lowest_bit(rest)
                    rest &= rest - 1
                    for word in range(steps.shape[2]):
                        some |= steps[context, piece, word]
            if not some:
                continue
            many = list_children(field, piece, rows, ways, columns, room, children, codes)
            for each in range(many):
                child = find(children[each], later, table)
                if child < 0:
                    continue
                works = False
                for here in range(masks.shape[1]):
                    rest = masks[number, here]
                    while rest:
                        bit = rest & -rest
                        context = here * WORD + lowest_bit(rest)
                        rest &= rest - 1
                        for word in range(steps.shape[2]):
                            if steps[context, piece, word] & later_masks[child, word]:
                                living[here] |= bit
                                works = True
                if works:
                    to[edge], at[edge] = child, codes[each]
                    edge += 1
                    alive = True
        if alive:
            here = sizes[0]
            kept[here], starts[here] = field, sizes[1]
            for word in range(masks.shape[1]):
                kept_masks[here, word] = living[word]
            sizes[0], sizes[1], starts[here + 1] = here + 1, edge, edge
    return end


@inlined
def _dealt(left: int, letter: int) -> int:
    """What is left of the bag once a letter has come; a new bag where nothing is."""
    rest = left & ~(1 << letter)
    return rest if rest else FULL


@tight
def sixth_states(
    begin: int,
    end: int,
    fields: Words,
    masks: Words,
    firsts: Numbers,
    starts: Numbers,
    to: Numbers,
    at: Codes,
    words: Words,
    held: Words,
    lefts: Words,
    values: NDArray[Any],
    sizes: Words,
) -> int:
    """Keep those of the fields begin to end of level 6 from which a clear is possible, and write their values.

    Fields, masks and edges are written anew over what has been read; sizes: fields, edges, states kept. `starts` are
    two numbers a field, where its edges begin and end. Returns the first field not done where `values` gets full.
    """
    for number in range(begin, end):
        if sizes[2] + masks.shape[1] * WORD > len(values):
            return number
        first, last, before, alive = starts[number, 0], starts[number, 1], sizes[2], False
        for here in range(masks.shape[1]):
            rest, living = masks[number, here], 0
            while rest:
                bit = rest & -rest
                context = here * WORD + lowest_bit(rest)
                rest &= rest - 1
                kept, left, place, some = held[context], lefts[context], 0, 0
                for first_letter in range(KINDS):
                    if not left >> first_letter & 1:
                        continue
                    then = _dealt(left, first_letter)
                    for second_letter in range(KINDS):
                        if not then >> second_letter & 1:
                            continue
                        word = 0
                        for edge in range(first, last):
                            placed, child = at[edge] // (4 * COLUMNS * BOX), to[edge]
                            if placed == kept:
                                word |= words[child, KINDS * first_letter + second_letter]
                            if placed == first_letter:
                                word |= words[child, KINDS * kept + second_letter]
                        found = _packed(word, _dealt(then, second_letter)) if word else 0
                        values[sizes[2], place] = found
                        some |= found
                        place += 1
                if some:
                    living |= bit
                    sizes[2] += 1
            masks[number, here] = living
            if living:
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
    found, place = 0, 0
    for third in range(KINDS):
        if left >> third & 1:
            then = _dealt(left, third)
            for fourth in range(KINDS):
                if then >> fourth & 1:
                    found |= (word >> KINDS * third + fourth & 1) << place
                    place += 1
    return found


@inlined
def _state(masks: Words, number: int, first: int, context: int) -> int:
    """The number of a state: `first` of its field, then those of its contexts that live; -1 if it does not."""
    word = context // WORD
    if not masks[number, word] >> context % WORD & 1:
        return -1
    for before in range(word):
        first += count_bits(masks[number, before])
    return first + count_bits(masks[number, word] & (1 << context % WORD) - 1)


@tight
def join_states(
    begin: int,
    end: int,
    masks: Words,
    firsts: Numbers,
    starts: Numbers,
    to: Numbers,
    at: Codes,
    later_masks: Words,
    later_firsts: Numbers,
    later_values: NDArray[Any],
    held: Words,
    lefts: Words,
    after: Words,
    bits: bool,
    values: NDArray[Any],
) -> None:
    """Write values[state, letters] of fields begin to end out of the next level's; `values` begin as 0.

    `after` [context, letter, 2]: the context once the letter has come and the held piece, or it, is placed. Where
    values are `bits` they are joined; else the highest counts.
    """
    size = later_values.shape[1]
    for number in range(begin, end):
        state = firsts[number]
        for here in range(masks.shape[1]):
            rest = masks[number, here]
            while rest:
                context = here * WORD + lowest_bit(rest)
                rest &= rest - 1
                kept, left = held[context], lefts[context]
                for edge in range(starts[number], starts[number + 1]):
                    placed, child = at[edge] // (4 * COLUMNS * BOX), to[edge]
                    if placed != kept and not left >> placed & 1:
                        continue
                    place = 0
                    for letter in range(KINDS):
                        if not left >> letter & 1:
                            continue
                        if placed in (kept, letter):
                            turn = 0 if placed == kept else 1
                            then = _state(
                                later_masks, child, later_firsts[child], after[context, letter, turn]
                            )
                            if then >= 0:
                                _take(values[state, place : place + size], later_values[then], bits)
                        place += size
                state += 1


@inlined
def _take(best: NDArray[Any], other: NDArray[Any], bits: bool) -> None:
    if bits:
        for each in range(len(best)):
            best[each] |= other[each]
    else:
        for each in range(len(best)):
            best[each] = max(best[each], other[each])


@tight
def count_last(values: NDArray[Any], letters: int, last: int, counts: Marks) -> None:
    """Write counts[state, letters up to s9]: with how many of the `last` tenth letters it works.

    `values` are bits, of `letters` ninth ones.
    """
    for state in range(values.shape[0]):
        for prefix in range(values.shape[1]):
            word = int(values[state, prefix])
            for letter in range(letters):
                found = word >> letter * last & (1 << last) - 1
                counts[state, prefix * letters + letter] = count_bits(found)
