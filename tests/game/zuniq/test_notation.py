from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.errors import BadInput, IllegalMove
from game.zuniq import Grid, State
from game.zuniq.state import MOST_LETTERS, diagram, read_move_list, write_move_list

SIZES = [Grid(rows, columns) for rows in range(2, 7) for columns in range(2, 7)]
fuzz = settings(max_examples=150, deadline=None, derandomize=True)


@pytest.mark.parametrize("grid", SIZES, ids=str)
def test_names_and_numbers_of_walls_lead_to_each_other(grid: Grid) -> None:
    assert [grid.wall(name) for name in grid.names] == list(range(grid.walls))
    for wall, name in enumerate(grid.names):
        (row, column), (below, right) = grid.dots(wall)
        assert name[:2] == f"{'ABCDEF'[row]}{column + 1}"
        assert (below - row, right - column) == ((0, 1) if name[2] == "h" else (1, 0))


@pytest.mark.parametrize("grid", SIZES, ids=str)
def test_a_size_is_read_as_it_is_written(grid: Grid) -> None:
    assert Grid.parse(str(grid)) == grid


def test_walls_are_numbered_horizontals_first_and_row_by_row() -> None:
    names = Grid().names
    assert names[:2] == ("A1h", "A2h")
    assert names[29:32] == ("F5h", "A1v", "A2v")
    assert names[59] == "E6v"


@pytest.mark.parametrize(
    "text", ["", "6", "6x", "x6", "6x6x6", "1x6", "10x6", "3x10", "2x13", "6x0", "６x6", "-6x6", "9999x2"]
)
def test_a_size_that_is_not_possible_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        Grid.parse(text)


@pytest.mark.parametrize(
    "name", ["", "A", "A1", "A6h", "F1v", "G1h", "a1h", "A1H", "A1h ", "A1h!!", "A0h", "1Ah"]
)
def test_a_name_that_no_wall_has_is_refused(name: str) -> None:
    with pytest.raises(
        IllegalMove, match=r"names no wall of a board with 6x6 dots; walls go from A1h to F5h and"
    ):
        State.start().play(name)


def test_positions_and_move_lists_are_read_as_they_are_written() -> None:
    state = State.after("B1h A2v! C1h B2v B1v!", Grid(3, 4))
    assert str(state) == "3x4: B1h A2v! C1h B2v B1v!"
    assert State.parse(str(state)) == state
    assert State.parse(str(State.start())) == State.start()
    state = State.after("A1h B3v! E5h A2h! C3v!")
    assert write_move_list(state) == "A1h B3v! E5h A2h C3v!"  # of Black's two claims the first counts
    assert read_move_list(write_move_list(state)) == state


@pytest.mark.parametrize(
    "text",
    [
        "A1h B3v! E5h",
        "  A1h\n\tB3v!\r\nE5h\n",
        "A1h, B3v!; E5h",
        "Start\nA1h\nB3v!\nE5h\nQuit\n",
        "1. A1h B3v! 2. E5h",
        "1.A1h 2...B3v! 3.E5h",
        "1 A1h 2 B3v! 3 E5h",
        "a1H b3V! e5h",
        "\ufeffA1h B3v! E5h",
        "6x6: A1h B3v! E5h",
    ],
)
def test_a_move_list_may_come_in_many_forms(text: str) -> None:
    assert read_move_list(text) == State.after("A1h B3v! E5h")


def test_a_size_in_front_of_a_list_goes_before_the_one_expected() -> None:
    assert read_move_list("3x3: A1h", Grid(4, 4)).grid == Grid(3, 3)
    assert read_move_list("A1h", Grid(4, 4)).grid == Grid(4, 4)
    assert read_move_list(" \n") == State.start()


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("A1h xyz B1h", IllegalMove, r"^move 2: 'Xyz' names no wall"),
        ("A1h " * MOST_LETTERS, BadInput, "is no move list"),
    ],
)
def test_a_list_that_is_no_game_is_refused(text: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        read_move_list(text)


def test_a_picture_shows_walls_zones_and_what_may_not_be_drawn() -> None:
    state = read_move_list("3x4: A1h A1v B1h A2v A3h A4v B3h")
    assert diagram(state).splitlines() == [
        "  1   2   3   4",
        "A +---+   +---+",
        "  | 1 |   x   |",
        "B +---+   +---+",
        "",
        "C +   +   +   +",
    ]


@pytest.mark.parametrize("grid", SIZES, ids=str)
def test_a_picture_has_a_line_for_each_row_of_dots_and_of_cells(grid: Grid) -> None:
    lines = diagram(State.start(grid)).splitlines()
    assert len(lines) == 2 * grid.rows
    assert all(line.count("+") == grid.columns for line in lines[1::2])


moves = st.text(alphabet="ABCDEFGabch123456v!., 0xQ\n:\ufeff", max_size=60)


@fuzz
@given(st.one_of(st.text(max_size=30), st.from_regex(r"[0-9]{1,4}x[0-9]{1,4}", fullmatch=True)))
def test_any_text_is_a_size_or_a_sentence(text: str) -> None:
    with suppress(BadInput):
        grid = Grid.parse(text)
        few, many = sorted((grid.rows, grid.columns))
        assert 2 <= few <= many <= (12 if few == 2 else 9)


@fuzz
@given(st.one_of(st.text(max_size=80), moves, moves.map("6x6:{}".format)))
def test_any_text_is_a_position_or_a_sentence(text: str) -> None:
    with suppress(BadInput, IllegalMove):
        state = State.parse(text)
        assert str(State.parse(str(state))) == str(state)


@fuzz
@given(st.one_of(st.text(max_size=80), moves))
def test_any_text_is_a_move_list_or_a_sentence(text: str) -> None:
    with suppress(BadInput, IllegalMove):
        state = read_move_list(text)
        assert read_move_list(write_move_list(state), state.grid).moves == state.moves


@fuzz
@given(st.lists(st.sampled_from(Grid(3, 4).names), unique=True), st.sets(st.integers(1, 14)))
def test_whatever_is_played_survives_being_written(names: list[str], claims: set[int]) -> None:
    state = State.start(Grid(3, 4))
    for name in names:
        if name in state.legal_moves():
            state = state.play(name + "!" * (state.ply + 1 in claims))
    assert State.parse(str(state)) == state
    assert read_move_list(write_move_list(state), state.grid) == state
    assert State.parse(str(state)).digest() == state.digest()
