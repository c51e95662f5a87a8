from pathlib import Path
from statistics import mean, stdev

import pytest

from ai.engine import Limit
from ai.tetris.four_wide import catalogue
from ai.tetris.four_wide import engine as mobility
from ai.tetris.four_wide.catalogue import MAKER
from ai.tetris.four_wide.engine import FourWide
from ai.tetris.four_wide.solving.size import QUICK
from game.advice import Worth
from game.errors import BadTable
from game.facts import PolicyFacts
from game.tetris.four_wide.state import State, move_of


@pytest.fixture(autouse=True)
def _own_policies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "folder", lambda: tmp_path / "policies")


def combo_by_mobility(previews: int, seed: int) -> int:
    state = State.open({"previews": str(previews), "queue": f"seven_bag:{seed}"})
    while (drop := mobility.choose(state)) is not None:
        state = state.play(move_of(drop))
    return state.combo


@pytest.mark.parametrize(("previews", "known"), [(0, 8.75), (1, 15.2)])
def test_the_player_without_a_table_lasts_as_long_as_is_known(previews: int, known: float) -> None:
    """The figure is a mean of 20,000 games, with an error of 0.8 %."""
    combos = [combo_by_mobility(previews, seed) for seed in range(800)]
    error = (stdev(combos) ** 2 / len(combos) + (0.008 * known) ** 2) ** 0.5
    assert abs(mean(combos) - known) < 3.5 * error


def test_the_engine_makes_its_policy_at_first_use_and_speaks_at_once() -> None:
    engine, state = FourWide(), State.open({"previews": "1"})
    first, *_, last = engine.think(state.view(0), Limit())
    assert (first.source, first.done) == ("rule", False)
    assert first.choices[0].worth == Worth("clears", 2.0)
    assert (last.source, last.done) == ("policy", True)
    assert [choice.worth.value for choice in last.choices] == sorted(
        (c.worth.value for c in last.choices), reverse=True
    )
    (only,) = engine.think(state.view(0), Limit())
    assert only == last
    assert catalogue.file_of(state.model).exists()


def test_the_engine_plays_every_move_it_names() -> None:
    engine, state = FourWide(), State.open({"previews": "1", "queue": "seven_bag:3"})
    for _ in range(40):
        *_, advice = engine.think(state.view(0), Limit())
        if state.over:
            assert advice.choices == ()
            break
        assert {choice.move for choice in advice.choices} == set(state.legal_moves())
        for choice in advice.choices:
            assert state.play(choice.move).broken == (choice.worth.value == 0.0)
        state = state.play(advice.choices[0].move)
    assert state.combo > 5


def test_with_more_previews_than_were_solved_it_plays_with_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(QUICK, 3, 1)
    *_, advice = FourWide().think(State.open({"previews": "4"}).view(0), Limit())
    assert advice.source == "policy"
    assert advice.read(PolicyFacts).previews == 1.0


def test_a_damaged_policy_is_made_anew() -> None:
    state = State.open({"previews": "1"})
    path = catalogue.file_of(state.model)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"KIBITZ4W and nonsense")
    *_, advice = FourWide().think(state.view(0), Limit())
    assert advice.source == "policy"


def test_a_policy_that_cannot_be_made_leaves_the_rule_of_thumb(monkeypatch: pytest.MonkeyPatch) -> None:
    def build(*_: object) -> None:
        raise BadTable("the disk is full")

    monkeypatch.setattr(catalogue, "build", build)
    monkeypatch.setattr("ai.tetris.four_wide.catalogue.MAKER", type(MAKER)())
    *_, advice = FourWide().think(State.open({"previews": "1"}).view(0), Limit())
    assert (advice.source, advice.done) == ("rule", True)


def test_the_clears_in_sight_are_those_of_the_pieces_that_are_seen() -> None:
    state = State.open({"queue": "list:OOOOO", "hold": "off", "previews": "3"})
    assert mobility.choose(state) is None, "no O clears a line above ###."
    state = State.open({"queue": "list:IIIII", "hold": "off", "previews": "3"})
    drop = mobility.choose(state)
    assert drop is not None
    assert mobility.in_sight(state, drop) == 4
