"""The book explorer: a book walked through piece by piece, its runs, the map of its positions, and its size."""

from gui.scenes.books.scene import BooksScene

__all__ = ["BooksScene"]
