"""A model from its name to its file: what it needs is said first, and work goes on where it stopped."""

from __future__ import annotations

import contextlib
import io
import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from ai.tetris.four_wide import policy_file
from ai.tetris.four_wide.kernels.values import Values
from ai.tetris.four_wide.layout import Layout, lay_out
from ai.tetris.four_wide.solve import Solution, solve
from game import atomic, places
from game.errors import BadInput, BadTable
from game.tetris.four_wide.model import Model

STATE_BYTES = 56  # a state that stands for others takes at the most, while classes are counted
SAVED_EVERY = 20.0  # seconds between two savings of values that are not finished
Told = Callable[[str, int, float], object]  # what is being done, how often it was done, what it has changed


def folder() -> Path:
    """Where policy files are kept, and values that are not finished."""
    return places.cache_dir() / "four-wide"


def file_of(model: Model) -> Path:
    """The policy file of a model; it may not exist."""
    return folder() / f"{model.name}.policy"


def bytes_needed(layout: Layout) -> int:
    """The memory that solving and counting classes takes at the most."""
    return STATE_BYTES * layout.states + layout.pieces.nbytes + layout.after.nbytes


def prepare(model: Model) -> Layout:
    """The layout of a model whose values fit into memory. Raises `BadInput` with the nearest that do."""
    layout, free = lay_out(model), free_memory()
    need = bytes_needed(layout)
    if free is None or need <= free:
        return layout
    fewer = (replace(model, previews=previews) for previews in reversed(range(model.previews)))
    nearest = next((other.previews for other in fewer if bytes_needed(lay_out(other)) <= free), None)
    offer = "nothing of this kind can be done" if nearest is None else f"{nearest} previews can be done"
    raise BadInput(f"{model.name} needs {need / 1e9:.1f} GB of memory, {free / 1e9:.1f} GB are free; {offer}")


def free_memory() -> int | None:
    """The bytes of memory that programs can still get; None where the system does not say."""
    with (
        contextlib.suppress(OSError, StopIteration, ValueError),
        open("/proc/meminfo", encoding="ascii") as file,
    ):
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("MemAvailable"))
    with contextlib.suppress(AttributeError, ValueError, OSError):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return None


def solved(layout: Layout, told: Told = lambda *_: None) -> Solution:
    """The values of a model, from where an earlier run stopped; `told` may raise to stop, and nothing is lost."""
    keep = _Keeper(layout)

    def after_sweep(iteration: int, change: float, values: Values) -> None:
        keep.now_and_then(values)
        told("sweep", iteration, change)

    return solve(layout, after_sweep, keep.found())


def build(model: Model, told: Told = lambda *_: None, path: Path | None = None) -> tuple[Path, Solution]:
    """Solve a model and write its policy file, whole or not at all. Raises `BadInput`, `BadTable`."""
    layout = prepare(model)
    solution = solved(layout, told)
    path = path or file_of(model)
    try:
        policy_file.write(path, solution)
    except OSError as error:
        raise BadTable(f"{path}: cannot be written: {error.strerror}") from None
    _Keeper(layout).forget()
    return path, solution


class _Keeper:
    """Values that are not finished, in a file. They are a start and no more: the certificate comes at the end."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._path = folder() / f"{layout.model.name}.unfinished.npy"
        self._saved = time.monotonic()

    def found(self) -> Values | None:
        """What an earlier run left, if it can be used."""
        with contextlib.suppress(OSError, ValueError, EOFError):
            values = np.load(self._path, allow_pickle=False)
            if (
                values.shape == (self._layout.states,)
                and values.dtype == np.float64
                and np.isfinite(values).all()
            ):
                return np.asarray(values)
        return None

    def now_and_then(self, values: Values) -> None:
        """Save them if that was long ago. A disk that is full or may not be written only costs the way back."""
        if time.monotonic() - self._saved >= SAVED_EVERY:
            content = io.BytesIO()
            np.save(content, values, allow_pickle=False)
            with contextlib.suppress(OSError):
                atomic.write(self._path, content.getvalue())
            self._saved = time.monotonic()

    def forget(self) -> None:
        """They are finished."""
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)
