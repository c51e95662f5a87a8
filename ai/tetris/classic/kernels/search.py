"""All arrays with which a controller thinks; its choice for one piece, and its search further ahead.

`family` is asked once a piece: each family goes through the placements in its own kernel.

Ahead, a known piece counts by its best placement, an unknown one by the mean over all seven. Whoever asks for a
value names a limit: from there on it need not be exact, since it cannot be the best any more. No evaluator of
Tengstrand goes below zero, so a mean is known to be too high before all seven pieces are asked.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ai.kernel import inlined, tight
from ai.tetris.classic.controllers import find_controller
from ai.tetris.classic.kernels.features import take_stage
from ai.tetris.classic.kernels.layout import (
    BOARD_WORDS,
    MOST_MOVES,
    PIECE_KINDS,
    SCALE,
    STARTS,
    TOP,
    Words,
    rule_words,
    y_of,
)
from ai.tetris.classic.kernels.linear import best_linear, placement_cost, rate_linear, weights_of
from ai.tetris.classic.kernels.placements import ROOM_WORDS, list_moves, place
from ai.tetris.classic.kernels.survey import EVERY_LEAF, LOST, PRUNES, VIEW_WORDS, Factors, tables
from ai.tetris.classic.kernels.tengstrand import (
    LARGE,
    best_of_equals,
    best_tengstrand,
    equity_of,
    rate_tengstrand,
    with_blocked_starts,
)
from game.tetris.classic.rules import Rules

TENGSTRAND, LINEAR = 0, 1
MOST_LEVELS = 4
UNKNOWN = -1  # instead of a piece
UNLIMITED = LARGE

# of the frame of a ply, whose board lies in `boards`, and the placements of its piece in `moves`
PIECE = 0  # the piece at hand
WANTED = 1  # the only piece that comes, or UNKNOWN: all seven
LIMIT, END = 2, 3  # from where on the value is no matter; the same for the sum over seven pieces
TOTAL = 4  # the sum so far
NUMBER, COUNT = 5, 6  # the next placement of the piece to look into, and how many it has
LOWEST = 7  # the lowest value of those so far
COST = 8  # what the placement has cost that led here
FRAME_WORDS = 9
LINEAR_LOST = 30_000 * SCALE  # their sources give no number for a lost game, which deeper search needs


class SearchBuffers(NamedTuple):
    """A controller under a rule set. One thread at a time: it is also the room that it thinks in."""

    family: int
    lost: int  # the value of a board on which a piece has no place
    rules: Words
    costs: Words  # of a Tengstrand evaluator
    factors: Factors
    views: Words
    weights: Words  # of a linear controller
    boards: Words  # [MOST_LEVELS + 1, BOARD_WORDS] the board, and those that each further ply leads to
    moves: Words  # [MOST_LEVELS, MOST_MOVES]
    values: Words  # [MOST_MOVES]
    equities: Factors  # [MOST_MOVES] the same for ply 0 as people read them
    frames: Words  # [MOST_LEVELS + 1, FRAME_WORDS] where the search stands in each further ply
    room: Words
    best: Words  # [1] the value of the best placement that was found last


def mind(controller: str, rules: Rules) -> SearchBuffers:
    """The mind of the controller with this name; BadInput where there is none."""
    result = find_controller(controller)
    first = result.family == "tengstrand"
    costs, table = tables(result.name if first else "tengstrand-1.1", rules.width, rules.height)
    return SearchBuffers(
        family=TENGSTRAND if first else LINEAR,
        lost=int(costs[LOST]) if first else LINEAR_LOST,
        rules=rule_words(rules).copy(),  # deeper search changes an entry for a while
        costs=costs,
        factors=table.copy(),  # a part of it is room
        views=np.zeros(2 * VIEW_WORDS, np.int64),
        weights=np.zeros(1, np.int64) if first else weights_of(result, rules),
        boards=np.zeros((MOST_LEVELS + 1, BOARD_WORDS), np.int64),
        moves=np.zeros((MOST_LEVELS, MOST_MOVES), np.int64),
        values=np.zeros(MOST_MOVES, np.int64),
        equities=np.zeros(MOST_MOVES, np.float64),
        frames=np.zeros((MOST_LEVELS + 1, FRAME_WORDS), np.int64),
        room=np.zeros(ROOM_WORDS, np.int64),
        best=np.zeros(1, np.int64),
    )


@tight
def rate(mind: SearchBuffers, ply: int, piece: int, count: int) -> None:
    """The value of each of the `count` placements listed for this ply, into `mind.values`."""
    board, after, moves = mind.boards[ply], mind.boards[ply + 1], mind.moves[ply]
    if mind.family == LINEAR:
        rate_linear(board, after, piece, moves, count, mind.weights, mind.values)
    else:
        rate_tengstrand(
            board, after, piece, moves, count, mind.rules, mind.views, mind.costs, mind.factors, mind.values
        )


@tight
def best_of(mind: SearchBuffers, ply: int, piece: int, count: int, limit: int) -> int:
    """The number of the best of the placements listed for this ply; its value is in `mind.best[0]`.

    Where nothing is below `limit`, that value may be anything from `limit` on.
    """
    mind.best[0] = limit
    board, after, moves = mind.boards[ply], mind.boards[ply + 1], mind.moves[ply]
    if mind.family == LINEAR:
        return best_linear(board, after, piece, moves, count, mind.weights, mind.best)
    return best_tengstrand(
        board,
        after,
        piece,
        moves,
        count,
        mind.rules,
        mind.views,
        mind.costs,
        mind.factors,
        mind.values,
        mind.best,
    )


@inlined
def _settle(mind: SearchBuffers) -> None:
    """Let the board that a decision is about say by which weights all that follows is judged."""
    if mind.family == LINEAR:
        take_stage(mind.boards[0], mind.weights)


# -- further ahead --


@tight
def choose(mind: SearchBuffers, piece: int, following: int, count: int, levels: int) -> int:
    """The number of the best of the placements listed for ply 0, the first of equals.

    `following` is the next piece, or UNKNOWN; `levels` are the plies to look at, from 1 on.
    """
    _settle(mind)
    first = best_of(mind, 0, piece, count, UNLIMITED)
    if levels == 1:
        if mind.family == LINEAR:
            return first
        return best_of_equals(
            mind.boards[0],
            mind.boards[1],
            piece,
            mind.moves[0],
            count,
            mind.rules,
            mind.views,
            mind.costs,
            mind.factors,
            mind.values,
            first,
        )
    result, lowest = first, deeper(mind, piece, first, following, levels, UNLIMITED)
    for i in range(count):
        if i != first:
            value = deeper(mind, piece, i, following, levels, lowest + (i < result))
            if value < lowest or (value == lowest and i < result):
                result, lowest = i, value
    return result


@tight
def rank(mind: SearchBuffers, piece: int, cleared: Words) -> int:
    """Judge all placements of a piece on the mind's board, one ply deep; their number.

    Looking ahead is `deeper`, another kernel: the first advice of a new installation need not wait for that one.

    They are left in `mind.moves[0]`, their values in `mind.values`, the same as people read them in
    `mind.equities`, and the rows that they clear in `cleared`.
    """
    _settle(mind)
    count = list_moves(mind.boards[0], mind.rules, piece, mind.moves[0], mind.room)
    for i in range(count):
        cleared[i] = place(mind.boards[0], mind.boards[1], piece, mind.moves[0, i]) & 255
    rate(mind, 0, piece, count)
    for i in range(count):
        mind.equities[i] = mind.values[i] / SCALE
    if mind.family != LINEAR:
        for i in range(count):
            mind.equities[i] = equity_of(
                mind.boards[0],
                mind.boards[1],
                piece,
                mind.moves[0, i],
                mind.rules,
                mind.views,
                mind.costs,
                mind.factors,
            )
    return count


@tight
def deeper(mind: SearchBuffers, piece: int, number: int, following: int, levels: int, limit: int) -> int:
    """The value of placement `number` of ply 0, looked at two plies deep or more.

    Version 1.1 with a known next piece counts blocked starts as its author does: on the board between the two
    pieces, and not on the last one.
    """
    _settle(mind)
    at, after, rules = mind.moves[0, number], mind.boards[1], mind.rules
    outcome = place(mind.boards[0], after, piece, at)
    if mind.family == LINEAR:
        cost = placement_cost(mind.boards[0], piece, at, outcome, mind.weights)
        return cost + _expected(mind, following, levels - 1, limit - cost)
    if mind.costs[EVERY_LEAF] or following == UNKNOWN or levels > 2:
        return _expected(mind, following, levels - 1, limit)
    blocking = y_of(at) + (outcome & 255) < 2 and after[TOP] < rules[STARTS]
    starts, rules[STARTS] = rules[STARTS], 0
    value = _expected(mind, following, 1, UNLIMITED if blocking else limit)
    rules[STARTS] = starts
    return with_blocked_starts(value, after, rules, mind.costs) if blocking else value


@tight
def _expected(mind: SearchBuffers, following: int, levels: int, limit: int) -> int:
    """Return the value of the board of ply 1 when `following` comes, or any piece, searched so many plies deep.

    Without recursion, which compiled kernels that are kept in files do not survive.
    """
    ply = 1
    _enter(mind, ply, following, limit, 0)
    _take(mind, ply, levels)
    while True:
        frame = mind.frames[ply]
        if frame[NUMBER] < frame[COUNT]:
            at = mind.moves[ply, frame[NUMBER]]
            frame[NUMBER] += 1
            outcome, cost = place(mind.boards[ply], mind.boards[ply + 1], frame[PIECE], at), 0
            if mind.family == LINEAR:
                cost = placement_cost(mind.boards[ply], frame[PIECE], at, outcome, mind.weights)
            ply += 1
            _enter(mind, ply, UNKNOWN, frame[LOWEST] - cost, cost)
            _take(mind, ply, levels)
        elif _goes_on(frame):
            _take(mind, ply, levels)
        elif ply == 1:
            return _result(frame)
        else:
            ply -= 1
            above = mind.frames[ply]
            above[LOWEST] = min(above[LOWEST], _result(frame) + frame[COST])


@tight
def _enter(mind: SearchBuffers, ply: int, wanted: int, limit: int, cost: int) -> None:
    """Begin with the board of a ply."""
    frame = mind.frames[ply]
    frame[WANTED], frame[LIMIT], frame[COST], frame[TOTAL] = wanted, limit, cost, 0
    frame[PIECE] = 0 if wanted == UNKNOWN else wanted
    frame[END] = UNLIMITED if wanted == UNKNOWN else limit
    if (
        wanted == UNKNOWN
        and mind.family != LINEAR
        and mind.costs[PRUNES]
        and limit < UNLIMITED // PIECE_KINDS
    ):
        frame[END] = limit * PIECE_KINDS


@tight
def _take(mind: SearchBuffers, ply: int, levels: int) -> None:
    """Begin with the piece at hand; in the last ply its best placement is all there is to know."""
    frame = mind.frames[ply]
    limit = frame[END] - frame[TOTAL] if frame[END] < UNLIMITED else UNLIMITED
    count = list_moves(mind.boards[ply], mind.rules, frame[PIECE], mind.moves[ply], mind.room)
    frame[NUMBER], frame[COUNT], frame[LOWEST] = 0, count, limit
    if count == 0:
        frame[LOWEST] = mind.lost
    elif ply == levels:
        best_of(mind, ply, frame[PIECE], count, limit)
        frame[LOWEST], frame[COUNT] = mind.best[0], 0


@tight
def _goes_on(frame: Words) -> bool:
    """Add what the piece at hand is worth, and go on to the next; whether there is one that matters."""
    frame[TOTAL] += frame[LOWEST]
    if frame[WANTED] != UNKNOWN or frame[TOTAL] >= frame[END] or frame[PIECE] == PIECE_KINDS - 1:
        return False
    frame[PIECE] += 1
    return True


@tight
def _result(frame: Words) -> int:
    """The value of a board whose pieces are done."""
    if frame[WANTED] != UNKNOWN:
        return int(frame[TOTAL])
    return int(frame[LIMIT]) if frame[TOTAL] >= frame[END] else int(frame[TOTAL] // PIECE_KINDS)
