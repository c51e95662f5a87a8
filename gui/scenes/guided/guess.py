"""Guessing the moves of one side of a game: the person plays each of them before it is shown, for points.

The guesses and the moves that were played are judged alike, by what the game knows of them already or else by the
reviewer. Nothing is shown of what is still to come, nor anything that the side could not see.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from functools import partial

import msgspec
import pygame

from ai.engine import Limit
from ai.work import Thinking
from game.advice import Worth
from game.errors import BadInput, IllegalMove, NotSaved
from game.guided.guesses import MOST, Guess, Guesses, GuessFile, Mark
from game.position import plain
from game.record import Seat
from game.review import DEGREES, by_rule, judged
from game.session import Session
from game.tree import Node
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.games.registry import look_of
from gui.play.advice_feed import (
    JUDGE,
    AdviceFeed,
    GameAdvice,
    JudgedAdvice,
    judging_of,
    question_at,
    wants_judging,
)
from gui.play.board_input import BOARD
from gui.play.engine_room import WorkerFailure
from gui.play.panel import PanelColumn
from gui.play.players import adviser, adviser_options, book_of
from gui.play.playhead import SessionPlayhead
from gui.play.timeline import ValueCurve
from gui.scenes.board_scene import BoardScene
from gui.ui.commands import Command
from gui.ui.controls import heading
from gui.ui.graph import Axis
from gui.ui.layout import BUTTON_STEP, Flow
from gui.ui.scroll import Scroll
from gui.ui.text import MINUS, counted

_REPLY = 0.45  # seconds between moves that are not guessed
_LOOK = 0.5  # seconds that an answer stays at least, so that a double click does not skip it
_SHARES = Axis(0.0, 1.0, ((1.0, "100"), (0.5, "50"), (0.0, "0")))  # of the points, in per cent
_ROW = 32.0  # units of a guess in the list


class GuessPlayhead(SessionPlayhead):
    """A place in a game of which no more is shown than the person has come to."""

    def __init__(self, session: Session, begin: int, reached: int) -> None:
        super().__init__(session)
        self._begin, self.reached = begin, reached

    @property
    def begin(self) -> int:
        return self._begin

    @property
    def end(self) -> int:
        return self.reached


class GuessScene(BoardScene):
    """One side of a game, move by move."""

    name = "guess"
    keys_title = "Guess the move"
    hidden = True
    shares = False
    head: GuessPlayhead

    def __init__(
        self,
        context: AppContext,
        back: Scene | None,
        session: Session,
        seat: int | None = None,
        begin: int = 0,
    ) -> None:
        """`session` stays as it is. `seat` is by default the winner's; guessing begins at ply `begin`.

        What was guessed before in this game is gone on with.
        """
        if seat is None:
            winner = session.position_at(session.length).winner
            seat = session.position_at(begin).to_move if winner is None else winner
        self.seat = seat
        self.names = [each.name for each in session.seats]
        seats = [
            Seat("You") if number == seat else Seat(each.name, "engine", "kibitz", "full")
            for number, each in enumerate(session.seats)
        ]
        whole = session.take_over(session.length, seats)
        super().__init__(context, back, whole)
        self.game_title = session.title
        self.line = whole.line
        self.file = GuessFile(whole, seat)
        self.guesses = self._stored() or Guesses(seat, begin, begin)
        self.shown: Guess | None = None  # the guess that is looked at before it goes on
        self._since = 0.0  # seconds since it is shown
        self.mine = False  # whether the board shows the guess in place of the move that was played
        self.list = Scroll()
        self.head = GuessPlayhead(whole, self.guesses.begin, self.guesses.reached)
        self._wait = 0.0
        self._version = (-1, -1)
        game = lambda: self.session  # noqa: E731
        self.feed = AdviceFeed(context.room, self._ask, store=GameAdvice(game))
        self.judge = AdviceFeed(context.room, self._ask_judge, role=JUDGE, store=JudgedAdvice(game))
        self.session.go_to(self.head.reached)
        self._seen = self.session.cursor

    def _stored(self) -> Guesses | None:
        try:
            return self.file.read()
        except BadInput as error:
            self.context.notify(str(error))
            return None

    def bar_detail(self) -> str:
        return f"Guess the move · {self.game_title}" if self.game_title else "Guess the move"

    # -- where it stands --

    @property
    def length(self) -> int:
        """The moves of the game."""
        return len(self.line) - 1

    @property
    def ended(self) -> bool:
        """True if no move is left to guess."""
        return self.shown is None and self.head.reached >= self.length

    @property
    def asking(self) -> bool:
        """True if it is the person's turn."""
        return self.shown is None and self._asked(self.head.reached)

    def _asked(self, ply: int) -> bool:
        """Return True if the move at a ply is to be guessed: one of the side that has a choice there."""
        if ply >= self.length:
            return False
        position = self.line[ply].position
        return position.to_move == self.seat and len(position.legal_moves()) > 1

    def open_hand(self) -> bool:
        return self.asking and self.session.cursor == self.head.reached

    # -- guessing --

    def chosen(self, move: str) -> None:
        if not self.open_hand():
            return
        ply, look = self.head.reached, self.session.look()
        here, played = self.line[ply].position, self.line[ply + 1]
        try:
            same = plain(here, move) == plain(here, played.text)
            same = same or here.play(move).digest() == played.position.digest()
            look.play(played.text if same else move)
        except IllegalMove as error:
            self.context.reply(str(error))
            return
        self._guessed(Guess(ply, look.node.text, same))

    def show(self) -> None:
        """Show the move that was played: no points for this one."""
        if self.open_hand():
            self._guessed(Guess(self.head.reached))

    def _guessed(self, guess: Guess) -> None:
        self.shown, self._since = guess, 0.0
        self.guesses = self.guesses.with_guess(guess)
        self._reach(guess.ply + 1)
        self.targets.focus = "next"

    def _reach(self, ply: int) -> None:
        """Show one move more."""
        self.head.reached = ply
        self.session.go_to(ply)
        self._seen = ply
        self.grow()
        self._sound()
        self.guesses = msgspec.structs.replace(self.guesses, reached=ply)
        self._version = (-1, -1)
        self._mark()
        self._write()

    def go_on(self) -> None:
        """On to the next move."""
        if self.shown is None:
            return
        self._show_theirs()
        self.shown, self._wait = None, 0.0
        self.session.go_to(self.head.reached)
        self._seen = self.session.cursor
        self.targets.focus = BOARD

    def refused(self, reason: str) -> None:
        if self.shown is None:
            super().refused(reason)
        else:
            self.context.reply(f"{self.context.keymap.key('guess', 'Enter')} goes on to the next move.")

    def _mouse_event(self, event: pygame.event.Event) -> None:
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if pressed and self.shown is not None and self.input.under_pointer:
            if self._since >= _LOOK:
                self.go_on()
            return
        super()._mouse_event(event)

    def see_other(self) -> None:
        """Show the guess on the board in place of the move that was played, or the other way round."""
        guess = self.shown
        if guess is None or not guess.move or guess.same:
            return
        if self.mine:
            self._show_theirs()
        else:
            node = self.line[guess.ply].child(guess.move)
            if node is not None:
                self.session.visit(node)
                self.mine = True
        self._seen = self.session.cursor
        self.grow()

    def _show_theirs(self) -> None:
        if self.mine:
            self.session.take(self.line, self.head.reached)
            self.mine = False

    def again(self) -> None:
        """Guess once more, from where it began; asks first while points are at stake."""
        key = self.context.keymap.key("guess", "A")
        question = f"Press {key} again to begin anew. The points so far go."
        if self.ended or not self.guesses.guesses or self.context.confirmed(question):
            self._restart()

    def _restart(self) -> None:
        self._show_theirs()
        self.shown = None
        self.guesses = Guesses(self.seat, self.guesses.begin, self.guesses.begin)
        self.head.reached = self.guesses.begin
        self.session.go_to(self.guesses.begin)
        self._seen = self.session.cursor
        self.targets.focus = BOARD
        self._write()

    def other_side(self) -> None:
        """Guess the moves of the other side."""
        if len(self.names) > 1:
            self._show_theirs()
            self.go(to.Guess(self.session, 1 - self.seat, self.guesses.begin), self.back)

    def review(self) -> None:
        """Look at the whole game with all that is known of it."""
        if self.ended:
            self.session.go_to(self.guesses.begin)
            self.go(to.Review(self.session.look(), is_stored=False))

    # -- judging --

    def _own(self, guess: Guess) -> Node | None:
        """The place that a guess led to."""
        return self.line[guess.ply].child(guess.move) if guess.move else None

    def _open_nodes(self) -> list[Node]:
        """The moves that are still to be judged, those of the last guess first."""
        nodes: list[Node] = []
        for guess in reversed(self.guesses.guesses):
            own = self._own(guess) if guess.mark is None else None
            theirs = self.line[guess.ply + 1] if guess.theirs is None else None
            nodes += [each for each in (own, theirs) if each is not None]
        return nodes

    def _plant(self) -> None:
        """Put guesses that are still to be judged into the game again, where they came from a file."""
        for guess in self.guesses.guesses:
            if guess.move and guess.mark is None and self._own(guess) is None:
                look = self.session.look()
                look.take(self.line, guess.ply)
                look.play(guess.move)

    def _mark(self) -> bool:
        """Take what is known of the guesses by now; whether that is more than before."""
        if self._version == self.session.version:
            return False
        self._plant()
        self._version, before = self.session.version, self.guesses
        for guess in before.guesses:
            if guess.judged:
                continue
            own = self._own(guess)
            mark = guess.mark or (None if own is None else self._mark_of(own))
            theirs = guess.theirs or self._mark_of(self.line[guess.ply + 1])
            marked = msgspec.structs.replace(guess, mark=mark, theirs=theirs)
            self.guesses = self.guesses.with_guess(marked)
            if self.shown is not None and self.shown.ply == guess.ply:
                self.shown = marked
        return self.guesses != before

    def _mark_of(self, node: Node) -> Mark | None:
        """The mark of a move; one that the engines have no more to say of is unknown."""
        assert node.parent is not None
        mark = Mark.of(judged(self.session, node))
        if mark is None and by_rule(node.position.game) and node.parent in self.session.opinions_by_node:
            return Mark("unknown", Worth("order", 0.0))
        return mark

    def _ask_next(self) -> None:
        """Have the guesses judged, and meanwhile the move that is asked for, which is not shown before."""
        nodes = self._open_nodes()
        if self.asking:
            nodes.append(self.line[self.head.reached + 1])
        if by_rule(self.session.position.game):
            parents = [each.parent for each in nodes if each.parent is not None]
            unknown = [each for each in parents if each not in self.session.opinions_by_node]
            if unknown:
                self.feed.look(unknown[0])
            return
        wanted = [each for each in nodes if wants_judging(self.session, each)]
        if wanted and not self.judge.busy and not self.judge.failure:
            self.judge.start(wanted[0])

    def _ask_judge(self, node: Node) -> Thinking:
        assert node.parent is not None
        return judging_of(node, self.session.opinions_by_node.get(node.parent))

    def _ask(self, node: Node) -> Thinking:
        config, position = self.context.config, node.position
        limit = Limit(seconds=look_of(position.game).review_seconds, every=True)
        options = adviser_options(config, position.game, book_of(config, self.session, node.ply))
        return Thinking(question_at(node, adviser(config, position.game), "full", limit, options), position)

    def _write(self) -> None:
        try:
            self.file.write(self.guesses)
        except NotSaved as error:
            self.context.notify(str(error))

    # -- time passes --

    def left(self) -> None:
        self.feed.stop()
        self.judge.stop()

    def update(self, seconds: float) -> Scene | None:
        for event in self.context.room.poll():
            self.feed.take(event)
            self.judge.take(event)
            if isinstance(event, WorkerFailure):
                self.context.notify(event.sentence)
        self._since += seconds
        if self._mark():
            self._write()
        self._ask_next()
        if self.shown is None and not self.asking and not self.ended:
            self._wait -= seconds
            if self._wait <= 0 and self.session.cursor == self.head.reached and not self._reads:
                self._reach(self.head.reached + 1)
                self._wait = _REPLY
        return super().update(seconds)

    @property
    def _reads(self) -> bool:
        """True if the game waits until a person has read something."""
        return self.ui.privacy.waits(self.session.position)

    def pulse(self) -> Hashable:
        return super().pulse(), self.guesses, self.shown, self.mine, self.judge.busy

    def scrolls(self) -> list[Scroll]:
        return [self.list] if self.ended else []

    # -- keys --

    def own_commands(self) -> list[Command]:
        if self._reads:
            return self.ui.board.commands(self.session.position)
        return super().own_commands()

    def commands(self) -> list[Command]:
        return [
            Command("S", self.show, "show the move, without points"),
            Command("N, Enter", self.go_on, "the next move", enabled=self.shown is not None),
            Command("V", self.see_other, "your move on the board, or theirs"),
            Command("A", self.again, "guess again from the start"),
            Command("O", self.other_side, "guess the moves of the other side", enabled=len(self.names) > 1),
            Command("L", self.review, "look back at the game, at its end", enabled=self.ended),
            *super().commands(),
        ]

    def _buttons(self) -> list[Command]:
        other = Command("O", self.other_side, label="Guess the other side", short="Other side", name="other")
        others = [other] if len(self.names) > 1 else []
        again = Command("A", self.again, label="Guess again", short="Again", name="again")
        if self.ended:
            look_back = Command(
                "L", self.review, label="Look back at the game", short="Look back", name="review"
            )
            return [*others, again, look_back]
        if self.shown is not None:
            words = "See their move" if self.mine else "See your move"
            differs = self.shown.move and not self.shown.same
            see = [Command("V", self.see_other, label=words, name="see")] if differs else []
            return [*see, Command("N, Enter", self.go_on, label="Next", name="next")]
        if self._reads:
            return self.own_commands()
        begun = [again] if self.guesses.guesses else []
        return [*others, *begun, Command("S", self.show, label="Show me", name="show")]

    # -- the picture --

    def who(self, *, first: bool = False) -> str:
        """The side whose moves are guessed, as a person reads it; `first` in a sentence."""
        if len(self.names) > 1:
            return self.sides()[self.seat]
        name = self.names[0]
        nobody = "The player" if first else "the player"
        return nobody if name in ("", "You", "Player") else name

    def draw_column(self, column: PanelColumn) -> None:
        column.y = column.top - (13 if column.tight else 1)
        buttons = self._buttons()
        rows = (len(buttons) + 1) // 2 if column.tight else len(buttons)
        room = BUTTON_STEP * rows + 8
        with column.keeping(room):
            if self.ended:
                self._draw_end(column)
            elif self.shown is not None:
                self._draw_shown(column, self.shown)
            else:
                self._draw_question(column)
        column.y = column.bottom - room + 8
        column.buttons(buttons[:-1])
        for last in buttons[-1:]:
            column.button(last.name, last.label, last.key, last.press, primary=last.name == "next")

    def _draw_question(self, column: PanelColumn) -> None:
        canvas, colour = column.canvas, column.canvas.theme.colour
        here = self.line[self.head.reached].position
        heading(canvas, (column.left, column.y), self._place(self.head.reached))
        column.y += 18
        if self.asking:
            column.paragraph(f"What did {self.who()} play?", "title", colour.text, lines=2, after=6)
            column.paragraph("Play that move on the board.", "body", colour.text3)
        elif self._reads:
            column.paragraph(f"{self.ui.language.detail(here)}.", "strong", colour.text)
        else:
            column.paragraph(f"{self.ui.language.detail(here)}.", "body", colour.text3)
        self._draw_score(column)

    def _place(self, ply: int) -> str:
        """The move at a ply, as a heading: `piece 12`, `deal 2, trick 5`."""
        language, position = self.ui.language, self.line[ply].position
        if self.ui.privacy.has_deals:
            return language.place(position)
        return f"{language.move_word} {language.number(position)} of {language.number(self.line[-1].position) - 1}"

    def _draw_shown(self, column: PanelColumn, guess: Guess) -> None:
        """Draw the guess and the move that was played, each with its points and cost."""
        position, played = self.line[guess.ply].position, self.line[guess.ply + 1].text
        beside = [each for each in (guess.move, played) if each]
        heading(column.canvas, (column.left, column.y), self._place(guess.ply))
        column.y += 28
        if guess.move:
            self._draw_move(column, "You", guess.move, guess.mark, beside)
        if not guess.same:
            self._draw_move(column, self.who(first=True), played, guess.theirs, beside)
        else:
            column.paragraph(
                f"{self.who(first=True)} played the same.", "body", column.canvas.theme.colour.text2
            )
        marks = [each for each in (guess.mark, guess.theirs) if each is not None]
        better = marks[0].better if marks and all(each.verdict in DEGREES for each in marks) else ""
        if better not in ("", guess.move, played):
            words = self.ui.language.move_words(position, better, [*beside, better])
            column.paragraph(f"Better: {words}.", "strong", column.canvas.theme.colour.amber_text)
        self._draw_score(column)

    def _draw_move(
        self, column: PanelColumn, who: str, move: str, mark: Mark | None, beside: list[str]
    ) -> None:
        canvas, colour = column.canvas, column.canvas.theme.colour
        position = self.line[self.shown.ply].position if self.shown is not None else self.session.position
        name = self.ui.language.move_within(canvas, position, move, "strong", column.width - 84, beside)
        canvas.text((column.left, column.y), who, "label", colour.text3)
        column.y += 22
        canvas.text((column.left, column.y), name, "strong", colour.text)
        points = None if mark is None else mark.points
        failed = self.judge.failure or self.feed.failure
        words = (
            ("not judged" if failed else "judging …")
            if mark is None
            else "not judged"
            if points is None
            else counted(points, "point")
        )
        canvas.text((column.right, column.y), words, "body", colour.text2, "right")
        column.y += 22
        verdict = canvas.fitted(self._verdict(mark), "label", column.width)
        canvas.text((column.left, column.y), verdict, "label", colour.amber_text)
        column.y += 30

    def _verdict(self, mark: Mark | None) -> str:
        """The words for a move: `the best move`, `mistake, −2.9 attack`."""
        if mark is None or mark.points is None:
            return ""
        if mark.verdict not in DEGREES:
            words = {"best": "the best move", "fine": "as good as the best", "close": "too close to call"}
            return words[mark.verdict]
        return f"{mark.verdict}, {MINUS}{self.ui.language.cost(mark.judgement)}"

    def _draw_score(self, column: PanelColumn) -> None:
        score = self.guesses.score
        if not score.guesses or column.room < 60:
            return
        column.y += 16
        column.heading("Points")
        if score.most:
            names = ("You", self.who() if len(self.names) > 1 else "They")
            column.table([(f"of {score.most}", (str(score.points), str(score.theirs)))], names)
        column.line("The same move", f"{score.same} of {score.guesses}")
        if score.open > 1:
            column.line("Still being judged", str(score.open))

    def _draw_end(self, column: PanelColumn) -> None:
        """The score, and every guess with its points; one that is pressed is shown on the board."""
        canvas, colour, score = column.canvas, column.canvas.theme.colour, self.guesses.score
        heading(canvas, (column.left, column.y), "Your score")
        column.y += 18
        column.paragraph(f"{score.points} of {counted(score.most, 'point')}", "title", colour.text, after=2)
        column.paragraph(self._compared(), lines=3, after=20)
        column.line("The same move", f"{score.same} of {score.guesses}")
        if score.open:
            column.line("Still being judged", str(score.open))
        column.y += 4
        view = (
            column.left - column.inset,
            column.y - 8,
            column.width + 2 * column.inset,
            max(0.0, column.room),
        )
        self.list.follow(column.targets)
        with Flow.scrolling(
            canvas, column.targets, self.list, view, inset=column.inset, above=18, below=4
        ) as flow:
            for guess in self.guesses.guesses:
                self._draw_guess(flow, guess)

    def _compared(self) -> str:
        """The points compared with those of the moves that were played."""
        score, who = self.guesses.score, self.who(first=True)
        if not score.most:
            return "No move could be judged."
        if score.points == score.theirs:
            return f"{who} has the same."
        more = "more" if score.theirs > score.points else "less"
        return f"{who} has {score.theirs}, {abs(score.theirs - score.points)} {more}."

    def _draw_guess(self, flow: Flow, guess: Guess) -> None:
        canvas, colour, position = flow.canvas, flow.canvas.theme.colour, self.line[guess.ply].position
        here = self.session.cursor == guess.ply + 1
        flow.row(
            f"guess {guess.ply}", _ROW - 2, partial(self.head.seek, guess.ply + 1), chosen=here, radius=6
        )
        canvas.text((flow.left, flow.y), str(self.ui.language.number(position)), "label", colour.text3)
        pair = guess.points
        figure = "–" if pair is None else str(pair[0])
        used = canvas.text((flow.right, flow.y), figure, "body", colour.text, "right")
        room = flow.width - 36 - max(used, 20) - 8
        move = guess.move or self.line[guess.ply + 1].text
        name = self.ui.language.move_within(canvas, position, move, "body", room, [move])
        ink = colour.text if guess.move else colour.text3
        canvas.text((flow.left + 36, flow.y), name, "body", ink)
        flow.y += _ROW

    def course(self) -> ValueCurve:
        """The curve of the points so far, as a share of the most there could be: it tells nothing of what comes."""
        score, values = self.guesses.score, list[float | None]()
        own, most = 0, 0
        points = {each.ply + 1: each.points for each in self.guesses.guesses}
        for ply in range(self.head.reached + 1):
            pair = points.get(ply)
            if pair is not None:
                own, most = own + pair[0], most + MOST
            values.append(own / most if most else None)
        return replace(
            super().course(),
            values=tuple(values),
            axis=_SHARES,
            last=max(1, self.length),
            cursor=min(self.session.cursor, self.length),
            label="Points",
            figure=f"{score.points} of {score.most}" if score.most else "–",
        )
