import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import Run

WITHOUT_NUMBA_AND_PYGAME = [
    ["--help"],
    ["config", "show"],
    ["config", "check"],
    ["config", "path"],
    ["config", "--help"],
    ["zuniq", "solve", "--help"],
    ["zuniq", "legal", "--dots", "3x3"],
    ["tetris", "classic", "--help"],
    ["bench"],
    ["showcase", "--list"],
]
WATCHED = """
import sys
import main
try:
    status = main.main(sys.argv[1:])
except SystemExit as end:
    status = end.code
loaded = [name for name in ("numba", "pygame", "pygame_gui", "llvmlite") if name in sys.modules]
print(status, *loaded, file=sys.stderr)
"""


@pytest.mark.parametrize("arguments", WITHOUT_NUMBA_AND_PYGAME, ids=" ".join)
def test_what_needs_neither_loads_neither_numba_nor_pygame(root: Path, arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, *arguments], cwd=root, capture_output=True, text=True, check=True
    )
    assert done.stderr.split() == ["0"]
    assert done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["zuniq"],
        ["zuniq", "dance"],
        ["zuniq", "perft"],
        ["zuniq", "perft", "three"],
        ["zuniq", "perft", "-1"],
        ["zuniq", "perft", "1", "--dot", "3x3"],
        ["zuniq", "analyse"],
        ["zuniq", "analyse", "--iterations", "0"],
        ["zuniq", "match", "kibitz", "random", "--games", "0", "--seed", "1"],
        ["zuniq", "match", "kibitz", "random", "--games", "2", "--seed", "1", "--seconds", "nan"],
        ["tetris"],
        ["tetris", "equity"],
        ["tetris", "moves", "-"],
        ["tetris", "moves", "-", "--piece", "T", "--levels", "0"],
        ["tetris", "classic", "--controller", "dt-20", "--games", "1", "--seed", "1"],
        ["tetris", "classic", "--controller", "dt-20", "--rules", "go", "--games", "1", "--seed", "1"],
        ["play", "chess"],
        ["config"],
        ["screenshot", "home", "--theme", "pink"],
        ["--json"],
    ],
    ids=" ".join,
)
def test_wrong_usage_is_status_2_and_one_line(run: Run, arguments: list[str]) -> None:
    run(*arguments).assert_refused(2)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["zuniq", "legal", "--dots", "7x7"], "7x7"),
        (["zuniq", "legal", "--dots", "six"], "ROWSxCOLUMNS"),
        (["zuniq", "legal", "--moves", "A1h A1h"], "drawn already"),
        (["zuniq", "legal", "--moves", "Z9q"], "no wall"),
        (["bench", "nothing"], "nothing"),
        (["showcase", "nothing"], "nothing"),
        (["showcase", "nothing", "--record", "film.gif"], "nothing"),
        (["replay", "nothing.kibitz", "--verify"], "nothing.kibitz"),
        (["replay", "nothing.kibitz", "--json"], "nothing.kibitz"),
        (["screenshot", "home"], "-o"),
        (["screenshot", "home", "-o", "picture.jpg"], ".png"),
        (["screenshot", "home", "-o", "picture.png", "--size", "1x1"], "640x480"),
        (["screenshot", "home", "-o", "no/such/folder.png"], "folder"),
        (["screenshot", "nothing", "-o", "picture.png"], "nothing"),
        (["config", "check", "nothing.yaml"], "nothing.yaml"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else value,
)
def test_bad_input_is_status_1_and_one_line(run: Run, arguments: list[str], word: str) -> None:
    run(*arguments).assert_refused(1, word)


@pytest.mark.parametrize("command", ["legal", "solve"])
def test_moves_can_come_from_stdin(run: Run, command: str) -> None:
    given = run("zuniq", command, "--dots", "3x3", "--moves", "A1h B1v C1h", "--json").document
    assert (
        run("zuniq", command, "--dots", "3x3", "--moves", "-", "--json", stdin="A1h\nB1v C1h\n").document
        == given
    )


def test_what_stdin_cannot_be_is_said(run: Run) -> None:
    run("zuniq", "legal", "--moves", "-", stdin=None).assert_refused(1, "stdin is closed")
    run("zuniq", "legal", "--moves", "-", stdin=b"\xff\xfe").assert_refused(1, "stdin is not UTF-8")
    run("zuniq", "legal", "--moves", "-", stdin="A" * 200_000).assert_refused(1, "100,000 bytes")


def test_a_reader_that_has_seen_enough_is_no_error(root: Path) -> None:
    script = f'"{sys.executable}" main.py config show | true; echo "${{PIPESTATUS[0]}}"'
    done = subprocess.run(["bash", "-c", script], cwd=root, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("0\n", "")


def test_a_disk_that_is_full_is_one_line(root: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "main.py", "config", "show"],
            cwd=root,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.decode().startswith("error: ")
    assert b"Traceback" not in done.stderr


TOURNAMENT = ("tetris", "classic", "--controller", "bcts", "--rules", "fahey")
IN_THE_WORK = """
import sys, cli.zuniq, main
wait = cli.zuniq.interruptible
cli.zuniq.interruptible = lambda work: wait(lambda: (print("begun", flush=True), work()))
sys.exit(main.main(sys.argv[1:]))
"""
AT_THE_START = """
import sys, cli.commands, main
parser = cli.commands.parser
cli.commands.parser = lambda: (print("begun", flush=True), parser())[1]
sys.exit(main.main(sys.argv[1:]))
"""


IN_A_COMPILER = """
import os, signal, sys, cli.commands, main
os.environ["KIBITZ_KERNELS"] = "off"
def _raw_object_cache_notify():
    os.kill(os.getpid(), signal.SIGINT)
    print("begun", flush=True)
def work():
    try:
        _raw_object_cache_notify()
    except KeyboardInterrupt:
        print("lost", file=sys.stderr)
    while True:
        pass
class Chosen:
    run = lambda *_: work()
cli.commands.parser = lambda: type("Parser", (), {"parse_args": lambda *_: Chosen()})()
sys.exit(main.main(sys.argv[1:]))
"""
INT, TERM = signal.SIGINT, signal.SIGTERM


@pytest.mark.parametrize(
    ("program", "arguments", "number"),
    [
        (IN_THE_WORK, ["zuniq", "perft", "12"], INT),
        (IN_THE_WORK, ["zuniq", "solve"], TERM),
        (IN_THE_WORK, ["zuniq", "analyse", "--iterations", "100000000000"], INT),
        (AT_THE_START, ["zuniq", "match", "kibitz", "kibitz", "--games", "50", "--seed", "1"], TERM),
        (AT_THE_START, ["zuniq", "codecup"], INT),
        (AT_THE_START, [*TOURNAMENT, "--games", "9", "--seed", "1"], INT),
        (AT_THE_START, ["warmup"], INT),
        (IN_A_COMPILER, [], INT),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_signal_ends_with_its_status_and_says_nothing(
    root: Path, program: str, arguments: list[str], number: int
) -> None:
    command = [sys.executable, "-c", program, *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=root, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == b"begun\n"  # only now is there something to interrupt
            process.send_signal(number)
            _, said = process.communicate(timeout=120)
        finally:
            process.kill()
    assert (process.returncode, said) == (128 + number, b"")


def test_a_terminal_without_utf_8_gets_what_it_can_show(run: Run) -> None:
    ended = run("config", "check", "nichtdä.yaml", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert ended.status == 1
    assert "Traceback" not in ended.err


def test_one_json_document_is_all_that_stands_on_stdout(run: Run) -> None:
    for arguments in (
        ["config", "show"],
        ["config", "path"],
        ["zuniq", "legal"],
        ["bench"],
        ["showcase", "--list"],
    ):
        assert run(*arguments, "--json").document is not None


def test_the_traceback_of_a_fault_is_there_for_who_asks(root: Path) -> None:
    fault = "import main, cli.commands\ncli.commands.parser = lambda: 1 / 0\n"
    fault += "raise SystemExit(main.main([]))"
    for variable, wanted in (("", "this should not have happened (ZeroDivisionError"), ("1", "Traceback")):
        done = subprocess.run(
            [sys.executable, "-c", fault],
            cwd=root,
            env=os.environ | {"KIBITZ_TRACEBACK": variable},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1
        assert wanted in done.stderr


def test_a_saved_game_is_checked_move_by_move(run: Run, tmp_path: Path) -> None:
    from game.record import Move, Record, Seat, format_record

    moves = tuple(Move(text) for text in ("A1h", "B1h", "A1v"))
    game = format_record(
        Record(game="zuniq", rules={"dots": "3x3"}, seats=(Seat("a"), Seat("b")), moves=moves, cursor=3)
    )
    file = tmp_path / "game.kibitz"
    file.write_bytes(game)
    wanted = {"game": "zuniq", "moves": 3, "ok": True, "first_bad_move": None, "fumen": None}
    assert run("replay", str(file), "--json").document == wanted
    assert run("replay", "-", "--verify", "--json", stdin=game).document == wanted
    assert "3 moves: right" in run("replay", str(file), "--verify").out
    file.write_bytes(game[:-20])
    run("replay", str(file), "--verify").assert_refused(1, "game.kibitz")
    run("replay", "-").assert_refused(1, "--verify")


def test_json_of_config_show_is_the_configuration(run: Run, tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "config").mkdir(parents=True)
    (home / "config" / "config.yaml").write_text("display: {scale: 2, theme: pink}\n")
    shown = run("config", "show", "--json", KIBITZ_HOME=str(home))
    assert json.loads(shown.out)["display"] == {
        "theme": "dark",
        "scale": 2.0,
        "fullscreen": False,
        "reduce_motion": False,
        "patterns": False,
    }
    assert "display.theme is pink; allowed: dark or light" in shown.err
    checked = run("config", "check", KIBITZ_HOME=str(home))
    assert checked.status == 1
    assert checked.err.count("\n") == 1
    assert "display.theme is pink" in checked.err
    wrong = run("config", "check", "--json", KIBITZ_HOME=str(home))
    assert json.loads(wrong.out)["ok"] is False


@pytest.mark.parametrize("arguments", [[], ["play", "zuniq"], ["showcase", "zuniq-duel"]], ids=" ".join)
def test_without_a_display_one_line_names_what_works_without(run: Run, arguments: list[str]) -> None:
    nothing = {"DISPLAY": None, "WAYLAND_DISPLAY": None, "SDL_VIDEODRIVER": None, "XDG_RUNTIME_DIR": None}
    run(*arguments, **nothing).assert_refused(1, "screenshot", "showcase", "--record")
