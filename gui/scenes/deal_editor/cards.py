"""The cards on the table of the deal editor: North's hand, the pack with every card in its place, South's hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from game.bridge import SEATS
from game.bridge.cards import DECK, card_name, cards_of, lengths
from gui.bridge.table.cards import card_words, draw_card, draw_place, ink_of, rank_of
from gui.drawing.canvas import Box, Canvas
from gui.drawing.letters import counted
from gui.frame.targets import Targets
from gui.scenes.deal_editor.draft import IN_HAND, NORTH, SOUTH, STOCK, Draft

_COLUMNS, _PACK_ROWS = 13, 4
_GAP, _LABEL, _AIR = 6.0, 26.0, 18.0
_TALL, _WIDEST = 1.4, 68.0
_POINTS = (1, 2, 3, 4)  # high-card points of jack, queen, king, ace
_TAG, _TWO_LINES = 18.0, 44.0
_LOW = 1.1  # parts of its width: below this height a card is a strip


@dataclass(frozen=True)
class Layout:
    """Where cards lie in a box: all of one size, thirteen beside each other."""

    x: float
    top: float
    width: float
    height: float
    gap: float
    rows: tuple[float, ...]  # the y of North's hand, of the four suits, of South's hand

    @classmethod
    def of(cls, box: Box) -> Layout:
        """The layout in a box, the cards as large as it allows."""
        x, y, wide, high = box
        gap = _GAP if wide > 500 else 3.0
        between = min(_GAP, gap)
        width = min(_WIDEST, (wide - gap * (_COLUMNS - 1)) / _COLUMNS)
        room = high - 2 * _LABEL - 2 * _AIR - between * (_PACK_ROWS - 1)
        height = min(width * _TALL, room / (_PACK_ROWS + 2))
        used = 2 * _LABEL + 2 * _AIR + between * (_PACK_ROWS - 1) + height * (_PACK_ROWS + 2)
        top = y + max(0.0, (high - used) / 2)
        left = x + (wide - width * _COLUMNS - gap * (_COLUMNS - 1)) / 2
        pack = top + _LABEL + height + _AIR
        suits = [pack + row * (height + between) for row in range(_PACK_ROWS)]
        south = suits[-1] + height + _AIR + _LABEL
        return cls(left, top, width, height, gap, (top + _LABEL, *suits, south))

    def box(self, row: int, column: int) -> Box:
        """The place of a card."""
        return (self.x + column * (self.width + self.gap), self.rows[row], self.width, self.height)


def draw_table(
    canvas: Canvas,
    targets: Targets,
    box: Box,
    draft: Draft,
    give: Callable[[int], object],
    take: Callable[[int], object],
    to: int,
) -> None:
    """All cards. A press on one of the pack calls `give`, on one of a hand `take`."""
    layout = Layout.of(box)
    _draw_hand(canvas, targets, layout, draft, NORTH, take, chosen=to == NORTH)
    for card in cards_of(DECK):
        _draw_in_pack(canvas, targets, layout, draft, card, give)
    _draw_hand(canvas, targets, layout, draft, SOUTH, take, chosen=to == SOUTH)


def _draw_hand(
    canvas: Canvas,
    targets: Targets,
    layout: Layout,
    draft: Draft,
    seat: int,
    take: Callable[[int], object],
    *,
    chosen: bool,
) -> None:
    row = 0 if seat == NORTH else 1 + _PACK_ROWS
    cards = cards_of(draft.hands[seat])
    _draw_name(canvas, layout, draft, seat, row, chosen=chosen)
    for column in range(IN_HAND):
        place = layout.box(row, column)
        if column >= len(cards):
            draw_place(canvas, place)
            continue
        card = cards[column]
        about = f"Take {card_words(card)} away from {SEATS[seat]}"
        targets.add(f"{SEATS[seat]} {card_name(card)}", place, partial(take, card), radius=6, about=about)
        _draw_one(canvas, place, card, dim=card == draft.led)


def _draw_name(canvas: Canvas, layout: Layout, draft: Draft, seat: int, row: int, *, chosen: bool) -> None:
    """Whose hand it is, with its cards by suit and its high-card points."""
    colour, hand = canvas.theme.colour, draft.hands[seat]
    y = layout.rows[row] - _LABEL / 2 - 2
    x = layout.x + canvas.text((layout.x, y), SEATS[seat], "body", colour.text if chosen else colour.text2)
    shape = " ".join(map(str, lengths(hand)))
    held = f"{counted(hand.bit_count(), 'card')}   {shape}   {counted(points_of(hand), 'point')}"
    canvas.text((x + 16, y), held, "label", colour.text3)
    right = layout.x + _COLUMNS * (layout.width + layout.gap) - layout.gap
    if seat == draft.first:
        words = {"auction": "deals", "exchange": "declarer", "play": "on lead"}[draft.start]
        canvas.text((right, y), words, "label", colour.text2, "right")


def points_of(hand: int) -> int:
    """The high-card points of a hand: 4 for an ace, 3, 2, 1 for king, queen, jack."""
    return sum(_POINTS[card % 13 - 9] for card in cards_of(hand) if card % 13 >= 9)


def _draw_in_pack(
    canvas: Canvas,
    targets: Targets,
    layout: Layout,
    draft: Draft,
    card: int,
    give: Callable[[int], object],
) -> None:
    """A card in its place of the pack; one that is in a hand leaves a gap that says in which."""
    suit, rank = divmod(card, 13)
    place, holder = layout.box(1 + suit, 12 - rank), draft.holder(card)
    targets.add(f"card {card_name(card)}", place, partial(give, card), radius=6)
    if holder != STOCK:
        _draw_gap(canvas, place, card, SEATS[holder])
        return
    _draw_one(canvas, place, card)
    if draft.start != "play" and card == draft.stock[0] and place[3] >= 2 * _TAG:
        _draw_tag(canvas, place, "1")


def _draw_one(canvas: Canvas, place: Box, card: int, *, dim: bool = False) -> None:
    """A card; where the window leaves it no height, a strip with rank and suit beside each other."""
    x, y, width, height = place
    if height >= _LOW * width:
        draw_card(canvas, place, card, dim=dim)
        return
    canvas.panel(place, canvas.theme.colour.card, radius=3)
    ink = ink_of(canvas, card // 13)
    canvas.text((x + width * 0.34, y + height / 2), rank_of(card), "label", ink, "middle")
    canvas.suit((x + width * 0.72, y + height / 2), card // 13, min(height * 0.6, width * 0.4), ink)


def _draw_gap(canvas: Canvas, place: Box, card: int, holder: str) -> None:
    """The place of a card that is in a hand: its name, and whose hand it is."""
    x, y, width, height = place
    colour = canvas.theme.colour
    canvas.panel(place, None, radius=min(6.0, height / 5), edge=colour.line2)
    middle, sign = x + width / 2, holder if canvas.text_width(holder, "label") < width - 6 else holder[0]
    if height < _TWO_LINES:
        canvas.text(
            (middle, y + height / 2), f"{card_words(card)} {holder[0]}", "label", colour.text2, "middle"
        )
        return
    canvas.text((middle, y + height / 2 - 10), card_words(card), "label", colour.text2, "middle")
    canvas.text((middle, y + height / 2 + 11), sign, "label", colour.text3, "middle")


def _draw_tag(canvas: Canvas, place: Box, sign: str) -> None:
    colour = canvas.theme.colour
    x, y = place[0] + place[2] - _TAG - 2, place[1] + place[3] - _TAG - 2
    canvas.panel((x, y, _TAG, _TAG), colour.room, radius=4, edge=colour.line2)
    canvas.text((x + _TAG / 2, y + _TAG / 2), sign, "label", colour.text, "middle")
