"""A folder of levels: what is there, what it says of a position, and the levels that a search keeps in memory."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import numpy as np

from ai.bridge.solver.room import CardWorth, Levels, Solved, levels_of
from ai.bridge.tables.index import (
    LEVELS,
    NO_LEVEL,
    STRAINS,
    EntryLocation,
    Strain,
    combinations,
    location_of_hands,
    positions,
    strings,
)
from ai.bridge.tables.level_file import (
    HALF_BLOCK,
    Bytes,
    LevelFile,
    blocks_each,
    half_of,
    how_to_make,
    saying,
    unpaired,
)
from game import places
from game.bridge.cards import NO_TRUMPS, RANKS, beats, bit, playable
from game.bridge.endgame import Endgame
from game.errors import BadTable

# The worth of every card by looking up what the position becomes: every lead, every reply, neighbours as one.

Value = Callable[[EntryLocation], int]


def probed(endgame: Endgame, value: Value) -> Solved:
    """Return the value of `endgame` and of each of its cards, where `value` gives the tricks of a player on lead."""
    table = _Tables(endgame.strain, value)
    first, second = endgame.first, endgame.second
    if endgame.led is None:
        results = [
            (cards, table.after_lead(first & ~bit(cards[0]), second, cards[0]))
            for cards in _neighbours(first, first, first | second)
        ]
    else:
        results = [
            (cards, table.after_trick(first, second, endgame.led, cards[0]))
            for cards in _replies(first, second, endgame.led)
        ]
    worth = {card: tricks for cards, tricks in results for card in cards}
    ranked = [CardWorth(card, worth[card]) for card in endgame.legal()]
    ranked.sort(key=lambda one: one.tricks, reverse=endgame.led is None)
    return Solved(ranked[0].tricks, tuple(ranked), "table", 0)


class _Tables:
    """Looks each position up once."""

    def __init__(self, strain: int, value: Value) -> None:
        self._strain, self._value = strain, value
        self._known: dict[EntryLocation, int] = {}

    def after_lead(self, first: int, second: int, led: int) -> int:
        """The tricks of `first`, which has led `led`: the fewest over all replies."""
        return min(self.after_trick(first, second, led, cards[0]) for cards in _replies(first, second, led))

    def after_trick(self, first: int, second: int, led: int, reply: int) -> int:
        """The tricks of `first` once `reply` was played to `led`."""
        second &= ~bit(reply)
        left, lost = second.bit_count(), beats(reply, led, self._strain)
        if not left:
            return int(not lost)
        leader, other = (second, first) if lost else (first, second)
        location = location_of_hands(leader, other, self._strain)
        if location not in self._known:
            self._known[location] = self._value(location)
        return left - self._known[location] if lost else 1 + self._known[location]


def _replies(first: int, second: int, led: int) -> Iterator[list[int]]:
    """The cards of `second` that may be played to `led`, neighbours together: the card led separates them."""
    return _neighbours(playable(second, led), second, first | second | bit(led))


def _neighbours(legal: int, hand: int, in_play: int) -> Iterator[list[int]]:
    """The cards of `legal`, those together that nothing in play but their own hand lies between."""
    results: list[int] = []
    while in_play:
        card = in_play.bit_length() - 1
        in_play ^= bit(card)
        if results and (not hand & bit(card) or card // len(RANKS) != results[0] // len(RANKS)):
            yield results
            results = []
        if legal & bit(card):
            results.append(card)
    if results:
        yield results


Condition = Literal["missing", "built", "damaged"]
IN_MEMORY = 10  # levels 1 to 10 of both strains are 87 MB


def default_folder() -> Path:
    """Return the folder in which levels are kept unless another is named."""
    return places.cache_dir() / "bridge"


def strain_of(endgame: Endgame) -> Strain:
    """The table that a position belongs to."""
    return "notrump" if endgame.strain == NO_TRUMPS else "trump"


class Folder:
    """The levels in a folder, opened when they are asked for. It may be empty or not exist yet."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = default_folder() if path is None else path
        self._open: dict[tuple[int, Strain], LevelFile] = {}

    def path_of(self, level: int, strain: Strain) -> Path:
        """The file of a level."""
        return self.path / f"{strain}-{level:02}.table"

    def state(self, level: int, strain: Strain) -> Condition:
        """Return True if a level can be used. Of a built one only the beginning is checked."""
        if not self.path_of(level, strain).exists():
            return "missing"
        try:
            LevelFile(self.path_of(level, strain), level, strain)
        except BadTable:
            return "damaged"
        return "built"

    def bytes(self, level: int, strain: Strain) -> int:
        """The size of a level's file, 0 where it is missing."""
        try:
            return self.path_of(level, strain).stat().st_size
        except OSError:
            return 0

    def free(self) -> int:
        """The bytes that are free on the disk."""
        folder = self.path
        while not folder.exists() and folder != folder.parent:
            folder = folder.parent
        return shutil.disk_usage(folder).free

    def level(self, level: int, strain: Strain) -> LevelFile:
        """The file of a level. Raises `BadTable`, which says how it is made."""
        key = level, strain
        if key not in self._open:
            path = self.path_of(level, strain)
            if not path.exists():
                raise BadTable(f"{path} is missing; `{how_to_make(level, strain)}` makes it")
            self._open[key] = LevelFile(path, level, strain)
        return self._open[key]

    def forget(self, level: int, strain: Strain) -> None:
        """Open a level anew when it is asked for next."""
        self._open.pop((level, strain), None)

    def value(self, location: EntryLocation) -> int:
        """The tricks of the player on lead. Raises `BadTable`."""
        return self.level(location.level, location.strain).value(location)

    def answers(self, endgame: Endgame) -> bool:
        """Return True if the file is there that `probe` reads."""
        return self.path_of(_needed(endgame), strain_of(endgame)).exists()

    def probe(self, endgame: Endgame) -> Solved:
        """The worth of every legal card, from the level below the position's. Raises `BadTable`.

        A last trick needs no table; level 1 has to be there all the same.
        """
        self.level(_needed(endgame), strain_of(endgame))
        return probed(endgame, self.value)

    def memory(self, highest: int = IN_MEMORY) -> Levels:
        """The whole levels up to `highest`, for a search. What is missing or damaged is left out."""
        starts = np.full((2, LEVELS + 1), NO_LEVEL, np.int64)
        results, size = [np.zeros(1, np.uint8)], 1
        for kind, strain in enumerate(STRAINS):
            for level in range(1, highest + 1):
                try:
                    results.append(self.level(level, strain).entries())
                except BadTable:
                    continue
                starts[kind, level] = size
                size += positions(level, strain)
        return levels_of(np.concatenate(results), starts)


def _needed(endgame: Endgame) -> int:
    """The level that the worth of every card is read from."""
    return max(endgame.cards_left - 1, 1)


_ready: list[tuple[object, Levels]] = []


def ready_levels() -> Levels:
    """The levels 1 to 10 that are there by now, in memory; read again only where files have come or changed.

    Cheap to call before each thought: twenty questions to the file system, and 0.2 s where there is something to read.
    """
    folder = Folder()
    now = (
        folder.path,
        tuple(
            _stamp(folder.path_of(level, strain)) for strain in STRAINS for level in range(1, IN_MEMORY + 1)
        ),
    )
    if not _ready or _ready[0][0] != now:
        _ready[:] = [(now, folder.memory())]
    return _ready[0][1]


def _stamp(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except OSError:
        return 0, 0
    return status.st_mtime_ns, status.st_size


# A level as plain bytes, rank-major, one for each entry and nothing else: the layout and the sizes of the seed.


def export(folder: Folder, level: int, strain: Strain, into: Path) -> Path:
    """Write the level to `into`, in one step; the file. Raises `BadTable` and `NotSaved`.

    One stretch of ranks of all combinations is in memory at a time, 93 MB at level 13.
    """
    source = folder.level(level, strain)
    path = into / f"{strain}-{level:02}.bin"
    part = path.with_suffix(".part")
    with saying(path):
        into.mkdir(parents=True, exist_ok=True)
        try:
            with part.open("wb") as file:
                for index in range(blocks_each(level)):
                    start = index * HALF_BLOCK
                    first, mirrored = _stretch(source, index)
                    file.seek(start * first.shape[1])
                    file.write(first.tobytes())
                    file.seek((strings(level) - start - len(first)) * first.shape[1])
                    file.write(mirrored.tobytes())
                file.flush()
                os.fsync(file.fileno())
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)
    return path


def _stretch(source: LevelFile, index: int) -> tuple[Bytes, Bytes]:
    """The entries of block `index` of every combination, [rank, combination]: of the first half, and mirrored."""
    each = blocks_each(source.level)
    size = min(HALF_BLOCK, half_of(source.level) - index * HALF_BLOCK)
    count = len(combinations(source.level, source.strain))
    first, mirrored = np.empty((size, count), np.uint8), np.empty((size, count), np.uint8)
    for number in range(count):
        first[:, number], mirrored[::-1, number] = unpaired(source.level, source.block(number * each + index))
    return first, mirrored
