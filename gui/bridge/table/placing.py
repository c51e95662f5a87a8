"""Every card on the table with its place, before and after a move, and on its way between the two."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from gui.bridge.sight import Held, Sight
from gui.bridge.table.cards import draw_back, draw_card
from gui.bridge.table.geometry import TableGeometry
from gui.drawing.canvas import Box, Canvas

_PILE = 3  # backs that are drawn for a stock of many


@dataclass(frozen=True)
class Placed:
    """A card on the table: `card` None is face down. Equal keys are the same card before and after a move."""

    key: str
    box: Box
    card: int | None
    dim: bool = False
    opacity: float = 1.0


def places(geometry: TableGeometry, sight: Sight, raised: int | None = None) -> list[Placed]:
    """All cards from the lowest to the topmost; the `raised` card of one's own stands out of the hand."""
    me = sight.me
    found = [
        *_hand(geometry, sight.hands[1 - me], sight, seat=1 - me),
        *_stock(geometry, sight),
        *_middle(geometry, sight),
    ]
    for each in _hand(geometry, sight.hands[me], sight, seat=me):
        lifted = raised is not None and each.card == raised
        x, y, width, height = each.box
        found.append(replace(each, box=(x, y - 8, width, height)) if lifted else each)
    return found


def hand_boxes(geometry: TableGeometry, sight: Sight, seat: int) -> dict[int, Box]:
    """Where each open card of a seat's hand lies."""
    held = sight.hands[seat]
    boxes = geometry.fan(held.groups, below=seat == sight.me, hidden=held.hidden)
    return dict(zip(held.cards, boxes, strict=False))


def _hand(geometry: TableGeometry, held: Held, sight: Sight, seat: int) -> Iterable[Placed]:
    boxes = geometry.fan(held.groups, below=seat == sight.me, hidden=held.hidden)
    choosing = sight.stage in ("exchange", "play") and sight.to_move == seat and bool(sight.playable)
    for number, box in enumerate(boxes):
        if number < len(held.cards):
            card = held.cards[number]
            yield Placed(f"card {card}", box, card, dim=choosing and card not in sight.playable)
        else:
            yield Placed(f"hidden {seat} {number - len(held.cards)}", box, None)


def _stock(geometry: TableGeometry, sight: Sight) -> Iterable[Placed]:
    """The pile, its face-down cards a little aside, and the card on show."""
    if sight.upturned is None:
        return
    x, y, width, height = geometry.stock
    down = min(_PILE, sight.stock)
    for i in range(down):
        by = 3.0 * (down - i)
        yield Placed(f"pile {i}", (x + by, y - by, width, height), None)
    yield Placed(f"card {sight.upturned}", (x, y, width, height), sight.upturned)


def _middle(geometry: TableGeometry, sight: Sight) -> Iterable[Placed]:
    """The trick: the one in progress, or the last one until the next card is led."""
    apart = sight.stage == "exchange"
    for laid in sight.trick or sight.last:
        box = geometry.trick(laid.seat == sight.me, apart=apart)
        yield Placed(f"card {laid.card}", box, laid.card)


def draw_places(canvas: Canvas, now: Iterable[Placed]) -> None:
    """Draw cards in their order."""
    for each in now:
        if each.card is None:
            draw_back(canvas, each.box, opacity=each.opacity)
        else:
            draw_card(canvas, each.box, each.card, dim=each.dim, opacity=each.opacity)


def between(
    geometry: TableGeometry, was: Sight, now: Sight, raised: int | None, grown: float
) -> list[Placed]:
    """The cards on their way: `grown` 0 is where they were, 1 where they are.

    A finished trick leaves towards its winner; what was not to be seen comes from a hand or from the stock.
    """
    after = places(geometry, now, raised)
    if grown >= 1.0:
        return after
    before = places(geometry, was)
    known = {each.key: each.box for each in before}
    here = {each.key for each in after}
    sweep = _row(geometry, below=was.winner == now.me)
    leaving = [
        replace(each, box=_on_the_way(each.box, sweep, grown), opacity=1.0 - grown)
        for each in before
        if each.key not in here and each.card is not None
    ]
    moving: list[Placed] = []
    staying: list[Placed] = []
    for each in after:
        start = known.get(each.key) or _origin(geometry, now, each)
        moved = replace(each, box=_on_the_way(start, each.box, grown))
        (moving if abs(start[1] - each.box[1]) > 20 else staying).append(moved)
    return [*leaving, *staying, *moving]


def _origin(geometry: TableGeometry, now: Sight, placed: Placed) -> Box:
    """Where a card comes from that was not to be seen: its player's hand, or the stock."""
    for laid in now.trick or now.last:
        if laid.card == placed.card:
            return _row(geometry, below=laid.seat == now.me)
    return geometry.stock if now.stage == "exchange" and placed.card is not None else placed.box


def _row(geometry: TableGeometry, *, below: bool) -> Box:
    """The middle of a hand."""
    width, height = geometry.card if below else geometry.small
    top = geometry.own_top if below else geometry.other_top
    return (geometry.middle - width / 2, top, width, height)


def _on_the_way(start: Box, end: Box, grown: float) -> Box:
    x, y, width, height = (a + (b - a) * grown for a, b in zip(start, end, strict=True))
    return x, y, width, height
