"""Zuniq: draw walls between dots; no two closed zones may have the same size; the last wall wins."""

from game.zuniq.grid import Grid, WallMove
from game.zuniq.state import State

__all__ = ["Grid", "State", "WallMove"]
