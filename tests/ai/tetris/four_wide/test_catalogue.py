from pathlib import Path

import pytest

from ai.tetris.four_wide import catalogue
from ai.tetris.four_wide.catalogue import PolicyCatalogue, words_of
from ai.tetris.four_wide.engine import advice_of
from ai.tetris.four_wide.solving.size import QUICK
from game.facts import KnownFacts
from game.tetris.four_wide.model import Model
from game.tetris.four_wide.state import State

SMALL, LARGER = Model(randomizer="random", previews=0), Model(randomizer="random", previews=1)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(catalogue, "folder", lambda: tmp_path / "policies")
    monkeypatch.setattr(catalogue, "MAKER", type(catalogue.MAKER)())
    return tmp_path / "policies"


def test_what_is_missing_is_made_beside_the_game_and_fewer_previews_do_until_then() -> None:
    policies = PolicyCatalogue()
    assert policies.nearest(LARGER) is None
    policies.make(SMALL)
    policy = policies.nearest(LARGER)
    assert policy.model == SMALL
    state = State.open({"randomizer": "random", "previews": "1"})
    assert state.model == LARGER
    assert advice_of(state, policy).read(KnownFacts).simplified, "an estimate for the game that is played"
    assert policies.prepare(LARGER) == f"the game with {words_of(LARGER)} is being solved"
    policies.wait(60)
    assert policies.prepare(LARGER) == ""
    assert policies.nearest(LARGER).model == LARGER
    assert policies.nearest(SMALL).model == SMALL


def test_a_larger_policy_than_would_be_made_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    policies = PolicyCatalogue()
    policies.make(LARGER)
    monkeypatch.setitem(QUICK, 3, 0)
    assert policies.prepare(LARGER) == ""
    assert policies.prepare(SMALL) != ""
    policies.wait(60)  # no thread of this test works in the folder of the next one


def test_a_damaged_policy_is_made_anew(folder: Path) -> None:
    folder.mkdir()
    catalogue.file_of(SMALL).write_bytes(b"KIBITZ4W and nonsense")
    policies = PolicyCatalogue()
    assert policies.nearest(SMALL) is None
    assert policies.prepare(SMALL)
    policies.wait(60)
    assert policies.nearest(SMALL) is not None


def test_where_nothing_can_be_kept_that_is_said_and_not_tried_again(folder: Path) -> None:
    folder.write_text("no folder")
    policies = PolicyCatalogue()
    policies.prepare(SMALL)
    policies.wait(60)
    text = policies.prepare(SMALL)
    assert text.startswith(f"the game with {words_of(SMALL)} could not be solved: {catalogue.file_of(SMALL)}")
    assert policies.failed(SMALL)
    assert policies.nearest(SMALL) is None
