"""Records of all versions are read for ever: the shipped ones, and small ones that hold all kinds of advice."""

from pathlib import Path

import pytest

from game.advice import ClearShare, JudgedMove, Worth
from game.facts import BookFacts, BridgeFacts, ClassicFacts, KnownFacts, PathFacts, PolicyFacts, ZuniqFacts
from game.places import shipped
from game.record import Record, format_record, parse_record, read_record, verify_file
from game.session import Session

OLD = Path(__file__).parent / "old_records"  # written by the program when versions 1 and 2 were the newest
LONG = 1_000_000  # pieces: such a run is played again in tests/gui/test_captions.py
FILES = sorted([*OLD.glob("*.kibitz"), *shipped("assets").glob("*/*.kibitz")])


def old(name: str) -> Record:
    return read_record(OLD / f"{name}.kibitz")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_old_record_is_read_and_written_anew_without_loss(path: Path) -> None:
    record = read_record(path)
    written = format_record(record)
    assert b'"facts"' not in written
    assert parse_record(written, "anew") == record
    if record.run is None or record.run.count < LONG:
        assert verify_file(path).ok
    if record.run is None and record.live is None:
        resumed = Session.resume(record)
        assert len(resumed.record().notes) == len(record.notes)


def test_the_worths_of_old_advice_are_in_the_unit_of_the_game() -> None:
    first, third = (note.advice for note in old("zuniq-2").notes)
    assert [each.worth for each in first.choices] == [Worth("win", 0.61), Worth("win", 0.55)]
    assert first.judged == {"B2v": JudgedMove("A1h", Worth("win", 0.06, 0.05), "inaccuracy")}
    assert third.read(ZuniqFacts).winner == 0
    assert third.judged["C1h"].verdict == "blunder", "as the first files had it"

    call, card, last = (note.advice for note in old("bridge-1").notes)
    assert [each.worth for each in call.choices] == [
        Worth("points", 80.0, 12.0),
        Worth("points", -40.0, 15.0),
    ]
    assert call.read(BridgeFacts).tricks == {"S": 7.2, "N": 6.1}
    assert card.choices[0].worth == Worth("tricks", 7.4, 0.1)
    assert card.read(BridgeFacts).known == (card.choices[0].move,)
    assert [(each.worth.value, each.proof) for each in last.choices] == [
        (8.0, "win"),
        (7.0, "win"),
        (6.0, "loss"),
    ]

    (note,) = old("classic-1").notes
    assert [each.worth for each in note.advice.choices] == [Worth("equity", 9.5), Worth("equity", 12.25)]
    assert note.advice.read(ClassicFacts).hole == 7.0

    (note,) = old("four-wide-1").notes
    assert (note.advice.worth, note.advice.read(PolicyFacts).chance) == (Worth("clears", 12.25), 0.25)
    assert note.advice.read(KnownFacts).simplified


def test_what_old_advice_knows_and_has_measured_stands_with_its_choices() -> None:
    searched, book, policy, silent, _, shown = (note.advice for note in old("tetris-1").notes)
    first, second, third = searched.choices
    assert (searched.measured, searched.looking) == (Worth("attack", 4.25, 0.5), True)
    assert (first.less, second.less, third.less) == (None, Worth("attack", 1.5, 0.4), None)
    assert (second.clear, third.clear) == (ClearShare(3, 7, 10), None)
    assert searched.judged[third.move].cost == Worth("attack", 2.75, 0.6)
    assert searched.read(PathFacts).way == ("left", "cw", "drop")

    assert [each.known for each in book.choices] == [Worth("chance", 0.969), None]
    assert (book.known, book.effort, book.read(KnownFacts).trouble) == (1, 900.0, "x.kbook: not a book")
    assert [each.known for each in policy.choices] == [Worth("clears", 7.5), Worth("clears", 6.0)]
    assert policy.read(KnownFacts).book_silent == "the board is not in the book"
    assert silent.read(KnownFacts).preparing == "being solved"
    assert (shown.read(BookFacts).aim, shown.known) == ("perfect clear", 1)
