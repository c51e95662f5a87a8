"""What foresight is worth: the exact expectation by previews and randomizer, each worked out when it is asked for."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pygame

from game.tetris.four_wide.model import MOST_PREVIEWS, RANDOMIZERS, Model
from gui.drawing.canvas import Box, Canvas
from gui.frame.choices import PILL
from gui.frame.chrome import draw_bar, draw_grounds, draw_hint, draw_word
from gui.frame.controls import bar_of_share, button
from gui.frame.layout import BAR
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.four_wide.lengths import Lengths, quick

_HEADS = ("Any piece", "Bags of 7")
_WIDEST, _NAME = 880.0, 116.0
_HEAD, _FOOT = 40.0, 84.0
_MOST_ROW = 60.0


class ComparisonScene(Scene):
    """Games that differ from `model` in previews and randomizer."""

    name = "comparison"
    title = "What foresight is worth"

    def __init__(self, salon: Salon, back: Scene | None, model: Model, lengths: Lengths) -> None:
        super().__init__(salon, back)
        self.model = model
        self.lengths = lengths
        self.waiting: list[Model] = []
        self.targets.focus = _name(model)

    # -- what can be done --

    def press(self, model: Model) -> None:
        """Look at the combos of a game that is known; have any other worked out next."""
        if self.lengths.of(model) is not None:
            self.go(self.salon.doors.combos(model, self))
        elif model not in self.waiting:
            self.waiting.insert(0, model)

    def work(self) -> None:
        """Work out all that take less than a minute each; while that goes on, stop."""
        if self.waiting:
            self.waiting = []
            self.lengths.stop()
        else:
            self.waiting = [each for each in self._all() if quick(each) and self.lengths.of(each) is None]

    def left(self) -> None:
        self.waiting = []

    def update(self, seconds: float) -> Scene | None:
        self.waiting = [
            each for each in self.waiting if self.lengths.of(each) is None and not self.lengths.failed(each)
        ]
        if self.waiting and self.salon.warming is None:
            self.lengths.want(self.waiting[0], large=True)
        return super().update(seconds)

    def key(self, event: pygame.event.Event) -> None:
        if event.key == pygame.K_b and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            self.work()
        else:
            super().key(event)

    def keys(self) -> list[tuple[str, str]]:
        return [
            ("Tab, arrows, Enter", "work a game out; look at one that is known"),
            ("B", "work out all that take seconds, or stop"),
        ]

    def _all(self) -> list[Model]:
        """By previews, the simpler pieces first."""
        return [
            replace(self.model, previews=previews, randomizer=randomizer)
            for previews in range(MOST_PREVIEWS + 1)
            for randomizer in RANDOMIZERS
        ]

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        frame, colour = self.salon.frame(canvas), canvas.theme.colour
        self.targets.begin()
        draw_grounds(canvas, frame, panel=False)
        wide = min(_WIDEST, frame.width - 2 * frame.margin)
        x, y = (frame.width - wide) / 2, BAR + 20.0
        across = (wide - _NAME) / len(RANDOMIZERS)
        for number, words in enumerate(_HEADS):
            canvas.text((x + _NAME + number * across + 16, y + 12), words, "label", colour.text3)
        canvas.rule((x, y + 30), (x + wide, y + 30), colour.line)
        row = min(_MOST_ROW, (frame.height - y - _HEAD - _FOOT) / (MOST_PREVIEWS + 1))
        means = [lasting.mean for each in self._all() if (lasting := self.lengths.of(each)) is not None]
        most = max(means, default=1.0)
        for number, model in enumerate(self._all()):
            previews, column = divmod(number, len(RANDOMIZERS))
            top = y + _HEAD + previews * row
            if not column:
                seen = "no previews" if not previews else f"{previews} preview{'s' if previews > 1 else ''}"
                canvas.text((x, top + row / 2), seen, "body", colour.text2)
            place = (x + _NAME + column * across, top + 2, across - 8, row - 4)
            self._draw_cell(canvas, place, model, most)
        self._draw_foot(canvas, (x, frame.height - _FOOT + 8, wide, _FOOT))
        canvas.rule((0, BAR), (frame.width, BAR), colour.line)
        draw_bar(canvas, frame, self, game="Four-wide", detail="What foresight is worth")
        draw_word(canvas, frame, self)
        self.targets.draw_focus(canvas)
        draw_hint(canvas, frame, self)

    def _draw_cell(self, canvas: Canvas, box: Box, model: Model, most: float) -> None:
        """The expectation with its bar where it is known, else what is being done."""
        colour = canvas.theme.colour
        x, y, width, height = box
        hovered = self.targets.add(_name(model), box, partial(self.press, model), radius=8)
        own = model == self.model
        if hovered or own:
            edge = colour.line2 if own else None
            canvas.panel(box, colour.raised if hovered else None, radius=8, edge=edge)
        middle, lasting = y + height / 2, self.lengths.of(model)
        if lasting is None:
            said = self.lengths.status(model)
            waits = "waits" if model in self.waiting else "" if quick(model) else "takes minutes"
            words = canvas.brief(said or waits or "not worked out", "label", width - 32)
            canvas.text((x + 16, middle), words, "label", colour.text3)
            return
        canvas.text((x + 84, middle), f"{lasting.mean:.1f}", "strong", colour.amber_text, "right")
        if width >= 200:
            bar_of_share(canvas, (x + 100, middle - 3, width - 116, 6), lasting.mean / most)

    def _draw_foot(self, canvas: Canvas, box: Box) -> None:
        colour = canvas.theme.colour
        x, y, width, _ = box
        said = (
            "Clears that best play reaches on average from a fresh start. Press a game to look at its combos."
        )
        canvas.paragraph((x, y, width - 280, 0), said, "label", colour.text3, 3)
        words = "Stop" if self.waiting else "Work out the quick ones"
        place = (x + width - 264, y + 8, 264, PILL)
        button(canvas, self.targets, "work", place, words, self.work, key="B")


def _name(model: Model) -> str:
    return f"{model.randomizer} {model.previews}"
