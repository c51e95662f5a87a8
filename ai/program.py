"""Another program that is talked to line by line. No wait is without a limit, and nothing of it outlives us.

On POSIX this file is also run as a process between us and the program, its keeper. It hears through a socket when
we are gone, however we ended, and then ends the program's process group; on Linux also what has left the group.
Windows does the same by a job object.
"""

from __future__ import annotations

import codecs
import contextlib
import errno
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import IO

GOODBYE = 0.5  # seconds to end by itself after the last word
_LAST = 5.0  # seconds that ending it by force may take
_REPORT = struct.Struct("i")  # what the keeper says first: why the program could not be started, 0 if it was

Process = subprocess.Popen[bytes]


class RunningProgram:
    """A program from its start to its end. A thread hands each of its lines to `hear`.

    `hear` gets at most `longest` bytes at a time and says False to hear no more; `end` is called when there
    is nothing more to hear. What the program prints on stderr is dropped.
    """

    def __init__(
        self, words: Sequence[str], longest: int, hear: Callable[[bytes], bool], end: Callable[[], object]
    ) -> None:
        """Start it. Raises `OSError`."""
        self._process, self._end_all = _start(words)
        self._to_say: SimpleQueue[bytes | None] = SimpleQueue()
        self._deaf = False
        assert self._process.stdout is not None
        reading = (self._process.stdout, longest, hear, end)
        self._reader = threading.Thread(target=_read, args=reading, daemon=True)
        self._writer = threading.Thread(target=self._write, daemon=True)
        self._reader.start()
        self._writer.start()

    def send(self, line: bytes) -> bool:
        """Have a line written, without waiting for a program that does not read; False where none is there to."""
        self._to_say.put(line + b"\n")
        return not self._deaf

    def ended(self) -> str:
        """Return how a program ended that no longer listens or speaks, to be read after its name."""
        try:
            status = self._process.wait(GOODBYE)
        except subprocess.TimeoutExpired:
            return "closed its input or output"
        return f"was ended by signal {-status}" if status < 0 else f"ended with status {status}"

    def close(self, goodbye: bytes) -> None:
        """Say a last line, wait a moment, then end the program and what it has started."""
        self.send(goodbye)
        self._to_say.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(GOODBYE)
        self._end_all()
        try:
            self._process.wait(_LAST)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._reader.join(_LAST)
        if self._process.stdout is not None and not self._reader.is_alive():
            self._process.stdout.close()  # a thread that reads it has its lock, and closing would wait for that

    def _write(self) -> None:
        assert self._process.stdin is not None
        try:
            while (line := self._to_say.get()) is not None:
                self._process.stdin.write(line)
                self._process.stdin.flush()
        except (OSError, ValueError):
            self._deaf = True
        with contextlib.suppress(OSError):
            self._process.stdin.close()


def _read(stream: IO[bytes], longest: int, hear: Callable[[bytes], bool], end: Callable[[], object]) -> None:
    first = True
    with contextlib.suppress(OSError, ValueError):
        while line := stream.readline(longest):
            line, first = line.removeprefix(codecs.BOM_UTF8) if first else line, False
            if not hear(line):
                break
    end()


# -- starting: the process to wait for, and what ends it with all that it has started --

if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    _SUSPENDED = 0x4  # CREATE_SUSPENDED: it starts nothing before it is in the job
    _LIMITS = 9  # JobObjectExtendedLimitInformation
    _KILL_ON_CLOSE = 0x2000  # JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE, among the limits below
    _LIMIT_FIELDS = "qqLNNLNLL6Q4N"  # JOBOBJECT_EXTENDED_LIMIT_INFORMATION

    def _start(words: Sequence[str]) -> tuple[Process, Callable[[], object]]:
        """A program in a job that ends when the last handle to it is closed, and we hold the only one."""
        kernel, system = ctypes.WinDLL("kernel32", use_last_error=True), ctypes.WinDLL("ntdll")
        kernel.CreateJobObjectW.restype = wintypes.HANDLE
        limits = struct.pack(_LIMIT_FIELDS, 0, 0, _KILL_ON_CLOSE, *[0] * 16)
        job = wintypes.HANDLE(kernel.CreateJobObjectW(None, None))
        if not job or not kernel.SetInformationJobObject(job, _LIMITS, limits, len(limits)):
            raise ctypes.WinError(ctypes.get_last_error())
        process = _piped(words, creationflags=_SUSPENDED)
        handle = wintypes.HANDLE(int(process._handle))  # type: ignore[attr-defined]
        if not kernel.AssignProcessToJobObject(job, handle) or system.NtResumeProcess(handle):
            process.kill()
            raise OSError(errno.EPERM, "it could not be added to a job object")
        return process, lambda: kernel.CloseHandle(job)

else:

    def _start(words: Sequence[str]) -> tuple[Process, Callable[[], object]]:
        """A keeper that has started the program, and the end of our line to it."""
        ours, theirs = socket.socketpair()
        with theirs:
            keeper = [sys.executable, "-I", "-S", __file__, str(theirs.fileno())]
            process = _piped([*keeper, *words], start_new_session=True, pass_fds=[theirs.fileno()])
        data = ours.recv(_REPORT.size)
        (why_not,) = _REPORT.unpack(data) if data else (errno.ECHILD,)
        if why_not:
            ours.close()
            process.communicate()
            raise OSError(why_not, os.strerror(why_not))
        return process, ours.close


def _piped(words: Sequence[str], **options: object) -> Process:
    pipe = subprocess.PIPE
    return subprocess.Popen(  # type: ignore[call-overload,no-any-return]
        words, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, **options
    )


# -- the keeper --


def keep(line: int, words: list[str]) -> None:
    """Start the program and end as it does; end it, and what it has started, when `line` is closed. Never returns."""
    ended = threading.Event()

    def watch() -> None:
        with contextlib.suppress(OSError):
            while os.read(line, 1):
                pass
        if not ended.is_set():
            _kill(program)

    ignored = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    for number in ignored:
        signal.signal(number, signal.SIG_IGN)
    _adopt_orphans()
    os.set_inheritable(line, False)
    anew = (*ignored, signal.SIGPIPE, signal.SIGXFSZ)  # the last two are ignored by Python
    try:
        program = os.posix_spawnp(words[0], words, os.environ, setpgroup=0, setsigdef=anew)
    except OSError as error:
        os.write(line, _REPORT.pack(error.errno or errno.ENOEXEC))
        os._exit(1)
    for stream in (0, 1):  # else the pipes would stay open when the program has closed them
        os.close(stream)
        os.open(os.devnull, os.O_RDWR)
    os.write(line, _REPORT.pack(0))
    threading.Thread(target=watch, daemon=True).start()
    status = _wait_for(program)
    ended.set()
    _kill(program, itself=False)
    _end_children()
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        _end_by_signal(-code)
    os._exit(code)


def _kill(program: int, *, itself: bool = True) -> None:
    with contextlib.suppress(OSError):
        os.killpg(program, signal.SIGKILL)
    if itself:
        with contextlib.suppress(OSError):  # it may have left its group
            os.kill(program, signal.SIGKILL)


def _wait_for(program: int) -> int:
    while True:
        ended, status = os.waitpid(-1, 0)
        if ended == program:
            return status


def _adopt_orphans() -> None:
    """Have Linux make what the program leaves behind a child of ours, whatever session it went to."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError, ImportError):
            import ctypes

            set_child_subreaper = 36  # PR_SET_CHILD_SUBREAPER of prctl(2)
            ctypes.CDLL(None).prctl(set_child_subreaper, 1)


def _end_children() -> None:
    """End all children; theirs become ours then, and are ended in their turn."""
    spared = set[int]()  # those of another user
    while children := _children() - spared:
        for child in children:
            try:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
            except OSError:
                spared.add(child)


def _children() -> set[int]:
    """The processes whose parent this one is, as Linux tells them."""
    results = set[int]()
    with contextlib.suppress(OSError):
        for name in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
                if int(file.read().rpartition(b")")[2].split()[1]) == os.getpid():
                    results.add(int(name))
    return results


def _end_by_signal(number: int) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(OSError):  # SIGKILL cannot be set, and needs not be
        signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


if __name__ == "__main__":
    keep(int(sys.argv[1]), sys.argv[2:])
