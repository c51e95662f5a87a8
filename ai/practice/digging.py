"""Digging: the fewest pieces that clear so many rows of garbage, proved by trying everything (`exact`)."""

from __future__ import annotations

from functools import lru_cache
from itertools import cycle
from random import Random
from typing import cast

from ai.practice.making import Stream, short_start
from ai.practice.stacked import game, in_sight
from ai.tetris.guideline.exact import ExactSearch
from game.position import Position
from game.practice.attempt import Answer
from game.practice.problem import Dig, Problem, Source
from game.practice.sameness import identity
from game.tetris.guideline import Placement, State
from game.tetris.guideline.cheese import cheese

SIZES = (2, 3, 3, 4, 4)  # pieces, one problem after the other
BOARDS = (5, 8, 6, 10)  # rows of garbage, one game after the other
MESSINESS = (30, 100, 60)
LONGEST, FROM_A_GAME = 16, 2  # pieces of a game that are looked at, and problems that it gives at the most
LEAST_ROWS = 2
MOST_RIGHT = 4  # first placements with which it can be done


def problems(seed: int) -> Stream:
    """Problems with few pieces and with more, in turns."""
    chance = Random(f"digging {seed}")
    number = 0
    for rows, messiness in zip(cycle(BOARDS), cycle(MESSINESS), strict=False):
        queue = f"seven_bag:{chance.getrandbits(60)}"
        start = State.open({"queue": queue, "board": cheese(rows, messiness, chance)})
        left = FROM_A_GAME
        for state in (start, *game(start, LONGEST, chance)):
            if left and not state.over:
                problem = _problem(in_sight(state), SIZES[number % len(SIZES)], seed)
                number += problem is not None
                left -= problem is not None
                yield problem


def _problem(state: State, pieces: int, seed: int) -> Problem | None:
    worth = _most(state, pieces)
    most = max(worth.values(), default=0)
    right = [at for at, made in worth.items() if made == most]
    if most < LEAST_ROWS or len({at[:4] for at in right}) > MOST_RIGHT:
        return None
    if max(_most(state, pieces - 1).values(), default=0) == most:
        return None
    task, start = Dig(most, pieces), short_start(state)
    way = _way(state, pieces)
    answers = sorted(map(str, right), key=lambda move: move != way[0])
    return Problem(
        id=identity(State.open(start), task),
        game="tetris",
        start=start,
        task=task,
        answers=tuple(answers),
        theme="dig",
        lines={answers[0]: way[1:]},
        source=Source(kind="made", seed=seed),
    )


def _most(state: State, pieces: int) -> dict[Placement, int]:
    return _search().most(state, pieces, "garbage", state.garbage_rows)


def _way(state: State, pieces: int) -> tuple[str, ...]:
    """One way to clear the most rows of garbage."""
    moves: list[str] = []
    for left in range(pieces, 0, -1):
        worth = _most(state, left)
        if not worth or not any(worth.values()):
            break
        at = max(worth, key=lambda at: worth[at])
        moves.append(str(at))
        state = state.put(at)
    return tuple(moves)


@lru_cache(maxsize=1)
def _search() -> ExactSearch:
    return ExactSearch()


def prove(problem: Problem) -> str:
    """Return what is wrong with the answers, by another search; empty if nothing is."""
    state, task = cast(State, problem.open()), cast(Dig, problem.task)
    worth = ExactSearch().most(state, task.pieces, "garbage", state.garbage_rows)
    most = max(worth.values(), default=0)
    if most != task.rows:
        return f"{most} rows can be cleared"
    right = {str(at) for at, made in worth.items() if made == most}
    return "" if right == set(problem.answers) else f"{len(right)} first placements clear the most"


def judge(problem: Problem, position: Position, move: str) -> Answer:
    """The judgement on a placement: whether the pieces that are left can still clear the rows."""
    state, task, begun = cast(State, position), cast(Dig, problem.task), cast(State, problem.open())
    after = state.play(move)
    garbage = begun.garbage_rows
    dug, left = garbage - after.garbage_rows, task.pieces - after.ply + begun.ply
    if dug >= task.rows:
        return Answer(grade="right", reason=problem.reason)
    most = max(_most(after, left).values(), default=0) if left and not after.over else 0
    if dug + most >= task.rows:
        return Answer(grade="on")
    before = garbage - state.garbage_rows
    worth = {} if state == begun else _most(state, left + 1)
    return Answer(
        grade="wrong",
        line=_way(after, left) if not after.over else (),
        better=tuple(str(at) for at, made in worth.items() if before + made >= task.rows) or problem.answers,
        reason=problem.reason,
    )
