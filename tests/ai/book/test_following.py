"""Progress of a game in a book: as far as the book's own moves are played, and no farther."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ai.book.book import Book
from ai.book.file import path_of
from ai.book.stages import OpeningBook, opening_books, opening_of
from game.tetris.guideline import State
from game.tetris.guideline.openers.position import FULL_BAG


def walked(name: str, seed: int, pieces: int) -> list[State]:
    """The states of a game in which the book plays, from the start on."""
    book, states = Book(path_of(name)), [State.open({"queue": f"seven_bag:{seed}"})]
    while len(states) <= pieces:
        state = states[-1]
        left = state.queue.bag_left(0)
        assert left is not None
        bits = sum(1 << piece for piece in set(left)) or FULL_BAG
        answer = book.answer(state.field, state.hold, state.queue.pieces(6), bits)
        if answer.move is None:
            break
        states.append(state.put(answer.move))
    return states


@pytest.mark.parametrize("name", ["bt-loop", "new-dt", "okey-dpc", "hachispin-dpc"])
@pytest.mark.parametrize("seed", range(1, 6))
def test_the_books_own_moves_stay_in_it(name: str, seed: int) -> None:
    states = walked(name, seed, 12)
    progress = OpeningBook(name).followed(states)
    assert (progress.book, progress.pieces) == (name, len(states) - 1)
    assert progress.stage


def test_a_move_of_ones_own_leaves_it() -> None:
    states = walked("bt-loop", 3, 8)[:5]
    last = states[-1]
    states.append(next(last.put(at) for at in last.placements if at.x >= 7 and at.orientation == 1))
    progress = OpeningBook("bt-loop").followed(states)
    assert progress.pieces == 4
    assert states[-1].last is not None
    assert progress.left == str(states[-1].last.placement.canonical())
    assert progress.instead == str(walked("bt-loop", 3, 5)[5].last.placement)  # type: ignore[union-attr]
    assert OpeningBook("bt-loop").followed(states[:-1]).left == ""


def test_the_longest_one_names_the_opening() -> None:
    books = opening_books()
    progress = opening_of(walked("new-dt", 2, 12), books)
    assert progress is not None
    assert progress.pieces == max(book.followed(walked("new-dt", 2, 12)).pieces for book in books)
    assert opening_of(walked("new-dt", 2, 3)[:3], books) is None, "a few pieces may be chance"


def test_no_kernel_is_loaded() -> None:
    program = (
        "import sys; from ai.book.stages import opening_books; opening_books(); print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
