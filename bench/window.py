"""Cost of a frame of the window: drawn on no screen, and on the screen where there is one."""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import pygame

from ai.compiled import cache
from bench.row import Row
from game import showcase as showcases
from game.places import HOME_VARIABLE
from game.record import Seat
from game.session import Session
from game.showcase import Showcase
from gui import destinations as to
from gui.app import App, prefer_plain_pictures
from gui.context import AppContext, Scene
from gui.play.live_plan import Plan as LivePlan
from gui.play.live_plan import Player
from gui.play.players import new_seats
from gui.play.run_plan import Plan
from gui.scenes.home import HomeScene
from gui.scenes.live.scene import LiveScene
from gui.scenes.play import PlayScene
from gui.scenes.review import ReviewScene
from gui.scenes.run.scene import RunScene
from gui.scenes.showcase import ShowcaseScene
from gui.screenshot import SHOWN
from gui.stage import headless, stage_context

NAME = "window"
ABOUT = "milliseconds a frame of each scene at 1280x720, sixty frames a second"

SIZE = (1280, 720)
FRAME = 1 / 60
AIM = 16.0  # milliseconds at the 99th percentile
FIRST = 30  # frames in which letters and shapes are drawn for the first time
PLY = 12  # of the position that the engine thinks about
PATIENCE = 60.0  # seconds for an engine to have its first opinion
Build = Callable[[AppContext, Showcase], Scene]


@dataclass(frozen=True)
class Frames:
    """Milliseconds of each frame: of this process's CPU, and by the clock on the wall."""

    cpu: list[float]
    wall: list[float]


def run(quick: bool) -> list[Row]:
    """The figures; a frame is everything from looking at the events to the last shape, and handing it to the screen."""
    count = 90 if quick else 1200
    shown = showcases.load(SHOWN)
    rows: list[Row] = []
    with own_home(), headless():
        surface = pygame.display.set_mode(SIZE)
        for name, build in SCENES.items():
            rows += _rows(name, _measure(surface, build, shown, count), "no screen")
        rows += _suggestions(surface, 3 if quick else 20)
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        rows += _on_screen(shown, count)
    return rows


def _on_screen(shown: Showcase, count: int) -> list[Row]:
    """The same in a window that is really there, its picture handed to the screen each time."""
    with own_home():
        prefer_plain_pictures()
        pygame.display.init()
        pygame.font.init()
        try:
            surface = pygame.display.set_mode(SIZE)
            driver = pygame.display.get_driver()
            return [
                row
                for name, build in SCENES.items()
                for row in _rows(
                    name, _measure(surface, build, shown, count, to_screen=True), f"{driver}, shown"
                )
            ]
        finally:
            pygame.display.quit()


@contextmanager
def own_home() -> Iterator[None]:
    """A home without games for as long as it is measured; the compiled kernels are those of always."""
    with ExitStack() as rest:
        kernels = cache.ensure().folder
        for name, value in {
            HOME_VARIABLE: rest.enter_context(tempfile.TemporaryDirectory(prefix="kibitz-bench-")),
            cache.VARIABLE: str(kernels.parent) if kernels else cache.OFF,
        }.items():
            rest.callback(_put_back, name, os.environ.get(name))
            os.environ[name] = value
        yield


def _put_back(name: str, value: str | None) -> None:
    os.environ.pop(name, None)
    if value is not None:
        os.environ[name] = value


# -- the scenes --


def _home(context: AppContext, shown: Showcase) -> Scene:
    return HomeScene(context)


def _play(context: AppContext, shown: Showcase) -> Scene:
    """A person's turn, with the kibitzer thinking at full strength in a process of its own."""
    session = Session.resume(shown.record)
    seats = new_seats(session.position_at(PLY).to_move, "full", 30.0)
    bare = Session.new(session.position.game, session.position.setup, seats)
    for move in session.moves[:PLY]:
        bare.play(move.text)
    return PlayScene(context, HomeScene(context), bare, hints=True)


def _review(context: AppContext, shown: Showcase) -> Scene:
    return ReviewScene(context, HomeScene(context), Session.resume(shown.record))


def _showcase(context: AppContext, shown: Showcase) -> Scene:
    scene = ShowcaseScene(context, HomeScene(context), shown)
    scene.head.speed = 4.0
    return scene


def _run(context: AppContext, controllers: tuple[str, ...], size: str) -> Scene:
    """Classic Tetris as fast as the machine can, each controller in a process of its own."""
    plan = Plan.new(controllers, {"size": size, "rules": "spawn"}, seed=1)
    scene = context.scene(to.Run(plan), HomeScene(context))
    assert isinstance(scene, RunScene)
    scene.top_speed()
    return scene


def _watch(context: AppContext, shown: Showcase) -> Scene:
    return _run(context, ("tengstrand-1.1",), "10x20")


def _race(context: AppContext, shown: Showcase) -> Scene:
    return _run(context, ("tengstrand-1.1", "tengstrand-1.4", "dt-20", "kibitz"), "10x10")


def _classic(context: AppContext, shown: Showcase) -> Scene:
    """A person's turn at classic Tetris, with the equity opened up."""
    session = Session.new("classic", {"pieces": "uniform:1"}, [Seat("You")])
    for number in range(12):
        moves = session.position.legal_moves()
        session.play(moves[number * 7 % len(moves)])
    return PlayScene(context, HomeScene(context), session, hints=True)


def _live(context: AppContext, shown: Showcase) -> Scene:
    """Two engines in real time, each in a process of its own, that play as fast as they go."""
    players = (Player("Stacker", "stacker", "full"), Player("Stacker", "stacker", "expert", 4.0))
    return context.scene(to.Live(LivePlan(players=players, seed=1)), HomeScene(context))


SCENES: dict[str, Build] = {
    "home": _home, "play": _play, "review": _review, "showcase": _showcase,
    "classic": _classic, "watch": _watch, "race": _race, "live": _live,
}  # fmt: skip


# -- measuring --


def _measure(
    surface: pygame.Surface, build: Build, shown: Showcase, count: int, *, to_screen: bool = False
) -> Frames:
    """`count` frames of a scene, after the first ones, paced as in the window."""
    context = stage_context()
    app = App(context, surface)
    try:
        app.show(build(context, shown))
        _settle(app)
        frames = Frames([], [])
        for number in range(FIRST + count):
            cpu, wall = _frame(app, to_screen)
            if number >= FIRST:
                frames.cpu.append(cpu)
                frames.wall.append(wall)
            _pace(wall)
        return frames
    finally:
        app.close()


def _settle(app: App) -> None:
    """Wait until an engine that is asked has spoken."""
    deadline = time.monotonic() + PATIENCE
    while _waits(app.scene) and time.monotonic() < deadline:
        app.frame(FRAME)
        time.sleep(FRAME)


def _waits(scene: Scene | None) -> bool:
    """Return True if an engine has not said or played anything yet."""
    if isinstance(scene, PlayScene):
        return scene.advice() is None
    if isinstance(scene, LiveScene):
        return scene.match.phase != "playing"
    return isinstance(scene, RunScene) and scene.head.known == 0


def _suggestions(surface: pygame.Surface, count: int) -> list[Row]:
    """Milliseconds from a wall that is drawn to the frame that shows the first opinion on what it has made."""
    context, waits = stage_context(), list[float]()
    session = Session.new("zuniq", {}, (Seat("You"), Seat("Guest")))
    app, scene = App(context, surface), PlayScene(context, None, session, hints=True)
    try:
        app.show(scene)
        _settle(app)
        for _ in range(count):
            began = time.perf_counter()
            scene.chosen(session.position.legal_moves()[session.cursor * 7 % 20])
            while scene.advice() is None and time.perf_counter() - began < PATIENCE:
                _pace(_frame(app, False)[1])
            app.frame(FRAME)
            waits.append((time.perf_counter() - began) * 1e3)
            for _ in range(20):
                _pace(_frame(app, False)[1])
    finally:
        app.close()
    note = f"median of {count} walls, worst {max(waits):.0f}"
    return [Row("from a wall to the first suggestion", statistics.median(waits), "ms", aim=100.0, note=note)]


def _pace(milliseconds: float) -> None:
    """Wait for the rest of a frame that has taken so long."""
    time.sleep(max(0.0, FRAME - milliseconds / 1000))


def _frame(app: App, to_screen: bool) -> tuple[float, float]:
    """Milliseconds of CPU and of the clock that one frame takes."""
    cpu, wall = time.process_time(), time.perf_counter()
    app.frame(FRAME)
    if to_screen:
        app.present()
    return (time.process_time() - cpu) * 1e3, (time.perf_counter() - wall) * 1e3


def _rows(name: str, frames: Frames, where: str) -> list[Row]:
    return [
        Row(f"{name}, {where}: CPU, median", statistics.median(frames.cpu), "ms"),
        Row(f"{name}, {where}: CPU, 99th percentile", _late(frames.cpu), "ms", aim=AIM),
        Row(
            f"{name}, {where}: wall, 99th percentile",
            _late(frames.wall),
            "ms",
            aim=AIM,
            note=f"median {statistics.median(frames.wall):.2f}, worst of {len(frames.wall)} {max(frames.wall):.1f}",
        ),
    ]


def _late(times: list[float]) -> float:
    """The 99th percentile."""
    return sorted(times)[len(times) * 99 // 100]
