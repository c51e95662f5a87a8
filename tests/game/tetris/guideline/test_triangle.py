"""Messages of the Triangle adapter: what one side writes the other one reads, and keys lead where they should."""

from dataclasses import replace
from random import Random

import pytest

from game.errors import BadInput
from game.tetris.guideline import PIECES, Field, Placement, Queue, State
from game.tetris.guideline.attack import TETR_IO_2
from game.tetris.guideline.placement import FULL
from game.tetris.guideline.triangle import (
    LEAGUE,
    config_message,
    first_state,
    keys_of,
    letters_of,
    placement_of,
    play_message,
    rules_now,
    rules_of,
    state_message,
    state_of,
)

SLOT = "x..xxxxxxx/x...xxxxxx/xx.xxxxxxx"


def test_rules_come_back_as_they_were_written() -> None:
    rules = rules_of(config_message(State(LEAGUE)))
    assert replace(rules, attack=TETR_IO_2) == LEAGUE
    for chain in range(7):
        for combo in range(6):
            for spin in range(3):
                clears = [
                    table.clear(rows, spin, chain, combo, perfect=perfect)
                    for table in (TETR_IO_2,)
                    for rows in range(1, 4 if spin else 5)
                    for perfect in (False, True)
                ]
                assert [rules.attack.fights(each) for each in clears] == [
                    TETR_IO_2.fights(each) for each in clears
                ]


def test_the_switch_for_charging_is_read_by_both_of_its_names() -> None:
    for name in ("b2bCharging", "b2bCharing"):
        table = rules_of({name: False, "b2bChaining": True}).attack
        assert (table.surge_at, table.chain_growth > 0) == (0, True)


def test_the_multiplier_and_the_cap_are_those_of_play() -> None:
    rules = rules_now(LEAGUE, {"garbageCap": 12, "garbageMultiplier": 1.26})
    assert (rules.garbage.cap, rules.attack.multiplier) == (12, 130)
    assert rules_now(LEAGUE, play_message(State(LEAGUE))) == LEAGUE
    with pytest.raises(BadInput, match="garbageCap"):
        rules_now(LEAGUE, {"garbageCap": -1})


def test_a_state_comes_back_as_it_was_written() -> None:
    rules = {"queue": "list:TIOSZL", "board": SLOT, "hold": "J", "combo": "2", "chain": "1"}
    state = State.open(rules | {"garbage": "1+4+2"})
    state = replace(state, rules=LEAGUE)
    again = state_of(state_message(state), LEAGUE)
    assert (again.field, again.hold, again.combo, again.chain) == (state.field, state.hold, 2, 1)
    assert again.view(0).queue.listed == state.queue.pieces(6)
    assert [batch.rows for batch in again.garbage.batches] == [4, 2]
    assert state_message(State(LEAGUE, queue=Queue.of((2,))))["combo"] == -1


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("shown", [6, 13, 20])
def test_the_current_piece_is_the_one_that_the_first_bag_lacks(seed: int, shown: int) -> None:
    pieces = State.open({"queue": f"tetrio:{seed + 1}"}).queue.pieces(shown + 1)
    state = first_state({"queue": letters_of(pieces[1:])})
    assert state is not None
    assert state.queue.pieces(shown + 1) == pieces
    whole = first_state({"queue": letters_of(pieces[:7])})
    assert whole is not None
    assert whole.queue.pieces(7) == pieces[:7]
    assert first_state({}) is None


@pytest.mark.parametrize("seed", range(12))
def test_keys_lead_to_the_placement_for_which_they_were_sought(seed: int) -> None:
    luck = Random(seed)
    rows = [
        luck.getrandbits(10) & luck.getrandbits(10) | luck.getrandbits(10) for _ in range(luck.randint(2, 9))
    ]
    field = Field.of([row & ~(1 << luck.randrange(10)) for row in rows])
    state = State(LEAGUE, field, Queue.of((luck.randrange(7), luck.randrange(7), 3)), luck.randrange(7))
    reached = 0
    for at in state.placements:
        keys = keys_of(state, at)
        if keys is not None:
            assert placement_of(state, list(keys)).canonical() == at.canonical()
            reached += 1
    assert reached > len(state.placements) / 2


def test_a_spin_is_played_and_a_place_that_a_soft_drop_passes_by_is_not() -> None:
    state = State(LEAGUE, Field.parse(SLOT), Queue.of((PIECES.index("T"), 0, 0)))
    spin = next(at for at in state.placements if at.spin == FULL)
    keys = keys_of(state, spin)
    assert keys is not None
    assert "softDrop" in keys
    roof = State(LEAGUE, Field.parse("..........\nxxxx......\n..........\n.........."), Queue.of((1, 1, 1)))
    under = [at for at in roof.placements if keys_of(roof, at) is None]
    assert all(at.y > 0 for at in under)


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ("hardDrop", "list of keys"),
        ([7], "list of keys"),
        ([], "do not end"),
        (["hold"], "do not end"),
        (["hardDrop", "hold"], "behind the hard drop"),
        (["jump", "hardDrop"], "'jump' is not a key; the keys are moveLeft"),
    ],
)
def test_keys_that_are_none_are_refused(keys: object, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        placement_of(State(LEAGUE), keys)


def test_a_hold_works_once_and_the_piece_starts_anew() -> None:
    state = State(LEAGUE, queue=Queue.of((2, 0, 1)))
    at = placement_of(state, ["moveLeft", "hold", "hold", "dasLeft", "hardDrop"])
    assert at.canonical() == Placement(0, 0, 1, 0).canonical()
