"""`tetris tetrio`: one document a file, sums for a person, and files that cannot be read."""

import gzip
import json
from pathlib import Path

import pytest

from game.tetris.tetrio import Match, read, write
from tests.cli.running import Run
from tests.game.tetris.tetrio.test_tetrio import HOSTILE, PRIVATE, some_round


@pytest.fixture
def match(tmp_path: Path) -> Path:
    folder = tmp_path / "replays"
    folder.mkdir()
    first, second = some_round(1, PRIVATE, 1500), some_round(2, PRIVATE, 1500)
    second.name = "p2"
    (folder / "a.ttrm").write_bytes(write(Match(19, [[first, second]])))
    (folder / "b.ttr.gz").write_bytes(gzip.compress(write(Match(19, [[first]]))))
    return folder


def test_one_document_a_file(run: Run, match: Path) -> None:
    result = run("tetris", "tetrio", str(match / "a.ttrm"), "--json").document
    assert (result["file"], result["version"]) == ("a.ttrm", 19)
    [players] = [one["players"] for one in result["rounds"]]
    assert [player["name"] for player in players] == ["p1", "p2"]
    for player, known in zip(players, read(match / "a.ttrm").rounds[0], strict=True):
        assert player["matches"]
        assert player["differs"] == []
        assert player["stats"] == known.stats
        assert "placements" not in player
    with_all = run("tetris", "tetrio", str(match / "a.ttrm"), "--json", "--placements").document
    for player in with_all["rounds"][0]["players"]:
        assert len(player["placements"]) == player["stats"]["piecesplaced"]


def test_a_folder_is_read_file_by_file(run: Run, match: Path) -> None:
    (match / "c.ttrm").write_bytes(b"{}")
    (match / "notes.txt").write_text("no replay")
    done = run("tetris", "tetrio", str(match), "--json")
    assert done.status == 1
    assert [json.loads(line)["file"] for line in done.out.splitlines()] == ["a.ttrm", "b.ttr.gz"]
    assert done.err.startswith("error: ")
    assert done.err.count("\n") == 1
    assert "c.ttrm" in done.err


def test_sums_for_a_person(run: Run, match: Path) -> None:
    done = run("tetris", "tetrio", str(match))
    assert (done.status, done.err) == (0, "")
    assert "won" in done.out
    assert "APM" in done.out
    assert "as in the file" in done.out


def test_who_won_is_what_the_file_says_and_a_goal_is_finished(run: Run, tmp_path: Path) -> None:
    first, second = some_round(1, PRIVATE, 300), some_round(2, PRIVATE, 300)
    first.name, first.alive, second.name, second.alive = "a", False, "b", True
    first.reason = "forfeit"
    alone = some_round(3, PRIVATE, 300)
    alone.name, alone.reason = "b", "clear"
    (tmp_path / "a.TTRM").write_bytes(write(Match(19, [[first, second], [second, first]])))
    (tmp_path / "b.ttr").write_bytes(write(Match(19, [[alone]])))
    done = run("tetris", "tetrio", str(tmp_path))
    lines = {line.split()[0]: line for line in done.out.splitlines() if line.startswith(("a  ", "b  "))}
    assert "won 0 of 2 " in lines["a"]
    assert "won 2 of 2, finished 1 of 1 " in lines["b"]


@pytest.mark.parametrize("command", [("tetris", "tetrio"), ("review",), ("replay",)])
def test_a_link_is_told_for_what_it_is(run: Run, command: tuple[str, ...]) -> None:
    done = run(*command, "https://tetr.io/#R:63a1b2c3d4e5")
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith("error: this is a link to a replay")
    assert done.err.count("\n") == 1


def test_stdin(run: Run, match: Path) -> None:
    document = run("tetris", "tetrio", "-", "--json", stdin=(match / "a.ttrm").read_text()).document
    assert document["file"] == "-"
    assert len(document["rounds"]) == 1


@pytest.mark.parametrize(
    "name", ["nothing", "nested", "a packed bomb", "subframe NaN", "frames beyond reason"]
)
def test_bad_files_are_one_line(run: Run, tmp_path: Path, name: str) -> None:
    (tmp_path / "x.ttrm").write_bytes(HOSTILE[name]())
    run("tetris", "tetrio", str(tmp_path / "x.ttrm"), "--json").assert_refused(1, "x.ttrm")


def test_an_empty_folder_and_no_file(run: Run, tmp_path: Path) -> None:
    run("tetris", "tetrio", str(tmp_path)).assert_refused(1, ".ttrm")
    run("tetris", "tetrio", str(tmp_path / "none.ttrm")).assert_refused(1, "No such file")


def test_mistakes_are_counted_for_each_player(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "short.ttr"
    file.write_bytes(write(Match(19, [[some_round(1, PRIVATE, 60)]])))
    [player] = run("tetris", "tetrio", str(file), "--json", "--mistakes", "--nodes", "100").document[
        "rounds"
    ][0]["players"]
    result = player["mistakes"]
    assert 0 < result["pieces"] <= player["stats"]["piecesplaced"]
    flagged = result["blunders"] + result["mistakes"] + result["inaccuracies"]
    assert sum(result["themes"].values()) == flagged
    assert result["accuracy"] == pytest.approx(1 - flagged / result["pieces"], abs=1e-4)
    text = run("tetris", "tetrio", str(file), "--mistakes", "--nodes", "100").out
    assert f"in {result['pieces']} piece" in text
    assert run("tetris", "tetrio", str(file), "--nodes", "100").status == 1
