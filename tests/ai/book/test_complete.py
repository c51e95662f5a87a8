"""The complete perfect-clear book: its parts, and how it is asked."""

import os
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from ai.book import complete
from ai.book.book import Book
from ai.book.building.optimum import BookPosition
from ai.book.file import ENDING, part_files, parts_folder, write
from ai.book.packing import counts_of, pack
from ai.tetris.guideline import later_clears
from ai.tetris.guideline.known.books import Books
from ai.tetris.guideline.later_clears import Start, alike, start_of
from ai.tetris.guideline.optimum import ArrayFolder
from game.errors import BadInput
from game.tetris.guideline import Field
from game.tetris.guideline.openers.position import Position, cells_at, position_bag

pytestmark = pytest.mark.kernel
S_SZO = start_of("S|SZO")


def small_part() -> bytes:
    """A part with one position and one move: the O in the left corner, whatever comes, from S|SZO."""
    at = cells_at(1, 0, 0, 0)
    assert at is not None
    positions = [BookPosition(Position(0, *position_bag(S_SZO.left, S_SZO.held)), 0.5, (0,), ((1, at),))]
    return pack(complete.path_of(S_SZO).stem, "A part", "srs", positions, counts_of(positions), unfolded=True)


def put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write(path, content)


def test_starts_with_the_same_letters_to_choose_from_share_a_part() -> None:
    assert [str(start) for start in alike(start_of("T|IOS"))] == ["I|OTS", "O|ITS", "T|IOS", "S|IOT"]
    assert alike(S_SZO) == [S_SZO]
    starts = complete.all_starts()
    covered = [start for each in starts for start in alike(each)]
    assert len(covered) == len(set(covered)) == 889
    assert len({complete.path_of(start) for start in starts}) == len(starts)
    assert complete.path_of(start_of("T|IOS")) == complete.path_of(start_of("S|IOT"))


def test_starts_are_chosen_by_name_or_by_clear() -> None:
    assert complete.starts_in(None) == complete.all_starts()
    assert complete.starts_in("S|SZO, S|SZO") == [S_SZO]
    assert sorted(complete.starts_in("clear 3")) == [Start(held, 127) for held in range(7)]
    with pytest.raises(BadInput, match="is not a start"):
        complete.starts_in("clear 9")


def test_the_book_answers_after_the_first_clear_where_a_part_is_there() -> None:
    sight = Field.empty(), S_SZO.held, tuple(start_of(f"I|{each}").left.bit_length() - 1 for each in "OZSTLJ")
    put(complete.path_of(S_SZO), small_part())
    assert complete.is_built(S_SZO)
    assert part_files("perfect-clear") == [complete.path_of(S_SZO)]
    assert part_files("bt-loop") == []
    answer = Book(complete.path_of(S_SZO)).answer(*sight, S_SZO.left)
    assert answer.move is not None
    assert answer.move[:4] == (1, 0, 0, 0)
    assert len(Books(["perfect-clear"])._parts) == 1


@pytest.mark.parametrize("damage", ["flipped", "cut", "renamed"])
def test_a_damaged_part_is_as_if_it_were_not_there_and_the_rest_serves(damage: str) -> None:
    content, other = small_part(), start_of("T|SZO")
    broken = bytearray(content)
    if damage == "flipped":
        broken[-20] ^= 1
    put(complete.path_of(S_SZO), content)
    put(complete.path_of(other), bytes(broken)[: -8 if damage == "cut" else None])
    assert complete.is_built(S_SZO)
    assert not complete.is_built(other)
    books = Books(["perfect-clear"])
    assert not books.troubles
    assert len(books._parts) == (2 if damage == "renamed" else 1)


def test_other_files_in_the_folder_are_left_alone() -> None:
    put(parts_folder() / f"other{ENDING}", b"something else")
    assert part_files("perfect-clear") == []


def test_clears_of_which_many_parts_are_wanted_are_solved_together_where_memory_allows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(later_clears, "free_memory", lambda: 8_000_000_000)
    starts = complete.starts_in("clear 6, clear 5, clear 3, S|SZO")
    assert [later_clears.clear_of(start) for start in starts] == sorted(map(later_clears.clear_of, starts))
    shared = complete.SharedSolution(starts)
    assert (shared.clears, shared.too_large) == ([5], [6]), "of clears 2 and 3 too few parts are wanted"
    assert shared.solution(start_of("S|SZO")) is None
    asked: list[Path | None] = []

    class Asked(Exception):
        pass

    def fields(parts: ArrayFolder, tell: object) -> None:
        asked.append(parts.folder)
        raise Asked

    monkeypatch.setattr(complete, "all_fields", fields)
    with pytest.raises(Asked):
        shared.solution(start_of("I|T"))
    assert asked == [later_clears.fields_folder()], "a build that is stopped goes on with what it has found"
    put(later_clears.fields_folder() / "any-back-0.part", b"")
    assert complete.SharedSolution(starts).clears == [3, 5], (
        "fewer parts are enough where the fields are known"
    )
    monkeypatch.setattr(later_clears, "free_memory", lambda: 1_000_000_000)
    assert shared.solution(start_of("I|T")) is None, "something else has taken the memory meanwhile"


@pytest.mark.skipif("KIBITZ_LONG" not in os.environ, reason="takes some minutes; KIBITZ_LONG=1 runs it")
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("text", "solved"), [("S|SZO", 30_219), ("Z|LSZ", 30_014)])
def test_a_part_empties_the_board_in_as_many_orders_as_were_solved(text: str, solved: int) -> None:
    start = start_of(text)
    put(complete.path_of(start), complete.build_part(start))
    book = Book(complete.path_of(start))
    assert f"{solved:,} of 30,240" in book.header.title
    letters = [piece for piece in range(7) if start.left >> piece & 1]
    orders = [
        (start.held, *first, *second, *range(7))
        for first in permutations(letters)
        for second in permutations(range(7))
    ]
    position = Position(0, *position_bag(start.left, start.held))
    assert book.clears(position, np.array(orders, np.int64), 10) == solved
