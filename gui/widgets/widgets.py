"""Real widgets: menus, sliders, check boxes and text entry of pygame_gui, in the colours of the palette.

A set of widgets belongs to one window size, scale and theme; a scene builds a new one when any of them
changes (`fits`). Boxes are logical units, as everywhere. The pointer is taken from the events, so that a
frame depends on nothing but what was handled.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence

import i18n
import pygame
import pygame_gui
from pygame_gui import elements
from pygame_gui.core.surface_cache import SurfaceCache
from pygame_gui.core.ui_appearance_theme import UIAppearanceTheme
from pygame_gui.core.utility import set_default_manager

from gui.drawing import kept
from gui.drawing.canvas import Box, Canvas
from gui.widgets.style import style

_MOST_BUILT, _MANAGER = 100, 10  # widgets, and how many of them a manager is worth
_KEY_REPEAT = (350, 45)  # as in the window; text entries of pygame_gui change it


class _NoShapes(SurfaceCache):
    """Keeps no pictures."""

    def __init__(self) -> None:
        self.cache_short_term_lookup = {}
        self.cache_long_term_lookup = {}
        self.low_on_space = False

    def add_surface_to_cache(self, surface: pygame.Surface, string_id: str) -> None:
        """Leave it to the widget that painted it."""


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
            new = super(_Manager, self).create_new_theme(style(theme, scale))
            new.shape_cache = _NoShapes()
            return new

        return kept.styles.get((scale, theme.name, theme.patterned), made)

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
        self._hear(pygame_gui.UI_TEXT_ENTRY_FINISHED, element, lambda e: done(e.text))
        return element

    def drop(self, element: pygame_gui.core.UIElement) -> None:
        """Take a widget away."""
        element.kill()  # type: ignore[no-untyped-call]
        self._heard = {key: then for key, then in self._heard.items() if key[1] is not element}
        self._sliders = [each for each in self._sliders if each[0].element is not element]

    def write_in(self, element: elements.UITextEntryLine) -> None:
        """Put the keyboard into a line of text, all of it selected."""
        self._manager.set_focus_set(element.get_focus_set())
        element.edit_position = len(element.text)
        element.select_range = [0, len(element.text)]

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
        if view is not None:
            surface.set_clip(self._canvas.rect(view))
        self._manager.draw_ui(surface)
        surface.set_clip(seen)


def _stamp(canvas: Canvas) -> tuple[object, ...]:
    return canvas.surface, canvas.surface.get_size(), canvas.scale, canvas.theme
