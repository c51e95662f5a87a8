"""One measured figure, and the one way in which rates are measured: median of several runs, by CPU time."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import msgspec


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """A figure as `bench` prints it.

    `value` is in `unit`; `aim` is what the figure should reach and `least` what it must never fall below.
    `peer` names another program and `peer_value` is its figure in the same unit, measured in the same run:
    both are left out where that program is not installed; `ratio` is `value` by `peer_value`. `work` is how much
    was done where that is a fixed amount: a rate is it by a time. `note` says how the figure was taken.
    """

    what: str
    value: float
    unit: str
    aim: float | None = None
    least: float | None = None
    peer: str | None = None
    peer_value: float | None = None
    ratio: float | None = None
    work: float | None = None
    note: str = ""


def rate(work: Callable[[], int], seconds: float = 1.0, runs: int = 5) -> float:
    """Return how often `work` runs in a CPU second: the median of `runs` runs of at least `seconds` CPU seconds each.

    `work` does one slice and returns how much it did. It is called once before the clock starts, so that
    no compilation is measured.
    """
    work()
    return statistics.median(_one_run(work, seconds) for _ in range(runs))


def _one_run(work: Callable[[], int], seconds: float) -> float:
    done, start = 0, time.process_time()
    while True:
        done += work()
        spent = time.process_time() - start
        if spent >= seconds:
            return done / spent
