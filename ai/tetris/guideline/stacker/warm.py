"""What to call so that the kernels of the search are compiled: once each, with the types that are used."""

from __future__ import annotations

from collections.abc import Callable

from ai.tetris.guideline.stacker.engine import Stacker


def _warm_search() -> None:
    Stacker(seed=0).warm_up()


STEPS: list[tuple[str, Callable[[], None]]] = [("Guideline Tetris: search", _warm_search)]
