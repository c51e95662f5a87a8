"""An engine that plays a whole game by itself: its clock, its claims, and when it has seen enough."""

from __future__ import annotations

import time

from ai.engine import Advice, Engine, Limit
from ai.zuniq.match import claims
from ai.zuniq.match.clock import GAME, Schedule, seconds_for_move
from game.advice import Choice
from game.zuniq.state import State


class Player:
    """One side of one game. With `iterations` a move no clock is looked at and play is repeatable."""

    def __init__(
        self,
        engine: Engine,
        seconds: float = GAME,
        iterations: int | None = None,
        schedule: Schedule = "kibitz",
    ) -> None:
        self.left = seconds
        self._engine = engine
        self._game = seconds
        self._iterations = iterations
        self._schedule = schedule

    def move(self, state: State) -> str:
        """The move for the side to move, with `!` behind it where a claim pays."""
        started = time.monotonic()
        choice = self._by_count(state) if self._iterations else self._by_clock(state)
        self.left -= time.monotonic() - started
        seat, ply = state.to_move, state.ply + 1
        claim = state.claims[seat] is None and claims.pays(seat, ply, choice.score, choice.proof)
        return choice.move + ("!" if claim else "")

    def _by_count(self, state: State) -> Choice:
        *_, last = self._engine.think(state, Limit(iterations=self._iterations))
        return last.choices[0]

    def _by_clock(self, state: State) -> Choice:
        seconds = seconds_for_move(state.ply + 1, self.left, self._schedule, self._game)
        started = time.monotonic()
        thoughts = self._engine.think(state, Limit(seconds=seconds))
        for advice in thoughts:
            if advice.done or _settled(advice, (time.monotonic() - started) / seconds):
                break
        thoughts.close()  # type: ignore[attr-defined]
        return advice.choices[0]


def _settled(advice: Advice, used: float) -> bool:
    """Whether the time still left cannot bring another move to the top; `used` is the share gone, 0 to 1."""
    if len(advice.choices) == 1:
        return True
    first, second = advice.choices[0], advice.choices[1]
    if first.proof is not None or second.proof is not None or not 0.2 < used < 1:
        return False
    return (first.share - second.share) * used > 1 - used
