import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import msgspec
import pytest

from game import library, places
from game.errors import NotSaved
from game.library import Index, Summary
from game.record import Head, Record, Seat, format_record, read_head, read_record, write_record
from game.session import Session


def slot() -> Path:
    return library.autosave_dir() / "1" / "zuniq.kibitz"


def test_where_nothing_was_saved_there_is_nothing_to_say() -> None:
    assert library.load(slot()) == (None, None)
    assert library.saved_games() == ()


def test_a_game_that_is_saved_again_and_again_is_there_as_it_was_last(record: Record) -> None:
    library.store(slot(), msgspec.structs.replace(record, cursor=2))
    library.store(slot(), record)
    assert library.load(slot()) == (record, None)


def test_a_bad_file_is_set_aside_and_never_deleted(record: Record) -> None:
    library.store(slot(), record)
    whole = slot().read_bytes()
    for number, damaged in enumerate((whole[:-40], whole[:100]), 1):
        slot().write_bytes(damaged)
        result, reason = library.load(slot())
        assert result is None
        assert reason.startswith(f"{slot()}, line ")
        assert "It was set aside as zuniq" in reason
        assert not slot().exists()
        paths = sorted(slot().parent.iterdir())
        assert len(paths) == number
        assert damaged in [path.read_bytes() for path in paths]
        assert all(path.name.endswith(".bad") for path in paths)
    library.store(slot(), record)
    assert library.load(slot()) == (record, None)


def test_a_bad_file_that_cannot_be_moved_stays(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    library.store(slot(), record)
    slot().write_bytes(b"junk")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "rename", refuse)
    result, reason = library.load(slot())
    assert result is None
    assert reason.endswith("It could not be set aside and stays where it is.")
    assert slot().read_bytes() == b"junk"


def test_without_a_home_the_program_goes_on_with_a_sentence(
    record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(places.HOME_VARIABLE, str(tmp_path / "file"))
    with pytest.raises(NotSaved, match="cannot be written"):
        library.store(slot(), record)
    with pytest.raises(NotSaved):
        library.keep(record)
    assert library.load(slot())[0] is None
    assert library.saved_games() == ()


def others(record: Record, count: int = 3) -> list[Record]:
    """Games that began in the same second: nothing of one is a part of another."""
    return [msgspec.structs.replace(record, seats=(record.seats[0], Seat(f"{i}"))) for i in range(count)]


def test_games_of_the_same_second_get_names_of_their_own(record: Record) -> None:
    paths = [library.keep(each) for each in others(record)]
    assert [path.name for path in paths] == [f"zuniq-20261120093000{end}.kibitz" for end in ("", "-2", "-3")]
    assert [read_record(path) for path in paths] == others(record)


def test_a_game_that_is_kept_again_takes_the_place_of_its_earlier_part(record: Record) -> None:
    half = msgspec.structs.replace(record, moves=record.moves[:2], cursor=0, notes=(), chapters=())
    assert library.keep(half) == library.keep(record) == library.keep(record)
    assert [saved.record for saved in library.saved_games()] == [record]
    assert library.keep(half) != library.keep(record), "nothing is lost by going back"


def test_a_game_with_a_new_variation_takes_the_place_of_the_one_without(record: Record) -> None:
    session = Session.resume(record)
    path = library.keep(record)
    session.go_to(1)
    session.play("B1v")
    varied = session.record(record.created)
    assert library.begins(record, varied)
    assert not library.begins(varied, record), "a line would be lost"
    assert library.keep(varied) == path
    assert read_record(path) == varied
    session.promote()
    assert library.keep(session.record(record.created)) == path, "in another order, yet nothing is lost"


def test_the_last_game_is_first_and_the_broken_are_there_with_their_reason(record: Record) -> None:
    dates = ["2026-11-20T09:30:00Z", "2026-11-19T09:30:00Z", "2026-11-21T09:30:00Z"]
    records = [msgspec.structs.replace(record, created=date) for date in dates]
    paths = [library.keep(each) for each in records]
    broken = library.games_dir() / "broken.kibitz"
    broken.write_bytes(b"junk")
    os.utime(broken, (1_000_000, 1_000_000))
    saved = library.saved_games()
    assert [each.path for each in saved] == [paths[2], paths[0], paths[1], broken]
    assert [each.record for each in saved] == [records[2], records[0], records[1], None]
    assert saved[3].reason == f"{broken}, line 1: this is not a Kibitz record."
    assert not saved[0].reason


def test_saved_games_may_be_in_any_folder_and_other_files_are_left_alone(
    record: Record, tmp_path: Path
) -> None:
    library.keep(record)
    (library.games_dir() / "notes.txt").write_text("mine")
    assert len(library.saved_games()) == 1
    write_record(tmp_path / "here.kibitz", record)
    assert [each.path.name for each in library.saved_games(tmp_path)] == ["here.kibitz"]


# The index.


def fill(record: Record, count: int) -> Path:
    """So many saved games, one a second; the folder."""
    folder = library.games_dir()
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        created = f"2026-11-20T{number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}Z"
        data = format_record(msgspec.structs.replace(record, created=created))
        (folder / f"game-{number:04}.kibitz").write_bytes(data)
    return folder


def names(games: tuple[library.Saved, ...]) -> list[str]:
    return [each.path.name for each in games]


def refuse(*_: object) -> NoReturn:
    raise AssertionError("the file of a game was read")


@pytest.mark.parametrize(
    "name", ["tables/zuniq", "tables/bridge", "showcases/marathon", "showcases/stacker-duel"]
)
def test_a_head_tells_of_a_file_what_its_record_does(name: str) -> None:
    path = places.shipped("assets", f"{name}.kibitz")
    assert read_head(path) == Head.of(read_record(path))


def test_the_index_knows_the_games_without_reading_them(
    record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, file = fill(record, 5), tmp_path / "index.sqlite"
    (folder / "broken.kibitz").write_bytes(b"junk")
    first = Index(folder, file)
    saved_games = first.look()
    first.tell(saved_games[1], Summary("4 walls", "you won", "won"))
    monkeypatch.setattr(library, "read_head", refuse)
    again = Index(folder, file).look()
    assert names(again) == names(saved_games)
    assert again[1].summary == Summary("4 walls", "you won", "won")
    assert [each.reason for each in again] == [each.reason for each in saved_games]


@pytest.mark.parametrize("damage", ["cut", "junk", "empty", "version", "table", "entries"])
def test_a_damaged_index_is_made_anew(
    record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    folder, file = fill(record, 40), tmp_path / "index.sqlite"
    saved_games = Index(folder, file).look(None)
    whole = file.read_bytes()
    if damage == "cut":
        file.write_bytes(whole[: len(whole) // 2])
    elif damage == "junk":
        file.write_bytes(b"junk" * 5000)
    elif damage == "empty":
        file.write_bytes(b"")
    else:
        answers = {
            "version": "PRAGMA user_version = 999",
            "table": "ALTER TABLE games RENAME COLUMN entry TO other",
            "entries": "UPDATE games SET entry = x'00ff'",
        }
        with sqlite3.connect(file) as base:
            base.execute(answers[damage])
        base.close()
    assert names(Index(folder, file).look(None)) == names(saved_games)
    monkeypatch.setattr(library, "read_head", refuse)
    assert names(Index(folder, file).look(None)) == names(saved_games)


def test_a_file_that_was_changed_behind_the_back_is_read_again(record: Record, tmp_path: Path) -> None:
    folder, file = fill(msgspec.structs.replace(record, title="one"), 3), tmp_path / "index.sqlite"
    index = Index(folder, file)
    path = index.look()[0].path
    before = path.stat()
    write_record(path, msgspec.structs.replace(read_record(path), title="two"))  # as long as before
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    index.look()[1].path.unlink()
    for each in (index, Index(folder, file)):
        assert [saved.head.title for saved in each.look() if saved.head] == ["two", "one"]
    path.write_bytes(path.read_bytes()[:-40])
    assert [bool(saved.reason) for saved in index.look()] == [True, False]


def test_where_the_index_cannot_be_kept_it_is_in_memory(
    record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file" / "index.sqlite", tmp_path):
        index = Index(fill(record, 3), place)
        saved_games = index.look()
        assert len(saved_games) == 3
        with monkeypatch.context() as patch:
            patch.setattr(library, "read_head", refuse)
            assert index.look() == saved_games


def test_of_many_files_a_few_are_read_at_once_and_the_rest_beside(record: Record, tmp_path: Path) -> None:
    folder, file = fill(record, 2000), tmp_path / "index.sqlite"
    index = Index(folder, file)
    assert len(index.look()) < 100
    assert len(index.games) + index.unread == 2000
    index.read_on()
    assert index._reader is not None
    index._reader.join()
    assert (len(index.games), index.unread) == (2000, 0)
    assert names(index.games) == sorted(names(index.games), reverse=True)
    assert len(Index(folder, file).look()) == 2000


TWO = """
import sys
from pathlib import Path
from game.library import Index, Summary
index = Index(Path(sys.argv[1]), Path(sys.argv[2]))
for _ in range(3):
    found = index.look(None)
    for saved in found[:20]:
        index.tell(saved, Summary("4 walls", "", "over"))
    for saved in found:
        index.forget(saved.path)
print(len(found))
"""


def test_two_processes_make_the_index_at_once(
    record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, file = fill(record, 200), tmp_path / "index.sqlite"
    command = [sys.executable, "-c", TWO, str(folder), str(file)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, cwd=places.shipped()) for _ in range(2)]
    assert [each.communicate()[0].split() for each in running] == [[b"200"], [b"200"]]
    monkeypatch.setattr(library, "read_head", refuse)
    assert len(Index(folder, file).look()) == 200


def test_the_index_holds_no_cards_of_a_match(tmp_path: Path) -> None:
    match = Session.new("bridge", {"deals": "random:987654321"}, (Seat("You"), Seat("Kibitz", "engine")))
    path = library.keep(match.record("2026-11-20T09:30:00Z"))
    assert b"987654321" in path.read_bytes()
    (saved,) = Index(path.parent, tmp_path / "index.sqlite").look()
    assert saved.head is not None
    assert "deals" not in saved.head.rules
    assert b"987654321" not in (tmp_path / "index.sqlite").read_bytes()
