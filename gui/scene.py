"""What the window shows at a time: a scene handles events, updates, draws, and names the next."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from gui.drawing.canvas import Canvas
from gui.frame.targets import Targets
from gui.salon import Salon


class Scene:
    """One screen. `next` is the scene itself until an action names another; `None` leaves the program.

    `handle` and `update` return the scene to show from now on.
    """

    name = "scene"
    title = ""

    def __init__(self, salon: Salon, back: Scene | None = None) -> None:
        self.salon = salon
        self.back = back
        self.targets = Targets()
        self.next: Scene | None = self

    # -- what the app calls --

    def entered(self) -> None:
        """Called each time the scene becomes the current one."""
        self.next = self
        self.targets.pointer = (-1.0, -1.0)  # where it was when the scene was left

    def left(self) -> None:
        """Called each time another scene takes over, and when the window closes."""

    def handle(self, event: pygame.event.Event) -> Scene | None:
        """React to one event."""
        used = self.targets.handle(event, self.salon.scale)
        if not used and event.type == pygame.KEYDOWN:
            self.key(event)
        return self.next

    def update(self, seconds: float) -> Scene | None:
        """Let `seconds` pass."""
        return self.next

    def draw(self, canvas: Canvas) -> None:
        """Draw everything anew."""

    # -- what scenes share --

    def key(self, event: pygame.event.Event) -> None:
        """React to a key that no target has used."""
        if event.key == pygame.K_ESCAPE:
            self.go_back()
        elif event.unicode == "?" or event.key == pygame.K_F1:
            self.open_help()

    def go(self, scene: Scene | None) -> None:
        """Show `scene` next; None leaves the program."""
        self.next = scene

    def opener(self, build: Callable[[], Scene]) -> Callable[[], None]:
        """An action that builds a scene and goes there."""
        return lambda: self.go(build())

    def go_back(self) -> None:
        """One step back; from the first scene, nowhere."""
        if self.back is not None:
            self.go(self.back)

    def open_help(self) -> None:
        """Lay the help overlay over this scene."""
        self.go(self.salon.doors.help(self))

    def open_settings(self) -> None:
        """Open the settings, to come back here."""
        self.go(self.salon.doors.settings(self))

    def keys(self) -> list[tuple[str, str]]:
        """The scene's own keys with what they do, for the help overlay."""
        return []
