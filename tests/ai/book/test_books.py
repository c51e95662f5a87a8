import random
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from ai.book.book import Book
from ai.book.build import Built, Counts, build, folded, pack, plain_source_of, source_of
from ai.book.build import names as sources
from ai.book.building.optimum import BookPosition
from ai.book.checking import problems
from ai.book.file import COLUMNS_HALF, HALF, names, path_of
from ai.book.kernels import look_up_all
from ai.book.reader import BookReader
from ai.tetris.guideline.kernels.layout import placement_word
from ai.tetris.guideline.moves import placements
from game.errors import BadBook
from game.tetris.guideline import Field, Placement, Queue
from game.tetris.guideline.openers.position import (
    MIRRORED,
    NO_EXTRA,
    START,
    Position,
    bit,
    cells_at,
    field_of,
    mirrored_bag,
    mirrored_cells,
    placement_at,
)
from game.tetris.guideline.openers.sequences import Sequence, count, sequences
from game.tetris.guideline.openers.source import parse
from tests.known import damaged, opener

pytestmark = pytest.mark.kernel

VALUES = {
    "bt-loop": 0.7783164,
    "hachispin-dpc": 0.5486777,
    "new-dt": 0.5158686,
    "okey-dpc": 0.3556378,
    "perfect-clear": 0.7471141,
}


@pytest.fixture(autouse=True)
def lists_as_they_were(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The small lists, without what was found besides: they are built in no time."""
    monkeypatch.setattr("ai.book.build.MORE", tmp_path)
    monkeypatch.setattr("ai.book.checking.source_of", lambda name, mode: opener())


@pytest.fixture(scope="module")
def made() -> Built:
    return build(opener())


@pytest.fixture(scope="module")
def book(made: Built, tmp_path_factory: pytest.TempPathFactory) -> Book:
    path = tmp_path_factory.mktemp("books") / "test.kbook"
    path.write_bytes(made.content)
    return Book(path)


# -- building --


def test_a_book_is_worth_what_its_lines_give() -> None:
    built = build(plain_source_of("new-dt"))
    lines = built.solution.lines
    assert (lines.count, len(lines.edges)) == (7338, 2522)
    assert sum(built.solution.mean(position) > 0 for position in lines.edges) == 2156
    assert built.solution.mean() == pytest.approx(VALUES["new-dt"], abs=1e-6)


def test_the_older_builder_takes_what_cannot_be_reached() -> None:
    older = build(source_of("new-dt"), "cold-clear")
    lines = older.solution.lines
    assert (lines.count, len(lines.edges)) == (7370, 2518)
    assert older.solution.mean() == pytest.approx(0.5262378, abs=1e-6)
    assert older.counts == pytest.approx((2031, 79771, 1138546), rel=0.02)  # its single precision, too


def test_all_five_books_are_shipped_and_small() -> None:
    assert set(names()) == set(sources()) == set(VALUES)
    for name, least in VALUES.items():
        header = Book(path_of(name)).header
        assert (header.name, header.mode) == (name, "srs")
        assert header.value > least - 1e-6
    assert Book(path_of("bt-loop")).header.value > 0.95
    assert path_of("bt-loop").stat().st_size < 150_000
    assert sum(path_of(name).stat().st_size for name in names()) < 1_200_000


def test_lines_that_lead_nowhere_are_no_book() -> None:
    text = "name: test\nstage: one\nbag: all\nplace: Ie02\n"
    with pytest.raises(BadBook, match="nothing that counts"):
        build(parse(text, "test"))
    with pytest.raises(BadBook, match="no piece can be placed"):
        build(parse("name: test\nstage: one\nbag: all\nplace: In45\n", "test"))


# -- asking --


def play(book: Book, queue: Queue) -> int:
    """Return how many pieces a book plays by itself from the empty board until it has no move or the board is empty
    again.
    """
    field, hold, number = Field.empty(), None, 0
    while True:
        left = sum(1 << piece for piece in queue.bag_left() or ())
        move = book.answer(field, hold, queue.pieces(6), left).move
        if move is None:
            return number
        assert move in placements(field, move.piece), f"{move} on\n{field}"
        first = queue.piece()
        if move.piece != first and hold is None:
            hold, queue = first, queue.after()
        elif move.piece != first:
            assert move.piece == hold
            hold = first
        queue, number = queue.after(), number + 1
        field, _ = field.place(*move[:4])
        if not field.height:
            return number


def test_a_book_keeps_its_promise_and_asks_for_nothing_impossible(book: Book) -> None:
    games = [play(book, Queue(seed=seed)) for seed in range(80)]
    rate = sum(pieces == 10 for pieces in games) / len(games)
    assert abs(rate - book.header.value) < 3 * (0.75 * 0.25 / len(games)) ** 0.5


def test_every_sequence_has_the_move_of_the_solution(made: Built, book: Book) -> None:
    chance = random.Random(7)
    for book_position in [made.positions[0], *chance.sample(made.positions, 40)]:
        position = book_position.position
        choices = made.solution.choices(position)
        every = sequences(position.bag, position.extra)
        for number in {0, len(every) - 1, *chance.sample(range(len(every)), 20)}:
            answer = ask(book, position.cells, position.bag, position.extra, every[number])
            if answer is not None:
                edge = answer.piece, cells_at(*answer[:4])
                assert choices.best[choices.edges.index(edge), number]
            elif (
                book_position is made.positions[0]
            ):  # elsewhere, sequences that no game by the book leads to may have none
                assert not choices.best[:, number].any()


def ask(book: Book, cells: int, bag: int, extra: int, sequence: Sequence) -> Placement | None:
    """A book's move by position and sequence; where nothing can come twice, with either letter in hold or none."""
    first, second, behind = sequence
    field = field_of(cells)
    if extra != NO_EXTRA:
        book_answer = book.answer(field, extra, (second if first == extra else first, *behind), bag)
    else:
        book_answer = book.answer(field, None, (second, first, *behind), bag)
        assert book.answer(field, first, (second, *behind), bag & ~(1 << first)) == book_answer
        assert book.answer(field, second, (first, *behind), bag & ~(1 << second)) == book_answer
    assert book_answer.in_book
    return book_answer.move


def test_the_mirror_image_has_the_mirrored_move(made: Built, book: Book) -> None:
    seen = 0
    for book_position in made.positions:
        position, other = book_position.position, book_position.position.mirrored()
        if position == other or position.extra != NO_EXTRA:
            continue
        sequence = sequences(position.bag, NO_EXTRA)[book_position.starts[-1]]
        letters = (sequence.first, sequence.second, *sequence.behind)
        one = book.answer(field_of(position.cells), None, letters, position.bag)
        mirrored = [MIRRORED[piece] for piece in letters]
        two = book.answer(field_of(other.cells), None, mirrored, mirrored_bag(position.bag))
        assert (one.value, one.run, one.in_book) == (two.value, two.run, two.in_book)
        if one.move is not None:
            assert two.move is not None
            cells = cells_at(*one.move[:4])
            assert cells is not None
            image = placement_at(MIRRORED[one.move.piece], mirrored_cells(cells))
            assert two.move == image._replace(spin=one.move.spin)
            seen += 1
    assert seen > 100


def test_a_book_is_silent_where_it_knows_nothing(book: Book) -> None:
    six = (0, 1, 2, 3, 4, 5)
    assert book.answer(Field.empty(), None, six).in_book
    assert book.answer(Field.empty(), None, (*six, 6)).move == book.answer(Field.empty(), None, six).move
    short = book.answer(Field.empty(), None, six[:5])
    assert (short.move, short.in_book) == (None, True)
    assert not book.answer(Field.parse("X.X.X.X.X."), None, six[:5]).in_book
    assert not book.answer(Field.parse("X.X.X.X.X."), None, six).in_book
    assert not book.answer(Field.of([1] * 11), None, six).in_book
    impossible = book.answer(Field.empty(), None, (0, 0, 1, 2, 3, 4))
    assert (impossible.move, impossible.in_book) == (None, True)


def test_the_books_are_known_by_name() -> None:
    with pytest.raises(BadBook, match="bt-loop"):
        path_of("bt-lopp")
    with pytest.raises(BadBook, match="bt-loop"):
        source_of("dpc")


# -- files --


def test_a_book_passes_its_own_examination(book: Book) -> None:
    assert list(problems(book, deep=True)) == []
    every = list(BookReader(book.path).entries())
    assert START in {entry.position for entry in every}
    assert all(a < b for entry in every for a, b in pairwise(entry.starts))


def test_an_examination_finds_a_move_that_is_not_the_best(made: Built, tmp_path: Path) -> None:
    first = made.positions[0]
    swapped = {first.moves[0]: first.moves[-1], first.moves[-1]: first.moves[0]}
    moves = tuple(swapped.get(move, move) for move in first.moves)
    content = pack("opener", "", "srs", [first._replace(moves=moves), *made.positions[1:]], made.counts)
    path = tmp_path / "wrong.kbook"
    path.write_bytes(content)
    assert any("is not the best" in problem for problem in problems(Book(path), deep=True))


def test_an_examination_finds_what_is_missing_too_much_or_not_so(made: Built, tmp_path: Path) -> None:
    path = tmp_path / "short.kbook"
    path.write_bytes(pack("opener", "", "srs", made.positions[:-20], made.counts))
    assert any("leads out of the book" in problem for problem in problems(Book(path)))
    first, second = made.positions[0], made.positions[1]
    stranger = second._replace(position=Position(1, START.bag), starts=(0,), moves=(None,))
    positions = [first, second._replace(value=second.value + 0.001), *made.positions[2:], stranger]
    path.write_bytes(pack("opener", "", "srs", positions, made.counts._replace(runs=7)))
    text = "\n".join(problems(Book(path), deep=True))
    assert "no move of the book leads here" in text
    assert "the source has nothing here" in text
    assert f"{folded(second.position)}: the book says it is worth" in text
    assert "it says otherwise" in text


@pytest.mark.parametrize("used", [1, 2, 7, 60])
def test_every_run_is_found_again_however_runs_lie(used: int, tmp_path: Path) -> None:
    chance, total = random.Random(used), count(*START[1:])
    every = [(at.piece, cells_at(*at[:4])) for piece in range(7) for at in placements(Field.empty(), piece)]
    moves = [None, *dict.fromkeys(every)][: used + 1]
    lists = [
        (0,),
        tuple(range(total)),
        (0, total - 1),
        (0, 1, 2, total - 2),
        (*range(300), *range(2400, total)),
    ]
    lists += [(0, *sorted(chance.sample(range(1, total), chance.choice((1, 5, 60, 900))))) for _ in range(5)]
    positions = []
    for number, starts in enumerate(lists):
        chosen = [chance.choice(moves) for _ in starts]
        positions.append(
            BookPosition(Position(bit(number % 10, 9 - number // 10), *START[1:]), 0.5, starts, tuple(chosen))
        )
    path = tmp_path / "runs.kbook"
    path.write_bytes(pack("runs", "", "srs", positions, Counts(1, 1, 1), unfolded=True))
    book, reading = Book(path), BookReader(path)
    for one in positions:
        entry = reading.find(one.position)
        assert entry is not None
        assert entry.starts == one.starts
        assert [m and (m.piece, cells_at(*m[:4])) for m in entry.moves] == list(one.moves)
        asked, halves = [], (one.position.cells & COLUMNS_HALF, one.position.cells >> HALF)
        for first, second, behind in sequences(*START[1:]):
            letters = sum(piece << 3 * place for place, piece in enumerate((first, second, *behind)))
            asked.append((*halves, *START[1:], letters))
        answers = np.zeros(total, np.int64)
        look_up_all(book.body, np.array(asked, np.int64), answers)
        assert (answers >> 17 & 0xFFF).tolist() == [entry.run_of(number) for number in range(total)]
        results = [entry.moves[entry.run_of(number)] for number in range(total)]
        words = [0 if move is None else placement_word(move) for move in results]
        assert (answers & 0x1FFFF).tolist() == words


def test_no_damaged_file_is_believed(made: Built, tmp_path: Path) -> None:
    path = tmp_path / "damaged.kbook"
    least = min(made.positions, key=lambda book_position: len(book_position.starts))
    whole = pack("damaged", "", "srs", [least], made.counts)
    path.write_bytes(whole)
    assert Book(path).header.name == "damaged"
    for content in (*damaged(whole), b"KIBITZ4W" + whole[8:], whole + bytes(16), b"\n" * 5000):
        path.write_bytes(content)
        with pytest.raises(BadBook, match=r"damaged\.kbook: "):
            Book(path)
    with pytest.raises(BadBook, match="cannot be read"):
        Book(tmp_path / "none.kbook")
