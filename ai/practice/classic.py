"""Classic Tetris: which of two placements is better, by the rule that judges games, with the next piece known.

The other one is what a simpler rule would play. The difference is worth a covered cell at least.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import cast

from ai.engine import Limit
from ai.practice.making import Stream
from ai.registry import engines_of
from ai.tetris.classic.engine import RULE, ClassicJudge, ControllerEngine, worth_of_a_hole
from game.advice import Worth
from game.practice.problem import Choose, Problem, Source
from game.practice.sameness import identity
from game.tetris.classic import State

SIMPLER = "dellacherie"  # the rule that plays, and errs
LONGER = 8  # times the budget of a review
LONGEST, APART = 300, 7  # pieces of a game, and between two that are looked at
STRAYING, STRAYS = (
    0.25,
    6,
)  # share of the pieces that go to one of the next best places, so that boards get uneven
FROM_A_GAME = 4
LEAST_COST = 1.0  # covered cells


def problems(seed: int) -> Stream:
    """Positions of one game after the other."""
    chance = Random(f"classic {seed}")
    while True:
        left = FROM_A_GAME
        for number, state in enumerate(_game(chance)):
            if left == 0:
                break
            if number % APART == APART - 1:
                found = _problem(state, seed, chance)
                left -= found is not None
                yield found


def _game(chance: Random) -> Iterator[State]:
    state = State.open({"pieces": f"uniform:{chance.getrandbits(60)}", "next": "on"})
    player = ControllerEngine(SIMPLER)
    for _ in range(LONGEST):
        if state.over:
            return
        yield state
        *_, advice = player.think(state.view(0), Limit(iterations=1))
        number = chance.randrange(STRAYS) if chance.random() < STRAYING else 0
        state = state.play(advice.choices[min(number, len(advice.choices) - 1)].move)


def _problem(state: State, seed: int, chance: Random) -> Problem | None:
    judge, budget = ClassicJudge(), LONGER * engines_of("classic").normal
    *_, simple = ControllerEngine(SIMPLER).think(state.view(0), Limit(iterations=1))
    advice = judge.advise(state, budget, seed)
    best = advice.choices[0]
    other = advice.choice(simple.choices[0].move)
    if other is None or other.move == best.move:
        return None
    cost = best.worth.gain(other.worth)
    if cost < LEAST_COST * worth_of_a_hole(RULE):
        return None
    moves = (best.move, other.move) if chance.random() < 1 / 2 else (other.move, best.move)
    task, start = Choose(moves), state.here()
    return Problem(
        id=identity(State.open(start), task),
        game="classic",
        start=start,
        task=task,
        answers=(best.move,),
        theme="other",
        reason=advice.evidence,
        costs={other.move: Worth("equity", round(cost, 3))},
        proof="duel",
        nodes=budget,
        source=Source(kind="made", seed=seed),
    )


def prove(problem: Problem) -> str:
    """Return what is wrong with the answer, judged with twice the budget; empty if nothing is."""
    state = cast(State, problem.open())
    advice = ClassicJudge().advise(state, 2 * problem.nodes, 0)
    moves = [choice.move for choice in advice.choices]
    wrong = next(iter(problem.costs))
    return "" if moves.index(problem.answers[0]) < moves.index(wrong) else f"{wrong} is better"
