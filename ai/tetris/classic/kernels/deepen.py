"""Looking further ahead: known pieces by the best placement, unknown ones by the mean over all seven.

A board a ply deeper lies in the next row of `mind.boards`, the placements of a ply in its row of `mind.moves`.
Whoever asks for a value names a limit: from there on it need not be exact, since it cannot be the best any more.
No evaluator of Tengstrand goes below zero, so a mean is known to be too high before all seven pieces are asked.
"""

from __future__ import annotations

from ai.kernel import tight
from ai.tetris.classic.kernels.board import place
from ai.tetris.classic.kernels.layout import TOP, Words, y_of
from ai.tetris.classic.kernels.mind import LINEAR, Mind, best_of, rate
from ai.tetris.classic.kernels.placements import list_moves
from ai.tetris.classic.kernels.rules import STARTS
from ai.tetris.classic.kernels.shapes import PIECE_KINDS
from ai.tetris.classic.kernels.tables import EVERY_LEAF, PRUNES
from ai.tetris.classic.kernels.tengstrand import LARGE, with_blocked_starts

UNKNOWN = -1  # instead of a piece
UNLIMITED = LARGE


@tight
def choose(mind: Mind, piece: int, following: int, count: int, levels: int) -> int:
    """The number of the best of the placements listed for ply 0, the first of equals.

    `following` is the next piece, or UNKNOWN; `levels` are the plies to look at, from 1 on.
    """
    first = best_of(mind, 0, piece, count, UNLIMITED)
    if levels == 1:
        return first
    found, lowest = first, deeper(mind, piece, first, following, levels, UNLIMITED)
    for i in range(count):
        if i != first:
            value = deeper(mind, piece, i, following, levels, lowest + (i < found))
            if value < lowest or (value == lowest and i < found):
                found, lowest = i, value
    return found


@tight
def rank(mind: Mind, piece: int, following: int, levels: int, cleared: Words) -> int:
    """Judge all placements of a piece on the mind's board; their number.

    They are left in `mind.moves[0]`, their values in `mind.values`, the rows that they clear in `cleared`.
    """
    count = list_moves(mind.boards[0], mind.rules, piece, mind.moves[0], mind.room)
    for i in range(count):
        cleared[i] = place(mind.boards[0], mind.boards[1], piece, mind.moves[0, i]) & 255
    if levels == 1:
        rate(mind, 0, piece, count)
    else:
        for i in range(count):
            mind.ranked[i] = deeper(mind, piece, i, following, levels, UNLIMITED)
        for i in range(count):
            mind.values[i] = mind.ranked[i]
    return count


@tight
def deeper(mind: Mind, piece: int, number: int, following: int, levels: int, limit: int) -> int:
    """The value of placement `number` of ply 0, looked at two plies deep or more.

    Version 1.1 with a known next piece counts blocked starts as its author does: on the board between the two
    pieces, and not on the last one.
    """
    at, after, rules = mind.moves[0, number], mind.boards[1], mind.rules
    cleared = place(mind.boards[0], after, piece, at) & 255
    if mind.family == LINEAR or mind.costs[EVERY_LEAF] or following == UNKNOWN or levels > 2:
        return expected(mind, 1, following, levels - 1, limit)
    blocking = y_of(at) + cleared < 2 and after[TOP] < rules[STARTS]
    starts, rules[STARTS] = rules[STARTS], 0
    value = expected(mind, 1, following, 1, UNLIMITED if blocking else limit)
    rules[STARTS] = starts
    return with_blocked_starts(value, after, rules, mind.costs) if blocking else value


@tight
def expected(mind: Mind, ply: int, piece: int, levels: int, limit: int) -> int:
    """What the board of `ply` is worth when `piece` comes, or any, looked at `levels` plies deep from here."""
    if piece == UNKNOWN:
        return _mean(mind, ply, levels, limit)
    count = list_moves(mind.boards[ply], mind.rules, piece, mind.moves[ply], mind.room)
    if count == 0:
        return mind.lost
    if levels == 1:
        best_of(mind, ply, piece, count, limit)
        return int(mind.best[0])
    lowest = limit
    for i in range(count):
        place(mind.boards[ply], mind.boards[ply + 1], piece, mind.moves[ply, i])
        lowest = min(lowest, expected(mind, ply + 1, UNKNOWN, levels - 1, lowest))
    return lowest


@tight
def _mean(mind: Mind, ply: int, levels: int, limit: int) -> int:
    """The mean over the seven pieces of the best that each can do."""
    total, end = 0, UNLIMITED
    if mind.family != LINEAR and mind.costs[PRUNES] and limit < UNLIMITED // PIECE_KINDS:
        end = limit * PIECE_KINDS
    for piece in range(PIECE_KINDS):
        total += expected(mind, ply, piece, levels, end - total if end < UNLIMITED else UNLIMITED)
        if total >= end:
            return limit
    return total // PIECE_KINDS
