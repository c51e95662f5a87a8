"""Two to four controllers side by side on the same pieces."""

from __future__ import annotations

from functools import partial

from gui.context import AppContext, Scene
from gui.games.classic.cells import Geometry
from gui.games.classic.equity import two_digits
from gui.games.classic.view import Picture, draw_bare
from gui.play.game_ui import PanelColumn
from gui.scenes.run.footer import draw_dash, draw_histogram, draw_survival, row_of_ways
from gui.scenes.run.playback import LIVE_SPEEDS, Playback
from gui.scenes.run.runners import MOST_RUNNERS, Plan, Runner
from gui.scenes.run.scene import RunScene
from gui.ui.canvas import Box, Canvas
from gui.ui.commands import Command
from gui.ui.controls import heading, key_cap
from gui.ui.layout import Frame
from gui.ui.text import grouped

_HEAD, _LINE = 40.0, 22.0
_GAP = 24.0
_LEAST_BOARD = 120.0  # units of height that a board keeps before figures below it are left out
_STANDING = 44.0


class RaceScene(RunScene):
    """All boards at one place of the run; the one that is looked at is named brighter."""

    name = "race"

    def __init__(
        self, context: AppContext, back: Scene | None, plan: Plan, runners: list[Runner], pace: Playback
    ) -> None:
        super().__init__(context, back, plan, runners, pace)
        self.logarithmic = True

    @classmethod
    def live(cls, context: AppContext, back: Scene | None, plan: Plan) -> RaceScene:
        """Controllers that begin to play at once, at the speed of the settings."""
        runners = [
            Runner.live(context.room, f"run-{number}", plan, controller)
            for number, controller in enumerate(plan.controllers[:MOST_RUNNERS])
        ]
        scene = cls(context, back, plan, runners, Playback(LIVE_SPEEDS, context.config.classic.watch_speed))
        scene.playing = True
        return scene

    def choose(self, runner: int) -> None:
        """Look at a runner: the timeline and the histogram are its."""
        self.chosen = min(runner, len(self.runners) - 1)

    def toggle_curve(self) -> None:
        """Show the distributions of all as curves, or that of the chosen one as bars."""
        self.logarithmic = not self.logarithmic

    def commands(self) -> list[Command]:
        choose = tuple(partial(self.choose, number) for number in range(len(self.runners)))
        return [
            Command("1 to 4", choose, "look at a controller"),
            Command("C", self.toggle_curve, "curves of all, or bars of one"),
            *super().commands(),
        ]

    def equity_words(self) -> str:
        return "Equity"

    def pace_words(self) -> str:
        rates = [runner.rate for runner in self.runners]
        if self.preparing:
            return "The controllers are being prepared …"
        if not self.pace.racing or not all(rates):
            return f"{len(self.runners)} controllers, the same pieces"
        return f"{grouped(round(sum(rates) / 1000))}\u2009000 pieces/s together"

    # -- the boards --

    def draw_boards(self, canvas: Canvas, frame: Frame) -> None:
        x, y, width, height = frame.board
        margin = frame.margin
        each = (width - 2 * margin - _GAP * (len(self.runners) - 1)) / len(self.runners)
        lines = self._lines_below(height)
        for number in range(len(self.runners)):
            box = (x + margin + number * (each + _GAP), y + 8, each, height - 16)
            self._draw_runner(canvas, box, number, lines)

    def _lines_below(self, height: float) -> int:
        """How many figures stand below each board: five, or as many as leave the boards large enough."""
        room = height - 16 - _HEAD - _LEAST_BOARD - 8
        return max(0, min(5, int(room / _LINE)))

    def _draw_runner(self, canvas: Canvas, box: Box, number: int, lines: int) -> None:
        """Name, board and figures, close together in the middle of `box`."""
        colour, chosen = canvas.theme.colour, number == self.chosen
        x, y, width, height = box
        lit = self.targets.add(f"lane {number + 1}", box, partial(self.choose, number), radius=8)
        ink = colour.text if chosen or lit else colour.text2
        state, below = self.state(number), lines * _LINE + (8 if lines else 0)
        room = (x, y + _HEAD, width, height - _HEAD - below)
        _, _, wide, high = Geometry.bare(state.board.width, state.board.height, room, canvas.scale).well
        top = y + (room[3] - high) / 2
        name, style = self.runners[number].title, "strong" if chosen else "body"
        if canvas.text_width(name, style) > width - 4:
            style = "small" if chosen else "label"
        canvas.text((x + width / 2, top + 18), canvas.fitted(name, style, width - 4), style, ink, "middle")
        picture = Picture(state, grown=self.grown if self.pace.easy else 1.0)
        left = draw_bare(canvas, (x, top + _HEAD, width, high), picture).well[0]
        if chosen:
            canvas.rule((left, top + 34), (left + wide, top + 34), colour.text, 2.0)
        ends = max(x, left - 24), min(x + width, left + wide + 24)
        line = top + _HEAD + high + 8 + _LINE / 2
        for label, value, spoken in self._figures(number)[:lines]:
            figure = colour.amber_text if spoken else ink
            used = canvas.text((ends[1], line), value, "label", figure, "right")
            if canvas.text_width(label, "label") + used + 6 <= ends[1] - ends[0]:
                canvas.text((ends[0], line), label, "label", colour.text3)
            line += _LINE

    def _figures(self, number: int) -> list[tuple[str, str, bool]]:
        """Label, value and whether it is an opinion, the most telling first."""
        state, runner, curve = self.state(number), self.runners[number], self.curves[number]
        equity = curve.value(self.place(number))
        return [
            ("Rows", grouped(state.cleared), False),
            ("Equity", "–" if equity is None else two_digits(equity), True),
            ("Pieces", grouped(state.placed), False),
            ("Games", grouped(runner.history.games), False),
            ("Mean rows", runner.mean_words, False),
        ]

    # -- the panel --

    def draw_column(self, column: PanelColumn) -> None:
        row_of_ways(column, self.targets, self.ways())
        self._draw_standing(column)
        if column.bottom - column.y >= 130:
            self._draw_plot(column)

    def _draw_standing(self, column: PanelColumn) -> None:
        """Who clears most rows a game, with the interval in which the mean lies."""
        canvas, colour = column.canvas, column.canvas.theme.colour
        heading(canvas, (column.left, column.y), "Rows a game")
        said = "estimate, 95\u00a0% range"
        if canvas.text_width(said, "label") < column.width - 120:
            canvas.text((column.right, column.y), said, "label", colour.text3, "right")
        column.y += 37
        order = sorted(range(len(self.runners)), key=lambda n: -self._mean(n))
        for number in order:
            self._draw_place(column, number)

    def _mean(self, number: int) -> float:
        """What runners are ranked by: a game that goes on is as good as its rows so far."""
        history = self.runners[number].history
        return self.runners[number].mean.mean if history.games else float(history.going_on)

    def _draw_place(self, column: PanelColumn, number: int) -> None:
        canvas, colour, runner = column.canvas, column.canvas.theme.colour, self.runners[number]
        chosen, inset = number == self.chosen, 16.0 if column.frame.margin >= 24 else 10.0
        box = (column.left - inset, column.y - 20, column.width + 2 * inset, _STANDING)
        lit = self.targets.add(f"standing {number + 1}", box, partial(self.choose, number), radius=8)
        if chosen or lit:
            canvas.panel(box, colour.raised, radius=8)
        ink = colour.text if chosen else colour.text2
        draw_dash(canvas, (column.left, column.y - 8), number, ink)
        mean, certain = runner.mean_words, runner.range_words
        used = canvas.text((column.right, column.y - 8), mean, "strong" if chosen else "body", ink, "right")
        name = canvas.fitted(runner.title, "body", column.width - 40 - used - 8)
        canvas.text((column.left + 40, column.y - 8), name, "body", ink)
        used = canvas.text((column.right, column.y + 11), certain, "label", colour.text3, "right")
        if canvas.text_width(runner.games_words, "label") <= column.width - 40 - used - 8:
            canvas.text((column.left + 40, column.y + 11), runner.games_words, "label", colour.text3)
        column.y += _STANDING

    def _draw_plot(self, column: PanelColumn) -> None:
        canvas, colour = column.canvas, column.canvas.theme.colour
        column.y += 14
        words = "Games that last longer" if self.logarithmic else f"Games of {self.runner.title}"
        if canvas.text_width(words.upper(), "caps") > column.width - 36:
            words = "Last longer" if self.logarithmic else self.runner.title
        heading(canvas, (column.left, column.y), words)
        box = (column.right - 22, column.y - 11, 22.0, 22.0)
        if self.targets.add("curve", box, self.toggle_curve, about="Curves, or bars  (C)"):
            canvas.panel(box, colour.raised, radius=4)
        key_cap(canvas, box[:2], "C")
        column.y += 16
        spreads = [runner.spread for runner in self.runners]
        place = (column.left, column.y, column.width, column.bottom - column.y - 12)
        if self.logarithmic and any(spread.longest for spread in spreads):
            draw_survival(canvas, place, spreads, self.chosen)
        elif not self.logarithmic and self.runner.spread.games:
            draw_histogram(canvas, place, self.runner.spread)
        else:
            said = "No row has been cleared yet."
            if not self.logarithmic:
                said = f"No game of {self.runner.controller} has ended yet. C shows the curves of all."
            canvas.paragraph((column.left, column.y + 4, column.width, 0), said, "body", colour.text3)
