"""The two files a film can be: an animated GIF (89a) and an animated PNG (APNG 1.0)."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PIL import GifImagePlugin, Image

from gui.film.inks import CLEAR, Inks, Picture


@dataclass(frozen=True)
class Frame:
    """A rectangle of palette indexes at `left`, `top`, laid over what is there already.

    Where nothing changes, the index is `CLEAR`.
    """

    left: int
    top: int
    indexes: npt.NDArray[np.uint8]
    hundredths: int

    @classmethod
    def between(cls, before: Picture | None, after: Picture, inks: Inks, hundredths: int) -> Frame:
        """What turns `before` into `after`; all of `after` where nothing was before."""
        if before is None:
            return cls(0, 0, inks.indexes(after), hundredths)
        changed = before != after
        rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
        if not len(rows):
            return cls(0, 0, np.full((1, 1), CLEAR, np.uint8), hundredths)
        part = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        indexes = np.where(changed[part], inks.indexes(after[part]), np.uint8(CLEAR))
        return cls(int(columns[0]), int(rows[0]), indexes, hundredths)


def _table(inks: Inks) -> bytes:
    """256 colours as they stand in both formats."""
    return inks.palette.tobytes().ljust(3 * 256, b"\0")


# -- GIF --


def gif(size: tuple[int, int], inks: Inks, frames: Iterator[Frame]) -> bytes:
    """The frames as a GIF that runs for ever."""
    parts = [
        b"GIF89a" + struct.pack("<HHBBB", *size, 0xF7, 0, 0) + _table(inks),
        b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0",
    ]
    for frame in frames:
        parts += GifImagePlugin.getdata(
            Image.fromarray(frame.indexes),
            (frame.left, frame.top),
            duration=frame.hundredths * 10,
            disposal=1,
            transparency=CLEAR,
        )
    return b"".join(parts) + b";"


# -- PNG --


def apng(size: tuple[int, int], inks: Inks, frames: Iterator[Frame]) -> bytes:
    """The frames as an animated PNG that runs for ever; its first frame is also the still picture."""
    body: list[bytes] = []
    number = count = 0
    for frame in frames:
        height, width = frame.indexes.shape
        place = (width, height, frame.left, frame.top, frame.hundredths, 100, 0, 1)
        body.append(_chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, *place)))
        rows = np.pad(frame.indexes, ((0, 0), (1, 0)))  # each row begins with its filter: none
        packed = zlib.compress(rows.tobytes(), 9)
        number += 1
        if count == 0:
            body.append(_chunk(b"IDAT", packed))
        else:
            body.append(_chunk(b"fdAT", struct.pack(">I", number) + packed))
            number += 1
        count += 1
    head = [
        b"\x89PNG\r\n\x1a\n",
        _chunk(b"IHDR", struct.pack(">IIBBBBB", *size, 8, 3, 0, 0, 0)),
        _chunk(b"acTL", struct.pack(">II", count, 0)),
        _chunk(b"PLTE", _table(inks)),
        _chunk(b"tRNS", b"\xff" * CLEAR + b"\0"),
    ]
    return b"".join([*head, *body, _chunk(b"IEND", b"")])


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
