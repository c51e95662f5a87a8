"""Saved games: a slot that follows the play, a shelf, and files that cannot be believed."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from game import library, places
from game.errors import NotSaved
from game.record import Record, read_record, write_record


def test_where_nothing_was_saved_there_is_nothing_to_say() -> None:
    assert library.resume("zuniq") == (None, None)
    assert library.saved_games() == ()


def test_the_slot_gives_back_the_last_game(record: Record) -> None:
    assert library.autosave(msgspec.structs.replace(record, cursor=2)) is None
    assert library.autosave(record) is None
    assert library.resume("zuniq") == (record, None)
    assert library.resume("bridge") == (None, None)


def test_a_bad_slot_is_set_aside_and_never_deleted(record: Record) -> None:
    slot = library.autosave_path("zuniq")
    library.autosave(record)
    whole = slot.read_bytes()
    for number, damaged in enumerate((whole[:-40], whole[:100]), 1):
        slot.write_bytes(damaged)
        found, reason = library.resume("zuniq")
        assert found is None
        assert reason is not None
        assert reason.startswith(f"{slot}, line ")
        assert "It was set aside as zuniq" in reason
        assert not slot.exists()
        kept = sorted(slot.parent.iterdir())
        assert len(kept) == number
        assert damaged in [path.read_bytes() for path in kept]
        assert all(path.name.endswith(".bad") for path in kept)
    assert library.autosave(record) is None
    assert library.resume("zuniq") == (record, None)


def test_a_bad_slot_that_cannot_be_moved_stays(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    slot = library.autosave_path("zuniq")
    library.autosave(record)
    slot.write_bytes(b"junk")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "rename", refuse)
    found, reason = library.resume("zuniq")
    assert found is None
    assert reason is not None
    assert reason.endswith("It could not be set aside and stays where it is.")
    assert slot.read_bytes() == b"junk"


def test_without_a_home_the_program_goes_on_with_a_sentence(
    record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(places.HOME_VARIABLE, str(tmp_path / "file"))
    reason = library.autosave(record)
    assert reason is not None
    assert "cannot be written" in reason
    with pytest.raises(NotSaved):
        library.keep(record)
    assert library.resume("zuniq")[0] is None
    assert library.saved_games() == ()


def test_games_of_the_same_minute_get_names_of_their_own(record: Record) -> None:
    paths = [library.keep(record) for _ in range(3)]
    assert [path.name for path in paths] == [
        "zuniq-20261120093000.kibitz",
        "zuniq-20261120093000-2.kibitz",
        "zuniq-20261120093000-3.kibitz",
    ]
    assert all(read_record(path) == record for path in paths)


def test_the_shelf_shows_the_newest_first_and_the_broken_with_their_reason(record: Record) -> None:
    paths = [library.keep(record) for _ in range(3)]
    paths[1].write_bytes(b"junk")
    for age, path in enumerate(paths):
        os.utime(path, (1_000_000 + age, 1_000_000 + age))
    saved = library.saved_games()
    assert [each.path for each in saved] == paths[::-1]
    assert [each.record for each in saved] == [record, None, record]
    assert saved[1].reason == f"{paths[1]}, line 1: this is no Kibitz record."
    assert not saved[0].reason


def test_other_files_on_the_shelf_are_left_alone(record: Record) -> None:
    library.keep(record)
    (library.games_dir() / "notes.txt").write_text("mine")
    assert len(library.saved_games()) == 1


def test_a_shelf_may_be_anywhere(record: Record, tmp_path: Path) -> None:
    write_record(tmp_path / "here.kibitz", record)
    assert [each.path.name for each in library.saved_games(tmp_path)] == ["here.kibitz"]
