"""Text: Noto Sans in two weights, rasterised anew at every scale, kept while it is in use."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache, lru_cache
from math import cos, pi, sin

import pygame

from game import places, words
from gui.ui import picture_cache
from gui.ui.theme import Rgb, TypeStyle

# The four suits as shapes: the fonts have none. Points lie in a square of side 1 around the middle.

Spot = tuple[float, float]
Outline = tuple[Spot, ...]

SIGNS = "♠♥♦♣"  # spades, hearts, diamonds, clubs: a suit's number is its place here
ADVANCE = 0.84  # of a sign among letters, in parts of their size
SIGN_HEIGHT = 0.76  # likewise

_STEPS = 14  # straight pieces a curve is drawn with: at 40 units no corner can be seen

_HEART = (
    ((0.0, 0.50), (-0.10, 0.30), (-0.50, 0.10), (-0.50, -0.19)),
    ((-0.50, -0.19), (-0.50, -0.38), (-0.37, -0.47), (-0.25, -0.47)),
    ((-0.25, -0.47), (-0.12, -0.47), (-0.03, -0.38), (0.0, -0.27)),
)
_SPADE = (
    ((0.0, -0.50), (-0.06, -0.32), (-0.47, -0.10), (-0.47, 0.14)),
    ((-0.47, 0.14), (-0.47, 0.30), (-0.36, 0.37), (-0.26, 0.37)),
    ((-0.26, 0.37), (-0.16, 0.37), (-0.08, 0.32), (0.0, 0.21)),
)
_DIAMOND = (((0.0, -0.50), (-0.09, -0.30), (-0.24, -0.11), (-0.39, 0.0)),)
_STEM = (((0.0, 0.08), (-0.01, 0.28), (-0.06, 0.42), (-0.20, 0.50)),)
_LEAF = 0.235  # the radius of a club's leaf
_LEAVES = ((0.0, -0.265), (-0.265, 0.10), (0.265, 0.10))


@cache
def outlines(suit: int) -> tuple[Outline, ...]:
    """The polygons that make up a suit, 0 to 3; they overlap where they meet."""
    if suit == 0:
        return _mirrored(_SPADE), _mirrored(_STEM)
    if suit == 1:
        return (_mirrored(_HEART),)
    if suit == 2:
        side = _curves(_DIAMOND)
        below = [(x, -y) for x, y in reversed(side)]
        left = [*side, *below]
        return ((*left, *((-x, y) for x, y in reversed(left))),)
    heart = ((-0.12, -0.14), (0.12, -0.14), (0.12, 0.16), (-0.12, 0.16))
    return (*(_circle(at) for at in _LEAVES), heart, _mirrored(_STEM))


def _mirrored(curves: Sequence[Sequence[Spot]]) -> Outline:
    """The left half of a shape as curves, closed by its mirror image."""
    left = _curves(curves)
    return (*left, *((-x, y) for x, y in reversed(left)))


def _curves(curves: Sequence[Sequence[Spot]]) -> list[Spot]:
    return [_at(curve, step / _STEPS) for curve in curves for step in range(_STEPS + 1)]


def _at(curve: Sequence[Spot], t: float) -> Spot:
    """A point of a cubic Bézier curve."""
    a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = curve
    return a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3


def _circle(at: Spot) -> Outline:
    turns = [2 * pi * i / 40 for i in range(40)]
    return tuple((at[0] + _LEAF * cos(a), at[1] + _LEAF * sin(a)) for a in turns)


MINUS = "\u2013"  # an en dash: the minus sign of this font is as short as its hyphen
_NOTHING = re.compile(r"^[-+](0(?:\.0+)?)(?![\d.])")
_SIGN = re.compile(f"([{SIGNS}])")
_FILES = {"regular": "NotoSans-Regular.ttf", "bold": "NotoSans-Bold.ttf"}


def font_file(weight: str) -> str:
    """The path of the font file for `regular` or `bold`."""
    return str(places.shipped("assets", "fonts", _FILES[weight]))


def _font(weight: str, pixels: int) -> pygame.font.Font:
    def load() -> pygame.font.Font:
        pygame.font.init()
        return pygame.font.Font(font_file(weight), pixels)

    return picture_cache.fonts.get((weight, pixels), load)


class TextRenderer:
    """Rendered lines of text."""

    def line(self, text: str, style: TypeStyle, colour: Rgb, scale: float) -> pygame.Surface:
        """One line of text at `scale` pixels per logical unit, on a transparent ground."""
        text = text.replace("\0", "\ufffd")  # SDL draws no text that holds one
        if style.case == "upper":
            text = text.upper()
        pixels, tracking = _pixels(style, scale)

        def rendered() -> pygame.Surface:
            font = _font(style.weight, pixels)
            return _tracked(font, text, colour, tracking) if tracking else font.render(text, True, colour)

        return picture_cache.pictures.get(("text", text, style.weight, pixels, tracking, colour), rendered)

    def width(self, text: str, style: TypeStyle, scale: float) -> float:
        """The width of a line of text in logical units; a suit's sign is as wide as its shape."""
        return _width(text, style, scale)

    def wrap(self, text: str, style: TypeStyle, width: float, scale: float) -> list[str]:
        """`text` broken into lines no wider than `width` logical units; a longer word is broken as well."""
        return list(_wrapped(text, style, width, scale))

    def shorten(self, text: str, style: TypeStyle, width: float, scale: float) -> str:
        """`text`, or its beginning and an ellipsis, no wider than `width` logical units."""
        if _width(text, style, scale) <= width:
            return text
        lengths = range(1, len(text) + 1)
        most = bisect_right(lengths, width, key=lambda n: _width(text[:n] + "…", style, scale))
        return text[:most].rstrip() + "…"


# Every frame asks for the same texts.


@lru_cache(maxsize=8192)
def _width(text: str, style: TypeStyle, scale: float) -> float:
    text = text.replace("\0", "\ufffd")
    if style.case == "upper":
        text = text.upper()
    pixels, tracking = _pixels(style, scale)
    if not suits_in(text):
        return (_measured(text, style.weight, pixels) + tracking * len(text)) / scale
    return sum(
        ADVANCE * style.size if piece in SIGNS else _width(piece, style, scale) for piece in pieces(text)
    )


@lru_cache(maxsize=8192)
def _measured(text: str, weight: str, pixels: int) -> int:
    """The width of a text in pixels."""
    return _font(weight, pixels).size(text)[0]


@lru_cache(maxsize=1024)
def _wrapped(text: str, style: TypeStyle, width: float, scale: float) -> tuple[str, ...]:
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if _width(longer, style, scale) <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            *full, line = _parts(word, style, width, scale)
            lines += full
        lines.append(line)
    return tuple(lines)


def _parts(word: str, style: TypeStyle, width: float, scale: float) -> list[str]:
    """A word in pieces that fit, parted behind a slash where there is one (paths)."""
    parts: list[str] = []
    while len(word) > 1 and _width(word, style, scale) > width:
        most = _fitting(word, style, width, scale)
        slash = max(word.rfind(sign, 0, most) for sign in "/\\") + 1
        cut = slash if slash > most // 3 else most
        parts.append(word[:cut])
        word = word[cut:]
    return [*parts, word]


def _fitting(word: str, style: TypeStyle, width: float, scale: float) -> int:
    """Return how many letters of `word` fit, at least one."""
    lengths = range(1, len(word))
    return max(1, bisect_right(lengths, width, key=lambda n: _width(word[:n], style, scale)))


def suits_in(text: str) -> bool:
    """Return True if a text holds a suit's sign."""
    return not text.isascii() and _SIGN.search(text) is not None


def pieces(text: str) -> list[str]:
    """A text in pieces: the signs of suits each by itself, and what stands between them."""
    return [piece for piece in _SIGN.split(text) if piece]


@lru_cache(maxsize=256)
def _pixels(style: TypeStyle, scale: float) -> tuple[int, int]:
    """The font size and the tracking in whole pixels."""
    return max(5, round(style.size * scale)), round(style.tracking * scale)


def _tracked(font: pygame.font.Font, text: str, colour: Rgb, tracking: int) -> pygame.Surface:
    """`text` with `tracking` pixels more after each letter."""
    letters = [font.render(letter, True, colour) for letter in text]
    width = sum(letter.get_width() + tracking for letter in letters)
    surface = pygame.Surface((max(1, width), font.get_height()), pygame.SRCALPHA)
    x = 0
    for letter in letters:
        surface.blit(letter, (x, 0))
        x += letter.get_width() + tracking
    return surface


def as_figure(text: str) -> str:
    """A number as `format` writes it, with this font's minus; what is rounded to nothing has no sign."""
    return _NOTHING.sub(r"\1", text).replace("-", MINUS)


def grouped(number: float, digits: int = 0) -> str:
    """A number with so many digits behind the point, and a thin space between thousands."""
    return f"{number:,.{digits}f}".replace(",", "\u2009")


def board_size(size: str) -> str:
    """A size as rules give it, `10x20`, with the sign for times."""
    return size.replace("x", " × ")


def counted(number: float, noun: str) -> str:
    """A number with its noun: `1 deal`, `1\u2009200 deals`."""
    return words.counted(number, noun, "\u2009")


def percent(share: float) -> str:
    """A share (0 to 1) as whole per cent: `58 %`."""
    return f"{round(share * 100)}\u00a0%"


def chance_words(chance: float, digits: int = 1) -> str:
    """A chance (0 to 1) with so many digits behind the point: `77.8 %`; only what is certain is 100 %."""
    if chance >= 1:
        return "100\u00a0%"
    return f"{min(chance, 1 - 0.1 ** (digits + 2)):.{digits}%}".replace("%", "\u00a0%")


def clears_words(clears: float) -> str:
    """A number of clears to come, with a digit behind the point where there are not many."""
    return f"{clears:.0f}" if clears >= 99.5 else f"{clears:.1f}"


def clock(seconds: float) -> str:
    """A duration as `0:11.8`, or as `12:07` from ten minutes on."""
    tenths = int(seconds * 10)
    minutes, rest = divmod(tenths, 600)
    if minutes >= 10:
        return f"{minutes}:{rest // 10:02d}"
    return f"{minutes}:{rest // 10:02d}.{rest % 10}"


def short_count(number: int) -> str:
    """A count in at most five signs: `912`, `12.4K`, `1.48M`."""
    for unit, word in ((1_000_000_000, "G"), (1_000_000, "M"), (1000, "K")):
        if number >= unit:
            value = number / unit
            return f"{value:.3g}{word}" if value < 999.5 else f"{value:.0f}{word}"
    return str(number)


def mean_words(value: float) -> str:
    """A mean in three figures: `3.52`, `48.1`, `912`, `1.48M`."""
    return f"{value:.{2 if value < 10 else 1}f}" if value < 100 else short_count(round(value))
