"""The worth of foresight: the exact expectation by previews and randomizer, each worked out when it is asked for."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from functools import partial
from itertools import product

from game.config import field
from game.tetris.four_wide.model import MOST_PREVIEWS, RANDOMIZERS, Model
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.scenes.four_wide.lengths import Lengths, memory_words, need_words, quick
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.chrome import draw_bar, page
from gui.ui.commands import Command
from gui.ui.controls import GAP, PILL, bar_of_progress, bar_of_share, button, draw_choices
from gui.ui.layout import BAR
from gui.ui.text import counted

RESIDUALS = (3, 6)
_HEADS = tuple(field("four_wide.pieces").show(each) for each in ("random", "bag"))
_WIDEST, _NAME = 880.0, 116.0
_HEAD, _FOOT = 40.0, 84.0
_LOW_HEAD, _LOW_FOOT, _TALL = 32.0, 50.0, 460.0  # in windows that are lower than the last one
_MOST_ROW = 60.0


class ComparisonScene(Scene):
    """Games that differ from `model` in previews and randomizer."""

    name = "comparison"
    title = "What foresight is worth"
    keys_title = "Four-wide: what foresight is worth"

    def __init__(self, context: AppContext, back: Scene | None, model: Model, lengths: Lengths) -> None:
        super().__init__(context, back)
        self.model = model
        self._own = model
        self.lengths = lengths
        self.waiting: list[Model] = []
        self.targets.focus = _name(model)
        self._begin()

    # -- what can be done --

    def press(self, model: Model) -> None:
        """Look at the combos of a game that is known; have any other worked out next, or leave that."""
        if self.lengths.of(model) is not None:
            self.go(to.Combos(model))
        elif model in self.waiting:
            self.waiting.remove(model)
            if self.lengths.share(model) is not None:
                self.lengths.stop()
        else:
            self.lengths.again(model)
            self.waiting.append(model)

    def work(self) -> None:
        """Work out all that take less than a minute each; while that goes on, stop."""
        if self.waiting:
            self.waiting = []
            self.lengths.stop()
        else:
            self.waiting = self._quick()

    def leave(self, number: int) -> None:
        """Compare games with so many cells at the start."""
        self.model = replace(self.model, residual=RESIDUALS[number])
        self._begin()

    def keep(self, on: int) -> None:
        """Compare games with hold, or without."""
        self.model = replace(self.model, hold=bool(on))
        self._begin()

    def left(self) -> None:
        self.waiting = []

    def update(self, seconds: float) -> Scene | None:
        self.lengths.poll()
        ended = [each for each in self.waiting if self.lengths.of(each) or self.lengths.failed(each)]
        self.waiting = [each for each in self.waiting if each not in ended]
        if self.waiting and self.context.is_ready("four-wide"):
            self.lengths.want(self.waiting[0], large=True)
        return super().update(seconds)

    def pulse(self) -> Hashable:
        return self.lengths.pulse()

    def commands(self) -> list[Command]:
        return [
            Command("Tab, arrows, Enter", None, "work out a game, or stop; open a game that is worked out"),
            Command("B", self.work, "work out all games that take seconds, or stop"),
            Command(
                "3, 6", (partial(self.leave, 0), partial(self.leave, 1)), "the number of cells at the start"
            ),
            Command("D", lambda: self.keep(not self.model.hold), "with hold, or without"),
            *super().commands(),
        ]

    def _begin(self) -> None:
        """Work out the quick games at once if nothing of the table is known (three cells with hold are shipped)."""
        if all(self.lengths.of(each) is None for each in self._all()):
            self.waiting = self._quick()

    def _quick(self) -> list[Model]:
        return [each for each in self._all() if quick(each) and self.lengths.of(each) is None]

    def _all(self) -> list[Model]:
        """By previews, the simpler pieces first."""
        kinds = product(range(MOST_PREVIEWS + 1), RANDOMIZERS)
        return [replace(self.model, previews=seen, randomizer=randomizer) for seen, randomizer in kinds]

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        with page(canvas, self, panel=False) as frame:
            wide = min(_WIDEST, frame.width - 2 * frame.margin)
            tight = frame.height < _TALL
            x, y = (frame.width - wide) / 2, BAR + (8.0 if tight else 16.0)
            foot = _LOW_FOOT if tight else _FOOT
            y += self._draw_kinds(canvas, (x, y), wide) + (4 if tight else 12)
            self._draw_table(canvas, (x, y, wide, frame.height - y - foot), _LOW_HEAD if tight else _HEAD)
            y = frame.height - foot + (0 if tight else 8)
            if not tight:
                canvas.paragraph(
                    (x, y, wide - 280, 0),
                    (
                        "How many clears best play reaches on average from a fresh start. Press "
                        "a game to work it out or open it."
                    ),
                    "label",
                    canvas.theme.colour.text3,
                    3,
                )
            words = "Stop" if self.waiting else "Work out the quick ones"
            place = (x + wide - 264, y + 8, 264, PILL)
            button(canvas, self.targets, "work", place, words, self.work, key="B")
            canvas.rule((0, BAR), (frame.width, BAR), canvas.theme.colour.line)
            draw_bar(canvas, frame, self, game="Four-wide", detail=self.title)

    def _draw_kinds(self, canvas: Canvas, at: Point, wide: float) -> float:
        """The games that are compared; the height of that."""
        half, cells = wide / 2, [f"{count} cells" for count in RESIDUALS]
        chosen, targets = RESIDUALS.index(self.model.residual), self.targets
        high = draw_choices(canvas, targets, "cells", at, half - 12, cells, chosen, self.leave)
        held = ("No hold", "Hold")
        across = max(half, wide - GAP - sum(canvas.text_width(words, "body") + 34 for words in held))
        at, chosen = (at[0] + across, at[1]), int(self.model.hold)
        return max(high, draw_choices(canvas, targets, "hold", at, wide - across, held, chosen, self.keep))

    def _draw_table(self, canvas: Canvas, box: Box, head: float) -> None:
        colour = canvas.theme.colour
        x, y, wide, height = box
        across = (wide - _NAME) / len(RANDOMIZERS)
        for number, words in enumerate(_HEADS):
            canvas.text((x + _NAME + number * across + 16, y + 12), words, "label", colour.text3)
        canvas.rule((x, y + 28), (x + wide, y + 28), colour.line)
        row = min(_MOST_ROW, (height - head) / (MOST_PREVIEWS + 1))
        means = [lasting.mean for each in self._all() if (lasting := self.lengths.of(each)) is not None]
        for number, model in enumerate(self._all()):
            previews, column = divmod(number, len(RANDOMIZERS))
            top = y + head + previews * row
            if not column:
                seen = counted(previews, "preview") if previews else "no previews"
                canvas.text((x, top + row / 2), seen, "body", colour.text2)
            place = (x + _NAME + column * across, top + 1, across - 8, row - 2)
            self._draw_cell(canvas, place, model, max(means, default=1.0))

    def _draw_cell(self, canvas: Canvas, box: Box, model: Model, most: float) -> None:
        """The expectation with its bar where it is known, else what is being done."""
        colour = canvas.theme.colour
        x, y, width, height = box
        lasting, about = self.lengths.of(model), ""
        if lasting is None:
            failed = self.lengths.failed(model)
            about = self.lengths.status(model) if failed else f"It takes {need_words(model)}"
        hovered = self.targets.add(_name(model), box, partial(self.press, model), radius=8, about=about)
        own = model == self._own
        if hovered or own:
            edge = colour.line2 if own else None
            canvas.panel(box, colour.raised if hovered else None, radius=8, edge=edge)
        if lasting is None:
            self._draw_unknown(canvas, box, model)
            return
        middle = y + height / 2
        canvas.text((x + 84, middle), f"{lasting.mean:.1f}", "strong", colour.amber_text, "right")
        if width >= 200:
            bar_of_share(canvas, (x + 100, middle - 3, width - 116, 6), lasting.mean / most)

    def _draw_unknown(self, canvas: Canvas, box: Box, model: Model) -> None:
        """The work being done, or still to do."""
        x, y, width, height = box
        share = self.lengths.share(model)
        if model in self.waiting and share is None:
            text = "waits"
        elif self.lengths.failed(model):
            text = "not done; press to try again"
        else:
            left = "stopped; press to go on" if self.lengths.begun(model) else "not worked out"
            whole = left if quick(model) else f"{left}: {memory_words(model)}"
            fits = canvas.text_width(whole, "label") <= width - 32
            text = self.lengths.status(model) or (whole if fits else left)
        middle = y + height / 2 - (5 if share is not None else 0)
        words = canvas.brief(text, "label", width - 32)
        canvas.text((x + 16, middle), words, "label", canvas.theme.colour.text3)
        if share is not None:
            bar_of_progress(canvas, (x + 16, y + height - 11, width - 32, 4), share)


def _name(model: Model) -> str:
    return f"{model.randomizer} {model.previews}"
