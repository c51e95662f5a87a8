"""The auction: a box with every bid, and the table of the calls made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gui.games.bridge import words
from gui.games.bridge.cards import TableGeometry
from gui.games.bridge.visible_state import VisibleState
from gui.ui import text
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.controls import heading
from gui.ui.targets import inside

# The kibitzer at the cards: what each is worth above it, and how the tricks to come are shared out.

_LARGE, _SMALL = 14.0, 11.0  # radii of a badge
_CELL, _STEP, _TALL = 12.0, 16.0, 20.0  # a trick in the strip
TRICKS = 13


class Figure(NamedTuple):
    """What is said of one card: its words, whether it is one of the best, and whether that is certain."""

    words: str
    best: bool
    proven: bool
    firm: float = 1.0


def draw_figure(canvas: Canvas, at: Point, figure: Figure, room: float) -> None:
    """A badge: filled for the best where it is certain, a ring for all else; a pill where the words are long."""
    colour = canvas.theme.colour
    filled = figure.best and figure.proven
    style = "strong" if room >= 30 else "small"
    style = style if figure.best or room < 30 else "body"
    radius = _LARGE if room >= 30 else _SMALL
    wide = max(2 * radius, canvas.text_width(figure.words, style) + 12)
    if wide > room + 2:  # too close for rings: the figure alone
        canvas.text(at, figure.words, "small", colour.amber_text, "middle")
        return
    box = (at[0] - wide / 2, at[1] - radius, wide, 2 * radius)
    if filled:
        canvas.panel(box, colour.amber, radius=radius)
        canvas.text(at, figure.words, style, colour.amber_ink, "middle")
        return
    width = 2.0 if figure.best else 1.5
    opacity = 1.0 if figure.best else 0.65 + 0.2 * figure.firm
    canvas.panel(box, None, radius=radius, edge=colour.amber_line, width=width, opacity=opacity)
    canvas.text(at, figure.words, style, colour.amber_text, "middle")


def draw_figures(
    canvas: Canvas,
    geometry: TableGeometry,
    boxes: Mapping[int, Box],
    figures: Mapping[int, Figure],
    *,
    below: bool,
) -> None:
    """The figures above one's own cards, or below the other's."""
    order = sorted(boxes, key=lambda card: boxes[card][0])
    for number, card in enumerate(order):
        figure = figures.get(card)
        if figure is None:
            continue
        x, y, width, height = boxes[card]
        following = boxes[order[number + 1]][0] - x if number + 1 < len(order) else width + 8
        before = x - boxes[order[number - 1]][0] if number else width + 8
        room = min(following, before) - 2
        shown = min(width, following) if following < width else width
        middle = x + shown / 2
        y = geometry.figures if below else y + height + 18
        draw_figure(canvas, (middle, y), figure, room)


def draw_footer(
    canvas: Canvas, box: Box, taken: int, still: float, needs: int | None, *, proven: bool, size: int = TRICKS
) -> None:
    """The tricks of a deal: taken ones bright, those still to come amber, and a stroke behind what is needed.

    There are `size`, thirteen as a rule. `still` tricks to come are filled where proven; where estimated, outlined and
    rounded down.
    """
    colour = canvas.theme.colour
    x, y, width, _ = box
    step = min(_STEP, width / TRICKS)
    cell = step * _CELL / _STEP
    for number in range(size):
        place = (x + number * step, y, cell, _TALL)
        if number < taken:
            canvas.panel(place, colour.text, radius=3)
        elif number < taken + int(still + 1e-9):
            if proven:
                canvas.panel(place, colour.amber, radius=3, edge=colour.amber_line)
            else:
                canvas.panel(place, None, radius=3, edge=colour.amber_line, width=1.5)
        else:
            canvas.panel(place, None, radius=3, edge=colour.line2, width=1.2)
    if needs is not None:
        at = x + needs * step - (step - cell) / 2 - 1
        canvas.fill((at, y - 3, 2, _TALL + 6), colour.text2)


def still_to_come(sight: VisibleState, seat: int, tricks: float) -> float:
    """Of `tricks` in the whole play stage that `seat` is to take, those it has not taken yet."""
    return max(0.0, tricks - sight.taken[seat])


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
    if strain == len(text.SIGNS):
        canvas.text(middle, call_words(call), "body", ink, "middle", 0.6)
        return
    canvas.text((middle[0] - 1, middle[1]), call[0], "body", ink, "right", 0.6)
    canvas.suit((middle[0] + 7, middle[1]), strain, 12, ink, 0.45)


def _draw_worth(canvas: Canvas, box: Box, figure: Figure) -> None:
    """An outline around a call that the kibitzer names, firmer for the best."""
    colour = canvas.theme.colour
    width, opacity = (2.0, 1.0) if figure.best else (1.25, 0.75)
    canvas.panel(box, None, radius=6, edge=colour.amber_line, width=width, opacity=opacity)


def draw_calls(
    canvas: Canvas, box: BiddingBox, sight: VisibleState, names: Sequence[str], *, waiting: bool
) -> None:
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


# Claiming: how many of the tricks left are one's own, or whether the other's claim is right.

_PILL, _CLAIM_GAP, _ANSWER = 36.0, 6.0, 108.0
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
        across = max(1, min(len(moves), int((room + _CLAIM_GAP) // (wide + _CLAIM_GAP))))
        lines = -(-len(moves) // across)
        width = max(across * (wide + _CLAIM_GAP) - _CLAIM_GAP, min(_WIDE, room))
        height = 40.0 + lines * (_PILL + _CLAIM_GAP)
        left, top = geometry.middle - width / 2, geometry.level - height / 2
        start = geometry.middle - (across * (wide + _CLAIM_GAP) - _CLAIM_GAP) / 2
        boxes = {
            move: (
                start + i % across * (wide + _CLAIM_GAP),
                top + 40 + i // across * (_PILL + _CLAIM_GAP),
                wide,
                _PILL,
            )
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
