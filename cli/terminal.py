"""Reading and printing in a terminal or a script: documents, text, progress, and work that can be stopped."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, TypeVar

import msgspec

from game.errors import BadInput
from game.saving import load

Result = TypeVar("Result")

MOST_LETTERS = 600  # of a line on stderr; a longer one loses its middle
_CONTROLS = (
    re.compile(  # sequences with what belongs to them: of a window's title, of colours and places, short ones
        r"(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)"
        r"|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"
        r"|\x1b[ -/]*[0-~]?"
        r"|[^\n\t -~\xa0-\U0010ffff]|[\u2028-\u202e\u2066-\u2069]"
    )
)
_C1 = re.compile(r"[\x7f-\x9f]")


def printable(text: str) -> str:
    """`text` without what a terminal would obey: it may come from a file of anybody."""
    return _CONTROLS.sub("", text)


def show(as_json: bool, document: object, lines: Iterable[str]) -> None:
    """Print one JSON document, or the same facts for a person."""
    if as_json:
        text = msgspec.json.encode(document).decode()
        print(_C1.sub(lambda found: f"\\u{ord(found[0]):04x}", text))
        return
    for line in lines:
        print(printable(line))


def say(kind: str, sentence: str) -> None:
    """Print a sentence as one line of some length on stderr, if there is one: `error: …`."""
    line = " ".join(printable(sentence).split())
    if len(line) > MOST_LETTERS:
        line = f"{line[: MOST_LETTERS * 2 // 3]} … {line[-MOST_LETTERS // 3 :]}"
    with contextlib.suppress(OSError, ValueError):
        if sys.stderr is not None:
            print(f"{kind}: {line}", file=sys.stderr)


def warn(sentence: str | None) -> None:
    """Tell a person something that does not stop the command."""
    if sentence:
        say("warning", sentence)


def note(sentence: str) -> None:
    """Tell a person something good to know before work begins."""
    say("note", sentence)


def fail(sentence: str) -> int:
    """Say what is wrong after the facts were printed; the exit status."""
    say("error", sentence)
    return 1


def stdin_bytes(limit: int) -> bytes:
    """All of stdin, at most `limit` bytes. Raises `BadInput`."""
    if sys.stdin is None:
        raise BadInput("stdin is closed; give the name of a file instead of -")
    data = sys.stdin.buffer.read(limit + 1)
    if len(data) > limit:
        raise BadInput(f"stdin holds more than {limit:,} bytes")
    return data


def text_argument(text: str, limit: int = 100_000) -> str:
    """`text`, or all of stdin where it is `-`. Raises `BadInput`."""
    if text != "-":
        return text
    try:
        return stdin_bytes(limit).decode()
    except UnicodeDecodeError:
        raise BadInput("stdin is no UTF-8 text") from None


def file_argument(name: str, limit: int = 100_000) -> str:
    """The text in the file `name`, or on stdin where it is `-`. Raises `BadInput`."""
    if name == "-":
        return text_argument(name, limit)
    try:
        return load(Path(name), limit).decode()
    except UnicodeDecodeError:
        raise BadInput(f"{name} is no UTF-8 text") from None


class Stop:
    """Ctrl-C as a wish: while this is open it only sets `asked`, so that work can end where it is whole."""

    def __init__(self) -> None:
        self.asked = False
        self._before: Any = None

    def __enter__(self) -> Stop:
        self._before = signal.signal(signal.SIGINT, self._ask)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _ask(self, number: int, frame: object) -> None:
        if self.asked:
            raise KeyboardInterrupt  # who asks twice does not want to wait
        self.asked = True


def output_file(text: str, *endings: str) -> Path:
    """A file that can be written to, by its ending. Raises `BadInput`."""
    path = Path(text)
    if path.suffix.lower() not in endings:
        raise BadInput(f"{text!r} should end in {' or '.join(endings)}")
    if not path.absolute().parent.is_dir():
        raise BadInput(f"{path.absolute().parent} is no folder; {path.name} cannot be written there")
    return path


def check_output(path: Path) -> None:
    """Find out before long work whether a file can be written there. Raises `BadInput`."""
    if path.is_dir():
        raise BadInput(f"{path} is a folder; the name of a file is needed")
    folder = next(each for each in path.absolute().parents if each.exists())
    if not (folder.is_dir() and os.access(folder, os.W_OK)):
        raise BadInput(f"{path} cannot be written: {folder} is no folder that can be written")


class Bar:
    """A progress bar on stderr, if that is a terminal; nothing otherwise."""

    def __init__(self, what: str, unit: str) -> None:
        from tqdm import tqdm

        hidden = sys.stderr is None or not sys.stderr.isatty()
        self._bar: tqdm[Any] = tqdm(desc=what, unit=f" {unit}", disable=hidden, leave=False)

    def __enter__(self) -> Bar:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.close()

    def at(self, done: int, total: int, name: str = "") -> None:
        """Show that `done` of `total` is done and `name` is in work."""
        self._bar.total = total
        self._bar.set_postfix_str(name, refresh=False)
        self._bar.update(done - self._bar.n)
        self._bar.refresh()


class _Job(threading.Thread, Generic[Result]):
    def __init__(self, work: Callable[[], Result]) -> None:
        super().__init__(daemon=True)
        self._work = work
        self.result: Result | None = None
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self.result = self._work()
        except BaseException as error:
            self.error = error


def interruptible(work: Callable[[], Result]) -> Result:
    """What `work` returns; Ctrl-C ends the process at once, also inside a kernel that runs for minutes.

    A kernel cannot be told to stop and the interpreter must not be taken down around it, so the process
    is left without the usual farewell. Only for work that writes no file.
    """
    job = _Job(work)
    try:
        job.start()
        while job.is_alive():
            job.join(0.1)
    except KeyboardInterrupt:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        os._exit(130)
    if job.error is not None:
        raise job.error
    return job.result  # type: ignore[return-value]
