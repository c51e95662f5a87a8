import random

import numpy as np
import pytest

from ai.book.build import MORE, build, plain_source_of, source_of
from ai.book.building.steps import Movement
from ai.book.file import path_of
from ai.book.finding.fillings import Filled, fillings, pictures, position_after, supply_of, text_of
from ai.book.finding.improving import improved
from ai.book.finding.setups import (
    Tree,
    buildable,
    building,
    mirrored_orders,
    orders,
    setups,
    tree_of,
)
from game.errors import BadInput
from game.tetris.guideline import Field
from game.tetris.guideline.openers.position import (
    FULL_BAG,
    NO_EXTRA,
    START,
    Position,
    bit,
    cells_of,
    cleared,
    full_rows,
    mirrored_bag,
    with_rows,
    without_rows,
)
from game.tetris.guideline.openers.source import parse, read


def placed(text: str) -> tuple[Filled, ...]:
    """A set of pieces as a source has it."""
    line = parse(f"name: a\nstage: b\nbag: all\nplace: {text}\n", "test").stages[0].lines[0]
    return tuple((one.piece, one.cells) for one in line.pieces)


OPENER = placed("Ie92 On01 Te31 Ln10 Js13 Sn50 Zn42")


def test_two_rows_are_filled_in_28_ways_by_two_pieces_of_each_kind_at_most() -> None:
    rows = sum(bit(x, y) for x in range(10) for y in range(2))
    every = list(fillings(rows, (2,) * 7))
    assert len(every) == 28
    assert all(sum(cells for _, cells in each) == rows for each in every)


def test_a_carried_piece_can_be_used_twice() -> None:
    position = Position(0, FULL_BAG & ~1, 2)
    assert supply_of(position) == (0, 1, 2, 1, 1, 1, 1)
    assert position_after(START, OPENER[:6]) == Position(
        sum(at for _, at in OPENER[:6]), FULL_BAG, OPENER[6][0]
    )


def can_build(order: tuple[int, ...], cells: dict[int, int], movement: Movement) -> bool:
    """Return True if this order lets the pieces be placed one after the other, with hold, on the empty board."""
    waiting = {(0, order[0], (*order[1:], NO_EXTRA))}  # filled; held; still to come
    for _ in cells:
        after = set()
        for filled, held, (following, *rest) in waiting:
            for piece, left in ((held, following), (following, held)):
                if piece in cells and cells[piece] in movement.reached(filled, piece):
                    after.add((filled | cells[piece], left, tuple(rest)))
        waiting = after
    return bool(waiting)


def test_an_order_builds_a_set_or_does_not() -> None:
    movement, chance = Movement(), random.Random(3)
    for filled in (OPENER, OPENER[:4], placed("On80 Ie02 Le12")):
        result = buildable(0, FULL_BAG, filled, movement)
        for number in chance.sample(range(len(result)), 60):
            assert result[number] == can_build(orders(FULL_BAG)[number], dict(filled), movement)


def ways_forward(
    start: int, letters: tuple[int, ...], movement: Movement
) -> dict[int, set[frozenset[Filled]]]:
    """By the field that comes of it: every set of placements of all these letters, by play in every order."""
    results: dict[int, set[frozenset[Filled]]] = {}
    waiting = [(start, letters, frozenset[Filled]())]  # cleared rows stay where they were
    while waiting:
        standing, left, way = waiting.pop()
        if not left:
            results.setdefault(cleared(standing), set()).add(way)
        gone = full_rows(standing)
        for piece in left:
            for at in movement.reached(without_rows(standing, gone), piece):
                raised = with_rows(at, gone)
                if raised is not None:
                    rest = tuple(each for each in left if each != piece)
                    waiting.append((standing | raised, rest, way | {(piece, raised)}))
    return results


def test_every_way_to_build_a_field_is_found_rows_cleared_on_the_way_too() -> None:
    movement = Movement()
    start = cells_of(Field.parse("XXXX....../XXXXXXX..X/XXXXXXXX.."))
    letters = (0, 1, 2)  # I, O, T: any order can come
    bag = sum(1 << piece for piece in letters)
    forward = ways_forward(start, letters, movement)
    clearing = [goal for goal in forward if goal.bit_count() < start.bit_count() + 12]
    assert len(clearing) > 50
    for goal in random.Random(5).sample(clearing, 40):
        ways = {
            frozenset(filled)
            for cells, gone in pictures(start, goal, (1, 1, 1, 0, 0, 0, 0))
            for filled in fillings(cells & ~start, (1, 1, 1, 0, 0, 0, 0), gone)
            if len(filled) == len(letters) and building(start, bag, filled, movement).steps
        }
        assert ways == forward[goal]


def test_orders_of_a_bag_have_mirror_images() -> None:
    bag = 0b1011001
    there, back = mirrored_orders(bag), mirrored_orders(mirrored_bag(bag))
    assert (back[there] == np.arange(len(orders(bag)))).all()


# -- other ways --


def test_hachispin_gains_a_tenth_by_a_piece_that_need_not_be_held() -> None:
    source = plain_source_of("hachispin-dpc", own=True)
    result = improved(source, 0.01)
    assert result.before == pytest.approx(0.5486777, abs=1e-6)
    assert result.after == pytest.approx(0.6521164, abs=1e-6)
    assert result.before < result.after <= result.most + 1e-12
    assert read(MORE / "hachispin-dpc.txt").stages == result.stages


def test_what_is_found_is_written_as_it_is_read() -> None:
    for name in ("new-dt", "okey-dpc"):
        text = (MORE / f"{name}.txt").read_text(encoding="utf-8")
        about = [line[2:] for line in text.splitlines() if line.startswith("# ")]
        assert text_of(name, about, read(MORE / f"{name}.txt").stages) == text


def test_a_shipped_book_is_its_list_with_what_was_found_to_the_byte() -> None:
    built = build(source_of("new-dt"))
    assert built.content == path_of("new-dt").read_bytes()
    assert built.solution.mean() > 0.685


# -- setups --


@pytest.fixture(scope="module")
def tree() -> Tree:
    start = START
    for one in OPENER[1:4]:
        start = start.after(*one)
    *_, (_, _, result) = tree_of(start, 4)
    return result


def test_a_setup_is_worth_no_more_than_what_it_is_a_part_of(tree: Tree) -> None:
    every = [one for *_, one in setups(tree, 1, 40)]
    whole = tree.nodes[tree.start].worth
    assert len(every) > 20
    for one in every:
        assert one.worth.mean() <= whole.mean() + 1e-6
        assert tree.left(one.position) & ~tree.start.bag == 0


def test_a_start_that_no_pieces_can_empty_is_refused() -> None:
    odd = cells_of(Field.parse("XX........"))
    assert odd is not None
    with pytest.raises(BadInput, match="multiple of four"):
        list(tree_of(Position(odd, FULL_BAG, NO_EXTRA), 4))
