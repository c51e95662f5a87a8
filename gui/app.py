"""The window: it owns the display, the clock and one current scene."""

from __future__ import annotations

import gc
import logging
import os
import sys
import threading
import traceback
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from math import ceil
from pathlib import Path
from time import monotonic, process_time, sleep

import pygame

from game import config as configuration
from game import log, saving
from game.errors import KibitzError
from game.places import data_dir, shipped
from gui import destinations, router
from gui.context import AppContext, Destination, Scene
from gui.play.engine_room import EngineRoom
from gui.rest import Rest
from gui.ui import input_method, keyboard, picture_cache
from gui.ui.canvas import Canvas, as_png
from gui.ui.commands import EVERYWHERE, is_key
from gui.ui.input import KEY_REPEAT
from gui.ui.layout import REFERENCE, SMALLEST_WINDOW
from gui.ui.presenter import Presenter
from gui.ui.sounds import SoundPlayer

_NO_SCREEN_WAS_FOUND = "no screen was found"

FRAMES_A_SECOND = 60
_LOG = logging.getLogger("kibitz.window")
_GIVES_BACK = 5.0  # seconds between two times that what scenes leave behind is collected; 50 ms each
_MOST_LEFT = 20  # scenes within these seconds
_ROUNDING = 1e-6  # of a part of a frame
_LONGEST_STEP = 0.1  # a window that is dragged may stand still for seconds: the game should not jump

# after these the screen may hold something else than what was drawn last
_UNCOVERED = (
    pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWSHOWN,
    pygame.WINDOWSIZECHANGED, pygame.WINDOWFOCUSGAINED,
)  # fmt: skip
_AWAY = pygame.event.Event(
    pygame.MOUSEMOTION, pos=(-(10**6), -(10**6)), rel=(0, 0), buttons=(0, 0, 0), touch=False
)
DESKTOP_ENTRY = "io.github.kibitz.Kibitz"  # the name of the file in `packaging/`
_WINDOW_CLASS = ("SDL_VIDEO_X11_WMCLASS", "SDL_VIDEO_WAYLAND_WMCLASS")
SCREENS = ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY")


class NoDisplay(KibitzError):
    """There is no screen to open a window on."""


def prefer_plain_pictures() -> None:
    """Have X11 take our picture as it is: by way of a texture any change copies the whole window, 8 ms not 1."""
    if sys.platform == "linux":
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")


def open_display(size: tuple[int, int], *, fullscreen: bool = False) -> pygame.Surface:
    """Open the window. Raises `NoDisplay` where there is no screen."""
    chosen = os.environ.get("SDL_VIDEODRIVER", "")
    try:
        if sys.platform == "linux" and not any(os.environ.get(name) for name in SCREENS):
            raise pygame.error(_NO_SCREEN_WAS_FOUND)  # asked, the library would print lines of its own
        prefer_plain_pictures()
        for name in _WINDOW_CLASS:  # pygame says `main.py`, for which a desktop finds no icon
            os.environ[name] = DESKTOP_ENTRY
        pygame.display.init()
        if pygame.display.get_driver() in ("dummy", "offscreen") and not chosen:
            raise pygame.error(_NO_SCREEN_WAS_FOUND)
        pygame.display.set_icon(pygame.image.load(shipped("assets", "icon.png")))
        flags = pygame.RESIZABLE | (pygame.FULLSCREEN if fullscreen else 0)
        surface = pygame.display.set_mode((0, 0) if fullscreen else size, flags)
    except pygame.error as error:
        pygame.display.quit()
        raise NoDisplay(
            f"no window can be opened here ({error}); without a display use `screenshot SCENE "
            "-o FILE.png` or `showcase NAME --record FILE.gif`"
        ) from None
    pygame.font.init()
    pygame.display.set_caption("Kibitz")
    pygame.key.set_repeat(*KEY_REPEAT)
    return surface


class _Events:
    """The events of a frame in their order, of a key that is held its first alone.

    Where a key does more than there is time for until it repeats, each press would bring more of them than are done.
    """

    def __init__(self) -> None:
        self._down: set[int] = set()
        self._waiting: deque[pygame.event.Event] = deque()

    def share(self, parts: int) -> Iterator[pygame.event.Event]:
        """Yield the share of the waiting events that comes first. one of so many equal parts.

        A late frame has several. Events carry no time, so they are taken to have come at equal distances.
        """
        self._waiting += filter(self._is_new, pygame.event.get())
        for _ in range(-(-len(self._waiting) // parts)):
            yield self._waiting.popleft()

    def _is_new(self, event: pygame.event.Event) -> bool:
        """Return True if an event is no repeat of a key that is held."""
        if event.type == pygame.KEYUP:
            self._down.discard(event.key)
        elif event.type == pygame.KEYDOWN:
            if event.key in self._down:
                return False
            self._down.add(event.key)
        return True


class App:
    """One open window. `frame()` draws one picture and returns whether there is a next.

    `tick()` is the same, but draws only where the picture may differ from the one before; `stay()` lets the window
    live by it.
    """

    def __init__(self, context: AppContext, surface: pygame.Surface) -> None:
        self.context = context
        self.surface = surface
        self.scene: Scene | None = None
        self._fullscreen = context.config.display.fullscreen
        self._failed = False
        self._shown: Scene | None = None  # what was on the screen last
        self._presenter = Presenter()
        self._given_back = monotonic()
        self._left = 0  # scenes left since then; a frame later nothing refers to them
        self._rest = Rest()
        self._canvas: Canvas | None = None  # of the last frame
        self._down: set[int] = set()  # keys
        self._held_over: set[int] = set()  # keys that were pressed in an earlier scene and are still down

    def show(self, scene: Scene | None) -> None:
        """Make `scene` the current one."""
        if scene is self.scene:
            return
        if self.scene is not None:
            self.scene.left()
            self._left += 1
            if self._left > _MOST_LEFT:  # keys that came while the window stood still
                self._give_back()
        self.scene, self._canvas = scene, None
        self._held_over |= self._down
        if scene is not None:
            _LOG.info("scene %s", scene.name)
            scene.entered()

    def frame(self, seconds: float) -> bool:
        """Handle what has happened, let `seconds` pass, draw. False once the window is to close."""
        return self._go_on(seconds, always=True)

    def tick(self, seconds: float) -> bool:
        """The same, but draw, and hand to the screen, only what may differ from what is seen there."""
        return self._go_on(seconds, always=False)

    def _go_on(self, seconds: float, *, always: bool) -> bool:
        if self._left and monotonic() - self._given_back > _GIVES_BACK:
            self._give_back()
        try:
            self._pass(min(seconds, _LONGEST_STEP))
            if self.scene is None:
                return False
            if always:
                self._draw()
            elif pygame.display.get_active():
                self._draw_what_changed()
        except (KeyboardInterrupt, SystemExit):
            raise
        except Exception:
            self._fail()
        return self.scene is not None

    def _draw(self) -> None:
        assert self.scene is not None
        self._canvas = self.context.canvas(self.surface)
        self.scene.draw(self._canvas)

    def _draw_what_changed(self) -> None:
        """Let the clocks in the last frame go on; then draw and show a new one where that is due."""
        places = None
        if self._canvas is not None and self._canvas.surface is self.surface:
            places = self._canvas.go_on()
            self._presenter.show_places(self.surface, places or [])
        if self._rest.wants(self.pulse()) or places is None:
            self._draw()
            self._rest.drew(changed=self.present())

    def pulse(self) -> Hashable:
        """Return the part of the picture that changes without an event: with anything new in it, a frame is drawn."""
        scene, context = self.scene, self.context
        assert scene is not None
        working = threading.active_count()  # what a thread brings is there at its end
        return scene, scene.pulse(), context.pulse(), working

    def stay(self, asked: Callable[[], bool] = lambda: False) -> None:
        """Let the window live until it is closed, or `asked` to end."""
        clock, seconds = pygame.time.Clock(), 0.0
        while not asked() and self.tick(seconds):
            if self._rest.awake:
                seconds = clock.tick(FRAMES_A_SECOND) / 1000
            else:
                self._sleep()
                seconds = clock.tick() / 1000

    def _sleep(self) -> None:
        """Wait for an event, or until it is time to look at what goes on beside the window.

        Looked for once a frame: pygame's own waiting looks a thousand times a second, which costs 2 % of a core.
        """
        until = monotonic() + self._rest.nap
        while monotonic() < until and not pygame.event.peek():
            sleep(1 / FRAMES_A_SECOND)

    def _pass(self, seconds: float) -> None:
        """Handle events and let time pass, in as many parts as the scene asks for."""
        beat = self.scene.beat if self.scene is not None else 0.0
        count = max(1, ceil(seconds / beat - _ROUNDING)) if beat else 1
        events = _Events()
        for rest in range(count, 0, -1):
            for event in events.share(rest):
                self._event(event)
                if self.scene is None:
                    return
            self._follow_setting()
            for sentence in self.context.autosave.poll():
                self.context.notify(sentence)
            self.context.look_after_work()
            if self.scene is not None:
                self.show(self.scene.update(seconds / count))

    def _give_back(self) -> None:
        """Collect what the scenes have left behind that were left."""
        self._left, self._given_back = 0, monotonic()
        picture_cache.give_back()

    def present(self) -> bool:
        """Hand what was drawn to the screen; returns whether any of it is new there."""
        new = bool(self._presenter.show(self.surface))
        if self._shown is not self.scene and self.scene is not None:
            _LOG.info("shown %s after %.3f CPU seconds", self.scene.name, process_time())
            if self._shown is None:
                gc.enable()  # during a start it is off
                _LOG.info("%s", ", ".join(log.versions()))
            self._shown = self.scene
        return new

    def _event(self, event: pygame.event.Event) -> None:
        self._rest.stir()
        if self._goes_on(event):
            return
        keyboard.HERE.see(event)
        event = keyboard.HERE.meant(event)
        if event.type in _UNCOVERED:
            self._presenter.forget()
        if self.scene is None:
            return
        if event.type == pygame.QUIT or self._is_key(event, "Ctrl+Q"):
            self.show(None)
        elif event.type == pygame.VIDEORESIZE:
            self._resize(event.size)
        elif self._is_key(event, "F11"):
            self._toggle_fullscreen()
        elif self._is_key(event, "F12"):
            self._save_picture()
        elif event.type == pygame.WINDOWLEAVE:
            self.show(self.scene.handle(_AWAY))  # nothing is pointed at any more
        else:
            self.show(self.scene.handle(event))

    def _goes_on(self, event: pygame.event.Event) -> bool:
        """Return True if an event repeats a key that was pressed in an earlier scene; it means nothing in this one."""
        if event.type == pygame.KEYUP:
            self._down.discard(event.key)
            self._held_over.discard(event.key)
        elif event.type == pygame.KEYDOWN:
            self._down.add(event.key)
            return event.key in self._held_over
        return False

    def _is_key(self, event: pygame.event.Event, default: str) -> bool:
        """Return True if a key is pressed that holds in every scene."""
        key = self.context.keymap.key(EVERYWHERE, default)
        return event.type == pygame.KEYDOWN and is_key(event, key)

    def _resize(self, size: tuple[int, int]) -> None:
        small = (max(SMALLEST_WINDOW[0], size[0]), max(SMALLEST_WINDOW[1], size[1]))
        if small != tuple(size):
            pygame.display.set_mode(small, pygame.RESIZABLE)
        self.surface = pygame.display.get_surface() or self.surface

    def _toggle_fullscreen(self) -> None:
        self.context.change("display.fullscreen", not self.context.config.display.fullscreen)

    def _follow_setting(self) -> None:
        """Take or leave the whole screen as the settings have it now."""
        wanted = self.context.config.display.fullscreen
        if wanted != self._fullscreen:
            self._fullscreen = wanted
            self.surface = open_display(REFERENCE, fullscreen=wanted)

    def _save_picture(self) -> None:
        path = data_dir() / "screenshots" / datetime.now(UTC).strftime("kibitz-%Y%m%d-%H%M%S.png")
        try:
            saving.save(path, as_png(self.surface))
            self.context.notify(f"Saved the picture as {path}.")
        except (KibitzError, pygame.error) as error:
            self.context.notify(f"The picture could not be saved: {error}")

    def _fail(self) -> None:
        """A fault of the program: show what happened and where the game is; a second one ends the window."""
        report = traceback.format_exc()
        _LOG.error("something went wrong in %s\n%s", self.scene.name if self.scene else "no scene", report)
        if self._failed:
            raise KibitzError(
                f"the window had to close: {report.strip().splitlines()[-1]}; the game was saved"
            )
        self._failed = True
        self.show(self.context.scene(destinations.Error(report)))

    def close(self) -> None:
        """Leave the scene and end every worker."""
        self.show(None)
        self.context.close()


def run(
    start: Destination | None = None, file: str | None = None, asked: Callable[[], bool] = lambda: False
) -> None:
    """Open the window on a scene (see `opened`) and stay until it is closed, or `asked` to end."""
    with opened(start, file) as app:
        app.stay(asked)


@contextmanager
def opened(start: Destination | None = None, file: str | None = None) -> Iterator[App]:
    """An open window on a scene, closed in the end.

    It begins at `start`, or with a `file`: a record, a replay of TETR.IO, or anything else that Games opens; without
    both at home. Raises `KibitzError`.
    """
    problem = log.begin()
    config, notices = configuration.load()
    if problem is not None:
        notices = [*notices, f"There is no log. {problem}"]
    if file is not None:
        start, problems = router.place_in(Path(file))
        notices = [*notices, *problems]
    picture_cache.give_back_early()
    surface = open_display(REFERENCE, fullscreen=config.display.fullscreen)
    input_method.rest()
    _LOG.info("display %s, %dx%d", pygame.display.get_driver(), *surface.get_size())
    app = App(AppContext(config, EngineRoom(), router.build, notices, speaker=SoundPlayer()), surface)
    try:
        app.show(router.entrance(app.context, start))
        yield app
    finally:
        app.close()
        pygame.quit()
        _LOG.info("closed")
        log.end()
        sys.stdout.flush()
