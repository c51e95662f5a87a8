from math import floor

import numpy as np
import pytest

from ai.tetris.classic.evaluators import EVALUATORS, blocked_starts, evaluator, explain, maximum_equity
from ai.tetris.classic.kernels.layout import PARTS, SCALE, packed
from ai.tetris.classic.play import Player
from game.tetris.classic.board import Board
from game.tetris.classic.pieces import Pieces
from game.tetris.classic.rules import Placement, Rules
from game.tetris.classic.state import State
from tests.ai.tetris.boards import chosen, ranked, some_boards

pytestmark = pytest.mark.kernel


def whole(equity: float) -> int:
    return floor(equity * PARTS + 0.5) * (SCALE // PARTS)


def plain_value(rules: Rules, board: Board, piece: int, at: Placement, name: str) -> int:
    """The value of a placement, from the parts that `explain` finds and the rules' own starts."""
    after, cleared = board.place(piece, *at)
    explanation = explain(after, name)
    values = [part.value for part in explanation.columns]
    values += [part.value for part in explanation.areas] + [part.value for part in explanation.covered]
    value = sum(map(whole, values))
    if not evaluator(name, rules.width, rules.height).every_leaf and at.y + cleared >= 2:
        return value
    blocked = blocked_starts(after, rules)
    lost = whole(maximum_equity(rules.width, rules.height, name))
    return (value * (7 - blocked) + lost * blocked) // 7


def test_placements_are_worth_what_the_plain_evaluators_say() -> None:
    judged, wide = 0, 0
    for number, (rules, board, piece) in enumerate(some_boards(150, seed=4)):
        name = EVALUATORS[number % 7 % 4]
        moves, values, _ = ranked(name, rules, board, piece)
        places = rules.placements(board, piece)
        assert moves == [packed(*at) for at in places]
        if places:
            expected = [plain_value(rules, board, piece, at, name) for at in places]
            assert values == expected, (name, rules, str(board))
            best = [at for at, value in zip(places, expected, strict=True) if value == min(expected)]
            after = [board.place(piece, *at)[0] for at in best]  # the last digit of a sum may decide
            assert chosen(name, rules, board, [piece]) in after
        judged, wide = judged + len(moves), wide + (rules.width > 16)
    assert judged > 1700
    assert wide > 5  # where areas of the later evaluators may cost less than nothing


@pytest.mark.parametrize("name", EVALUATORS)
@pytest.mark.parametrize("size", [(10, 20), (7, 9)])
def test_no_bound_changes_a_move_of_a_game(name: str, size: tuple[int, int]) -> None:
    rules, seed = Rules("spawn", *size), 11
    player = Player(name, rules)
    for _ in range(1500):
        if player.over:
            seed += 1
            player.begin(State(rules, Board.empty(*size), Pieces("uniform", seed)))
        piece = player.pieces.piece()
        assert piece is not None
        moves, results, _ = ranked(name, rules, player.board, piece)
        values = np.array(results)
        best = np.flatnonzero(values - values.min() < SCALE // 10**9)  # the last digit of a sum may decide
        column = player.go(1).columns[0]
        assert column in [(at >> 12) * size[0] + (at >> 6 & 63) for at in np.array(moves)[best].tolist()]
