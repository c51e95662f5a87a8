import contextlib
import json
import os
import select
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

Process = subprocess.Popen[bytes]

SECONDS = 120  # of patience with a busy machine
TBP = ("tetris", "tbp", "--engine", "greedy")
FAULTY = """
import sys, main
from ai.tetris.guideline.stacker.greedy import Greedy
def think(*_):
    raise ValueError("the field\\nhas no floor")
Greedy.think = think
sys.exit(main.main(sys.argv[1:]))
"""


@contextlib.contextmanager
def started(root: Path, *arguments: str, program: str | None = None) -> Iterator[Process]:
    """A command, or another `program`, whose stdin stays open."""
    pipe = subprocess.PIPE
    begin = ["main.py"] if program is None else ["-c", program]
    process = subprocess.Popen(
        [sys.executable, *begin, *arguments], cwd=root, stdin=pipe, stdout=pipe, stderr=pipe
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def tell(process: Process, *messages: dict[str, object]) -> None:
    assert process.stdin is not None
    process.stdin.write(b"".join(json.dumps(message).encode() + b"\n" for message in messages))
    process.stdin.flush()


def hear(process: Process) -> bytes:
    assert process.stdout is not None
    return process.stdout.readline()


def end(process: Process) -> tuple[int, str]:
    """The status of a process that is about to end, and what it says on stderr; its stdin is open to its end."""
    status = process.wait(SECONDS)
    assert process.stderr is not None
    return status, process.stderr.read().decode()


# -- the Tetris Bot Protocol --

START: dict[str, object] = {
    "type": "start",
    "hold": None,
    "queue": ["T", "I"],
    "combo": 0,
    "back_to_back": False,
    "board": [[None] * 10] * 40,
    "randomizer": {"type": "seven_bag", "bag_state": []},
}


def quit_is_said(process: Process) -> None:
    tell(process, {"type": "quit"})


def nobody_listens(process: Process) -> None:
    assert process.stdout is not None
    process.stdout.close()
    tell(process, START, {"type": "suggest"})


def ctrl_c(process: Process) -> None:
    process.send_signal(signal.SIGINT)


@pytest.mark.parametrize(("how", "status"), [(quit_is_said, 0), (ctrl_c, 130), (nobody_listens, 0)])
def test_a_bot_ends_while_its_front_end_goes_on(
    root: Path, how: Callable[[Process], None], status: int
) -> None:
    with started(root, *TBP) as process:
        tell(process, {"type": "rules"})
        assert b"info" in hear(process)
        assert b"ready" in hear(process)
        how(process)
        assert end(process) == (status, "")


def test_a_bot_whose_engine_fails_says_so_in_one_line(root: Path) -> None:
    with started(root, *TBP, program=FAULTY) as process:
        tell(process, START, {"type": "suggest"})
        status, said = end(process)
    assert (status, said.count("\n")) == (1, 1)
    assert "the field has no floor" in said


def test_a_child_that_has_done_its_work_ends_while_its_stdin_is_open(root: Path, tmp_path: Path) -> None:
    order = json.dumps({"folder": str(tmp_path), "verify": True})
    child = "import sys; from ai.bridge.tables.making.child import main; sys.exit(main(sys.argv[1:]))"
    with started(root, order, program=child) as process:
        assert json.loads(hear(process))["type"] == "ended"
        assert end(process) == (0, "")


def test_a_child_that_compiles_ends_when_its_stdin_is_closed(root: Path) -> None:
    child = """
import threading
from ai.compiled import child
child.groups = threading.Event().wait
child.compile_all([])
"""
    with started(root, program=child) as process:
        assert process.stdin is not None
        process.stdin.close()
        assert end(process) == (1, "")


@pytest.mark.parametrize("command", ["tetris tbp", "zuniq codecup"])
def test_a_protocol_without_stdout_is_refused(root: Path, command: str) -> None:
    script = f'"{sys.executable}" main.py {command} >&-'
    done = subprocess.run(
        ["sh", "-c", script], cwd=root, stdin=subprocess.PIPE, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr.count(b"\n")) == (1, 1)
    assert done.stderr.startswith(b"error: stdout is closed")


# -- programs from outside --

INFO = {"type": "info", "name": "bad", "version": "1", "author": "x", "features": []}
NEVER_READY = f"""
import os, signal, subprocess, sys, time
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
alive = os.open(sys.argv[1], os.O_WRONLY)
wait = [sys.executable, "-S", "-c", "import time; time.sleep(600)"]
subprocess.Popen(wait, start_new_session=True, pass_fds=[alive])
print({json.dumps(INFO)!r}, flush=True)
os.write(alive, b"up")
"""
ENDS_WHEN_READY = (
    NEVER_READY
    + """
sys.stdin.readline()
print('{"type": "ready"}', flush=True)
"""
)
MATCH = ("tetris", "match", "greedy", "--games", "1", "--seed", "1")


@pytest.fixture
def lives(tmp_path: Path) -> Iterator[tuple[Path, Callable[[], bytes]]]:
    """A named pipe that bots hold open as long as they live, and what is written to it next: nothing at their end."""
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no named pipes")
    path = tmp_path / "lives"
    os.mkfifo(path)
    end = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    def word() -> bytes:
        assert select.select([end], [], [], SECONDS)[0]
        return os.read(end, 100)

    yield path, word
    os.close(end)


def test_a_bot_s_child_that_keeps_its_output_open_does_not_hold_up_a_match(
    root: Path, lives: tuple[Path, Callable[[], bytes]]
) -> None:
    path, word = lives
    bot = shlex.join([sys.executable, "-S", "-c", ENDS_WHEN_READY, str(path)])
    with started(root, *MATCH, bot, "--json") as process:
        result = json.loads(hear(process))
        assert end(process) == (0, "")
    assert result["games"][0]["reason"] == "b: ended with status 0"
    assert (word(), word()) == (b"up", b"")


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)])
def test_no_bot_outlives_a_match(
    root: Path, lives: tuple[Path, Callable[[], bytes]], number: int, status: int
) -> None:
    path, word = lives
    bot = shlex.join([sys.executable, "-S", "-c", NEVER_READY + "time.sleep(600)", str(path)])
    with started(root, *MATCH, bot) as process:
        assert word() == b"up"
        process.send_signal(number)
        assert end(process) == (status, "")
    assert word() == b""


# -- the clock of CodeCup --


LATE = """
import sys, time
time.sleep(1)
import main
from ai.zuniq.match import Player
Player.move = lambda player, state: print(player.left, file=sys.stderr) or "C3h"
sys.exit(main.main(sys.argv[1:]))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells when a process was started")
def test_the_clock_of_a_game_begins_with_the_process(root: Path) -> None:
    with started(root, "zuniq", "codecup", program=LATE) as process:
        assert process.stdin is not None
        process.stdin.write(b"Start\nQuit\n")
        process.stdin.flush()
        status, left = end(process)
    assert status == 0
    assert float(left) < 29


# -- what is left of work that is ended --

FILMING = """
import sys, gui.film, main
develop = gui.film._develop
def begun(*arguments):
    print("begun", flush=True)
    return develop(*arguments)
gui.film._develop = begun
sys.exit(main.main(sys.argv[1:]))
"""
STUCK = """
import sys, time, cli.terminal, cli.zuniq, main
from pathlib import Path
from game import saving
cli.terminal.PATIENCE = 0.1
def stuck(arguments):
    with saving.writing(Path(sys.argv[4])) as file:
        file.write(b"half")
        print("begun", flush=True)
        while True:
            try:
                time.sleep(600)
            except KeyboardInterrupt:
                pass  # as a kernel would
cli.zuniq.legal = stuck
sys.exit(main.main(sys.argv[1:]))
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_filming_ends_at_a_signal_and_leaves_no_file(root: Path, tmp_path: Path, number: int) -> None:
    with started(root, "showcase", "--record", str(tmp_path / "film.gif"), program=FILMING) as process:
        assert hear(process) == b"begun\n"
        process.send_signal(number)
        assert end(process) == (128 + number, "")
    assert list(tmp_path.iterdir()) == []


def test_work_that_hears_no_signal_is_ended_and_its_unfinished_file_removed(
    root: Path, tmp_path: Path
) -> None:
    with started(root, "zuniq", "legal", "--moves", str(tmp_path / "half"), program=STUCK) as process:
        assert hear(process) == b"begun\n"
        assert len(list(tmp_path.iterdir())) == 1
        process.send_signal(signal.SIGTERM)
        assert end(process) == (128 + signal.SIGTERM, "")
    assert list(tmp_path.iterdir()) == []
