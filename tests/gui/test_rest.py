"""A window that draws only what has changed shows what one shows that draws sixty times a second."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame
import pytest

from game import showcase as showcases
from game.advice import Advice, Choice, Worth
from game.facts import ZuniqFacts
from gui import screenshot
from gui.app import App
from gui.context import Scene
from gui.play.engine_room import Reported
from gui.rest import Rest
from gui.scenes.board_scene import BoardScene
from gui.stage import stage_context
from gui.ui.canvas import Point
from tests.gui.driving import FRAME, QuietRoom
from tests.sweep import drawn

pytestmark = pytest.mark.usefixtures("dummy", "read_once")

SIZE, OTHER = (1280, 720), (960, 640)
MOVES = 2  # targets that the pointer goes to


class Twin:
    """A scene in a window of its own; its time passes in frames."""

    def __init__(self, name: str, surface: pygame.Surface) -> None:
        self.seconds = 0.0
        self.context = stage_context()
        self.context.now = lambda: self.seconds
        self.room = self.context.room = QuietRoom()  # type: ignore[assignment]
        self.app = App(self.context, surface)
        self.app._rest = Rest(now=lambda: 0.0)  # it never looks again by itself
        self.drawn = 0
        self.app._draw = self._draw  # type: ignore[method-assign]
        self.app.show(screenshot.sight(name, self.context, showcases.load(screenshot.SHOWN)))

    def live(
        self,
        event: pygame.event.Event | None,
        frames: int,
        frame: Callable[[float], bool],
        between: Callable[[float], object] | None = None,
    ) -> None:
        """Let an event come, and frames pass; those `between` the first and the last may be others."""
        pygame.event.clear()
        if event is not None:
            pygame.event.post(event)
        for number in range(frames):
            self.seconds += FRAME
            (frame if number in (0, frames - 1) else between or frame)(FRAME)
            assert self.app.scene is not None, "the window has closed"
            assert not self.app._failed, "the window shows its error scene"

    def _draw(self) -> None:
        self.drawn += 1
        App._draw(self.app)

    @property
    def scene(self) -> Scene:
        assert self.app.scene is not None
        return self.app.scene

    def advise(self) -> None:
        """Let every engine that was asked say something of the position that is shown."""
        moves = self.scene.session.position.legal_moves()[:3] if isinstance(self.scene, BoardScene) else ()
        choices = tuple(Choice(move, Worth("win", 0.5), 1.0) for move in moves)
        for role, generation in self.room._generation.items():
            if choices and generation < 10_000:
                advice = Advice(
                    choices, "search", Worth("win", 0.5), True, (ZuniqFacts(iterations=50_000.0),)
                )
                self.room._events.append(Reported(role, generation, advice, 0.2))


class Pair:
    """The same scene twice: `resting` draws what has changed, `always` every frame that is compared or has an event.

    Drawing changes nothing (`test_pictures.py`), so the frames between need no picture.
    """

    def __init__(self, name: str) -> None:
        screen = pygame.display.set_mode(SIZE, pygame.RESIZABLE)
        self.resting, self.always = Twin(name, screen), Twin(name, pygame.Surface(SIZE, 0, screen))
        self.twins = (self.resting, self.always)
        self.pass_time()

    def pass_time(self, event: pygame.event.Event | None = None, frames: int = 4) -> None:
        """The same for both; then they show the same."""
        self.resting.live(event, frames, self.resting.app.tick)
        seen = self.resting.app.surface.copy()
        if event is not None and event.type == pygame.VIDEORESIZE:
            self.always.app.surface = pygame.Surface(event.size, 0, seen)
            event = None
        self.always.live(event, frames, self.always.app.frame, self.always.app._pass)
        assert seen.get_buffer().raw == self.always.app.surface.get_buffer().raw

    def close(self) -> None:
        for twin in self.twins:
            twin.app.close()


def motion(twin: Twin, at: Point) -> pygame.event.Event:
    """The pointer comes to a point in logical units."""
    pos = tuple(round(each * twin.context.scale) for each in at)
    return pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(0, 0, 0))


@pytest.mark.parametrize("name", drawn(screenshot.scenes(), 16))
def test_a_window_at_rest_shows_what_one_that_always_draws_shows(name: str) -> None:
    pair = Pair(name)
    pair.pass_time(frames=16)
    targets = pair.resting.scene.targets.all()
    for target in targets[:: max(1, len(targets) // MOVES)]:
        pair.pass_time(motion(pair.resting, target.middle))
    for key, text in ((pygame.K_TAB, "\t"), (pygame.K_RIGHT, ""), (pygame.K_h, "h")):
        pair.pass_time(pygame.event.Event(pygame.KEYDOWN, key=key, unicode=text, mod=0, scancode=0))
    for twin in pair.twins:
        twin.advise()
    pair.pass_time()
    for twin in pair.twins:
        twin.context.reply("Saved.")
    pair.pass_time()
    for twin in pair.twins:
        twin.seconds += 6.0  # the words go
    pair.pass_time()
    pygame.display.set_mode(OTHER, pygame.RESIZABLE)
    pair.pass_time(pygame.event.Event(pygame.VIDEORESIZE, size=OTHER, w=OTHER[0], h=OTHER[1]))
    pair.close()


@pytest.fixture
def alone() -> Iterator[Callable[[str], Twin]]:
    """A window on a scene by its name, that counts what it draws."""
    made: list[Twin] = []

    def build(name: str) -> Twin:
        made.append(Twin(name, pygame.display.set_mode(SIZE, pygame.RESIZABLE)))
        return made[-1]

    yield build
    for twin in made:
        twin.app.close()


@pytest.mark.parametrize("name", ["settings", "review", "games", "books", "live-end"])
def test_nothing_is_drawn_while_nothing_changes(name: str, alone: Callable[[str], Twin]) -> None:
    twin = alone(name)
    twin.live(None, 90, twin.app.tick)
    drawn = twin.drawn
    twin.live(None, 120, twin.app.tick)
    assert twin.drawn == drawn
    twin.live(motion(twin, (5.0, 5.0)), 1, twin.app.tick)
    assert twin.drawn == drawn + 1  # in the very frame in which the event came


def test_a_clock_goes_on_without_a_frame(alone: Callable[[str], Twin]) -> None:
    twin = alone("play-start")
    twin.live(None, 90, twin.app.tick)
    drawn, before = twin.drawn, twin.app.surface.copy()
    twin.live(None, 150, twin.app.tick)
    assert twin.drawn == drawn
    seen = twin.app.surface.copy()
    assert seen.get_buffer().raw != before.get_buffer().raw
    twin.app._draw()
    assert seen.get_buffer().raw == twin.app.surface.get_buffer().raw


def test_nothing_is_drawn_where_the_window_is_not_seen(
    alone: Callable[[str], Twin], monkeypatch: pytest.MonkeyPatch
) -> None:
    twin = alone("home")
    twin.live(None, 10, twin.app.tick)
    drawn = twin.drawn
    with monkeypatch.context() as hidden:
        hidden.setattr(pygame.display, "get_active", lambda: False)
        twin.live(motion(twin, (5.0, 5.0)), 200, twin.app.tick)
        assert twin.drawn == drawn
    twin.live(pygame.event.Event(pygame.WINDOWSHOWN), 1, twin.app.tick)
    assert twin.drawn == drawn + 1


def test_the_rest_ends_by_itself_in_case_nobody_has_told() -> None:
    seconds = 0.0
    rest = Rest(now=lambda: seconds)
    while rest.wants("same"):
        rest.drew(changed=False)
    seconds = 5.0
    assert rest.wants("same")
    rest.drew(changed=True)
    assert rest.awake
