"""A long game that was kept: watched again from any piece, with nobody playing on."""

from __future__ import annotations

from game.record import Record
from gui.drawing.letters import short_count
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.run.lanes.lane import Lane
from gui.scenes.run.lanes.pace import KEPT_SPEEDS, Pace
from gui.scenes.run.lanes.plan import Plan
from gui.scenes.run.watch import WatchScene
from gui.scenes.run.ways import Way

EASY_SPEED = 4.0


class KeptScene(WatchScene):
    """One lane whose game is known to its end."""

    name = "kept"

    def __init__(self, salon: Salon, back: Scene | None, record: Record, pace: Pace) -> None:
        """Raises `BadRecord` where the run turns out to be no game."""
        run = record.run
        assert run is not None
        plan = Plan((run.controller or record.seats[0].engine,), run.rules, record.seed)
        super().__init__(salon, back, plan, Lane.kept(salon.room, "run-0", plan, run), pace)
        self.record = record
        self.remember({note.ply: note.advice for note in record.notes})
        self.pace.put(min(record.cursor, run.count))

    @classmethod
    def of(cls, salon: Salon, back: Scene | None, record: Record) -> KeptScene:
        """The game of a record that has a run, where it was left."""
        speed = salon.config.classic.watch_speed or EASY_SPEED
        return cls(salon, back, record, Pace(KEPT_SPEEDS, speed))

    @property
    def end(self) -> int:
        return self.lane.count

    def ticks(self) -> tuple[int, ...]:
        return tuple(chapter.ply for chapter in self.record.chapters if chapter.ply)

    def bar_detail(self) -> str:
        return self.record.title or super().bar_detail()

    def facts(self) -> tuple[tuple[str, str], ...]:
        board = self.state().board
        stack = f"{board.height - board.top} of {board.height}"
        return (*super().facts()[:2], ("Stack", stack), ("In all", short_count(self.lane.count)))

    def ways(self) -> tuple[Way, ...]:
        return tuple(way for way in super().ways() if way.name != "save")

    def save(self) -> None:
        self.salon.answer("This game is kept already.")
