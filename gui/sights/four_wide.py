"""What is worth a picture in four-wide: moments of a combo that was kept, so that nothing has to think."""

from __future__ import annotations

from pathlib import Path

from game.record import Seat, read_record
from game.session import Session
from game.showcase import Showcase
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.board.review import ReviewScene
from gui.scenes.four_wide.play import FourWideScene
from gui.scenes.home import HomeScene
from gui.scenes.new_game import NewGameScene, choices_of

_KEPT = Path(__file__).resolve().parents[2] / "assets" / "tables" / "four-wide.kibitz"
_TELLING = 26  # pieces: just after the second best was taken


def four_wide(salon: Salon, _: Showcase) -> Scene:
    """A person's combo with what every placement is worth, and what the last one has cost."""
    return FourWideScene(salon, HomeScene(salon), _played(_TELLING), hints=True)


def four_wide_alone(salon: Salon, _: Showcase) -> Scene:
    """The same with hints hidden."""
    return FourWideScene(salon, HomeScene(salon), _played(_TELLING), hints=False)


def four_wide_review(salon: Salon, _: Showcase) -> Scene:
    """The combo looked back at."""
    scene = ReviewScene(salon, HomeScene(salon), Session.resume(read_record(_KEPT)))
    scene.next_mistake()
    return scene


def new_game_four_wide(salon: Salon, _: Showcase) -> Scene:
    """The choices before a combo."""
    return NewGameScene(salon, HomeScene(salon), choices_of(salon.config, "four-wide"))


def _played(ply: int) -> Session:
    """The combo up to a piece, as a person's."""
    return Session.resume(read_record(_KEPT)).take_over(ply, (Seat("You"),))
