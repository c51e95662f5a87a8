"""Looking back at a game: what each move was worth, where the mistakes were, and how to go on from there."""

from __future__ import annotations

from dataclasses import replace

from ai.engine import Limit
from game.advice import Choice
from game.review import Judgement, judge
from game.session import Session
from gui.context import AppContext, Scene
from gui.play.advice_feed import KIBITZER, question_at
from gui.play.engine_room import Thought, Trouble
from gui.play.game_ui import Opinion, PanelColumn, ValueCurve
from gui.play.players import adviser, adviser_options, book_of, seats_for
from gui.play.visibility import ends_between_deals
from gui.scenes.board_scene import BoardScene
from gui.ui.commands import Command
from gui.ui.controls import heading
from gui.ui.layout import BUTTON_STEP
from gui.ui.text import MINUS

_ENOUGH = 30_000  # iterations or nodes behind an opinion that need not be looked at again
_SECONDS = 1.2  # thinking about each position that nobody has looked at
_CROSSING = 58.0  # units of a row that says where a book was entered or left
_MOST_CROSSINGS = 3
_MISTAKES = 150.0  # units for the mistakes below them
_SHORT = {"tetris": 0.25}  # where less says as much


class ReviewScene(BoardScene):
    """A game with its mistakes. Positions without an opinion are looked at one after the other."""

    name = "review"

    def __init__(self, context: AppContext, back: Scene | None, session: Session) -> None:
        super().__init__(context, back, session)
        self.hints = True
        self._asked: int | None = None
        self._failed = False
        self._version = 0
        self._judged: tuple[int, tuple[Judgement | None, ...]] = (-1, ())
        self._crossed: tuple[int, list[tuple[int, str, str]]] = (-1, [])
        self._next_deal = session.length if ends_between_deals(session) else -1  # nobody has seen its cards

    def bar_detail(self) -> str:
        return f"Review · {self.ui.detail(self.session.position)}"

    def left(self) -> None:
        self.context.room.stop(KIBITZER)
        self._asked = None

    # -- the kibitzer looks at every position --

    def _wanted(self) -> int | None:
        """The ply to look at next: the one on the board first, then the others from the end."""
        plies = [self.session.cursor, *range(self.session.length, -1, -1)]
        return next((ply for ply in plies if self._unknown(ply)), None)

    def _unknown(self, ply: int) -> bool:
        if self.session.position_at(ply).over or ply == self._next_deal:
            return False
        kept = self.session.opinions.get(ply)
        if kept is None:
            return True
        if kept.source == "rule" or (kept.done and self.ui.has_deals):
            return False  # a rule says the same however long it is asked
        return not kept.proven and kept.effort < _ENOUGH

    def _ask(self) -> None:
        if self._asked is not None or self._failed or self.context.warming is not None:
            return
        ply = self._wanted()
        if ply is None:
            return
        position = self.session.position_at(ply)
        engine = adviser(self.context.config, position.game)
        limit = Limit(seconds=_SHORT.get(position.game, _SECONDS))
        options = adviser_options(self.context.config, position.game, book_of(self.session, ply))
        question = question_at(self.session, ply, engine, "full", limit, options)
        self._asked = ply
        self.context.room.ask(KIBITZER, question, position)

    def _hear(self) -> None:
        for event in self.context.room.poll():
            if isinstance(event, Trouble):
                self.context.notify(event.sentence)
                self._failed = self._failed or event.final
            elif isinstance(event, Thought) and event.role == KIBITZER and self._asked is not None:
                if self.session.note(self._asked, event.advice):
                    self._version += 1
                if event.advice.done:
                    self._asked = None

    def update(self, seconds: float) -> Scene | None:
        self._hear()
        self._ask()
        self.head.pace = self.context.config.play.replay_speed
        return super().update(seconds)

    # -- what can be done --

    def judgements(self) -> tuple[Judgement | None, ...]:
        """By move what it has cost, as far as is known."""
        if self._judged[0] != self._version:
            self._judged = (self._version, judge(self.session))
        return self._judged[1]

    def mistakes(self) -> list[Judgement]:
        """The moves that gave something away, in the order of play."""
        return [each for each in self.judgements() if each is not None and each.loss >= self.ui.mistake_from]

    def toggle_hints(self) -> None:
        """Show or hide the best moves; the mistakes stay."""
        self.hints = not self.hints

    def next_mistake(self) -> None:
        """Show the position before the next mistake; after the last one, the first."""
        plies = [each.ply for each in self.mistakes()]
        if plies:
            self.head.seek(next((ply for ply in plies if ply > self.session.cursor), plies[0]))

    def play_on(self) -> None:
        """A new game from the position on the board, against the engine."""
        seats = seats_for(self.context.config, self.session.position)
        branch = self.session.take_over(self.session.cursor, seats)
        self.go(self.context.router.play(branch, self))

    def chosen(self, move: str) -> None:
        """A wall drawn on the board goes on from here with it."""
        self.play_on()
        scene = self.next
        if isinstance(scene, BoardScene) and scene is not self:
            scene.chosen(move)

    def open_hand(self) -> bool:
        return not self.session.position.over and self.session.cursor != self._next_deal

    def commands(self) -> list[Command]:
        return [
            Command("H", self.toggle_hints, "show or hide hints"),
            Command("M", self.next_mistake, "to the next mistake"),
            Command("P", self.play_on, "play on from here"),
            Command("S", self.save, "save, open, copy the moves"),
            Command("U, R", (self.head.back_step, self.head.on_step)),
            *super().commands(),
        ]

    def save(self) -> None:
        """To the saved games, with this one at hand."""
        self.go(self.context.router.games(self, self.session))

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
            self._list_crossings(column)
            self._list_mistakes(column)
        if self.open_hand():
            column.button("play on", "Play on from here", "P", self.play_on)

    def _list_mistakes(self, column: PanelColumn) -> None:
        canvas, colour = column.canvas, column.canvas.theme.colour
        column.y += 20 if column.y > column.top else 0
        heading(canvas, (column.left, column.y), "Mistakes")
        canvas.text((column.right, column.y), self._progress(), "label", colour.text3, "right")
        column.y += 32
        found = sorted(self.mistakes(), key=lambda each: -each.loss)
        if not found:
            canvas.text(
                (column.left, column.y),
                f"None that cost {self.ui.figure(self.ui.mistake_from).lstrip('+')} or more.",
                "body",
                colour.text2,
            )
            column.y += 36
        for mistake in found:
            if column.y + 16 > column.bottom:
                break
            self._mistake_row(column, mistake)
        column.y += 4

    def _crossings(self) -> list[tuple[int, str, str]]:
        """Where a book or a policy was entered or left: the ply, the name with what happened, and why."""
        if self._crossed[0] != self._version:
            found = [(ply, *self.crossing(ply)) for ply in range(1, self.session.length + 1)]
            self._crossed = (self._version, [each for each in found if each[1]])
        return self._crossed[1]

    def _list_crossings(self, column: PanelColumn) -> None:
        """The crossings nearest to the board, as many as leave room for the mistakes."""
        found, room = self._crossings(), int((column.bottom - column.y - _MISTAKES) / _CROSSING)
        if not found or room < 1:
            return
        near = sorted(found, key=lambda each: abs(each[0] - self.session.cursor))
        column.y += 20 if column.y > column.top else 0
        heading(column.canvas, (column.left, column.y), "Books and wells")
        column.y += 34
        for ply, head, why in sorted(near[: min(room, _MOST_CROSSINGS)]):
            self._crossing_row(column, ply, head, why)

    def _crossing_row(self, column: PanelColumn, ply: int, head: str, why: str) -> None:
        canvas, colour = column.canvas, column.canvas.theme.colour
        box = (column.left - 12, column.y - 18, column.width + 24, _CROSSING - 2)
        hovered = self.targets.add(f"crossing {ply}", box, lambda: self.head.seek(ply), radius=6)
        if hovered or self.session.cursor == ply:
            canvas.panel(box, colour.raised, radius=6)
        canvas.text((column.left, column.y), str(ply), "label", colour.text3)
        room = column.width - 32
        canvas.text((column.left + 32, column.y), canvas.fitted(head, "body", room), "body", colour.text)
        canvas.text(
            (column.left + 32, column.y + 22), canvas.fitted(why, "label", room), "label", colour.text2
        )
        column.y += _CROSSING

    def _progress(self) -> str:
        unknown = sum(self._unknown(ply) for ply in range(self.session.length + 1))
        return (
            f"{self.session.length + 1 - unknown} of {self.session.length + 1} looked at" if unknown else ""
        )

    def _mistake_row(self, column: PanelColumn, mistake: Judgement) -> None:
        canvas, colour = column.canvas, column.canvas.theme.colour
        box = (column.left - 12, column.y - 16, column.width + 24, 32.0)
        hovered = self.targets.add(
            f"mistake {mistake.ply}", box, lambda: self.head.seek(mistake.ply), radius=6
        )
        here = self.session.cursor in (mistake.ply, mistake.ply + 1)
        if hovered or here:
            canvas.panel(box, colour.raised, radius=6)
        canvas.text((column.left, column.y), str(mistake.ply + 1), "label", colour.text3)
        position = self.session.position_at(mistake.ply)
        name = self.ui.move_words(position, mistake.move)
        cost = f"{MINUS}{self.ui.cost(position, mistake.loss)}"
        words = f"{self.sides()[mistake.seat]} {name}" if len(self.session.seats) > 1 else name
        used = canvas.text((column.left + 32, column.y), words, "body", colour.text)
        best = self.ui.move_words(position, mistake.better) if mistake.better else name
        better = f"better {best}" if best != name else ""
        taken = used + 56 + canvas.text_width(cost, "strong")
        if better and taken + canvas.text_width(better, "label") < column.width:
            canvas.text((column.left + 44 + used, column.y), better, "label", colour.amber_text)
        canvas.text((column.right, column.y), cost, "strong", colour.amber_text, "right")
        column.y += 34

    def course(self) -> ValueCurve:
        course = self.ui.course(self.session, self.judgements(), max(1, self.session.length))
        return replace(course, drawn_to=self.session.length)
