import random

import pytest

from game.tetris.guideline.openers.position import FULL_BAG, NO_EXTRA, START, Position
from game.tetris.guideline.openers.sequences import Pieces, Prefix, letters_of, prefix_of, sequences
from game.tetris.guideline.pieces import piece_of


def pieces(text: str) -> Pieces:
    return tuple(piece_of(letter) for letter in text if letter.isalpha())


def covered(position: Position, prefix: Prefix) -> list[int]:
    """The sequences that a description means, by its words alone."""
    low, high = prefix.common + prefix.first, prefix.common + prefix.last
    return [
        number
        for number, sequence in enumerate(sequences(position.bag, position.extra))
        if low <= letters_of(sequence)[: len(low)] and letters_of(sequence)[: len(high)] <= high
    ]


@pytest.mark.parametrize(
    "position", [START, Position(0, FULL_BAG, 2), Position(0, 0b1010101, NO_EXTRA), Position(0, 0b11, 1)]
)
def test_a_description_means_just_the_sequences_of_its_stretch(position: Position) -> None:
    total, chance = len(sequences(position.bag, position.extra)), random.Random(3)
    for _ in range(60):
        first, last = sorted(chance.choices(range(total), k=2))
        assert covered(position, prefix_of(position, first, last)) == list(range(first, last + 1))


def test_what_all_queues_share_is_said_once() -> None:
    every = [letters_of(sequence) for sequence in sequences(START.bag, START.extra)]
    begin = every.index(pieces("IT OLJS"))
    assert prefix_of(START, begin, begin) == Prefix(pieces("IT OLJS"))
    block = [number for number, letters in enumerate(every) if letters[:3] == pieces("IT O")]
    assert str(prefix_of(START, block[0], block[-1])) == "I T · O"
    two = [number for number, letters in enumerate(every) if letters[:3] in (pieces("ITO"), pieces("ITL"))]
    assert str(prefix_of(START, two[0], two[-1])) == "I T · O to I T · L"
    assert str(prefix_of(START, 0, len(every) - 1)) == "any queue"


def test_the_two_to_choose_from_are_told_together() -> None:
    every = [letters_of(sequence) for sequence in sequences(START.bag, START.extra)]
    with_l = [number for number, letters in enumerate(every) if letters[0] == piece_of("L")]
    assert str(prefix_of(START, with_l[0], with_l[-1])) == "L J to L Z"
    assert not any(
        len(part) == 1 for part in (prefix_of(START, 0, with_l[-1]).last, prefix_of(START, 0, 0).common)
    )
