"""Where things stand on the table: the hands above and below, the trick and what is around it.

+------------------------------------------------------+
| North   [ ][ ][ ] [ ][ ] [ ]                          |
| trumps          trick or stock            tricks      |
|         (8)(8)(9)  (7)(8)  (8)                        |
|         [ ][ ][ ]  [ ][ ]  [ ]                        |
+------------------------------------------------------+
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gui.bridge.table.cards import PROPORTION
from gui.drawing.canvas import Box, Point

CARD = 80.0  # the width of one's own cards at the reference size
_FIXED, _STRETCH = (
    108.0,
    326.0,
)  # the height that stays, and the height of everything that grows with the cards
_FULL_WIDTH = 660.0  # below it cards get narrower
_BARE_HEIGHT, _BARE_WIDTH = 112 * (0.7 + 1.35 + 1.0), 620.0
_BETWEEN, _SUITS = 8.0, 16.0  # between two cards, and more between two suits, at the reference size
_SMALLER = 0.7  # the other's cards
_TIGHT = 0.42  # of a card's width: what two cards face down show of the lower one
_LOW = 420.0
_ROOMY = 700.0  # the width from which words stand beside things


@dataclass(frozen=True)
class TableGeometry:
    """The table in `box`, with cards `unit` times as large as at the reference size."""

    box: Box
    unit: float
    calling: bool = False
    bare: bool = False

    @classmethod
    def small_board(cls, box: Box) -> TableGeometry:
        """The cards alone, as large as they fit into a small `box`."""
        unit = min(1.0, (box[3] - 12) / _BARE_HEIGHT, (box[2] - 8) / _BARE_WIDTH)
        return cls(box, max(0.1, unit), False, True)

    @classmethod
    def fit(cls, box: Box, *, calling: bool = False) -> TableGeometry:
        """The table as large as it fits into `box`; `calling` leaves more room between the hands, for the auction."""
        return cls(box, max(0.36, min(1.0, (box[3] - _FIXED) / _STRETCH, box[2] / _FULL_WIDTH)), calling)

    @property
    def low(self) -> bool:
        """Whether there is little height: then some things are left out."""
        return self.box[3] < _LOW

    @property
    def roomy(self) -> bool:
        """Whether there is room for words beside the trick."""
        return self.box[2] >= _ROOMY

    @property
    def margin(self) -> float:
        if self.bare:
            return 4.0
        return 56.0 if self.roomy else 16.0

    @property
    def card(self) -> tuple[float, float]:
        """Width and height of one's own cards."""
        return CARD * self.unit, CARD * self.unit * PROPORTION

    @property
    def small(self) -> tuple[float, float]:
        """Width and height of the other's cards."""
        return self.card[0] * _SMALLER, self.card[1] * _SMALLER

    @property
    def middle(self) -> float:
        """The x in the middle of the table."""
        return self.box[0] + self.box[2] / 2

    @property
    def own_top(self) -> float:
        """The upper edge of one's own hand."""
        if self.bare:
            return self.box[1] + self.box[3] - self.card[1] - 4
        below = 52 if not self.low else 8 if self.calling else 26
        return self.box[1] + self.box[3] - self.card[1] - below

    @property
    def other_top(self) -> float:
        """The upper edge of the other's hand."""
        if self.bare:
            return self.box[1] + 4
        if self.low and self.calling:
            return self.box[1] - self.small[1] - 4  # out of sight
        return self.box[1] + (24 if not self.low else 8)

    @property
    def figures(self) -> float:
        """The y of the figures above one's own hand."""
        return self.own_top - (26 if not self.low else 14)

    @property
    def span(self) -> tuple[float, float]:
        """The top and the bottom of what lies between the hands."""
        if self.bare:
            return self.other_top + self.small[1], self.own_top
        bottom = self.own_top - (24 if not self.low else 6) if self.calling else self.figures - 16
        return self.other_top + self.small[1] + (16 if self.calling and not self.low else 8), bottom

    @property
    def level(self) -> float:
        """The y in the middle between the hands."""
        top, bottom = self.span
        return (top + bottom) / 2

    def fan(self, groups: Sequence[int], *, below: bool, hidden: int = 0) -> list[Box]:
        """A box for each card of a hand, by suits of so many cards each; then for each of the `hidden` ones."""
        width, height = self.card if below else self.small
        left = self.box[0] + (self.margin if below else self._label)
        right = self.box[0] + self.box[2] - self.margin
        top = self.own_top if below else self.other_top
        steps = self._steps([n for n in groups if n], hidden, width, right - left, below=below)
        whole = (sum(steps) if steps else 0.0) + width
        x = min(max(left, self.middle - whole / 2), max(left, right - whole))
        boxes = [(x, top, width, height)]
        for step in steps:
            x += step
            boxes.append((x, top, width, height))
        return boxes if sum(groups) + hidden else []

    def _steps(
        self, groups: list[int], hidden: int, width: float, room: float, *, below: bool
    ) -> list[float]:
        """The distance from each card to the next."""
        extra, apart = _SUITS * self.unit, width + _BETWEEN * self.unit
        plain: list[float] = []  # in open steps: 0 within a suit, `extra` to the next one
        for n in groups:
            plain += [0.0] * (n - 1) + [extra]
        plain = plain if hidden else plain[:-1]
        tight = [width * _TIGHT] * max(0, hidden - 1)
        if not plain:
            return tight
        step = min(apart, (room - width - sum(tight) - sum(plain)) / len(plain))
        return [step + more for more in plain] + tight

    @property
    def _label(self) -> float:
        """How far from the left the other's hand may begin: its name stands there."""
        if self.bare:
            return 4.0
        return 148.0 if self.roomy else 68.0

    # -- the middle --

    def trick(self, below: bool, *, apart: bool = False) -> Box:
        """Where a player's card lies in the middle; `apart` leaves room for the stock between the two."""
        width, height = self.card
        drop = 12.0 * self.unit
        gap = (width / 2 + 24 * self.unit) if apart else 8 * self.unit
        y = self.level - height / 2
        if below:
            return (self.middle + gap, y + drop, width, height)
        return (self.middle - gap - width, y - drop, width, height)

    @property
    def stock(self) -> Box:
        """Where the card on show lies."""
        width, height = self.card
        return (self.middle - width / 2, self.level - height / 2, width, height)

    @property
    def left_zone(self) -> Box:
        """The room at the left of the trick."""
        x = self.box[0] + self.margin
        return (x, self.span[0], self._edge - x, self.span[1] - self.span[0])

    @property
    def right_zone(self) -> Box:
        """The room at the right of the trick."""
        wide = min(204.0, self._edge - self.box[0] - self.margin)
        x = self.box[0] + self.box[2] - self.margin - wide - (4 if self.roomy else 0)
        return (x, self.span[0], wide, self.span[1] - self.span[0])

    @property
    def _edge(self) -> float:
        """Where the trick's room begins, with the stock in it."""
        return self.middle - 1.5 * self.card[0] - 32 * self.unit

    def label(self) -> Point:
        """Where the other's name stands: its left end and its middle."""
        return (self.box[0] + self.margin, self.other_top + self.small[1] / 2)
