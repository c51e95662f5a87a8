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

# log-odds of winning = SLOPE * log-odds of the win rate + SHIFT, where SLOPE grows with the ply.
SLOPE, SLOPE_PER_PLY, SHIFT = 2.0, 0.0, 0.0
CALIBRATED_AT = 19  # the ply that SLOPE is for: the first at which a claim cannot gain by waiting
MARGIN = 0.02  # above break-even, for what the curve does not know
EXTREME = 1e-4


def chance(win_rate: float, ply: int) -> float:
    """The checked chance of winning, 0 to 1, for a search that says `win_rate` of its move number `ply`."""
    inside = min(1 - EXTREME, max(EXTREME, win_rate))
    odds = math.log(inside / (1 - inside))
    slope = SLOPE + SLOPE_PER_PLY * (ply - CALIBRATED_AT)
    return 1 / (1 + math.exp(-(slope * odds + SHIFT)))


def pays(seat: int, ply: int, win_rate: float, proof: Proof | None) -> bool:
    """Whether `seat` gains by claiming with move number `ply`, whose win rate or proof is given."""
    if claim_bonus(seat, ply) <= 0 or proof == "loss":
        return False
    if proof == "win":
        return True
    return ply >= CALIBRATED_AT and chance(win_rate, ply) > break_even(seat, ply) + MARGIN
