"""Saving and loading a file for a person: a limit on what is read, and one sentence where it fails."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

from game import atomic
from game.errors import BadInput, NotSaved


def save(path: Path, data: bytes) -> None:
    """Put `data` at `path`; whoever looks sees the old file or the new one, never a part.

    Raises `NotSaved`; the old file is untouched then, and no other file is left behind.
    """
    try:
        if path.exists() and not path.is_file():  # a folder or a device must never be replaced
            raise NotSaved(f"{path} cannot be written: it is not an ordinary file.")
        atomic.write(path, data)
    except OSError as error:
        raise NotSaved(f"{path} cannot be written: {error.strerror or error}.") from None
    except (ValueError, RuntimeError):  # a NUL in the name, or links in a circle
        raise NotSaved(f"{str(path)!r} is no name for a file.") from None


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
        raise BadInput(f"{str(path)!r} is no name for a file.") from None
    if len(data) > limit:
        raise BadInput(f"{path} is larger than {limit:,} bytes.")
    return data
