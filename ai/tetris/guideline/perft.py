"""Counting the sequences of placements from a field: the test of the kernels against the rules."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ai.tetris.guideline.kernels.counting import LINE_WORDS, NO_PIECE, count_sequences
from ai.tetris.guideline.kernels.layout import MOST_PLACEMENTS, field_words, ways_of
from ai.tetris.guideline.kernels.reach import ROOM_WORDS
from game.tetris.guideline import COLUMNS, Field, System


def perft(
    field: Field,
    queue: Sequence[int],
    depth: int,
    *,
    holding: bool = False,
    hold: int | None = None,
    system: System = "srs",
) -> int:
    """The number of different sequences of `depth` placed (piece, cells); spins are ignored, 1 for depth 0.

    `holding`: pieces may be held, and `hold` is there at the start, None for an empty hold. A held piece may
    still be placed when the queue has ended; sequences longer than all pieces do not exist.
    """
    pieces = list(queue)
    if holding and hold is not None:
        pieces.insert(0, hold)
    if depth <= 0:
        return 1
    if depth > len(pieces):
        return 0
    # an empty hold is as good as the first piece held: what can be placed is the same ever after
    held = pieces.pop(0) if holding else NO_PIECE
    fields = np.zeros((depth, COLUMNS), np.int64)
    fields[0] = field_words(field)
    line, room = np.zeros((depth, LINE_WORDS), np.int64), np.zeros(ROOM_WORDS, np.int64)
    listed = np.zeros((depth, 2 * MOST_PLACEMENTS), np.int64)
    known = np.array(pieces, np.int64)
    return int(count_sequences(fields, known, held, ways_of(system), line, listed, room))
