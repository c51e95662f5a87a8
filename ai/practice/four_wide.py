"""Four-wide: positions of the solved game in which placements that clear a line differ in what is still to come.

The games are played by the exact policy, now and then by any placement that keeps the combo. What a placement is worth
is the number of clears to come on average with best play, so that the regret of every other one is exact.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import cast

from ai.practice.making import Stream
from ai.tetris.four_wide.catalogue import PolicyCatalogue
from ai.tetris.four_wide.engine import advice_of
from ai.tetris.four_wide.policy import Policy
from game.advice import Advice, Worth
from game.errors import BadInput
from game.facts import PolicyFacts
from game.practice.problem import Combo, Problem, Source
from game.practice.sameness import identity
from game.tetris.four_wide.model import Model
from game.tetris.four_wide.state import State, move_of

PREVIEWS = 5
LONGEST = 60  # pieces of a game
STRAYING = 0.15  # share of the pieces that are placed anywhere, so that positions differ
LEAST_LOSS = 0.05  # by which the best is better than the next one, as a share
ALIKE = 1e-6  # values that differ by less, as a share, are one: twice what the solver leaves open
LEAST_LINE = (
    3  # pieces for which the combo goes on behind one of the others, so that it takes some looking ahead
)
NEAR = 1e-3  # share of the best by which a cost that is told may be off
LEAST_CLEARS = 3.0  # to come


def problems(seed: int) -> Stream:
    """Positions, one of a game at the most."""
    chance = Random(f"four-wide {seed}")
    while True:
        yield _problem(_position(chance), seed)


def _position(chance: Random) -> State:
    """A position of a game, somewhere on the way."""
    state = State.open({"queue": f"seven_bag:{chance.getrandbits(60)}", "previews": str(PREVIEWS)})
    for _ in range(0 if state.over else chance.randrange(LONGEST)):
        useful = [move_of(drop) for drop in state.useful]
        strays = chance.random() < STRAYING
        move = chance.choice(useful) if strays else _values(state)[0][0]
        after = state.play(move)
        if after.over:
            break
        state = after
    return state


def _problem(state: State, seed: int) -> Problem | None:
    if state.over:
        return None
    values = _values(state)
    useful = {move_of(drop) for drop in state.useful}
    best = values[0][1]
    answers = tuple(move for move, value in values if value >= best * (1 - ALIKE))
    others = [(move, value) for move, value in values if move in useful and move not in answers]
    if best < LEAST_CLEARS or not others or others[0][1] > best * (1 - LEAST_LOSS):
        return None
    lines = {move: _line(state, move) for move in (answers[0], *(move for move, _ in others))}
    if max(len(lines[move]) for move, _ in others) < LEAST_LINE:
        return None
    task, start = Combo(), state.view(0).here()
    return Problem(
        id=identity(State.open(start), task),
        game="four-wide",
        start=start,
        task=task,
        answers=answers,
        theme="combo",
        reason=(PolicyFacts(previews=float(state.model.previews)),),
        lines=lines,
        costs={move: Worth("clears", round(best - value, 3)) for move, value in others},
        worth=Worth("clears", round(best, 3)),
        source=Source(kind="made", seed=seed),
    )


def _values(state: State) -> list[tuple[str, float]]:
    """Every placement with the clears to come, best first."""
    return [(choice.move, choice.worth.value) for choice in _advice(state).choices]


def _advice(state: State) -> Advice:
    return advice_of(state.view(0), _policy(state.model))


def _line(state: State, move: str) -> tuple[str, ...]:
    """Best play with the pieces that are seen, as long as the combo goes on."""
    state, moves = state.play(move), list[str]()
    for _ in range(state.model.previews - 1):
        if state.over:
            break
        moves.append(_values(state)[0][0])
        state = state.play(moves[-1])
    return tuple(moves)


@lru_cache(maxsize=2)
def _policy(model: Model) -> Policy:
    """The policy of a model, which is solved first where it is not there. Raises `BadInput`."""
    policies = PolicyCatalogue()
    policies.make(model)
    policy = policies.nearest(model)
    if policy is None or policy.model != model:
        raise BadInput(f"the game {model.name} cannot be solved here")
    return policy


def prove(problem: Problem) -> str:
    """Return what is wrong with the answers, by the policy; empty if nothing is."""
    state = cast(State, problem.open())
    values = dict(_values(state))
    best = max(values.values())
    right = {move for move, value in values.items() if value >= best * (1 - ALIKE)}
    if right != set(problem.answers):
        return f"the best placements are {', '.join(sorted(right))}"
    wrong = [
        move
        for move, cost in problem.costs.items()
        if abs(best - values[move] - cost.value) > 1e-3 * max(1.0, best)
    ]
    return f"{wrong[0]} costs {best - values[wrong[0]]:.3f} clears" if wrong else ""
