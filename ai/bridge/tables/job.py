"""Building and verifying tables beside a running window: started, asked how it goes, stopped. Loads no numba."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from ai import child
from ai.bridge.tables.index import STRAINS, Strain

# What building and verifying tell of themselves, between processes too.


class Step(msgspec.Struct, frozen=True, tag="step"):
    """Share of a level that is built, 0 to 1, and the bytes of its file so far."""

    level: int
    strain: Strain
    share: float
    bytes: int


class Built(msgspec.Struct, frozen=True):
    """A level that is there: its entries, the bytes of its file, the seconds it took (0 if it was there before).

    `histogram`: entries by the tricks of the player on lead, 0 to the level.
    """

    level: int
    strain: Strain
    positions: int
    bytes: int
    seconds: float
    histogram: list[int]


class Done(msgspec.Struct, frozen=True, tag="done"):
    """A level was finished by another process."""

    built: Built


class Check(msgspec.Struct, frozen=True, tag="check"):
    """A level in work, how much of it was looked at, 0 to 1, and what is wrong if something is."""

    level: int
    strain: Strain
    share: float
    problem: str | None = None


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """The last word of another process; `error` is a sentence."""

    error: str | None = None


Event = Step | Done | Check | Ended


_PROGRAM = "import sys; from ai.bridge.tables.child import main; sys.exit(main(sys.argv[1:]))"
_EVENTS: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


class Progress(msgspec.Struct, frozen=True):
    """Progress of a job.

    `level` (0 before the first), `strain` and the `share` of that level, 0 to 1; `bytes` of its file so far; `done` of
    `total` levels; `seconds` since the start; `built`: the levels that are there; `problems`: what verifying has found;
    `error`: why it ended early, as a sentence.
    """

    level: int = 0
    strain: Strain = "trump"
    share: float = 0.0
    bytes: int = 0
    done: int = 0
    total: int = 0
    seconds: float = 0.0
    finished: bool = False
    error: str | None = None
    problems: tuple[str, ...] = ()
    built: tuple[Built, ...] = ()


class Job(child.Job[Event, Progress]):
    """Work on tables."""

    def __init__(self, order: dict[str, object], total: int) -> None:
        super().__init__(_PROGRAM, order, _EVENTS, Progress(total=total))
        self._began = time.perf_counter()
        self._last: Ended | None = None

    def _after(self, document: Event) -> Progress:
        before = self.poll()
        if isinstance(document, Ended):
            self._last = document
            return before
        if isinstance(document, Done):
            at, built = document.built, (*before.built, document.built)
            return self._now(
                built=built, done=len(built), level=at.level, strain=at.strain, share=1.0, bytes=at.bytes
            )
        place = {"level": document.level, "strain": document.strain, "share": document.share}
        if isinstance(document, Step):
            return self._now(**place, bytes=document.bytes)
        moved_on = before.level > 0 and (before.level, before.strain) != (document.level, document.strain)
        result = (document.problem,) if document.problem else ()
        return self._now(**place, done=before.done + moved_on, problems=before.problems + result)

    def _end(self, error: str) -> Progress:
        why = self._last.error if self._last is not None else error
        done = self.poll().done if why else self.poll().total
        return self._now(finished=True, done=done, error=None if self._stopped else why)

    def _now(self, **changes: object) -> Progress:
        return msgspec.structs.replace(self.poll(), seconds=time.perf_counter() - self._began, **changes)


class Build(Job):
    """Make these levels, and what is missing below them, in `folder`."""

    def __init__(self, levels: Sequence[int], strains: Sequence[Strain], folder: Path) -> None:
        order: dict[str, object] = {"folder": str(folder), "levels": list(levels), "strains": list(strains)}
        super().__init__(order, max(levels, default=0) * len(strains))


class Verify(Job):
    """Verify what is in `folder` of these strains: `sample` entries of each level, or all."""

    def __init__(self, folder: Path, sample: int | None = None, strains: Sequence[Strain] = STRAINS) -> None:
        order: dict[str, object] = {
            "folder": str(folder),
            "verify": True,
            "strains": list(strains),
            "sample": sample,
        }
        super().__init__(order, sum(len(list(folder.glob(f"{strain}-*.table"))) for strain in strains))
