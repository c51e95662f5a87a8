"""The auction: a box with every bid, and the table of the calls made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gui.bridge import words
from gui.bridge.sight import Sight
from gui.bridge.table.figures import Figure
from gui.bridge.table.geometry import TableGeometry
from gui.drawing import suits
from gui.drawing.canvas import Box, Canvas, Point
from gui.frame.controls import heading
from gui.frame.targets import inside

COLUMNS = (3, 2, 1, 0, 4)  # clubs, diamonds, hearts, spades, no trumps: from the lowest to the highest
LEVELS = 7
OTHERS = ("pass", "double", "redouble")
_LETTERS = "SHDCN"
_GAP = 4.0
_WIDEST, _TALLEST, _LOWEST = 64.0, 32.0, 17.0
_TABLE = 176.0  # the width of the table of calls
_BETWEEN = 40.0


def bid_name(level: int, strain: int) -> str:
    """A bid as the rules write it: `3H`."""
    return f"{level}{_LETTERS[strain]}"


def call_words(call: str) -> str:
    """A call as a person reads it: `3♥`, `Pass`, `1NT`."""
    if len(call) != len("3H"):  # pass, double; also the answer to a claim
        return call.capitalize()
    return f"{call[0]}{words.strain_sign(_LETTERS.index(call[1]))}"


@dataclass(frozen=True)
class BiddingBox:
    """Where each call stands on the table."""

    boxes: dict[str, Box]
    table: Box

    @classmethod
    def fit(cls, geometry: TableGeometry, *, doubles: bool) -> BiddingBox:
        """The box and the table of calls beside it, between the two hands."""
        width = geometry.box[2]
        top, bottom = geometry.span
        beside = width - 2 * geometry.margin
        tall = max(_LOWEST, min(_TALLEST, (bottom - top - 4) / (LEVELS + 1) - _GAP))
        table = min(_TABLE, beside * 0.34)
        wide = min(_WIDEST, (beside - table - _BETWEEN) / len(COLUMNS) - _GAP)
        whole = table + _BETWEEN + len(COLUMNS) * (wide + _GAP) - _GAP
        left = geometry.middle - whole / 2 + table + _BETWEEN
        high = (LEVELS + 1) * (tall + _GAP) + 4
        start = top + max(0.0, (bottom - top - high) / 2)
        boxes: dict[str, Box] = {}
        for level in range(1, LEVELS + 1):
            for column, strain in enumerate(COLUMNS):
                place = (left + column * (wide + _GAP), start + (level - 1) * (tall + _GAP), wide, tall)
                boxes[bid_name(level, strain)] = place
        others = OTHERS if doubles else OTHERS[:1]
        each = (len(COLUMNS) * (wide + _GAP) - _GAP - (len(others) - 1) * _GAP) / len(others)
        for number, call in enumerate(others):
            boxes[call] = (left + number * (each + _GAP), start + LEVELS * (tall + _GAP) + 4, each, tall)
        return cls(boxes, (geometry.middle - whole / 2, start, table, high))

    def at(self, point: Point) -> str | None:
        """The call at a point."""
        return next((call for call, box in self.boxes.items() if inside(point, box)), None)

    def step(self, call: str, direction: tuple[int, int]) -> str:
        """The next call in a direction; the same where there is none."""
        x, y, width, height = self.boxes[call]
        at = (x + width / 2, y + height / 2)
        best, least = call, float("inf")
        for other, (left, top, wide, tall) in self.boxes.items():
            dx, dy = left + wide / 2 - at[0], top + tall / 2 - at[1]
            ahead = dx * direction[0] + dy * direction[1]
            aside = abs(dx * direction[1]) + abs(dy * direction[0])
            if ahead > 1 and ahead + 2.5 * aside < least:
                best, least = other, ahead + 2.5 * aside
        return best


def draw_bidding(
    canvas: Canvas,
    box: BiddingBox,
    legal: Sequence[str],
    under: str | None,
    figures: Mapping[str, Figure],
    *,
    cursor: bool,
    closed: bool,
) -> None:
    """The bidding box: what may be called is bright; `closed` while the other is to call."""
    allowed = set(legal)
    for call, place in box.boxes.items():
        _draw_call(canvas, place, call, lit=call == under, legal=call in allowed and not closed)
    for call, figure in figures.items():
        if call in box.boxes:
            _draw_worth(canvas, box.boxes[call], figure)
    if cursor and under is not None:
        x, y, width, height = box.boxes[under]
        ring = (x - 3, y - 3, width + 6, height + 6)
        canvas.panel(ring, None, radius=8, edge=canvas.theme.colour.focus, width=2)


def _draw_call(canvas: Canvas, box: Box, call: str, *, lit: bool, legal: bool) -> None:
    colour = canvas.theme.colour
    x, y, width, height = box
    fill = colour.line2 if lit and legal else colour.raised if legal else None
    canvas.panel(box, fill, radius=6, edge=colour.line2 if legal else colour.line, width=1.0)
    ink = colour.text if legal else colour.text3
    middle = (x + width / 2, y + height / 2)
    if call in OTHERS:
        said = call_words(call)
        said = (
            said
            if canvas.text_width(said, "body") <= width - 8
            else {"double": "×2", "redouble": "×4"}.get(call, said)
        )
        canvas.text(middle, said, "body", ink, "middle")
        return
    if legal:
        canvas.text(middle, call_words(call), "body", ink, "middle")
        return
    strain = _LETTERS.index(call[1])  # out of reach: without the colour of its suit
    if strain == len(suits.SIGNS):
        canvas.text(middle, call_words(call), "body", ink, "middle", 0.6)
        return
    canvas.text((middle[0] - 1, middle[1]), call[0], "body", ink, "right", 0.6)
    canvas.suit((middle[0] + 7, middle[1]), strain, 12, ink, 0.45)


def _draw_worth(canvas: Canvas, box: Box, figure: Figure) -> None:
    """An outline around a call that the kibitzer names, firmer for the best."""
    colour = canvas.theme.colour
    width, opacity = (2.0, 1.0) if figure.best else (1.25, 0.75)
    canvas.panel(box, None, radius=6, edge=colour.amber_line, width=width, opacity=opacity)


def draw_calls(canvas: Canvas, box: BiddingBox, sight: Sight, names: Sequence[str], *, waiting: bool) -> None:
    """The table of calls, a column for each player, the dealer's call first."""
    colour = canvas.theme.colour
    x, y, width, height = box.table
    heading(canvas, (x, y + 10), "Auction")
    half = width / 2
    order = (1 - sight.me, sight.me)
    for column, seat in enumerate(order):
        dealt = "" if seat != sight.dealer else " deals"
        name = canvas.fitted(names[seat] + ("" if names[seat] == "You" else dealt), "label", half - 8)
        canvas.text((x + column * half, y + 40), name, "label", colour.text3)
    canvas.rule((x, y + 54), (x + width, y + 54), colour.line)
    first = order.index(sight.dealer)
    cells = first + len(sight.calls)
    row = 28.0 if height >= 220 else 22.0
    rows = int((height - 58) / row)
    skip = max(0, (cells // 2 + 1) - rows)
    for number, call in enumerate(sight.calls, first):
        if number // 2 >= skip:
            at = (x + (number % 2) * half, y + 72 + row * (number // 2 - skip))
            ink = colour.text2 if call == "pass" else colour.text
            canvas.text(at, call_words(call), "body", ink)
    if waiting:
        at = (x + (cells % 2) * half, y + 72 + row * (cells // 2 - skip))
        canvas.text(at, "?", "body", colour.text3)
