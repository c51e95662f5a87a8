import pytest

from ai import registry
from ai.engine import Limit
from game.facts import PathFacts
from game.tetris.guideline import Placement, State, path

pytestmark = pytest.mark.kernel


def test_the_last_word_holds_a_shortest_way_to_the_best_choice() -> None:
    engine = registry.create("greedy", game="tetris", way=True)
    state = State.open({"queue": "seven_bag:5"})
    for _piece in range(12):
        *_, last = engine.think(state.view(0), Limit())
        at = Placement.parse(last.choices[0].move)
        shortest = path(state.field, at)
        assert shortest is not None
        assert len(last.read(PathFacts).way) == len(shortest)
        state = state.put(at)


def test_nobody_who_does_not_ask_is_told() -> None:
    engine = registry.create("greedy", game="tetris")
    *_, last = engine.think(State.open({}).view(0), Limit())
    assert not last.read(PathFacts).way
