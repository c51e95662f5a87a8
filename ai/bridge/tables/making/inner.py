"""The last suit of the strings, worked out beforehand: what can be led and played in it, pattern by pattern.

A *row* is all strings that differ in their last suit only. Its patterns with k ones are numbered by rank, and so are
those after a trick: where both cards were of this suit, two cards shorter and with k - 1 ones; where the player not on
lead threw one away, one card shorter with k ones. Leads and replies depend on the pattern only.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.bridge.tables.index import LONGEST, rank

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
            drops += [_ranks()[_without(pattern, reply)] for reply in others]
            drop_ends.append(len(drops))
        for (leads, replies), found in sorted(by_class.items()):
            if leads and replies:
                classes.append((leads, replies, len(found)))
                members += [number for number, _ in found]
                pairs += [entry for _, after in found for entry in after]
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


def _without(pattern: int, bit: int) -> int:
    return pattern >> bit + 1 << bit | pattern & (1 << bit) - 1


def _after_trick(pattern: int, lead: int, reply: int) -> int:
    high, low = max(lead, reply), min(lead, reply)
    return _ranks()[_without(_without(pattern, high), low)] + MOST_AFTER * (reply > lead)


@cache
def all_patterns() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Every pattern of up to 13 bits by length, ones and rank, and [length, ones] -> the first of them."""
    found: list[int] = []
    starts = np.zeros((LONGEST + 1, LONGEST + 2), np.int64)
    for length in range(LONGEST + 1):
        for ones in range(length + 1):
            starts[length, ones] = len(found)
            found += _patterns(length, ones)
    return np.array(found, np.int64), starts
