"""Placements and ways to them by the kernels, as values of the rules: `game.tetris.guideline.movement`, but fast."""

from __future__ import annotations

import numpy as np

from ai.tetris.guideline.kernels.layout import (
    MOST_PLACEMENTS,
    field_words,
    placement_word,
    placements_of,
    ways_of,
)
from ai.tetris.guideline.kernels.paths import MOST_INPUTS, STATES, find_path
from ai.tetris.guideline.kernels.placing import list_placements
from ai.tetris.guideline.kernels.reach import ROOM_WORDS
from game.tetris.guideline import Field, Placement, System
from game.tetris.guideline.movement import ACTIONS, Gravity, Input, Start

INPUTS: tuple[Input, ...] = (*ACTIONS, "drop")


def placements(
    field: Field, piece: int, system: System = "srs", start: Start = "19", gravity: Gravity = "0g"
) -> tuple[Placement, ...]:
    """Every placement in which the piece can lock, each (cells, spin) once in canonical form, sorted."""
    found, room = np.zeros(MOST_PLACEMENTS, np.int64), np.zeros(ROOM_WORDS, np.int64)
    count = list_placements(field_words(field), piece, ways_of(system, start, gravity), found, room)
    return placements_of(found[:count])


def shortest_path(
    field: Field, at: Placement, system: System = "srs", start: Start = "19", gravity: Gravity = "0g"
) -> tuple[Input, ...] | None:
    """The fewest inputs that lock the piece there, `drop` at the end; None if it cannot be done.

    A `down` is one row of soft drop. Equal forms count as one; the spin has to be the one asked for.
    """
    path, room = np.zeros(MOST_INPUTS, np.int64), np.zeros(ROOM_WORDS, np.int64)
    origins, waiting = np.zeros(STATES, np.int64), np.zeros(STATES, np.int64)
    ways = ways_of(system, start, gravity)
    length = find_path(field_words(field), placement_word(at), ways, path, origins, waiting, room)
    return tuple(INPUTS[int(action)] for action in path[:length]) if length else None
