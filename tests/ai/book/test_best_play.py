"""The book of best play for the first perfect clear: solved and built again as a whole, which takes a minute."""

import os
from pathlib import Path

import numpy as np
import pytest

from ai import mapped
from ai.book.book import Book
from ai.book.build import build, source_of
from ai.book.building.coverage import at_hand, covering, fewest_runs, patterns_of
from ai.book.checking import problems
from ai.book.file import FORM, path_of, read
from ai.book.reader import BookReader
from ai.tetris.guideline import optimum
from ai.tetris.guideline.known.books import clear_chance
from ai.tetris.guideline.known.sight import KnownPieces
from ai.tetris.guideline.optimum import ArrayFolder, class_name, solve
from game.errors import BadBook
from game.tetris.guideline import Field
from game.tetris.guideline.openers.position import FULL_BAG, START
from game.tetris.guideline.openers.sequences import letters_of, sequences
from game.tetris.guideline.openers.source import parse
from game.tetris.guideline.pieces import pieces_of

NAME = "perfect-clear"


@pytest.fixture(scope="module")
def book() -> Book:
    return Book(path_of(NAME))


@pytest.mark.skipif("KIBITZ_LONG" not in os.environ, reason="takes some minutes; KIBITZ_LONG=1 runs it")
@pytest.mark.timeout(1800)
def test_the_shipped_book_is_what_is_solved_to_the_byte(book: Book, tmp_path: Path) -> None:
    parts = ArrayFolder(tmp_path)
    built = build(source_of(NAME), parts=parts)
    assert built.content == path_of(NAME).read_bytes()
    assert len(built.content) < 1_500_000
    assert book.header.value == pytest.approx(2_051_229 / 2_116_800, abs=1e-9)

    whole = solve(6, parts=parts)  # from what the build has left
    assert (whole.numerator, whole.denominator) == (2_051_229, 2_116_800)
    assert sum(fields for fields, _ in whole.levels) == 1_410_777
    assert sum(states for _, states in whole.levels) == 2_610_631
    named = {class_name(number): value for number, value in enumerate(whole.classes)}
    assert min(named.values()) == named["LJ TIZSO"] == 727
    assert sum(value == optimum.ORDERS for value in named.values()) == 18
    best = max(whole.first, key=lambda each: each.numerator)
    assert (str(best.placement), best.best) == ("I east 9 2 none", 399)
    assert (solve(7, parts=parts).numerator, solve(5, parts=parts).numerator) == (2_109_527, 1_891_513)
    for name, chance in zip(named, chances(book), strict=True):
        assert chance == named[name], name


def chances(book: Book) -> list[int]:
    """By beginning of a bag: with how many orders of the next four letters the book empties the field."""
    results = []
    for each in sequences(FULL_BAG, START.extra):
        chance = clear_chance(book, KnownPieces(Field.empty(), None, letters_of(each), FULL_BAG))
        assert chance is not None
        assert (chance.pieces, chance.futures) == (10, 840)
        results.append(chance.solved)
    return results


def test_all_of_the_book_can_be_reached_and_nothing_leads_out_of_it(book: Book) -> None:
    assert list(problems(book)) == []


def test_the_chance_of_a_queue_is_that_of_best_play(book: Book) -> None:
    worst = KnownPieces(Field.empty(), None, pieces_of("LJTIZS"), FULL_BAG)
    assert clear_chance(book, worst) == (10, 727, 840)
    held = KnownPieces(
        Field.empty(), pieces_of("L")[0], pieces_of("JTIZS"), FULL_BAG & ~(1 << pieces_of("L")[0])
    )
    assert clear_chance(book, held) == (10, 727, 840)
    elsewhere = KnownPieces(Field.parse("X.X.X.X.X."), None, pieces_of("LJTIZS"), FULL_BAG)
    assert clear_chance(book, elsewhere) is None


def test_a_position_does_not_answer_for_its_mirror_image(book: Book) -> None:
    reading = BookReader(book.path)
    assert not reading.folded
    alone = next(each.position for each in reading.places if reading.number(each.position.mirrored()) is None)
    assert reading.find(alone.mirrored()) is None


def test_a_source_that_promises_something_else_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (path_of(NAME).with_suffix(".txt")).read_text(encoding="utf-8")
    with pytest.raises(BadBook, match="srs"):
        build(parse(text, "book"), "cold-clear")

    class Known:
        value, starts, moves, position = 0.5, (0,), (None,), START

    monkeypatch.setattr("ai.book.build.Solved", lambda parts, tell: None)
    monkeypatch.setattr("ai.book.build.chosen_of", lambda solved, tell: [Known()])
    with pytest.raises(BadBook, match="2,051,229 of 2,116,800, but in 1,058,400 of 2,116,800"):
        build(parse(text, "book"))


def test_a_file_of_the_version_before_is_refused(tmp_path: Path) -> None:
    contents = read(path_of("new-dt"))
    path = tmp_path / "old.kbook"
    older = mapped.parts_of(FORM._replace(version=4), contents.header, [contents.body.tobytes()])
    path.write_bytes(b"".join(older))
    with pytest.raises(BadBook, match="its version is 4, not 7; build it again"):
        Book(path)


# -- what is kept --


def marks(*rows: str) -> np.ndarray:
    return np.array([[each == "x" for each in row] for row in rows])


def test_few_positions_serve_all_that_is_asked() -> None:
    best, asked = marks("xx..x", "x.xx.", "..x..", "....x"), marks("xxxx.")[0]
    after = np.array([0, 1, 2, -1])
    patterns = list(patterns_of(best, asked, after))
    assert sorted(patterns) == [(0,), (0, 1), (1,), (1, 2)]
    assert covering(patterns, 3).tolist() == [True, True, False]
    assert list(patterns_of(best, marks("....x")[0], after)) == []  # one of the best needs no position


def test_runs_are_as_few_as_can_be_and_what_is_not_asked_has_the_best_move_or_none() -> None:
    best, asked = marks("xxx...", "..xx..", "....x."), marks("xxxx..")[0]
    moves = at_hand(best, asked, np.array([True, True, True]))
    assert moves.tolist() == [0, 1]
    starts, runs = fewest_runs(best[moves], asked)
    assert (starts.tolist(), runs.tolist()) == ([0, 3, 4], [0, 1, -1])
