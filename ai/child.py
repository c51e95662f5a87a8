"""Child processes that tell how far they are: one JSON document a line on stdout. Loads no numba."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import IO, TypeVar

import msgspec

from ai.compiled import sources

T = TypeVar("T")


def start(
    program: str, *arguments: str, stdin: int = subprocess.PIPE, stderr: int = subprocess.DEVNULL
) -> subprocess.Popen[str]:
    """A process of the `program`, a line of Python, with `arguments`. Raises `OSError` where none can be started."""
    return subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        cwd=sources.ROOT,
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
        encoding="utf-8",
        errors="replace",
    )


def told(pipe: IO[str] | None, decoder: msgspec.json.Decoder[T]) -> Iterator[T]:
    """The documents of a child as they come, to its end; a library that prints is no reason to stop."""
    for line in pipe or ():
        try:
            yield decoder.decode(line)
        except msgspec.MsgspecError:
            continue
