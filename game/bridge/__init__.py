"""Honeymoon bridge: an auction, an exchange of thirteen tricks, and thirteen tricks that count."""

from game.bridge.endgame import Endgame

__all__ = ["Endgame"]
