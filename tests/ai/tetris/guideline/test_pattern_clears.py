from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest

from ai.tetris.guideline.covering import cover, drawn_on, way_of
from ai.tetris.guideline.pattern_clears import PatternClears
from ai.tetris.guideline.perfect_clear import perfect_clears
from ai.tetris.guideline.pictures import enough
from game.errors import BadInput
from game.tetris.guideline import Field, fumen
from game.tetris.guideline.patterns import Pattern
from game.tetris.guideline.pieces import PIECES, pieces_of
from game.tetris.guideline.saves import wishes_of

pytestmark = pytest.mark.kernel

OPENER = Field.parse("XXXXX....X/XXXXXX...X/XXXXXXX..X/XXXXXX...X")
BOX = Field.parse("/".join(["XXXX......"] * 4))
COVERED = ("v115@vhFRQJUGJKJJvMJTNJGBJ", "v115@vhFRQJPGJKJJGMJTNJ0BJ")  # from solution-finder's manual


@pytest.mark.parametrize(
    ("field", "pattern", "solved", "queues"),
    [
        (OPENER, "*p4", 514, 840),
        (OPENER, "*p7", 3_084, 5_040),
        (OPENER, "*p3", 66, 210),
        (BOX, "*p7", 5_040, 5_040),
    ],
)
def test_known_counts(field: Field, pattern: str, solved: int, queues: int) -> None:
    clears = PatternClears(field, Pattern.parse(pattern))
    assert (int(clears.solved.sum()), len(clears.queues)) == (solved, queues)


def by_all_ways(
    field: Field, queue: Sequence[int], *, holding: bool
) -> tuple[set[int], set[frozenset[object]]]:
    """The pieces that can be kept and the pictures of a queue, from every sequence of placements."""
    savable, pictures = set[int](), set[frozenset[object]]()
    for way in perfect_clears(field, queue, holding=holding):
        rest = [*queue[: len(way) + 1]]
        rows, now, picture = list(range(40)), field, set[object]()
        for at in way:
            rest.remove(at.piece)
            picture.add((at.piece, tuple(sorted((x, rows[y]) for x, y in at.cells))))
            full = now.landed(*at[:4]).full_rows
            rows = [row for y, row in enumerate(rows) if y not in full]
            now = now.place(*at[:4])[0]
        savable.update(rest)
        pictures.add(frozenset(picture))
    return savable, pictures


@pytest.mark.parametrize("holding", [True, False])
def test_saves_and_solutions_are_those_of_every_way(holding: bool) -> None:
    clears = PatternClears(OPENER, Pattern.parse("[TIJLS]p4"), holding=holding)
    solutions = clears.pictures.solutions
    drawn = [frozenset((each.piece, each.cells) for each in one.placed) for one in solutions]
    solves = np.array([clears.solved_by(one) for one in solutions])
    for number, queue in enumerate(clears.queues.tolist()):
        savable, pictures = by_all_ways(OPENER, queue, holding=holding)
        assert bool(clears.solved[number]) == bool(pictures)
        if holding:
            assert clears.savable[number] == sum(1 << piece for piece in savable)
        assert {drawn[each] for each in np.flatnonzero(solves[:, number])} == pictures
    assert 0 < clears.solved.sum() < len(clears.queues)
    for one in solutions:
        assert not _after(OPENER, way_of(OPENER, one.placed)).cells


def _after(field: Field, way: Sequence[tuple[int, ...]]) -> Field:
    for at in way:
        field = field.place(*at[:4])[0]
    return field


def test_a_minimal_set_solves_what_all_solutions_solve() -> None:
    clears = PatternClears(BOX, Pattern.parse("*p7"))
    solves = np.array([clears.solved_by(one) for one in clears.pictures.solutions])
    minimal = [*clears.pictures.minimal]
    assert len(minimal) < len(solves)
    assert (solves[minimal].any(0) == clears.solved).all()
    for each in minimal:
        assert (solves[[other for other in minimal if other != each]].any(0) != clears.solved).any()


def test_few_sets_are_as_few_as_can_be() -> None:
    dice = np.random.default_rng(3)
    for _ in range(20):
        solves = dice.random((9, 30)) < 0.3
        fewest = next(
            size
            for size in range(10)
            if any((solves[[*some]].any(0) == solves.any(0)).all() for some in combinations(range(9), size))
        )
        words = (solves.astype(np.int64) << np.arange(30)).sum(1)[:, None]
        assert len(enough(words, 30)) == fewest


def test_queues_are_looked_at_in_parts_where_they_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = PatternClears(OPENER, Pattern.parse("*p4"))
    many = [(one.placed, one.bits.tolist()) for one in whole.pictures.solutions]
    monkeypatch.setattr("ai.tetris.guideline.perfect_clear.MOST_AT_ONCE", 1)
    parts = PatternClears(OPENER, Pattern.parse("*p4"))
    assert (parts.solved == whole.solved).all()
    assert parts.saves == whole.saves
    assert [(one.placed, one.bits.tolist()) for one in parts.pictures.solutions] == many


def test_wishes_count_by_priority() -> None:
    clears = PatternClears(OPENER, Pattern.parse("*p4"))
    t, either, both = clears.wanted(wishes_of("T, T || I, T && I"))
    assert (t.queues, t.first) == (clears.saves["T"], clears.saves["T"])
    assert either.queues == clears.saves["T"] + clears.saves["I"] - both.queues
    assert either.first == either.queues - t.queues
    assert both.first == 0


def test_the_held_piece_comes_first() -> None:
    held = PatternClears(OPENER, Pattern.parse("*p3"), hold=PIECES.index("T"))
    first = PatternClears(OPENER, Pattern.parse("T,*p3"))
    assert held.solved.sum() == first.solved.sum() > 0
    assert held.saves == first.saves


def test_a_cover_counts_the_queues_that_can_place_all_pieces_as_they_are_drawn() -> None:
    queues = Pattern.parse("*p7").queues
    one, other = (cover(drawn_on(fumen.read(text)), queues) for text in COVERED)
    assert (int(one.sum()), int(other.sum())) == (1_680, 2_240)
    assert (int((one | other).sum()), int((one & other).sum())) == (3_108, 812)


def test_a_cover_follows_rows_that_go_on_the_way() -> None:
    clears = PatternClears(OPENER, Pattern.parse("*p4"))
    for one in clears.pictures.solutions:
        pages, field = [], OPENER
        for at in way_of(OPENER, one.placed):
            pages.append(fumen.Page(fumen.Drawing.of(field), at))
            field = field.place(*at[:4])[0]
        drawn = drawn_on(fumen.read(fumen.write(pages)))
        assert sorted(drawn.placed) == sorted(one.placed)
        assert (cover(drawn, clears.queues) == clears.solved_by(one)).all()


def test_what_cannot_be_asked_is_said() -> None:
    with pytest.raises(BadInput, match="the pattern and the hold have 2"):
        PatternClears(OPENER, Pattern.parse("*p2"))
    with pytest.raises(BadInput, match="places no piece"):
        drawn_on(fumen.read("v115@vhAAgH"))


def test_half_turns_solve_no_fewer_queues() -> None:
    field = Field.parse("XXXX...XXX/XXXX..XXXX/XXX...XXXX/XXXX....XX")
    pattern = Pattern.parse("*p4")
    plain = PatternClears(field, pattern).solved
    turned = PatternClears(field, pattern, system="srs+180").solved
    assert not (plain & ~turned).any()


def test_all_pieces_of_a_queue_can_be_needed() -> None:
    clears = PatternClears(OPENER, Pattern.parse("ITL"))
    assert clears.solved.tolist() == [True]
    assert set(clears.saves.values()) == {0}
    assert clears.kept_by(clears.pictures.solutions[0]) == {}
    assert [*pieces_of("ITL")] == [*clears.queues[0]]
