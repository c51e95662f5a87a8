"""The sequences of six visible pieces that a position can have, in order, as whole numbers from 0 on.

`next` are the two letters that can be placed now, without an order; four letters follow. Sequences are sorted by
(smaller of next, larger of next, first, second, third, fourth), letters as I O T L J S Z. How many letters each place
can hold depends on how many are in the bag alone, so **a sequence's number is a number of mixed digits**: which pair,
then for each letter how many smaller ones could have come. The last digit is the piece that is not seen one
placement earlier, and all sequences that differ in nothing else lie together.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from game.tetris.guideline.openers.position import FULL_BAG, NO_EXTRA, Position
from game.tetris.guideline.pieces import PIECES

BEHIND = 4  # visible pieces behind the two that can be placed
VISIBLE_PIECES = 2 + BEHIND


class Sequence(NamedTuple):
    """Two letters to choose from, the smaller first, and the four behind them."""

    first: int
    second: int
    behind: tuple[int, int, int, int]


def sizes(bag: int, extra: int) -> tuple[int, tuple[int, ...]]:
    """Return the number of pairs, and how many letters each of the four places behind can hold."""
    letters = bag.bit_count()
    pairs = letters if extra != NO_EXTRA else letters * (letters - 1) // 2
    left = letters - (1 if extra != NO_EXTRA else 2)
    places = []
    for _ in range(BEHIND):
        left = left or 7
        places.append(left)
        left -= 1
    return pairs, tuple(places)


def count(bag: int, extra: int) -> int:
    """Return the number of sequences."""
    result, places = sizes(bag, extra)
    for letters in places:
        result *= letters
    return result


def number(bag: int, extra: int, sequence: Sequence) -> int | None:
    """The number of a sequence, None where it cannot come."""
    first, second, behind = sequence
    if extra != NO_EXTRA:
        if extra not in (first, second):
            return None
        other = second if first == extra else first
        if not bag >> other & 1:
            return None
        result, left = (bag & (1 << other) - 1).bit_count(), bag & ~(1 << other)
    else:
        if first == second or not bag >> first & bag >> second & 1:
            return None
        letters = bag.bit_count()
        low, high = ((bag & (1 << piece) - 1).bit_count() for piece in (first, second))
        result, left = low * (2 * letters - low - 1) // 2 + high - low - 1, bag & ~(1 << first | 1 << second)
    for piece in behind:
        left = left or FULL_BAG
        if not left >> piece & 1:
            return None
        result = result * left.bit_count() + (left & (1 << piece) - 1).bit_count()
        left &= ~(1 << piece)
    return result


@lru_cache(maxsize=8)  # there are up to 2,520 each time
def sequences(bag: int, extra: int) -> tuple[Sequence, ...]:
    """All sequences in their order."""
    return tuple(_sequences(bag, extra))


def _sequences(bag: int, extra: int) -> Iterator[Sequence]:
    for first, second in _pairs(bag, extra):
        other = second if first == extra else first
        left = bag & ~(1 << other) if extra != NO_EXTRA else bag & ~(1 << first | 1 << second)
        for a, rest in _draws(left):
            for b, then in _draws(rest):
                for c, last in _draws(then):
                    for d, _ in _draws(last):
                        yield Sequence(first, second, (a, b, c, d))


def _pairs(bag: int, extra: int) -> list[tuple[int, int]]:
    letters = [piece for piece in range(7) if bag >> piece & 1]
    if extra != NO_EXTRA:
        return [(min(extra, other), max(extra, other)) for other in letters]
    return [(first, second) for first in letters for second in letters if first < second]


def _draws(left: int) -> list[tuple[int, int]]:
    """Each letter that can come, and what is left then."""
    left = left or FULL_BAG
    return [(piece, left & ~(1 << piece)) for piece in range(7) if left >> piece & 1]


# What a stretch of sequences has in common: the fewest pieces that say which queues a run covers.
#
# Sequences are sorted, so all that begin alike stand together. A stretch is either everything that begins with some
# pieces, or it goes from such a beginning to another one.

Pieces = tuple[int, ...]
ANY_QUEUE = "any queue"


class Prefix(NamedTuple):
    """All queues that begin with `common`; or of these all from the ones that go on with `first` to those with `last`.

    The first two pieces are those to choose from, without an order.
    """

    common: Pieces
    first: Pieces = ()
    last: Pieces = ()

    def __str__(self) -> str:
        if not self.first:
            return written(self.common) or ANY_QUEUE
        return f"{written(self.common + self.first)} to {written(self.common + self.last)}"


def prefix_of(position: Position, first: int, last: int) -> Prefix:
    """The shortest description of the sequences of a position from number `first` to number `last`, both in it."""
    every = sequences(position.bag, position.extra)
    begin, end = letters_of(every[first]), letters_of(every[last])
    least = 0 if first == 0 else _whole(1 + shared(letters_of(every[first - 1]), begin))
    most = 0 if last == len(every) - 1 else _whole(1 + shared(end, letters_of(every[last + 1])))
    common = shared(begin, end)
    common = 0 if common == 1 else common
    if max(least, most) <= common:
        return Prefix(begin[: max(least, most)])
    further = _whole(common + 1)
    return Prefix(begin[:common], begin[common : max(least, further)], end[common : max(most, further)])


def _whole(pieces: int) -> int:
    """At least two pieces: those to choose from have no order, so one of them alone says nothing."""
    return max(2, pieces)


def letters_of(sequence: Sequence) -> Pieces:
    """The six pieces of a sequence, those to choose from first."""
    return (sequence.first, sequence.second, *sequence.behind)


def shared(one: Pieces, other: Pieces) -> int:
    """Return how many pieces two queues have in common from the beginning on."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b), len(one))


def written(pieces: Pieces) -> str:
    """Pieces as letters, the two to choose from parted from the others: `L T · Z O`."""
    letters = [PIECES[piece] for piece in pieces]
    return " · ".join(" ".join(part) for part in (letters[:2], letters[2:]) if part)
