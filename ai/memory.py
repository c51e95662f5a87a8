"""Memory that this process can still get, for work that should be refused before it begins. Loads no numba."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

_GROUP = Path("/sys/fs/cgroup")


def free_memory() -> int | None:
    """The bytes of memory that this process can still get; None where the system does not say."""
    known = [free for free in (_free_of_machine(), _free_of_group(), _free_of_process()) if free is not None]
    return min(known, default=None)


def _free_of_machine() -> int | None:
    with (
        contextlib.suppress(OSError, StopIteration, ValueError),
        open("/proc/meminfo", encoding="ascii") as file,
    ):
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("MemAvailable"))
    with contextlib.suppress(AttributeError, ValueError, OSError):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return None


def _free_of_group() -> int | None:
    """Return the memory that the group of a container leaves, if the group has a limit.

    Files that are only cached give way.
    """
    with contextlib.suppress(OSError, ValueError):
        most, used = (int((_GROUP / name).read_text()) for name in ("memory.max", "memory.current"))
        facts = dict(line.split() for line in (_GROUP / "memory.stat").read_text().splitlines())
        return most - used + int(facts.get("inactive_file", 0))
    return None


def _free_of_process() -> int | None:
    """Return the memory that `ulimit -v` leaves, if it is set."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        most, _ = resource.getrlimit(resource.RLIMIT_AS)
        if most != resource.RLIM_INFINITY:
            return most - int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    return None
