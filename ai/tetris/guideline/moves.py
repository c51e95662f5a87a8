"""Placements and ways to them by the kernels, as values of the rules: `game.tetris.guideline.movement`, but fast."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ai.tetris.guideline.kernels.layout import (
    MOST_PLACEMENTS,
    field_words,
    placement_word,
    placements_of,
    ways_of,
)
from ai.tetris.guideline.kernels.paths import MOST_INPUTS, STATES, find_path
from ai.tetris.guideline.kernels.placing import LINE_WORDS, NO_PIECE, count_sequences, list_placements
from ai.tetris.guideline.kernels.reach import ROOM_WORDS
from game.tetris.guideline import COLUMNS, Field, Placement, System
from game.tetris.guideline.movement import ACTIONS, Gravity, Input, Start
from game.tetris.guideline.spins import SpinRule

INPUTS: tuple[Input, ...] = (*ACTIONS, "drop")


def placements(
    field: Field,
    piece: int,
    system: System = "srs",
    start: Start = "19",
    gravity: Gravity = "0g",
    spins: SpinRule = "t-spins",
) -> tuple[Placement, ...]:
    """Every placement in which the piece can lock, each (cells, spin) once in canonical form, sorted."""
    found, room = np.zeros(MOST_PLACEMENTS, np.int64), np.zeros(ROOM_WORDS, np.int64)
    count = list_placements(field_words(field), piece, ways_of(system, start, gravity, spins), found, room)
    return placements_of(found[:count])


def shortest_path(
    field: Field,
    at: Placement,
    system: System = "srs",
    start: Start = "19",
    gravity: Gravity = "0g",
    spins: SpinRule = "t-spins",
) -> tuple[Input, ...] | None:
    """The fewest inputs that lock the piece there, `drop` at the end; None if it cannot be done.

    A `down` is one row of soft drop. Equal forms count as one; the spin has to be the one asked for.
    """
    path, room = np.zeros(MOST_INPUTS, np.int64), np.zeros(ROOM_WORDS, np.int64)
    origins, waiting = np.zeros(STATES, np.int64), np.zeros(STATES, np.int64)
    ways = ways_of(system, start, gravity, spins)
    length = find_path(field_words(field), placement_word(at), ways, path, origins, waiting, room)
    return tuple(INPUTS[int(action)] for action in path[:length]) if length else None


# Counting the sequences of placements from a field: the test of the kernels against the rules.


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
