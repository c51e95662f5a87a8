"""Share of a game's time that a move may take. No schedule can spend more than there is.

A ply is the number of the move to be made, counted from 1 over both sides' moves.
"""

from __future__ import annotations

import math
from typing import Literal

from game.advice import Proof
from game.zuniq.state import break_even, claim_bonus

Schedule = Literal["kibitz", "seed"]

GAME = 30.0  # seconds a game for each side at CodeCup 2021
RESERVE = 0.6  # seconds never planned: what the machine, not the engine, may take over a whole game
OVERHEAD = 0.02  # seconds that a move takes beside thinking
LEAST = 0.01
LONGEST_GAME = 41  # plies on 6x6 dots: every move still to come must find at least its least

# Our schedule: the share of a move in the time that is left is its weight over the weights of all moves
# that are still to be thought about. The first moves decide little, as all are nearly alike; from ply
# SOLVED on results are mostly proven, and a little is kept for those that are not.
SOLVED = 30
OPENING, MIDDLE, END = 0.35, 1.0, 0.25  # weights
OPENING_ENDS, MIDDLE_ENDS = 8, 28  # plies


def seconds_for_move(
    ply: int, left: float, schedule: Schedule = "kibitz", game: float = GAME, longest: int = LONGEST_GAME
) -> float:
    """The seconds for move number `ply` with `left` seconds on the clock of a game of `game` seconds.

    `longest` is the most plies of a game on the board; on others than 6x6 the stages of a game are as much later.
    """
    stretch = longest / LONGEST_GAME
    planned = _seed(ply) * game / GAME if schedule == "seed" else _kibitz(ply, left, stretch)
    least_ahead = (longest - ply) // 2 * (LEAST + OVERHEAD)
    reserve = max(RESERVE * min(1.0, game / GAME), least_ahead)
    return max(LEAST, min(planned, left - reserve) - OVERHEAD)


def _kibitz(ply: int, left: float, stretch: float) -> float:
    ahead = range(ply, max(round(SOLVED * stretch), ply) + 7, 2)
    return left * _weight(ply / stretch) / sum(_weight(later / stretch) for later in ahead)


def _weight(ply: float) -> float:
    if ply <= OPENING_ENDS:
        return OPENING
    return MIDDLE if ply <= MIDDLE_ENDS else END


def _seed(ply: int) -> float:
    """The schedule of Vaan Banaan's program, in seconds of a game of 30; his sums go beyond that."""
    if ply % 2 == 1:
        return 0.9 + 0.08 * ply
    return 0.07 * ply if ply <= 18 else max(0.0, 5.5 - 0.25 * (ply - 20))


# When to claim a win: where it gains points on average, by proof or by a chance that has been checked.
#
# A claim risks the 50 points of a loss for a bonus of at most 10 (`game.zuniq.state`). The win rate of a
# search is no chance of winning: it averages over games that neither side would play. How often the side
# really won was counted over games of the engine against itself; a logistic curve by ply fits the counts
# (`bench/zuniq_claims.py` has the method and makes the numbers again).

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
    """Return True if `seat` gains by claiming with move number `ply`, whose win rate or proof is given."""
    if claim_bonus(seat, ply) <= 0 or proof == "loss":
        return False
    if proof == "win":
        return True
    return ply >= FIRST_CLAIM and chance(seat, win_rate, ply) > break_even(seat, ply) + MARGIN
