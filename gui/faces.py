"""The faces by game: the one place that knows which games can be shown."""

from __future__ import annotations

from game.errors import BadInput
from gui.bridge.face import BridgeFace
from gui.face import Face
from gui.tetris.classic.face import ClassicFace
from gui.tetris.four_wide.face import FourWideFace
from gui.tetris.guideline.face import GuidelineFace
from gui.zuniq.face import ZuniqFace


def face_of(game: str) -> Face:
    """A new face for `game`. Raises `BadInput` where the window has none."""
    if game == "zuniq":
        return ZuniqFace()
    if game == "classic":
        return ClassicFace()
    if game == "tetris":
        return GuidelineFace()
    if game == "four-wide":
        return FourWideFace()
    if game == "bridge":
        return BridgeFace()
    raise BadInput(f"the window cannot show {game!r}")
