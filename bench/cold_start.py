"""The first start of an installation: from the choice of a game to the first figure in its panel, in the real window.

The window opens as `python main.py` opens it, on SDL's dummy screen, with an empty home and no kernels. Its own buttons
are pressed: "Go on now", then those that begin the game. The clock runs from the first of these to the end of the
frame in which the panel lists a move, while the kernels of the other games are compiled beside it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import msgspec

from bench.row import Row
from game import places
from game.errors import BadInput

if TYPE_CHECKING:
    from gui.app import App
    from gui.context import Scene

NAME = "cold-start"
ABOUT = (
    "seconds from the choice of a game to the first figure, in a new installation, and until all is compiled"
)

# the buttons that begin a game with hints, from home on
BUTTONS = {
    "zuniq": ("zuniq coach",),
    "bridge": ("bridge coach",),
    "classic": ("tetris play", "kind 2", "start"),
    "tetris": ("tetris coach",),
    "four-wide": ("tetris four-wide",),
}
GAMES = tuple(BUTTONS)
FIGURE_SECONDS = 5.0  # what the first figure may take on two quiet cores
BUSY_SECONDS = 10.0  # and where other work takes one of them
BROUGHT_SECONDS = 3.0  # and where a wheel has brought its kernels along
WHOLE_SECONDS = 45.0  # and the whole warm-up
_LONGEST = 600.0
_FRAME = 1 / 60
_SPINS = "while True: pass"


class ColdStart(msgspec.Struct, frozen=True):
    """From the choice of a game to its first figure.

    `cpu_seconds` of the window and all its processes; None where the system does not tell. `brought`: the installation
    had its kernels with it.
    """

    seconds: float
    cpu_seconds: float | None
    brought: bool = False


def run(quick: bool) -> list[Row]:
    """The figures, also with one core busy; of Zuniq alone where it has to be quick."""
    rows = []
    for game in GAMES[:1] if quick else GAMES:
        rows.append(_row(game, measured((game,))[game], "", FIGURE_SECONDS))
        if not quick:
            with _busy_core():
                rows.append(_row(game, measured((game,))[game], ", one core busy", BUSY_SECONDS))
    if not quick:
        seconds, spent = whole_warm_up()
        note = f"{spent:.1f} CPU s" if spent is not None else ""
        rows.append(Row("every kernel compiled or loaded", seconds, "s", aim=WHOLE_SECONDS, note=note))
    return rows


def _row(game: str, result: ColdStart, how: str, aim: float) -> Row:
    cpu = "" if result.cpu_seconds is None else f"; {result.cpu_seconds:.1f} CPU s of all processes"
    kernels = "kernels were brought along" if result.brought else "the others are being compiled beside it"
    aim = BROUGHT_SECONDS if result.brought else aim
    return Row(f"first figure at {game}{how}", result.seconds, "s", aim=aim, note=kernels + cpu)


def measured(games: tuple[str, ...]) -> dict[str, ColdStart]:
    """For each game a first start of its own, in which that game is chosen at once."""
    return {
        game: msgspec.json.decode(_in_empty_home(f"first_figure({game!r})"), type=ColdStart) for game in games
    }


def whole_warm_up() -> tuple[float, float | None]:
    """Seconds and CPU seconds until every kernel is compiled, while no engine is asked."""
    return msgspec.json.decode(_in_empty_home("everything()"), type=tuple[float, float | None])


@contextmanager
def _busy_core() -> Iterator[None]:
    """Another process that takes a core."""
    process = subprocess.Popen([sys.executable, "-c", _SPINS])
    try:
        yield
    finally:
        process.kill()
        process.wait()


def _in_empty_home(call: str) -> bytes:
    """Call a function of this module in a process that finds no files and no kernels, and return its JSON.

    Raises `BadInput` where that takes too long.
    """
    with TemporaryDirectory(prefix="kibitz-cold-") as folder:
        program = f"from bench import cold_start; cold_start.tell(cold_start.{call})"
        new = {
            "KIBITZ_KERNELS": str(Path(folder, "kernels")),
            places.HOME_VARIABLE: str(Path(folder, "home")),
        }
        try:
            return subprocess.run(
                [sys.executable, "-c", program],
                cwd=places.shipped(),
                env=os.environ | new | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
                stdout=subprocess.PIPE,
                check=True,
                timeout=_LONGEST,
            ).stdout
        except subprocess.TimeoutExpired:
            raise BadInput(
                f"not done after {_LONGEST:.0f} s: this computer is too busy to measure it"
            ) from None


def tell(result: object) -> None:
    """Print `result` for the process that has started this one."""
    sys.stdout.buffer.write(msgspec.json.encode(result))


def first_figure(game: str) -> ColdStart:
    """Open the window, go on from the first start, begin `game`, and wait for the first figure in its panel."""
    from ai.compiled import cache
    from gui.app import opened

    brought = cache.is_complete()
    with opened() as app:
        _frame(app)
        if not brought:
            _press(app, "go on")
        begun, before = time.perf_counter(), _cpu_seconds()
        for button in BUTTONS[game]:
            _press(app, button)
        while not _has_figure(app.scene):
            _frame(app)
        seconds, after = time.perf_counter() - begun, _cpu_seconds()
    cpu = None if before is None or after is None else round(after - before, 2)
    return ColdStart(round(seconds, 2), cpu, brought)


def _frame(app: App) -> None:
    """One picture on the screen, as often as in the window."""
    begun = time.perf_counter()
    if not app.frame(_FRAME):
        raise BadInput("the window has closed")
    app.present()
    time.sleep(max(0.0, _FRAME - (time.perf_counter() - begun)))


def _press(app: App, name: str) -> None:
    """Click on the button of this name, once it is there."""
    import pygame

    while (result := _place_of(app.scene, name)) is None:
        _frame(app)
    at = tuple(round(each * app.context.scale) for each in result)
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(0, 0, 0)))
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, pos=at, button=1))
    _frame(app)


def _place_of(scene: Scene | None, name: str) -> tuple[float, float] | None:
    targets = scene.targets.all() if scene is not None else ()
    return next((each.middle for each in targets if each.name == name), None)


def _has_figure(scene: Scene | None) -> bool:
    """Return True if the panel lists a move with what it is worth."""
    from gui.scenes.play import PlayScene

    return isinstance(scene, PlayScene) and len(scene.shown_choices()) > 0


def everything() -> tuple[float, float | None]:
    """Compile every kernel."""
    from ai.compiled.warmup import warm_up

    begun, before = time.perf_counter(), _cpu_seconds()
    done = warm_up()
    seconds, after = time.perf_counter() - begun, _cpu_seconds()
    if done.summary is None:
        raise BadInput(done.poll().error or "compiling was stopped")
    return round(seconds, 1), None if before is None or after is None else round(after - before, 1)


def _cpu_seconds() -> float | None:
    """CPU seconds of this process, of its children that have ended, and of those that are at work, with theirs."""
    if not sys.platform.startswith("linux"):
        return None
    used = os.times()
    result = used.user + used.system + used.children_user + used.children_system
    parents: dict[int, int] = {}
    ticks: dict[int, int] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        number = int(status.parent.name)
        parents[number], ticks[number] = int(fields[1]), sum(map(int, fields[11:15]))
    for number in parents:
        above = parents[number]
        while above in parents and above != os.getpid():
            above = parents[above]
        result += ticks[number] / os.sysconf("SC_CLK_TCK") if above == os.getpid() else 0.0
    return result
