"""The folder of compiled kernels: named by what compiled them, checked before a byte is believed.

A damaged entry can kill the process that loads it, so every file has a checksum in `checksums.json` and a
file that differs is removed before numba sees it: that kernel is then compiled again. A folder that others
may write to is not believed at all, for what lies in it will be executed. No folder, or a full disk, only
costs time: kernels are compiled for this run alone.

`KIBITZ_KERNELS` names another folder to keep them in; `off` keeps none.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import multiprocessing
import os
import shutil
import stat
import sys
import tempfile
import time
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from ai.compiled import shipped, sources
from game import places, saving

VARIABLE = "KIBITZ_KERNELS"
OFF = "off"
CHECKSUMS = "checksums.json"
TURNS = "turns.lock"  # empty: its bytes stand for kernels
KEPT_FOLDERS = 3  # of earlier versions, so that going back and forth between two costs nothing
KEPT_SECONDS = 7 * 86_400.0  # for the same reason: how long kernels of other sources stay
FRESH = 900.0  # seconds: an entry younger than this may belong to a process that is still compiling


class Sealed(msgspec.Struct, frozen=True):
    """What `checksums.json` says: a digest by file, and the sources all of whose kernels were compiled last."""

    files: dict[str, str]
    complete: str = ""


class Cache(msgspec.Struct, frozen=True):
    """The folder in use (None: kernels are kept nowhere), what a person should know, and what was found."""

    folder: Path | None
    notice: str | None = None
    complete: bool = False
    damaged: tuple[str, ...] = ()


class Entry(NamedTuple):
    """A compiled entry as it was read: the time and the size of its file, and its digest."""

    stamp: tuple[int, int]
    digest: str


_NOTHING = Entry((0, 0), "")
_ensured: list[Cache] = []
_found: dict[str, Entry] = {}


def ensure() -> Cache:
    """Choose, check and announce the folder to numba; later calls return the same. Loads no numba."""
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
    cache = _checked(folder, notice)
    _tell_numba(folder)
    atexit.register(seal)
    return cache


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
    return None, f"{reason} Kernels are compiled anew at each start."


def _unpack(folder: Path) -> None:
    """Put the kernels that a wheel brought along into the folder, unless all are there; others stay as they are."""
    made_from, before = sources.stamp_of_all(), read_sealed(folder)
    if before.complete == made_from:
        return
    kernels = shipped.files(made_from)
    written: dict[str, str] = {}
    try:
        for name, content in kernels.items():
            written[name] = digest_of(content)
            if before.files.get(name) == written[name] == _digest(folder / name):
                continue
            path = folder / name
            path.parent.mkdir(mode=0o700, exist_ok=True)
            beside = path.with_name(f"{path.name}.tmp.{os.getpid()}")  # swept away where this process dies
            beside.write_bytes(content)
            beside.replace(path)
        if kernels:
            sealed = Sealed(before.files | written, made_from)
            saving.write(folder / CHECKSUMS, msgspec.json.encode(sealed))
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
    """What others than this user can write to, of a folder and all in it; None for nothing."""
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


# -- checksums --


def _entries(folder: Path, known: Mapping[str, Entry]) -> dict[str, Entry]:
    """Every compiled entry, by its path below the folder; those that are as they were `known` are not read again."""
    found = {}
    for path in sorted(folder.rglob("*.nb[ic]")):
        name = path.relative_to(folder).as_posix()
        with contextlib.suppress(OSError):
            status = path.stat()
            if stat.S_ISREG(status.st_mode):
                stamp = status.st_mtime_ns, status.st_size
                earlier = known.get(name)
                same = earlier is not None and earlier.stamp == stamp
                found[name] = earlier if earlier is not None and same else Entry(stamp, _digest(path))
    return found


def digest_of(content: bytes) -> str:
    """The checksum of a compiled entry."""
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def _digest(path: Path) -> str:
    try:
        return digest_of(path.read_bytes())
    except OSError:
        return ""


def _checked(folder: Path, notice: str | None) -> Cache:
    """The cache without the entries that are not what was written, or were left by a process that died.

    Notes the digests of all others: each file is read once at a start.
    """
    sealed = read_sealed(folder)
    present = _entries(folder, {})
    damaged = tuple(
        name for name, entry in present.items() if sealed.files.get(name, entry.digest) != entry.digest
    )
    unknown = [name for name in present if name not in sealed.files and not _is_fresh(folder / name)]
    unknown += [
        path.relative_to(folder).as_posix() for path in folder.rglob("*.tmp.*") if not _is_fresh(path)
    ]
    for name in (*damaged, *unknown):
        with contextlib.suppress(OSError):
            (folder / name).unlink()
    gone = {*damaged, *unknown}
    _found.update({name: entry for name, entry in present.items() if name not in gone})
    missing = any(name not in present for name in sealed.files)
    whole = not damaged and not missing and sealed.complete == sources.stamp_of_all()
    return Cache(folder, notice, whole, damaged)


def _is_fresh(path: Path) -> bool:
    try:
        return 0 <= time.time() - path.stat().st_mtime < FRESH
    except OSError:
        return False


def read_sealed(folder: Path) -> Sealed:
    """What `checksums.json` says; nothing where it is missing or damaged itself."""
    try:
        return msgspec.json.decode((folder / CHECKSUMS).read_bytes(), type=Sealed)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return Sealed({})


def seal(complete: bool = False) -> None:
    """Write down the checksums of what was compiled since `ensure`; `complete` if every kernel is there now.

    Two processes that seal at the same moment may lose the entries of one: those are compiled once more.
    """
    cache = ensure()
    if cache.folder is None or not cache.folder.is_dir():
        return
    now = _entries(cache.folder, _found)
    changed = {
        name: entry for name, entry in now.items() if entry.digest != _found.get(name, _NOTHING).digest
    }
    if not changed and not complete:
        return
    before = read_sealed(cache.folder)
    digests = before.files | {name: entry.digest for name, entry in changed.items()}
    files = {name: digest for name, digest in digests.items() if name in now}
    sealed = Sealed(files, sources.stamp_of_all() if complete else before.complete)
    with contextlib.suppress(OSError):
        saving.write(cache.folder / CHECKSUMS, msgspec.json.encode(sealed))
    _found.update(changed)


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
    return sum(entry.stamp[1] for entry in _entries(folder, _found).values()) if folder else 0


def drop() -> None:
    """Empty the folder in use, after a damage that the checksums did not see."""
    folder = ensure().folder
    if folder is not None:
        shutil.rmtree(folder, ignore_errors=True)
        _made(folder)
        _found.clear()


def switch_off() -> None:
    """Keep no compiled code from here on, in this process and in those it starts."""
    os.environ[VARIABLE] = OFF
    os.environ.pop("NUMBA_CACHE_DIR", None)
    _ensured[:] = [Cache(None, "The folder of compiled kernels cannot be used; they are compiled anew.")]


def prune() -> None:
    """Remove kernels of sources and versions long gone; what is new stays, and whatever was used today."""
    folder = ensure().folder
    if folder is None:
        return
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


def _is_old_cache(path: Path, current: Path) -> bool:
    """Whether this is a folder of ours that no process is likely to be using."""
    named_by_us = len(path.name) == 16 and all(digit in "0123456789abcdef" for digit in path.name)
    return path != current and named_by_us and path.is_dir() and time.time() - path.stat().st_mtime > 86_400
