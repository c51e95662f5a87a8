import ctypes
import os
import runpy
import signal
import struct
import subprocess
import sys
import textwrap
from pathlib import Path
from queue import SimpleQueue
from types import SimpleNamespace

import pytest

from ai import program
from ai.program import RunningProgram
from tests.lives import SECONDS, STUBBORN, Lives

posix = pytest.mark.skipif(os.name != "posix", reason="watches processes through a named pipe")

OURS = """
import sys, time
from ai.program import RunningProgram
RunningProgram(sys.argv[1:], 100, lambda line: True, lambda: None)
time.sleep(600)
"""


class Spoken:
    """A program, and what is heard of it: its lines, and None at their end."""

    def __init__(self, *words: str) -> None:
        self.heard: SimpleQueue[bytes | None] = SimpleQueue()
        self.program = RunningProgram(words, 100, self._hear, lambda: self.heard.put(None))

    def _hear(self, line: bytes) -> bool:
        self.heard.put(line)
        return True

    def line(self) -> bytes | None:
        return self.heard.get(timeout=SECONDS)


def python(lines: str, *arguments: str) -> list[str]:
    return [sys.executable, "-S", "-c", textwrap.dedent(lines), *arguments]


def test_a_program_is_spoken_to_and_says_goodbye() -> None:
    spoken = Spoken(*python("for line in __import__('sys').stdin: print(line.strip()[::-1], flush=True)"))
    assert spoken.program.send(b"abc")
    assert spoken.line() == b"cba\n"
    spoken.program.close(b"bye")
    assert (spoken.line(), spoken.line()) == (b"eyb\n", None)
    assert spoken.program.ended() == "ended with status 0"


def test_a_byte_order_mark_before_the_first_line_is_not_heard() -> None:
    spoken = Spoken(*python(r"import sys; sys.stdout.buffer.write(b'\xef\xbb\xbfabc\r\n\xef\xbb\xbfd\n')"))
    assert (spoken.line(), spoken.line(), spoken.line()) == (b"abc\r\n", b"\xef\xbb\xbfd\n", None)


@pytest.mark.parametrize(
    ("lines", "how"),
    [
        ("raise SystemExit(3)", "ended with status 3"),
        pytest.param("import os; os.kill(os.getpid(), 9)", "was ended by signal 9", marks=posix),
        pytest.param("import os; os.abort()", "was ended by signal 6", marks=posix),
    ],
)
def test_how_a_program_has_ended_is_known(lines: str, how: str) -> None:
    spoken = Spoken(*python(lines))
    assert spoken.line() is None
    assert spoken.program.ended() == how
    spoken.program.close(b"")


@pytest.mark.parametrize("name", ["/no/such/program", os.curdir])
def test_what_cannot_be_started_is_an_error_that_says_why(name: str) -> None:
    with pytest.raises(OSError, match=r"Errno|WinError") as caught:
        Spoken(name)
    assert caught.value.strerror


def test_a_program_that_reads_nothing_is_not_waited_for() -> None:
    spoken = Spoken(*python("import time; print('up', flush=True); time.sleep(600)"))
    assert spoken.line() == b"up\n"
    for _ in range(100):
        assert spoken.program.send(b"x" * 10_000)
    spoken.program.close(b"bye")
    assert spoken.line() is None


@posix
def test_a_child_that_keeps_the_output_of_an_ended_program_open_ends_too(lives: Lives) -> None:
    spoken = Spoken(*python(STUBBORN, str(lives.path)))
    assert lives.word() == b"up"
    assert spoken.line() is None
    assert lives.word() == b""
    assert spoken.program.ended() == "ended with status 0"
    spoken.program.close(b"")


@posix
def test_closing_ends_a_stubborn_program_and_its_children(lives: Lives) -> None:
    spoken = Spoken(*python(STUBBORN + "time.sleep(600)", str(lives.path)))
    assert lives.word() == b"up"
    spoken.program.close(b"bye")
    assert lives.word() == b""


@posix
@pytest.mark.parametrize("word", [signal.SIGKILL, signal.SIGTERM])
def test_however_we_end_no_program_is_left(lives: Lives, root: Path, word: signal.Signals) -> None:
    stubborn = python(STUBBORN + "time.sleep(600)", str(lives.path))
    with subprocess.Popen([sys.executable, "-c", OURS, *stubborn], cwd=root) as ours:
        assert lives.word() == b"up"
        ours.send_signal(word)
    assert lives.word() == b""


# -- Windows, whose functions are played here: what is asked of them, and in which order --

_DONE: dict[str, int] = {"CreateJobObjectW": 7, "SetInformationJobObject": 1, "AssignProcessToJobObject": 1}


@pytest.mark.skipif(os.name == "nt", reason="there the functions themselves are met by the tests above")
@pytest.mark.parametrize("refused", [None, "SetInformationJobObject", "AssignProcessToJobObject"])
def test_on_windows_a_program_is_in_a_job_before_it_runs(
    monkeypatch: pytest.MonkeyPatch, refused: str | None
) -> None:
    asked: list[tuple[str, list[object]]] = []

    class Library:
        def __init__(self, name: str, **_: object) -> None:
            pass

        def __getattr__(self, name: str) -> object:
            def call(*words: object) -> int:
                asked.append((name, [getattr(each, "value", each) for each in words]))
                return 0 if name == refused else _DONE.get(name, 0)

            setattr(self, name, call)
            return call

    class Started:
        _handle = 42

        def __init__(self, words: list[str], creationflags: int, **_: object) -> None:
            asked.append(("Popen", [creationflags]))

        def kill(self) -> None:
            asked.append(("kill", []))

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "WinDLL", Library, raising=False)
    monkeypatch.setattr(ctypes, "WinError", lambda _: OSError("refused"), raising=False)
    monkeypatch.setattr(ctypes, "get_last_error", lambda: 5, raising=False)
    names = SimpleNamespace(**runpy.run_path(program.__file__))
    monkeypatch.setattr(subprocess, "Popen", Started)
    if refused is not None:
        with pytest.raises(OSError, match=r"refused|to a job object"):
            names._start(["bot"])
        started = [name for name, _ in asked if name in ("Popen", "kill", "NtResumeProcess")]
        assert started == ([] if refused == "SetInformationJobObject" else ["Popen", "kill"])
        return
    _, end = names._start(["bot"])
    end()
    assert [name for name, _ in asked] == [
        "CreateJobObjectW", "SetInformationJobObject", "Popen", "AssignProcessToJobObject", "NtResumeProcess",
        "CloseHandle",
    ]  # fmt: skip
    limits = asked[1][1]
    assert limits[:2] == [7, 9]
    fields = names._LIMIT_FIELDS
    assert struct.unpack(fields, limits[2])[2] == 0x2000  # the job's processes end with its last handle
    assert struct.calcsize(fields.replace("L", "I").replace("N", "Q")) == 144  # as Windows of 64 bits has it
    assert asked[2][1] == [4]  # suspended
    assert (asked[3][1], asked[4][1], asked[5][1]) == ([7, 42], [42], [7])
