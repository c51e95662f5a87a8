"""Cost of the engine room for the window: frames, the way of a question, the start and the end of workers."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterable, Iterator

from ai.engine import Advice, Choice, Limit
from ai.work import Question, Thinking
from bench.row import Row
from game.advice import Worth
from game.position import Position
from game.zuniq import State
from gui.play.engine_room import EngineRoom, Reported, WorkerReady

NAME = "engine-room"
ABOUT = "cost of a poll, way of a question to a worker and back, start and end of workers"

ROLES = ("player-0", "player-1", "kibitzer")
FRAME = 1 / 60
START = State.start()  # one state for all questions, as the window has one: it knows its legal moves already


class ConstantEngine:
    """An engine that has one opinion at once, and goes on having it until it is stopped."""

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        moves = view.legal_moves()
        choices = tuple(
            Choice(move, Worth("win", 0.5), 1 / len(moves), line=moves[:6]) for move in moves[:10]
        )
        while True:
            yield Advice(choices, "search", Worth("win", 0.5), done=limit.iterations == 1)
            time.sleep(0.02)


def create(name: str, level: str | None, game: str) -> ConstantEngine:
    """The engine of this measurement, under any name."""
    return ConstantEngine()


def run(quick: bool) -> list[Row]:
    """The figures; wall time, except where the note says CPU."""
    times = 5 if quick else 50
    starts = [_start_and_end() for _ in range(3 if quick else 10)]
    with EngineRoom(engines=f"{__name__}:create") as room:
        ways = _ways(room, times)
        resting = _polls(room, 60 if quick else 600)
        for role in ROLES:
            _ask(room, role, iterations=None)
        thinking = _polls(room, 60 if quick else 600)
    return [
        Row("process of a worker is up", _median(start for start, _ in starts) * 1e3, "ms", note="median"),
        Row("all three workers are gone", max(end for _, end in starts) * 1e3, "ms", note="worst"),
        Row("a question asked", _median(ask for ask, _ in ways) * 1e6, "µs", note="median, in the frame"),
        Row(
            "from a question to its first thought", _median(way for _, way in ways) * 1e3, "ms", note="median"
        ),
        Row("a poll, three workers resting", _median(resting) * 1e6, "µs", note="median of frames"),
        Row("a poll, three workers thinking", _median(thinking) * 1e6, "µs", note="median of frames"),
        Row(
            "a poll, 99th percentile",
            sorted(thinking)[len(thinking) * 99 // 100] * 1e6,
            "µs",
            note="thinking",
        ),
    ]


def _median(values: Iterable[float]) -> float:
    return statistics.median(values)


def _ask(room: EngineRoom, role: str, iterations: int | None = 1) -> int:
    """The generation of a question to `role`; without `iterations` it is thought about for ever."""
    limit = Limit(iterations=iterations)
    question = Question(game="zuniq", rules=START.setup, moves=(), seat=0, engine="parrot", limit=limit)
    return room.begin(role, Thinking(question, START))


def _wait_for(room: EngineRoom, kind: type[WorkerReady] | type[Reported], role: str) -> None:
    while not any(isinstance(event, kind) and event.role == role for event in room.poll()):
        time.sleep(0.0002)


def _start_and_end() -> tuple[float, float]:
    """Seconds until the process of one worker is up, and seconds that closing three takes."""
    room = EngineRoom(engines=f"{__name__}:create")
    began = time.perf_counter()
    _ask(room, ROLES[0], iterations=None)
    _wait_for(room, WorkerReady, ROLES[0])
    started = time.perf_counter() - began
    for role in ROLES[1:]:
        _ask(room, role, iterations=None)
        _wait_for(room, Reported, role)
    began = time.perf_counter()
    room.close()
    return started, time.perf_counter() - began


def _ways(room: EngineRoom, times: int) -> list[tuple[float, float]]:
    """Seconds spent in `ask`, and until the first thought is polled; by a worker that is up and rests."""
    ways = []
    for number in range(times + 1):
        began = time.perf_counter()
        _ask(room, ROLES[0])
        asked = time.perf_counter() - began
        _wait_for(room, Reported, ROLES[0])  # of this question: the last one has been answered for good
        if number:  # the first one waits for the process
            ways.append((asked, time.perf_counter() - began))
    return ways


def _polls(room: EngineRoom, frames: int) -> list[float]:
    """Seconds of each poll, sixty frames a second."""
    costs = []
    for _ in range(frames):
        began = time.perf_counter()
        room.poll()
        costs.append(time.perf_counter() - began)
        time.sleep(FRAME)
    return costs
