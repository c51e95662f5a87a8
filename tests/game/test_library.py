import os
from pathlib import Path

import msgspec
import pytest

from game import library, places
from game.errors import NotSaved
from game.record import Record, Seat, read_record, write_record
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
        found, reason = library.load(slot())
        assert found is None
        assert reason.startswith(f"{slot()}, line ")
        assert "It was set aside as zuniq" in reason
        assert not slot().exists()
        kept = sorted(slot().parent.iterdir())
        assert len(kept) == number
        assert damaged in [path.read_bytes() for path in kept]
        assert all(path.name.endswith(".bad") for path in kept)
    library.store(slot(), record)
    assert library.load(slot()) == (record, None)


def test_a_bad_file_that_cannot_be_moved_stays(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    library.store(slot(), record)
    slot().write_bytes(b"junk")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "rename", refuse)
    found, reason = library.load(slot())
    assert found is None
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
