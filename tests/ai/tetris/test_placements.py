import numpy as np
import pytest

from ai.tetris.classic.kernels.layout import (
    BOARD_WORDS,
    board_of,
    board_words,
    packed,
    rule_words,
)
from ai.tetris.classic.kernels.placements import blocked_starts, land, place
from game.tetris.classic.board import Board
from tests.ai.tetris.boards import ranked, some_boards

pytestmark = pytest.mark.kernel


def test_placements_are_those_of_the_rules() -> None:
    for rules, board, piece in some_boards(340, seed=1):
        moves, *_ = ranked("bcts", rules, board, piece)
        assert moves == [packed(*at) for at in rules.placements(board, piece)], (rules, str(board))


def test_placed_pieces_leave_the_boards_of_the_rules() -> None:
    cleared_once = 0
    for rules, board, piece in some_boards(170, seed=2):
        before, after = board_words(board), np.zeros(BOARD_WORDS, np.int64)
        for at in rules.placements(board, piece):
            expected, cleared = board.place(piece, *at)
            own = sum(y in board.landed(piece, *at).full_rows for _, y in cells(piece, at))
            assert place(before, after, piece, packed(*at)) == cleared | own << 8
            assert after.tolist() == board_words(expected).tolist()
            assert board_of(after) == expected
            cleared_once += cleared > 0
        assert before.tolist() == board_words(board).tolist()
    assert cleared_once > 20


def cells(piece: int, at: tuple[int, int, int]) -> tuple[tuple[int, int], ...]:
    from game.tetris.classic.pieces import cells_at

    return cells_at(piece, *at)


def test_blocked_starts_are_those_of_the_rules() -> None:
    blocked = [0] * 8
    for rules, board, _ in some_boards(340, seed=1):
        expected = sum(not rules.can_start(board, piece) for piece in range(7))
        assert blocked_starts(board_words(board), rule_words(rules)) == expected
        blocked[expected] += 1
    assert min(blocked[0], blocked[7], sum(blocked[1:7])) > 0


def test_landing_changes_the_board_itself() -> None:
    board = board_words(Board.parse("....../x.xxxx/x.xxxx/x.xxxx/x.xxxx"))
    assert land(board, 0, packed(1, 1, 1)) == 4 | 4 << 8
    assert board_of(board) == Board.empty(6, 5)
