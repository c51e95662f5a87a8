"""The board of the explorer: a person's hand on the piece, and the book's moves as filled outlines with their ranks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from game.tetris.guideline import VISIBLE, Placement, State
from gui.face import Look
from gui.frame.targets import Targets
from gui.scenes.books.walking.outlook import Option
from gui.tetris.classic.opinions import heart
from gui.tetris.guideline.face import GuidelineFace
from gui.tetris.guideline.geometry import SeatGeometry
from gui.tetris.guideline.hand import Hand
from gui.tetris.guideline.look import Mark, SeatLook
from gui.tetris.guideline.words import move_words

_MOST = 5  # moves that are marked at once


class BookBoard(GuidelineFace):
    """The seat with the marks of a book. `geometry` is where it was drawn last."""

    def __init__(self) -> None:
        super().__init__()
        self._marks: tuple[Mark, ...] = ()
        self._seen: tuple[Mark, ...] = ()

    @property
    def geometry(self) -> SeatGeometry | None:
        return self._geometry

    def mark(self, options: Sequence[Option], said: Placement | None, pointed: Placement | None) -> None:
        """Mark moves, that for the queue on the board, `said`, first; seen is only the one `pointed` at, if any.

        A move that lies on cells of one that comes before it is left out.
        """
        marks: list[Mark] = []
        taken: set[tuple[int, int]] = set()
        for option in sorted(options, key=lambda each: (each.move != said, each.rank)):
            cells = option.move.cells
            if len(marks) < _MOST and taken.isdisjoint(cells):
                marks.append(_mark(option, firm=option.move == said))
                taken.update(cells)
        self._marks = tuple(marks)
        self._seen = tuple(_mark(each, firm=True) for each in options if each.move == pointed) or self._marks

    def _seat_look(self, state: State, hand: Hand, look: Look) -> SeatLook:
        seat = replace(super()._seat_look(state, hand, look), metered=False)
        return seat if seat.landing is not None else replace(seat, marks=self._seen)

    def add_marks(self, targets: Targets, follow: Callable[[Placement], object]) -> None:
        """Let the ranks be pressed: that makes the move."""
        if self._geometry is None:
            return
        well = self._geometry.well
        size = max(12.0, min(28.0, self._geometry.cell))
        view = (well.left, well.top, well.right - well.left, well.bottom - well.top)
        for mark in self._marks:
            cells = [(x, VISIBLE - 1 - y) for x, y in mark.placement.cells]
            x, y = well.middle(*heart(cells))
            place, press = (x - size / 2, y - size / 2, size, size), partial(follow, mark.placement)
            about = f"Follow the book: {move_words(str(mark.placement))}"
            targets.add(f"mark {mark.rank}", place, press, radius=size / 2, about=about, within=view)


def _mark(option: Option, *, firm: bool) -> Mark:
    return Mark(option.move, option.rank, proven=True, firm=1.0 if firm else 0.0)
