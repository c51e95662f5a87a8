"""One level of a table as a file: compressed blocks that can be read alone, each with its checksum.

A combination is cut in two halves that mirror each other: the entry of rank r and that of rank C(2n, n) - 1 - r are
one position with either player on lead. A block holds a stretch of the first half, and for the same positions what
being on lead is worth: the sum of the two values less n - 1, mostly 1. That packs closer, and one block has both.

    header      magic, version, strain, level, entries of the first half in a block, bytes of the file, histogram
    directory   for each block its packed bytes and their CRC-32
    digest      BLAKE2b over header and directory
    blocks      Zstandard frames, combination after combination, ranks rising

All numbers are little-endian. A file is written under another name and takes its own when it is whole.
"""

from __future__ import annotations

import contextlib
import hashlib
import mmap
import os
import struct
import zlib
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from types import TracebackType

import numpy as np
import zstandard
from numpy.typing import NDArray

from ai.bridge.tables.index import LEVELS, STRAINS, EntryLocation, Strain, combinations, positions, strings
from game import saving
from game.errors import BadTable, NotSaved

Bytes = NDArray[np.uint8]

MAGIC = b"KIBBRIDG"
VERSION = 1
HALF_BLOCK = 1 << 17  # entries of the first half
HEADER = struct.Struct(f"<8sHBBIQ{LEVELS + 1}Q")
DIGEST = 16
RECENT = 32  # blocks kept unpacked, 8 MB at most


def half_of(level: int) -> int:
    """The entries of the first half of a combination."""
    return strings(level) // 2


def blocks_each(level: int, half_block: int = HALF_BLOCK) -> int:
    """The blocks of a combination."""
    return -(-half_of(level) // half_block)


def paired(level: int, values: Bytes, half_block: int = HALF_BLOCK) -> Iterator[Bytes]:
    """The blocks of a combination, not packed yet."""
    half, end = half_of(level), strings(level)
    for start in range(0, half, half_block):
        stop = min(start + half_block, half)
        first = values[start:stop]
        yield np.concatenate((first, values[end - stop : end - start][::-1] + first - np.uint8(level - 1)))


def unpaired(level: int, block: Bytes) -> tuple[Bytes, Bytes]:
    """The values of a block: of the first half, and of their mirror images in the same order."""
    first, lead = block[: len(block) // 2], block[len(block) // 2 :]
    return first, lead - first + np.uint8(level - 1)


def header_of(level: int, strain: Strain, size: int, histogram: list[int], directory: bytes) -> bytes:
    """Everything of a file that stands before its blocks; `size` is that of the blocks."""
    counts = histogram + [0] * (LEVELS + 1 - len(histogram))
    whole = HEADER.size + len(directory) + DIGEST + size
    head = HEADER.pack(MAGIC, VERSION, STRAINS.index(strain), level, HALF_BLOCK, whole, *counts) + directory
    return head + hashlib.blake2b(head, digest_size=DIGEST).digest()


class LevelFile:
    """A level that was built, opened as a memory map. Raises `BadTable` for a file that is missing or damaged.

    Header and directory are checked at once, a block when it is read.
    """

    def __init__(self, path: Path, level: int, strain: Strain) -> None:
        self.path, self.level, self.strain = path, level, strain
        self._blocks = len(combinations(level, strain)) * blocks_each(level)
        self._bytes = _opened(path)
        self._check_head()
        self._decoder = zstandard.ZstdDecompressor(max_window_size=1 << 20)
        self._recent: OrderedDict[int, Bytes] = OrderedDict()

    @property
    def size(self) -> int:
        """The bytes of the file."""
        return len(self._bytes)

    @property
    def histogram(self) -> list[int]:
        """Positions by the tricks of the player on lead, 0 to the level."""
        return list(HEADER.unpack_from(self._bytes)[6 : 7 + self.level])

    def value(self, location: EntryLocation) -> int:
        """An entry. Raises `BadTable`."""
        mirrored = strings(self.level) - 1 - location.rank
        number, at = divmod(min(location.rank, mirrored), HALF_BLOCK)
        block = self._recent_block(location.combination * blocks_each(self.level) + number)
        first = int(block[at])
        if location.rank < mirrored:
            return first
        return int(block[len(block) // 2 + at]) - first + self.level - 1 & 255

    def block(self, number: int) -> Bytes:
        """A block as `paired` made it. Raises `BadTable`."""
        start, end = self._ends[number], self._ends[number + 1]
        packed = bytes(self._bytes[start:end])
        if zlib.crc32(packed) != self._checks[number]:
            raise self._damaged(f"block {number:,} of {self._blocks:,} is not what was written")
        index = number % blocks_each(self.level)
        half = min(HALF_BLOCK, half_of(self.level) - index * HALF_BLOCK)
        try:
            # what a frame says is set aside before it is unpacked
            size = zstandard.frame_content_size(packed)
            data = self._decoder.decompress(packed, max_output_size=2 * half) if size <= 2 * half else b""
        except zstandard.ZstdError:
            raise self._damaged(f"block {number:,} of {self._blocks:,} cannot be unpacked") from None
        block = np.frombuffer(data, np.uint8)
        if len(block) != 2 * half:
            raise self._damaged(f"block {number:,} of {self._blocks:,} does not have {2 * half:,} entries")
        if max(each.max() for each in unpaired(self.level, block)) > self.level:
            raise self._damaged(f"block {number:,} of {self._blocks:,} has more tricks than cards")
        return block

    def _recent_block(self, number: int) -> Bytes:
        """A block, kept for the next few questions."""
        block = self._recent.pop(number, None)
        if block is None:
            block = self.block(number)
            if len(self._recent) >= RECENT:
                self._recent.popitem(last=False)
        self._recent[number] = block
        return block

    def combination(self, number: int, out: Bytes) -> None:
        """All entries of a combination by their rank. Raises `BadTable`."""
        each, end = blocks_each(self.level), strings(self.level)
        for index in range(each):
            start = index * HALF_BLOCK
            first, mirrored = unpaired(self.level, self.block(number * each + index))
            out[start : start + len(first)] = first
            out[end - start - len(first) : end - start] = mirrored[::-1]

    def entries(self) -> Bytes:
        """All entries, suit-major. Raises `BadTable`."""
        each = strings(self.level)
        result = np.empty(positions(self.level, self.strain), np.uint8)
        for number in range(len(result) // each):
            self.combination(number, result[number * each : (number + 1) * each])
        return result

    @cached_property
    def _directory(self) -> NDArray[np.uint32]:
        raw = bytes(self._bytes[HEADER.size : HEADER.size + 8 * self._blocks])
        return np.frombuffer(raw, np.dtype("<u4")).reshape(2, self._blocks)

    @cached_property
    def _ends(self) -> NDArray[np.int64]:
        ends = np.zeros(self._blocks + 1, np.int64)
        np.cumsum(self._directory[0], out=ends[1:], dtype=np.int64)
        return ends + HEADER.size + 8 * self._blocks + DIGEST

    @cached_property
    def _checks(self) -> NDArray[np.uint32]:
        checks: NDArray[np.uint32] = self._directory[1]
        return checks

    def _check_head(self) -> None:
        head_end = HEADER.size + 8 * self._blocks
        if len(self._bytes) < HEADER.size or self._bytes[:8] != MAGIC:
            raise self._damaged("it is not a table of this program")
        _, version, strain, level, half_block, size, *_ = HEADER.unpack_from(self._bytes)
        if (version, half_block) != (VERSION, HALF_BLOCK):
            raise self._damaged(f"it is of version {version}; this program reads version {VERSION}")
        if (level, strain) != (self.level, STRAINS.index(self.strain)):
            raise self._damaged("it holds another level than its name says")
        if size != len(self._bytes):
            raise self._damaged(f"it has {len(self._bytes):,} bytes; {size:,} were written")
        digest = bytes(self._bytes[head_end : head_end + DIGEST])
        if hashlib.blake2b(self._bytes[:head_end], digest_size=DIGEST).digest() != digest:
            raise self._damaged("its beginning is not what was written")
        if self._ends[-1] != size:
            raise self._damaged("its blocks do not fill it")

    def _damaged(self, why: str) -> BadTable:
        return BadTable(
            f"{self.path} is damaged: {why}; `{how_to_make(self.level, self.strain)}` makes it again"
        )


def how_to_make(level: int, strain: Strain) -> str:
    """The command that makes a level."""
    return f"bridge build --levels {level} --strain {strain}"


def _opened(path: Path) -> mmap.mmap | bytes:
    try:
        with saving.opened(path) as file:
            if not os.fstat(file.fileno()).st_size:
                return b""
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except FileNotFoundError:
        raise BadTable(f"{path} is missing") from None
    except OSError as error:
        raise BadTable(f"{path} cannot be read: {error.strerror or error}") from None


# Writing a level: block by block under another name, then in one step under its own.

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
            f"{path} could not be written: {error.strerror or error}; what was finished before is kept"
        ) from None
