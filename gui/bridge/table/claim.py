"""Claiming: how many of the tricks left are one's own, or whether the other's claim is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gui.bridge.table.geometry import TableGeometry
from gui.drawing.canvas import Box, Canvas, Point
from gui.frame.targets import inside

_PILL, _GAP, _ANSWER = 36.0, 6.0, 108.0
_WIDE = 336.0  # for the question


@dataclass(frozen=True)
class ClaimBox:
    """A question over the trick with its answers: the moves in their order, and where each stands."""

    box: Box
    boxes: dict[str, Box]

    @classmethod
    def fit(cls, geometry: TableGeometry, moves: Sequence[str]) -> ClaimBox:
        """The answers in one row or in two, in the middle of the table."""
        wide = _PILL if moves and moves[0].startswith("claim") else _ANSWER
        room = geometry.box[2] - 48
        across = max(1, min(len(moves), int((room + _GAP) // (wide + _GAP))))
        lines = -(-len(moves) // across)
        width = max(across * (wide + _GAP) - _GAP, min(_WIDE, room))
        height = 40.0 + lines * (_PILL + _GAP)
        left, top = geometry.middle - width / 2, geometry.level - height / 2
        start = geometry.middle - (across * (wide + _GAP) - _GAP) / 2
        boxes = {
            move: (start + i % across * (wide + _GAP), top + 40 + i // across * (_PILL + _GAP), wide, _PILL)
            for i, move in enumerate(moves)
        }
        return cls((left - 16, top - 16, width + 32, height + 28), boxes)

    def at(self, point: Point) -> str | None:
        """The answer at a point."""
        return next((move for move, box in self.boxes.items() if inside(point, box)), None)


def draw_claim(
    canvas: Canvas, claim: ClaimBox, question: str, under: str | None, best: str | None, *, cursor: bool
) -> None:
    """The question and its answers; `best` is what the kibitzer names."""
    colour = canvas.theme.colour
    canvas.panel(claim.box, colour.panel, radius=12, edge=colour.line2)
    x, y, width, _ = claim.box
    said = canvas.fitted(question, "body", width - 24)
    canvas.text((x + width / 2, y + 30), said, "body", colour.text, "middle")
    for move, box in claim.boxes.items():
        lit = move == under
        canvas.panel(box, colour.line2 if lit else colour.raised, radius=8, edge=colour.line2)
        if move == best:
            canvas.panel(box, None, radius=8, edge=colour.amber_line, width=2.0)
        words = move.removeprefix("claim ").capitalize()
        middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
        canvas.text(middle, words, "body", colour.text, "middle")
        if lit and cursor:
            ring = (box[0] - 3, box[1] - 3, box[2] + 6, box[3] + 6)
            canvas.panel(ring, None, radius=10, edge=colour.focus, width=2)
