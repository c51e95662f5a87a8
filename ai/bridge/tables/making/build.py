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
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.bridge.tables.events import Built, Step
from ai.bridge.tables.folder import Folder
from ai.bridge.tables.index import Strain, arrays, combinations, positions, strings
from ai.bridge.tables.level_file import Bytes
from ai.bridge.tables.making.fill import Ranks, fill, new_scratch
from ai.bridge.tables.making.inner import all_patterns, inner
from ai.bridge.tables.making.shape import shape
from ai.bridge.tables.writer import LevelWriter, Packer
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
    """What the kernel looks ranks up in."""
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
        self._hands: SimpleQueue[_Hands] = SimpleQueue()

    def steps(self) -> Iterator[Step | Built]:
        """Make it, and write its file."""
        began, path = time.perf_counter(), self._folder.path_of(self._level, self._strain)
        workers = cores()
        for _ in range(workers):
            self._hands.put(_Hands(self._each, self._strain))
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


class _Hands:
    """What a thread works with."""

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
