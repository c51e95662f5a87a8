"""Best play for many perfect clears in a row, near the end of a clear: against the slow rules, and in a book."""

import numpy as np
import pytest

from ai.tetris.guideline.known.books import Books
from ai.tetris.guideline.known.sight import KnownPieces
from ai.tetris.guideline.loop_play import loop_choices
from game.facts import BookFacts
from game.tetris.guideline import State
from game.tetris.guideline.loop_values import LoopValues, loop_values
from game.tetris.guideline.openers.position import field_of
from game.tetris.guideline.pieces import pieces_of
from tests.ai.tetris.guideline.test_loop_solver import FIELD, FOLLOW, PLACED, best
from tests.ai.tetris.guideline.test_optimum import after, rows_of


def other_values() -> LoopValues:
    """Values that nothing but a test has, far apart."""
    values = LoopValues(6, loop_values().clears)
    values.values = np.array([FOLLOW[start.left, start.held] for start in values.numbers])
    return values


@pytest.mark.parametrize("queue", ["SZILO", "SZOIJ", "SZIL"])
def test_a_placement_is_worth_what_the_slow_rules_say(queue: str) -> None:
    field, held, seen = field_of(FIELD), 2, pieces_of(queue)
    sight = KnownPieces(field, held, seen, sum(1 << piece for piece in pieces_of("SZ")))
    choices = loop_choices(sight, 10 - PLACED, values=other_values())
    left = 127 & ~sum(1 << piece for piece in seen[2:])
    expected = {}
    for piece, remaining in ((held, seen[0]), (seen[0], held)):
        for then in after(field, piece, rows_of(field, PLACED)):
            worth = [
                best(then, PLACED + 1, remaining, (*seen[1:], letter), left & ~(1 << letter))
                for letter in range(7)
                if left >> letter & 1
            ]
            if any(worth):
                expected[then] = sum(worth) / len(worth)
    assert expected
    assert {field.place(*each.move[:4])[0]: each.clears for each in choices} == pytest.approx(expected)
    assert all(10 * each.chance < each.clears < 14 * each.chance for each in choices)  # as FOLLOW goes
    assert [each.clears for each in choices] == sorted((each.clears for each in choices), reverse=True)


def test_nothing_is_said_where_three_letters_are_not_seen() -> None:
    sight = KnownPieces(field_of(FIELD), 2, pieces_of("SZI"), sum(1 << piece for piece in pieces_of("SZ")))
    assert loop_choices(sight, 10 - PLACED) == ()


def test_a_book_of_best_play_keeps_the_piece_with_which_more_clears_follow() -> None:
    """The book alone takes any clear; asked for many in a row it takes the one that leaves most over."""
    one, row = Books(["perfect-clear"]), Books(["perfect-clear"], in_a_row=True)
    chosen = other = cleared = 0
    for seed in range(1, 9):
        state = State.open({"queue": f"seven_bag:{seed}"})
        for _ in range(10):
            alone, many = one.look(state.view(0)), row.look(state.view(0))
            if not many.choices:
                break
            facts = many.read(BookFacts)
            if facts.in_a_row is not None:
                chosen += 1
                other += bool(alone.choices) and many.choices[0].move != alone.choices[0].move
            state = state.play(many.choices[0].move)
            if not state.field.cells:
                cleared += 1
                break
    assert chosen >= 6 * cleared > 30
    assert other > 3
