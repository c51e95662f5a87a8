"""Settings: everything a user may change, in one list. A change takes effect at once and is saved."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial

import pygame

from game import config as configuration
from game import places
from game.config import Config, Field, Value
from game.errors import KibitzError
from game.tetris.guideline.pieces import PIECES
from game.tetris.guideline.real_time import TICKS
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.games.guideline.cells import draw_icon
from gui.games.well import Well, draw_ghost, on_pixel, whole_cell
from gui.games.well import draw_icon as draw_icon_in
from gui.scenes import handling_trial
from gui.scenes.form import Setting
from gui.scenes.handling_trial import HandlingTrial
from gui.ui import icons, input, keymap
from gui.ui.canvas import Box, Canvas
from gui.ui.chrome import draw_bar, page
from gui.ui.commands import Command, Tip
from gui.ui.controls import Slider, button, check_box, drop_down
from gui.ui.input import SECTION, Gamepads, Stick, pressed, rebound
from gui.ui.layout import BAR, Frame
from gui.ui.menu import Menu
from gui.ui.scroll import Scroll
from gui.ui.targets import ENTER
from gui.ui.text import counted
from gui.ui.text_entry import TextEntry
from gui.ui.theme import mix

CONTROL, MENU, FIGURE, TEXT, FIGURE_HEIGHT, CHECK = 312.0, 208.0, 136.0, 376.0, 32.0, 28.0
INSET = 24.0
_STACKED = 560.0  # a narrower list has the control below its words
_HEAD, _GAP = 48.0, 16.0  # a section's heading, and the distance after its panel
_RESET = 40.0  # room for the sign that puts a row back, at its right end
_WIDEST, _LINKS, _LINK = 760.0, 208.0, 40.0
_TRY, _TRIED = "try the handling", "handling"  # a target, and the section in which it stands
# the same of the keys of commands, which have a scene of their own
_KEYS, _LISTED = ("open the keys", keymap.SECTION)
_OPENS = 80.0  # units: the height of the row that opens that
_SAMPLES = ("display.skin", "display.four_colours")  # rows that show what the choice looks like
_SAMPLE = 44.0  # units: the height of that
_HEARD = {"sound.effects": "single", "sound.moves": "card"}  # what a volume sounds like
_WAITS = "display.scale"  # changes when the slider is released: it would move the thumb away from the pointer
_SQUARE = ((0, 0), (1, 0), (0, 1), (1, 1))
_LONGEST_LINE, _LONGEST_NUMBER = 300, 20  # letters
_KEY_EVENTS = (pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT)


@dataclass
class Row:
    """One setting in the list; `top` and `height` are the content's, `x` and `width` the window's."""

    setting: Setting
    x: float
    width: float
    top: float
    height: float
    first: bool
    slider: Slider | None = None
    stops: tuple[float, ...] = ()  # of the slider: those of the field, and the value it has besides

    @property
    def field(self) -> Field:
        return self.setting.field

    @cached_property
    def name(self) -> str:
        return self.field.path

    @property
    def stacked(self) -> bool:
        return self.width < _STACKED

    @property
    def control(self) -> float:
        """The width of its control."""
        field = self.field
        if field.kind == "bool":
            return CHECK
        if self.setting.options:
            return MENU
        if field.kind == "text":
            return FIGURE if field.short else TEXT
        return CONTROL if field.stops else FIGURE

    @property
    def sample(self) -> float:
        """The room for a picture of what is chosen; 0 where there is none."""
        return _SAMPLE if self.name in _SAMPLES else 0.0

    def lines(self, canvas: Canvas, note: str) -> list[str]:
        """The words below its name: its help, then what the choice means, in lines that fit."""
        words = f"{self.field.help} {note}".rstrip()
        return canvas.renderer.wrap(words, canvas.theme.type["label"], self.room, canvas.scale)

    @property
    def room(self) -> float:
        """The width of its words."""
        return self.width - 2 * INSET - (0 if self.stacked else self.control + _RESET + 8)

    def box(self, origin: float) -> Box:
        """The row's place in the window; `origin` is the y of the content's top."""
        return (self.x, origin + self.top, self.width, self.height)

    def _place(self, origin: float, wide: float, high: float) -> Box:
        """A box at the right end of the control."""
        right = self.x + self.width - _RESET - (0 if self.stacked else 8)
        width = min(wide, self.width - 2 * INSET - _RESET + 16)
        middle = self.height - 30 if self.stacked else (self.height - self.sample) / 2
        return (right - width, origin + self.top + middle - high / 2, width, high)

    def figure(self, origin: float) -> Box:
        """The box of a number or a text."""
        return self._place(origin, FIGURE if self.slider is not None else self.control, FIGURE_HEIGHT)

    def reset_box(self, origin: float) -> Box:
        """The sign that puts the row back to its default."""
        x, y, width, height = self._place(origin, 0, FIGURE_HEIGHT)
        return (x + width + 8, y, 32.0, height)

    def control_box(self, origin: float) -> Box:
        """The box of the check box, the menu or the slider."""
        if self.field.kind == "bool":
            return self._place(origin, CHECK, CHECK)
        if self.setting.options:
            return self._place(origin, MENU, 36.0)
        x, y, width, height = self._place(origin, CONTROL, 20.0)
        return (x, y, width - FIGURE - 16, height)


@dataclass
class Heading:
    """The name of a section above the panel of its rows; `top` and `height` are the content's."""

    section: str
    top: float
    height: float = _HEAD

    @property
    def first(self) -> float:
        """The top of its first row; the handling is tried above it, and the keys of commands have none."""
        return self.top + _HEAD + {_TRIED: handling_trial.HEIGHT, _LISTED: _OPENS}.get(self.section, 0.0)


class KeyCatcher:
    """Catches the next key or gamepad button for a row. `row` is the one that waits; Esc leaves it as it is."""

    def __init__(self) -> None:
        self.row: Row | None = None
        self.gamepads = Gamepads()
        self._stick = Stick()
        self.begun_by: int | None = None  # a key that is still held from before is not what is meant

    def handle(self, event: pygame.event.Event, config: Config) -> dict[str, str] | None:
        """The settings to change once a key was pressed; None where the event is for others.

        An empty change is an event that was used up. A press of the mouse leaves the row as it is.
        """
        self.gamepads.handle(event)
        down, _ = self._stick.changes(event)
        if self.row is None:
            return None
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.row = None
            return None
        if event.type == pygame.KEYUP and event.key == self.begun_by:
            self.begun_by = None
        name = next(iter(down), None) or pressed(event)
        if name is None or (event.type == pygame.KEYDOWN and event.key == self.begun_by):
            return {} if event.type in _KEY_EVENTS else None
        row, self.row = self.row, None
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            return {}
        return rebound(config, row.name.partition(".")[2], name)


class SettingsScene(Scene):
    """All settings with their controls. The focus walks the rows; Left and Right change the one it is on."""

    name = "settings"
    title = "Settings"

    def __init__(self, context: AppContext, back: Scene | None = None) -> None:
        super().__init__(context, back)
        self.scroll = Scroll()
        self.rows: list[Row] = []
        self.entry: TextEntry | None = None  # in which a value is written
        self.menu = Menu(self.targets)
        self._heads: list[Heading] = []
        self._content = 0.0
        self._asked = ""  # the setting that is written, or whose list was opened
        self._column: tuple[float, float] = (0.0, 0.0)
        self._laid_out: Hashable = None  # for what the rows have their places
        self._origin = 0.0
        self._passing: Value | None = None  # what the slider of `_WAITS` shows while it is dragged
        self._before: dict[str, Value] = {}  # what was there before everything was reset
        self._reached = ""
        self.keys_caught = KeyCatcher()
        self.trial = HandlingTrial(context.config)
        self.targets.focus = configuration.fields()[0].path

    # -- values --

    def value(self, path: str) -> Value:
        """Return the value in the row of a setting."""
        if path == _WAITS and self._passing is not None:
            return self._passing
        return configuration.value(self.context.config, path)

    def set(self, path: str, value: Value) -> None:
        self._passing = None
        self._take(input.changes(self.context.config, path, value))
        if path in _HEARD:
            self.context.sound(_HEARD[path], float(value))

    def _take(self, changes: Mapping[str, Value], before: dict[str, Value] | None = None) -> None:
        self._before = before or {}
        self.context.change_all(changes)

    def _moved(self, row: Row, at: int, done: bool) -> None:
        """A slider passes over a stop, or is released on it."""
        value = row.field.of_kind(row.stops[at])
        if done:
            row.setting.set(value)
        elif row.name == _WAITS:
            self._passing = value
        else:
            self.context.config = configuration.with_value(self.context.config, row.name, value)

    def reset_all(self) -> None:
        """Put everything back to its default; pressed again, everything back to what it was."""
        fields, config = configuration.fields(), self.context.config
        if self._before:
            self._take(self._before)
        else:
            now = {each.path: configuration.value(config, each.path) for each in fields}
            self._take({each.path: each.default for each in fields}, before=now)

    # -- what happens --

    def entered(self) -> None:
        super().entered()
        self.keys_caught.gamepads.start()

    def left(self) -> None:
        self.keys_caught.row = None
        self.trial.stop()
        self.keys_caught.gamepads.stop()
        self.menu.close()
        self._stop_writing(keep=True)

    def open_settings(self) -> None:
        """They are open."""

    def handle(self, event: pygame.event.Event) -> Scene | None:
        caught = self.keys_caught.handle(event, self.context.config)
        if caught is not None:
            if caught:
                self._take(caught)
        elif not (
            self._for_entry(event)
            or self.menu.handle(event, self.context.scale)
            or self.trial.handle(event)
            or self.scroll.handle(event, self.context.scale)
            or (event.type == pygame.KEYDOWN and self._for_row(event))
        ):
            return super().handle(event)
        return self.next

    def _for_entry(self, event: pygame.event.Event) -> bool:
        """While a value is being written, the keyboard belongs to it; Esc leaves the value as it was."""
        if self.entry is None:
            return False
        used = self.entry.handle(event)
        if self.entry is not None and not self.entry.writing:
            self._stop_writing(keep=event.type != pygame.KEYDOWN or event.key != pygame.K_ESCAPE)
        return used

    def _for_row(self, event: pygame.event.Event) -> bool:
        """The keys of the row that has the focus."""
        row = self._focused_row()
        if event.key in (pygame.K_UP, pygame.K_DOWN):
            return self._walk(1 if event.key == pygame.K_DOWN else -1)
        if row is None:
            return False
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            if row.field.kind != "text":
                row.setting.step(1 if event.key == pygame.K_RIGHT else -1)
        elif event.key in (pygame.K_DELETE, pygame.K_BACKSPACE):
            row.setting.reset()
        elif event.key in (pygame.K_SPACE, *ENTER):
            self.press(row, event.key)
        else:
            return False
        self.targets.ring = True
        return True

    def _walk(self, by: int) -> bool:
        """From row to row; whether there is one on that side."""
        names = [row.name for row in self.rows]
        if not names:  # between two sizes of the window
            return False
        names.insert(1 + max(at for at, row in enumerate(self.rows) if row.field.section == SECTION), _KEYS)
        at = names.index(self.targets.focus) + by if self.targets.focus in names else -1
        if not 0 <= at < len(names):
            return False
        self.targets.focus, self.targets.ring = names[at], True
        return True

    def _focused_row(self) -> Row | None:
        return next((row for row in self.rows if self.targets.focused(row.name)), None)

    def press(self, row: Row, held: int | None = None) -> None:
        """Do the same for Enter as for a click on a row: toggle, open the list, type the value, or wait for a key."""
        if row.field.kind == "bool":
            row.setting.set(not row.setting.value)
        elif row.setting.options:
            self._asked = row.name
            labels = [each.label for each in row.setting.options]
            self.menu.open(labels, row.setting.chosen, row.setting.choose)
        elif row.field.section == SECTION:
            self.keys_caught.row, self.keys_caught.begun_by = row, held
        else:
            self._asked = row.name
            longest = _LONGEST_LINE if row.field.kind == "text" else _LONGEST_NUMBER
            self.entry = TextEntry("", partial(self._written, row), longest=longest)
            self.entry.write(_typed(row))

    def _written(self, row: Row, text: str) -> None:
        self._stop_writing(keep=False)
        try:
            row.setting.set(row.field.read(text))
        except KibitzError as error:
            self.context.reply(str(error))

    def _stop_writing(self, *, keep: bool) -> None:
        entry, self.entry = self.entry, None
        if entry is None:
            return
        entry.leave()
        row = next((row for row in self.rows if row.name == self._asked), None)
        if keep and row is not None and entry.text != _typed(row):
            self._written(row, entry.text)

    def open_keys(self) -> None:
        """Change the keys of commands."""
        self.go(to.KeyList())

    def try_handling(self) -> None:
        """Give the keyboard to the well in which the handling is tried, and show it."""
        head = next((head for head in self._heads if head.section == _TRIED), None)
        if head is None:  # pressed before anything was drawn
            return
        low = self.scroll.view[3] < head.first - head.top  # then its heading is left out
        self.scroll.offset = min(head.top + (_HEAD if low else 0.0), self.scroll.most)
        self.targets.focus = _TRY
        self.trial.start()

    @property
    def beat(self) -> float:
        return 1 / TICKS if self.trial.active else 0.0

    def update(self, seconds: float) -> Scene | None:
        self.trial.take(self.context.config)
        self.trial.update(seconds)
        self.menu.update()
        if self.targets.focus != self._reached:
            self._reached = self.targets.focus
            row = self._focused_row()
            if row is not None and self.targets.ring:  # what the mouse presses is in sight
                head = next(head for head in self._heads if head.section == row.field.section)
                above = head.first - head.top if row.first and head.section != _TRIED else 0.0
                self.scroll.show(row.top - above, row.height + above)
            elif self.targets.ring:
                self.scroll.follow(self.targets)
        return super().update(seconds)

    def pulse(self) -> Hashable:
        return self.trial.game.now

    def commands(self) -> list[Command]:
        return [
            Command("Up, Down", None, "go from row to row"),
            Command("Left, Right", None, "change the value"),
            Command("Enter", None, "toggle, open the list, or type the value"),
            Command("Delete", None, "reset to the default"),
            Command("T", self.try_handling, "try the handling"),
            Command("C", self.open_keys, "change the keys of commands"),
            Command("Page up, Page down", None, "turn the page"),
            *super().commands(),
        ]

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        with page(canvas, self, panel=False) as frame:
            self._lay_out(canvas, frame)
            self._draw_list(canvas)
            self._draw_links(canvas, frame)
            canvas.rule((0, BAR), (frame.width, BAR), canvas.theme.colour.line)
            draw_bar(canvas, frame, self, game=self.title)
            for row in self.rows:
                if row.name == self._asked:
                    self.menu.draw_at(canvas, row.control_box(self._origin), self.scroll.view)

    def _lay_out(self, canvas: Canvas, frame: Frame) -> None:
        """Find the rows' places, where they are not those of the last frame."""
        width = min(_WIDEST, frame.width - 2 * frame.margin - 16)
        x = (frame.width - width) / 2
        if frame.width >= 1040:
            x = max(frame.margin + _LINKS + 24, x)
        self._column = (x, width)
        if self._laid_out != (canvas.scale, self._column):
            self._laid_out = (canvas.scale, self._column)
            self._place_rows(canvas, x, width)
            self._reached = ""
        self._origin = self.scroll.fit((x, BAR, width + 14, frame.height - BAR), self._content + 112)

    def _place_rows(self, canvas: Canvas, x: float, width: float) -> None:
        """All rows and headings from the top."""
        self.rows, self._heads, y = [], [], 0.0
        for field in configuration.fields():
            first = not self._heads or self._heads[-1].section != field.section
            if first:
                y += _GAP if self._heads else 0.0
                self._heads.append(Heading(field.section, y))
                y = self._heads[-1].first
                self._heads[-1].height = y - self._heads[-1].top
            if field.section == _LISTED:
                continue
            row = Row(Setting(field, self), x, width, y, 0.0, first)
            row.slider = Slider(partial(self._moved, row)) if field.stops else None
            notes = [each.note for each in row.setting.options] or [""]  # the longest finds room
            lines = max(len(row.lines(canvas, note)) for note in notes)
            row.height = 52.0 + 20 * lines + (44 if row.stacked else 0) + row.sample
            self.rows.append(row)
            y += row.height
            self._heads[-1].height += row.height
        self._content = y

    def _draw_list(self, canvas: Canvas) -> None:
        (x, width), colour, view = self._column, canvas.theme.colour, self.scroll.view
        seen = (0.0, view[1], canvas.width, view[3])
        with canvas.clipped(seen):
            for head in self._heads:
                top = self._origin + head.top + _HEAD
                canvas.text((x + INSET, top - 18), configuration.title(head.section), "caps", colour.text3)
                canvas.panel((x, top, width, head.height - _HEAD), colour.panel, radius=12, edge=colour.line)
                if head.section == _TRIED:
                    self._draw_trial(canvas, top)
                if head.section == _LISTED:
                    self._draw_opener(canvas, top)
            for row in self.rows:
                self._draw_row(canvas, row)
            self._draw_foot(canvas)
        self.scroll.draw(canvas)

    def _draw_trial(self, canvas: Canvas, top: float) -> None:
        """The well in which the handling is tried."""
        x, width = self._column
        box = (x + 8, top + 8, width - 16, handling_trial.HEIGHT - 16)
        lit = self.targets.add(_TRY, box, self.try_handling, radius=8, within=self.scroll.view)
        self.trial.draw(canvas, box, lit=lit)

    def _draw_opener(self, canvas: Canvas, top: float) -> None:
        """The row that opens the keys of all commands."""
        x, width = self._column
        colour, wide = canvas.theme.colour, 144.0
        count = len(self.context.keymap.changed)
        text = f"{counted(count, 'key')} changed." if count else "Every command of every scene."
        room = width - 2 * INSET - wide - 16
        canvas.text(
            (x + INSET, top + 28), canvas.fitted("Keys of commands", "body", room), "body", colour.text
        )
        canvas.text((x + INSET, top + 52), canvas.fitted(text, "label", room), "label", colour.text3)
        box = (x + width - INSET - wide, top + 22, wide, 36.0)
        view = self.scroll.view
        button(canvas, self.targets, _KEYS, box, "Change", self.open_keys, key="C", within=view)

    def _draw_row(self, canvas: Canvas, row: Row) -> None:
        """A row that can be clicked on and walked to; what lies outside the view is not drawn."""
        view, box = self.scroll.view, row.box(self._origin)
        lit = self.targets.add(row.name, box, partial(self.press, row), radius=8, within=view)
        reset_lit = False
        if row.setting.value != row.field.default:
            place, name = row.reset_box(self._origin), f"{row.name} default"
            about = Tip(f"Reset to {row.setting.default_words or 'nothing'}", "Delete")
            reset_lit = self.targets.add(name, place, row.setting.reset, radius=6, about=about, within=view)
        if box[1] + box[3] > view[1] and box[1] < view[1] + view[3]:
            self._paint_row(canvas, row, lit, reset_lit)

    def _paint_row(self, canvas: Canvas, row: Row, lit: bool, reset_lit: bool) -> None:
        field, colour = row.field, canvas.theme.colour
        x, y, width, height = row.box(self._origin)
        if lit:
            fill = mix(colour.panel, colour.raised, 0.7)
            canvas.panel((x + 8, y + 4, width - 16, height - 8), fill, radius=8)
        if not row.first:
            canvas.rule((x + INSET, y), (x + width - INSET, y), colour.line)
        canvas.text((x + INSET, y + 26), field.label, "body", colour.text)
        note = row.setting.options[row.setting.chosen].note if row.setting.options else ""
        for number, line in enumerate(row.lines(canvas, note)):
            canvas.text((x + INSET, y + 50 + 20 * number), line, "label", colour.text3)
        if row.sample:
            below = y + height - row.sample - 4 - (44 if row.stacked else 0)
            draw = _draw_pieces if row.name == "display.skin" else _draw_suits
            draw(canvas, (x + INSET, below, min(420.0, width - 2 * INSET), row.sample - 8))
        self._paint_control(canvas, row, lit)
        if row.setting.value != field.default:
            place, ink = row.reset_box(self._origin), colour.text if reset_lit else colour.text3
            icons.back_turn(canvas, (place[0] + place[2] / 2, place[1] + place[3] / 2), ink)

    def _paint_control(self, canvas: Canvas, row: Row, lit: bool) -> None:
        setting, colour, box = row.setting, canvas.theme.colour, row.control_box(self._origin)
        if row.field.kind == "bool":
            check_box(canvas, box, bool(setting.value), lit=lit)
            return
        if setting.options:
            drop_down(canvas, box, setting.options[setting.chosen].label, lit=lit)
            return
        if row.slider is not None:
            value, view = float(setting.value), self.scroll.view
            if not row.slider.held:
                row.stops = tuple(sorted({*row.field.stops, value}))
            last, name = len(row.stops) - 1, f"{row.name} slider"
            at = min(range(last + 1), key=lambda stop: abs(row.stops[stop] - value))
            row.slider.draw(canvas, self.targets, name, box, at, last, row=row.name, within=view)
        figure = row.figure(self._origin)
        if self.entry is not None and self._asked == row.name:
            self.entry.draw(canvas, figure)
            return
        waiting = self.keys_caught.row is row
        shown = "Press a key …" if waiting else canvas.fitted(setting.words, "body", figure[2] - 12)
        ground = colour.raised if lit or waiting else None
        canvas.panel(figure, ground, radius=8, edge=colour.line2, width=1.2)
        middle = (figure[0] + figure[2] / 2, figure[1] + figure[3] / 2)
        canvas.text(middle, shown, "body", colour.text, "middle")

    def _draw_foot(self, canvas: Canvas) -> None:
        """Everything back to its default, and where the settings are saved."""
        x, width = self._column
        y = self._origin + self._content + 24
        text = "Restore my settings" if self._before else "Reset all settings"
        button(
            canvas,
            self.targets,
            "defaults",
            (x, y, 208.0, 36.0),
            text,
            self.reset_all,
            within=self.scroll.view,
        )
        file = canvas.fitted(f"Saved in {places.shown(configuration.user_file())}", "label", width - 232)
        canvas.text((x + width, y + 18), file, "label", canvas.theme.colour.text3, "right")

    def _draw_links(self, canvas: Canvas, frame: Frame) -> None:
        """The sections at the left, where there is room for them."""
        if self._column[0] < frame.margin + _LINKS:
            return
        colour = canvas.theme.colour
        left, here = self._column[0] - _LINKS - 24, self._section()
        step = min(_LINK, (frame.height - BAR - 56) / len(self._heads))
        for number, head in enumerate(self._heads):
            box: Box = (left, BAR + 44 + number * step, _LINKS - 24, step - 4)
            name, show = f"section {head.section}", partial(self._to_section, head)
            lit = self.targets.add(name, box, show, radius=8)
            if lit or head.section == here:
                canvas.panel(box, mix(colour.room, colour.line, 0.7), radius=8)
            ink = colour.text if head.section == here else colour.text2
            canvas.text((box[0] + 16, box[1] + box[3] / 2), configuration.title(head.section), "body", ink)

    def _section(self) -> str:
        """The section of the row in focus while the keyboard walks, else the one at the top of the view."""
        row = self._focused_row()
        if row is not None and (self.targets.ring or self.scroll.most == 0):
            return row.field.section
        reached = [head.section for head in self._heads if head.top <= self.scroll.offset + 60]
        return reached[-1] if reached else ""

    def _to_section(self, head: Heading) -> None:
        """Show a section from its beginning."""
        self.scroll.offset = min(head.top, self.scroll.most)
        self.targets.focus = next((row.name for row in self.rows if row.field.section == head.section), _KEYS)


def _typed(row: Row) -> str:
    """The value as a person types it."""
    return row.setting.words.replace("\u2009", " ")


def _draw_pieces(canvas: Canvas, box: Box) -> None:
    """The seven pieces, garbage and the ghost of a piece as they look in a well now."""
    x, y, width, height = box
    canvas.panel(box, canvas.theme.colour.well, radius=6, edge=canvas.theme.colour.line)
    cell = whole_cell(10.0, canvas.scale)
    step = width / (len(PIECES) + 2)
    middle = y + height / 2
    for number, piece in enumerate(range(len(PIECES))):
        draw_icon(canvas, (x + (number + 0.5) * step, middle), piece, cell)
    draw_icon_in(canvas, (x + (len(PIECES) + 0.5) * step, middle), _SQUARE, "garbage", cell)
    left, top = (on_pixel(at, canvas.scale) for at in (x + width - step / 2 - 1.5 * cell, middle - cell))
    ghost = Well(3, 2, left, top, cell)
    draw_ghost(canvas, ghost, [(0, 1), (1, 1), (2, 1), (1, 0)], "T")


def _draw_suits(canvas: Canvas, box: Box) -> None:
    """The four suits as they look on a card now."""
    x, y, _, height = box
    for suit, ink in enumerate(canvas.theme.card_suits):
        card = (x + suit * 36, y, 28.0, height)
        canvas.panel(card, canvas.theme.colour.card, radius=5, edge=canvas.theme.colour.card_edge)
        canvas.suit((card[0] + 14, y + height / 2), suit, 18.0, ink)
