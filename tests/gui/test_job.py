"""Long work beside the window: how it is started, stopped, gone on with, and how it ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from ai import child
from ai.bridge.tables.job import Progress
from ai.tetris.guideline.clear_search import Clears, ClearSearch
from ai.tetris.guideline.clear_work import ClearWork
from game.record import Seat
from game.session import Session
from gui.play.engine_room import Reported, WorkerFailure
from gui.play.filming import Filming, FilmOrder, GameFilm
from gui.play.job import ProcessJob, RoomJob
from tests.gui.driving import QuietRoom


class Worker:
    """A process that says what it is told to."""

    def __init__(self, order: str) -> None:
        self.order, self.progress, self.stopped = order, Progress(share=0.25), False

    def start(self) -> None:
        pass

    def poll(self) -> Progress:
        return self.progress

    def stop(self) -> None:
        self.stopped = True


class Workers(list[Worker]):
    """Every process that was started."""

    def __call__(self, order: str) -> Worker:
        self.append(Worker(order))
        return self[-1]


def test_a_process_reports_until_it_ends() -> None:
    workers = Workers()
    job = ProcessJob(workers)
    job.start("build")
    assert job.poll() is None
    assert job.busy
    assert job.report is not None
    assert job.report.share == 0.25
    workers[0].progress = Progress(share=1.0, finished=True)
    assert job.poll() is workers[0].progress
    assert (job.busy, job.failure, job.order) == (False, "", "build")
    assert job.poll() is None, "the end is told once"


def test_a_process_that_ends_early_says_why() -> None:
    workers = Workers()
    job = ProcessJob(workers)
    job.start("build")
    workers[0].progress = Progress(finished=True, error="The disk is full.")
    job.poll()
    assert job.failure == "The disk is full."
    job.start("build")
    assert job.failure == ""


def test_a_film_whose_process_cannot_be_started_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr(child, "start", full)
    film = GameFilm(Session.new("zuniq", {}, (Seat("White"), Seat("Black"))).record())
    filming = Filming(FilmOrder(film, tmp_path / "film.gif", 0.0, 1.0, "dark"))
    filming.start()
    report = filming.wait(10.0)
    assert report.finished
    assert report.error == "no process could be started: Cannot allocate memory"


def test_a_new_order_ends_the_process_of_the_old_one() -> None:
    workers = Workers()
    job = ProcessJob(workers)
    job.start("build")
    job.start("verify")
    assert [worker.stopped for worker in workers] == [True, False]
    job.stop()
    assert workers[1].stopped
    assert (job.busy, job.order, job.report) == (False, None, None)


@pytest.fixture
def room() -> QuietRoom:
    return QuietRoom()


def search_in(room: QuietRoom) -> RoomJob[ClearSearch, Clears]:
    job = RoomJob(room, "solver", ClearWork)  # type: ignore[arg-type]
    job.start(ClearSearch(rules={}))
    return job


def test_only_reports_on_the_present_order_are_heard(room: QuietRoom) -> None:
    job = search_in(room)
    first = Reported("solver", 20_001, Clears())
    assert job.hear(first) is first.report
    assert job.hear(Reported("kibitzer", 20_001, Clears())) is None
    job.start(ClearSearch(rules={}, rows=4))
    assert job.hear(first) is None


def test_the_last_report_ends_the_work(room: QuietRoom) -> None:
    job = search_in(room)
    last = Reported("solver", 20_001, Clears(done=True))
    assert job.hear(last) is last.report
    assert not job.busy
    assert job.hear(last) is None


def test_only_final_trouble_is_a_failure(room: QuietRoom) -> None:
    job = search_in(room)
    job.hear(WorkerFailure("solver", 20_001, "failed. It is asked once more."))
    assert job.busy
    job.hear(WorkerFailure("solver", 20_001, "failed again.", final=True))
    assert (job.busy, job.failure) == (False, "The engine failed again.")
