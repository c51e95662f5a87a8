"""Lengths of games of classic Tetris where whole games take too long: on 10x20 above all.

Method: games are split (RESTART, Villén-Altamirano 1991). Whenever the stack grows to 6, 8, 10 .. rows, COPIES of
the game go on from there with pieces of their own, each worth that much less, and all but one end when the stack has
sunk below that height again. The number of ends, by worth, divided by the pieces of the one game that was never split
off, is the chance that a piece is the last. It is right on average whatever the levels are; they decide how much it
varies. Rows are the cells of the pieces divided by the width of the board: what lies there at the end is left out of
account. RUNS independent runs give the mean and its standard error, and the interval is 1.96 of these to each side.

On 10x14 whole games are played besides, the same pieces for all (`bench classic-duel`), so that the two methods can
be compared. Seeds are of a series of their own, which no tuning has used.

`python3 -m bench.classic_lengths kibitz dt-20 --rules simplified --size 10x20 --runs 60` measures any controllers.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ai.kernel import kernel
from ai.tetris.classic.controllers import CONTROLLERS
from ai.tetris.classic.kernels.layout import BOARD_WORDS, HEIGHT, TOP, Words, board_words
from ai.tetris.classic.kernels.placements import land, list_moves
from ai.tetris.classic.kernels.search import SearchBuffers, choose, mind
from ai.tetris.classic.play import ENDED, UNIFORM, Bytes, Stream, draw, piece_after
from bench.classic_duel import rows_of
from bench.row import Row
from game.tetris.classic.board import Board, parse_size
from game.tetris.classic.rules import RULE_NAMES, RuleName, Rules
from game.tetris.classic.series import mean_interval

NAME = "classic-lengths"
ABOUT = (
    "rows a game of the controllers of classic Tetris on 10x20, by splitting, and on 10x14 by whole games too"
)

LOWEST_LEVEL, LEVEL_ROWS, COPIES = 6, 2, 5  # heights of the stack; 2 rows more are about five times as rare
RUNS, PIECES = 60, 200_000  # of the game that was never split off, in each run
SEED = 41 << 40

USUAL: tuple[
    tuple[RuleName, tuple[str, ...]], ...
] = (  # rules, controllers: ours first, then the best ones known
    ("simplified", ("kibitz", "dt-20", "bcts")),
    ("spawn", ("kibitz", "tengstrand-1.4")),
)
BOTH_WAYS = Rules("simplified", 10, 14), "dt-20", 150  # games
PUBLISHED = {"dt-20": 51e6, "bcts": 31e6}  # rows a game under simplified rules; sources: docs/classic.md


class Length(NamedTuple):
    """Mean rows a game, and the standard error of it as a share of it."""

    rows: float
    error: float

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval."""
        return self.rows * (1 - 1.96 * self.error), self.rows * (1 + 1.96 * self.error)


@kernel
def weigh_ends(
    mind: SearchBuffers,
    stream: Stream,
    listed: Bytes,
    empty: Words,
    levels: Words,
    copies: int,
    pieces: int,
    stack: Words,
) -> float:
    """The ends of games while the one that was never split off places `pieces`, each by its worth.

    `stack` holds the boards of the games that wait, [games, board and two words more]: the level they are in,
    and the level they were split off at, 0 for the first. The game at work lies on the mind.
    """
    board, moves = mind.boards[0], mind.moves[0]
    board[:] = empty
    waiting = level = born = placed = 0
    ends = 0.0
    while placed < pieces:
        placed += waiting == 0
        piece = piece_after(stream, listed, 0)
        draw(stream)
        count = list_moves(board, mind.rules, piece, moves, mind.room)
        if count > 0:
            land(board, piece, moves[choose(mind, piece, ENDED, count, 1)])
        height = board[HEIGHT] - board[TOP]
        over = count == 0 or (born > 0 and height < levels[born - 1])
        if count == 0:
            ends += float(copies) ** -level
        if over and waiting > 0:
            waiting -= 1
            board[:] = stack[waiting, :BOARD_WORDS]
            level, born = stack[waiting, BOARD_WORDS], stack[waiting, BOARD_WORDS + 1]
        elif over:
            board[:] = empty
            level = 0
        else:
            while level > 0 and height < levels[level - 1]:
                level -= 1
        height = board[HEIGHT] - board[TOP]
        while level < len(levels) and height >= levels[level]:
            level += 1
            for n in range(copies - 1):
                stack[waiting, :BOARD_WORDS] = board
                stack[waiting, BOARD_WORDS] = level
                stack[waiting, BOARD_WORDS + 1] = level if n > 0 else born
                waiting += 1
            born = level
    return ends


def levels_of(rules: Rules) -> Words:
    """Return the heights of the stack at which games are split."""
    return np.arange(LOWEST_LEVEL, rules.height - 1, LEVEL_ROWS)


def ends_a_piece(thinking: SearchBuffers, rules: Rules, pieces: int, seed: int) -> float:
    """Return the chance that a piece is the last, estimated from `pieces` pieces and the games split off."""
    levels = levels_of(rules)
    stream = np.array([UNIFORM, seed, 0], np.uint64)
    empty = board_words(Board.empty(rules.width, rules.height))
    stack = np.zeros(((len(levels) + 1) * COPIES, BOARD_WORDS + 2), np.int64)
    listed = np.zeros(0, np.uint8)
    return weigh_ends(thinking, stream, listed, empty, levels, COPIES, pieces, stack) / pieces


def length(controller: str, rules: Rules, runs: int = RUNS, pieces: int = PIECES) -> Length:
    """Return how long games of a controller last; NaN where no game of any run has ended."""
    thinking = mind(controller, rules)
    ends = np.array([ends_a_piece(thinking, rules, pieces, SEED + run) for run in range(runs)])
    if not ends.any():
        return Length(math.nan, math.nan)
    mean = float(ends.mean())
    return Length(4 / rules.width / mean, float(ends.std(ddof=1)) / runs**0.5 / mean)


def run(quick: bool) -> list[Row]:
    """The usual board by splitting, and a smaller one both ways; with `quick` from few runs that say little."""
    runs = 3 if quick else RUNS
    rows = [row for name, players in USUAL for row in _rows(Rules(name, 10, 20), players, runs)]
    rules, controller, games = BOTH_WAYS
    whole = mean_interval([int(one) for one in rows_of(controller, rules, 3 if quick else games)])
    split = length(controller, rules, runs)
    note = f"{_between(split.interval)} by {runs} runs; {_between((whole.low, whole.high or math.inf))} by whole games"
    what = f"rows a game of {controller} by splitting, {rules.name} {rules.size}"
    return [*rows, Row(what, split.rows, "rows", peer="whole games", peer_value=whole.mean, note=note)]


def _rows(rules: Rules, players: Sequence[str], runs: int) -> Iterator[Row]:
    """A row for each controller, the first one beside each other."""
    ours, *others = (length(player, rules, runs) for player in players)
    for name, theirs in zip(players[1:], others, strict=True):
        ratio, error = ours.rows / theirs.rows, math.hypot(ours.error, theirs.error)
        note = f"{runs} runs; 95 %: {_between(ours.interval)} and {_between(theirs.interval)}; ratio "
        note += f"{ratio * math.exp(-1.96 * error):.2f} to {ratio * math.exp(1.96 * error):.2f}"
        if rules.name == "simplified" and name in PUBLISHED:
            note += f"; published: {PUBLISHED[name]:,.0f}"
        what = f"rows a game of {players[0]}, {rules.name} {rules.size}"
        yield Row(what, ours.rows, "rows", peer=name, peer_value=theirs.rows, note=note)


def _between(interval: tuple[float, float]) -> str:
    return f"{interval[0]:,.0f} to {interval[1]:,.0f}"


def main() -> None:
    """Measure the first controller against the others, and print what comes out."""
    parser = argparse.ArgumentParser(prog="python3 -m bench.classic_lengths")
    parser.add_argument("players", nargs="+", choices=CONTROLLERS, metavar="CONTROLLER")
    parser.add_argument("--rules", choices=RULE_NAMES, default="spawn")
    parser.add_argument("--size", type=parse_size, default=(10, 20))
    parser.add_argument("--runs", type=int, default=RUNS)
    wanted = parser.parse_args()
    for row in _rows(Rules(wanted.rules, *wanted.size), wanted.players, wanted.runs):
        print(f"{row.what}: {row.value:,.0f}; {row.peer}: {row.peer_value:,.0f}\n{row.note}")


if __name__ == "__main__":
    main()
