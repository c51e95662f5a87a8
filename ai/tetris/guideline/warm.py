"""Calls that compile the kernels of guideline Tetris: once each, with the types that are used."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ai.tetris.guideline.covering import landings
from ai.tetris.guideline.exact import ExactSearch
from ai.tetris.guideline.kernels.clears import NODE_WORDS, fill_table
from ai.tetris.guideline.moves import perft, placements, shortest_path
from ai.tetris.guideline.pattern_clears import PatternClears
from ai.tetris.guideline.perfect_clear import first_perfect_clear
from ai.tetris.guideline.stacker.engine import Stacker
from game.tetris.guideline import Field, State
from game.tetris.guideline.patterns import Pattern


def _warm_movement() -> None:
    shortest_path(Field.empty(), placements(Field.empty(), 0)[0])
    landings(0, 0, "srs")


def _warm_counting() -> None:
    perft(Field.empty(), [0, 1], 2)


def _warm_perfect_clears() -> None:
    clears = PatternClears(Field.parse("....xxxxxx"), Pattern.parse("IO"))
    assert clears.solved.all()
    assert clears.pictures.solutions
    first_perfect_clear(Field.parse("....xxxxxx"), [0])
    fill_table(np.zeros((1, NODE_WORDS), np.int64), 0, np.full(2, -1, np.int64))  # of searches that grow


def _warm_exact() -> None:
    ExactSearch(4).most(State.open({"queue": "list:OO"}), 1)


def _warm_search() -> None:
    Stacker(seed=0).warm_up()


STEPS: list[tuple[str, Callable[[], None]]] = [
    ("Guideline Tetris: search", _warm_search),
    ("Guideline Tetris: movement", _warm_movement),
    ("Guideline Tetris: counting", _warm_counting),
    ("Guideline Tetris: perfect clears", _warm_perfect_clears),
    ("Guideline Tetris: most attack", _warm_exact),
]
