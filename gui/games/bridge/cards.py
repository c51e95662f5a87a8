"""Playing cards as vector drawings: index, suit and back, sharp at every size, each painted once and kept.

A card is its number, suit * 13 + rank: suits are spades, hearts, diamonds, clubs, ranks two to ace.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, pairwise

from game.bridge.cards import suit_of
from gui.games.bridge.visible_state import Held, VisibleState
from gui.ui import text
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.theme import Rgb, TypeStyle

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
PROPORTION = 1.4  # height to width

_SHADE = 2.0  # units of the shadow below a card
_LEAST_INDEX = 14.0
_SMALL = 36.0  # units of width, below which a card shows rank and suit alone, one below the other
_SMALLEST_INDEX = 7.0
_DIM = 0.42  # how much of the room lies over a card that may not be played


def rank_words(card: int) -> str:
    """The rank as a person reads it: `10`, `J`."""
    return RANKS[card % 13]


def card_words(card: int) -> str:
    """A card in running text, with its suit's sign: `♥10`."""
    return f"{text.SIGNS[card // 13]}{rank_words(card)}"


def ink_of(canvas: Canvas, suit: int) -> Rgb:
    """The colour of a suit on a card."""
    return canvas.theme.card_suits[suit]


def draw_card(canvas: Canvas, box: Box, card: int, *, dim: bool = False, opacity: float = 1.0) -> None:
    """A card face up; `dim` where it may not be played now."""
    _draw_kept(canvas, box, ("face", card, dim), partial(_front, card=card, dim=dim), opacity)


def draw_back(canvas: Canvas, box: Box, *, opacity: float = 1.0) -> None:
    """A card face down."""
    _draw_kept(canvas, box, ("back",), _back, opacity)


def draw_place(canvas: Canvas, box: Box, words: str = "") -> None:
    """Draw the place where a card will be put: a dashed outline with a word in it."""
    colour = canvas.theme.colour
    x, y, width, height = box
    canvas.veil((x + 2, y + 2, width - 4, height - 4), colour.room, 0.35)
    _dashes(canvas, box, colour.line2)
    if words and canvas.text_width(words, "label") <= width - 8:
        canvas.text((x + width / 2, y + height / 2), words, "label", colour.text2, "middle")


def _dashes(canvas: Canvas, box: Box, ink: Rgb, dash: float = 5.0) -> None:
    x, y, width, height = box
    for start, length, across in ((x, width, True), (y, height, False)):
        count = max(3, round(length / dash) | 1)
        step = length / count
        for i in range(0, count, 2):
            a, b = start + i * step, start + (i + 1) * step
            for end in (0.0, height if across else width):
                if across:
                    canvas.rule((a, y + end - 0.75), (b, y + end - 0.75), ink, 1.5)
                else:
                    canvas.rule((x + end - 0.75, a), (x + end - 0.75, b), ink, 1.5)


_Paint = Callable[[Canvas, Box], None]


def _draw_kept(canvas: Canvas, box: Box, key: tuple[object, ...], paint: _Paint, opacity: float) -> None:
    """Draw a card with its shadow; it is painted once and kept."""
    x, y, width, height = box
    whole = canvas.px(width) / canvas.scale, canvas.px(height) / canvas.scale  # whole pixels: one picture
    at = (canvas.px(x) / canvas.scale, canvas.px(y) / canvas.scale, whole[0], whole[1] + _SHADE)
    canvas.picture((*key, whole), at, lambda part: paint(part, (0.0, 0.0, *whole)), opacity)


def _ground(canvas: Canvas, box: Box, fill: Rgb) -> float:
    """The card's shape with its shadow; returns the radius of its corners."""
    x, y, width, height = box
    colour, radius = canvas.theme.colour, min(8.0, width * 0.1)
    canvas.panel((x, y + _SHADE, width, height), colour.shadow, radius=radius, opacity=0.8)
    edge = colour.back_line if fill == colour.back else colour.card_edge
    canvas.panel(box, fill, radius=radius, edge=edge, width=1.0)
    return radius


def _front(canvas: Canvas, box: Box, card: int, dim: bool) -> None:
    x, y, width, height = box
    radius = _ground(canvas, box, canvas.theme.colour.card)
    suit, ink = card // 13, ink_of(canvas, card // 13)
    if width < _SMALL:
        _small_index(canvas, box, card, ink)
    else:
        _index(canvas, box, card, ink)
        canvas.suit((x + 0.60 * width, y + height - 0.45 * width), suit, 0.52 * width, ink)
    if dim:
        canvas.panel(box, canvas.theme.colour.room, radius=radius, opacity=_DIM)


def _index(canvas: Canvas, box: Box, card: int, ink: Rgb) -> None:
    """Rank and suit in the corner."""
    x, y, width, _ = box
    size = max(_LEAST_INDEX, 0.30 * width)
    middle = x + max(0.225 * width, 11.0)
    canvas.text((middle, y + 0.13 * width + 0.36 * size), rank_words(card), _bold(size), ink, "middle")
    canvas.suit((middle, y + 0.13 * width + 1.30 * size), card // 13, max(9.0, 0.185 * width), ink)


def _small_index(canvas: Canvas, box: Box, card: int, ink: Rgb) -> None:
    """Rank and suit as large as a small card allows, in the part of it that others leave uncovered."""
    x, y, width, height = box
    middle, size = x + 0.28 * width, min(16.0, max(_SMALLEST_INDEX, 0.6 * width))
    words = rank_words(card)
    while size > _SMALLEST_INDEX and canvas.renderer.width(words, _bold(size), canvas.scale) > 0.46 * width:
        size -= 0.5
    canvas.text((middle, y + 0.30 * height), words, _bold(size), ink, "middle")
    canvas.suit((middle, y + 0.70 * height), card // 13, max(5.0, 0.38 * width), ink)


def _bold(size: float) -> TypeStyle:
    return TypeStyle(size=size, weight="bold", line=size * 1.2)


def _back(canvas: Canvas, box: Box) -> None:
    colour = canvas.theme.colour
    radius = _ground(canvas, box, colour.back)
    x, y, width, height = box
    inset = max(3.0, 0.075 * width)
    frame = (x + inset, y + inset, width - 2 * inset, height - 2 * inset)
    _lattice(canvas, frame)
    canvas.panel(frame, None, radius=max(2.0, radius - inset / 2), edge=colour.back_line, width=1.2)


def _lattice(canvas: Canvas, frame: Box) -> None:
    """Two families of slanted lines that meet the frame in whole diamonds."""
    x, y, width, height = frame
    columns = max(3, round(width / 12))
    rows = max(4, round(height / 12))
    dx, dy = width / columns, height / rows
    ink = canvas.theme.colour.back_line
    with canvas.clipped((x + 1, y + 1, width - 2, height - 2)):
        for i in range(-rows, columns + rows):
            start = (x + i * dx, y)
            canvas.stroke([start, (start[0] + rows * dx, y + rows * dy)], ink, 0.8)
            canvas.stroke([start, (start[0] - rows * dx, y + rows * dy)], ink, 0.8)


# Where things stand on the table: the hands above and below, the trick and what is around it.
#
# +------------------------------------------------------+
# | North   [ ][ ][ ] [ ][ ] [ ]                          |
# | trumps          trick or stock            tricks      |
# |         (8)(8)(9)  (7)(8)  (8)                        |
# |         [ ][ ][ ]  [ ][ ]  [ ]                        |
# +------------------------------------------------------+

CARD = 80.0  # the width of one's own cards at the reference size
_FIXED, _STRETCH = 108.0, 326.0  # the height that stays, and that of everything that grows with the cards
_FULL_WIDTH = 660.0  # below it cards get narrower
_SMALLER_BARE = 0.82  # where the cards are alone: face down they show how many there are
_BARE_HEIGHT, _BARE_WIDTH = 112 * (_SMALLER_BARE + 1.25 + 1.0), 620.0
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
        """True if there is little height: then some things are left out."""
        return self.box[3] < _LOW

    @property
    def roomy(self) -> bool:
        """True if there is room for words beside the trick."""
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
        share = _SMALLER_BARE if self.bare else _SMALLER
        return self.card[0] * share, self.card[1] * share

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

    def fan(self, held: Held, *, below: bool) -> list[Box]:
        """A box for each card of a hand: those that are seen suit by suit, then close together those face down.

        Where the cards are alone, those face down lie side by side as well.
        """
        (width, height), top = (self.card, self.own_top) if below else (self.small, self.other_top)
        left = self.box[0] + (self.margin if below else self._label)
        right = self.box[0] + self.box[2] - self.margin
        apart = _SUITS * self.unit
        more = [0.0 if suit_of(a) == suit_of(b) else apart for a, b in pairwise(held.cards)]
        more += [apart] if held.cards and held.hidden else []
        tight = width * _TIGHT
        if self.bare and not held.cards:
            tight = min(width + _BETWEEN * self.unit, (right - left - width) / max(1, held.hidden - 1))
        close = [tight] * (held.hidden - 1)
        room = right - left - width - sum(close) - sum(more)
        step = min(width + _BETWEEN * self.unit, room / max(1, len(more)))
        steps = [step + each for each in more] + close
        whole = sum(steps) + width
        x = min(max(left, self.middle - whole / 2), max(left, right - whole))
        count = len(held.cards) + held.hidden
        return [(at, top, width, height) for at in accumulate(steps, initial=x)][:count]

    @property
    def _label(self) -> float:
        """Distance from the left at which the other's hand may begin: its name stands there."""
        if self.bare:
            return 4.0
        return 148.0 if self.roomy else 68.0

    # -- the middle --

    def trick(self, below: bool, *, apart: bool = False) -> Box:
        """Return the box of a player's card in the middle; `apart` leaves room for the stock between the two."""
        width, height = self.card
        drop = 12.0 * self.unit
        gap = (width / 2 + 24 * self.unit) if apart else 8 * self.unit
        y = self.level - height / 2
        if below:
            return (self.middle + gap, y + drop, width, height)
        return (self.middle - gap - width, y - drop, width, height)

    @property
    def stock(self) -> Box:
        """Box of the card on show."""
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
        """Left edge of the trick's area, with the stock in it."""
        return self.middle - 1.5 * self.card[0] - 32 * self.unit

    def label(self) -> Point:
        """Return the place of the other's name: its left end and its middle."""
        return (self.box[0] + self.margin, self.other_top + self.small[1] / 2)


# Every card on the table with its place, before and after a move, and on its way between the two.

_PILE = 3  # backs that are drawn for a stock of many


@dataclass(frozen=True)
class Placed:
    """A card on the table: `card` None is face down. Equal keys are the same card before and after a move."""

    key: str
    box: Box
    card: int | None
    dim: bool = False
    opacity: float = 1.0


def places(geometry: TableGeometry, seen: VisibleState, raised: int | None = None) -> list[Placed]:
    """All cards from the lowest to the topmost; the `raised` card of one's own stands out of the hand."""
    me = seen.me
    placements = [
        *_hand(geometry, seen, 1 - me),
        *_stock(geometry, seen),
        *_middle(geometry, seen),
    ]
    for each in _hand(geometry, seen, me):
        lifted = raised is not None and each.card == raised
        x, y, width, height = each.box
        placements.append(replace(each, box=(x, y - 8, width, height)) if lifted else each)
    return placements


def hand_boxes(geometry: TableGeometry, seen: VisibleState, seat: int) -> dict[int, Box]:
    """Return the box of each open card of a seat's hand."""
    held = seen.hands[seat]
    return dict(zip(held.cards, geometry.fan(held, below=seat == seen.me), strict=False))


def _hand(geometry: TableGeometry, seen: VisibleState, seat: int) -> Iterable[Placed]:
    held = seen.hands[seat]
    choosing = seen.to_move == seat and bool(seen.playable)
    for number, box in enumerate(geometry.fan(held, below=seat == seen.me)):
        if number < len(held.cards):
            card = held.cards[number]
            yield Placed(f"card {card}", box, card, dim=choosing and card not in seen.playable)
        else:
            yield Placed(f"hidden {seat} {number - len(held.cards)}", box, None)


def _stock(geometry: TableGeometry, seen: VisibleState) -> Iterable[Placed]:
    """The pile, its face-down cards a little aside, and the card on show."""
    if seen.upturned is None:
        return
    x, y, width, height = geometry.stock
    down = min(_PILE, seen.board.stock)
    for i in range(down):
        by = 3.0 * (down - i)
        yield Placed(f"pile {i}", (x + by, y - by, width, height), None)
    yield Placed(f"card {seen.upturned}", (x, y, width, height), seen.upturned)


def _middle(geometry: TableGeometry, seen: VisibleState) -> Iterable[Placed]:
    """The trick: the one in progress, or the last one until the next card is led."""
    apart = seen.stage == "exchange"
    for laid in seen.trick or seen.last:
        box = geometry.trick(laid.seat == seen.me, apart=apart)
        yield Placed(f"card {laid.card}", box, laid.card)


def draw_placed(canvas: Canvas, now: Iterable[Placed]) -> None:
    """Draw cards in their order."""
    for each in now:
        if each.card is None:
            draw_back(canvas, each.box, opacity=each.opacity)
        else:
            draw_card(canvas, each.box, each.card, dim=each.dim, opacity=each.opacity)


def between(
    geometry: TableGeometry, was: VisibleState, now: VisibleState, raised: int | None, grown: float
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
    sweep = _row(geometry, below=bool(was.last) and was.board.tricks[-1].winner == now.me)
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


def _origin(geometry: TableGeometry, now: VisibleState, placed: Placed) -> Box:
    """Return the box from which a hidden card comes: its player's hand, or the stock."""
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
