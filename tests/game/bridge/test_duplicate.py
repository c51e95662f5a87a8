import random

import pytest

from game.bridge import Deal, State, duplicate
from game.errors import BadInput
from tests.game.bridge.matches import by_chance


def played(deals: int, seed: int, **chosen: str) -> State:
    dice, state = random.Random(seed), State.open(duplicate.rules(chosen, seed, deals))
    while not state.over:
        state = state.play(by_chance(state, dice))
    return state


@pytest.mark.parametrize("deals", range(1, 8))
@pytest.mark.parametrize("dealer", ["north", "south"])
def test_in_the_second_half_each_sits_and_deals_as_the_other_did(deals: int, dealer: str) -> None:
    start = State.open(duplicate.rules({"dealer": dealer}, 5, deals))
    listed = start.deals.listed
    assert listed[:deals] == tuple(Deal.random(5, number) for number in range(deals))
    for pair in duplicate.pairs(start):
        once, again = listed[pair.deal - 1], listed[pair.again - 1]
        assert (again.hands, again.stock) == ((once.hands[1], once.hands[0]), once.stock)
        assert (pair.deal - pair.again) % 2 == 1, "the other one deals"
    assert sorted(pair.again for pair in duplicate.pairs(start)) == list(range(deals + 1, 2 * deals + 1))


@pytest.mark.parametrize("seed", range(4))
def test_the_gains_of_both_sides_cancel_and_make_the_difference_of_the_match(seed: int) -> None:
    state = played(3, seed)
    pairs = duplicate.pairs(state)
    assert all(pair.settled for pair in pairs)
    assert [pair.gain(0) for pair in pairs] == [-pair.gain(1) for pair in pairs]
    assert sum(pair.gain(0) for pair in pairs) == state.points[0] - state.points[1]
    assert [pair.first for pair in pairs] == list(state.results[:3])


def test_what_was_not_played_has_no_result() -> None:
    state = State.open(duplicate.rules({}, 1, 2)).play("pass").play("pass")
    first, second = duplicate.pairs(state)
    assert first.first is not None
    assert not first.settled
    assert (second.first, second.second) == (None, None)


def test_equal_play_from_both_sides_gains_nothing() -> None:
    """Two players who do the same with the same cards."""
    state = State.open(duplicate.rules({"auction": "off"}, 9, 4))
    while not state.over:
        state = state.play(state.legal_moves()[-1])
    assert [pair.gain(1) for pair in duplicate.pairs(state)] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"deals": "random:7"},
        {"deals": f"list:{Deal.random(1)}"},
        {"deals": f"list:{Deal.random(1)}/{Deal.random(2)}"},
        {"deals": f"list:{Deal.random(1)}/{duplicate.exchanged(Deal.random(1))}+random:5"},
    ],
)
def test_another_match_is_no_duplicate(rules: dict[str, str]) -> None:
    assert duplicate.pairs(State.open(rules)) == ()


def test_a_duplicate_match_is_opened_again_by_its_rules() -> None:
    start = State.open(duplicate.rules({"doubles": "on"}, 3, 50))
    assert len(start.setup["deals"]) < 12_000
    assert duplicate.pairs(State.open(start.setup)) == duplicate.pairs(start)
    for deals in (0, 51):
        with pytest.raises(BadInput, match="is not possible; it has 1 to 50"):
            duplicate.rules({}, 3, deals)
