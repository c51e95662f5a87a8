"""The explorer's knowledge of a book without a picture: ways, queues, the map, sizes, what moves lead to."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from ai.book.file import path_of
from ai.book.reader import BookReader
from game.tetris.guideline.openers.position import FULL_BAG, NO_EXTRA
from gui.scenes.books.book import byte_words, forms, opened, options, outcome, rows
from gui.scenes.books.chart import Plan
from gui.scenes.books.walk import Walk, child, dealt, numbered, possible, with_piece


@pytest.mark.parametrize("bag", [(FULL_BAG, NO_EXTRA), (FULL_BAG, 2), (0b1010100, NO_EXTRA), (0b11, 1)])
def test_a_written_queue_can_always_be_dealt(bag: tuple[int, int]) -> None:
    chance = random.Random(4)
    pieces = dealt(bag, chance)
    for _ in range(300):
        place, piece = chance.randrange(6), chance.randrange(7)
        written = with_piece(bag, pieces, place, piece)
        assert (written is not None) == (piece in possible(bag, pieces[:place]))
        if written is not None:
            assert (written[:place], written[place]) == (pieces[:place], piece)
            pieces = written
        assert numbered(bag, pieces) is not None


@pytest.mark.parametrize("name", ["perfect-clear", "new-dt"])
def test_the_map_has_every_position_and_the_way_to_it(name: str) -> None:
    listed = opened(path_of(name))
    graph, walk = listed.graph, Walk(listed.reading, random.Random(1), lambda entry: None)
    graph.work()
    assert sorted(place for layer in graph.layers for place in layer) == list(range(len(listed.reading)))
    for place in random.Random(2).sample(range(len(listed.reading)), 40):
        walk.jump(graph.path(place))
        assert walk.here.position is not None
        assert listed.reading.number(walk.here.position) == place
        assert len(walk.steps) == graph.depth[place] + 1
        for before, after in zip(walk.steps, walk.steps[1:], strict=False):
            assert after.state.last is not None
            move = after.state.last.placement
            assert before.entry is not None
            assert move in before.entry.moves
            assert after.position == child(before.position, move)
            left = list(before.seen)
            left.remove(move.piece)
            assert after.seen[:5] == tuple(left) or set(after.seen[:2]) == set(left[:2])


def test_every_position_of_a_map_is_found_under_its_own_pixels() -> None:
    layers = [[0], [3, 1, 2], [*range(4, 104)]]
    plan = Plan.of(layers, (10, 20, 300, 200), (0, 0))
    assert sorted(plan.rects) == sorted(number for layer in layers for number in layer)
    for number, (x, y, width, height) in plan.rects.items():
        assert plan.at(x + width / 2, y + height / 2) == number
        assert y >= 20
    assert plan.at(5, 5) is None


def test_sizes_follow_from_the_counts_of_the_book() -> None:
    reading = BookReader(path_of("bt-loop"))
    header = reading.header
    naive, maps, runs, ours = (form.bytes for form in forms(reading))
    assert naive == 32 * header.combinations
    assert maps == 72 * header.positions + 8 * header.combinations
    assert runs == 40 * header.positions + 8 * header.runs
    assert ours == path_of("bt-loop").stat().st_size
    assert naive > maps > runs > ours
    assert [byte_words(count) for count in (999, 139_152, 1_078_456, 83_032_320)] == [
        "999\u00a0B",
        "139\u00a0kB",
        "1.08\u00a0MB",
        "83.0\u00a0MB",
    ]


def test_an_outcome_leads_to_a_position_of_the_file_or_ends() -> None:
    listed = opened(path_of("hachispin-dpc"))
    kinds: set[str] = set()
    for entry in list(listed.reading.entries())[::15]:
        for option in options(rows(entry)):
            led = outcome(listed, entry.position, option.move)
            kinds.add(led.words)
            after = listed.reading.number(child(entry.position, option.move))
            if led.goes_on:
                assert after is not None
    assert kinds >= {"leads on", "perfect clear"}
    assert all(0 < value <= 1 for value in listed.ends.values())
    assert listed.ends


def test_what_was_found_for_a_book_has_its_titles_on_the_map(tmp_path: Path) -> None:
    listed = opened(path_of("okey-dpc"))
    items = {listed.stages.get(place.position) for place in listed.reading.places}
    assert {"The first bag", "O is left over", "Perfect clear with seven pieces"} <= items
    elsewhere = tmp_path / "okey-dpc.kbook"
    elsewhere.write_bytes(listed.path.read_bytes())
    assert opened(elsewhere).stages == {}


def test_a_book_cut_off_anywhere_is_no_book(tmp_path: Path) -> None:
    content, path = path_of("new-dt").read_bytes(), tmp_path / "cut.kbook"
    for length in [*range(0, 400, 7), len(content) // 2, len(content) - 1]:
        path.write_bytes(content[:length])
        listed = opened(path)
        assert listed.header is None
        assert listed.reason.count("\n") == 0
        assert str(path) in listed.reason


def test_the_window_reads_books_without_a_kernel() -> None:
    program = "import gui.scenes.books, sys; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
