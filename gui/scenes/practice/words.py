"""Sentences of practice: what a problem asks, where it comes from, what a wrong move costs, and three hints."""

from __future__ import annotations

from datetime import date as Date
from datetime import datetime
from math import sqrt

from game.advice import Worth
from game.bridge import State as Bridge
from game.bridge.auction import is_bid
from game.bridge.cards import SUIT_WORDS, SUITS
from game.errors import BadInput
from game.position import Position
from game.practice.history import Attempt
from game.practice.problem import (
    Attack,
    Best,
    Call,
    Choose,
    Clear,
    Combo,
    Dig,
    Exchange,
    Keys,
    Problem,
    Recall,
    Tricks,
    Win,
)
from game.tetris.classic import State as Classic
from game.tetris.classic.pieces import WIDTHS
from game.tetris.classic.rules import Placement as ClassicPlacement
from game.tetris.four_wide.state import State as FourWide
from game.tetris.guideline import State as Guideline
from game.tetris.guideline.pieces import letter
from game.tetris.guideline.placement import Placement
from game.words import counted
from game.zuniq import State as Zuniq
from gui.games.registry import look_of, ui_of
from gui.play.game_ui import GameUI
from gui.ui.text import MINUS, percent

_UNITS = {
    "win": "of the chance to win",
    "chance": "of the chance",
    "tricks": "tricks",
    "points": "points",
    "clears": "clears to come",
    "attack": "rows of attack in the next two bags",
    "equity": "equity",
    "order": "",
}


def game_title(game: str) -> str:
    """The name of a game in lists."""
    return look_of(game).title


def task_words(problem: Problem, position: Position) -> str:
    """The task as a sentence."""
    task = problem.task
    match task:
        case Win():
            return "Win against the best defence."
        case Tricks():
            return f"Make {counted(task.tricks, 'more trick')}."
        case Clear():
            return f"Make a perfect clear with {counted(task.pieces, 'piece')}."
        case Attack():
            return f"Send {counted(task.rows, 'row')} with {counted(task.pieces, 'piece')}."
        case Dig():
            return f"Clear {counted(task.rows, 'row')} of garbage with {counted(task.pieces, 'piece')}."
        case Keys():
            return f"Bring it to the outline with {counted(task.keys, 'key')}."
        case Combo():
            return "Keep the combo going longest."
        case Call():
            return "What do you bid?"
        case Exchange():
            return "Which card do you play?"
        case Recall():
            cards = SUIT_WORDS[SUITS.index(task.suit)] if task.suit else "cards"
            return f"Which {cards} can North still hold?"
        case Choose():
            return "Which is better?"
        case Best():
            if isinstance(position, Zuniq):
                proved = problem.proof == "proved"
                return "Find the wall that wins." if proved else "Find the best wall."
            if isinstance(position, Bridge):
                return "Find the best card."
            return "Find the best placement."


def detail_words(problem: Problem, position: Position, ui: GameUI) -> str:
    """More about the task: what is at hand, the moves to choose from, and where the problem comes from."""
    parts: list[str] = []
    if isinstance(problem.task, Choose):
        moves = problem.task.moves
        parts.append(f"{' or '.join(ui.language.move_words(position, move, moves) for move in moves)}.")
    if isinstance(position, Zuniq):
        parts.append(f"You draw the next wall, number {position.ply + 1}.")
    elif isinstance(position, Bridge) and isinstance(problem.task, Tricks):
        parts.append("You see both hands. The other side plays its best.")
    elif isinstance(position, Guideline):
        parts.append(_pieces_at_hand(position))
    origin = origin_words(problem)
    return " ".join(filter(None, (*parts, origin)))


def _pieces_at_hand(state: Guideline) -> str:
    names = [letter(piece) for piece in (state.piece, *state.previews[:1]) if piece is not None]
    hold = f", {letter(state.hold)} in hold" if state.hold is not None and state.rules.hold else ""
    return f"{names[0]} now{hold}." if names else ""


def origin_words(problem: Problem) -> str:
    """The game that a problem comes from, with its day and the number of the move; empty where it was made."""
    source = problem.source
    if source.kind == "made":
        return ""
    if source.kind == "book":
        return f"From the book {source.title}."
    parts = [source.title or f"A game of {game_title(problem.game)}"]
    if source.date:
        parts.append(day_of(source.date))
    if source.move:
        ui = ui_of(problem.game)
        word = "move" if ui.privacy.has_deals else ui.language.move_word  # in a deal a call or a card
        parts.append(f"{word} {source.move}")
    return f"{', '.join(filter(None, parts))}."


def day_of(date: str) -> str:
    """A day of a record as people say it: `21 November`; empty for a text that is none."""
    try:
        moment = datetime.fromisoformat(date.replace("Z", "+00:00"))
    except ValueError:
        return ""
    moment = moment.astimezone() if moment.tzinfo is not None else moment
    return f"{moment.day} {moment:%B}"


def result_words(day: Date, deck: str, problem: Problem, position: Position, tried: Attempt) -> str:
    """Three lines on how the problem of a day went, which do not tell the answer."""
    outcome = {
        "right": "Right at the first try",
        "fine": "Right at the first try",
        "wrong": "Wrong at the first try",
        "shown": "Not solved",
    }[tried.outcome]
    hints = f", {counted(tried.hints, 'hint')}" if tried.hints else ""
    minutes, seconds = divmod(round(tried.seconds), 60)
    took = f"{minutes} min {seconds} s" if minutes else f"{seconds} s"
    return (
        f"Kibitz, problem of {day.day} {day:%B} {day.year}\n"
        f"{deck}: {task_words(problem, position)}\n"
        f"{outcome}{hints}, {took}"
    )


def cost_words(cost: Worth) -> tuple[str, str]:
    """The cost of a move, as a figure and its unit."""
    if cost.unit == "win" and not cost.error and cost.value >= 1.0:
        return "loses", ""
    unit = _UNITS[cost.unit]
    if cost.unit in ("win", "chance"):
        around = f" ± {percent(cost.error)}" if cost.error >= 0.005 else ""
        return f"{MINUS}{percent(cost.value)}{around}", unit
    digits = 0 if cost.unit in ("tricks", "points") and cost.value == round(cost.value) else 1
    if cost.unit == "points":
        digits = 0
    around = f" ± {cost.error:.{digits}f}" if round(cost.error, digits) > 0 else ""
    if cost.unit == "tricks" and cost.value == 1:
        unit = "trick"
    return f"{MINUS}{cost.value:.{digits}f}{around}", unit


# -- hints: where to look; which piece, wall or suit; the move --

MOST_HINTS = 3


def hint(problem: Problem, position: Position, move: str, step: int, ui: GameUI) -> str:
    """Hint number 1 to 3 on a move that is right here, each saying more."""
    if step >= MOST_HINTS:
        text = ui.language.move_words(position, move)
        if isinstance(problem.task, Call):
            return f"Bid {text}." if is_bid(move) else f"{text.capitalize()}."
        return f"Play {text}."
    try:
        if isinstance(position, Guideline | FourWide):
            return _placement_hint(Placement.parse(move), position, step)
        if isinstance(position, Classic):
            return _classic_hint(ClassicPlacement.parse(move), position, step)
    except BadInput:
        return ""
    if isinstance(position, Zuniq):
        return _wall_hint(position, move, step)
    return _card_hint(move, step) if len(move) == 2 and move[0] in SUITS else _call_hint(move, step)


def _columns(first: int, last: int, width: int) -> str:
    """A part of a well, wider than the placement itself."""
    first, last = max(1, first - 1), min(width, last + 1)
    return f"Look at columns {first} to {last}."


def _placement_hint(at: Placement, position: Guideline | FourWide, step: int) -> str:
    columns = [x + 1 for x, _ in at.cells]
    width = 4 if isinstance(position, FourWide) else 10
    if step == 1:
        if width == 4:
            high = max(y for _, y in at.cells) > 1
            return (
                f"Look at the {'left' if sum(columns) / 4 <= 2.5 else 'right'}, {'high' if high else 'low'}."
            )
        return _columns(min(columns), max(columns), width)
    name = letter(at.piece)
    if at.piece != position.piece:
        return f"Use the hold: place the {name}."
    upright = max(columns) - min(columns) < len({y for _, y in at.cells})
    return f"Place the {name}, {'upright' if upright else 'lying'}." if name != "O" else "Place the O."


def _classic_hint(at: ClassicPlacement, position: Classic, step: int) -> str:
    if position.piece is None:
        return ""
    width = WIDTHS[position.piece][at.rotation]
    if step == 1:
        return _columns(at.x + 1, at.x + width, position.rules.width)
    turns = "as it comes" if at.rotation == 0 else f"turned {counted(at.rotation, 'time')}"
    return f"Place it {turns}."


def _wall_hint(state: Zuniq, move: str, step: int) -> str:
    grid = state.grid
    wall = grid.move(move).wall
    (row, column), (below, right) = grid.dots(wall)
    if step == 2:
        kind = "horizontal" if wall < grid.horizontal else "vertical"
        return f"Draw a {kind} wall at row {'ABCDEFGHIJKL'[row]}."
    down, across = (row + below) / 2 / (grid.rows - 1), (column + right) / 2 / (grid.columns - 1)
    upright = "upper" if down < 1 / 3 else "lower" if down > 2 / 3 else ""
    side = "left" if across < 1 / 3 else "right" if across > 2 / 3 else ""
    if sqrt((down - 0.5) ** 2 + (across - 0.5) ** 2) < 1 / 6 or not (upright or side):
        return "Look at the middle of the board."
    return f"Look at the {' '.join(filter(None, (upright, side)))} part of the board."


def _card_hint(move: str, step: int) -> str:
    suit = SUITS.index(move[0])
    if step == 1:
        return f"Look at your {'red' if suit in (1, 2) else 'black'} cards."
    return f"Play one of the {SUIT_WORDS[suit]}."


def _call_hint(move: str, step: int) -> str:
    if step == 1:
        return "It is a bid." if is_bid(move) else "It is not a bid."
    if is_bid(move):
        suit = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs", "N": "no trumps"}[move[-1]]
        return f"Bid {suit}."
    return "Think of passing." if move == "pass" else "Think of doubling."
