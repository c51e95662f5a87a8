"""A duplicate match on one sheet: every deal from both sides, and who has made more of it."""

from gui.scenes.duplicate.scene import DuplicateScene

__all__ = ["DuplicateScene"]
