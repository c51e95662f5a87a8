import pytest

from game.tetris.four_wide.standing import HIGHEST, PLACES, flaw, games_in, standing, walled
from game.tetris.four_wide.state import State as Game
from game.tetris.four_wide.well import STARTS, continuations, height_of
from game.tetris.guideline import Field, Placement, State


def above(below: tuple[int, ...], left: int, walls: int) -> Field:
    """The well with `###.` in it, above the rows `below`."""
    return Field.of([*below, *walled(left, 0x7, walls).rows[:walls]])


@pytest.mark.parametrize("left", PLACES)
def test_a_well_is_found_in_each_of_the_seven_places(left: int) -> None:
    well = standing(walled(left, 0x13, 17))
    assert (well.left, well.base, well.field, well.walls, well.residual) == (left, 0, 0x13, 17, 3)
    assert well.columns == f"columns {left + 1} to {left + 4}"
    assert flaw(well) == ""


def test_below_the_base_nothing_matters_while_it_is_closed() -> None:
    well = standing(above((0b1010101010, 0b1111001111), 6, 10))
    assert (well.base, well.walls, flaw(well)) == (2, 10, "")


def test_a_floor_with_a_hole_is_none_or_belongs_to_the_field() -> None:
    in_walls, beside_whole_walls = (
        standing(above((0b1101111110,), 6, 10)),
        standing(above((0b1101111111,), 6, 10)),
    )
    assert in_walls is not None
    assert flaw(in_walls) == "the well has no floor: row 1 below it is open"
    assert (beside_whole_walls.base, beside_whole_walls.field) == (0, 0x7D)


def test_what_lies_above_the_well_closes_it() -> None:
    rows = list(walled(3, 0x7, 12).rows)
    rows[14] = 0b0000010000
    well = standing(Field(tuple(rows)))
    assert well is None or flaw(well) != ""


def test_walls_are_as_high_as_their_first_gap() -> None:
    rows = list(walled(0, 0x7, 12).rows)
    rows[9] &= ~(1 << 7)
    well = standing(Field(tuple(rows)))
    assert (well.walls, flaw(well)) == (9, "")


@pytest.mark.parametrize("cells", STARTS)
def test_walls_one_row_higher_than_the_highest_field_are_enough(cells: int) -> None:
    field = STARTS[cells]
    needed = HIGHEST[cells] + 1
    enough, short = (standing(walled(3, field, rows)) for rows in (needed, needed - 1))
    assert enough is not None
    assert short is not None
    assert flaw(enough) == ""
    assert flaw(short) == f"the walls are {needed - 1} rows high, {needed} are needed"


def test_no_field_of_three_cells_is_higher_than_said() -> None:
    fields = [STARTS[3]]
    for field in fields:
        fields += {after for piece in range(7) for after in continuations(field, piece, "geo")} - set(fields)
    assert max(map(height_of, fields)) == HIGHEST[3]


def test_an_ordinary_board_has_no_well() -> None:
    assert standing(Field.empty()) is None
    assert standing(Field.parse("xxx.......\nxxxxxx.xxx\nxxxxxx.xxx\nxxxxxx.xxx")) is None  # for a Tetris
    assert standing(walled(3, 0, 12)) is None  # nothing lies in it: no piece can clear a row


def opened(queue: str, hold: str = "-", **rules: str) -> tuple[State, tuple[Game, ...]]:
    board = State.open({"board": walled(2, 0x7, 12).short, "queue": queue, "hold": hold, **rules}).view(0)
    well = standing(board.field)
    assert well is not None
    return board, games_in(well, board)


def test_with_a_full_hold_the_game_is_the_one_that_is_shown() -> None:
    board, (game,) = opened("seven_bag:4", "S")
    assert (game.model.name, game.hold, game.piece) == ("3-bag-hold-5-srs-one", board.hold, board.piece)
    assert game.previews == board.previews
    assert game.bag_rest() == sum(1 << piece for piece in board.queue.bag_left(6) or ())


def test_an_empty_hold_is_the_first_piece_held_with_a_last_preview_that_may_be_any() -> None:
    board, games = opened("seven_bag:4")
    left = board.queue.bag_left(6)
    for piece, game in zip(left, games, strict=True):
        assert game.model.previews == 5
        assert (game.hold, game.piece) == (board.piece, board.previews[0])
        assert {game.hold, game.piece} == set(board.choices)
        assert game.previews == (*board.previews[1:], piece)
        assert game.bag_rest() == sum(1 << each for each in left if each != piece)
    assert [game.previews[-1] for game in opened("uniform:4")[1]] == list(range(7))
    assert [game.previews for game in opened("list:TTIO")[1]] == [(0, 1)]


def test_where_the_bag_is_not_known_every_piece_may_come() -> None:
    assert opened("uniform:4", "S")[1][0].model.randomizer == "random"
    assert opened("fourteen_bag:4", "S")[1][0].model.randomizer == "random"
    assert opened("list:TTIO", "S")[1][0].model.name == "3-random-hold-3-srs-one"
    assert opened("seven_bag:4", "off")[1][0].model.name == "3-bag-nohold-5-srs-one"
    assert opened("seven_bag:4", "S", kicks="srs+")[1][0].model.reach == "srs+"


def test_with_one_piece_and_nothing_else_there_is_no_game() -> None:
    assert opened("list:T")[1] == ()


def test_a_placement_is_in_the_well_or_it_is_not() -> None:
    well = standing(above((0b1111001111,), 6, 12))
    assert well.base == 1
    assert well.field_with(Placement.parse("I east 9 3")) == 0x888F
    assert well.field_with(Placement.parse("I east 5 13")) is None
