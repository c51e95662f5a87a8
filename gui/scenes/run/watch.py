"""One controller being watched: its board with the equity opened up, its moves, its games."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping

import pygame

from ai.messages import Question
from ai.tetris.classic.controllers import CONTROLLERS
from game.advice import Advice, Choice
from game.tetris.classic import State
from gui.context import AppContext, Scene
from gui.games.classic import panel
from gui.games.classic.cells import Geometry
from gui.play.engine_room import Thought, Trouble
from gui.play.game_ui import Opinion, PanelColumn, RenderState
from gui.scenes.run.footer import STEP, draw_histogram, draw_survival, draw_ways, row_of_ways
from gui.scenes.run.playback import LIVE_SPEEDS, Playback
from gui.scenes.run.runners import Plan, Runner
from gui.scenes.run.scene import RunScene
from gui.ui.canvas import Box, Canvas
from gui.ui.commands import Command
from gui.ui.controls import heading, key_cap
from gui.ui.layout import Frame
from gui.ui.text import grouped, short_count

ADVISER = "run-adviser"
_MOST_ADVICE = 400
_AHEAD = 2  # pieces ahead of the playhead that are asked about
_SIDE = 144.0  # the column of buttons left of the board
_ROOMY = 760.0  # the width of the board's box from which there is room for it
_PLOT = 178.0
_FACTS = 96.0  # what heading and facts of the game take


class WatchScene(RunScene):
    """One runner. Moves are ranked where an eye can follow, games are plotted where it cannot."""

    name = "watch"

    def __init__(
        self, context: AppContext, back: Scene | None, plan: Plan, runner: Runner, pace: Playback
    ) -> None:
        super().__init__(context, back, plan, [runner], pace)
        self.hints = True
        self.plot: bool | None = None  # None: whatever suits the speed
        self.logarithmic = False
        self.advices: OrderedDict[int, Advice] = OrderedDict()
        self._asked: tuple[int, int] | None = None  # place and generation of the open question
        self._tall, self._tall_in = 0.0, 0.0  # of the ranked moves, so that nothing below them jumps

    @classmethod
    def live(cls, context: AppContext, back: Scene | None, plan: Plan) -> WatchScene:
        """A controller that begins to play at once, at the speed of the settings."""
        runner = Runner.live(context.room, "run-0", plan, plan.controllers[0])
        scene = cls(context, back, plan, runner, Playback(LIVE_SPEEDS, context.config.classic.watch_speed))
        scene.playing = True
        return scene

    @property
    def adviser(self) -> str:
        """Who ranks the moves: the controller itself, where it is one that we know."""
        known = self.runner.controller in CONTROLLERS
        return self.runner.controller if known else self.context.config.classic.adviser

    def eye(self, runner: Runner) -> str:
        """The controller itself, where we know how it looks at a board."""
        return runner.controller if runner.controller in CONTROLLERS else super().eye(runner)

    # -- opinions --

    def advice(self) -> Advice | None:
        """What the controller thinks of the position that is shown."""
        return self.advices.get(self.pace.at)

    @property
    def may_ask(self) -> bool:
        """Whether moves are to be ranked here."""
        return self.hints and self.pace.easy and not self.shows_plot

    def think(self) -> None:
        """Ask about the position that is shown, then about those that come next."""
        if not self.may_ask or self._asked is not None:
            return
        ahead = _AHEAD if self.playing else 0
        for at in range(self.pace.at, min(self.pace.at + ahead, self.known) + 1):
            if at not in self.advices:
                state = self.runner.position(at)
                if not state.over:
                    self._ask(at, state)
                return

    def _ask(self, at: int, state: State) -> None:
        question = Question(game="classic", rules=state.here(), moves=(), seat=0, engine=self.adviser)
        self._asked = (at, self.context.room.ask(ADVISER, question, state))

    def trouble(self, event: Trouble) -> None:
        """The adviser has given up: no more is asked of it."""
        if event.role == ADVISER and event.final:
            self._asked, self.hints = None, False

    def thought(self, event: Thought) -> None:
        if self._asked is None or event.role != ADVISER or event.generation != self._asked[1]:
            return
        self.advices[self._asked[0]] = event.advice
        self._asked = None if event.advice.done else self._asked
        if len(self.advices) > _MOST_ADVICE:
            self.advices.popitem(last=False)

    def left(self) -> None:
        super().left()
        self.context.room.stop(ADVISER)
        self._asked = None

    def go_back(self) -> None:
        super().go_back()
        if self.next is not self:
            self.context.room.dismiss(ADVISER)

    # -- keys --

    def handle(self, event: pygame.event.Event) -> Scene | None:
        if event.type == pygame.KEYDOWN and self.ui.takes(event, False):
            self.ui.handle(event, self.context.scale, False)
            return self.next
        return super().handle(event)

    def commands(self) -> list[Command]:
        return [
            Command("H", self.toggle_hints, "show or hide the moves"),
            Command("D", self.toggle_plot, "moves, or the plot of rows a game"),
            Command("C", self.toggle_curve, "the plot as bars or as a curve"),
            Command("E, 1, 2, 3", None, "open or close the equity, each term by itself"),
            *super().commands(),
        ]

    def toggle_hints(self) -> None:
        """Show or hide the ranked moves."""
        self.hints = not self.hints

    def toggle_plot(self) -> None:
        """Show the plot in place of the moves, or the moves in place of the plot."""
        self.plot = not self.shows_plot

    def toggle_curve(self) -> None:
        """Show the distribution as a curve, or as bars."""
        self.logarithmic = not self.logarithmic
        self.plot = True

    @property
    def shows_plot(self) -> bool:
        """Whether the panel begins with the plot."""
        return not self.pace.easy if self.plot is None else self.plot

    # -- the board --

    def beside(self, frame: Frame) -> float:
        """The width taken from the left of the board."""
        return _SIDE if frame.board[2] >= _ROOMY else 0.0

    def draw_boards(self, canvas: Canvas, frame: Frame) -> None:
        x, y, width, height = frame.board
        side = self.beside(frame)
        box = (x + side, y, width - side, height)
        state = self.state()
        if self.pace.easy:
            choices = self._choices()
            look = RenderState(state, choices, self.grown, evaluator=self.curve.evaluator)
        else:
            look = RenderState(state, (), 1.0)
            box = _steady(canvas, box, state.board.width, state.board.height)
        self.ui.draw(canvas, box, look)
        self.draw_side(canvas, frame)

    def _choices(self) -> tuple[Choice, ...]:
        advice = self.advice()
        return advice.choices if advice is not None and self.hints else ()

    def draw_side(self, canvas: Canvas, frame: Frame) -> None:
        """Draw what stands left of the board: the ways from here."""
        if self.beside(frame):
            ways = self.ways()
            at = (frame.margin, frame.foot - 16 - STEP * len(ways))
            draw_ways(canvas, self.targets, at, _SIDE - 16, ways)

    # -- the panel --

    def draw_column(self, column: PanelColumn) -> None:
        if not self.beside(column.frame):
            row_of_ways(column, self.targets, self.ways())
        self.draw_top(column)
        state, advice = self.state(), self.advice()
        best = advice.choices[0] if advice is not None and advice.choices and self.may_ask else None
        panel.equity(column, state, self.curve.evaluator, best, parts=self.ui.parts, toggle=self.ui.toggle)
        if column.bottom - column.y >= _FACTS:
            column.y += 30
            heading(column.canvas, (column.left, column.y), "Game")
            column.y += 28
            column.facts(self.facts())

    def draw_top(self, column: PanelColumn) -> None:
        """Draw the first block of the panel: ranked moves, or the plot."""
        if self.shows_plot:
            self.ui.highlight(None)
            self._draw_plot(column)
            self._tall = 0.0
            return
        top = column.y
        opinion = Opinion(self.ui, self.state(), self.advice(), self.hints, self._waiting())
        column.best(opinion, self._choose, self.ui.highlight, self.toggle_hints)
        self._tall = max(self._tall if self._tall_in == column.bottom else 0.0, column.y - top)
        self._tall_in, column.y = column.bottom, top + self._tall

    def _choose(self, choice: Choice) -> None:
        """A press on a move stops the run, so that it can be looked at."""
        self.playing = False

    def _waiting(self) -> str:
        if self.state().over:
            return "The game is over."
        if self.context.warming is not None:
            return "The engines are being prepared …"
        if not self.pace.easy:
            return "Slower than 8 a second, moves are ranked."
        state = self.context.room.state(ADVISER)
        return "The controller is warming up …" if state in ("warming", "starting") else "…"

    def _draw_plot(self, column: PanelColumn) -> None:
        canvas, colour = column.canvas, column.canvas.theme.colour
        heading(canvas, (column.left, column.y), "Rows a game")
        for number, (name, key, press, about) in enumerate(
            (
                ("moves", "D", self.toggle_plot, "Ranked moves  (D)"),
                ("curve", "C", self.toggle_curve, "Bars, or a curve  (C)"),
            )
        ):
            box = (column.right - 22 - 30 * number, column.y - 11, 22.0, 22.0)
            if self.targets.add(name, box, press, about=about):
                canvas.panel(box, colour.raised, radius=4)
            key_cap(canvas, box[:2], key)
        column.y += 22
        spread = self.runner.spread
        if not spread.games:
            words = "No game has ended yet."
            if spread.going_on:
                words += f" After {short_count(spread.going_on)} rows, its mean is likely {self.runner.mean_words}."
            column.y += 14 + canvas.paragraph(
                (column.left, column.y, column.width, 0), words, "body", colour.text3
            )
            return
        canvas.text((column.left, column.y + 8), self._mean_words(), "label", colour.text2)
        column.y += 22
        height = min(_PLOT, max(90.0, column.bottom - column.y - 24))
        box = (column.left, column.y, column.width, height)
        if self.logarithmic:
            draw_survival(canvas, box, [spread])
        else:
            draw_histogram(canvas, box, spread)
        column.y += height + 24

    def _mean_words(self) -> str:
        """The estimated mean with its 95 % range, and the games it is from."""
        runner = self.runner
        return f"{runner.mean_words}, 95 %: {runner.range_words}; {runner.games_words}"

    def facts(self) -> tuple[tuple[str, str], ...]:
        """The game that is shown, and the games of the run so far."""
        state, runner = self.state(), self.runner
        pairs = [
            ("Pieces", grouped(state.placed)),
            ("Rows", grouped(state.cleared)),
            ("Mean rows", runner.mean_words),
            ("Games", grouped(runner.history.games)),
        ]
        return tuple(pairs)

    def remember(self, notes: Mapping[int, Advice]) -> None:
        """Take opinions that were kept with a game, by place."""
        self.advices.update(notes)


def _steady(canvas: Canvas, box: Box, columns: int, rows: int) -> Box:
    """The part of `box` in which the well alone stands where it stands with the legend beside it."""
    place = Geometry.fit(columns, rows, box, canvas.scale)
    x, _, width, _ = place.well
    return (x - 16, box[1], width + 32, box[3])
