"""Short sounds for what happens: synthesised, never needed, silent where there is nothing to play them on."""

from gui.sounds.speaker import Speaker

__all__ = ["Speaker"]
