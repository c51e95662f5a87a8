"""A small table without words: both hands and the trick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.advice import Choice
from game.bridge import State
from game.bridge.cards import parse_card
from gui.bridge.column import is_card
from gui.bridge.reading import SOUTH, finished, read, read_board
from gui.bridge.table import placing
from gui.bridge.table.geometry import TableGeometry
from gui.drawing.canvas import Box, Canvas


def draw_bare(canvas: Canvas, box: Box, state: State, choices: Sequence[Choice]) -> None:
    """Both hands as far as they are dealt open; the best card has an amber outline.

    During the auction South's hand alone is seen; of a player's view, no more than that player may see.
    """
    geometry = TableGeometry.small_board(box)
    board = finished(state)
    if board is not None:
        sight = read_board(board, SOUTH, known=True)
    else:
        me = SOUTH if state.seat is None else state.seat
        sight = read(state, me, hidden=state.stage == "auction", known=True)
    sight = replace(sight, playable=frozenset())  # nobody chooses here: no card is dim
    placing.draw_places(canvas, placing.places(geometry, sight))
    best = choices[0].move if choices else ""
    if not is_card(best):
        return
    boxes = placing.hand_boxes(geometry, sight, state.to_move)
    place = boxes.get(parse_card(best))
    if place is not None:
        x, y, width, height = place
        right = min((box[0] for box in boxes.values() if box[0] > x), default=x + width)
        width = min(width, right - x)
        outline = (x - 1.5, y - 1.5, width + 3, height + 3)
        canvas.panel(outline, None, radius=6, edge=canvas.theme.colour.amber_line, width=2.0)
