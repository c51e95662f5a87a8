"""What a stretch of sequences has in common: the fewest pieces that say which queues a run covers.

Sequences are sorted, so all that begin alike stand together. A stretch is either everything that begins with some
pieces, or it goes from such a beginning to another one.
"""

from __future__ import annotations

from typing import NamedTuple

from game.tetris.guideline.openers.position import Position
from game.tetris.guideline.openers.sequences import Sequence, sequences
from game.tetris.guideline.pieces import PIECES

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
    """How many pieces two queues have in common from the beginning on."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b), len(one))


def written(pieces: Pieces) -> str:
    """Pieces as letters, the two to choose from parted from the others: `L T · Z O`."""
    letters = [PIECES[piece] for piece in pieces]
    return " · ".join(" ".join(part) for part in (letters[:2], letters[2:]) if part)
