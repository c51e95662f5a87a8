"""A folder of levels: what is there, what it says of a position, and the levels that a search keeps in memory."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Literal

import numpy as np

from ai.bridge.solved import Solved
from ai.bridge.solver.room import Levels, levels_of
from ai.bridge.tables.index import LEVELS, NO_LEVEL, STRAINS, Spot, Strain, positions
from ai.bridge.tables.level_file import LevelFile, how_to_make
from ai.bridge.tables.probe import probed
from game import places
from game.bridge.cards import NO_TRUMPS
from game.bridge.endgame import Endgame
from game.errors import BadTable

Condition = Literal["missing", "built", "damaged"]
IN_MEMORY = 10  # levels 1 to 10 of both strains are 87 MB


def default_folder() -> Path:
    """Where levels are kept unless another folder is named."""
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
        """Whether a level can be used. Of a built one only the beginning is checked."""
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

    def value(self, spot: Spot) -> int:
        """The tricks of the player on lead. Raises `BadTable`."""
        return self.level(spot.level, spot.strain).value(spot)

    def answers(self, endgame: Endgame) -> bool:
        """Whether the file is there that `probe` reads."""
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
        found, size = [np.zeros(1, np.uint8)], 1
        for kind, strain in enumerate(STRAINS):
            for level in range(1, highest + 1):
                try:
                    found.append(self.level(level, strain).entries())
                except BadTable:
                    continue
                starts[kind, level] = size
                size += positions(level, strain)
        return levels_of(np.concatenate(found), starts)


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
