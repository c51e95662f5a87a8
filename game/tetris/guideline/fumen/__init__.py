"""Fumens: the text in which players hand each other Tetris boards, queues and games, page by page."""

from game.tetris.guideline.fumen.drawing import Drawing
from game.tetris.guideline.fumen.game import Opening, opening_of, page_of, pages_of
from game.tetris.guideline.fumen.page import Page
from game.tetris.guideline.fumen.quiz import Quiz
from game.tetris.guideline.fumen.text import is_fumen, read, write

__all__ = [
    "Drawing",
    "Opening",
    "Page",
    "Quiz",
    "is_fumen",
    "opening_of",
    "page_of",
    "pages_of",
    "read",
    "write",
]
