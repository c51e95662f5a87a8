"""Speed of the tree search of Zuniq from the empty board, and the size of its tree.

Method: all kernels are compiled before a clock starts; times are CPU seconds of this process, one core. The
position is the empty board of 6x6 dots, the settings are the engine's own, the seed is fixed.

Iterations are full ones: descent, board, playout, and results and proofs on their way up. A run begins with an
empty tree and grows it for a second, as the first move of a game does; the figure is the median of five runs.
A second figure goes on in the tree of a million iterations, where nodes lie far apart in memory.
Playouts are games by random legal moves to the end, without a tree. The weight of the tree is that of its
arrays, which are made once and never grow; the exact solver's table comes with it.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator

import numpy as np

from ai.zuniq.mcts.playout import count_lengths, replay, room_for_playouts, wall_tables
from ai.zuniq.mcts.search import Search
from ai.zuniq.topology import topology
from bench.row import Row, rate
from game.zuniq import Grid, State

NAME = "zuniq-search"
ABOUT = "tree search iterations and random playouts a CPU second from the empty board; the tree's memory"

SLICE = 10_000  # iterations or playouts between two looks at the clock
GROWN = 1_000_000  # iterations in the tree of the second figure
WORD_MB = 8 / 2**20


def run(quick: bool) -> list[Row]:
    """The figures; with `quick` from shorter runs and a smaller tree."""
    runs, seconds = (3, 0.2) if quick else (5, 1.0)
    search = Search(State.start(), seed=2021)
    return [
        *_search_rows(search, runs, seconds, GROWN // 10 if quick else GROWN),
        _wide_row(runs, seconds),
        _playout_row(runs, seconds),
        Row("memory of the tree", search.bytes / 2**20, "MB", note="has to stay below 256"),
        Row("memory of the solver's table", 2**search.settings.solver_bits * WORD_MB, "MB"),
    ]


def _search_rows(search: Search, runs: int, seconds: float, grown: int) -> Iterator[Row]:
    rates = []
    for _ in range(runs):
        search.forget()
        rates.append(rate(lambda: search.run(SLICE), seconds, runs=1))
    note = f"median of {runs} runs of {seconds:g} CPU s, each from an empty tree"
    yield Row("iterations", statistics.median(rates), "a CPU second", aim=3e5, least=1.5e5, note=note)
    search.forget()
    search.run(grown)
    later = rate(lambda: search.run(SLICE), seconds, runs)
    note = f"after {grown:,} iterations, {search.nodes:,} nodes at the end"
    yield Row("iterations in a grown tree", later, "a CPU second", note=note)


def _wide_row(runs: int, seconds: float) -> Row:
    search = Search(State.start(Grid(9, 9)), seed=2021)
    rates = []
    for _ in range(runs):
        search.forget()
        rates.append(rate(lambda: search.run(SLICE), seconds, runs=1))
    note = f"median of {runs} runs of {seconds:g} CPU s, each from an empty tree"
    return Row("iterations on 9x9 dots", statistics.median(rates), "a CPU second", aim=1e5, note=note)


def _playout_row(runs: int, seconds: float) -> Row:
    state = State.start()
    walls, grid, (dots, board) = wall_tables(state.grid), topology(state.grid), replay(state)
    random, room, lengths = np.array([2021], np.uint64), room_for_playouts(), np.zeros(64, np.int64)

    def play() -> int:
        count_lengths(SLICE, dots, board, walls, grid, random, room, lengths)
        return SLICE

    note = f"median of {runs} runs of {seconds:g} CPU s"
    played = rate(play, seconds, runs)
    return Row("random playouts", played, "a CPU second", aim=1e6, least=7e5, note=note)
