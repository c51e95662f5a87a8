"""How much of a game's time a move may take. No schedule can spend more than there is.

A ply is the number of the move to be made, counted from 1 over both sides' moves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

Schedule = Literal["kibitz", "seed"]

GAME = 30.0  # seconds a game for each side at CodeCup 2021
RESERVE = 0.6  # seconds never planned: what the machine, not the engine, may take over a whole game
OVERHEAD = 0.02  # seconds that a move takes beside thinking
LEAST = 0.01
LONGEST_GAME = 41  # plies: every move still to come must find at least its least

# Our schedule: the share of a move in the time that is left is its weight over the weights of all moves
# that are still to be thought about. The first moves decide little, as all are nearly alike; from ply
# SOLVED on results are mostly proven, and a little is kept for those that are not.
SOLVED = 30
OPENING, MIDDLE, END = 0.35, 1.0, 0.25  # weights
OPENING_ENDS, MIDDLE_ENDS = 8, 28  # plies


def seconds_for_move(ply: int, left: float, schedule: Schedule = "kibitz", game: float = GAME) -> float:
    """The seconds for move number `ply` with `left` seconds on the clock of a game of `game` seconds."""
    planned = _SCHEDULES[schedule](ply, left) * (game / GAME if schedule == "seed" else 1.0)
    least_ahead = (LONGEST_GAME - ply) // 2 * (LEAST + OVERHEAD)
    reserve = max(RESERVE * min(1.0, game / GAME), least_ahead)
    return max(LEAST, min(planned, left - reserve) - OVERHEAD)


def _kibitz(ply: int, left: float) -> float:
    ahead = sum(_weight(later) for later in range(ply, max(SOLVED, ply) + 7, 2))
    return left * _weight(ply) / ahead


def _weight(ply: int) -> float:
    if ply <= OPENING_ENDS:
        return OPENING
    return MIDDLE if ply <= MIDDLE_ENDS else END


def _seed(ply: int, left: float) -> float:
    """The schedule of Vaan Banaan's program, in seconds of a game of 30; his sums go beyond that."""
    if ply % 2 == 1:
        return 0.9 + 0.08 * ply
    return 0.07 * ply if ply <= 18 else max(0.0, 5.5 - 0.25 * (ply - 20))


_SCHEDULES: dict[Schedule, Callable[[int, float], float]] = {"kibitz": _kibitz, "seed": _seed}
