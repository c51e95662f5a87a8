"""Looking back at a game: what each move was worth, where the mistakes were, and how to go on from there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from ai.engine import Limit
from ai.work import Thinking
from game.advice import Choice
from game.errors import IllegalMove
from game.review import Judgement, by_rule, judge
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
from gui.play.engine_room import WorkerFailure
from gui.play.kibitzer import draw_best
from gui.play.mistake_practice import MistakePractice, mistakes_of_person, remember
from gui.play.move_list import draw_summary
from gui.play.panel import PanelColumn
from gui.play.players import adviser, adviser_options, book_of, ends_between_deals
from gui.play.timeline import ValueCurve
from gui.scenes.board_scene import BoardScene
from gui.ui.commands import BOARDS, Command, Tip
from gui.ui.controls import PILL, button, pill
from gui.ui.layout import BUTTON_STEP, Flow
from gui.ui.scroll import Scroll
from gui.ui.text import MINUS

_TRY_AGAIN = "Try again"

_CROSSING = 58.0  # units of a row that says where a book was entered or left
_MISTAKE = 54.0  # of a row of the mistakes
_MOST_REASON, _OTHER_REASON = 4, 2  # lines of it, at the cursor and of the others
_CLEAR = 8.0  # between a list that scrolls and the button below it
_FEW = 240.0  # of such a list's height, below which the mistakes come before how the game went
_LOW = 400.0  # units of the panel's height below which it shows one thing at a time
_BELOW_BEST = 150.0  # units that the best moves leave at least for what stands below them
TABS = ("Best", "Mistakes", "Moves")
_ABOUT: dict[str, str | Tip] = {
    "Best": "The best moves here",
    "Mistakes": "All mistakes",
    "Moves": Tip("All moves", "O"),
}


@dataclass
class Retry:
    """A mistake that is tried again: the move that was played, the line it is on, and what was tried in its place.

    The better move stays hidden until it is `shown`.
    """

    mistake: Node
    line: tuple[Node, ...]
    tries: list[Node] = field(default_factory=list)
    shown: bool = False


class ReviewScene(BoardScene):
    """A game with its mistakes. What is on the board is looked at, and every move is judged, one after the other."""

    name = "review"
    keys_title = "Review"

    def __init__(
        self,
        context: AppContext,
        back: Scene | None,
        session: Session,
        *,
        is_stored: bool = True,
        to_mistake: bool = False,
    ) -> None:
        """`session` stays where it stands; what is played here is saved with it if `is_stored`.

        With `to_mistake` the game is judged from its start until the first mistake is found, which is then shown. So
        is a game of one player that is over.
        """
        super().__init__(context, back, session.look())
        ended = session.position.over and len(session.seats) == 1
        self._to_mistake = to_mistake or ended
        if self._to_mistake:
            self.session.go_to(0)
        self.hints = True
        self.tab = "Mistakes"
        self.by_size = True
        self.retry: Retry | None = None
        self.list = Scroll()  # of the mistakes
        self._here: tuple[int, float, float] | None = (
            None  # the mistake at the cursor; where it lies in the list
        )
        self._in_sight = -1  # the mistake that was brought into sight last
        self._is_stored = is_stored
        self._opened = False  # whether a variation was opened that is not saved yet
        room, game = context.room, lambda: self.session
        self.feed = AdviceFeed(room, self._ask, store=GameAdvice(game))
        self.judge = AdviceFeed(room, self._ask_judge, role=JUDGE, store=JudgedAdvice(game))
        self.practice = MistakePractice(context)
        self._at_length = False  # whether the kibitzer is asked about what somebody looks at, and has time
        self._version = (-1, -1)  # of the session, for which it was worked out
        self._judged: tuple[Judgement | None, ...] = ()
        # where the moves led that are still to be judged, from the end of the line
        self._moves: list[Node] = []
        self._places: list[Node] = []  # the positions on which nothing is said yet
        self._crossed: list[tuple[int, str, str]] = []
        self._next_deal = session.length if ends_between_deals(session) else -1  # nobody has seen its cards

    def bar_detail(self) -> str:
        return f"Review · {self.ui.language.detail(self.session.position)}"

    def left(self) -> None:
        self.feed.stop()
        self.judge.stop()
        if self.session.game.created:
            remember(self.context, self.session, self.judgements())
        self._save()

    def variation_opened(self) -> None:
        self._opened = True
        self._save()

    def _save(self) -> None:
        """Keep the variations with the game, if it is one that is kept."""
        game, autosave = self.session.game, self.context.autosave
        if self._opened and self._is_stored and game.created:
            over = game.position_at(game.length).over
            (autosave.finish if over else autosave.save)(game.played())
            self._opened = False

    # -- the kibitzer looks at the board, and beside it every move is judged --

    def _unknown(self, ply: int) -> bool:
        """Return True if nothing is known yet of the position at a ply or of the cost of the move that follows."""
        session = self.session
        if session.position_at(ply).over or ply == self._next_deal:
            return False
        if ply < session.length and not by_rule(session.position.game):
            return wants_judging(session, session.line[ply + 1])
        return ply not in session.opinions

    def _ask_next(self) -> None:
        """Ask about what is on the board first, then about the others from the end."""
        self._work_out()
        session, here = self.session, self.session.node
        tried = self.retry.tries if self.retry is not None else []
        follows = session.line[session.cursor + 1 : session.cursor + 2]
        judge = [
            *(node for node in tried if wants_judging(session, node)),
            *(node for node in follows if node in self._moves),
            *(self._moves[-1:] if self._to_mistake else self._moves[:1]),
        ]
        if judge and not self.judge.busy and not self.judge.failure:
            self.judge.start(judge[0])
        self._at_length = not (here in session.opinions_by_node and self._places)
        if not self._at_length:
            self.feed.look(here if here in self._places else self._places[-1 if self._to_mistake else 0])
        elif not session.position.over and session.cursor != self._next_deal:
            self.feed.look(here, depends_on="at length", more=True)

    def _ask_judge(self, node: Node) -> Thinking:
        assert node.parent is not None
        return judging_of(node, self.session.opinions_by_node.get(node.parent))

    def _ask(self, node: Node) -> Thinking:
        config, position = self.context.config, node.position
        seconds = look_of(position.game).review_seconds
        limit = Limit(seconds=config.engine.hint_seconds if self._at_length else seconds, every=True)
        options = adviser_options(config, position.game, book_of(config, self.session, node.ply))
        question = question_at(node, adviser(config, position.game), "full", limit, options)
        return Thinking(question, position)

    def update(self, seconds: float) -> Scene | None:
        for event in self.context.room.poll():
            self.feed.take(event)
            self.judge.take(event)
            self.practice.hear(event)
            if isinstance(event, WorkerFailure):
                self.context.notify(event.sentence)
        if self.practice.ready and self.practice.run is not None:
            self.practice.ready = False
            self.go(to.Problem(self.practice.run))
        self._ask_next()
        self._find_mistake()
        self.head.pace = self.context.config.play.replay_speed
        return super().update(seconds)

    def refresh(self) -> None:
        super().refresh()
        if self._here is not None and self._here[0] != self._in_sight:
            self._in_sight, top, height = self._here
            self.list.show(top, height)

    def _find_mistake(self) -> None:
        """Show the first mistake as soon as it is certain which one that is, unless another position was chosen."""
        if not self._to_mistake:
            return
        if self.session.cursor:
            self._to_mistake = False
            return
        self._work_out()
        unknown = [*(node.ply - 1 for node in self._moves), *(node.ply for node in self._places)]
        certain = min(unknown, default=self.session.length)
        first = next((each.ply for each in self.mistakes()), self.session.length)
        if first < certain:
            self.head.seek(first)
        self._to_mistake = first >= certain < self.session.length

    def _work_out(self) -> None:
        """Judge the moves, and find where books were entered and left, as far as is known."""
        session, line = self.session, self.session.line
        if self._version != session.version:
            self._version = session.version
            self._judged = judge(session)
            unknown = [ply for ply in range(session.length, -1, -1) if self._unknown(ply)]
            judged = not by_rule(session.position.game)
            self._moves = [line[ply + 1] for ply in unknown if judged and ply < session.length]
            self._places = [line[ply] for ply in unknown if not judged or ply == session.length]
            crossed = [(ply, *self.crossing(ply)) for ply in range(1, self.session.length + 1)]
            self._crossed = [each for each in crossed if each[1]]

    # -- what can be done --

    def judgements(self) -> tuple[Judgement | None, ...]:
        self._work_out()
        return self._judged

    @property
    def hiding(self) -> bool:
        """True if the better move is kept from a person who tries to find it."""
        return self.retry is not None and not self.retry.shown

    def mistakes(self) -> list[Judgement]:
        """The moves that gave something away, in the order of play."""
        return [each for each in self.judgements() if each is not None and each.grave]

    def toggle_hints(self) -> None:
        """Show or hide the best moves; the mistakes stay. Of a mistake that is tried again, show the answer."""
        if self.retry is not None:
            self.retry.shown = not self.retry.shown
        else:
            self.hints = not self.hints

    def toggle_moves(self) -> None:
        self.tab = "Mistakes" if self.tab == "Moves" else "Moves"

    def toggle_order(self) -> None:
        """List the mistakes by size, or in the order of play."""
        self.by_size = not self.by_size

    def next_mistake(self) -> None:
        """Show the position before the next mistake; after the last one, the first. Try it again, if one does so."""
        plies = [each.ply for each in self.mistakes()]
        if plies:
            self.head.seek(next((ply for ply in plies if ply > self.session.cursor), plies[0]))
            if self.retry is not None:
                self.try_again()

    def try_again(self) -> None:
        """Look for a better move than the mistake at the cursor, or give that up."""
        here = self.session.cursor
        judgement = next((each for each in self.mistakes() if each.ply in (here, here - 1)), None)
        if judgement is None or (
            self.retry is not None and self.retry.mistake is self._move_at(judgement.ply)
        ):
            if self.retry is None:
                self.context.reply("Go to a mistake first (M).")
            self.retry = None
            return
        self.retry = Retry(self._move_at(judgement.ply), self.session.line)
        self.head.seek(judgement.ply)

    def _move_at(self, ply: int) -> Node:
        """Return the node after the move at a ply of this line."""
        return self.session.line[ply + 1]

    def chosen(self, move: str) -> None:
        """A move played on the board opens a variation, or goes on with what was played."""
        before = self.session.line
        try:
            self.session.play(move)
        except IllegalMove as error:
            self.context.reply(str(error))
            return
        node = self.session.node
        if node not in before:
            self.variation_opened()
        retry = self.retry
        if retry is not None and node.parent is retry.mistake.parent:
            if node is not retry.mistake and node not in retry.tries:
                retry.tries.append(node)
            self.session.take(retry.line, node.ply - 1)  # the next one is tried from the same place
        else:
            self.grow()

    def open_hand(self) -> bool:
        return not self.session.position.over and self.session.cursor != self._next_deal

    def own_mistakes(self) -> list[Judgement]:
        """The mistakes that can be practised."""
        return mistakes_of_person(self.session, self.mistakes())

    def practise(self) -> None:
        """Make problems of the mistakes, and practise them."""
        mistakes = self.own_mistakes()
        if not mistakes:
            self.context.reply("No mistakes are known here.")
        elif not self.practice.busy:
            self.practice.start(self.session, mistakes)

    def guess(self) -> None:
        """Guess the moves that follow; at the end of the game, all of them."""
        here = self.session.cursor
        self.go(to.Guess(self.session, begin=0 if here >= self.session.length else here))

    def save(self) -> None:
        """To the saved games, with this one at hand."""
        self.go(to.Games(self.session))

    def scrolls(self) -> list[Scroll]:
        shown = {"Moves": [self.moves.scroll], "Mistakes": [self.list]}
        return [] if self.retry is not None else shown.get(self.tab, [])

    def commands(self) -> list[Command]:
        return [
            Command("H", self.toggle_hints, "show or hide hints", scope=BOARDS),
            Command("M", self.next_mistake, "to the next mistake"),
            Command("T", self.try_again, "try a mistake again, with the better move hidden"),
            Command("Q", self.toggle_order, "mistakes by size, or in the order of play"),
            Command("P", self.play_on, "play on from here"),
            Command("G", self.practise, "practise the mistakes"),
            Command("F", self.guess, "guess the moves from here", enabled=self.session.length > 0),
            Command("S", self.save, "save, open, copy the moves"),
            *self.variation_commands(),
            Command("U, R", (self.head.back_step, self.head.on_step), scope=BOARDS),
            Command("Esc", self.try_again, enabled=self.retry is not None),
            *super().commands(),
        ]

    # -- the picture --

    def evaluator(self) -> str:
        hidden = self.hiding or not self.hints
        return "" if hidden else adviser(self.context.config, self.session.position.game)

    def shown_choices(self) -> tuple[Choice, ...]:
        advice, shown = self.advice(), (self.hints or self.retry is not None) and not self.hiding
        return advice.choices if advice is not None and shown and self.open_hand() else ()

    def listed(self, column: PanelColumn) -> int:
        low = column.frame.panel[3] < _LOW
        with column.keeping(BUTTON_STEP if low else _BELOW_BEST):
            return super().listed(column)

    def draw_column(self, column: PanelColumn) -> None:
        low, tabs = column.frame.panel[3] < _LOW, list(TABS)
        if self.retry is not None:
            self._draw_retry(column, self.retry)
            return
        if not low:
            tabs.remove("Best")
            with column.keeping(_BELOW_BEST):
                self._draw_best(column)
            column.y += 8 if column.y > column.top else -16
        else:
            column.y = column.frame.panel[1] + 12
        names = [tab for tab in tabs if tab != "Best" or self.open_hand()]
        shown = self.tab if self.tab in names else "Mistakes"
        for name, box in zip(names, column.split(len(names), PILL), strict=True):
            press = partial(self._show, name)
            pill(column.canvas, column.targets, f"tab {name}", box, name, name == shown, press, _ABOUT[name])
        buttons = self._foot_buttons()
        if buttons:
            column.at_foot(buttons)
        with column.keeping(_CLEAR if buttons else 0.0):
            if shown == "Moves":
                column.y += 6
                self.draw_moves(column)
            elif shown == "Mistakes":
                self._draw_mistakes(column)
            else:
                column.y += 24
                self._draw_best(column)

    def _foot_buttons(self) -> list[Command]:
        """Return the commands at the foot of the column."""
        mistakes, commands = self.own_mistakes(), list[Command]()
        if mistakes or self.practice.busy:
            commands.append(Command("G", self.practise, label=self.practice.label(mistakes), name="practise"))
        if self.open_hand():
            commands.append(Command("P", self.play_on, label="Play on from here", name="play on"))
        return commands

    def _show(self, tab: str) -> None:
        self.tab = tab

    def _draw_best(self, column: PanelColumn) -> None:
        if self.open_hand():
            opinion = self.opinion(self.feed.waiting(self.context, self.session.position.game))
            draw_best(
                column, self.ui.language, opinion, lambda choice: self.chosen(choice.move), self.toggle_hints
            )

    def _draw_mistakes(self, column: PanelColumn) -> None:
        """Draw the summary, then all mistakes, then where books were entered and left, in a list that scrolls."""
        self._work_out()
        moves = self.session.length
        unknown = len(self._moves) or sum(node.ply < moves for node in self._places)
        judgements = sorted(self.mistakes(), key=lambda each: -each.share if self.by_size else each.ply)
        view = (column.left - column.inset, column.y, column.width + 2 * column.inset, max(0.0, column.room))
        self.list.follow(column.targets)
        with Flow.scrolling(
            column.canvas, column.targets, self.list, view, inset=column.inset, above=14.0, below=4.0
        ) as flow:
            if unknown:
                flow.line(f"{moves - unknown} of {moves} moves judged", "")
            parts: list[Callable[[Flow], None]] = [
                self._draw_summary,
                partial(self._draw_found, judgements=judgements),
                self._draw_crossings,
            ]
            if view[3] < _FEW:
                parts = [*parts[1:], parts[0]]
            for draw in parts:
                draw(flow)

    def _draw_summary(self, flow: Flow) -> None:
        """Draw the summary of the game."""
        draw_summary(flow, self.ui, self.session, self.judgements(), self.head.seek)

    def _draw_found(self, flow: Flow, judgements: Sequence[Judgement]) -> None:
        """The mistakes, and how they are ordered where there are several."""
        flow.y += 8 if judgements else 0
        if len(judgements) > 1:
            order = ("By size", "In order")
            flow.pills("order", order, int(not self.by_size), lambda at: self._order(at == 0))
            flow.y += 12
        for mistake in judgements:
            self._draw_mistake(flow, mistake)

    def _order(self, by_size: bool) -> None:
        self.by_size = by_size

    def _draw_crossings(self, flow: Flow) -> None:
        """Draw where books were entered or left."""
        if not self._crossed:
            return
        flow.y += 12
        flow.heading("Books and wells", step=44)
        canvas, colour, left = flow.canvas, flow.canvas.theme.colour, flow.left + 32
        for ply, head, why in self._crossed:
            here = self.session.cursor == ply
            press = partial(self.head.seek, ply)
            flow.row(f"crossing {ply}", _CROSSING - 2, press, chosen=here, radius=6)
            canvas.text((flow.left, flow.y - 10), str(ply), "label", colour.text3)
            for words, y, style, ink in ((head, -10, "body", colour.text), (why, 12, "label", colour.text2)):
                canvas.text((left, flow.y + y), canvas.fitted(words, style, flow.width - 32), style, ink)
            flow.y += _CROSSING

    def _draw_mistake(self, flow: Flow, mistake: Judgement) -> None:
        """Draw the move that was played and what would have been better.

        Below the one at the cursor why, and trying it again.
        """
        canvas, colour, ply = flow.canvas, flow.canvas.theme.colour, mistake.ply
        here, began = self.session.cursor in (ply, ply + 1), flow.y
        flow.y += _MISTAKE / 2 - 14
        flow.row(f"mistake {ply}", _MISTAKE - 2, partial(self.head.seek, ply), chosen=here, radius=6)
        position, left, top = self.session.position_at(ply), flow.left + 36, flow.y - 11
        canvas.text((flow.left, top), str(self.ui.language.number(position)), "label", colour.text3)
        cost = f"{MINUS}{self.ui.language.cost(mistake)}"
        used = canvas.text((flow.right, top), cost, "strong", colour.amber_text, "right")
        who = f"{self.sides()[mistake.seat]} " if len(self.session.seats) > 1 else ""
        beside = [mistake.move, *filter(None, (mistake.better,))]
        room = flow.right - left - used - 8 - canvas.text_width(who, "body")
        name = self.ui.language.move_within(canvas, position, mistake.move, "body", room, beside)
        canvas.text((left, top), f"{who}{name}", "body", colour.text)
        room, where, text = flow.right - left, "", str(mistake.verdict)
        if mistake.better and mistake.better != mistake.move:
            text += ", better "
            rest = room - canvas.text_width(text, "label")
            text += self.ui.language.move_within(canvas, position, mistake.better, "label", rest, beside)
        if self.ui.privacy.has_deals:
            where = f"{self.ui.language.place(position)}: "
        if canvas.text_width(where + text, "label") > room:
            where = ""  # what was better says more
        canvas.text(
            (left, flow.y + 12), canvas.fitted(where + text, "label", room), "label", colour.amber_text
        )
        flow.y += _MISTAKE / 2
        self._draw_reason(flow, mistake, left, here=here)
        if here and flow.view is not None:
            self._here = (ply, began - 14 - flow.view[1] + self.list.offset, flow.y - began)
        flow.y += 14

    def _draw_reason(self, flow: Flow, mistake: Judgement, left: float, *, here: bool) -> None:
        """Draw why it is one: in full at the cursor, else as much as a line or two hold; and there trying it again."""
        place, ink = (left, flow.y + 2, flow.right - left, 0.0), flow.canvas.theme.colour.text2
        lines = _MOST_REASON if here else _OTHER_REASON
        reason = self.reason_of(mistake)
        high = flow.canvas.sentences(place, reason, "label", ink, lines) if reason else 0.0
        flow.y += high + 4 if high else 0.0
        if not here:
            return
        flow.y += 2
        box = (left, flow.y, flow.right - left, 32.0)
        button(
            flow.canvas,
            flow.targets,
            "try again",
            box,
            _TRY_AGAIN,
            self.try_again,
            key="T",
            within=flow.view,
        )
        flow.y += 36

    def _draw_retry(self, column: PanelColumn, retry: Retry) -> None:
        """Draw the move that was played and the one that was tried in its place.

        The better move once it is asked for.
        """
        before = retry.mistake.parent
        judgement = self.judged(retry.mistake)
        assert before is not None
        column.heading(_TRY_AGAIN, step=24)
        if judgement is None:
            return
        side = f"{self.sides()[judgement.seat]} played" if len(self.session.seats) > 1 else "You played"
        beside = {judgement.move, *filter(None, (judgement.better,)), *(node.text for node in retry.tries)}
        played = self.ui.language.move_words(before.position, judgement.move, beside)
        cost = self.ui.language.cost(judgement)
        buttons = [
            Command(
                "H",
                self.toggle_hints,
                label="Hide the answer" if retry.shown else "Show the answer",
                name="answer",
            ),
            Command("M", self.next_mistake, label="Next mistake", name="next mistake"),
            Command("T", self.try_again, label="Back to the review", short="Review", name="try again"),
        ]
        asked = "Find a better move on the board."
        with column.keeping(column.foot(buttons)):
            column.paragraph(f"{side} {played}, {_article(judgement.verdict)} that cost {cost}. {asked}")
            if retry.shown and judgement.better:
                better = self.ui.language.move_words(before.position, judgement.better, beside)
                column.paragraph(f"Better: {better}.", "strong", column.canvas.theme.colour.amber_text)
            column.y += 12
            for node in reversed(retry.tries):
                tried = self.ui.language.move_words(before.position, node.text, beside)
                if not column.line(tried, self._tried(node, judgement)):
                    break
        column.y = column.bottom - column.foot(buttons) + 2
        column.buttons(buttons)

    def _tried(self, node: Node, mistake: Judgement) -> str:
        """Return the result of a move that was tried in place of a mistake."""
        judgement = self.judged(node)
        if node.text == mistake.better:
            return "right"
        if judgement is None:
            return "being judged …"
        assert node.parent is not None
        facts = {
            "best": "right",
            "fine": "as good",
            "close": "too close to call",
            "unknown": "cannot be compared",
        }
        cost = f"{MINUS}{self.ui.language.cost(judgement)}"
        return facts.get(judgement.verdict, f"{judgement.verdict}, {cost}")

    def course(self) -> ValueCurve:
        course = self.ui.language.course(self.session, self.judgements(), max(1, self.session.length))
        return replace(course, drawn_to=self.session.length)


def _article(degree: str) -> str:
    """`a mistake`, `an inaccuracy`."""
    return f"{'an' if degree[0] in 'aeiou' else 'a'} {degree}"
