import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from game import log


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))
    monkeypatch.setattr(log.ROOT, "handlers", [])
    yield tmp_path
    log.end()


def test_what_is_logged_is_in_the_file_and_in_a_report(home: Path) -> None:
    assert log.begin() is None
    log.ROOT.getChild("engines").warning("The engine %s.", "coughed")
    assert log.path() == home / "state" / "kibitz.log"
    (line,) = log.path().read_text().splitlines()
    assert line.endswith("WARNING kibitz.engines: The engine coughed.")
    messages = log.report("ValueError: seven\n").splitlines()
    assert messages[0].startswith("Kibitz ")
    assert messages.index("ValueError: seven") < messages.index(line)
    assert any(each.startswith("numba 0.") for each in messages)


def test_begun_twice_a_line_is_written_once() -> None:
    log.begin()
    log.begin()
    log.ROOT.info("once")
    assert len(log.path().read_text().splitlines()) == 1


def test_the_log_never_grows_beyond_two_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "MOST_BYTES", 1000)
    log.begin()
    for number in range(100):
        log.ROOT.info("line %d of many", number)
    files = sorted(log.path().parent.iterdir())
    assert [file.name for file in files] == ["kibitz.log", "kibitz.log.1"]
    assert all(file.stat().st_size <= 1000 for file in files)
    assert log.last_lines(1)[0].endswith("line 99 of many")


def test_the_last_lines_of_a_long_log_are_its_newest() -> None:
    log.begin()
    for number in range(500):
        log.ROOT.info("line %d", number)
    assert [line.rpartition(" ")[2] for line in log.last_lines(3)] == ["497", "498", "499"]


def test_a_thread_that_dies_is_logged() -> None:
    log.begin()

    def work() -> None:
        raise ValueError("seven")

    thread = threading.Thread(target=work, name="the seventh")
    thread.start()
    thread.join()
    text = log.path().read_text()
    assert "the seventh died" in text
    assert "ValueError: seven" in text
    assert "in work" in text


def test_no_place_for_a_log_is_a_sentence_and_stops_nothing(home: Path) -> None:
    (home / "state").write_text("a file stands here")
    problem = log.begin()
    assert problem is not None
    assert str(home / "state") in problem
    log.ROOT.error("nobody hears this")
    assert log.last_lines() == []
    assert "Kibitz" in log.report("ValueError")


def test_a_log_that_is_taken_away_stops_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    log.begin()
    log.ROOT.info("first")
    log.path().unlink()
    log.path().mkdir()
    log.ROOT.info("a line for a file " + "that has to be turned over " * 30_000)
    assert capsys.readouterr().err == ""
