"""What is worth a picture in guideline Tetris piece by piece: moments of the game that the table at home plays."""

from __future__ import annotations

from pathlib import Path

from game.record import Seat, read_record
from game.session import Session
from game.showcase import Showcase
from gui.face import known_stretches
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
_IN_THE_BOOK = 12  # pieces: the second bag, with a slot for a T
_TABLES = Path(__file__).resolve().parents[2] / "assets" / "tables"
_WELL, _BOOK = _TABLES / "four-wide-well.kibitz", _TABLES / "bt-loop.kibitz"


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


def tetris_book(salon: Salon, _: Showcase) -> Scene:
    """A book's move filled on the board, before those that were searched, with its chance and its run."""
    return PlayScene(salon, HomeScene(salon), _by_the_book(_IN_THE_BOOK), hints=True)


def tetris_book_left(salon: Salon, _: Showcase) -> Scene:
    """A game looked back at where its book was left, and why."""
    kept = _by_the_book(None)
    kept.go_to(max(end for _, end in known_stretches(kept)))
    return ReviewScene(salon, HomeScene(salon), kept)


def new_game_tetris(salon: Salon, _: Showcase) -> Scene:
    """The choices before a match."""
    return NewGameScene(salon, HomeScene(salon), choices_of(salon.config, "tetris", None, "versus"))


def _by_the_book(ply: int | None) -> Session:
    """The coach's game with BT Loop up to a piece, or the whole of it, as a person's."""
    kept = Session.resume(read_record(_BOOK))
    return kept.take_over(kept.length if ply is None else ply, (Seat("You"),))


def _played(ply: int) -> Session:
    """The game up to a piece, as a person's."""
    return quiet_game().take_over(ply, (Seat("You"),))
