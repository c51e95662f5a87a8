import pytest

from game.errors import BadInput
from game.tetris.guideline import Field, Paint, State, piece_of
from game.tetris.guideline.field import FULL_ROW
from tests.game.tetris.guideline.heaps import heaps

STACK = "x.........\nxx.xx....x\nxxxxxxxxx."
I, T = piece_of("I"), piece_of("T")  # noqa: E741


def test_a_field_is_read_as_it_is_written() -> None:
    field = Field.parse(STACK)
    assert str(field) == STACK
    assert field.short == STACK.replace("\n", "/")
    assert Field.parse(field.short) == Field.parse("\n" * 3 + STACK + "\n") == field
    assert field.rows[:4] == (0b0111111111, 0b1000011011, 1, 0)
    assert (field.height, field.cells) == (3, 15)
    assert field.heights == (3, 2, 1, 2, 2, 1, 1, 1, 1, 2)


def test_every_field_is_read_as_it_is_written() -> None:
    for field in heaps(50, seed=1, tallest=40):
        assert Field.parse(str(field)) == Field.parse(field.short) == field
        assert field.mirrored().mirrored() == field
        assert field.mirrored().heights == field.heights[::-1]


@pytest.mark.parametrize("cells", ["-x_.XI#tz.", "_x--jxOSX-"])
def test_all_letters_of_cells_are_understood(cells: str) -> None:
    assert Field.parse(cells) == Field.parse(".x..xxxxx.")


def test_an_empty_text_is_an_empty_field() -> None:
    assert Field.parse("") == Field.parse(" \n") == Field.empty()
    assert (Field.empty().short, str(Field.empty())) == ("", "..........")
    assert Field.empty().heights == (0,) * 10


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("...", "row 1 of the board has 3 cells; it needs 10"),
        (STACK + "\n.........", "row 4 of the board has 9 cells"),
        ("..........\n" * 41, "has 41 rows; a field has 40"),
        ("..........\n..q.......", "row 2 of the board has 'q' in column 3"),
        ("xxxxxxxxxx", "row 1 of the board is full"),
    ],
)
def test_what_is_no_field(text: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        Field.parse(text)


@pytest.mark.parametrize("rows", [(0,) * 39, (0,) * 39 + (1024,), (0,) * 39 + (-1,), (0,) * 41])
def test_rows_that_make_no_field(rows: tuple[int, ...]) -> None:
    with pytest.raises(BadInput, match="needs 40 rows of 10 cells"):
        Field(rows)


def test_where_a_piece_fits() -> None:
    field = Field.parse(STACK)
    for at in ((I, 0, 4, 2), (T, 2, 2, 2), (I, 1, 9, 4), (I, 1, 5, 38)):
        assert field.fits(*at)
    # on filled cells, beyond the left wall, the right one, the floor, and above the top row
    for at in ((I, 0, 4, 1), (T, 0, 0, 5), (T, 1, 9, 5), (I, 1, 9, 1), (I, 1, 5, 39)):
        assert not field.fits(*at)


def test_beyond_the_border_all_is_filled() -> None:
    field = Field.empty()
    assert all(field.filled(*at) for at in ((-1, 5), (10, 5), (5, -1), (5, 40)))
    assert not field.filled(5, 39)
    assert Field.parse(STACK).filled(9, 1)


def test_a_piece_falls_until_something_is_below() -> None:
    field = Field.parse(STACK)
    assert field.drop(I, 1, 9, 19) == 4
    assert field.drop(I, 0, 6, 19) == 1
    assert field.drop(T, 2, 2, 19) == 2


def test_full_rows_go_and_all_above_moves_down() -> None:
    field = Field.parse("x........x\nxxxxxxxxx.\nxxxxx.xxx.\nxxxxxxxxx.")
    after, rows = field.place(I, 1, 9, 2 + 4)
    assert rows == 0
    assert after.height == 8
    field = Field.parse("x.........\nxxxxxxxxx.\nxxxxx.xxx.\nxxxxxxxxx.")
    landed = field.landed(I, 1, 9, 2)
    assert landed.full_rows == (0, 2)
    after, rows = field.place(I, 1, 9, 2)
    assert rows == 2
    assert str(after) == "x........x\nxxxxx.xxxx"
    assert after == landed.cleared()
    assert after.cells == field.cells + 4 - 20


def test_garbage_comes_up_from_below_the_last_row_lowest() -> None:
    field = Field.parse("x.........")
    after, out = field.add_garbage([0b1111111110, 0b0111111111])
    assert str(after) == "x.........\n.xxxxxxxxx\nxxxxxxxxx."
    assert not out
    assert field.add_garbage([]) == (field, False)


def test_garbage_may_push_cells_out_at_the_top() -> None:
    tall = Field.of([1] * 39)
    after, out = tall.add_garbage([1022])
    assert not out
    assert after.height == 40
    assert tall.add_garbage([1022, 1022])[1]
    assert Field.empty().add_garbage([1022] * 40) == (Field.of([1022] * 40), False)


def test_cells_remember_the_piece_they_came_from_until_their_row_goes() -> None:
    state = State.open({"queue": "list:IOT", "board": "##########"[:6] + "....", "hold": "off"})
    state = state.play("I north 7 0")
    assert state.field.height == 0
    assert state.paint.short(state.field) == ""
    state = state.play("O north 0 0").play("T north 4 0")
    assert state.paint.short(state.field) == "OO..T...../OO.TTT...."


def test_what_is_painted_moves_up_with_garbage_and_down_with_full_rows() -> None:
    paint = Paint.parse("TTT.......\nJ........J").pushed([FULL_ROW ^ 1, FULL_ROW ^ 2])
    assert paint.rows == ("#.########", ".#########", "J........J", "TTT.......")
    assert paint.without((0, 2)).rows == (".#########", "TTT.......")


def test_a_board_is_written_in_its_letters_and_read_with_them() -> None:
    state = State.open({"board": "ss......zz/xss...zz##"})
    assert state.here()["board"] == "SS......ZZ/xSS...ZZ##"
    assert State.open(state.here()).paint == state.paint


def test_paint_makes_no_difference_to_a_position() -> None:
    painted, plain = State.open({"board": "TTT......."}), State.open({"board": "xxx......."})
    assert painted == plain
    assert painted.digest() == plain.digest()
    assert plain.paint.letter(0, 0) == "x"
    assert painted.paint.letter(5, 9) == "x"
