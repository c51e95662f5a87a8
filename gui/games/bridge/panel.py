"""The kibitzer's column at bridge: cards of equal worth together, and why the best is best."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from game.advice import Advice, Choice
from game.bridge import State
from game.bridge.cards import parse_card
from gui.games.bridge import words
from gui.games.bridge.bidding import call_words
from gui.games.bridge.cards import card_words
from gui.games.bridge.visible_state import in_order
from gui.play.game_ui import SOURCES, PanelColumn
from gui.ui import icons
from gui.ui.controls import chip, heading
from gui.ui.text import MINUS

TRICKS = 13
_ROW, _HIGH = 60.0, 56.0
_NEAR = 0.02  # tricks that make no difference


class Group(NamedTuple):
    """Moves that are worth the same: the figure, the moves as they are read, and a few words on them."""

    figure: str
    moves: str
    about: str
    choices: tuple[Choice, ...]
    proven: bool


def figure_of(state: State, choice: Choice) -> str:
    """What a move is worth in a few letters: its tricks, or in the auction its points."""
    if state.stage == "auction":
        return choice.label
    tricks = choice.score * TRICKS
    return f"{tricks:.0f}" if state.stage == "play" else f"{tricks:.1f}"


def tricks_words(tricks: float) -> str:
    """Tricks as a figure: `9`, and `8.4` where only estimated."""
    return f"{tricks:.0f}" if abs(tricks - round(tricks)) < _NEAR else f"{tricks:.1f}"


def move_words(move: str) -> str:
    """A card, a call or a claim as a person reads it."""
    if move.startswith("claim"):
        return move.capitalize()
    if is_card(move):
        return card_words(parse_card(move))
    return call_words(move)


def groups(state: State, advice: Advice) -> list[Group]:
    """The moves by worth, the best first."""
    found: dict[str, list[Choice]] = {}
    for choice in advice.choices:
        found.setdefault(figure_of(state, choice), []).append(choice)
    best = advice.choices[0]
    return [
        Group(
            figure,
            " ".join(move_words(choice.move) for choice in _in_hand(state, choices)),
            _about(state, best, choices[0]),
            tuple(choices),
            state.stage == "play",
        )
        for figure, choices in found.items()
    ]


def _in_hand(state: State, choices: list[Choice]) -> list[Choice]:
    """Cards of equal worth as they stand in the hand."""
    if not all(is_card(choice.move) for choice in choices):
        return choices
    by_card = {parse_card(choice.move): choice for choice in choices}
    contract = state.board.contract
    return [by_card[card] for card in in_order(by_card, contract.strain if contract is not None else 4)]


def is_card(move: str) -> bool:
    """Whether a move is a card."""
    return len(move) == 2 and move[0] in "SHDC"


def _about(state: State, best: Choice, choice: Choice) -> str:
    if state.stage == "auction":
        return "points to be expected" if choice.move == best.move else ""
    if not is_card(choice.move):
        return ""
    contract = state.board.contract
    if state.stage == "play" and contract is not None and choice.proof is not None:
        tricks = round(choice.score * TRICKS)
        return words.outcome_of(contract, tricks if state.to_move == contract.declarer else TRICKS - tricks)
    less = (best.score - choice.score) * TRICKS
    if less < _NEAR:
        return "tricks to be expected"
    return f"{MINUS}{tricks_words(less)}"


def draw_list(
    column: PanelColumn, state: State, advice: Advice, choose: Callable[[Choice], object]
) -> str | None:
    """The groups from the best on, as many as there is room for; returns the move that is pointed at."""
    rows = 4 if column.frame.panel[3] >= 620 else 3 if column.frame.panel[3] >= 460 else 2
    pointed: str | None = None
    column.y += 12
    for number, group in enumerate(groups(state, advice)[:rows]):
        if column.y + _HIGH / 2 > column.bottom:
            break
        if _draw_row(column, number, group, choose):
            pointed = group.choices[0].move
    column.y -= 4
    return pointed


def _draw_row(column: PanelColumn, number: int, group: Group, choose: Callable[[Choice], object]) -> bool:
    canvas, colour = column.canvas, column.canvas.theme.colour
    name, inset = f"choice {number + 1}", 16.0 if column.frame.margin >= 24 else 10.0
    wide = max(28.0, canvas.text_width(group.figure, "strong") + 14)
    said = _lines(column, group, column.right - column.left - max(48.0, wide + 12))
    more = 22.0 * (len(said) - 1)
    box = (column.left - inset, column.y - _HIGH / 2, column.width + 2 * inset, _HIGH + more)
    column.y += more / 2
    lit = column.targets.add(name, box, lambda: choose(group.choices[0]), radius=8)
    if number == 0 or lit:
        canvas.panel(box, colour.raised, radius=8)
    filled = group.proven and number == 0
    place = (column.left, column.y - 14, wide, 28.0)
    style = "strong" if number == 0 else "body"
    if filled:
        canvas.panel(place, colour.amber, radius=14)
    else:
        width, opacity = (2.0, 1.0) if number == 0 else (1.5, max(0.65, 0.85 - 0.1 * number))
        canvas.panel(place, None, radius=14, edge=colour.amber_line, width=width, opacity=opacity)
    ink = colour.amber_ink if filled else colour.amber_text
    canvas.text((column.left + wide / 2, column.y), group.figure, style, ink, "middle")
    x = column.left + max(48.0, wide + 12)
    top = column.y - (10.0 * len(said) if group.about else 10.0 * (len(said) - 1))
    for at, line in enumerate(said):
        canvas.text((x, top + 22 * at), line, "body", colour.text)
    if group.about:
        about = canvas.fitted(group.about, "label", column.right - x)
        canvas.text((x, top + 22 * len(said)), about, "label", colour.text3)
    column.y += _ROW + more / 2
    return lit or column.targets.focused(name)


def _lines(column: PanelColumn, group: Group, room: float) -> list[str]:
    """The moves in one line or in two."""
    canvas = column.canvas
    lines = canvas.letters.wrap(group.moves, canvas.theme.type["body"], room, canvas.scale)
    if len(lines) > 2:
        lines = [lines[0], canvas.fitted(" ".join(lines[1:]), "body", room)]
    return lines


def draw_why(column: PanelColumn, state: State, advice: Advice, reason: str) -> bool:
    """Where the opinion comes from, the reason, and the tricks that follow; always drawn, if there is room."""
    if column.bottom - column.y < 200:
        return True
    canvas, colour = column.canvas, column.canvas.theme.colour
    column.y += 10
    heading(canvas, (column.left, column.y), "Why")
    column.y += 29
    solved = state.stage == "play" and advice.source == "search"
    source = "Solved" if solved else SOURCES[advice.source]
    wide = chip(canvas, (column.left, column.y), source, proven=state.stage == "play")
    ground = canvas.brief(words.ground(state, advice), "body", column.width - wide - 12)
    canvas.text((column.left + wide + 12, column.y), ground, "body", colour.text)
    column.y += 20
    lines = max(1, min(3, int((column.bottom - column.y - 160) / 24)))
    place = (column.left, column.y, column.width, 0.0)
    column.y += canvas.paragraph(place, reason, "body", colour.text2, lines) + 6
    best = advice.choices[0]
    if state.stage == "play" and best.line and column.bottom - column.y > 150:
        column.y += 12
        _draw_line(column, state, (best.move, *best.line))
        column.y += 12
    return True


def _draw_line(column: PanelColumn, state: State, moves: tuple[str, ...]) -> None:
    """The cards that follow, trick by trick, as far as there is room."""
    canvas, colour = column.canvas, column.canvas.theme.colour
    cards = [move_words(move) for move in moves]
    first = 1 if state.board.led is not None else 2
    tricks = [cards[:first], *(cards[i : i + 2] for i in range(first, len(cards), 2))]
    x = column.left
    for number, trick in enumerate(tricks):
        said = " ".join(trick)
        wide = canvas.text_width(said, "label")
        if x + wide > column.right:
            return
        if number:
            icons.chevron(canvas, (x - 14, column.y), colour.text3)
        canvas.text((x, column.y), said, "label", colour.text)
        x += wide + 28
