"""Home: the tables that play by themselves, the showcases, and the way back to the last game."""

from gui.scenes.home.scene import HomeScene

__all__ = ["HomeScene"]
