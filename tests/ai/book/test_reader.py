import random
import subprocess
import sys

import numpy as np
import pytest

from ai.book.file import COLUMNS_HALF, FULL_VALUE, HALF, names, path_of, read
from ai.book.kernels import look_up_all
from ai.book.reader import BookReader
from ai.tetris.guideline.kernels.layout import placement_word
from game.tetris.guideline.openers.position import START, Position
from game.tetris.guideline.openers.sequences import count, letters_of, sequences

pytestmark = pytest.mark.kernel


@pytest.mark.parametrize("name", names())
def test_reading_and_looking_up_say_the_same(name: str) -> None:
    reading, chance = BookReader(path_of(name)), random.Random(name)
    asked, messages = [], []
    for number in [0, *chance.sample(range(len(reading)), 200)]:
        position = reading.places[number].position
        for each in (position, position.mirrored()) if reading.folded else (position,):
            entry = reading.find(each)
            assert entry.position == each
            every = sequences(each.bag, each.extra)
            for at in {0, len(every) - 1, chance.randrange(len(every))}:
                letters = sum(piece << 3 * place for place, piece in enumerate(letters_of(every[at])))
                asked.append([each.cells & COLUMNS_HALF, each.cells >> HALF, each.bag, each.extra, letters])
                move = entry.moves[entry.run_of(at)]
                # those of the image stand in another order
                run = entry.run_of(at) if each == position else None
                messages.append((entry.value, run, 0 if move is None else placement_word(move)))
    answers = np.zeros(len(asked), np.int64)
    look_up_all(read(path_of(name)).body, np.array(asked, np.int64), answers)
    for answer, (value, run, word) in zip(answers.tolist(), messages, strict=True):
        assert answer & 0x1FFFF == word
        assert run is None or answer >> 17 & 0xFFF == run
        assert (answer >> 29) / FULL_VALUE == pytest.approx(value, abs=1e-4)


def test_the_counts_of_a_book_are_those_of_its_entries_and_their_mirror_images() -> None:
    reading = BookReader(path_of("new-dt"))
    every = list(reading.entries())
    every += [entry.mirrored() for entry in every if entry.position != entry.position.mirrored()]
    having = sum(
        end - start
        for entry in every
        for start, end, move in zip(entry.starts, entry.ends, entry.moves, strict=True)
        if move is not None
    )
    header = reading.header
    result = len(every), sum(len(entry.starts) for entry in every), having
    assert result == (header.positions, header.runs, header.combinations)
    start = reading.find(START)
    assert start.value == pytest.approx(header.value, abs=1e-4)


def test_a_board_that_no_book_has_is_not_found() -> None:
    reading = BookReader(path_of("perfect-clear"))
    assert reading.find(Position(1, START.bag)) is None
    assert reading.number(START) is not None
    assert count(*START[1:]) == 2520


def test_reading_needs_no_kernel() -> None:
    program = "import ai.book.reader, sys; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
