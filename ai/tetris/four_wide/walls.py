"""Values of a solved model between walls of 1 to 40 rows, beside its policy: clears, and the chance of the end.

Apart from `policy`: its file takes several times as long to make, and play between endless walls need not wait for it.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from ai import mapped
from ai.tetris.four_wide.solving.walls import GAIN, GAP, Profiles
from game import saving
from game.errors import BadTable
from game.tetris.four_wide.model import Model
from game.tetris.four_wide.state import MOST_WALLS

# Wall files: for every state of a model the number of its profile, and the profiles, as `Profiles` has them. States
# that are worth the same between all walls share one. How a file lies is in `ai/mapped.py`. Its body is three parts,
# each compressed by zlib: the numbers (16 bits, or 32 where there are more profiles); by row of the walls the steps
# from the gain of the row before, first their low bytes, then their high bytes; by row the gaps. All is little-endian.

FORM = mapped.Form(b"KIBITZ4H", 1, "file of walls", BadTable)
_FEW = 1 << 16
_LEVEL = 6  # of zlib
_MOST = 1 << 28  # states: more than any model has


class Header(msgspec.Struct, frozen=True):
    """Header of a file of walls; `sizes` are the bytes of its parts."""

    model: Model
    profiles: int
    states: int
    sizes: tuple[int, int, int]


@dataclass(frozen=True, eq=False)
class Walls:
    """The values of a model between walls of up to 40 rows; states are those of the policy file, in its order."""

    model: Model
    states: NDArray[Any]
    gains: NDArray[np.uint16]
    gaps: NDArray[np.uint8]

    @staticmethod
    def read(path: Path) -> Walls:
        """The walls in a file, all of it checked. Raises `BadTable`."""
        return mapped.read(path, FORM, Header, _contents)

    def clears(self, state: int, rows: int) -> float:
        """The clears to come with best play where so many rows are left, to 1e-5."""
        return int(self.gains[self.states[state], :rows].sum(dtype=np.int64)) / GAIN

    def chance(self, state: int, rows: int) -> float:
        """The greatest possible chance to clear all the rows that are left; exact to 0.002, mostly to 1e-5.

        It is 1 only where best play makes every clear.
        """
        if rows <= 0:
            return 1.0
        profile = self.states[state]
        most = 1.0 if (self.gains[profile, :rows] == GAIN).all() else 1.0 - 1.0 / GAIN
        return min(most, int(self.gains[profile, rows - 1]) / GAIN + int(self.gaps[profile, rows - 1]) / GAP)


def write(path: Path, model: Model, profiles: Profiles) -> int:
    """Put what was found into a file, whole or not at all; its size in bytes. Raises `OSError`."""
    steps = np.diff(profiles.gains.astype(np.int32), axis=1, prepend=GAIN).astype("<u2")
    low_and_high = steps.T.copy().view(np.uint8).reshape(MOST_WALLS, -1, 2).transpose(0, 2, 1)
    states = profiles.states.astype(_kind_of(len(profiles.gains)))
    body = [zlib.compress(each.tobytes(), _LEVEL) for each in (states, low_and_high, profiles.gaps.T)]
    header = Header(model, len(profiles.gains), len(states), (len(body[0]), len(body[1]), len(body[2])))
    with saving.writing(path) as file:
        return sum(file.write(part) for part in mapped.parts_of(FORM, header, body))


def _kind_of(profiles: int) -> str:
    return "<u2" if profiles <= _FEW else "<u4"


def _contents(header: Header, body: mapped.Bytes, size: int) -> Walls:
    if min(header.profiles, header.states, *header.sizes) < 0 or max(header.profiles, header.states) > _MOST:
        raise ValueError("its sizes are not valid")
    if len(body) != sum(size + -size % mapped.ALIGNED for size in header.sizes):
        raise ValueError("its length does not match its header")
    kind, table = np.dtype(_kind_of(header.profiles)), header.profiles * MOST_WALLS
    parts, place = [], 0
    for packed, length in zip(header.sizes, (kind.itemsize * header.states, 2 * table, table), strict=True):
        parts.append(np.frombuffer(_unpacked(body[place : place + packed], length), np.uint8))
        place += packed + -packed % mapped.ALIGNED
    states = parts[0].view(kind)
    steps = parts[1].reshape(MOST_WALLS, 2, -1).transpose(0, 2, 1).copy().view("<u2")[..., 0]
    steps[:1] += np.uint16(GAIN)
    gains = np.cumsum(steps, axis=0, dtype=np.uint16).T.copy()
    gaps = parts[2].reshape(MOST_WALLS, -1).T.copy()
    if len(states) and states.max() >= header.profiles:
        raise ValueError("a state names a profile that does not exist")
    for gain, gap in zip(gains.T, gaps.T, strict=True):  # all at once would take 200 MB with five previews
        most = gain.astype(np.int64) * GAP + gap.astype(np.int64) * GAIN
        if gain.max(initial=0) > GAIN or most.max(initial=0) > GAIN * (GAP + 1):
            raise ValueError("its chances are not valid")
    return Walls(header.model, states, gains, gaps)


def _unpacked(packed: mapped.Bytes, length: int) -> bytes:
    """The bytes of a part, of which there have to be exactly so many; never more of them are made."""
    try:
        whole = zlib.decompressobj().decompress(packed.tobytes(), length + 1)
    except zlib.error:
        raise ValueError("a part of it cannot be unpacked") from None
    if len(whole) != length:
        raise ValueError("a part of it is not as long as it says")
    return whole
