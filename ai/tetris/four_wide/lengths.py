"""The chance of every length of a combo under best play: as it is kept beside the policy, and made beside a window.

The work is done by `chain`, in a process of its own. Loads no numba.
"""

from __future__ import annotations

from dataclasses import asdict
from math import log
from pathlib import Path

import msgspec

from ai import child
from game import places, saving
from game.errors import BadInput, BadTable
from game.tetris.four_wide.model import Model

_MOST_BYTES = 4_000_000


class ComboLengths(msgspec.Struct, frozen=True):
    """The lengths of combos from a fresh start: `survival[n]` is the chance that at least n pieces clear a line.

    Beyond the list each `period` of pieces multiplies it by `ratio`. `mean` is the sum of all from n = 1 on.
    """

    survival: list[float]
    period: int
    ratio: float
    mean: float

    def chance(self, length: int) -> float:
        """The chance that a combo has at least this length."""
        beyond = max(0, length - len(self.survival) + 1)
        periods = -(-beyond // self.period)
        return float(self.survival[length - periods * self.period] * self.ratio**periods)

    def below(self, length: int) -> float:
        """The share of combos that are shorter, those of equal length counted half."""
        return 1.0 - (self.chance(length) + self.chance(length + 1)) / 2

    @property
    def median(self) -> int:
        """The longest length that at least half of all combos reach."""
        return self.reached(0.5)

    def reached(self, share: float) -> int:
        """The longest length that at least this share of all combos reaches; `share` is above 0."""
        last = len(self.survival) - 1
        most = last + self.period * (
            1 + int(max(0.0, log(share / max(self.survival[last], 1e-300)) / log(self.ratio)))
        )
        low, high = 0, most + self.period
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.chance(middle) >= share else (low, middle)
        return low


def file_of(model: Model) -> Path:
    """The file of a model's lengths; it may not exist."""
    return places.cache_dir() / "four-wide" / f"{model.name}.lasting"


def begun(model: Model) -> bool:
    """Return True if solving a model was begun and ended before it was done."""
    return file_of(model).with_suffix(".sweeps").exists()


def read(model: Model) -> ComboLengths | None:
    """Return the stored lengths of a model; None where there is nothing, or nothing that can be believed."""
    try:
        lengths = msgspec.json.decode(saving.load(file_of(model), _MOST_BYTES), type=ComboLengths)
    except (BadInput, msgspec.MsgspecError, UnicodeDecodeError):
        return None
    whole = len(lengths.survival) > lengths.period > 0 and 0.0 < lengths.ratio < 1.0
    return lengths if whole and all(0.0 < share <= 1.0 for share in lengths.survival) else None


def keep(model: Model, lasting: ComboLengths) -> None:
    """Put it into its file. Raises `BadTable`."""
    try:
        saving.write(file_of(model), msgspec.json.encode(lasting))
    except OSError as error:
        raise BadTable(f"{file_of(model)}: cannot be written: {error.strerror}") from None


_PROGRAM = "import sys; from ai.tetris.four_wide.chain import main; sys.exit(main(sys.argv[1:]))"


class LengthProgress(msgspec.Struct, frozen=True):
    """Current step (`solve`, `lengths`, `done` at the end), how many are done, or why it has ended.

    `share` says how far solving has come: how small changes are, on a logarithmic scale from 0 to 1.
    """

    doing: str
    steps: int = 0
    error: str = ""
    share: float = 0.0

    @property
    def finished(self) -> bool:
        """True if this is the last word."""
        return self.doing == "done"


class Job(child.Job[LengthProgress, LengthProgress]):
    """The work on one model. What is not finished when it is stopped can be gone on with."""

    patience = 30.0  # longer than a sweep may go on in the child

    def __init__(self, model: Model) -> None:
        super().__init__(
            _PROGRAM, asdict(model), msgspec.json.Decoder(LengthProgress), LengthProgress("solve")
        )
        self.model = model

    def _after(self, document: LengthProgress) -> LengthProgress:
        return document

    def _end(self, error: str) -> LengthProgress:
        word = self.poll()
        return word if word.finished else LengthProgress("done", error=error)
