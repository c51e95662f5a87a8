"""Origin of the weights of `ai/zuniq/mcts/judgement.py`, and the limits of such weights.

Method: the search plays itself, 1,000 iterations a move, after an opening of 0 to 8 random walls. Each side is
one of three: without judgement at sight, with it, or without border walls until ply 20 (as the winner of
CodeCup 2021 plays). Every position after 5 to 30 plies gets the game's winner as its label. The features are
the patterns of walls at the 36 dots, those that a symmetry of the board turns into each other taken together:
55 counts, each also times the border walls drawn and times the stage of the game, and two numbers more.
Logistic regression with a ridge of 300, by Newton's method. A fifth of the games is held out, and the area
under the curve there is compared with that of random playouts: 0.5 is a coin, 1 is certainty.

`learn(games, seed)` gives new weights, laid out as in `judgement.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import numpy as np
from numpy.typing import NDArray

from ai.zuniq.mcts.judgement import ABOVE, BELOW, KINDS, LATE_BY, LATE_FROM, LEFT, RIGHT, SIDE, folded
from ai.zuniq.mcts.playout import count_lengths, replay, room_for_playouts, wall_tables
from ai.zuniq.mcts.search import Search, SearchSettings
from ai.zuniq.topology import topology
from bench.row import Row
from game.zuniq import State
from game.zuniq.grid import OUTSIDE

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

COLUMNS = {place: number for number, place in enumerate((kind, p) for kind in KINDS for p in KINDS[kind])}
PATTERNS = len(COLUMNS)
BORDER_SQUARED, CONSTANT = 3 * PATTERNS, 3 * PATTERNS + 1  # the last two columns
PLAYERS = (
    {"judgement_white": 0.0, "judgement_black": 0.0},
    {"judgement_white": 0.7, "judgement_black": 0.7},
    {"judgement_white": 0.0, "judgement_black": 0.0, "border_from_white": 20, "border_from_black": 20},
)


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


def learn(games: int, seed: int) -> tuple[dict[tuple[int, int], dict[int, list[float]]], float, float]:
    """KINDS, BORDER_SQUARED and CONSTANT after so many games of the search as it is now."""
    weights = fit(list(play_games(games, seed)))
    kinds: dict[tuple[int, int], dict[int, list[float]]] = {kind: {} for kind in KINDS}
    for (kind, pattern), column in COLUMNS.items():
        kinds[kind][pattern] = [float(weight) for weight in weights[column : 3 * PATTERNS : PATTERNS]]
    return kinds, float(weights[BORDER_SQUARED]), float(weights[CONSTANT])


def play_games(games: int, seed: int) -> Iterator[State]:
    """Finished games of the three players against each other and themselves."""
    taste = Random(seed)
    sizes = SearchSettings(edges=1_000_000, nodes=50_000, white_border_until=0)
    seats = [
        [Search(State.start(), msgspec.structs.replace(sizes, **player), seed + seat) for player in PLAYERS]
        for seat in (0, 1)
    ]
    for _ in range(games):
        state = State.start()
        for _ in range(taste.choice((0, 2, 4, 6, 8))):
            state = state.play(taste.choice(state.legal_moves()))
        sides = [taste.choice(players) for players in seats]
        for side in sides:
            side.forget()
        while state.winner is None:
            search = sides[state.to_move]
            search.look_at(state)
            search.run(ITERATIONS)
            state = state.draw(search.results()[0].wall)
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
    """The features: how often each pattern occurs, the same by border walls and by stage, and the two more."""
    patterns, border = _patterns(state)
    late = min(max(state.ply - LATE_FROM, 0), LATE_BY - LATE_FROM) / (LATE_BY - LATE_FROM)
    counts = np.zeros(PATTERNS)
    for (row, column), pattern in np.ndenumerate(patterns):
        counts[COLUMNS[folded(row, column, int(pattern))]] += 1
    return np.concatenate([counts, counts * border, counts * late, [border * border, 1.0]])


def _patterns(state: State) -> tuple[NDArray[np.int64], float]:
    """The pattern at each dot, walls inside closed zones taken as drawn, and the border walls in tens."""
    drawn = set(state.drawn)
    for zone in state.zones:
        drawn.update(wall for cell in zone for wall in state.grid.cell_walls[cell])
    patterns = np.zeros((SIDE, SIDE), np.int64)
    for wall in drawn:
        first, second = state.grid.dots(wall)
        flat = first[0] == second[0]
        patterns[first] |= RIGHT if flat else BELOW
        patterns[second] |= LEFT if flat else ABOVE
    return patterns, sum(OUTSIDE in state.grid.sides[wall] for wall in drawn) / 10


def _odds(state: State, weights: Numbers) -> float:
    return float(_counts(state) @ weights)


def _playouts(state: State) -> float:
    """The share of random games that White wins."""
    dots, board = replay(state)
    lengths = np.zeros(64, np.int64)
    random = np.array([SEED], np.uint64)
    walls, grid = wall_tables(state.grid), topology(state.grid)
    count_lengths(PLAYOUTS, dots, board, walls, grid, random, room_for_playouts(), lengths)
    mover = lengths[1::2].sum() / PLAYOUTS
    return float(mover if state.to_move == 0 else 1 - mover)
