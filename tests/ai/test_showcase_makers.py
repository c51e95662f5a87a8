"""The shipped showcases are those of their sources: what is told is told again, and a whole one is made again."""

from __future__ import annotations

from pathlib import Path
from shutil import copy

import msgspec
import pytest

from assets.showcases import books, guideline, make
from game import showcase
from game.record import Chapter
from game.session import Session
from game.showcase import FOLDER


def told_again(name: str) -> list[Chapter]:
    """The chapters of a shipped game by its source."""
    source, record = make.read(FOLDER / f"{name}.yaml"), showcase.load(name).record
    if record.live is not None:
        return guideline.duel_chapters(msgspec.convert(source, guideline.Source), record.live)
    session = Session.resume(record)
    if "book" in source:
        return books.chapters(msgspec.convert(source, books.Source), session)
    if record.game == "zuniq":
        return make.zuniq_chapters(msgspec.convert(source, make.Source), session)
    return guideline.chapters(msgspec.convert(source, guideline.Source), session)


@pytest.mark.parametrize("name", [name for name in showcase.names() if name != "marathon"])
def test_what_is_told_is_what_the_source_says_of_the_game(name: str) -> None:
    assert told_again(name) == list(showcase.load(name).record.chapters)


def test_a_duel_is_made_again_to_the_byte(tmp_path: Path) -> None:
    source = tmp_path / "stacker-duel.yaml"
    copy(FOLDER / source.name, source)
    assert make.build(source, 0).read_bytes() == (FOLDER / "stacker-duel.kibitz").read_bytes()


def test_the_first_pieces_of_a_game_are_made_again() -> None:
    """All of it takes 15 seconds, and the game of a book minutes: its chance is counted anew for every piece."""
    source = msgspec.convert(make.read(FOLDER / "stacker.yaml"), guideline.Source)
    shipped, count = showcase.load("stacker").record, 3
    begun = guideline.build(msgspec.structs.replace(source, pieces=count, chapters=source.chapters[:1]))
    assert begun.moves == shipped.moves[:count]
    assert begun.notes == tuple(note for note in shipped.notes if note.ply < count)
