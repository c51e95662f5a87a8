"""Clears in a row: a clear by what its end is worth, against plain recursion, and against the clear for itself."""

import math
from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest

from ai.tetris.guideline import loop_solver
from ai.tetris.guideline.later_clears import LaterSearch, Start, after_letter, all_fields, start_of, starts_of
from ai.tetris.guideline.loop_solver import (
    Counted,
    LoopClear,
    LoopSearch,
    Worth,
    letters_allowed,
    starts_with,
    ways_of,
)
from ai.tetris.guideline.optimum import ArrayFolder
from bench.loop_play import LoopPlayer
from game.tetris.guideline import Field
from game.tetris.guideline.loop_values import loop_values
from game.tetris.guideline.openers.position import field_of
from tests.ai.tetris.guideline.test_optimum import STARTS, boxed, hopeful
from tests.ai.tetris.guideline.test_optimum import start_of as drawn

pytestmark = pytest.mark.kernel
FOLLOW = np.random.default_rng(1).uniform(10, 12, (128, 7))  # clears that follow on each end
PLACED, FIELD = 4, drawn(STARTS[3])[0]


def clear_from(
    starts: list[Start],
    follow: np.ndarray = FOLLOW,
    cells: int = FIELD,
    placed: int = PLACED,
    allowed: Sequence[int] = (127,) * 10,
    behind: int = 5,
) -> LoopClear:
    every = all_fields(ArrayFolder(), cells=boxed(cells), begin=placed)
    return LoopClear(every, ways_of(every), starts, Worth.of(follow), allowed, placed, behind=behind)


def counted(clear: LoopClear) -> Counted:
    """Play from all starts."""
    orders = math.prod(clear.choices)
    result = Counted(np.zeros((len(clear.starts), 128, 7), np.int64), orders, np.zeros((0, 0), np.int16))
    for number in range(len(clear.starts)):
        clear.count(number, result.counts[number], np.zeros(orders, np.int16))
    return result


@cache
def best(field: Field, placed: int, held: int, seen: tuple[int, ...], left: int) -> float:
    """The clears in a row with best play, by the slow rules; `left` of the bag behind the seen letters."""
    if placed == 10:
        return 1 + float(FOLLOW[left, held])
    result = 0.0
    for piece, remaining in {(held, seen[0]), (seen[0], held)}:
        for then in hopeful(field, placed, piece):
            if placed + len(seen) == 10:
                result = max(result, either(then, placed + 1, remaining, seen[1:], left))
                continue
            could = [letter for letter in range(7) if left >> letter & 1]
            values = [
                either(then, placed + 1, remaining, (*seen[1:], letter), after_letter(left, letter))
                for letter in could
            ]
            result = max(result, sum(values) / len(values))
    return result


def either(field: Field, placed: int, held: int, seen: tuple[int, ...], left: int) -> float:
    """Return `best`; which of the two letters that can be placed is the held one makes no difference."""
    if seen and seen[0] < held:
        held, seen = seen[0], (held, *seen[1:])
    return best(field, placed, held, seen, left)


def every_order(left: int, letters: int) -> list[tuple[tuple[int, ...], int]]:
    """All orders of so many letters, with what is left of the bag then."""
    orders: list[tuple[tuple[int, ...], int]] = [((), left)]
    for _ in range(letters):
        orders = [
            ((*seen, letter), after_letter(rest, letter))
            for seen, rest in orders
            for letter in range(7)
            if rest >> letter & 1
        ]
    return orders


@pytest.mark.parametrize(("origin", "behind"), [("T|SZO", 5), ("T|OLSZ", 4)])
def test_a_clear_is_worth_what_plain_recursion_says(origin: str, behind: int) -> None:
    """Six pieces are seen, or five: then no level before the sixth has codes."""
    start = start_of(origin)
    result = counted(clear_from([start], behind=behind))
    value = float((result.counts[0] * (1 + FOLLOW)).sum()) / result.orders
    expected = [
        either(field_of(FIELD), PLACED, start.held, seen, left)
        for seen, left in every_order(start.left, behind)
    ]
    assert len(expected) > 20
    assert value == pytest.approx(
        sum(expected) / len(expected), abs=1e-4
    )  # choices by 16 bits may differ by less


@pytest.mark.parametrize("clear", range(2, 9))
def test_where_all_ends_are_alike_as_many_orders_are_cleared_as_by_the_clear_for_itself(clear: int) -> None:
    starts = starts_of(clear)[::9]
    result = counted(clear_from(starts, 0 * FOLLOW))
    alone = LaterSearch(starts, boxed(FIELD), PLACED).solve()
    states = [alone.levels[PLACED].state(0, number) for number in range(len(starts))]
    expected = [0 if state is None else int(alone.values[state].sum(dtype=np.int64)) for state in states]
    assert result.counts.sum((1, 2)).tolist() == expected
    assert any(expected)


def test_many_states_are_worked_on_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    starts = starts_of(4)[::9]
    whole = counted(clear_from(starts))
    monkeypatch.setattr("ai.tetris.guideline.loop_solver.SLICE_OF_STATES", 50)
    assert (counted(clear_from(starts)).counts == whole.counts).all()


@pytest.mark.parametrize(
    ("clear", "place", "groups"), [(3, 1, (1, 2, 4, 8, 16, 32, 64)), (5, 2, (15, 112)), (4, 1, ())]
)
def test_in_parts_it_comes_to_the_same(clear: int, place: int, groups: Sequence[int]) -> None:
    """By a letter inside the bag of the start one letter a part, by the first of a new bag several."""
    starts = starts_of(clear)[::9]
    whole, total = counted(clear_from(starts)), 0 * FOLLOW.astype(np.int64)[None].repeat(len(starts), 0)
    size = starts[0].left.bit_count()
    for letters in groups or [1 << letter for letter in range(7)]:
        numbers = [n for n, each in enumerate(starts) if place > size or each.left & letters]
        if numbers:
            allowed = letters_allowed(size, place, letters)
            part = counted(clear_from([starts[number] for number in numbers], allowed=allowed))
            total[numbers] += part.counts
    assert (total == whole.counts).all()
    assert total.any()


@pytest.mark.parametrize("behind", [5, 4])
def test_play_under_the_rules_of_the_game_comes_to_the_same_ends(behind: int) -> None:
    clear = clear_from(starts_of(2)[::30], behind=behind)
    board, outcomes = field_of(FIELD), set()
    for number, start in enumerate(clear.starts):
        counts, ends = np.zeros((128, 7), np.int64), np.zeros(1260, np.int16)
        clear.count(number, counts, ends)
        for order, (letters, left) in enumerate(every_order(start.left, 6)):
            if order % 40 == 0:
                held = LoopPlayer(clear, board).play(number, letters)
                assert int(ends[order]) == (0 if held < 0 else 7 * left + held)
                outcomes.add(held)
    assert len(outcomes) > 2


def test_a_clear_is_not_played_again_for_ends_of_the_same_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play that comes to the shipped values, whatever it is asked for, is the fixed point."""
    shipped, played = loop_values(), []
    orders = dict(zip(loop_solver.SIZES, shipped.clears, strict=True))

    def counted(search: LoopSearch, *_: object) -> Counted:
        played.append(search.size)
        counts = np.zeros((len(search.starts), 128, 7), np.int64)
        for row, ends in enumerate(orders[search.size].ends):
            then = starts_with(loop_solver.next_size(search.size))
            for (held, left), number in zip(then, ends, strict=True):
                counts[row, left, held] = number
        return Counted(counts, search.starts[0].orders, np.zeros((len(search.starts), 0), np.int16))

    monkeypatch.setattr(LoopSearch, "counted", counted)
    monkeypatch.setattr(loop_solver, "ways_of", lambda _: np.zeros(0, np.int64))
    monkeypatch.setattr(loop_solver, "narrowed", lambda every, _: every)
    every = all_fields(ArrayFolder(), cells=boxed(FIELD), begin=PLACED)
    *_, last = loop_solver.steps(every, ArrayFolder())
    assert loop_solver.cycles_of(last.known)[0].values == pytest.approx(shipped.clears[0].values, abs=1e-9)
    assert len(played) == 7 + 7 + 5, "two go among all fields from the second round on"
