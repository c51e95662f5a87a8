"""One controller being watched: its board with the equity opened up, its moves, its games.

A game that was kept is watched from any piece, with nobody playing on; as a showcase it has chapters, too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from ai.tetris.classic.controllers import CONTROLLERS
from ai.work import Question, Thinking
from game.advice import Advice, AdviceStore, Choice
from game.record import Record
from game.showcase import Showcase, minutes
from game.tetris.classic import State
from game.tetris.classic.board import Board
from gui.context import AppContext, Scene
from gui.games.classic import panel
from gui.games.classic.cells import Geometry
from gui.play.advice_feed import AdviceFeed, waiting_words
from gui.play.chapters import ROW, ChapterPanel, Placing, draw_ways, next_showcase
from gui.play.engine_room import Event, WorkerFailure
from gui.play.game_ui import Opinion, RenderState
from gui.play.kibitzer import draw_best, height_of_best
from gui.play.panel import PanelColumn
from gui.play.run_plan import Plan
from gui.scenes.run.playhead import EASY_SPEED, KEPT_SPEEDS, RunPlayhead, RunTour, equity_of
from gui.scenes.run.plots import draw_histogram, draw_survival
from gui.scenes.run.runners import Runner
from gui.scenes.run.scene import RunScene, Scrubber, resumed
from gui.ui.canvas import Box, Canvas
from gui.ui.commands import BOARDS, Command
from gui.ui.graph import Axis
from gui.ui.layout import BUTTON_STEP, Flow, Frame
from gui.ui.text import counted, grouped, short_count
from gui.ui.theme import Rgb

ADVISER = "run-adviser"
_MOST_ADVICE = 400
_AHEAD = 2  # pieces ahead of the playhead that are asked about
_SIDE, _CAPTION = 144.0, 312.0  # the width of what stands left of the board: buttons, or a chapter, too
_ROOMY, _ROOMIER = 760.0, 800.0  # the width of the board's box from which there is room for them
_PLOT = 178.0
_FACTS = 96.0  # what heading and facts of the game take
_BELOW_CHAPTERS = 308.0  # units for the equity and the game


class WatchScene(RunScene):
    """One runner. Moves are ranked where an eye can follow, games are plotted where it cannot."""

    name = "watch"
    keys_title = "Watching"

    def __init__(
        self,
        context: AppContext,
        back: Scene | None,
        plan: Plan,
        head: RunPlayhead,
        record: Record | None = None,
    ) -> None:
        """`record` is that of a kept game; its showcase is followed where the playhead is a `RunTour`."""
        super().__init__(context, back, plan, head)
        self.record = record
        self.chapters: ChapterPanel | None = None
        if record is not None and isinstance(head, RunTour):
            self.chapters = ChapterPanel(head)
        self.hints = self.chapters is None
        self.plot: bool | None = None  # None: whatever suits the speed
        self.logarithmic = False
        notes = [(note.ply, note.advice) for note in record.notes] if record is not None else []
        self.feed = AdviceFeed(context.room, self._ask, role=ADVISER, store=AdviceStore(notes, _MOST_ADVICE))

    @classmethod
    def live(cls, context: AppContext, back: Scene | None, plan: Plan) -> WatchScene:
        """A controller that begins to play at once, at the speed of the settings."""
        runner = Runner.live(context.room, "run-0", plan, plan.controllers[0])
        scene = cls(context, back, plan, RunPlayhead([runner], context.config.classic.watch_speed))
        scene.head.playing = True
        return scene

    @classmethod
    def continued(cls, context: AppContext, back: Scene | None, record: Record) -> WatchScene:
        """A run that was left, at the piece where it was left: the controller can go on with it."""
        plan, runner = resumed(context, record)
        scene = cls(context, back, plan, RunPlayhead([runner], context.config.classic.watch_speed))
        scene.head.front = runner.count
        scene.head.seek(record.cursor)
        scene.know(record)
        return scene

    @classmethod
    def saved(cls, context: AppContext, back: Scene | None, shown: Record | Showcase) -> WatchScene:
        """The game of a record that has a run, where it was left, or its showcase. Raises `BadRecord`."""
        record = shown.record if isinstance(shown, Showcase) else shown
        plan, runner = resumed(context, record, live=False)
        if isinstance(shown, Showcase):
            return cls(context, back, plan, RunTour(shown, runner), record)
        head = RunPlayhead([runner], context.config.classic.watch_speed or EASY_SPEED, KEPT_SPEEDS)
        head.seek(record.cursor)
        return cls(context, back, plan, head, record)

    # -- the graph: how the controller looks at its own boards --

    @property
    def evaluator(self) -> str:
        """The controller itself, where we know how it looks at a board; else the adviser."""
        who = self.runner.controller
        return who if who in CONTROLLERS else self.context.config.classic.adviser

    def measure_of(self, runner: Runner) -> Callable[[Board], float]:
        return partial(equity_of, controller=self.evaluator)

    @property
    def reading(self) -> str:
        return "Equity now"

    @property
    def ink(self) -> Rgb:
        return self.context.theme.colour.amber_line

    def axis(self, values: Sequence[float]) -> Axis:
        return self.ui.language.axis(values)

    def figure(self, value: float) -> str:
        return self.ui.language.figure(value)

    def marks(self) -> tuple[int, ...]:
        if self.record is None:
            return super().marks()
        return tuple(chapter.ply for chapter in self.record.chapters if chapter.ply)

    # -- opinions --

    def advice(self) -> Advice | None:
        """The controller's opinion of the position that is shown."""
        return self.feed.store.get(self.head.at)

    @property
    def may_ask(self) -> bool:
        """True if moves are to be ranked here."""
        return self.hints and self.head.easy and not self.shows_plot

    def update(self, seconds: float) -> Scene | None:
        self.ui.board.highlight(self.targets.pointed)
        self.refresh()
        if self.may_ask and not self.feed.busy:
            self._look_ahead()
        return super().update(seconds)

    def refresh(self) -> None:
        if self.chapters is not None:
            self.chapters.follow(self.targets)

    def _look_ahead(self) -> None:
        """Ask about the position that is shown, then about those that come next."""
        ahead = _AHEAD if self.head.playing else 0
        for at in range(self.head.at, min(self.head.at + ahead, self.head.known) + 1):
            if self.feed.store.get(at) is None:
                self.feed.look(at, wanted=not self.runner.position(at).over)
                return

    def _ask(self, at: int) -> Thinking:
        """Ask the controller itself, where it is one that we know."""
        state = self.runner.position(at)
        question = Question(game="classic", rules=state.here(), moves=(), seat=0, engine=self.evaluator)
        return Thinking(question, state)

    def hear(self, event: Event) -> None:
        super().hear(event)
        self.feed.take(event)
        if isinstance(event, WorkerFailure) and event.role == ADVISER and event.final:
            self.hints = False

    def left(self) -> None:
        super().left()
        self.feed.stop()

    def go_back(self) -> None:
        super().go_back()
        if self.next is not self:
            self.context.room.dismiss(ADVISER)

    # -- keys --

    def handle(self, event: pygame.event.Event) -> Scene | None:
        if event.type == pygame.KEYDOWN and self.ui.board.takes(event, False):
            to_chapter = self.chapters is not None and not self.hints and event.unicode.isdecimal()
            if not to_chapter:  # digits are terms of the equity, too
                self.ui.board.handle(event, self.context.scale, False)
                return self.next
        scroll = self.chapters.scroll if self.chapters is not None else None
        if scroll is not None and scroll.handle_mouse(event, self.context.scale, self.targets):
            return self.next
        return super().handle(event)

    def commands(self) -> list[Command]:
        plots = [
            Command("D", self.toggle_plot, "moves, or the plot of rows a game"),
            Command("C", self.toggle_curve, "the plot as bars or as a curve"),
        ]
        return [
            Command("H", self.toggle_hints, "show or hide the moves", scope=BOARDS),
            *(plots if self.record is None else []),
            Command("E, 1, 2, 3", None, "show or hide the terms of the equity"),
            *super().commands(),
        ]

    def ways(self) -> list[Command]:
        ways = [way for way in super().ways() if self.record is None or way.name != "save"]
        if self.chapters is None:
            return ways
        on = [way for way in ways if way.name == "play on" and not self.state().over]
        return [*(next_showcase(self, self.chapters.head) if self.ended else []), *on]

    @property
    def ended(self) -> bool:
        """True if it is a showcase that is over."""
        return self.chapters is not None and self.head.ended and not self.head.playing

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
        """True if the panel begins with the plot."""
        if self.record is not None:  # one game alone
            return False
        return not self.head.easy if self.plot is None else self.plot

    # -- the board, and what stands left of it --

    def scrubber(self) -> Scrubber:
        """The whole run; of a showcase all of its time."""
        head = self.head
        if not isinstance(head, RunTour):
            return super().scrubber()
        last, words = int(10 * head.shown.seconds), minutes(head.shown.seconds)
        return Scrubber(head.tenths, 0, last, head.chapter_tenths, words, head.show_tenths)

    @property
    def slow(self) -> bool:
        """True if a showcase shows the last piece slowly."""
        return isinstance(self.head, RunTour) and self.head.touring and self.head.part.pace == "slow"

    @property
    def grown(self) -> float:
        head = self.head
        return head.part.share(head.seconds) if isinstance(head, RunTour) and self.slow else super().grown

    @property
    def counted_at(self) -> int:
        """As long as a piece is shown slowly the place before it, whose board is seen."""
        return super().counted_at - self.slow

    def counted_state(self) -> State:
        """The position that all figures belong to."""
        return self.runner.history.position(self.counted_at) if self.slow else self.state()

    def bar_detail(self) -> str:
        if self.record is None or not self.record.title:
            return super().bar_detail()
        return f"Showcase · {self.record.title}" if self.chapters else self.record.title

    def beside(self, frame: Frame) -> float:
        """The width taken from the left of the board."""
        if self.chapters is not None and frame.board[2] >= _ROOMIER:
            return _CAPTION
        return _SIDE if frame.board[2] >= _ROOMY and self.chapters is None else 0.0

    def draw_boards(self, canvas: Canvas, frame: Frame) -> None:
        x, y, width, height = frame.board
        side, state = self.beside(frame), self.state()
        box = (x + side, y, width - side, height)
        placing = self._placing(frame)
        if placing is not None:
            box = placing.board
        if self.head.easy:
            advice = self.advice() if self.hints else None
            choices: tuple[Choice, ...] = advice.choices if advice is not None else ()
            look = RenderState(state, choices, self.grown, evaluator=self.evaluator)
        else:
            look = RenderState(state, (), 1.0)
            box = _steady(canvas, box, state.board.width, state.board.height)
        self.ui.board.draw(canvas, box, look)
        if side:
            self._draw_side(canvas, frame, chapter=side == _CAPTION)
        if placing is not None and self.chapters is not None:
            if frame.drawer and self.ended:
                left, top, wide, _ = placing.words
                draw_ways(canvas, self.targets, (left, top + 12, wide, 0.0), self.ways())
            else:
                self.chapters.draw_small(canvas, placing)

    def _placing(self, frame: Frame) -> Placing | None:
        """The words and the board where they share the room; None where there is more, or nothing is said."""
        if self.chapters is None or self.beside(frame):
            return None
        board = frame.uncovered(frame.board, panel_open=self.panel_open)
        return self.chapters.place(self.context, frame.margin, board, self.ui.board.aspect, 0.0)

    def _draw_side(self, canvas: Canvas, frame: Frame, *, chapter: bool) -> None:
        """The ways from here; above them the current `chapter`."""
        ways = self.ways()
        tall = BUTTON_STEP * len(ways)
        left, width = (2 * frame.margin, 240.0) if chapter else (frame.margin, _SIDE - 16)
        if chapter and self.chapters is not None:
            box = (left, frame.board[1], _CAPTION - left - 16, frame.board[3] - tall)
            self.chapters.draw_current(canvas, box)
        Flow(canvas, self.targets, left, frame.foot - 14 - tall, width).buttons(ways)

    # -- the panel --

    def draw_column(self, column: PanelColumn) -> None:
        if not self.beside(column.frame) and (ways := self.ways()):
            column.at_foot(ways)
        if self.chapters is not None and not self.hints and not self.plot:
            self._draw_chapters(column, self.chapters)
        elif self.shows_plot:
            self._draw_plot(column)
        else:
            below = column.y + height_of_best(column, self.ui.language)  # so that nothing below it jumps
            opinion = Opinion(self.state(), self.advice(), self.hints, self._waiting())
            draw_best(column, self.ui.language, opinion, self._choose, self.toggle_hints)
            column.y = max(column.y, below)
        state, advice = self.counted_state(), self.advice()
        ranked = advice is not None and advice.choices and self.may_ask and not self.slow
        best = advice.choices[0] if advice is not None and ranked else None
        panel.equity(
            column, state, self.evaluator, best, parts=self.ui.board.parts, toggle=self.ui.board.toggle
        )
        if column.room >= _FACTS:
            column.y += 30
            history = self.runner.history
            game, _ = history.game_at(self.place(self.chosen))
            column.heading(
                f"Game {grouped(history.before.games + game + 1)}" if self.record is None else "Game"
            )
            column.facts(self._facts())

    def _draw_chapters(self, column: PanelColumn, chapters: ChapterPanel) -> None:
        column.heading("Chapters", step=35)
        chapters.draw_list(column, max(2 * ROW, column.room - _BELOW_CHAPTERS))  # always two of them

    def _choose(self, choice: Choice) -> None:
        """A press on a move stops the run, so that it can be looked at."""
        self.head.playing = False

    def _waiting(self) -> str:
        if self.state().over:
            return "The game is over."
        if not self.head.easy:
            return "Moves are ranked at less than 8 pieces a second."
        return waiting_words(self.context, "classic", ADVISER)

    def _draw_plot(self, column: PanelColumn) -> None:
        standing = self.standing()
        spread = self.runner.history.spread(standing)
        column.headed(
            "Rows a game",
            Command("D", self.toggle_plot, "ranked moves", name="moves"),
            Command("C", self.toggle_curve, "bars, or a curve", name="curve"),
        )
        column.y += 22
        if not spread.games:
            words = "No game has ended yet."
            if standing.going_on:
                rows = counted(standing.going_on, "row")
                words += f" After {rows}, its mean is likely {standing.mean_words}."
            column.paragraph(words, ink=column.canvas.theme.colour.text3, after=14)
            return
        mean = f"{standing.mean_words}, 95 %: {standing.range_words}; {standing.games_forms[-1]}"
        column.canvas.text((column.left, column.y + 8), mean, "label", column.canvas.theme.colour.text2)
        column.y += 22
        box = (column.left, column.y, column.width, min(_PLOT, max(90.0, column.room - 24)))
        if self.logarithmic:
            draw_survival(column.canvas, box, [spread])
        else:
            draw_histogram(column.canvas, box, spread)
        column.y += box[3] + 24

    def _facts(self) -> list[tuple[str, str]]:
        """The game that is shown, and the games of the run so far, or how long it is."""
        state, runner = self.counted_state(), self.runner
        facts = [("Pieces", grouped(state.placed)), ("Rows", grouped(state.cleared))]
        stack = f"{state.board.height - state.board.top} of {state.board.height}"
        if self.record is not None:
            return [*facts, ("Stack", stack), ("In all", short_count(runner.count))]
        standing = self.standing()
        more = ("Mean rows", standing.mean_words) if standing.games else ("Stack", stack)
        return [*facts, more]

    def save(self) -> None:
        if self.record is None:
            super().save()
        else:
            self.context.reply("This game is already saved.")


def _steady(canvas: Canvas, box: Box, columns: int, rows: int) -> Box:
    """The part of `box` in which the well alone stands where it stands with the legend beside it."""
    place = Geometry.fit(columns, rows, box, canvas.scale)
    x, _, width, _ = place.well
    return (x - 16, box[1], width + 32, box[3])
