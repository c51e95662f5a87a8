"""The panel: a column beside the board that is filled from top to bottom."""

from __future__ import annotations

from collections.abc import Callable

from gui.ui.canvas import Canvas
from gui.ui.commands import Command
from gui.ui.controls import heading, key_cap, key_width
from gui.ui.layout import Flow, Frame
from gui.ui.targets import Targets

NOTE_LINES = 5
_LOW = 480.0  # units of height below which there are no headings over the reasons and the game


class PanelColumn(Flow):
    """The panel of one frame. `below`: the most units that the reasons leave free below them."""

    def __init__(self, canvas: Canvas, frame: Frame, targets: Targets) -> None:
        left, width = frame.column + frame.margin, frame.panel_width - 2 * frame.margin
        top, tight = frame.panel[1] + 31, frame.panel[3] < _LOW
        super().__init__(canvas, targets, left, top, width, frame.foot, tight=tight)
        self.frame, self.top = frame, top
        self.below = float("inf")
        self.floor = self.bottom  # no row of the best moves goes below it, whatever else is kept free

    @property
    def inset(self) -> float:
        """Distance by which the background of a row reaches beyond the column."""
        return 16.0 if self.frame.margin >= 24 else 10.0

    def note_height(self, note: str) -> float:
        """The room that a note takes, in so many lines at most."""
        style = self.canvas.theme.type["body"]
        lines = self.canvas.renderer.wrap(note, style, self.width, self.canvas.scale) if note else []
        return 24.0 * min(NOTE_LINES, len(lines)) + 12 if lines else 0.0

    def headed(self, words: str, *commands: Command, brief: str = "") -> None:
        """A heading with the keys of its commands at the right, which can be pressed, too; `brief` where it is long."""
        canvas, right = self.canvas, self.right
        for each in commands:
            key = self.targets.key(each.keys)
            wide = key_width(canvas, key)
            box = (right - wide, self.y - 11, wide, 22.0)
            if self.targets.add(each.name, box, each.press, about=each.tip):
                canvas.panel(box, canvas.theme.colour.raised, radius=4)
            key_cap(canvas, box[:2], key)
            right -= wide + 8
        room = right - self.left
        fits = not brief or canvas.text_width(words, "caps") <= room
        heading(canvas, (self.left, self.y), canvas.fitted(words if fits else brief, "caps", room))

    def moves_heading(self, toggle: Callable[[], object]) -> None:
        """Draw the heading of the list of moves; `toggle` hides it."""
        self.headed("Moves", Command("O", toggle, "hide the moves", name="moves"))
        self.y += 24 if self.tight else 32

    def words(self, note: str, most: int = NOTE_LINES) -> None:
        """A few words on the last move, in so many lines at most: as many sentences as fit, at least a part of one."""
        lines = min(most, int((self.bottom - self.y + 12) / 24))
        if note and lines > 0:
            place, ink = (self.left, self.y - 8, self.width, 0.0), self.canvas.theme.colour.text2
            self.y += self.canvas.sentences(place, note, "body", ink, lines) + 12
