"""What is worth a picture beside the games themselves: the sandbox, a book's showcase, a duel looked at again."""

from __future__ import annotations

import re
from functools import cache

from game.record import SUFFIX, Record, read_record
from game.showcase import FOLDER, Showcase
from game.tetris.guideline import State
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.board.showcase import ShowcaseScene
from gui.scenes.home import HomeScene
from gui.scenes.home.tables import quiet_game
from gui.scenes.live_replay import ReplayScene
from gui.scenes.live_replay.tour import LiveTourScene
from gui.scenes.sandbox import SandboxScene

DUEL = "stacker-duel"
LOOP = "bt-loop"
_SPUN = re.compile(r"^T (east|west) .* full$")  # into a shaft, which takes three rows
_TELLING = 113  # pieces of the game that the table at home plays
_PLACE = 0.55  # of the duel
_UNHURRIED = 60.0  # seconds for the graph of a picture


def sandbox(salon: Salon, _: Showcase) -> Scene:
    """A position of that game, with what the engine said of it."""
    game = quiet_game()
    state = game.position_at(_TELLING)
    assert isinstance(state, State)
    scene = SandboxScene(salon, HomeScene(salon), state)
    scene.adviser.remember(state, game.opinions[_TELLING])
    return scene


def sandbox_queue(salon: Salon, shown: Showcase) -> Scene:
    """The same, while its queue is written."""
    scene = sandbox(salon, shown)
    assert isinstance(scene, SandboxScene)
    scene.choose_tool("queue")
    return scene


def replay(salon: Salon, _: Showcase) -> Scene:
    """A duel looked at again, with its figures."""
    scene = ReplayScene(salon, HomeScene(salon), _duel())
    scene.hints = False
    scene.chronicle.work(_UNHURRIED)
    scene.seek(round(_PLACE * scene.replay.ticks))
    return scene


def duel(salon: Salon, _: Showcase) -> Scene:
    """The same duel as a showcase, where a chapter is told."""
    shown = Showcase(DUEL, _duel())
    scene = LiveTourScene(salon, HomeScene(salon), shown)
    scene.chronicle.work(_UNHURRIED)
    scene.at(_PLACE * shown.seconds)
    return scene


def opening(salon: Salon, _: Showcase) -> Scene:
    """The showcase of a book, where a T is about to be turned in."""
    scene = ShowcaseScene(salon, HomeScene(salon), Showcase(LOOP, read_record(FOLDER / f"{LOOP}{SUFFIX}")))
    scene.seek(next(ply for ply, move in enumerate(scene.session.moves) if _SPUN.search(move.text)))
    return scene


@cache
def _duel() -> Record:
    return read_record(FOLDER / f"{DUEL}{SUFFIX}")
