"""The sandbox of guideline Tetris: a board to paint, pieces to deal, and engines that look at both."""

from gui.scenes.sandbox.scene import SandboxScene

__all__ = ["SandboxScene"]
