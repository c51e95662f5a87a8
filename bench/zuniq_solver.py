"""Time for an exact result, by the number of moves played, and speed at which the kernels count.

Method: games are played by random moves and by the engine against itself (2 000 iterations a move), with fixed
seeds, up to the ply in question. Each position is given to a solver with an empty table of 2^22 words, which
answers only who wins. Times are CPU seconds of this process; the median and the slowest are given. The number
of nodes is the same on every machine, and the same for every run.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from random import Random

from ai.engine import Limit
from ai.zuniq.engine import Kibitz
from ai.zuniq.perft import perft
from ai.zuniq.solver import Solver
from bench.row import Row, rate
from game.zuniq import Grid, State

NAME = "zuniq-solver"
ABOUT = "CPU seconds to an exact result in Zuniq, by the moves played; perft"

GAMES = 20
ITERATIONS = 2_000  # a move, in the engine's games
AIMS = {28: 3.0, 26: 15.0}  # seconds, by ply
PERFT_DEPTH = 4  # from the empty board: 11 703 240 sequences

Player = Callable[[int, int], State]  # seed and ply -> the state after so many plies of a game


def run(quick: bool) -> list[Row]:
    """The figures; with `quick` only those that take a few seconds in all."""
    games = 3 if quick else GAMES
    plies = (30,) if quick else (30, 28, 26)
    Solver(Grid(2, 2), 8).wins(State.start(Grid(2, 2)))
    rows = list(_perft_rows())
    for name, player in (("random games", _random_game), ("the engine's games", _own_game)):
        for ply in plies:
            rows += _solver_rows(name, player, ply, games)
    return rows


def _perft_rows() -> Iterator[Row]:
    state = State.start()
    counted = rate(lambda: perft(state, PERFT_DEPTH), seconds=0.3, runs=3)
    yield Row(f"perft {PERFT_DEPTH} from the empty board", counted, "sequences a CPU second")


def _solver_rows(name: str, player: Player, ply: int, games: int) -> Iterator[Row]:
    spent, nodes = [], []
    for seed in range(games):
        state = player(seed, ply)
        solver = Solver(state.grid)
        start = time.process_time()
        solver.wins(state)
        spent.append(time.process_time() - start)
        nodes.append(solver.nodes)
    note = f"{games} positions"
    yield Row(f"ply {ply} of {name}, median", statistics.median(spent), "CPU s", aim=AIMS.get(ply), note=note)
    yield Row(f"ply {ply} of {name}, slowest", max(spent), "CPU s", note=note)
    yield Row(f"ply {ply} of {name}, nodes", sum(nodes) / sum(spent), "a CPU second", note=note)


def _random_game(seed: int, ply: int) -> State:
    chance = Random(seed)
    state = State.start()
    for _ in range(ply):
        state = state.draw(chance.choice(state.legal))
    return state


def _own_game(seed: int, ply: int) -> State:
    engine = Kibitz(seed=seed)
    state = State.start()
    for _ in range(ply):
        *_, advice = engine.think(state, Limit(iterations=ITERATIONS))
        state = state.play(advice.choices[0].move)
    return state
