"""Finesse: the fewest keys to a placement, on the empty board and where the stacker put a piece in its games.

The keys are counted as players count them (`game.tetris.guideline.finesse`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import cast

from ai.practice.making import Stream
from ai.practice.stacked import game
from game.practice.finesse import alone, keys_problem
from game.practice.problem import Keys, Problem, Source
from game.tetris.guideline import PIECES, Placement, State
from game.tetris.guideline.cheese import cheese
from game.tetris.guideline.finesse import cost_of, keys_to
from game.tetris.guideline.placement import NO_SPIN

FIRST = 60  # problems on the empty board, before those on others
GARBAGE = (0, 5)  # rows on which games begin, one after the other
LONGEST = 60
TUCKED = 0.75  # share of the problems on other boards in which a piece goes below something, or is turned in
FROM_A_GAME = 4
LEAST_KEYS = 2


def problems(seed: int) -> Stream:
    """Placements on the empty board, then on boards of games."""
    chance = Random(f"finesse {seed}")
    first = list(_on_the_empty_board(seed))
    chance.shuffle(first)
    yield from first[:FIRST]
    number = 0
    while True:
        rows = GARBAGE[number % len(GARBAGE)]
        number += 1
        yield from _of_a_game(cheese(rows, 50, chance) if rows else "", chance, seed)


def _on_the_empty_board(seed: int) -> Iterator[Problem]:
    seen: set[str] = set()
    for piece in range(len(PIECES)):
        state = alone(State(), piece)
        for at in state.placements:
            problem = _problem(state, at, seed)
            if problem is not None and problem.id not in seen:
                seen.add(problem.id)
                yield problem


def _of_a_game(board: str, chance: Random, seed: int) -> Stream:
    start = State.open({"queue": f"seven_bag:{chance.getrandbits(60)}", "board": board})
    steps = []
    for before, after in pairwise((start, *game(start, LONGEST, chance))):
        if after.last is not None:
            steps.append((before, after.last.placement))
    chance.shuffle(steps)
    left = FROM_A_GAME
    for before, at in steps:
        if left == 0:
            break
        if not _is_tucked(before, at) and chance.random() < TUCKED:
            continue
        problem = _problem(alone(before, at.piece), at, seed)
        left -= problem is not None
        yield problem


def _is_tucked(state: State, at: Placement) -> bool:
    """Return True if a piece does not just fall there."""
    above = at._replace(y=state.field.height + 2)
    return at.spin != NO_SPIN or state.field.drop(*above[:4]) != at.y


def _problem(state: State, at: Placement, seed: int) -> Problem | None:
    return keys_problem(state, at, LEAST_KEYS, Source(kind="made", seed=seed))


def prove(problem: Problem) -> str:
    """Return what is wrong with the number of keys; empty if nothing is."""
    state, task = cast(State, problem.open()), cast(Keys, problem.task)
    at = Placement.parse(task.placement)
    keys = keys_to(state.field, at, state.rules.kicks, state.rules.start, state.rules.spins)
    if keys is None or cost_of(keys) != task.keys:
        return f"it takes {0 if keys is None else cost_of(keys)} keys"
    return "" if problem.answers == (task.placement,) else "the answer is another placement"
