from collections.abc import Iterator
from random import Random

import pytest

from ai.engine import Limit
from ai.zuniq import engine
from ai.zuniq.engine import Kibitz, Resistance
from ai.zuniq.mcts.search import SearchSettings
from ai.zuniq.solver import Solver
from game.advice import Worth
from game.zuniq import Grid, State
from tests.ai.zuniq.boards import random_state

SMALL = SearchSettings(edges=400_000, nodes=20_000, solver_bits=16)
SOLVER = Solver(Grid(), 18)


def lost_states(count: int) -> Iterator[State]:
    chance = Random(21)
    while count:
        state = random_state(Grid(), chance.choice((31, 32, 33)), chance)
        if state.winner is None and not SOLVER.wins(state):
            count -= 1
            yield state


def wrong_answers(state: State, wall: int) -> float:
    after = state.draw(wall)
    return sum(SOLVER.wins(after.draw(answer)) for answer in after.legal) / len(after.legal)


def test_the_hardest_move_leaves_the_largest_share_of_wrong_answers() -> None:
    spread = 0.0
    for state in lost_states(8):
        weighed = Resistance(state, SOLVER, state.legal)
        while not weighed.run(1):
            pass
        shares = {wall: wrong_answers(state, wall) for wall in state.legal}
        hardest = max(shares.values())
        assert weighed.hardest == next(wall for wall in state.legal if shares[wall] == hardest)
        spread += hardest - min(shares.values())
    assert spread > 1.0


def test_the_engine_plays_it_and_still_says_that_all_is_lost() -> None:
    for state in lost_states(6):
        *_, advice = Kibitz(settings=SMALL, seed=1).think(state, Limit(iterations=200_000))
        best = advice.choices[0]
        assert {choice.proof for choice in advice.choices} == {"loss"}
        assert best.worth == advice.worth == Worth("win", 0.0)
        hardest = max(wrong_answers(state, wall) for wall in state.legal)
        assert wrong_answers(state, state.grid.names.index(best.move)) == hardest


def test_weighing_ends_when_the_positions_it_may_look_at_are_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "MOST_NODES", 1)
    state = next(lost_states(1))
    weighed = Resistance(state, Solver(Grid(), 18), state.legal)
    assert weighed.run(1_000)
    assert weighed.nodes < 2 * engine.SLICE
