"""When to claim a win: where it gains points on average, by proof or by a chance that has been checked.

A claim risks the 50 points of a loss for a bonus of at most 10 (`game.zuniq.score`). The win rate of a
search is no chance of winning: it averages over games that neither side would play. How often the side
really won was counted over games of the engine against itself; a logistic curve by ply fits the counts
(`bench/zuniq_claims.py` has the method and makes the numbers again).
"""

from __future__ import annotations

import math

from game.advice import Proof
from game.zuniq.score import break_even, claim_bonus

# log-odds of winning = (SLOPE + SLOPE_PER_PLY * (ply - FIRST_CLAIM)) * log-odds of the win rate + SHIFT of the
# side: from 1,509 unproven moves of 127 games, played before White opened on the border.
SLOPE, SLOPE_PER_PLY = 3.004, 0.581
SHIFT = (1.382, -2.295)  # by seat
FIRST_CLAIM = 19  # the first ply at which a claim cannot gain by waiting
MARGIN = 0.05  # above break-even: the curve was fitted to games against itself, and others play otherwise
EXTREME = 1e-4


def chance(seat: int, win_rate: float, ply: int) -> float:
    """The checked chance of `seat`, 0 to 1, for a search that says `win_rate` of its move number `ply`."""
    inside = min(1 - EXTREME, max(EXTREME, win_rate))
    odds = math.log(inside / (1 - inside))
    slope = SLOPE + SLOPE_PER_PLY * max(0, ply - FIRST_CLAIM)
    return 1 / (1 + math.exp(-(slope * odds + SHIFT[seat])))


def pays(seat: int, ply: int, win_rate: float, proof: Proof | None) -> bool:
    """Whether `seat` gains by claiming with move number `ply`, whose win rate or proof is given."""
    if claim_bonus(seat, ply) <= 0 or proof == "loss":
        return False
    if proof == "win":
        return True
    return ply >= FIRST_CLAIM and chance(seat, win_rate, ply) > break_even(seat, ply) + MARGIN
