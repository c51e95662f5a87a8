"""`tetris slips`: slips, pace and garbage of people, counted in a folder of replays."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from game.errors import BadInput
from game.tetris.guideline import habits
from game.tetris.guideline.slips import KINDS
from game.tetris.tetrio import Match, Player, write
from tests.cli.running import Run, python
from tests.game.tetris.tetrio.test_tetrio import PRIVATE, some_round

REPLAYS = Path(__file__).resolve().parents[3] / "shared" / "reference" / "tetrio"
FILES = ("replay-02.ttrm.gz", "replay-09.ttrm.gz")

# The partner plays a hundred and eighty rounds to learn what is usual: of those, twelve show that it does.
SHORT = """
import sys
import main
from ai.tetris.guideline.partner import calibrating
calibrating.ROUNDS = 1
sys.exit(main.main(sys.argv[1:]))
"""


def test_a_folder_is_counted_without_a_damaged_file_and_saved_as_the_partner_reads_it(
    tmp_path: Path,
) -> None:
    """Real replays where they are; elsewhere rounds in which keys are pressed at random."""
    folder, saved, real = tmp_path / "replays", tmp_path / "habits.yaml", REPLAYS.is_dir()
    folder.mkdir()
    if real:
        for name in FILES:
            shutil.copy(REPLAYS / name, folder)
    else:
        (folder / "random.ttrm").write_bytes(write(Match(19, [random_round(seed) for seed in range(1, 25)])))
    [good, *_] = sorted(folder.iterdir())
    (folder / "damaged.ttrm").write_bytes(good.read_bytes()[:5_000])
    done = python(SHORT, "tetris", "slips", str(folder), "--json", "-o", str(saved))
    assert done.status == 1
    [line] = [line for line in done.err.splitlines() if line.startswith("error: ")]
    assert "damaged.ttrm" in line
    document = json.loads(done.out)
    counted = habits.parse(saved.read_bytes(), str(saved))
    assert habits.plain(counted) == document
    assert document["source"]["files"] == (len(FILES) if real else 1)
    assert document["source"]["rounds"] >= 30
    for band in document["bands"]:
        assert [*band["slips"]] == [*KINDS]
        for count in (*band["slips"].values(), {"share": band["slipping"]}):
            share = count["share"]
            assert 0 <= share["low"] <= share["value"] <= share["high"] <= 1
    if real:  # people place between a half and three pieces a second, and most of these are fine
        assert all(0.5 < band["pace"] < 3 and band["slipping"]["value"] < 0.4 for band in document["bands"])
        assert document["sent"]["breaks"]["high"] < 0.1 < document["sent"]["moves"]["low"]
    else:
        assert counted.at(1.0).slipping.value > habits.shipped().at(1.0).slipping.value


def random_round(seed: int) -> list[Player]:
    one, other = some_round(seed, PRIVATE, 600), some_round(seed + 50, PRIVATE, 600)
    other.name = "p2"
    return [one, other]


def test_what_cannot_be_counted_is_told_in_one_line(run: Run, tmp_path: Path) -> None:
    run("tetris", "slips", str(tmp_path)).assert_refused(1, "holds no replay")
    run("tetris", "slips", str(tmp_path / "nothing.ttrm")).assert_refused(1, "nothing.ttrm")
    run("tetris", "slips", "https://tetr.io/#R:63a1b2c3d4e5").assert_refused(1, "link to a replay")


def test_figures_of_another_kind_are_refused(tmp_path: Path) -> None:
    for text in ("", "- 1", "version: 1", "a: [", "version: 1\nbands: 7"):
        with pytest.raises(BadInput, match=r"x\.yaml"):
            habits.parse(text.encode(), "x.yaml")
