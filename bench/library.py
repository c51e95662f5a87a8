"""The library of saved games: what home and the list of games take to open, and the memory of the window.

The window opens as `python main.py` opens it, on SDL's dummy screen, in a temporary home with so many saved games that
were made for it: copies of games that come with Kibitz, each with another date and title. It is opened once before, so
that the index is there, and then anew in a process of its own, which is measured.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import msgspec

from bench.row import Row
from game import places
from game.errors import BadInput
from gui import destinations as to

if TYPE_CHECKING:
    from gui.app import App

NAME = "library"
ABOUT = "seconds until home and the list of games are on the screen, and megabytes, with many saved games"
GAMES = (0, 1_000, 10_000)
MOST_SECONDS = 0.3  # more than with no game saved
MOST_MEGABYTES = 150.0
LETTER_SECONDS = 0.05
_SAMPLES = ("showcases/stacker-duel", "showcases/zuniq-duel", "tables/zuniq", "tables/four-wide-well")
_LONGEST = 900.0
_FRAME = 1 / 60
_SETTLED = 60  # pictures


class LibrarySpeed(msgspec.Struct, frozen=True):
    """Of a window: until home and the games have their first picture, with all rows known; its memory after that.

    `letter_seconds`: from a letter of the search to the picture of what is found. `first_seconds`: the first opening,
    in which the index is made, until the list is whole.
    """

    home_seconds: float
    list_seconds: float
    megabytes: float | None
    letter_seconds: float
    first_seconds: float


def run(quick: bool) -> list[Row]:
    """The figures for each number of games; without the ten thousand where it has to be quick."""
    speeds = measured(GAMES[:2] if quick else GAMES)
    rows, empty = [], speeds[0]
    for games, each in speeds.items():
        of = f"{games:,} games"
        rows.append(Row(f"home, {of}", each.home_seconds, "s", aim=empty.home_seconds + MOST_SECONDS))
        rows.append(Row(f"list, {of}", each.list_seconds, "s", aim=empty.list_seconds + MOST_SECONDS))
        rows.append(Row(f"a letter of the search, {of}", each.letter_seconds, "s", aim=LETTER_SECONDS))
        rows.append(Row(f"list while the index is made, {of}", each.first_seconds, "s"))
        if each.megabytes is not None:
            rows.append(Row(f"memory, {of}", each.megabytes, "MB", aim=MOST_MEGABYTES))
    return rows


def measured(games: tuple[int, ...] = GAMES) -> dict[int, LibrarySpeed]:
    """The figures by the number of games."""
    speeds = {}
    for count in games:
        with TemporaryDirectory(prefix="kibitz-library-") as folder:
            _call(folder, f"make({count})")
            first: LibrarySpeed = msgspec.json.decode(_call(folder, f"tell({count})"), type=LibrarySpeed)
            again: LibrarySpeed = msgspec.json.decode(_call(folder, f"tell({count})"), type=LibrarySpeed)
            speeds[count] = msgspec.structs.replace(again, first_seconds=first.first_seconds)
    return speeds


def _call(folder: str, call: str) -> bytes:
    """Return the output of a function of this module, called in a process with its home in `folder`.

    Raises `BadInput`.
    """
    kernels = os.environ.get("KIBITZ_KERNELS", str(places.cache_dir() / "numba"))
    own = {places.HOME_VARIABLE: folder, "KIBITZ_KERNELS": kernels}
    own |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    try:
        return subprocess.run(
            [sys.executable, "-c", f"from bench import library; library.{call}"],
            cwd=places.shipped(),
            env=os.environ | own,
            stdout=subprocess.PIPE,
            check=True,
            timeout=_LONGEST,
        ).stdout
    except subprocess.TimeoutExpired:
        raise BadInput(f"not done after {_LONGEST:.0f} s: this computer is too busy to measure it") from None


def make(count: int) -> None:
    """Save so many games, one a minute."""
    from game import library

    folder = library.games_dir()
    folder.mkdir(parents=True)
    for number, (name, data) in enumerate(_games(count)):
        (folder / f"{name}-{number}.kibitz").write_bytes(data)


def _games(count: int) -> Iterator[tuple[str, bytes]]:
    """So many files, each with the first letters of its game."""
    from game.record import HEADER, encode, seal

    samples = [places.shipped("assets", f"{each}.kibitz").read_bytes().split(b"\n")[:-2] for each in _SAMPLES]
    began = datetime(2026, 1, 1, tzinfo=UTC)
    for number in range(count):
        first, *others = samples[number % len(samples)]
        created = (began + timedelta(minutes=number)).strftime("%Y-%m-%dT%H:%M:%SZ")
        header = msgspec.structs.replace(HEADER.decode(first), title=f"Game {number}", created=created)
        yield header.game, seal([encode(header), *others])


def tell(games: int) -> None:
    """Open the window and print what was measured."""
    from gui.app import opened
    from gui.scenes.games import GamesScene
    from gui.scenes.home import HomeScene

    begun = time.perf_counter()
    with opened() as app:
        if not isinstance(app.scene, HomeScene):  # kernels are missing: another scene says so first
            begun = time.perf_counter()
            app.show(app.context.scene(to.Home()))
        _picture(app)
        home = time.perf_counter() - begun
        assert app.scene is not None
        begun = time.perf_counter()
        scene = app.context.scene(to.Games(), app.scene)
        assert isinstance(scene, GamesScene)
        app.show(scene)
        _picture(app)
        shown = time.perf_counter() - begun
        while len(scene.rows) < games:
            _picture(app)
            time.sleep(_FRAME)
        whole = time.perf_counter() - begun
        for _ in range(_SETTLED):
            _picture(app)
            time.sleep(_FRAME)
        scene.search.write("9")
        _press(app, "9")
        begun = time.perf_counter()
        _press(app, "8")
        letter = time.perf_counter() - begun
        megabytes = _megabytes()
    speed = LibrarySpeed(round(home, 3), round(shown, 3), megabytes, round(letter, 3), round(whole, 2))
    sys.stdout.buffer.write(msgspec.json.encode(speed))


def _picture(app: App) -> None:
    """One picture on the screen."""
    if not app.frame(_FRAME):
        raise BadInput("the window has closed")
    app.present()


def _press(app: App, letter: str) -> None:
    """Type a letter and draw what it leads to."""
    import pygame

    pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))
    _picture(app)


def _megabytes() -> float | None:
    """The memory of this process; None where the system does not tell."""
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return None
    lines = (line.split() for line in status.splitlines() if line.startswith("VmRSS:"))
    return next((round(int(words[1]) / 1024, 1) for words in lines), None)
