"""The child of a warm-up: compiles the kernels of one or more games in a process of its own.

Which kernels there are, and how each is compiled, say the files `warm.py` below `ai/`. Those that share
files with kernels are compiled by the same process, which reads and types them once.

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
from ai.registry import GAMES

NOT_KEPT = 3  # the exit status of a child for whose kernels there is no room
Steps = list[tuple[str, Callable[[], None]]]


class Step(msgspec.Struct, frozen=True):
    """Number of kernels that this process has ready, in all and by module, and the games of those in work."""

    done: int
    name: str
    modules: dict[str, int] = {}


def groups() -> list[tuple[str, ...]]:
    """The modules with `STEPS`, in groups that share no kernels; the largest first, also in a group. Loads no numba."""
    results: list[dict[str, dict[Path, int]]] = []
    for file in sorted((sources.ROOT / "ai").rglob("warm.py")):
        group = {_module(file): sources.kernels_behind(file)}
        for other in [each for each in results if _files(each) & _files(group)]:
            results.remove(other)
            group |= other
        results.append(group)
    results.sort(key=lambda group: -len(_files(group)))
    return [tuple(sorted(group, key=lambda module: -sum(group[module].values()))) for group in results]


def _files(group: dict[str, dict[Path, int]]) -> set[Path]:
    """The files whose machine code these modules write."""
    return {file for kernels in group.values() for file in kernels if sources.keeps_code(file)}


def kernels_of(modules: Sequence[str]) -> int:
    """Return the number of kernels that these modules compile. Loads no numba."""
    behind: dict[Path, int] = {}
    for module in modules:
        behind |= sources.kernels_behind(_file(module))
    return sum(behind.values())


def serves(modules: Sequence[str], game: str | None) -> bool:
    """Return True if these modules compile kernels of `game`."""
    package = "" if game is None or game not in GAMES else GAMES[game].package
    return bool(package) and any(module.startswith(f"{package}.") for module in modules)


def module_of(game: str) -> str | None:
    """The module with what the engines of `game` need; None for a game that has none."""
    package = GAMES[game].package if game in GAMES else ""
    return f"{package}.warm" if package else None


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
    for module in modules:  # before numba is told to watch: also importing takes its time
        importlib.import_module(module)
    from ai.kernel import DECLARED, ready, watch

    kernels = {
        module: [each for each in DECLARED if Path(each.called.py_func.__code__.co_filename) in files]
        for module, files in ((module, sources.kernels_behind(_file(module))) for module in modules)
    }
    complete: dict[str, int] = {}
    doing = ""

    def tell() -> None:
        done = {
            module: sum(1 for called, part in own if called.signatures or part.signatures)
            for module, own in kernels.items()
        }
        done |= complete
        print(msgspec.json.encode(Step(ready(), doing, done)).decode(), flush=True)

    path = cache.ensure().folder
    watch(lambda _kernel: tell())
    for module in modules:
        for name, compile_it in steps([module]):
            doing = name
            tell()
            compile_it()
            if cache.ensure().folder != path:
                return NOT_KEPT
        complete[module] = kernels_of([module])
    tell()
    return 0


def _module(file: Path) -> str:
    return ".".join(file.relative_to(sources.ROOT).with_suffix("").parts)


def _file(module: str) -> Path:
    return sources.ROOT.joinpath(*module.split(".")).with_suffix(".py")
