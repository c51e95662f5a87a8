"""Conditions for a spin: a rule of its own, whatever the rules of movement.

Two things can make a spin. **Corners**, for a T only: three of the cells at the corners of its box are filled; it is
full if both that it points to are, or after the last kick, else mini. **Immobile**, for any piece: it can move neither
left nor right, neither up nor down. The rules are those of TETR.IO by its names; that of T-spins is the guideline's
and confirmed by real games, the others are from public sources only. Two of TETR.IO's are not here: `handheld`, whose
corners are not known, and `stupid`.

    rule         T                            other pieces
    none         never                        never
    t-spins      corners                      never
    t-spins+     corners, immobile is mini    never
    all-mini     corners                      immobile is mini
    all-mini+    corners, immobile is mini    immobile is mini
    all          corners                      immobile is full
    all+         corners, immobile is mini    immobile is full
    mini-only    either is mini               immobile is mini
"""

from __future__ import annotations

from typing import Literal, get_args

from game.errors import BadInput
from game.tetris.guideline.field import Field
from game.tetris.guideline.pieces import T
from game.tetris.guideline.placement import FULL, MINI, NO_SPIN

SpinRule = Literal["none", "t-spins", "t-spins+", "all-mini", "all-mini+", "all", "all+", "mini-only"]
SPIN_RULES: tuple[SpinRule, ...] = get_args(SpinRule)

# the diagonal neighbours of a T's centre, clockwise: facing o, it points between o and o + 1
CORNERS = ((-1, 1), (1, 1), (1, -1), (-1, -1))
SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))

IMMOBILE_T = frozenset({"t-spins+", "all-mini+", "all+", "mini-only"})
# what an immobile piece other than a T earns
OTHERS: dict[SpinRule, int] = {
    "none": NO_SPIN,
    "t-spins": NO_SPIN,
    "t-spins+": NO_SPIN,
    "all-mini": MINI,
    "all-mini+": MINI,
    "all": FULL,
    "all+": FULL,
    "mini-only": MINI,
}


def spin_rule_of(name: str) -> SpinRule:
    """The rule with this name. Raises `BadInput`."""
    for rule in SPIN_RULES:
        if rule == name:
            return rule
    raise BadInput(f"unknown rule for spins {name[:20]!r}; known: {', '.join(SPIN_RULES)}")


def spin_of(
    field: Field, piece: int, at: tuple[int, int, int], last_kick: bool, rule: SpinRule = "t-spins"
) -> int:
    """The spin of a piece that has just turned to `at`, orientation, column and row: none, mini or full."""
    if rule == "none":
        return NO_SPIN
    if piece != T:
        return OTHERS[rule] if OTHERS[rule] and is_immobile(field, piece, at) else NO_SPIN
    spin = _by_corners(field, at, last_kick)
    if spin == NO_SPIN and rule in IMMOBILE_T and is_immobile(field, piece, at):
        spin = MINI
    return min(spin, MINI) if rule == "mini-only" else spin


def is_immobile(field: Field, piece: int, at: tuple[int, int, int]) -> bool:
    """Return True if a piece can move by one cell in no direction."""
    orientation, x, y = at
    return not any(field.fits(piece, orientation, x + dx, y + dy) for dx, dy in SIDES)


def _by_corners(field: Field, at: tuple[int, int, int], last_kick: bool) -> int:
    orientation, x, y = at
    filled = [field.filled(x + dx, y + dy) for dx, dy in CORNERS]
    if sum(filled) < 3:
        return NO_SPIN
    return FULL if last_kick or (filled[orientation] and filled[(orientation + 1) % 4]) else MINI
