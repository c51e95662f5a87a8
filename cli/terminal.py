"""Reading and printing in a terminal or a script: documents, text, progress, and work that can be stopped."""

from __future__ import annotations

import _thread
import os
import re
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import nullcontext, suppress
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, TypeVar

import msgspec

from game import saving
from game.errors import BadInput
from game.saving import load

Result = TypeVar("Result")

PATIENCE = 5.0  # seconds that a command has to come to its end after a signal
ASKING_TO_END = {getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)}

MOST_LETTERS = 600  # of a line on stderr; a longer one loses its middle
_CONTROLS = (
    re.compile(  # sequences with what belongs to them: of a window's title, of colours and places, short ones
        r"(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)"
        r"|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"
        r"|\x1b[ -/]*[0-~]?"
        r"|[^\n\t -~\xa0-\U0010ffff]|[\u2028-\u202e\u2066-\u2069]"
    )
)
_A_BOARD = re.compile(r"[-._xX#IOTLJSZ]{4,32}(?:/[-._xX#IOTLJSZ]{4,32})*|\S*[vmdVMD]1[0-9]{2}@\S*")
_C1 = re.compile(r"[\x7f-\x9f]")


def printable(text: str) -> str:
    """`text` without what a terminal would obey: it may come from a file of anybody."""
    return _CONTROLS.sub("", text)


def show(as_json: bool, document: object, lines: Iterable[str]) -> None:
    """Print one JSON document, or the same facts for a person."""
    if as_json:
        text = msgspec.json.encode(document).decode()
        print(_C1.sub(lambda match: f"\\u{ord(match[0]):04x}", text))
        return
    for line in lines:
        print(printable(line))


def say(kind: str, sentence: str) -> None:
    """Print a sentence as one line of some length on stderr, if there is one: `error: …`."""
    line = " ".join(printable(sentence).split())
    if len(line) > MOST_LETTERS:
        line = f"{line[: MOST_LETTERS * 2 // 3]} … {line[-MOST_LETTERS // 3 :]}"
    with suppress(OSError, ValueError):
        if sys.stderr is not None:
            print(f"{kind}: {line}", file=sys.stderr)


def warn(sentence: str | None) -> None:
    """Tell a person something that does not stop the command."""
    if sentence:
        say("warning", sentence)


def note(sentence: str) -> None:
    """Tell a person something good to know before work begins."""
    say("note", sentence)


def announce_kernels() -> None:
    """Say where compiled kernels are kept if it is not where they should be."""
    from ai.compiled import cache

    warn(cache.ensure().notice)


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


def demand_stdout() -> None:
    """A protocol cannot be spoken without it. Raises `BadInput`."""
    if sys.stdout is None:
        raise BadInput("stdout is closed; the protocol is spoken on stdin and stdout")


def text_argument(text: str, limit: int = 100_000) -> str:
    """`text`, or all of stdin where it is `-`. Raises `BadInput`."""
    return saving.text_of(stdin_bytes(limit), "stdin") if text == "-" else text


def file_argument(name: str, limit: int = 100_000) -> str:
    """The text in the file `name`, or on stdin where it is `-`. Raises `BadInput`."""
    return text_argument(name, limit) if name == "-" else saving.text_of(load(Path(name), limit), name)


def board_argument(name: str) -> str:
    """The text of a board: in a file, on stdin where the name is `-`, or the name itself, rows apart by `/` or a fumen.

    Raises `BadInput`.
    """
    is_board = _A_BOARD.fullmatch(name) is not None
    return name if is_board and not Path(name).is_file() else file_argument(name)


class Terminated(KeyboardInterrupt):
    """The process is asked to end by another signal than that of Ctrl-C."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


_open: list[Signals] = []


def status_of(error: KeyboardInterrupt) -> int:
    """The exit status of a process that was ended so: 130 after Ctrl-C, 143 after SIGTERM."""
    return 128 + (error.number if isinstance(error, Terminated) else signal.SIGINT)


class Signals:
    """While this is open, signals that ask to end unwind the command: `KeyboardInterrupt` or `Terminated`.

    A kernel cannot be told to stop. So a thread leaves the process without unwinding where that takes too long; files
    that are not whole yet are removed, and the processes that it has started see that it is gone.
    """

    def __init__(self) -> None:
        self.patience = PATIENCE
        self._over = threading.Event()
        self._again = False  # a signal came where it would have been lost
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Signals:
        self._ear, self._mouth = socket.socketpair()
        self._mouth.setblocking(False)
        self._wakeup = signal.set_wakeup_fd(self._mouth.fileno(), warn_on_full_buffer=False)
        for number in _unignored():
            self._before[number] = signal.signal(number, self._unwind)
        self._unraisable, sys.unraisablehook = sys.unraisablehook, self._lose
        threading.Thread(target=self._watch, name="signals", daemon=True).start()
        _open.append(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        _open.remove(self)
        for number, before in self._before.items():
            signal.signal(number, before)
        sys.unraisablehook = self._unraisable
        signal.set_wakeup_fd(self._wakeup)
        self._mouth.close()

    def _unwind(self, number: int, frame: FrameType | None) -> None:
        if _within_llvm(frame):
            self._again = True
        elif number == signal.SIGINT:
            raise KeyboardInterrupt
        else:
            raise Terminated(number)

    def _lose(self, lost: sys.UnraisableHookArgs) -> None:
        """Have a signal come again that came where nothing is raised, as in a callback of a weak reference."""
        if isinstance(lost.exc_value, KeyboardInterrupt):
            self._again = True
        else:
            self._unraisable(lost)

    def _watch(self) -> None:
        """Hear of each signal at once, whatever the main thread does."""
        with self._ear:
            while word := self._ear.recv(1):
                if word[0] in ASKING_TO_END:
                    self._wait_for_the_end(word[0])

    def _wait_for_the_end(self, number: int) -> None:
        heard = time.monotonic()
        while not self._over.wait(0.02):
            if self._again:
                self._again = False
                _thread.interrupt_main(signal.Signals(number))
            if time.monotonic() - heard > self.patience:
                saving.abandon()
                flushing = threading.Thread(target=_flush, daemon=True)  # nobody may be reading
                flushing.start()
                flushing.join(1.0)
                os._exit(128 + number)


def _within_llvm(frame: FrameType | None) -> bool:
    """Return True if the compiler has called Python and waits for its answer.

    An exception would not come out of that.
    """
    while frame is not None:
        if frame.f_code.co_name.startswith("_raw_object_cache_"):
            return True
        frame = frame.f_back
    return False


def _unignored() -> set[signal.Signals]:
    """The signals that ask this process to end; a shell starts what is to go on without it with some ignored."""
    return {number for number in ASKING_TO_END if signal.getsignal(number) is not signal.SIG_IGN}


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()


def interruptible(work: Callable[[], Result], doing: str = "") -> Result:
    """Return the result of `work`; a signal ends the process at once, also inside a kernel that runs for minutes.

    `doing` names work that cannot say how far it is: a terminal shows how long it has been under way.
    """
    for signals in _open:
        signals.patience = 0.0
    try:
        with Clock(doing) if doing else nullcontext():
            return work()
    finally:
        for signals in _open:
            signals.patience = PATIENCE


class Stop:
    """A signal as a wish: while this is open it only sets `asked`, so that work can end where it is whole.

    `status` is the exit status then, 0 as long as nothing was asked.
    """

    def __init__(self) -> None:
        self.status = 0
        self._before: dict[int, Any] = {}

    @property
    def asked(self) -> bool:
        """True if a signal has come."""
        return self.status > 0

    def __enter__(self) -> Stop:
        for number in _unignored():
            self._before[number] = signal.signal(number, self._ask)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)

    def _ask(self, number: int, frame: object) -> None:
        if self.asked:
            raise KeyboardInterrupt  # who asks twice does not want to wait
        self.status = 128 + number


def output_file(text: str, *endings: str) -> Path:
    """A file that can be written to, by its ending. Raises `BadInput`."""
    path = Path(text)
    if path.suffix.lower() not in endings:
        raise BadInput(f"{text!r} should end in {' or '.join(endings)}")
    if not path.absolute().parent.is_dir():
        raise BadInput(f"{path.absolute().parent} is not a folder; {path.name} cannot be written there")
    return path


def check_output(path: Path) -> None:
    """Find out before long work whether a file can be written there. Raises `BadInput`."""
    if path.is_dir():
        raise BadInput(f"{path} is a folder; the name of a file is needed")
    folder = next(each for each in path.absolute().parents if each.exists())
    if not (folder.is_dir() and os.access(folder, os.W_OK)):
        raise BadInput(f"{path} cannot be written: {folder} is not a folder that can be written")


class Clock:
    """Name and time of the present step, on stderr, if that is a terminal; nothing otherwise."""

    def __init__(self, doing: str) -> None:
        self._doing = doing
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._tick, name="clock", daemon=True)

    def __enter__(self) -> Clock:
        if sys.stderr is not None and sys.stderr.isatty():
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        if self._thread.ident is not None:
            self._thread.join()

    def _tick(self) -> None:
        from tqdm import tqdm

        with tqdm(desc=self._doing, bar_format="{desc}: {elapsed}", leave=False) as bar:
            while not self._over.wait(0.5):
                bar.refresh()


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

    def count(self, done: int) -> None:
        """Show that `done` are done, of nobody knows how many."""
        self.at(done, 0)

    def clear(self) -> None:
        """Take it off the screen until there is more to show, so that a line can be printed."""
        self._bar.clear()
