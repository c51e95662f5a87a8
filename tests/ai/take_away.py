"""A game made by the recipe of CONTRIBUTING: its rules, its engine, and its rows in the tables of both layers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import cast

from ai import registry
from ai.engine import Advice, Engine, Limit
from ai.registry import Entry, GameEngines, Level
from ai.review.verdict import Comparison, Judge, Slices
from game.advice import CERTAIN, Choice, Proof, Unit
from game.errors import BadInput, IllegalMove
from game.games import GAMES, Game
from game.position import Position

NAME = "take-away"


@dataclass(frozen=True)
class TakeAway:
    """A heap of stones. Each player takes one, two or three of them in turn; who takes the last one wins."""

    stones: int
    start: int
    ply: int = 0
    game = NAME
    seats = ("first", "second")

    @classmethod
    def open(cls, rules: Mapping[str, str]) -> TakeAway:
        text = rules.get("stones", "9")
        if not text.isdecimal() or not 1 <= int(text) <= 99:
            raise BadInput(f"stones: {text!r} is not a number from 1 to 99")
        return cls(int(text), int(text))

    @property
    def setup(self) -> dict[str, str]:
        return {"stones": str(self.start)}

    @property
    def to_move(self) -> int:
        return self.ply % 2

    @property
    def over(self) -> bool:
        return self.stones == 0

    @property
    def winner(self) -> int | None:
        return 1 - self.to_move if self.over else None

    def legal_moves(self) -> tuple[str, ...]:
        return tuple(str(taken) for taken in range(1, min(3, self.stones) + 1))

    def play(self, move: str) -> TakeAway:
        if move not in self.legal_moves():
            raise IllegalMove(f"{move!r} is not one of {', '.join(self.legal_moves()) or 'no moves'}")
        return replace(self, stones=self.stones - int(move), ply=self.ply + 1)

    def view(self, seat: int) -> TakeAway:
        return self

    def digest(self) -> str:
        return hashlib.sha256(repr(self).encode()).hexdigest()[:16]


def result(state: TakeAway, move: str) -> Proof:
    return "loss" if (state.stones - int(move)) % 4 else "win"


class Counting:
    """Leaves a multiple of four where it can."""

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        state = cast(TakeAway, view)
        ordered = sorted(state.legal_moves(), key=lambda move: result(state, move) == "loss")
        proofs = [(move, result(state, move)) for move in ordered]
        choices = tuple(Choice(move, CERTAIN[proof], 0.3, proof) for move, proof in proofs)
        yield Advice(choices, "rule", choices[0].worth if choices else None, True)


class CountingJudge(Judge):
    def unit(self, position: Position) -> Unit:
        return "win"

    def advise(self, position: Position, budget: int, seed: int) -> Advice:
        return next(Counting().think(position, Limit()))

    def compare(self, position: Position, better: str, played: str, budget: int, seed: int) -> Slices:
        yield
        worths = [CERTAIN[result(cast(TakeAway, position), move)].value for move in (better, played)]
        return Comparison(worths[0] - worths[1])

    def doubt(self, position: Position, advice: Advice) -> float | None:
        return 0.0


RULES = Game(NAME, "Take-away", "Take-away", "win", TakeAway.open)
ENGINES = GameEngines(
    engines=(
        Entry("counting", "Counting", (Level("full", "As it is", ""),), lambda level, **options: Counting()),
    ),
    judge=CountingJudge,
    normal=1,
    in_a_second=1,
    adviser=lambda config: "counting",
)


def create(name: str, level: str | None = None, game: str = NAME, **options: object) -> Engine:
    """The maker of engines of a worker that knows this game, too."""
    GAMES[NAME], registry.GAMES[NAME] = RULES, ENGINES
    return registry.create(name, level, game, **options)
