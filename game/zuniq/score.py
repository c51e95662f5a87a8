"""What a finished game is worth at CodeCup 2021, and from which chance of winning a claim pays."""

from __future__ import annotations

from game.zuniq.state import BLACK, WHITE, State

WIN, LOSS = 100.0, 50.0
MAX_BONUS = 10.0
BONUS_FROM = {WHITE: 39, BLACK: 40}  # the ply at which the bonus has sunk to 0, by seat


def claim_bonus(seat: int, ply: int) -> float:
    """The points that a claim by `seat` with move number `ply` adds to a win, 0 to 10."""
    return max(0.0, min(MAX_BONUS, (BONUS_FROM[seat] - ply) / 2))


def break_even(seat: int, ply: int) -> float:
    """The chance of winning above which a claim at `ply` gains points on average; 1.0 where it never does."""
    return LOSS / (LOSS + claim_bonus(seat, ply))


def points(state: State) -> tuple[float, float] | None:
    """The points of White and Black, or None while the game goes on."""
    if state.winner is None:
        return None
    return _seat_points(state, WHITE), _seat_points(state, BLACK)


def _seat_points(state: State, seat: int) -> float:
    claim = state.claims[seat]
    if state.winner != seat:
        return LOSS if claim is None else 0.0
    return WIN + (claim_bonus(seat, claim) if claim is not None else 0.0)
