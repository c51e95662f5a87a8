import json
import os
import random
from functools import cache

import numpy as np
import pytest

from ai.tetris.guideline import later_clears
from ai.tetris.guideline.later_clears import (
    LaterSearch,
    Start,
    StateCounts,
    all_fields,
    at_a_time,
    choices,
    clear_of,
    demand_memory,
    solve,
    start_of,
    starts_of,
)
from ai.tetris.guideline.optimum import ArrayFolder
from game import places
from game.errors import BadInput
from game.tetris.guideline import Field
from game.tetris.guideline.openers.position import field_of
from tests.ai.tetris.guideline.test_optimum import STARTS, boxed, hopeful
from tests.ai.tetris.guideline.test_optimum import start_of as drawn

pytestmark = pytest.mark.kernel
SECOND_CLEAR = {  # of 30,240 orders; computed by another program
    "S|SZO": 30_219,
    "Z|LSZ": 30_014,
    "T|IOS": 30_240,
    "S|SZT": 30_240,
    "Z|TSZ": 30_240,
    "O|SZO": 30_240,
    "L|TSZ": 30_240,
    "I|SZO": 30_240,
    "J|OTZ": 30_240,
    "O|IJS": 30_240,
    "L|IOZ": 30_240,
}


# -- starts --


def test_there_are_889_starts_with_as_many_orders_as_the_bags_give() -> None:
    clears = [starts_of(clear) for clear in range(1, 8)]
    assert [len(starts) for starts in clears] == [49, 245, 7, 245, 49, 147, 147]
    assert len({start for starts in clears for start in starts}) == 889
    orders = [{start.orders for start in starts} for starts in clears]
    assert orders == [{604_800}, {30_240}, {1_058_400}, {120_960}, {211_680}, {302_400}, {70_560}]
    assert sum(start.orders for starts in clears for start in starts) == 139_285_440
    assert starts_of(8) == starts_of(1)


@pytest.mark.parametrize("text", ["T|IOS", "I|I", "Z|IOTLJSZ"])
def test_a_start_is_read_as_it_is_written(text: str) -> None:
    assert str(start_of(text)) == text


@pytest.mark.parametrize("text", ["", "T", "T|", "|IOS", "TT|I", "T|II", "X|I", "T|IX"])
def test_what_is_no_start_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="is not a start"):
        start_of(text)


def test_as_many_starts_are_solved_at_a_time_as_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(later_clears, "ALONE", {2: 3_000_000_000, 3: 2_000_000_000, 4: 800_000_000})
    second, third = [start_of("S|SZO")], [start_of("S|IOTLJSZ")]
    monkeypatch.setattr(later_clears, "free_memory", lambda: 7_000_000_000)
    assert [at_a_time(second, most) for most in (1, 8)] == [1, 2]
    assert [at_a_time(third, 8), at_a_time(second + third, 8)] == [3, 2]
    demand_memory(second, 2)
    with pytest.raises(BadInput, match=r"3 later clears at a time need 9\.0 GB .* --jobs 2"):
        demand_memory(second, 3)
    monkeypatch.setattr(later_clears, "free_memory", lambda: 1_000_000_000)
    assert at_a_time(second, 8) == 1
    with pytest.raises(
        BadInput, match=r"needs 3\.0 GB of memory, 1\.0 GB are free: enough for --starts 'clear 4'"
    ):
        demand_memory(second)
    monkeypatch.setattr(later_clears, "free_memory", lambda: 500_000_000)
    with pytest.raises(BadInput, match=r"0\.5 GB are free: the smallest need 0\.8 GB"):
        demand_memory(second)
    demand_memory([])


def test_a_clear_is_known_by_its_starts() -> None:
    assert {clear: {clear_of(start) for start in starts_of(clear)} for clear in range(2, 9)} == {
        clear: {clear} for clear in range(2, 9)
    }
    assert set(later_clears.ALONE) == set(later_clears.TOGETHER) == set(range(2, 9))


@pytest.mark.parametrize(("most", "size"), [(15, 1), (16, 2), (1000, 4)])
def test_counts_read_as_they_were_written_and_small_ones_take_half_a_byte(most: int, size: int) -> None:
    kind = np.uint8 if most < 256 else np.uint16
    counts = np.random.default_rng(3).integers(0, most + 1, (50, 24)).astype(kind)
    state_counts = StateCounts.of(counts, most)
    assert state_counts.rows.nbytes == 50 * 24 * size // 2
    assert (state_counts.counts(slice(None)) == counts).all()
    assert (state_counts.counts(7) == counts[7]).all()


# -- values --


@cache
def orders(field: Field, placed: int, held: int, seen: tuple[int, ...], left: frozenset[int]) -> int:
    """With how many orders of the letters up to the tenth that are not seen best play empties the field.

    `left` are those left of the bag behind the seen ones.
    """
    if placed == 10:
        return 1
    if held > seen[0]:  # either can be placed
        return orders(field, placed, seen[0], (held, *seen[1:]), left)
    hidden = 10 - placed - len(seen)
    best = 0
    for piece, remaining in {(held, seen[0]), (seen[0], held)}:
        for then in hopeful(field, placed, piece):
            if not hidden:
                result = orders(then, placed + 1, remaining, seen[1:], left)
            else:
                result = sum(
                    orders(
                        then,
                        placed + 1,
                        remaining,
                        (*seen[1:], letter),
                        left - {letter} or frozenset(range(7)),
                    )
                    for letter in left
                )
            best = max(best, result)
    return best


@pytest.mark.parametrize(
    ("place", "origin"),
    [(2, "T|SZO"), (2, "O|I"), (2, "L|IOTLJSZ"), (2, "T|TLJSZ"), (3, "T|SZO"), (3, "O|I")],
)
def test_values_are_those_of_plain_recursion(origin: str, place: int) -> None:
    """From a field in the middle of a clear, whatever is held and left of the bag there."""
    cells, unplaced = drawn(STARTS[place])
    level, start = 7 - unplaced.bit_count(), start_of(origin)
    search = LaterSearch([start], boxed(cells), level)
    solution = search.solve()
    if not solution.levels[level].states:
        values = [0]
        size = 0
    else:
        values, size = solution.values[0].tolist(), solution.values.shape[1]
    chance, compared = random.Random(origin + str(place)), []
    for _ in range(12):
        letters, left, number = [], start.left, 0
        for each in choices(start.left)[: 10 - level][:5]:
            could = [letter for letter in range(7) if left >> letter & 1]
            assert len(could) == each
            rank = chance.randrange(each)
            number = number * each + rank
            letters.append(could[rank])
            left = later_clears.after_letter(left, could[rank])
        if level == 5:  # bits of the last two letters
            last = choices(start.left)[3] * choices(start.left)[4]
            value = values[number // last] >> number % last & 1 if size else 0
        else:
            value = values[number] if size else 0
        bag = frozenset(letter for letter in range(7) if left >> letter & 1)
        compared.append(value)
        assert value == orders(field_of(cells), level, start.held, tuple(letters), bag), letters
    assert max(compared) > 0 or not size


@pytest.mark.parametrize("clear", [2, 3, 5])
def test_starts_of_a_clear_are_solved_together_as_each_for_itself(clear: int) -> None:
    cells, unplaced = drawn(STARTS[2])
    box, level, starts = boxed(cells), 7 - unplaced.bit_count(), starts_of(clear)
    solution = LaterSearch(starts, box, level).solve_among(all_fields(ArrayFolder(), cells=box, begin=level))
    alone = [LaterSearch([start], box, level).solve() for start in starts[:: len(starts) // 7]]
    assert any(each.numerator for each in alone)
    for each in alone:
        state = solution.levels[level].state(0, starts.index(each.start))
        values = [] if state is None else solution.values[state].tolist()
        assert values == (each.values[0].tolist() if each.numerator else [])


@pytest.mark.skipif("KIBITZ_LONG" not in os.environ, reason="takes some minutes; KIBITZ_LONG=1 runs it")
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("text", SECOND_CLEAR)
def test_the_second_clear_is_worth_what_another_program_says(text: str) -> None:
    solution = solve(start_of(text))
    assert (solution.numerator, solution.denominator) == (SECOND_CLEAR[text], 30_240)


@pytest.mark.skipif("KIBITZ_LONG" not in os.environ, reason="takes some minutes; KIBITZ_LONG=1 runs it")
@pytest.mark.timeout(3600)
def test_the_first_clear_is_worth_the_same_by_way_of_what_is_held() -> None:
    """Its first letter is held and the other six come: each pair to choose from is met twice."""
    assert sum(solve(Start(held, 127 & ~(1 << held))).numerator for held in range(7)) == 2 * 2_051_229


def test_the_published_values_are_of_all_starts_and_agree_with_the_first_clear() -> None:
    letters = "IOTLJSZ"
    result = json.loads(places.shipped("assets", "clears", "later-clears.json").read_text())
    for clear in range(2, 9):
        names = {
            f"{letters[start.held]}|{''.join(letters[i] for i in range(7) if start.left >> i & 1)}"
            for start in starts_of(clear)
        }
        assert set(result[str(clear)]["starts"]) == names
    starts = result["8"]["starts"]
    first = {name: orders for name, orders in starts.items() if name[0] not in name[2:]}
    assert sum(first.values()) * 2_116_800 == 2_051_229 * len(first) * result["8"]["orders"]
