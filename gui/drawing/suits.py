"""The four suits as shapes: the fonts have none. Points lie in a square of side 1 around the middle."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import cos, pi, sin

Spot = tuple[float, float]
Outline = tuple[Spot, ...]

SIGNS = "♠♥♦♣"  # spades, hearts, diamonds, clubs: a suit's number is its place here
RED = (1, 2)  # the suits printed in red
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
