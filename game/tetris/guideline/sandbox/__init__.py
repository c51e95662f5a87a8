"""A position of guideline Tetris as something to be drawn: board, queue, hold and bag edited, every step kept."""

from game.tetris.guideline.sandbox.bags import left_behind
from game.tetris.guideline.sandbox.board import Shift, flaw_of_board
from game.tetris.guideline.sandbox.exchange import page_of, states_of
from game.tetris.guideline.sandbox.history import History

__all__ = ["History", "Shift", "flaw_of_board", "left_behind", "page_of", "states_of"]
