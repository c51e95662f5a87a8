"""What compiled kernels depend on: their sources, the compiler, the interpreter and the processor.

numba stamps a cached kernel with its own file only, so an edit in a file that it imports would leave stale
machine code behind. Therefore everything a kernel can have been made from goes into one name.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import platform
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HOLDS_KERNELS = re.compile(r"^from ai\.kernel import", re.MULTILINE)
_IMPORT = re.compile(
    r"^\s*(?:import (?P<whole>(?:ai|game)[\w.]*)"
    r"|from (?P<module>(?:ai|game)[\w.]*) import (?P<names>\([^)]*\)|[^\n]*))",
    re.MULTILINE,
)


def stamp() -> str:
    """16 hex digits: equal exactly where kernels compiled earlier may be used again."""
    made_from = hashlib.sha256()
    for path in kernel_sources():
        made_from.update(f"{path.relative_to(ROOT).as_posix()}\0".encode())
        made_from.update(hashlib.sha256(path.read_bytes()).digest())
    for part in (_versions(), _processor(), _compiler_settings(), ROOT):  # numba finds code by a file's path
        made_from.update(f"{part}\0".encode())
    return made_from.hexdigest()[:16]


def kernel_sources() -> list[Path]:
    """Every file with kernels, and every file of ours that one of these imports, directly or not."""
    texts = {path: path.read_text(encoding="utf-8") for path in (ROOT / "ai").rglob("*.py")}
    return sorted(_with_imports([path for path, text in texts.items() if HOLDS_KERNELS.search(text)], texts))


def kernels_behind(path: Path) -> set[Path]:
    """The files with kernels among `path` and all that it imports, directly or not."""
    texts: dict[Path, str] = {}
    return {file for file in _with_imports([path], texts) if HOLDS_KERNELS.search(texts[file])}


def digest(path: Path) -> str:
    """32 hex digits: equal exactly where a file of ours and all that it imports are equal."""
    found = hashlib.sha256()
    for file in sorted(_with_imports([path], {})):
        found.update(f"{file.relative_to(ROOT).as_posix()}\0".encode())
        found.update(hashlib.sha256(file.read_bytes()).digest())
    return found.hexdigest()[:32]


def _with_imports(waiting: list[Path], texts: dict[Path, str]) -> set[Path]:
    """These files and every file of ours that one of them imports; what had to be read is added to `texts`."""
    seen: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path not in seen:
            seen.add(path)
            if path not in texts:
                texts[path] = path.read_text(encoding="utf-8")
            waiting += _imported_files(texts[path])
    return seen


def _imported_files(source: str) -> Iterator[Path]:
    for module in _imported_modules(source):
        place = ROOT.joinpath(*module.split("."))
        yield from (file for file in (place.with_suffix(".py"), place / "__init__.py") if file.is_file())


def _imported_modules(source: str) -> Iterator[str]:
    """Modules of this project that a file may mean; `from a import b` may mean `a.b` as well as `a`.

    A pattern is enough here, and ten times as fast as parsing: a module too many does no harm.
    """
    for found in _IMPORT.finditer(source):
        module = found["whole"] or found["module"]
        yield module
        yield from (f"{module}.{name}" for name in re.findall(r"\w+", found["names"] or ""))


def _versions() -> tuple[str, ...]:
    installed = (f"{name} {importlib.metadata.version(name)}" for name in ("numba", "llvmlite", "numpy"))
    return (platform.python_implementation(), platform.python_version(), *installed)


def _processor() -> tuple[str, ...]:
    """The processor's name and abilities: code made for a better one would be an illegal instruction here."""
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
