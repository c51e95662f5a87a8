"""After any act of a worker the window tells of it in a sentence, goes on, and leaves no process behind."""

import os
import signal
import time
from pathlib import Path

import pytest

from ai.engine import Advice
from ai.messages import Heartbeat, WorkerReport, unpack
from ai.work import Thinking
from gui.play.engine_room import EngineRoom, Event, Reported, WorkerFailure, WorkerReady
from tests.ai.unruly import asked_of, number_of, pid_of
from tests.gui.asking import (
    DEADLINE,
    START,
    first_pid,
    gone_in_time,
    is_done,
    is_final,
    is_thought,
    is_trouble,
    posix,
    question,
    thoughts,
    troubles,
    until,
)

# -- thinking --


def test_advice_streams_in_and_ends_with_the_last_word(room: EngineRoom) -> None:
    generation = room.begin("player-0", Thinking(question("counts"), START))
    events = until(room, is_done)
    numbers = [number_of(thought.report) for thought in thoughts(events)]
    assert events[0] == WorkerReady("player-0")
    assert numbers == sorted(numbers)
    assert len(numbers) > 1
    assert {thought.generation for thought in thoughts(events)} == {generation}
    assert not troubles(events)


def test_a_process_and_its_engine_are_kept_from_move_to_move(room: EngineRoom) -> None:
    later = START.play("A1h")
    room.begin("player-0", Thinking(question("counts"), START))
    first = thoughts(until(room, is_done))[-1].report
    room.begin("player-0", Thinking(question("counts", later), later))
    second = thoughts(until(room, is_done))[-1].report
    assert (asked_of(first), asked_of(second)) == (1, 2)
    assert pid_of(first) == pid_of(second)


def test_roles_think_side_by_side_in_processes_of_their_own(room: EngineRoom) -> None:
    for role in ("player-0", "player-1"):
        room.begin(role, Thinking(question("endless"), START))
    heard: dict[str, int] = {}

    def both(event: Event) -> bool:
        if isinstance(event, Reported):
            heard[event.role] = pid_of(event.report)
        return len(heard) == 2

    until(room, both)
    assert heard["player-0"] != heard["player-1"]
    assert set(heard.values()) == set(room.pids())


def test_no_answer_of_an_older_generation_comes_out(room: EngineRoom) -> None:
    room.begin("kibitzer", Thinking(question("endless"), START))
    until(room, is_thought)
    wait_for_an_answer_nobody_has_polled(room, "kibitzer")
    later = START.play("A1h")
    generation = room.begin("kibitzer", Thinking(question("counts", later), later))
    assert room.poll() == []
    events = until(room, is_done)
    assert {thought.generation for thought in thoughts(events)} == {generation}
    assert thoughts(events)[-1].report.choices[0].move == later.legal_moves()[0]
    assert not troubles(events)


@pytest.mark.parametrize(
    ("engine", "details"),
    [("counts", Reported), pytest.param("is-killed", WorkerFailure, marks=posix)],
)
def test_a_worker_is_ready_before_anything_is_heard_of_it(
    room: EngineRoom, engine: str, details: type[Event]
) -> None:
    """Also where the window has not looked into the room until all was over."""
    room.begin("player-0", Thinking(question(engine), START))
    wait_until_nothing_more_is_told(room, "player-0")
    events = room.poll()
    assert events[0] == WorkerReady("player-0")
    assert isinstance(events[-1], details)


def wait_until_nothing_more_is_told(room: EngineRoom, role: str) -> None:
    """Until the worker is gone, or rests after its last word."""
    line, deadline = room._workers[role].line, time.monotonic() + DEADLINE
    assert line is not None
    while not line.gone:
        answer, beat = line._news.get(WorkerReport), line._news.get(Heartbeat)
        rests = isinstance(beat, Heartbeat) and beat.activity == "idle" and beat.generation
        if isinstance(answer, WorkerReport) and unpack(answer.report, Advice).done and rests:
            return
        assert time.monotonic() < deadline
        time.sleep(0.002)


def wait_for_an_answer_nobody_has_polled(room: EngineRoom, role: str) -> None:
    line, deadline = room._workers[role].line, time.monotonic() + DEADLINE
    assert line is not None
    while WorkerReport not in line._news:
        assert time.monotonic() < deadline
        time.sleep(0.002)


def test_of_many_questions_in_one_frame_only_the_last_is_answered(room: EngineRoom) -> None:
    state, generation = START, 0
    for _ in range(20):
        state = state.play(state.legal_moves()[0])
        generation = room.begin("kibitzer", Thinking(question("counts", state), state))
    events = until(room, is_done)
    assert {thought.generation for thought in thoughts(events)} == {generation}
    assert thoughts(events)[-1].report.choices[0].move == state.legal_moves()[0]


def test_a_stopped_role_falls_silent_and_rests(room: EngineRoom) -> None:
    room.begin("kibitzer", Thinking(question("endless"), START))
    until(room, is_thought)
    room.stop("kibitzer")
    deadline, events = time.monotonic() + DEADLINE, room.poll()
    while room.state("kibitzer") != "idle" and time.monotonic() < deadline:
        events += room.poll()
    assert room.state("kibitzer") == "idle"
    assert events == []


def test_the_state_of_a_role_can_be_shown(room: EngineRoom) -> None:
    assert room.state("kibitzer") == "absent"
    room.begin("kibitzer", Thinking(question("endless"), START))
    assert room.state("kibitzer") == "starting"
    until(room, is_thought)
    assert room.state("kibitzer") == "thinking"
    room.dismiss("kibitzer")
    assert room.state("kibitzer") == "absent"


def test_no_engine_warms_up_for_a_game_on_which_one_has_answered(room: EngineRoom) -> None:
    room.begin("player-0", Thinking(question("counts"), START))
    assert room.is_warming("player-0")
    until(room, is_done)
    room.dismiss("player-0")
    for role in ("player-0", "kibitzer"):
        room.begin(role, Thinking(question("counts"), START))
        assert (room.state(role), room.is_warming(role)) == ("starting", False)


def test_a_claim_is_legal_advice(room: EngineRoom) -> None:
    room.begin("player-0", Thinking(question("claims"), START))
    assert thoughts(until(room, is_done))[-1].report.choices[0].move.endswith("!")


# -- trouble --


@pytest.mark.parametrize(
    ("engine", "sentence"),
    [
        ("raises", "The engine failed: ValueError: the tree has no root."),
        ("leaves", "The engine ended by itself with status 3."),
        pytest.param("is-killed", "The engine was killed by the system (SIGKILL).", marks=posix),
        ("is-illegal", "The engine proposed an illegal move ("),
        ("is-dizzy", "The engine gave the move A1h the impossible worth nan."),
        ("rambles", "The engine failed: a message of 1,000,"),
        pytest.param("babbles", "The engine sent something unreadable", marks=posix),
        pytest.param("breaks-off", "The engine sent something unreadable", marks=posix),
        pytest.param("boasts", "The engine sent something unreadable", marks=posix),
    ],
)
def test_a_worker_that_fails_is_replaced_and_reported(room: EngineRoom, engine: str, sentence: str) -> None:
    generation = room.begin("player-1", Thinking(question(engine), START))
    trouble = until(room, is_trouble)[-1]
    assert isinstance(trouble, WorkerFailure)
    assert trouble.sentence.startswith(sentence)
    assert trouble.sentence.endswith("It was started again and asked once more.")
    assert (trouble.role, trouble.generation, trouble.final) == ("player-1", generation, False)
    newer = room.begin("player-1", Thinking(question("counts"), START))
    assert thoughts(until(room, is_done))[-1].generation == newer


@posix
def test_the_question_is_asked_again_in_the_new_worker(room: EngineRoom, tmp_path: Path) -> None:
    generation = room.begin(
        "player-0", Thinking(question("is-killed-once", marker=str(tmp_path / "marker")), START)
    )
    events = until(room, is_done)
    assert [type(event) for event in events if not isinstance(event, Reported)] == [
        WorkerReady,
        WorkerFailure,
        WorkerReady,
    ]
    assert thoughts(events)[-1].generation == generation


def test_a_question_is_given_up_after_three_failures_and_the_next_one_is_not(room: EngineRoom) -> None:
    room.begin("player-0", Thinking(question("raises"), START))
    heard = troubles(until(room, is_final))
    assert [trouble.final for trouble in heard] == [False, False, True]
    assert heard[-1].sentence.endswith("It has failed 3 times and is not asked again.")
    assert room.state("player-0") == "absent"
    room.begin("player-0", Thinking(question("counts"), START))
    assert not troubles(until(room, is_done))


def test_a_hopeless_question_is_given_up_at_once_and_the_worker_stays(room: EngineRoom) -> None:
    room.begin("player-0", Thinking(question("nobody"), START))
    [trouble] = troubles(until(room, is_trouble))
    assert trouble.final
    assert trouble.sentence == "The engine cannot answer: unknown engine 'nobody'"
    pids = room.pids()
    room.begin("player-0", Thinking(question("counts"), START))
    assert first_pid(until(room, is_done)) in pids


@posix
def test_a_resting_worker_that_is_killed_is_replaced_until_it_is_plainly_no_use(room: EngineRoom) -> None:
    room.begin("player-0", Thinking(question("counts"), START))
    until(room, is_done)
    for ending in (
        "It was started again.",
        "It was started again.",
        "It is started again when it is next asked.",
    ):
        os.kill(room.pids()[-1], signal.SIGKILL)
        trouble = until(room, is_trouble)[-1]
        assert isinstance(trouble, WorkerFailure)
        assert trouble.sentence.endswith(ending)
        assert not trouble.final
        if room.state("player-0") != "absent":
            until(room, lambda event: isinstance(event, WorkerReady))
    room.begin("player-0", Thinking(question("counts"), START))
    until(room, is_done)


@pytest.mark.parametrize("engine", ["spins", "is-stuck"])
def test_a_worker_that_hangs_is_replaced_and_asked_again(brisk: EngineRoom, engine: str) -> None:
    brisk.begin("player-0", Thinking(question(engine), START))
    [*_, first, trouble] = until(brisk, is_trouble)
    assert isinstance(first, Reported)
    assert isinstance(trouble, WorkerFailure)
    assert (
        trouble.sentence == "The engine made no progress for 1 s. It was started again and asked once more."
    )
    assert gone_in_time(first_pid([first]))
    until(brisk, is_thought)


@posix
def test_a_resting_worker_that_is_halted_is_replaced(brisk: EngineRoom) -> None:
    brisk.begin("player-0", Thinking(question("counts"), START))
    until(brisk, is_done)
    os.kill(brisk.pids()[0], signal.SIGSTOP)
    trouble = until(brisk, is_trouble)[-1]
    assert isinstance(trouble, WorkerFailure)
    assert "no progress" in trouble.sentence


def test_an_engine_room_without_engines_says_so() -> None:
    with EngineRoom(engines="nothing_of_that_name:create") as room:
        room.begin("player-0", Thinking(question("counts"), START))
        [*_, last] = troubles(until(room, is_final))
        assert "nothing_of_that_name" in last.sentence


def test_nobody_is_accused_while_the_window_itself_is_frozen(
    room: EngineRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.begin("player-0", Thinking(question("endless"), START))
    until(room, is_thought)
    frozen = time.monotonic() + 3600
    monkeypatch.setattr("gui.play.engine_room.time.monotonic", lambda: frozen)
    assert not troubles(room.poll())
