"""The moves that are no cards: the bidding box with the table of calls, and the question of a claim.

Apart from `view`: these stand in boxes of their own, which the keyboard walks.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from game.bridge.board import ACCEPT
from game.bridge.cards import NO_TRUMPS, STRAINS
from gui.games.bridge.cards import TableGeometry
from gui.games.bridge.visible_state import VisibleState
from gui.games.bridge.words import OTHER_CALLS, move_words
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.controls import PILL, heading
from gui.ui.targets import inside, nearest

COLUMNS = "CDHSN"  # from the lowest to the highest strain
LEVELS = 7
_SHORT = {"double": "X", "redouble": "XX"}
_GAP = 4.0
_WIDEST, _TALLEST, _LOWEST = 64.0, 32.0, 17.0
_TABLE, _BETWEEN = 176.0, 40.0  # the width of the table of calls, and its distance from the box
_CLAIM_GAP, _ANSWER, _QUESTION = 6.0, 108.0, 336.0


class Figure(NamedTuple):
    """Figure for one move: its words, whether it is one of the best, and whether that is certain."""

    words: str
    best: bool
    proven: bool
    firm: float = 1.0


@dataclass(frozen=True)
class MoveBoxes:
    """Boxes of several moves. `frame` is around them; in the auction it is the table of calls beside."""

    boxes: dict[str, Box]
    frame: Box

    @classmethod
    def of_calls(cls, geometry: TableGeometry, *, doubles: bool) -> MoveBoxes:
        """The bidding box and the table of calls beside it, between the two hands."""
        top, bottom = geometry.span
        room = geometry.box[2] - 2 * geometry.margin
        tall = max(_LOWEST, min(_TALLEST, (bottom - top - 4) / (LEVELS + 1) - _GAP))
        table = min(_TABLE, room * 0.34)
        wide = min(_WIDEST, (room - table - _BETWEEN) / len(COLUMNS) - _GAP)
        across = len(COLUMNS) * (wide + _GAP) - _GAP
        left = geometry.middle - (table + _BETWEEN + across) / 2
        x, high = left + table + _BETWEEN, (LEVELS + 1) * (tall + _GAP) + 4
        y = top + max(0.0, (bottom - top - high) / 2)
        boxes = {
            f"{level + 1}{strain}": (x + column * (wide + _GAP), y + level * (tall + _GAP), wide, tall)
            for level in range(LEVELS)
            for column, strain in enumerate(COLUMNS)
        }
        others = OTHER_CALLS if doubles else OTHER_CALLS[:1]
        each = (across - (len(others) - 1) * _GAP) / len(others)
        for number, call in enumerate(others):
            boxes[call] = (x + number * (each + _GAP), y + LEVELS * (tall + _GAP) + 4, each, tall)
        return cls(boxes, (left, y, table, high))

    @classmethod
    def of_claim(cls, geometry: TableGeometry, moves: Sequence[str]) -> MoveBoxes:
        """The answers to a question, in one row or in two in the middle of the table."""
        wide = _ANSWER if ACCEPT in moves else PILL
        room = geometry.box[2] - 48
        across = max(1, min(len(moves), int((room + _CLAIM_GAP) // (wide + _CLAIM_GAP))))
        used = across * (wide + _CLAIM_GAP) - _CLAIM_GAP
        height = 40.0 + -(-len(moves) // across) * (PILL + _CLAIM_GAP)
        left, top = geometry.middle - used / 2, geometry.level - height / 2
        boxes: dict[str, Box] = {}
        for number, move in enumerate(moves):
            row, column = divmod(number, across)
            at = (left + column * (wide + _CLAIM_GAP), top + 40 + row * (PILL + _CLAIM_GAP))
            boxes[move] = (*at, wide, PILL)
        width = max(used, min(_QUESTION, room))
        return cls(boxes, (geometry.middle - width / 2 - 16, top - 16, width + 32, height + 28))

    def at(self, point: Point) -> str | None:
        return next((move for move, box in self.boxes.items() if inside(point, box)), None)

    def step(self, move: str, direction: tuple[int, int], among: Collection[str]) -> str:
        """The nearest of some moves in a direction; the same where there is none."""
        others = ((other, _middle(self.boxes[other])) for other in among)
        return nearest(_middle(self.boxes[move]), direction, others) or move


def _middle(box: Box) -> Point:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def draw_ring(canvas: Canvas, box: Box, radius: float) -> None:
    """The keyboard's cursor around a box."""
    x, y, width, height = box
    ring = (x - 3, y - 3, width + 6, height + 6)
    canvas.panel(ring, None, radius=radius, edge=canvas.theme.colour.focus, width=2)


def draw_bidding(
    canvas: Canvas,
    calls: MoveBoxes,
    legal: Collection[str],
    under: str | None,
    figures: Mapping[str, Figure],
    *,
    cursor: bool,
) -> None:
    """The bidding box: legal calls are bright; what the kibitzer names has an outline, firmer for the best."""
    for call, box in calls.boxes.items():
        _draw_call(canvas, box, call, lit=call == under, legal=call in legal)
    for call, figure in figures.items():
        if call in calls.boxes:
            width, opacity = (2.0, 1.0) if figure.best else (1.25, 0.75)
            edge = canvas.theme.colour.amber_line
            canvas.panel(calls.boxes[call], None, radius=6, edge=edge, width=width, opacity=opacity)
    if cursor and under is not None:
        draw_ring(canvas, calls.boxes[under], 8)


def _draw_call(canvas: Canvas, box: Box, call: str, *, lit: bool, legal: bool) -> None:
    colour, (x, y), text = canvas.theme.colour, _middle(box), move_words(call)
    fill = colour.line2 if lit and legal else colour.raised if legal else None
    canvas.panel(box, fill, radius=6, edge=colour.line2 if legal else colour.line, width=1.0)
    ink = colour.text if legal else colour.text3
    if legal or call in OTHER_CALLS:
        fits = canvas.text_width(text, "body") <= box[2] - 8 or call not in OTHER_CALLS
        canvas.text((x, y), text if fits else _SHORT.get(call, text), "body", ink, "middle")
    elif STRAINS.index(call[1]) == NO_TRUMPS:
        canvas.text((x, y), text, "body", ink, "middle", 0.6)
    else:  # out of reach: without the colour of its suit
        canvas.text((x - 1, y), call[0], "body", ink, "right", 0.6)
        canvas.suit((x + 7, y), STRAINS.index(call[1]), 12, ink, 0.45)


def draw_calls(canvas: Canvas, box: Box, seen: VisibleState, names: Sequence[str], *, waiting: bool) -> None:
    """The table of calls, a column for each player, the dealer's call first."""
    colour, calls, dealer = canvas.theme.colour, seen.board.auction.calls, seen.board.dealer
    x, y, width, height = box
    heading(canvas, (x, y + 10), "Auction")
    half, order = width / 2, (1 - seen.me, seen.me)
    for column, seat in enumerate(order):
        deals = " deals" if seat == dealer and names[seat] != "You" else ""
        name = canvas.fitted(names[seat] + deals, "label", half - 8)
        canvas.text((x + column * half, y + 40), name, "label", colour.text3)
    canvas.rule((x, y + 54), (x + width, y + 54), colour.line)
    step = 28.0 if height >= 220 else 22.0
    first = order.index(dealer)
    skip = max(0, (first + len(calls)) // 2 + 1 - int((height - 58) / step))
    shown = [*map(move_words, calls), *(["?"] if waiting else [])]
    for number, text in enumerate(shown, first):
        row, column = divmod(number, 2)
        if row >= skip:
            ink = {"Pass": colour.text2, "?": colour.text3}.get(text, colour.text)
            canvas.text((x + column * half, y + 72 + step * (row - skip)), text, "body", ink)


def draw_claim(
    canvas: Canvas, claim: MoveBoxes, question: str, under: str | None, best: str | None, *, cursor: bool
) -> None:
    """The question and its answers; `best` is what the kibitzer names."""
    colour = canvas.theme.colour
    canvas.panel(claim.frame, colour.panel, radius=12, edge=colour.line2)
    x, y, width, _ = claim.frame
    text = canvas.fitted(question, "body", width - 24)
    canvas.text((x + width / 2, y + 30), text, "body", colour.text, "middle")
    for move, box in claim.boxes.items():
        lit = move == under
        canvas.panel(box, colour.line2 if lit else colour.raised, radius=8, edge=colour.line2)
        if move == best:
            canvas.panel(box, None, radius=8, edge=colour.amber_line, width=2.0)
        words = move.removeprefix("claim ").capitalize()
        canvas.text(_middle(box), words, "body", colour.text, "middle")
        if lit and cursor:
            draw_ring(canvas, box, 10)
