"""A lesson step by step on its game's own board: a text, something to do, and a reply to what was done.

A wrong move stays on the board, with the reason beside it, until the person takes it back. What the person has come to
is remembered after each step.
"""

from __future__ import annotations

import time
from collections.abc import Hashable
from dataclasses import replace
from functools import partial

import pygame

from ai.practice.answer import at_once
from ai.practice.orders import AnswerOrder, AnswerReport
from ai.practice.work import Answering
from game.advice import Choice
from game.errors import BadInput, IllegalMove, KibitzError, NotSaved
from game.lessons import source
from game.lessons.lesson import AskMove, AskNumber, AskPlay, Follow, Lesson, Step, problem_of
from game.lessons.order import following
from game.practice.attempt import Answer
from game.practice.collection import Collection
from game.practice.history import Learned
from game.session import Session
from game.tetris.four_wide.state import State as FourWide
from gui import destinations as to
from gui.context import AppContext, Destination, Scene, Shared
from gui.games.registry import ui_of
from gui.play.board_input import BOARD, BoardInput
from gui.play.engine_room import WorkerFailure
from gui.play.game_ui import Fault, RenderState
from gui.play.job import RoomJob
from gui.play.panel import PanelColumn
from gui.play.playhead import SessionPlayhead
from gui.play.problem_run import ProblemRun
from gui.scenes.board_scene import BoardScene
from gui.scenes.lessons.facts import Facts, Turn, filled, prepare, worth_of
from gui.scenes.lessons.moves import is_right, plays, reply_to, right_moves, session_of
from gui.scenes.lessons.view import DIGITS, draw_step, draw_steps
from gui.ui.canvas import Box, Canvas
from gui.ui.commands import Command
from gui.ui.layout import Frame
from gui.ui.scroll import Scroll
from gui.ui.text import grouped

ANSWER = "lesson"  # the role of the worker that judges and defends in tasks that are played to the end
_REPLY = 0.6  # seconds before the other side moves, so that a person's own move is seen
_SLICE = 0.006  # seconds of a frame for facts that take long
_TURNS = 3  # frames after which a list knows how long it is
_MOSTDIGITS = 12


class LessonScene(BoardScene):
    """One lesson, at a step of it."""

    name = "lesson"
    keys_title = "A lesson"

    def __init__(
        self,
        context: AppContext,
        back: Scene | None,
        lesson: Lesson,
        collection: Collection,
    ) -> None:
        self.lesson, self.collection = lesson, collection
        self.hidden = lesson.hidden
        learned = collection.history.learned(lesson.name)
        self.number, session = self._resumed(learned)
        super().__init__(context, back, session)
        self.title = "Lessons"
        self.scroll = Scroll()
        self.job: RoomJob[AnswerOrder, AnswerReport] = RoomJob(context.room, ANSWER, Answering)
        self._slow = prepare(type(session.position))
        self.reached = max(self.number, len(lesson.steps) - 1 if learned and learned.done else 0)
        self.following: Lesson | None = None  # the lesson that comes next, once this one is done
        self._places: dict[int, tuple[str, ...]] = {}  # by step the moves that had been played when it began
        self._enter()

    def _resumed(self, learned: Learned | None) -> tuple[int, Session]:
        """The step at which the person stopped, and its game; the first one where that is not possible any more."""
        lesson = self.lesson
        if learned is not None and learned.step < len(lesson.steps):
            try:
                return learned.step, session_of(lesson, learned.step, learned.moves)
            except BadInput:
                pass
        return 0, session_of(lesson, 0)

    # -- steps --

    @property
    def step(self) -> Step:
        """The step that is shown."""
        return self.lesson.steps[self.number]

    @property
    def ended(self) -> bool:
        """True at the last step, once it is done."""
        return self.done and self.number == len(self.lesson.steps) - 1

    def _enter(self) -> None:
        """Begin the step that is shown."""
        self.done = self.step.asks is None  # whether it can be gone on from here
        self.reply = ""  # what is said to the last try
        self.turn: Turn | None = None  # the last move that was tried
        self.wrong = False  # whether a wrong move stands on the board
        self.chosen_options: set[int] = set()
        self.typed = ""
        self.hint_texts: list[str] = []
        self.shows = False  # whether the right move is outlined
        self.given = False  # whether the answer was asked for
        self.answer: Answer | None = None  # to the last move of a task that is played to its end
        self.begin = self.session.cursor  # the ply at which it begins
        self._replies: list[str] = []
        self._wait = 0.0
        self._turns = 0  # frames in which the panel is still turned to its end
        self._places[self.number] = self._played()
        self.scroll.offset = 0.0
        self.panel_open = True  # the text stands there
        self._focus()

    def _played(self) -> tuple[str, ...]:
        return tuple(each.text for each in self.session.moves[: self.session.cursor])

    def _focus(self) -> None:
        """Put the keyboard where the person goes on."""
        if self.wrong:
            self.targets.focus = "again"
        elif self.done:
            self.targets.focus = "next"
        elif self.step.takes_moves:
            self.targets.focus = "table" if self.covered and self.panel_open else BOARD
        else:
            self.targets.focus = "option 0" if self.step.choose else "check"

    def to_step(self, number: int) -> None:
        """Show a step that was reached before, from its beginning."""
        if not 0 <= number <= self.reached:
            return
        self._stop()
        while number > 0 and number not in self._places and not self.lesson.steps[number].begins:
            number -= 1  # how its position came about is not known
        try:
            self._take(number, session_of(self.lesson, number, self._places.get(number)))
        except BadInput as error:
            self.context.notify(str(error))

    def _take(self, number: int, session: Session) -> None:
        """Show a step in a game of its own."""
        self.number, self.session = number, session
        self.head = SessionPlayhead(session)
        self.ui = ui_of(session.position.game)
        self.ui.board.played = True
        self.ui.privacy.sit(session.seats, hidden=self.hidden)
        self.ui.board.bind(self.context.config)
        self.input = BoardInput(self.ui.board, self.targets, self.chosen, self.refused)
        self._seen = session.cursor
        self._enter()
        self._remember()

    def go_on(self) -> None:
        """On to the next step."""
        if not self.done:
            if self.wrong:
                self.take_back()
            return
        self._finish_replies()
        if self.number == len(self.lesson.steps) - 1:
            self.next_lesson()
            return
        number = self.number + 1
        self.reached = max(self.reached, number)
        if self.lesson.steps[number].begins:
            self._take(number, session_of(self.lesson, number))
        else:
            self.number = number
            self._enter()
            self._remember()

    def go_to_before(self) -> None:
        """Back to the step before."""
        self.to_step(self.number - 1)

    def go_to_after(self) -> None:
        """On to the step behind, where it was reached before."""
        self.to_step(self.number + 1)

    def toggle_panel(self) -> None:
        super().toggle_panel()
        if not self.panel_open and self.open_hand():
            self.targets.focus = BOARD

    def _say(self, text: str) -> None:
        """Say something to the last try, and turn the panel to it."""
        self.reply, self._turns = self._words(text), _TURNS
        self.panel_open = True

    def _finish(self) -> None:
        """The step is done."""
        self.done, self.wrong = True, False
        if self.number == len(self.lesson.steps) - 1:
            self._remember(done=True)
            self.following = following(source.lessons()[0], self.collection.history)
        self._focus()

    def _remember(self, *, done: bool = False) -> None:
        """Keep the place in the lesson."""
        step = 0 if done else self.number
        moves = self.lesson.steps[0].moves if done else self._played()
        line = Learned(key=self.lesson.name, step=step, moves=moves, at=time.time(), done=done)
        try:
            self.collection.history.learn(line)
        except NotSaved as error:
            self.context.notify(str(error))

    # -- what the person does --

    def open_hand(self) -> bool:
        waits = self.done or self.wrong or self.job.busy or bool(self._replies)
        return self.step.takes_moves and not waits and not self.session.position.over

    def chosen(self, move: str) -> None:
        if not self.open_hand():
            return
        before = self.session.position
        move += "".join(command.mark for command in self.own_commands())
        try:
            self.session.play(move)
        except IllegalMove as error:
            self.context.reply(str(error))
            return
        self.turn = Turn(before, self.session.moves[self.session.cursor - 1].text, self.session.position)
        self.grow()
        self._sound()
        self._seen = self.session.cursor
        self.hint_texts.clear()
        self.shows = False
        ask = self.step.asks
        if isinstance(ask, AskMove):
            self._judge(ask, self.turn)
        elif isinstance(ask, AskPlay):
            self._judge_play(ask)

    def _judge(self, ask: AskMove, turn: Turn) -> None:
        if is_right(ask, turn):
            self._say(ask.right)
            self._finish()
            then = next((each for each in ask.then if plays(turn.after, each)), None)
            if then is not None:
                self._replies, self._wait = [then], _REPLY
            if not ask.right:
                self._wait = _REPLY
            return
        self._say(reply_to(ask, turn))
        self.wrong = True
        self._focus()

    def _judge_play(self, ask: AskPlay) -> None:
        problem = problem_of(
            self.session.position.game, self.session.position_at(0).setup, self._places[self.number], ask
        )
        played = tuple(each.text for each in self.session.moves[self.begin : self.session.cursor])
        answer = at_once(problem, played)
        if answer is not None:
            self._take_answer(ask, answer)
        else:
            self.job.start(AnswerOrder(problem=problem, played=played))

    def _take_answer(self, ask: AskPlay, answer: Answer) -> None:
        self.answer = answer
        if answer.grade == "wrong":
            self._say(ask.wrong)
            self.wrong = True
            self._focus()
            return
        self._replies, self._wait = list(answer.replies), _REPLY
        if answer.grade in ("right", "fine"):
            self._say(ask.right)
            self._finish()

    def take_back(self) -> None:
        """Take a wrong move back; with none on the board, begin the step anew."""
        if self.wrong:
            self.session.go_to(self.session.cursor - 1)
            self._seen = self.session.cursor
            self.wrong, self.reply, self.turn = False, "", None
            self._focus()
        else:
            self.begin_anew()

    def begin_anew(self) -> None:
        """Begin the step anew."""
        self._stop()
        self.session.go_to(self.begin)
        self._seen = self.session.cursor
        self._enter()

    def choose(self, number: int) -> None:
        """Choose an answer."""
        options = self.step.choose
        if options is None or self.done or not 0 <= number < len(options):
            return
        self.chosen_options.add(number)
        self._say(options[number].reply)
        if options[number].right:
            self._finish()

    def write(self, digit: str) -> None:
        """Write one more digit of the number, or take one away for an empty one."""
        if self.step.number is None or self.done:
            return
        self.typed = (self.typed + digit).lstrip("0")[:_MOSTDIGITS] or "0" if digit else self.typed[:-1]
        self.reply = ""

    def check_number(self) -> None:
        """Compare the number that was written with the fact."""
        ask = self.step.number
        if ask is None or self.done or not self.typed:
            return
        beside = int(self.typed) - self._fact(ask)
        if abs(beside) <= ask.within:
            self._say(ask.right)
            self._finish()
        else:
            self._say(ask.low if beside < 0 else ask.high)
            self.typed = ""

    def _fact(self, ask: AskNumber) -> int:
        fact = Facts(self.session.position)[ask.fact]
        return fact if isinstance(fact, int) else 0

    def hint(self) -> None:
        """Say more: the hints of the step, then the answer itself."""
        if self.done or self.wrong or self.job.busy:
            return
        known = [self._words(each) for each in self.step.hints]
        if len(self.hint_texts) < len(known):
            self.hint_texts.append(known[len(self.hint_texts)])
        elif not self.shows:
            self.shows = True
            last = self._last_hint()
            if last:
                self.hint_texts.append(last)
        self._turns = _TURNS
        if self.step.takes_moves:
            self.targets.focus = BOARD

    def _last_hint(self) -> str:
        """The hint that says the answer."""
        ask, position = self.step.asks, self.session.position
        if isinstance(ask, AskNumber):
            return f"It is {grouped(self._fact(ask))}."
        if isinstance(ask, tuple):
            return f"It is: {self._words(next(each.text for each in ask if each.right))}"
        move = self.right_move()
        return f"Play {self.ui.language.move_words(position, move)}." if move else ""

    def right_move(self) -> str:
        """A move that is right here, as far as the lesson knows one."""
        ask, position = self.step.asks, self.session.position
        if isinstance(ask, AskPlay):
            if self.session.cursor == self.begin:
                return ask.moves[0]
            wrong = self.answer is not None and self.answer.grade == "wrong"
            better = self.answer.better if self.answer is not None and wrong else ()
            return better[0] if better else ""
        return next(iter(right_moves(ask, position)), "") if isinstance(ask, AskMove) else ""

    def show(self) -> None:
        """Give the answer; of a task that is played to its end, the first move, and then leave it."""
        if self.done:
            return
        self._stop()
        if self.wrong:
            self.take_back()
        self.given, ask = True, self.step.asks
        if isinstance(ask, AskMove):
            move = self.right_move()
            if move:
                self.chosen(move)
        elif isinstance(ask, tuple):
            self.choose(next(number for number, each in enumerate(ask) if each.right))
        elif isinstance(ask, AskNumber):
            self.typed = str(self._fact(ask))
            self.check_number()
        elif isinstance(ask, AskPlay):
            if self.session.cursor == self.begin:
                self.chosen(ask.moves[0])
            else:
                self._finish()

    # -- at the end --

    def follow(self, number: int) -> None:
        """Go to what follows the lesson: a game, practice, a book."""
        try:
            self.go(destination_of(self.lesson, self.lesson.follows[number], self.collection))
        except KibitzError as error:
            self.context.notify(str(error))

    def next_lesson(self) -> None:
        """The lesson that comes next; once all are done, back to where one came from."""
        if self.following is None:
            self.go_back()
            return
        try:
            self.go(to.Lesson(self.following.name), self.back)
        except KibitzError as error:
            self.context.notify(str(error))

    # -- time passes --

    def _stop(self) -> None:
        self.job.stop()
        self._replies.clear()

    def _finish_replies(self) -> None:
        """Let the other side move at once."""
        for move in self._replies:
            self.session.play(move)
        self._replies.clear()
        self._seen = self.session.cursor

    def left(self) -> None:
        self.job.stop()
        if self.done:
            self._finish_replies()

    def update(self, seconds: float) -> Scene | None:
        if self._slow is not None and not self._slow.done:
            self._slow.work(_SLICE)
        if self._turns:
            self._turns -= 1
            self.scroll.offset = self.scroll.most
        for event in self.context.room.poll():
            report, ask = self.job.hear(event), self.step.play
            if report is not None and ask is not None:
                self._take_answer(ask, report.answer)
            elif isinstance(event, WorkerFailure) and event.role == ANSWER:
                self.context.notify(event.sentence)
                if event.final:
                    self._finish()  # nobody is kept here by a worker that fails
        if self._replies or self._moves_on:
            self._wait -= seconds
            if self._wait <= 0:
                self._wait = _REPLY
                if self._replies:
                    self.session.play(self._replies.pop(0))
                elif not self.moving:
                    self.go_on()
        return super().update(seconds)

    @property
    def _moves_on(self) -> bool:
        """True if the step is done and has no more to say, so that the next one comes by itself."""
        ask = self.step.asks
        return self.done and isinstance(ask, AskMove) and not ask.right and not self.ended

    def pulse(self) -> Hashable:
        slow = self._slow is None or self._slow.done
        return super().pulse(), self.job.busy, len(self._replies), self.number, self.done, slow, self._turns

    def scrolls(self) -> list[Scroll]:
        return [self.scroll]

    # -- keys --

    def _key_event(self, event: pygame.event.Event) -> None:
        if self.step.number is not None and not self.done and not event.mod & pygame.KMOD_CTRL:
            if event.unicode and event.unicode in DIGITS:
                self.write(event.unicode)
                self.targets.focus = "check"
                return
            if event.key == pygame.K_BACKSPACE:
                self.write("")
                return
        super()._key_event(event)

    def own_commands(self) -> list[Command]:
        offered = self.step.commands and self.open_hand()
        return self.ui.board.commands(self.session.position) if offered else []

    def commands(self) -> list[Command]:
        number = Command("0 to 9", None, "write a number")
        return [
            *self.input.commands(),
            Command("H", self.hint, "a hint; after the last one, the answer"),
            Command("S", self.show, "show the answer"),
            Command("U, Backspace", self.take_back, "take back, or begin the step again"),
            Command("N, Enter", self.go_on, "the next step", enabled=self.done or self.wrong),
            Command("Comma, Period", (self.go_to_before, self.go_to_after), "the step before, and after"),
            *([number] if self.step.number is not None else []),
            self.panel_command(),
            *self.own_commands(),
            *Scene.commands(self),
        ]

    def shared(self) -> Shared:
        return Shared(None, self.session.cursor, lambda: self._words(self.step.task), "A lesson is no game.")

    # -- the picture --

    def _words(self, text: str) -> str:
        return filled(text, self.session.position, self.turn)

    def bar_detail(self) -> str:
        return self.lesson.title

    def evaluator(self) -> str:
        return self.step.open

    def shown_choices(self) -> tuple[Choice, ...]:
        """The moves that the step outlines, as long as they are possible and nothing was tried."""
        position = self.session.position
        if self.session.cursor != self.begin or position.over:
            return ()
        marked = [move for move in self.step.mark if plays(position, move)]
        return tuple(Choice(move, worth_of(position, move), 1.0 / len(marked)) for move in marked)

    def _look(self) -> RenderState:
        look = super()._look()
        return replace(look, ranks=(0,) * len(look.choices))  # a mark says where, and none is better

    def _fault(self) -> Fault | None:
        if self.shows and not self.done and not self.wrong and self.step.takes_moves:
            move = self.right_move()
            return Fault(move, "here") if move else None
        return None

    def board_box(self, frame: Frame) -> Box:
        """The board beside the text, however narrow the window is: both are needed at every step.

        A table with all cards is too wide for that: it lies below the text until the person turns to it.
        """
        x, y, width, height = frame.board
        if self.lesson.hidden or not (frame.drawer and self.panel_open):
            return super().board_box(frame)
        return (x, y, min(width, frame.column - x), height)

    @property
    def covered(self) -> bool:
        """True if the text lies over the table, so that the person has to turn from one to the other."""
        frame = Frame.of(*self.context.size)  # of the last frame; none was drawn yet where it has no width
        lies_over = frame.drawer and frame.uncovered(frame.board, panel_open=True) == frame.board
        return self.lesson.hidden and frame.width > 0 and lies_over

    def listed(self, column: PanelColumn) -> int:
        return 100

    def draw_column(self, column: PanelColumn) -> None:
        draw_step(column, self)

    def buttons(self) -> list[Command]:
        if self.wrong:
            again = Command("U, Enter", self.take_back, label="Take it back", short="Take back", name="again")
            return [Command("S", self.show, label="Show me", short="Show", name="show"), again]
        if self.ended:
            follows = [
                Command("", partial(self.follow, number), label=each.words, name=f"follow {number}")
                for number, each in enumerate(self.lesson.follows)
            ]
            words = "Done" if self.following is None else "Next lesson"
            return [*follows, Command("N, Enter", self.go_on, label=words, name="next")]
        if self.done:
            return [Command("N, Enter", self.go_on, label="Go on", name="next")]
        left = len(self.step.hints) + 1 - len(self.hint_texts)
        hint = Command("H", self.hint, label="Hint", name="hint")
        own = self.own_commands()
        hints = [hint] if left > 0 and not self.shows else []
        if self.step.number is not None:
            return [*hints, Command("Enter", self.check_number, label="Check", name="check")]
        playing = self.step.play is not None and self.session.cursor > self.begin
        show = Command("S", self.show, label="Skip this" if playing else "Show me", short="Show", name="show")
        if self.covered and self.step.takes_moves:
            table = Command("K, Enter", self.toggle_panel, label="To the table", short="Table", name="table")
            return [*own, *hints, show, table]
        return [*own, *hints, show]

    def draw_foot(self, canvas: Canvas, frame: Frame) -> None:
        draw_steps(canvas, frame, self)


def destination_of(lesson: Lesson, follow: Follow, collection: Collection) -> Destination:
    """The place to which something at the end of a lesson leads. Raises `BadInput` where there is none such."""
    match follow.kind:
        case "practise":
            deck = collection.deck(follow.name)
            return to.Problem(ProblemRun(collection, deck.title, collection.more(deck)))
        case "book":
            return to.Books(follow.name)
        case "openers":
            return to.Openers(follow.name)
        case "showcase":
            return to.Show(follow.name)
        case "tables":
            return to.Tables(follow.name)
        case "fields":
            position = session_of(lesson, 0).position
            assert isinstance(position, FourWide)
            return to.Fields(position)
        case _:
            return to.NewGame(follow.name or lesson.game)
