"""Time for an exact result, by the number of moves played, and speed at which the kernels count.

Method: games are played by random moves and by the engine against itself (2 000 iterations a move), with fixed
seeds, up to the ply in question. Each position is given to a solver with an empty table of 2^22 words, which
answers only who wins. Times are CPU seconds of this process; the median and the slowest are given. The number
of nodes is the same on every machine, and the same for every run.

A review proves a game from its end, and keeps one table of 2^24 words. Five whole games are proved so: who wins after
each wall, from the last wall back to the one in question. Their figures are sums over all these positions.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from random import Random

from ai.engine import Limit
from ai.zuniq.engine import BACKWARDS_BITS, Kibitz
from ai.zuniq.perft import perft
from ai.zuniq.solver import Solver
from bench.row import Row, rate
from game.zuniq import Grid, State

NAME = "zuniq-solver"
ABOUT = "CPU seconds to an exact result in Zuniq, by the moves played; perft"

GAMES = 20
ITERATIONS = 2_000  # a move, in the engine's games
AIMS = {28: 3.0, 26: 15.0}  # seconds, by ply
BACK_TO = 28, 26  # the first wall of a game behind which it is proved who wins
FURTHER_BACK = 22  # in the first game
BACKWARDS = (
    "A1v B1v A4h C3h A2h B3h D1v C2v F2h A2v B6v C3v F4h E3h D6v C5v C1v D4v A1h E2v A3h D2v F3h B4h C6v D1h "
    "A6v D3v B4v E3v A5h A4v E6v F5h E1v F1h",
    "A4v E6v D5v C1v E5v F3h D5h C3v E1h D6v E2h C4v E3v F5h B1h A4h B2h D4v B5h F4h B4h A5v D1v E3h D3v D2h "
    "C4h C2v B4v B2v A2h A3v A1h D4h C5h B1v A3h F2h A6v F1h",
    "E5v A2h B3h C4v E5h C1v E3h F3h B5h A3h D5v D1v B5v C5h D4h C1h A4v F5h C4h A5h A5v B6v E3v D2h C2h A4h "
    "B2h C6v D2v C3v B4v D6v E4h E1v C3h B1v F1h F2h A1h A1v",
    "B6v D3v D6v A5v E6v C5v A3v C1h B2v C5h D1v F4h B5v B5h E2v B4h C2h E1v A2h D4v D4h E2h E4v A4h F1h A3h "
    "F5h E4h C1v D2v C6v E3v C4h B1h D1h C3v A5h A1h E3h B3v",
    "F4h A2h A1h F3h A5h F5h C1v B3v A6v C4v E6v F1h B1v A4h A1v B2h A4v D3v D6v E1v D1h C3h C2v C5v D4v B5h "
    "F2h D2v B2v E4h E3v B1h E4v E1h E5v B4v B5v C6v B6v A3h",
)
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
    rows += _backward_rows(BACK_TO[:1] if quick else BACK_TO, None if quick else FURTHER_BACK)
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


def _backward_rows(walls: tuple[int, ...], further: int | None) -> Iterator[Row]:
    spent = [_prove_back(game.split(), walls) for game in BACKWARDS]
    for number, wall in enumerate(walls):
        seconds, nodes = [each[number][0] for each in spent], sum(each[number][1] for each in spent)
        name, note = f"from its end back to the position behind wall {wall}", f"{len(spent)} games"
        yield Row(f"{name}, median", statistics.median(seconds), "CPU s", note=note)
        yield Row(f"{name}, slowest", max(seconds), "CPU s", note=note)
        yield Row(f"{name}, nodes", nodes / sum(seconds), "a CPU second", note=f"{nodes:,} nodes")
    if further is not None:
        ((took, expanded),) = _prove_back(BACKWARDS[0].split(), (further,))
        name = f"from its end back to the position behind wall {further}, the first game"
        yield Row(name, took, "CPU s", aim=60.0, note=f"{expanded:,} nodes")


def _prove_back(moves: list[str], walls: tuple[int, ...]) -> list[tuple[float, int]]:
    """By wall, the last one first: the CPU seconds and the positions expanded by then."""
    solver, nodes = Solver(Grid(), BACKWARDS_BITS), 0
    results: list[tuple[float, int]] = []
    start = time.process_time()
    for ply in range(len(moves) - 1, walls[-1] - 1, -1):
        solver.wins(State.after(moves[:ply]))
        nodes += solver.nodes
        if ply in walls:
            results.append((time.process_time() - start, nodes))
    return results


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
