"""The Super Rotation System: which shifts of the centre a turn tries, in order; the first that fits is taken.

- `srs`: the guideline's. Each orientation has five offsets, and a turn from a to b tries offset a - offset b.
- `srs+180`: the same, and half turns with the kicks of TETR.IO.
- `srs+`: TETR.IO's. Half turns, and an I whose kicks mirror each other left and right.

TETR.IO's tables, and most printed ones for the I, are those of a box of 4x4 that turns about its middle. The
centre of the I is a cell, so that it moves within its box when the box turns; `_BOX` is where it is.
"""

from __future__ import annotations

from typing import Literal, get_args

from game.errors import BadInput
from game.tetris.guideline.pieces import PIECES, I, O

System = Literal["srs", "srs+180", "srs+"]
SYSTEMS: tuple[System, ...] = get_args(System)
Shift = tuple[int, int]
Turn = tuple[int, int]
Kicks = dict[Turn, tuple[Shift, ...]]

LAST_KICK = 4  # the index of the kick that makes every T-spin a full one; half turns have none such

_QUARTERS: tuple[Turn, ...] = ((0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2), (3, 0), (0, 3))


def _shifts(text: str) -> tuple[Shift, ...]:
    """The shifts of `1,0 -2,1`."""
    pairs = (pair.split(",") for pair in text.split())
    return tuple((int(x), int(y)) for x, y in pairs)


# offsets by orientation north, east, south, west (tetris.wiki, "Super Rotation System", with true rotation)
_MOST = ("0,0 0,0 0,0 0,0 0,0", "0,0 1,0 1,-1 0,2 1,2", "0,0 0,0 0,0 0,0 0,0", "0,0 -1,0 -1,-1 0,2 -1,2")
_OFFSETS = {
    I: ("0,0 -1,0 2,0 -1,0 2,0", "-1,0 0,0 0,0 0,1 0,-2", "-1,1 1,1 -2,1 1,0 -2,0", "0,1 0,1 0,1 0,-1 0,2"),
    O: ("0,0", "0,-1", "-1,-1", "-1,0"),
}
# where the centre of the I lies in its box, from the box's lower left, by orientation
_BOX: tuple[Shift, ...] = ((1, 2), (2, 2), (2, 1), (1, 1))

# TETR.IO, half turns
_HALF: dict[Turn, str] = {
    (0, 2): "0,0 0,1 1,1 -1,1 1,0 -1,0",
    (2, 0): "0,0 0,-1 -1,-1 1,-1 -1,0 1,0",
    (1, 3): "0,0 1,0 1,2 1,1 0,2 0,1",
    (3, 1): "0,0 -1,0 -1,2 -1,1 0,2 0,1",
}
_HALF_I: dict[Turn, str] = {(0, 2): "0,0 0,1", (2, 0): "0,0 0,-1", (1, 3): "0,0 1,0", (3, 1): "0,0 -1,0"}
# TETR.IO, quarter turns of the I
_PLUS_I: dict[Turn, str] = {
    (0, 1): "0,0 1,0 -2,0 -2,-1 1,2",
    (0, 3): "0,0 -1,0 2,0 2,-1 -1,2",
    (1, 2): "0,0 -1,0 2,0 -1,2 2,-1",
    (3, 2): "0,0 1,0 -2,0 1,2 -2,-1",
    (2, 3): "0,0 2,0 -1,0 2,1 -1,-2",
    (2, 1): "0,0 -2,0 1,0 -2,1 1,-2",
    (3, 0): "0,0 1,0 -2,0 1,-2 -2,1",
    (1, 0): "0,0 -1,0 2,0 -1,-2 2,1",
}


def _between(turn: Turn, offsets: tuple[tuple[Shift, ...], ...]) -> tuple[Shift, ...]:
    """The shifts of one turn: the offsets before it less those after it."""
    before, after = offsets[turn[0]], offsets[turn[1]]
    return tuple((a - c, b - d) for (a, b), (c, d) in zip(before, after, strict=True))


def _guideline(piece: int) -> Kicks:
    """The quarter turns of a piece in SRS."""
    offsets = tuple(_shifts(text) for text in _OFFSETS.get(piece, _MOST))
    return {turn: _between(turn, offsets) for turn in _QUARTERS}


def _boxed(table: dict[Turn, str]) -> Kicks:
    """Kicks of the I's box, as shifts of its centre."""
    kicks: Kicks = {}
    for (before, after), text in table.items():
        dx, dy = _BOX[after][0] - _BOX[before][0], _BOX[after][1] - _BOX[before][1]
        kicks[before, after] = tuple((x + dx, y + dy) for x, y in _shifts(text))
    return kicks


def _halves(piece: int) -> Kicks:
    """The half turns of a piece."""
    if piece == O:
        offsets = tuple(_shifts(text) for text in _OFFSETS[O])
        return {turn: _between(turn, offsets) for turn in _HALF}
    if piece == I:
        return _boxed(_HALF_I)
    return {turn: _shifts(text) for turn, text in _HALF.items()}


def _kicks(system: System, piece: int) -> Kicks:
    if system == "srs":
        return _guideline(piece)
    if system == "srs+" and piece == I:
        return _boxed(_PLUS_I) | _halves(piece)
    return _guideline(piece) | _halves(piece)


# by system and piece: (orientation before, after) -> the shifts of the centre to try, in order
KICKS: dict[System, tuple[Kicks, ...]] = {
    system: tuple(_kicks(system, piece) for piece in range(len(PIECES))) for system in SYSTEMS
}


def system_of(name: str) -> System:
    """The system with this name. Raises `BadInput`."""
    for system in SYSTEMS:
        if system == name:
            return system
    raise BadInput(f"unknown kicks {name[:40]!r}; known: {', '.join(SYSTEMS)}")
