import pytest

from game.errors import BadInput
from game.tetris.classic import Board, parse_size, piece_of

WORKED = ".x...xx...\n.xx.xx.x..\nxxxx.xxx.."
I, S, L, T, O = (piece_of(each) for each in "ISLTO")  # noqa: E741


def test_a_board_is_read_as_it_is_written() -> None:
    board = Board.parse(WORKED, (10, 5))
    assert str(board) == "..........\n..........\n" + WORKED
    assert Board.parse(str(board)) == board
    assert Board.parse(board.short, (10, 5)) == board
    assert (board.size, board.top, board.cells) == ("10x5", 2, 15)
    assert board.outline == (4, 2, 3, 4, 2 + 1, 2, 2, 3, 5, 5)


@pytest.mark.parametrize(
    "cells", ["-x---xx---\n-xx-xx-x--\nxxxx-xxx--", "_X___##___\n.ZI.tl.o..\nJJJJ.SSS.."]
)
def test_all_letters_of_cells_are_understood(cells: str) -> None:
    assert Board.parse(cells, (10, 5)) == Board.parse(WORKED, (10, 5))


def test_an_empty_text_is_an_empty_board_where_the_size_is_known() -> None:
    assert Board.parse("", (8, 12)) == Board.empty(8, 12)
    assert Board.empty(8, 12).short == ""
    assert Board.empty(8, 12).outline == (12,) * 8


@pytest.mark.parametrize(
    ("text", "size", "words"),
    [
        ("", None, "has no rows"),
        ("....\n...\n....\n....", None, "row 2 of the board has 3 cells; it needs 4"),
        ("....\n....\n....", None, "4x3 is not possible; sizes go from 4x4 to 32x40"),
        (".x..", (5, 5), "row 1 of the board has 4 cells; it needs 5"),
        ("....\n" * 5, (4, 4), "has 5 rows, and 4 are allowed"),
        ("....\n....\n..q.\n....", None, "row 3 of the board has 'q' in column 3"),
        ("....\n....\n....\nxxxx", None, "row 4 of the board is full"),
        ("." * 33, (33, 20), "33x20 is not possible"),
    ],
)
def test_what_is_no_board(text: str, size: tuple[int, int] | None, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        Board.parse(text, size)


@pytest.mark.parametrize("rows", [(0,) * 19, (0,) * 19 + (1 << 10,), (0,) * 19 + (-1,)])
def test_rows_that_do_not_belong_to_the_size(rows: tuple[int, ...]) -> None:
    with pytest.raises(BadInput, match="needs 20 rows of 10 cells"):
        Board(10, 20, rows)


def test_sizes() -> None:
    assert parse_size("10x20") == (10, 20)
    assert parse_size(" 4x4 ") == (4, 4)
    assert parse_size("32x40") == (32, 40)
    for text in ("3x20", "10x3", "33x20", "10x41", "0x0"):
        with pytest.raises(BadInput, match="sizes go from 4x4 to 32x40"):
            parse_size(text)
    for text in ("", "10", "10x", "x20", "10*20", "-5x9", "1e1x20", "10x20x3", "٤x٤"):
        with pytest.raises(BadInput, match="is not a board size; write COLUMNSxROWS"):
            parse_size(text)


def test_where_a_piece_fits() -> None:
    board = Board.parse("....\n....\n.x..\n.xx.")
    assert board.fits(O, 0, 2, 1)
    assert board.fits(I, 1, 0, 0)
    for at in ((O, 0, 1, 1), (O, 0, 3, 0), (I, 1, -1, 0), (I, 1, 0, 1)):  # filled, the walls, the floor
        assert not board.fits(*at)


def test_above_the_top_all_is_free() -> None:
    board = Board.parse(".x..\n.x..\n.x..\n.x..")
    # T: its foot in row 0, its nose above the tower
    for at in ((I, 1, 1, -4), (T, 1, 0, -2), (O, 0, 1, -40)):
        assert board.fits(*at)
    assert not board.fits(I, 1, 1, -3)
    assert not board.fits(T, 1, 0, -1)


def test_a_piece_falls_until_something_is_below() -> None:
    board = Board.parse(WORKED, (10, 20))
    assert board.drop(I, 1, 8) == 16
    assert board.drop(O, 0, 5) == 15
    assert board.drop(L, 1, 8, 3) == 17
    assert board.drop(I, 0, 0, -1) == 16


def test_full_rows_go_and_all_above_falls() -> None:
    board = Board.parse("x...\nxx..\nxxx.\nxx..\nxxx.", (4, 8))
    landed = board.landed(I, 1, 3, 4)
    assert landed.full_rows == (5, 7)
    after, rows = board.place(I, 1, 3, 4)
    assert rows == 2
    assert str(after).split("\n")[-3:] == ["x...", "xx.x", "xx.x"]
    assert after == landed.cleared()
    assert after.cells == board.cells + 4 - 8


def test_four_rows_at_once() -> None:
    board = Board.parse("xxx./xxx./xxx./xxx.", (4, 20))
    assert board.place(I, 1, 3, 16) == (Board.empty(4, 20), 4)
