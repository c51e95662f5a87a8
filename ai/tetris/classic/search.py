"""Every placement of a position with its equity, best first: the list that people look at."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ai.tetris.classic.kernels import deepen
from ai.tetris.classic.kernels.layout import MOST_MOVES, SCALE, board_words, rotation_of, x_of, y_of
from ai.tetris.classic.kernels.mind import MOST_LEVELS, Mind, mind
from game.errors import BadInput
from game.tetris.classic.rules import Rules
from game.tetris.classic.state import State

# How far behind the best a move may be and still be looked at one level deeper; by the level it was judged at,
# from 1 on. Source: the C++ program of Joakim Tengstrand, with one and with two known pieces.
ONE_KNOWN = (5.6, 2.6, 1.4, 0.8, 0.4, 0.2, 0.1, 0.05, 0.0)
TWO_KNOWN = (0.0, 4.4, 2.1, 0.8, 0.4, 0.2, 0.1, 0.05, 0.0)


class RankedMove(NamedTuple):
    """A placement with its equity (lower is better) and the rows that it clears."""

    rotation: int
    x: int
    y: int
    equity: float
    cleared: int


def ranked_moves(
    state: State, controller: str, levels: int | None = None, thresholds: bool = False
) -> tuple[RankedMove, ...]:
    """All placements of the current piece, best first by (equity, rotation, x, y); () where there are none.

    `levels` are plies, known pieces included: 1, or 2 where the rules show the next piece, unless it says
    otherwise. With `thresholds` each level looks only at moves that were nearly the best one level before;
    what was left out stands behind what went deeper. Raises `BadInput` for a controller or levels that do not
    exist.
    """
    levels = checked_levels(levels, state.table)
    piece, following = state.piece, deepen.UNKNOWN if state.next is None else state.next
    brain = _mind(controller, state.table)
    if piece is None:
        return ()
    brain.boards[0] = board_words(state.board)
    known = 1 if following == deepen.UNKNOWN else 2
    cleared = np.zeros(MOST_MOVES, np.int64)
    count = deepen.rank(brain, piece, following, min(levels, known) if thresholds else levels, cleared)
    depths = [0] * count
    if thresholds:
        depths = _deepened(brain, piece, following, count, levels)
    order = sorted(range(count), key=lambda i: (-depths[i], brain.values[i], i))
    return tuple(_ranked(brain, i, int(cleared[i])) for i in order)


def checked_levels(levels: int | None, rules: Rules) -> int:
    """The plies to look at where `levels` are asked for; None asks for the pieces that are known."""
    if levels is None:
        return 2 if rules.preview else 1
    if not 1 <= levels <= MOST_LEVELS:
        raise BadInput(f"{levels} levels are not possible; there are 1 to {MOST_LEVELS}")
    return levels


def _deepened(brain: Mind, piece: int, following: int, count: int, levels: int) -> list[int]:
    """Judge the moves again that the thresholds let through, level by level; the level that each has reached."""
    first = 1 if following == deepen.UNKNOWN else 2
    margins = ONE_KNOWN if first == 1 else TWO_KNOWN
    depths, kept = [first] * count, list(range(count))
    for level in range(first, levels):
        worst = min((brain.values[i] for i in kept), default=0) + round(margins[level - 1] * SCALE)
        kept = [i for i in kept if brain.values[i] <= worst]
        if len(kept) < 2:
            break
        values = [deepen.deeper(brain, piece, i, following, level + 1, deepen.UNLIMITED) for i in kept]
        for i, value in zip(kept, values, strict=True):
            brain.values[i], depths[i] = value, level + 1
    return depths


@lru_cache(maxsize=8)
def _mind(controller: str, rules: Rules) -> Mind:
    return mind(controller, rules)


def _ranked(brain: Mind, number: int, cleared: int) -> RankedMove:
    at = int(brain.moves[0, number])
    return RankedMove(rotation_of(at), x_of(at), y_of(at), int(brain.values[number]) / SCALE, cleared)
