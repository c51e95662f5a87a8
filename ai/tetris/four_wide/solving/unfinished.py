"""What a long run leaves when it is ended: files from which it goes on to the same last bit.

Two things take long: counting classes, of which the last round's signatures are kept, and the sweeps, of which
the values are and how they have changed. A file that is cut off or was changed is not believed.
"""

from __future__ import annotations

import contextlib
import time
import zipfile
import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ai.tetris.four_wide.kernels.situations import Words
from ai.tetris.four_wide.layout import Layout
from ai.tetris.four_wide.solving.solve import Standing
from game import atomic, saving

SAVED_EVERY = 20.0  # seconds between two savings at the least
SHARE = 20.0  # and this many times as long as one takes
_VERSION = 1
_BROKEN = (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error, RuntimeError)


class Unfinished:
    """The files of one model. A disk that is full or may not be written only costs the way back."""

    def __init__(self, folder: Path, layout: Layout) -> None:
        self._states = layout.states
        name = layout.model.name
        self._rounds, self._sweeps = folder / f"{name}.classes", folder / f"{name}.sweeps"
        self._due = time.monotonic() + SAVED_EVERY

    # -- what an earlier run has left --

    def counted(self) -> int:
        """The number of classes, if all were found and proved; 0 if not."""
        left = _read(self._rounds)
        return 0 if left is None or len(left["states"]) else int(left["count"])

    def round(self) -> tuple[int, Words] | None:
        """The last round: how many classes it found, and the signature of every state."""
        left = _read(self._rounds)
        if left is None or left["states"].shape != (self._states,) or left["states"].dtype != np.int64:
            return None
        return int(left["count"]), left["states"].view(np.int64)

    def standing(self) -> Standing | None:
        """Where the sweeps stand."""
        left = _read(self._sweeps)
        if left is None or left["states"].shape != (self._states,) or left["states"].dtype != np.float64:
            return None
        values, change = left["states"].view(np.float64), left["change"].astype(np.float64)
        return Standing(int(left["count"]), float(left["share"]), change, values)

    # -- what this run leaves --

    def keep_round(self, count: int, signed: Words) -> None:
        """Keep a round of counting classes, if the last saving was long ago."""
        self._now_and_then(self._rounds, count, signed)

    def keep_count(self, count: int) -> None:
        """Keep the number of classes, all found and proved, if counting them took long."""
        if self._rounds.exists():
            self._due = 0.0
            self._now_and_then(self._rounds, count, np.zeros(0, np.int64))

    def keep_standing(self, at: Standing, *, now: bool = False) -> None:
        """Keep where the sweeps stand, if the last saving was long ago, or `now`."""
        self._due = 0.0 if now else self._due
        self._now_and_then(self._sweeps, at.iteration, at.values, at.change, at.share)

    def forget(self) -> None:
        """All is finished."""
        for path in (self._rounds, self._sweeps):
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)

    def _now_and_then(
        self,
        path: Path,
        count: int,
        states: NDArray[np.generic],
        change: NDArray[np.float64] | None = None,
        share: float = 0.0,
    ) -> None:
        if (started := time.monotonic()) < self._due:
            return
        changed = np.zeros(0) if change is None else change
        with contextlib.suppress(OSError), atomic.writing(path) as file:
            np.savez(file, version=_VERSION, count=count, share=share, states=states, change=changed)
        now = time.monotonic()
        self._due = now + max(SAVED_EVERY, SHARE * (now - started))


def _read(path: Path) -> dict[str, NDArray[np.generic]] | None:
    """What is in a file; None where there is none, or none that can be believed."""
    try:
        with saving.opened(path) as file, np.load(file, allow_pickle=False) as content:
            found = {name: content[name] for name in ("version", "count", "share", "states", "change")}
    except _BROKEN:
        return None
    return found if int(found["version"]) == _VERSION else None
