"""Work for a worker process: an order goes in, and reports come out until one is `done`.

A kind of work is one class. The window makes one from an order, gives it to the engine room, and has it check each
report. The worker finds the class by its `kind` (`ai.worker.WORK`) and carries the order out.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import msgspec

from ai.engine import Advice, Engine, Limit, RunOrder, Stretch, Value, flaw_of_stretch
from game.errors import BadInput
from game.games import open_position
from game.position import Position
from game.referee import Referee

GRACE_SECONDS = 1.0  # how far beyond its limit an engine may think before its last word is taken as final


class Report(Protocol):
    """A result of work: a struct that says whether it is the last one."""

    @property
    def done(self) -> bool: ...


AnyOrder = TypeVar("AnyOrder", bound=msgspec.Struct)
AnyReport = TypeVar("AnyReport", bound=Report)


class Work(ABC, Generic[AnyOrder, AnyReport]):
    """One kind of work, and an order of that kind as the window sees it.

    `orders` and `reports` are the structs that cross the pipe. Where `every` report counts, none is left out, and the
    worker waits for a window that is slow; else only the newest is shown. `again` ends the sentence about a worker that
    was started again.
    """

    kind: ClassVar[str]
    orders: ClassVar[type[Any]]
    reports: ClassVar[type[Any]]
    every: ClassVar[bool] = False
    again: ClassVar[str]

    def __init__(self, order: AnyOrder) -> None:
        self.order = order  # what is left to be done of it

    @property
    @abstractmethod
    def game(self) -> str:
        """The game that it is about."""

    @abstractmethod
    def flaw(self, report: AnyReport) -> str | None:
        """The fault of the next report, to be read after "the engine"; None if there is none."""

    def take(self, report: AnyReport) -> None:
        """Believe a report without a flaw. Most orders stay as they are; of a run the rest is left."""
        return

    @staticmethod
    def latest(order: AnyOrder) -> float | None:
        """Seconds after which a report counts as the last one; None where nothing limits the work."""
        return None

    @staticmethod
    @abstractmethod
    def carry_out(order: AnyOrder, stored: KeptEngines) -> Iterator[AnyReport]:
        """Reports on `order`, made in a worker. Raises `KibitzError` at once for an order that no worker can follow."""


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A question to an engine: the game from its start, the seat that looks at it, the engine, the limit.

    The worker plays `moves` from the starting state of `game` under `rules` and shows the engine what `seat`
    may know. `level` None is the engine's last level, its full strength; `options` are handed on to the
    maker of engines by name.
    """

    game: str
    rules: dict[str, str]
    moves: tuple[str, ...]
    seat: int
    engine: str
    level: str | None = None
    limit: Limit = Limit()
    options: dict[str, Value] = {}


class Thinking(Work[Question, Advice]):
    """Advice on `position`, the one that the question is about, checked by the rules."""

    kind = "think"
    orders, reports = Question, Advice
    again = "asked once more"

    def __init__(self, order: Question, position: Position) -> None:
        super().__init__(order)
        self._referee = Referee(position)

    @property
    def game(self) -> str:
        return self.order.game

    def flaw(self, report: Advice) -> str | None:
        return self._referee.flaw(report)

    @staticmethod
    def latest(order: Question) -> float | None:
        return None if order.limit.seconds is None else order.limit.seconds + GRACE_SECONDS

    @staticmethod
    def carry_out(order: Question, stored: KeptEngines) -> Iterator[Advice]:
        engine = stored.engine(order)
        return engine.think(stored.game.view(order), order.limit)


class Playing(Work[RunOrder, Stretch]):
    """A long run: what is left of the order is what is to be played after the stretches that were taken."""

    kind = "run"
    orders, reports = RunOrder, Stretch
    every = True
    again = "plays on"

    @property
    def game(self) -> str:
        return self.order.game

    def flaw(self, report: Stretch) -> str | None:
        return flaw_of_stretch(report, self.order)

    def take(self, report: Stretch) -> None:
        self.order = self.order.after(report)

    @staticmethod
    def carry_out(order: RunOrder, stored: KeptEngines) -> Iterator[Stretch]:
        run: Callable[[RunOrder], Iterator[Stretch]] | None = getattr(stored.engine(order), "run", None)
        if run is None:
            raise BadInput(f"{order.engine} cannot play on by itself")
        return run(order)


# -- within a worker --


class KeptEngines:
    """State that a worker keeps from one order to the next: its engine, and the last game asked about.

    `engines` names the maker of engines, see `ai.worker.serve`. There is one engine only: its tables may hold more than
    a hundred megabytes.
    """

    def __init__(self, engines: str) -> None:
        self.game = LastGame()
        self._maker = engines
        self._create: Callable[..., Engine] | None = None
        self._name = b""
        self._engine: Engine | None = None

    def engine(self, order: Question | RunOrder) -> Engine:
        """The engine that `order` names, with all it has learnt. Raises `BadInput`, or what its maker raises."""
        name = msgspec.msgpack.encode((order.game, order.engine, order.level, order.options))
        if self._engine is None or name != self._name:
            self._engine = None  # its tables go before new ones come
            self._engine = self._made(order)
            self._name = name
        return self._engine

    def _made(self, order: Question | RunOrder) -> Engine:
        if self._create is None:
            module, _, function = self._maker.partition(":")
            self._create = getattr(import_module(module), function)
        return self._create(order.engine, order.level, order.game, **order.options)


class LastGame:
    """The game that was asked about last, so that a question about its next position plays one move only."""

    def __init__(self) -> None:
        self._start: tuple[str, dict[str, str]] | None = None
        self._moves: list[str] = []
        self._positions: list[Position] = []  # after so many of the moves

    def view(self, question: Question) -> Position:
        """Return the position as the asked seat may know it. Raises `IllegalMove` and `BadInput`."""
        start = (question.game, question.rules)
        if start != self._start:
            self._positions = [open_position(*start)]
            self._start, self._moves = start, []
        known = 0
        while (
            known < min(len(self._moves), len(question.moves)) and self._moves[known] == question.moves[known]
        ):
            known += 1
        del self._moves[known:], self._positions[known + 1 :]
        for move in question.moves[known:]:
            self._positions.append(self._positions[-1].play(move))
            self._moves.append(move)
        position = self._positions[-1]
        if not 0 <= question.seat < len(position.seats):
            raise BadInput(f"seat {question.seat} of {len(position.seats)}")
        return position.view(question.seat)
