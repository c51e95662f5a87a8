"""The game UIs by game: the one place that knows which games can be shown."""

from __future__ import annotations

from game.errors import BadInput
from gui.games.bridge.ui import BridgeUI
from gui.games.classic.ui import ClassicUI
from gui.games.four_wide.ui import FourWideUI
from gui.games.guideline.ui import GuidelineUI
from gui.games.zuniq.ui import ZuniqUI
from gui.play.game_ui import GameUI


def ui_of(game: str) -> GameUI:
    """A new game UI for `game`. Raises `BadInput` where the window has none."""
    if game == "zuniq":
        return ZuniqUI()
    if game == "classic":
        return ClassicUI()
    if game == "tetris":
        return GuidelineUI()
    if game == "four-wide":
        return FourWideUI()
    if game == "bridge":
        return BridgeUI()
    raise BadInput(f"the window cannot show {game!r}")
