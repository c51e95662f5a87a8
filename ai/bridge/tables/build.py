"""Making levels one after the other on all cores: in threads, since neither kernel nor packing holds the interpreter.

A level is made from the one below, which is in memory: at level 13 that is 938 MB, and 10 MB a thread. Levels that are
there already stay as they are, so that a build that was ended goes on where it stopped.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.bridge.tables.fill import Ranks, all_patterns, fill, inner, new_scratch, shape
from ai.bridge.tables.folder import Folder
from ai.bridge.tables.index import (
    LEVELS,
    STRAINS,
    EntryLocation,
    Strain,
    arrays,
    combinations,
    location_at,
    location_of,
    positions,
    string,
    strings,
)
from ai.bridge.tables.job import Built, Check, Step
from ai.bridge.tables.level_file import Bytes, LevelWriter, Packer
from game.bridge.cards import NO_TRUMPS, bit, card_of
from game.bridge.endgame import Endgame
from game.errors import BadTable

NOTHING = np.zeros(1, np.uint8)  # below level 1


def cores() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def build(folder: Folder, levels: Sequence[int], strains: Sequence[Strain]) -> Iterator[Step | Built]:
    """Make the levels that are missing or damaged, and those below them; a `Built` for each one up to the highest.

    Raises `NotSaved`. To stop, close the iterator: the level in work is dropped, the finished ones stay.
    """
    warm_up()  # no level's seconds are those of the compiler
    for strain in strains:
        yield from _build_strain(folder, max(levels), strain)


def _build_strain(folder: Folder, highest: int, strain: Strain) -> Iterator[Step | Built]:
    below: Bytes | None = NOTHING
    for level in range(1, highest + 1):
        there = _there(folder, level, strain)
        if there is not None:
            below = None  # read when it is needed
            yield there
            continue
        if below is None:
            below = _read(folder, level - 1, strain)
        if below is None:  # the level below looked whole, and is not
            yield from _again(folder, level - 1, strain)
            below = _read(folder, level - 1, strain)
        assert below is not None, "a level that was just made can be read"
        keep = level < highest
        work = _Level(folder, level, strain, below, keep)
        yield from work.steps()
        below = work.entries if keep else None


def _again(folder: Folder, level: int, strain: Strain) -> Iterator[Step | Built]:
    folder.path_of(level, strain).unlink(missing_ok=True)
    folder.forget(level, strain)
    yield from _build_strain(folder, level, strain)


def _there(folder: Folder, level: int, strain: Strain) -> Built | None:
    with contextlib.suppress(BadTable):
        file = folder.level(level, strain)
        return Built(level, strain, positions(level, strain), file.size, 0.0, file.histogram)
    folder.forget(level, strain)
    return None


def _read(folder: Folder, level: int, strain: Strain) -> Bytes | None:
    if level == 0:
        return NOTHING
    with contextlib.suppress(BadTable):
        return folder.level(level, strain).entries()
    return None


def ranks() -> Ranks:
    """Return the arrays in which the kernel looks up ranks."""
    index = arrays()
    return Ranks(index.low, index.high, index.choose, *all_patterns())


def warm_up() -> None:
    """Have the kernel compiled, by the smallest combination."""
    lengths = combinations(1, "trump")[0]
    known = shape(1, "trump", lengths), ranks(), inner(lengths[-1])
    fill(1, 1, *known, NOTHING, np.zeros(2, np.uint8), new_scratch())


class _Part(NamedTuple):
    blocks: list[bytes]
    histogram: NDArray[np.int64]


class _Level:
    """One level being made."""

    def __init__(self, folder: Folder, level: int, strain: Strain, below: Bytes, keep: bool) -> None:
        self._folder, self._level, self._strain, self._below = folder, level, strain, below
        self._each = strings(level)
        self._lengths = combinations(level, strain)
        self.entries = np.empty(positions(level, strain) if keep else 0, np.uint8)
        self._ranks = ranks()
        self._hands: SimpleQueue[_ThreadArrays] = SimpleQueue()

    def steps(self) -> Iterator[Step | Built]:
        """Make it, and write its file."""
        began, path = time.perf_counter(), self._folder.path_of(self._level, self._strain)
        workers = cores()
        for _ in range(workers):
            self._hands.put(_ThreadArrays(self._each, self._strain))
        for length in {lengths[-1] for lengths in self._lengths}:
            inner(length)  # worked out once, not by each thread
        with LevelWriter(path, self._level, self._strain) as writer, _threads(workers) as threads:
            waiting = deque(threads.submit(self._part, number) for number in range(len(self._lengths)))
            while waiting:
                part = waiting.popleft().result()
                writer.add(part.blocks, part.histogram)
                share = 1 - len(waiting) / len(self._lengths)
                yield Step(self._level, self._strain, share, writer.size)
            size, counts = writer.size, [int(count) for count in writer.histogram]
            writer.finish()
        self._folder.forget(self._level, self._strain)
        seconds = round(time.perf_counter() - began, 3)
        yield Built(self._level, self._strain, self._each * len(self._lengths), size, seconds, counts)

    def _part(self, number: int) -> _Part:
        """Work out and pack a combination, in a thread."""
        hands = self._hands.get()
        try:
            values = (
                self.entries[number * self._each : (number + 1) * self._each]
                if len(self.entries)
                else hands.values
            )
            lengths = self._lengths[number]
            fill(
                self._level,
                int(self._strain == "trump"),
                shape(self._level, self._strain, lengths),
                self._ranks,
                inner(lengths[-1]),
                self._below,
                values,
                hands.scratch,
            )
            return _Part(hands.packer.pack(self._level, values), histogram(values, self._level))
        finally:
            self._hands.put(hands)


class _ThreadArrays:
    """Work arrays of a thread."""

    def __init__(self, size: int, strain: Strain) -> None:
        self.scratch, self.packer = new_scratch(), Packer(strain)
        self.values = np.empty(size, np.uint8)


def histogram(values: Bytes, level: int) -> NDArray[np.int64]:
    """Entries by tricks, 0 to the level."""
    counts = np.zeros(level + 1, np.int64)
    for start in range(0, len(values), 1 << 16):  # counting turns each entry into eight bytes
        counts += np.bincount(values[start : start + (1 << 16)], minlength=level + 1)
    return counts


@contextlib.contextmanager
def _threads(count: int) -> Iterator[ThreadPoolExecutor]:
    """Threads that drop what they have not begun when this is left."""
    threads = ThreadPoolExecutor(count, thread_name_prefix="bridge-table")
    try:
        yield threads
    finally:
        threads.shutdown(cancel_futures=True)


# Whether levels are what the rules say: every block against its checksum, and entries against the level below.
#
# A sample is worked out by the plain rules, card by card; all entries of a level by the kernel that builds.


def verify(
    folder: Folder, sample: int | None = None, seed: int = 1, strains: Sequence[Strain] = STRAINS
) -> Iterator[Check]:
    """Look at every level there is of these strains, up to the highest: all its blocks, and `sample` entries of each.

    `sample` None: all entries. A level that is missing below another one is a problem too. Raises `BadTable` where
    there is none at all.
    """
    highest = {strain: _highest(folder, strain) for strain in strains}
    if not any(highest.values()):
        raise BadTable(f"there are no tables in {folder.path}; `bridge build` makes them")
    for strain in strains:
        below: Bytes | None = np.zeros(1, np.uint8)
        for level in range(1, highest[strain] + 1):
            entries, problem = _read_level(folder, level, strain)
            if problem or entries is None:
                yield Check(level, strain, 1.0, problem)
            elif below is not None and sample is None:
                yield from _all(folder, level, strain, entries, below)
            elif below is not None:
                yield from _some(folder, level, strain, entries, below, sample or 0, Random(seed))
            else:
                yield Check(level, strain, 1.0)  # the level below is a problem already
            below = entries


def _highest(folder: Folder, strain: Strain) -> int:
    there = [level for level in range(1, LEVELS + 1) if folder.path_of(level, strain).exists()]
    return max(there, default=0)


def _read_level(folder: Folder, level: int, strain: Strain) -> tuple[Bytes | None, str | None]:
    try:
        return folder.level(level, strain).entries(), None
    except BadTable as error:
        return None, str(error)


def _all(folder: Folder, level: int, strain: Strain, entries: Bytes, below: Bytes) -> Iterator[Check]:
    """Every entry, by the kernel."""
    each, looked_up, scratch = strings(level), ranks(), new_scratch()
    again = np.empty(each, np.uint8)
    lengths = combinations(level, strain)
    for number, combination in enumerate(lengths):
        known = shape(level, strain, combination), looked_up, inner(combination[-1])
        fill(level, int(strain == "trump"), *known, below, again, scratch)
        stored = entries[number * each : (number + 1) * each]
        wrong = np.flatnonzero(stored != again)
        share = (number + 1) / len(lengths)
        if len(wrong):
            location = EntryLocation(level, strain, number, int(wrong[0]))
            yield Check(
                level,
                strain,
                share,
                _wrong(folder, location, int(stored[location.rank]), int(again[location.rank]), len(wrong)),
            )
        yield Check(level, strain, share)


def _some(
    folder: Folder, level: int, strain: Strain, entries: Bytes, below: Bytes, sample: int, chance: Random
) -> Iterator[Check]:
    """Entries at random, by the rules."""
    for done in range(1, sample + 1):
        location = location_at(level, strain, chance.randrange(positions(level, strain)))
        true = _worth(endgame_at(location), below)
        stored = int(entries[location.suit_major])
        problem = _wrong(folder, location, stored, true) if stored != true else None
        if problem or done % 64 == 0 or done == sample:
            yield Check(level, strain, done / sample, problem)


def _wrong(folder: Folder, location: EntryLocation, stored: int, true: int, count: int = 1) -> str:
    path = folder.path_of(location.level, location.strain)
    more = f" and {count - 1:,} more of its combination" if count > 1 else ""
    return (
        f"{path} is wrong: entry {location.suit_major:,} is {stored}, by the level below {true}{more}; "
        "remove the file, and `bridge build` makes it again"
    )


def endgame_at(location: EntryLocation) -> Endgame:
    """The position of an entry, each suit from its ace downwards; the first suit of the string is spades."""
    bits, hands = string(location.level, location.rank), [0, 0]
    for suit in reversed(range(4)):
        length = location.lengths[suit]
        for place in range(length):  # from the lowest card
            hands[bits >> place & 1] |= bit(card_of(suit, 13 - length + place))
        bits >>= length
    return Endgame(hands[1], hands[0], NO_TRUMPS if location.strain == "notrump" else 0)


def _worth(endgame: Endgame, below: Bytes) -> int:
    """The tricks of the hand on lead, from the level below, over every lead and every reply."""
    return max(_after(endgame.play(card), below) for card in endgame.legal())


def _after(led: Endgame, below: Bytes) -> int:
    results = []
    for card in led.legal():
        after = led.play(card)
        value = int(below[location_of(after).suit_major]) if after.cards_left else 0
        results.append(after.cards_left - value if led.takes(card) else 1 + value)
    return min(results)
