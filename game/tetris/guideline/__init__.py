"""Guideline Tetris: SRS with all kicks, bags, hold, previews, spins, attack and garbage."""

from game.tetris.guideline.field import COLUMNS, ROWS, VISIBLE, Field
from game.tetris.guideline.movement import Action, Pose, can_reach, path, reachable, spawn, step
from game.tetris.guideline.pieces import CELLS, ORIENTATIONS, PIECES, letter, piece_of
from game.tetris.guideline.placement import SPINS, Placement
from game.tetris.guideline.srs import KICKS, SYSTEMS, System

__all__ = [
    "CELLS",
    "COLUMNS",
    "KICKS",
    "ORIENTATIONS",
    "PIECES",
    "ROWS",
    "SPINS",
    "SYSTEMS",
    "VISIBLE",
    "Action",
    "Field",
    "Placement",
    "Pose",
    "System",
    "can_reach",
    "letter",
    "path",
    "piece_of",
    "reachable",
    "spawn",
    "step",
]
