"""Files of ours that are read where they lie: in memory or mapped, checked once as a whole, nothing decoded.

magic 8 bytes | version, length of the header: 32 bits each | checksum of the rest, 16 bytes
header, JSON, padded to 16 bytes | body, its parts padded likewise
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from game import saving
from game.errors import BadInput, KibitzError

ALIGNED = 16  # bytes; each part begins at a multiple of them
START = 32
LONGEST_HEADER = 10_000
SMALL = 1 << 24  # bytes up to which a file is read: whoever changes it later changes nothing that was checked
_MAGIC, _DIGEST = 8, 16

Part = bytes | memoryview
Bytes = NDArray[np.uint8]
Header = TypeVar("Header")
Contents = TypeVar("Contents")


class Form(NamedTuple):
    """A kind of file: how it begins, its version, what a person calls it, the error for one that is damaged."""

    magic: bytes
    version: int
    what: str
    error: type[KibitzError]


def parts_of(form: Form, header: msgspec.Struct, body: Iterable[Part]) -> list[Part]:
    """The content of a file, one part after the other; `body` are bytes, however long."""
    text = msgspec.json.encode(header)
    rest = [each for part in (text, *body) for each in (part, bytes(-len(part) % ALIGNED))]
    head = form.magic + np.array([form.version, len(text)], "<u4").tobytes()
    return [head + _digest(rest), *rest]


def read(
    path: Path, form: Form, kind: type[Header], take: Callable[[Header, Bytes, int], Contents]
) -> Contents:
    """Return the result of `take` for the header, the body and the size of a file, after all of it was checked.

    Raises the form's error, also where `take` raises `ValueError`, `TypeError` or `BadInput`.
    """
    try:
        with saving.opened(path) as file:
            if os.fstat(file.fileno()).st_size > SMALL:
                content = np.memmap(file, np.uint8, "r").view(np.ndarray)
            else:
                content = np.fromfile(file, np.uint8)
                content.flags.writeable = False
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "this is not a valid file name"
        raise form.error(f"{path}: cannot be read: {reason}") from None
    try:
        return take(*_checked(content, form, kind), len(content))
    except (ValueError, TypeError, BadInput) as error:
        raise form.error(f"{path}: not a complete {form.what}: {error}; build it again") from None


def _checked(content: Bytes, form: Form, kind: type[Header]) -> tuple[Header, Bytes]:
    if content[:_MAGIC].tobytes() != form.magic:
        raise ValueError("it does not begin as one")
    if len(content) < START:
        raise ValueError("it is cut off")
    version, length = (int(word) for word in np.frombuffer(content[_MAGIC:16].tobytes(), "<u4"))
    if version != form.version:
        raise ValueError(f"its version is {version}, not {form.version}")
    if _digest([content[START:].data]) != content[16:START].tobytes() or length > LONGEST_HEADER:
        raise ValueError("its checksum is wrong")
    header = msgspec.json.decode(content[START : START + length].tobytes(), type=kind)
    return header, content[START + length + -length % ALIGNED :]


def _digest(parts: Iterable[Part]) -> bytes:
    digest = hashlib.blake2b(digest_size=_DIGEST)
    for part in parts:
        digest.update(part)
    return digest.digest()
