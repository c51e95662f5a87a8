"""A rule set as one array that kernels read: where pieces start, and where they may fall from."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from ai.tetris.classic.kernels.layout import Words
from ai.tetris.classic.kernels.shapes import MOST_ROTATIONS, PIECE_KINDS
from game.tetris.classic.board import Board
from game.tetris.classic.pieces import HEIGHTS, MASKS, SHAPES
from game.tetris.classic.rules import DECIDED, PIVOTS, RULE_NAMES, Rules

KIND, SLIDING = 0, 1
CALM = 2  # the rows from the top that have to be free so that nothing is in the way of any piece
STARTS = 3  # the rows from the top that have to be free so that every piece can start
START_ROWS = 8  # + 2 * piece: the two top rows of the board that a new piece fills
FROM_X, FROM_Y = 24, 56  # + 4 * piece + rotation: where the piece begins to move sideways in this rotation
FIRST, END = 88, 120  # + 4 * piece + rotation: the columns it can reach on an empty board, END excluded
RULE_WORDS = 152
START_DEPTH = 2  # rows that pieces in rotation 0 fill

SPAWN, SIMPLIFIED, FAHEY = (RULE_NAMES.index(name) for name in ("spawn", "simplified", "fahey"))


@lru_cache(maxsize=64)
def rule_words(rules: Rules) -> Words:
    """The rule set as kernels take it."""
    words = np.zeros(RULE_WORDS, np.int64)
    words[KIND], words[SLIDING] = RULE_NAMES.index(rules.name), rules.sliding
    empty = Board.empty(rules.width, rules.height)
    lowest = 0
    for piece in range(PIECE_KINDS):
        _note_start(words, rules, piece)
        for at in rules.hover(empty, piece):
            entry = MOST_ROTATIONS * piece + at.rotation
            words[FIRST + entry] = min(words[FIRST + entry], at.x) if words[END + entry] else at.x
            words[END + entry] = max(words[END + entry], at.x + 1)
            lowest = max(lowest, at.y + HEIGHTS[piece][at.rotation])
    words[CALM] = max(lowest, MOST_ROTATIONS)
    words[STARTS] = MOST_ROTATIONS if rules.name == "simplified" else START_DEPTH
    return words


def _note_start(words: Words, rules: Rules, piece: int) -> None:
    """Where a new piece is, and where it moves sideways from in each of its rotations."""
    start = rules.start(piece)
    if start.y == 0:  # simplified: pieces come from above the board
        for row, mask in enumerate(MASKS[piece][0]):
            words[START_ROWS + 2 * piece + row] = mask << start.x
    for rotation in range(len(SHAPES[piece])):
        x, y = start.x, start.y
        if rules.name == "fahey":
            x, y = rules.width // 2 - PIVOTS[piece][rotation][0], DECIDED - PIVOTS[piece][rotation][1]
        words[FROM_X + MOST_ROTATIONS * piece + rotation] = x
        words[FROM_Y + MOST_ROTATIONS * piece + rotation] = y
