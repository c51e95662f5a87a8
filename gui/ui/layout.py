"""Places of things: the one frame for every game, in logical units, for every window and UI scale.

+------------------------------------------+----------+
| bar                                      |  corner  |  48
+------------------------------------------+----------+
|                board                     |  panel   |
+------------------------------------------+----------+
|  timeline                                | transport|  96
+------------------------------------------+----------+
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil
from typing import Self

from gui.ui.canvas import Box, Canvas
from gui.ui.commands import Command, Tip
from gui.ui.controls import PILL, button, draw_choices, heading
from gui.ui.scroll import Scroll
from gui.ui.targets import Targets
from gui.ui.theme import Rgb

REFERENCE = (1280, 720)
SMALLEST_WINDOW = (640, 480)
_SMALLEST_ROOM = (480.0, 360.0)  # logical units that always fit, whatever scale the user asks for
_LEAST_FIT = 0.8  # below this share of the reference, the frame gets tighter instead of the text smaller
BAR, TIMELINE, LOW_TIMELINE = 48.0, 96.0, 72.0
PANEL, NARROW_PANEL = 352.0, 272.0
_LEAST_BOARD = 320.0
MARGIN, NARROW_MARGIN = 24.0, 16.0


def fitting_scale(size: tuple[int, int], user_scale: float) -> float:
    """Pixels per logical unit for a window of `size` pixels and the user's scale (0.75 to 3)."""
    fit = max(_LEAST_FIT, min(size[0] / REFERENCE[0], size[1] / REFERENCE[1]))
    most = min(size[0] / _SMALLEST_ROOM[0], size[1] / _SMALLEST_ROOM[1])
    return max(0.25, min(fit * user_scale, most))


@dataclass(frozen=True)
class Frame:
    """The boxes of the frame for a window of `width` x `height` logical units.

    Where the window is narrow the panel is a drawer over the board: `drawer` is true, and `panel` is
    where it would open.
    """

    width: float
    height: float
    drawer: bool
    panel_width: float

    @classmethod
    def of(cls, width: float, height: float) -> Frame:
        """The frame for a window of this many logical units."""
        if width >= 1100:
            return cls(width, height, False, PANEL)
        if width >= 700:
            return cls(width, height, False, NARROW_PANEL)
        return cls(width, height, True, min(NARROW_PANEL, width - 48))

    @property
    def margin(self) -> float:
        """The distance of text from the edges of its column."""
        return MARGIN if self.width >= 1100 else NARROW_MARGIN

    @property
    def timeline_height(self) -> float:
        return TIMELINE if self.height >= 480 else LOW_TIMELINE

    @property
    def column(self) -> float:
        """The x at which the panel begins, and with it the transport."""
        return self.width - self.panel_width

    @property
    def foot(self) -> float:
        """The y at which the timeline begins."""
        return self.height - self.timeline_height

    @property
    def bar(self) -> Box:
        return (0.0, 0.0, self.width if self.drawer else self.column, BAR)

    @property
    def corner(self) -> Box:
        return (self.column, 0.0, self.panel_width, BAR)

    @property
    def board(self) -> Box:
        return (0.0, BAR, self.width if self.drawer else self.column, self.foot - BAR)

    def uncovered(self, box: Box, *, panel_open: bool) -> Box:
        """The part of a box that an open drawer leaves, if that is enough for a board; else the box."""
        x, y, width, height = box
        enough = self.column - x >= _LEAST_BOARD
        return (x, y, min(width, self.column - x), height) if self.drawer and panel_open and enough else box

    @property
    def panel(self) -> Box:
        return (self.column, BAR, self.panel_width, self.foot - BAR)

    @property
    def timeline(self) -> Box:
        return (0.0, self.foot, self.width - self.transport[2], self.timeline_height)

    @property
    def transport(self) -> Box:
        width = self.panel_width if not self.drawer else 224.0
        return (self.width - width, self.foot, width, self.timeline_height)


# The panel where the window is narrow: a drawer over the board, with a sign in the bar that opens it.


def draw_drawer(
    canvas: Canvas, frame: Frame, targets: Targets, toggle: Callable[[], object], *, is_open: bool
) -> bool:
    """Draw the drawer's sign and, where it is open, its ground; returns whether the panel can be seen.

    Where the window is wide enough for the panel, there is nothing to draw.
    """
    if not frame.drawer:
        return True
    _draw_sign(canvas, frame, targets, toggle, lit=is_open)
    if is_open:
        colour = canvas.theme.colour
        canvas.fill(frame.panel, colour.panel)
        canvas.rule((frame.column, BAR), (frame.column, frame.foot), colour.line)
        targets.add("panel", frame.panel, lambda: None)
    return is_open


def _draw_sign(
    canvas: Canvas, frame: Frame, targets: Targets, toggle: Callable[[], object], *, lit: bool
) -> None:
    colour = canvas.theme.colour
    x = frame.width - frame.margin - 88
    hovered = targets.add("drawer", (x - 16, 8, 32, 32), toggle, about=Tip("The kibitzer’s column", "K"))
    ink = colour.text if hovered or lit else colour.text2
    for i in range(3):
        canvas.panel((x - 9, BAR / 2 - 7 + 6 * i, 18, 2), ink, radius=1)


# A column that is filled from the top: scenes say what stands in it, not where.

LINE = 28.0  # units from one line of text to the next
TABLE_HEAD = 26.0  # the names over the values of a table
BUTTON_STEP = 44.0  # from one button to the next
_FIRST_ROW = 52.0  # of the buttons at a foot, with the gap above it
_BUTTON = 42.0  # units that a button needs
_TEXT_LINE = 24.0  # from line to line of a paragraph
_BESIDE = 24.0  # between two things that stand beside each other
_GAP = 8.0
_STEP = 36.0  # the width of a stepper's signs
_VALUE = 72.0  # the width of a table's value, and least of a label beside a single one


@dataclass
class Flow:
    """A column of `width` units from `left` on, filled from top to bottom.

    `y` is the middle of the next line of text, or the top of the next row of controls; `bottom` is where the column
    ends. `view` is the part of a scrolling list that can be seen. `tight`: there is little height, so that
    headings and gaps are left out.
    """

    canvas: Canvas
    targets: Targets
    left: float
    y: float
    width: float
    bottom: float = float("inf")
    view: Box | None = None
    tight: bool = False

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def room(self) -> float:
        """The units that are left down to the bottom."""
        return self.bottom - self.y

    def sees(self, box: Box) -> bool:
        """Return True if any of a box is in the part of the list that can be seen."""
        return self.view is None or (
            box[1] + box[3] >= self.view[1] and box[1] <= self.view[1] + self.view[3]
        )

    @contextmanager
    def keeping(self, units: float) -> Iterator[None]:
        """Leave so much room free at the foot meanwhile, for what comes after."""
        self.bottom -= units
        yield
        self.bottom += units

    @classmethod
    @contextmanager
    def scrolling(
        cls,
        canvas: Canvas,
        targets: Targets,
        scroll: Scroll,
        view: Box,
        *,
        inset: float = 8.0,
        above: float = 24.0,
        below: float = 16.0,
        down: float = 0.0,
    ) -> Iterator[Self]:
        """A column that scrolls in `view`, `inset` units from its sides, with some room above and below it.

        `down` moves a column that is short enough not to scroll.
        """
        top = scroll.fit(view, scroll.content) + down
        flow = cls(canvas, targets, view[0] + inset, top + above, view[2] - 2 * inset, view=view)
        with canvas.clipped(view):
            yield flow
        scroll.content = flow.y + below - top
        scroll.draw(canvas)

    # -- words --

    def heading(self, words: str, note: str = "", *, brief: str = "", step: float = LINE) -> None:
        """The name of a section in spaced capitals, with a note at its right where there is room.

        A `brief` name takes its place where that makes room for the note.
        """
        room = self.width - self.canvas.text_width(note, "label") - 16
        if note and brief and self.canvas.text_width(words, "caps") >= room:
            words = brief
        heading(self.canvas, (self.left, self.y), words)
        if self.canvas.text_width(words, "caps") < room:
            self.canvas.text((self.right, self.y), note, "label", self.canvas.theme.colour.text3, "right")
        self.y += step

    def line(
        self, label: str, value: str, *, ink: Rgb | None = None, style: str = "body", step: float = LINE
    ) -> bool:
        """A label with its value at the right; False, with nothing drawn, where there is no room."""
        if self.room < 12:
            return False
        colour = self.canvas.theme.colour
        used = self.canvas.text((self.right, self.y), value, style, ink or colour.text, "right")
        label = self.canvas.fitted(label, "label", self.width - used - 8)
        self.canvas.text((self.left, self.y), label, "label", colour.text3)
        self.y += step
        return True

    def paragraph(
        self, words: str, style: str = "body", ink: Rgb | None = None, *, lines: int = 99, after: float = _GAP
    ) -> None:
        """Wrapped words, their top at `y`: as many sentences as so many lines hold, and as there is room for."""
        if self.bottom != float("inf"):
            lines = min(lines, int(self.room / _TEXT_LINE))
        if words and lines > 0:
            ink = ink or self.canvas.theme.colour.text2
            place = (self.left, self.y, self.width, 0.0)
            self.y += self.canvas.sentences(place, words, style, ink, lines) + after

    def note(self, words: str, others: Sequence[str] = ()) -> None:
        """A few words on what was chosen, with as much room as `others` need that may stand in their place."""
        canvas, kind = self.canvas, self.canvas.theme.type["label"]
        canvas.paragraph((self.left, self.y, self.width, 0), words, "label", canvas.theme.colour.text3)
        lines = (len(canvas.renderer.wrap(each, kind, self.width, canvas.scale)) for each in (words, *others))
        self.y += max(lines) * kind.line + _GAP

    def facts(self, pairs: Sequence[tuple[str, str]]) -> None:
        """Labels with their values, two beside each other where they fit."""
        canvas, colour = self.canvas, self.canvas.theme.colour
        half = (self.width - _BESIDE) / 2
        widest = max(canvas.text_width(a, "label") + canvas.text_width(b, "body") for a, b in pairs)
        columns = 2 if widest + 12 <= half else 1
        wide = half if columns == 2 else self.width
        for i, (label, value) in enumerate(pairs):
            if self.room < 20:
                return
            x = self.left + (half + _BESIDE) * (i % columns)
            canvas.text((x, self.y), label, "label", colour.text3)
            canvas.text((x + wide, self.y), value, "body", colour.text, "right")
            if i % columns == columns - 1 or i == len(pairs) - 1:
                self.y += LINE

    def table(self, rows: Sequence[tuple[str, Sequence[str]]], names: Sequence[str] = ()) -> None:
        """Rows of a label and a value for each of the `names` over them, as many as there is room for."""
        canvas, colour = self.canvas, self.canvas.theme.colour
        columns = len(rows[0][1]) if rows else len(names)
        most = _VALUE if columns > 1 else 2 * _VALUE
        widths = [canvas.text_width(value, "body") for _, row in rows for value in row]
        needed = max([*widths, *(canvas.text_width(name, "label") + 8 for name in names)], default=most)
        labels = max((canvas.text_width(label, "label") for label, _ in rows), default=0.0) + 12
        # as wide as ever, where the labels leave so much; the values need no more than `needed`
        wide = min(most, self.width / (columns + 1), max(needed, (self.width - labels) / max(1, columns)))
        ends = [self.right - wide * (columns - 1 - number) for number in range(columns)]
        if names and self.room >= TABLE_HEAD:
            for end, name in zip(ends, names, strict=True):
                canvas.text(
                    (end, self.y), canvas.fitted(name, "label", wide - 8), "label", colour.text2, "right"
                )
            self.y += TABLE_HEAD
        for label, values in rows:
            if self.room < 12:
                break
            room = self.width - (wide * columns + 12 if columns > 1 else _VALUE)
            canvas.text((self.left, self.y), canvas.fitted(label, "label", room), "label", colour.text3)
            for end, value in zip(ends, values, strict=True):
                canvas.text((end, self.y), canvas.fitted(value, "body", wide), "body", colour.text, "right")
            self.y += LINE

    # -- what can be pressed --

    def row(
        self,
        name: str,
        height: float,
        press: Callable[[], object],
        *,
        chosen: bool = False,
        inset: float = 12.0,
        radius: float = 8.0,
        about: str | Tip = "",
        move: str | None = None,
    ) -> tuple[Box, bool]:
        """A row of a list around the line at `y`, lit where it is chosen or pointed at; its box, and whether it is lit.

        `y` stays: what is in the row is drawn by the caller, who then goes on by `height` or more.
        """
        box = (self.left - inset, self.y - height / 2, self.width + 2 * inset, height)
        lit = self.targets.add(name, box, press, radius=radius, about=about, within=self.view, move=move)
        if chosen or lit:
            self.canvas.panel(box, self.canvas.theme.colour.raised, radius=radius)
        return box, lit

    def split(self, count: int, height: float, gap: float = _GAP) -> list[Box]:
        """As many boxes of the same width beside each other, their top at `y`; `y` goes below them and the gap."""
        each = (self.width - (count - 1) * gap) / count
        boxes = [(self.left + number * (each + gap), self.y, each, height) for number in range(count)]
        self.y += height + gap
        return boxes

    def pills(
        self,
        name: str,
        words: Sequence[str],
        chosen: int | Collection[int] | None,
        choose: Callable[[int], object],
        about: Sequence[str | Tip] = (),
    ) -> int | None:
        """One of several, or some of them. Returns the number of the one under the pointer."""
        self.y += draw_choices(
            self.canvas, self.targets, name, (self.left, self.y), self.width, words, chosen, choose,
            about=about, within=self.view,
        )  # fmt: skip
        self.y += _GAP
        added = self.targets.all()[-len(words) :] if words else ()
        return next((at for at, each in enumerate(added) if each.holds(self.targets.pointer)), None)

    def stepper(self, name: str, words: str, step: Callable[[int], object], wide: float = 64.0) -> None:
        """A number with a sign for less at its left and one for more at its right."""
        middle = self.left + _STEP + _GAP + wide / 2
        self._sign(f"{name} less", self.left, "–", lambda: step(-1))
        self.canvas.text((middle, self.y + PILL / 2), words, "body", self.canvas.theme.colour.text, "middle")
        self._sign(f"{name} more", self.left + _STEP + 2 * _GAP + wide, "+", lambda: step(1))
        self.y += PILL + _GAP

    def _sign(self, name: str, x: float, sign: str, press: Callable[[], object]) -> None:
        canvas, colour = self.canvas, self.canvas.theme.colour
        box = (x, self.y, _STEP, PILL)
        lit = self.targets.add(name, box, press, radius=8, within=self.view)
        canvas.panel(box, colour.raised if lit else None, radius=8, edge=colour.line2, width=1.2)
        canvas.text((x + _STEP / 2, self.y + PILL / 2), sign, "body", colour.text, "middle")

    def button(
        self, name: str, words: str, key: str, press: Callable[[], object], *, primary: bool = False
    ) -> None:
        """A button as wide as the column, where there is still room for it."""
        if self.room < _BUTTON:
            return
        box = (self.left, self.y - 2, self.width, 36.0)
        button(self.canvas, self.targets, name, box, words, press, key=key, primary=primary, within=self.view)
        self.y += BUTTON_STEP

    def buttons(self, commands: Sequence[Command]) -> None:
        """Buttons below each other; in a low window two beside each other where their words fit."""
        half, rest = (self.width - _GAP) / 2, list(commands)
        while rest:
            pair = [(each, self._words(each, half - 12)) for each in rest[:2]]
            if not self.tight or len(pair) < 2 or not all(words for _, words in pair):
                command = rest.pop(0)
                self.button(command.name, command.label, command.keys, command.press)
                continue
            del rest[:2]
            if self.room < _BUTTON:
                return
            for (each, words), x in zip(pair, (self.left, self.left + half + _GAP), strict=True):
                box = (x, self.y - 2, half, 36.0)
                button(self.canvas, self.targets, each.name, box, words, each.press, about=each.tip)
            self.y += BUTTON_STEP

    def at_foot(self, commands: Sequence[Command]) -> None:
        """Buttons beside each other at the foot of the column, whose bottom rises; in rows where one is too narrow."""
        rows = self._rows_at_foot(commands)
        for row in reversed(rows):
            each = (self.width - _GAP * (len(row) - 1)) / len(row)
            for number, command in enumerate(row):
                box = (self.left + (each + _GAP) * number, self.bottom - 44, each, 36.0)
                words = self._words(command, each - 12) or command.short or command.label
                button(self.canvas, self.targets, command.name, box, words, command.press, about=command.tip)
            self.bottom -= _FIRST_ROW if row is rows[0] else BUTTON_STEP

    def height_at_foot(self, commands: Sequence[Command]) -> float:
        """By how much `at_foot` raises the bottom."""
        return _FIRST_ROW + BUTTON_STEP * (len(self._rows_at_foot(commands)) - 1) if commands else 0.0

    def _rows_at_foot(self, commands: Sequence[Command]) -> list[Sequence[Command]]:
        for size in range(len(commands), 0, -1):
            wide = (self.width - _GAP * (size - 1)) / size
            if size == 1 or all(self._words(each, wide - 12) for each in commands):
                break
        size = ceil(len(commands) / ceil(len(commands) / size))  # rows of about the same number
        return [commands[begin : begin + size] for begin in range(0, len(commands), size)]

    def buttons_at_foot(self, commands: Sequence[Command]) -> None:
        """Buttons below each other at the foot of the column, whose bottom rises."""
        begin, self.y = self.y, self.bottom - BUTTON_STEP * len(commands)
        for each in commands:
            self.button(each.name, each.label, each.keys, each.press)
        self.y, self.bottom = begin, self.bottom - BUTTON_STEP * len(commands)

    def _words(self, command: Command, width: float) -> str:
        """The words on a button of this width, where they fit; empty where even the short ones do not."""
        texts = (command.label, command.short)
        return next((words for words in texts if self.canvas.text_width(words, "body") <= width), "")

    def foot(self, commands: Sequence[Command]) -> float:
        """The room that is kept for buttons: for all of them, in a low window for the first row."""
        return BUTTON_STEP * (min(1, len(commands)) if self.tight else len(commands))
