"""Settings: everything a user may change, in one list. A change holds at once and is kept."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pygame
from pygame_gui import elements

from game import config as configuration
from game.config import Key, Value
from game.errors import KibitzError
from gui.drawing import icons
from gui.drawing.canvas import Box, Canvas
from gui.drawing.theme import mix
from gui.frame.chrome import draw_bar, draw_grounds, draw_hint, draw_word
from gui.frame.controls import button
from gui.frame.layout import BAR, Frame
from gui.frame.scroll import Scroll
from gui.frame.targets import inside
from gui.input import handling
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes import setting_rows as looks
from gui.scenes import setting_words as words
from gui.scenes.setting_keys import KeyCatcher
from gui.scenes.setting_rows import Heading, Row
from gui.widgets.widgets import Menu, Widgets

_WIDEST, _LINKS, _LINK = 760.0, 208.0, 40.0
_ALL = "defaults"
_WAITS = "display.scale"  # it would move the thumb away from the hand, so it waits until the hand lets go
_LONGEST_LINE = 300  # letters of a command line
_ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)


def _below_home(path: Path) -> str:
    """A path as people write it, `~` for their home."""
    try:
        return f"~/{path.relative_to(Path.home()).as_posix()}"
    except (ValueError, RuntimeError):
        return str(path)


class SettingsScene(Scene):
    """All settings with their widgets. The focus walks the rows; Left and Right change the one it is on."""

    name = "settings"
    title = "Settings"

    def __init__(self, salon: Salon, back: Scene | None = None) -> None:
        super().__init__(salon, back)
        self.scroll = Scroll()
        self.rows: list[Row] = []
        self.entry: tuple[Row, elements.UITextEntryLine] | None = None
        self._heads: list[Heading] = []
        self._content = 0.0
        self._widgets: Widgets | None = None
        self._column: tuple[float, float] = (0.0, 0.0)
        self._origin = 0.0
        self._passing: dict[str, Value] = {}  # what a slider shows while it waits for the hand
        self._before: dict[str, Value] = {}  # what was there before "back to the defaults"
        self._reached = ""
        self.keys_caught = KeyCatcher()
        self.targets.focus = configuration.keys()[0].path

    # -- values --

    def value(self, key: Key) -> Value:
        """What the row of `key` shows now."""
        return self._passing.get(key.path, configuration.value(self.salon.config, key.path))

    def set(self, key: Key, value: Value) -> None:
        """Take a value and keep it."""
        self._passing.pop(key.path, None)
        self._before = {}
        self.salon.change_all(handling.changes(self.salon.config, key.path, value))
        self._show_values()

    def _moved(self, key: Key, value: Value, done: bool) -> None:
        """A slider passes over a value, or is let go on it."""
        if done:
            self.set(key, value)
        elif key.path == _WAITS:
            self._passing[key.path] = value
        else:
            self.salon.config = configuration.with_value(self.salon.config, key.path, value)

    def step(self, row: Row, by: int) -> None:
        """Change a row's value to the next one on that side."""
        key, value = row.key, self.value(row.key)
        if key.kind == "bool":
            self.set(key, by > 0)
        elif key.kind == "choice":
            self.set(key, key.choices[(key.choices.index(str(value)) + by) % len(key.choices)])
        elif isinstance(value, int | float):
            stops = words.stops(key, value)
            at = min(len(stops) - 1, max(0, stops.index(float(value)) + by))
            self.set(key, words.as_value(key, stops[at]))

    def reset(self, row: Row) -> None:
        """Put one row back to its default."""
        self.set(row.key, row.key.default)

    def reset_all(self) -> None:
        """Put everything back to its default; pressed again, everything back to what it was."""
        keys = configuration.keys()
        before = {key.path: configuration.value(self.salon.config, key.path) for key in keys}
        self.salon.change_all(self._before or {key.path: key.default for key in keys})
        self._before = {} if self._before else before
        self._show_values()

    def _show_values(self) -> None:
        if self._widgets is None:
            return
        for row in self.rows:
            if row.widget is not None and not looks.refresh(row, self._widgets, self.value(row.key)):
                self._furnish(row)

    # -- what happens --

    def entered(self) -> None:
        super().entered()
        self.keys_caught.start()

    def left(self) -> None:
        self.keys_caught.stop()
        self._stop_writing(keep=True)
        if self._widgets is not None:
            self._widgets.leave()
        self._drop_widgets()

    def _drop_widgets(self) -> None:
        """Let go of their pictures, tens of megabytes; they are built anew when they are next drawn."""
        self._widgets, self.rows = None, []

    def open_settings(self) -> None:
        """They are open."""

    def handle(self, event: pygame.event.Event) -> Scene | None:
        caught = self.keys_caught.handle(event, self.salon.config)
        if caught is not None:
            self._bind(caught)
            return self.next
        if self._for_entry(event) or self._for_menu(event) or self._for_widgets(event):
            return self.next
        if self.scroll.handle(event, self.salon.scale):
            return self.next
        if event.type == pygame.KEYDOWN and self._for_row(event):
            return self.next
        return super().handle(event)

    def _bind(self, changes: dict[str, str]) -> None:
        """Take the key that was pressed for a row."""
        if changes:
            self._before = {}
            self.salon.change_all(changes)
            self._show_values()

    def _for_entry(self, event: pygame.event.Event) -> bool:
        """While a value is being written, the keyboard belongs to it."""
        if self.entry is None or self._widgets is None:
            return False
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self._stop_writing(keep=False)
            return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_TAB:
            self._stop_writing(keep=True)
            return False
        if event.type in (pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT):
            self._widgets.handle(event)
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and not self.entry[1].rect.collidepoint(event.pos):
            self._stop_writing(keep=True)
        return False

    def _for_menu(self, event: pygame.event.Event) -> bool:
        """While a list is open, the arrows walk through it, and a press elsewhere closes it."""
        row, menu = self._open_menu()
        if row is None or menu is None or self._widgets is None:
            return False
        if event.type == pygame.KEYDOWN:
            if event.key in (pygame.K_UP, pygame.K_DOWN):
                menu.step(1 if event.key == pygame.K_DOWN else -1)
            elif event.key in _ENTER:
                self.set(row.key, row.key.choices[menu.candidate])
            if event.key not in (pygame.K_UP, pygame.K_DOWN) and menu.is_open:
                menu.toggle()
            return True
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._widgets.handle(event)
        return event.type in (pygame.MOUSEWHEEL, pygame.MOUSEBUTTONDOWN)

    def _for_widgets(self, event: pygame.event.Event) -> bool:
        """Give an event to the widgets; a press only where they can be seen."""
        if self._widgets is None or event.type in (pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT):
            return False
        if event.type == pygame.MOUSEBUTTONDOWN:
            at = (event.pos[0] / self.salon.scale, event.pos[1] / self.salon.scale)
            if not inside(at, self.scroll.view) or not self._widgets.handle(event):
                return False
            row = next((row for row in self.rows if inside(at, row.box(self._origin))), None)
            self.targets.pointer, self.targets.ring = at, False
            self.targets.focus = row.name if row else self.targets.focus
            return True
        used = self._widgets.handle(event)
        return used and event.type != pygame.MOUSEMOTION

    def _for_row(self, event: pygame.event.Event) -> bool:
        """The keys of the row that has the focus."""
        row = self._focused_row()
        if row is None:
            return False
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.step(row, 1 if event.key == pygame.K_RIGHT else -1)
        elif event.key in (pygame.K_DELETE, pygame.K_BACKSPACE):
            self.reset(row)
        elif event.key in (pygame.K_SPACE, *_ENTER):
            self.press(row, event.key)
        elif event.key in (pygame.K_UP, pygame.K_DOWN):
            return self._to_row(self.rows.index(row) + (1 if event.key == pygame.K_DOWN else -1))
        else:
            return False
        self.targets.ring = True
        return True

    def _to_row(self, index: int) -> bool:
        """Move the focus to a row; False beyond the first and the last."""
        if not 0 <= index < len(self.rows):
            return False
        self.targets.focus, self.targets.ring = self.rows[index].name, True
        return True

    def _focused_row(self) -> Row | None:
        return next((row for row in self.rows if self.targets.focused(row.name)), None)

    def _open_menu(self) -> tuple[Row | None, Menu | None]:
        for row in self.rows:
            if isinstance(row.widget, Menu) and row.widget.is_open:
                return row, row.widget
        return None, None

    def press(self, row: Row, held: int | None = None) -> None:
        """What Enter and a click on a row do: toggle, open the list, write the value, or wait for a key."""
        if row.key.kind == "bool":
            self.set(row.key, not self.value(row.key))
        elif isinstance(row.widget, Menu) and self._widgets is not None:
            row.widget.toggle()
            self._widgets.focus(row.widget.element)
        elif self.keys_caught.wants(row):
            self.keys_caught.wait_for(row, held)
        else:
            self._write(row)

    def _write(self, row: Row) -> None:
        if self._widgets is None:
            return
        text = words.shown(row.key, self.value(row.key)).replace("\u2009", "")
        done = partial(self._written, row)
        line = self._widgets.entry(
            row.figure(self._origin), text, done, longest=_LONGEST_LINE if row.key.kind == "text" else 20
        )
        self._widgets.write_in(line)
        self.entry = (row, line)

    def _written(self, row: Row, text: str) -> None:
        self._stop_writing(keep=False)
        try:
            self.set(row.key, words.read(row.key, text))
        except KibitzError as error:
            self.salon.answer(str(error))

    def _stop_writing(self, *, keep: bool) -> None:
        if self.entry is None or self._widgets is None:
            return
        (row, line), self.entry = self.entry, None
        self._widgets.leave()
        text = line.text
        self._widgets.drop(line)
        if keep and text != words.shown(row.key, self.value(row.key)).replace("\u2009", ""):
            self._written(row, text)

    def update(self, seconds: float) -> Scene | None:
        if self._widgets is not None:
            self._widgets.update(seconds)
        if self.targets.focus != self._reached:
            self._reached = self.targets.focus
            row = self._focused_row()
            if row is not None and self.targets.ring:  # what the mouse presses is in sight
                self.scroll.show(row.top - (48 if row.first else 0), row.height + (48 if row.first else 0))
        return super().update(seconds)

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        frame = self.salon.frame(canvas)
        self.targets.begin()
        self._lay_out(canvas, frame)
        draw_grounds(canvas, frame, panel=False)
        self._draw_list(canvas)
        self._draw_links(canvas, frame)
        canvas.rule((0, BAR), (frame.width, BAR), canvas.theme.colour.line)
        draw_bar(canvas, frame, self, game=self.title)
        draw_word(canvas, frame, self)
        self.targets.draw_focus(canvas)
        draw_hint(canvas, frame, self)

    def _lay_out(self, canvas: Canvas, frame: Frame) -> None:
        """Find the rows' places, and build the widgets where there are none that fit."""
        linked = frame.width >= 1040
        width = min(_WIDEST, frame.width - 2 * frame.margin - 16)
        x = (frame.width - width) / 2
        if linked:
            x = max(frame.margin + _LINKS + 24, x)
        if self._widgets is None or not self._widgets.fits(canvas) or self._column != (x, width):
            self._stop_writing(keep=True)
            self._column = (x, width)
            self._drop_widgets()
            self._widgets = Widgets(canvas)
            self.rows, self._heads, self._content = looks.lay_out(canvas, configuration.keys(), x, width)
            for row in self.rows:
                self._furnish(row)
            self._reached = ""
        view = (0.0, BAR, frame.width, frame.height - BAR)
        self._origin = self.scroll.fit((x, BAR, width + 14, view[3]), self._content + 112)
        for row in self.rows:
            looks.place(row, canvas, self._origin, self.scroll.view)

    def _furnish(self, row: Row) -> None:
        assert self._widgets is not None
        key = row.key
        looks.furnish(row, self._widgets, self.value(key), partial(self.set, key), partial(self._moved, key))

    def _draw_list(self, canvas: Canvas) -> None:
        x, width = self._column
        view = self.scroll.view
        seen = canvas.surface.get_clip()
        canvas.surface.set_clip(canvas.rect((0, view[1], canvas.width, view[3])))
        for head in self._heads:
            looks.draw_heading(canvas, head, x, width, self._origin)
        for row in self.rows:
            self._draw_row(canvas, row)
        self._draw_foot(canvas)
        if self._widgets is not None:
            self._widgets.draw(view)
        covered = self._covered()
        for row in self.rows:
            looks.draw_signs(canvas, row, self._origin, covered)
        canvas.surface.set_clip(seen)
        self.scroll.draw(canvas)

    def _covered(self) -> pygame.Rect | None:
        menu = self._open_menu()[1]
        return menu.list_rect if menu is not None else None

    def _draw_row(self, canvas: Canvas, row: Row) -> None:
        view, value = self.scroll.view, self.value(row.key)
        press = partial(self.press, row)
        lit = self.targets.add(row.name, row.box(self._origin), press, radius=8, within=view)
        writing = self.entry is not None and self.entry[0] is row
        waiting = self.keys_caught.row is row
        looks.draw_row(canvas, row, self._origin, value, lit=lit, editing=writing, waiting=waiting)
        if writing and self.entry is not None:
            self.entry[1].set_relative_position(canvas.rect(row.figure(self._origin)).topleft)
        if value != row.key.default:
            default = words.shown(row.key, row.key.default)
            box = row.reset_box(self._origin)
            name, about = f"{row.name} default", f"Back to {default}  (Delete)"
            hovered = self.targets.add(
                name, box, partial(self.reset, row), radius=6, about=about, within=view
            )
            ink = canvas.theme.colour.text if hovered else canvas.theme.colour.text3
            icons.back_turn(canvas, (box[0] + box[2] / 2, box[1] + box[3] / 2), ink)

    def _draw_foot(self, canvas: Canvas) -> None:
        """Everything back to its default, and where the settings are kept."""
        x, width = self._column
        y = self._origin + self._content + 24
        said = "Put my settings back" if self._before else "All back to defaults"
        box: Box = (x, y, 208.0, 36.0)
        if y < self.scroll.view[1] + self.scroll.view[3]:
            button(canvas, self.targets, _ALL, box, said, self.reset_all)
            file = canvas.fitted(f"Kept in {_below_home(configuration.user_file())}", "label", width - 232)
            canvas.text((x + width, y + 18), file, "label", canvas.theme.colour.text3, "right")
        else:
            self.targets.add(_ALL, box, self.reset_all, within=self.scroll.view)

    def _draw_links(self, canvas: Canvas, frame: Frame) -> None:
        """The sections at the left, where there is room for them."""
        if self._column[0] < frame.margin + _LINKS:
            return
        colour = canvas.theme.colour
        left, here = self._column[0] - _LINKS - 24, self._section()
        for number, head in enumerate(self._heads):
            box: Box = (left, BAR + 44 + number * _LINK, _LINKS - 24, _LINK - 4)
            name = f"section {head.section}"
            hovered = self.targets.add(name, box, partial(self._to_section, head), radius=8)
            if hovered or head.section == here:
                canvas.panel(box, mix(colour.room, colour.line, 0.7), radius=8)
            ink = colour.text if head.section == here else colour.text2
            canvas.text(
                (box[0] + 16, box[1] + 18), words.SECTIONS.get(head.section, head.section), "body", ink
            )

    def _section(self) -> str:
        """The section of the row in focus while the keyboard walks, else the one at the top of the view."""
        row = self._focused_row()
        if row is not None and (self.targets.ring or self.scroll.most == 0):
            return row.key.path.partition(".")[0]
        reached = [head.section for head in self._heads if head.top <= self.scroll.offset + 60]
        return reached[-1] if reached else ""

    def _to_section(self, head: Heading) -> None:
        """Show a section from its beginning."""
        self.scroll.offset = min(head.top, self.scroll.most)
        first = next(row for row in self.rows if row.key.path.startswith(head.section + "."))
        self.targets.focus = first.name

    def keys(self) -> list[tuple[str, str]]:
        return [
            ("Up, Down", "go from row to row"),
            ("Left, Right", "change the value"),
            ("Enter", "toggle, open the list, or write the value"),
            ("Delete", "back to the default"),
            ("Page Up, Page Down", "turn the page"),
        ]
