"""Real widgets: menus, sliders, check boxes and text entry of pygame_gui, in the colours of the palette.

A set of widgets belongs to one window size, scale and theme; a scene builds a new one when any of them
changes (`fits`). Boxes are logical units, as everywhere. The pointer is taken from the events, so that a
frame depends on nothing but what was handled.
"""

from __future__ import annotations

import contextlib
import gc
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from typing import Any

import i18n
import pygame
import pygame_gui
from pygame_gui import elements
from pygame_gui.core.surface_cache import SurfaceCache
from pygame_gui.core.ui_appearance_theme import UIAppearanceTheme
from pygame_gui.core.utility import set_default_manager

from gui.ui import picture_cache, x11_clipboard
from gui.ui.canvas import Box, Canvas
from gui.ui.theme import Rgb, Theme, mix

# The palette as a theme of pygame_gui: its colours, fonts and shapes in our words.

ITEM = 32.0  # the height of an entry in an open menu, in logical units
_THUMB = 20.0
_CLEAR = "#00000000"
_STATES = ("normal", "hovered", "active", "selected")

Part = dict[str, Any]


def style(theme: Theme, scale: float) -> dict[str, Part]:
    """The theme for widgets at `scale` pixels per logical unit."""
    parts = {"defaults": {"colours": _colours(theme), "misc": _shape(scale, 8, 1.2)}}
    parts |= _menu(theme, scale) | _slider(theme, scale) | _check_box(theme, scale) | _entry(theme, scale)
    font = {"name": "noto_sans", "size": str(max(5, round(theme.type["body"].size * scale)))}
    return {name: {**part, "font": font} for name, part in parts.items()}  # fonts are not inherited


def _hex(colour: Rgb) -> str:
    return "#{:02X}{:02X}{:02X}".format(*colour)


def _all(kind: str, colour: Rgb) -> dict[str, str]:
    """The same colour for a kind (`bg`, `border`, `text`) in every state."""
    return {f"{state}_{kind}": _hex(colour) for state in _STATES}


def _shape(scale: float, radius: float, border: float, **more: str) -> dict[str, str]:
    """A rounded rectangle without a shadow; lengths in logical units."""
    return {
        "shape": "rounded_rectangle",
        "shape_corner_radius": str(round(radius * scale)),
        "border_width": str(max(1, round(border * scale)) if border else 0),
        "shadow_width": "0",
        **more,
    }


def _colours(theme: Theme) -> dict[str, str]:
    """What most widgets share: raised on the panel, lit under the pointer."""
    colour = theme.colour
    return {
        **_all("bg", colour.raised),
        **_all("border", colour.line2),
        **_all("text", colour.text),
        "hovered_bg": _hex(mix(colour.raised, colour.line2, 0.35)),
        "selected_bg": _hex(mix(colour.raised, colour.line2, 0.6)),
        "hovered_border": _hex(colour.text3),
        "selected_border": _hex(colour.text3),
        "dark_bg": _hex(colour.raised),
        "text_cursor": _hex(colour.text),
    }


def _plain(scale: float, border: float = 0.0, **more: str) -> dict[str, str]:
    """A rectangle: pygame_gui paints round corners at sixteen times the area, 44 MB for a line of text at 300 %."""
    return _shape(scale, 0, border, **more) | {"shape": "rectangle"}


def _clear() -> dict[str, str]:
    """The colours of what `Widgets` draws the ground of."""
    return {"dark_bg": _CLEAR, **dict.fromkeys((f"{state}_bg" for state in _STATES), _CLEAR)}


def _menu(theme: Theme, scale: float) -> dict[str, Part]:
    """A drop-down without a button of its own: the scene draws the angle."""
    inset = {"text_horiz_alignment": "left", "text_horiz_alignment_padding": str(round(12 * scale))}
    return {
        "drop_down_menu": {"colours": _clear(), "misc": _plain(scale, 0.0, open_button_width="0")},
        "drop_down_menu.button": {"colours": _clear(), "misc": _plain(scale, 0.0, **inset)},
        "drop_down_menu.selection_list": {
            "misc": _plain(scale, 1.2, list_item_height=str(round(ITEM * scale)))
        },
        "drop_down_menu.selection_list.button": {
            "colours": _colours(theme),
            "misc": _plain(scale, 0.0, **inset),
        },
    }


def _slider(theme: Theme, scale: float) -> dict[str, Part]:
    """A round thumb alone: the scene draws the track."""
    clear = {"dark_bg": _CLEAR, "normal_border": _CLEAR, "disabled_dark_bg": _CLEAR}
    track = _shape(scale, 0, 0, enable_arrow_buttons="0", sliding_button_width=str(round(_THUMB * scale)))
    thumb = {"colours": _all("bg", theme.colour.text), "misc": _shape(scale, _THUMB / 2, 0)}
    return {
        "horizontal_slider": {"colours": clear, "misc": track},
        "horizontal_slider.button": thumb,
        "horizontal_slider.#sliding_button": thumb,
    }


def _check_box(theme: Theme, scale: float) -> dict[str, Part]:
    """Filled where it is on: the scene draws the tick."""
    on = {"selected_bg": _hex(theme.colour.text), "selected_border": _hex(theme.colour.text)}
    return {"check_box": {"colours": on, "misc": _shape(scale, 6, 1.2)}}


def _entry(theme: Theme, scale: float) -> dict[str, Part]:
    """A line of text in a hollow that `Widgets` draws."""
    return {
        "text_entry_line": {
            "colours": _clear(),
            "misc": _plain(scale, padding=f"{round(10 * scale)},2"),
        }
    }


_MOST_BUILT, _MANAGER = 30, 10  # widgets, and how many of them a manager is worth
_KEY_REPEAT = (350, 45)  # as in the window; text entries of pygame_gui change it


class _NoShapes(SurfaceCache):
    """Keeps no pictures."""

    def __init__(self) -> None:
        self.cache_short_term_lookup = {}
        self.cache_long_term_lookup = {}
        self.low_on_space = False

    def add_surface_to_cache(self, surface: pygame.Surface, string_id: str) -> None:
        """Leave it to the widget that painted it."""


class _Appearance(UIAppearanceTheme):
    """Knows the names of an element by its place: pygame_gui keeps them by a text of up to 400 kB an element."""

    def build_all_combined_ids(self, *place: list[Any] | None) -> list[str]:
        key = tuple(None if names is None else tuple(names) for names in place)
        if key not in _NAMES:
            _NAMES[key] = super().build_all_combined_ids(*place)
            self.unique_theming_ids.clear()
        return _NAMES[key]


_NAMES: dict[tuple[tuple[str | None, ...] | None, ...], list[str]] = {}  # they are the same in all colours


class _Manager(pygame_gui.UIManager):
    """A manager that knows the pointer from the events and not from the system.

    All managers of one scale and theme share their fonts (1.4 MB of files each time), and none keeps pictures
    of shapes (4 MB a manager): each widget has its own.
    """

    def __init__(self, canvas: Canvas) -> None:
        self._look = (canvas.scale, canvas.theme)
        super().__init__(canvas.surface.get_size(), enable_live_theme_updates=False)
        set_default_manager(None)  # the first one would stay for ever
        i18n.load_path[:] = dict.fromkeys(i18n.load_path)  # each manager adds the same path to it

    def create_new_theme(self, theme_path: object = None) -> UIAppearanceTheme:
        """The one that all managers of this look share."""
        scale, theme = self._look

        def made() -> UIAppearanceTheme:
            new = _Appearance(self.resource_loader, self._locale)
            new.load_theme(style(theme, scale))
            new.shape_cache = _NoShapes()
            return new

        return picture_cache.styles.get((scale, theme.name, theme.patterned), made)

    def _update_mouse_position(self) -> None:
        """Keep the position of the last event."""


class Menu:
    """A drop-down of a few words. `chosen` is the index of the entry shown."""

    def __init__(self, element: elements.UIDropDownMenu, options: Sequence[str], chosen: int) -> None:
        self.element = element
        self.options = tuple(options)
        self.chosen = chosen
        self.candidate = chosen

    @property
    def is_open(self) -> bool:
        """Whether the list is open."""
        return self.element.current_state is self.element.menu_states["expanded"]

    @property
    def list_rect(self) -> pygame.Rect | None:
        """The pixels that the open list covers."""
        entries = self._list()
        return entries.rect if entries is not None else None

    def toggle(self) -> None:
        """Open the list, or close it with nothing changed."""
        self.candidate = self.chosen
        self._turn()

    def step(self, by: int) -> None:
        """Move the mark in the open list."""
        self.candidate = (self.candidate + by) % len(self.options)
        entries = self._list()
        if entries is None:
            return
        for number, item in enumerate(entries.item_list):
            shown = item["button_element"]
            if shown is not None:
                (shown.select if number == self.candidate else shown.unselect)()

    def _list(self) -> elements.UISelectionList | None:
        state = self.element.menu_states["expanded"]
        found: elements.UISelectionList | None = getattr(state, "options_selection_list", None)
        return found if self.is_open else None

    def _turn(self) -> None:
        state = self.element.current_state
        if state is not None:
            state.should_transition = True
            self.element.update(0.0)


class Slider:
    """A slider over the whole numbers from 0 to `last`."""

    def __init__(self, element: elements.UIHorizontalSlider, last: int) -> None:
        self.element = element
        self.last = last

    @property
    def index(self) -> int:
        """The number that the thumb stands nearest to."""
        return round(float(self.element.current_value))

    @property
    def share(self) -> float:
        """How far the thumb is, from 0 to 1."""
        return float(self.element.current_value) / self.last if self.last else 0.0

    @property
    def held(self) -> bool:
        """Whether the mouse holds the thumb."""
        thumb = self.element.sliding_button
        return thumb is not None and bool(thumb.held)

    def put(self, index: int) -> None:
        """Set the thumb on a number."""
        self.element.set_current_value(float(index), False)


class Widgets:
    """The widgets of one scene. What they do is called at once; `handle` says whether an event was used."""

    _built = 0  # since garbage was collected

    def __init__(self, canvas: Canvas) -> None:
        Widgets._built += _MANAGER
        if Widgets._built > _MOST_BUILT:  # they refer to each other in circles, and the collector is patient
            gc.collect()
            Widgets._built = _MANAGER
        self._stamp = _stamp(canvas)
        self._canvas = canvas
        self._manager = _Manager(canvas)
        self._heard: dict[tuple[int, object], Callable[[pygame.event.Event], object]] = {}
        self._sliders: list[tuple[Slider, Callable[[int, bool], object]]] = []
        self._framed: list[elements.UIDropDownMenu | elements.UITextEntryLine] = []
        self._there: set[Any] = set()  # widgets and their parts
        self._new = True  # a widget shows only once time has passed for it

    def fits(self, canvas: Canvas) -> bool:
        """Whether these widgets are still of the right size and colour."""
        return self._stamp == _stamp(canvas)

    # -- building --

    def menu(self, box: Box, options: Sequence[str], chosen: int, changed: Callable[[int], object]) -> Menu:
        """A drop-down; `changed` is called with the index of the entry taken."""
        element = elements.UIDropDownMenu(
            list(options), options[chosen], self._canvas.rect(box), self._manager, object_id="@menu"
        )
        menu = Menu(element, options, chosen)
        self._framed.append(element)
        self._hear(
            pygame_gui.UI_DROP_DOWN_MENU_CHANGED, element, lambda e: changed(menu.options.index(e.text))
        )
        return menu

    def slider(self, box: Box, last: int, index: int, moved: Callable[[int, bool], object]) -> Slider:
        """A slider from 0 to `last`; `moved` gets the number and whether the hand has let go."""
        element = elements.UIHorizontalSlider(
            self._canvas.rect(box), float(index), (0.0, float(max(1, last))), self._manager
        )
        slider = Slider(element, max(1, last))
        self._hear(
            pygame_gui.UI_HORIZONTAL_SLIDER_MOVED,
            element,
            lambda _: slider.held and moved(slider.index, False),
        )
        self._sliders.append((slider, moved))
        return slider

    def check_box(self, box: Box, on: bool, changed: Callable[[bool], object]) -> elements.UICheckBox:
        """A check box without words; the tick is the scene's to draw."""
        element = elements.UICheckBox(self._canvas.rect(box), "", self._manager, initial_state=on)
        element.check_symbol = ""
        element.rebuild()  # type: ignore[no-untyped-call]
        for kind in (pygame_gui.UI_CHECK_BOX_CHECKED, pygame_gui.UI_CHECK_BOX_UNCHECKED):
            self._hear(kind, element, lambda _: changed(bool(element.is_checked)))  # the news may be old
        return element

    def entry(
        self, box: Box, text: str, done: Callable[[str], object], *, longest: int = 400
    ) -> elements.UITextEntryLine:
        """A line of text; `done` is called with the text at Enter."""
        element = elements.UITextEntryLine(self._canvas.rect(box), self._manager, initial_text=text)
        element.set_text_length_limit(longest)
        self._framed.append(element)
        self._hear(pygame_gui.UI_TEXT_ENTRY_FINISHED, element, lambda e: done(e.text))
        return element

    def drop(self, element: pygame_gui.core.UIElement) -> None:
        """Take a widget away."""
        element.kill()  # type: ignore[no-untyped-call]
        self._heard = {key: then for key, then in self._heard.items() if key[1] is not element}
        self._sliders = [each for each in self._sliders if each[0].element is not element]
        self._framed = [each for each in self._framed if each is not element]
        self._keep_what_shows()

    def close(self) -> None:
        """Let go of all pictures; nothing is drawn any more."""
        for element in self._manager.ui_group.sprites():
            _empty(element)

    def write_in(self, element: elements.UITextEntryLine, *, selected: bool = True) -> None:
        """Put the keyboard into a line of text, all of it `selected`, or behind it."""
        self._manager.set_focus_set(element.get_focus_set())
        element.edit_position = len(element.text)
        element.select_range = [0 if selected else len(element.text), len(element.text)]

    def leave(self) -> None:
        """Take the keyboard out of every line of text, and close every menu."""
        self._manager.set_focus_set(None)
        pygame.key.set_repeat(*_KEY_REPEAT)

    def focus(self, element: pygame_gui.core.UIElement) -> None:
        """Let a menu be the one that a press elsewhere closes."""
        self._manager.set_focus_set(element.get_focus_set())

    def _hear(self, kind: int, element: object, then: Callable[[pygame.event.Event], object]) -> None:
        self._heard[kind, element] = then
        Widgets._built += 1
        self._keep_what_shows()

    def _keep_what_shows(self) -> None:
        """Drop pictures of states that do not show, and of shapes four times as large: 240 MB on a page of settings.

        pygame_gui paints every state ahead, one a frame, and keeps the large shapes until the last is done. What is
        not painted ahead is painted when it is first needed. What is no longer there, as the list of a menu that was
        closed, loses its pictures at once.
        """
        there = self._manager.ui_group.sprites()
        for element in self._there.difference(there):
            _empty(element)
        self._there = set(there)
        for element in there:
            shape = getattr(element, "drawable_shape", None)
            if shape is None:
                continue
            for name in set(shape.states_to_redraw_queue):
                if name == shape.active_state.state_id:
                    shape.redraw_state(name)
                else:
                    shape.states[name].generated = False
            shape.states_to_redraw_queue.clear()
            shape.clean_up_temp_shapes()
        self._new = True

    # -- living --

    def handle(self, event: pygame.event.Event) -> bool:
        """Let the widgets react; True where one of them has used the event."""
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self._manager.mouse_position = event.pos
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._bring_thumb(event.pos)
        held = [(slider, moved) for slider, moved in self._sliders if slider.held]
        if held and event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP):
            self._manager.update(0.0)
        try:
            used = bool(self._manager.process_events(event))
        except pygame.error:  # a clipboard that does not answer
            used = True
        for slider, moved in held:
            if not slider.held:
                moved(slider.index, True)
        if event.type == pygame.MOUSEBUTTONDOWN and any(slider.held for slider, _ in self._sliders):
            self._manager.update(0.0)  # notes where on the thumb the hand lies, before the hand moves
        told = self._heard.get((event.type, getattr(event, "ui_element", None)))
        if told is not None:
            told(event)
        return used or told is not None

    def _bring_thumb(self, at: tuple[int, int]) -> None:
        """A press on a track brings its thumb there, so that the hand holds it at once."""
        for slider, _ in self._sliders:
            element = slider.element
            thumb = element.sliding_button
            if thumb is None or not element.visible or not element.rect.collidepoint(at):
                continue
            if not thumb.rect.collidepoint(at):
                share = (at[0] - element.rect.left - thumb.rect.width / 2) / max(1, element.scrollable_width)
                slider.put(round(min(1.0, max(0.0, share)) * slider.last))

    def pulse(self) -> Hashable:
        """Where a cursor is seen just now, see `Scene.pulse`."""
        return tuple(
            element.cursor_on for element in self._framed if isinstance(element, elements.UITextEntryLine)
        )

    def update(self, seconds: float) -> None:
        """Let time pass: cursors, menus that open, thumbs that are dragged."""
        self._manager.update(seconds)

    def draw(self, view: Box | None = None) -> None:
        """Draw all widgets, only within `view` where it is given."""
        if self._new:
            self._manager.update(0.0)
            self._new = False
        surface = self._canvas.surface
        seen = surface.get_clip()
        self._keep_what_shows()
        if view is not None:
            surface.set_clip(self._canvas.rect(view))
        for element in self._framed:
            if element.visible:
                self._draw_frame(element)
        self._manager.draw_ui(surface)
        surface.set_clip(seen)

    def _draw_frame(self, element: elements.UIDropDownMenu | elements.UITextEntryLine) -> None:
        """The ground of a drop-down, lit under the pointer, or the hollow of a line of text."""
        canvas, colour = self._canvas, self._canvas.theme.colour
        lit = element.rect.collidepoint(self._manager.mouse_position)
        if isinstance(element, elements.UITextEntryLine):
            fill, edge = colour.well, colour.text2 if element.is_focused else colour.line2
        else:
            fill = mix(colour.raised, colour.line2, 0.35) if lit else colour.raised
            edge = colour.text3 if lit else colour.line2
        x, y, width, height = (pixels / canvas.scale for pixels in element.rect)
        canvas.panel((x, y, width, height), fill, edge=edge, width=1.2)


def _empty(element: Any) -> None:
    """Take the pictures from a widget: it refers to itself in circles, and would keep them until these are found."""
    shape = getattr(element, "drawable_shape", None)
    if shape is not None:
        shape.states_to_redraw_queue.clear()
        for state in shape.states.values():
            state.surface = state.text_surface = state.pre_text_surface = None
        shape.clean_up_temp_shapes()
        element.drawable_shape = None
    element.image = element._pre_clipped_image = None


def _stamp(canvas: Canvas) -> tuple[object, ...]:
    return canvas.surface, canvas.surface.get_size(), canvas.scale, canvas.theme


# One line of text at the foot of a scene: it takes the keyboard while a person writes, and gives it back.


class TextLine:
    """A line of text. `done` is called with what was written at Enter; Esc and Tab leave it.

    It is built anew when the window, its scale, the theme or its place changes; the text stays.
    """

    def __init__(self, hint: str, done: Callable[[str], object]) -> None:
        self.hint = hint
        self.writing = False
        self._opening = False  # whether the letter of the key that opened the line may still come
        self._done = done
        self._widgets: Widgets | None = None
        self._line: elements.UITextEntryLine | None = None
        self._box: Box = (0.0, 0.0, 0.0, 0.0)
        self._first = ""  # what stands in the line once it has a place

    @property
    def text(self) -> str:
        """What stands in the line."""
        return str(self._line.text) if self._line is not None else self._first

    def place(self, canvas: Canvas, box: Box) -> None:
        """Be at `box` on this canvas."""
        fits = self._widgets is not None and self._widgets.fits(canvas)
        if fits and self._box == box:
            return
        text = self.text
        if self._widgets is not None:
            self._widgets.close()
        self._box, self._widgets = box, Widgets(canvas)
        self._line = self._widgets.entry(box, text, self._finished)
        if self.writing:
            self._widgets.write_in(self._line)

    def write(self, text: str | None = None) -> None:
        """Take the keyboard; with `text` in the line, where it is given."""
        self.writing = self._opening = True
        if self._widgets is None or self._line is None:
            self._first = text or ""
            return
        if text is not None:
            self._line.set_text(text)
        self._widgets.write_in(self._line)

    def correct(self) -> None:
        """Keep the keyboard, behind a text that was refused."""
        self.writing = True
        if self._widgets is not None and self._line is not None:
            self._widgets.write_in(self._line, selected=False)

    def clear(self) -> None:
        """Empty the line and give the keyboard back."""
        self.leave()
        if self._line is not None:
            self._line.set_text("")

    def leave(self) -> None:
        """Give the keyboard back."""
        self.writing = False
        if self._widgets is not None:
            self._widgets.leave()

    def _finished(self, text: str) -> None:
        self.leave()
        self._done(text)

    def handle(self, event: pygame.event.Event) -> bool:
        """Let the line react; True where the event was its own."""
        if self._widgets is None or self._line is None:
            return False
        if event.type in (pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT):
            return self._key(event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if not self._line.rect.collidepoint(event.pos):
                if self.writing:
                    self.leave()
                return False
            self.writing = True
        used = self._widgets.handle(event)
        return used and event.type != pygame.MOUSEMOTION

    def _key(self, event: pygame.event.Event) -> bool:
        if not self.writing or self._widgets is None:
            return False
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_ESCAPE, pygame.K_TAB):
            self.leave()
            return bool(event.key == pygame.K_ESCAPE)
        if not (event.type == pygame.TEXTINPUT and self._opening):
            self._widgets.handle(event)
        return True

    def pulse(self) -> Hashable:
        """Whether the cursor is seen just now, see `Scene.pulse`."""
        return None if self._widgets is None else self._widgets.pulse()

    def update(self, seconds: float) -> None:
        """Let the cursor live. A letter that comes later is not that of the key that opened the line."""
        self._opening = False
        if self._widgets is not None:
            self._widgets.update(seconds)

    def draw(self, canvas: Canvas) -> None:
        """Draw the line at its place; as long as it is empty, with its hint."""
        if self._widgets is None:
            return
        self._widgets.draw()
        if not self.text and not self.writing:
            x, y, width, height = self._box
            hint = canvas.fitted(self.hint, "body", width - 24)
            canvas.text((x + 12, y + height / 2), hint, "body", canvas.theme.colour.text3)


# The system's clipboard, which may be missing: then nothing is copied, and nothing is there.

MOST = 1_000_000  # letters; but for replays, nothing that is pasted here is longer


def put(text: str) -> bool:
    """Copy `text`; whether that was possible."""
    try:
        pygame.scrap.put_text(text)
    except (pygame.error, AttributeError, ValueError):
        return False
    return True


_PICTURE_SECONDS = 5.0
_MAC = "on run given\nset the clipboard to (read (POSIX file (item 1 of given)) as «class PNGf»)\nend run"
_WINDOWS = (
    "Add-Type -AssemblyName System.Windows.Forms, System.Drawing; "
    "$picture = [Drawing.Image]::FromFile($env:KIBITZ_PICTURE); "
    "[Windows.Forms.Clipboard]::SetImage($picture); $picture.Dispose()"
)


def put_picture(png: bytes) -> bool:
    """Copy a picture; whether that was possible.

    SDL copies text only, so a program of the system does it: `wl-copy` or `xclip` where one is installed, `osascript`,
    or PowerShell.
    """
    with tempfile.TemporaryDirectory(prefix="kibitz-picture-") as folder:
        file = Path(folder, "picture.png")
        file.write_bytes(png)
        for command in _picture_commands(file):
            if shutil.which(command[0]) is None:
                continue
            with contextlib.suppress(OSError, subprocess.TimeoutExpired), file.open("rb") as content:
                done = subprocess.run(
                    command,
                    stdin=content,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    env=os.environ | {"KIBITZ_PICTURE": str(file)},
                    timeout=_PICTURE_SECONDS,
                    check=False,
                )
                if done.returncode == 0:
                    return True
    return False


def _picture_commands(file: Path) -> list[list[str]]:
    """The programs that may copy a picture here, the best first."""
    if sys.platform == "darwin":
        return [["osascript", "-e", _MAC, str(file)]]
    if sys.platform == "win32":
        return [["powershell", "-NoProfile", "-STA", "-Command", _WINDOWS]]
    wayland = [["wl-copy", "--type", "image/png"]] if os.environ.get("WAYLAND_DISPLAY") else []
    return [*wayland, ["xclip", "-selection", "clipboard", "-t", "image/png", "-i"]]


def get(most: int = MOST) -> str:
    """The text on the clipboard, so many letters at most; empty where there is none or no clipboard."""
    try:
        found = str(pygame.scrap.get_text())
    except (pygame.error, AttributeError, UnicodeError):
        found = ""
    if not found and pygame.display.get_init() and pygame.display.get_driver() == "x11":
        found = x11_clipboard.text(most)
    return found[:most]
