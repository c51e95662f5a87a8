"""The chances of a book are those of games played by it, and follow from each other."""

import random

import numpy as np
import pytest

from ai.book.chances import BookChances, ends_of
from ai.book.file import names, path_of, stages_of
from ai.book.reader import BookReader, Entry
from game.tetris.guideline.openers.chance import BookChance, End, Over, aim_of
from game.tetris.guideline.openers.position import START, cells_at
from game.tetris.guideline.openers.sequences import Sequence, letters_of, number, sequences
from tests.sweep import ALL

POSITIONS = 1_000 if ALL else 200
PLAYED_ON = 100 if ALL else 40  # of these: the plain reader is slow


def worked(name: str) -> BookChances:
    chances = BookChances(BookReader(path_of(name)), ends_of(stages_of(name)))
    for _ in chances.worked():
        pass
    return chances


@pytest.mark.parametrize("name", names())
def test_the_chances_of_many_positions_follow_from_each_other(name: str) -> None:
    chances, chance = worked(name), random.Random(name)
    reading = chances.reading
    start = reading.number(START)
    assert start is not None
    assert chances.known
    assert chances.of_position(start) == pytest.approx(reading.header.value, abs=1e-6)
    places = [start, *chance.sample(range(len(reading)), min(POSITIONS, len(reading)) - 1)]
    for tried, place in enumerate(places):
        entry = reading.entry(place)
        value, often = chances.of_queues(entry)
        # the headline is the mean of the queues, each as often as it comes
        assert often.sum() == pytest.approx(1.0)
        assert value @ often == pytest.approx(chances.of_position(place), abs=1e-5)
        having = np.repeat([move is not None for move in entry.moves], np.diff((*entry.starts, entry.total)))
        assert not value[~having].any()  # where the book has no move there is no chance
        if tried < PLAYED_ON:
            at = chance.choice(np.flatnonzero(having & (often > 0)).tolist())
            assert value[at] == pytest.approx(_behind(chances, entry, at), abs=1e-5)


def _behind(chances: BookChances, entry: Entry, at: int) -> float:
    """The chance behind the book's move, by the plain reader: the mean over the piece that comes into sight."""
    reading, move = chances.reading, entry.moves[entry.run_of(at)]
    assert move is not None
    after = entry.position.after(move.piece, cells_at(*move[:4]) or 0)
    ends = ends_of(stages_of(reading.path.stem))
    if not after.cells or after in ends:
        return ends.get(after, 1.0)
    then = reading.find(after)
    if then is None:
        return 0.0
    pieces = list(letters_of(sequences(entry.position.bag, entry.position.extra)[at]))
    pieces.remove(move.piece)
    low, high = sorted(pieces[:2])
    following = [
        number(after.bag, after.extra, Sequence(low, high, (*pieces[2:], last))) for last in range(7)
    ]
    value = chances.of_queues(then)[0]
    return float(np.mean([value[each] for each in following if each is not None]))


def test_a_chance_is_of_the_ends_that_are_next() -> None:
    chances = worked("hachispin-dpc")
    aims = {aim_of(chances.aims(place)) for place in range(len(chances.reading))}
    assert aims == {"T-spin triple", "perfect clear"}
    start = chances.reading.number(START)
    assert start is not None
    assert chances.here(start).sentence == "65.21\u00a0% of all games by the book come to a T-spin triple."


def test_a_chance_says_what_it_is_of() -> None:
    ends = (End(True), End(False, 4))
    assert aim_of(ends) == "Tetris or perfect clear"
    here = BookChance(0.9999999, aim_of(ends), Over.HERE)
    assert here.sentence == "99.9\u00a0% of the games that come here reach a Tetris or perfect clear."
    queue = BookChance(1.0, aim_of(ends[:1]), Over.QUEUE)
    assert queue.sentence == "This queue: a perfect clear is certain, whatever the bag gives."
