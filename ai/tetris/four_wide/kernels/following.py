"""Best play as a chain: which state follows each draw, and the chance to be alive so many pieces later.

States are numbered from 1 on in here; 0 is the end of a combo.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.kernel import tight
from ai.tetris.four_wide.kernels.situations import Bytes, Numbers, Words
from ai.tetris.four_wide.kernels.values import Values

Worths = NDArray[np.float32]


@tight
def list_followers(
    first: int,
    last: int,
    begins: Words,
    pieces: Bytes,
    after: Numbers,
    worth: Worths,
    edges: Words,
    sources: Numbers,
    targets: Numbers,
    follow: Numbers,
    best: Worths,
) -> None:
    """Write for the branches of the situations `first` to `last`, by field, the state that the best placement leads to.

    `worth` rises with the value of a state. First of equals: the current piece, then the edge that stands first,
    as the policy plays. `best`: as many as there are fields.
    """
    fields = len(best)
    for branch in range(begins[first], begins[last]):
        here = branch * fields
        best[:] = -1.0
        follow[here : here + fields] = 0
        for choice in range(2 * branch, 2 * branch + 2):
            piece = pieces[choice]
            if piece < 0:
                continue
            row, mirror = (after[choice] >> 1) * fields, after[choice] & 1
            for edge in range(edges[piece], edges[piece + 1]):
                source, state = sources[edge], row + targets[mirror, edge]
                if worth[state] > best[source]:
                    best[source] = worth[state]
                    follow[here + source] = state + 1


@tight
def survive(
    first: int, last: int, begins: Words, follow: Numbers, alive: Values, renewed: Values, sums: Values
) -> None:
    """Write to `renewed` the chance to be `alive` after one more piece, by state, for these situations.

    `sums`: as many as there are fields.
    """
    fields = len(sums)
    for number in range(first, last):
        sums[:] = 0.0
        for branch in range(begins[number], begins[number + 1]):
            for field in range(fields):
                sums[field] += alive[follow[branch * fields + field]]
        draws = begins[number + 1] - begins[number]
        for field in range(fields):
            renewed[1 + number * fields + field] = sums[field] / draws
