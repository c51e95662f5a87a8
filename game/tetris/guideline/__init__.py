"""Guideline Tetris: SRS with all kicks, bags, hold, previews, spins, attack and garbage."""

from game.tetris.guideline.attack import TABLES, AttackTable, Clear
from game.tetris.guideline.bags import Queue
from game.tetris.guideline.field import COLUMNS, ROWS, VISIBLE, Field, Paint
from game.tetris.guideline.garbage import Garbage, GarbageRules
from game.tetris.guideline.movement import Action, Pose, can_reach, path, reachable, spawn, step
from game.tetris.guideline.pieces import CELLS, ORIENTATIONS, PIECES, letter, piece_of
from game.tetris.guideline.placement import SPINS, Placement
from game.tetris.guideline.rules import Rules
from game.tetris.guideline.srs import KICKS, SYSTEMS, System
from game.tetris.guideline.state import Landing, State, Tally

__all__ = [
    "CELLS",
    "COLUMNS",
    "KICKS",
    "ORIENTATIONS",
    "PIECES",
    "ROWS",
    "SPINS",
    "SYSTEMS",
    "TABLES",
    "VISIBLE",
    "Action",
    "AttackTable",
    "Clear",
    "Field",
    "Garbage",
    "GarbageRules",
    "Landing",
    "Paint",
    "Placement",
    "Pose",
    "Queue",
    "Rules",
    "State",
    "System",
    "Tally",
    "can_reach",
    "letter",
    "path",
    "piece_of",
    "reachable",
    "spawn",
    "step",
]
