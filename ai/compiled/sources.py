"""Everything that compiled kernels depend on: their sources, the compiler, the interpreter and the processor.

numba stamps a cached kernel with its own file only, so an edit in a file that it imports would leave stale
machine code behind. So the folder of a file's kernels is named by that file and all that it imports, and the folder
around these by what compiles: an edit, or a new version of Kibitz, compiles anew only what it can have changed.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib.metadata
import os
import platform
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from game import places, saving
from game.errors import KibitzError

ROOT = places.shipped()
_LAYOUT = 2  # of the folder, so that versions with another one leave it alone
_KERNEL = re.compile(r"^@(?:kernel|tight|small|inlined)\b", re.MULTILINE)
_STORED = re.compile(r"^@(?:kernel|tight|small)\b", re.MULTILINE)
_IMPORT = re.compile(
    r"^\s*(?:import (?P<whole>(?:ai|game)[\w.]*)"
    r"|from (?P<module>(?:ai|game)[\w.]*) import (?P<names>\([^)]*\)|[^\n]*))",
    re.MULTILINE,
)


def stamp() -> str:
    """16 hex digits: equal exactly where machine code made from equal sources would be the same."""
    made_by = hashlib.sha256()
    for part in (_LAYOUT, _versions(), _processor(), _compiler_settings()):
        made_by.update(f"{part}\0".encode())
    return made_by.hexdigest()[:16]


def stamp_of_all() -> str:
    """16 hex digits: equal exactly where the sources of every kernel are equal."""
    text = hashlib.sha256("\0".join(sorted(folders())).encode()).hexdigest()[:16]
    _keep()
    return text


def folders() -> set[str]:
    """The name of the folder of each file with kernels."""
    source = functools.cache(_source)  # the state of each file is asked once for all of them
    names = (_name(path) for path in (ROOT / "ai").rglob("*.py"))
    return {_folder_of(name, source) for name in names if source(name).kernels}


def folder_of(path: Path) -> str:
    """The name of the folder of the kernels in this file: its module, and a digest of it and all it imports."""
    return _folder_of(_name(path), _source)


def _folder_of(name: str, source: Callable[[str], _Source]) -> str:
    return f"{name.removesuffix('.py').replace('/', '.')}-{_digest(name, source)[:12]}"


def kernels_behind(path: Path) -> dict[Path, int]:
    """The files with kernels among `path` and all that it imports, directly or not, and how many each holds."""
    names = _with_imports(_name(path), _source)
    return {ROOT / name: count for name in names if (count := _source(name).kernels)}


@functools.cache
def keeps_code(path: Path) -> bool:
    """Return True if machine code of this file's kernels is kept; what is inlined is part of its callers."""
    return _STORED.search(path.read_text(encoding="utf-8")) is not None


def digest(path: Path) -> str:
    """32 hex digits: equal exactly where a file of ours and all that it imports are equal."""
    return _digest(_name(path), _source)


def _digest(name: str, source: Callable[[str], _Source]) -> str:
    result = hashlib.sha256()
    for file in sorted(_with_imports(name, source), key=lambda file: file.split("/")):
        result.update(f"{file}\0".encode())
        result.update(source(file).digest)
    return result.hexdigest()[:32]


def _name(path: Path) -> str:
    """Return the path of a file of ours from the root, by which it is known here."""
    return path.relative_to(ROOT).as_posix()


class _Source(NamedTuple):
    """The parts of a file that matter to its kernels.

    A digest of its bytes, our files that it imports, and the kernels that it holds.
    """

    digest: bytes
    imports: tuple[str, ...]
    kernels: int


class _ParsedFile(msgspec.Struct, frozen=True, array_like=True):
    """The same on disk, with the state of the file; `imports` are paths from the root."""

    changed: int
    size: int
    digest: bytes
    imports: tuple[str, ...]
    kernels: int


_FILE = "sources.json"
_parsed_now: dict[str, _ParsedFile] = {}  # what this process has read, by path from the root


@functools.cache
def _parsed_before() -> dict[str, _ParsedFile]:
    """Return the entries that an earlier start has read.

    Two hundred files take as long to read as all else before the window opens.
    """
    try:
        results = msgspec.json.decode(
            (places.cache_dir() / _FILE).read_bytes(), type=dict[str, dict[str, _ParsedFile]]
        )
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return {}
    return results.get(str(ROOT), {})


def _keep() -> None:
    """Leave what was read to the next start; where that cannot be, it reads again."""
    if not _parsed_now:
        return
    content = msgspec.json.encode({str(ROOT): {**_parsed_before(), **_parsed_now}})
    _parsed_now.clear()
    with contextlib.suppress(OSError, KibitzError):
        places.cache_dir().mkdir(parents=True, exist_ok=True)
        saving.write(places.cache_dir() / _FILE, content)


def _source(name: str) -> _Source:
    status = os.stat(f"{ROOT}/{name}")
    return _read(name, status.st_mtime_ns, status.st_size)


@functools.cache
def _read(name: str, changed: int, size: int) -> _Source:
    """The file's source: as it was kept for this state of the file, or read."""
    stored = _parsed_before().get(name)
    if stored is not None and (stored.changed, stored.size) == (changed, size):
        return _Source(stored.digest, stored.imports, stored.kernels)
    source = _parsed(ROOT / name, changed, size)
    _parsed_now[name] = _ParsedFile(changed, size, source.digest, source.imports, source.kernels)
    return source


@functools.cache
def _parsed(path: Path, _changed: int, _size: int) -> _Source:
    """The file's source, read once for each state of it.

    What the decorator itself imports says where machine code is kept, not what it is.
    """
    content = path.read_bytes()
    text = content.decode()
    kernels = len(_KERNEL.findall(text))
    imports = () if path == ROOT / "ai" / "kernel.py" else tuple(map(_name, _imported_files(text)))
    return _Source(hashlib.sha256(content).digest(), imports, kernels)


def _with_imports(name: str, source: Callable[[str], _Source]) -> set[str]:
    """The file itself and every file of ours that it imports, directly or not."""
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += source(name).imports
    return seen


def _imported_files(source: str) -> Iterator[Path]:
    for module in _imported_modules(source):
        place = ROOT.joinpath(*module.split("."))
        yield from (file for file in (place.with_suffix(".py"), place / "__init__.py") if file.is_file())


def _imported_modules(source: str) -> Iterator[str]:
    """Modules of this project that a file may mean; `from a import b` may mean `a.b` as well as `a`.

    A pattern is enough here, and ten times as fast as parsing: a module too many does no harm.
    """
    for match in _IMPORT.finditer(source):
        module = match["whole"] or match["module"]
        yield module
        yield from (f"{module}.{name}" for name in re.findall(r"\w+", match["names"] or ""))


def _versions() -> tuple[str, ...]:
    installed = (f"{name} {importlib.metadata.version(name)}" for name in ("numba", "llvmlite", "numpy"))
    return (platform.python_implementation(), platform.python_version(), *installed)


def _processor() -> tuple[str, ...]:
    """The processor's name and abilities: code made for a better one would be an illegal instruction here."""
    if os.environ.get("NUMBA_CPU_NAME") and os.environ.get("NUMBA_CPU_FEATURES"):  # then the settings tell
        return (sys.platform, platform.machine())
    wanted = ("model name", "flags", "CPU part", "Features")
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            first = file.read(20_000).split("\n\n")[0]
    except OSError:
        first = ""
    lines = tuple(line for line in first.splitlines() if line.startswith(wanted))
    return (sys.platform, platform.machine(), *(lines or (platform.processor(),)))


def _compiler_settings() -> list[tuple[str, str]]:
    """Numba's own variables: code with and without checked bounds must never be mixed."""
    where_not_how = ("NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS")
    return sorted((k, v) for k, v in os.environ.items() if k.startswith("NUMBA_") and k not in where_not_how)
