from collections import Counter
from functools import reduce
from itertools import permutations

import pytest

from ai.tetris.guideline import perfect_clear
from ai.tetris.guideline.first_clears import FirstClears, box_of
from ai.tetris.guideline.optimum import Search
from ai.tetris.guideline.perfect_clear import first_perfect_clear
from game.tetris.guideline import Field
from game.tetris.guideline.pieces import pieces_of

pytestmark = pytest.mark.kernel

FIELD = Field.parse("XX......../XX......../XXXX....../XXXXXXXX..")  # four pieces of the first bag
LEFT = "TLJ"


@pytest.fixture(scope="module")
def graph() -> FirstClears:
    left = sum(1 << piece for piece in pieces_of(LEFT))
    return FirstClears.behind(Search(box_of(FIELD), left))


def test_the_graph_has_the_ways_that_a_search_finds(graph: FirstClears) -> None:
    for order in permutations(LEFT):
        letters = pieces_of("".join(order) + "SOTI")
        start = graph.start(FIELD, letters)
        assert start is not None
        assert start.level == 4
        supplies = [Counter(letters[: placed + 2]) for placed in range(6)]
        searched = perfect_clear.search(FIELD, 4, supplies)
        known = perfect_clear.Search(FIELD, 4, supplies, graph=(graph, start))
        assert [*known.slices()]
        assert known.ways.begins.tolist() == searched.begins.tolist()
        assert sorted(known.ways.edges[:, 1].tolist()) == sorted(searched.edges[:, 1].tolist())
        way = graph.way(start, letters)
        assert (way is not None) == bool(searched)
        assert way is None or not reduce(lambda field, at: field.place(*at[:4])[0], way, FIELD).cells


def test_a_bag_in_a_known_order_is_counted_with_what_can_be_kept(graph: FirstClears) -> None:
    start = graph.start(FIELD, pieces_of(LEFT))
    assert start is not None
    known = graph.of_bag(start, pieces_of(LEFT))
    solved, kept = 0, Counter[int]()
    for behind in permutations(range(7), 4):
        letters = [*pieces_of(LEFT), *behind]
        ways = perfect_clear.search(FIELD, 4, [Counter(letters[: placed + 2]) for placed in range(6)])
        solved += bool(ways)
        if ways:
            orders = perfect_clear.beginnings_of(ways)
            ends = [order for order in orders if order >> 18 == 1]
            used = {tuple(sorted(order >> 3 * digit & 7 for digit in range(6))) for order in ends}
            kept.update({next((Counter(letters) - Counter(one)).elements()) for one in used})
    assert (known.orders, known.solved) == (840, solved)
    assert 0 < solved < 840
    assert known.kept == tuple(kept[piece] for piece in range(7))


def test_one_way_is_found_for_ten_pieces_that_no_bag_deals() -> None:
    way = first_perfect_clear(Field.empty(), pieces_of("TTIILLJJOO"), rows=4)
    assert way is not None
    field = Field.empty()
    for at in way:
        assert at[:4] in {each[:4] for each in perfect_clear.placements(field, at.piece)}
        field = field.place(*at[:4])[0]
    assert not field.cells
    assert first_perfect_clear(Field.empty(), pieces_of("SSSSSSSSSS"), rows=4) is None
