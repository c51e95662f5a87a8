"""The log file: events and errors of a window, for reports of faults.

One file of at most half a megabyte and the one before it, in the platform's folder for states. It holds no games and no
settings. Where it cannot be written nothing is lost but the log.
"""

from __future__ import annotations

import logging
import logging.handlers
import platform
import threading
from pathlib import Path

from game import places

LIBRARIES = ("numpy", "numba", "llvmlite", "pygame-ce", "msgspec", "PyYAML", "platformdirs")
ROOT = logging.getLogger("kibitz")
MOST_BYTES = 500_000
LINES = 100  # of the log in a report
_FORM = "%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"


class _File(logging.handlers.RotatingFileHandler):
    """A full disk, or a second window that turns the file over, is no reason for a word on stderr."""

    def handleError(self, record: logging.LogRecord) -> None:
        """Go on without this line."""


def path() -> Path:
    """Return the path of the log, even if there is none yet."""
    return places.state_dir() / "kibitz.log"


def begin() -> str | None:
    """Write what is logged from here on to the file; the reason as a sentence where that cannot be.

    Called again it does nothing. What a thread dies of is logged as well.
    """
    if any(isinstance(handler, _File) for handler in ROOT.handlers):
        return None
    ROOT.setLevel(logging.INFO)
    ROOT.propagate = False
    problem = places.prepare(path().parent)
    if problem is not None:
        ROOT.addHandler(logging.NullHandler())
        return problem
    handler = _File(
        path(), maxBytes=MOST_BYTES, backupCount=1, encoding="utf-8", errors="replace", delay=True
    )
    handler.setFormatter(logging.Formatter(_FORM))
    ROOT.addHandler(handler)
    threading.excepthook = _thread_died
    return None


def end() -> None:
    """Close the file."""
    for handler in [handler for handler in ROOT.handlers if isinstance(handler, _File)]:
        ROOT.removeHandler(handler)
        handler.close()
    threading.excepthook = threading.__excepthook__


def _thread_died(died: threading.ExceptHookArgs) -> None:
    if died.exc_value is not None and not issubclass(died.exc_type, SystemExit):
        name = died.thread.name if died.thread else "a thread"
        ROOT.error("%s died", name, exc_info=(died.exc_type, died.exc_value, died.exc_traceback))


def last_lines(count: int = LINES) -> list[str]:
    """The end of the log, the newest line last; nothing where there is none."""
    try:
        with path().open("rb") as file:
            file.seek(0, 2)
            file.seek(max(0, file.tell() - MOST_BYTES // 4))
            return file.read().decode("utf-8", "replace").splitlines()[-count:]
    except OSError:
        return []


def version_of(library: str) -> str | None:
    """The version of a library that is installed; None if it is not."""
    from importlib import metadata

    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return None


def versions() -> list[str]:
    """Kibitz, Python, the system and the libraries with their versions, one a line."""
    kibitz = version_of("kibitz") or "from a checkout"
    system = f"Python {platform.python_version()} on {platform.platform(terse=True)} ({platform.machine()})"
    return [f"Kibitz {kibitz}", system, *(f"{each} {version_of(each) or 'missing'}" for each in LIBRARIES)]


def report(fault: str) -> str:
    """Return a report for the person who is to find the reason of `fault`.

    The versions, the fault, the end of the log.
    """
    return "\n".join(
        [*versions(), "", fault.rstrip(), "", f"The end of {places.shown(path())}:", *last_lines(), ""]
    )
