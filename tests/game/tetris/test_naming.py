"""Names of placements: no two of one list are the same, however short they are written."""

from __future__ import annotations

import pytest

from game.tetris.classic import State as ClassicState
from game.tetris.four_wide.state import State as FourWideState
from game.tetris.naming import classic_forms, forms_of, name_of
from tests.game.tetris.guideline.slow_count import some_state


@pytest.mark.parametrize(
    ("move", "forms"),
    [
        ("J north 8 1", ("J flat, columns 8-10", "J flat, 8-10", "J 8-10")),
        ("L south 5 1 none", ("L flat, columns 5-7, tip down", "L flat, 5-7, tip down", "L 5-7 down")),
        ("T west 9 1 mini", ("T upright, columns 9-10, tip left, mini", "T upright, 9-10, tip left, mini", "T 9-10 left mini")),  # noqa: E501
        ("S south 2 1", ("S flat, columns 2-4", "S flat, 2-4", "S 2-4")),
        ("Z east 0 1", ("Z upright, columns 1-2", "Z upright, 1-2", "Z 1-2")),
        ("I east 0 2", ("I upright, column 1", "I upright, 1", "I 1")),
        ("O north 4 0", ("O, columns 5-6", "O, 5-6", "O 5-6")),
        ("pass", ("pass",)),
    ],
)  # fmt: skip
def test_a_placement_has_a_name(move: str, forms: tuple[str, ...]) -> None:
    assert forms_of(move)[:3] == forms


def test_a_name_says_what_tells_a_placement_from_the_others() -> None:
    up, down = "L north 5 0 none", "L south 5 1 none"
    assert name_of(up) == "L flat, columns 5-7"
    assert name_of(up, (down,)) == "L flat, columns 5-7, tip up"
    assert name_of(down, (up,)) == "L flat, columns 5-7, tip down"
    assert forms_of(down)[-1] == "L 5-7"
    assert forms_of(down, (up,))[-1] == "L 5-7 down"
    assert name_of("O north 3 4 none", ("O north 3 0 none",)) == "O, columns 4-5, row 5"
    assert name_of("S south 5 1 none", ("S north 5 0 none",)) == "S flat, columns 5-7", "the same cells"


def test_no_two_placements_of_a_list_share_a_name() -> None:
    for seed in range(100):
        moves = [str(at) for at in some_state(seed).placements]
        forms = [forms_of(move, moves)[:4] for move in moves]
        assert [len(set(names)) for names in zip(*forms, strict=True)] == [len(moves)] * 4


def test_nor_at_four_wide() -> None:
    for field in ("0x7", "0x37", "0x77", "0x171", "0x1f1"):
        moves = FourWideState.open({"field": field, "queue": "seven_bag:5"}).legal_moves()
        assert len({name_of(move, moves) for move in moves}) == len(moves)


@pytest.mark.parametrize(
    ("piece", "move", "forms"),
    [
        ("I", "1,0,16", ("I upright, column 1", "I upright, 1", "I 1")),
        ("I", "0,0,19", ("I flat, columns 1-4", "I flat, 1-4", "I 1-4")),
        ("O", "0,4,18", ("O, columns 5-6", "O, 5-6", "O 5-6")),
        ("S", "0,1,18", ("S flat, columns 2-4", "S flat, 2-4", "S 2-4")),
    ],
)
def test_classic_names_a_placement_as_guideline_does(piece: str, move: str, forms: tuple[str, ...]) -> None:
    state = ClassicState.open({"pieces": f"list:{piece}"})
    assert move in state.legal_moves()
    assert classic_forms(state, move)[:3] == forms


def test_nor_at_classic() -> None:
    for seed in range(40):
        rules = {
            "size": "8x12",
            "sliding": "on",
            "pieces": f"uniform:{seed}",
            "board": "xx.xxxxx\nx...xxxx\nxx.xx..x",
        }
        state = ClassicState.open(rules)
        moves = state.legal_moves()
        for form in range(4):
            assert len({classic_forms(state, move, moves)[form] for move in moves}) == len(moves)
