"""Writing a level: block by block under another name, then in one step under its own."""

from __future__ import annotations

import contextlib
import os
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType

import numpy as np
import zstandard
from numpy.typing import NDArray

from ai.bridge.tables.index import Strain, combinations
from ai.bridge.tables.level_file import DIGEST, HEADER, Bytes, blocks_each, header_of, paired
from game.errors import NotSaved

# How far a better match is looked for: within a tenth of the smallest size there is, in a sixth of the time. The larger
# table is packed a little closer.
EFFORT: dict[Strain, int] = {"trump": 256, "notrump": 64}


class Packer:
    """Packs blocks; for one thread."""

    def __init__(self, strain: Strain) -> None:
        packing = zstandard.ZstdCompressionParameters(
            window_log=18,
            chain_log=18,
            hash_log=17,
            search_log=4,
            min_match=6,
            target_length=EFFORT[strain],
            strategy=zstandard.STRATEGY_BTOPT,
            write_content_size=False,
        )
        self._encoder = zstandard.ZstdCompressor(compression_params=packing)

    def pack(self, level: int, values: Bytes) -> list[bytes]:
        """The packed blocks of a combination."""
        return [self._encoder.compress(block.tobytes()) for block in paired(level, values)]


class LevelWriter:
    """A level that is being written. Leaving it by an error leaves nothing behind. Raises `NotSaved`."""

    def __init__(self, path: Path, level: int, strain: Strain) -> None:
        self._path, self._part = path, path.with_suffix(".part")
        self._level, self._strain = level, strain
        self._blocks = len(combinations(level, strain)) * blocks_each(level)
        self._lengths: list[int] = []
        self._checks: list[int] = []
        self.histogram = np.zeros(level + 1, np.int64)

    def __enter__(self) -> LevelWriter:
        with saying(self._path):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self._part.open("wb")
            self._file.seek(HEADER.size + 8 * self._blocks + DIGEST)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with contextlib.suppress(OSError):
            self._file.close()
        with contextlib.suppress(OSError):
            self._part.unlink()

    @property
    def size(self) -> int:
        """The bytes written so far."""
        return HEADER.size + 8 * self._blocks + DIGEST + sum(self._lengths)

    def add(self, blocks: Iterable[bytes], histogram: NDArray[np.int64]) -> None:
        """The next combination."""
        with saying(self._path):
            for block in blocks:
                self._file.write(block)
                self._lengths.append(len(block))
                self._checks.append(zlib.crc32(block))
        self.histogram += histogram

    def finish(self) -> None:
        """Put the file in its place."""
        directory = np.array([self._lengths, self._checks], "<u4").tobytes()
        counts = [int(count) for count in self.histogram]
        with saying(self._path):
            self._file.seek(0)
            self._file.write(header_of(self._level, self._strain, sum(self._lengths), counts, directory))
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()
            os.replace(self._part, self._path)


@contextlib.contextmanager
def saying(path: Path) -> Iterator[None]:
    """Turn what the system refuses into a `NotSaved` that names `path`."""
    try:
        yield
    except OSError as error:
        raise NotSaved(
            f"{path} could not be written: {error.strerror or error}; what was finished before it stays"
        ) from None
