import random
from collections.abc import Iterator
from itertools import pairwise, product
from typing import Any

import pytest

from game.errors import BadInput
from game.tetris.classic import (
    RULE_NAMES,
    SHAPES,
    Board,
    Placement,
    RuleName,
    Rules,
    letter,
    parse_size,
    piece_of,
)
from game.tetris.classic.pieces import Cells, cells_at
from tests.known import vectors

VECTORS = vectors("classic")
BOARDS = {
    each["name"]: Board.parse("\n".join(each["rows"]), parse_size(each["size"])) for each in VECTORS["boards"]
}
I, Z, S, J, L, T, O = range(7)  # noqa: E741
SETS = [Rules(name) for name in RULE_NAMES] + [Rules("spawn", sliding=True)]
each_set = pytest.mark.parametrize("rules", SETS, ids=lambda rules: rules.name + " sliding" * rules.sliding)
each_piece = pytest.mark.parametrize("piece", range(7), ids=letter)


def heaps(count: int, seed: int) -> Iterator[Board]:
    """Boards of many sizes with rows filled by chance, some up to the top."""
    dice = random.Random(seed)
    for _ in range(count):
        width, height = 4 + int(dice.random() * 9), 4 + int(dice.random() * 9)
        stack = int(dice.random() * (height + 1))
        share = 0.2 + 0.6 * dice.random()
        rows = [sum(1 << x for x in range(width) if dice.random() < share) for _ in range(stack)]
        rows = [row if row != (1 << width) - 1 else row - 1 for row in rows]
        yield Board(width, height, (*[0] * (height - stack), *rows))


def fitted(rules: Rules, board: Board) -> Rules:
    return Rules(rules.name, board.width, board.height, rules.sliding)


def cells_of(piece: int, places: tuple[Placement, ...]) -> set[frozenset[tuple[int, int]]]:
    return {frozenset(cells_at(piece, *at)) for at in places}


# -- the reference's moves --


@pytest.mark.parametrize(
    "vector", [pytest.param(each, id=f"{each['board']}-{each['piece']}") for each in VECTORS["moves"]]
)
def test_the_moves_of_the_reference(vector: dict[str, Any]) -> None:
    board, piece = BOARDS[vector["board"]], piece_of(vector["piece"])
    rules = Rules("spawn", board.width, board.height, sliding=vector["sliding"])
    assert list(rules.placements(board, piece)) == sorted(tuple(move[:3]) for move in vector["moves"])
    for rotation, x, y, _, rows in vector["moves"]:
        assert board.place(piece, rotation, x, y)[1] == rows


def test_a_board_from_which_nothing_can_start_has_no_moves() -> None:
    board = BOARDS["tall_c"]
    for name in ("spawn", "fahey"):
        assert not Rules(name).can_start(board, T)
        assert Rules(name).placements(board, T) == ()
        assert Rules(name).path(board, T, Placement(0, 0, 0)) is None


@each_set
@each_piece
def test_an_empty_board_offers_every_rotation_in_every_column(rules: Rules, piece: int) -> None:
    placements = rules.placements(Board.empty(), piece)
    assert len(placements) == {I: 17, Z: 17, S: 17, O: 9}.get(piece, 34)
    assert list(placements) == sorted(set(placements))


# -- the player and the rules agree --


@each_set
def test_a_player_can_do_exactly_what_the_rules_allow(rules: Rules) -> None:
    for board in heaps(25, seed=1):
        table = fitted(rules, board)
        for piece in range(7):
            placements = table.placements(board, piece)
            assert by_player(table, board, piece) == set(placements)
            assert table.can_start(board, piece) == bool(placements)


def by_player(rules: Rules, board: Board, piece: int) -> set[Placement]:
    """Return where the piece comes to rest, on the board, by all that a player can press."""
    start = rules.start(piece)
    if not board.fits(piece, *start):
        return set()
    reached, waiting = {start}, [start]
    while waiting:
        at = waiting.pop()
        for action in ("left", "right", "rotate", "back", "down"):
            after = rules.step(board, piece, at, action)
            if after is not None and after not in reached:
                assert board.fits(piece, *after)
                reached.add(after)
                waiting.append(after)
    resting = {at for at in reached if rules.step(board, piece, at, "down") is None}
    return {at for at in resting if at.y >= 0}


@each_set
def test_the_way_of_a_piece_is_one_of_single_steps(rules: Rules) -> None:
    for board in heaps(8, seed=2):
        table = fitted(rules, board)
        for piece in range(7):
            for to in table.placements(board, piece):
                way = table.path(board, piece, to)
                assert (way[0], way[-1]) == (table.start(piece), to)
                assert len(set(way)) == len(way)
                for at, after in pairwise(way):
                    assert after in {
                        table.step(board, piece, at, each)
                        for each in ("left", "right", "rotate", "back", "down")
                    }


@each_set
def test_a_single_place_is_allowed_or_refused_as_among_all(rules: Rules) -> None:
    dice = random.Random(5)
    for board in heaps(12, seed=5):
        table = fitted(rules, board)
        for piece in range(7):
            placements = table.placements(board, piece)
            others = product(
                range(len(SHAPES[piece]) + 1), range(-1, board.width), range(-2, board.height + 1)
            )
            for at in {*dice.sample([Placement(*each) for each in others], 25), *placements[:5]}:
                assert (table.why_not(board, piece, at) is None) == (at in placements)


@each_set
def test_there_is_no_way_to_where_the_rules_forbid_to_rest(rules: Rules) -> None:
    board = BOARDS["play_a"]
    for at in (Placement(0, 0, 0), Placement(0, 3, 25), Placement(7, 0, 0)):
        assert rules.path(board, T, at) is None
        assert rules.why_not(board, T, at) is not None


# -- spawn --


@pytest.mark.parametrize(("width", "x"), [(4, 0), (5, 1), (6, 2), (8, 3), (10, 4), (11, 4), (32, 15)])
def test_spawn_starts_left_of_the_middle(width: int, x: int) -> None:
    assert {Rules("spawn", width, 20).start(piece) for piece in range(7)} == {Placement(0, x, 0)}


def test_spawn_turns_one_way_and_keeps_the_corner() -> None:
    rules, board = Rules("spawn"), Board.empty()
    assert rules.step(board, T, Placement(0, 4, 0), "rotate") == Placement(3, 4, 0)
    assert rules.step(board, T, Placement(3, 4, 0), "rotate") == Placement(2, 4, 0)
    assert rules.step(board, T, Placement(0, 4, 0), "back") is None
    assert rules.step(board, O, Placement(0, 4, 0), "rotate") is None
    assert rules.step(board, I, Placement(0, 4, 0), "rotate") == Placement(1, 5, 0)
    assert rules.step(board, I, Placement(1, 5, 0), "rotate") == Placement(0, 4, 0)
    assert rules.step(board, I, Placement(1, 0, 0), "rotate") is None  # no kick off the wall
    assert rules.step(board, T, Placement(1, 8, 0), "rotate") is None
    assert rules.step(board, T, Placement(1, 7, 0), "rotate") == Placement(0, 7, 0)
    assert rules.step(board, T, Placement(1, 8, 0), "right") is None


def test_without_sliding_a_piece_only_falls_once_it_has_left_the_start_row() -> None:
    board, at = Board.empty(), Placement(0, 4, 3)
    still, sliding = Rules("spawn"), Rules("spawn", sliding=True)
    assert still.step(board, L, at, "down") == sliding.step(board, L, at, "down") == Placement(0, 4, 4)
    for action in ("left", "right", "rotate"):
        assert still.step(board, L, at, action) is None
        assert sliding.step(board, L, at, action) is not None


def test_sliding_tucks_under_an_overhang() -> None:
    board = Board.parse("......\n......\n......\nxxx...\n......\n......")
    tucked = Placement(0, 0, 4)
    assert tucked in Rules("spawn", 6, 6, sliding=True).placements(board, O)
    assert tucked not in Rules("spawn", 6, 6).placements(board, O)
    assert (
        Rules("spawn", 6, 6).why_not(board, O, tucked)
        == "O cannot get to 0,0,4 from its start without sliding."
    )


def test_sliding_turns_below_an_overhang() -> None:
    board = Board.parse("..........\n..........\nxxxxx.....\n..........\n" + "x.xxxxxxxx\n" * 3)
    sliding, turned = Rules("spawn", 10, 7, sliding=True), Placement(1, 1, 3)
    assert turned in sliding.placements(board, I)
    assert turned not in Rules("spawn", 10, 7).placements(board, I)
    way = sliding.path(board, I, turned)
    assert way[-2] == Placement(0, 0, 3)  # lying under the edge, then upright in the shaft


def test_the_start_row_bars_what_lies_beyond_a_tower() -> None:
    board = Board.parse("..x.......\n" * 20)
    columns = {at.x for at in Rules("spawn").placements(board, O)}
    assert columns == {3, 4, 5, 6, 7, 8}
    assert {at.x for at in Rules("fahey").placements(board, O)} == columns


# -- simplified --


def test_simplified_drops_any_rotation_in_any_column() -> None:
    for board in heaps(60, seed=3):
        rules = Rules("simplified", board.width, board.height)
        for piece in range(7):
            assert cells_of(piece, rules.placements(board, piece)) == set(dropped_from_the_sky(board, piece))


def dropped_from_the_sky(board: Board, piece: int) -> Iterator[frozenset[tuple[int, int]]]:
    """The cells of each drop that stays on the board: a piece is moved down cell by cell."""
    for cells in SHAPES[piece]:
        for x in range(-3, board.width):
            fallen = {(x + column, row - 8) for column, row in cells}
            if not all(0 <= column < board.width for column, _ in fallen):
                continue
            while not any(
                row + 1 == board.height or (row >= -1 and board.filled(column, row + 1))
                for column, row in fallen
            ):
                fallen = {(column, row + 1) for column, row in fallen}
            if min(row for _, row in fallen) >= 0:
                yield frozenset(fallen)


def test_simplified_lets_a_piece_pass_over_a_tower() -> None:
    board = Board.parse("..x.......\n" * 20)
    assert {at.x for at in Rules("simplified").placements(board, O)} == {0, 3, 4, 5, 6, 7, 8}


def test_simplified_ends_where_no_piece_can_stay_below_the_top() -> None:
    rules = Rules("simplified", 4, 4)
    board = Board.parse("....\nx.x.\nx.x.\nx.x.")
    assert [str(at) for at in rules.placements(board, I)] == ["0,0,0", "1,1,0", "1,3,0"]
    assert rules.can_start(board, I)
    assert rules.placements(board, O) == ()
    assert not rules.can_start(board, O)
    assert (
        rules.why_not(board, O, Placement(0, 0, 0))
        == "O at 0,0,0 would lie on filled cells or below the floor."
    )


def test_simplified_does_not_save_a_piece_by_the_rows_it_would_fill() -> None:
    board = Board.parse(".xxx\n.xxx\n.xxx\nxxx.")
    rules = Rules("simplified", 4, 4)
    # upright in column 0 it would fill three rows, and stick out by one
    assert rules.placements(board, I) == ()
    assert rules.placements(board, J) == ()


def test_simplified_hangs_the_piece_above_the_board() -> None:
    rules, board = Rules("simplified"), Board.empty()
    assert rules.start(I) == Placement(0, 3, -1)
    assert rules.start(O) == Placement(0, 4, -2)
    assert rules.step(board, I, Placement(0, 6, -1), "rotate") == Placement(1, 6, -4)
    assert rules.step(board, I, Placement(1, 9, -4), "rotate") == Placement(0, 6, -1)
    assert rules.step(board, I, Placement(0, 6, 0), "left") is None


# -- fahey --

# columns and rows of the start as the reference gives them, columns from 1, rows from 1 at the BOTTOM of 10x20
FAHEY_STARTS = {
    "O": {(5, 20), (6, 20), (5, 19), (6, 19)},
    "I": {(4, 20), (5, 20), (6, 20), (7, 20)},
    "S": {(6, 20), (7, 20), (5, 19), (6, 19)},
    "Z": {(5, 20), (6, 20), (6, 19), (7, 19)},
    "L": {(5, 20), (6, 20), (7, 20), (5, 19)},
    "J": {(5, 20), (6, 20), (7, 20), (7, 19)},
    "T": {(5, 20), (6, 20), (7, 20), (6, 19)},
}


def from_bottom(cells: Cells | set[tuple[int, int]], height: int = 20) -> set[tuple[int, int]]:
    """Cells with columns from 1 and rows from 1 at the bottom, and back."""
    return {(x + 1, height - y) for x, y in cells}


@each_piece
def test_fahey_starts_where_the_reference_says(piece: int) -> None:
    assert from_bottom(cells_at(piece, *Rules("fahey").start(piece))) == FAHEY_STARTS[letter(piece)]


def test_fahey_in_the_author_s_own_coordinates() -> None:
    for number, board in enumerate(heaps(250, seed=4)):
        rules = Rules("fahey", board.width, board.height)
        piece = number % 7
        assert cells_of(piece, rules.placements(board, piece)) == set(standard_tetris(board, piece))


def standard_tetris(board: Board, piece: int) -> Iterator[frozenset[tuple[int, int]]]:
    """The same rules once more, with the piece as four points about its reference cell, y up."""

    def acceptable(points: list[tuple[int, int]], x: int, y: int) -> bool:
        cells = [(x + dx, y + dy) for dx, dy in points]
        return all(
            1 <= cx <= board.width and 1 <= cy <= board.height and not board.filled(cx - 1, board.height - cy)
            for cx, cy in cells
        )

    def resting(points: list[tuple[int, int]], x: int, y: int) -> frozenset[tuple[int, int]]:
        while acceptable(points, x, y - 1):
            y -= 1
        return frozenset((x + dx - 1, board.height - y - dy) for dx, dy in points)

    points = [(x - 6, y - 20) for x, y in FAHEY_STARTS[letter(piece)]]
    spawn, top = board.width // 2 + 1, board.height
    if not acceptable(points, spawn, top):
        return
    if not acceptable(points, spawn, top - 1):
        yield resting(points, spawn, top)
        return
    for _ in range({"O": 1, "I": 2, "S": 2, "Z": 2}.get(letter(piece), 4)):
        if acceptable(points, spawn, top - 1):
            for side in (-1, 1):
                x = spawn
                while acceptable(points, x, top - 1):
                    yield resting(points, x, top - 1)
                    x += side
        points = [(-dy, dx) for dx, dy in points]


def test_fahey_wants_to_be_not_to_get() -> None:
    """L cannot stand on its foot in the start column, yet the turns after that one can be had."""
    board = Board.parse("..........\n..........\n" + "......x...\n" * 18)
    rules = Rules("fahey")
    assert {at.rotation for at in rules.hover(board, L)} == {0, 2, 3}
    assert {at.rotation for at in rules.placements(board, L)} == {0, 2, 3}
    assert rules.step(board, L, rules.start(L), "rotate") == Placement(2, 4, 0)


def test_fahey_turns_about_the_reference_cell() -> None:
    rules = Rules("fahey")
    tower = Board.parse("..........\n" * 3 + ".....x....\n" * 17)
    # upright it would need the start column's row 3
    assert {at.rotation for at in rules.hover(tower, I)} == {0}
    assert rules.step(tower, I, rules.start(I), "rotate") is None
    open_board = Board.empty()
    assert rules.step(open_board, I, rules.start(I), "rotate") == Placement(1, 5, 0)
    assert rules.step(open_board, T, rules.start(T), "rotate") == Placement(1, 5, 0)
    assert rules.step(open_board, T, rules.start(T), "back") == Placement(3, 4, 0)


def test_fahey_rests_at_once_where_the_first_row_is_barred() -> None:
    board = Board.parse("..........\n....x.....\n" + "....x.....\n" * 18)
    rules = Rules("fahey")
    assert rules.can_start(board, I)
    assert rules.placements(board, I) == (rules.start(I),)
    assert rules.path(board, I, rules.start(I)) == (rules.start(I),)
    assert rules.step(board, I, rules.start(I), "left") is None


def test_fahey_falls_the_first_row_whatever_is_pressed() -> None:
    rules, board = Rules("fahey"), Board.empty()
    assert rules.start(T) == Placement(0, 4, 0)
    assert rules.step(board, T, rules.start(T), "left") == Placement(0, 3, 1)
    assert rules.step(board, T, rules.start(T), "down") == Placement(0, 4, 1)
    assert rules.step(board, T, Placement(0, 4, 2), "left") is None


# -- what is refused --


@pytest.mark.parametrize("name", ["simplified", "fahey"])
def test_sliding_belongs_to_spawn(name: RuleName) -> None:
    with pytest.raises(BadInput, match=f"no sliding under the rules '{name}'"):
        Rules(name, sliding=True)


def test_other_rules_and_sizes_are_refused() -> None:
    with pytest.raises(BadInput, match="known: spawn, simplified, fahey"):
        Rules("nes")
    with pytest.raises(BadInput, match="sizes go from 4x4 to 32x40"):
        Rules("spawn", 3, 20)


@pytest.mark.parametrize("text", ["", "1,2", "1,2,3,4", "a,b,c", "1;2;3", "-1,2,3", "1,2,333"])
def test_what_is_no_placement(text: str) -> None:
    with pytest.raises(BadInput, match="write rotation,x,y such as 2,7,18"):
        Placement.parse(text)


def test_a_placement_is_read_as_it_is_written() -> None:
    assert Placement.parse(" 2, 7,18 ") == Placement(2, 7, 18)
    assert str(Placement(2, 7, 18)) == "2,7,18"


@pytest.mark.parametrize(
    ("at", "reason"),
    [
        ((4, 0, 0), "T has 4 rotations, from 0 on; there is no rotation 4."),
        ((0, 8, 18), "T at 0,8,18 would lie beyond the border of the board."),
        ((0, -1, 18), "T at 0,-1,18 would lie beyond the border of the board."),
        ((0, 0, -1), "T at 0,0,-1 would reach above the top row."),
        ((0, 0, 19), "T at 0,0,19 would lie on filled cells or below the floor."),
        ((0, 0, 5), "T at 0,0,5 would hang in the air; it falls to y = 18."),
    ],
)
def test_a_placement_is_refused_with_its_reason(at: tuple[int, int, int], reason: str) -> None:
    assert Rules().why_not(Board.empty(), T, Placement(*at)) == reason
