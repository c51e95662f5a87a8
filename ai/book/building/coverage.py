"""Choice of the positions that a book keeps.

The fewest positions that its moves need, and for each as few moves and runs as can be.

A book needs a move only for sequences that can come up in games by the book. These are **asked**, position by position,
from the empty board on. Any other sequence of a kept position has a move where one of the moves at hand is among the
best for it; else it has none.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from ai.tetris.guideline.kernels.optimum import first_runs
from game.errors import BadBook

MOST_MOVES = 60  # of a position that are weighed against each other, a bit each
NONE = 1 << 62  # the bit for "no move"
Numbers = NDArray[np.int64]
Marks = NDArray[np.bool_]


def patterns_of(best: Marks, asked: Marks, after: Numbers) -> Iterator[tuple[int, ...]]:
    """For what is asked of a position: each different set of positions that a best placement can lead to.

    `best` [placement, sequence]; `after` by placement the number of the position it leads to, -1 if none is needed:
    a set with it is left out.
    """
    wanted = best[:, asked]
    for column in np.unique(np.packbits(wanted, axis=0), axis=1).T:
        rows = np.unpackbits(column)[: len(best)].astype(np.bool_)
        result = np.unique(after[rows])
        if len(result) and result[0] >= 0:
            yield tuple(result.tolist())


def covering(sets: Iterable[tuple[int, ...]], size: int) -> Marks:
    """Choose positions to keep, of `size`, so that each set has one that is kept.

    Greedy: next the one in the most sets of all that have none yet. In the end those are dropped that the others make
    up for.
    """
    patterns = list(dict.fromkeys(sets))
    serves = defaultdict[int, list[int]](list)
    for number, pattern in enumerate(patterns):
        for each in pattern:
            serves[each].append(number)
    members = {each: np.array(numbers) for each, numbers in serves.items()}
    served = np.zeros(len(patterns), np.int64)
    taken = dict[int, None]()

    def take(each: int) -> None:
        taken[each] = None
        served[members[each]] += 1

    for pattern in patterns:
        if len(pattern) == 1 and pattern[0] not in taken:
            take(pattern[0])

    def gain(each: int) -> int:
        return int(np.count_nonzero(served[members[each]] == 0))

    waiting = [(-gain(each), each) for each in members if each not in taken]
    heapq.heapify(waiting)
    while waiting:
        before, each = heapq.heappop(waiting)
        now = gain(each)
        if now and now < -before and waiting and now < -waiting[0][0]:
            heapq.heappush(waiting, (-now, each))
        elif now:
            take(each)
    for each in sorted(taken, key=lambda one: (len(members[one]), one)):
        if (served[members[each]] > 1).all():
            del taken[each]
            served[members[each]] -= 1
    stored = np.zeros(size, np.bool_)
    stored[list(taken)] = True
    return stored


def at_hand(best: Marks, asked: Marks, possible: Marks) -> Numbers:
    """The possible placements that are among the best of a sequence that is asked: those that serve all come first.

    Raises `BadBook` where they are too many.
    """
    use = (best & asked).sum(1) * possible
    moves = np.argsort(-use, kind="stable")[: np.count_nonzero(use)].tolist()
    needed, unserved = list[int](), asked & best.any(0)
    for move in moves:
        if (best[move] & unserved).any():
            needed.append(move)
            unserved = unserved & ~best[move]
    rest = [move for move in moves if move not in needed]
    if len(needed) > MOST_MOVES:
        raise BadBook(f"{len(needed)} moves of one position are more than a book can have")
    return np.array((needed + rest)[:MOST_MOVES], np.int64)


def fewest_runs(best: Marks, asked: Marks) -> tuple[Numbers, Numbers]:
    """The first sequence of each run, and its move as a row of `best`, -1 for none; as few runs as can be."""
    allowed = np.where(asked & best.any(0), 0, NONE).astype(np.int64)
    for number, row in enumerate(best):
        allowed |= row.astype(np.int64) << number
    starts, moves = np.zeros(len(allowed), np.int64), np.zeros(len(allowed), np.int64)
    size = first_runs(allowed, starts, moves)
    return starts[:size], moves[:size]
