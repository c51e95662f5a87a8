import math
from random import Random

import pytest

from ai.zuniq.mcts.judgement import (
    BORDER_SQUARED,
    CONSTANT,
    KINDS,
    LATE_BY,
    LATE_FROM,
    folded,
    judge,
    weights,
)
from ai.zuniq.mcts.search import Search, SearchSettings
from ai.zuniq.topology import board_of, topology
from bench import zuniq_judgement as learner
from game.zuniq import Grid, State
from tests.ai.zuniq.boards import random_state

pytestmark = pytest.mark.kernel


def judged(state: State) -> float:
    open_walls, _ = board_of(state)
    return float(judge(open_walls, state.ply, topology(state.grid).border, weights()))


def mirrored(state: State, image: int) -> State:
    """The game `state` on the board turned over: bits of `image` flip rows, columns, and both for each other."""
    grid = state.grid
    walls = {grid.dots(wall): wall for wall in range(grid.walls)}

    def place(row: int, column: int) -> tuple[int, int]:
        row = grid.rows - 1 - row if image & 1 else row
        column = grid.columns - 1 - column if image & 2 else column
        return (column, row) if image & 4 else (row, column)

    turned = State.start(grid)
    for wall in state.moves:
        first, second = sorted(place(*dot) for dot in grid.dots(wall))
        turned = turned.draw(walls[first, second])
    return turned


def test_every_pattern_that_a_dot_can_have_has_weights() -> None:
    for row in range(6):
        for column in range(6):
            ways = (column < 5, column > 0, row < 5, row > 0)
            for pattern in range(16):
                if all(way for bit, way in enumerate(ways) if pattern >> bit & 1):
                    kind, turned = folded(row, column, pattern)
                    assert turned in KINDS[kind]


@pytest.mark.parametrize("image", range(8))
def test_a_board_and_its_images_are_judged_alike(image: int) -> None:
    for seed in range(6):
        state = random_state(Grid(), 5 * seed + 3, Random(seed))
        assert judged(mirrored(state, image)) == pytest.approx(judged(state), abs=1e-5)


def test_the_kernel_counts_patterns_as_the_learner_does() -> None:
    for seed in range(12):
        state = random_state(Grid(), 3 * seed, Random(100 + seed))
        counts = learner._counts(state)
        table = [0.0] * len(counts)
        for (kind, pattern), column in learner.COLUMNS.items():
            for part, weight in enumerate(KINDS[kind][pattern]):
                table[column + part * learner.PATTERNS] = weight
        table[learner.BORDER_SQUARED], table[learner.CONSTANT] = BORDER_SQUARED, CONSTANT
        odds = float(counts @ table)
        assert judged(state) == pytest.approx(1 / (1 + math.exp(-odds)), abs=1e-4)


def test_stages_before_the_first_and_after_the_last_count_like_those() -> None:
    open_walls, _ = board_of(State.after("A1h C3v D4h"))
    at = [float(judge(open_walls, ply, topology(Grid()).border, weights())) for ply in range(LATE_BY + 5)]
    assert len(set(at[: LATE_FROM + 1])) == 1
    assert len(set(at[LATE_BY:])) == 1
    assert at[LATE_FROM] != at[LATE_BY]


@pytest.mark.parametrize(("grid", "same"), [(Grid(4, 5), True), (Grid(), False)], ids=str)
def test_only_on_the_full_board_it_changes_what_the_search_finds(grid: Grid, same: bool) -> None:
    results = []
    for share in (0.0, 1.0):
        search = Search(State.start(grid), SearchSettings(100_000, 5_000, judgement_white=share), seed=3)
        search.run(500)
        results.append(search.results())
    assert (results[0] == results[1]) is same
