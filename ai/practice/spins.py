"""T-spins and attack: the most rows that the next pieces can send, proved by trying everything (`exact`).

The positions are those of the stacker's games, on empty boards and on garbage. A problem is one in which few first
placements make the most, and in which it takes all the pieces.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import cycle
from random import Random
from typing import cast

from ai.practice.making import Stream, short_start
from ai.practice.stacked import game, in_sight
from ai.tetris.guideline.exact import ExactSearch
from game.advice import Worth
from game.facts import SearchFacts
from game.position import Position
from game.practice.attempt import Answer
from game.practice.problem import Attack, Problem, Source
from game.practice.sameness import identity
from game.tetris.guideline import State
from game.tetris.guideline.cheese import cheese
from game.tetris.guideline.pieces import T
from game.tetris.guideline.placement import NO_SPIN

SIZES = (2, 3, 3, 4, 4)  # pieces, one problem after the other
GARBAGE = (0, 0, 4, 7)  # rows on which games begin, one game after the other
MESSINESS = 40
LONGEST, APART = 60, 3  # pieces of a game, and between two positions of it that are looked at
FROM_A_GAME = 3  # problems at the most
LEAST_ROWS = 4  # that are sent
LEAST_SPIN = 2  # rows that a T-spin on the way clears
MOST_RIGHT = 3  # first placements that make the most
OTHERS = 6  # of so many problems one may do without a T-spin


def problems(seed: int) -> Stream:
    """Problems with few pieces and with more, in turns."""
    chance = Random(f"t-spins {seed}")
    number = 0
    for garbage in cycle(GARBAGE):
        board = cheese(garbage, MESSINESS, chance) if garbage else ""
        start = State.open({"queue": f"seven_bag:{chance.getrandbits(60)}", "board": board})
        left = FROM_A_GAME
        for placed, state in enumerate(game(start, LONGEST, chance)):
            if left == 0 or state.over:
                break
            if placed % APART:
                continue
            problem = _problem(in_sight(state), SIZES[number % len(SIZES)], number % OTHERS == 0, seed)
            number += problem is not None
            left -= problem is not None
            yield problem


def _problem(state: State, pieces: int, without_spin: bool, seed: int) -> Problem | None:
    known = [state.hold, *state.queue.pieces(pieces + (state.hold is None))]
    if not (without_spin or T in known):
        return None
    worth = _search().most(state, pieces)
    most = max(worth.values(), default=0)
    right = [at for at, made in worth.items() if made == most]
    if most < LEAST_ROWS or len({at[:4] for at in right}) > MOST_RIGHT:
        return None
    if max(_search().most(state, pieces - 1).values(), default=0) == most:
        return None
    way = _way(state, pieces)
    clears = [after.last.clear for after in way if after.last is not None]
    spun = any(clear.spin != NO_SPIN and clear.rows >= LEAST_SPIN for clear in clears)
    if any(clear.perfect for clear in clears) or not (spun or without_spin):
        return None
    task, start = Attack(most, pieces), short_start(state)
    first = way[0].last
    assert first is not None
    answers = sorted(map(str, right), key=lambda move: move != str(first.placement))
    return Problem(
        id=identity(State.open(start), task),
        game="tetris",
        start=start,
        task=task,
        answers=tuple(answers),
        theme="spin" if spun else "attack",
        reason=(SearchFacts(depth=float(pieces)),),
        lines={answers[0]: tuple(str(after.last.placement) for after in way[1:] if after.last is not None)},
        source=Source(kind="made", title="Stacker", seed=seed),
    )


def _way(state: State, pieces: int) -> list[State]:
    """The positions of one way to the most rows."""
    states: list[State] = []
    for left in range(pieces, 0, -1):
        worth = _search().most(state, left)
        if not worth:
            break
        state = state.put(max(worth, key=lambda at: worth[at]))
        states.append(state)
    return states


@lru_cache(maxsize=1)
def _search() -> ExactSearch:
    return ExactSearch()


def prove(problem: Problem) -> str:
    """Return what is wrong with the answers, by another search; empty if nothing is."""
    state, task = cast(State, problem.open()), cast(Attack, problem.task)
    worth = ExactSearch().most(state, task.pieces)
    most = max(worth.values(), default=0)
    if most != task.rows:
        return f"{most} rows can be sent"
    right = {str(at) for at, made in worth.items() if made == most}
    return "" if right == set(problem.answers) else f"{len(right)} first placements send the most"


def judge(problem: Problem, position: Position, move: str) -> Answer:
    """The judgement on a placement: whether the pieces that are left can still send the rows."""
    state, task, begun = cast(State, position), cast(Attack, problem.task), cast(State, problem.open())
    after = state.play(move)
    sent, left = after.tally.attack - begun.tally.attack, task.pieces - after.ply + begun.ply
    if sent >= task.rows:
        return Answer(grade="right", reason=problem.reason)
    way = _way(after, left)
    most = way[-1].tally.attack - begun.tally.attack if way else sent
    if most >= task.rows:
        return Answer(grade="on")
    before = state.tally.attack - begun.tally.attack
    worth = {} if state == begun else _search().most(state, left + 1)
    return Answer(
        grade="wrong",
        cost=Worth("attack", float(task.rows - most)),
        line=tuple(str(each.last.placement) for each in way if each.last is not None),
        better=tuple(str(at) for at, made in worth.items() if before + made >= task.rows) or problem.answers,
        reason=problem.reason,
    )
