"""Classic Tetris in the kibitzer's column: a row of the best moves, and the equity with its terms as bars."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from game.advice import Choice
from game.config import field
from game.tetris.classic import State
from gui.games.classic.equity import EquityBreakdown, Part, Term, breakdown, two_digits
from gui.games.classic.words import board_after
from gui.games.piece_ui import doubled
from gui.play.panel import PanelColumn
from gui.ui.canvas import Canvas
from gui.ui.commands import Tip
from gui.ui.controls import chip
from gui.ui.theme import mix

_OTHERS = "Others"

_ROW, _TIGHT_ROW = 28.0, 24.0
_ROOMY = 300.0  # units from the heading to the column's end; with less, rows stand closer
_LABELS, _FIGURES = 80.0, 80.0  # from the column's left to its bars, and from their end to its right
_LEAST = 60.0  # a bar shorter than this says nothing
_FEWEST, _MOST = 3, 6  # terms that are drawn by themselves
_BELOW = 104.0  # a heading and two lines of facts
_TOP = 2.0  # the least value at the right end of the bars; it doubles, so that they seldom change their scale
_TAIL = 33.0  # the total and what is before and after it
_KEYS: dict[Part, str] = {"height": "1", "structure": "2", "hollows": "3"}


def equity(
    column: PanelColumn,
    state: State,
    controller: str,
    best: Choice | None,
    *,
    name: str = "move 1",
    source: str = "Rule",
    ground: str = "",
    parts: Collection[Part] = (),
    toggle: Callable[[Part], object] | None = None,
) -> bool:
    """The equity of the board with its terms, and marks for their values after the `best` move, or one called `name`.

    The terms that `toggle` can show or hide on the board are targets; those in `parts` are shown. False, with nothing
    drawn, if the controller has no terms or the column no room.
    """
    now = breakdown(state.board, controller)
    if now is None or column.room < 64 + _FEWEST * _TIGHT_ROW + _TAIL:
        return False
    canvas, colour = column.canvas, column.canvas.theme.colour
    board = board_after(state, best.move) if best is not None else None
    after = breakdown(board, controller) if board is not None else None
    roomy = column.room >= _ROOMY and len(now.terms) == _FEWEST
    row = _ROW if roomy else _TIGHT_ROW
    column.y += 15 if roomy else 9
    column.heading("Equity", step=30 if roomy else 27)
    wide = chip(canvas, (column.left, column.y), source, proven=False)
    ground = ground or f"{field('classic.adviser').show(controller)}, lower is better"
    text = canvas.brief(ground, "body", column.width - wide - 12)
    canvas.text((column.left + wide + 12, column.y), text, "body", colour.text)
    column.y += 35 if roomy else 30
    room = int((column.room - _TAIL - _BELOW) / row)
    pairs = _pairs(now, after, max(_FEWEST, min(_MOST, room)))
    values = [abs(term.value) for pair in pairs for term in pair if term is not None]
    top = doubled(_TOP, max(values, default=0.0))
    for term, then in pairs:
        _bar(column, term, then, top, parts, toggle)
        column.y += row
    _total(column, now, after, best if source == "Rule" else None, name)
    return True


def _pairs(now: EquityBreakdown, after: EquityBreakdown | None, most: int) -> list[tuple[Term, Term | None]]:
    """Each term now and after the move; if there are too many, the smallest ones as one."""
    then = after.terms if after is not None else (None,) * len(now.terms)
    pairs = list(zip(now.terms, then, strict=True))
    if len(pairs) <= most:
        return pairs
    large = sorted(pairs, key=lambda pair: -abs(pair[0].value))[: most - 1]
    items = [pair for pair in pairs if pair in large]
    rest = [pair for pair in pairs if pair not in large]
    others = Term(_OTHERS, sum(term.value for term, _ in rest))
    later = Term(_OTHERS, sum(term.value for _, term in rest if term is not None))
    return [*items, (others, later if after is not None else None)]


def _bar(
    column: PanelColumn,
    term: Term,
    then: Term | None,
    top: float,
    parts: Collection[Part],
    toggle: Callable[[Part], object] | None,
) -> None:
    canvas, colour, y = column.canvas, column.canvas.theme.colour, column.y
    dim = toggle is not None and term.part is not None and term.part not in parts
    lit = toggle is not None and term.part is not None and _target(column, term, dim, toggle)
    ink = colour.text3 if dim else colour.text if lit else colour.text2
    start, end = column.left + _LABELS, column.right - _FIGURES
    if end - start < _LEAST:
        start = column.left + max(_LABELS, column.width - _FIGURES - _LEAST)
    name = canvas.fitted(term.name, "label", start - column.left - 4)
    canvas.text((column.left, y), name, "label", ink)
    track, share = end - start, min(1.0, abs(term.value) / top)
    canvas.panel((start, y - 4, track, 8), colour.line, radius=4)
    fill = mix(colour.panel, colour.amber_line, 0.45) if dim else colour.amber_line
    if share > 0.005:
        bar = (start, y - 4, max(8.0, track * share), 8)
        if term.value >= 0:
            canvas.panel(bar, fill, radius=4)
        else:  # a credit, not a cost
            canvas.panel(bar, None, radius=4, edge=fill, width=1.5)
    if then is not None:
        _mark(canvas, start + track * max(0.0, min(1.0, abs(then.value) / top)), y, over=True)
    canvas.text((column.right, y), two_digits(term.value), "body", colour.amber_text, "right")


def _target(column: PanelColumn, term: Term, hidden: bool, toggle: Callable[[Part], object]) -> bool:
    """The row of a term as a target; whether the pointer is on it."""
    part = term.part
    assert part is not None
    box = (column.left - 8, column.y - 12, column.width + 16, _TIGHT_ROW)
    about = Tip(f"{'Show' if hidden else 'Hide'} {part} on the board", _KEYS[part])
    lit = column.targets.add(f"term {term.name}", box, partial(toggle, part), radius=6, about=about)
    if lit:
        column.canvas.panel(box, column.canvas.theme.colour.raised, radius=6)
    return lit


def _mark(canvas: Canvas, x: float, y: float, *, over: bool = False) -> None:
    """The stroke that means `after the move`; on a bar it has a dark edge."""
    colour = canvas.theme.colour
    if over:
        canvas.fill((x - 2.5, y - 8, 5, 16), colour.panel)
    canvas.fill((x - 1, y - 8, 2, 16), colour.text)


def _total(
    column: PanelColumn, now: EquityBreakdown, after: EquityBreakdown | None, best: Choice | None, name: str
) -> None:
    """The sum now and after the move, as the controller says it, blocked starts included."""
    canvas, colour = column.canvas, column.canvas.theme.colour
    y = column.y - 8
    canvas.rule((column.left, y), (column.right, y), colour.line)
    y += 20
    canvas.text((column.left, y), now.total_name, "label", colour.text2)
    figure = canvas.text((column.right, y), two_digits(now.total), "strong", colour.amber_text, "right")
    if after is not None:
        start, text = (
            column.left + _LABELS,
            two_digits(best.worth.value if best and now.heights else after.total),
        )
        for form in (f"after {name}: {text}", text):
            if start + 12 + canvas.text_width(form, "label") + figure + 8 <= column.right:
                _mark(canvas, start + 1, y)
                canvas.text((start + 12, y), form, "label", colour.text3)
                break
    column.y = y + 13
