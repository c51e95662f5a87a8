"""Share of games that the side preferred by the Zuniq search really wins: the counts behind `ai/zuniq/clock.py`.

Method: Kibitz plays itself with a fixed number of iterations a move, exact solver included, after openings of
four random walls. For every move from ply 19 on that is not proven, the search's win rate, the ply and the
side are noted, and in the end whether that side won. Logistic regression of the result on the log-odds of the
win rate, the same times the ply, and the side gives the numbers of `claims.py`, so that the curve

    log-odds of winning = (SLOPE + SLOPE_PER_PLY * (ply - 19)) * log-odds of the win rate + SHIFT of the side

turns a win rate into a chance. The rows compare that chance with what happened in a fifth of the games that
was not fitted: a mean of both among the moves that the curve would claim, and the points such claims brought.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random

import msgspec
import numpy as np
from numpy.typing import NDArray

from ai.engine import Limit
from ai.zuniq.clock import EXTREME, FIRST_CLAIM, MARGIN
from ai.zuniq.engine import Kibitz
from ai.zuniq.mcts.search import SearchSettings
from bench.row import Row
from game.zuniq import State
from game.zuniq.state import LOSS, break_even, claim_bonus

NAME = "zuniq-claims"
ABOUT = "how often claims of a win at Zuniq would come true, and the points they would bring"

ITERATIONS = 8_000
GAMES, QUICK_GAMES = 300, 3
OPENING = 4  # random walls
LAST_PLY = 38
SETTINGS = SearchSettings(edges=2_000_000, nodes=80_000)
SEED = 2021


class Case(msgspec.Struct, frozen=True):
    """One unproven move: its number, its side, the search's win rate, and whether that side won."""

    game: int
    ply: int
    seat: int
    win_rate: float
    won: bool


def run(quick: bool) -> list[Row]:
    """Return the error of the fitted curve on games that were not used for the fit."""
    cases = list(play(QUICK_GAMES if quick else GAMES, SEED))
    curve = fit([case for case in cases if case.game % 5])
    return list(_rows([case for case in cases if case.game % 5 == 0], curve))


def play(games: int, seed: int) -> Iterator[Case]:
    """The cases of games of Kibitz against itself."""
    taste = Random(seed)
    for game in range(games):
        state = State.start()
        for _ in range(OPENING):
            state = state.play(taste.choice(state.legal_moves()))
        seen: list[tuple[int, float]] = []
        engine = Kibitz(settings=SETTINGS, seed=seed + game)
        while state.winner is None:
            *_, last = engine.think(state, Limit(iterations=ITERATIONS))
            best = last.choices[0]
            if best.proof is None and FIRST_CLAIM <= state.ply + 1 <= LAST_PLY:
                seen.append((state.ply + 1, best.worth.value))
            state = state.play(best.move)
        for ply, win_rate in seen:
            seat = (ply - 1) % 2
            yield Case(game, ply, seat, win_rate, state.winner == seat)


def fit(cases: list[Case]) -> NDArray[np.float64]:
    """SLOPE, SLOPE_PER_PLY, the shift of White and that of Black."""
    inputs = np.array([_inputs(case) for case in cases]).reshape(-1, 4)
    won = np.array([case.won for case in cases], dtype=np.float64)
    curve = np.zeros(4)
    for _ in range(30):
        chances = 1 / (1 + np.exp(-inputs @ curve))
        slope = inputs.T @ (chances - won) + curve
        bend = (inputs * (chances * (1 - chances))[:, None]).T @ inputs + np.eye(4)
        curve -= np.linalg.solve(bend, slope)
    return curve


def _inputs(case: Case) -> tuple[float, float, float, float]:
    inside = min(1 - EXTREME, max(EXTREME, case.win_rate))
    odds = math.log(inside / (1 - inside))
    return odds, odds * (case.ply - FIRST_CLAIM), float(case.seat == 0), float(case.seat == 1)


def _rows(cases: list[Case], curve: NDArray[np.float64]) -> Iterator[Row]:
    claimed: dict[tuple[int, int], tuple[Case, float]] = {}
    for case in cases:
        chance = 1 / (1 + math.exp(-float(np.array(_inputs(case)) @ curve)))
        if chance > break_even(case.seat, case.ply) + MARGIN:
            claimed.setdefault((case.game, case.seat), (case, chance))
    games = len({case.game for case in cases})
    note = f"{len(claimed)} claims in {games} games that were not fitted, both sides"
    if claimed:
        expected = sum(chance for _, chance in claimed.values()) / len(claimed)
        came_true = sum(case.won for case, _ in claimed.values()) / len(claimed)
        yield Row("claims expected to come true", 100 * expected, "%", note=note)
        yield Row("claims that came true", 100 * came_true, "%", note=note)
    gained = sum(claim_bonus(c.seat, c.ply) if c.won else -LOSS for c, _ in claimed.values())
    yield Row("points gained by claims without proof", gained / max(1, games), "a game", note=note)
