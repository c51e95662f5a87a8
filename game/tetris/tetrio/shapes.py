"""Pieces about TETR.IO's pivots, which for I and O are not the centres of our SRS, and its kicks about them."""

from __future__ import annotations

from game.tetris.guideline.pieces import CELLS, I, O
from game.tetris.guideline.srs import KICKS as _OURS

COLUMNS, ROWS = 10, 40
_CENTRES = {
    I: ((0, 0), (1, 0), (1, -1), (0, -1)),
    O: ((0, 0), (0, 1), (1, 1), (1, 0)),
}  # our centre from the pivot
_SAME = ((0, 0),) * 4

# by piece and orientation: the four cells from the pivot, (to the right, up)
SHAPES = tuple(
    tuple(
        tuple((x + dx, y + dy) for dx, dy in CELLS[piece][turned])
        for turned, (x, y) in enumerate(_CENTRES.get(piece, _SAME))
    )
    for piece in range(7)
)


def centre(piece: int, orientation: int) -> tuple[int, int]:
    """Where our centre of a piece lies from the pivot, (to the right, up)."""
    return _CENTRES.get(piece, _SAME)[orientation]


def _about_pivots(piece: int) -> dict[tuple[int, int], tuple[tuple[int, int], ...]]:
    centres = _CENTRES.get(piece, _SAME)
    return {
        (before, after): tuple(
            (dx + centres[before][0] - centres[after][0], dy + centres[before][1] - centres[after][1])
            for dx, dy in shifts
        )
        for (before, after), shifts in _OURS["srs+"][piece].items()
    }


# by piece: (orientation before, after) -> shifts of the pivot to try, in order; the first is always none
KICKS = tuple(_about_pivots(piece) for piece in range(7))
