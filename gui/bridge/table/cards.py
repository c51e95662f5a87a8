"""Playing cards as vector drawings: index, suit and back, sharp at every size, each painted once and kept.

A card is its number, suit * 13 + rank: suits are spades, hearts, diamonds, clubs, ranks two to ace.
"""

from __future__ import annotations

from collections.abc import Callable

from gui.drawing import suits
from gui.drawing.canvas import Box, Canvas
from gui.drawing.theme import Rgb, TypeStyle

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
PROPORTION = 1.4  # height to width

_SHADE = 2.0  # units of the shadow below a card
_LEAST_INDEX = 14.0
_SMALL = 36.0  # units of width, below which a card shows rank and suit alone, one below the other
_SMALLEST_INDEX = 7.0
_DIM = 0.42  # how much of the room lies over a card that may not be played


def rank_of(card: int) -> str:
    """The rank as a person reads it: `10`, `J`."""
    return RANKS[card % 13]


def card_words(card: int) -> str:
    """A card in running text, with its suit's sign: `♥10`."""
    return f"{suits.SIGNS[card // 13]}{rank_of(card)}"


def ink_of(canvas: Canvas, suit: int) -> Rgb:
    """The colour of a suit on a card."""
    return canvas.theme.colour.card_red if suit in suits.RED else canvas.theme.colour.card_ink


def draw_card(canvas: Canvas, box: Box, card: int, *, dim: bool = False, opacity: float = 1.0) -> None:
    """A card face up; `dim` where it may not be played now."""
    _kept(canvas, box, ("face", card, dim), lambda part, at: _face(part, at, card, dim), opacity)


def draw_back(canvas: Canvas, box: Box, *, opacity: float = 1.0) -> None:
    """A card face down."""
    _kept(canvas, box, ("back",), _back, opacity)


def draw_place(canvas: Canvas, box: Box, words: str = "") -> None:
    """Where a card will be put: a dashed outline with a word in it."""
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


def _kept(
    canvas: Canvas,
    box: Box,
    key: tuple[object, ...],
    paint: Callable[[Canvas, Box], None],
    opacity: float,
) -> None:
    """Draw a card with its shadow from the canvas's pictures."""
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


def _face(canvas: Canvas, box: Box, card: int, dim: bool) -> None:
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
    canvas.text((middle, y + 0.13 * width + 0.36 * size), rank_of(card), _bold(size), ink, "middle")
    canvas.suit((middle, y + 0.13 * width + 1.30 * size), card // 13, max(9.0, 0.185 * width), ink)


def _small_index(canvas: Canvas, box: Box, card: int, ink: Rgb) -> None:
    """Rank and suit as large as a small card allows, in the part of it that others leave uncovered."""
    x, y, width, height = box
    middle, size = x + 0.28 * width, min(16.0, max(_SMALLEST_INDEX, 0.6 * width))
    words = rank_of(card)
    while size > _SMALLEST_INDEX and canvas.letters.width(words, _bold(size), canvas.scale) > 0.46 * width:
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
    canvas.surface.set_clip(canvas.rect((x + 1, y + 1, width - 2, height - 2)))
    for i in range(-rows, columns + rows):
        start = (x + i * dx, y)
        canvas.stroke([start, (start[0] + rows * dx, y + rows * dy)], ink, 0.8)
        canvas.stroke([start, (start[0] - rows * dx, y + rows * dy)], ink, 0.8)
    canvas.surface.set_clip(None)
