"""Random keys and mouse in the real window, through all scenes: what its memory comes to, and whether it fails.

`python -m bench.random_input --minutes 30 --seed 1` opens the window on a virtual screen of its own (Xvfb) or on
`--display`, and types, clicks, drags, turns the wheel and resizes by chance (xdotool). Every few seconds another
scene is opened, some of them with engines that play as fast as they can, and now and then another theme and
scale are set. Prints the memory each half minute, and at each new
peak; a fault of the program is told and counted, and the tour goes on.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import msgspec

from bench.row import Row
from gui import destinations as to

NAME = "random-input"
ABOUT = "megabytes of the window and its workers under random keys and mouse in all scenes (Linux with Xvfb)"

FIRST = 10.0  # minutes in which memory may grow
AIM = 250.0  # megabytes
STAY = (4.0, 12.0)  # seconds in a scene
SCREEN = (1600, 1000)
SIZES = ((1280, 720), (1600, 1000), (1024, 700), (800, 600), (640, 480))
KEYS = (
    *"abcdefghijklmnopqrstuvwxyz0123456789", "Return", "Return", "Escape", "Tab", "Tab", "space", "BackSpace",
    "Delete", "Home", "End", "Prior", "Next", "Left", "Right", "Up", "Down", "Left", "Right", "Up", "Down", "F1",
    "F12", "question", "period", "comma", "minus", "plus", "exclam", "shift+Tab", "shift+Left", "shift+Right",
    "shift+s", "ctrl+c", "ctrl+v", "ctrl+z", "ctrl+s", "ctrl+a", "ctrl+Return",
)  # fmt: skip
PAUSE = 0.02  # seconds between two inputs


class Sample(msgspec.Struct):
    """The window's report about itself; megabytes."""

    minute: float
    window: float
    workers: float
    processes: int
    scene: str
    faults: int


def run(quick: bool) -> list[Row]:
    """The figures of half an hour, or of two minutes; the memory of each half minute is told on stderr."""
    return rows(measure(2.0 if quick else 30.0, 1, None, sys.stderr))


def rows(samples: list[Sample]) -> list[Row]:
    """The most memory in the first minutes, and after them."""
    first = max(each.window for each in samples if each.minute <= FIRST)
    later = [each.window for each in samples if each.minute > FIRST]
    half = (FIRST + samples[-1].minute) / 2
    results = [Row(f"window, most in the first {FIRST:.0f} minutes", first, "MB", aim=AIM)]
    if later:
        results.append(Row("window, most after them", max(later), "MB", aim=AIM))
        parts = [
            [each.window for each in samples if each.minute > FIRST and (each.minute > half) == last]
            for last in (False, True)
        ]
        if all(parts):
            means = [sum(part) / len(part) for part in parts]
            results.append(Row(f"window, mean from minute {FIRST:.0f} to {half:.0f}", means[0], "MB"))
            results.append(Row("window, mean after that", means[1], "MB"))
    results.append(Row("workers together, most", max(each.workers for each in samples), "MB"))
    results.append(Row("faults of the program", samples[-1].faults, "", aim=0))
    return results


def measure(minutes: float, seed: int, display: str | None, output: IO[str]) -> list[Sample]:
    """Tour the window for so long; a sample each second. `output` gets a line each half minute."""
    samples: list[Sample] = []
    with _screen(display) as name, tempfile.TemporaryDirectory(prefix="kibitz-tour-") as home:
        environment = os.environ | {"DISPLAY": name, "KIBITZ_HOME": home, "SDL_AUDIODRIVER": "dummy"}
        environment |= {"KIBITZ_KERNELS": _kernels(), "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
        environment.pop("SDL_VIDEODRIVER", None)
        window = subprocess.Popen(
            [sys.executable, "-m", f"bench.{Path(__file__).stem}", "--tour", str(minutes), str(seed)],
            env=environment, cwd=Path(__file__).resolve().parent.parent, stdout=subprocess.PIPE,
        )  # fmt: skip
        hand = subprocess.Popen(["xdotool", "-"], env=environment, stdin=subprocess.PIPE, text=True)
        try:
            _play(window, hand, random.Random(seed), samples, output)
        finally:
            for each in (hand, window):
                each.kill()
                each.wait()
    if window.returncode not in (0, -9) or not samples:
        raise RuntimeError(f"the window ended with status {window.returncode}")
    return samples


def _play(
    window: subprocess.Popen[bytes],
    hand: subprocess.Popen[str],
    chance: random.Random,
    samples: list[Sample],
    output: IO[str],
) -> None:
    """Type and click as long as the window is open, and collect what it says."""
    assert window.stdout is not None
    assert hand.stdin is not None
    os.set_blocking(window.stdout.fileno(), False)
    rest, next_line, most = b"", 0.0, 0.0
    while window.poll() is None:
        try:
            if samples:
                hand.stdin.write(_inputs(chance))
                hand.stdin.flush()
        except BrokenPipeError:
            raise RuntimeError("xdotool has ended") from None
        time.sleep(PAUSE * 10)
        rest += window.stdout.read() or b""
        *lines, rest = rest.split(b"\n")
        for line in lines:
            samples.append(msgspec.json.decode(line, type=Sample))
            one = samples[-1]
            if one.minute >= next_line or one.window > most + 10:
                next_line = max(next_line, one.minute + 0.5 if one.minute >= next_line else 0.0)
                most = max(most, one.window)
                print(_words(one), file=output, flush=True)


def _words(one: Sample) -> str:
    return (
        f"{one.minute:5.1f} min  window {one.window:4.0f} MB  workers {one.workers:4.0f} MB in "
        f"{one.processes}  faults {one.faults}  {one.scene}"
    )


def _inputs(chance: random.Random) -> str:
    """Ten inputs for xdotool."""
    lines = []
    for _ in range(10):
        kind, x, y = chance.random(), chance.randrange(SCREEN[0]), chance.randrange(SCREEN[1])
        if chance.random() < 0.8:
            x, y = x * 1280 // SCREEN[0], y * 720 // SCREEN[1]
        if kind < 0.55:
            lines.append(f"key {chance.choice(KEYS)}")
        elif kind < 0.85:
            lines.append(f"mousemove {x} {y} click {chance.choice((1, 1, 1, 1, 3, 4, 5))}")
        elif kind < 0.95:
            lines.append(f"mousemove {x} {y}")
        elif kind < 0.995:
            other = f"{chance.randrange(1280)} {chance.randrange(720)}"
            lines.append(f"mousemove {x} {y} mousedown 1 mousemove {other} mouseup 1")
        else:
            width, height = chance.choice(SIZES)
            lines.append(f"search --name ^Kibitz$ windowsize {width} {height}")
        lines.append(f"sleep {PAUSE}")
    return "\n".join(lines) + "\n"


def _kernels() -> str:
    """Return the folder of the compiled kernels: those of always."""
    from ai.compiled import cache

    folder = cache.ensure().folder
    return str(folder.parent) if folder else cache.OFF


@contextmanager
def _screen(display: str | None) -> Iterator[str]:
    """The name of a screen: `display`, or a virtual one for as long as it is used."""
    if display is not None:
        yield display
        return
    reader, writer = os.pipe()
    size = f"{SCREEN[0]}x{SCREEN[1]}x24"
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", size, "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    with os.fdopen(reader) as answer:
        name = f":{answer.readline().strip()}"
    try:
        yield name
    finally:
        server.terminate()
        server.wait()


# -- in the window's process --


def _tour(minutes: float, seed: int) -> int:
    """The program, with a guide who opens a scene after the other."""
    import gui.app
    from bench.window import SCENES
    from game import showcase as showcases
    from gui.context import AppContext, Scene
    from gui.screenshot import SHOWN, scenes, sight

    chance, shown = random.Random(seed), showcases.load(SHOWN)
    begun = time.monotonic()
    router: dict[str, Callable[[AppContext], Scene]] = {
        name: lambda context, name=name: sight(name, context, shown)  # type: ignore[misc]
        for name in scenes()
        if name not in ("error", "warm-up") and not name.startswith("tables")  # worked out by the plain rules
    }
    router["tables"] = lambda context: context.scene(to.Tables(), context.scene(to.Home()))
    router |= {
        f"engines: {name}": lambda context, build=build: build(context, shown)  # type: ignore[misc]
        for name, build in SCENES.items()
    }

    class Guided(gui.app.App):
        """The window; nobody can close it, and a fault is told on stderr."""

        faults = 0
        door = "home"
        to_come: list[str]
        next_door = next_sample = 0.0

        def frame(self, seconds: float) -> bool:
            now = time.monotonic() - begun
            if now >= minutes * 60:
                return False
            if now >= self.next_door:
                self.next_door = now + chance.uniform(*STAY)
                self._open()
            if now >= self.next_sample:
                self.next_sample = now + 1.0
                self._say(now / 60)
            return super().frame(seconds)

        def show(self, scene: Scene | None) -> None:
            over = time.monotonic() - begun >= minutes * 60
            super().show(self.context.scene(to.Home()) if scene is None and not over else scene)

        def _open(self) -> None:
            if not getattr(self, "to_come", []):
                self.to_come = chance.sample(list(router), len(router))
            self.door = self.to_come.pop()
            if chance.random() < 0.3:
                theme, scale = chance.choice(("dark", "light")), chance.randrange(75, 305, 5) / 100
                patterns = chance.random() < 0.5
                self.context.change_all(
                    {"display.theme": theme, "display.scale": scale, "display.patterns": patterns}
                )
            try:
                self.show(router[self.door](self.context))
            except Exception:
                self._fail()

        def _fail(self) -> None:
            self.faults += 1
            print(f"--- in {self.door!r}, {self.scene!r}:", file=sys.stderr)
            traceback.print_exc()
            self.show(self.context.scene(to.Home()))

        def _say(self, minute: float) -> None:
            workers = [_megabytes(pid) for pid in _descendants()]
            scene = f"{self.door}, now {self.scene.name}" if self.scene is not None else self.door
            sample = Sample(minute, _megabytes(os.getpid()), sum(workers), len(workers), scene, self.faults)
            sys.stdout.buffer.write(msgspec.json.encode(sample) + b"\n")
            sys.stdout.buffer.flush()

    gui.app.App = Guided  # type: ignore[misc]
    gui.app.run()
    return 0


def _megabytes(pid: int) -> float:
    """The memory of a process; none for one that has ended."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    return next(
        (int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS")), 0.0
    )


def _descendants() -> list[int]:
    """The processes that this one has started, and that they have."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    results, rest = set[int](), {os.getpid()}
    while rest:
        rest = {child for child, parent in parents.items() if parent in rest} - results
        results |= rest
    return sorted(results)


def main() -> int:
    """Read the command line and measure; 1 where the program failed."""
    parser = argparse.ArgumentParser(description=ABOUT)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--display", help="a screen that is there already, as :55")
    parser.add_argument("--tour", nargs=2, metavar=("MINUTES", "SEED"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.tour:
        return _tour(float(arguments.tour[0]), int(arguments.tour[1]))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # ends the window and the screen as well
    results = rows(measure(arguments.minutes, arguments.seed, arguments.display, sys.stdout))
    for row in results:
        print(f"{row.what}: {row.value:.0f} {row.unit}")
    return 1 if results[-1].value else 0


if __name__ == "__main__":
    sys.exit(main())
