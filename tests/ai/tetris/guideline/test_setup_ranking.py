"""Ranked setups: those that are shipped against slow ways to their figures, part of the search against recursion."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import permutations
from random import Random

import numpy as np
import pytest

from ai.tetris.guideline.later_clears import Start
from ai.tetris.guideline.pattern_clears import PatternClears
from ai.tetris.guideline.setup_building import buildable
from ai.tetris.guideline.setup_ranking import SetupSearch, listed
from ai.tetris.guideline.setups import Supply, setups
from game.errors import BadInput
from game.tetris.guideline import PIECES, Field
from game.tetris.guideline.loop_values import loop_values
from game.tetris.guideline.openers.position import field_of
from game.tetris.guideline.patterns import Pattern
from game.tetris.guideline.pieces import pieces_of
from game.tetris.guideline.ranked_setups import FIRST, Setup, ranked_setups
from game.tetris.guideline.target import read_target
from tests.ai.tetris.guideline.test_optimum import after, boxed, rows_of, start_of

pytestmark = pytest.mark.kernel


def some(start: str, count: int) -> list[Setup]:
    """Setups that are shipped, drawn by chance."""
    return Random(7).sample(ranked_setups().of(start), count)


@pytest.mark.parametrize("setup", some(FIRST, 6), ids=lambda each: each.pieces)
def test_a_shipped_setup_has_the_chance_saves_and_worth_that_patterns_find(setup: Setup) -> None:
    left = [piece for piece in PIECES if piece not in setup.pieces]
    clears = PatternClears(setup.field, Pattern.parse(",".join([*left, "*p4"])), rows=4 - setup.cleared)
    assert setup.solved == (int(clears.solved.sum()), 840)
    saves = {letter: round(count / 840, 4) for letter, count in clears.saves.items() if count}
    assert setup.saves == pytest.approx(saves, abs=1e-4)
    assert setup.clears == pytest.approx(clears.weighed(loop_values(), 1).clears, abs=6e-4)


def building(setup: Setup, supply: Supply) -> np.ndarray:
    """The queues of a supply with which the pictures of a setup's field can be built from its pieces."""
    rows = setup.board.translate(str.maketrans(PIECES, "*" * len(PIECES))).replace(".", "_")
    built = np.zeros(len(supply.queues), np.bool_)
    for each in setups(read_target(rows), supply, "srs", setup.among.pieces):
        if each is not None and sorted(PIECES[piece] for piece in each.pieces) == sorted(setup.pieces):
            built |= each.covered
    return built


@pytest.mark.parametrize(
    "setup", [each for each in some(FIRST, 40) if not each.cleared][:4], ids=lambda each: each.pieces
)
def test_a_shipped_setup_is_built_by_as_many_queues_as_its_pictures_cover(setup: Setup) -> None:
    built = building(setup, Supply(Pattern.parse("*p7"), None, holding=True, combination=False))
    assert (setup.row.built, setup.among.dealt) == (int(built.sum()), len(built))


def test_a_setup_of_the_second_clear_leads_on_as_its_queues_say() -> None:
    """The piece held once it is built differs from queue to queue, so each such case is asked for itself."""
    start = next(each for each in ranked_setups().starts if each != FIRST)
    setup = next(each for each in some(start, 60) if each.among.pieces == 6 and not each.cleared)
    held, _, left = start.partition("|")
    supply = Supply(Pattern.parse(f"[{left}]!,*p3"), PIECES.index(held), holding=True, combination=False)
    built = building(setup, supply)
    cases = Counter[tuple[str, str]]()
    for queue in supply.queues[built].tolist():
        came = [PIECES[piece] for piece in queue]
        (rest,) = (Counter([held, *came]) - Counter(setup.pieces)).elements()
        cases[rest, "".join(sorted({*PIECES} - {*came[3:]}))] += 1
    cleared = 0
    for (rest, behind), count in cases.items():
        pattern = Pattern.parse(f"[{behind}]!")
        clears = PatternClears(setup.field, pattern, hold=PIECES.index(rest), rows=4)
        cleared += count * int(clears.solved.sum())
    assert (setup.row.built, setup.row.cleared) == (int(built.sum()), cleared)


PLACED, LEFT = 3, 0b1111  # letters left of the bag, one of which is held
CELLS, BAG = start_of("Ie02 On11 Ln20")


def test_setups_behind_a_field_are_built_as_recursion_finds() -> None:
    letters = [piece for piece in range(7) if BAG >> piece & 1]
    held, *rest = letters
    start = Start(held, sum(1 << piece for piece in rest))
    search = SetupSearch([start], loop_values(), cells=boxed(CELLS), first=PLACED)
    *_, five = search.setups()
    orders = defaultdict[tuple[Field, tuple[int, ...]], set[tuple[int, ...]]](set)
    for came in permutations(rest, 2):
        for field, placed in built_of(field_of(CELLS), PLACED, held, came):
            orders[field, placed].add(came)
    fields = {boxed_field(field): field for field, _ in orders}
    assert len(five.fields)
    for number, cells in enumerate(five.fields.tolist()):
        placed = tuple(piece for piece in range(7) if int(five.placed[number]) >> 2 * piece & 1)
        assert five.built[number] == len(orders[fields[cells], placed])
    assert five.dealt == len({*permutations(rest, 2)})
    way = search.way_to(5, int(five.states[0]))
    field = field_of(CELLS)
    for at in way:
        field = field.place(*at[:4])[0]
    assert boxed_field(field) == five.fields[0]
    best = listed(search, five, 3)
    assert max(row.cleared for row in best.setups) == five.cleared.max()


def built_of(
    field: Field, placed: int, held: int, came: Sequence[int], pieces: tuple[int, ...] = ()
) -> Iterator[tuple[Field, tuple[int, ...]]]:
    """Every field that pieces in this order make, with the pieces in it."""
    if not came:
        yield field, tuple(sorted(pieces))
        return
    for piece, then in {(held, came[0]), (came[0], held)}:
        for each in after(field, piece, rows_of(field, placed)):
            yield from built_of(each, placed + 1, then, came[1:], (*pieces, piece))


def boxed_field(field: Field) -> int:
    return sum((field.rows[y] >> x & 1) << 4 * x + 3 - y for x in range(10) for y in range(4))


def test_a_queue_builds_a_setup_or_it_does_not() -> None:
    setup = next(each for each in some(FIRST, 60) if each.among.pieces == 6 and not each.cleared)
    supply = Supply(Pattern.parse("*p7"), None, holding=True, combination=False)
    built = building(setup, supply)
    for wanted in (True, False):
        queue = supply.queues[built == wanted][0].tolist()
        assert buildable(FIRST, queue, [setup.row.way]) == [0][: int(wanted)]


@pytest.mark.parametrize(
    ("start", "queue", "words"),
    [
        (FIRST, "TIOS", "too short"),
        (FIRST, "TTIOSZL", "each piece once"),
        ("I|OSZ", "TOSZIL", "T cannot come as piece 1"),
        ("I|OSZ", "OSZI", "too short"),
    ],
)
def test_a_queue_that_bags_do_not_deal_is_refused(start: str, queue: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        buildable(start, pieces_of(queue), [])
