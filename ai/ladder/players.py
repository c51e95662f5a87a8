"""One side of one game of a ladder: an engine of ours, or a program that speaks a protocol of the game."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from ai import registry
from ai.engine import Advice, Engine, Limit
from game.errors import BadInput, KibitzError
from game.ladder.pool import Player
from game.position import Position


class Forfeit(KibitzError):
    """A player that gave no usable answer and loses the game; the message says what happened."""


class Side(Protocol):
    """One player in one game."""

    def move(self, position: Position) -> str:
        """The move for this position, which the side sees as a player does. Raises `Forfeit`."""
        ...

    def close(self) -> None:
        """End the game for this player, whatever state it is in."""
        ...


class Budget(NamedTuple):
    """Budget of a side: nodes a move, or seconds, a move or for the whole game."""

    nodes: int | None
    seconds: float | None


class EngineSide:
    """An engine of ours. Counted in nodes no clock is looked at, so that it plays alike for the same seed.

    Where a game has a clock, `seconds` are those of the whole game; else those of a move.
    """

    def __init__(self, game: str, engine: Engine, budget: Budget, *, clock: bool) -> None:
        self._row, self._engine, self._budget = registry.engines_of(game), engine, budget
        self._left = (budget.seconds or 0.0) if clock else None

    def move(self, position: Position) -> str:
        began = time.monotonic()
        last: Advice | None = None
        for last in self._engine.think(position.view(position.to_move), self._limit(position)):
            if last.done:
                break
        if self._left is not None and self._budget.nodes is None:
            self._left -= time.monotonic() - began
            if self._left < 0:
                raise Forfeit(f"its {self._budget.seconds:g} s are used up")
        if last is None or not last.choices:
            raise Forfeit("gave up")
        return self._row.move_of(position, last.choices[0])

    def _limit(self, position: Position) -> Limit:
        nodes, seconds = self._budget
        if nodes is not None:
            return Limit(iterations=nodes)
        if self._left is None:
            return Limit(seconds=seconds)
        return Limit(seconds=self._row.seconds_for(position, self._left, seconds or 0.0))

    def close(self) -> None:
        pass


# a program of a command as one side of a game; raises `BadInput` for a command that cannot be started
Guest = Callable[[str, Budget], Side]


def check(player: Player, game: str, protocols: Mapping[str, Guest]) -> None:
    """Raise `BadInput` for a player that cannot be had."""
    if player.engine:
        entry = registry.find(player.engine, game)
        levels = [level.name for level in entry.levels]
        if player.level and player.level not in levels:
            raise BadInput(
                f"{player.engine} has no level {player.level[:40]!r}; its levels: {', '.join(levels)}"
            )
        if player.books and not entry.books:
            raise BadInput(f"{player.engine} uses no books")
        return
    if not protocols:
        raise BadInput(f"{player.name}: no program can be a guest at {game}; name an engine")
    if player.protocol and player.protocol not in protocols:
        raise BadInput(
            f"{player.name}: the protocol {player.protocol[:40]!r} is not known; known: {', '.join(protocols)}"
        )


def engine_of(player: Player, game: str, seed: int) -> Engine:
    """A new engine for one game. Raises `BadInput` and `BadBook`."""
    options = {"book": player.books} if player.books else {}
    return registry.create(player.engine, player.level or None, game, seed=seed, **options)
