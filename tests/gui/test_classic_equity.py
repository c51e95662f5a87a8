"""The picture of an equity is complete: areas, covered rows and heights add up to what the evaluator says."""

from __future__ import annotations

import pytest

from ai.tetris.classic.evaluators import EVALUATORS, evaluate
from ai.tetris.classic.linear import LINEAR, features
from game.tetris.classic import Board
from gui.games.classic.cells import SHORT, WHOLE, Geometry
from gui.games.classic.equity import EquityBreakdown, breakdown, short, two_digits
from gui.games.classic.view import Line, Picture, SideLines, draw_board, placed
from tests.gui.classic_boards import AUTHORS, BLOG, BOX, STACK, by_chance, canvas, state
from tests.gui.driving import Noted


def accounts(controller: str) -> list[EquityBreakdown]:
    """Return a controller's ratings of a dozen boards of several sizes."""
    sizes = ("10x20", "10x5", "4x40", "32x12", "7x9", "32x40")
    boards = [by_chance(seed, size, pieces=6 * seed).board for seed in (1, 4) for size in sizes]
    breakdowns = [breakdown(board, controller) for board in boards]
    return [each for each in breakdowns if each is not None]


def drawn(equity_breakdown: EquityBreakdown) -> float:
    return (
        sum(area.value for area in equity_breakdown.areas)
        + sum(row.value for row in equity_breakdown.rows)
        + equity_breakdown.foot.value
    )


@pytest.mark.parametrize("controller", [*EVALUATORS, *LINEAR])
def test_the_parts_that_are_drawn_add_up_to_the_equity(controller: str) -> None:
    breakdowns = accounts(controller)
    assert len(breakdowns) == 12
    for equity_breakdown in breakdowns:
        assert drawn(equity_breakdown) == pytest.approx(equity_breakdown.total)
        assert sum(term.value for term in equity_breakdown.terms) == pytest.approx(equity_breakdown.total)


@pytest.mark.parametrize("evaluator", EVALUATORS)
def test_the_sum_is_what_the_evaluator_says(evaluator: str) -> None:
    board = by_chance(3).board
    equity_breakdown = breakdown(board, evaluator)
    assert equity_breakdown is not None
    assert equity_breakdown.total == pytest.approx(evaluate(board, evaluator))


@pytest.mark.parametrize("controller", LINEAR)
def test_a_linear_controllers_board_is_its_equity_without_what_belongs_to_the_move(controller: str) -> None:
    weights, before = LINEAR[controller], state(STACK)
    assert before.piece is not None
    for at in before.placements:
        seen = features(before.board, before.piece, at)
        moves = -weights.landing_height * seen.landing_height - weights.eroded * seen.eroded
        after = breakdown(before.put(at).board, controller)
        assert after is not None
        assert after.total + moves == pytest.approx(weights.equity(before.board, before.piece, at))


def test_the_authors_own_example_reads_as_in_his_text() -> None:
    equity_breakdown = breakdown(Board.parse(BLOG), AUTHORS)
    assert equity_breakdown is not None
    assert [(area.label, area.words, two_digits(area.value)) for area in equity_breakdown.areas] == [
        ("A", "1 × 2", "5.06"),
        ("B", "3 × 1, equal walls", "1.30"),
        ("C", "1 × 1, equal walls", "1.79"),
        ("D", "3 × 1", "1.55"),
        ("E", "2 × 2", "2.84"),
    ]
    assert [(row.y, row.holes, row.forms[0], two_digits(row.value)) for row in equity_breakdown.rows] == [
        (3, (6,), "covered row, .1 × .3", "9.70"),
        (4, (4,), "covered row, .3 × .5", "8.50"),
    ]
    assert [short(value, 2) for value in equity_breakdown.heights] == [
        "1.8",
        "2.5",
        "2.2",
        "1.8",
        "2.2",
        "2.5",
        "2.5",
        "2.2",
        "1.3",
        "1.3",
    ]
    assert two_digits(equity_breakdown.foot.value) == "20.30"
    assert two_digits(equity_breakdown.total) == "51.04"


def test_open_wells_are_outlined_and_covered_ones_belong_to_their_row() -> None:
    equity_breakdown = breakdown(state(STACK).board, "bcts")
    assert equity_breakdown is not None
    weights = LINEAR["bcts"]
    assert [(area.x, area.y, area.height, area.words) for area in equity_breakdown.areas] == [
        (1, 13, 2, "well, 2 + 1"),
        (6, 17, 1, "well, 1"),
        (9, 16, 1, "well, 1"),
    ]
    assert equity_breakdown.areas[0].value == pytest.approx(-3 * weights.wells)
    hole = weights.holes + weights.rows_with_holes + weights.hole_depth + weights.wells
    assert [row.value for row in equity_breakdown.rows] == pytest.approx([-hole, -hole])


def test_nothing_is_known_of_a_controller_that_does_not_exist() -> None:
    assert breakdown(Board.empty(), "nobody") is None


@pytest.mark.parametrize(
    ("value", "text"), [(0.25, ".25"), (7.0, "7"), (0.0, "0"), (0.553, ".553"), (1.0, "1"), (0.1, ".1")]
)
def test_values_of_tables_are_written_as_shortly_as_they_can_be(value: float, text: str) -> None:
    assert short(value) == text


def test_halves_are_rounded_as_a_person_does_it() -> None:
    assert [two_digits(value) for value in (1.785, 4.715, -1.785, 0.0)] == ["1.79", "4.72", "–1.79", "0.00"]


# -- the legend --


def lines(
    equity_breakdown: EquityBreakdown, geometry: Geometry, taken: float = 0.0
) -> tuple[SideLines, list[Line]]:
    slots = SideLines.beside(geometry, taken)
    return slots, placed(
        slots, geometry, equity_breakdown.areas, equity_breakdown.rows, equity_breakdown.area_heading
    )


def everywhere() -> list[tuple[EquityBreakdown, Geometry]]:
    results = []
    for size in ("10x20", "10x5", "4x40", "32x40", "32x4", "4x4"):
        for seed in (1, 2, 3):
            board = by_chance(seed, size, pieces=30).board
            equity_breakdown = breakdown(board, AUTHORS)
            assert equity_breakdown is not None
            boxes = (BOX, (0.0, 0.0, 480.0, 240.0))
            results += [
                (equity_breakdown, Geometry.fit(board.width, board.height, box, 1.0, beside=WHOLE))
                for box in boxes
            ]
    return results


def test_no_two_lines_of_the_legend_stand_in_one_place() -> None:
    for equity_breakdown, geometry in everywhere():
        slots, said_lines = lines(equity_breakdown, geometry)
        places = [line.slot for line in said_lines]
        assert len(set(places)) == len(places)
        assert all(0 <= place < slots.count for place in places)


def test_the_legend_says_the_whole_sum_even_where_it_is_short() -> None:
    reported = 0
    for equity_breakdown, geometry in everywhere():
        _, said_lines = lines(equity_breakdown, geometry)
        if any(line.value is not None for line in said_lines):
            reported += 1
            total = sum(line.value or 0.0 for line in said_lines) + equity_breakdown.foot.value
            assert total == pytest.approx(equity_breakdown.total)
    assert reported > 20


def test_a_covered_row_is_named_at_its_own_height() -> None:
    equity_breakdown = breakdown(state(STACK).board, AUTHORS)
    assert equity_breakdown is not None
    geometry = Geometry.fit(10, 20, BOX, 1.0)
    slots, said_lines = lines(equity_breakdown, geometry)
    rows = [line for line in said_lines if line.row is not None]
    assert [line.row for line in rows] == [18, 19]
    assert [slots.middle(line.slot) for line in rows] == [geometry.middle(0, y)[1] for y in (18, 19)]


def test_the_areas_stand_in_order_under_their_heading_right_above_the_covered_rows() -> None:
    equity_breakdown = breakdown(state(STACK).board, AUTHORS)
    assert equity_breakdown is not None
    _, said_lines = lines(equity_breakdown, Geometry.fit(10, 20, BOX, 1.0))
    assert [line.label or line.forms[0] for line in said_lines][:6] == ["Walled areas", *"ABCDE"]
    assert [line.slot for line in said_lines] == list(range(12, 20))


HOLES = "\n".join(["x.xxxxxxx.", ".xxxxxxxx.", "..x.xx.xx."] * 3)
FACTORS = "\n".join(
    ["xxxx..xxxx", ".xxxxxxxx.", "...xxxxxxx", "x.xxxxxxxx", "xx....xxxx", "xxxxx.xxxx", "xxx....xxx"]
)


def texts_of(board: str, width: float, height: float = 456.0) -> list[str]:
    """All that is written beside a board in a box of this size."""
    drawn = canvas()
    drawn.renderer = noted = Noted()
    draw_board(drawn, (0.0, 48.0, width, height), Picture(state(board), evaluator=AUTHORS))
    return noted.texts


def test_equal_factors_are_written_as_a_power(dummy: None) -> None:
    assert "covered row, .6² × .3" in texts_of(HOLES, 560.0)


def test_all_rows_are_described_alike_and_no_factor_is_cut(dummy: None) -> None:
    forms = set()
    for width in range(480, 800, 16):
        texts = texts_of(FACTORS, width)
        rows = [words for words in texts if words.startswith("covered") or words.startswith(".6")]
        form = {words.startswith("covered") for words in rows}
        assert len(form) == 1, (width, rows)
        assert not [words for words in texts if "…" in words]
        forms |= form
    assert forms == {True, False}


def test_a_sum_names_how_many_it_stands_for(dummy: None) -> None:
    assert "5 more covered rows" in texts_of(HOLES, 560.0, 180.0)
    assert "+5" in texts_of(HOLES, 300.0, 180.0)


def test_the_legend_leaves_room_for_the_next_piece() -> None:
    equity_breakdown = breakdown(by_chance(1, pieces=60).board, AUTHORS)
    assert equity_breakdown is not None
    geometry = Geometry.fit(10, 20, BOX, 1.0)
    slots, said_lines = lines(equity_breakdown, geometry, taken=96.0)
    assert said_lines
    assert min(slots.middle(line.slot) for line in said_lines) > geometry.summit + 96


def test_a_narrow_box_gets_the_figures_alone_and_a_very_narrow_one_nothing() -> None:
    assert Geometry.fit(10, 20, (0.0, 0.0, 420.0, 500.0), 1.0).aside == SHORT
    assert Geometry.fit(10, 20, (0.0, 0.0, 240.0, 500.0), 1.0).aside == 0.0
