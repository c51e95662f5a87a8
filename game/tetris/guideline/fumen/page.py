"""One page of a fumen: what is drawn, the piece that lies on it, and what is said."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from game.tetris.guideline.fumen.drawing import Drawing
from game.tetris.guideline.fumen.quiz import carried
from game.tetris.guideline.placement import Placement


@dataclass(frozen=True)
class Page:
    """A drawing, a piece on it or None, and a comment.

    `lock`: the piece locks and full rows go before the next page; only then `rise` lets the waiting row come up and
    `mirror` exchanges left and right. The spin of the placement is not kept in a fumen.
    """

    drawing: Drawing
    placement: Placement | None = None
    comment: str = ""
    lock: bool = True
    rise: bool = False
    mirror: bool = False

    @cached_property
    def after(self) -> Drawing:
        """What the next page shows if nobody draws on it."""
        if not self.lock:
            return self.drawing
        drawing = self.drawing.with_piece(self.placement) if self.placement else self.drawing
        drawing = drawing.cleared()
        drawing = drawing.risen() if self.rise else drawing
        return drawing.mirrored() if self.mirror else drawing

    @property
    def carried(self) -> str:
        """The comment of the next page if that has none of its own."""
        return carried(self.comment, self.placement.piece if self.placement and self.lock else None)
