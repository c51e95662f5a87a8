"""The referee: plays the games of a match by the rules, scores them as CodeCup did, swaps the colours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from ai.zuniq.match.clock import GAME
from ai.zuniq.match.sides import Budget, Forfeit, Side, opener
from game.errors import IllegalMove
from game.zuniq.score import WIN, claim_bonus, points
from game.zuniq.state import State

Name = Literal["a", "b"]
Progress = Callable[[int, "MatchGame"], None]


class MatchGame(msgspec.Struct, frozen=True):
    """One game: who was White, the moves (`!` marks claims), the winner, the points of both.

    `reason` is None for a game that was played out, else what the loser did wrong.
    """

    white: Name
    moves: tuple[str, ...]
    winner: Name
    points_a: float
    points_b: float
    reason: str | None = None


class MatchResult(msgspec.Struct, frozen=True):
    """All games of a match between the players given as `a` and `b`, and the sums."""

    a: str
    b: str
    wins_a: int
    wins_b: int
    points_a: float
    points_b: float
    games: tuple[MatchGame, ...]


def play_match(
    a: str,
    b: str,
    games: int,
    seed: int,
    iterations: int | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> MatchResult:
    """Play `games` games between `a` and `b`, White in turns; `a` begins.

    A player is `kibitz`, `playouts`, `random` or a command line. `iterations` a move, if given, rule the
    players of this house, which then look at no clock and play alike for the same `seed`; `seconds` a game
    (30 if None) rule all others. Raises `BadInput` for a player that cannot be had. `progress` is called
    after each game with its number, from 1.
    """
    budget = Budget(iterations, GAME if seconds is None else seconds)
    open_a, open_b = opener(a, budget), opener(b, budget)
    played: list[MatchGame] = []
    for number in range(games):
        base = (seed * 1_000_003 + number) * 2
        white: Name = "a" if number % 2 == 0 else "b"
        played.append(_game(open_a, open_b, white, base))
        if progress:
            progress(number + 1, played[-1])
    return MatchResult(
        a=a,
        b=b,
        wins_a=sum(game.winner == "a" for game in played),
        wins_b=sum(game.winner == "b" for game in played),
        points_a=sum(game.points_a for game in played),
        points_b=sum(game.points_b for game in played),
        games=tuple(played),
    )


def _game(open_a: Callable[[int], Side], open_b: Callable[[int], Side], white: Name, seed: int) -> MatchGame:
    sides: list[Side] = []
    try:
        sides.append(open_a(seed))
        sides.append(open_b(seed + 1))
        state, loser, reason = _play_out(sides if white == "a" else sides[::-1])
    finally:
        for side in sides:
            side.close()
    seat_of_a = 0 if white == "a" else 1
    if reason is None:
        earned = points(state)
        assert earned is not None
    else:
        earned = _forfeit_points(state, loser)
        reason = f"{'a' if loser == seat_of_a else 'b'}: {reason}"
    winner: Name = "a" if loser != seat_of_a else "b"
    return MatchGame(white, state.move_texts, winner, earned[seat_of_a], earned[1 - seat_of_a], reason)


def _play_out(seats: list[Side]) -> tuple[State, int, str | None]:
    """The last position, the seat that lost, and why if not by the rules; `seats` are White and Black."""
    state = State.start()
    while state.winner is None:
        try:
            state = state.play(seats[state.to_move].move(state))
        except Forfeit as forfeit:
            return state, state.to_move, str(forfeit)
        except IllegalMove as error:
            return state, state.to_move, f"illegal move: {error}"
    return state, 1 - state.winner, None


def _forfeit_points(state: State, loser: int) -> tuple[float, float]:
    """A win, with the bonus of a claim made before, against nothing."""
    claim = state.claims[1 - loser]
    won = WIN + (claim_bonus(1 - loser, claim) if claim is not None else 0.0)
    return (0.0, won) if loser == 0 else (won, 0.0)
