"""Guideline Tetris in real time: against an engine, alone, against the clock, or two engines to watch."""

from gui.scenes.live.plan import MODES, Mode, Plan, Player

__all__ = ["MODES", "Mode", "Plan", "Player"]
