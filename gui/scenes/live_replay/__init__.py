"""A game in real time looked at again: piece by piece, tick by tick, slowly, and with an engine's opinion."""

from gui.scenes.live_replay.scene import ReplayScene

__all__ = ["ReplayScene"]
