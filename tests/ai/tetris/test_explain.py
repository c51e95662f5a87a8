from typing import Any

import pytest

from ai.tetris.classic.evaluators import (
    EVALUATORS,
    blocked_starts,
    evaluate,
    evaluator,
    explain,
    maximum_equity,
)
from game.errors import BadInput
from game.tetris.classic.board import Board, parse_size
from game.tetris.classic.rules import Rules
from tests.known import vectors

BOARDS = vectors("classic")["boards"]
EXAMPLE = ".........." + "\n.........." + "\n.x...xx..." + "\n.xx.xx.x.." + "\nxxxx.xxx.."


def board_of(entry: dict[str, Any]) -> Board:
    return Board.parse("/".join(entry["rows"]), parse_size(str(entry["size"])))


def near(value: object) -> Any:
    return pytest.approx(value, abs=1e-9, rel=0)


@pytest.mark.parametrize("entry", BOARDS, ids=[entry["name"] for entry in BOARDS])
def test_boards_are_worth_what_the_authors_programs_say(entry: dict[str, Any]) -> None:
    board = board_of(entry)
    for name, equity in entry["equity"].items():
        assert evaluate(board, name) == near(equity)
    explanation = explain(board)
    for term, value in entry["terms_1_1"].items():
        assert getattr(explanation, term) == near(value)
    areas = [(a.x, a.y, a.width, a.height, a.equal_walls, near(a.value)) for a in explanation.areas]
    assert [tuple(area) for area in entry["areas_1_1"]] == areas


def test_the_example_of_the_author_is_opened_up_as_he_does() -> None:
    explanation = explain(Board.parse(EXAMPLE))
    assert (explanation.height, explanation.structure, explanation.hollows) == (
        near(20.3),
        near(12.5386),
        near(18.2),
    )
    assert [column.value for column in explanation.columns] == [
        1.8,
        2.5,
        2.2,
        1.8,
        2.2,
        2.5,
        2.5,
        2.2,
        1.3,
        1.3,
    ]
    letters = [(area.label, area.width_factor, area.height_factor) for area in explanation.areas]
    wide, narrow = [("A", 4.25, 1.19), ("C", 4.25, 0.42)], [("B", 3.1, 0.42), ("D", 3.1, 0.5)]
    assert sorted(letters) == sorted([*wide, *narrow, ("E", 2.39, 1.19)])
    rows = [(row.y, row.top, row.factors, row.holes) for row in explanation.covered]
    assert rows == [(3, 2, (0.1, 0.3), (6,)), (4, 3, (0.3, 0.5), (4,))]
    assert [row.value for row in explanation.covered] == [near(9.7), near(8.5)]


def test_the_authors_own_test_of_version_1_2() -> None:
    board = Board.parse(EXAMPLE.removesuffix("xxxx.xxx..") + "xxxx.xxxx.")
    assert evaluate(board, "tengstrand-1.2") == pytest.approx(47.32868963, abs=1e-8)


@pytest.mark.parametrize("name", EVALUATORS)
def test_terms_add_up_and_parts_add_up_to_terms(name: str) -> None:
    for entry in BOARDS:
        explanation = explain(board_of(entry), name)
        assert explanation.equity == near(explanation.height + explanation.structure + explanation.hollows)
        assert explanation.height == near(sum(column.value for column in explanation.columns))
        assert explanation.structure == near(sum(area.value for area in explanation.areas))
        assert explanation.hollows == near(sum(row.value for row in explanation.covered))
        for area in explanation.areas:
            assert area.value == near(area.width_factor * area.height_factor * area.weight)


def test_the_tables_fit_every_size() -> None:
    assert evaluator("tengstrand-1.1", 15, 20).rows[:15] == (0,) * 8 + (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.553)
    assert evaluator("tengstrand-1.1", 8, 20).rows[:8] == (0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.553)
    widths = (0, 4.25, 2.39, 3.1, 2.21, 2.05, 1.87, 1.52, 1.34, 1.18, 1)
    assert evaluator("tengstrand-1.1", 5, 20).widths == widths[:6]
    assert evaluator("tengstrand-1.1", 15, 20).widths == (*widths, 0.85, 0.72, 0.61, 0.52, 0.44)
    assert evaluator("tengstrand-1.1", 10, 5).heights == (7, 7, 2.5, 2.2, 1.8, 1.3)
    assert evaluator("tengstrand-1.1", 10, 25).heights[:7] == (7, 7, 7, 7, 7, 7, 2.5)
    assert evaluator("tengstrand-1.1", 10, 25).heights[-2:] == (0.1, 0.09)
    assert evaluator("tengstrand-1.1", 10, 4).unequal == (0, 0.5, 1.19, 2.3, 3.1)
    assert evaluator("tengstrand-1.1", 10, 10).equal[6:] == (5.6, 6.6, 7.6, 8.6, 9.6)
    for name in EVALUATORS:
        for width, height in ((4, 4), (32, 40), (10, 20)):
            tables = evaluator(name, width, height)
            names = ("heights", "rows", "widths", "unequal", "equal", "weights")
            expected = [height + 1, width + 1, width + 1, height + 1, height + 1, height]
            assert [len(getattr(tables, each)) for each in names] == expected


@pytest.mark.parametrize(
    ("height", "equity"),
    [(20, 267.2869780223956), (12, 187.28698438759), (10, 167.287048751), (8, 147.2877639)],
)
def test_a_lost_board_counts_as_a_checkerboard(height: int, equity: float) -> None:
    assert maximum_equity(10, height) == near(equity)
    assert maximum_equity(10, height, "tengstrand-1.3") == near(10 * (height - 1) * 1.21)


def test_starts_that_are_not_free_are_counted() -> None:
    rules = Rules()
    assert blocked_starts(Board.empty(), rules) == 0
    middle = Board.parse("....x....." + "/.........." * 19)
    assert blocked_starts(middle, rules) == 6  # all but S, whose box is free in its top left corner
    assert blocked_starts(Board.parse("....xx...." + "/.........." * 19), rules) == 7


def test_more_areas_than_letters_go_on_with_two() -> None:
    comb = Board(32, 40, tuple(0x55555555 if y > 38 - y % 2 else 0 for y in range(40)))
    stairs = Board(32, 40, tuple(sum(1 << x for x in range(32) if x % 2 and y > 4 + x) for y in range(40)))
    assert [area.label for area in explain(comb).areas][-1] == "P"
    assert "AA" in {area.label for area in explain(stairs).areas}


def test_an_evaluator_that_does_not_exist_is_named_with_those_that_do() -> None:
    with pytest.raises(BadInput, match=r"no evaluator “tengstrand-9”; there are tengstrand-1\.1"):
        evaluate(Board.empty(), "tengstrand-9")
