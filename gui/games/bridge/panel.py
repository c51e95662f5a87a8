"""The kibitzer's column at bridge: cards of equal worth together, and why the best is best."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from game.advice import Advice, Choice
from game.bridge import State
from game.bridge.cards import NO_TRUMPS, parse_card
from gui.games.bridge import words
from gui.games.bridge.cards import card_words
from gui.games.bridge.visible_state import in_order
from gui.play.game_ui import SOURCES, PanelColumn
from gui.ui import icons
from gui.ui.controls import chip

_ROW, _HIGH = 60.0, 56.0


class Group(NamedTuple):
    """Moves that are worth the same: the figure, the moves as they are read, and a few words on them."""

    figure: str
    moves: str
    about: str
    choice: Choice


def groups(state: State, advice: Advice) -> list[Group]:
    """The moves by worth, the best first, cards as they stand in the hand."""
    found: dict[str, list[Choice]] = {}
    for choice in advice.choices:
        found.setdefault(words.figure_of(state, choice), []).append(choice)
    contract = state.board.contract
    strain = NO_TRUMPS if contract is None else contract.strain
    made: list[Group] = []
    for figure, choices in found.items():
        moves = [choice.move for choice in choices]
        said = [words.move_words(move) for move in moves]
        if all(map(words.is_card, moves)):
            said = [card_words(card) for card in in_order(map(parse_card, moves), strain)]
        about = words.worth_about(state, advice.choices[0], choices[0])
        made.append(Group(figure, " ".join(said), about, choices[0]))
    return made


def draw_list(
    column: PanelColumn, state: State, advice: Advice, choose: Callable[[Choice], object]
) -> str | None:
    """The groups from the best on, as many as there is room for; returns the move that is pointed at."""
    rows = 4 if column.frame.panel[3] >= 620 else 3 if column.frame.panel[3] >= 460 else 2
    pointed: str | None = None
    column.y += 12
    for number, group in enumerate(groups(state, advice)[:rows]):
        if column.room < _HIGH / 2:
            break
        if _draw_row(column, number, group, choose, proven=state.stage == "play"):
            pointed = group.choice.move
    column.y -= 4
    return pointed


def _draw_row(
    column: PanelColumn, number: int, group: Group, choose: Callable[[Choice], object], *, proven: bool
) -> bool:
    canvas, colour = column.canvas, column.canvas.theme.colour
    wide = max(28.0, canvas.text_width(group.figure, "strong") + 14)
    x = column.left + max(48.0, wide + 12)
    said = canvas.letters.wrap(group.moves, canvas.theme.type["body"], column.right - x, canvas.scale)
    if len(said) > 2:
        said = [said[0], canvas.fitted(" ".join(said[1:]), "body", column.right - x)]
    more = 22.0 * (len(said) - 1)
    column.y += more / 2
    name, inset = f"choice {number + 1}", 16.0 if column.frame.margin >= 24 else 10.0
    press = partial(choose, group.choice)
    _, lit = column.row(name, _HIGH + more, press, chosen=number == 0, inset=inset)
    filled = proven and number == 0
    place = (column.left, column.y - 14, wide, 28.0)
    if filled:
        canvas.panel(place, colour.amber, radius=14)
    else:
        width, opacity = (2.0, 1.0) if number == 0 else (1.5, max(0.65, 0.85 - 0.1 * number))
        canvas.panel(place, None, radius=14, edge=colour.amber_line, width=width, opacity=opacity)
    ink, style = colour.amber_ink if filled else colour.amber_text, "strong" if number == 0 else "body"
    canvas.text((column.left + wide / 2, column.y), group.figure, style, ink, "middle")
    top = column.y - 10.0 * (len(said) - (0 if group.about else 1))
    for at, line in enumerate(said):
        canvas.text((x, top + 22 * at), line, "body", colour.text)
    if group.about:
        about = canvas.fitted(group.about, "label", column.right - x)
        canvas.text((x, top + 22 * len(said)), about, "label", colour.text3)
    column.y += _ROW + more / 2
    return lit or column.targets.focused(name)


def draw_why(column: PanelColumn, state: State, advice: Advice, reason: str) -> bool:
    """Where the opinion comes from, the reason, and the tricks that follow; always drawn, if there is room."""
    if column.room < 200:
        return True
    canvas, colour, proven = column.canvas, column.canvas.theme.colour, state.stage == "play"
    column.y += 10
    column.heading("Why", step=29)
    source = "Solved" if proven and advice.source == "search" else SOURCES[advice.source]
    wide = chip(canvas, (column.left, column.y), source, proven=proven)
    ground = canvas.brief(words.ground(state, advice), "body", column.width - wide - 12)
    canvas.text((column.left + wide + 12, column.y), ground, "body", colour.text)
    column.y += 20
    column.paragraph(reason, lines=max(1, min(3, int((column.room - 160) / 24))), after=6)
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
        said = " ".join(trick)
        wide = canvas.text_width(said, "label")
        if x + wide > column.right:
            return
        if number:
            icons.chevron(canvas, (x - 14, column.y), colour.text3)
        canvas.text((x, column.y), said, "label", colour.text)
        x += wide + 28
