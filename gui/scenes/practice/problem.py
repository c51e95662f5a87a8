"""A problem on its game's own board, with the keys and the mouse that the game has.

Until a move was tried nothing amber is on the screen. Then the panel says, in this order: what was played and what it
costs, why, what is right, and the line that follows can be played through.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

import msgspec
import pygame

from ai.practice.answer import at_once, needs_engine
from ai.practice.orders import AnswerOrder, AnswerReport
from ai.practice.work import Answering
from game.advice import Advice, Choice, Proof, Source, Worth
from game.bridge import State as Bridge
from game.errors import IllegalMove
from game.facts import PolicyFacts
from game.games import open_position
from game.position import Position, plain
from game.practice.attempt import Answer
from game.practice.daily import attempt_on
from game.practice.history import Outcome
from game.practice.problem import Choose, Keys, Problem, Tricks
from game.record import Seat
from game.session import Session
from game.zuniq import State as Zuniq
from gui import destinations as to
from gui.context import AppContext, Scene, Shared
from gui.games.piece_ui import PieceBoard
from gui.play.board_input import BOARD
from gui.play.engine_room import WorkerFailure
from gui.play.game_ui import Fault, Opinion
from gui.play.job import RoomJob
from gui.play.panel import PanelColumn
from gui.play.problem_run import ProblemRun, Trial
from gui.scenes.board_scene import BoardScene
from gui.scenes.practice import words
from gui.scenes.practice.keys import KeyCount
from gui.ui import clipboard
from gui.ui.canvas import Canvas
from gui.ui.commands import Command
from gui.ui.controls import badge, heading
from gui.ui.input import KEY_REPEAT, handling_of
from gui.ui.layout import BUTTON_STEP, Frame
from gui.ui.text import counted

ANSWER = "answer"  # the role of the worker that judges
_REPLY = 0.45  # seconds before the other side replies, so that a person's own move is seen
_STEP = 64.0  # units between two problems at the foot
_LEAST_STEP = 26.0  # from which on all are numbered
RESULTS: dict[Outcome, str] = {"right": "right", "fine": "fine", "wrong": "again", "shown": "again"}


def session_of(problem: Problem) -> Session:
    """The game of a problem at its start, a person in the seat to move. Raises `BadDeck` or `BadInput`."""
    here = problem.open()
    person = here.to_move
    if isinstance(here, Bridge) and here.seat is not None:
        person = here.seat  # who looks on
    seats = [
        Seat("You") if seat == person else Seat("Kibitz", "engine", "kibitz", "full")
        for seat in range(len(here.seats))
    ]
    session = Session(open_position(problem.game, problem.start), seats)
    for move in problem.moves:
        session.play(move)
    return session


class ProblemScene(BoardScene):
    """One problem of a run."""

    name = "problem"
    keys_title = "Practice: a problem"

    def __init__(self, context: AppContext, back: Scene | None, run: ProblemRun) -> None:
        self.run = run
        self.trial = Trial(run, context.now, context.notify)
        self.problem = self.trial.problem
        self.hidden = not isinstance(self.problem.task, Tricks)
        super().__init__(context, back, session_of(self.problem))
        self.title = "Practice"
        self.begin = self.session.cursor  # the ply at which the problem begins
        self.job: RoomJob[AnswerOrder, AnswerReport] = RoomJob(context.room, ANSWER, Answering)
        self.walk: tuple[str, ...] | None = None  # the moves that are played through
        self._walk_from = self.begin
        self._walked = 0
        self._replies: list[str] = []
        self._wait = 0.0
        self._hints: list[str] = []
        self.keys = KeyCount()
        self._ahead: int | None = None  # the judgement that has the engine ready before the first try

    def entered(self) -> None:
        super().entered()
        if self._ahead is None and needs_engine(self.problem):
            order = AnswerOrder(problem=self.problem, played=self.problem.answers[:1])
            self._ahead = self.context.room.begin(ANSWER, Answering(order))
        if isinstance(self.problem.task, Keys):  # held keys move the piece as in a game in real time
            handling = handling_of(self.context.config)
            pygame.key.set_repeat(max(1, handling.das), max(1, handling.arr))

    # -- trying --

    def open_hand(self) -> bool:
        mine = self.session.seat.kind == "human" and not self.session.position.over
        return self.trial.open and mine and not self.job.busy and not self._replies and self.walk is None

    def chosen(self, move: str) -> None:
        if not self.open_hand():
            return
        here, task = self.session.position, self.problem.task
        if isinstance(task, Choose) and plain(here, move) not in [plain(here, each) for each in task.moves]:
            self.context.reply("Play one of the two moves that are compared.")
            return
        try:
            self.session.play(move)
        except IllegalMove as error:
            self.context.reply(str(error))
            return
        self._hints.clear()
        self.grow()
        self._sound()
        self._seen = self.session.cursor
        played = tuple(each.text for each in self.session.moves[self.begin : self.session.cursor])
        answer = at_once(self.problem, played)
        if answer is not None and isinstance(self.problem.task, Keys):
            answer = self.keys.judged(self.problem.task, answer)
        if answer is not None:
            self._take(move, answer)
        if answer is None or (answer.grade == "wrong" and self.problem.to_the_end and not answer.line):
            self.job.start(AnswerOrder(problem=self.problem, played=played))  # at least for the refutation

    def _take(self, move: str, answer: Answer) -> None:
        """Take the judgement on the move that was played last."""
        self.trial.judge(move, answer)
        if answer.grade == "on":
            self._replies, self._wait = list(answer.replies), _REPLY
            return
        if answer.grade == "wrong":
            self.session.go_to(self.session.cursor - 1)
            self._seen = self.session.cursor
        for reply in answer.replies if answer.grade != "wrong" else ():
            self.session.play(reply)
        self.targets.focus = "next"

    def undo(self) -> None:
        """Take back one's last move, and the reply to it; once the problem has ended, try it again."""
        if not self.trial.open:
            self.try_again()
        elif self.session.cursor > self.begin:
            self.job.stop()
            self._replies.clear()
            self.session.undo(self.session.position_at(self.begin).to_move)
            self.session.go_to(max(self.begin, self.session.cursor))
            self._seen = self.session.cursor

    def hint(self) -> None:
        """Say more about the right move: where to look, which piece, the move."""
        if not self.open_hand():
            return
        move = self._good()
        if move is None or len(self._hints) >= words.MOST_HINTS:
            return
        position = self.session.position
        text = words.hint(self.problem, position, move, len(self._hints) + 1, self.ui)
        self._hints.append(text)
        self.trial.hints = max(self.trial.hints, len(self._hints))
        self.targets.focus = BOARD  # where a wall is typed next, and its last letter is no command

    def _good(self) -> str | None:
        """A move that is right here, as far as the problem knows; after the first move, by the best line."""
        ply = self.session.cursor - self.begin
        played = tuple(each.text for each in self.session.moves[self.begin : self.session.cursor])
        if ply == 0:
            return self.problem.answers[0]
        line = (played[0], *self.problem.lines.get(played[0], ()))
        return line[ply] if len(line) > ply and line[:ply] == played else None

    def show(self) -> None:
        """Show the answer."""
        self.job.stop()
        self.session.go_to(self.begin)
        self._seen = self.session.cursor
        self._replies.clear()
        self.walk = None
        self.trial.answer, self.trial.move = None, ""
        self.trial.show()
        self.targets.focus = "next"

    def try_again(self) -> None:
        """Put the problem back to its start; how it went at first stays."""
        self.job.stop()
        self.walk = None
        self._replies.clear()
        self._hints.clear()
        self.trial.again()
        self.keys = KeyCount()
        self.session.go_to(self.begin)
        self._seen = self.session.cursor
        self.targets.focus = BOARD

    def go_on(self) -> None:
        """On to the next problem; behind the last one, back to practice."""
        if self.trial.open:
            return
        following = self.run.following
        if following is None:
            self.go_back()
            return
        self.run.at = following
        self.go(to.Problem(self.run), self.back)

    def copy_result(self) -> None:
        """Put how the problem of the day went on the clipboard, as three lines that do not tell the answer."""
        text = self._result()
        if text:
            copied = clipboard.put(text)
            self.context.reply("Copied the result." if copied else "There is no clipboard here.")

    def _result(self) -> str:
        """Those lines; empty where this is no problem of the day, or it was not tried yet."""
        run, day = self.run, self.run.day
        tried = None if day is None else attempt_on(run.collection, run.item, day)
        if day is None or tried is None:
            return ""
        position = self.session.position_at(self.begin)
        return words.result_words(
            day, run.collection.deck(run.item.deck).title, self.problem, position, tried
        )

    def to_problem(self, number: int) -> None:
        """Show another problem of the run."""
        self.run.at = number
        self.go(to.Problem(self.run), self.back)

    # -- playing through what follows --

    def _line(self) -> tuple[str, ...]:
        """The move that is talked about with what follows it; empty where nothing is known."""
        answer = self.trial.answer
        if self.trial.shown:
            first = self.problem.answers[0]
            return (first, *self.problem.lines.get(first, ()))
        if answer is None or answer.grade == "on":
            return ()
        return (self.trial.move, *answer.line) if answer.line or self.trial.shown else ()

    def _from(self) -> int:
        """The ply before the move that is talked about."""
        solved = self.trial.solved and self.walk is None
        return self.session.cursor - 1 if solved and not self.trial.shown else self.session.cursor

    def see_why(self) -> None:
        """Play one more move of what follows; behind the last one, back to the problem."""
        if self.walk is None:
            line = self._line()
            if not line:
                self.context.reply("Nothing more is known of what follows.")
                return
            self._walk_from = self._from()
            self.walk, self._walked = line, 0
            self.session.go_to(self._walk_from)
        if self._walked >= len(self.walk):
            self.end_walk()
            return
        self._step_to(self._walked + 1)

    def step_back(self) -> None:
        """One move back in what follows."""
        if self.walk is not None:
            if self._walked <= 1:
                self.end_walk()
            else:
                self._step_to(self._walked - 1)

    def end_walk(self) -> None:
        """Back to the problem as it stood."""
        if self.walk is not None:
            self.walk = None
            held = self.trial.solved and not self.trial.shown
            self.session.go_to(self._walk_from)
            if held:
                self.session.play(self.trial.move)
            self._seen = self.session.cursor

    def _step_to(self, count: int) -> None:
        assert self.walk is not None
        self.session.go_to(self._walk_from)
        try:
            for move in self.walk[:count]:
                self.session.play(move)
        except IllegalMove:
            self.walk = self.walk[: self.session.cursor - self._walk_from]
        forward = count > self._walked
        self._walked = min(count, len(self.walk))
        if forward:
            self.grow()
            self._sound()
        self._seen = self.session.cursor

    # -- what the board shows --

    def advice(self) -> Advice | None:
        """The answers as advice, once they may be seen."""
        if self.trial.open or self.walk is not None or self.session.position.over:
            return None
        if self.trial.solved and not self.trial.shown:
            return None
        return self._advice(self.session.position)

    def _advice(self, position: Position) -> Advice:
        """All moves that are right in a position of the problem, equally good."""
        answer, first = self.trial.answer, position is self.session.position_at(self.begin)
        moves = self.problem.answers if first or answer is None or not answer.better else answer.better
        lines = self.problem.lines if first else {}
        choices = tuple(
            Choice(move, self._worth(), 1.0 / len(moves), self._proof(), lines.get(move, ()))
            for move in moves
        )
        return Advice(choices, self._source(), None, True, self.problem.reason)

    def _source(self) -> Source:
        if self.problem.proof != "proved":
            return "search"
        return "policy" if any(isinstance(each, PolicyFacts) for each in self.problem.reason) else "table"

    def _worth(self) -> Worth:
        if self.problem.worth is not None:
            return self.problem.worth
        if isinstance(self.problem.task, Tricks):
            return Worth("tricks", float(self.problem.task.tricks))
        return Worth("win", 1.0) if self._proof() == "win" else Worth("order", 1.0)

    def _proof(self) -> Proof | None:
        zuniq = isinstance(self.session.position_at(0), Zuniq)
        return "win" if zuniq and self.problem.proof == "proved" else None

    def shown_choices(self) -> tuple[Choice, ...]:
        advice = self.advice()
        return () if advice is None else advice.choices

    def _fault(self) -> Fault | None:
        answer, task = self.trial.answer, self.problem.task
        if isinstance(task, Keys) and self.trial.open:
            return Fault(task.placement, "")  # where it is to go
        if answer is None or answer.grade != "wrong" or self.walk is not None:
            return None
        return Fault(self.trial.move, "?")

    def listed(self, column: PanelColumn) -> int:
        return 100

    def bar_detail(self) -> str:
        return f"{self.run.title} · {self.run.at + 1} of {len(self.run.items)}"

    # -- time passes --

    def left(self) -> None:
        self.job.stop()
        pygame.key.set_repeat(*KEY_REPEAT)

    def update(self, seconds: float) -> Scene | None:
        for event in self.context.room.poll():
            self.run.hear(event)
            if isinstance(event, WorkerFailure) and event.generation == self._ahead:
                continue
            report = self.job.hear(event)
            if report is not None and self.trial.answer is not None and self.trial.answer.grade == "wrong":
                self.trial.refute(report.answer)
            elif report is not None:
                self._take(self.session.moves[self.session.cursor - 1].text, report.answer)
            elif isinstance(event, WorkerFailure) and event.role == ANSWER:
                self.context.notify(event.sentence)
                if event.final and self.trial.open:
                    self.session.go_to(self.session.cursor - 1)
                    self._seen = self.session.cursor
        if self._replies:
            self._wait -= seconds
            if self._wait <= 0:
                self.session.play(self._replies.pop(0))
                self._wait = _REPLY
        return super().update(seconds)

    def pulse(self) -> Hashable:
        return super().pulse(), self.job.busy, len(self._replies), len(self.run.items)

    def go_back(self) -> None:
        if self.walk is not None:
            self.end_walk()
        else:
            super().go_back()

    # -- keys --

    def handle(self, event: pygame.event.Event) -> Scene | None:
        board = self.ui.board
        if isinstance(board, PieceBoard) and event.type in (pygame.KEYDOWN, pygame.KEYUP):
            self.keys.hear(event, board.action(event))
        return super().handle(event)

    def commands(self) -> list[Command]:
        walking = self.walk is not None
        listed = [
            Command("H", self.hint, "a hint: where to look, which piece, the move"),
            Command("S", self.show, "show the answer"),
            Command("U, Backspace", self.undo, "take back, or try again"),
            Command("T", self.try_again, "try again"),
            Command("V", self.see_why, "see why, move by move"),
            Command(
                "Comma, Period", (self.step_back, self.see_why), "back and on, move by move", enabled=walking
            ),
            Command("N, Enter", self.go_on, "the next problem", enabled=not self.trial.open),
            Command(
                "Ctrl+C", self.copy_result, "copy how the problem of the day went", enabled=bool(self.run.day)
            ),
        ]
        return [
            *self.input.commands(),
            *listed,
            self.panel_command(),
            *self.own_commands(),
            *Scene.commands(self),
        ]

    def shared(self) -> Shared:
        record = self.session.record()
        place = min(self.session.cursor, len(record.moves))
        return Shared(None, place, partial(self._text), "A problem is shared as a picture.")

    def _text(self) -> str:
        position = self.session.position_at(self.begin)
        answers = ", ".join(
            self.ui.language.move_words(position, move, self.problem.answers) for move in self.problem.answers
        )
        return f"{words.task_words(self.problem, position)} {answers}"

    # -- the picture --

    def draw_column(self, column: PanelColumn) -> None:
        column.y = column.top - (13 if column.tight else 1)
        self._draw_task(column)
        trial = self.trial
        *others, last = self._buttons()
        rows = (len(others) + 1) // 2 if column.tight else len(others)
        reserved = BUTTON_STEP * (rows + 1) + 8
        with column.keeping(reserved):
            if self.walk is not None:
                self._draw_walk(column)
            elif trial.answer is not None and trial.answer.grade in ("right", "fine"):
                self._draw_right(column, trial.answer)
            elif trial.answer is not None and trial.answer.grade == "wrong":
                self._draw_wrong(column, trial.answer)
            elif trial.shown:
                self._draw_answers(column)
            else:
                self._draw_hints(column)
        column.y = column.bottom - reserved + 8
        column.buttons(others)
        primary = last.name == "next"
        column.button(last.name, last.label, last.key, last.press, primary=primary)

    def _rule(self, column: PanelColumn) -> None:
        colour = column.canvas.theme.colour
        column.canvas.rule((column.left, column.y), (column.right, column.y), colour.line)
        column.y += 21

    def _draw_task(self, column: PanelColumn) -> None:
        canvas, colour = column.canvas, column.canvas.theme.colour
        position = self.session.position_at(self.begin)
        heading(canvas, (column.left, column.y), "Problem")
        column.y += 18
        task = words.task_words(self.problem, position)
        style = "title" if canvas.text_width(task, "title") <= column.width else "strong"
        column.paragraph(task, style, colour.text, lines=2, after=2)
        if not column.tight or self.trial.open:
            column.paragraph(words.detail_words(self.problem, position, self.ui), lines=3, after=2)
        column.y += 10
        self._rule(column)

    def _draw_hints(self, column: PanelColumn) -> None:
        colour = column.canvas.theme.colour
        if self.job.busy and self.trial.open:
            column.y -= 10
            column.paragraph(self.job.warming or "Judging …", "body", colour.text3)
            return
        if self.session.cursor > self.begin and not self._hints:
            column.y -= 10
            column.paragraph("So far it holds. Go on.", "body", colour.text2)
            return
        if not self._hints:
            column.y -= 10
            column.paragraph("Play your move on the board.", "body", colour.text3)
            return
        heading(column.canvas, (column.left, column.y), "Hints")
        column.y += 16
        for text in self._hints:
            column.paragraph(text, "body", colour.text, after=4)

    def _draw_wrong(self, column: PanelColumn, answer: Answer) -> None:
        """Draw the move that was played, its cost, the reason, and the answers."""
        canvas, colour = column.canvas, column.canvas.theme.colour
        position, move = self.session.position, self.trial.move
        heading(canvas, (column.left, column.y), "You played")
        column.y += 28
        figure, unit = words.cost_words(answer.cost) if answer.cost is not None else ("wrong", "")
        if isinstance(self.problem.task, Keys) and move in self.problem.answers:
            figure, unit = self.keys.words(self.problem.task)
        used = canvas.text((column.right, column.y), figure, "strong", colour.amber_text, "right")
        beside = {move, *self.problem.answers}
        name = self.ui.language.move_within(canvas, position, move, "body", column.width - used - 8, beside)
        canvas.text((column.left, column.y), name, "body", colour.text)
        column.y += 22
        if unit:
            canvas.text((column.left, column.y), unit, "label", colour.text3)
            column.y += 20
        why = self._why(move)
        if why:
            column.y -= 4
            with column.keeping(72.0):
                column.paragraph(why, lines=4, after=8)
        column.y += 4
        self._rule(column)
        self._draw_answers(column, answer.better or self.problem.answers)

    def _why(self, move: str) -> str:
        """The reason why a move is worse or better, in a sentence or two."""
        position = self.session.position
        return self.ui.language.compare(position, self._opinion(position), move)

    def _opinion(self, position: Position) -> Advice:
        """The answers, and behind them the moves whose cost is known, as sentences need them."""
        advice, worth, costs = self._advice(position), self.problem.worth, self.problem.costs
        if worth is None or position is not self.session.position_at(self.begin):
            return advice
        worse = sorted((cost.value, move) for move, cost in costs.items() if cost.unit == worth.unit)
        proof: Proof | None = "loss" if self._proof() == "win" else None
        others = (Choice(move, worth.less(cost), proof=proof) for cost, move in worse)
        return msgspec.structs.replace(advice, choices=(*advice.choices, *others))

    def _draw_answers(self, column: PanelColumn, moves: tuple[str, ...] = ()) -> None:
        canvas, colour, moves = column.canvas, column.canvas.theme.colour, moves or self.problem.answers
        position = self.session.position
        heading(canvas, (column.left, column.y), "Right")
        column.y += 34
        first, others = moves[0], moves[1:]
        why = self._reason(position)
        box = (column.left - 16, column.y - 18, column.width + 32, 36.0)
        canvas.panel(box, colour.raised, radius=8)
        badge(canvas, (column.left + 12, column.y), 1, proven=self.problem.proof == "proved")
        name = self.ui.language.move_within(canvas, position, first, "body", column.width - 40, moves)
        canvas.text((column.left + 40, column.y), name, "body", colour.text)
        column.y += 26
        if others:
            names = [self.ui.language.move_words(position, each, moves) for each in others[:3]]
            more = f" and {counted(len(others) - 3, 'more')}" if len(others) > 3 else ""
            verb = "is" if len(others) == 1 else "are"
            column.paragraph(
                f"{', '.join(names)}{more} {verb} as good.", "body", colour.text3, lines=2, after=4
            )
        if why and column.room > 30:
            column.paragraph(why, lines=4)

    def _reason(self, position: Position) -> str:
        """The reason why the answers to a position are right; empty where nothing but the proof is known."""
        if not self.problem.reason:
            return ""
        return self.ui.language.reason(Opinion(position, self._opinion(position), True))

    def _draw_right(self, column: PanelColumn, answer: Answer) -> None:
        canvas, colour = column.canvas, column.canvas.theme.colour
        text = "Right." if answer.grade == "right" else "Also fine."
        canvas.text((column.left, column.y), text, "title", colour.text)
        column.y += 22
        before = self.session.position_at(max(self.begin, self._from()))
        others = [each for each in self.problem.answers if each != plain(before, self.trial.move)]
        if answer.grade == "fine" and isinstance(self.problem.task, Keys):
            column.paragraph(f"The place is right, but {counted(self.problem.task.keys, 'key')} would do.")
        elif answer.grade == "fine":
            best = self.ui.language.move_words(before, self.problem.answers[0], self.problem.answers)
            column.paragraph(f"It still holds. Better: {best}.")
        elif others and not self.problem.to_the_end:
            names = [self.ui.language.move_words(before, each, self.problem.answers) for each in others[:3]]
            more = f" and {len(others) - 3} more" if len(others) > 3 else ""
            column.paragraph(f"As good: {'; '.join(names)}{more}.", lines=2)
        elif self.problem.proof == "proved" and not self.problem.to_the_end:
            column.paragraph("It is the only move.")
        if not self.problem.to_the_end and column.room > 30:
            column.paragraph(self._reason(before), lines=4)

    def _draw_walk(self, column: PanelColumn) -> None:
        """The moves that are played through, the last one lit."""
        assert self.walk is not None
        canvas, colour = column.canvas, column.canvas.theme.colour
        heading(canvas, (column.left, column.y), "What follows")
        column.y += 28
        for number, move in enumerate(self.walk):
            before = self.session.position_at(self._walk_from + number) if number < self._walked else None
            if before is None or column.room < 24:
                break
            who = "You" if before.to_move == self.session.position_at(self.begin).to_move else "Kibitz"
            side = f"{who}: " if len(self.session.seats) > 1 else f"{number + 1}  "
            ink = colour.text if number == self._walked - 1 else colour.text3
            name = self.ui.language.move_within(canvas, before, move, "body", column.width - 48)
            canvas.text((column.left, column.y), f"{side}{name}", "body", ink)
            column.y += 26
        left = len(self.walk) - self._walked
        canvas.text(
            (column.left, column.y), f"{left} more" if left else "The end of the line", "label", colour.text3
        )

    def _buttons(self) -> list[Command]:
        if self.walk is not None:
            more = self._walked < len(self.walk)
            return [
                Command("V", self.see_why, label="Next move" if more else "Back to the problem", name="why"),
                Command("N, Enter", self.go_on, label="Next", name="next"),
            ]
        if self.trial.open:
            left = words.MOST_HINTS - len(self._hints)
            hints = (
                [Command("H", self.hint, label=f"Hint, {left} left", short="Hint", name="hint")]
                if left and self._good()
                else []
            )
            undo = (
                [Command("U", self.undo, label="Take back", name="undo")]
                if self.session.cursor > self.begin
                else []
            )
            return [*undo, *hints, Command("S", self.show, label="Show me", name="show")]
        why = (
            [Command("V", self.see_why, label="See why, move by move", short="See why", name="why")]
            if len(self._line()) > 1
            else []
        )
        again = [Command("T", self.try_again, label="Try again", name="again")]
        last = self.run.following is None
        if self.run.day is not None:
            again.append(
                Command("Ctrl+C", self.copy_result, label="Copy the result", short="Copy", name="copy")
            )
        return [*why, *again, Command("N, Enter", self.go_on, label="Done" if last else "Next", name="next")]

    def draw_foot(self, canvas: Canvas, frame: Frame) -> None:
        """The problems of the run, how each went, and when this one comes back."""
        colour, run = canvas.theme.colour, self.run
        middle = frame.foot + frame.timeline_height / 2
        canvas.text((frame.margin, middle - 21), "Right so far", "label", colour.text3)
        figure = f"{run.right} of {run.tried}" if run.tried else "–"
        canvas.text((frame.margin, middle + 20), figure, "figure", colour.text)
        left = frame.margin + (152.0 if frame.width >= 900 else 112.0)
        right = (frame.width if frame.drawer else frame.column) - frame.margin
        step = min(_STEP, (right - left) / max(1, len(run.items)))
        wide = step - min(10.0, step / 4)
        for number, result in enumerate(run.results):
            x = left + step * number
            if x + wide > right:
                break
            box = (x, middle - 10 + 2, wide, 20.0)
            here = number == run.at
            press = partial(self.to_problem, number)
            lit = self.targets.add(f"problem {number + 1}", box, press, radius=6)
            if here:
                top = box[1] - 12
                canvas.polygon(
                    [(x + wide / 2 - 6, top), (x + wide / 2 + 6, top), (x + wide / 2, top + 7)], colour.text
                )
            good = result in ("right", "fine")
            fill = colour.text if good else colour.raised if lit else None
            canvas.panel(box, fill, radius=6, edge=colour.text if here or good else colour.line2, width=1.2)
            if result is not None and wide >= 44:
                ink = colour.panel if good else colour.text
                canvas.text((x + wide / 2, box[1] + 10), RESULTS[result], "small", ink, "middle")
            ink = colour.text if here else colour.text3
            if here or step >= _LEAST_STEP:
                canvas.text((x + wide / 2, box[1] + 34), str(number + 1), "label", ink, "middle")
        if not frame.drawer:
            self._draw_coming(canvas, frame)

    def _draw_coming(self, canvas: Canvas, frame: Frame) -> None:
        """Draw the time at which the problem comes back, once it was tried."""
        result = self.run.results[self.run.at]
        if result is None:
            return
        from fsrs import Rating

        history, colour = self.run.collection.history, canvas.theme.colour
        left, middle = frame.transport[0] + frame.margin, frame.foot + frame.timeline_height / 2
        days = history.comes_back(self.problem.id)
        then = history.comes_back(self.problem.id, Rating.Good, Rating.Good, Rating.Good)
        canvas.text((left, middle - 8), f"Comes back in {counted(days, 'day')}", "body", colour.text)
        text = f"right three times: in {counted(then, 'day')}"
        canvas.text((left, middle + 15), text, "label", colour.text3)
