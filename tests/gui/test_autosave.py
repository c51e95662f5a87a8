"""Autosave: every game that is played is on disk, whatever other windows do and however they end."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game import library
from game.errors import BadInput
from game.record import Record, Seat
from game.session import Session
from gui.play.autosave import Autosave

ROOT = Path(__file__).resolve().parents[2]

# A window without its picture: it plays walls as it is told, and says when they are on disk.
WINDOW = """
import sys
from game.record import Seat
from game.session import Session
from gui.play.autosave import Autosave

autosave = Autosave()
print(autosave.another_window(), flush=True)
session = Session.new("zuniq", {"dots": "6x6"}, (Seat("You"), Seat("Guest")))
session.created = "2026-11-22T09:00:00Z"  # every window's: they began in the same second
for line in sys.stdin:
    for wall in line.split():
        session.play(wall)
    autosave.save(session.record())
    autosave.flush()
    print(autosave.poll(), flush=True)
autosave.close()
"""


class Other:
    """Another process with a game."""

    def __init__(self) -> None:
        command = [sys.executable, "-c", WINDOW]
        self.process = subprocess.Popen(
            command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.met_another = self.line() == "True"

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def plays(self, walls: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{walls}\n")
        self.process.stdin.flush()
        assert self.line() == "[]"

    def closes(self) -> None:
        self.process.communicate()


@pytest.fixture
def other() -> Iterator[Callable[[], Other]]:
    started: list[Other] = []

    def start() -> Other:
        started.append(Other())
        return started[-1]

    yield start
    for each in started:
        each.process.kill()
        each.process.communicate()


def lengths(autosave: Autosave) -> list[int]:
    return sorted(saved.record.length for saved in autosave.games() if saved.record is not None)


def a_game(*moves: str, created: str = "2026-11-22T09:00:00Z") -> Record:
    session = Session.new("zuniq", {"dots": "3x3"}, (Seat("You"), Seat("Guest")))
    for move in moves:
        session.play(move)
    return session.record(created)


def test_two_windows_on_one_home_lose_no_game(other: Callable[[], Other]) -> None:
    first, second = other(), other()
    assert (first.met_another, second.met_another) == (False, True)
    first.plays("A1h B1h C1h")
    second.plays("A1v B1v C1v D1v")
    first.plays("A2h B2h C2h")
    second.plays("A2v B2v")
    first.plays("D1h")
    assert lengths(Autosave()) == [], "games of open windows are not offered"
    second.closes()
    first.closes()
    assert lengths(Autosave()) == [6, 7]


def test_the_games_of_killed_windows_can_be_continued_by_one_window_each(other: Callable[[], Other]) -> None:
    first, second = other(), other()
    first.plays("A1h B1h C1h")
    second.plays("A1v B1v")
    for each in (first, second):
        each.process.kill()
        each.process.wait()
    mine, yours = Autosave(), Autosave()
    assert not mine.another_window()
    assert yours.another_window()
    (taken,) = (saved for saved in yours.games() if saved.record is not None and saved.record.length == 2)
    record = yours.take(taken.path)
    yours.save(record)
    yours.flush()
    with pytest.raises(BadInput):
        mine.take(taken.path)
    assert (lengths(mine), lengths(yours)) == ([3], [2])
    yours.close()
    (left,) = (saved for saved in mine.games() if saved.record is not None and saved.record.length == 2)
    assert mine.take(left.path).created != "2026-11-22T09:00:00Z", "two games of one second have two files"
    assert lengths(mine) == [2, 3]
    mine.close()


def test_the_newest_state_is_on_disk_and_games_that_are_over_are_among_the_saved_ones() -> None:
    autosave = Autosave()
    for moves in (("A1h",), ("A1h", "B1h"), ("A1h", "B1h", "C1h")):
        autosave.save(a_game(*moves))
    autosave.save(a_game("B1h", created="2026-11-22T10:00:00Z"))
    assert lengths(autosave) == [1, 3]
    autosave.finish(a_game("A1h", "B1h", "C1h", "A2h"))
    assert lengths(autosave) == [1]
    assert [saved.record.length for saved in library.saved_games() if saved.record] == [4]
    autosave.drop(a_game("B1h", created="2026-11-22T10:00:00Z"))
    assert lengths(autosave) == []
    assert autosave.begin() != autosave.begin()
    autosave.close()


def test_the_game_of_an_older_version_is_found() -> None:
    library.store(library.autosave_dir() / "zuniq.kibitz", a_game("A1h"))
    autosave = Autosave()
    (saved,) = autosave.games()
    assert autosave.take(saved.path) == a_game("A1h")
    assert lengths(autosave) == [1]
    assert not saved.path.exists()
    autosave.close()


def test_what_cannot_be_saved_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "data").write_text("in the way")
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))
    autosave = Autosave()
    autosave.save(a_game("A1h"))
    autosave.flush()
    (sentence,) = autosave.poll()
    assert "cannot be written" in sentence
    assert autosave.poll() == []
    autosave.close()
