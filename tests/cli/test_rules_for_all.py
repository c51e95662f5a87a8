import json
import subprocess
import sys
from pathlib import Path

import pytest

from game.record import Move, Record, Seat, format_record
from tests.cli.running import NO_DISPLAY, Run, python

WITHOUT_NUMBA_AND_PYGAME = [
    "--help",
    "config show",
    "config check",
    "config path",
    "config --help",
    "zuniq solve --help",
    "zuniq legal --dots 3x3",
    "tetris classic --help",
    "bench",
    "showcase --list",
]
WATCHED = """
import contextlib, io, sys
import main
for command in sys.argv[1:]:
    with contextlib.redirect_stdout(io.StringIO()) as written:
        try:
            status = main.main(command.split())
        except SystemExit as end:
            status = end.code
    loaded = [name for name in ("numba", "pygame", "llvmlite") if name in sys.modules]
    print(command, status, bool(written.getvalue()), *loaded, sep="|")
"""


def test_what_needs_neither_loads_neither_numba_nor_pygame() -> None:
    done = python(WATCHED, *WITHOUT_NUMBA_AND_PYGAME)
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines() == [f"{command}|0|True" for command in WITHOUT_NUMBA_AND_PYGAME]


@pytest.mark.parametrize(
    "command",
    [
        "nonsense",
        "zuniq",
        "zuniq dance",
        "zuniq perft",
        "zuniq perft three",
        "zuniq perft -1",
        "zuniq perft 1 --dot 3x3",
        "zuniq analyse",
        "zuniq analyse --iterations 0",
        "zuniq match kibitz random --games 0 --seed 1",
        "zuniq match kibitz random --games 2 --seed 1 --seconds nan",
        "tetris",
        "tetris equity",
        "tetris moves -",
        "tetris moves - --piece T --levels 0",
        "tetris classic --controller dt-20 --games 1 --seed 1",
        "tetris classic --controller dt-20 --rules go --games 1 --seed 1",
        "play chess",
        "config",
        "screenshot home --theme pink",
        "--json",
    ],
)
def test_wrong_usage_is_status_2_and_one_line(run: Run, command: str) -> None:
    run(command).assert_refused(2)


@pytest.mark.parametrize(
    ("command", "word"),
    [
        ("zuniq legal --dots 17x7", "17x7"),
        ("zuniq legal --dots six", "ROWSxCOLUMNS"),
        ("zuniq legal --moves 'A1h A1h'", "drawn already"),
        ("zuniq legal --moves Z9q", "no wall"),
        ("bench nothing", "nothing"),
        ("showcase nothing", "nothing"),
        ("showcase nothing --record film.gif", "nothing"),
        ("showcase bt-loop --at soon", "'soon'"),
        ("showcase bt-loop --at 1:60", "0:00"),
        ("showcase bt-loop --at 59:00 --record film.gif", "0:00"),
        ("showcase bt-loop --at 0:10 --from 3 --record film.gif", "--from"),
        ("replay nothing.kibitz --verify", "nothing.kibitz"),
        ("replay nothing.kibitz --json", "nothing.kibitz"),
        ("screenshot home", "-o"),
        ("screenshot home -o picture.jpg", ".png"),
        ("screenshot home -o picture.png --size 1x1", "640x480"),
        ("screenshot home -o no/such/folder.png", "folder"),
        ("screenshot nothing -o picture.png", "nothing"),
        ("config check nothing.yaml", "nothing.yaml"),
    ],
)
def test_bad_input_is_status_1_and_one_line(run: Run, command: str, word: str) -> None:
    run(command).assert_refused(1, word)


@pytest.mark.parametrize("command", ["legal", "solve"])
def test_moves_can_come_from_stdin(run: Run, command: str) -> None:
    asked = f"zuniq {command} --dots 3x3 --json --moves"
    given = run(asked, "A1h B1v C1h").document
    assert run(asked, "-", stdin="A1h\nB1v C1h\n").document == given


def test_what_stdin_cannot_be_is_said(run: Run) -> None:
    run("zuniq legal --moves -", stdin=None).assert_refused(1, "stdin is closed")
    run("zuniq legal --moves -", stdin=b"\xff\xfe").assert_refused(1, "stdin is not UTF-8")
    run("zuniq legal --moves -", stdin="A" * 200_000).assert_refused(1, "100,000 bytes")


def test_a_reader_that_has_seen_enough_is_no_error(root: Path) -> None:
    script = f'"{sys.executable}" main.py config show | true; echo "${{PIPESTATUS[0]}}"'
    done = subprocess.run(["bash", "-c", script], cwd=root, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("0\n", "")


def test_a_disk_that_is_full_is_one_line(root: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    command = [sys.executable, "main.py", "config", "show"]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, cwd=root, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1
    assert done.stderr.decode().startswith("error: ")
    assert b"Traceback" not in done.stderr


def test_a_terminal_without_utf_8_gets_what_it_can_show(run: Run) -> None:
    ended = run("config check nichtdä.yaml", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert ended.status == 1
    assert "Traceback" not in ended.err


def test_one_json_document_is_all_that_stands_on_stdout(run: Run) -> None:
    for command in ("config show", "config path", "zuniq legal", "bench", "showcase --list"):
        assert run(f"{command} --json").document is not None


def test_the_traceback_of_a_fault_is_there_for_who_asks() -> None:
    fault = "import main, cli.commands; cli.commands.parser = lambda: 1 / 0; raise SystemExit(main.main(['doctor']))"
    for variable, wanted in (("", "this should not have happened (ZeroDivisionError"), ("1", "Traceback")):
        done = python(fault, KIBITZ_TRACEBACK=variable)
        assert done.status == 1
        assert wanted in done.err


def test_a_saved_game_is_checked_move_by_move(run: Run, tmp_path: Path) -> None:
    moves = tuple(Move(text) for text in ("A1h", "B1h", "A1v"))
    game = format_record(
        Record(game="zuniq", rules={"dots": "3x3"}, seats=(Seat("a"), Seat("b")), moves=moves, cursor=3)
    )
    file = tmp_path / "game.kibitz"
    file.write_bytes(game)
    wanted = {"game": "zuniq", "moves": 3, "ok": True, "first_bad_move": None, "fumen": None}
    assert run("replay", str(file), "--json").document == wanted
    assert run("replay - --verify --json", stdin=game).document == wanted
    assert "3 moves: right" in run("replay", str(file), "--verify").out
    file.write_bytes(game[:-20])
    run("replay", str(file), "--verify").assert_refused(1, "game.kibitz")
    run("replay -").assert_refused(1, "--verify")


def test_json_of_config_show_is_the_configuration(run: Run, tmp_path: Path) -> None:
    home = str(tmp_path)
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "config.yaml").write_text("display: {scale: 2, theme: pink}\n")
    shown = run("config show --json", KIBITZ_HOME=home)
    off = dict.fromkeys(("fullscreen", "reduce_motion", "patterns", "lock_bar", "four_colours"), False)
    chosen = {"theme": "dark", "scale": 2.0, "cells": "rounded", "skin": "kibitz", "ghost": "usual"}
    assert json.loads(shown.out)["display"] == chosen | off
    assert "display.theme is pink; allowed: dark or light" in shown.err
    checked = run("config check", KIBITZ_HOME=home)
    assert checked.status == 1
    assert checked.err.count("\n") == 1
    assert "display.theme is pink" in checked.err
    wrong = run("config check --json", KIBITZ_HOME=home)
    assert json.loads(wrong.out)["ok"] is False


@pytest.mark.parametrize("command", ["", "play zuniq", "showcase zuniq-duel"])
def test_without_a_display_one_line_names_what_works_without(run: Run, command: str) -> None:
    run(command, **NO_DISPLAY, XDG_RUNTIME_DIR=None).assert_refused(1, "screenshot", "showcase", "--record")
