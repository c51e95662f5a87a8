"""The two kinds of players of a match: engines of this house, and commands."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import Protocol

import msgspec

from ai import registry
from ai.zuniq.match.clock import GAME
from ai.zuniq.match.outside import OutsidePlayer, Program
from ai.zuniq.match.player import Player
from game.errors import BadInput
from game.zuniq.state import State


class Forfeit(Exception):
    """A player that gave no legal answer; the message says what happened."""


class Side(Protocol):
    """One player in one game."""

    def move(self, state: State) -> str:
        """The move for the side to move, maybe with `!`. Raises `Forfeit`."""
        ...

    def close(self) -> None:
        """End the game for this player, whatever state it is in."""
        ...


class Budget(msgspec.Struct, frozen=True):
    """What a player may spend: iterations a move (house players only), or seconds a game."""

    iterations: int | None = None
    seconds: float = GAME


class _House:
    def __init__(self, name: str, seed: int, budget: Budget) -> None:
        engine = registry.create(name, seed=seed)
        self._player = Player(engine, budget.seconds, budget.iterations)

    def move(self, state: State) -> str:
        move = self._player.move(state)
        if self._player.left < 0:
            raise Forfeit(f"no time left after ply {state.ply}")
        return move

    def close(self) -> None:
        pass


class _Outside:
    def __init__(self, program: Program, budget: Budget) -> None:
        self._player = OutsidePlayer(program, budget.seconds)

    def move(self, state: State) -> str:
        answer, trouble = self._player.ask(state.move_texts[-1] if state.moves else "Start")
        if trouble:
            raise Forfeit(trouble)
        return answer

    def close(self) -> None:
        self._player.close()


def opener(text: str, budget: Budget) -> Callable[[int], Side]:
    """What makes a player for one game from a seed: the house player called `text`, or else the command.

    Raises `BadInput` for a command that cannot be split or whose program does not exist.
    """
    if text in {entry.name for entry in registry.entries("zuniq")}:
        return lambda seed: _House(text, seed, budget)
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise BadInput(f"the command {text[:60]!r} cannot be read: {error}") from None
    program = Program.find(words, text)
    return lambda seed: _Outside(program, budget)
