"""Search for the weights of our own controller for classic Tetris, and for better ones.

Method, in rounds. Each round draws pairs of points around the weights so far, the two of a pair on opposite sides
(normally distributed, SPREAD times the unit of each weight, UNITS), and measures roughly how long games last at
both. Half the difference of the two logarithms, times the step, is on average the slope along each weight; curvature
cancels out. Slopes of the round before are averaged in, their errors taken as AGED times larger. A slope g with
standard error e counts (1 - e²/g²) of itself, and nothing below e. Steps of two lengths that way are measured more
closely, and the best is taken, or none. Errors of hundreds of rough measurements cancel out in the slopes, so no
single point has to be known well.

A rough measurement is still the dear part: lengths of games are spread like an exponential distribution, and a
game on 10x12 takes a hundred thousand pieces. So games are split (RESTART, Villén-Altamirano 1991): whenever the
stack grows to 6, 8, 10 .. rows, COPIES of the game go on from there with pieces of their own, each worth that
much less, and all but one end when the stack has sunk below that height again. The number of ends, by
worth, divided by the pieces of the one game that was never split off, is the chance that a piece is the last. With
20,000 such pieces (some 70,000 in all) it comes out within about 30 %; whole games would take ten times as many
pieces or more.

`python3 -m bench.classic_tuning FILE --rules spawn --rounds 1` begins with the weights that are there, or goes on
where FILE was left, and prints the weights as `ai/tetris/classic/linear.py` has them.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from ai.kernel import kernel
from ai.tetris.classic.kernels.layout import BOARD_WORDS, HEIGHT, TOP, Words, board_words
from ai.tetris.classic.kernels.linear import fine_desk
from ai.tetris.classic.kernels.placements import land, list_moves
from ai.tetris.classic.kernels.search import SearchBuffers, choose, mind
from ai.tetris.classic.linear import KIBITZ, LINEAR, Weights
from ai.tetris.classic.play import ENDED, UNIFORM, Bytes, Stream, draw, piece_after
from bench.row import Row
from game import saving
from game.tetris.classic.board import Board
from game.tetris.classic.rules import RULE_NAMES, RuleName, Rules

NAME = "classic-tuning"
ABOUT = "how long games of our controller last on 10x12, by splitting, and of dt-20's weights; pieces a game"

UNITS = {  # what counts as the same step for each weight
    "landing_height": 0.5,
    "eroded": 0.5,
    "row_transitions": 0.5,
    "column_transitions": 1.0,
    "holes": 1.0,
    "hole_depth": 0.3,
    **{f"well_{n}": 0.7 for n in range(1, 5)},
    **{f"spoilt_{n}": 2.0 for n in range(1, 5)},
    **{f"lid_{n}": 1.0 for n in range(1, 5)},
    **{f"step_{n}": 0.7 for n in range(3)},
    "uneven": 0.3,
    "deep": 0.7,
    "wide_2": 0.5,
    "wide_3": 0.7,
    "near_top": 2.0,
    "blocked": 12.0,
}
# little or nothing where pieces come from above
ONLY_SPAWN = ("deep", "wide_2", "wide_3", "near_top", "blocked")

SIZE = 10, 12
LOWEST_LEVEL, LEVEL_ROWS, COPIES = 6, 2, 5  # heights of the stack; 2 rows more are about five times as rare
PIECES = 20_000
SPREAD = 0.6
PAIRS, CLOSER, STEPS = 350, 50, (0.0, 1.5, 3.0)  # steps in spreads
AGED = 1.6
SEED = 2026

Vector = NDArray[np.float64]


# -- how long games last --


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


def pieces_a_game(thinking: SearchBuffers, rules: Rules, pieces: int, seed: int) -> float:
    """Return the mean number of pieces in a game, estimated from `pieces` pieces and the games split off."""
    levels = np.arange(LOWEST_LEVEL, rules.height - 1, LEVEL_ROWS)
    stream = np.array([UNIFORM, seed, 0], np.uint64)
    empty = board_words(Board.empty(rules.width, rules.height))
    stack = np.zeros(((len(levels) + 1) * COPIES, BOARD_WORDS + 2), np.int64)
    listed = np.zeros(0, np.uint8)
    ends = weigh_ends(thinking, stream, listed, empty, levels, COPIES, pieces, stack)
    return pieces / max(ends, float(COPIES) ** -len(levels))


def thinking_by(weights: Weights, rules: Rules) -> SearchBuffers:
    """The mind of our own controller with other weights."""
    return mind("kibitz", rules)._replace(weights=fine_desk(weights, rules))


# -- the slopes --


class Tuning(msgspec.Struct):
    """State of the tuning; a file holds it between two runs. `slopes` and `error` are of the last round.

    Slopes are of the logarithm of the pieces a game, by spread: along all weights of the low stage, then of the high.
    """

    rules: RuleName
    weights: Weights
    rounds: int = 0
    slopes: list[float] = []
    error: float = 0.0

    @classmethod
    def begin(cls, rules: RuleName, start: Weights) -> Tuning:
        """The start; features that have no weight there are tried from 0."""
        names = [name for name in UNITS if rules != "simplified" or name not in ONLY_SPAWN]
        return cls(rules, {name: start.get(name, (0.0, 0.0)) for name in names})

    @property
    def table(self) -> Rules:
        """The rules and the board that are played on."""
        return Rules(self.rules, *SIZE)

    def beside(self, step: Vector) -> Weights:
        """The weights a step away, in spreads."""
        low, high = np.split(SPREAD * step, 2)
        return {
            name: (both[0] + UNITS[name] * float(a), both[1] + UNITS[name] * float(b))
            for (name, both), a, b in zip(self.weights.items(), low, high, strict=True)
        }

    def measure(self, pairs: int, pieces: int) -> None:
        """Find the slopes from so many pairs of points, and average those of the last round in."""
        steps = np.random.default_rng([SEED, self.rounds]).standard_normal((pairs, 2 * len(self.weights)))
        first = SEED + self.rounds << 40
        halves = np.zeros(pairs)
        for number, step in enumerate(steps):
            ahead = self._length(step, pieces, first + 2 * number)
            behind = self._length(-step, pieces, first + 2 * number + 1)
            halves[number] = np.log(ahead / behind) / 2
        slopes, error = steps.T @ halves / pairs, float(halves.std() / pairs**0.5)
        if self.slopes:
            ours, theirs = error**-2, (AGED * self.error) ** -2
            slopes = (ours * slopes + theirs * np.array(self.slopes)) / (ours + theirs)
            error = (ours + theirs) ** -0.5
        self.slopes, self.error = slopes.tolist(), error

    def climb(self, runs: int, pieces: int) -> list[float]:
        """Take the best of STEPS along the slopes that stand out; the pieces a game at each."""
        slopes = np.array(self.slopes)
        way = slopes * np.maximum(0, 1 - (self.error / slopes) ** 2)
        way /= max(float(np.linalg.norm(way)), 1e-9)
        results = [self.closely(step * way, runs, pieces) for step in STEPS]
        self.weights = self.beside(STEPS[int(np.argmax(results))] * way)
        self.rounds += 1
        return results

    def closely(self, step: Vector, runs: int, pieces: int) -> float:
        """The pieces a game a step away, from many runs."""
        first = (SEED + self.rounds << 40) + (1 << 30)
        return runs / sum(1 / self._length(step, pieces, first + run) for run in range(runs))

    def _length(self, step: Vector, pieces: int, seed: int) -> float:
        return pieces_a_game(thinking_by(self.beside(step), self.table), self.table, pieces, seed)


# -- what can be called --


def dt_20() -> Weights:
    """The weights of dt-20 by our features: the start of the very first tuning."""
    known = LINEAR["dt-20"]
    spread = {"well": known.wells, "spoilt": known.rows_with_holes, "step": known.diversity}
    once = {name: spread.get(name.split("_")[0], getattr(known, name, 0.0)) for name in UNITS}
    return {name: (weight, weight) for name, weight in once.items()}


def run(quick: bool) -> list[Row]:
    """Pieces a game on 10x12, ours and with the weights of dt-20."""
    return [_length(name, 2 if quick else CLOSER) for name in ("spawn", "simplified")]


def _length(rules: RuleName, runs: int) -> Row:
    ours, theirs = (Tuning.begin(rules, weights) for weights in (KIBITZ[rules], dt_20()))
    still = np.zeros(2 * len(ours.weights))
    note = f"{runs} runs of {PIECES:,} pieces, split at heights of {LOWEST_LEVEL} rows and every {LEVEL_ROWS} more"
    return Row(
        f"pieces a game, {rules} 10x12",
        ours.closely(still, runs, PIECES),
        "pieces",
        peer="dt-20",
        peer_value=theirs.closely(still, runs, PIECES),
        note=note,
    )


def main() -> None:
    """Go on from a file, round by round; whatever ends it, the file holds the last one."""
    parser = argparse.ArgumentParser(prog="python3 -m bench.classic_tuning")
    parser.add_argument("file", type=Path)
    parser.add_argument("--rules", choices=RULE_NAMES, default="spawn")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--from-dt-20", action="store_true", help="begin with the weights of dt-20")
    wanted = parser.parse_args()
    tuning = Tuning.begin(wanted.rules, dt_20() if wanted.from_dt_20 else KIBITZ[wanted.rules])
    if wanted.file.exists():
        tuning = msgspec.json.decode(wanted.file.read_bytes(), type=Tuning)
    for _ in range(wanted.rounds):
        tuning.measure(PAIRS, PIECES)
        results = tuning.climb(CLOSER, PIECES)
        saving.write(wanted.file, msgspec.json.encode(tuning))
        print(
            f"round {tuning.rounds}: {', '.join(f'{one:,.0f}' for one in results)} pieces a game", flush=True
        )
    for name, (low, high) in tuning.weights.items():
        print(f'    "{name}": ({low:.2f}, {high:.2f}),')


if __name__ == "__main__":
    main()
