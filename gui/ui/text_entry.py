"""A line of text to write in: `EditedText` is the text with cursor, selection and undo, `TextEntry` shows it.

The text is drawn from left to right. Letters of scripts that go the other way are moved over in the order in which
they are written.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate

import pygame

from gui.ui import clipboard, input_method
from gui.ui.canvas import Box, Canvas
from gui.ui.input import MODIFIERS
from gui.ui.targets import ENTER, inside
from gui.ui.theme import mix

LONGEST, LONGEST_PASTED = 400, 20_000  # letters: of what a person writes, and of games and deals as text
_STEPS = 200  # that can be undone
_JOINERS = "\u200d\ufe0e\ufe0f"  # they belong to the sign before them


@dataclass(frozen=True)
class _Moment:
    """A text with its cursor; what lies between that and the anchor is selected."""

    text: str = ""
    cursor: int = 0
    anchor: int = 0


class EditedText:
    """A text that is being written, of `longest` letters at most. Places are numbers of letters from its start."""

    def __init__(self, longest: int = LONGEST) -> None:
        self._longest = longest
        self._now = _Moment()
        self._past: list[_Moment] = []
        self._future: list[_Moment] = []
        self._typing = False  # whether the next letter belongs to the same step of undo

    @property
    def text(self) -> str:
        """All of it."""
        return self._now.text

    @property
    def cursor(self) -> int:
        """The place of the cursor."""
        return self._now.cursor

    @property
    def selection(self) -> tuple[int, int]:
        """The first place of what is selected, and that behind it."""
        return min(self._now.cursor, self._now.anchor), max(self._now.cursor, self._now.anchor)

    @property
    def selected(self) -> str:
        """The letters that are selected."""
        first, last = self.selection
        return self.text[first:last]

    def put(self, text: str) -> None:
        """Have another text, all of it selected."""
        self._now = _Moment(text, len(text), 0)
        self._past, self._future, self._typing = [], [], False

    def insert(self, text: str, *, typed: bool = False) -> None:
        """Put letters in place of what is selected. Those `typed` in a row are undone a word at a time."""
        first, last = self.selection
        text = text[: max(0, self._longest - len(self.text) + last - first)]
        if text or first < last:
            same_step = typed and self._typing and not text.isspace()
            self._change(self.text[:first] + text + self.text[last:], first + len(text), same_step)
            self._typing = typed

    def erase(self, to: int) -> None:
        """Take away what is selected, or, where nothing is, the letters between the cursor and `to`."""
        first, last = self.selection
        if first == last:
            first, last = min(self.cursor, to), max(self.cursor, to)
        if first < last:
            self._change(self.text[:first] + self.text[last:], first)

    def move(self, to: int, *, select: bool = False) -> None:
        """Move the cursor; with `select` what it moves over is selected."""
        self._now = _Moment(self.text, to, self._now.anchor if select else to)
        self._typing = False

    def select(self, first: int, last: int) -> None:
        """Select from one place to another."""
        self.move(first)
        self.move(last, select=True)

    def undo(self) -> None:
        """Take the last change back."""
        self._travel(self._past, self._future)

    def redo(self) -> None:
        """Make the change again that was taken back."""
        self._travel(self._future, self._past)

    def _change(self, text: str, cursor: int, same_step: bool = False) -> None:
        if not same_step:
            self._past = [*self._past[1 - _STEPS :], self._now]
        self._future, self._typing = [], False
        self._now = _Moment(text, cursor, cursor)

    def _travel(self, back: list[_Moment], forth: list[_Moment]) -> None:
        if back:
            forth.append(self._now)
            self._now, self._typing = back.pop(), False

    # -- places --

    def before(self, at: int) -> int:
        """The place one letter before `at`; accents belong to their letter."""
        at = max(0, at - 1)
        while at and _belongs(self.text, at):
            at -= 1
        return at

    def after(self, at: int) -> int:
        """The place one letter behind `at`."""
        at = min(len(self.text), at + 1)
        while at < len(self.text) and _belongs(self.text, at):
            at += 1
        return at

    def word_before(self, at: int) -> int:
        """The start of the word before `at`."""
        while at and not _in_word(self.text[at - 1]):
            at -= 1
        while at and _in_word(self.text[at - 1]):
            at -= 1
        return at

    def word_after(self, at: int) -> int:
        """The end of the word behind `at`."""
        while at < len(self.text) and not _in_word(self.text[at]):
            at += 1
        while at < len(self.text) and _in_word(self.text[at]):
            at += 1
        return at

    def word_at(self, at: int) -> tuple[int, int]:
        """The ends of the word that a place lies in, or of the signs between two words."""
        at = min(at, len(self.text) - 1)
        if at < 0:
            return 0, 0
        first, last, kind = at, at + 1, _in_word(self.text[at])
        while first and _in_word(self.text[first - 1]) == kind:
            first -= 1
        while last < len(self.text) and _in_word(self.text[last]) == kind:
            last += 1
        return first, last


def _belongs(text: str, at: int) -> bool:
    """Return True if the sign at a place is one with that before it, as an accent is."""
    sign = text[at]
    return bool(unicodedata.combining(sign)) or sign in _JOINERS or text[at - 1] == _JOINERS[0]


def _in_word(sign: str) -> bool:
    return sign.isalnum() or sign == "_" or bool(unicodedata.combining(sign))


_INSET = 12.0
_PIECE = 32  # letters that are drawn and measured together
_TALL = 20.0  # of the cursor
_TWICE, _NEAR = 400, 4  # milliseconds and pixels between two presses that belong together
_MORE = 24.0  # units that are seen beyond the cursor where the text goes on


class _Line:
    """A line of text in pieces, so that a long one is neither measured nor drawn as a whole."""

    def __init__(self, canvas: Canvas, text: str) -> None:
        self.text = "".join(sign if sign.isprintable() else " " for sign in text)
        self._canvas = canvas
        self._pieces = [self.text[at : at + _PIECE] for at in range(0, len(text), _PIECE)]
        self._starts = [0.0, *accumulate(self._width(piece) for piece in self._pieces)]

    def _width(self, text: str) -> float:
        return self._canvas.text_width(text, "body")

    @property
    def width(self) -> float:
        """The width of all of it, in units."""
        return self._starts[-1]

    def x(self, place: int) -> float:
        """The distance of a place from the start, in units."""
        piece, rest = divmod(place, _PIECE)
        return self._starts[piece] + (self._width(self._pieces[piece][:rest]) if rest else 0.0)

    def place(self, x: float) -> int:
        """The place that lies nearest to a distance from the start."""
        after = bisect_right(range(len(self.text)), x, key=lambda place: self.x(place + 1))
        if after >= len(self.text):
            return len(self.text)
        return after + (x > (self.x(after) + self.x(after + 1)) / 2)

    def draw(self, x: float, y: float, first: float, last: float) -> None:
        """Draw from `x` on what lies between two distances from the start."""
        for piece, start, end in zip(self._pieces, self._starts, self._starts[1:], strict=False):
            if end > first and start < last:
                self._canvas.text((x + start, y), piece, "body", self._canvas.theme.colour.text)


class TextEntry:
    """A line to write in. Enter calls `done` with the text; Esc, Tab and a press elsewhere leave the line.

    While it is `writing` all keys are its own. `hint` is shown as long as it is empty. Line breaks are kept where it
    takes several `lines`, and shown as spaces.
    """

    def __init__(
        self, hint: str, done: Callable[[str], object], *, longest: int = LONGEST, lines: bool = False
    ) -> None:
        self.hint = hint
        self.writing = False
        self.edited = EditedText(longest)
        self.composed = ""  # what an input method has not finished yet
        self._composed_cursor = 0
        self._late = ""  # a composition that is in the text and that the input method may still send
        self._opening = False  # whether the letter of the key that opened the line may still come
        self._done = done
        self._lines = lines
        self._canvas: Canvas | None = None
        self._box: Box = (0.0, 0.0, 0.0, 0.0)
        self._shift = 0.0  # units of the text that have moved out at the left
        self._held = False  # whether the pointer selects
        self._presses = 0  # at the same place, one after the other
        self._pressed: tuple[int, tuple[int, int]] = (-_TWICE, (0, 0))  # when and where

    @property
    def text(self) -> str:
        """Text of the line."""
        return self.edited.text

    # -- the keyboard comes and goes --

    def write(self, text: str | None = None) -> None:
        """Take the keyboard, with all selected; with `text` in the line, where it is given."""
        self.edited.put(self.text if text is None else text)
        self._opening = not self.writing
        self._take_keyboard()

    def correct(self) -> None:
        """Keep the keyboard, behind a text that was refused."""
        self.edited.move(len(self.text))
        self._take_keyboard()

    def clear(self) -> None:
        """Empty the line and give the keyboard back."""
        self.leave()
        self.edited.put("")

    def leave(self) -> None:
        """Give the keyboard back."""
        self._accept()
        self._held = self._opening = False
        if self.writing:
            self.writing = False
            input_method.rest()

    def _take_keyboard(self) -> None:
        if not self.writing:
            self.writing = True
            input_method.begin()

    def _accept(self) -> None:
        """Take what was composed into the text; the input method sends it once more behind the key that ended it."""
        if self.composed:
            self._late, self.composed = self.composed, ""
            self.edited.insert(self._late)

    # -- events --

    def handle(self, event: pygame.event.Event) -> bool:
        """React to an event; True where it was the line's own."""
        if event.type in (pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT, pygame.TEXTEDITING):
            return self.writing and self._write(event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._press(event.pos)
        if event.type == pygame.MOUSEMOTION and self._held:
            self._held = bool(event.buttons[0])
            if self._held and self._presses == 1:
                self.edited.move(self._place(event.pos), select=True)
        elif event.type == pygame.MOUSEBUTTONUP:
            self._held = False
        return False

    def _write(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.TEXTEDITING:
            self.composed, self._composed_cursor = event.text, event.start + event.length
        elif event.type == pygame.TEXTINPUT:
            self.composed = ""
            if event.text == self._late:
                self._late = ""
            elif not self._opening:
                self.edited.insert(event.text, typed=True)
        elif event.type == pygame.KEYDOWN and event.key not in MODIFIERS:
            if self.composed and not input_method.LETS_KEYS_THROUGH:
                return True
            self._late = ""
            self._accept()
            return self._key(event)
        return True

    def _key(self, event: pygame.event.Event) -> bool:
        key, shift = event.key, bool(event.mod & pygame.KMOD_SHIFT)
        if key in (pygame.K_ESCAPE, pygame.K_TAB):
            self.leave()
            return bool(key == pygame.K_ESCAPE)
        to = self._destination(event)
        if key in ENTER:
            self.leave()
            self._done(self.text)
        elif key in (pygame.K_BACKSPACE, pygame.K_DELETE) and to is not None:
            if shift and key == pygame.K_DELETE:
                self._cut()
            else:
                self.edited.erase(to)
        elif to is not None:
            self.edited.move(to, select=shift)
        elif key == pygame.K_INSERT and shift:
            self._paste()
        elif event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META) and not event.mod & pygame.KMOD_ALT:
            self._control(key, shift=shift)
        return True

    def _destination(self, event: pygame.event.Event) -> int | None:
        """The place that a key goes to, or erases to."""
        edited, key = self.edited, event.key
        first, last = edited.selection
        word, line = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT), event.mod & pygame.KMOD_META
        if key in (pygame.K_HOME, pygame.K_UP):
            return 0
        if key in (pygame.K_END, pygame.K_DOWN):
            return len(edited.text)
        leaves = first < last and not word and not event.mod & pygame.KMOD_SHIFT  # a selection, at its end
        if key in (pygame.K_LEFT, pygame.K_BACKSPACE):
            back = edited.word_before if word else edited.before
            return 0 if line else first if leaves else back(edited.cursor)
        if key in (pygame.K_RIGHT, pygame.K_DELETE):
            on = edited.word_after if word else edited.after
            return len(edited.text) if line else last if leaves else on(edited.cursor)
        return None

    def _control(self, key: int, *, shift: bool) -> None:
        if key == pygame.K_a:
            self.edited.select(0, len(self.text))
        elif key in (pygame.K_c, pygame.K_INSERT):
            self._copy()
        elif key == pygame.K_x:
            self._cut()
        elif key == pygame.K_v:
            self._paste()
        elif key == pygame.K_y or (key == pygame.K_z and shift):
            self.edited.redo()
        elif key == pygame.K_z:
            self.edited.undo()

    def _copy(self) -> bool:
        return bool(self.edited.selected) and clipboard.put(self.edited.selected)

    def _cut(self) -> None:
        if self._copy():
            self.edited.erase(self.edited.cursor)

    def _paste(self) -> None:
        lines = clipboard.get().strip("\r\n").splitlines()
        self.edited.insert(("\n" if self._lines else " ").join(lines))

    def _press(self, at: tuple[int, int]) -> bool:
        """Take the keyboard and put the cursor there; a second press selects the word, a third one everything."""
        if self._canvas is None or not inside(self._units(at), self._box):
            if self.writing:
                self.leave()
            return False
        self._accept()
        place, now = self._place(at), pygame.time.get_ticks()
        when, where = self._pressed
        near = max(abs(at[0] - where[0]), abs(at[1] - where[1])) <= _NEAR
        self._presses = self._presses % 3 + 1 if near and now - when < _TWICE else 1
        self._pressed, self._held = (now, at), True
        if self._presses == 1:
            self.edited.move(place, select=self.writing and bool(pygame.key.get_mods() & pygame.KMOD_SHIFT))
        elif self._presses == 2:
            self.edited.select(*self.edited.word_at(place))
        else:
            self.edited.select(0, len(self.text))
        self._take_keyboard()
        return True

    def _units(self, at: tuple[int, int]) -> tuple[float, float]:
        scale = self._canvas.scale if self._canvas is not None else 1.0
        return at[0] / scale, at[1] / scale

    def _place(self, at: tuple[int, int]) -> int:
        """The place in the text that is nearest to a pixel."""
        if self._canvas is None:
            return 0
        return _Line(self._canvas, self.text).place(self._units(at)[0] - self._box[0] - _INSET + self._shift)

    # -- the picture --

    def draw(self, canvas: Canvas, box: Box) -> None:
        """Draw the line in its box."""
        self._canvas, self._box, self._opening = canvas, box, False
        colour, (x, y, width, height) = canvas.theme.colour, box
        edge = colour.focus if self.writing else colour.line2
        canvas.panel(box, colour.well, radius=8, edge=edge, width=1.2)
        middle, room = y + height / 2, width - 2 * _INSET
        at = self.edited.cursor if not self.composed else self.edited.selection[0]
        behind = self.edited.cursor if not self.composed else self.edited.selection[1]
        line = _Line(canvas, self.text[:at] + self.composed + self.text[behind:])
        cursor = line.x(at + min(self._composed_cursor, len(self.composed)) if self.composed else at)
        self._follow(cursor, line.width, room)
        left = x + _INSET - self._shift
        with canvas.clipped((x + _INSET - 4, y + 2, room + 8, height - 4)):
            if not line.text:
                hint = canvas.fitted(self.hint, "body", room)
                canvas.text((x + _INSET, middle), hint, "body", colour.text3)
            if self.writing and self.edited.selected and not self.composed:
                first, last = (line.x(place) for place in self.edited.selection)
                ground = mix(colour.well, colour.focus, 0.35)
                canvas.fill((left + first, middle - _TALL / 2, last - first, _TALL), ground)
            line.draw(left, middle, self._shift, self._shift + room)
            if self.composed:
                below = middle + _TALL / 2 - 1
                end = line.x(at + len(self.composed))
                canvas.rule((left + line.x(at), below), (left + end, below), colour.text)
            if self.writing:
                canvas.fill((left + cursor - 0.5, middle - _TALL / 2, 1.5, _TALL), colour.text)
                input_method.stand_at(canvas.rect((left + cursor, middle - _TALL / 2, 1.5, _TALL)))

    def _follow(self, cursor: float, width: float, room: float) -> None:
        """Bring the cursor into sight; a line in which no one writes shows its start."""
        if not self.writing:
            self._shift = 0.0
            return
        most = max(0.0, width - room)
        self._shift = min(self._shift, max(0.0, cursor - _MORE), most)
        self._shift = max(self._shift, min(most, cursor + _MORE - room))
