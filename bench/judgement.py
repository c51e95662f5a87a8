"""Whether a review can be believed: how often it blames the engine itself, whether its flags stand, what it finds.

Three shares a game, all of moves judged with the normal budget:
`self_blame`: of the engine's own moves at full strength, with that budget, those called a mistake or a blunder;
`stands`: of the mistakes and blunders in weaker play, those that are still faults (an inaccuracy or worse) when they
are judged again with eight times the budget and other random numbers;
`found`: of planted faults, those called a mistake or a blunder. A planted fault is a legal move that is worse by an
amount known exactly (Zuniq and bridge: by the solvers; four-wide: by the policy), at guideline Tetris one that
sixteen times the budget calls a blunder.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice
from typing import cast

import msgspec

from ai import registry
from ai.engine import Limit
from ai.review.judge import NORMAL, Judge, Turn, judge_move, judge_of
from ai.review.verdict import Comparison, degree
from bench.row import Row
from game.errors import BadInput
from game.position import Position, open_position
from game.review import DEGREES

NAME = "judgement"
ABOUT = "shares of blame that a review puts on the engine, of flags that stand, and of faults that are found"
GAMES = ("zuniq", "bridge", "tetris", "four-wide")
GRAVE = DEGREES[1:]
LONG, WIDE = 8, 16  # times the budget: for a second opinion, and for what is planted
SECOND = 500_000_009  # added to the ply where other random numbers are wanted
SELF_BLAME, STANDS, FOUND = 0.01, 0.95, 0.90  # what they should reach


class Calibration(msgspec.Struct, frozen=True):
    """Shares from 0 to 1; `positions` were judged in all."""

    self_blame: float
    stands: float
    found: float
    positions: int


def run(quick: bool) -> list[Row]:
    """All games."""
    rows: list[Row] = []
    for game, found in measured(GAMES, quick=quick).items():
        note = f"{found.positions} positions"
        rows += [
            Row(f"{game}: own moves blamed", found.self_blame, "", aim=SELF_BLAME, note=note),
            Row(f"{game}: flags that stand", found.stands, "", aim=STANDS),
            Row(f"{game}: faults found", found.found, "", aim=FOUND),
        ]
    return rows


def measured(games: tuple[str, ...], *, quick: bool = False) -> dict[str, Calibration]:
    """The shares of each game. Raises `BadInput` for one that is not measured."""
    for game in games:
        if game not in GAMES:
            raise BadInput(f"{game[:40]!r} is not measured; known: {', '.join(GAMES)}")
    return {game: _measure(game, 30 if quick else 240) for game in games}


def _measure(game: str, moves: int) -> Calibration:
    judge, budget = judge_of(game), NORMAL[game]
    own = [judge_move(judge, turn, budget) for turn in islice(_play(game, judge, None, slips=False), moves)]
    blamed = sum(each.verdict in GRAVE for each in own)
    weak = list(islice(_play(game, judge, _WEAK[game], slips=True), moves))
    flagged = [turn for turn in weak if judge_move(judge, turn, budget).verdict in GRAVE]
    stand = sum(_again(judge, turn, LONG * budget) in DEGREES for turn in flagged)
    planted = list(islice(_planted(game, judge, weak), max(10, moves // 6)))
    found = sum(judge_move(judge, turn, budget).verdict in GRAVE for turn in planted)
    return Calibration(
        self_blame=blamed / len(own),
        stands=stand / len(flagged) if flagged else 1.0,
        found=found / len(planted) if planted else 1.0,
        positions=len(own) + len(weak) + len(planted),
    )


def _again(judge: Judge, turn: Turn, budget: int) -> str:
    return judge_move(judge, turn._replace(ply=turn.ply + SECOND), budget).verdict


# Games to judge: strong ones by the adviser of the review itself, weak ones by a level for people.

_WEAK = {"zuniq": "casual", "bridge": "casual", "tetris": "casual", "four-wide": None}
_RULES: dict[str, Callable[[int], dict[str, str]]] = {
    "zuniq": lambda number: {"dots": "6x6"},
    "bridge": lambda number: {"deals": f"random:{number + 1}", "match": "1 deals"},
    "tetris": lambda number: {"queue": f"seven_bag:{number + 1}"},
    "four-wide": lambda number: {"queue": f"seven_bag:{number + 1}"},
}
_OPENING = {"zuniq": 4}  # plies by lot, so that games differ


def _play(game: str, judge: Judge, level: str | None, *, slips: bool) -> Iterator[Turn]:
    """The moves of game after game; `level` None: by the judge's own adviser with the normal budget."""
    for number in range(1000):
        chance, position = random.Random(number), open_position(game, _RULES[game](number))
        name = "stacker" if game == "tetris" else game if game == "four-wide" else "kibitz"
        weak = registry.create(name, level, game, seed=number) if level is not None else None
        ply = 0
        while not position.over and ply < 200:
            if ply < _OPENING.get(game, 0):
                move = chance.choice(position.legal_moves())
            else:
                view = position.view(position.to_move)
                if weak is not None:
                    *_, said = weak.think(view, Limit(iterations=NORMAL[game]))
                else:
                    said = judge.advise(position, NORMAL[game], seed=7_000 + number)
                move = said.choices[0].move
                if _WEAK[game] is None and slips and chance.random() < 0.1:
                    move = chance.choice(said.choices).move  # of an exact policy: a slip now and then
                yield Turn(ply, position.seats[position.to_move], position, move)
            position, ply = position.play(move), ply + 1


# Faults that are known.


def _planted(game: str, judge: Judge, turns: list[Turn]) -> Iterator[Turn]:
    """Moves that are worse than the best by an amount that is known."""
    chance = random.Random(1)
    for turn in turns:
        moves = list(turn.position.legal_moves())
        chance.shuffle(moves)
        for move in moves[:3]:
            if _is_fault(game, judge, turn, move):
                yield turn._replace(move=move)
                break


def _is_fault(game: str, judge: Judge, turn: Turn, move: str) -> bool:
    position = turn.position
    if game == "zuniq":
        return _loses(position, move)
    said = judge.advise(position, WIDE * NORMAL[game], seed=9_001)
    if not said.choices or said.choices[0].move == move:
        return False
    if game == "tetris":
        found = _compared(judge, position, said.choices[0].move, move, WIDE * NORMAL[game])
        return found is not None and degree(found, judge.unit(position)) == "blunder"
    if said.source not in ("table", "policy"):
        return False
    found = _compared(judge, position, said.choices[0].move, move, 1)
    return found is not None and found.exact and degree(found, judge.unit(position)) in GRAVE


def _compared(judge: Judge, position: Position, better: str, move: str, budget: int) -> Comparison | None:
    slices = judge.compare(position, better, move, budget, seed=9_002)
    while True:
        try:
            next(slices)
        except StopIteration as ended:
            return cast("Comparison | None", ended.value)


def _loses(position: Position, move: str) -> bool:
    """Whether a wall throws a won position away; only asked where that is soon solved."""
    from ai.zuniq.solver import Solver
    from game.zuniq import State

    assert isinstance(position, State)
    if len(position.legal_moves()) > 26:
        return False
    solver, after = Solver(position.grid, 20), position.play(move)
    return solver.wins(position) and (
        after.winner == 1 - position.to_move or (not after.over and solver.wins(after))
    )
