"""The foot of a game in real time: the clock, how the game has gone, and the buttons that stop it and begin it anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gui.ui import icons
from gui.ui.canvas import Canvas
from gui.ui.layout import Frame
from gui.ui.targets import Targets
from gui.ui.theme import Rgb

_READOUT, _NARROW_READOUT = 152.0, 112.0
_SPANS = (
    30.0,
    60.0,
    120.0,
    240.0,
    480.0,
    960.0,
    1920.0,
    3840.0,
    7680.0,
)  # seconds that the graph may be wide
_TOPS = (10, 20, 40, 60, 100, 200, 400, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 1_000_000)
_AXIS = 64.0
_LINE = 17.0
_NAMED_FROM = 2.0  # seconds: before, the names would stand on the words of the axis
History = list[tuple[float, int]]  # seconds and the value from then on


@dataclass(frozen=True)
class Footer:
    """What the foot shows: a label and a figure, and lines of a value that only grows, one a seat.

    `ends`: the names at the lines' ends. `top` and `span` (seconds) where the graph has known ends, else 0. `goal` is
    the second in which the value was reached in the best game so far, None where there is none.
    """

    label: str
    figure: str
    lines: Sequence[History]
    ends: Sequence[str]
    now: float
    unit: str
    top: int = 0
    span: float = 0.0
    goal: float | None = None


def draw_footer(canvas: Canvas, frame: Frame, footer: Footer) -> None:
    """Draw the readout and the graph into the frame's timeline."""
    colour = canvas.theme.colour
    wide, low = frame.width >= 900, frame.timeline_height < 90
    x, y, width, height = frame.timeline
    middle = y + height / 2
    canvas.text((frame.margin, middle - (15 if low else 21)), footer.label, "label", colour.text3)
    room = (_READOUT if wide else _NARROW_READOUT) - 12
    style = "figure" if not low and canvas.text_width(footer.figure, "figure") <= room else "title"
    canvas.text((frame.margin, middle + (13 if low else 20)), footer.figure, style, colour.text)
    left = x + frame.margin + (_READOUT if wide else _NARROW_READOUT)
    right = x + width - _AXIS
    if right - left > 80:
        _draw_graph(canvas, (left, y + 22, right - left, height - 50), footer)


def _draw_graph(canvas: Canvas, box: tuple[float, float, float, float], footer: Footer) -> None:
    colour = canvas.theme.colour
    left, top, width, height = box
    span = footer.span or next((each for each in _SPANS if each >= footer.now), _SPANS[-1])
    most = footer.top or next(
        (each for each in _TOPS if each >= max(_last(line) for line in footer.lines)), _TOPS[-1]
    )
    bottom = top + height
    canvas.rule((left, bottom), (left + width, bottom), colour.line)
    canvas.dots((left, top), (left + width, top), colour.line2, step=6, size=1.2)
    axis = f"{most:,}".replace(",", "\u2009")
    canvas.text((left + width + _AXIS - 24, top), axis, "label", colour.text3, "right")
    for share in (0.5, 1.0):
        at = left + width * share
        canvas.text((at, bottom + 16), _minutes(span * share), "label", colour.text3, "middle")
    canvas.text((left, bottom + 16), footer.unit, "label", colour.text3)
    if footer.goal is not None and footer.goal <= span:
        at = left + width * footer.goal / span
        canvas.rule((at, top), (at, bottom), colour.line2)
    inks = (colour.text, colour.text3)
    reach = left + min(width, width * footer.now / span)
    levels = [bottom - height * min(1.0, _last(line) / most) for line in footer.lines]
    for line, ink in zip(footer.lines, inks, strict=False):
        _draw_steps(canvas, (left, bottom), (width / span, height / most), line, reach, ink)
    if footer.now < _NAMED_FROM:
        return
    for end, level, ink in zip(footer.ends, _apart(levels, top, bottom), inks, strict=False):
        fits = reach + 8 + canvas.text_width(end, "label") < left + width
        canvas.text((reach + (8 if fits else -8), level), end, "label", ink, "left" if fits else "right")


def _apart(levels: list[float], top: float, bottom: float) -> list[float]:
    """Where the names of lines stand that end at these heights: a line of text apart, and off the axis."""
    least, most = top + 6, bottom - 10
    if len(levels) == 1:
        return [min(most, max(least, levels[0]))]
    first, second = levels
    if abs(first - second) < _LINE:
        middle = min(most - _LINE / 2, max(least + _LINE / 2, (first + second) / 2))
        upper = first <= second
        return [middle - _LINE / 2, middle + _LINE / 2] if upper else [middle + _LINE / 2, middle - _LINE / 2]
    return [min(most, max(least, level)) for level in levels]


def _draw_steps(
    canvas: Canvas,
    origin: tuple[float, float],
    scale: tuple[float, float],
    line: History,
    end: float,
    ink: Rgb,
) -> None:
    """A line of steps: level until the value grows, then straight up."""
    x, y = origin
    for second, value in line:
        across, up = origin[0] + second * scale[0], origin[1] - value * scale[1]
        if across - x >= 1 or up != y:
            canvas.rule((x, y), (min(across, end), y), ink, 1.5)
            if up < y:
                canvas.rule((across, up), (across, y), ink, 1.5)
            x, y = across, up
    if end > x:
        canvas.rule((x, y), (end, y), ink, 1.5)


def _last(line: History) -> int:
    return line[-1][1] if line else 0


def _minutes(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def draw_buttons(
    canvas: Canvas,
    frame: Frame,
    targets: Targets,
    pause: Callable[[], object],
    restart: Callable[[], object],
    *,
    running: bool,
    keys: tuple[str, str],
) -> None:
    """The buttons at the lower right: pause or play, and begin anew; `keys` are those that do the same."""
    colour = canvas.theme.colour
    x, y, width, height = frame.transport
    middle, radius = y + height / 2, 17.0 if width < 300 else 22.0
    at = (x + width / 2, middle)
    box = (at[0] - radius, at[1] - radius, 2 * radius, 2 * radius)
    words = "Pause" if running else "Go on"
    lit = targets.add("play", box, pause, radius=radius, about=f"{words}  ({keys[0]})")
    canvas.disc(at, radius, colour.line2 if lit else colour.raised)
    (icons.pause if running else icons.play)(canvas, at, colour.text)
    sign = (x + width / 2 - 3.2 * radius, middle)
    lit = targets.add(
        "restart", (sign[0] - 17, sign[1] - 17, 34, 34), restart, radius=6, about=f"Begin anew  ({keys[1]})"
    )
    icons.back_turn(canvas, sign, colour.text if lit else colour.text2)
