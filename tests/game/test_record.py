import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.advice import Advice, Choice, JudgedMove, Worth
from game.errors import BadRecord, NotSaved
from game.facts import BookFacts, ZuniqFacts
from game.record import (
    END,
    Chapter,
    Move,
    Note,
    Played,
    Record,
    Seat,
    format_record,
    glance,
    parse_record,
    positions,
    read_played,
    read_record,
    seal,
    verify,
    verify_file,
    write_record,
)
from game.session import Session

SEATS = (Seat("White"), Seat("Black"))


def small(**changes: Any) -> Record:
    return msgspec.structs.replace(Record(game="zuniq", rules={"dots": "2x2"}, seats=SEATS), **changes)


def test_what_is_written_is_what_is_read(record: Record, tmp_path: Path) -> None:
    path = tmp_path / "game.kibitz"
    write_record(path, record)
    assert read_record(path) == record
    assert glance(path) == record
    assert read_record(str(path)) == record


def test_a_record_holds_undone_moves_opinions_and_captions(record: Record) -> None:
    read = parse_record(format_record(record), "game")
    assert (len(read.moves), read.cursor) == (6, 5)
    assert [note.ply for note in read.notes] == [0, 3]
    assert read.notes[1].advice.choices[0].line == ("B1h", "C2h")
    assert "\n" in read.chapters[0].caption
    assert read.chapters[0].caption.endswith("🂡\u2028Ende.")


def test_an_engine_keeps_its_own_book_in_the_newest_version(record: Record) -> None:
    engine = Seat("Stacker", "engine", "stacker", "club", book="bt-loop,okey-dpc")
    played = msgspec.structs.replace(record, seats=(record.seats[0], engine))
    data = format_record(played)
    assert b'"version":7' in data.splitlines()[0]
    assert parse_record(data, "game") == played
    many = ",".join(9 * ["a" * 40])
    long = msgspec.structs.replace(
        played, book=many, seats=(record.seats[0], msgspec.structs.replace(engine, book=many))
    )
    assert parse_record(format_record(long), "game") == long, "as many as the settings take"


def test_in_an_old_record_titles_of_books_stand_behind_the_name_of_an_engine(record: Record) -> None:
    def read(*seats: Seat, version: bytes) -> tuple[Seat, ...]:
        body, _, _ = format_record(msgspec.structs.replace(record, seats=seats)).rpartition(END)
        body = re.sub(rb'"version":\d', b'"version":' + version, body, count=1)
        return parse_record(seal(body.splitlines()), "game").seats

    person, engine = Seat("You with BT Loop"), Seat("Stacker with BT Loop", "engine", "stacker", "club")
    assert read(person, engine, version=b"6") == (
        person,
        Seat("Stacker", "engine", "stacker", "club", book="bt-loop"),
    )
    assert read(person, engine, version=b"7") == (person, engine), "a name like any other"
    assert parse_record(
        format_record(msgspec.structs.replace(record, seats=(person, engine))), "game"
    ).seats == (
        person,
        engine,
    )
    two = Seat("S with Perfect Clear, Okey Cannon + DPC", "engine", "stacker")
    assert read(person, two, version=b"6")[1] == Seat("S", "engine", "stacker", book="perfect-clear,okey-dpc")
    hat = Seat("Stacker with a hat", "engine", "stacker")
    assert read(person, hat, version=b"6")[1] == hat


def test_the_states_of_a_record_go_from_its_start_to_its_last_move(record: Record) -> None:
    states = positions(record)
    assert [state.ply for state in states] == list(range(7))
    last = states[-1]
    assert last.claims == (1, 6)


def test_equal_records_are_equal_bytes() -> None:
    choice = Choice("A1h", Worth("win", 1), share=1)
    one = small(
        seats=(Seat("a", seconds=30), Seat("b")),
        notes=(
            Note(0, Advice((choice,), "search", Worth("win", 1), evidence=(ZuniqFacts(nodes=5, depth=2.0),))),
        ),
    )
    other = small(
        seats=(Seat("a", seconds=30.0), Seat("b")),
        notes=(
            Note(
                0, Advice((choice,), "search", Worth("win", 1.0), evidence=(ZuniqFacts(depth=2, nodes=5.0),))
            ),
        ),
    )
    assert one == other
    assert format_record(one) == format_record(other)


def test_reading_and_writing_again_changes_nothing(record: Record) -> None:
    data = format_record(record)
    assert format_record(Session.resume(record).record(record.created)) == data, (
        "known states make no difference"
    )
    assert format_record(parse_record(data, "game")) == data
    assert parse_record(format_record(small()), "game") == small(), "a game without moves"


@pytest.mark.parametrize(
    "unfit",
    [
        small(game="chess"),
        small(rules={}),
        small(rules={"dots": "2x2", "komi": "7"}),
        small(rules={"dots": "10x9"}),
        small(seats=SEATS[:1]),
        small(moves=(Move("A1h"), Move("A1h"))),
        small(moves=(Move("Z9h"),)),
        small(moves=(Move("A1h", ms=-1),)),
        small(cursor=1),
        small(cursor=-1),
        small(pace=0),
        small(seed=-1),
        small(seed=2**64),
        small(created="yesterday"),
        small(created="2026-02-30T00:00:00Z"),
        small(created="2026-2-3T00:00:00Z"),
        small(title="x" * 201),
        small(title="\ud800"),
        small(seats=(Seat("x" * 81), Seat("y"))),
        small(seats=(Seat("x", seconds=float("nan")), Seat("y"))),
        small(chapters=(Chapter(1, "beyond the end"),)),
        small(chapters=(Chapter(-1, "before the start"),)),
        small(moves=(Move("A1h"),), chapters=(Chapter(1, "b"), Chapter(0, "a"))),
        small(notes=(Note(0, Advice((), "search", None)), Note(0, Advice((), "search", None)))),
        small(notes=(Note(3, Advice((), "search", None)),)),
        small(notes=(Note(0, Advice((), "search", Worth("points", float("inf")))),)),
        small(notes=(Note(0, Advice((Choice("C3h", Worth("win", 0.5)),), "search", Worth("win", 0.5))),)),
        small(
            notes=(
                Note(0, Advice((Choice("A1h", Worth("win", 0.5), share=1.5),), "search", Worth("win", 0.5))),
            )
        ),
    ],
)
def test_what_could_not_be_read_is_not_written(unfit: Record, tmp_path: Path) -> None:
    path = tmp_path / "game.kibitz"
    with pytest.raises(BadRecord):
        write_record(path, unfit)
    assert not path.exists()


def test_a_record_cannot_be_written_where_there_is_no_folder(record: Record, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(NotSaved, match=r"cannot be written: "):
        write_record(tmp_path / "file" / "game.kibitz", record)


def test_a_good_game_is_verified(record: Record, tmp_path: Path) -> None:
    verdict = verify(format_record(record), "game")
    assert (verdict.game, verdict.moves, verdict.ok, verdict.first_bad_move) == ("zuniq", 6, True, None)
    write_record(tmp_path / "game.kibitz", record)
    assert verify_file(tmp_path / "game.kibitz") == verdict


def test_an_illegal_move_is_found_by_its_number(record: Record) -> None:
    body = format_record(record).split(b"\n")[:-2]
    forged = seal(line.replace(b'"B1h","ms"', b'"A1h","ms"') for line in body)
    verdict = verify(forged, "game")
    assert (verdict.ok, verdict.first_bad_move, verdict.moves) == (False, 5, 6)
    assert verdict.reason == "move 5 is illegal: A1h is drawn already."


def test_a_state_that_is_not_the_saved_one_is_found(record: Record) -> None:
    body = format_record(record).split(b"\n")[:-2]
    end = positions(record)[-1].digest().encode()
    verdict = verify(seal(line.replace(end, b"0" * 16) for line in body), "game")
    assert (verdict.ok, verdict.first_bad_move) == (False, 6)


def test_a_damaged_file_has_no_verdict(record: Record) -> None:
    with pytest.raises(BadRecord, match="the checksum does not fit"):
        verify(format_record(record).replace(b"A2v", b"A3v"), "game")


texts = st.text(st.characters(codec="utf-8"), max_size=30)
seats = st.builds(
    Seat,
    name=texts,
    kind=st.sampled_from(["human", "engine"]),
    engine=texts,
    level=texts,
    seconds=st.none() | st.floats(0, 1e6),
)
words = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), max_size=30)
numbers = st.floats(-1e300, 1e300)
units = st.sampled_from(["points", "clears", "attack", "equity", "order"])
worths = st.builds(Worth, unit=units, value=numbers, error=st.floats(0, 1e300))
advices = st.builds(
    Advice,
    choices=st.lists(
        st.builds(
            Choice,
            move=st.sampled_from(["A1h", "B1h", "A1v"]),
            worth=worths,
            share=st.floats(0, 1),
            proof=st.sampled_from([None, "win", "loss"]),
            line=st.lists(words, max_size=3).map(tuple),
            known=st.none() | worths,
        ),
        max_size=3,
        unique_by=lambda choice: choice.move,
    ).map(tuple),
    source=st.sampled_from(["book", "table", "policy", "search", "rule"]),
    worth=st.none() | worths,
    done=st.just(False),
    evidence=st.lists(
        st.builds(ZuniqFacts, nodes=st.none() | numbers, winner=st.none() | st.integers(0, 1))
        | st.builds(BookFacts, title=words, value=st.none() | numbers),
        max_size=2,
    ).map(tuple),
    judged=st.dictionaries(words, st.builds(JudgedMove, best=words, cost=worths, verdict=st.just("fine"))),
)
records = st.builds(
    Record,
    game=st.just("zuniq"),
    rules=st.just({"dots": "2x2"}),
    seats=st.tuples(seats, seats),
    moves=st.just((Move("A2v", 5),)),
    cursor=st.integers(0, 1),
    notes=st.none().map(lambda _: ()) | advices.map(lambda advice: (Note(0, advice),)),
    chapters=st.lists(st.builds(Chapter, ply=st.just(1), title=texts, caption=texts), max_size=2).map(tuple),
    seed=st.integers(0, 2**63 - 1),
    title=texts,
    created=st.sampled_from(["", "2024-02-29T23:59:59Z"]),
    pace=st.integers(20, 60_000),
)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(records)
def test_any_record_survives_being_written(record: Record) -> None:
    data = format_record(record)
    assert parse_record(data, "game") == record
    assert format_record(parse_record(data, "game")) == data


def test_a_game_that_is_opened_and_saved_is_played_once(
    record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_record(tmp_path / "game.kibitz", record)
    played = read_played(tmp_path / "game.kibitz")
    assert [list(line) for line in played.lines] == [positions(record)]
    assert played.at(record.length) == played.lines[0][-1]

    def again(record: Record) -> Played:
        raise AssertionError("it was played again")

    monkeypatch.setattr("game.session.play", again)
    monkeypatch.setattr("game.record.play", again)
    session = Session.resume(played)
    write_record(tmp_path / "again.kibitz", session.played(record.created))
    assert (tmp_path / "again.kibitz").read_bytes() == (tmp_path / "game.kibitz").read_bytes()


def test_a_record_keeps_nothing_but_its_fields(record: Record) -> None:
    positions(record)
    with pytest.raises(AttributeError):
        record.states = ()  # type: ignore[attr-defined]
    assert not hasattr(record, "__dict__")
