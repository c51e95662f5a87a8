"""However a window ends, its workers end with it."""

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ai.work import Thinking
from gui.play.engine_room import EngineRoom, Event, Reported, Timeouts
from tests.gui.asking import (
    DEADLINE,
    ENGINES,
    ROOT,
    START,
    alive,
    first_pid,
    gone_in_time,
    is_done,
    linux,
    posix,
    question,
    until,
)


def thought_of(role: str) -> Callable[[Event], bool]:
    """Return True if an event is an opinion of this role; the others may go on speaking."""
    return lambda event: isinstance(event, Reported) and event.role == role


@pytest.mark.parametrize("engine", ["counts", "endless", "spins", "is-stuck"])
def test_closing_leaves_no_process(room: EngineRoom, engine: str) -> None:
    for role in ("player-0", "player-1"):
        room.begin(role, Thinking(question(engine), START))
        until(room, thought_of(role))
    pids = room.pids()
    assert len(pids) == 2
    room.close()
    assert all(gone_in_time(pid) for pid in pids)
    room.close()
    with pytest.raises(RuntimeError):
        room.begin("player-0", Thinking(question(engine), START))


def test_closing_in_the_middle_of_a_start_leaves_no_process(room: EngineRoom) -> None:
    room.begin("player-0", Thinking(question("counts"), START))
    post = room._workers["player-0"]
    assert post.line is not None
    room.close()
    assert post.line.wait(DEADLINE)
    assert post.line.pid is None or not alive(post.line.pid)


def test_dismissing_in_the_middle_of_a_start_leaves_no_process(room: EngineRoom) -> None:
    room.begin("player-0", Thinking(question("endless"), START))
    line = room._workers["player-0"].line
    assert line is not None
    room.dismiss("player-0")
    assert line.wait(DEADLINE)
    assert line.pid is not None
    assert not alive(line.pid)


def test_a_dismissed_worker_goes_and_the_others_stay(room: EngineRoom) -> None:
    for role in ("player-0", "kibitzer"):
        room.begin(role, Thinking(question("endless"), START))
        until(room, thought_of(role))
    going, staying = room.pids()
    room.dismiss("player-0")
    assert gone_in_time(going)
    assert alive(staying)


WINDOW = """
import sys, time
sys.path[:0] = [{root!r}, {engines!r}]
from ai.work import Question, Thinking
from game.zuniq import State
from gui.play.engine_room import EngineRoom, Reported

start = State.start()
room = EngineRoom(engines="unruly:create")
question = Question(game="zuniq", rules=start.setup, moves=(), seat=0, engine={engine!r})
for role in ("player-0", "kibitzer"):
    room.begin(role, Thinking(question, start))
heard = set()
while len(heard) < 2:
    heard |= {{event.role for event in room.poll() if isinstance(event, Reported)}}
    time.sleep(0.002)
print(*room.pids(), flush=True)
{then}
"""


def window(engine: str, then: str) -> tuple[subprocess.Popen[str], list[int]]:
    """Another window, with two workers that think; and their process numbers."""
    program = WINDOW.format(root=str(ROOT), engines=ENGINES, engine=engine, then=then)
    command = [sys.executable, "-c", program]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    pids = [int(pid) for pid in process.stdout.readline().split()]
    assert len(pids) == 2
    return process, pids


@posix
@pytest.mark.parametrize("engine", ["counts", "spins", pytest.param("is-stuck", marks=linux)])
def test_a_killed_window_leaves_no_worker(engine: str) -> None:
    process, pids = window(engine, "time.sleep(600)")
    assert all(alive(pid) for pid in pids)
    process.kill()
    process.communicate(timeout=DEADLINE)
    assert all(gone_in_time(pid) for pid in pids)


@posix
@pytest.mark.parametrize(
    "then", ["", "raise SystemExit(0)", "import os; os.kill(os.getpid(), 2); time.sleep(600)"]
)
def test_a_window_that_ends_without_closing_leaves_no_worker_and_no_word_of_one(then: str) -> None:
    process, pids = window("endless", then)
    _, complaints = process.communicate(timeout=DEADLINE)
    assert all(gone_in_time(pid) for pid in pids)
    assert "worker" not in complaints
    assert "Traceback" not in complaints or complaints.rstrip().endswith("KeyboardInterrupt")


BOT = """
import os, signal, sys, time
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
print(os.getpid(), file=open(sys.argv[1], "w"), flush=True)
time.sleep(600)
"""
WITH_A_BOT = """
import sys, time
from ai.work import Question, Thinking
from game.tetris.guideline import State
from gui.play.engine_room import EngineRoom

if __name__ == "__main__":
    start, room = State.open({}), EngineRoom()
    options = {"command": sys.argv[1]}
    question = Question(
        game="tetris", rules=start.setup, moves=(), seat=0, engine="outside", options=options
    )
    room.begin("player-1", Thinking(question, start))
    while True:
        room.poll()
        time.sleep(0.01)
"""


@posix
@pytest.mark.parametrize("word", [signal.SIGTERM, signal.SIGKILL])
def test_a_bot_ends_with_the_window(tmp_path: Path, word: signal.Signals) -> None:
    pipe = tmp_path / "pid"
    os.mkfifo(pipe)
    bot = shlex.join([sys.executable, "-S", "-c", BOT, str(pipe)])
    process = subprocess.Popen([sys.executable, "-c", WITH_A_BOT, bot], cwd=ROOT)
    pid = int(pipe.read_text())
    process.send_signal(word)
    process.wait(DEADLINE)
    assert gone_in_time(pid)


CTRL_C = """
import os, signal, sys, time
sys.path[:0] = [{root!r}, {engines!r}]
from ai.work import Question, Thinking
from game.zuniq import State
from gui.play.engine_room import EngineRoom, Event, Reported

signal.signal(signal.SIGINT, lambda *_: None)
start, kinds = State.start(), set()
room = EngineRoom(engines="unruly:create")
question = Question(game="zuniq", rules=start.setup, moves=(), seat=0, engine="endless")
room.begin("kibitzer", Thinking(question, start))

def hear(events):
    while events > 0:
        heard = room.poll()
        kinds.update(type(event).__name__ for event in heard)
        events -= len(heard)
        time.sleep(0.002)

while not room.pids():
    time.sleep(0.001)
os.killpg(0, signal.SIGINT)  # while the worker starts
hear(10)
os.killpg(0, signal.SIGINT)  # while it thinks
hear(10)
print(*sorted(kinds))
"""


@posix
def test_ctrl_c_in_the_terminal_does_not_reach_the_workers() -> None:
    program = CTRL_C.format(root=str(ROOT), engines=ENGINES)
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE, start_new_session=True)
    assert (done.stdout, done.stderr) == ("Reported WorkerReady\n", "")


def test_a_worker_that_nobody_asks_for_long_ends_and_another_answers_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(ENGINES)
    with EngineRoom(Timeouts(resting=0.3), "unruly:create") as room:
        room.begin("player-0", Thinking(question("counts"), START))
        first = first_pid(until(room, is_done))
        deadline = time.monotonic() + DEADLINE
        while room.state("player-0") != "absent" and time.monotonic() < deadline:
            assert room.poll() == []
            time.sleep(0.01)
        assert gone_in_time(first)
        room.begin("player-0", Thinking(question("counts"), START))
        assert first_pid(until(room, is_done)) != first
