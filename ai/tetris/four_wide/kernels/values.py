"""Values of all states, swept in place.

A state is a situation and a field: value `situation * fields + field`. The continuations of the graph are
lists by piece: `edges[piece]` to `edges[piece + 1]` in `sources` and `targets[mirror]`, sorted by source;
`targets[1]` are the mirror images, for a situation that is stored as its own. `floors[branch, field]` is what
can be had at a draw without a placement; no rows: the combo ends there, which is worth 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.kernel import inlined, tight
from ai.tetris.four_wide.kernels.situations import Bytes, Numbers, Words

Values = NDArray[np.float64]


@inlined
def _raise(
    best: Values,
    piece: int,
    after: int,
    values: Values,
    edges: Words,
    sources: Numbers,
    targets: NDArray[np.int32],
) -> None:
    """Let `best`, by field, be at least what placing `piece` leads to."""
    row = (after >> 1) * len(best)
    mirror = after & 1
    for edge in range(edges[piece], edges[piece + 1]):
        source, value = sources[edge], values[row + targets[mirror, edge]]
        if value > best[source]:
            best[source] = value


@inlined
def _expect(
    number: int,
    begins: Words,
    pieces: Bytes,
    after: Numbers,
    values: Values,
    edges: Words,
    sources: Numbers,
    targets: NDArray[np.int32],
    floors: Values,
    best: Values,
    sums: Values,
) -> None:
    """Write the expectation of situation `number` by field to `sums`: the mean over draws of 1 + the best.

    Where a floor is higher, the mean of that.
    """
    sums[:] = 0.0
    for branch in range(begins[number], begins[number + 1]):
        if len(floors):
            for field in range(len(best)):
                best[field] = floors[branch, field] - 1.0
        else:
            best[:] = -1.0
        _raise(best, pieces[2 * branch], after[2 * branch], values, edges, sources, targets)
        if pieces[2 * branch + 1] >= 0:
            _raise(best, pieces[2 * branch + 1], after[2 * branch + 1], values, edges, sources, targets)
        for field in range(len(best)):
            sums[field] += best[field]
    draws = begins[number + 1] - begins[number]
    for field in range(len(best)):
        sums[field] = 1.0 + sums[field] / draws


@tight
def sweep(
    first: int,
    last: int,
    begins: Words,
    pieces: Bytes,
    after: Numbers,
    values: Values,
    edges: Words,
    sources: Numbers,
    targets: NDArray[np.int32],
    floors: Values,
    renewed: Values,
    room: Values,
) -> float:
    """Write what one step makes of `values` for the situations `first` to `last` to `renewed`; the largest change.

    `renewed` may be `values` itself, which renews them in place. `room`: 2 x fields.
    """
    fields = len(room) // 2
    best, sums = room[:fields], room[fields:]
    largest = 0.0
    for number in range(first, last):
        _expect(number, begins, pieces, after, values, edges, sources, targets, floors, best, sums)
        row = number * fields
        for field in range(fields):
            change = abs(sums[field] - renewed[row + field])
            if change > largest:
                largest = change
            renewed[row + field] = sums[field]
    return largest
