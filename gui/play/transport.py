"""The transport: to the beginning, a step back, play or pause, a step on, to the end, and the speed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

import pygame

from gui.ui import icons
from gui.ui.canvas import Canvas
from gui.ui.layout import Frame
from gui.ui.targets import Targets

jump_back, jump_on = partial(icons.jump, direction=-1), partial(icons.jump, direction=1)
step_back, step_on = partial(icons.step, direction=-1), partial(icons.step, direction=1)

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)


class Transportable(Protocol):
    """What the transport drives."""

    playing: bool
    speed: float

    def first(self) -> None: ...
    def back_step(self) -> None: ...
    def toggle(self) -> None: ...
    def on_step(self) -> None: ...
    def last(self) -> None: ...
    def faster(self) -> None: ...
    def slower(self) -> None: ...


def transport_keys(deck: Transportable) -> dict[int, Callable[[], object]]:
    """What the keys of every transport do, by key; a scene adds its own."""
    return {
        pygame.K_SPACE: deck.toggle,
        pygame.K_COMMA: deck.back_step,
        pygame.K_PERIOD: deck.on_step,
        pygame.K_HOME: deck.first,
        pygame.K_END: deck.last,
        pygame.K_PLUS: deck.faster,
        pygame.K_EQUALS: deck.faster,
        pygame.K_KP_PLUS: deck.faster,
        pygame.K_MINUS: deck.slower,
        pygame.K_KP_MINUS: deck.slower,
    }


def next_speed(speed: float) -> float:
    """The speed after `speed`; after the fastest comes the slowest."""
    return next((s for s in SPEEDS if s > speed), SPEEDS[0])


def slower(speed: float) -> float:
    """The next lower speed."""
    return next((s for s in reversed(SPEEDS) if s < speed), SPEEDS[0])


def speed_words(speed: float) -> str:
    """A speed as `1×` or `½×`."""
    return {0.25: "¼×", 0.5: "½×"}.get(speed, f"{speed:g}×")


def draw_transport(
    canvas: Canvas,
    frame: Frame,
    targets: Targets,
    deck: Transportable,
    speed: str = "",
    about: str = "Speed  (+ and −)",
    *,
    idle: bool = False,
    play: str = "Play and pause  (Space)",
) -> None:
    """The buttons at the lower right; `speed` are the words for a deck whose pace is no multiple.

    `idle`: there is nothing that could be played, and no button for it.
    """
    x, y, width, height = frame.transport
    middle, compact = y + height / 2, width < 300
    margin = 14.0 if compact else 24.0
    wide, radius = (44.0, 17.0) if compact else (56.0, 22.0)
    start, end = x + margin + 9, x + width - margin - wide - (20 if compact else 42)
    places = [start + (end - start) * share for share in (0.0, 0.235, 0.5, 0.765, 1.0)]
    _sign(canvas, targets, "first", (places[0], middle), deck.first, jump_back, "To the start  (Home)")
    _sign(canvas, targets, "back", (places[1], middle), deck.back_step, step_back, "One move back  (,)")
    if idle:
        canvas.disc((places[2], middle), radius, None, edge=canvas.theme.colour.line)
        icons.play(canvas, (places[2], middle), canvas.theme.colour.line2)
    else:
        _play(canvas, targets, (places[2], middle), deck, radius, play)
    _sign(canvas, targets, "on", (places[3], middle), deck.on_step, step_on, "One move on  (.)")
    _sign(canvas, targets, "last", (places[4], middle), deck.last, jump_on, "To the end  (End)")
    colour = canvas.theme.colour
    box = (x + width - margin - wide, middle - 16, wide, 32.0)
    hovered = targets.add("speed", box, deck.faster, radius=8, about=about)
    canvas.panel(box, colour.raised if hovered else None, radius=8, edge=colour.line2, width=1.2)
    words = speed or speed_words(deck.speed)
    style = "body" if canvas.text_width(words, "body") <= wide - 8 else "label"
    canvas.text((box[0] + wide / 2, middle), words, style, colour.text, "middle")


def _sign(
    canvas: Canvas,
    targets: Targets,
    name: str,
    at: tuple[float, float],
    press: Callable[[], object],
    icon: Callable[..., None],
    about: str,
) -> None:
    colour = canvas.theme.colour
    hovered = targets.add(name, (at[0] - 14, at[1] - 17, 28, 34), press, radius=6, about=about)
    icon(canvas, at, colour.text if hovered else colour.text2)


def _play(
    canvas: Canvas, targets: Targets, at: tuple[float, float], deck: Transportable, radius: float, about: str
) -> None:
    colour = canvas.theme.colour
    box = (at[0] - radius, at[1] - radius, 2 * radius, 2 * radius)
    hovered = targets.add("play", box, deck.toggle, radius=radius, about=about)
    canvas.disc(at, radius, colour.line2 if hovered else colour.raised)
    (icons.pause if deck.playing else icons.play)(canvas, at, colour.text)
