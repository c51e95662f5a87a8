"""A four-wide well without anything around it: for lists, for home, beside choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.advice import Choice
from game.tetris.four_wide.state import State
from gui.drawing.canvas import Box, Canvas
from gui.tetris.four_wide.masonry import draw_walls
from gui.tetris.four_wide.walls import painted, seat_of, to_board
from gui.tetris.guideline.look import look_of_state, marks_of
from gui.tetris.guideline.seat import draw_bare


def draw_small(canvas: Canvas, box: Box, state: State, choices: Sequence[Choice] = ()) -> None:
    """The well between its walls as large as it fits, with the best placement."""
    marks = marks_of([to_board(choice) for choice in choices[:1]], known=1)
    look = painted(replace(look_of_state(seat_of(state)), marks=marks), state)
    draw_walls(canvas, draw_bare(canvas, box, look, 2.0))
