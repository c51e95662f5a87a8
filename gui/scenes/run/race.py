"""Two to four controllers side by side on the same pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ai.tetris.classic.evaluators import EVALUATORS
from game.record import Record
from game.tetris.classic.board import Board
from gui.context import AppContext, Scene
from gui.games.classic.cells import Geometry
from gui.games.classic.equity import two_digits
from gui.games.classic.view import Picture, draw_bare
from gui.play.panel import PanelColumn
from gui.play.run_plan import MOST_RUNNERS, Plan
from gui.scenes.run.playhead import EASY_SPEED, KEPT_SPEEDS, RunPlayhead, equity_of
from gui.scenes.run.plots import draw_dash, draw_histogram, draw_survival
from gui.scenes.run.runners import Runner
from gui.scenes.run.scene import RunScene, resumed
from gui.ui.canvas import Box, Canvas
from gui.ui.commands import Command
from gui.ui.graph import Axis
from gui.ui.layout import Flow, Frame
from gui.ui.text import grouped
from gui.ui.theme import Rgb

_HEAD, _LINE = 40.0, 22.0
_GAP = 24.0
_LEAST_BOARD = 120.0  # units of height that a board keeps before figures below it are left out
_STANDING = 44.0


def _within(canvas: Canvas, name: str, style: str, room: float) -> str:
    """A name cut to this width, with its last word: `Tengs… 1.1` is still another one than `Tengs… 1.4`."""
    first, _, last = name.rpartition(" ")
    if not first or canvas.text_width(name, style) <= room:
        return canvas.fitted(name, style, room)
    return f"{canvas.fitted(first, style, room - canvas.text_width(f' {last}', style))} {last}"


def _stack(board: Board) -> float:
    """The rows from the floor to the highest cell."""
    return float(board.height - board.top)


class RaceScene(RunScene):
    """All boards at one place of the run; the one that is looked at is named brighter."""

    name = "race"
    keys_title = "Race"

    logarithmic = True

    @classmethod
    def live(cls, context: AppContext, back: Scene | None, plan: Plan) -> RaceScene:
        """Controllers that begin to play at once, at the speed of the settings."""
        runners = [
            Runner.live(context.room, f"run-{number}", plan, controller)
            for number, controller in enumerate(plan.controllers[:MOST_RUNNERS])
        ]
        scene = cls(context, back, plan, RunPlayhead(runners, context.config.classic.watch_speed))
        scene.head.playing = True
        return scene

    @classmethod
    def continued(cls, context: AppContext, back: Scene | None, record: Record) -> RaceScene:
        """A race that was left: the controllers can go on with it."""
        scene = cls._resumed(context, back, record, live=True)
        scene.head.front = scene.head.known
        scene.know(record)
        return scene

    @classmethod
    def saved(cls, context: AppContext, back: Scene | None, record: Record) -> RaceScene:
        """A race that was kept, where it was left; nobody plays on."""
        return cls._resumed(context, back, record, live=False)

    @classmethod
    def _resumed(cls, context: AppContext, back: Scene | None, record: Record, *, live: bool) -> RaceScene:
        records = (record, *record.race)
        plans, runners = zip(
            *(resumed(context, each, at, live=live) for at, each in enumerate(records)), strict=True
        )
        plan = Plan(tuple(runner.controller for runner in runners), plans[0].rules, plans[0].seed)
        least = min(each.cursor for each in records)
        for runner, each in zip(runners, records, strict=True):  # each goes on from where it was
            runner.lead = each.cursor - least
        speed = context.config.classic.watch_speed
        head = RunPlayhead(runners, speed) if live else RunPlayhead(runners, speed or EASY_SPEED, KEPT_SPEEDS)
        head.seek(least)
        return cls(context, back, plan, head)

    def choose(self, runner: int) -> None:
        """Look at a runner: the timeline and the histogram are its."""
        self.chosen = min(runner, len(self.runners) - 1)
        self.targets.focus = f"lane {self.chosen + 1}"  # no ring stays at another one

    # -- the graph: what can be said of every board alike, whoever plays --

    def measure_of(self, runner: Runner) -> Callable[[Board], float]:
        return _stack

    @property
    def reading(self) -> str:
        return "Stack, rows"

    @property
    def ink(self) -> Rgb:
        return self.context.theme.colour.text

    def axis(self, values: Sequence[float]) -> Axis:
        rows = self.state().board.height
        return Axis(0.0, rows, tuple((value, f"{value:g}") for value in (rows, rows / 2, 0)))

    def figure(self, value: float) -> str:
        return f"{value:.0f}"

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

    def pace_words(self) -> str:
        rates = [runner.rate for runner in self.runners]
        if self.preparing:
            return "The controllers are being prepared …"
        if not self.head.racing or not all(rates):
            return f"{len(self.runners)} controllers, the same pieces"
        return f"{grouped(round(sum(rates) / 1000))} 000 pieces/s together"

    # -- the boards --

    def draw_boards(self, canvas: Canvas, frame: Frame) -> None:
        x, y, width, height = frame.board
        # of figures below each board
        lines = max(0, min(5, int((height - 24 - _HEAD - _LEAST_BOARD) / _LINE)))
        row = Flow(canvas, self.targets, x + frame.margin, y + 8, width - 2 * frame.margin)
        for number, box in enumerate(row.split(len(self.runners), height - 16, _GAP)):
            self._draw_runner(canvas, box, number, lines)

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
        canvas.text((x + width / 2, top + 18), _within(canvas, name, style, width - 4), style, ink, "middle")
        picture = Picture(state, grown=self.grown if self.head.easy else 1.0)
        left = draw_bare(canvas, (x, top + _HEAD, width, high), picture).well[0]
        if chosen:
            canvas.rule((left, top + 34), (left + wide, top + 34), colour.text, 2.0)
        ends = max(x, left - 24), min(x + width, left + wide + 24)
        line = top + _HEAD + high + 8 + _LINE / 2
        for label, value, spoken in self._figures(number)[:lines]:
            figure = colour.amber_text if spoken else ink
            used = canvas.text((ends[1], line), value, "label", figure, "right")
            forms = (label, label.partition(" ")[0])
            space = ends[1] - ends[0] - used - 6
            named = (form for form in forms if canvas.text_width(form, "label") <= space)
            canvas.text((ends[0], line), next(named, ""), "label", colour.text3)
            line += _LINE

    def _figures(self, number: int) -> list[tuple[str, str, bool]]:
        """Label, value and whether it is an opinion, the most telling first."""
        state, standing, who = self.state(number), self.standing(number), self.runners[number].controller
        history = self.runners[number].history
        game, _ = history.game_at(self.place(number))
        figures = [
            ("Rows", grouped(state.cleared), False),
            ("Pieces", grouped(state.placed), False),
            ("Game", grouped(history.before.games + game + 1), False),
            ("Mean rows", standing.mean_words, False),
        ]
        if who in EVALUATORS:  # the others add up no equity
            figures.append(("Equity", two_digits(equity_of(state.board, who)), True))
        return figures

    # -- the panel --

    def draw_column(self, column: PanelColumn) -> None:
        column.at_foot(self.ways())
        column.heading("Rows a game", "estimate, 95 % range", step=37)
        for number in sorted(range(len(self.runners)), key=lambda n: -self.standing(n).rank):
            self._draw_standing(column, number)
        if column.room >= 130:
            self._draw_plot(column)

    def _draw_standing(self, column: PanelColumn, number: int) -> None:
        """A runner's mean rows a game, with the interval in which it lies."""
        canvas, colour, runner = column.canvas, column.canvas.theme.colour, self.runners[number]
        standing = self.standing(number)
        chosen, upper, lower = number == self.chosen, column.y - 8, column.y + 11
        column.y += _STANDING / 2 - 20
        press = partial(self.choose, number)
        column.row(f"standing {number + 1}", _STANDING, press, chosen=chosen, inset=column.inset)
        column.y += _STANDING / 2 + 20
        ink = colour.text if chosen else colour.text2
        draw_dash(canvas, (column.left, upper), number, ink)
        style = "strong" if chosen else "body"
        used = canvas.text((column.right, upper), standing.mean_words, style, ink, "right")
        name = canvas.fitted(runner.title, "body", column.width - 48 - used)
        canvas.text((column.left + 40, upper), name, "body", ink)
        used = canvas.text((column.right, lower), standing.range_words, "label", colour.text3, "right")
        forms = (
            form
            for form in standing.games_forms
            if canvas.text_width(form, "label") <= column.width - 48 - used
        )
        canvas.text((column.left + 40, lower), next(forms, ""), "label", colour.text3)

    def _draw_plot(self, column: PanelColumn) -> None:
        """The distributions of all, or that of the runner that is looked at."""
        canvas, runner = column.canvas, self.runner
        column.y += 14
        words = "Games that last longer" if self.logarithmic else f"Games of {runner.title}"
        brief = "Last longer" if self.logarithmic else runner.title
        column.headed(words, Command("C", self.toggle_curve, "curves, or bars", name="curve"), brief=brief)
        column.y += 16
        spreads = [each.history.spread(self.standing(at)) for at, each in enumerate(self.runners)]
        place = (column.left, column.y, column.width, column.room - 12)
        if self.logarithmic and any(spread.longest for spread in spreads):
            draw_survival(canvas, place, spreads, self.chosen)
        elif not self.logarithmic and spreads[self.chosen].games:
            draw_histogram(canvas, place, spreads[self.chosen])
        else:
            text = "No row has been cleared yet."
            if not self.logarithmic:
                text = f"No game of {runner.title} has ended yet. C shows the curves of all."
            column.y += 4
            column.paragraph(text, ink=canvas.theme.colour.text3)
