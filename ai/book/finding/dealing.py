"""Which orders of a bag let a set of pieces be built with hold, all orders at once.

All letters of a bag are seen together: six pieces, and a seventh is the one that is left. An order is a row of these
letters; the first two can be exchanged, since one of them is held. After k pieces k + 1 letters have come, and the one
of them that is not placed is in hold.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from ai.book.building.reach import Movement
from ai.book.finding.fillings import Filled
from game.tetris.guideline.openers.position import MIRRORED, NO_EXTRA, full_rows, mirrored_bag
from game.tetris.guideline.openers.sequences import BEHIND, Sequence, number, sizes

Orders = NDArray[np.bool_]  # by order: whether it does
Numbers = NDArray[np.int64]
LETTERS = 7


@cache
def orders(bag: int) -> tuple[tuple[int, ...], ...]:
    """All orders of a bag's letters, the smaller of the first two first: 2,520 of a full bag."""
    letters = [piece for piece in range(LETTERS) if bag >> piece & 1]
    return tuple(order for order in permutations(letters) if order[:2] == tuple(sorted(order[:2])))


@cache
def mirrored_orders(bag: int) -> Numbers:
    """By order: the number of its mirror image among the orders of the mirrored bag."""
    numbers = {order: at for at, order in enumerate(orders(mirrored_bag(bag)))}
    images = ([MIRRORED[piece] for piece in order] for order in orders(bag))
    return np.array([numbers[(*sorted(image[:2]), *image[2:])] for image in images], np.int64)


@cache
def come(bag: int, pieces: int) -> Orders:
    """By order: whether a set of different letters has come, with at most one other one."""
    letters = np.array(orders(bag))[:, : pieces.bit_count() + 1]
    seen: Numbers = np.bitwise_or.reduce(1 << letters, axis=1)
    found: Orders = seen & pieces == pieces
    return found


def buildable(start: int, bag: int, filled: tuple[Filled, ...], movement: Movement) -> Orders:
    """By order: whether different pieces of the bag can be placed on these cells, no row full before the end."""
    cells = dict(filled)
    every = sum(1 << piece for piece in cells)
    found = {0: np.ones(len(orders(bag)), np.bool_)}
    for pieces in sorted((each for each in range(1, every + 1) if not each & ~every), key=int.bit_count):
        ways = np.zeros(len(orders(bag)), np.bool_)
        for piece, at in filled:
            before = pieces & ~(1 << piece)
            if pieces >> piece & 1 and before in found:
                standing = start | sum(cells[each] for each in cells if before >> each & 1)
                if not full_rows(standing) and at in movement.reached(standing, piece):
                    ways |= found[before]
        if (ways & come(bag, pieces)).any():
            found[pieces] = ways & come(bag, pieces)
    return found.get(every, np.zeros(len(orders(bag)), np.bool_))


@cache
def beginnings(bag: int, left: int) -> Numbers:
    """By order: which of the beginnings of a position's sequences it leads to, once all but `left` is placed.

    The letters of this bag decide the beginning; behind it come those of the next one. -1: too much has come.
    """
    found = np.full(len(orders(bag)), -1, np.int64)
    here = np.flatnonzero(come(bag, bag & ~left))
    if left.bit_count() < 2:
        found[here] = 0
        return found
    behind = next_bag_sequences(left)
    for at in here.tolist():
        rest = [piece for piece in orders(bag)[at] if left >> piece & 1]
        letters = (*rest[2:], *range(LETTERS))[:BEHIND]
        sequence = Sequence(min(rest[:2]), max(rest[:2]), (letters[0], letters[1], letters[2], letters[3]))
        place = number(left, NO_EXTRA, sequence)
        assert place is not None
        found[at] = place // behind
    return found


def next_bag_sequences(left: int) -> int:
    """In how many ways the letters of the next bag that are seen can come, behind two letters or more of this one."""
    found = 1
    for letters in sizes(left, NO_EXTRA)[1][max(0, left.bit_count() - 2) :]:
        found *= letters
    return found
