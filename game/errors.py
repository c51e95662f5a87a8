"""The few errors that a person reads: each carries one sentence that says what is wrong."""

from __future__ import annotations

from pathlib import Path


class KibitzError(Exception):
    """Base of all errors that end in one clear line instead of a traceback."""


class IllegalMove(KibitzError):
    """A move that the rules refuse; the message is the reason a person would want to read."""


class BadRecord(KibitzError):
    """A saved game, replay or showcase that cannot be believed; names the place and the reason."""


class BadBook(KibitzError):
    """An opening book that cannot be believed."""


class BadTable(KibitzError):
    """A generated table or policy that cannot be believed."""


class BadDeck(KibitzError):
    """A deck of problems, or a problem in it, that cannot be believed; names the problem and the reason."""


class BadConfig(KibitzError):
    """A configuration that cannot be used; names file, key, what was found and what is allowed."""


class BadInput(KibitzError):
    """An argument or a text that cannot be read; names what would be accepted."""


class NotSaved(KibitzError):
    """A file that could not be written; what was there before is untouched."""


def beside(path: Path, reason: str) -> str:
    """The reason as it reads beside the name of the file: without the path or the name that it begins with."""
    return reason.removeprefix(str(path)).removeprefix(path.name).lstrip(" ,:")
