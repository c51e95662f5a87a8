"""The history of practice: nothing of it is lost to a kill, another window, a full disk or damage."""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from fsrs import Rating

from game.errors import BadDeck, NotSaved
from game.practice.deck import Deck, write_deck
from game.practice.history import DAY, Attempt, History, Learned, Outcome, Reviewed, new_key
from tests.game.practice.test_deck import small_deck

NOW = 1_780_000_000.0
PROBLEM = "0123456789abcdef"


def attempt(at: float = NOW, outcome: Outcome = "right", seconds: float = 20.0, hints: int = 0) -> Attempt:
    return Attempt(
        key=new_key(), problem=PROBLEM, deck="zuniq-endings", game="zuniq", theme="one-wall", at=at,
        outcome=outcome, hints=hints, seconds=seconds,
    )  # fmt: skip


def test_what_was_tried_is_there_again(tmp_path: Path) -> None:
    file = tmp_path / "history.sqlite"
    one = History(file)
    one.record(attempt())
    assert one.add(small_deck().problems, Reviewed(key=PROBLEM, game="zuniq", at=NOW, moves=40)) == 2
    assert one.add(small_deck().problems) == 0
    again = History(file)
    assert again.attempts == one.attempts
    assert all(each in small_deck().problems for each in again.problems)
    assert len(again.problems) == 2
    assert again.knows_game(PROBLEM)


def test_the_place_in_a_lesson_is_kept_and_once_done_it_stays_so(tmp_path: Path) -> None:
    one, other = History(tmp_path / "one.sqlite"), History(tmp_path / "other.sqlite")
    one.learn(Learned(key="zuniq", step=0, at=NOW, done=True))
    one.learn(Learned(key="zuniq", step=2, at=NOW + 1, moves=("A1h",)))
    again = History(one.file).learned("zuniq")
    assert again == Learned(key="zuniq", step=2, at=NOW + 1, moves=("A1h",), done=True)
    other.learn(Learned(key="zuniq", step=4, at=NOW + 2))
    one.export(tmp_path / "mine.practice")
    other.import_from(tmp_path / "mine.practice")
    both = History(other.file).learned("zuniq")
    assert both is not None
    assert (both.step, both.done) == (4, True), "the later place, and it was done on the other machine"


def test_a_file_without_lessons_is_read_on(tmp_path: Path) -> None:
    file = tmp_path / "history.sqlite"
    History(file).record(attempt())
    base = sqlite3.connect(file)
    base.execute("DROP TABLE lessons")
    base.execute("PRAGMA user_version = 1")
    base.commit()
    base.close()
    history = History(file)
    assert (len(history.attempts), history.lessons, history.notice) == (1, (), "")
    history.learn(Learned(key="zuniq", step=1, at=NOW))
    assert len(History(file).lessons) == 1


def test_a_problem_comes_back_later_the_better_it_is_known(tmp_path: Path) -> None:
    history = History(tmp_path / "history.sqlite")
    assert history.due(PROBLEM) is None
    grades = [attempt(outcome="shown"), attempt(hints=1), attempt(), attempt(seconds=3)]
    assert [each.rating for each in grades] == [Rating.Again, Rating.Hard, Rating.Good, Rating.Easy]
    history.record(attempt(outcome="wrong"))
    assert history.comes_back(PROBLEM) == 1
    due = history.due(PROBLEM)
    assert due == pytest.approx(NOW + DAY)
    history.record(attempt(at=NOW + DAY))
    later = history.comes_back(PROBLEM)
    assert later >= 1
    assert history.comes_back(PROBLEM, Rating.Good, Rating.Good) > later
    assert history.comes_back(PROBLEM, Rating.Again) <= history.comes_back(PROBLEM, Rating.Good)


def test_two_windows_lose_nothing_of_each_other(tmp_path: Path) -> None:
    file = tmp_path / "history.sqlite"
    one, other = History(file), History(file)
    for window in (one, other, one, other):
        window.record(attempt())
    one.refresh()
    assert len(one.attempts) == 4


def test_a_kill_loses_no_attempt_that_was_recorded(tmp_path: Path) -> None:
    file = tmp_path / "history.sqlite"
    code = f"""
import sys; sys.path.insert(0, {str(Path.cwd())!r})
from pathlib import Path
from tests.game.practice.test_history import *
history = History(Path({str(file)!r}))
while True:
    history.record(attempt())
    print(len(history.attempts), flush=True)
"""
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    output = [int(child.stdout.readline()) for _ in range(20)]
    child.send_signal(signal.SIGKILL)
    child.wait()
    history = History(file)
    assert len(history.attempts) >= output[-1]
    assert history.notice == ""


def test_a_damaged_file_is_set_aside_and_the_rest_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "history.sqlite"
    history = History(file)
    for number in range(200):
        history.record(attempt(at=NOW + number))
    whole = file.read_bytes()
    for damaged in (
        b"nothing of the kind" * 100,
        whole[:4096] + bytes(4096) + whole[8192:],
        whole.replace(b'"theme":"one-wall"', b'"theme":"one-wail"', 3),
        whole[: len(whole) // 2],
    ):
        file.write_bytes(damaged)
        rescued = History(file)
        assert "damaged" in rescued.notice
        assert "attempts" in rescued.notice
        assert len(rescued.attempts) < 200
        rescued.record(attempt())
        assert len(History(file).attempts) == len(rescued.attempts)
        assert History(file).notice == ""
    assert len(list(tmp_path.glob("*.bad"))) == 4
    assert [each for each in tmp_path.glob("*.bad") if each.read_bytes() == whole[: len(whole) // 2]]


def test_a_file_that_was_cut_off_gives_what_is_left_of_it(tmp_path: Path) -> None:
    file = tmp_path / "history.sqlite"
    history = History(file)
    for number in range(200):
        history.record(attempt(at=NOW + number))
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) - len(whole) // 4])
    assert 50 < len(History(file).attempts) < 200


@pytest.mark.parametrize(
    "schema", ["CREATE TABLE attempts (other)", "CREATE VIEW attempts AS SELECT 1", "PRAGMA user_version = 2"]
)
def test_a_file_with_other_tables_is_set_aside(schema: str, tmp_path: Path) -> None:
    file = tmp_path / "history.sqlite"
    base = sqlite3.connect(file)
    base.execute(schema)
    base.commit()
    base.close()
    history = History(file)
    assert "history.sqlite.bad" in history.notice
    assert (tmp_path / "history.sqlite.bad").exists()
    history.record(attempt())
    assert len(History(file).attempts) == 1


def test_what_cannot_be_saved_is_known_and_saved_later(tmp_path: Path) -> None:
    file = tmp_path / "practice" / "history.sqlite"
    (tmp_path / "practice").write_text("a file in the way")
    history = History(file)
    with pytest.raises(NotSaved, match="not saved"):
        history.record(attempt())
    assert history.tried(PROBLEM)
    (tmp_path / "practice").unlink()
    history.record(attempt(at=NOW + 1))
    assert len(History(file).attempts) == 2


@pytest.mark.skipif(
    not Path("/dev/full").exists() or os.name != "posix", reason="needs a limit on file sizes"
)
def test_a_full_disk_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "history.sqlite"
    History(file).record(attempt())
    code = f"""
import sys, resource, signal; sys.path.insert(0, {str(Path.cwd())!r})
from pathlib import Path
from tests.game.practice.test_history import *
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (24_000, 24_000))
history = History(Path({str(file)!r}))
try:
    for _ in range(1000):
        history.record(attempt())
except NotSaved as error:
    print(error)
"""
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert output.startswith("Practice is not saved")
    assert output.count("\n") == 1
    assert History(file).notice == ""


def test_a_newer_file_is_not_touched(tmp_path: Path) -> None:
    file = tmp_path / "history.sqlite"
    base = sqlite3.connect(file)
    base.execute("PRAGMA user_version = 99")
    base.execute("CREATE TABLE attempts (other)")
    base.commit()
    base.close()
    before = file.read_bytes()
    history = History(file)
    assert "newer" in history.notice
    with pytest.raises(NotSaved, match="newer"):
        history.record(attempt())
    assert file.read_bytes() == before


def test_an_export_is_read_on_another_machine(tmp_path: Path) -> None:
    one, other = History(tmp_path / "one.sqlite"), History(tmp_path / "other.sqlite")
    one.record(attempt())
    one.add(small_deck().problems, Reviewed(key=PROBLEM, game="zuniq", at=NOW, moves=40))
    other.record(attempt(at=NOW + DAY))
    file = tmp_path / "mine.practice"
    assert tuple(getattr(one.export(file), name) for name in ("problems", "attempts")) == (2, 1)
    counts = other.import_from(file)
    assert (counts.problems, counts.attempts) == (2, 1)
    assert other.import_from(file).attempts == 0
    assert len(History(tmp_path / "other.sqlite").attempts) == 2
    data = file.read_bytes()
    for damaged in (data[:-40], data[:300] + b"x" + data[301:], b"", b"12345678 {}"):
        file.write_bytes(damaged)
        with pytest.raises(BadDeck, match="mine"):
            other.import_from(file)
    write_deck(file, Deck(name="small", title="Small", problems=small_deck().problems))
    assert History(tmp_path / "third.sqlite").import_from(file).problems == 2
