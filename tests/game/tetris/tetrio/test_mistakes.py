"""Mistakes are counted by degree and by what was worse, and can be added up."""

import pytest

from game.tetris.guideline import State
from game.tetris.tetrio.mistakes import THEMES, Mistakes

STATE = State.open({"board": "/".join(["xxxxxxxxx."] * 4), "queue": "list:IOTLJSZ"})
TETRIS = next(str(at) for at in STATE.placements if STATE.lock(at, held=False).tally.cleared == 4)
FLAT = next(str(at) for at in STATE.placements if at.piece == 0 and at.orientation == 0)


def some() -> Mistakes:
    mistakes = Mistakes()
    mistakes.add(STATE, FLAT, TETRIS, "blunder", 6.5)
    mistakes.add(STATE, FLAT, TETRIS, "inaccuracy", 1.0)
    mistakes.add(STATE, TETRIS, TETRIS, "best", 0.0)
    mistakes.add(STATE, FLAT, TETRIS, "close", 3.0)
    mistakes.add(STATE, FLAT, TETRIS, "unknown", 3.0)
    return mistakes


def test_what_is_too_close_to_call_is_no_mistake_and_what_is_unknown_does_not_count() -> None:
    mistakes = some()
    assert (mistakes.pieces, mistakes.blunders, mistakes.mistakes, mistakes.inaccuracies) == (4, 1, 0, 1)
    assert mistakes.accuracy == pytest.approx(0.5)
    assert mistakes.cost == pytest.approx(7.5)
    assert mistakes.cost_a_hundred == pytest.approx(187.5)
    assert mistakes.themes == {"attack": 2}


def test_rounds_can_be_added_up() -> None:
    other = Mistakes(pieces=6, mistakes=1, cost=2.5, themes={"holes": 1})
    whole = Mistakes.sum([some(), other, Mistakes()])
    assert (whole.pieces, whole.flagged, whole.cost) == (10, 3, 10.0)
    assert whole.themes == {"attack": 2, "holes": 1}
    assert other.themes == {"holes": 1}, "nothing is added to the parts"


def test_the_document_names_themes_in_their_order() -> None:
    facts = Mistakes(pieces=3, blunders=3, cost=9.0, themes={"other": 1, "holes": 2}).document()
    assert list(facts["themes"]) == ["holes", "other"]  # type: ignore[call-overload]
    assert set(facts["themes"]) <= set(THEMES)  # type: ignore[call-overload]
    assert Mistakes().document()["accuracy"] == 1.0
