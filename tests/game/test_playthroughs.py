import importlib.util
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "playthroughs"
_spec = importlib.util.spec_from_file_location("playthroughs_make", FOLDER / "make.py")
assert _spec is not None
assert _spec.loader is not None
make = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(make)


@pytest.mark.parametrize("name", make.GAMES)
def test_a_playthrough_is_repeated_to_the_letter(name: str) -> None:
    written = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert make.playthrough(name) == written, "rules changed? look first, then run tests/playthroughs/make.py"


def test_no_playthrough_is_left_without_a_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(make.GAMES)
