import random

import numpy as np
import pytest

from ai.tetris.guideline.kernels.row_field import OUTLINE_WORDS, field_rows, outline_of
from ai.tetris.guideline.stacker.greedy import best_slot, features_of, reward_of, value_of
from ai.tetris.guideline.stacker.judgement import attack_at, attacks_of, field_value
from ai.tetris.guideline.stacker.search import BeamSearch
from ai.tetris.guideline.stacker.weights import DEFAULT, Weights, place_of
from game.tetris.guideline import TABLES, Field, State

pytestmark = pytest.mark.kernel

ODD = Weights(*[number * 0.37 - 2 for number in range(11)], chained=0.4, slots=(0.3, 1.9, 3.1), far=0.7)


def fields(count: int, seed: int) -> list[Field]:
    """Fields as games have them: mostly full rows with a few gaps, and odd cells on top."""
    rng = random.Random(seed)
    made = []
    for _ in range(count):
        height, gaps = rng.randrange(0, 22), rng.choice((1, 2, 3, 6))
        rows = [1023 & ~sum(1 << x for x in rng.sample(range(10), gaps)) for _ in range(height)]
        rows += [rng.getrandbits(10) & rng.getrandbits(10) for _ in range(rng.randrange(4))]
        made.append(Field.of(rows).cleared())
    return made


def field(*rows: str) -> Field:
    return Field.parse("\n".join(rows))


def value_in_words(of: Field, weights: Weights, t_known: bool, chain: int) -> float:
    rows, outline = field_rows(of), np.zeros(OUTLINE_WORDS, np.int64)
    outline_of(rows, outline)
    return field_value(rows, outline, weights.words(), t_known, chain)


def test_the_kernel_gives_a_field_the_value_that_its_features_have() -> None:
    for number, each in enumerate(fields(300, seed=4)):
        for weights in (DEFAULT, ODD):
            t_known, chain = bool(number % 2), number % 3
            value = value_in_words(each, weights, t_known, chain)
            assert value == pytest.approx(value_of(features_of(each), weights, chain, t_known))


def test_slots_are_found_where_a_turn_ends_under_an_overhang() -> None:
    double = field("x.........", "x...xxxxxx", "xx.xxxxxxx")
    assert best_slot(field("xx........", "x...xxxxxx", "xx.xxxxxxx")) == 2
    assert best_slot(double) == -1  # nothing hangs over
    assert best_slot(field(".xx.......", ".x...xxxxx", "xxx.xxxxxx")) == 1
    assert best_slot(field("xx.x......", "x...xxxxxx", "xx.xxxxxxx")) == -1  # closed from above
    assert best_slot(Field.empty()) == -1


def test_features_of_a_field_that_one_can_count_by_hand() -> None:
    features = features_of(field("xx........", "x.x.......", "xxx.....xx", "xxxxxxxxx."))
    assert (features.height, features.bumps, features.well, features.transitions) == (4, 4, 0, 10)
    assert (features.cavities, features.overhangs, features.covered) == (2, 0, 2)
    assert features_of(field("x.........", "...xxxxxxx")).overhangs == 1
    assert features_of(field("xxxxxxx.xx", "xxxxxxx.xx", "xxxxxxxxx.")).well == 2


def test_first_placements_are_worth_their_reward_and_their_field() -> None:
    boards = ["xx......../x...xxxxxx/xx.xxxxxxx", "xxxx..xxxx/xxxx..xxxx", "x...xxxxxx/xxx.xxxxxx/xx..xxxxxx"]
    boards += [str(each).replace("\n", "/") for each in fields(20, seed=6) if each.height < 17]
    for number, board in enumerate(boards):
        queue = {"queue": "list:" + "TSOIJLZ"[number % 7], "hold": "off", "board": board}
        state = State.open({**queue, "combo": str(number % 4), "chain": str(number % 3)})
        brain = BeamSearch(ODD)
        brain.look_at(state)
        brain.run(100)
        for root_move in brain.moves():
            after = state.play(str(root_move.at))
            reward = reward_of(state.field, root_move.at, after.last.clear, after.last.attack, ODD)
            value = value_of(features_of(after.field), ODD, after.chain, t_known=False)
            assert root_move.value == pytest.approx(reward + value)
        assert {each.at[:4] for each in brain.moves()} == {at[:4] for at in state.placements}


@pytest.mark.parametrize("name", TABLES)
def test_the_table_of_attacks_is_that_of_the_rules(name: str) -> None:
    words = attacks_of(TABLES[name])
    rng = np.random.default_rng(1)
    for rows, spin, chain, combo, perfect in rng.integers(0, (5, 3, 32, 24, 2), (300, 5)).tolist():
        expected = TABLES[name].attack(TABLES[name].clear(rows, spin, chain, combo, perfect=bool(perfect)))
        assert words[attack_at(spin, rows, chain, combo, bool(perfect))] == expected


def test_weights_lie_where_kernels_look_for_them() -> None:
    words = Weights(height=-7.0, slots=(1.0, 2.0, 3.0), tucked=-9.0).words()
    assert words[place_of("height")] == -7.0
    assert words[place_of("slots") : place_of("far")].tolist() == [1.0, 2.0, 3.0]
    assert words[-1] == -9.0
