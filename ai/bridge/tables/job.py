"""Building and verifying tables beside a running window: started, asked how it goes, stopped. Loads no numba."""

from __future__ import annotations

import contextlib
import subprocess
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from ai import child
from ai.bridge.tables.index import STRAINS, Strain
from ai.compiled import cache

# What building and verifying tell of themselves, between processes too.


class Step(msgspec.Struct, frozen=True, tag="step"):
    """How much of a level is built, 0 to 1, and the bytes of its file so far."""

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


PATIENCE = 5.0  # seconds for a child to leave by itself
_PROGRAM = "import sys; from ai.bridge.tables.making.child import main; sys.exit(main(sys.argv[1:]))"
_EVENTS: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


class Progress(msgspec.Struct, frozen=True):
    """Where a job stands.

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


class Job:
    """Work in a child process. `poll` never waits; `stop` lets the child end by itself, or ends it a little later.

    The child ends as well when this process is gone.
    """

    def __init__(self, order: dict[str, object], total: int) -> None:
        self._order = msgspec.json.encode(order).decode()
        self._lock = threading.Lock()
        self._progress = Progress(total=total)
        self._process: subprocess.Popen[str] | None = None
        self._began = time.perf_counter()
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="bridge-tables", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._began = time.perf_counter()
        self._thread.start()

    def poll(self) -> Progress:
        """Where it stands now."""
        with self._lock:
            return self._progress

    def wait(self, seconds: float | None = None) -> Progress:
        """Where it stands when it is finished, or after `seconds`."""
        self._thread.join(seconds)
        return self.poll()

    def stop(self) -> None:
        """Have it end; what is finished stays. Does not wait: `poll().finished` tells when it has ended."""
        with self._lock:
            self._stopped = True
            if self._process is not None and self._process.stdin is not None:
                with contextlib.suppress(OSError, ValueError):
                    self._process.stdin.close()
                killer = threading.Timer(PATIENCE, self._process.kill)
                killer.daemon = True
                killer.start()

    def _run(self) -> None:
        error: str | None = None
        try:
            with self._lock:
                if not self._stopped:
                    cache.ensure()
                    self._process = child.start(_PROGRAM, self._order)
            if self._process is not None:
                error = self._listen(self._process)
        except OSError as reason:
            error = f"no process could be started: {reason.strerror or reason}"
        done = self._progress.total if error is None else self._progress.done
        self._note(finished=True, done=done, error=None if self._stopped else error)

    def _listen(self, process: subprocess.Popen[str]) -> str | None:
        """Take in what the child says to its end; why it ended early, if it did."""
        last: str | None = "the process that worked on it was ended"
        with process:
            for event in child.told(process.stdout, _EVENTS):
                if isinstance(event, Ended):
                    last = event.error
                else:
                    self._take(event)
        return last

    def _take(self, event: Step | Done | Check) -> None:
        if isinstance(event, Done):
            built = (*self._progress.built, event.built)
            at = event.built
            self._note(
                built=built, done=len(built), level=at.level, strain=at.strain, share=1.0, bytes=at.bytes
            )
        elif isinstance(event, Step):
            self._note(level=event.level, strain=event.strain, share=event.share, bytes=event.bytes)
        else:
            before = self._progress
            moved_on = before.level > 0 and (before.level, before.strain) != (event.level, event.strain)
            found = (event.problem,) if event.problem else ()
            self._note(
                level=event.level,
                strain=event.strain,
                share=event.share,
                done=before.done + moved_on,
                problems=before.problems + found,
            )

    def _note(self, **changes: object) -> None:
        with self._lock:
            seconds = time.perf_counter() - self._began
            self._progress = msgspec.structs.replace(self._progress, seconds=seconds, **changes)


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
