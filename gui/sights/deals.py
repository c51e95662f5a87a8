"""What is worth a picture of dealing by hand."""

from __future__ import annotations

from game.bridge import State
from game.showcase import Showcase
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.deal_editor import DealEditorScene
from gui.scenes.home import HomeScene

_EXCHANGE = 1  # the place of the exchange among what a deal can begin with


def deal_editor(salon: Salon, _: Showcase) -> Scene:
    """A deal of which everything is told, to begin with the exchange."""
    scene = DealEditorScene(salon, HomeScene(salon), State.open({"deals": "random:5", "dealer": "south"}))
    scene.desk.begin_at(_EXCHANGE)
    return scene
