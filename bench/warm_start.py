"""Cost of a start once all kernels are compiled: the window as a process of its own, on a screen of its own.

A run starts the program as a person does, on a virtual X server and with an empty home, reads in its log when a scene
was first on the screen and what CPU time the window's process had used by then, and presses the key that begins a game
with `xdotool`. Memory is what the system says that a process had at most (`VmHWM`), after the engine has had some
seconds to think.
"""

from __future__ import annotations

import os
import re
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.row import Row
from game import places
from game.errors import BadInput

NAME = "warm-start"
ABOUT = "seconds to home and to a game, and megabytes of the window and of its engines, as real processes"

GAMES = ("zuniq", "tetris", "bridge")
HOME_SECONDS, GAME_SECONDS = 1.0, 2.0
WINDOW_MEGABYTES, ENGINE_MEGABYTES = 250.0, 300.0
_SCREEN = "1280x720x24"
_THINKS = 8.0  # seconds that the engine thinks before memory is read
_PATIENCE = 60.0
_LOOK = 0.005  # seconds between two looks into the log
_NOT_KEPT = ("WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "PYTHONDONTWRITEBYTECODE")


@dataclass(frozen=True)
class Start:
    """One start: seconds by the clock on the wall and CPU seconds until the scene was shown, and megabytes."""

    seconds: float
    cpu_seconds: float
    window: float = 0.0
    engines: tuple[float, ...] = ()


def run(quick: bool) -> list[Row]:
    """The figures, medians of five starts. Raises `BadInput` where a program for it is missing."""
    _check()
    times = 1 if quick else 5
    with _screen() as display, TemporaryDirectory(prefix="kibitz-start-") as folder:
        _home(display, folder)  # leaves Python's compiled modules behind, as any start before would have
        homes = [_home(display, folder) for _ in range(times)]
        played = GAMES[: 1 if quick else None]
        games = {game: [_game(display, folder, game) for _ in range(times)] for game in played}
    rows = [
        _seconds("home is on the screen", homes, HOME_SECONDS),
        Row(
            "the window at home",
            max(each.window for each in homes),
            "MB",
            aim=WINDOW_MEGABYTES,
            note="at most",
        ),
    ]
    for game, starts in games.items():
        rows.append(_seconds(f"a game of {game} can be played", starts, GAME_SECONDS))
        window, engine = max(each.window for each in starts), max(max(each.engines) for each in starts)
        rows.append(Row(f"the window at {game}", window, "MB", aim=WINDOW_MEGABYTES, note="at most"))
        rows.append(Row(f"the largest process of an engine at {game}", engine, "MB", aim=ENGINE_MEGABYTES,
            note="at most"))  # fmt: skip
    return rows


def _seconds(what: str, starts: list[Start], aim: float) -> Row:
    cpu = statistics.median(each.cpu_seconds for each in starts)
    seconds = statistics.median(each.seconds for each in starts)
    return Row(what, round(seconds, 2), "s", aim=aim, note=f"median; {cpu:.2f} CPU s of the window's process")


def _check() -> None:
    from ai.compiled import cache

    missing = [name for name in ("Xvfb", "xdotool") if shutil.which(name) is None]
    if sys.platform != "linux" or missing:
        raise BadInput(f"this needs Linux and {' and '.join(missing) or 'an X server'}")
    if not cache.is_complete():
        raise BadInput("the kernels are not compiled; run `warmup` first")


@contextmanager
def _screen() -> Iterator[str]:
    """A virtual screen; its name."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", _SCREEN],
        pass_fds=(write,),
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    try:
        with os.fdopen(read) as output:
            yield f":{output.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


class _Window:
    """The program as a process, and what its log tells."""

    def __init__(self, display: str, folder: str, *words: str) -> None:
        stored = {name: value for name, value in os.environ.items() if name not in _NOT_KEPT}
        self.environment = stored | {
            "DISPLAY": display,
            "KIBITZ_HOME": folder,
            "PYTHONPYCACHEPREFIX": str(Path(folder, "bytecode")),  # as an installation has it
            "SDL_AUDIODRIVER": "dummy",
        }
        self.log = Path(folder, "state", "kibitz.log")
        self.log.unlink(missing_ok=True)
        self.begun = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, "main.py", *words], cwd=places.shipped(), env=self.environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def wait_for(self, scene: str) -> tuple[float, float]:
        """Seconds and CPU seconds from the start until a scene was on the screen."""
        while time.perf_counter() - self.begun < _PATIENCE and self.process.poll() is None:
            written = self.log.read_text() if self.log.exists() else ""
            if shown := re.search(rf"shown {scene} after ([\d.]+) CPU seconds\n", written):
                return time.perf_counter() - self.begun, float(shown[1])
            time.sleep(_LOOK)
        raise BadInput(f"the window did not come to {scene}")

    def press(self, key: str) -> None:
        """Press a key."""
        subprocess.run(["xdotool", "key", key], env=self.environment, check=True)

    def megabytes(self) -> tuple[float, tuple[float, ...]]:
        """Of the window, and of each process that it has started."""
        tasks = Path(f"/proc/{self.process.pid}/task").iterdir()
        children = [child for task in tasks for child in (task / "children").read_text().split()]
        return _megabytes(self.process.pid), tuple(_megabytes(int(child)) for child in children)

    def close(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait()


def _megabytes(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    kilobytes = next((line.split()[1] for line in lines if line.startswith("VmHWM")), "0")
    return round(int(kilobytes) / 1024, 1)


@contextmanager
def _window(display: str, folder: str, *words: str) -> Iterator[_Window]:
    window = _Window(display, folder, *words)
    try:
        yield window
    finally:
        window.close()


def _home(display: str, folder: str) -> Start:
    with _window(display, folder) as window:
        seconds, cpu = window.wait_for("home")
        time.sleep(1.0)
        return Start(seconds, cpu, window.megabytes()[0])


def _game(display: str, folder: str, game: str) -> Start:
    """The choices of a new game come first, and S begins."""
    with _window(display, folder, "play", game) as window:
        window.wait_for("new_game")
        window.press("s")
        seconds, cpu = window.wait_for("play")
        time.sleep(_THINKS)
        return Start(seconds, cpu, *window.megabytes())
