"""The transport: to the beginning, a step back, play or pause, a step on, to the end, and the speed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from gui.play.playhead import SPEED_TIP, Playhead
from gui.play.playhead import SPEEDS as SPEEDS
from gui.ui import icons
from gui.ui.canvas import Canvas
from gui.ui.layout import Frame
from gui.ui.targets import Targets

jump_back, jump_on = partial(icons.jump, direction=-1), partial(icons.jump, direction=1)
step_back, step_on = partial(icons.step, direction=-1), partial(icons.step, direction=1)


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


def next_speed(speed: float) -> float:
    """The speed after `speed`; after the fastest comes the slowest."""
    return next((s for s in SPEEDS if s > speed), SPEEDS[0])


def slower(speed: float) -> float:
    """The next lower speed."""
    return next((s for s in reversed(SPEEDS) if s < speed), SPEEDS[0])


def draw_transport(
    canvas: Canvas,
    frame: Frame,
    targets: Targets,
    deck: Playhead | Transportable,
    *,
    play: str = Playhead.play_tip,
    words: str = "",
    about: str = SPEED_TIP,
) -> None:
    """The buttons at the lower right. Where there is nothing that could be played, there is no button for it."""
    head = deck if isinstance(deck, Playhead) else None
    x, y, width, height = frame.transport
    middle, compact = y + height / 2, width < 300
    margin = 14.0 if compact else 24.0
    wide, radius = (44.0, 17.0) if compact else (56.0, 22.0)
    start, end = x + margin + 9, x + width - margin - wide - (20 if compact else 42)
    places = [start + (end - start) * share for share in (0.0, 0.235, 0.5, 0.765, 1.0)]
    _sign(canvas, targets, "first", (places[0], middle), deck.first, jump_back, "To the start  (Home)")
    _sign(canvas, targets, "back", (places[1], middle), deck.back_step, step_back, "One move back  (,)")
    if head is not None and head.idle:
        canvas.disc((places[2], middle), radius, None, edge=canvas.theme.colour.line)
        icons.play(canvas, (places[2], middle), canvas.theme.colour.line2)
    else:
        _play(canvas, targets, (places[2], middle), deck, radius, head.play_tip if head else play)
    _sign(canvas, targets, "on", (places[3], middle), deck.on_step, step_on, "One move on  (.)")
    _sign(canvas, targets, "last", (places[4], middle), deck.last, jump_on, "To the end  (End)")
    colour = canvas.theme.colour
    box = (x + width - margin - wide, middle - 16, wide, 32.0)
    hovered = targets.add("speed", box, deck.faster, radius=8, about=head.speed_tip if head else about)
    canvas.panel(box, colour.raised if hovered else None, radius=8, edge=colour.line2, width=1.2)
    words = head.speed_words if head else words or Playhead.words_of(deck.speed)
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
    canvas: Canvas,
    targets: Targets,
    at: tuple[float, float],
    deck: Playhead | Transportable,
    radius: float,
    about: str,
) -> None:
    colour = canvas.theme.colour
    box = (at[0] - radius, at[1] - radius, 2 * radius, 2 * radius)
    hovered = targets.add("play", box, deck.toggle, radius=radius, about=about)
    canvas.disc(at, radius, colour.line2 if hovered else colour.raised)
    (icons.pause if deck.playing else icons.play)(canvas, at, colour.text)
