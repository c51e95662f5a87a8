"""A long run reaches the window whole and in order, at the window's own pace, whatever becomes of its worker."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import msgspec
import pytest

from ai.engine import MOST_PIECES, RunOrder, Stretch
from ai.messages import MESSAGE_BYTES, REPORTS_AHEAD, WorkerReport, pack
from ai.registry import create
from ai.work import Playing, Thinking
from gui.play.engine_room import EngineRoom, Event, Reported, WorkerFailure, WorkerReady
from tests.gui.asking import (
    DEADLINE,
    START,
    is_done,
    is_final,
    is_trouble,
    posix,
    question,
    thoughts,
    troubles,
    until,
)


def order(engine: str, pieces: int | None = None, **options: str) -> RunOrder:
    return RunOrder(game="zuniq", rules={}, engine=engine, pieces=pieces, options=dict(options), seed=1)


def ran(events: list[Event]) -> list[Reported]:
    return [event for event in events if isinstance(event, Reported) and isinstance(event.report, Stretch)]


def is_over(event: Event) -> bool:
    return isinstance(event, Reported) and event.report.done


def is_a_stretch(event: Event) -> bool:
    return isinstance(event, Reported)


def columns(events: list[Event]) -> list[int]:
    return list(b"".join(one.report.columns for one in ran(events)))


def whole(pieces: int, begin: int = 0) -> list[int]:
    """Return the reports of a run of games of ten pieces: the number of each piece in its game."""
    return [number % 10 for number in range(begin, begin + pieces)]


def on_the_line(room: EngineRoom, role: str) -> list[WorkerReport]:
    line = room._workers[role].line
    assert line is not None
    return line._counted


def wait_until_the_worker_waits(room: EngineRoom, role: str) -> list[WorkerReport]:
    deadline = time.monotonic() + DEADLINE
    while len(on_the_line(room, role)) < REPORTS_AHEAD:
        assert time.monotonic() < deadline
        time.sleep(0.002)
    time.sleep(0.1)  # time in which a worker that did not wait would play thousands
    return on_the_line(room, role)


def test_every_stretch_comes_once_and_in_order_to_the_last(room: EngineRoom) -> None:
    generation = room.begin("player-0", Playing(order("plays", pieces=1000)))
    events = until(room, is_over)
    assert events[0] == WorkerReady("player-0")
    assert columns(events) == whole(1000)
    assert {one.generation for one in ran(events)} == {generation}
    assert sum(len(one.report.finished) for one in ran(events)) == 100
    assert [one.report.done for one in ran(events)].count(True) == 1
    assert not troubles(events)


def test_a_single_step_is_a_run_of_one_piece(room: EngineRoom) -> None:
    step = order("plays", pieces=1)
    seen: list[int] = []
    for _ in range(12):
        room.begin("player-0", Playing(step))
        [last] = ran(until(room, is_over))
        seen += last.report.columns
        step = msgspec.structs.replace(step.after(last.report), pieces=1)
    assert seen == whole(12)


def test_a_run_goes_on_from_where_it_was_stopped(room: EngineRoom) -> None:
    first = order("plays")
    room.begin("player-0", Playing(first))
    heard = until(room, is_a_stretch)
    room.stop("player-0")
    left = first
    for one in ran(heard):
        left = left.after(one.report)
    room.begin("player-0", Playing(left))
    heard += until(room, is_a_stretch)
    assert columns(heard) == whole(len(columns(heard)))


def test_a_worker_waits_for_a_window_that_looks_away(room: EngineRoom) -> None:
    room.begin("player-0", Playing(order("plays")))
    assert len(wait_until_the_worker_waits(room, "player-0")) == REPORTS_AHEAD
    heard = room.poll()
    heard += until(room, is_a_stretch)
    assert columns(heard) == whole(len(columns(heard)))


def test_whoever_waits_for_the_window_does_not_hang(room: EngineRoom) -> None:
    room.begin("player-0", Playing(order("plays")))
    wait_until_the_worker_waits(room, "player-0")
    post, signs = room._workers["player-0"], list[float]()
    assert post.line is not None
    post.line.news()  # the window hears of nothing played, and so does not thank for it
    deadline, heard = time.monotonic() + DEADLINE, list[Event]()
    while len(set(signs)) < 6:  # each beat counts as progress
        assert time.monotonic() < deadline
        heard += room.poll()
        signs.append(post._progress)
        time.sleep(0.01)
    assert not troubles(heard)


def test_the_longest_stretch_fits_into_a_message(room: EngineRoom) -> None:
    room.begin("player-0", Playing(order("plays-much")))
    [*_, first] = ran(until(room, is_a_stretch))
    assert len(first.report.finished) == len(first.report.columns) == MOST_PIECES
    assert len(pack(WorkerReport(1, 1, msgspec.msgpack.encode(first.report), 0.0))) < MESSAGE_BYTES


def test_nothing_of_an_older_run_comes_out(room: EngineRoom) -> None:
    room.begin("player-0", Playing(order("plays")))
    wait_until_the_worker_waits(room, "player-0")
    generation = room.begin("player-0", Playing(order("plays", pieces=50)))
    events = until(room, is_over)
    assert {one.generation for one in ran(events)} == {generation}
    assert columns(events) == whole(50)


def test_a_stopped_run_falls_silent_and_its_worker_can_be_asked(room: EngineRoom) -> None:
    room.begin("player-0", Playing(order("plays")))
    until(room, is_a_stretch)
    room.stop("player-0")
    deadline, heard = time.monotonic() + DEADLINE, room.poll()
    while room.state("player-0") != "idle" and time.monotonic() < deadline:
        heard += room.poll()
    assert heard == []
    pids = room.pids()
    room.begin("player-0", Thinking(question("counts"), START))
    events = until(room, is_done)
    assert not ran(events)
    assert room.pids() == pids


def test_a_question_ends_a_run_and_a_run_ends_a_question(room: EngineRoom) -> None:
    room.begin("player-0", Thinking(question("endless"), START))
    until(room, lambda event: isinstance(event, Reported))
    room.begin("player-0", Playing(order("plays", pieces=30)))
    assert columns(until(room, is_over)) == whole(30)
    room.begin("player-0", Playing(order("plays")))
    until(room, is_a_stretch)
    generation = room.begin("player-0", Thinking(question("counts"), START))
    assert thoughts(until(room, is_done))[-1].generation == generation


@posix
def test_a_run_whose_worker_is_killed_goes_on_from_where_the_window_has_it(
    room: EngineRoom, tmp_path: Path
) -> None:
    marker = str(tmp_path / "marker")
    generation = room.begin("player-0", Playing(order("plays-and-dies-once", pieces=300, marker=marker)))
    events = until(room, is_over)
    [trouble] = troubles(events)
    assert trouble == WorkerFailure(
        "player-0",
        generation,
        "was killed by the system (SIGKILL). It was started again and plays on.",
    )
    assert columns(events) == whole(300)
    assert len({one.report.rules["pid"] for one in ran(events)}) == 2


def test_a_run_that_never_gets_anywhere_is_given_up(room: EngineRoom) -> None:
    room.begin("player-0", Playing(order("dies-at-once")))
    events = until(room, is_final)
    assert not ran(events)
    assert [trouble.final for trouble in troubles(events)] == [False, False, True]


@pytest.mark.skipif(sys.platform == "win32", reason="the brisk timeouts are too short for a slow start")
def test_a_run_that_hangs_is_noticed_and_taken_up_again(brisk: EngineRoom) -> None:
    brisk.begin("player-0", Playing(order("hangs-in-a-run")))
    events = until(brisk, is_trouble)
    assert len(ran(events)) == 1
    assert troubles(events)[0].sentence.endswith("no progress for 1 s. It was started again and plays on.")
    assert columns(events + until(brisk, is_a_stretch)) == whole(2)


@pytest.mark.parametrize(
    ("engine", "what"),
    [
        ("loses-count", "lost count of its pieces"),
        ("leaves-out", "went on with piece 1 of game 0, which is not what comes next"),
        ("plays-too-much", "played 6 pieces where 5 were to be played"),
        ("ends-without-a-word", "it stopped without an answer"),
    ],
)
def test_a_run_that_cannot_be_is_not_believed(room: EngineRoom, engine: str, what: str) -> None:
    room.begin("player-0", Playing(order(engine, pieces=5)))
    assert what in troubles(until(room, is_trouble))[0].sentence


@pytest.mark.parametrize(
    ("run", "what"),
    [
        (order("nobody"), "unknown engine 'nobody'"),
        (order("only-thinks"), "only-thinks cannot play on by itself"),
        (RunOrder(game="zuniq", rules={"nowhere": ""}, engine="plays"), "no board of that name"),
    ],
)
def test_an_order_that_nobody_could_follow_is_given_up_at_once(
    room: EngineRoom, run: RunOrder, what: str
) -> None:
    room.begin("player-0", Playing(run))
    [trouble] = troubles(until(room, is_trouble))
    assert trouble.final
    assert trouble.sentence == f"The engine cannot answer: {what}"


def test_a_closed_room_takes_no_order(room: EngineRoom) -> None:
    room.close()
    with pytest.raises(RuntimeError):
        room.begin("player-0", Playing(order("plays")))


@posix
def test_a_real_run_is_the_same_whatever_becomes_of_its_worker() -> None:
    """The window ends with the same run as the engine plays undisturbed."""
    asked = RunOrder(
        game="classic",
        rules={"size": "10x8", "pieces": "uniform:8"},
        engine="tengstrand-1.4",
        seed=8,
        pieces=40_000,
    )
    alone = list(create(asked.engine, None, "classic").run(asked))  # type: ignore[attr-defined]
    with EngineRoom() as room:  # what had to be compiled is by now
        room.begin("player-0", Playing(asked))
        heard = until(room, is_a_stretch)
        os.kill(room.pids()[0], signal.SIGKILL)
        heard += until(room, is_over)
    assert len(troubles(heard)) == 1
    for name in ("columns", "marks"):
        played = [
            b"".join(getattr(one.report, name) for one in ran(heard)),
            b"".join(getattr(one, name) for one in alone),
        ]
        assert played[0] == played[1] != b""
    finished = [each for one in ran(heard) for each in one.report.finished]
    assert finished == [each for one in alone for each in one.finished]
    assert ran(heard)[-1].report.rules == alone[-1].rules
