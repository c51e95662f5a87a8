"""What is worth a picture in classic Tetris: moments of the marathon, and of a race that was played before."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ai.tetris.classic.explain import evaluate
from game import showcase as showcases
from game.advice import Advice, Choice
from game.position import Position
from game.record import Note, Record, Seat
from game.session import Session
from game.showcase import Showcase
from game.tetris.classic import State
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.board.play import PlayScene
from gui.scenes.home import HomeScene
from gui.scenes.new_game import NewGameScene, choices_of
from gui.scenes.run.lanes.courses import Race, read_race
from gui.scenes.run.lanes.lane import Lane
from gui.scenes.run.lanes.pace import LIVE_SPEEDS, Pace
from gui.scenes.run.lanes.plan import Plan
from gui.scenes.run.lanes.tape import Tape
from gui.scenes.run.race import RaceScene
from gui.scenes.run.scene import RunScene
from gui.scenes.run.tour import TourScene
from gui.scenes.run.watch import WatchScene

MARATHON = "marathon"
AUTHORS = "tengstrand-1.1"
_RACE = Path(__file__).resolve().parents[2] / "assets" / "races" / "four.race"
_PLAYED = 12  # pieces a person has placed in the picture of a game
_UNHURRIED = 60.0  # seconds for the graph of a picture


def classic_play(salon: Salon, _: Showcase) -> Scene:
    """A person's game, in which the kibitzer has just looked at the board."""
    return PlayScene(salon, HomeScene(salon), _played(), hints=True)


def classic_blunder(salon: Salon, _: Showcase) -> Scene:
    """The same game after the worst move there was, which is called out."""
    session = _played()
    session.play(session.opinions[session.cursor].choices[-1].move)
    session.note(session.cursor, _judged(session.position))
    return PlayScene(salon, HomeScene(salon), session, hints=True)


def _played() -> Session:
    """A game of a few pieces, with the opinion on its last board."""
    record, note = _telling()
    assert record.run is not None
    begun = max(0, note.ply - _PLAYED)
    session = Session.new("classic", record.run.position(begun).here(), (Seat("You"),))
    for ply in range(begun, note.ply):
        session.play(str(record.run.placement(ply)))
    session.note(session.cursor, note.advice)
    return session


def _judged(position: Position) -> Advice:
    """What Tengstrand 1.1 says of a position, by its plain evaluator."""
    assert isinstance(position, State)
    worth = sorted((evaluate(position.put(at).board, AUTHORS), at) for at in position.placements)
    choices = tuple(Choice(str(at), value, f"{value:.2f}") for value, at in worth)
    return Advice(choices, "rule", worth[0][0], True, {"evaluator": AUTHORS})


def classic_watch(salon: Salon, _: Showcase) -> Scene:
    """A controller being watched, four pieces a second."""
    record, note = _telling()
    assert record.run is not None
    plan = Plan((record.run.controller,), record.rules, record.seed)
    lane = Lane.kept(salon.room, "run-0", plan, record.run)
    scene = WatchScene(salon, HomeScene(salon), plan, lane, Pace(LIVE_SPEEDS, 4.0))
    scene.remember({note.ply: note.advice})
    return _shown(scene, note.ply)


def classic_race(salon: Salon, _: Showcase) -> Scene:
    """Four controllers in the middle of their games, many of them over."""
    race = _race()
    lanes = []
    for number, course in enumerate(race.courses):
        tape = Tape(race.plan, course.controller)
        tape.take(course.played)
        lanes.append(Lane(salon.room, f"run-{number}", race.plan, tape, live=False))
    scene = RaceScene(salon, HomeScene(salon), race.plan, lanes, Pace(LIVE_SPEEDS, 4.0))
    return _shown(scene, scene.known - 4)


def marathon(salon: Salon, _: Showcase) -> Scene:
    """The tour through the long game, at a chapter in its middle."""
    shown = showcases.load(MARATHON)
    scene = TourScene(salon, HomeScene(salon), shown)
    chapters = shown.record.chapters
    return _shown(scene, chapters[len(chapters) // 2].ply + 1)


def new_game_classic(salon: Salon, _: Showcase) -> Scene:
    """The choices before a race."""
    return NewGameScene(salon, HomeScene(salon), choices_of(salon.config, "classic", None, "race"))


def _shown(scene: RunScene, at: int) -> Scene:
    """A run as it looks once the graph is complete."""
    scene.seek(at)
    scene.pace.playing = True
    scene.settle(_UNHURRIED)
    return scene


def _telling() -> tuple[Record, Note]:
    """The marathon, and what was said where its second chapter tells what an equity is made of."""
    record = showcases.load(MARATHON).record
    told = record.chapters[1].ply
    return record, min(record.notes, key=lambda note: abs(note.ply - told))


@cache
def _race() -> Race:
    return read_race(_RACE)
