"""Checks that processes live: a named pipe that they hold open, and a program that does not end when asked."""

import os
import select
from pathlib import Path

from tests.patience import SECONDS

STUBBORN = """
import os, signal, subprocess, sys, time
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
alive = os.open(sys.argv[1], os.O_WRONLY)
wait = [sys.executable, "-S", "-c", "import time; time.sleep(600)"]
subprocess.Popen(wait, start_new_session=True, pass_fds=[alive])
os.write(alive, b"up")
"""


class Lives:
    """A named pipe that processes hold open as long as they live."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self.path = path
        self._end = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    def word(self) -> bytes:
        """Return the next bytes to write; nothing once the last process that holds the pipe has ended."""
        assert select.select([self._end], [], [], SECONDS)[0]
        return os.read(self._end, 100)

    def close(self) -> None:
        os.close(self._end)
