"""A level as plain bytes, rank-major, one for each entry and nothing else: the layout and the sizes of the seed."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from ai.bridge.tables.folder import Folder
from ai.bridge.tables.index import Strain, combinations, strings
from ai.bridge.tables.level_file import HALF_BLOCK, Bytes, LevelFile, blocks_each, half_of, unpaired
from ai.bridge.tables.writer import saying


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
