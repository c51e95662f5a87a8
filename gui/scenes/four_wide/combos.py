"""Combos so far: how far they got, beside the exact chances under best play."""

from __future__ import annotations

import pygame

from game.config import field
from game.tetris.four_wide.model import Model
from game.tetris.streaks import Player, Streak
from gui.drawing.canvas import Box, Canvas
from gui.drawing.letters import counted, grouped
from gui.frame.choices import PILL
from gui.frame.chrome import draw_bar, draw_grounds, draw_hint, draw_word
from gui.frame.controls import bar_of_progress, button, heading
from gui.frame.layout import BAR, Frame
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.four_wide.lengths import Lengths, kept, need_words
from gui.scenes.four_wide.plot import draw_plot, draw_stroke

PLAYERS: tuple[tuple[Player, str], ...] = (
    ("you", "You"),
    ("policy", "The solved game"),
    ("rule", "Rule of thumb"),
)
_SIDE, _NARROW = 304.0, 860.0
_LINE = 28.0


class CombosScene(Scene):
    """One game's combos."""

    name = "combos"
    title = "Combos"

    def __init__(self, salon: Salon, back: Scene | None, model: Model, lengths: Lengths) -> None:
        super().__init__(salon, back)
        self.model = model
        self.lengths = lengths
        self._played: dict[Player, tuple[Streak, ...]] = {}
        self._trouble = ""
        self._stopped = False  # by the player, who will say when to go on

    def entered(self) -> None:
        super().entered()
        self._read()
        self.lengths.want(self.model)

    def _read(self) -> None:
        streaks, self._trouble = kept(self.lengths)
        self._played = {player: streaks.of(self.model, player) for player, _ in PLAYERS}

    def update(self, seconds: float) -> Scene | None:
        if self.salon.warming is None and not self._stopped:
            self.lengths.want(self.model)
        return super().update(seconds)

    def solve(self) -> None:
        """Have best play worked out, however long it takes; stop, where that is under way."""
        if self.lengths.share(self.model) is not None:
            self._stopped = True
            self.lengths.stop()
        elif self.lengths.of(self.model) is None:
            self._stopped = False
            self.lengths.again(self.model)
            self.lengths.want(self.model, large=True)

    def compare(self) -> None:
        """What it would be with more in sight, or less."""
        self.go(self.salon.doors.comparison(self.model, self.back or self))

    def key(self, event: pygame.event.Event) -> None:
        action = {pygame.K_b: self.solve, pygame.K_v: self.compare}.get(event.key)
        if action is not None and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            action()
        else:
            super().key(event)

    def keys(self) -> list[tuple[str, str]]:
        return [
            ("B", "work out how long best play lasts, where that takes minutes; stop, and go on"),
            ("V", "compare with more previews, or fewer"),
        ]

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        frame = self.salon.frame(canvas)
        self.targets.begin()
        draw_grounds(canvas, frame, panel=False)
        x, y, width = frame.margin + 8, BAR + 24.0, frame.width - 2 * frame.margin - 16
        height = frame.height - y - 20
        heading(canvas, (x, y), "Share of combos that get so far")
        combos = self._shown()
        lasting = self.lengths.of(self.model)
        if width >= _NARROW:
            draw_plot(canvas, (x, y + 20, width - _SIDE - 40, height - 20), lasting, combos)
            self._draw_figures(canvas, (x + width - _SIDE, y, _SIDE, height))
        else:
            plot = max(140.0, height * 0.5)
            draw_plot(canvas, (x, y + 20, width, plot - 20), lasting, combos)
            self._draw_figures(canvas, (x, y + plot + 20, width, height - plot - 20))
        self._draw_frame(canvas, frame)

    def _draw_frame(self, canvas: Canvas, frame: Frame) -> None:
        canvas.rule((0, BAR), (frame.width, BAR), canvas.theme.colour.line)
        draw_bar(canvas, frame, self, game="Four-wide", detail=f"Combos · {model_words(self.model)}")
        draw_word(canvas, frame, self)
        self.targets.draw_focus(canvas)
        draw_hint(canvas, frame, self)

    def _shown(self) -> list[list[int]]:
        return [[each.length for each in self._played.get(player, ())] for player, _ in PLAYERS]

    def _draw_figures(self, canvas: Canvas, box: Box) -> None:
        """Best play in figures, then what every player has made of it."""
        colour = canvas.theme.colour
        x, y, width, height = box
        bottom = y + height - PILL - 12
        place = (x, bottom + 12, width, PILL)
        button(canvas, self.targets, "compare", place, "What foresight is worth", self.compare, key="V")
        lasting = self.lengths.of(self.model)
        heading(canvas, (x, y), "Best play, exact")
        draw_stroke(canvas, (x + width - 28, y), None)
        y += _LINE
        if lasting is None:
            y = self._draw_missing(canvas, (x, y, width, bottom))
        else:
            facts = [("Mean", f"{lasting.mean:.1f}")]
            facts += [
                (f"{words} get to", grouped(lasting.reached(share)))
                for words, share in (("Half", 0.5), ("One in ten", 0.1), ("One in a hundred", 0.01))
            ]
            y = self._facts(canvas, (x, y, width, bottom), facts, voice=True)
        for number, (player, name) in enumerate(PLAYERS):
            played = self._played.get(player, ())
            if played and y + 3 * _LINE < bottom:
                y += 16
                heading(canvas, (x, y), name)
                draw_stroke(canvas, (x + width - 28, y), number)
                y = self._facts(canvas, (x, y + _LINE, width, bottom), figures(played))
        said = self._trouble or ("" if any(self._played.values()) else "A combo is kept when it has ended.")
        if said and y + _LINE < bottom:
            canvas.paragraph((x, y + 4, width, 0), said, "body", colour.text3, 3)

    def _draw_missing(self, canvas: Canvas, box: Box) -> float:
        """Why there is nothing exact yet, how far it has come, and what can be done; where that ends."""
        x, y, width, _ = box
        status, share = self.lengths.status(self.model), self.lengths.share(self.model)
        need = need_words(self.model)
        said = status or f"Not worked out yet: {need}."
        y += canvas.paragraph((x, y - 8, width, 0), said, "body", canvas.theme.colour.text3, 5) + 8
        if share is not None:
            bar_of_progress(canvas, (x, y, width, 6), share)
            y += 20
        elif status:
            y += (
                canvas.paragraph(
                    (x, y - 8, width, 0), f"It takes {need}.", "label", canvas.theme.colour.text3, 2
                )
                + 4
            )
        place = (x, y, width, PILL)
        button(canvas, self.targets, "solve", place, self._solve_words(share, status), self.solve, key="B")
        return y + PILL + 12

    def _solve_words(self, share: float | None, status: str) -> str:
        if share is not None:
            return "Stop"
        if self.lengths.begun(self.model):
            return "Go on"
        return "Try again" if status else "Work it out"

    def _facts(self, canvas: Canvas, box: Box, facts: list[tuple[str, str]], *, voice: bool = False) -> float:
        """Facts from the top of `box` down as far as its last number says; where they end. `voice`: in amber."""
        colour = canvas.theme.colour
        x, y, width, bottom = box
        for label, value in facts:
            if y + 10 > bottom:
                break
            canvas.text((x, y), label, "label", colour.text3)
            canvas.text((x + width, y), value, "body", colour.amber_text if voice else colour.text, "right")
            y += _LINE
        return y


def figures(played: tuple[Streak, ...]) -> list[tuple[str, str]]:
    """A player's combos: how many, mean, longest, and what choices gave away of the expectation."""
    lengths = [each.length for each in played]
    known = [each.given for each in played if each.expected]
    found = [
        ("Combos", grouped(len(played))),
        ("Mean", f"{sum(lengths) / len(lengths):.1f}"),
        ("Longest", grouped(max(lengths))),
    ]
    if known:
        found.append(("Given away on average", f"{sum(known) / len(known):.0%}"))
    return found


def model_words(model: Model) -> str:
    """A game in a few words."""
    pieces = field("four_wide.pieces").show(model.randomizer).lower()
    seen = "no previews" if not model.previews else counted(model.previews, "preview")
    held = "hold" if model.hold else "no hold"
    return f"{model.residual} cells, {pieces}, {held}, {seen}, {model.reach.upper()}"
