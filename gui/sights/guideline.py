"""What is worth a picture in guideline Tetris piece by piece: moments of the game that the table at home plays."""

from __future__ import annotations

from pathlib import Path

from game.record import Seat, read_record
from game.session import Session
from game.showcase import Showcase
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.board.play import PlayScene
from gui.scenes.board.review import ReviewScene
from gui.scenes.home import HomeScene
from gui.scenes.home.tables import quiet_game
from gui.scenes.new_game import NewGameScene, choices_of

_TELLING = 113  # pieces: a spin to be had, with a stack to be read
_SLIP = 31  # the piece that is placed badly
_IN_THE_WELL = 4  # pieces: several placements keep the combo
_WELL = Path(__file__).resolve().parents[2] / "assets" / "tables" / "four-wide-well.kibitz"


def tetris_coach(salon: Salon, _: Showcase) -> Scene:
    """A person's game with the best three placements on the board."""
    return PlayScene(salon, HomeScene(salon), _played(_TELLING), hints=True)


def tetris_blunder(salon: Salon, _: Showcase) -> Scene:
    """The same game just after a bad placement, which is called out."""
    return PlayScene(salon, HomeScene(salon), _played(_SLIP + 1), hints=True)


def tetris_review(salon: Salon, _: Showcase) -> Scene:
    """The game looked back at, before its mistake."""
    scene = ReviewScene(salon, HomeScene(salon), quiet_game().take_over(_TELLING, (Seat("You"),)))
    scene.next_mistake()
    return scene


def tetris_four_wide(salon: Salon, _: Showcase) -> Scene:
    """A four-wide well on a board: the coach knows the solved game, and how far the walls reach."""
    kept = Session.resume(read_record(_WELL))
    return PlayScene(salon, HomeScene(salon), kept.take_over(_IN_THE_WELL, (Seat("You"),)), hints=True)


def new_game_tetris(salon: Salon, _: Showcase) -> Scene:
    """The choices before a match."""
    return NewGameScene(salon, HomeScene(salon), choices_of(salon.config, "tetris", None, "versus"))


def _played(ply: int) -> Session:
    """The game up to a piece, as a person's."""
    return quiet_game().take_over(ply, (Seat("You"),))
