"""Zuniq on a ladder: both colours of every pairing, and programs of CodeCup 2021 as guests.

Seconds are those of a game, and the clock of a program runs from the start of its process on, loading and compiling
included. So that this holds for everybody, our own engines are programs of their own then, too.
"""

from __future__ import annotations

import io
import os
import sys
from typing import cast

import msgspec

from ai import registry
from ai.child import process_started
from ai.compiled import sources
from ai.ladder.contests import GameOrder, SharedBoard, engine_side
from ai.ladder.players import Budget, Forfeit, Side
from ai.zuniq.clock import GAME
from ai.zuniq.match import OutsidePlayer, Program, program_of
from game.position import Position
from game.zuniq.state import State, points

_PROGRAM = "import sys; sys.path.insert(0, sys.argv[1]); from ai.zuniq.contest import main; main(sys.argv[2])"


class CodeCupSide:
    """A program that speaks the protocol of CodeCup 2021."""

    def __init__(self, program: Program, budget: Budget) -> None:
        self._player = OutsidePlayer(program, GAME if budget.seconds is None else budget.seconds, free=0.0)

    def move(self, position: Position) -> str:
        state = cast(State, position)
        answer, trouble = self._player.ask(state.move_texts[-1] if state.moves else "Start")
        if trouble:
            raise Forfeit(trouble)
        return answer

    def close(self) -> None:
        self._player.close()


def guest(command: str, budget: Budget) -> Side:
    """A command as a side of a game. Raises `BadInput`."""
    return CodeCupSide(program_of(command), budget)


class OwnProgram(msgspec.Struct, frozen=True):
    """An engine of ours as a program of its own, and the seconds that it has for a game."""

    engine: str
    level: str
    seed: int
    seconds: float


def own(order: GameOrder, which: int) -> Side:
    """An engine of ours: counted in nodes within this process, by the clock as a program."""
    budget, player = order.budget(which), order.players[which]
    if budget.nodes is not None:
        return engine_side(order, which)
    seconds = GAME if budget.seconds is None else budget.seconds
    asked = OwnProgram(player.engine, player.level, order.engine_seed(which), seconds)
    words = (sys.executable, "-c", _PROGRAM, str(sources.ROOT), msgspec.json.encode(asked).decode())
    return CodeCupSide(Program(words, player.name), budget)


def main(text: str) -> None:
    """Be such a program: speak the protocol on stdin and stdout."""
    from ai.zuniq.codecup import run

    asked = msgspec.json.decode(text, type=OwnProgram)
    engine = registry.create(asked.engine, asked.level or None, "zuniq", seed=asked.seed)
    stdin = io.TextIOWrapper(os.fdopen(0, "rb"), errors="replace")
    run(stdin, sys.stdout, sys.stderr, engine=engine, seconds=asked.seconds, began=process_started())


def _scores(position: Position) -> tuple[float, float]:
    earned = points(cast(State, position))
    return (0.0, 0.0) if earned is None else earned


CONTEST = SharedBoard(lambda seed: {"dots": "6x6"}, _scores, protocols={"codecup": guest}, own=own)
