"""What stands around the trick: whose cards lie above, the trumps and the contract, the tricks of both sides."""

from __future__ import annotations

from collections.abc import Sequence

from gui.bridge import words
from gui.bridge.sight import NO_TRUMPS, Sight
from gui.bridge.table.cards import draw_place
from gui.bridge.table.figures import draw_strip, still_to_come
from gui.bridge.table.geometry import TableGeometry
from gui.drawing import suits
from gui.drawing.canvas import Box, Canvas, Point
from gui.drawing.theme import TypeStyle

_DISC, _SMALL_DISC = 32.0, 18.0
_LOW = 150.0  # units of height between the hands, below which some words are left out


def draw_names(
    canvas: Canvas, geometry: TableGeometry, sight: Sight, names: Sequence[str], sits: str
) -> None:
    """The name of the player above, and who it is."""
    colour = canvas.theme.colour
    x, y = geometry.label()
    ink = colour.text if sight.to_move != sight.me else colour.text2
    if geometry.roomy:
        canvas.text((x, y - 10), names[1 - sight.me], "body", ink)
        canvas.text((x, y + 12), canvas.fitted(sits, "label", 88), "label", colour.text3)
    else:
        canvas.text((x, y), canvas.fitted(names[1 - sight.me], "label", 56), "label", ink)


def draw_trumps_rule(canvas: Canvas, geometry: TableGeometry, boxes: Sequence[Box]) -> None:
    """Below one's own trumps: what they are."""
    if not boxes or geometry.low:
        return
    colour = canvas.theme.colour
    left = boxes[0][0]
    right = boxes[-1][0] + boxes[-1][2]
    y = geometry.own_top + geometry.card[1] + 23
    half = canvas.text_width("trumps", "label") / 2 + 12
    middle = (left + right) / 2
    canvas.text((middle, y), "trumps", "label", colour.text3, "middle")
    if right - left > 2 * half + 16:
        canvas.rule((left, y), (middle - half, y), colour.line2)
        canvas.rule((middle + half, y), (right, y), colour.line2)


def draw_contract(canvas: Canvas, geometry: TableGeometry, sight: Sight, names: Sequence[str]) -> None:
    """The trumps as a sign, and who is to make how many tricks."""
    contract = sight.contract
    if contract is None:
        return
    colour = canvas.theme.colour
    x, _, width, height = geometry.left_zone
    if geometry.roomy:
        _trump_sign(canvas, (x + _DISC, geometry.level), _DISC, contract.strain)
        room = width - 2 * _DISC - 16
        x += 2 * _DISC + 16
        canvas.text(
            (x, geometry.level - 12),
            canvas.fitted(words.trumps(contract.strain), "body", room),
            "body",
            colour.text,
        )
        said = words.by_whom(contract, names, sight.size)
        canvas.text((x, geometry.level + 12), canvas.fitted(said, "label", room), "label", colour.text2)
        return
    tall = height >= _LOW
    _trump_sign(canvas, (x + _SMALL_DISC, geometry.level - (22 if tall else 8)), _SMALL_DISC, contract.strain)
    bid = words.bid(contract)
    canvas.text((x, geometry.level + (14 if tall else 20)), bid, "label", colour.text)
    if tall:
        said = canvas.fitted(f"by {words.whom(names[contract.declarer])}", "label", max(40.0, width))
        canvas.text((x, geometry.level + 34), said, "label", colour.text2)


def _trump_sign(canvas: Canvas, at: Point, radius: float, strain: int) -> None:
    colour = canvas.theme.colour
    canvas.disc(at, radius, colour.room, edge=colour.line2, width=1.5)
    if strain == NO_TRUMPS:
        style = TypeStyle(size=radius * 0.62, weight="bold", line=radius)
        canvas.text(at, "NT", style, colour.text, "middle")
    else:
        ink = colour.suit_red if strain in suits.RED else colour.text
        canvas.suit(at, strain, radius * 0.94, ink)


def draw_tricks(
    canvas: Canvas,
    geometry: TableGeometry,
    sight: Sight,
    names: Sequence[str],
    expected: tuple[float, float] | None,
    *,
    proven: bool,
) -> None:
    """The tricks of both sides: taken, still to come as the kibitzer has it, and needed."""
    colour, contract = canvas.theme.colour, sight.contract
    x, _, width, height = geometry.right_zone
    apart = 64.0 if height >= _LOW else 50.0
    for line, seat in enumerate((1 - sight.me, sight.me)):
        y = geometry.level - apart / 2 + apart * line - 10
        needs = contract.needs(seat) if contract is not None and contract.fits(sight.size) else None
        name = names[seat]
        canvas.text((x, y - 6), name, "body" if geometry.roomy else "label", colour.text)
        said = words.tally(sight, seat)
        room = width - canvas.text_width(name, "body") - 12
        short = said if canvas.text_width(said, "label") <= room else said.partition(",")[0]
        if canvas.text_width(short, "label") <= room:
            canvas.text((x + width, y - 6), short, "label", colour.text3, "right")
        still = still_to_come(sight, seat, expected[seat]) if expected is not None else 0.0
        draw_strip(
            canvas, (x, y + 10, width, 20), sight.taken[seat], still, needs, proven=proven, size=sight.size
        )


def draw_places(canvas: Canvas, geometry: TableGeometry, sight: Sight, names: Sequence[str]) -> None:
    """Where the next card of the trick will lie."""
    if sight.stage not in ("exchange", "play"):
        return
    apart = sight.stage == "exchange"
    laid = {each.seat for each in sight.trick}
    if not sight.trick and sight.last:
        return
    for seat in (1 - sight.me, sight.me):
        if seat not in laid and (seat == sight.to_move or sight.trick):
            box = geometry.trick(seat == sight.me, apart=apart)
            draw_place(canvas, box, words.whom(names[seat]))
