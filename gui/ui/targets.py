"""Things that can be clicked or chosen: one list of targets for the mouse and for the keyboard.

A scene adds its targets anew while it draws; events are held against the list of the last frame. Tab and
the arrows move the focus, Enter presses, the mouse does both at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

import pygame

from gui.ui.canvas import Box, Canvas, Point
from gui.ui.commands import Tip, single_keys

ARROWS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)
Place = TypeVar("Place")
_SIDEWAYS_COST = 2.5  # how much more a step aside counts than a step straight on


def inside(at: Point, box: Box) -> bool:
    """Return True if a point lies in a box."""
    return box[0] <= at[0] < box[0] + box[2] and box[1] <= at[1] < box[1] + box[3]


def nearest(at: Point, direction: tuple[int, int], places: Iterable[tuple[Place, Point]]) -> Place | None:
    """Of places with their middles the nearest one that lies in a direction; None where there is none."""
    results: list[tuple[float, Place]] = []
    for place, (x, y) in places:
        dx, dy = x - at[0], y - at[1]
        ahead = dx * direction[0] + dy * direction[1]
        if ahead > 1:
            results.append(
                (ahead + _SIDEWAYS_COST * (abs(dx * direction[1]) + abs(dy * direction[0])), place)
            )
    return min(results, key=lambda each: each[0])[1] if results else None


@dataclass(frozen=True)
class Target:
    """A named place that can be pressed. `radius` shapes the focus ring; `about` is said on hover.

    `within` is the part of the window through which a list that scrolls is seen: beyond it the pointer
    does not find the target, but the keyboard does. `slide` follows the pointer while it holds the target, and
    `let_go` is told where that ended. `move` is the move that the target stands for, as text: the board shows it while
    somebody points here. `part_of` is the target that the keyboard comes to instead, as the row of a slider.
    """

    name: str
    box: Box
    press: Callable[[], object]
    radius: float = 4.0
    about: str = ""
    within: Box | None = None
    slide: Callable[[Point], object] | None = None
    let_go: Callable[[Point], object] | None = None
    move: str | None = None
    part_of: str = ""

    def holds(self, at: Point) -> bool:
        """Return True if the point lies inside, where it can be seen."""
        return inside(at, self.box) and (self.within is None or inside(at, self.within))

    @property
    def middle(self) -> Point:
        return (self.box[0] + self.box[2] / 2, self.box[1] + self.box[3] / 2)


class Targets:
    """The targets of one scene with its focus. Coordinates are logical units."""

    def __init__(self, focus: str = "") -> None:
        self.focus = focus
        self.ring = False  # shown once the keyboard has moved the focus, hidden again by the mouse
        self.pointer: Point = (-1.0, -1.0)
        self._all: list[Target] = []
        self._dialog: list[Target] = []
        self._had_dialog = False
        self._held = ""  # the slider that the pointer holds
        self._keys: Mapping[str, str] = {}

    def begin(self, keys: Mapping[str, str] | None = None) -> None:
        """Forget the targets of the last frame. `keys` are shown in place of others (see `gui.ui.keymap`)."""
        self._keys = keys or {}
        self._had_dialog = bool(self._dialog)
        self._all, self._dialog = [], []

    def key(self, default: str) -> str:
        """The key to show for a command that has this one, or these, by default."""
        if not self._keys or not default:
            return default
        singles = single_keys(default)
        now = [self._keys.get(each, each) for each in singles]
        return default if now == singles else ", ".join(now)

    def _about(self, about: str | Tip) -> str:
        """The text of a tooltip, with the key that does the same now."""
        return f"{about.words}  ({self.key(about.key)})" if isinstance(about, Tip) else about

    def add(
        self,
        name: str,
        box: Box,
        press: Callable[[], object],
        *,
        radius: float = 4.0,
        about: str | Tip = "",
        within: Box | None = None,
        move: str | None = None,
    ) -> bool:
        """Add a target; returns whether the pointer is over it."""
        target = Target(name, box, press, radius, self._about(about), within, move=move)
        self._all.append(target)
        return target.holds(self.pointer)

    def add_slider(
        self,
        name: str,
        box: Box,
        slide: Callable[[Point], object],
        about: str = "",
        within: Box | None = None,
        *,
        let_go: Callable[[Point], object] | None = None,
        part_of: str = "",
    ) -> bool:
        """Add a target that is pulled along: `slide` is told where the pointer is, from the press until it lets go."""
        target = Target(
            name, box, lambda: slide(self.pointer), about=about, within=within, slide=slide, let_go=let_go,
            part_of=part_of,
        )  # fmt: skip
        self._all.append(target)
        return target.holds(self.pointer)

    def covered(self) -> None:
        """Drop everything added so far: what comes next lies over it and takes all input."""
        self._all = []

    def focus_of(self, kind: str) -> str | None:
        """The rest of the name of the target with the focus where its first word is `kind`: of `deal 3` that is `3`."""
        first, _, rest = self.focus.partition(" ")
        return rest if first == kind else None

    @contextmanager
    def dialog(self, first: str = "") -> Iterator[None]:
        """Add the following targets as a dialog: the keyboard stays in it, on `first` or its first target as it opens.

        The pointer finds the rest of the window still.
        """
        before = len(self._all)
        yield
        self._dialog = self._all[before:]
        if self._dialog and (not self._had_dialog or self._current() is None):
            self.focus = first or self._dialog[0].name

    @property
    def under_pointer(self) -> Target | None:
        """The topmost target below the pointer."""
        return next((t for t in reversed(self._all) if t.holds(self.pointer)), None)

    @property
    def pointed(self) -> str | None:
        """The move that the target below the pointer stands for, or else that with the keyboard's focus."""
        both = (self.under_pointer, self._current())
        return next((target.move for target in both if target is not None and target.move is not None), None)

    def focused(self, name: str) -> bool:
        """Return True if `name` has the keyboard's focus."""
        return self.focus == name

    def all(self) -> tuple[Target, ...]:
        """The targets of the last frame in the order they were added, the topmost last."""
        return tuple(self._all)

    def names(self) -> list[str]:
        """The names of all targets in the order they were added."""
        return [target.name for target in self._all]

    def reached(self) -> tuple[Target, ...]:
        """The targets that the keyboard comes to: those of the dialog where one is open, else all."""
        return tuple(each for each in self._dialog or self._all if not each.part_of)

    def handle(self, event: pygame.event.Event, scale: float) -> bool:
        """Move the pointer or the focus, or press; returns whether the event was used."""
        if event.type == pygame.MOUSEMOTION:
            self.pointer = (event.pos[0] / scale, event.pos[1] / scale)
            held = self._slider
            if held is not None and held.slide is not None and event.buttons[0]:
                held.slide(self.pointer)
            elif held is not None:
                self._release(held)
            return False
        if event.type == pygame.MOUSEBUTTONUP and self._slider is not None:
            self._release(self._slider)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.pointer = (event.pos[0] / scale, event.pos[1] / scale)
            return self._click()
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        return False

    @property
    def _slider(self) -> Target | None:
        """The target that the pointer holds."""
        return next((each for each in self._all if each.name == self._held), None) if self._held else None

    def _release(self, slider: Target) -> None:
        self._held = ""
        if slider.let_go is not None:
            slider.let_go(self.pointer)

    def _click(self) -> bool:
        target = self.under_pointer
        if target is None:
            return False
        self.focus, self.ring = target.part_of or target.name, False
        self._held = target.name if target.slide is not None else ""
        target.press()
        return True

    def _key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_TAB:
            self._step(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        if event.key in ARROWS:
            return self._toward(ARROWS[event.key])
        if event.key in ENTER:
            target = self._current()
            if target is not None:
                self.ring = True
                target.press()
            return target is not None
        return False

    def _current(self) -> Target | None:
        return next((t for t in self.reached() if t.name == self.focus), None)

    def _step(self, by: int) -> None:
        reached = self.reached()
        if not reached:
            return
        self.ring = True
        current = self._current()
        if current is None:
            self.focus = reached[0 if by > 0 else -1].name
        else:
            self.focus = reached[(reached.index(current) + by) % len(reached)].name

    def _toward(self, direction: tuple[int, int]) -> bool:
        """Move the focus to the nearest target on that side."""
        current = self._current()
        if current is None:
            self._step(1)
            return bool(self.reached())
        others = ((target, target.middle) for target in self.reached() if target is not current)
        target = nearest(current.middle, direction, others)
        if target is None:
            return False
        self.focus, self.ring = target.name, True
        return True

    def draw_focus(self, canvas: Canvas) -> None:
        """Draw a ring around the focused target while the keyboard is in use."""
        target = self._current()
        if not self.ring or target is None:
            return
        x, y, width, height = target.box
        seen = canvas.surface.get_clip()
        if target.within is not None:
            left, top, across, down = target.within
            canvas.surface.set_clip(canvas.rect((left - 8, top, across + 16, down)))
        box, edge = (x - 4, y - 4, width + 8, height + 8), canvas.theme.colour.focus
        canvas.panel(box, None, radius=target.radius + 4, edge=edge, width=2)
        canvas.surface.set_clip(seen)
