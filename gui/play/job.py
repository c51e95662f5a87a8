"""Long work beside the window: a worker does it, the window starts it, looks how far it is, and stops it.

A `ProcessJob` has a child process that reports its progress; a `RoomJob` has a worker of the engine room. Plain Python
that takes some seconds needs no worker: `Slices`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator
from typing import Any, Generic, Protocol, TypeVar

from ai.work import Report, Work
from gui.play.engine_room import EngineRoom, Event, WorkerFailure, WorkerReady

Order = TypeVar("Order")


class _Work(Generic[Order]):
    """One kind of long work: at most one order is under way, and no frame waits for it.

    `order` is what is being worked on, or has ended by itself; `failure` says in a sentence why that ended early.
    """

    busy = False
    failure = ""
    order: Order | None = None

    def start(self, order: Order) -> None:
        """Work on `order`, and on nothing older. An order that was stopped goes on from what was finished of it."""
        self.order, self.busy, self.failure = order, True, ""

    def stop(self) -> None:
        """End what is under way, and forget the order."""
        self.order, self.busy, self.failure = None, False, ""

    def fail(self, sentence: str) -> None:
        """Give the order up."""
        self.busy, self.failure = False, sentence


class Progress(Protocol):
    """Progress of a process: whether it has ended, and why it ended early."""

    @property
    def finished(self) -> bool: ...
    @property
    def error(self) -> str | None: ...


AnyReport = TypeVar("AnyReport", bound=Report)
ProgressT = TypeVar("ProgressT", bound=Progress)
Progress_co = TypeVar("Progress_co", bound=Progress, covariant=True)


class Worker(Protocol[Progress_co]):
    """A child process for one order (`ai.child.Job`). Where none can be started, that is the error it ends with."""

    def start(self) -> None: ...
    def poll(self) -> Progress_co: ...
    def stop(self) -> None: ...


class ProcessJob(_Work[Order], Generic[Order, ProgressT]):
    """Work in a child process. `report` is what it has told last."""

    def __init__(self, worker: Callable[[Order], Worker[ProgressT]]) -> None:
        """`worker` makes the process for an order."""
        self.report: ProgressT | None = None
        self._make = worker
        self._worker: Worker[ProgressT] | None = None

    def start(self, order: Order) -> None:
        self.stop()
        super().start(order)
        self._worker = self._make(order)
        self._worker.start()
        self.report = self._worker.poll()

    def pulse(self) -> Hashable:
        """Return the visible part of its state, see `Scene.pulse`."""
        return self.busy, self.report

    def poll(self) -> ProgressT | None:
        """Return the report of the process at its end, once; None before that, and afterwards."""
        if self._worker is None:
            return None
        self.report = report = self._worker.poll()
        if not report.finished:
            return None
        self._worker, self.busy, self.failure = None, False, report.error or ""
        return report

    def stop(self) -> None:
        super().stop()
        if self._worker is not None:
            self._worker.stop()
        self._worker = self.report = None


class RoomJob(_Work[Order], Generic[Order, AnyReport]):
    """Work by a worker of the engine room. `work` makes what the room is given of an order.

    `preparing` says how far the kernels are that it needs, where the scene has told.
    """

    preparing = ""

    def __init__(self, room: EngineRoom, role: str, work: Callable[[Order], Work[Any, AnyReport]]) -> None:
        self._room, self._role, self._make = room, role, work
        self._generation: int | None = None

    @property
    def warming(self) -> str:
        """Progress of loading or compiling the engine, in words; empty where it is at work."""
        if not (self.busy and self._room.is_warming(self._role)):
            return ""
        return self.preparing or "The engine is warming up …"

    def start(self, order: Order) -> None:
        super().start(order)
        self._generation = self._room.begin(self._role, self._make(order))

    def hear(self, event: Event) -> AnyReport | None:
        """The report of an event, if it is one on the order; the last one ends the work, and so does final trouble."""
        if not self.busy or isinstance(event, WorkerReady):
            return None
        if event.role != self._role or event.generation != self._generation:
            return None
        if isinstance(event, WorkerFailure):
            if event.final:
                self.fail(event.sentence)
            return None
        report: AnyReport = event.report
        self.busy = not report.done
        return report

    def stop(self) -> None:
        if self.busy:
            self._room.stop(self._role)
        super().stop()


class Slices:
    """Long work in the window itself, a little in each frame. It is `done` when the steps have come to their end."""

    def __init__(self, steps: Iterator[object]) -> None:
        self.done = False
        self.taken = 0  # steps up to now
        self._steps = steps

    def work(self, seconds: float = float("inf")) -> None:
        """Go on for so long, a step more or less; without `seconds`, to the end."""
        until = time.perf_counter() + seconds
        while not self.done and time.perf_counter() < until:
            self.done = next(self._steps, _END) is _END
            self.taken += 1


_END = object()
