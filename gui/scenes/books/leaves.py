"""The panel of the explorer: pages of runs, of moves, and of the position's facts."""

from __future__ import annotations

from functools import partial

from gui.drawing.canvas import Box
from gui.drawing.letters import counted, grouped
from gui.frame.panel import Column
from gui.scenes.books.deck import PAGES, BooksDeck
from gui.scenes.books.facts import draw_facts, draw_title, saying
from gui.scenes.sandbox.tools import pill

_PILL, _SMALL = 34.0, 30.0


def draw_leaves(deck: BooksDeck, column: Column) -> None:
    """The pages' names, what can be chosen for the open one, and the page itself down to the foot of the panel."""
    canvas, colour = column.canvas, column.canvas.theme.colour
    column.y -= 15
    each = (column.width - 12) / len(PAGES)
    for number, page in enumerate(PAGES):
        box = (column.left + number * (each + 6), column.y, each, _PILL)
        turn = partial(deck.open_page, number)
        pill(canvas, column.targets, f"page {number}", box, page, number == deck.page, turn, f"{page}  (N)")
    column.y += _PILL + 12
    step = deck.walk.here if deck.walk is not None else None
    if step is None:
        canvas.paragraph((column.left, column.y, column.width, 0), "No book is open.", "body", colour.text3)
    elif deck.page == PAGES.index("Position"):
        _draw_position(deck, column)
    elif not deck.hints:
        words = "What the book says is hidden. H shows it."
        canvas.paragraph((column.left, column.y, column.width, 0), words, "body", colour.text3)
    elif step.entry is None:
        column.y += 16 + canvas.paragraph(
            (column.left, column.y, column.width, 0), saying(step, step.run), "body", colour.text2
        )
        if deck.walk is not None and deck.walk.at:
            column.button("step back", "Take the piece back", "U", deck.back_step)
    elif deck.page == PAGES.index("Moves"):
        count = len(deck.lists.options)
        _draw_count(column, f"{grouped(count)} move{'' if count == 1 else 's, by queues'}", "leads to")
        view = _view(column)
        deck.lists.draw_moves(canvas, column.targets, view, step.entry, deck.outcome, deck.follow_move)
    else:
        _draw_order(deck, column)
        view = _view(column)
        deck.lists.draw_runs(
            canvas, column.targets, view, step.entry, step.run, deck.outcome, deck.follow_run
        )


def _view(column: Column) -> Box:
    inset = 16.0 if column.frame.margin >= 24 else 10.0
    return (column.left - inset, column.y, column.width + 2 * inset, column.bottom - column.y)


def _draw_order(deck: BooksDeck, column: Column) -> None:
    """How the runs are sorted, and whether all of them are shown."""
    canvas, targets, lists = column.canvas, column.targets, deck.lists
    half = (column.width - 6) / 2
    boxes = [(column.left + number * (half + 6), column.y, half, _SMALL) for number in range(2)]
    order, about = "By share" if lists.by_share else "By queue", "Sort by queue, or by share  (E)"
    pill(canvas, targets, "order", boxes[0], order, False, deck.toggle_order, about)
    about = "Only the run of the queue on the board  (F)"
    pill(canvas, targets, "filter", boxes[1], "This queue", lists.filtered, deck.toggle_filter, about)
    column.y += _SMALL + 8
    entry = deck.entry
    count = 0 if entry is None else len(entry.starts)
    shown = f"{grouped(len(lists.runs))} of " if lists.filtered else ""
    _draw_count(column, f"{shown}{counted(count, 'run')}", "leads to")


def _draw_count(column: Column, words: str, figure: str) -> None:
    canvas, colour = column.canvas, column.canvas.theme.colour
    used = canvas.text((column.right, column.y + 8), figure, "label", colour.text3, "right")
    canvas.text(
        (column.left, column.y + 8),
        canvas.fitted(words, "label", column.width - used - 8),
        "label",
        colour.text3,
    )
    column.y += 22


def _draw_position(deck: BooksDeck, column: Column) -> None:
    assert deck.walk is not None
    box = (column.left, column.y, column.width, column.bottom - column.y - 56)
    title = deck.volume.title if deck.volume is not None else ""
    used = draw_title(column.canvas, box, title, deck.stage) + 16
    step = deck.walk.here
    led = None if step.move is None or not deck.hints else deck.outcome(step.move)
    draw_facts(
        column.canvas, (box[0], box[1] + used, box[2], box[3] - used), step, deck.lists.figures, step.run, led
    )
    column.y = column.bottom - 50
    column.button("another queue", "Deal another queue", "D", deck.deal)
