from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from ai.tetris.classic.controllers import find_controller
from ai.tetris.classic.kernels.features import STAGE
from ai.tetris.classic.kernels.layout import SCALE, board_words, packed
from ai.tetris.classic.linear import LINEAR, equity, features, priority
from game.errors import BadInput
from game.tetris.classic.board import Board
from game.tetris.classic.pieces import piece_of
from game.tetris.classic.rules import RULE_NAMES, Placement, Rules
from tests.ai.tetris.boards import chosen, ranked


def seen(text: str, piece: str, at: tuple[int, int, int]) -> dict[str, float]:
    return features(Board.parse(text), piece_of(piece), Placement(*at))._asdict()


def test_what_is_counted_on_a_board_drawn_by_hand() -> None:
    board = """
        ......
        ......
        ......
        x....x
        x...xx
        xx.x.x
        """
    # where the square comes to rest:   xoo..x
    #                                   xoo.xx
    #                                   xx.x.x
    counted = seen(board, "O", (0, 1, 3))
    assert counted == {
        "landing_height": 1.5,
        "eroded": 0,
        "row_transitions": 2 + 2 + 2 + 2 + 2 + 4,
        "column_transitions": 1 + 1 + 3 + 1 + 3 + 1,
        "holes": 2,
        "wells": (1 + 1 + 1) + 0,
        "hole_depth": 2 + 1,
        "rows_with_holes": 1,
        "diversity": 3,
    }


def test_a_row_that_goes_takes_four_of_its_own_cells_along() -> None:
    counted = seen("....\n....\n....\nx...", "L", (0, 1, 2))
    assert counted["eroded"] == 0
    counted = seen("....\n....\n....\n....\n....", "I", (0, 0, 4))
    assert counted["eroded"] == 4
    assert counted["landing_height"] == 0
    assert counted["column_transitions"] == 4


def test_a_name_that_nobody_has_is_refused() -> None:
    with pytest.raises(BadInput, match=r"known: tengstrand-1\.1"):
        find_controller("deep-blue")


def test_dellacherie_takes_the_far_left_of_two_equals() -> None:
    board = Board.empty()
    left, right = Placement(0, 0, 18), Placement(0, 8, 18)
    assert priority(board, piece_of("O"), left) > priority(board, piece_of("O"), right)


def boards(chance: Random, count: int) -> Iterator[Board]:
    """Boards of all sorts of sizes, with rows that lack one to three cells."""
    for _ in range(count):
        width, height = chance.choice([(10, 20), (10, 8), (6, 8), (4, 4), (12, 9), (5, 6), (32, 5)])
        filled = chance.randrange(height - 1)
        rows = [(1 << width) - 1 & ~_cells(chance, width) for _ in range(filled)]
        yield Board(width, height, (*[0] * (height - filled), *rows))


def _cells(chance: Random, width: int) -> int:
    return sum(1 << x for x in chance.sample(range(width), chance.randint(1, 3)))


@pytest.mark.kernel
@pytest.mark.parametrize("name", [*LINEAR, "kibitz"])
def test_kernels_judge_every_move_as_the_plain_text_does(name: str) -> None:
    chance = Random(name)
    cleared, stages = 0, set()
    for board in boards(chance, 40):
        kind = chance.choice(RULE_NAMES)
        rules = Rules(kind, board.width, board.height, sliding=kind == "spawn" and chance.random() < 0.5)
        piece = chance.randrange(7)
        places = rules.placements(board, piece)
        if not places:
            continue
        moves, values, buffers = ranked(name, rules, board, piece)
        assert moves == [packed(*at) for at in places]
        plain = [equity(name, rules, board, piece, at) for at in places]
        assert np.array(values) / SCALE == pytest.approx(plain, abs=1e-8)
        assert (buffers.boards[0] == board_words(board)).all()
        order = [-priority(board, piece, at) * (name == "dellacherie") for at in places]
        *_, best = min(zip(np.round(plain, 8), order, places, strict=True))
        assert values[places.index(best)] == min(values)
        assert chosen(name, rules, board, [piece]) == board.place(piece, *best)[0]
        cleared += sum(board.place(piece, *at)[1] > 0 for at in places)
        stages.add(buffers.weights[STAGE])
    assert cleared > 5
    assert len(stages) == (2 if name == "kibitz" else 1)
