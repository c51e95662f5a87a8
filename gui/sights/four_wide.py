"""What is worth a picture in four-wide: moments of a combo that was kept, so that nothing has to think."""

from __future__ import annotations

from pathlib import Path

import msgspec

from ai.tetris.four_wide.lengths.lasting import Lasting
from game.record import Seat, read_record
from game.session import Session
from game.showcase import Showcase
from game.tetris.four_wide.model import Model
from game.tetris.four_wide.state import State
from game.tetris.streaks import Streaks
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.board.review import ReviewScene
from gui.scenes.four_wide.combos import CombosScene
from gui.scenes.four_wide.comparison import ComparisonScene
from gui.scenes.four_wide.fields import FieldsScene
from gui.scenes.four_wide.mosaic import whole_of
from gui.scenes.four_wide.play import FourWideScene
from gui.scenes.home import HomeScene
from gui.scenes.new_game import NewGameScene, choices_of

_KEPT = Path(__file__).resolve().parents[2] / "assets" / "tables" / "four-wide.kibitz"
_COMBOS = _KEPT.with_name("four-wide-combos.json")
_TELLING = 26  # pieces: just after the second best was taken


def four_wide(salon: Salon, _: Showcase) -> Scene:
    """A person's combo with what every placement is worth, and what the last one has cost."""
    return FourWideScene(salon, HomeScene(salon), _played(_TELLING), _kept(), hints=True)


def four_wide_alone(salon: Salon, _: Showcase) -> Scene:
    """The same with hints hidden."""
    return FourWideScene(salon, HomeScene(salon), _played(_TELLING), _kept(), hints=False)


def four_wide_end(salon: Salon, _: Showcase) -> Scene:
    """The end of the combo: what it was against the optimum."""
    whole = Session.resume(read_record(_KEPT))
    return FourWideScene(salon, HomeScene(salon), _played(whole.length), _kept(), hints=True)


def four_wide_combos(salon: Salon, _: Showcase) -> Scene:
    """Combos so far beside how long best play lasts."""
    scene = CombosScene(salon, HomeScene(salon), Model(previews=3), _kept())
    scene.entered()
    return scene


def four_wide_comparison(salon: Salon, _: Showcase) -> Scene:
    """What foresight is worth, as far as it was worked out."""
    return ComparisonScene(salon, HomeScene(salon), Model(previews=3), _kept())


def four_wide_fields(salon: Salon, _: Showcase) -> Scene:
    """The graph of fields from where the combo stands."""
    position = _played(_TELLING).position
    assert isinstance(position, State)
    return FieldsScene(salon, HomeScene(salon), position)


def four_wide_mosaic(salon: Salon, _: Showcase) -> Scene:
    """The graph of all fields of six cells at once."""
    start = State.open({"residual": "6", "previews": "3", "queue": "list:TIOSZJL", "hold": "I"})
    whole_of(start.model, wait=True)
    return FieldsScene(salon, HomeScene(salon), start)


def four_wide_review(salon: Salon, _: Showcase) -> Scene:
    """The combo looked back at."""
    scene = ReviewScene(salon, HomeScene(salon), Session.resume(read_record(_KEPT)))
    scene.next_mistake()
    return scene


def new_game_four_wide(salon: Salon, _: Showcase) -> Scene:
    """The choices before a combo."""
    return NewGameScene(salon, HomeScene(salon), choices_of(salon.config, "four-wide"))


def _kept() -> Kept:
    """Lengths and combos as they were when the picture was prepared."""
    found = msgspec.json.decode(_COMBOS.read_bytes(), type=_Combos)
    return Kept(found.lasting, found.streaks)


class Kept:
    """Lengths by the names of models, and combos, as they are; nothing is made."""

    def __init__(self, lasting: dict[str, Lasting], streaks: Streaks) -> None:
        self._lasting, self._streaks = lasting, streaks

    def of(self, model: Model) -> Lasting | None:
        return self._lasting.get(model.name)

    def want(self, model: Model, *, large: bool = False) -> None:
        """Nothing is made."""

    def status(self, model: Model) -> str:
        return ""

    def share(self, model: Model) -> float | None:
        return None

    def failed(self, model: Model) -> bool:
        return False

    def begun(self, model: Model) -> bool:
        return False

    def again(self, model: Model) -> None:
        """Nothing has failed."""

    def stop(self) -> None:
        """Nothing is under way."""

    def streaks(self) -> Streaks:
        return self._streaks


class _Combos(msgspec.Struct):
    lasting: dict[str, Lasting]
    streaks: Streaks


def _played(ply: int) -> Session:
    """The combo up to a piece, as a person's."""
    return Session.resume(read_record(_KEPT)).take_over(ply, (Seat("You"),))
