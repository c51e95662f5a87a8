"""Slips by the written rules, on costs that are given."""

from __future__ import annotations

from game.tetris.guideline import Field, Placement
from game.tetris.guideline.habits import Figure
from game.tetris.guideline.pieces import piece_of
from game.tetris.guideline.slips import CLEAR, Kind, slips

EMPTY = Field.empty()


def kinds(costs: dict[str, float], current: str, field: Field = EMPTY) -> dict[str, Kind]:
    judged = {Placement.parse(text).canonical(): cost for text, cost in costs.items()}
    named = slips(judged, piece_of(current), field)
    return {text: named[at] for text in costs if (at := Placement.parse(text).canonical()) in named}


def test_a_placement_is_a_slip_only_where_it_is_clearly_worse() -> None:
    assert kinds({"O north 0 0": 0, "O north 4 0": CLEAR - 0.01}, "O") == {}
    assert kinds({"O north 0 0": 0, "O north 4 0": CLEAR}, "O") == {"O north 4 0": "other"}


def test_one_column_beside_a_fine_placement() -> None:
    costs = {"O north 3 0": 0.0, "O north 4 2": 8.0, "O north 5 2": 8.0}
    assert kinds(costs, "O") == {"O north 4 2": "column", "O north 5 2": "other"}


def test_what_lies_beside_has_to_be_fine_itself() -> None:
    costs = {"O north 0 0": 0.0, "O north 3 0": 7.0, "O north 4 0": 20.0}
    assert kinds(costs, "O") == {"O north 3 0": "other", "O north 4 0": "other"}


def test_turned_in_place_from_a_fine_placement() -> None:
    costs = {"T north 4 0": 0.0, "T east 4 1": 9.0, "T south 4 1": 9.0, "T east 7 1": 9.0}
    assert kinds(costs, "T") == {"T east 4 1": "turn", "T south 4 1": "turn", "T east 7 1": "other"}
    # an upright I stands in either of two columns beside the middle of a flat one
    costs = {"I north 4 0": 0.0, "I east 4 2": 9.0, "I east 5 2": 9.0, "I east 6 2": 9.0}
    assert kinds(costs, "I") == {"I east 4 2": "turn", "I east 5 2": "turn", "I east 6 2": "other"}


def test_a_spin_that_clears_rows_was_there() -> None:
    slot = Field.parse("xx......../x...xxxxxx/xx.xxxxxxx")
    assert len(slot.landed(*Placement.parse("T south 2 1 full")[:4]).full_rows) == 2
    costs = {"T south 2 1 full": 0.0, "T north 7 2": 11.0, "J north 7 2": 11.0, "T south 2 1 none": 3.0}
    named = kinds(costs, "T", slot)
    assert (named["T north 7 2"], named["J north 7 2"]) == ("spin", "spin")
    without = {text: cost for text, cost in costs.items() if "full" not in text}
    assert "spin" not in kinds(without, "T", slot).values()


def test_no_placement_of_the_current_piece_is_fine() -> None:
    costs = {"I north 4 0": 0.0, "S north 2 0": 6.5, "S north 6 0": 9.0, "I north 8 3": 12.0}
    assert kinds(costs, "S") == {"S north 2 0": "hold", "S north 6 0": "hold", "I north 8 3": "other"}
    assert "hold" not in kinds(costs, "I").values()  # a hold that was too early is none that was too late


def test_wilsons_interval_of_a_share() -> None:
    """Ten of a hundred: 5.5 to 17.4 %, as in every table of it."""
    figure = Figure.share(10, 100)
    assert (round(figure.low, 3), round(figure.high, 3)) == (0.055, 0.174)
    assert Figure.share(0, 0).holds(0.5)
