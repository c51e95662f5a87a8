"""Whatever a worker does, the window hears of it in a sentence, goes on, and leaves no process behind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ai.engine import Limit
from ai.messages import Answer, Question
from game.zuniq import State
from gui.engines.engine_room import EngineRoom, Event, Patience, Ready, Thought, Trouble

ROOT = Path(__file__).parents[2]
ENGINES = str(ROOT / "tests" / "ai")
START = State.start()
DEADLINE = 30.0
BRISK = Patience(thinking=0.6)

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals are a matter of POSIX")
linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a child that is deep in a C call")


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> Iterator[EngineRoom]:
    monkeypatch.syspath_prepend(ENGINES)
    with EngineRoom(engines="unruly:create") as room:
        yield room


@pytest.fixture
def brisk(monkeypatch: pytest.MonkeyPatch) -> Iterator[EngineRoom]:
    """A room that takes a worker for hung after little more than half a second."""
    monkeypatch.syspath_prepend(ENGINES)
    with EngineRoom(BRISK, "unruly:create") as room:
        yield room


def question(engine: str, state: State = START, **options: str) -> Question:
    return Question(
        game="zuniq",
        rules=state.rules,
        moves=state.move_texts,
        seat=state.to_move,
        engine=engine,
        limit=Limit(iterations=1),
        options=dict(options),
    )


def until(room: EngineRoom, wanted: Callable[[Event], bool]) -> list[Event]:
    """All events up to the first `wanted` one; fails, with what came instead, if none comes."""
    deadline, events = time.monotonic() + DEADLINE, list[Event]()
    while time.monotonic() < deadline:
        for event in room.poll():
            events.append(event)
            if wanted(event):
                return events
        time.sleep(0.002)
    raise AssertionError(f"waited in vain; heard {events}")


def is_thought(event: Event) -> bool:
    return isinstance(event, Thought)


def is_trouble(event: Event) -> bool:
    return isinstance(event, Trouble)


def is_done(event: Event) -> bool:
    return isinstance(event, Thought) and event.advice.done


def is_final(event: Event) -> bool:
    return isinstance(event, Trouble) and event.final


def thoughts(events: list[Event]) -> list[Thought]:
    return [event for event in events if isinstance(event, Thought)]


def troubles(events: list[Event]) -> list[Trouble]:
    return [event for event in events if isinstance(event, Trouble)]


def first_pid(events: list[Event]) -> int:
    return int(float(thoughts(events)[0].advice.facts["pid"]))


def alive(pid: int) -> bool:
    """Whether a process runs; one that only waits for its parent to ask how it ended does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


def gone_in_time(pid: int) -> bool:
    deadline = time.monotonic() + DEADLINE
    while alive(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not alive(pid)


# -- thinking --


def test_advice_streams_in_and_ends_with_the_last_word(room: EngineRoom) -> None:
    generation = room.ask("player-0", question("counts"), START)
    events = until(room, is_done)
    numbers = [thought.advice.facts["number"] for thought in thoughts(events)]
    assert events[0] == Ready("player-0")
    assert numbers == sorted(numbers)
    assert len(numbers) > 1
    assert {thought.generation for thought in thoughts(events)} == {generation}
    assert not troubles(events)


def test_a_process_and_its_engine_are_kept_from_move_to_move(room: EngineRoom) -> None:
    later = START.play("A1h")
    room.ask("player-0", question("counts"), START)
    first = thoughts(until(room, is_done))[-1].advice
    room.ask("player-0", question("counts", later), later)
    second = thoughts(until(room, is_done))[-1].advice
    assert (first.facts["asked"], second.facts["asked"]) == (1, 2)
    assert first.facts["pid"] == second.facts["pid"]


def test_roles_think_side_by_side_in_processes_of_their_own(room: EngineRoom) -> None:
    for role in ("player-0", "player-1"):
        room.ask(role, question("endless"), START)
    heard: dict[str, float | str] = {}

    def both(event: Event) -> bool:
        if isinstance(event, Thought):
            heard[event.role] = event.advice.facts["pid"]
        return len(heard) == 2

    until(room, both)
    assert heard["player-0"] != heard["player-1"]
    assert set(heard.values()) == set(room.pids())


def test_no_answer_of_an_older_generation_comes_out(room: EngineRoom) -> None:
    room.ask("kibitzer", question("endless"), START)
    until(room, is_thought)
    wait_for_an_answer_nobody_has_polled(room, "kibitzer")
    later = START.play("A1h")
    generation = room.ask("kibitzer", question("counts", later), later)
    assert room.poll() == []
    events = until(room, is_done)
    assert {thought.generation for thought in thoughts(events)} == {generation}
    assert thoughts(events)[-1].advice.choices[0].move == later.legal_moves()[0]
    assert not troubles(events)


def wait_for_an_answer_nobody_has_polled(room: EngineRoom, role: str) -> None:
    line, deadline = room._posts[role].line, time.monotonic() + DEADLINE
    assert line is not None
    while Answer not in line._news:
        assert time.monotonic() < deadline
        time.sleep(0.002)


def test_of_many_questions_in_one_frame_only_the_last_is_answered(room: EngineRoom) -> None:
    state, generation = START, 0
    for _ in range(20):
        state = state.play(state.legal_moves()[0])
        generation = room.ask("kibitzer", question("counts", state), state)
    events = until(room, is_done)
    assert {thought.generation for thought in thoughts(events)} == {generation}
    assert thoughts(events)[-1].advice.choices[0].move == state.legal_moves()[0]


def test_a_stopped_role_falls_silent_and_rests(room: EngineRoom) -> None:
    room.ask("kibitzer", question("endless"), START)
    until(room, is_thought)
    room.stop("kibitzer")
    deadline, events = time.monotonic() + DEADLINE, room.poll()
    while room.state("kibitzer") != "idle" and time.monotonic() < deadline:
        events += room.poll()
    assert room.state("kibitzer") == "idle"
    assert events == []


def test_the_state_of_a_role_can_be_shown(room: EngineRoom) -> None:
    assert room.state("kibitzer") == "absent"
    room.ask("kibitzer", question("endless"), START)
    assert room.state("kibitzer") == "starting"
    until(room, is_thought)
    assert room.state("kibitzer") == "thinking"
    room.dismiss("kibitzer")
    assert room.state("kibitzer") == "absent"


def test_a_claim_is_legal_advice(room: EngineRoom) -> None:
    room.ask("player-0", question("claims"), START)
    assert thoughts(until(room, is_done))[-1].advice.choices[0].move.endswith("!")


# -- trouble --


@pytest.mark.parametrize(
    ("engine", "sentence"),
    [
        ("raises", "The engine failed: ValueError: the tree has no root."),
        ("leaves", "The engine ended by itself with status 3."),
        pytest.param("is-killed", "The engine was killed by the system (SIGKILL).", marks=posix),
        ("is-illegal", "The engine proposed an illegal move ("),
        ("is-dizzy", "The engine gave the move A1h the impossible score nan."),
        ("rambles", "The engine failed: a message of 1,000,"),
        pytest.param("babbles", "The engine sent something unreadable", marks=posix),
        pytest.param("breaks-off", "The engine sent something unreadable", marks=posix),
        pytest.param("boasts", "The engine sent something unreadable", marks=posix),
    ],
)
def test_a_worker_that_fails_is_replaced_and_reported(room: EngineRoom, engine: str, sentence: str) -> None:
    generation = room.ask("player-1", question(engine), START)
    trouble = until(room, is_trouble)[-1]
    assert isinstance(trouble, Trouble)
    assert trouble.sentence.startswith(sentence)
    assert trouble.sentence.endswith("It was started again and asked once more.")
    assert (trouble.role, trouble.generation, trouble.final) == ("player-1", generation, False)
    newer = room.ask("player-1", question("counts"), START)
    assert thoughts(until(room, is_done))[-1].generation == newer


@posix
def test_the_question_is_asked_again_in_the_new_worker(room: EngineRoom, tmp_path: Path) -> None:
    generation = room.ask("player-0", question("is-killed-once", marker=str(tmp_path / "marker")), START)
    events = until(room, is_done)
    assert [type(event) for event in events if not isinstance(event, Thought)] == [Ready, Trouble, Ready]
    assert thoughts(events)[-1].generation == generation


def test_a_question_is_given_up_after_three_failures_and_the_next_one_is_not(room: EngineRoom) -> None:
    room.ask("player-0", question("raises"), START)
    heard = troubles(until(room, is_final))
    assert [trouble.final for trouble in heard] == [False, False, True]
    assert heard[-1].sentence.endswith("It has failed 3 times and is not asked again.")
    assert room.state("player-0") == "absent"
    room.ask("player-0", question("counts"), START)
    assert not troubles(until(room, is_done))


def test_a_hopeless_question_is_given_up_at_once_and_the_worker_stays(room: EngineRoom) -> None:
    room.ask("player-0", question("nobody"), START)
    [trouble] = troubles(until(room, is_trouble))
    assert trouble.final
    assert trouble.sentence == "The engine cannot answer: unknown engine 'nobody'"
    pids = room.pids()
    room.ask("player-0", question("counts"), START)
    assert first_pid(until(room, is_done)) in pids


@posix
def test_a_resting_worker_that_is_killed_is_replaced_until_it_is_plainly_no_use(room: EngineRoom) -> None:
    room.ask("player-0", question("counts"), START)
    until(room, is_done)
    for ending in (
        "It was started again.",
        "It was started again.",
        "It is started again when it is next asked.",
    ):
        os.kill(room.pids()[-1], signal.SIGKILL)
        trouble = until(room, is_trouble)[-1]
        assert isinstance(trouble, Trouble)
        assert trouble.sentence.endswith(ending)
        assert not trouble.final
        if room.state("player-0") != "absent":
            until(room, lambda event: isinstance(event, Ready))
    room.ask("player-0", question("counts"), START)
    until(room, is_done)


@pytest.mark.parametrize("engine", ["spins", "is-stuck"])
def test_a_worker_that_hangs_is_replaced_and_asked_again(brisk: EngineRoom, engine: str) -> None:
    brisk.ask("player-0", question(engine), START)
    [*_, first, trouble] = until(brisk, is_trouble)
    assert isinstance(first, Thought)
    assert isinstance(trouble, Trouble)
    assert (
        trouble.sentence == "The engine made no progress for 1 s. It was started again and asked once more."
    )
    assert gone_in_time(first_pid([first]))
    until(brisk, is_thought)


@posix
def test_a_resting_worker_that_is_halted_is_replaced(brisk: EngineRoom) -> None:
    brisk.ask("player-0", question("counts"), START)
    until(brisk, is_done)
    os.kill(brisk.pids()[0], signal.SIGSTOP)
    trouble = until(brisk, is_trouble)[-1]
    assert isinstance(trouble, Trouble)
    assert "no progress" in trouble.sentence


def test_an_engine_room_without_engines_says_so() -> None:
    with EngineRoom(engines="nothing_of_that_name:create") as room:
        room.ask("player-0", question("counts"), START)
        [*_, last] = troubles(until(room, is_final))
        assert "nothing_of_that_name" in last.sentence


def test_nobody_is_accused_while_the_window_itself_is_frozen(
    room: EngineRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.ask("player-0", question("endless"), START)
    until(room, is_thought)
    frozen = time.monotonic() + 3600
    monkeypatch.setattr("gui.engines.engine_room.time.monotonic", lambda: frozen)
    assert not troubles(room.poll())


# -- the end --


@pytest.mark.parametrize("engine", ["counts", "endless", "spins", "is-stuck"])
def test_closing_leaves_no_process(room: EngineRoom, engine: str) -> None:
    for role in ("player-0", "player-1"):
        room.ask(role, question(engine), START)
        until(room, is_thought)
    pids = room.pids()
    assert len(pids) == 2
    room.close()
    assert not any(alive(pid) for pid in pids)
    room.close()
    with pytest.raises(RuntimeError):
        room.ask("player-0", question(engine), START)


def test_closing_in_the_middle_of_a_start_leaves_no_process(room: EngineRoom) -> None:
    room.ask("player-0", question("counts"), START)
    post = room._posts["player-0"]
    assert post.line is not None
    room.close()
    assert post.line.gone
    assert post.line.pid is None or not alive(post.line.pid)


def test_dismissing_in_the_middle_of_a_start_leaves_no_process(room: EngineRoom) -> None:
    room.ask("player-0", question("endless"), START)
    line = room._posts["player-0"].line
    assert line is not None
    room.dismiss("player-0")
    assert line.wait(DEADLINE)
    assert line.pid is not None
    assert not alive(line.pid)


def test_a_dismissed_worker_goes_and_the_others_stay(room: EngineRoom) -> None:
    for role in ("player-0", "kibitzer"):
        room.ask(role, question("endless"), START)
        until(room, is_thought)
    going, staying = room.pids()
    room.dismiss("player-0")
    assert gone_in_time(going)
    assert alive(staying)


WINDOW = """
import sys, time
sys.path[:0] = [{root!r}, {engines!r}]
from ai.messages import Question
from game.zuniq import State
from gui.engines.engine_room import EngineRoom, Thought

start = State.start()
room = EngineRoom(engines="unruly:create")
for role in ("player-0", "kibitzer"):
    room.ask(role, Question(game="zuniq", rules=start.rules, moves=(), seat=0, engine={engine!r}), start)
heard = set()
while len(heard) < 2:
    heard |= {{event.role for event in room.poll() if isinstance(event, Thought)}}
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


CTRL_C = """
import os, signal, sys, time
sys.path[:0] = [{root!r}, {engines!r}]
from ai.messages import Question
from game.zuniq import State
from gui.engines.engine_room import EngineRoom

signal.signal(signal.SIGINT, lambda *_: None)
start, kinds = State.start(), set()
room = EngineRoom(engines="unruly:create")
room.ask("kibitzer", Question(game="zuniq", rules=start.rules, moves=(), seat=0, engine="endless"), start)

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
    assert (done.stdout, done.stderr) == ("Ready Thought\n", "")
