"""The camera: runs the showcase scene by its own schedule and takes a picture whenever it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, Protocol

import msgspec
import pygame

from game import saving
from game.errors import BadInput
from game.record import Chapter, Record
from game.showcase import Showcase
from gui.drawing.canvas import Canvas
from gui.film.inks import Inks, Picture, pixels
from gui.film.reels import Frame, apng, gif
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.board.showcase import ShowcaseScene
from gui.scenes.home import HomeScene
from gui.scenes.live_replay.tour import LiveTourScene
from gui.scenes.run.tour import TourScene
from gui.stage import headless, sheet, stage_salon

SIZE = (960, 540)
_REELS: dict[str, Callable[[tuple[int, int], Inks, Iterator[Frame]], bytes]] = {".gif": gif, ".png": apng}
_TICK = 4  # hundredths of a second: what both formats can say, and often enough for a wall being drawn
_UNHURRIED = 3600.0  # seconds for the graph of one picture
_PROBES = 16  # pictures from all over the film, from which its colours are chosen

Progress = Callable[[int, int], object]


class Filmed(Protocol):
    """A scene that follows a showcase: what the camera needs of it."""

    salon: Salon
    shown: Showcase

    @property
    def seconds(self) -> float: ...
    @property
    def moving(self) -> bool: ...
    @property
    def playing(self) -> bool: ...
    def at(self, seconds: float) -> None: ...
    def update(self, seconds: float) -> Scene | None: ...
    def draw(self, canvas: Canvas) -> None: ...


def record(
    shown: Showcase | Record,
    file: Path | str,
    size: tuple[int, int] = SIZE,
    theme: str = "dark",
    progress: Progress | None = None,
) -> None:
    """Film a showcase, or any game, into a file that ends in `.gif` or in `.png` (an animated PNG).

    `progress(done, total)` counts twenty-fifths of a second of the film. The same game gives the same
    bytes. Raises `BadInput` for another ending or a size that no window can have, `BadConfig` for an unknown
    theme, `BadRecord` for a game that cannot be played, `NotSaved` where the file cannot be written. Whatever
    happens, the file is there whole or as it was before.
    """
    path = Path(file)
    reel = _REELS.get(path.suffix.lower())
    if reel is None:
        raise BadInput(f"{path.name!r} should end in {' or '.join(_REELS)}")
    showcase = shown if isinstance(shown, Showcase) else _whole_game(shown)
    with headless():
        surface, salon = sheet(size), stage_salon(theme)
        inks = Inks.of(_probes(_scene(salon, showcase), surface))
        film = reel(size, inks, _develop(_takes(_scene(salon, showcase), surface, progress), inks))
    saving.save(path, film)


def _whole_game(record: Record) -> Showcase:
    """A game without chapters as a showcase of one."""
    title = record.title or " – ".join(seat.name for seat in record.seats)
    chapters = record.chapters or (Chapter(0, "The game"),)
    return Showcase(title, msgspec.structs.replace(record, title=title, chapters=chapters, cursor=0))


def _scene(salon: Salon, showcase: Showcase) -> Filmed:
    """The scene of a showcase at its start; the graph of a long game is complete in every picture."""
    scene: Filmed
    if showcase.record.live is not None:
        scene = live = LiveTourScene(salon, HomeScene(salon), showcase)
        live.chronicle.work(_UNHURRIED)
    elif showcase.record.run is None:
        scene = ShowcaseScene(salon, HomeScene(salon), showcase)
    else:
        scene = tour = TourScene(salon, HomeScene(salon), showcase)
        tour.patience = _UNHURRIED
    scene.at(0.0)
    return scene


def _probes(scene: Filmed, surface: pygame.Surface) -> Iterator[Picture]:
    for number in range(_PROBES + 1):
        scene.at(scene.shown.seconds * number / _PROBES)
        scene.update(0.0)
        scene.draw(scene.salon.canvas(surface))
        yield pixels(surface)


class _Take(NamedTuple):
    picture: Picture
    hundredths: int


def _takes(scene: Filmed, surface: pygame.Surface, progress: Progress | None) -> Iterator[_Take]:
    """Every picture that differs from the one before, with the time that it stays."""
    total = round(scene.shown.seconds * 100)
    picture, since, seen = _photograph(scene, surface), 0, _state(scene)
    for now in range(_TICK, total, _TICK):
        moved = scene.moving
        scene.update(_TICK / 100)
        if moved or scene.moving or _state(scene) != seen:
            yield _Take(picture, now - since)
            picture, since, seen = _photograph(scene, surface), now, _state(scene)
        if progress is not None:
            progress(now // _TICK, total // _TICK)
    yield _Take(picture, max(_TICK, total - since))


def _state(scene: Filmed) -> tuple[object, ...]:
    """What a picture of a scene at rest depends on; that of a long game shows no time."""
    moment = scene.shown.at(scene.seconds)
    record = scene.shown.record
    time = int(scene.seconds) if record.run is None else None
    if record.live is not None:
        return scene.shown.tick_at(scene.seconds), moment.chapter, scene.playing
    return time, moment.ply, moment.chapter, scene.playing


def _photograph(scene: Filmed, surface: pygame.Surface) -> Picture:
    scene.draw(scene.salon.canvas(surface))
    return pixels(surface)


def _develop(takes: Iterator[_Take], inks: Inks) -> Iterator[Frame]:
    """Frames that hold only what has changed since the one before, cut to the smallest rectangle."""
    before: Picture | None = None
    for picture, hundredths in takes:
        yield Frame.between(before, picture, inks, hundredths)
        before = picture
