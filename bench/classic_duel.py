"""Strength of the controllers of classic Tetris, each against the other on the same games.

Method: game k of every controller has the pieces of game seed k of one series, so that all play the same pieces; one
piece is known, nothing slides, games are played to their end. A mean has the interval of `game/tetris/classic/
series.py`: lengths of games are close to exponentially distributed. Two controllers are compared by the ratio of
their mean rows, with a bootstrap interval paired by seed: 10,000 times as many games are drawn with replacement, of
both controllers the same ones, and 95 % of the ratios lie inside. That takes no distribution for granted. A
controller is better where the whole interval lies above 1.

On 10x10 under the simplified rules the literature's own controllers are played too, for known averages
(Thiery and Scherrer 2009; Gabillon, Ghavamzadeh and Scherrer 2013).

`python3 -m bench.classic_duel kibitz dt-20 --rules simplified --size 10x12 --games 400` compares any two.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ai.tetris.classic.controllers import CONTROLLERS
from ai.tetris.classic.play import Player
from bench.row import Row
from game.tetris.classic.board import Board, parse_size
from game.tetris.classic.pieces import Pieces, game_seed
from game.tetris.classic.rules import RULE_NAMES, Rules
from game.tetris.classic.series import mean_interval
from game.tetris.classic.state import State

NAME = "classic-duel"
ABOUT = "rows a game of the controllers of classic Tetris on equal seeds, our own against the best of each rule set"

DUELS = (  # rules, size, games, ours, theirs
    (Rules("spawn", 10, 12), 300, "kibitz", "tengstrand-1.4"),
    (Rules("simplified", 10, 12), 200, "kibitz", "dt-20"),
)
QUICK_GAMES = 10
KNOWN = Rules("simplified", 10, 10)
KNOWN_ROWS = {"dellacherie": None, "bcts": 3_800.0, "dt-10": 5_000.0, "dt-20": 4_300.0}
KNOWN_GAMES = 800
LEG = 1 << 15  # pieces at a time
RESAMPLES = 10_000
SEED = 2026

Rows = NDArray[np.float64]


def run(quick: bool) -> list[Row]:
    """The duels and the known averages; with `quick` from so few games that they say nothing."""
    rows = [
        _duel(rules, ours, theirs, QUICK_GAMES if quick else games) for rules, games, ours, theirs in DUELS
    ]
    return rows + list(_known(QUICK_GAMES if quick else KNOWN_GAMES))


def rows_of(controller: str, rules: Rules, games: int) -> Rows:
    """The rows of `games` games of the series, each played to its end."""
    player = Player(controller, rules)
    return np.array([_rows(player, game_seed(SEED, number)) for number in range(games)], np.float64)


def _rows(player: Player, seed: int) -> int:
    rules = player.rules
    player.begin(State(rules, Board.empty(rules.width, rules.height), Pieces("uniform", seed)))
    while not player.over:
        player.go(LEG)
    return player.cleared


def ratio_interval(ours: Rows, theirs: Rows) -> tuple[float, float]:
    """The 95 % bootstrap interval of the ratio of two means, game by game the same pieces."""
    chance = np.random.default_rng(SEED)
    ratios = []
    for _ in range(RESAMPLES):
        drawn = chance.integers(len(ours), size=len(ours))
        ratios.append(ours[drawn].mean() / theirs[drawn].mean())
    low, high = np.quantile(ratios, (0.025, 0.975))
    return float(low), float(high)


def _duel(rules: Rules, ours: str, theirs: str, games: int) -> Row:
    first, second = rows_of(ours, rules, games), rows_of(theirs, rules, games)
    low, high = ratio_interval(first, second)
    return Row(
        f"rows a game of {ours}, {rules.name} {rules.size}",
        float(first.mean()),
        "rows",
        peer=theirs,
        peer_value=float(second.mean()),
        note=f"{games} games each; 95 %: {_between(first)} and {_between(second)}; ratio {low:.2f} to {high:.2f}",
    )


def _between(rows: Rows) -> str:
    known = mean_interval([int(one) for one in rows])
    return f"{known.low:,.0f} to {known.high:,.0f}"


def _known(games: int) -> Iterator[Row]:
    for name, known in KNOWN_ROWS.items():
        rows = rows_of(name, KNOWN, games)
        yield Row(
            f"rows a game of {name}, simplified 10x10",
            float(rows.mean()),
            "rows",
            peer="literature" if known else None,
            peer_value=known,
            note=f"{games} games; 95 %: {_between(rows)}",
        )


def main() -> None:
    """Compare two controllers, and print what comes out."""
    parser = argparse.ArgumentParser(prog="python3 -m bench.classic_duel")
    parser.add_argument("ours", choices=CONTROLLERS)
    parser.add_argument("theirs", choices=CONTROLLERS)
    parser.add_argument("--rules", choices=RULE_NAMES, default="spawn")
    parser.add_argument("--size", type=parse_size, default=(10, 12))
    parser.add_argument("--games", type=int, default=100)
    wanted = parser.parse_args()
    row = _duel(Rules(wanted.rules, *wanted.size), wanted.ours, wanted.theirs, wanted.games)
    print(f"{row.what}: {row.value:,.0f}; {row.peer}: {row.peer_value:,.0f}\n{row.note}")


if __name__ == "__main__":
    main()
