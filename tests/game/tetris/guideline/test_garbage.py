from dataclasses import replace
from itertools import pairwise

import pytest

from game.errors import BadInput
from game.tetris.guideline import Garbage, GarbageRules, State
from game.tetris.guideline.garbage import COLD_CLEAR, Batch


def hole(row: int) -> int:
    assert row.bit_count() == 9
    return (row ^ 1023).bit_length() - 1


def holes(garbage: Garbage, messiness: int, count: int) -> list[int]:
    """The holes of so many rows that come up one by one."""
    rules, results = GarbageRules(messiness=messiness, cap=1), []
    garbage = garbage.received(count)
    for _ in range(count):
        garbage, (row,) = garbage.risen(rules)
        results.append(hole(row))
    assert not garbage.waiting
    return results


def test_the_oldest_attack_is_cancelled_first() -> None:
    garbage = Garbage().received(4).received(2, due=7)
    assert garbage.waiting == 6
    assert garbage.cancelled(0) == (garbage, 0)
    assert garbage.cancelled(3) == (Garbage(batches=(Batch(1), Batch(2, 7))), 0)
    assert garbage.cancelled(5) == (Garbage(batches=(Batch(1, 7),)), 0)
    assert garbage.cancelled(9) == (Garbage(), 3)
    assert garbage.received(0) == garbage


def test_own_attack_cancels_and_the_rest_is_sent() -> None:
    garbage = Garbage().received(4)
    assert garbage.settled(COLD_CLEAR, 4, [6]) == (Garbage(), 2, (), (2,))
    left, sent, up, _ = garbage.settled(COLD_CLEAR, 2, [1])
    assert (left.waiting, sent, up) == (3, 0, ())
    selfish = GarbageRules(cancelling=False)
    assert garbage.settled(selfish, 4, [6]) == (garbage, 6, (), (6,))


def test_garbage_comes_up_with_a_placement_that_clears_nothing() -> None:
    left, sent, up, _ = Garbage().received(4).settled(COLD_CLEAR, 0, [])
    assert (left.waiting, sent, len(up)) == (0, 0, 4)
    always = GarbageRules(blocking=False)
    left, sent, up, _ = Garbage().received(4).settled(always, 2, [1])
    assert (left.waiting, sent, len(up)) == (0, 0, 3)


def test_only_so_many_rows_come_up_at_once() -> None:
    garbage = Garbage().received(8).received(15)
    for rules, rises in (
        (COLD_CLEAR, [10, 10, 3]),
        (GarbageRules(cap=20), [20, 3]),
        (GarbageRules(cap=0), [0]),
    ):
        waiting = garbage
        for rows in rises:
            waiting, up = waiting.risen(rules)
            assert len(up) == rows
        assert waiting.waiting == (0 if rules.cap else 23)


def test_rows_on_their_way_are_not_there_yet() -> None:
    garbage = Garbage().received(2, due=10).received(3, due=12)
    assert garbage.risen(COLD_CLEAR, now=9) == (garbage, ())
    later, up = garbage.risen(COLD_CLEAR, now=11)
    assert (len(up), later.batches) == (2, (Batch(3, 12),))
    assert len(garbage.risen(COLD_CLEAR, now=12)[1]) == 5
    assert garbage.cancelled(4)[0].batches == (Batch(1, 12),)  # but they can be cancelled


def test_a_clean_hole_stays_where_it_was() -> None:
    assert len(set(holes(Garbage(seed=3), 0, 200))) == 1
    assert set(holes(Garbage(seed=3, hole=7), 0, 20)) == {7}
    first = {holes(Garbage(seed=seed), 0, 1)[0] for seed in range(200)}
    assert first == set(range(10))


@pytest.mark.parametrize("messiness", [10, 30, 60, 100])
def test_a_hole_jumps_as_often_as_it_should(messiness: int) -> None:
    results = holes(Garbage(seed=11), messiness, 900)
    jumps = [(after - before) % 10 for before, after in pairwise(results) if after != before]
    expected = 899 * messiness / 100
    assert abs(len(jumps) - expected) <= 5 * (expected * (1 - messiness / 100)) ** 0.5
    assert set(jumps) == set(range(1, 10))


def test_holes_depend_on_the_seed_alone() -> None:
    """Not on how the rows came: in one attack, or one by one."""
    one_by_one = holes(Garbage(seed=5), 50, 12)
    at_once = Garbage(seed=5).received(12).risen(GarbageRules(cap=40, messiness=50))[1]
    assert [hole(row) for row in at_once] == one_by_one
    assert holes(Garbage(seed=6), 50, 12) != one_by_one


def test_a_player_sees_how_much_waits_and_no_hole() -> None:
    one, other = (Garbage(seed, number, 4).received(3) for seed, number in ((5, 9), (6, 2)))
    assert one.view() == other.view() == Garbage.parse("?/4+3")
    assert [hole(row) for row in one.view().risen(GarbageRules(messiness=100))[1]] == [4, 4, 4]


@pytest.mark.parametrize("text", ["1", "7@12/3+4+2.600", "?", "?/0+1", "18446744073709551615+40"])
def test_garbage_is_read_as_it_is_written(text: str) -> None:
    assert str(Garbage.parse(text)) == text
    assert Garbage.parse(text) == Garbage.parse(f" {text} ")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is not garbage; write SEED"),
        ("1/10", "is not garbage"),
        ("1+", "is not garbage"),
        ("1+-4", "is not garbage"),
        ("?@4", "is not garbage"),
        ("18446744073709551616", "is too large"),
        ("1+900+200", "1,100 waiting rows are too many"),
        ("1" + "+1" * 201, "201 waiting rows are too many"),
    ],
)
def test_what_is_no_garbage(text: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        Garbage.parse(text)


def test_rules_that_are_not_possible() -> None:
    with pytest.raises(BadInput, match="a cap of 41 rows"):
        GarbageRules(cap=41)
    with pytest.raises(BadInput, match="a messiness of 101"):
        GarbageRules(messiness=101)


def test_in_the_opener_attack_cancels_twice_for_whoever_is_behind() -> None:
    rules = GarbageRules(opener=2)
    waiting = Garbage().received(9)
    first = waiting.settled(rules, 2, [4])
    assert (first.garbage.waiting, first.sent) == (1, 0)
    assert str(first.garbage) == "1+1!1"
    second = first.garbage.settled(rules, 2, [4])
    assert (second.garbage.waiting, second.sent) == (0, 3)  # what cancels again is never sent
    third = second.garbage.received(9).settled(rules, 2, [4])
    assert third.garbage.waiting == 5  # the opener is over
    ahead = replace(waiting, opener=2, sent=10)
    assert ahead.settled(rules, 2, [4]).garbage.waiting == 5  # more were sent than wait


def test_the_opener_goes_on_in_a_game_that_is_opened_in_its_middle() -> None:
    state = State.open({"queue": "seven_bag:1", "opener": "3", "garbage": "5+2"})
    assert state.setup["opener"] == "3"
    assert "!" not in state.setup["garbage"]
    for left in (2, 1, 0, 0):
        state = state.play(state.legal_moves()[0])
        here = State.open(state.here())
        assert here.garbage == state.garbage
        assert here.garbage.pieces_of_opener(here.rules.garbage) == left


def test_rows_of_one_attack_have_one_hole_where_only_attacks_change_it() -> None:
    rules = GarbageRules(cap=40, messiness=0, change=100)
    garbage = Garbage(seed=3)
    for rows in (4, 3, 5):
        garbage = garbage.received(rows)
    up = garbage.risen(rules)[1]
    assert len({*up[:4]}) == len({*up[4:7]}) == len({*up[7:]}) == 1
    assert garbage.risen(rules) == Garbage.parse(str(garbage)).risen(rules)
    with pytest.raises(BadInput):
        GarbageRules(change=101)
    with pytest.raises(BadInput):
        GarbageRules(opener=-1)
