"""Another program's figure on the same work, beside ours.

Any command line will do that does the work of one row. Its figure is the last number of the last line of its output
that has one, in the unit of the row. A command that prints no number, or is asked for its time, is measured: its
figure comes from the CPU seconds of its process and all that this has started.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Sequence

import msgspec

from bench.row import Row
from game.errors import BadInput

_NUMBER = re.compile(r"[-+]?\d[\d,_]*(?:\.\d+)?(?:[eE][-+]?\d+)?")
_SECONDS = ("s", "CPU s")  # units of rows that are a time
_SCALE = {"ns": 1e9, "us": 1e6, "µs": 1e6, "ms": 1e3}


def beside(rows: Sequence[Row], command: str, what: str | None = None, *, timed: bool = False) -> list[Row]:
    """Return the rows, the one that is called `what`, or else the first, beside the figure of `command`.

    `timed`: its CPU seconds are the figure, whatever it prints. Raises `BadInput`.
    """
    place = 0 if what is None else _place_of(rows, what)
    row = rows[place]
    output, seconds = _run(command)
    number = None if timed else _last_number(output)
    if number is None:
        value, how = _from_seconds(row, seconds), f"{seconds:.4g} CPU s of its process"
    else:
        value, how = number, "the last number that it prints"
    if value <= 0:
        raise BadInput(f"the peer's figure is {value:g}; it has to be more than 0")
    note = "; ".join(filter(None, (row.note, f"peer: {command}, {how}")))
    changed = msgspec.structs.replace(
        row, peer=shlex.split(command)[0], peer_value=value, ratio=row.value / value, note=note
    )
    return [*rows[:place], changed, *rows[place + 1 :]]


def _place_of(rows: Sequence[Row], what: str) -> int:
    for place, row in enumerate(rows):
        if row.what.casefold().startswith(what.casefold()):
            return place
    raise BadInput(f"no row begins with {what!r}; there are: {', '.join(row.what for row in rows)}")


def _run(command: str) -> tuple[str, float]:
    """Return the output of a command, and its CPU seconds."""
    try:
        import resource
    except ImportError:
        raise BadInput("a peer is measured on Linux and macOS only") from None
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadInput(f"--peer {command!r}: {error}") from None
    if not words:
        raise BadInput("--peer needs a command line")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        ended = subprocess.run(words, capture_output=True, text=True, errors="replace", check=False)
    except OSError as error:
        raise BadInput(f"the peer cannot be started: {words[0]}: {error.strerror or error}") from None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if ended.returncode:
        last = (ended.stderr.strip().splitlines() or ["it says nothing"])[-1][:200]
        raise BadInput(f"the peer ended with status {ended.returncode}: {last}")
    return ended.stdout, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def _last_number(output: str) -> float | None:
    for line in reversed(output.splitlines()):
        numbers = _NUMBER.findall(line)
        if numbers:
            return float(numbers[-1].replace(",", "").replace("_", ""))
    return None


def _from_seconds(row: Row, seconds: float) -> float:
    if row.unit in _SECONDS:
        return seconds
    if row.unit in _SCALE:
        return seconds * _SCALE[row.unit]
    if row.work is None:
        raise BadInput(
            f"{row.what!r} is a rate without a fixed amount of work, so a peer has to print its own: "
            f"the last number of its output, in {row.unit}"
        )
    return row.work / max(seconds, 1e-9)
