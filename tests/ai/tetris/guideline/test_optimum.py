import random
from functools import cache
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from ai.tetris.guideline import optimum
from ai.tetris.guideline.kernels.optimum import arrangements, gathering
from ai.tetris.guideline.moves import placements
from ai.tetris.guideline.optimum import ArrayFolder, Search, graph_of, seen_of_second_bag, values_of
from game.errors import BadInput
from game.tetris.guideline import Field
from game.tetris.guideline.openers.position import NO_EXTRA, field_of
from game.tetris.guideline.openers.sequences import letters_of, sequences
from game.tetris.guideline.openers.source import parse

pytestmark = pytest.mark.kernel

STARTS = (  # after 4 to 6 pieces of the first bag
    "Ie92 On01 Te31 Ln10 Js13 Sn50",
    "In10 On81 Tw61 Ls83 Jn80",
    "Ie02 On11 Ln20 Js23 Sn50",
    "Ie02 On11 Ln20 Js23",
    "In40 On71 Ln80 Js83",
)


def start_of(text: str) -> tuple[int, int]:
    """The cells of a field made of some pieces, and the letters of the bag that are left."""
    line = parse(f"name: a\nstage: b\nbag: all\nplace: {text}\n", "test").stages[0].lines[0]
    cells, left = 0, 127
    for one in line.pieces:
        cells |= one.cells
        left &= ~(1 << one.piece)
    return cells, left


def boxed(cells: int) -> int:
    """The cells of a position as the kernels of the optimum have them."""
    return sum((cells >> 10 * x + 6 & 15) << 4 * x for x in range(10))


# -- plain recursion --


@cache
def after(field: Field, piece: int, rows: int) -> tuple[Field, ...]:
    """Every field that a piece makes of one within the rows."""
    results = {at.cells: at for at in placements(field, piece)}
    return tuple(
        dict.fromkeys(
            field.place(*at[:4])[0] for cells, at in results.items() if max(y for _, y in cells) < rows
        )
    )


def rows_of(field: Field, placed: int) -> int:
    return 4 - (4 * placed - field.cells) // 10


@cache
def hopeful(field: Field, placed: int, piece: int) -> tuple[Field, ...]:
    """Those of the fields that a piece makes of one with `placed` pieces which may be emptied."""
    behind = after(field, piece, rows_of(field, placed))
    return tuple(each for each in behind if may_be_emptied(each, rows_of(each, placed + 1)))


@cache
def orders(
    field: Field, placed: int, pair: tuple[int, ...], behind: tuple[int, ...], bag: frozenset[int], dealt: int
) -> int:
    """With how many orders of the letters up to the eleventh that are not seen best play empties the field.

    `bag` are the letters that can be dealt next, of which `dealt` of eleven are seen.
    """
    if placed == 10:
        return len(list(permutations(bag, 11 - dealt)))
    best = 0
    for piece in set(pair):
        items = list(pair)
        items.remove(piece)
        for then in hopeful(field, placed, piece):
            if behind:
                best = max(best, _drawn(then, placed + 1, (*items, behind[0]), behind[1:], bag, dealt))
            else:  # all eleven are dealt, and the last one is among the pair
                best = max(best, orders(then, placed + 1, tuple(items), (), bag, dealt))
    return best


def _drawn(
    field: Field, placed: int, pair: tuple[int, ...], behind: tuple[int, ...], bag: frozenset[int], dealt: int
) -> int:
    pair = min(pair), max(pair)  # either can be placed
    if dealt == 11:
        return orders(field, placed, pair, behind, bag, dealt)
    return sum(orders(field, placed, pair, (*behind, letter), bag - {letter}, dealt + 1) for letter in bag)


@cache
def may_be_emptied(field: Field, rows: int) -> bool:
    """No part of the empty cells that is closed off has a number of cells that pieces cannot fill."""
    empty = [{y for y in range(rows) if not field.rows[y] >> x & 1} for x in range(10)]
    left = 0
    for x in range(10):
        if x and left % 4 and not empty[x - 1] & empty[x]:
            return False
        left += len(empty[x])
    return True


# -- values --


@pytest.mark.parametrize(
    ("text", "see"),
    [(STARTS[1], 5), (STARTS[2], 6), (STARTS[2], 11), (STARTS[3], 6), (STARTS[1], 7), (STARTS[2], 7)],
)
def test_values_are_those_of_plain_recursion(text: str, see: int) -> None:
    cells, left = start_of(text)
    level = 7 - left.bit_count()
    graph, sixth = graph_of(Search(boxed(cells), left), ArrayFolder())
    values = values_of(graph, sixth, see, level, ArrayFolder())
    if not len(values):
        values = np.zeros((1, *values.shape[1:]), values.dtype)
    letters = [piece for piece in range(7) if left >> piece & 1]
    chance = random.Random(7)
    second = seen_of_second_bag(level, see)
    compared = set()
    for number in chance.sample(
        range(len(arrangements(len(letters)))), min(2, len(arrangements(len(letters))))
    ):
        for _ in range(2):
            drawn = chance.sample(range(7), 4)
            first, other, *rest = (letters[rank] for rank in arrangements(len(letters))[number])
            behind = (*rest, *drawn[:second])
            bag = frozenset(range(7)) - set(drawn[:second])
            result = orders(field_of(cells), level, (first, other), behind, bag, 7 + second)
            assert value_at(values, number, drawn[:second]) == result
            compared.add(result)
    assert max(compared) > 0


def value_at(values: np.ndarray, arrangement: int, drawn: list[int]) -> int:
    """The value of the first state with an arrangement and letters of the second bag."""
    if len(drawn) == 4:
        x, y, z, w = drawn
        return int(values[0, arrangement, 6 * x + y - (y > x)]) >> 7 * z + w & 1
    place, left = 0, list(range(7))
    for letter in drawn:
        place = place * len(left) + left.index(letter)
        left.remove(letter)
    return int(values[0, arrangement, place])


def test_values_stand_in_the_order_of_the_sequences_of_a_position() -> None:
    bag = 0b1011010
    letters = [piece for piece in range(7) if bag >> piece & 1]
    named = [
        (*(letters[rank] for rank in order), drawn)
        for order in arrangements(len(letters))
        for drawn in permutations(range(7), 2)
    ]
    assert [(*each[:4], each[4]) for each in named] == [
        (*letters_of(each)[:4], letters_of(each)[4:]) for each in sequences(bag, NO_EXTRA)
    ]


def test_the_piece_that_is_placed_leaves_the_arrangement_of_the_others() -> None:
    every, others = arrangements(5), arrangements(4)
    for number, (first, second, third, *rest) in enumerate(every):
        for turn, (placed, held) in enumerate(((first, second), (second, first))):
            assert gathering(5)[number, turn, 0] == placed
            left = [rank - (rank > placed) for rank in (*sorted((held, third)), *rest)]
            assert list(others[gathering(5)[number, turn, 1]]) == left


def test_a_level_has_as_many_fields_as_the_rules_make() -> None:
    cells, left = start_of(STARTS[2])
    graph, _ = graph_of(Search(boxed(cells), left), ArrayFolder())
    fields = {field_of(cells)}
    for level in (5, 6):
        here = graph.levels[level]
        assert {unboxed(int(each)) for each in here.fields} <= fields
        assert graph.counts[level - 5][0] == len(here.fields) > 0
        fields = {
            then
            for field in fields
            for piece in range(7)
            if left >> piece & 1
            for then in after(field, piece, rows_of(field, level))
        }


def unboxed(cells: int) -> Field:
    return field_of(sum((cells >> 4 * x & 15) << 10 * x + 6 for x in range(10)))


def test_two_pieces_of_a_field_empty_it_with_the_letters_that_fit() -> None:
    """The late levels, whole: each field of level 8 with each pair and letter behind, by recursion."""
    eighth, _, words, _ = Search().last_levels()
    chance = random.Random(3)
    for number in chance.sample(range(len(eighth.fields)), 12):
        field = unboxed(int(eighth.fields[number]))
        for b, c, d in chance.sample([*permutations(range(7), 3)], 12):
            is_found = bool(int(words[number, b]) >> 7 * c + d & 1)
            assert is_found == (orders(field, 8, (b, c), (d,), frozenset(), 11) > 0)


# -- what is kept --


def test_a_search_that_was_interrupted_goes_on_and_gives_the_same(tmp_path: Path) -> None:
    cells, left = start_of(STARTS[4])
    search = Search(boxed(cells), left)
    whole = values_of(*graph_of(search, ArrayFolder()), 6, 4, ArrayFolder())
    parts = ArrayFolder(tmp_path)

    def stop(done: int, total: int, what: str) -> None:
        if what == "level 4" and parts.known > 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        graph_of(search, parts, stop)
    assert parts.known == 4  # two levels forward, the late ones, level 5
    done = []
    graph, sixth = graph_of(search, parts, lambda *items: done.append(items[2]))
    assert set(done) == {"level 4"}
    assert np.array_equal(values_of(graph, sixth, 6, 4, parts), whole)
    damaged = tmp_path / "late.part"
    content = bytearray(damaged.read_bytes())
    content[-100] ^= 1
    damaged.write_bytes(content)
    graph, sixth = graph_of(search, parts)
    assert np.array_equal(values_of(graph, sixth, 6, 4, ArrayFolder()), whole)
    parts.forget()
    assert not tmp_path.exists()


def test_without_a_folder_nothing_is_kept(tmp_path: Path) -> None:
    closed = tmp_path / "file"
    closed.write_text("no folder")
    parts = ArrayFolder(closed)
    assert parts.notice is not None
    assert parts.known == 0
    cells, left = start_of(STARTS[0])
    assert graph_of(Search(boxed(cells), left), parts)[0].counts[0] == (1, 1)


def test_too_little_memory_is_told_with_what_can_be_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimum, "free_memory", lambda: 1_300_000_000)
    with pytest.raises(BadInput, match=r"GB of memory.*--see 6 can be done"):
        optimum.demand_memory(7)
    monkeypatch.setattr(optimum, "free_memory", lambda: 1_000_000)
    with pytest.raises(BadInput, match="no number"):
        optimum.demand_memory(6)
