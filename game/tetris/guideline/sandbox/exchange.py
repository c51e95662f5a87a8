"""An edited position as a page of a fumen, with its colours, and pages of anyone's fumen as positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.errors import BadInput
from game.tetris.guideline.bags import Queue
from game.tetris.guideline.field import BARE, COLUMNS, GARBAGE, Field, Paint
from game.tetris.guideline.fumen import Drawing, Page, Quiz
from game.tetris.guideline.fumen.drawing import HEIGHT, LETTERS
from game.tetris.guideline.sandbox.board import changed
from game.tetris.guideline.sandbox.pieces import with_listed
from game.tetris.guideline.state import State

_EMPTY, _GREY = LETTERS[0], LETTERS[-1]


def page_of(state: State) -> Page:
    """The position as one page: the board in its colours, hold and queue in the comment.

    The written pieces are there, and at least those that are shown. Raises `BadInput` for too high a stack.
    """
    if state.field.height > HEIGHT:
        raise BadInput(f"the stack is {state.field.height} rows high; a page of a fumen shows {HEIGHT}")
    rows = state.paint.short(state.field).upper().split("/") if state.field.height else []
    text = "\n".join(row.translate(_TO_PAGE) for row in rows)
    shown = state.queue.pieces(max(len(state.queue.listed), 1 + state.table.previews))
    quiz = Quiz(state.hold, shown[0] if shown else None, shown[1:])
    return Page(Drawing.parse(text), comment="" if quiz.empty else str(quiz))


def states_of(pages: Sequence[Page], like: State) -> tuple[State, ...]:
    """What the pages show, one after the other: a position each, and behind the last piece what that leaves.

    Rules are those of `like`, and so are hold and queue where no page says any. A queue that no bags deal ends with
    its pieces. Raises `BadInput` for no page.
    """
    if not pages:
        raise BadInput("a fumen has at least one page")
    found: list[State] = []
    shown = like
    for page in pages:
        shown = _with_quiz(_with_drawing(shown, page.drawing), page.comment)
        found.append(shown)
    if pages[-1].placement is not None and pages[-1].lock:
        found.append(_with_quiz(_with_drawing(shown, pages[-1].after), pages[-1].carried))
    return tuple(found)


def _with_drawing(state: State, drawing: Drawing) -> State:
    letters = ["".join(LETTERS[cell] for cell in row).translate(_FROM_PAGE) for row in drawing.rows]
    field = Field.of([sum(1 << x for x in range(COLUMNS) if row[x] != BARE) for row in letters])
    return changed(state, field=field, paint=Paint(tuple(letters[: field.height])), combo=0, chain=0)


def _with_quiz(state: State, comment: str) -> State:
    quiz = Quiz.parse(comment)
    if quiz is None or quiz.empty:
        return state
    quiz = quiz.settled()
    hold = quiz.hold if state.table.hold else None
    try:
        return replace(
            with_listed(replace(state, queue=replace(state.queue, listed=())), quiz.pieces), hold=hold
        )
    except BadInput:
        return changed(state, queue=Queue.of(quiz.pieces), hold=hold)


_TO_PAGE = str.maketrans({BARE: _EMPTY, GARBAGE: _GREY})
_FROM_PAGE = str.maketrans({_EMPTY: BARE, _GREY: GARBAGE})
