"""The least model: states that nothing can tell apart are one class, counted and proved.

Hashes do a round of refinement in one pass. A collision could only merge classes that should be apart; the
exact comparison at the end shows that none did, and a partition that is stable and never finer than the
coarsest one is the coarsest one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.kernel import inlined, tight
from ai.tetris.four_wide.kernels.situations import Bytes, Numbers, Words
from ai.tetris.four_wide.layout import Layout, heads_of
from game.errors import KibitzError

# Partition refinement: what tells two states apart, as a hash of 64 bits, and word for word.
#
# A branch of a state is one draw; its options are the classes that useful placements lead to. The signature is the
# multiset of these sets, multiplicities divided by their greatest common divisor: probabilities count, not the number
# of draws. `heads[piece * (fields + 1) + field]` is the first edge of a field with a piece.

MOST_OPTIONS = 24  # classes a branch leads to, of both pieces; the fields of six cells have ten at most
MOST_BRANCHES = 7
WORDS = MOST_BRANCHES * (MOST_OPTIONS + 2)  # of a description, the longest
ROOM = 2 * WORDS + 2 * MOST_BRANCHES


@inlined
def _mixed(word: int) -> int:
    """The finisher of SplitMix64 (Steele, Lea, Flood, 2014)."""
    word = (word ^ (word >> 30 & 0x3FFFFFFFF)) * -0x40A7B892E31B1A47
    word = (word ^ (word >> 27 & 0x1FFFFFFFFF)) * -0x6B2FB644ECCEEE15
    return word ^ (word >> 31 & 0x1FFFFFFFF)


@inlined
def _insert(words: Words, begin: int, end: int, word: int) -> int:
    """Put `word` into the sorted words unless it is there; their end then."""
    place = end
    while place > begin and words[place - 1] > word:
        place -= 1
    if place > begin and words[place - 1] == word:
        return end
    for other in range(end, place, -1):
        words[other] = words[other - 1]
    words[place] = word
    return end + 1


@inlined
def _list_options(
    branch: int,
    field: int,
    pieces: Bytes,
    after: Numbers,
    classes: NDArray[Any],
    heads: Words,
    targets: Numbers,
    options: Words,
) -> int:
    """Write the classes that a branch leads to, sorted, each once; their number."""
    fields, end = len(heads) // MOST_BRANCHES - 1, 0
    for choice in range(2 * branch, 2 * branch + 2):
        piece = pieces[choice]
        if piece >= 0:
            row, mirror = (after[choice] >> 1) * fields, after[choice] & 1
            head = piece * (fields + 1) + field
            for edge in range(heads[head], heads[head + 1]):
                end = _insert(options, 0, end, classes[row + targets[mirror, edge]])
    return end


@inlined
def _divisor(first: int, second: int) -> int:
    while second:
        first, second = second, first % second
    return first


@tight
def sign(
    first: int,
    last: int,
    begins: Words,
    pieces: Bytes,
    after: Numbers,
    classes: Words,
    heads: Words,
    targets: Numbers,
    signed: Words,
    room: Words,
) -> None:
    """Write the signatures of the states of the situations `first` to `last` to `signed`. `room`: ROOM words."""
    fields = len(heads) // MOST_BRANCHES - 1
    options, hashes, counts = (
        room[:MOST_OPTIONS],
        room[-MOST_BRANCHES:],
        room[-2 * MOST_BRANCHES : -MOST_BRANCHES],
    )
    for number in range(first, last):
        for field in range(fields):
            end = 0
            for branch in range(begins[number], begins[number + 1]):
                length = _list_options(branch, field, pieces, after, classes, heads, targets, options)
                hashed = _mixed(length)
                for option in range(length):
                    hashed = _mixed(hashed + options[option])
                before = end
                end = _insert(hashes, 0, end, hashed)
                place = 0
                while hashes[place] != hashed:
                    place += 1
                if end > before:
                    for other in range(end - 1, place, -1):
                        counts[other] = counts[other - 1]
                    counts[place] = 0
                counts[place] += 1
            divisor = 0
            for place in range(end):
                divisor = _divisor(counts[place], divisor)
            signature = _mixed(end)
            for place in range(end):
                signature = _mixed(_mixed(signature + hashes[place]) + counts[place] // divisor)
            signed[number * fields + field] = signature


@inlined
def _order(words: Words, first: int, second: int) -> int:
    """Below 0 if a branch stands before another, 0 if they are equal; both begin with their length."""
    for place in range(words[first] + 1):
        if words[first + place] != words[second + place]:
            return -1 if words[first + place] < words[second + place] else 1
    return 0


@tight
def describe(
    state: int,
    begins: Words,
    pieces: Bytes,
    after: Numbers,
    classes: Numbers,
    heads: Words,
    targets: Numbers,
    words: Words,
    room: Words,
) -> int:
    """Write what tells a state apart to `words`, without any hash; the number of words.

    One after the other the different branches in order, each as length, classes, and how often it comes,
    divided by the greatest common divisor.
    """
    fields = len(heads) // MOST_BRANCHES - 1
    number, field = state // fields, state % fields
    lists, order, count = room[:WORDS], room[-MOST_BRANCHES:], 0
    for branch in range(begins[number], begins[number + 1]):
        start = count * (MOST_OPTIONS + 2)
        lists[start] = _list_options(
            branch, field, pieces, after, classes, heads, targets, lists[start + 1 :]
        )
        place = count
        while place > 0 and _order(lists, start, order[place - 1]) < 0:
            order[place] = order[place - 1]
            place -= 1
        order[place] = start
        count += 1
    end = divisor = place = 0
    while place < count:
        times = 1
        while place + times < count and _order(lists, order[place], order[place + times]) == 0:
            times += 1
        divisor = _divisor(times, divisor)
        length = lists[order[place]]
        for word in range(length + 1):
            words[end + word] = lists[order[place] + word]
        words[end + length + 1] = times
        end += length + 2
        place += times
    place = 0
    while place < end:
        place += words[place] + 2
        words[place - 1] //= divisor
    return end


@tight
def find_unlike(
    first: int,
    last: int,
    begins: Words,
    pieces: Bytes,
    after: Numbers,
    classes: Numbers,
    heads: Words,
    targets: Numbers,
    firsts: Words,
    room: Words,
) -> int:
    """The first state of the situations `first` to `last` that differs, word for word, from the first of its class.

    -1 if there is none. `firsts` are the first states of the classes, -1 where none was met so far.
    `room`: ROOM + 2 * WORDS words.
    """
    fields = len(heads) // MOST_BRANCHES - 1
    model, other, rest = room[:WORDS], room[WORDS : 2 * WORDS], room[2 * WORDS :]
    for state in range(first * fields, last * fields):
        known = firsts[classes[state]]
        if known < 0:
            firsts[classes[state]] = state
            continue
        length = describe(state, begins, pieces, after, classes, heads, targets, model, rest)
        if describe(known, begins, pieces, after, classes, heads, targets, other, rest) != length:
            return state
        for word in range(length):
            if model[word] != other[word]:
                return state
    return -1


PART = 1_000_000  # states that are numbered at a time


class Round(NamedTuple):
    """A round of refinement: how many classes it has found, the signature of every state, and all in order."""

    classes: int
    signed: Words
    in_order: Words


Report = Callable[[Round], object]


def rounds(layout: Layout, last: tuple[int, Words] | None = None) -> Iterator[Round]:
    """Round after round, until the number of classes stays the same.

    `last`: count and signatures of an earlier run's last round, to go on from. What is yielded is overwritten
    by the next round but one.
    """
    before, classes = last or (1, np.zeros(layout.states, np.int64))
    signed, heads, room = np.empty(layout.states, np.int64), _heads(layout), np.zeros(ROOM, np.int64)
    while True:
        for first, end in layout.slices():
            sign(first, end, *_branches(layout), classes, heads, layout.targets, signed, room)
        classes[:] = signed  # what was in it is not needed any more
        classes.sort()
        count = 1 + int(np.count_nonzero(classes[1:] != classes[:-1]))
        yield Round(count, signed, classes)
        if count == before:
            return
        before, classes, signed = count, signed, classes


def classes_of(
    layout: Layout, report: Report = lambda _: None, last: tuple[int, Words] | None = None
) -> tuple[int, Numbers]:
    """The number of classes, and the class of every state, proved; `report` hears each round. `last` as in `rounds`."""
    for result in rounds(layout, last):
        report(result)
    count, signed, in_order = result
    different = np.concatenate([in_order[:1], in_order[1:][in_order[1:] != in_order[:-1]]])
    del result, in_order  # a third of the memory that is needed here
    classes = np.empty(layout.states, np.int32)
    for first in range(0, layout.states, PART):
        classes[first : first + PART] = np.searchsorted(different, signed[first : first + PART])
    del signed, different
    certify(layout, classes)
    return count, classes


def certify(layout: Layout, classes: Numbers) -> None:
    """Compare every state word for word with the first of its class. Raises `KibitzError` where one differs."""
    room, firsts = np.zeros(ROOM + 2 * WORDS, np.int64), np.full(1 + int(classes.max()), -1, np.int64)
    heads = _heads(layout)
    for first, last in layout.slices():
        unlike = find_unlike(first, last, *_branches(layout), classes, heads, layout.targets, firsts, room)
        if unlike >= 0:
            raise KibitzError(
                f"two states of different kinds have the same hash (state {unlike}); nothing was kept"
            )


def _heads(layout: Layout) -> Words:
    return heads_of(layout.edges, layout.sources, layout.fields)


def _branches(layout: Layout) -> tuple[Words, Bytes, Numbers]:
    return layout.begins, layout.pieces, layout.after
