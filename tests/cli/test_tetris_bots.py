import json
import shlex
import sys
import tomllib
from pathlib import Path

from tests.cli.running import Run
from tests.tbp import START

MATCH = "tetris match greedy --games 1 --seed 1"


def test_the_bot_says_its_version_and_suggests(run: Run, root: Path) -> None:
    lines = [{"type": "rules"}, START, {"type": "suggest"}, {"type": "quit"}]
    ended = run("tetris tbp --engine greedy", stdin="\n".join(map(json.dumps, lines)))
    info, ready, suggestion = map(json.loads, ended.out.splitlines())
    assert info["version"] == tomllib.loads((root / "pyproject.toml").read_text())["project"]["version"]
    assert ready == {"type": "ready"}
    assert suggestion["moves"]
    assert (ended.status, ended.err) == (0, "")


def test_a_match_against_a_program_is_one_document(run: Run) -> None:
    quitter = shlex.join([sys.executable, "-c", "raise SystemExit(3)"])
    result = run("tetris match greedy", quitter, "--games", "2", "--seed", "1", "--json").document
    assert (result["a"], result["wins_a"], result["wins_b"]) == ("greedy", 2, 0)
    assert [game["reason"] for game in result["games"]] == ["b: ended with status 3"] * 2


def test_players_and_levels_that_do_not_exist_are_refused(run: Run) -> None:
    run("tetris tbp --engine nobody").assert_refused(1, "nobody", "greedy")
    run("tetris tbp --level master").assert_refused(1, "master", "club")
    run(MATCH, "no-such-program").assert_refused(1, "no-such-program", "stacker")
    run(MATCH).assert_refused(2, "B")


def test_a_book_s_move_comes_at_once_and_a_damaged_book_is_left_out(run: Run, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.kbook"
    damaged.write_bytes(b"KIBITZBK and nothing else")
    lines = [{**START, "queue": list("LSZOTJ"), "randomizer": {"type": "seven_bag", "bag_state": ["I"]}}]
    lines += [{"type": "suggest"}, {"type": "quit"}]
    command = f"tetris tbp --book {damaged} --book bt-loop --engine greedy"
    ended = run(command, stdin="\n".join(map(json.dumps, lines)))
    *_, suggestion = map(json.loads, ended.out.splitlines())
    assert (len(suggestion["moves"]), suggestion["move_info"]["extra"]) == (1, "book")
    assert "damaged.kbook" in ended.err
    assert "goes on without it" in ended.err
    assert ended.status == 0


def test_books_that_cannot_be_had_are_refused(run: Run) -> None:
    run("tetris tbp --book no-book").assert_refused(1, "no-book", "bt-loop")
    run(MATCH, "greedy@no-book").assert_refused(1, "no-book", "bt-loop")
