"""Guideline Tetris in the panel: a best move in two lines, and why, with the plan as pieces.

Apart from `ui`: rows that are drawn, while `ui` decides.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.advice import Advice, Choice
from game.errors import BadInput
from game.tetris.guideline import CELLS, Placement, State
from gui.games.guideline import words
from gui.games.guideline.cells import draw_icon
from gui.games.well import extent
from gui.play.game_ui import PanelColumn, certain, source_word
from gui.ui import icons
from gui.ui.canvas import Box, Canvas
from gui.ui.controls import chip

_CELL, _LONGEST = 10.0, 30.0  # a cell of a small piece, and the longest piece
_ICON, _SCORE = 44.0, 56.0  # units from the left of a row to its words, and those of the score above them
_PLAN_CELL, _PLAN_GAP = 7.5, 20.0
_LINE = 24.0
_HEADS = 96.0  # heading, chip and plan
_STANDING = 114.0  # heading of the game, one line and a button
_BELOW, _SOME_FACTS = 182.0, 72.0  # three lines of facts with their heading and a button; at least one line


def draw_choice(canvas: Canvas, box: Box, state: State, choice: Choice, advice: Advice | None) -> None:
    """One of the best moves: the piece as it lies, its name, and what it does if there is room."""
    x, middle, colour = box[0], box[1] + box[3] / 2, canvas.theme.colour
    try:
        at = Placement.parse(choice.move)
    except BadInput:
        return
    longer = max(extent(CELLS[at.piece][at.orientation]))
    cell = min(_CELL, _LONGEST / longer, (box[3] - 8) / longer)
    draw_icon(canvas, (x + 16, middle), at.piece, cell, orientation=at.orientation)
    room = box[2] - _ICON
    low = box[3] < 44
    place = (x + _ICON, middle - (0 if low else 10))
    canvas.text(place, words.brief_name(canvas, choice.move, "body", room), "body", colour.text)
    if low:
        return
    forms = words.short(state, choice, advice)
    fitting = (form for form in forms if canvas.text_width(form, "label") <= room + _SCORE)
    about = next(fitting, canvas.fitted(forms[-1], "label", room + _SCORE))
    canvas.text((x + _ICON, middle + 12), about, "label", colour.text3)


def draw_why(column: PanelColumn, state: State, advice: Advice) -> bool:
    """The source of the opinion, the reason, and the line as pieces; False if there is no room."""
    canvas, colour = column.canvas, column.canvas.theme.colour
    room = column.room
    if room < _HEADS + _LINE + _SOME_FACTS:
        return False
    column.y += 15
    column.heading("Why", step=29)
    wide = chip(canvas, (column.left, column.y), source_word(advice), proven=certain(advice))
    ground = canvas.brief(words.ground(advice), "body", column.width - wide - 12)
    canvas.text((column.left + wide + 12, column.y), ground, "body", colour.text)
    column.y += 20
    least = max(1, min(2, int((room - _HEADS - _STANDING) / _LINE)))
    lines = max(least, min(3, int((room - _HEADS - _BELOW) / _LINE)))
    style, forms = canvas.theme.type["body"], words.reasons(state, advice)
    wrapped = [canvas.letters.wrap(form, style, column.width, canvas.scale) for form in forms]
    reason = next((form for form, said in zip(forms, wrapped, strict=True) if len(said) <= lines), forms[-1])
    column.y += canvas.whole((column.left, column.y, column.width, 0), reason, "body", colour.text2, lines)
    column.y += 24
    _draw_plan(column, state, advice.choices[0])
    column.y += 8
    return True


def _draw_plan(column: PanelColumn, state: State, best: Choice) -> None:
    """The line of the best move as pieces, up to its best clear, and the name of that."""
    canvas, colour = column.canvas, column.canvas.theme.colour
    line = words.walk(state, words.line_of(best))
    number, name = words.purpose(line)
    if number == 1:
        name = ""  # the reason says that already; show how the line continues
    shown = line[:number] if name else line
    pieces = [landing.placement.piece for landing in shown]
    tag = canvas.text_width(name, "label") + 16 if name else 0.0
    room, x = column.width - tag, column.left
    skipped = False
    while len(pieces) > 1 and _wide(pieces) + (_PLAN_GAP if skipped else 0) > room:
        del pieces[-2]  # keep the last one, which clears
        skipped = True
    for place, piece in enumerate(pieces):
        if place:
            if skipped and place == len(pieces) - 1:
                canvas.text((x - _PLAN_GAP / 2, column.y), "…", "label", colour.text3, "middle")
                x += _PLAN_GAP
            icons.chevron(canvas, (x - _PLAN_GAP / 2, column.y), colour.text3)
        wide = _PLAN_CELL * extent(CELLS[piece][0])[0]
        draw_icon(canvas, (x + wide / 2, column.y), piece, _PLAN_CELL)
        x += wide + _PLAN_GAP
    if name:
        canvas.text((column.right, column.y), name, "label", colour.text3, "right")


def _wide(pieces: Sequence[int]) -> float:
    """The width of pieces and the gaps between them."""
    return sum(_PLAN_CELL * extent(CELLS[piece][0])[0] + _PLAN_GAP for piece in pieces) - _PLAN_GAP
