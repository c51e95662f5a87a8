"""Search for the weights of our own controller for classic Tetris, and for better ones.

Method, in rounds. Each round draws pairs of points around the weights so far, the two of a pair on opposite sides
(normally distributed, SPREAD times the unit of each weight, UNITS), and measures roughly how long games last at
both (`bench/classic_lengths.py`). Half the difference of the two logarithms, times the step, is on average the slope
along each weight; curvature cancels out. Slopes of the round before are averaged in, their errors taken as AGED times
larger. A slope g with standard error e counts (1 - e²/g²) of itself, and nothing below e. Steps of two lengths that
way are measured more closely, and the best is taken, or none. Errors of hundreds of rough measurements cancel out in
the slopes, so no single point has to be known well.

A rough measurement is still the dear part. On 10x12 one of 20,000 pieces (some 70,000 with the games split off) comes
out within about 30 %; whole games would take ten times as many or more.

`python3 -m bench.classic_tuning FILE --rules spawn --rounds 1` begins with the weights that are there, or goes on
where FILE was left, and prints the weights as `ai/tetris/classic/linear.py` has them. `--size 10x20 --pieces 60000`
does so on the usual board, where a game takes three thousand times as many pieces and a measurement ten times.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from ai.tetris.classic.kernels.linear import fine_workspace
from ai.tetris.classic.kernels.search import SearchBuffers, mind
from ai.tetris.classic.linear import KIBITZ, LINEAR, Weights
from bench.classic_lengths import COPIES, ends_a_piece, levels_of
from game import saving
from game.tetris.classic.board import parse_size
from game.tetris.classic.rules import RULE_NAMES, RuleName, Rules

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
PIECES = 20_000
SPREAD = 0.6
PAIRS, CLOSER, STEPS = 350, 50, (0.0, 1.5, 3.0)  # steps in spreads
AGED = 1.6
SEED = 2026

Vector = NDArray[np.float64]


def thinking_by(weights: Weights, rules: Rules) -> SearchBuffers:
    """The mind of our own controller with other weights."""
    return mind("kibitz", rules)._replace(weights=fine_workspace(weights, rules))


# -- the slopes --


class Tuning(msgspec.Struct):
    """State of the tuning; a file holds it between two runs. `slopes` and `error` are of the last round.

    Slopes are of the logarithm of the pieces a game, by spread: along all weights of the low stage, then of the high.
    """

    rules: RuleName
    weights: Weights
    size: tuple[int, int] = SIZE
    pieces: int = PIECES
    rounds: int = 0
    slopes: list[float] = []
    error: float = 0.0

    @classmethod
    def begin(
        cls, rules: RuleName, start: Weights, size: tuple[int, int] = SIZE, pieces: int = PIECES
    ) -> Tuning:
        """The start; features that have no weight there are tried from 0."""
        names = [name for name in UNITS if rules != "simplified" or name not in ONLY_SPAWN]
        return cls(rules, {name: start.get(name, (0.0, 0.0)) for name in names}, size, pieces)

    @property
    def table(self) -> Rules:
        """The rules and the board that are played on."""
        return Rules(self.rules, *self.size)

    def beside(self, step: Vector) -> Weights:
        """The weights a step away, in spreads."""
        low, high = np.split(SPREAD * step, 2)
        return {
            name: (both[0] + UNITS[name] * float(a), both[1] + UNITS[name] * float(b))
            for (name, both), a, b in zip(self.weights.items(), low, high, strict=True)
        }

    def measure(self, pairs: int) -> None:
        """Find the slopes from so many pairs of points, and average those of the last round in."""
        steps = np.random.default_rng([SEED, self.rounds]).standard_normal((pairs, 2 * len(self.weights)))
        first = SEED + self.rounds << 40
        halves = np.zeros(pairs)
        for number, step in enumerate(steps):
            ahead = self._length(step, first + 2 * number)
            behind = self._length(-step, first + 2 * number + 1)
            halves[number] = np.log(ahead / behind) / 2
        slopes, error = steps.T @ halves / pairs, float(halves.std() / pairs**0.5)
        if self.slopes:
            ours, theirs = error**-2, (AGED * self.error) ** -2
            slopes = (ours * slopes + theirs * np.array(self.slopes)) / (ours + theirs)
            error = (ours + theirs) ** -0.5
        self.slopes, self.error = slopes.tolist(), error

    def climb(self, runs: int) -> list[float]:
        """Take the best of STEPS along the slopes that stand out; the pieces a game at each."""
        slopes = np.array(self.slopes)
        way = slopes * np.maximum(0, 1 - (self.error / slopes) ** 2)
        way /= max(float(np.linalg.norm(way)), 1e-9)
        results = [self.closely(step * way, runs) for step in STEPS]
        self.weights = self.beside(STEPS[int(np.argmax(results))] * way)
        self.rounds += 1
        return results

    def closely(self, step: Vector, runs: int) -> float:
        """The pieces a game a step away, from many runs."""
        first = (SEED + self.rounds << 40) + (1 << 30)
        return runs / sum(1 / self._length(step, first + run) for run in range(runs))

    def _length(self, step: Vector, seed: int) -> float:
        ends = ends_a_piece(thinking_by(self.beside(step), self.table), self.table, self.pieces, seed)
        return 1 / max(ends, float(COPIES) ** -len(levels_of(self.table)) / self.pieces)


# -- what can be called --


def dt_20() -> Weights:
    """The weights of dt-20 by our features: the start of the very first tuning."""
    known = LINEAR["dt-20"]
    spread = {"well": known.wells, "spoilt": known.rows_with_holes, "step": known.diversity}
    once = {name: spread.get(name.split("_")[0], getattr(known, name, 0.0)) for name in UNITS}
    return {name: (weight, weight) for name, weight in once.items()}


def main() -> None:
    """Go on from a file, round by round; whatever ends it, the file holds the last one."""
    parser = argparse.ArgumentParser(prog="python3 -m bench.classic_tuning")
    parser.add_argument("file", type=Path)
    parser.add_argument("--rules", choices=RULE_NAMES, default="spawn")
    parser.add_argument("--size", type=parse_size, default=SIZE)
    parser.add_argument("--pieces", type=int, default=PIECES, help="of a rough measurement")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--from-dt-20", action="store_true", help="begin with the weights of dt-20")
    wanted = parser.parse_args()
    start = dt_20() if wanted.from_dt_20 else KIBITZ[wanted.rules]
    tuning = Tuning.begin(wanted.rules, start, wanted.size, wanted.pieces)
    if wanted.file.exists():
        tuning = msgspec.json.decode(wanted.file.read_bytes(), type=Tuning)
    for _ in range(wanted.rounds):
        tuning.measure(PAIRS)
        results = tuning.climb(CLOSER)
        saving.write(wanted.file, msgspec.json.encode(tuning))
        print(
            f"round {tuning.rounds}: {', '.join(f'{one:,.0f}' for one in results)} pieces a game", flush=True
        )
    for name, (low, high) in tuning.weights.items():
        print(f'    "{name}": ({low:.2f}, {high:.2f}),')


if __name__ == "__main__":
    main()
