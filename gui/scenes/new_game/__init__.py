"""A new game: one screen for all games, and what each game has to choose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.config import Config
from game.errors import BadInput
from gui.scenes.new_game.bridge import BridgeChoices
from gui.scenes.new_game.choices import Choices
from gui.scenes.new_game.classic import ClassicChoices
from gui.scenes.new_game.four_wide import FourWideChoices
from gui.scenes.new_game.guideline import GuidelineChoices
from gui.scenes.new_game.scene import NewGameScene
from gui.scenes.new_game.zuniq import ZuniqChoices

if TYPE_CHECKING:
    from gui.play.run_plan import Plan

__all__ = ["NewGameScene", "choices_of"]


def choices_of(config: Config, game: str, like: Plan | None = None, play_style: str = "play") -> Choices:
    """What `game` lets one choose, as the settings have it, or as a run had it. Raises `BadInput`."""
    if game == "classic":
        return ClassicChoices(config, play_style) if like is None else ClassicChoices.like(config, like)
    if game == "tetris":
        return GuidelineChoices(config, play_style)
    for each in (ZuniqChoices, BridgeChoices, FourWideChoices):
        if each.game == game:
            return each(config)
    raise BadInput(f"there are no new games of {game!r}")
