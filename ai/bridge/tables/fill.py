"""The entries of one combination, worked out from the level below: all leads, all replies, nothing assumed.

A string is worked on with its whole *row*: all strings with the same first three suits, which lie side by side. A trick
in which the last suit has no part leads from a row to a row, so it is decided for the whole row at once, a byte each.
What depends on the last suit's pattern alone was worked out beforehand (`ai.bridge.tables.fill`).

After a trick won by the reply the other player is on lead. His string has ones and zeros exchanged, and its rank is
counted from the other end of the combination: a row is then read backwards.

Apart from `build`: the kernels, compiled and checked by themselves.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.bits import count_bits, lowest_bit
from ai.bridge.tables.index import HALF, LONGEST, Lengths, Strain, arrays, rank
from ai.kernel import inlined, tight

# The last suit of the strings, worked out beforehand: what can be led and played in it, pattern by pattern.
#
# A *row* is all strings that differ in their last suit only. Its patterns with k ones are numbered by rank, and so
# are those after a trick: where both cards were of this suit, two cards shorter and with k - 1 ones; where the player
# not on lead threw one away, one card shorter with k ones. Leads and replies depend on the pattern only.

MOST_AFTER = 512  # no fewer patterns than a suit of 11 has with equally many ones: C(11, 5) = 462
MOST_ROW = comb(13, 6)  # strings of a row


class Inner(NamedTuple):
    """The last suit at one length.

    Patterns with as many leads and as many replies are a class, so that loops over them are of one length.
    `classes`: [class] -> leads, replies, patterns; `class_starts`: [k] -> the first class of those with k ones;
    `members`: the patterns of the classes, as ranks; `member_starts`: [k]; `pairs`: for each member, for each lead, for
    each reply the rank of the pattern after the trick, + MOST_AFTER where the reply wins; `pair_starts`: [k];
    `drops`: for each pattern by rank the ranks after a discard; `drop_ends`: where those of each pattern end;
    `pattern_starts`: [k] -> the first pattern of those with k ones in `drop_ends`.
    """

    classes: NDArray[np.int64]
    class_starts: NDArray[np.int64]
    members: NDArray[np.int16]
    member_starts: NDArray[np.int64]
    pairs: NDArray[np.int16]
    pair_starts: NDArray[np.int64]
    drops: NDArray[np.int16]
    drop_ends: NDArray[np.int64]
    pattern_starts: NDArray[np.int64]


@cache
def inner(length: int) -> Inner:
    """The last suit with `length` cards."""
    classes: list[tuple[int, int, int]] = []
    members: list[int] = []
    pairs: list[int] = []
    drops: list[int] = []
    drop_ends: list[int] = []
    starts: dict[str, list[int]] = {name: [] for name in ("class", "member", "pair", "pattern")}
    for ones in range(length + 1):
        starts["class"].append(len(classes))
        starts["member"].append(len(members))
        starts["pair"].append(len(pairs))
        starts["pattern"].append(len(drop_ends))
        by_class: dict[tuple[int, int], list[tuple[int, list[int]]]] = {}
        for number, pattern in enumerate(_patterns(length, ones)):
            held, others = runs(pattern, length)
            after = [_after_trick(pattern, lead, reply) for lead in held for reply in others]
            by_class.setdefault((len(held), len(others)), []).append((number, after))
            drops += [_ranks()[_without_rank(pattern, reply)] for reply in others]
            drop_ends.append(len(drops))
        for (leads, replies), results in sorted(by_class.items()):
            if leads and replies:
                classes.append((leads, replies, len(results)))
                members += [number for number, _ in results]
                pairs += [entry for _, after in results for entry in after]
    starts["class"].append(len(classes))
    return Inner(
        np.array(classes, np.int64).reshape(-1, 3),
        np.array(starts["class"], np.int64),
        np.array(members, np.int16),
        np.array(starts["member"], np.int64),
        np.array(pairs, np.int16),
        np.array(starts["pair"], np.int64),
        np.array(drops, np.int16),
        np.array(drop_ends, np.int64),
        np.array(starts["pattern"], np.int64),
    )


@cache
def _ranks() -> list[int]:
    """The rank of every pattern."""
    return [rank(pattern) for pattern in range(1 << LONGEST)]


def _patterns(length: int, ones: int) -> list[int]:
    return [pattern for pattern in range(1 << length) if pattern.bit_count() == ones]


def runs(pattern: int, length: int) -> tuple[list[int], list[int]]:
    """The lowest bit of each run of ones, and of each run of zeros."""
    held: list[int] = []
    others: list[int] = []
    for bit in range(length):
        here = pattern >> bit & 1
        if bit == 0 or here != pattern >> bit - 1 & 1:
            (held if here else others).append(bit)
    return held, others


def _without_rank(pattern: int, bit: int) -> int:
    return pattern >> bit + 1 << bit | pattern & (1 << bit) - 1


def _after_trick(pattern: int, lead: int, reply: int) -> int:
    high, low = max(lead, reply), min(lead, reply)
    return _ranks()[_without_rank(_without_rank(pattern, high), low)] + MOST_AFTER * (reply > lead)


@cache
def all_patterns() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Every pattern of up to 13 bits by length, ones and rank, and [length, ones] -> the first of them."""
    results: list[int] = []
    starts = np.zeros((LONGEST + 1, LONGEST + 2), np.int64)
    for length in range(LONGEST + 1):
        for ones in range(length + 1):
            starts[length, ones] = len(results)
            results += _patterns(length, ones)
    return np.array(results, np.int64), starts


# Where the suits of a combination are after a trick: which combination it has become, and how far each is shifted.

SUITS = 4


class Shape(NamedTuple):
    """A combination for kernels.

    `lengths`: [suit] -> cards, in the order of the string; `places`: [suit] -> shift in the string;
    `after`: [suit led, suit of the reply] -> the combination after the trick, -1 if there is no such trick;
    `shifts`: [suit led, suit of the reply, suit] -> where that suit is then.
    """

    lengths: NDArray[np.int64]
    places: NDArray[np.int64]
    after: NDArray[np.int64]
    shifts: NDArray[np.int64]


@cache
def shape(level: int, strain: Strain, lengths: Lengths) -> Shape:
    """The combination `lengths` of `level`."""
    after = np.full((SUITS, SUITS), -1, np.int64)
    shifts = np.zeros((SUITS, SUITS, SUITS), np.int64)
    for led in range(SUITS):
        for reply in range(SUITS):
            left = list(lengths)
            left[led] -= 1
            left[reply] -= 1
            if level > 1 and min(left) >= 0:
                order, shifts[led, reply] = _placed(left, strain)
                after[led, reply] = arrays().numbers[_kind(strain), level - 1, _key([left[s] for s in order])]
    return Shape(np.array(lengths, np.int64), _placed(list(lengths), strain)[1], after, shifts)


def _placed(lengths: list[int], strain: Strain) -> tuple[list[int], NDArray[np.int64]]:
    """The suits in the order of the string, of equal lengths as they stood before; and their shifts."""
    fixed = [0] if strain == "trump" else []
    order = fixed + sorted(range(len(fixed), SUITS), key=lambda suit: (lengths[suit], suit))
    shifts = np.zeros(SUITS, np.int64)
    below = 0
    for suit in reversed(order):
        shifts[suit] = below
        below += lengths[suit]
    return order, shifts


def _key(lengths: list[int]) -> int:
    return (lengths[1] * 14 + lengths[2]) * 14 + lengths[3]


def _kind(strain: Strain) -> int:
    return int(strain == "notrump")


Bytes = NDArray[np.uint8]
LAST = 3  # the suit that differs within a row
NO_VALUE = np.uint8(255)


class Ranks(NamedTuple):
    """Arrays in which ranks are looked up: see `ai.bridge.tables.index.Index`; and all patterns of a suit."""

    low: NDArray[np.int32]
    high: NDArray[np.int32]
    choose: NDArray[np.int64]
    patterns: NDArray[np.int64]
    pattern_starts: NDArray[np.int64]


class Scratch(NamedTuple):
    """Arrays that `fill` writes to: the tricks after one lead, and after each pattern of the last suit."""

    lead: Bytes
    after: Bytes
    suits: NDArray[np.int64]  # the patterns of the four suits of the row


def new_scratch() -> Scratch:
    """Room for one thread."""
    return Scratch(
        np.zeros(MOST_ROW, np.uint8), np.zeros(2 * MOST_AFTER + MOST_ROW, np.uint8), np.zeros(SUITS, np.int64)
    )


@inlined
def _rank(ranks: Ranks, string: int) -> int:
    last = string & (1 << HALF) - 1
    return int(ranks.low[last] + ranks.high[count_bits(last), string >> HALF])


@inlined
def _without(pattern: int, bit: int) -> int:
    return pattern >> bit + 1 << bit | pattern & (1 << bit) - 1


@tight
def fill(
    level: int,
    trump: int,
    shape: Shape,
    ranks: Ranks,
    inner: Inner,
    below: Bytes,
    out: Bytes,
    scratch: Scratch,
) -> None:
    """All entries of a combination. `below` is the level below, suit-major; `trump` is 1 if the first suit is that."""
    last = shape.lengths[LAST]
    bits = 2 * level - last
    start = 0
    for string in range(1 << bits):
        ones = level - count_bits(string)
        if 0 <= ones <= last:
            size = ranks.choose[last, ones]
            _row(level, trump, string, ones, shape, ranks, inner, below, out[start : start + size], scratch)
            start += size


@inlined
def _row(
    level: int,
    trump: int,
    string: int,
    ones: int,
    shape: Shape,
    ranks: Ranks,
    inner: Inner,
    below: Bytes,
    row: Bytes,
    scratch: Scratch,
) -> None:
    """All strings with the first three suits `string` and `ones` ones in the last."""
    last, suits = shape.lengths[LAST], scratch.suits
    for suit in range(LAST):
        suits[suit] = string >> shape.places[suit] - last & (1 << shape.lengths[suit]) - 1
    suits[LAST] = (1 << ones) - 1
    row[:] = 0
    for led in range(LAST):
        leads = suits[led] & ~(suits[led] << 1)
        while leads:
            bit = lowest_bit(leads)
            leads &= leads - 1
            scratch.lead[: len(row)] = NO_VALUE
            _one_lead(level, trump, led, bit, ones, shape, ranks, inner, below, len(row), scratch)
            for i in range(len(row)):
                row[i] = max(row[i], scratch.lead[i])
    if 0 < ones < last:
        _lead_last(level, ones, shape, ranks, inner, below, row, scratch)
    elif ones:
        scratch.lead[0] = NO_VALUE
        _one_lead(level, trump, LAST, 0, ones, shape, ranks, inner, below, 1, scratch)
        row[0] = max(row[0], scratch.lead[0])


@tight
def _one_lead(
    level: int,
    trump: int,
    led: int,
    bit: int,
    ones: int,
    shape: Shape,
    ranks: Ranks,
    inner: Inner,
    below: Bytes,
    size: int,
    scratch: Scratch,
) -> None:
    """The tricks after one lead: the fewest over all replies."""
    suits, lead = scratch.suits, scratch.lead
    pattern = suits[led]
    follow = ~pattern & (1 << shape.lengths[led]) - 1
    for played in range(SUITS):
        if (follow and played != led) or (played == led and not follow):
            continue
        if played == LAST and led != LAST:
            if ones < shape.lengths[LAST]:
                suits[led] = _without(pattern, bit)
                _discard_last(led, ones, shape, ranks, inner, below, level, size, scratch)
                suits[led] = pattern
            continue
        other = suits[played]
        replies = ~other & (1 << shape.lengths[played]) - 1
        replies &= ~(replies << 1)
        while replies:
            reply = lowest_bit(replies)
            replies &= replies - 1
            if played == led:
                suits[led] = _without(_without(pattern, max(bit, reply)), min(bit, reply))
                lost = reply > bit
            else:
                suits[led], suits[played] = _without(pattern, bit), _without(other, reply)
                lost = trump == 1 and played == 0
            _whole_row(level, led, played, lost, shape, ranks, below, lead[:size], scratch)
            suits[played], suits[led] = other, pattern


@inlined
def _string(led: int, played: int, shape: Shape, suits: NDArray[np.int64]) -> int:
    """The string after a trick."""
    shifts = shape.shifts[led, played]
    first, last = suits[0] << shifts[0] | suits[1] << shifts[1], suits[2] << shifts[2] | suits[3] << shifts[3]
    return int(first | last)


@inlined
def _whole_row(
    level: int,
    led: int,
    played: int,
    lost: bool,
    shape: Shape,
    ranks: Ranks,
    below: Bytes,
    lead: Bytes,
    scratch: Scratch,
) -> None:
    """A trick without a part of the last suit, or of it where it is all ones: from a row to a row."""
    strings = ranks.choose[2 * level - 2, level - 1]
    begin = shape.after[led, played] * strings if level > 1 else 0
    at = _rank(ranks, _string(led, played, shape, scratch.suits)) if level > 1 else 0
    size = len(lead)
    if lost:
        end = begin + strings - at
        source = below[end - size : end]
        most = np.uint8(level - 1)
        for i in range(size):
            lead[i] = min(lead[i], np.uint8(most - source[size - 1 - i]))
    else:
        source = below[begin + at : begin + at + size]
        for i in range(size):
            lead[i] = min(lead[i], np.uint8(source[i] + np.uint8(1)))


@inlined
def _discard_last(
    led: int,
    ones: int,
    shape: Shape,
    ranks: Ranks,
    inner: Inner,
    below: Bytes,
    level: int,
    size: int,
    scratch: Scratch,
) -> None:
    """A lead that the other player cannot follow, and from the last suit each discard."""
    suits, after, lead = scratch.suits, scratch.after, scratch.lead
    last = shape.lengths[LAST] - 1
    begin = shape.after[led, LAST] * ranks.choose[2 * level - 2, level - 1] if level > 1 else 0
    first = ranks.pattern_starts[last, ones]
    for k in range(ranks.choose[last, ones]):
        suits[LAST] = ranks.patterns[first + k]
        at = _rank(ranks, _string(led, LAST, shape, suits)) if level > 1 else 0
        after[k] = np.uint8(1) + below[begin + at]
    suits[LAST] = (1 << ones) - 1
    first = inner.pattern_starts[ones]
    at = inner.drop_ends[first - 1] if first else 0
    for i in range(size):
        end = inner.drop_ends[first + i]
        while at < end:
            lead[i] = min(lead[i], after[inner.drops[at]])
            at += 1


@inlined
def _lead_last(
    level: int,
    ones: int,
    shape: Shape,
    ranks: Ranks,
    inner: Inner,
    below: Bytes,
    row: Bytes,
    scratch: Scratch,
) -> None:
    """Every lead of the last suit, which the other player can follow."""
    suits, after = scratch.suits, scratch.after
    last = shape.lengths[LAST] - 2
    strings = ranks.choose[2 * level - 2, level - 1]
    begin = shape.after[LAST, LAST] * strings if level > 1 else 0
    first = ranks.pattern_starts[last, ones - 1]
    for k in range(ranks.choose[last, ones - 1]):
        suits[LAST] = ranks.patterns[first + k]
        at = _rank(ranks, _string(LAST, LAST, shape, suits)) if level > 1 else 0
        after[k] = np.uint8(1) + below[begin + at]
        after[MOST_AFTER + k] = np.uint8(level - 1) - below[begin + strings - 1 - at]
    suits[LAST] = (1 << ones) - 1
    member, pair = inner.member_starts[ones], inner.pair_starts[ones]
    for group in range(inner.class_starts[ones], inner.class_starts[ones + 1]):
        leads, replies, patterns = inner.classes[group]
        for _ in range(patterns):
            i = inner.members[member]
            member += 1
            best = row[i]
            for _ in range(leads):
                worst = NO_VALUE
                for k in range(pair, pair + replies):
                    worst = min(worst, after[inner.pairs[k]])
                pair += replies
                best = max(best, worst)
            row[i] = best
