"""The usual odds of slips in the partner's own positions, which are not those of people: found by letting it play."""

from __future__ import annotations

import math

import msgspec
import numpy as np

from ai.tetris.guideline.partner.engine import Partner
from ai.tetris.guideline.partner.rounds import alone
from game.tetris.guideline.habits import Habits, Line
from game.tetris.guideline.slips import KINDS

PACES = (0.5, 0.8, 1.1, 1.4, 1.8, 2.8)  # pieces a second
ROUNDS, TIMES = 15, 2  # rounds at each, and how often: what is usual changes what is met


def calibrated(habits: Habits) -> Habits:
    """The same habits, with the odds that are usual for an engine that plays by them."""
    for seed in range(TIMES):
        odds = {pace: _usual(habits, pace, seed) for pace in PACES}
        slips = {
            kind: msgspec.structs.replace(
                habits.slips[kind], usual=_line({pace: odds[pace][kind] for pace in PACES})
            )
            for kind in KINDS
        }
        habits = msgspec.structs.replace(habits, slips=slips)
    return habits


def _usual(habits: Habits, pace: float, seed: int) -> dict[str, float]:
    """The mean odds of each kind over some rounds at a speed."""
    partner = Partner(habits.at(pace), seed)
    for number in range(ROUNDS):
        alone(partner, 1_000 * (seed + 1) + number)
    return {kind: partner.usual(kind) for kind in KINDS}


def _line(shares: dict[float, float]) -> Line:
    """The straight line that is nearest to the log-odds, over the logarithm of speed."""
    centre = math.exp(sum(map(math.log, shares)) / len(shares))
    x = [math.log(pace / centre) for pace in shares]
    slope, height = np.polyfit(x, [math.log(share / (1 - share)) for share in shares.values()], 1)
    return Line(centre, float(height), float(slope), (0.0, 0.0, 0.0))
