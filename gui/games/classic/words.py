"""The words for a classic game: its rules, its moves, its end, why a move is best."""

from __future__ import annotations

from game.advice import Advice
from game.config import field
from game.facts import ClassicFacts
from game.tetris.classic import Board, Placement, State, letter
from game.tetris.naming import classic_name
from gui.games.classic.equity import EquityBreakdown, breakdown, two_digits
from gui.play.run_plan import rule_words
from gui.ui.text import counted

_NOTICED = 0.005  # a difference that two digits show


def detail(state: State) -> str:
    """`Classic, 10 × 20, spawn rules`, and what else makes these rules."""
    table = state.rules
    more = {"sliding": "on" if table.sliding else "off", "next": "on" if table.preview else "off"}
    return f"Classic, {rule_words({'size': f'{table.width}x{table.height}', 'rules': table.name, **more})}"


def result(state: State) -> str:
    """The end of a finished game; empty while it goes on."""
    if not state.over:
        return ""
    played = f"{counted(state.placed, 'piece')}, {counted(state.cleared, 'row')}"
    if state.piece is None:
        return f"All pieces are placed: {played}"
    name = letter(state.piece)
    why = "has no placement" if state.rules.name == "simplified" else "cannot start"
    return f"{name} {why}. The game ends after {played}"


def cleared_by(state: State, move: str) -> int:
    """The number of rows that `move` clears, 0 if it is not possible."""
    board = board_after(state, move)
    return 0 if board is None else (state.board.cells + 4 - board.cells) // state.board.width


def board_after(state: State, move: str) -> Board | None:
    """The board after `move`, full rows gone; None where the piece does not fit there."""
    placement = Placement.parse(move)
    if state.piece is None or not state.board.fits(state.piece, *placement) or placement.y < 0:
        return None
    return state.board.landed(state.piece, *placement).cleared()


def ground(advice: Advice, controller: str) -> str:
    """The source of an advice: `Tengstrand 1.1, lower is better`."""
    levels = advice.read(ClassicFacts).levels or 0.0
    deep = f", {int(levels)} pieces ahead" if levels > 1 else ""
    return f"{field('classic.adviser').show(controller)}{deep}, lower is better"


def reason(state: State, advice: Advice, controller: str) -> str:
    """The reason for the best move: what it does to the terms, and how far the second one is behind."""
    best = advice.choices[0]
    after = board_after(state, best.move)
    now, then = breakdown(state.board, controller), None if after is None else breakdown(after, controller)
    parts = []
    if now is not None and then is not None:
        name = classic_name(state, best.move, (each.move for each in advice.choices[1:2]))
        parts.append(f"{name}, {_change(now, then)}.")
    if len(advice.choices) > 1:
        behind = best.worth.gain(advice.choices[1].worth)
        rival = classic_name(state, advice.choices[1].move, (best.move,))
        parts.append(f"{rival}, is next, {two_digits(behind)} behind.")
    return " ".join(parts)


def compare(state: State, advice: Advice, move: str) -> str:
    """The terms in which a placement is worse than the best one."""
    best = advice.choices[0]
    controller = advice.read(ClassicFacts).evaluator
    boards = board_after(state, best.move), board_after(state, move)
    accounts = [None if board is None else breakdown(board, controller) for board in boards]
    choice = next((each for each in advice.choices if each.move == move), None)
    behind = f" It is {two_digits(best.worth.gain(choice.worth))} behind." if choice is not None else ""
    first, other = accounts
    if first is None or other is None:
        return behind.strip()
    pairs = zip(first.terms, other.terms, strict=True)
    worse = sorted(((then.value - now.value, now.name.lower()) for now, then in pairs), reverse=True)
    items = [f"{two_digits(by)} more {name}" for by, name in worse if by >= _NOTICED][:2]
    name = classic_name(state, move, (best.move,))
    rival = classic_name(state, best.move, (move,))
    where = _where(other, first)
    return f"{name}, leaves {' and '.join(items)} than {rival}.{where}{behind}" if items else behind.strip()


def _where(other: EquityBreakdown, first: EquityBreakdown) -> str:
    """The places where a board is worse than after the best move: its covered rows, and its costliest new area."""
    rows = len(other.rows) - len(first.rows)
    items = [f"{counted(rows, 'more row')} {'is' if rows == 1 else 'are'} covered"] if rows > 0 else []
    places = {(area.x, area.width, area.height) for area in first.areas}
    new = [area for area in other.areas if (area.x, area.width, area.height) not in places and area.value > 0]
    if new:
        area = max(new, key=lambda each: each.value)
        left, right = area.x + 1, area.x + area.width
        columns = f"columns {left}-{right}" if area.width > 1 else f"column {left}"
        items.append(f"the area at {columns} costs {two_digits(area.value)}")
    text = ", ".join(items)
    return f" {text[:1].upper()}{text[1:]}." if text else ""


def _change(before: EquityBreakdown, after: EquityBreakdown) -> str:
    """`takes 2.20 off structure and adds 0.15 to height`, the largest changes first."""
    pairs = zip(before.terms, after.terms, strict=True)
    changes = [(then.value - now.value, now.name.lower()) for now, then in pairs]
    items = sorted((c for c in changes if abs(c[0]) >= _NOTICED), key=lambda c: -abs(c[0]))[:2]
    if not items:
        return "changes no term"
    return " and ".join(
        f"takes {two_digits(-by)} off {name}" if by < 0 else f"adds {two_digits(by)} to {name}"
        for by, name in items
    )
