"""The child of a warm-up: compiles the kernels of one or more games in a process of its own.

Which kernels there are, and how each is compiled, say the files `warm.py` below `ai/`. Those that share
files with kernels are compiled by the same process, since two must not write one file's cache at a time.

The child writes one JSON document a line on stdout: a `Step` before each kernel it compiles.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from ai import child
from ai.compiled import cache, sources

PACKAGES = {  # whose `warm.py` has the kernels of a game
    "zuniq": "ai.zuniq",
    "bridge": "ai.bridge",
    "classic": "ai.tetris.classic",
    "tetris": "ai.tetris.guideline",
    "four-wide": "ai.tetris.four_wide",
}
NOT_KEPT = 3  # the exit status of a child for whose kernels there is no room
Steps = list[tuple[str, Callable[[], None]]]


class Step(msgspec.Struct, frozen=True):
    """The kernels this process has ready, the number of all there are, and what they are for that are in work."""

    done: int
    total: int
    name: str


def groups() -> list[tuple[str, ...]]:
    """The modules with `STEPS`, in groups that may be compiled at the same time; the largest first. Loads no numba."""
    found: list[tuple[set[Path], list[str]]] = []
    for file in sorted((sources.ROOT / "ai").rglob("warm.py")):
        kernels, modules = sources.kernels_behind(file), [_module(file)]
        for group in [group for group in found if group[0] & kernels]:
            found.remove(group)
            kernels, modules = kernels | group[0], group[1] + modules
        found.append((kernels, modules))
    found.sort(key=lambda group: -len(group[0]))
    return [tuple(modules) for _, modules in found]


def serves(modules: Sequence[str], game: str | None) -> bool:
    """Whether these modules compile kernels of `game`."""
    package = PACKAGES.get(game or "")
    return package is not None and any(module.startswith(f"{package}.") for module in modules)


def steps(modules: Sequence[str]) -> Steps:
    """Every kernel of these modules with a way of compiling it.

    A step is named as a person knows what it is for: `Zuniq: tree search`.
    """
    return [step for module in modules for step in importlib.import_module(module).STEPS]


def compile_all(modules: Sequence[str]) -> int:
    """Compile what these modules name, in this process, and report on stdout; the exit status of the process."""
    if hasattr(os, "nice"):
        os.nice(5)  # a window that is open meanwhile comes first
    child.at_end_of_stdin()
    for group in groups():
        steps(group)  # so that every child knows the number of all kernels
    from ai.kernel import DECLARED, ready, watch

    doing = ""

    def tell() -> None:
        print(msgspec.json.encode(Step(ready(), len(DECLARED), doing)).decode(), flush=True)

    kept = cache.ensure().folder
    watch(lambda _kernel: tell())
    for name, compile_it in steps(modules):
        doing = name
        tell()
        compile_it()
        if cache.ensure().folder != kept:
            return NOT_KEPT
    tell()
    return 0


def _module(file: Path) -> str:
    return ".".join(file.relative_to(sources.ROOT).with_suffix("").parts)
