from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from game import showcase
from game.errors import BadInput, BadRecord
from game.record import Chapter, Record, Seat, format_record, parse_record, write_record
from game.session import Session
from game.showcase import READING_CEILING, READING_FLOOR, Showcase, compose, reading_time, with_chapters
from game.tetris.classic import State
from game.tetris.classic.run import Run

CHAPTERS = (Chapter(0, "Start", "Short."), Chapter(4, "End", "A longer caption. " * 10))


@pytest.fixture
def duel(session: Session) -> Record:
    return compose(session, "A duel", CHAPTERS, "2026-11-20T09:30:00Z", pace=500)


@pytest.fixture
def folder(tmp_path: Path, duel: Record) -> Path:
    write_record(tmp_path / "duel.kibitz", duel)
    return tmp_path


def test_a_composed_showcase_starts_at_the_start_with_all_opinions(duel: Record, session: Session) -> None:
    assert (duel.title, duel.cursor, duel.pace) == ("A duel", 0, 500)
    assert duel.chapters == CHAPTERS
    assert {note.ply: note.advice for note in duel.notes} == session.opinions
    assert parse_record(format_record(duel), "duel") == duel


@pytest.mark.parametrize(
    ("title", "chapters"),
    [
        ("", CHAPTERS),
        ("t", ()),
        ("t", CHAPTERS[1:]),
        ("t", (*CHAPTERS, Chapter(7, "beyond"))),
        ("t", (Chapter(0, "a"), Chapter(0, "b"))),
        ("t", (Chapter(0, "a"), Chapter(3, "c"), Chapter(2, "b"))),
    ],
)
def test_a_showcase_needs_its_chapters(session: Session, title: str, chapters: tuple[Chapter, ...]) -> None:
    with pytest.raises(BadInput):
        compose(session, title, chapters, "")


def test_a_showcase_is_found_by_its_name(folder: Path, duel: Record) -> None:
    result = showcase.load("duel", folder)
    assert result == Showcase("duel", duel)
    assert (result.name, result.title, result.game) == ("duel", "A duel", "zuniq")


@pytest.mark.parametrize("name", ["", "none", "../duel", "duel.kibitz", "DUEL!"])
def test_an_unknown_name_is_answered_with_the_known_ones(folder: Path, name: str) -> None:
    with pytest.raises(BadInput, match="known: duel"):
        showcase.load(name, folder)


def test_a_bad_file_is_told_and_the_others_are_shown(folder: Path) -> None:
    (folder / "broken.kibitz").write_bytes(b"no record")
    showcases, problems = showcase.load_all(folder)
    assert [each.name for each in showcases] == ["duel"]
    assert len(problems) == 1
    assert "broken.kibitz, line 1" in problems[0]
    with pytest.raises(BadRecord):
        showcase.load("broken", folder)


def test_a_file_that_has_changed_is_read_again(folder: Path) -> None:
    ((shown,), _), file = showcase.load_all(folder), folder / "duel.kibitz"
    assert showcase.load_all(folder)[0][0].record is shown.record, "it is read once"
    file.write_bytes(b"no record")
    assert [len(each) for each in showcase.load_all(folder)] == [0, 1]
    write_record(file, msgspec.structs.replace(shown.record, title="Another duel"))
    ((again,), problems) = showcase.load_all(folder)
    assert (again.title, problems) == ("Another duel", ())


def test_a_folder_that_is_not_there_holds_no_showcases(tmp_path: Path) -> None:
    assert showcase.load_all(tmp_path / "none") == ((), ())


def test_every_shipped_showcase_can_be_shown() -> None:
    showcases, problems = showcase.load_all()
    assert problems == ()
    for each in showcases:
        assert each == showcase.load(each.name)
        assert each.title
        assert each.record.chapters
        assert each.seconds > 0


def test_the_time_of_a_showcase_is_its_moves_and_its_chapters(duel: Record) -> None:
    shown = Showcase("duel", duel)
    reading = sum(map(reading_time, CHAPTERS))
    assert shown.parts[0].start == 0.0
    assert shown.when(6) == pytest.approx(6 * 0.5 + reading)
    assert shown.seconds == pytest.approx(6 * 0.5 + reading + showcase.LAST_LOOK)
    assert [chapter for _, chapter in shown.chapter_times] == list(CHAPTERS)
    assert [seconds for seconds, _ in shown.chapter_times] == [0.0, shown.when(4)]


def test_at_any_time_one_position_is_shown(duel: Record) -> None:
    shown = Showcase("duel", duel)
    assert shown.at(-1.0) == shown.at(0.0) == 0
    assert shown.at(1e9) == 6
    for ply in range(7):
        assert shown.at(shown.when(ply)) == ply
        assert shown.part(shown.when(ply)).chapter == CHAPTERS[ply >= 4]
    assert shown.at(shown.when(4) + reading_time(CHAPTERS[1])) == 4


def test_a_chapter_at_the_last_position_is_read_before_the_end(session: Session) -> None:
    chapters = (CHAPTERS[0], Chapter(6, "End", "x" * 90))
    plain = Showcase("a", compose(session, "t", CHAPTERS[:1], ""))
    details = Showcase("b", compose(session, "t", chapters, ""))
    assert details.seconds == pytest.approx(plain.seconds + reading_time(chapters[1]))


def test_long_captions_get_more_time_within_bounds() -> None:
    short, middle, long = (reading_time(Chapter(0, "t", "x" * length)) for length in (0, 100, 4000))
    assert READING_FLOOR == short < middle < long == READING_CEILING


def test_a_video_is_told_again_evenly_and_in_its_own_time(session: Session) -> None:
    record = compose(session, "t", CHAPTERS, "", pace=500, video=20.0)
    assert parse_record(format_record(record), "t").video == 20.0
    details = Showcase("t", record)
    video = replace(details, through=True)
    assert video.seconds == pytest.approx(20.0)
    steps = [video.when(ply + 1) - video.when(ply) for ply in range(6)]
    assert steps == pytest.approx([3.0] * 6), "no stop at a chapter, and two seconds for the end"
    assert [chapter for _, chapter in video.chapter_times] == list(CHAPTERS)
    for ply in range(7):
        assert video.at(video.when(ply)) == ply
        assert video.part(video.when(ply)).chapter == details.part(details.when(ply)).chapter


# -- a run --

LONG = 5000
TOUR = (
    Chapter(0, "Start", "x" * 60),
    Chapter(2000, "Middle", "x" * 90),
    Chapter(2010, "Near"),
    Chapter(LONG, "End"),
)


@pytest.fixture(scope="module")
def marathon() -> Showcase:
    start, columns = State.open({"rules": "simplified"}), bytes(LONG)
    run = Run(start)
    run.append(columns)  # no game, but of the right length: nothing here looks at a board
    record = Record(game="classic", rules=run.rules, seats=(Seat("T", "engine"),), run=run)
    return Showcase("marathon", with_chapters(record, "A marathon", TOUR, pace=200))


def test_the_tour_of_a_run_shows_every_chapter_for_its_reader(marathon: Showcase) -> None:
    assert [chapter for _, chapter in marathon.chapter_times] == list(TOUR)
    for seconds, chapter in marathon.chapter_times:
        assert marathon.when(chapter.ply) == pytest.approx(seconds)
        for later in (0.0, reading_time(chapter) - 0.01):
            now = seconds + later
            assert (marathon.at(now), marathon.part(now).chapter) == (chapter.ply, chapter)


def test_the_tour_of_a_run_never_goes_back_and_reaches_its_end(marathon: Showcase) -> None:
    plies = [marathon.at(tick / 10) for tick in range(-10, int(marathon.seconds * 10) + 20)]
    assert plies == sorted(plies)
    assert (plies[0], plies[-1]) == (0, LONG)
    assert marathon.when(LONG + 1) == marathon.seconds


def test_the_tour_of_a_run_is_at_its_pace_near_chapters_and_flies_between_them(marathon: Showcase) -> None:
    def step(ply: int) -> float:
        return marathon.when(ply + 1) - marathon.when(ply)

    for ply in (0, 5, showcase.LOOK_ON - 1, 2000 - showcase.LOOK_AHEAD, 1999, 2009, LONG - 1):
        reading = [reading_time(chapter) for chapter in TOUR if chapter.ply == ply]
        assert step(ply) == pytest.approx(0.2 + sum(reading))
    flown = marathon.when(2000 - showcase.LOOK_AHEAD) - marathon.when(showcase.LOOK_ON)
    assert flown == pytest.approx(showcase.FLIGHT)
    assert step(1000) < step(200) < step(30)
    assert step(1000) == pytest.approx(step(1008), rel=0.1)


def test_any_piece_of_a_run_is_shown_when_it_is_said_to_be(marathon: Showcase) -> None:
    for ply in range(LONG + 1):
        assert marathon.at(marathon.when(ply)) == ply


def test_a_short_run_is_shown_piece_by_piece(marathon: Showcase) -> None:
    run = Run(State.open({}))
    run.append(bytes(40))
    record = Record(game="classic", rules=run.rules, seats=(Seat("T", "engine"),), run=run)
    shown = Showcase("short", with_chapters(record, "Short", TOUR[:1], pace=100))
    assert shown.seconds == pytest.approx(4.0 + reading_time(TOUR[0]) + showcase.LAST_LOOK)
