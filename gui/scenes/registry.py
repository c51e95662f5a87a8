"""The scenes of each game, one row each: the choices before it, its table, and the rules that home explains."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from game.bridge.rules import GERMAN_WHIST
from game.config import Config
from game.errors import BadInput
from gui.context import AppContext, Scene
from gui.destinations import Play
from gui.play.run_plan import Plan
from gui.scenes.new_game.bridge import BridgeChoices, rules_chosen
from gui.scenes.new_game.choices import Choices
from gui.scenes.new_game.classic import ClassicChoices
from gui.scenes.new_game.four_wide import FourWideChoices
from gui.scenes.new_game.guideline import GuidelineChoices
from gui.scenes.new_game.zuniq import ZuniqChoices


def _table(context: AppContext, where: Play, back: Scene | None) -> Scene:
    from gui.scenes.play import PlayScene

    return PlayScene(context, back, where.session, hints=where.hints, book=where.book)


def _four_wide_table(context: AppContext, where: Play, back: Scene | None) -> Scene:
    from gui.scenes.four_wide.lengths import Lengths
    from gui.scenes.four_wide.play import FourWideScene

    lengths = context.lasting(Lengths, makes=context.entered)
    return FourWideScene(context, back, where.session, lengths, hints=where.hints)


def _no_work(context: AppContext) -> None:
    return


def _build_bridge_tables(context: AppContext) -> None:
    """Some seconds, 2.5 MB: the lower levels."""
    from gui.scenes.tables import Tables

    context.lasting(Tables).build_first()


@dataclass(frozen=True)
class GameScenes:
    """The scenes of a game that the window knows by the game alone.

    `choices` are what can be chosen for a new game, as the settings have it, as a run had it, or first to play, watch,
    race. `kinds` are the titles and rules under which it is explained. `table` is where it is played; `at_first_use`
    begins what goes on beside that.
    """

    choices: Callable[[Config, Plan | None, str], Choices]
    kinds: Callable[[Config], Sequence[tuple[str, Mapping[str, str]]]]
    table: Callable[[AppContext, Play, Scene | None], Scene] = _table
    at_first_use: Callable[[AppContext], None] = _no_work


GAMES: dict[str, GameScenes] = {
    "zuniq": GameScenes(ZuniqChoices.of, lambda config: [("Zuniq", {})]),
    "bridge": GameScenes(
        BridgeChoices.of,
        lambda config: [("Honeymoon bridge", rules_chosen(config.bridge)), ("German Whist", GERMAN_WHIST)],
        at_first_use=_build_bridge_tables,
    ),
    "tetris": GameScenes(GuidelineChoices.of, lambda config: [("Guideline Tetris", {})]),
    "four-wide": GameScenes(FourWideChoices.of, lambda config: [("Four-wide", {})], _four_wide_table),
    "classic": GameScenes(ClassicChoices.of, lambda config: [("Classic Tetris", {})]),
}


def scenes_of(game: str) -> GameScenes:
    """The scenes of `game`. Raises `BadInput` where the window has none."""
    if game not in GAMES:
        raise BadInput(f"there are no new games of {game!r}")
    return GAMES[game]


def choices_of(config: Config, game: str, like: Plan | None = None, play_style: str = "play") -> Choices:
    """Return the choices that `game` offers, as the settings have them, or as a run had them. Raises `BadInput`."""
    return scenes_of(game).choices(config, like, play_style)
