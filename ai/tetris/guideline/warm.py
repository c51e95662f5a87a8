"""What to call so that the kernels of guideline Tetris are compiled: once each, with the types that are used."""

from __future__ import annotations

from collections.abc import Callable

from ai.tetris.guideline.moves import placements, shortest_path
from ai.tetris.guideline.perfect_clear import coverage
from ai.tetris.guideline.perft import perft
from game.tetris.guideline import Field


def _warm_movement() -> None:
    shortest_path(Field.empty(), placements(Field.empty(), 0)[0])


def _warm_counting() -> None:
    perft(Field.empty(), [0, 1], 2)


def _warm_perfect_clears() -> None:
    coverage(Field.parse("....xxxxxx"), [0])


STEPS: list[tuple[str, Callable[[], None]]] = [
    ("Guideline Tetris: movement", _warm_movement),
    ("Guideline Tetris: counting", _warm_counting),
    ("Guideline Tetris: perfect clears", _warm_perfect_clears),
]
