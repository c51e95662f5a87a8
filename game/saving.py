"""Saving and loading a file for a person: a limit on what is read, and one sentence where it fails."""

from __future__ import annotations

import codecs
import contextlib
import errno
import os
import re
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, BinaryIO

from game.errors import BadInput, NotSaved

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

# Writing a file so that it is there whole or as it was before, also when the power fails in between.

_unfinished = set[str]()  # temporary files of writing that is under way
UNFINISHED = ".kibitz-tmp"
_DEAD = 3600.0  # seconds: whoever began a file so long ago was ended before it was whole
_swept: set[Path] = set()


def write(path: Path, content: bytes) -> None:
    """Put `content` at `path` in one step, making its folder if needed. Raises `OSError`; leaves no remains."""
    with writing(path) as file:
        file.write(content)


@contextlib.contextmanager
def writing(path: Path) -> Iterator[IO[bytes]]:
    """A file to write to that stands at `path` once it is whole. Raises `OSError`; leaves no remains.

    A temporary file beside it is written, flushed to the disk and renamed over `path`; where `path` is a
    symbolic link, the file it points to is replaced and the link stays.
    """
    target = path.resolve()
    target.parent.mkdir(parents=True, exist_ok=True)
    _sweep(target.parent)
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=UNFINISHED, dir=target.parent)
    _unfinished.add(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, _mode(target))
        os.replace(name, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
    finally:
        _unfinished.discard(name)
    _flush_folder(target.parent)


def abandon() -> None:
    """Remove what is not whole yet, for a process that is about to end without unwinding."""
    for name in list(_unfinished):
        with contextlib.suppress(OSError):
            os.unlink(name)


def _sweep(folder: Path) -> None:
    """Remove what processes that were ended have left in a folder; once in the life of this one."""
    if folder in _swept:
        return
    _swept.add(folder)
    with contextlib.suppress(OSError):
        for entry in list(os.scandir(folder)):
            if entry.name.startswith(".") and entry.name.endswith(UNFINISHED):
                with contextlib.suppress(OSError):
                    if time.time() - entry.stat(follow_symlinks=False).st_mtime > _DEAD:
                        os.unlink(entry)


def _mode(target: Path) -> int:
    """The permissions of the file that is replaced, or those of a new file under the user's mask."""
    try:
        return target.stat().st_mode & 0o777
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _flush_folder(folder: Path) -> None:
    """Make the renaming itself last; not every system can do this for a folder."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def save(path: Path, data: bytes) -> None:
    """Put `data` at `path`; readers see the old file or the new one, never a part.

    Raises `NotSaved`; the old file is untouched then, and no other file is left behind.
    """
    try:
        if path.exists() and not path.is_file():  # a folder or a device must never be replaced
            raise NotSaved(f"{path} cannot be written: it is not an ordinary file.")
        write(path, data)
    except OSError as error:
        raise NotSaved(f"{path} cannot be written: {error.strerror or error}.") from None
    except (ValueError, RuntimeError):  # a NUL in the name, or links in a circle
        raise NotSaved(f"{str(path)!r} is not a valid file name.") from None


def lock(path: Path) -> IO[bytes] | None:
    """The lock of this file, held as long as what is returned is open; None where another process holds it."""
    try:
        file = open(path, "ab")  # noqa: SIM115
    except OSError:
        return None
    try:
        if sys.platform == "win32":
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        file.close()
        return None
    except OSError:  # a file system without locks: better shared than not saved
        pass
    return file


_FLAGS = ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY")  # opening a pipe waits for nobody who writes


def opened(path: Path) -> BinaryIO:
    """The ordinary file at `path`, to be read. Raises `OSError`, also for a pipe or a device, which might never end.

    Every file that a person names, or that others may have written, is opened here.
    """
    handle = os.open(path, os.O_RDONLY | sum(getattr(os, flag, 0) for flag in _FLAGS))
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "it is not an ordinary file", str(path))
    return os.fdopen(handle, "rb")


def load(path: Path, limit: int) -> bytes:
    """The bytes of the file at `path`, at most `limit` of them. Raises `BadInput` with the reason."""
    try:
        with opened(path) as file:
            data = file.read(limit + 1)
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}.") from None
    except ValueError:
        raise BadInput(f"{str(path)!r} is not a valid file name.") from None
    if len(data) > limit:
        raise BadInput(f"{path} is larger than {limit:,} bytes.")
    return data


# Bytes as text, in whatever encoding a person's programs have written them.

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_NO_TEXT = re.compile(r"[\x00-\x08\x0e-\x19\x1b-\x1f]")
_END_OF_DOS = "\x1a"  # behind each of several files that were joined


def text_of(data: bytes, name: str) -> str:
    """The text of these bytes: UTF-8 or UTF-16, with or without a byte order mark, or else Latin-1.

    Lines end in a line feed alone. Raises `BadInput` for what is not text; `name` is what messages call it.
    """
    text = _decoded(data).removeprefix("\ufeff").replace(_END_OF_DOS, "\n")
    if _NO_TEXT.search(text) or data in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        raise BadInput(f"{name} is not UTF-8, UTF-16 or Latin-1 text.")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def without_mark(line: bytes) -> bytes:
    """The first line of a protocol without the byte order mark that some programs send before it."""
    return line.removeprefix(codecs.BOM_UTF8)


def _decoded(data: bytes) -> str:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    if b"\0" in data[:2] and len(data) % 2 == 0:  # every second byte of plain letters is 0
        return data.decode("utf-16-be" if data[0] == 0 else "utf-16-le", "replace")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")
