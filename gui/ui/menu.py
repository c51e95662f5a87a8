"""A list that opens over a scene: one of its options is chosen, or Esc closes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from gui.ui.canvas import Box, Canvas
from gui.ui.scroll import Scroll
from gui.ui.targets import ENTER, Targets, inside
from gui.ui.theme import mix

_ROW, _EDGE, _INSET, _TICK = 32.0, 4.0, 8.0, 32.0
_PAGE = 8  # options that Page up and Page down go over
_PAUSE = 1000  # milliseconds after which a letter begins another word
_INPUT = (
    pygame.KEYDOWN, pygame.TEXTINPUT, pygame.TEXTEDITING, pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL,
)  # fmt: skip


class Menu:
    """The list of `options` while it `is_open`. Its targets are called `pick 0` and so on.

    The keyboard walks through it by arrows, pages, Home and End and by the first letters of an option. Then the focus
    goes back to where it was.
    """

    row, edge = _ROW, _EDGE

    def __init__(self, targets: Targets) -> None:
        self.is_open = False
        self.options: Sequence[str] = ()
        self.chosen: int | None = None
        self.scroll = Scroll()
        self._targets = targets
        self._choose: Callable[[int], object] = lambda _: None
        self._box: Box = (0.0, 0.0, 0.0, 0.0)
        self._from = ""  # what had the focus
        self._begun, self._begun_at = "", 0  # the letters of an option, and when the last one came

    def open(self, options: Sequence[str], chosen: int | None, choose: Callable[[int], object]) -> None:
        """Open with these options; `choose` is called with the number of the one that is taken."""
        if not self.is_open:
            self._from = self._targets.focus
        self.is_open, self.options, self.chosen, self._choose = True, tuple(options), chosen, choose
        self.scroll, self._begun = Scroll(), ""
        self._targets.focus = self._name(chosen or 0)

    def close(self) -> None:
        """Choose nothing."""
        if self.is_open:
            self.is_open = False
            self._targets.focus = self._from

    def pick(self, number: int) -> None:
        """Take an option."""
        self.close()
        self._choose(number)

    @staticmethod
    def _name(number: int) -> str:
        return f"pick {number}"

    @property
    def at(self) -> int | None:
        """The number of the option that has the focus."""
        names = [self._name(number) for number in range(len(self.options))]
        return names.index(self._targets.focus) if self._targets.focus in names else None

    @property
    def first(self) -> str:
        """The target that has the focus as the list opens."""
        return self._name(self.at if self.at is not None else self.chosen or 0)

    # -- events --

    def handle(self, event: pygame.event.Event, scale: float) -> bool:
        """React to an event; True where it was the list's own, as all keys and presses are while it is open."""
        if not self.is_open or event.type not in _INPUT:
            return False
        outside = (
            event.type == pygame.MOUSEBUTTONDOWN
            and event.button <= pygame.BUTTON_RIGHT  # the wheel is a button, too
            and not inside((event.pos[0] / scale, event.pos[1] / scale), self._box)
        )  # fmt: skip
        if outside or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE):
            self.close()
        elif event.type == pygame.KEYDOWN and self._key(event):
            self._targets.ring = True
        elif not self.scroll.handle(event, scale):
            self._targets.handle(event, scale)
        return True

    def _key(self, event: pygame.event.Event) -> bool:
        """Walk through the options, or take one; whether a key did."""
        last, at = len(self.options) - 1, self.at
        steps = {pygame.K_UP: -1, pygame.K_DOWN: 1, pygame.K_PAGEUP: -_PAGE, pygame.K_PAGEDOWN: _PAGE}
        ends = {pygame.K_HOME: 0, pygame.K_END: last}
        if at is not None and event.key in (pygame.K_SPACE, *ENTER):
            self.pick(at)
        elif event.key in ends:
            self._go(ends[event.key])
        elif at is not None and event.key in steps and 0 <= at + steps[event.key] <= last:
            self._go(at + steps[event.key])
        elif at is not None and event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self._go(0 if event.key == pygame.K_PAGEUP else last)
        elif event.unicode.isprintable() and event.unicode.strip() and not event.mod & pygame.KMOD_CTRL:
            self._search(event.unicode.casefold())
        else:
            return False
        return True

    def _go(self, number: int) -> None:
        self._targets.focus = self._name(number)

    def _search(self, letter: str) -> None:
        """Go to the next option that begins with the letters of the last moment; one letter again goes on."""
        now = pygame.time.get_ticks()
        begun = self._begun + letter if now - self._begun_at < _PAUSE else letter
        self._begun, self._begun_at = begun, now
        if len(set(begun)) == 1:
            begun = letter
        start = (self.at or 0) + (len(begun) == 1)
        numbers = [(start + step) % len(self.options) for step in range(len(self.options))]
        result = next((each for each in numbers if self.options[each].casefold().startswith(begun)), None)
        if result is not None:
            self._go(result)

    def update(self) -> None:
        """Keep what the keyboard has reached in sight."""
        if self.is_open:
            self.scroll.follow(self._targets)

    # -- the picture --

    def draw_at(self, canvas: Canvas, control: Box, view: Box) -> None:
        """Draw the open list below its control, or above it where there is more room in `view`."""
        if not self.is_open:
            return
        colour, (x, y, width, height) = canvas.theme.colour, control
        words = max(canvas.text_width(each, "body") for each in self.options)
        wide = max(width, min(words + _INSET + _TICK + 2 * _EDGE, view[2]))
        above, below = y - view[1] - 2 * _EDGE, view[1] + view[3] - y - height - 2 * _EDGE
        needs = _ROW * len(self.options) + 2 * _EDGE
        up = needs > below and above > below
        high = max(_ROW + 2 * _EDGE, min(needs, above if up else below))
        top = y - _EDGE - high if up else y + height + _EDGE
        self._box = (x + width - wide, top, wide, high)
        self._targets.covered()
        canvas.panel(self._box, colour.raised, radius=8, edge=colour.text3)
        with self._targets.dialog(self.first):
            self.draw_options(canvas, (x + width - wide, top + 1, wide, high - 2))

    def draw_options(self, canvas: Canvas, view: Box) -> None:
        """Draw the rows of the list in their part of the window."""
        colour = canvas.theme.colour
        top = self.scroll.fit(view, self.row * len(self.options) + 2 * self.edge - 2)
        with canvas.clipped(view):
            for number, words in enumerate(self.options):
                box = (
                    view[0] + self.edge,
                    top + self.edge - 1 + number * self.row,
                    view[2] - 2 * self.edge,
                    self.row,
                )
                name, press = self._name(number), partial(self.pick, number)
                lit = self._targets.add(name, box, press, radius=6, within=view)
                if box[1] + box[3] < view[1] or box[1] > view[1] + view[3]:
                    continue
                if lit or self._targets.focused(name):
                    canvas.panel(box, mix(colour.raised, colour.line2, 0.6), radius=6)
                middle, room = box[1] + box[3] / 2, box[2] - _INSET - _TICK
                canvas.text(
                    (box[0] + _INSET, middle), canvas.fitted(words, "body", room), "body", colour.text
                )
                if number == self.chosen:
                    at = box[0] + box[2] - 18
                    canvas.stroke(
                        [(at - 5, middle), (at - 1.5, middle + 4), (at + 5, middle - 4)], colour.text2, 1.8
                    )
        self.scroll.draw(canvas)
