"""The tables of bridge's play stage on this machine's disk: how levels stand, building, verifying, looking up.

Apart from `scene`: the model behind its two pages, and what play builds before a person opens them.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from itertools import product
from typing import Literal, NamedTuple

from ai.bridge.tables.folder import IN_MEMORY, Folder
from ai.bridge.tables.index import LEVELS, STRAINS, Strain, estimate, positions
from ai.bridge.tables.job import Build, Progress, Verify
from game import places
from game.bridge.endgame import Endgame
from game.errors import BadTable
from gui.play.job import ProcessJob, Worker

_FRESH_SECONDS = 0.5  # how often the disk is looked at
_SAMPLE = 2_000  # entries of a level that a check derives again
_PLACES = tuple(product(range(1, LEVELS + 1), STRAINS))
_SOURCES = {"table": "Table", "search": "Solved"}


class Standing(NamedTuple):
    """A level of a strain: its bytes on disk, whether it is whole, and how far it is being built, 0 to 1."""

    size: int = 0
    built: bool = False
    damaged: bool = False
    share: float | None = None


class Worth(NamedTuple):
    """What a position is worth to the first hand, each card's tricks, and where that comes from."""

    tricks: int
    cards: tuple[tuple[int, int], ...]
    source: str


class Task(NamedTuple):
    """What the job is to do: build the levels from 1 up that are missing, or verify those on disk."""

    kind: Literal["build", "verify"]
    strains: tuple[Strain, ...]
    levels: int = 0


class Tables:
    """The tables on this machine's disk, and the job that builds or verifies them; nothing makes a frame wait."""

    def __init__(self) -> None:
        self._folder = Folder()
        self._job: ProcessJob[Task, Progress] = ProcessJob(self.worker)
        self._seen: tuple[float, dict[tuple[int, Strain], Standing], int] | None = None

    def worker(self, task: Task) -> Worker[Progress]:
        """The process for a task."""
        if task.kind == "build":
            return Build(tuple(range(1, task.levels + 1)), task.strains, self._folder.path)
        return Verify(self._folder.path, _SAMPLE, task.strains)

    @property
    def folder(self) -> str:
        """Where the tables are, as a person writes it."""
        return places.shown(self._folder.path)

    @property
    def task(self) -> str:
        """What is under way: `build`, `verify`, or nothing."""
        return self._job.order.kind if self._job.busy and self._job.order else ""

    @property
    def status(self) -> str:
        """What is being done just now, in a few words; empty where nothing is."""
        progress = self._job.report
        if not self.task:
            return ""
        if progress is None or not progress.level:
            return "Getting ready …"
        kind = "trumps" if progress.strain == "trump" else "no trumps"
        doing = "Building" if self.task == "build" else "Checking"
        return f"{doing} level {progress.level}, {kind}, {round(progress.share * 100)}\u00a0%"

    def standing(self, level: int, strain: Strain) -> Standing:
        """How a level stands."""
        kept, progress = self._look()[0][level, strain], self._job.report
        if self.task != "build" or progress is None or kept.built:
            return kept
        if (progress.level, progress.strain) == (level, strain):
            return kept._replace(share=progress.share)
        return kept

    def free(self) -> int:
        """The bytes that are free where the tables are."""
        return self._look()[1]

    def _look(self) -> tuple[dict[tuple[int, Strain], Standing], int]:
        """How all levels stand, and the free space; looked at from time to time."""
        now = time.monotonic()
        if self._seen is None or now - self._seen[0] > _FRESH_SECONDS:
            levels = {place: self._stands(*place) for place in _PLACES}
            try:
                free = self._folder.free()
            except OSError:
                free = 0
            self._seen = now, levels, free
        return self._seen[1], self._seen[2]

    def _stands(self, level: int, strain: Strain) -> Standing:
        state = self._folder.state(level, strain)
        return Standing(self._folder.bytes(level, strain), state == "built", state == "damaged")

    def begin(self, task: Task) -> None:
        """Have a task done, in place of what is under way."""
        self.stop()
        self._job.start(task)

    def build_first(self) -> None:
        """Build the levels that every player wants, if they are missing and nothing else is under way."""
        if not self.task and not self._folder.path_of(IN_MEMORY, STRAINS[-1]).exists():
            self.begin(Task("build", STRAINS, IN_MEMORY))

    def stop(self) -> None:
        """End what is under way; what is finished stays."""
        self._job.stop()
        self._look_again()

    def _look_again(self) -> None:
        self._seen = None
        for place in _PLACES:
            self._folder.forget(*place)

    def poll(self) -> list[str]:
        """Sentences on what has ended since the last call."""
        ended, order = self._job.poll(), self._job.order
        if ended is None or order is None:
            return []
        self._look_again()
        if self._job.failure:
            return [self._job.failure]
        if order.kind == "build":
            return ["The levels are built."]
        return list(ended.problems) or ["All checked entries are correct."]

    def worth(self, endgame: Endgame) -> Worth | None:
        """The worth of a position by the levels on disk; None where they do not reach it."""
        try:
            solved = self._folder.probe(endgame)
        except BadTable:
            return None
        cards = tuple((each.card, each.tricks) for each in solved.cards)
        return Worth(solved.tricks, cards, _SOURCES[solved.source])


class Line(NamedTuple):
    """A level in the table, summed over the strains that are looked at."""

    level: int
    positions: int
    built: int  # bytes on disk
    whole: bool  # every strain is built
    damaged: bool
    expected: int | None  # bytes it would take, where that is known
    share: float | None  # how far it is being built

    @property
    def size(self) -> int | None:
        """The bytes it takes, or will take, where that is known."""
        return self.built if self.whole else self.expected


def lines_of(tables: Tables, strains: tuple[Strain, ...]) -> list[Line]:
    """All levels as they stand."""
    found = []
    for level in range(1, LEVELS + 1):
        states = [tables.standing(level, strain) for strain in strains]
        building = any(state.share is not None for state in states)
        done = sum(1.0 if state.built else state.share or 0.0 for state in states)
        line = Line(
            level,
            sum(positions(level, strain) for strain in strains),
            sum(state.size for state in states),
            all(state.built for state in states),
            any(state.damaged for state in states),
            total(estimate(level, strain) for strain in strains),
            done / len(states) if building else None,
        )
        found.append(line)
    return found


def total(sizes: Iterable[int | None]) -> int | None:
    """The sum of sizes; None where one of them is not known."""
    listed = list(sizes)
    return None if None in listed else sum(size or 0 for size in listed)
