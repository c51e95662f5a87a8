"""The language of bridge, and its rows of the panel: cards of equal worth together, and why the best is best."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from game.advice import Advice, Choice
from game.bridge import State
from game.bridge.cards import NO_TRUMPS, parse_card
from game.position import Position
from game.review import Judgement, values
from game.session import Session
from gui.games.bridge import review, words
from gui.games.bridge.cards import card_words
from gui.games.bridge.privacy import BridgePrivacy
from gui.games.bridge.rules import play_rules, score_rules
from gui.games.bridge.view import DIM
from gui.games.bridge.visible_state import (
    bridge,
    in_order,
)
from gui.games.bridge.words import NEAR, move_words, tricks_words
from gui.play.game_ui import Language, Opinion
from gui.play.panel import PanelColumn
from gui.play.sources import SOURCES
from gui.play.timeline import ValueCurve
from gui.ui import icons
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.controls import chip
from gui.ui.graph import Axis
from gui.ui.theme import mix


class BridgeLanguage(Language):
    """Names, figures and sentences of bridge, for the seat of `privacy`."""

    title = "Honeymoon bridge"
    best_heading = "Best cards"
    move_word = "card"
    invitation = "Play another card here"
    choice_lines = 2

    def __init__(self, privacy: BridgePrivacy) -> None:
        self._privacy = privacy

    def title_of(self, position: Position) -> str:
        return "German Whist" if bridge(position).rules.auction == "stock" else self.title

    def names(self, position: Position) -> tuple[str, ...]:
        return self._privacy.names

    def cost(self, judgement: Judgement) -> str:
        if judgement.unit == "points":
            around = f" ± {round(judgement.error)}" if judgement.error else ""
            return f"{round(judgement.loss)}{around} points"
        tricks, error = tricks_words(judgement.loss), tricks_words(judgement.error)
        around = f" ± {error}" if judgement.error >= NEAR else ""
        return f"{tricks}{around} trick{'' if tricks == '1' else 's'}"

    def place(self, position: Position) -> str:
        return words.place(bridge(position))

    def number(self, position: Position) -> int:
        return len(bridge(position).board.moves) + 1

    def part(self, position: Position) -> str:
        return words.part(bridge(position), self._privacy.names)

    def beside(self, position: Position) -> bool:
        return bridge(position).board.stage != "auction"

    def extent(self, position: Position) -> str:
        return words.extent(bridge(position))

    def heading(self, position: Position) -> str:
        return "Best calls" if bridge(position).stage == "auction" else "Best cards"

    def invite(self, position: Position) -> str:
        return "Make another call here" if bridge(position).stage == "auction" else "Play another card here"

    # -- the panel --

    def draw_choice(
        self, canvas: Canvas, box: Box, position: Position, choice: Choice, advice: Advice | None
    ) -> None:
        canvas.text((box[0], box[1] + box[3] / 2), move_words(choice.move), "body", canvas.theme.colour.text)

    def draw_list(
        self, column: PanelColumn, position: Position, advice: Advice, choose: Callable[[Choice], object]
    ) -> bool:
        draw_list(column, bridge(position), advice, choose)
        return True

    def draw_why(self, column: PanelColumn, opinion: Opinion) -> bool:
        advice = opinion.spoken
        assert advice is not None, "there is something to explain"
        return draw_reasons(column, bridge(opinion.position), advice, self.reason(opinion))

    def compare(self, position: Position, advice: Advice, move: str, after: Advice | None = None) -> str:
        return words.compare(bridge(position), advice, move, self._privacy.names)

    # -- words --

    def detail(self, position: Position) -> str:
        state = bridge(position)
        return words.detail(state, self._privacy.names, ended=self._privacy.ended(state))

    def why(self, position: Position, advice: Advice) -> tuple[str, str]:
        return words.ground(bridge(position), advice), words.reason(
            bridge(position), advice, self._privacy.names
        )

    def figure(self, value: float) -> str:
        tricks = tricks_words(value)
        return f"{tricks} trick{'' if tricks == '1' else 's'}"

    def axis(self, values: Sequence[float | None]) -> Axis:
        return Axis(0.0, 1.0, ((1.0, "13"), (0.0, "0")))

    def reading(self, position: Position, *, seat: int | None = 0) -> str:
        return "Tricks"

    def move_words(self, position: Position, move: str, among: Iterable[str] = ()) -> str:
        return move_words(move)

    def loss_words(self, position: Position, judgement: Judgement) -> str:
        certain = bridge(position).stage == "play"
        verb = "cost" if certain else "seems to have cost"
        return f"{move_words(judgement.move)} {verb} {self.cost(replace(judgement, error=0.0))}"

    def rules(self, position: Position) -> tuple[str, str]:
        table = bridge(position).rules
        return play_rules(table), score_rules(table)

    def standing(self, position: Position) -> tuple[tuple[str, str], ...]:
        state = bridge(position)
        return words.standing(state, self._privacy.names, self._privacy.seat(state))

    def result(self, position: Position) -> str:
        return words.result(bridge(position), self._privacy.names)

    def longest(self, position: Position) -> int:
        return position.ply + 1

    def course(self, session: Session, judged: Sequence[Judgement | None], last: int) -> ValueCurve:
        me = self._privacy.seat(bridge(session.position))
        messages, name = values(session), self._privacy.names[me]
        return review.course_of(session, messages, judged, me, self._privacy.may_tell, name)

    def draw_tone(self, canvas: Canvas, at: Point, seat: int) -> None:
        colour = canvas.theme.colour
        fill = colour.card if seat == self._privacy.me else colour.back
        canvas.panel((at[0] + 7, at[1] - 9, 13, 18), fill, radius=2, edge=colour.back_line)


_ROW, _HIGH = 60.0, 56.0


class Group(NamedTuple):
    """Moves that are worth the same: the figure, the moves as they are read, a few words on them, and an error."""

    figure: str
    moves: str
    worth: str
    error: str
    choice: Choice


def groups(state: State, advice: Advice) -> list[Group]:
    """The moves by worth; of equal cards first the one that is advised, the others as they stand in the hand."""
    # each call by itself, cards of the same worth together
    results: dict[tuple[str, float], list[Choice]] = {}
    for choice in advice.choices:
        call = "" if words.is_card(choice.move) else choice.move
        results.setdefault((call, choice.worth.rounded), []).append(choice)
    contract = state.board.contract
    strain = NO_TRUMPS if contract is None else contract.strain
    made: list[Group] = []
    for choices in results.values():
        figure = words.figure_of(state, choices[0])
        moves = [choice.move for choice in choices]
        messages = [words.move_words(move) for move in moves]
        if all(map(words.is_card, moves)):
            first, *others = map(parse_card, moves)
            messages = [card_words(card) for card in (first, *in_order(others, strain))]
        worth, error = words.worth_about(state, advice, choices[0])
        made.append(Group(figure, " ".join(messages), worth, error, choices[0]))
    return made


def draw_list(column: PanelColumn, state: State, advice: Advice, choose: Callable[[Choice], object]) -> None:
    """The groups from the best on, as many as there is room for."""
    rows = 4 if column.frame.panel[3] >= 620 else 3 if column.frame.panel[3] >= 460 else 2
    column.y += 12
    for number, group in enumerate(groups(state, advice)[:rows]):
        if column.room < _HIGH / 2:
            break
        _draw_row(column, number, group, choose, proven=state.stage == "play")
    column.y -= 4


def _draw_row(
    column: PanelColumn, number: int, group: Group, choose: Callable[[Choice], object], *, proven: bool
) -> None:
    canvas, colour = column.canvas, column.canvas.theme.colour
    wide = max(28.0, canvas.text_width(group.figure, "strong") + 14)
    x = column.left + max(48.0, wide + 12)
    messages = canvas.renderer.wrap(group.moves, canvas.theme.type["body"], column.right - x, canvas.scale)
    if len(messages) > 2:
        messages = [messages[0], canvas.fitted(" ".join(messages[1:]), "body", column.right - x)]
    more = 22.0 * (len(messages) - 1)
    column.y += more / 2
    name, inset = f"choice {number + 1}", 16.0 if column.frame.margin >= 24 else 10.0
    press = partial(choose, group.choice)
    column.row(name, _HIGH + more, press, chosen=number == 0, inset=inset, move=group.choice.move)
    filled = proven and number == 0
    place = (column.left, column.y - 14, wide, 28.0)
    if filled:
        canvas.panel(place, colour.amber, radius=14)
    elif proven:
        canvas.panel(place, mix(colour.panel, colour.amber, DIM), radius=14)
    else:
        width, opacity = (2.0, 1.0) if number == 0 else (1.5, max(0.65, 0.85 - 0.1 * number))
        canvas.panel(place, None, radius=14, edge=colour.amber_line, width=width, opacity=opacity)
    ink, style = colour.amber_ink if filled else colour.amber_text, "strong" if number == 0 else "body"
    canvas.text((column.left + wide / 2, column.y), group.figure, style, ink, "middle")
    about = ", ".join(filter(None, (group.worth, group.error)))
    top = column.y - 10.0 * (len(messages) - (0 if about else 1))
    for at, line in enumerate(messages):
        canvas.text((x, top + 22 * at), line, "body", colour.text)
    if about:
        if group.error and canvas.text_width(about, "label") > column.right - x:
            about = group.error  # whole, where there is no room for both
        about = canvas.fitted(about, "label", column.right - x)
        canvas.text((x, top + 22 * len(messages)), about, "label", colour.text3)
    column.y += _ROW + more / 2


_ROOMY = 250.0  # units from which the reason has a heading


def draw_reasons(column: PanelColumn, state: State, advice: Advice, reason: str) -> bool:
    """Draw the source of the opinion, the reason, and the tricks that follow; always drawn, if there is room."""
    if column.room < 200:
        return True
    canvas, colour, proven = column.canvas, column.canvas.theme.colour, state.stage == "play"
    column.y += 10
    tight = column.room < _ROOMY
    if not tight:  # a line of the reason is worth more than its heading
        column.heading("Why", step=29)
    source = "Solved" if proven and advice.source == "search" else SOURCES[advice.source]
    wide = chip(canvas, (column.left, column.y), source, proven=proven)
    ground = canvas.brief(words.ground(state, advice), "body", column.width - wide - 12)
    canvas.text((column.left + wide + 12, column.y), ground, "body", colour.text)
    column.y += 20
    lines = int((column.room - (112 if tight else 160)) / 24)  # the facts and a button, or more of them
    column.paragraph(reason, lines=max(1, min(3, lines)), after=6)
    best = advice.choices[0]
    if proven and best.line and column.room > 150:
        column.y += 12
        _draw_line(column, state, (best.move, *best.line))
        column.y += 12
    return True


def _draw_line(column: PanelColumn, state: State, moves: tuple[str, ...]) -> None:
    """The cards that follow, trick by trick, as far as there is room."""
    canvas, colour = column.canvas, column.canvas.theme.colour
    cards = [words.move_words(move) for move in moves]
    first = 1 if state.board.led is not None else 2
    x = column.left
    for number, trick in enumerate((cards[:first], *(cards[i : i + 2] for i in range(first, len(cards), 2)))):
        text = " ".join(trick)
        wide = canvas.text_width(text, "label")
        if x + wide > column.right:
            return
        if number:
            icons.chevron(canvas, (x - 14, column.y), colour.text3)
        canvas.text((x, column.y), text, "label", colour.text)
        x += wide + 28
