"""Fumens: the text in which players hand each other Tetris boards, queues and games, page by page."""

from game.tetris.guideline.fumen.game import Opening, opening_of, page_of, pages_of
from game.tetris.guideline.fumen.text import Drawing, Page, Quiz, is_fumen, read, write

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
