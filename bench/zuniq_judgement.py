"""Where the weights of `ai/zuniq/mcts/judgement.py` come from, and what such weights can tell.

Method: the search plays itself, 1,000 iterations a move, after an opening of 2, 4, 6 or 8 random walls, and
every position after 5 to 30 plies gets the game's winner as its label. The features are the patterns of
walls at the 36 dots, those that a symmetry of the board turns into each other taken together: 55 counts and
a constant. Logistic regression with a ridge of 300, by Newton's method. A fifth of the games is held out, and
the area under the curve there is compared with that of random playouts: 0.5 is a coin, 1 is certainty.

`learn(games, seed)` gives the table of kinds as `judgement.py` writes it. What is there took 6,372 games.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
from numpy.typing import NDArray

from ai.zuniq.mcts.dots import replay, wall_tables
from ai.zuniq.mcts.judgement import ABOVE, BELOW, KINDS, LEFT, RIGHT, SIDE, folded
from ai.zuniq.mcts.playout import count_lengths, room_for_playouts
from ai.zuniq.mcts.search import Search, SearchSettings
from bench.row import Row
from game.zuniq import State

NAME = "zuniq-judgement"
ABOUT = "what patterns of walls at dots tell of a Zuniq game's winner, against what random games tell"

Numbers = NDArray[np.float64]

ITERATIONS = 1_000
GAMES, QUICK_GAMES = 2_000, 20
FIRST_PLY, LAST_PLY = 5, 30
RIDGE = 300.0
NEWTON_STEPS = 8
PLAYOUTS = 1_500
AFTER = 14, 22  # the plies at which the two are compared
SEED = 2021

COLUMNS = {(kind, pattern): n for n, (kind, pattern) in enumerate((k, p) for k in KINDS for p in range(16))}
CONSTANT = len(COLUMNS)


def run(quick: bool) -> list[Row]:
    """The areas under the curves on games held out; with `quick` from far too few games."""
    games = list(play_games(QUICK_GAMES if quick else GAMES, SEED))
    held_out, known = games[::5], [game for number, game in enumerate(games) if number % 5]
    weights = fit(known)
    rows = []
    for ply in AFTER:
        states = [_after(game, ply) for game in held_out]
        white = np.array([game.winner == 0 for game in held_out])
        note = f"after {ply} plies, {len(held_out)} games held out of {len(games)}"
        rows.append(
            Row(
                "area under the curve, patterns",
                area([_odds(s, weights) for s in states], white),
                "",
                note=note,
            )
        )
        rows.append(
            Row("area under the curve, playouts", area([_playouts(s) for s in states], white), "", note=note)
        )
    return rows


def learn(games: int, seed: int) -> dict[tuple[int, int], list[float]]:
    """The weights of all patterns by kind of dot, after so many games of the search as it is now."""
    weights = fit(list(play_games(games, seed)))
    return {kind: [float(weights[COLUMNS[kind, pattern]]) for pattern in range(16)] for kind in KINDS}


def play_games(games: int, seed: int) -> Iterator[State]:
    """Finished games of the search against itself."""
    taste = Random(seed)
    search = Search(State.start(), SearchSettings(edges=1_000_000, nodes=50_000), seed)
    for _ in range(games):
        state = State.start()
        for _ in range(taste.choice((2, 4, 6, 8))):
            state = state.play(taste.choice(state.legal_moves()))
        search.forget()
        while state.winner is None:
            search.look_at(state)
            search.run(ITERATIONS)
            state = state.draw(search.found()[0].wall)
        yield state


def fit(games: list[State]) -> Numbers:
    """The weights by column, the constant last."""
    states = [
        (_after(game, ply), game.winner == 0) for game in games for ply in range(FIRST_PLY, LAST_PLY + 1)
    ]
    counts = np.array([_counts(state) for state, _ in states])
    white = np.array([won for _, won in states], dtype=np.float64)
    weights = np.zeros(CONSTANT + 1)
    for _ in range(NEWTON_STEPS):
        chances = 1 / (1 + np.exp(-counts @ weights))
        slope = counts.T @ (chances - white) + RIDGE * weights
        curve = (counts * (chances * (1 - chances))[:, None]).T @ counts + RIDGE * np.eye(CONSTANT + 1)
        weights -= np.linalg.solve(curve, slope)
    return weights


def area(scores: list[float], white: NDArray[np.bool_]) -> float:
    """The chance that a game White won has a higher score than one that Black won."""
    won, lost = np.array(scores)[white], np.array(scores)[~white]
    if not len(won) or not len(lost):
        return 0.5
    above = (won[:, None] > lost).mean() + 0.5 * (won[:, None] == lost).mean()
    return float(above)


def _after(game: State, ply: int) -> State:
    return State.after([game.grid.names[wall] for wall in game.moves[:ply]])


def _counts(state: State) -> Numbers:
    """How often each pattern occurs, walls inside closed zones taken as drawn; the constant is 1."""
    drawn = set(state.drawn)
    for zone in state.zones:
        drawn.update(wall for cell in zone for wall in state.grid.cell_walls[cell])
    patterns = np.zeros((SIDE, SIDE), np.int64)
    for wall in drawn:
        first, second = state.grid.dots(wall)
        flat = first[0] == second[0]
        patterns[first] |= RIGHT if flat else BELOW
        patterns[second] |= LEFT if flat else ABOVE
    counts = np.zeros(CONSTANT + 1)
    counts[CONSTANT] = 1
    for (row, column), pattern in np.ndenumerate(patterns):
        counts[COLUMNS[folded(row, column, int(pattern))]] += 1
    return counts


def _odds(state: State, weights: Numbers) -> float:
    return float(_counts(state) @ weights)


def _playouts(state: State) -> float:
    """The share of random games that White wins."""
    dots, board = replay(state)
    lengths = np.zeros(64, np.int64)
    random = np.array([SEED], np.uint64)
    count_lengths(PLAYOUTS, dots, board, wall_tables(state.grid), random, room_for_playouts(), lengths)
    mover = lengths[1::2].sum() / PLAYOUTS
    return float(mover if state.to_move == 0 else 1 - mover)
