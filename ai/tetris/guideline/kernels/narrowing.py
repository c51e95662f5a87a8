"""Scores of fields by how many orders of pieces they leave a way for, so that the best of them can be chosen.

A score is a share: on level 6 of all orders of four letters that empty the field; before that the mean over each two
letters to choose from, where on level 5 each way is taken to work for itself, and on level 4 in part.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.bits import count_bits
from ai.kernel import tight
from ai.tetris.guideline.kernels.layout import Words
from ai.tetris.guideline.kernels.optimum import BOX, COLUMNS, KINDS, Edges

Scores = NDArray[np.float64]


@tight
def score_sixth(edges: Edges, ways: Words, work: Words, scores: Scores) -> None:
    """Write the scores of level 6; `ways` as in `loop`. Scratch: `work` [7, 7]."""
    starts, to, at = edges
    for number in range(len(scores)):
        work[:] = 0
        for edge in range(starts[number], starts[number + 1]):
            placed = at[edge] // (4 * COLUMNS * BOX)
            for letter in range(KINDS):
                work[placed, letter] |= ways[to[edge], letter]
        total = 0
        for placed in range(KINDS):
            for letter in range(KINDS):
                total += count_bits(work[placed, letter])
        scores[number] = total / KINDS**4


@tight
def score_before(edges: Edges, later: Scores, apart: float, missed: Scores, scores: Scores) -> None:
    """Write the scores of a level out of those of the next; `apart` is how far ways count each for itself, 0 to 1.

    Scratch: `missed` [7].
    """
    starts, to, at = edges
    for number in range(len(scores)):
        missed[:] = 1.0
        for edge in range(starts[number], starts[number + 1]):
            placed, miss = at[edge] // (4 * COLUMNS * BOX), 1 - later[to[edge]]
            missed[placed] = missed[placed] * miss**apart if apart else min(missed[placed], miss)
        total = 0.0
        for one in range(KINDS):
            for other in range(one):
                total += 1 - min(missed[one], missed[other])
        scores[number] = 2 * total / (KINDS * (KINDS - 1))
