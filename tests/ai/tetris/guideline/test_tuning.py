from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from ai.tetris.guideline.stacker.weights import DEFAULT, Weights
from bench.stacker_tuning import BATCH, Order, Side, Tuning, played, spsa

STEPS = 12 * BATCH


def deeper_wells_win(orders: Iterable[Order]) -> Iterator[float]:
    for order in orders:
        a, b = (side.weights for side in order.sides)
        yield float(a.well > b.well)


def tuned(parts: int) -> Tuning:
    """A tuning that is stopped, written and read again after so many batches."""
    tuning = Tuning.begin("season-2", 100, 1, STEPS)
    while tuning.done < tuning.steps:
        for _ in range(parts):
            tuning.go_on(deeper_wells_win)
        tuning = msgspec.json.decode(msgspec.json.encode(tuning), type=Tuning)
    return tuning


def test_weights_go_where_games_are_won_and_a_tuning_can_be_stopped() -> None:
    once, often = tuned(12), tuned(1)
    assert once == often
    assert once.done == len(once.points) == STEPS
    assert once.result.well > DEFAULT.well + 0.02
    assert once.result.attack == 1.0  # the unit


def test_weights_come_back_from_their_words() -> None:
    odd = Weights(height=-7.0, slots=(1.0, 2.0, 3.0), tucked=-9.0)
    assert Weights.of(odd.words().tolist()) == odd


def test_better_weights_win_a_game_and_a_short_tuning_is_written(tmp_path: Path) -> None:
    careless = Weights(cavities=1.0, overhangs=1.0)
    assert played(Order((Side(DEFAULT), Side(careless)), 3, 100, "season-2")) == 1.0
    file = tmp_path / "tuning.json"
    spsa(file, "season-2", 50, 1, 2, jobs=1)
    assert msgspec.json.decode(file.read_bytes(), type=Tuning).done == 2
