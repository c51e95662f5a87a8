"""Solving a model and deriving its lengths beside a running window. Loads no numba."""

from __future__ import annotations

import contextlib
import subprocess
import threading
from dataclasses import asdict

import msgspec

from ai import child
from ai.compiled import cache
from game.tetris.four_wide.model import Model

_PROGRAM = "import sys; from ai.tetris.four_wide.lengths.child import main; sys.exit(main(sys.argv[1:]))"


class Word(msgspec.Struct, frozen=True):
    """What is being done (`solve`, `lengths`, `done` at the end), how many steps of it, or why it has ended.

    `share` says how far solving has come: how small changes are, on a logarithmic scale from 0 to 1.
    """

    doing: str
    steps: int = 0
    error: str = ""
    share: float = 0.0

    @property
    def finished(self) -> bool:
        """Whether this is the last word."""
        return self.doing == "done"


class Job:
    """Work in a child process. Nothing here waits but `wait`; the child ends as well when this process is gone."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._word = Word("solve")
        self._process: subprocess.Popen[str] | None = None
        self._thread = threading.Thread(target=self._listen, name="four-wide-lengths", daemon=True)

    def start(self) -> None:
        """Begin. Raises `OSError` where no process can be started."""
        cache.ensure()
        self._process = child.start(_PROGRAM, msgspec.json.encode(asdict(self.model)).decode())
        self._thread.start()

    def poll(self) -> Word:
        """The last word."""
        return self._word

    def wait(self, seconds: float | None = None) -> Word:
        """The last word when it is finished, or after `seconds`."""
        self._thread.join(seconds)
        return self.poll()

    def stop(self) -> None:
        """Have it end. What is finished stays, and what is not can be gone on with."""
        process = self._process
        if process is not None and process.stdin is not None:
            with contextlib.suppress(OSError, ValueError):
                process.stdin.close()

    def _listen(self) -> None:
        process = self._process
        assert process is not None
        for word in child.told(process.stdout, msgspec.json.Decoder(Word)):
            self._word = word
        process.wait()
        if self._word.doing != "done":
            self._word = Word("done", error="the process that worked on it was ended")
