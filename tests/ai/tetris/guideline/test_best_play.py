"""Best play in one position of the first perfect clear: against plain recursion, against itself, against the book."""

import random
from itertools import permutations

import pytest

from ai.book.book import Book
from ai.book.file import path_of
from ai.tetris.guideline.best_play import BestPlay, Chances, level_of
from ai.tetris.guideline.moves import placements
from game.tetris.guideline import Field, Placement
from game.tetris.guideline.openers.position import FULL_BAG, NO_EXTRA, bag_after
from game.tetris.guideline.pieces import pieces_of
from tests.ai.tetris.guideline.test_optimum import STARTS, _drawn, after, field_of, orders, rows_of, start_of

pytestmark = pytest.mark.kernel


def worth(chances: Chances, field: Field) -> dict[Field, int]:
    """By the field that follows with how many orders it succeeds, those with which nothing does left out."""
    return {field.place(*at[:4])[0]: solved for at, solved in chances.placements if solved}


def put(
    field: Field, bag: int, extra: int, seen: tuple[int, ...], at: Placement
) -> tuple[Field, int, int, list[int]]:
    """Field, bag, extra letter and pieces once one of two was placed."""
    left = list(seen)
    left.remove(at.piece)
    return field.place(*at[:4])[0], *bag_after(bag, extra, at.piece), left


def test_each_placement_is_worth_what_recursion_says_with_the_pieces_seen() -> None:
    cells, left = start_of(STARTS[3])
    field = field_of(cells)
    seen = (2, 5, 6, 3, 0, 1)  # T and S to choose from, Z behind them, then letters of the second bag
    chances = BestPlay().chances(field, left, NO_EXTRA, seen)
    assert chances is not None
    assert chances.futures == 4
    expected: dict[Field, int] = {}
    for piece, held in ((2, 5), (5, 2)):
        for then in after(field, piece, rows_of(field, 4)):
            bag = frozenset(range(7)) - set(seen[3:])
            solved = _drawn(then, 5, (held, 6), seen[3:], bag, 10)
            if solved:
                expected[then] = solved
    assert worth(chances, field) == expected
    every = [solved for _, solved in chances.placements]
    assert every == sorted(every, reverse=True)
    cells_of_all = {at[:4] for piece in (2, 5) for at in placements(field, piece)}
    assert {at[:4] for at, _ in chances.placements} == cells_of_all
    assert len(chances.placements) == len(cells_of_all)


def test_where_all_is_seen_a_placement_is_certain_or_lost() -> None:
    cells, left = start_of(STARTS[2])
    field, seen = field_of(cells), (2, 6, 0, 5, 1, 3)  # T and Z of the first bag, then letters of the second
    chances = BestPlay().chances(field, left, NO_EXTRA, seen)
    assert chances is not None
    assert chances.futures == 1
    expected = {
        then
        for piece, held in ((2, 6), (6, 2))
        for then in after(field, piece, rows_of(field, 5))
        if orders(then, 6, (held, seen[2]), seen[3:], frozenset(), 11)
    }
    assert set(worth(chances, field)) == expected


def test_a_chance_is_the_sum_over_the_next_letter_and_later_positions_are_known_already() -> None:
    """From three pieces on the graph is solved, from four on each future is searched: two ways to the same."""
    cells, left = start_of("Ie92 On71 Ln40")
    field, seen = field_of(cells), pieces_of("TJSZIT")
    best = BestPlay()
    chances = best.chances(field, left, NO_EXTRA, seen)
    assert chances is not None
    assert chances.futures == 20
    at, solved = chances.placements[0]
    assert solved
    then, bag, extra, behind = put(field, left, NO_EXTRA, seen, at)
    letters = [letter for letter in range(7) if letter not in pieces_of("IT")]
    later = [best.chances(then, bag, extra, (*behind, letter)) for letter in letters]
    assert sum(each.best for each in later if each is not None) == solved
    # another second bag: nothing is solved again
    other = best.chances(field, left, NO_EXTRA, pieces_of("TJSZLO"))
    assert other is not None
    assert other == BestPlay().chances(field, left, NO_EXTRA, pieces_of("TJSZLO"))


def test_the_book_plays_best_from_the_fourth_piece_on() -> None:
    chance, book, best, certain = random.Random(5), Book(path_of("perfect-clear")), BestPlay(), 0
    bags = [list(permutations(range(7)))[chance.randrange(5040)] for _ in range(60)]
    for game in range(20):
        pieces = [piece for bag in bags[3 * game : 3 * game + 3] for piece in bag]
        field, bag, extra, hold = Field.empty(), FULL_BAG, NO_EXTRA, None
        for number in range(10):
            seen = tuple(pieces[:6])
            left = bag if hold is None or extra != NO_EXTRA else bag & ~(1 << hold)
            left = 1 << extra if hold is None and extra != NO_EXTRA else left
            queue = seen if hold is None else seen[1:]
            move = book.answer(field, hold, queue, left).move
            result = best.chances(field, bag, extra, seen) if number >= 4 else None
            if result is not None:
                certain += result.best == result.futures
                chances = {at[:4]: solved for at, solved in result.placements}
                assert (0 if move is None else chances[move[:4]]) == result.best
            if move is None:
                break
            field, bag, extra, _ = put(field, bag, extra, seen, move)
            if hold is None and move.piece == pieces[0]:
                pieces.pop(0)
            else:
                pieces.remove(move.piece)
                hold = pieces[0]
    assert certain > 60


def test_the_chance_of_a_position_that_is_not_on_the_way_is_not_known() -> None:
    cells, left = start_of(STARTS[3])
    best, field = BestPlay(), field_of(cells)
    assert best.chances(field, left, NO_EXTRA, (2, 5, 6, 3, 0)) is None  # five pieces
    assert best.chances(field, left, NO_EXTRA, (2, 5, 3, 6, 0, 1)) is None  # an order that no bag gives
    assert best.chances(Field.parse("XXX......."), left, NO_EXTRA, (2, 5, 6, 3, 0, 1)) is None


def test_the_level_follows_from_field_and_letters() -> None:
    assert level_of(Field.empty(), FULL_BAG) == 0
    assert level_of(Field.parse("XXXXXXXX.."), FULL_BAG) == 7  # the first bag is used up, two rows are gone
    assert level_of(Field.parse("XXXX......"), FULL_BAG, 3) == 6  # one of its letters is still held
    assert level_of(Field.parse("XX........"), FULL_BAG) is None
