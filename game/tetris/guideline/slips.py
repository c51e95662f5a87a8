"""Slips: placements that are clearly worse than another one, and what kind of slip each of them is.

One classifier for everybody, people and the engine that errs like them. It needs the cost of every placement in a
position, in rows of attack below the best one, from whoever judges (`ai.tetris.guideline.partner.judging`). A placement
that costs less than `CLEAR` is fine. Any other one is a slip, of the first kind that fits:

- `column`: the same piece in the same orientation would be fine one column beside it;
- `turn`: the same piece would be fine turned in place: its mean column moves by half a column at most;
- `spin`: a spin that clears rows would be fine, and this is none;
- `hold`: the current piece was placed, and no placement of it is fine: it should have been held;
- `other`: none of these.

The placement that would be fine is always clearly better: by `CLEAR` rows of attack at least.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Literal, get_args

from game.tetris.guideline.field import Field
from game.tetris.guideline.pieces import ORIENTATIONS, PIECES
from game.tetris.guideline.placement import NO_SPIN, Placement

Kind = Literal["column", "turn", "spin", "hold", "other"]
KINDS: tuple[Kind, ...] = get_args(Kind)
CLEAR = 6.0  # rows of attack: a search of fifteen times as many nodes agrees in nine of ten such cases

_CELLS = 4
_IN_PLACE = _CELLS // 2  # quarters of a column


def slips(
    costs: Mapping[Placement, float], current: int | None, field: Field, clear: float = CLEAR
) -> dict[Placement, Kind]:
    """The placements that are slips, with their kinds; `current` is the piece that is placed without a hold.

    `costs` has every placement in its canonical form.
    """
    least: dict[tuple[int, int, int], float] = {}  # by piece, orientation and column of the centre
    of_piece: dict[int, float] = {}
    for at, cost in costs.items():
        place = at[:3]
        least[place] = min(cost, least.get(place, cost))
        of_piece[at.piece] = min(cost, of_piece.get(at.piece, cost))
    spins = {at: cost for at, cost in costs.items() if at.spin != NO_SPIN and _clears(field, at)}
    below = math.nextafter(clear, 0.0)  # the greatest cost that is fine
    best_spin = min(spins.values(), default=float("inf"))
    kinds: dict[Placement, Kind] = {}
    for at, cost in costs.items():
        if cost < clear:
            continue
        better = min(cost - clear, below)
        piece, orientation, x = at[:3]
        if any(least.get((piece, orientation, beside), cost) <= better for beside in (x - 1, x + 1)):
            kinds[at] = "column"
        elif any(
            least.get((piece, turned, x + shift), cost) <= better
            for turned, shift in _TURNED[piece, orientation]
        ):
            kinds[at] = "turn"
        elif best_spin <= better and at not in spins:
            kinds[at] = "spin"
        elif piece == current and of_piece[piece] >= clear:
            kinds[at] = "hold"
        else:
            kinds[at] = "other"
    return kinds


def _clears(field: Field, at: Placement) -> bool:
    return bool(field.landed(*at[:4]).full_rows)


def _turned() -> dict[tuple[int, int], list[tuple[int, int]]]:
    """By piece and orientation: the orientations that lie in the same place, and how far their centres are shifted."""

    def middle(piece: int, orientation: int) -> int:
        return sum(x for x, _ in Placement(piece, orientation, 0, 0).cells)

    forms = [
        (piece, orientation)
        for piece in range(len(PIECES))
        for orientation in range(len(ORIENTATIONS))
        if Placement(piece, orientation, 0, 0).canonical().orientation == orientation
    ]
    return {
        (piece, one): [
            (other, shift)
            for same, other in forms
            if same == piece and other != one
            for shift in (-1, 0, 1)
            if abs(middle(piece, other) + _CELLS * shift - middle(piece, one)) <= _IN_PLACE
        ]
        for piece, one in forms
    }


_TURNED = _turned()
