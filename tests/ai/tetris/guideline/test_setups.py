"""Setups, T-spins and combos against every sequence of placements by the rules, and against known counts."""

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

import pytest

from ai.tetris.guideline.combos import Combos
from ai.tetris.guideline.setups import Supply, setups
from ai.tetris.guideline.spin_setups import spin_setups
from game.tetris.guideline import Field, Placement, reachable
from game.tetris.guideline.field_file import read_field
from game.tetris.guideline.patterns import Pattern
from game.tetris.guideline.pieces import T, pieces_of
from game.tetris.guideline.target import Target, read_target

pytestmark = pytest.mark.kernel

Cells = tuple[tuple[int, tuple[tuple[int, int], ...]], ...]
Picture = frozenset[tuple[int, tuple[tuple[int, int], ...]]]


class Way:
    """Placements one after the other by the slow rules, with their cells at the rows that there were at first."""

    def __init__(self, field: Field, rows: tuple[int, ...] = tuple(range(40)), cells: Cells = ()) -> None:
        self.field, self._rows, self._cells = field, rows, cells

    def then(self, at: Placement) -> "Way":
        full = self.field.landed(*at[:4]).full_rows
        cells = tuple(sorted((x, self._rows[y]) for x, y in at.cells))
        rows = tuple(row for y, row in enumerate(self._rows) if y not in full)
        return Way(
            self.field.place(*at[:4])[0], (*rows, *[99] * len(full)), (*self._cells, (at.piece, cells))
        )

    @property
    def picture(self) -> Picture:
        return frozenset(self._cells)

    @property
    def is_straight(self) -> bool:
        """True if no piece lies across a row that went before it."""
        rows = [[y for _, y in cells] for _, cells in self._cells]
        return all({*each} == {*range(min(each), max(each) + 1)} for each in rows)

    @property
    def mask(self) -> int:
        return sum(1 << 10 * y + x for _, cells in self._cells for x, y in cells)


def ways_of(field: Field, order: Sequence[int], allowed: int) -> Iterator[Way]:
    """Every way to place these pieces in this order on allowed cells."""
    ways = [Way(field)]
    for piece in order:
        after = (way.then(at) for way in ways for at in reachable(way.field, piece))
        ways = list({way.picture: way for way in after if not way.mask & ~allowed}.values())
    yield from ways


def supply(pattern: str, *, combination: bool = False, holding: bool = True) -> Supply:
    return Supply(Pattern.parse(pattern), None, holding=holding, combination=combination)


def pictures_of(target: Target, some: Supply, *, across: bool = False) -> dict[Picture, int]:
    return {
        frozenset((each.piece, each.cells) for each in setup.placed): setup.queues
        for setup in setups(target, some, across=across)
        if setup is not None
    }


# -- setups --


@pytest.mark.parametrize("across", [False, True])
def test_setups_are_those_of_every_way_by_the_rules(across: bool) -> None:
    board = "_______***\nXXXXXXX***\nXXXXXXX**.\nXXXXXXX..."
    target = read_target(board)
    fill, margin = target.fill, target.margin
    expected = set[Picture]()
    for count in range(1, 4):
        for order in permutations(pieces_of("ILJO"), count):
            for way in ways_of(target.field, order, fill | margin):
                masks = [sum(1 << 10 * y + x for x, y in cells) for _, cells in way.picture]
                fits = way.mask & fill == fill and all(each & fill for each in masks)
                if fits and (across or way.is_straight):
                    expected.add(way.picture)
    assert expected
    assert set(pictures_of(target, supply("[ILJO]!", combination=True), across=across)) == expected


def test_a_setup_counts_the_queues_that_can_build_it() -> None:
    target = read_target("*_________\n*_________\n*_______**\n*_______**")
    (queues,) = pictures_of(target, supply("*p3")).values()
    assert queues == 3 * 2 * 5  # I and O are two of the first three pieces, one of which may be held
    (queues,) = pictures_of(target, supply("*p3", holding=False)).values()
    assert queues == 2 * 5


@pytest.mark.parametrize(
    ("fumen", "pattern", "fill", "margin", "count"),
    [  # counts of solution-finder's own tests
        ("v115@9gTpFeTpFeTpFezhPeAgH", "*!", "I", "O", 38),
        ("v115@HhUpxhBeA81hCeA8yhD8AeB8JeAgH", "*!", "i", "o", 13),
        ("v115@9gTpwhUpxhCe3hAe1hZpJeAgH", "[^T]!", "i", "o", 12),
        ("v115@Bg0hEe0hEe0hEe0hEe78JeAgH", "*!", "i", "none", 8),
        ("v115@zgcpwhVpyhCe3hAe0hZpJeAgH", "[^T]!", "i", "o", 24),
    ],
)
def test_known_numbers_of_setups(fumen: str, pattern: str, fill: str, margin: str, count: int) -> None:
    assert len(pictures_of(read_target(fumen, fill, margin), supply(pattern, combination=True))) == count


# -- spins --


def test_spins_are_those_of_every_way_by_the_rules() -> None:
    field = Field.parse("xx...xxxxx/xxx.xxxxxx")
    expected = dict[Picture, int]()
    for count in range(3):
        for order in permutations(pieces_of("JO"), count):
            for way in ways_of(field, order, (1 << 50) - 1):
                for at in reachable(way.field, T):
                    cleared = way.field.place(*at[:4])[1]
                    then = way.then(at)
                    low = max(y for _, cells in then.picture for _, y in cells) < 5
                    if at.spin and cleared >= 2 and low and then.is_straight:
                        expected[then.picture] = max(cleared, expected.get(then.picture, 0))
    ends = {picture: next(cells for piece, cells in picture if piece == T) for picture in expected}
    needed = {
        picture
        for picture, cleared in expected.items()
        if not any(
            other < picture and ends[other] == ends[picture] and expected[other] >= cleared
            for other in expected
        )
    }
    listed = {
        frozenset((each.piece, each.cells) for each in spin.setup.placed)
        for spin in spin_setups(field, supply("[JOT]!", combination=True), top=2, margin=5)
        if spin is not None
    }
    assert listed == needed
    assert len(listed) > 1


@pytest.mark.parametrize(
    ("fumen", "pattern", "options", "count"),
    [  # counts of solution-finder's own tests
        ("v115@zgD8FeF8DeG8CeH8BeI8KeAgH", "TSLI", {"top": 5}, 5),
        ("v115@zgD8FeE8EeF8DeG8CeH8LeAgH", "*!", {"top": 4}, 201),
        ("v115@HhB8AeH8BeI8AeG8JeAgH", "*!", {"roofs": 0}, 0),
        ("v115@HhB8AeH8BeI8AeG8JeAgH", "*!", {"roofed": False, "marks": ("X",)}, 1),
        ("v115@HhB8AeH8BeI8AeG8JeAgH", "*!", {"roofs": 1}, 2),
        ("v115@HhE8CeF8DeG8AeD8JeAgH", "JTO", {"top": 3, "margin": 5}, 4),
        ("v115@FhF8CeH8AeH8DeB8JeAgH", "ZLT", {"top": 3, "margin": 6}, 5),
        ("v115@XgA8IeB8IeA8AeB8FeG8CeG8CeB8DeB8BeB8AeF8Ae?B8BeC8JeAgH", "JTS", {"top": 7}, 1),
        ("v115@XgA8IeB8IeA8AeB8FeG8CeG8CeB8DeB8BeB8AeF8Ae?B8BeC8JeAgH", "JT", {"top": 7}, 0),
    ],
)
def test_known_numbers_of_spins(fumen: str, pattern: str, options: dict[str, Any], count: int) -> None:
    every = spin_setups(read_field(fumen).field, supply(pattern, combination=True), **options)
    assert len([each for each in every if each is not None]) == count


# -- combos --


def longest_by_rules(field: Field, held: int | None, queue: tuple[int, ...]) -> int:
    best = 0
    choices = [(queue[0], held, queue[1:])] if queue else []
    if held is not None:
        choices.append((held, queue[0] if queue else None, queue[1:]))
    elif len(queue) > 1:
        choices.append((queue[1], queue[0], queue[2:]))
    for piece, then, rest in choices:
        for at in reachable(field, piece):
            after, cleared = field.place(*at[:4])
            if cleared:
                best = max(best, 1 + longest_by_rules(after, then, rest))
    return best


@pytest.mark.parametrize(("queue", "hold"), [("TIJLOS", None), ("OSZTI", "L"), ("SZOIT", None)])
def test_the_longest_combo_is_that_of_every_way_by_the_rules(queue: str, hold: str | None) -> None:
    field = Field.parse("/".join([*["....xxxxxx"] * 6, "xxx.xxxxxx"]))
    held = None if hold is None else pieces_of(hold)[0]
    combos = Combos(field, pieces_of(queue), held)
    for _ in combos.slices():
        pass
    assert combos.clears == longest_by_rules(field, held, pieces_of(queue))
    ways = list(combos.longest())
    assert len(ways) == len({*ways}) == combos.ways
    for way in ways:
        now = field
        for at in way:
            assert at in reachable(now, at.piece)
            now, cleared = now.place(*at[:4])
            assert cleared


def test_a_known_combo() -> None:
    # of solution-finder's own tests
    fumen = "v115@neF8DeF8DeF8DeF8DeF8DeF8DeF8DeF8DeF8DeF8De?F8DeF8DeF8DeF8DeF8DeF8DeF8DeF8AeL8KeAgH"
    combos = Combos(read_field(fumen).field, pieces_of("TILSOJZTILSOJZ"))
    for _ in combos.slices():
        pass
    assert combos.clears == 14  # 13 REN
