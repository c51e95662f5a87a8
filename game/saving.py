"""Saving and loading a file for a person: a limit on what is read, and one sentence where it fails."""

from __future__ import annotations

import stat
from pathlib import Path

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


def load(path: Path, limit: int) -> bytes:
    """The bytes of the file at `path`, at most `limit` of them. Raises `BadInput` with the reason."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # a pipe or a device might never end
            raise BadInput(f"{path} cannot be read: it is not an ordinary file.")
        with open(path, "rb") as file:
            data = file.read(limit + 1)
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}.") from None
    except ValueError:
        raise BadInput(f"{str(path)!r} is no name for a file.") from None
    if len(data) > limit:
        raise BadInput(f"{path} is larger than {limit:,} bytes.")
    return data
