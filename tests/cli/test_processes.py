import contextlib
import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.running import ROOT
from tests.lives import SECONDS, STUBBORN, Lives
from tests.tbp import START

Process = subprocess.Popen[bytes]

TBP = "tetris tbp --engine greedy"
FAULTY = """
import sys, main
from ai.tetris.guideline.stacker.greedy import Greedy
def think(*_):
    raise ValueError("the field\\nhas no floor")
Greedy.think = think
sys.exit(main.main(sys.argv[1:]))
"""


COMPILING = """
import sys, threading, main
from ai.tetris.guideline.stacker.greedy import Greedy
Greedy.warm_up = lambda _: threading.Event().wait()
sys.exit(main.main(sys.argv[1:]))
"""


@contextlib.contextmanager
def started(command: str, *more: str, program: str | None = None) -> Iterator[Process]:
    """A command, or another `program` with these words, whose stdin stays open."""
    pipe = subprocess.PIPE
    begin = ["main.py"] if program is None else ["-c", program]
    words = [sys.executable, *begin, *command.split(), *more]
    process = subprocess.Popen(words, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe)
    with process:
        try:
            yield process
        finally:
            process.kill()


def tell(process: Process, *messages: dict[str, object]) -> None:
    process.stdin.write(b"".join(json.dumps(message).encode() + b"\n" for message in messages))
    process.stdin.flush()


def hear(process: Process) -> bytes:
    return process.stdout.readline()


def end(process: Process) -> tuple[int, str]:
    """The status of a process that is about to end, and what it says on stderr; its stdin is open to its end."""
    status = process.wait(SECONDS)
    return status, process.stderr.read().decode()


# -- the Tetris Bot Protocol --


def quit_is_said(process: Process) -> None:
    tell(process, {"type": "quit"})


def nobody_listens(process: Process) -> None:
    process.stdout.close()
    tell(process, START, {"type": "suggest"})


def ctrl_c(process: Process) -> None:
    process.send_signal(signal.SIGINT)


@pytest.mark.parametrize(("how", "status"), [(quit_is_said, 0), (ctrl_c, 130), (nobody_listens, 0)])
def test_a_bot_ends_while_its_front_end_goes_on(how: Callable[[Process], None], status: int) -> None:
    with started(TBP) as process:
        tell(process, {"type": "rules"})
        assert b"info" in hear(process)
        assert b"ready" in hear(process)
        how(process)
        assert end(process) == (status, "")


def nobody_speaks(process: Process) -> None:
    process.stdin.close()


@pytest.mark.parametrize(("how", "status"), [(quit_is_said, 0), (ctrl_c, 130), (nobody_speaks, 0)])
def test_a_bot_ends_while_its_engine_is_being_compiled(how: Callable[[Process], None], status: int) -> None:
    with started(TBP, program=COMPILING) as process:
        assert b"info" in hear(process)
        how(process)
        assert end(process) == (status, "")


def test_a_bot_whose_engine_fails_says_so_in_one_line() -> None:
    with started(TBP, program=FAULTY) as process:
        tell(process, START, {"type": "suggest"})
        status, text = end(process)
    assert (status, text.count("\n")) == (1, 1)
    assert "the field has no floor" in text


def test_a_child_that_has_done_its_work_ends_while_its_stdin_is_open(tmp_path: Path) -> None:
    order = json.dumps({"folder": str(tmp_path), "verify": True})
    child = "import sys; from ai.bridge.tables.child import main; sys.exit(main(sys.argv[1:]))"
    with started("", order, program=child) as process:
        assert json.loads(hear(process))["type"] == "ended"
        assert end(process) == (0, "")


def test_a_child_that_compiles_ends_when_its_stdin_is_closed() -> None:
    child = """
import threading
from ai.compiled import child
child.groups = threading.Event().wait
child.compile_all([])
"""
    with started("", program=child) as process:
        process.stdin.close()
        assert end(process) == (1, "")


@pytest.mark.parametrize("command", ["tetris tbp", "zuniq codecup"])
def test_a_protocol_without_stdout_is_refused(command: str) -> None:
    script = f'"{sys.executable}" main.py {command} >&-'
    done = subprocess.run(
        ["sh", "-c", script], cwd=ROOT, stdin=subprocess.PIPE, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr.count(b"\n")) == (1, 1)
    assert done.stderr.startswith(b"error: stdout is closed")


# -- programs from outside --

INFO = {"type": "info", "name": "bad", "version": "1", "author": "x", "features": []}
NEVER_READY = f"{STUBBORN}print({json.dumps(INFO)!r}, flush=True)\n"
ENDS_WHEN_READY = f"""{NEVER_READY}
sys.stdin.readline()
print('{{"type": "ready"}}', flush=True)
"""
MATCH = "tetris match greedy --games 1 --seed 1"


def test_a_bot_s_child_that_keeps_its_output_open_does_not_hold_up_a_match(lives: Lives) -> None:
    bot = shlex.join([sys.executable, "-S", "-c", ENDS_WHEN_READY, str(lives.path)])
    with started(MATCH, bot, "--json") as process:
        result = json.loads(hear(process))
        assert end(process) == (0, "")
    assert result["games"][0]["reason"] == "b: ended with status 0"
    assert (lives.word(), lives.word()) == (b"up", b"")


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)])
def test_no_bot_outlives_a_match(lives: Lives, number: int, status: int) -> None:
    bot = shlex.join([sys.executable, "-S", "-c", NEVER_READY + "time.sleep(600)", str(lives.path)])
    with started(MATCH, bot) as process:
        assert lives.word() == b"up"
        process.send_signal(number)
        assert end(process) == (status, "")
    assert lives.word() == b""


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
def test_the_clock_of_a_game_begins_with_the_process() -> None:
    with started("zuniq codecup", program=LATE) as process:
        process.stdin.write(b"Start\nQuit\n")
        process.stdin.flush()
        status, left = end(process)
    assert status == 0
    assert float(left) < 29


# -- work that is ended, and what is left of it --

IN_THE_WORK = """
import sys, cli.zuniq, main
wait = cli.zuniq.interruptible
cli.zuniq.interruptible = lambda work, *doing: wait(lambda: (print("begun", flush=True), work()), *doing)
sys.exit(main.main(sys.argv[1:]))
"""
AT_THE_START = """
import sys, cli.commands, main
parser = cli.commands.parser
cli.commands.parser = lambda: (print("begun", flush=True), parser())[1]
sys.exit(main.main(sys.argv[1:]))
"""
# the command is `work`, which is defined before
AS_A_COMMAND = """
import sys, cli.commands, main
class Chosen:
    run = lambda *_: work()
cli.commands.parser = lambda: type("Parser", (), {"parse_args": lambda *_: Chosen()})()
sys.exit(main.main(sys.argv[1:]))
"""
IN_A_COMPILER = """
import os, signal, sys
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
"""
IN_A_CALLBACK = """
import os, signal, weakref
class Thing:
    pass
def work():
    thing = Thing()
    reference = weakref.ref(thing, lambda _: os.kill(os.getpid(), signal.SIGTERM))
    del thing
    print("begun", flush=True)
    while True:
        pass
"""
INT, TERM = signal.SIGINT, signal.SIGTERM


@pytest.mark.parametrize(
    ("program", "command", "number"),
    [
        (IN_THE_WORK, "zuniq perft 12", INT),
        (IN_THE_WORK, "zuniq solve", TERM),
        (IN_THE_WORK, "zuniq analyse --iterations 100000000000", INT),
        (AT_THE_START, "zuniq match kibitz kibitz --games 50 --seed 1", TERM),
        (AT_THE_START, "zuniq codecup", INT),
        (AT_THE_START, "tetris classic --controller bcts --rules fahey --games 9 --seed 1", INT),
        (AT_THE_START, "warmup", INT),
        (IN_A_COMPILER + AS_A_COMMAND, "zuniq perft 1", INT),
    ],
)
def test_a_signal_ends_with_its_status_and_says_nothing(program: str, command: str, number: int) -> None:
    with started(command, program=program) as process:
        assert hear(process) == b"begun\n"  # only now is there something to interrupt
        process.send_signal(number)
        assert end(process) == (128 + number, "")


def test_a_signal_that_comes_where_exceptions_are_lost_comes_again() -> None:
    with started("zuniq perft 1", program=IN_A_CALLBACK + AS_A_COMMAND) as process:
        assert hear(process) == b"begun\n"
        assert end(process) == (143, "")


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


@pytest.mark.parametrize("number", [TERM, INT])
def test_filming_ends_at_a_signal_and_leaves_no_file(tmp_path: Path, number: int) -> None:
    with started("showcase --record", str(tmp_path / "film.gif"), program=FILMING) as process:
        assert hear(process) == b"begun\n"
        process.send_signal(number)
        assert end(process) == (128 + number, "")
    assert list(tmp_path.iterdir()) == []


def test_work_that_hears_no_signal_is_ended_and_its_unfinished_file_removed(tmp_path: Path) -> None:
    with started("zuniq legal --moves", str(tmp_path / "half"), program=STUCK) as process:
        assert hear(process) == b"begun\n"
        assert len(list(tmp_path.iterdir())) == 1
        process.send_signal(signal.SIGTERM)
        assert end(process) == (128 + signal.SIGTERM, "")
    assert list(tmp_path.iterdir()) == []


# -- matches --

INTERRUPTED = """
import importlib, os, signal, sys, main
module, name, calls = importlib.import_module(sys.argv[1]), sys.argv[2], [0]
play = getattr(module, name)
def interrupted(*arguments):
    calls[0] += 1
    if calls[0] == 3:
        os.kill(os.getpid(), signal.SIGINT)
    return play(*arguments)
setattr(module, name, interrupted)
sys.exit(main.main(sys.argv[3:]))
"""


@pytest.mark.parametrize(
    ("where", "command", "played"),
    [
        ("ai.zuniq.match _game", "zuniq match random random --games 9 --seed 1", 2),
        (
            "ai.tetris.guideline.bots.match _game",
            "tetris match greedy greedy --games 9 --seed 1 --nodes 9",
            2,
        ),
        ("ai.bridge.match _hand", "bridge play random random --deals 9 --seed 1", 1),
    ],
)
def test_ctrl_c_in_a_match_prints_what_was_played(where: str, command: str, played: int) -> None:
    with started("", *where.split(), *command.split(), "--json", program=INTERRUPTED) as process:
        status, err = end(process)
        document = json.loads(process.stdout.read())
    assert status == 130
    assert len(document["deals" if "bridge" in command else "games"]) == played
    assert err.startswith(f"note: stopped after {played} of 9 ")


def test_a_wall_that_was_not_looked_at_has_no_figure() -> None:
    with started("zuniq analyse --iterations 20") as process:
        lines = process.stdout.read().decode().splitlines()
    without = [line.split() for line in lines if len(line.split()) > 1 and line.split()[1] == "-"]
    assert {tuple(each[1:]) for each in without} == {("-", "-")}
    assert not [line for line in lines if line.split()[1:2] == ["0"]]


# -- progress --


def said_on_a_terminal(command: str) -> tuple[str, str]:
    """Return what a command writes to a terminal as its stderr, and what to stdout."""
    import pty
    import termios

    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    words = [sys.executable, "main.py", *command.split()]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        data = b""
        with contextlib.suppress(OSError):  # so Linux says that nobody has the terminal open any more
            while part := os.read(ours, 4096):
                data += part
        out = process.stdout.read().decode()
    os.close(ours)
    return data.decode(), out


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals of this kind")
@pytest.mark.parametrize(
    ("command", "text"),
    [
        ("zuniq analyse --iterations 3000 --json", "searching: "),
        ("zuniq solve --dots 4x4 --moves A1h --json", "solving: "),
        ("zuniq perft 4 --json", "counting: 00:0"),
    ],
)
def test_long_work_says_on_a_terminal_how_far_it_is(command: str, text: str) -> None:
    err, out = said_on_a_terminal(command)
    assert text in err
    json.loads(out)
