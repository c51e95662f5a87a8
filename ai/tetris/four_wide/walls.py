"""What a solved model is worth between walls of 1 to 40 rows, beside its policy: clears, and the chance of the end.

Apart from `policy`: its file takes several times as long to make, and play between endless walls need not wait for it.
"""

from __future__ import annotations

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
from game.tetris.four_wide.walls import MOST_WALLS

# Wall files: for every state of a model the number of its profile (16 bits, or 32 where there are more profiles), and
# the profiles, as `Profiles` has them. States that are worth the same between all walls share one. How a file lies is
# in `ai/mapped.py`. All numbers are little-endian.

FORM = mapped.Form(b"KIBITZ4H", 1, "file of walls", BadTable)
_FEW = 1 << 16


class Header(msgspec.Struct, frozen=True):
    """What a file of walls says of itself."""

    model: Model
    profiles: int
    states: int


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
        """The greatest possible chance to clear all the rows that are left; exact to 0.002, mostly to 1e-5."""
        if rows <= 0:
            return 1.0
        profile = self.states[state]
        return min(1.0, int(self.gains[profile, rows - 1]) / GAIN + int(self.gaps[profile, rows - 1]) / GAP)


def write(path: Path, model: Model, found: Profiles) -> int:
    """Put what was found into a file, whole or not at all; its size in bytes. Raises `OSError`."""
    states = found.states.astype("<u2" if len(found.gains) <= _FEW else "<u4")
    header = Header(model, len(found.gains), len(states))
    body = [states, found.gains.astype("<u2"), found.gaps]
    with saving.writing(path) as file:
        parts = mapped.parts_of(FORM, header, [each.view(np.uint8).reshape(-1).data for each in body])
        return sum(file.write(part) for part in parts)


def _contents(header: Header, body: mapped.Bytes, size: int) -> Walls:
    table = header.profiles * MOST_WALLS
    sizes = [(2 if header.profiles <= _FEW else 4) * header.states, 2 * table, table]
    if min(sizes) < 0 or len(body) != sum(size + -size % mapped.ALIGNED for size in sizes):
        raise ValueError("its length is not what it says")
    parts, place = [], 0
    for size, kind in zip(sizes, ("<u2" if header.profiles <= _FEW else "<u4", "<u2", "u1"), strict=True):
        parts.append(body[place : place + size].view(kind))
        place += size + -size % mapped.ALIGNED
    states, gains, gaps = parts[0], *(part.reshape(-1, MOST_WALLS) for part in parts[1:])
    if len(states) and states.max() >= header.profiles:
        raise ValueError("a state has a profile that is not there")
    if (gains.max(initial=0) > GAIN) or (gains / GAIN + gaps / GAP).max(initial=0.0) > 1.0 + 1.0 / GAP:
        raise ValueError("its chances are none")
    return Walls(header.model, states, gains, gaps)
