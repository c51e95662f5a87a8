"""Running the command line as a stranger does: in a process of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]  # of `main.py`


class Ended:
    """A command that has ended: its status and what it printed."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def document(self) -> Any:
        """The one JSON document on stdout, with nothing said on stderr."""
        assert (self.status, self.err) == (0, ""), self.err
        assert self.out.count("\n") == 1
        return json.loads(self.out)

    def assert_refused(self, status: int, *words: str) -> None:
        """One line on stderr that starts with `error: ` and says `words`, nothing on stdout."""
        assert (self.status, self.out) == (status, "")
        assert self.err.startswith("error: ")
        assert self.err.count("\n") == 1
        for word in words:
            assert word in self.err


Run = Callable[..., Ended]
NO_DISPLAY = {"DISPLAY": None, "WAYLAND_DISPLAY": None, "SDL_VIDEODRIVER": None}


def python(program: str, *words: str, stdin: str = "", **variables: str) -> Ended:
    """Return the end of a Python program with these arguments."""
    command, variables = [sys.executable, "-c", program, *words], os.environ | variables
    done = subprocess.run(
        command, cwd=ROOT, env=variables, input=stdin, capture_output=True, text=True, check=False
    )
    return Ended(done.returncode, done.stdout, done.stderr)
