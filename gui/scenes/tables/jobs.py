"""What the scene of the tables asks for: how levels stand, building, verifying, looking up."""

from __future__ import annotations

import time
from typing import NamedTuple, Protocol

from ai.bridge.tables.folder import IN_MEMORY, Folder
from ai.bridge.tables.index import LEVELS, STRAINS, Strain, estimate
from ai.bridge.tables.job import Build, Progress, Verify
from game import places
from game.bridge.endgame import Endgame
from game.errors import BadTable


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


class TableJob(Protocol):
    """The tables on disk and what is done with them; nothing here makes a frame wait."""

    @property
    def folder(self) -> str:
        """Where the tables are, as a person writes it."""
        ...

    @property
    def task(self) -> str:
        """What is under way: `build`, `verify`, or nothing."""
        ...

    @property
    def status(self) -> str:
        """What is being done just now, in a few words; empty where nothing is."""
        ...

    def standing(self, level: int, strain: Strain) -> Standing:
        """How a level stands."""
        ...

    def expected(self, level: int, strain: Strain) -> int | None:
        """The bytes it takes on disk, where that is known before it is built."""
        ...

    def free(self) -> int:
        """The bytes that are free where the tables are."""
        ...

    def build(self, levels: int, strains: tuple[Strain, ...]) -> None:
        """Begin to build the levels from 1 up that are not there yet."""
        ...

    def verify(self, strains: tuple[Strain, ...]) -> None:
        """Begin to derive entries of the levels on disk, of these strains, again from the level below."""
        ...

    def stop(self) -> None:
        """End what is under way; what is finished stays."""
        ...

    def poll(self) -> list[str]:
        """Sentences on what has happened since the last call."""
        ...

    def worth(self, endgame: Endgame) -> Worth | None:
        """The worth of a position by the levels on disk; None where they do not reach it."""
        ...


# The tables on this machine's disk: their folder, and the process that builds or verifies them.

_FRESH_SECONDS = 0.5  # how often the disk is looked at
_SAMPLE = 2_000  # entries of a level that a check derives again
_SAID = {"table": "Table", "search": "Solved"}


class FolderJob:
    """The works of one scene. `close` ends what is under way."""

    def __init__(self, folder: Folder | None = None) -> None:
        self._folder = Folder() if folder is None else folder
        self._job: Build | Verify | None = None
        self._task = ""
        self._progress: Progress | None = None
        self._seen: tuple[float, dict[tuple[int, Strain], Standing], int] | None = None

    @property
    def folder(self) -> str:
        return places.shown(self._folder.path)

    @property
    def task(self) -> str:
        return self._task

    @property
    def status(self) -> str:
        progress = self._progress
        if not self._task:
            return ""
        if progress is None or not progress.level:
            return "Getting ready …"
        kind = "trumps" if progress.strain == "trump" else "no trumps"
        doing = "Building" if self._task == "build" else "Checking"
        return f"{doing} level {progress.level}, {kind}, {round(progress.share * 100)}\u00a0%"

    def standing(self, level: int, strain: Strain) -> Standing:
        kept, progress = self._look()[0][level, strain], self._progress
        if self._task != "build" or progress is None or kept.built:
            return kept
        if (progress.level, progress.strain) == (level, strain):
            return kept._replace(share=progress.share)
        return kept

    def expected(self, level: int, strain: Strain) -> int | None:
        return estimate(level, strain)

    def free(self) -> int:
        return self._look()[1]

    def _look(self) -> tuple[dict[tuple[int, Strain], Standing], int]:
        """How all levels stand, and the free space; looked at from time to time."""
        now = time.monotonic()
        if self._seen is None or now - self._seen[0] > _FRESH_SECONDS:
            levels = {
                (level, strain): self._stands(level, strain)
                for level in range(1, LEVELS + 1)
                for strain in STRAINS
            }
            try:
                free = self._folder.free()
            except OSError:
                free = 0
            self._seen = now, levels, free
        return self._seen[1], self._seen[2]

    def _stands(self, level: int, strain: Strain) -> Standing:
        state = self._folder.state(level, strain)
        return Standing(self._folder.bytes(level, strain), state == "built", state == "damaged")

    def build(self, levels: int, strains: tuple[Strain, ...]) -> None:
        self._begin("build", Build(tuple(range(1, levels + 1)), strains, self._folder.path))

    def lay(self) -> None:
        """Build the levels that every player wants, where they are not there and nothing else is under way."""
        if not self._task and not self._folder.path_of(IN_MEMORY, STRAINS[-1]).exists():
            self.build(IN_MEMORY, STRAINS)

    def verify(self, strains: tuple[Strain, ...]) -> None:
        self._begin("verify", Verify(self._folder.path, _SAMPLE, strains))

    def _begin(self, task: str, job: Build | Verify) -> None:
        self.stop()
        self._task, self._job, self._progress = task, job, None
        job.start()

    def stop(self) -> None:
        if self._job is not None:
            self._job.stop()
        self._end()

    close = stop

    def _end(self) -> None:
        self._job, self._task, self._progress, self._seen = None, "", None, None
        for strain in STRAINS:
            for level in range(1, LEVELS + 1):
                self._folder.forget(level, strain)

    def poll(self) -> list[str]:
        if self._job is None:
            return []
        self._progress = progress = self._job.poll()
        if not progress.finished:
            return []
        task = self._task
        self._end()
        if progress.error:
            return [progress.error]
        if task == "build":
            return ["The levels are built."]
        return list(progress.problems) or ["Every entry looked at is right."]

    def worth(self, endgame: Endgame) -> Worth | None:
        try:
            solved = self._folder.probe(endgame)
        except BadTable:
            return None
        cards = tuple((each.card, each.tricks) for each in solved.cards)
        return Worth(solved.tricks, cards, _SAID[solved.source])
