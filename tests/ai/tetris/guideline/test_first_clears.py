from collections import Counter
from functools import reduce
from itertools import permutations

import numpy as np
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
    orders = np.array([*permutations(range(7), 4)], np.int8)
    savable = graph.savable(start, pieces_of(LEFT), orders)
    for number in range(0, len(orders), 7):
        queue = np.array([[*pieces_of(LEFT), *orders[number]]], np.int8)
        supplies = [Counter(queue[0, : placed + 2].tolist()) for placed in range(6)]
        known = perfect_clear.covered(perfect_clear.search(FIELD, 4, supplies), queue)
        assert savable[number] == known.savable[0]
    assert 0 < np.count_nonzero(savable) < 840


def test_one_way_is_found_for_ten_pieces_that_no_bag_deals() -> None:
    way = first_perfect_clear(Field.empty(), pieces_of("TTIILLJJOO"), rows=4)
    assert way is not None
    field = Field.empty()
    for at in way:
        assert at[:4] in {each[:4] for each in perfect_clear.placements(field, at.piece)}
        field = field.place(*at[:4])[0]
    assert not field.cells
    assert first_perfect_clear(Field.empty(), pieces_of("SSSSSSSSSS"), rows=4) is None
