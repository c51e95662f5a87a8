"""Classic Tetris: one piece at a time is placed on a board, full rows go, and nobody wins in the end."""

from game.tetris.classic.board import Board, parse_size
from game.tetris.classic.pieces import PIECES, SHAPES, Pieces, game_seed, letter, piece_of
from game.tetris.classic.rules import RULE_NAMES, Placement, RuleName, Rules
from game.tetris.classic.state import Landing, State

__all__ = [
    "PIECES",
    "RULE_NAMES",
    "SHAPES",
    "Board",
    "Landing",
    "Pieces",
    "Placement",
    "RuleName",
    "Rules",
    "State",
    "game_seed",
    "letter",
    "parse_size",
    "piece_of",
]
