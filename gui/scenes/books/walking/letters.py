"""Which six pieces can be visible in a position, and how a queue is written so that bags can deal it."""

from __future__ import annotations

import random
from functools import cache

from game.tetris.guideline.openers.position import FULL_BAG, NO_EXTRA
from game.tetris.guideline.openers.prefixes import Pieces, letters_of
from game.tetris.guideline.openers.sequences import VISIBLE_PIECES, Sequence, number, sequences

Bag = tuple[int, int]  # the letters that can still come, and the one that can come twice


def possible(bag: Bag, before: Pieces) -> Pieces:
    """The pieces that can stand behind `before`, up to five: first the one that waits longest, in hold if there is one.

    A letter that can come twice is held or next, so it always stands first.
    """
    letters, extra = bag
    if not before and extra != NO_EXTRA:
        return (extra,)
    left = letters
    for place, piece in enumerate(before):
        if not (place == 0 and extra != NO_EXTRA):
            left &= ~(1 << piece)
        if place:
            left = left or FULL_BAG
    return tuple(piece for piece in range(7) if left >> piece & 1)


def numbered(bag: Bag, seen: Pieces) -> int | None:
    """The number of the sequence of six pieces, None where it cannot come."""
    low, high = sorted(seen[:2])
    a, b, c, d = seen[2:VISIBLE_PIECES]
    return number(*bag, Sequence(low, high, (a, b, c, d)))


def dealt(bag: Bag, chance: random.Random) -> Pieces:
    """Six pieces by chance, every sequence as likely as any other."""
    every = sequences(*bag)
    return ordered(bag, letters_of(every[chance.randrange(len(every))]), chance.random() < 0.5)


def ordered(bag: Bag, seen: Pieces, turned: bool = False) -> Pieces:
    """The same sequence with the letter that can come twice first; without one, `turned` has the second first."""
    first, second, *behind = seen
    if first != bag[1] and (second == bag[1] or (turned and bag[1] == NO_EXTRA)):
        first, second = second, first
    return (first, second, *behind)


def with_piece(bag: Bag, seen: Pieces, place: int, piece: int) -> Pieces | None:
    """The queue with another piece at a place, None where that cannot come there.

    What stands behind it stays as far as bags can deal it; the piece that had to go comes later if it can.
    """
    if piece not in possible(bag, seen[:place]):
        return None
    found, wanted = (*seen[:place], piece), [*seen[place + 1 :], seen[place]]
    for old in seen[place + 1 :]:
        can = possible(bag, found)
        best = old if old in can else next((each for each in wanted if each in can), can[0])
        found = (*found, best)
    return found


@cache
def last_letters(bag: Bag, five: Pieces) -> Pieces:
    """The pieces that can be the sixth."""
    return tuple(piece for piece in range(7) if numbered(bag, (*five, piece)) is not None)
