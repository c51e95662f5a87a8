"""Lengths of games of classic Tetris by splitting, beside whole games."""

import math
import os

import numpy as np
import pytest

from bench.classic_duel import rows_of
from bench.classic_lengths import length, levels_of
from game.tetris.classic.rules import RuleName, Rules

pytestmark = pytest.mark.skipif(
    "KIBITZ_LONG" not in os.environ, reason="compiles for half a minute; KIBITZ_LONG=1 runs it"
)


@pytest.mark.parametrize(("rules", "controller"), [("spawn", "kibitz"), ("simplified", "dt-20")])
def test_split_games_last_as_long_as_whole_ones(rules: RuleName, controller: str) -> None:
    board = Rules(rules, 10, 10)
    assert len(levels_of(board)) == 2
    whole = np.log(rows_of(controller, board, 150).mean())
    split = length(controller, board, runs=12, pieces=8_000)
    apart = abs(math.log(split.rows) - whole)
    assert apart < 4 * math.hypot(split.error, 150**-0.5)


def test_where_no_game_ends_no_length_is_told() -> None:
    assert math.isnan(length("kibitz", Rules("simplified", 10, 20), runs=2, pieces=200).rows)
