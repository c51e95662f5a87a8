"""An opening book asked piece by piece: the line is shown, then the person plays it with the book's pieces in sight.

A placement is right if it keeps the chance of the book's own; any other says what it costs and what is still there.
"""

from __future__ import annotations

import random
from collections.abc import Hashable
from functools import partial
from pathlib import Path
from typing import Literal

import pygame
from msgspec.structs import replace

from ai.book.file import ENDING, new_own, own_folder
from ai.book.work import BookOrder, BookReport, BookWork
from game.errors import BadBook, BadInput, IllegalMove, KibitzError, NotSaved
from game.guided import openers
from game.guided.openers import Asked, Line
from game.places import prepare
from game.tetris.guideline import Placement, State
from game.tetris.guideline.openers.drawn import source_text
from game.tetris.guideline.openers.position import Position
from game.tetris.guideline.sandbox import read_positions
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.games.registry import ui_of
from gui.play.board_input import BOARD, BoardInput
from gui.play.game_ui import RenderState
from gui.play.job import RoomJob
from gui.play.panel import PanelColumn
from gui.scenes.books.best_play import BestPlay
from gui.scenes.books.book import ListedBook, OpenBook, own, shipped
from gui.scenes.books.walk import Step
from gui.scenes.guided.book_lines import BookLines, Verdict
from gui.ui import clipboard
from gui.ui.canvas import Canvas
from gui.ui.chrome import draw_bar, page
from gui.ui.commands import Command
from gui.ui.controls import heading
from gui.ui.layout import BUTTON_STEP, Flow, Frame, draw_drawer
from gui.ui.scroll import Scroll
from gui.ui.text import MINUS, chance_words, counted

Queues = Literal["all", "wrong", "mirrored"]
QUEUES: tuple[Queues, ...] = ("all", "wrong", "mirrored")
_WORDS = ("All", "Wrong before", "Mirrored")
_ABOUT = (
    "Queues as games by the book have them",
    "Queues of which you got a move wrong",
    "Queues that you were asked, in the mirror",
)
Way = Literal["show", "ask", "live"]
WAYS: tuple[Way, ...] = ("show", "ask", "live")
_WAYS = ("Show", "Ask", "Live")
_ABOUT_WAYS = (
    "The line is shown before you are asked",
    "You are asked at once",
    "You play in real time, queue after queue",
)
_SLICE = 0.006  # seconds of a frame in which chances are worked out
_SHOWN = 0.9  # seconds from one move of the line to the next while it is shown
_ROW = 34.0
_STEP = 44.0  # units between two pieces at the foot

Phase = Literal["choose", "show", "ask", "done"]


def _shelf() -> list[ListedBook]:
    """The books that can be read: those that ship, then the person's own."""
    return [each for each in (*shipped(), *own()) if not each.reason]


class OpenerScene(Scene):
    """Choosing a book, its stage and the queues, and then line after line."""

    name = "openers"
    title = "Openers"
    keys_title = "Openers"

    def __init__(
        self,
        context: AppContext,
        back: Scene | None,
        name: str = "",
        chance: random.Random | None = None,
        drawn: str = "",
    ) -> None:
        """`drawn` is a fumen, or a board as text, that becomes a book."""
        super().__init__(context, back)
        self.building: RoomJob[BookOrder, BookReport] = RoomJob(context.room, "book", BookWork)
        self.chance = chance or random.Random()
        self.ui = ui_of("tetris")
        self.input = BoardInput(self.ui.board, self.targets, self.chosen, context.reply)
        self.best = BestPlay(context.room)
        self.listed = _shelf()
        self.training = self._stored()
        self.phase: Phase = "choose"
        self.queues: Queues = "all"
        self.way: Way = "show"
        self.scroll = Scroll()
        self.stage = 0
        self.base = 0  # the step of the walk at which the line begins
        self.pieces: tuple[int, ...] = ()  # in sight there
        self.results: list[bool] = []  # by move of the line: whether it was right at first
        self.verdict: Verdict | None = None  # on the last placement
        self.waiting: Placement | None = None  # a placement that is still to be judged
        self._missed = False  # whether a placement of this move was wrong
        self._wait = 0.0
        self._grown = 1.0
        self.number = 0
        self.lines: BookLines | None = None
        line = self.training.line
        wanted = name or (line.book if line is not None else "")
        names = [each.path.stem for each in self.listed]
        if self.listed:
            self.choose(names.index(wanted) if wanted in names else 0)
        self.targets.focus = "start"
        if drawn:
            self.take(drawn)

    # -- openers of one's own --

    def paste(self) -> None:
        """Make a book of the opener on the clipboard."""
        text = clipboard.get()
        if text.strip():
            self.take(text)
        else:
            self.context.reply("There is no fumen on the clipboard.")

    def take(self, text: str) -> None:
        """Make a book of an opener: each piece drawn in its colour, a page of the fumen for each board."""
        if self.building.busy:
            self.context.reply("Another opener is still being built.")
            return
        name, number = new_own()
        try:
            source = source_text(read_positions(text, State()), name, f"Your opener {number}")
        except KibitzError as error:
            self.context.reply(f"This is no opener: {error}.")
            return
        reason = prepare(own_folder())
        if reason:
            self.context.reply(reason)
            return
        self.leave_line()
        self.building.start(BookOrder(text=source, file=str(own_folder() / f"{name}{ENDING}")))
        self.context.reply("Building your opener …")

    def _take_book(self, report: BookReport) -> None:
        """Choose the book that has just been built."""
        order = self.building.order
        share = chance_words(report.value)
        self.context.reply(f"Your opener can be trained. {share} of queues complete it as drawn.")
        self.listed = _shelf()
        names = [each.path for each in self.listed]
        if order is not None and Path(order.file) in names:
            self.choose(names.index(Path(order.file)))
            self.targets.focus = "start"

    def _stored(self) -> openers.Training:
        try:
            return openers.read()
        except BadInput as error:
            self.context.notify(str(error))
            return openers.Training()

    def _write(self) -> None:
        try:
            openers.write(self.training)
        except NotSaved as error:
            self.context.notify(str(error))

    # -- what is chosen --

    def choose(self, number: int) -> None:
        """Choose a book."""
        listed = self.listed[number]
        try:
            self.lines = BookLines(listed, self.chance, self.context.reply, self.best)
        except BadBook as error:
            self.context.reply(str(error))
            return
        self.number, self.stage, self.phase = number, 0, "choose"

    @property
    def book(self) -> OpenBook | None:
        return None if self.lines is None else self.lines.book

    @property
    def stages(self) -> list[tuple[str, Position]]:
        assert self.lines is not None
        return self.lines.stages

    @property
    def ready(self) -> bool:
        """True once the chances of the book are worked out."""
        return self.lines is not None and self.lines.ready

    @property
    def exact(self) -> bool:
        """True if every placement is counted through by the solver: the book is best play."""
        return self.lines is not None and self.lines.values is None

    def choose_stage(self, number: int) -> None:
        self.stage = number

    def choose_queues(self, number: int) -> None:
        self.queues = QUEUES[number]

    def next_way(self) -> None:
        """Show the line before it is asked, ask at once, or play in real time."""
        self.way = WAYS[(WAYS.index(self.way) + 1) % len(WAYS)]

    def _known_queues(self) -> list[tuple[int, ...]]:
        """The queues that can be asked, where not all can."""
        assert self.book is not None
        name, stage = self.book.listed.path.stem, self.stages[self.stage][0]
        if self.queues == "wrong":
            return [each.pieces for each in self.training.of(name, stage, wrong=True)]
        return [openers.mirrored(each.pieces) for each in self.training.of(name, stage)]

    # -- a line --

    def start(self) -> None:
        """Begin a line: a queue that was left, or the next one."""
        if not self.ready or self.book is None:
            self.context.reply("The chances of the book are still being worked out.")
            return
        if self.way == "live":
            self.go(
                to.BookStage(self.book.listed.path.stem, self.stages[self.stage][0] if self.stage else "")
            )
            return
        left = self.training.line
        if left is not None and self._take_up(left):
            return
        self.deal()

    def deal(self) -> None:
        """Ask the next queue."""
        assert self.lines is not None
        queues = [] if self.queues == "all" else self._known_queues()
        if self.queues != "all" and not queues:
            what = "went wrong yet" if self.queues == "wrong" else "was asked yet"
            self.context.reply(f"No queue of this stage {what}. All queues can be asked.")
            return
        self.base = self.lines.to_stage(self.stage)
        if queues:
            turn = queues[len(self.training.asked) % len(queues)]
            self.lines.book.walk.see(turn, held=False)
        else:
            self.lines.deal()
        self._begin()
        self.phase = "show" if self.way == "show" else "ask"
        self._wait = _SHOWN
        self.targets.focus = "next" if self.way == "show" else BOARD
        self._keep()

    def _begin(self) -> None:
        assert self.book is not None
        self.pieces = self.book.here.seen
        self.results, self.verdict, self.waiting, self._missed = [], None, None, False
        self._grown = 1.0
        self.targets.focus = BOARD

    def _take_up(self, line: Line) -> bool:
        """Go on with a line that was left; whether that can be."""
        assert self.lines is not None
        titles = [title for title, _ in self.stages]
        if line.book != self.lines.name or line.stage not in titles:
            return False
        self.stage = titles.index(line.stage)
        self.base = self.lines.to_stage(self.stage)
        walk = self.lines.book.walk
        try:
            walk.see(line.pieces, held=False)
            self._begin()
            for move, letter in zip(line.moves, line.letters, strict=True):
                at = Placement.parse(move)
                walk.here.state.put(at)
                walk.put(at, letter)
        except (BadInput, IllegalMove, ValueError, AssertionError):
            return False
        self.results = [True] * len(line.moves)
        self.results[: line.wrong] = [False] * line.wrong
        self.phase = "ask"
        return True

    def _keep(self) -> None:
        """Remember the line as it stands."""
        assert self.book is not None
        steps = self.book.walk.steps[self.base : self.book.walk.at + 1]
        moves = [step.state.last.placement for step in steps[1:] if step.state.last is not None]
        line = Line(
            book=self.book.listed.path.stem,
            stage=self.stages[self.stage][0],
            pieces=self.pieces,
            letters=tuple(step.seen[-1] for step in steps[1:]),
            moves=tuple(str(each) for each in moves),
            wrong=self.results.count(False),
        )
        self.training = replace(self.training, line=line if self.phase == "ask" else None)
        self._write()

    @property
    def here(self) -> Step:
        """The step on the board."""
        assert self.book is not None
        return self.book.here

    def _is_over(self) -> bool:
        """Return True if the line has come to its end on the board."""
        assert self.lines is not None
        return self.lines.is_over(self.here, self.lines.book.walk.at - self.base, self.stage)

    def ask(self) -> None:
        """Enough was seen of the line: now it is asked."""
        assert self.book is not None
        if self.phase == "show":
            self.book.walk.go_to(self.base)
            self.phase = "ask"
            self._begin()
            self._keep()

    # -- the person plays --

    def open_hand(self) -> bool:
        """Return True if a piece can be placed."""
        return self.phase == "ask" and self.waiting is None

    def chosen(self, move: str) -> None:
        """Judge a placement; one that is right is made."""
        if not self.open_hand():
            return
        at = Placement.parse(move)
        try:
            self.here.state.put(at)
        except IllegalMove as error:
            self.context.reply(str(error))
            return
        self.waiting = at
        self._judge()

    def _judge(self) -> None:
        """Judge the placement that waits, once that can be."""
        at = self.waiting
        if at is None:
            return
        assert self.lines is not None
        verdict = self.lines.verdict(self.here, at)
        if verdict is None:
            return
        self.waiting, self.verdict = None, verdict
        if verdict.right:
            self._place(at)
        else:
            self._missed = True
            self.ui.board.see(self.here.state, open_hand=True)

    def _place(self, at: Placement) -> None:
        assert self.book is not None
        self.results.append(not self._missed)
        self._missed = False
        self.book.walk.place(at)
        self._grown = 1.0 if self.context.still else 0.0
        if self._is_over():
            self._finish()
        else:
            self._keep()

    def _finish(self) -> None:
        assert self.book is not None
        self.phase = "done"
        asked = Asked(self.book.listed.path.stem, self.stages[self.stage][0], self.pieces, all(self.results))
        self.training = self.training.with_asked(asked)
        self._write()
        self.targets.focus = "next"

    def show_move(self) -> None:
        """Place the piece as the book does; this move counts as wrong."""
        if self.open_hand() and self.here.move is not None:
            self._missed, self.verdict = True, None
            self._place(self.here.move)

    def leave_line(self) -> None:
        """Back to the choice of books."""
        if self.phase != "choose":
            if self.phase == "ask":
                self._keep()
            self.phase = "choose"
            self.targets.focus = "start"

    def go_back(self) -> None:
        if self.phase != "choose":
            self.leave_line()
        else:
            super().go_back()

    # -- time --

    def entered(self) -> None:
        super().entered()
        self.training = self._stored()  # lines in real time are counted as well
        self.ui.board.bind(self.context.config)

    def left(self) -> None:
        self.best.stop()
        self.building.stop()

    def update(self, seconds: float) -> Scene | None:
        for event in self.context.room.poll():
            self.best.take(event)
            report = self.building.hear(event)
            if report is not None and report.done:
                self._take_book(report)
            elif self.building.failure:
                self.context.reply(self.building.failure)
                self.building.failure = ""
        if self.book is not None:
            self.book.graph.work(_SLICE)
            self._grown = min(1.0, self._grown + seconds / (self.context.theme.motion.long / 1000))
            if self.phase == "show":
                self._show(seconds)
            self.best.preparing = self.context.preparing("tetris")
            self.best.look(self.here, seconds, wanted=self.exact and self.phase == "ask")
            self._judge()
        if self.phase == "choose":
            self.scroll.follow(self.targets)
        self.refresh()
        return self.next

    def _show(self, seconds: float) -> None:
        """Play the book's line, and then ask it."""
        assert self.book is not None
        self._wait -= seconds
        if self._wait > 0:
            return
        self._wait = _SHOWN
        if self._is_over():
            self.ask()
        elif self.here.move is not None:
            self.book.walk.place(self.here.move)
            self._grown = 1.0 if self.context.still else 0.0

    def refresh(self) -> None:
        if self.book is not None:
            self.input.see(self.here.state, open_hand=self.open_hand())

    def pulse(self) -> Hashable:
        at = 0 if self.book is None else self.book.walk.at
        taken = 0 if self.book is None else self.book.graph.taken
        return at, taken, self.phase, self._grown, len(self.results), self.best.progress

    # -- keys --

    def handle(self, event: pygame.event.Event) -> Scene | None:
        scale = self.context.scale
        if self.phase == "choose" and self.scroll.handle(event, scale):
            return self.next
        if event.type != pygame.KEYDOWN:
            self.input.mouse(event, scale)
        elif not self.input.key(event, scale) and not self.targets.handle(event, scale):
            self.input.offer(event, scale)
            self.key(event)
        return self.next

    def commands(self) -> list[Command]:
        number = min(9, len(self.listed))
        books = tuple(partial(self.choose, each) for each in range(number))
        digits = ", ".join(str(each + 1) for each in range(number))
        choosing = self.phase == "choose"
        return [
            *(self.input.commands() if self.phase == "ask" else []),
            Command(digits, books, "choose a book", enabled=choosing),
            Command("G", self._next_stage, "the next stage", enabled=choosing),
            Command("Q", self._next_queues, "all queues, those that went wrong, mirrored", enabled=choosing),
            Command(
                "V", self.next_way, "show the line first, ask at once, or in real time", enabled=choosing
            ),
            Command("Ctrl+V", self.paste, "make a book of the opener that was copied"),
            Command("N, Enter", self._go_on, "begin, ask now, or the next queue"),
            Command("S", self.show_move, "show the book’s move", enabled=self.phase == "ask"),
            Command("B", self.leave_line, "choose another book", enabled=not choosing),
            Command("K", self.toggle_panel, "show or hide the panel in a narrow window"),
            *super().commands(),
        ]

    def _next_stage(self) -> None:
        self.stage = (self.stage + 1) % len(self.stages)

    def _next_queues(self) -> None:
        self.queues = QUEUES[(QUEUES.index(self.queues) + 1) % len(QUEUES)]

    def _go_on(self) -> None:
        if self.phase == "choose":
            self.start()
        elif self.phase == "show":
            self.ask()
        elif self.phase == "done":
            self.deal()

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        with page(canvas, self, board=BOARD) as frame:
            self.input.add(frame.board)
            if self.book is not None:
                look = RenderState(
                    position=self.here.state,
                    grown=1.0 - (1.0 - self._grown) ** 3,
                    open_hand=self.open_hand(),
                    focused=self.input.focused,
                )
                box = frame.uncovered(frame.board, panel_open=self.panel_open)
                self.ui.board.draw(canvas, box, look)
            draw_bar(canvas, frame, self, self.title, self._detail())
            self._draw_foot(canvas, frame)
            if draw_drawer(canvas, frame, self.targets, self.toggle_panel, is_open=self.panel_open):
                column = PanelColumn(canvas, frame, self.targets)
                if self.book is None:
                    column.paragraph("No book can be read.")
                elif self.phase == "choose":
                    self._draw_choice(column)
                else:
                    self._draw_line(column)

    def _detail(self) -> str:
        if self.book is None or self.phase == "choose":
            return ""
        return f"{self.book.listed.title} · {self.stages[self.stage][0]}"

    def _draw_choice(self, column: PanelColumn) -> None:
        """The books, the stages of the one that is chosen, and which queues; they scroll where there is little room."""
        assert self.book is not None
        words = "Go on" if self.way != "live" and self._left_here() else "Start"
        bottom = column.bottom - BUTTON_STEP - 8
        view = (column.left - 12, column.top - 24, column.width + 24, bottom - column.top + 24)
        with Flow.scrolling(column.canvas, self.targets, self.scroll, view, inset=12) as flow:
            flow.heading("Book", step=30)
            for number, listed in enumerate(self.listed):
                self._draw_row(flow, f"book {number}", listed.title, self._asked_of(listed), number == self.number,
                               partial(self.choose, number))  # fmt: skip
            words_on = "Building …" if self.building.busy else "Add from a fumen"
            flow.button("paste", words_on, "Ctrl+V", self.paste)
            flow.y += 22
            if self.ready and len(self.stages) > 1:
                flow.heading("Stage", step=30)
                for number, (title, _) in enumerate(self.stages):
                    chosen = number == self.stage
                    self._draw_row(
                        flow, f"stage {number}", title, "", chosen, partial(self.choose_stage, number)
                    )
                flow.y += 10
            flow.heading("Queues", step=18)
            flow.pills("queues", _WORDS, QUEUES.index(self.queues), self.choose_queues, _ABOUT)
            flow.pills("way", _WAYS, WAYS.index(self.way), self._choose_way, _ABOUT_WAYS)
        column.y = column.bottom - BUTTON_STEP
        if self.ready:
            column.button("start", words, "Enter", self._go_on, primary=True)
        else:
            share = f"{100 * self.book.graph.share:.0f}\u00a0%"
            column.paragraph(f"Working out the chances … {share}", "body", column.canvas.theme.colour.text3)

    def _choose_way(self, number: int) -> None:
        self.way = WAYS[number]

    def _left_here(self) -> bool:
        line = self.training.line
        return line is not None and self.book is not None and line.book == self.book.listed.path.stem

    def _asked_of(self, listed: ListedBook) -> str:
        asked = [each for each in self.training.asked if each.book == listed.path.stem]
        return f"{sum(each.right for each in asked)} of {len(asked)}" if asked else ""

    def _draw_row(
        self, column: Flow, name: str, words: str, value: str, chosen: bool, press: partial[None]
    ) -> None:
        canvas, colour, kind = column.canvas, column.canvas.theme.colour, column.canvas.theme.type["body"]
        room = column.width - canvas.text_width(value, "label") - 8
        lines = canvas.renderer.wrap(words, kind, room, canvas.scale)  # stages may differ in their last word
        below = kind.line * (len(lines) - 1) / 2
        column.y += below
        column.row(name, _ROW - 2 + 2 * below, press, chosen=chosen, radius=6)
        canvas.text((column.right, column.y), value, "label", colour.text3, "right")
        for number, line in enumerate(lines):
            at = (column.left, column.y - below + number * kind.line)
            canvas.text(at, line, "body", colour.text if chosen else colour.text2)
        column.y += _ROW + below

    def _draw_line(self, column: PanelColumn) -> None:
        canvas, colour = column.canvas, column.canvas.theme.colour
        column.y = column.top
        buttons = self._buttons()
        with column.keeping(BUTTON_STEP * len(buttons) + 8):
            if self.phase == "show":
                heading(canvas, (column.left, column.y), "The line")
                column.y += 18
                column.paragraph("The book plays these pieces.", "title", colour.text, lines=2, after=4)
                column.paragraph("Then you are asked, with the same pieces.", "body", colour.text3)
            elif self.phase == "done":
                self._draw_done(column)
            else:
                made = self.book.walk.at - self.base if self.book is not None else 0
                heading(canvas, (column.left, column.y), f"Piece {made + 1}")
                column.y += 18
                column.paragraph("Where does it go?", "title", colour.text, lines=2, after=8)
                self._draw_verdict(column)
        column.y = column.bottom - BUTTON_STEP * len(buttons)
        for each in buttons:
            column.button(each.name, each.label, each.key, each.press, primary=each.name == "next")

    def _draw_verdict(self, column: PanelColumn) -> None:
        """The judgement on the last placement: right, or what it costs and what is still there."""
        canvas, colour, verdict = column.canvas, column.canvas.theme.colour, self.verdict
        if self.waiting is not None:
            column.paragraph(self.best.warming or "Counting …", "body", colour.text3)
            return
        if verdict is None:
            column.paragraph("Place the piece, or the one in hold.", "body", colour.text3)
            return
        name = self.ui.language.move_words(self.here.state, str(verdict.move))
        if verdict.right:
            same = self.results and self.results[-1]
            column.paragraph("Right." if same else "That is it.", "strong", colour.text, after=2)
            column.paragraph(f"{name}, keeps {chance_words(verdict.best)}.", "body", colour.text2)
            return
        column.y += 8
        used = canvas.text((column.right, column.y), f"{MINUS}{chance_words(verdict.cost)}", "strong",
                           colour.amber_text, "right")  # fmt: skip
        canvas.text(
            (column.left, column.y), canvas.fitted(name, "body", column.width - used - 8), "body", colour.text
        )
        column.y += 18
        best, left = chance_words(verdict.best), chance_words(verdict.left)
        if verdict.left > 0:
            column.paragraph(f"{left} is still there, {best} with the right placement. Try again.", lines=3)
        else:
            column.paragraph(
                f"The book has nothing behind it; {best} with the right placement. Try again.", lines=3
            )

    def _draw_done(self, column: PanelColumn) -> None:
        canvas, colour = column.canvas, column.canvas.theme.colour
        good, all_moves = sum(self.results), len(self.results)
        heading(canvas, (column.left, column.y), "The line is over")
        column.y += 18
        words = "All right." if good == all_moves else f"{good} of {all_moves} right at first."
        column.paragraph(words, "title", colour.text, lines=2, after=4)
        column.y += 4
        if not self.here.state.field.height:
            column.paragraph("The board is empty.", after=16)
        elif self.here.move is None and not (
            self.lines is not None
            and self.lines.values is not None
            and self.lines.values.ended(self.here, all_moves)
        ):
            column.paragraph("With these pieces the book has no move any more.")
        asked = self._asked_of(self.book.listed) if self.book is not None else ""
        if asked:
            column.line("Queues right so far", asked)

    def _buttons(self) -> list[Command]:
        other = Command("B", self.leave_line, label="Another book", name="other")
        if self.phase == "show":
            return [other, Command("N, Enter", self.ask, label="Ask me now", name="next")]
        if self.phase == "done":
            return [other, Command("N, Enter", self.deal, label="Next queue", name="next")]
        return [other, Command("S", self.show_move, label="Show me", name="show")]

    def _draw_foot(self, canvas: Canvas, frame: Frame) -> None:
        """The moves of the line so far, and how each went."""
        colour, middle = canvas.theme.colour, frame.foot + frame.timeline_height / 2
        canvas.text((frame.margin, middle - 21), "This line", "label", colour.text3)
        figure = f"{sum(self.results)} of {len(self.results)}" if self.results else "–"
        canvas.text((frame.margin, middle + 20), figure, "figure", colour.text)
        left, right = frame.margin + 152.0, frame.timeline[0] + frame.timeline[2] - frame.margin
        step = min(_STEP, (right - left) / max(1, len(self.results)))
        for number, good in enumerate(self.results):
            box = (left + step * number, middle - 10, step - 8, 20.0)
            canvas.panel(
                box, colour.text if good else None, radius=6, edge=colour.text if good else colour.line2
            )
            canvas.text((box[0] + box[2] / 2, middle + 22), str(number + 1), "label", colour.text3, "middle")
        if not frame.drawer and self.results:
            words = counted(len(self.results), "piece")
            canvas.text((frame.transport[0] + frame.margin, middle), words, "body", colour.text3)
