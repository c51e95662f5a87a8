"""The chapters of a showcase: a list in which the current one is lit, and the current one with its caption."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from game.record import Chapter
from gui.play.game_ui import PanelColumn
from gui.play.playhead import Scheduled
from gui.ui.canvas import Box, Canvas

ROW = 36.0
_GAP = 8.0  # between a caption and a remark


@dataclass(frozen=True)
class ChapterPanel:
    """The chapters of what a playhead follows; `marks` say where each begins."""

    head: Scheduled
    marks: Sequence[str]

    @property
    def chapters(self) -> Sequence[Chapter]:
        return self.head.shown.record.chapters

    @property
    def number(self) -> int:
        """The number of the current chapter, the first being 0."""
        now = self.head.chapter
        return 0 if now is None else self.chapters.index(now)

    @property
    def current(self) -> Chapter:
        return self.chapters[self.number]

    @property
    def remark(self) -> str:
        """What is said of the position that is shown, and only of this one; empty where nothing is."""
        return self.head.shown.remark(self.head.seconds)

    @property
    def told(self) -> str:
        """All words beside the position that is shown: the chapter's caption, then the remark, a paragraph each."""
        return "\n".join(filter(None, (self.current.caption, self.remark)))

    def draw_list(self, column: PanelColumn, below: float, row: float = ROW) -> None:
        """The chapters; where there is not room for all and what is `below`, those around the current one."""
        room = int((column.room - below + row / 2) / row)
        most = max(1, min(len(self.chapters), room))
        first = max(0, min(self.number - most // 2, len(self.chapters) - most))
        for number in range(first, first + most):
            self._draw_row(column, number, row)

    def _draw_row(self, column: PanelColumn, number: int, row: float) -> None:
        canvas, colour, now = column.canvas, column.canvas.theme.colour, number == self.number
        press = partial(self.head.to_chapter, number)
        column.row(f"chapter {number + 1}", row, press, chosen=now, inset=column.inset)
        ink, style = (colour.text, "strong") if now else (colour.text2, "body")
        canvas.text((column.left + 12, column.y), str(number + 1), "label", colour.text3, "middle")
        mark = colour.text if now else colour.text3
        used = canvas.text((column.right, column.y), self.marks[number], "label", mark, "right")
        title = canvas.fitted(self.chapters[number].title, style, column.width - 52 - used)
        canvas.text((column.left + 40, column.y), title, style, ink)
        column.y += row

    def draw_current(self, canvas: Canvas, box: Box) -> float:
        """The current chapter with its words, in the middle of a box; returns the y below them.

        There is room for the longest remark of the chapter from its beginning, so that nothing moves when one comes.
        """
        x, y, width, height = box
        colour, chapter, kind = canvas.theme.colour, self.current, canvas.theme.type["body"]

        def lines(text: str) -> int:
            return len(canvas.renderer.wrap(text, kind, width, canvas.scale)) if text else 0

        kept = max((lines(remark.text) for remark in chapter.remarks), default=0)
        caption = lines(chapter.caption)
        y += max(24.0, (height - 110 - 24 * (caption + kept)) / 2)
        canvas.text((x, y), f"Chapter {self.number + 1} of {len(self.chapters)}", "label", colour.text3)
        y += 20
        for line in canvas.renderer.wrap(chapter.title, canvas.theme.type["figure"], width, canvas.scale):
            canvas.text((x, y + 14), line, "figure", colour.text)
            y += 34
        room = max(1, int((box[1] + height - 36 - y) / 24))
        y += 8
        y += canvas.paragraph((x, y, width, 0), chapter.caption, "body", colour.text2, room)
        if kept:
            y += _GAP if caption else 0
            canvas.paragraph((x, y, width, 0), self.remark, "body", colour.text, max(1, room - caption))
            y += 24 * kept
        return y + 4
