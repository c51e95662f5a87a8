"""The folder of compiled kernels: named by what compiled them, and no byte is believed before it is checked.

A damaged entry can kill the process that loads it, so each begins with a digest of the rest: one that differs is
removed, and that kernel is compiled again. A folder that others may write to is not believed at all, for what lies
in it will be executed. No folder, or a full disk, only costs time: kernels are compiled for this run alone.

`KIBITZ_KERNELS` names another folder to keep them in; `off` keeps none.
"""

from __future__ import annotations

import contextlib
import hashlib
import multiprocessing
import os
import shutil
import stat
import sys
import tempfile
import threading
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from ai.compiled import shipped, sources
from game import places, saving

VARIABLE = "KIBITZ_KERNELS"
OFF = "off"
COMPLETE = "complete.json"
TURNS = "turns.lock"  # empty: its bytes stand for kernels
KEPT_FOLDERS = 3  # of earlier versions, so that going back and forth between two costs nothing
KEPT_SECONDS = 7 * 86_400.0  # for the same reason: how long kernels of other sources stay
FRESH = 900.0  # seconds: a file younger than this may belong to a process that is still writing it
_DIGEST = 16  # bytes


class Complete(msgspec.Struct, frozen=True):
    """Contents of `complete.json`: the sources all of whose kernels were compiled, and the files of these kernels."""

    made_from: str
    files: tuple[str, ...]


class Cache(msgspec.Struct, frozen=True):
    """The folder in use (None: kernels are kept nowhere), and what a person should know of it."""

    folder: Path | None
    notice: str | None = None


_ensured: list[Cache] = []


def ensure() -> Cache:
    """Choose the folder and announce it to numba; later calls return the same. Loads no numba."""
    if not _ensured:
        _ensured.append(_prepare())
    return _ensured[0]


def _prepare() -> Cache:
    brought = os.environ.get(VARIABLE, "").strip().lower() != OFF and shipped.settle()
    folder, notice = _choose()
    if folder is None:
        return Cache(None, notice)
    if brought:
        _unpack(folder)
    _tell_numba(folder)
    return Cache(folder, notice)


def _tell_numba(folder: Path) -> None:
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    if "numba" in sys.modules:  # it reads the variable when it is imported, and the setting at each kernel
        sys.modules["numba"].config.CACHE_DIR = str(folder)


def _choose() -> tuple[Path | None, str | None]:
    """The folder to use, made and writable, and what a person should know about the choice."""
    wish = os.environ.get(VARIABLE, "").strip()
    if wish.lower() == OFF:
        return None, None
    base = Path(wish).absolute() if wish else places.cache_dir() / "numba"
    stamp = sources.stamp()
    reason = _made(base / stamp)
    if reason is None:
        return base / stamp, None
    substitute = _temporary_folder(stamp)
    if substitute is not None:
        return substitute, f"{reason} Compiled kernels are kept in {substitute} until it is emptied."
    return None, f"{reason} Kernels are compiled again at each start."


def _unpack(folder: Path) -> None:
    """Put the kernels that a wheel brought along into the folder, once; others stay as they are."""
    heading, before = shipped.heading(), noted(folder)
    if heading is None or (before is not None and before.made_from == heading.made_from):
        return
    kernels = shipped.files(sources.stamp_of_all())
    try:
        for name, content in kernels.items():
            path = folder / name
            if read(path) is None:
                path.parent.mkdir(mode=0o700, exist_ok=True)
                _replace(path, content)
        if kernels:
            _note_complete(folder)
    except OSError:  # a full disk costs time only: what is not there is compiled
        return


def _temporary_folder(stamp: str) -> Path | None:
    """A folder among the temporary files that nobody else can write to."""
    try:
        base = Path(tempfile.gettempdir()) / f"kibitz-{os.getuid() if hasattr(os, 'getuid') else 0}"
        base.mkdir(mode=0o700, exist_ok=True)
    except OSError:
        return None
    if base.is_symlink() or open_to_others(base) or _made(base / stamp):
        return None
    return base / stamp


def _made(folder: Path) -> str | None:
    """None once there is a folder that can be written, and by this user alone; otherwise the reason, as a sentence."""
    with contextlib.suppress(OSError):
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700)
    other = open_to_others(folder)
    if other is not None:
        return f"Others may write to {other}, so the compiled kernels there are not used."
    return places.prepare(folder)


def open_to_others(folder: Path) -> Path | None:
    """Return the first path in a folder that users other than this one can write to; None for nothing."""
    if not hasattr(os, "getuid") or not folder.exists():
        return None
    closed = not folder.stat().st_mode & (stat.S_IXGRP | stat.S_IXOTH)  # nobody else comes to what lies in it
    for path in [folder] if closed else [folder, *folder.rglob("*")]:
        try:
            status = path.stat()
        except OSError:  # another process has just put it away
            continue
        if status.st_uid not in (os.getuid(), 0) or status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            return path
    return None


def not_kept(error: Exception) -> None:
    """Tell once, on stderr, that what is compiled from here on cannot be kept; engines go on without."""
    cache = ensure()
    if cache.folder is None:
        return
    reason = getattr(error, "strerror", None) or error
    notice = (
        f"The folder {cache.folder} cannot be written: {reason}. Kernels are compiled for this run alone."
    )
    _ensured[:] = [Cache(None, notice)]
    if sys.stderr is not None and multiprocessing.parent_process() is None:  # else the window has told it
        with contextlib.suppress(OSError, ValueError):
            print(f"warning: {notice}", file=sys.stderr, flush=True)


# -- entries: a digest, and what was written --


def read(path: Path) -> bytes | None:
    """Return the stored content; None where nothing was or something else is found, which is removed."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    if _digest(content[_DIGEST:]) == content[:_DIGEST]:
        return content[_DIGEST:]
    with contextlib.suppress(OSError):
        path.unlink()
    return None


def write(path: Path, content: bytes) -> None:
    """Keep this for `read`; raises `OSError` where that cannot be."""
    _replace(path, _digest(content) + content)


def _replace(path: Path, content: bytes) -> None:
    beside = path.with_name(f"{path.name}.tmp.{os.getpid()}-{threading.get_ident()}")
    try:
        beside.write_bytes(content)
        beside.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise


def _digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=_DIGEST).digest()


def _entries(folder: Path) -> Iterator[Path]:
    return folder.rglob("*.nb[ic]")


# -- whether every kernel is there --


def is_complete() -> bool:
    """Return True if every kernel of today's sources was compiled, and none has been removed since. Loads no numba."""
    folder = ensure().folder
    return folder is not None and _all_in(folder)


def _all_in(folder: Path) -> bool:
    complete = noted(folder)
    return (
        complete is not None
        and complete.made_from == sources.stamp_of_all()
        and all(os.path.exists(f"{folder}/{name}") for name in complete.files)
    )


def noted(folder: Path) -> Complete | None:
    """Return the contents of `complete.json`; None where it is missing or damaged."""
    try:
        return msgspec.json.decode((folder / COMPLETE).read_bytes(), type=Complete)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None


def note_complete() -> None:
    """Note that every kernel of today's sources has been compiled."""
    folder = ensure().folder
    if folder is not None:
        with contextlib.suppress(OSError):
            _note_complete(folder)


def _note_complete(folder: Path) -> None:
    files = (path for name in sources.folders() for path in _entries(folder / name))
    names = tuple(sorted(path.relative_to(folder).as_posix() for path in files))
    content = msgspec.json.encode(Complete(sources.stamp_of_all(), names))
    saving.write(folder / COMPLETE, content)


def remove_damaged() -> int:
    """Remove every entry that is not what was written; how many there were."""
    folder = ensure().folder
    return sum(read(path) is None for path in list(_entries(folder))) if folder else 0


# -- turns: a kernel is compiled by one process at a time --


class CompileLock:
    """The right to compile the kernel called `name`; the system takes it back from a process that ends.

    Where a system or a disk knows no locks every process is given it, and two may do the same work.
    """

    def __init__(self, name: str) -> None:
        self._place = zlib.crc32(name.encode()) >> 1  # of the byte that is locked
        self._file: int | None = None

    def take(self) -> bool:
        """Wait until no other process has it; False where there are no locks."""
        self.give_back()  # left from a kernel that could not be compiled
        folder = ensure().folder
        if folder is None:
            return False
        try:
            self._file = os.open(folder / TURNS, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
            _lock(self._file, self._place)
        except OSError:
            self.give_back()
        return self._file is not None

    def give_back(self) -> None:
        """Let the next process have it."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _lock(file: int, place: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        os.lseek(file, place, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_LOCK, 1)
    else:
        import fcntl

        fcntl.lockf(file, fcntl.LOCK_EX, 1, place)


# -- housekeeping --


def size() -> int:
    """The bytes of compiled code in the folder in use."""
    folder = ensure().folder
    total = 0
    for path in _entries(folder) if folder else ():
        with contextlib.suppress(OSError):  # another process has just replaced it
            total += path.stat().st_size
    return total


def drop() -> None:
    """Empty the folder in use, after a damage that no digest has shown."""
    folder = ensure().folder
    if folder is not None:
        shutil.rmtree(folder, ignore_errors=True)
        _made(folder)


def switch_off() -> None:
    """Keep no compiled code from here on, in this process and in those it starts."""
    os.environ[VARIABLE] = OFF
    os.environ.pop("NUMBA_CACHE_DIR", None)
    _ensured[:] = [Cache(None, "The folder of compiled kernels cannot be used; they are compiled again.")]


def prune() -> None:
    """Remove kernels of sources and versions long gone; what is new stays, and whatever was used today.

    With them goes what a process that died had half written.
    """
    folder = ensure().folder
    if folder is None:
        return
    for path in folder.rglob("*.tmp.*"):
        if not _is_fresh(path):
            with contextlib.suppress(OSError):
                path.unlink()
    in_use = sources.folders()
    for path in folder.iterdir():
        if path.is_dir() and path.name not in in_use and time.time() - path.stat().st_mtime > KEPT_SECONDS:
            shutil.rmtree(path, ignore_errors=True)
    with contextlib.suppress(OSError):
        os.utime(folder)
        others = [path for path in folder.parent.iterdir() if _is_old_cache(path, folder)]
        others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        for path in others[KEPT_FOLDERS:]:
            shutil.rmtree(path, ignore_errors=True)


def _is_fresh(path: Path) -> bool:
    try:
        return 0 <= time.time() - path.stat().st_mtime < FRESH
    except OSError:
        return False


def _is_old_cache(path: Path, current: Path) -> bool:
    """Return True if this is a folder of ours that no process is likely to be using."""
    named_by_us = len(path.name) == 16 and all(digit in "0123456789abcdef" for digit in path.name)
    return path != current and named_by_us and path.is_dir() and time.time() - path.stat().st_mtime > 86_400
