"""The rows of the settings: where each stands in the list, and how it looks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import pygame
from pygame_gui import elements

from game.config import Key, Value
from gui.drawing.canvas import Box, Canvas
from gui.drawing.theme import mix
from gui.scenes import setting_words as words
from gui.widgets.style import ITEM
from gui.widgets.widgets import Menu, Slider, Widgets

CONTROL, MENU, FIGURE, FIGURE_HEIGHT = 264.0, 176.0, 92.0, 32.0
INSET = 24.0
_STACKED = 560.0  # a narrower list has the control below its words
_HEAD, _GAP = 48.0, 16.0  # a section's heading, and the distance after its panel
_RESET = 40.0  # room for the sign that puts a row back, at its right end

Widget = Menu | Slider | elements.UICheckBox | None


@dataclass
class Row:
    """One setting in the list; `top` and `height` are the content's, `x` and `width` the window's."""

    key: Key
    x: float
    width: float
    top: float
    height: float
    first: bool
    widget: Widget = None
    stops: tuple[float, ...] = ()

    @property
    def name(self) -> str:
        return self.key.path

    @property
    def stacked(self) -> bool:
        return self.width < _STACKED

    def box(self, origin: float) -> Box:
        """The row's place in the window; `origin` is the y of the content's top."""
        return (self.x, origin + self.top, self.width, self.height)

    def control(self, origin: float) -> Box:
        """Where the widget and the figure stand."""
        width = self.width - 2 * INSET - _RESET + 16 if self.stacked else CONTROL
        x = self.x + INSET if self.stacked else self.x + self.width - _RESET - 8 - CONTROL
        y = origin + self.top + (self.height - 46 if self.stacked else (self.height - FIGURE_HEIGHT) / 2)
        return (x, y, width, FIGURE_HEIGHT)

    def figure(self, origin: float) -> Box:
        """The box of the figure, at the right end of the control; wider where there is no slider."""
        x, y, width, height = self.control(origin)
        own = FIGURE if isinstance(self.widget, Slider) else _text_width(self.key)
        return (x + width - own, y, own, height)

    def reset_box(self, origin: float) -> Box:
        """The sign that puts the row back to its default."""
        x, y, width, height = self.control(origin)
        return (x + width + 8, y, 32.0, height)

    def widget_box(self, origin: float) -> Box:
        """Where the widget stands inside the control."""
        x, y, width, _ = self.control(origin)
        if self.key.kind == "bool":
            return (x + width - 28, y + 2, 28.0, 28.0)
        if self.key.kind == "choice":
            return (x + width - MENU, y - 2, MENU, 36.0)
        return (x, y + 6, width - FIGURE - 16, 20.0)


@dataclass
class Heading:
    """The name of a section above its panel, in the content's coordinates."""

    section: str
    top: float
    panel_top: float
    panel_height: float


def lay_out(
    canvas: Canvas, keys: Iterable[Key], x: float, width: float
) -> tuple[list[Row], list[Heading], float]:
    """All rows and headings from the top, and the y below the last of them."""
    rows: list[Row] = []
    heads: list[Heading] = []
    y, section = 0.0, ""
    for key in keys:
        own = key.path.partition(".")[0]
        fresh = own != section
        if fresh:
            y += _GAP if section else 0.0
            heads.append(Heading(own, y, y + _HEAD, 0.0))
            y, section = y + _HEAD, own
        height = _height(canvas, key, width)
        rows.append(Row(key, x, width, y, height, fresh))
        y += height
        heads[-1].panel_height = y - heads[-1].panel_top
    return rows, heads, y


def _text_width(key: Key) -> float:
    """The width of a box of text: keys and command lines are long."""
    return CONTROL if key.path.startswith(("keys.", "bots.")) else MENU


def _words_width(key: Key, width: float) -> float:
    if width < _STACKED:
        return width - 2 * INSET
    control = {"bool": 28.0, "choice": MENU, "text": _text_width(key)}.get(key.kind, CONTROL)
    return width - control - _RESET - 8 - 2 * INSET


def _height(canvas: Canvas, key: Key, width: float) -> float:
    kind = canvas.theme.type["label"]
    lines = len(canvas.letters.wrap(words.about(key), kind, _words_width(key, width), canvas.scale))
    return 16 + 24 + 20 * lines + 12 + (44 if width < _STACKED else 0)


def furnish(
    row: Row,
    widgets: Widgets,
    value: Value,
    set_value: Callable[[Value], object],
    moved: Callable[[Value, bool], object],
) -> None:
    """Build the row's widget. `set_value` is for choices and ticks, `moved` for what a slider passes."""
    box = row.widget_box(0.0)
    key = row.key
    if key.kind == "bool":
        row.widget = widgets.check_box(box, bool(value), set_value)
    elif key.kind == "choice":
        shown = [words.choice_words(choice) for choice in key.choices]
        chosen = key.choices.index(str(value))
        row.widget = widgets.menu(box, shown, chosen, lambda i: set_value(key.choices[i]))
    elif isinstance(value, int | float):
        row.stops = stops = words.stops(key, value)
        at = stops.index(float(value))
        row.widget = widgets.slider(
            box, len(stops) - 1, at, lambda i, done: moved(words.as_value(key, stops[i]), done)
        )


def refresh(row: Row, widgets: Widgets, value: Value) -> bool:
    """Let the widget show a value that it has not set itself; False where it has to be built anew."""
    if isinstance(row.widget, elements.UICheckBox):
        row.widget.set_state(bool(value))
    elif isinstance(row.widget, Slider):
        if float(value) not in row.stops:
            return False
        row.widget.put(row.stops.index(float(value)))
    elif isinstance(row.widget, Menu) and row.widget.chosen != row.key.choices.index(str(value)):
        widgets.drop(row.widget.element)
        return False
    return True


def place(row: Row, canvas: Canvas, origin: float, view: Box) -> None:
    """Move the widget to where the row is now; hide it where the row cannot be seen."""
    if row.widget is None:
        return
    element = row.widget.element if isinstance(row.widget, Menu | Slider) else row.widget
    rect = canvas.rect(row.widget_box(origin))
    if element.rect.topleft != rect.topleft:
        element.set_relative_position(rect.topleft)
    seen = row.top + row.height + origin > view[1] and row.top + origin < view[1] + view[3]
    if seen != bool(element.visible):
        (element.show if seen else element.hide)()  # type: ignore[no-untyped-call]
    if isinstance(row.widget, Menu):
        _aim(row.widget, canvas, view)


def _aim(menu: Menu, canvas: Canvas, view: Box) -> None:
    """Let the list open to the side that has room for it."""
    top, bottom = canvas.px(view[1]), canvas.px(view[1] + view[3])
    rect = menu.element.rect
    below, above = bottom - rect.bottom, rect.top - top
    needed = canvas.px(ITEM) * len(menu.options) + canvas.px(4)
    up = needed > below and above > below
    menu.element.expansion_height_limit = max(canvas.px(ITEM), above if up else below)
    menu.element.menu_states["expanded"].expand_direction = "up" if up else "down"


# -- looks --


def draw_heading(canvas: Canvas, head: Heading, x: float, width: float, origin: float) -> None:
    """A section's name and the ground of its rows."""
    colour = canvas.theme.colour
    title = words.SECTIONS.get(head.section, head.section.capitalize())
    canvas.text((x + INSET, origin + head.panel_top - 18), title, "caps", colour.text3)
    canvas.panel(
        (x, origin + head.panel_top, width, head.panel_height), colour.panel, radius=12, edge=colour.line
    )


def draw_row(
    canvas: Canvas, row: Row, origin: float, value: Value, *, lit: bool, editing: bool, waiting: bool = False
) -> None:
    """The row's words and figure; the widget itself is drawn afterwards. `waiting`: for a key to be pressed."""
    colour = canvas.theme.colour
    x, y, width, height = row.box(origin)
    if lit:
        canvas.panel((x + 8, y + 4, width - 16, height - 8), mix(colour.panel, colour.raised, 0.7), radius=8)
    if not row.first:
        canvas.rule((x + INSET, y), (x + width - INSET, y), colour.line)
    canvas.text((x + INSET, y + 26), words.title(row.key), "body", colour.text)
    room = (x + INSET, y + 40, _words_width(row.key, width), 0.0)
    canvas.paragraph(room, words.about(row.key), "label", colour.text3)
    if isinstance(row.widget, Slider):
        _draw_track(canvas, row, origin)
    if row.widget is None or isinstance(row.widget, Slider):
        shown = "Press a key …" if waiting else words.shown(row.key, value)
        _draw_figure(canvas, row, origin, shown, lit=lit or waiting, editing=editing)


def _draw_track(canvas: Canvas, row: Row, origin: float) -> None:
    colour = canvas.theme.colour
    x, y, width, height = row.widget_box(origin)
    assert isinstance(row.widget, Slider)
    middle, run = y + height / 2, width - 20
    canvas.panel((x + 10, middle - 2, run, 4), colour.line2, radius=2)
    if row.widget.share > 0:
        canvas.panel((x + 10, middle - 2, max(4.0, run * row.widget.share), 4), colour.text3, radius=2)


def _draw_figure(canvas: Canvas, row: Row, origin: float, shown: str, *, lit: bool, editing: bool) -> None:
    if editing:
        return
    colour = canvas.theme.colour
    box = row.figure(origin)
    canvas.panel(box, colour.raised if lit else None, radius=8, edge=colour.line2, width=1.2)
    words_shown = canvas.fitted(shown, "body", box[2] - 12)
    canvas.text((box[0] + box[2] / 2, box[1] + box[3] / 2), words_shown, "body", colour.text, "middle")


def draw_signs(canvas: Canvas, row: Row, origin: float, covered: pygame.Rect | None) -> None:
    """The tick of a check box and the angle of a menu, over the widgets, unless an open list lies there."""
    colour = canvas.theme.colour
    x, y, width, height = row.widget_box(origin)
    if covered is not None and covered.colliderect(canvas.rect((x, y, width, height))):
        return
    if isinstance(row.widget, elements.UICheckBox) and row.widget.is_checked:
        cx, cy = x + width / 2, y + height / 2
        canvas.stroke([(cx - 6, cy), (cx - 1.5, cy + 4.5), (cx + 6.5, cy - 5)], colour.panel, 2.4)
    elif isinstance(row.widget, Menu):
        cx, cy = x + width - 18, y + height / 2
        canvas.stroke([(cx - 4.5, cy - 2), (cx, cy + 2.5), (cx + 4.5, cy - 2)], colour.text2, 1.6)
