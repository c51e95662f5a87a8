"""Asking an engine room of unruly engines, and waiting for what it says."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ai.engine import Limit
from ai.work import Question
from game.zuniq import State
from gui.play.engine_room import EngineRoom, Event, Reported, Timeouts, WorkerFailure
from tests.ai.unruly import pid_of
from tests.patience import SECONDS

ROOT = Path(__file__).parents[2]
ENGINES = str(ROOT / "tests" / "ai")
START = State.start()
DEADLINE = SECONDS
BRISK = Timeouts(thinking=0.9)

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals are a matter of POSIX")
linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a child that is deep in a C call")


def question(engine: str, state: State = START, **options: str) -> Question:
    return Question(
        game="zuniq",
        rules=state.setup,
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
    return isinstance(event, Reported)


def is_trouble(event: Event) -> bool:
    return isinstance(event, WorkerFailure)


def is_done(event: Event) -> bool:
    return isinstance(event, Reported) and event.report.done


def is_final(event: Event) -> bool:
    return isinstance(event, WorkerFailure) and event.final


def thoughts(events: list[Event]) -> list[Reported]:
    return [event for event in events if isinstance(event, Reported)]


def troubles(events: list[Event]) -> list[WorkerFailure]:
    return [event for event in events if isinstance(event, WorkerFailure)]


def first_pid(events: list[Event]) -> int:
    return pid_of(thoughts(events)[0].report)


def alive(pid: int) -> bool:
    """Return True if a process runs; one that only waits for its parent to ask how it ended does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    try:
        return status.read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:  # gone between two looks, or a system that has no such files
        return not Path("/proc/self").exists()
    except ProcessLookupError:  # gone while it was read
        return False


def gone_in_time(pid: int) -> bool:
    deadline = time.monotonic() + DEADLINE
    while alive(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not alive(pid)
