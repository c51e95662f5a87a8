"""The board of the explorer: a person's hand on the piece, and the book's moves as filled outlines with their ranks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from game.tetris.guideline import VISIBLE, Placement, State
from gui.drawing.canvas import Box, Canvas
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

    @property
    def geometry(self) -> SeatGeometry | None:
        return self._geometry

    def mark(self, options: Sequence[Option], said: Placement | None, pointed: Placement | None) -> None:
        """Mark moves: that for the queue on the board, `said`, before others, or only the one that is `pointed` at.

        A move that lies on cells of one that comes before it is left out.
        """
        if pointed is not None:
            options = [each for each in options if each.move == pointed]
        first = sorted(options, key=lambda each: (each.move != said, each.rank))
        marks: list[Mark] = []
        taken: set[tuple[int, int]] = set()
        for option in first:
            cells = option.move.cells
            if len(marks) < _MOST and taken.isdisjoint(cells):
                firm = 1.0 if option.move in (said, pointed) else 0.35
                marks.append(Mark(option.move, option.rank, proven=True, firm=firm))
                taken.update(cells)
        self._marks = tuple(marks)

    def _seat_look(self, state: State, hand: Hand, look: Look) -> SeatLook:
        seat = replace(super()._seat_look(state, hand, look), metered=False)
        return seat if seat.landing is not None else replace(seat, marks=self._marks)

    def draw(self, canvas: Canvas, box: Box, look: Look) -> None:
        super().draw(canvas, box, look)
        hand = self._hand
        if self._marks and self._open and hand is not None and hand.aim is None and self._pointer is None:
            return

    def add_marks(self, targets: Targets, follow: Callable[[Placement], object]) -> None:
        """Let the ranks be pressed: that makes the move."""
        if self._geometry is None:
            return
        well = self._geometry.well
        size = max(16.0, min(28.0, self._geometry.cell))
        for mark in self._marks:
            cells = [(x, VISIBLE - 1 - y) for x, y in mark.placement.cells]
            x, y = well.middle(*heart(cells))
            about = f"Follow the book: {move_words(str(mark.placement))}"
            place = (x - size / 2, y - size / 2, size, size)
            targets.add(
                f"mark {mark.rank}", place, partial(follow, mark.placement), radius=size / 2, about=about
            )
