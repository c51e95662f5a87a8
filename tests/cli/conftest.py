"""A stranger at the command line."""

import contextlib
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.running import Ended, Run
from tests.patience import SECONDS


class Host:
    """The process of `host.py`, in which commands begin with everything imported."""

    def __init__(self, root: Path) -> None:
        command = [sys.executable, "-c", "from tests.cli.host import main; main()"]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, cwd=root, stdin=pipe, stdout=pipe, text=True)
        assert self._report() == "ready"

    def run(
        self, arguments: tuple[str, ...], folder: Path, stdin: bytes, environment: dict[str, str]
    ) -> Ended:
        """A command from its beginning to its end, in a process of its own."""
        streams = [folder / f".{name}" for name in ("stdin", "stdout", "stderr")]
        for stream, content in zip(streams, (stdin, b"", b""), strict=True):
            stream.write_bytes(content)
        order = {
            "arguments": arguments,
            "folder": str(folder),
            "environment": environment,
            "streams": [str(stream) for stream in streams],
        }
        assert self._process.stdin is not None
        print(json.dumps(order), file=self._process.stdin, flush=True)
        status = int(self._report())
        out, err = (stream.read_bytes().decode() for stream in streams[1:])
        for stream in streams:
            stream.unlink()
        return Ended(status, out, err)

    def _report(self) -> str:
        return self._process.stdout.readline().strip()

    def close(self) -> None:
        with self._process:
            with contextlib.suppress(OSError):
                self._process.communicate(timeout=10)
            self._process.kill()


@pytest.fixture(scope="session")
def host() -> Iterator[Host | None]:
    """Start every command in the ordinary way where there is no fork."""
    if not hasattr(os, "fork"):
        yield None
        return
    started = Host(Path(__file__).resolve().parents[2])
    yield started
    started.close()


@pytest.fixture
def run(root: Path, tmp_path: Path, host: Host | None) -> Run:
    """Run `main.py` with a command and its arguments, the command as in a shell.

    `stdin` None is a closed one; variables of the environment by name, None: none.

    What a variable or a closed stream does shows in a process that begins with them; the home is asked for each time.
    """

    def start(
        command: str = "", *more: str, stdin: str | bytes | None = "", **variables: str | None
    ) -> Ended:
        arguments = (*shlex.split(command), *more)
        content = stdin.encode() if isinstance(stdin, str) else stdin
        environment = {name: value for name, value in (os.environ | variables).items() if value is not None}
        if host is not None and content is not None and variables.keys() <= {"KIBITZ_HOME"}:
            return host.run(arguments, tmp_path, content, environment)
        program = [sys.executable, str(root / "main.py"), *arguments]
        if stdin is None:
            program = ["sh", "-c", 'exec "$@" <&-', "sh", *program]
        done = subprocess.run(
            program,
            input=content,
            capture_output=True,
            cwd=tmp_path,
            env=environment,
            timeout=1.5 * SECONDS,
            check=False,
        )
        return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())

    return start
