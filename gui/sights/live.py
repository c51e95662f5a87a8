"""What is worth a picture in real time: a duel half played and at its end, and a game alone with the coach."""

from __future__ import annotations

from functools import cache

from game.record import SUFFIX, Record, read_record
from game.showcase import FOLDER, Showcase
from game.tetris.guideline import State
from game.tetris.guideline.real_time import HANDLINGS, Replay, Setup, Timing
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.home import HomeScene
from gui.scenes.home.tables import quiet_game
from gui.scenes.live.game import SETTLING
from gui.scenes.live.plan import PERSON, Plan, Player
from gui.scenes.live.scene import LiveScene

_DUEL = "stacker-duel"
_PLACE = 0.62  # of the duel
_TELLING = 113  # pieces of the game that the table at home plays
_FALLEN = 200  # ticks
_PLAN = Plan("versus", (PERSON, Player("Stacker", "stacker", "expert")))


def versus(salon: Salon, _: Showcase) -> Scene:
    """A match in its middle, with rows on their way."""
    played = _duel().live
    assert played is not None
    scene = LiveScene(salon, HomeScene(salon), _PLAN, played.cut(round(_PLACE * played.ticks)))
    scene.bout.phase = "playing"
    return scene


def ended(salon: Salon, _: Showcase) -> Scene:
    """The end of that match."""
    played = _duel().live
    assert played is not None
    scene = LiveScene(salon, HomeScene(salon), _PLAN, played.cut(played.ticks))
    scene.ended = SETTLING
    return scene


def free(salon: Salon, _: Showcase) -> Scene:
    """A game alone with the coach, while a piece falls."""
    game = quiet_game()
    state = game.position_at(_TELLING)
    assert isinstance(state, State)
    played = Replay(Setup(Timing.parse("guideline"), (State.open(state.here()),), (HANDLINGS["guideline"],)))
    for _tick in range(_FALLEN):
        played.tick((0,))
    scene = LiveScene(salon, HomeScene(salon), Plan("free", (PERSON,), hints=True), played)
    scene.bout.phase = "playing"
    assert scene.coach is not None
    scene.coach.remember(state, game.opinions[_TELLING])
    return scene


@cache
def _duel() -> Record:
    return read_record(FOLDER / f"{_DUEL}{SUFFIX}")
