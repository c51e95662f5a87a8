"""Speed of four-wide's policy, and agreement of simulated play with the exact mean.

Method: bags of seven, hold, three cells and three previews; the policy is built first where it is not there yet.
One decision is a call from Python that gives the best placement. The lengths under best play are derived from the
policy's chain; games from seeds 1 on are played by the same policy under the plain rules. CPU seconds, one core.
The rule of thumb plays games from seeds 1 on with five previews, and its mean stands beside the exact one of best play.
"""

from __future__ import annotations

import time
from statistics import mean, stdev

from ai.tetris.four_wide import catalogue, engine
from ai.tetris.four_wide.chain import lengths_of
from ai.tetris.four_wide.policy import Policy
from bench.row import Row, rate
from game.tetris.four_wide.model import Model
from game.tetris.four_wide.state import State, move_of

NAME = "four-wide"
ABOUT = "how fast four-wide's policy answers, and whether play agrees with its values"
PREVIEWS = 3


def run(quick: bool) -> list[Row]:
    """A decision, the lengths, and how many standard errors played games are off the exact mean."""
    model = Model(previews=PREVIEWS)
    if not catalogue.file_of(model).exists():
        catalogue.build(model)
    policy = Policy.read(catalogue.file_of(model))
    started = time.process_time()
    lasting = lengths_of(policy)
    spent = time.process_time() - started
    games = 150 if quick else 1_500
    lengths = [_length(policy, seed) for seed in range(1, games + 1)]
    off = (mean(lengths) - lasting.mean) / (stdev(lengths) / games**0.5)
    note = f"{games} games, mean {mean(lengths):.1f}, exact {lasting.mean:.1f}"
    return [
        Row("a decision from Python", 1e6 / _decisions(policy, quick), "us", aim=5.0),
        Row("all lengths under best play", spent, "s"),
        Row("played games off the exact mean", abs(off), "standard errors", aim=3.0, note=note),
        _rule_of_thumb(2 if quick else 5, 20 if quick else 300),
    ]


def _rule_of_thumb(previews: int, games: int) -> Row:
    """Return how many times as long best play lasts as the player without a table."""
    model = Model(previews=previews)
    if not catalogue.file_of(model).exists():
        catalogue.build(model)
    exact = lengths_of(Policy.read(catalogue.file_of(model))).mean
    lengths = [_combo_by_mobility(previews, seed) for seed in range(1, games + 1)]
    result, error = mean(lengths), stdev(lengths) / games**0.5
    note = f"{games} games with {previews} previews, mean {result:.1f} ± {error:.1f}, best play {exact:.1f}"
    return Row(
        "best play lasts as many times as long as the rule of thumb", exact / result, "times", note=note
    )


def _combo_by_mobility(previews: int, seed: int) -> int:
    state = State.open({"previews": str(previews), "queue": f"seven_bag:{seed}"})
    while (drop := engine.choose(state)) is not None:
        state = state.play(move_of(drop))
    return state.combo


def _decisions(policy: Policy, quick: bool) -> float:
    """Decisions a second."""
    state = State.open({"previews": str(PREVIEWS), "queue": "seven_bag:7"})
    current, hold, queue, bag = state.piece, state.hold, state.previews, state.bag_rest()
    assert current is not None

    def decide() -> int:
        for _ in range(1_000):
            policy.best(state.field, current, hold, queue, bag)
        return 1_000

    return rate(decide, 0.1 if quick else 1.0)


def _length(policy: Policy, seed: int) -> int:
    """The combo that the policy reaches with the pieces of a seed."""
    state = State.open({"previews": str(PREVIEWS), "queue": f"seven_bag:{seed}"})
    while not state.over:
        assert state.piece is not None
        best = policy.best(state.field, state.piece, state.hold, state.previews, state.bag_rest())
        assert best is not None
        drop = next(each for each in state.useful if (each.piece, each.after) == (best.piece, best.field))
        state = state.play(move_of(drop))
    return state.combo
