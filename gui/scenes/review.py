"""Looking back at a game: what each move was worth, where the mistakes were, and how to go on from there."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from ai.engine import Limit
from game.advice import Choice
from game.review import Judgement, by_rule, judge
from game.session import Session
from game.tree import Node
from gui.context import AppContext, Scene
from gui.play.advice_feed import (
    JUDGE,
    KIBITZER,
    AdviceFeed,
    GameAdvice,
    JudgedAdvice,
    judging_of,
    question_at,
    wants_judging,
)
from gui.play.engine_room import Trouble
from gui.play.game_ui import Opinion, PanelColumn, ValueCurve
from gui.play.players import adviser, adviser_options, book_of
from gui.play.visibility import ends_between_deals
from gui.scenes.board_scene import BoardScene
from gui.ui.commands import Command
from gui.ui.layout import BUTTON_STEP
from gui.ui.text import MINUS, counted

_SECONDS = 1.2  # thinking about each position that nobody has looked at
_SHORT = {"tetris": 0.25}  # where less says as much
_CROSSING = 58.0  # units of a row that says where a book was entered or left
_MOST_CROSSINGS = 3
_MISTAKES = 150.0  # units for the mistakes below them


class ReviewScene(BoardScene):
    """A game with its mistakes. What is on the board is looked at, and every move is judged, one after the other."""

    name = "review"

    def __init__(self, context: AppContext, back: Scene | None, session: Session) -> None:
        super().__init__(context, back, session)
        self.hints = True
        room, game = context.room, lambda: self.session
        self.feed = AdviceFeed(room, self._ask, store=GameAdvice(game))
        self.judge = AdviceFeed(room, self._ask_judge, role=JUDGE, store=JudgedAdvice(game))
        self._version = (-1, -1)  # of the session, for which it was worked out
        self._judged: tuple[Judgement | None, ...] = ()
        self._crossed: list[tuple[int, str, str]] = []
        self._next_deal = session.length if ends_between_deals(session) else -1  # nobody has seen its cards

    def bar_detail(self) -> str:
        return f"Review · {self.ui.detail(self.session.position)}"

    def left(self) -> None:
        self.feed.stop()
        self.judge.stop()

    # -- the kibitzer looks at the board, and beside it every move is judged --

    def _unknown(self, ply: int) -> bool:
        """Whether nothing is known yet of the position at a ply or, where a move follows, of what that has cost."""
        session = self.session
        if session.position_at(ply).over or ply == self._next_deal:
            return False
        if ply < session.length and not by_rule(session.position.game):
            return wants_judging(session, session.line[ply + 1])
        return ply not in session.opinions

    def _ask_next(self) -> None:
        """Ask about what is on the board first, then about the others from the end."""
        session, line = self.session, self.session.line
        plies = [session.cursor, *range(session.length, -1, -1)]
        wanted = [ply for ply in dict.fromkeys(plies) if self._unknown(ply)]
        moves = [ply for ply in wanted if ply < session.length and wants_judging(session, line[ply + 1])]
        if moves and not self.judge.busy and not self.judge.failure:
            self.judge.start(line[moves[0] + 1])
        rest = [ply for ply in wanted if ply not in moves]
        if session.cursor in session.opinions and rest:
            self.feed.look(line[rest[0]])
        elif not session.position.over and session.cursor != self._next_deal:
            self.feed.look(session.node, more=True)

    def _ask_judge(self, node: Node) -> int:
        assert node.parent is not None
        return self.context.room.ask(JUDGE, judging_of(node), node.parent.position)

    def _ask(self, node: Node) -> int:
        config, position = self.context.config, node.position
        limit = Limit(seconds=_SHORT.get(position.game, _SECONDS))
        options = adviser_options(config, position.game, book_of(self.session, node.ply))
        question = question_at(node, adviser(config, position.game), "full", limit, options)
        return self.context.room.ask(KIBITZER, question, position)

    def update(self, seconds: float) -> Scene | None:
        for event in self.context.room.poll():
            self.feed.take(event)
            self.judge.take(event)
            if isinstance(event, Trouble):
                self.context.notify(event.sentence)
        if self.context.warming is None:
            self._ask_next()
        self.head.pace = self.context.config.play.replay_speed
        return super().update(seconds)

    def _work_out(self) -> None:
        """Judge the moves, and find where books were entered and left, as far as is known."""
        if self._version != self.session.version:
            self._version = self.session.version
            self._judged = judge(self.session)
            crossed = [(ply, *self.crossing(ply)) for ply in range(1, self.session.length + 1)]
            self._crossed = [each for each in crossed if each[1]]

    # -- what can be done --

    def judgements(self) -> tuple[Judgement | None, ...]:
        self._work_out()
        return self._judged

    def mistakes(self) -> list[Judgement]:
        """The moves that gave something away, in the order of play."""
        return [each for each in self.judgements() if each is not None and each.grave]

    def toggle_hints(self) -> None:
        """Show or hide the best moves; the mistakes stay."""
        self.hints = not self.hints

    def next_mistake(self) -> None:
        """Show the position before the next mistake; after the last one, the first."""
        plies = [each.ply for each in self.mistakes()]
        if plies:
            self.head.seek(next((ply for ply in plies if ply > self.session.cursor), plies[0]))

    def chosen(self, move: str) -> None:
        """A wall drawn on the board goes on from here with it."""
        self.play_on()
        scene = self.next
        if isinstance(scene, BoardScene) and scene is not self:
            scene.chosen(move)

    def open_hand(self) -> bool:
        return not self.session.position.over and self.session.cursor != self._next_deal

    def save(self) -> None:
        """To the saved games, with this one at hand."""
        self.go(self.context.router.games(self, self.session))

    def commands(self) -> list[Command]:
        return [
            Command("H", self.toggle_hints, "show or hide hints"),
            Command("M", self.next_mistake, "to the next mistake"),
            Command("P", self.play_on, "play on from here"),
            Command("S", self.save, "save, open, copy the moves"),
            Command("U, R", (self.head.back_step, self.head.on_step)),
            *super().commands(),
        ]

    # -- the picture --

    def evaluator(self) -> str:
        return adviser(self.context.config, self.session.position.game) if self.hints else ""

    def shown_choices(self) -> tuple[Choice, ...]:
        advice = self.advice()
        return advice.choices if advice is not None and self.hints and self.open_hand() else ()

    def draw_column(self, column: PanelColumn) -> None:
        if self.open_hand():
            opinion = Opinion(self.ui, self.session.position, self.advice(), self.hints, "Looking at it …")
            column.best(
                opinion, lambda choice: self.chosen(choice.move), self.ui.highlight, self.toggle_hints
            )
        else:
            self.ui.highlight(None)
        with column.keeping(BUTTON_STEP if self.open_hand() else 0.0):
            self._draw_crossings(column)
            self._draw_mistakes(column)
        if self.open_hand():
            column.button("play on", "Play on from here", "P", self.play_on)

    def _draw_crossings(self, column: PanelColumn) -> None:
        """Where books were entered or left next to the board, as many as leave room for the mistakes."""
        self._work_out()
        room = int((column.room - _MISTAKES) / _CROSSING)
        if not self._crossed or room < 1:
            return
        near = sorted(self._crossed, key=lambda each: abs(each[0] - self.session.cursor))
        column.y += 20 if column.y > column.top else 0
        column.heading("Books and wells", step=44)
        canvas, colour, left = column.canvas, column.canvas.theme.colour, column.left + 32
        for ply, head, why in sorted(near[: min(room, _MOST_CROSSINGS)]):
            here = self.session.cursor == ply
            press = partial(self.head.seek, ply)
            column.row(f"crossing {ply}", _CROSSING - 2, press, chosen=here, radius=6)
            canvas.text((column.left, column.y - 10), str(ply), "label", colour.text3)
            for words, y, style, ink in ((head, -10, "body", colour.text), (why, 12, "label", colour.text2)):
                canvas.text((left, column.y + y), canvas.fitted(words, style, column.width - 32), style, ink)
            column.y += _CROSSING
        column.y -= 10

    def _draw_mistakes(self, column: PanelColumn) -> None:
        column.y += 20 if column.y > column.top else 0
        moves = self.session.length
        unknown = sum(self._unknown(ply) for ply in range(moves))
        column.heading("Mistakes", f"{moves - unknown} of {moves} judged" if unknown else "", step=32)
        found = sorted(self.mistakes(), key=lambda each: -each.loss)
        if not unknown:
            for seat, side in enumerate(self.sides()):
                column.line(side if len(self.sides()) > 1 else "In all", self._degrees(seat))
            column.y += 6
        elif not found:
            column.canvas.text(
                (column.left, column.y), "None so far.", "body", column.canvas.theme.colour.text2
            )
            column.y += 36
        for mistake in found:
            if column.room < 16:
                break
            self._draw_mistake(column, mistake)
        column.y = min(column.y + 4, column.bottom + 2)  # the button below has its room

    def _degrees(self, seat: int) -> str:
        """How many moves of a seat were worse than the best, by degree."""
        own = [each.verdict for each in self.judgements() if each is not None and each.seat == seat]
        said = [(own.count("blunder"), "blunder"), (own.count("mistake"), "mistake")]
        words = [counted(number, word) for number, word in said if number]
        slips = own.count("inaccuracy")
        words += [f"{slips} {'inaccuracy' if slips == 1 else 'inaccuracies'}"] if slips else []
        return ", ".join(words) or "no mistakes"

    def _draw_mistake(self, column: PanelColumn, mistake: Judgement) -> None:
        canvas, colour, ply = column.canvas, column.canvas.theme.colour, mistake.ply
        here = self.session.cursor in (ply, ply + 1)
        column.row(f"mistake {ply}", 32, partial(self.head.seek, ply), chosen=here, radius=6)
        canvas.text((column.left, column.y), str(ply + 1), "label", colour.text3)
        position = self.session.position_at(ply)
        name = self.ui.move_words(position, mistake.move)
        cost = f"{MINUS}{self.ui.cost(position, mistake.loss, mistake.error)}"
        words = f"{self.sides()[mistake.seat]} {name}" if len(self.session.seats) > 1 else name
        words = canvas.brief(words, "body", column.width - 44 - canvas.text_width(cost, "strong"))
        used = canvas.text((column.left + 32, column.y), words, "body", colour.text)
        best = self.ui.move_words(position, mistake.better) if mistake.better else name
        taken = used + 56 + canvas.text_width(cost, "strong")
        if best != name and taken + canvas.text_width(f"better {best}", "label") < column.width:
            canvas.text((column.left + 44 + used, column.y), f"better {best}", "label", colour.amber_text)
        canvas.text((column.right, column.y), cost, "strong", colour.amber_text, "right")
        column.y += 34

    def course(self) -> ValueCurve:
        course = self.ui.course(self.session, self.judgements(), max(1, self.session.length))
        return replace(course, drawn_to=self.session.length)
