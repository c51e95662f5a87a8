import json
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.advice import Advice, Choice, Worth
from game.errors import BadRecord
from game.record import (
    Chapter,
    Head,
    Move,
    Note,
    Record,
    Seat,
    format_record,
    glance,
    parse_record,
    positions,
    read_head,
    read_record,
    seal,
    verify,
    verify_file,
    write_record,
)
from game.session import Session
from game.tetris.classic import State
from game.tetris.classic.run import STRETCH, Run
from tests.game.tetris.courses import at_random, long_columns, run_of
from tests.known import damaged

SEATS = (Seat("Tengstrand 1.1", "engine", "tengstrand-1.1"),)
COUNT = STRETCH + 300


@pytest.fixture(scope="module")
def course() -> tuple[State, bytes]:
    return long_columns(COUNT)


@pytest.fixture
def record(course: tuple[State, bytes]) -> Record:
    """A run of a little more than one stretch, with chapters and an opinion."""
    start, columns = course
    run = Run(start, "tengstrand-1.1")
    run.append(columns)
    best = Choice(str(run.placement(STRETCH + 5)), Worth("equity", 12.5))
    return Record(
        game="classic",
        rules=run.rules,
        seats=SEATS,
        run=run,
        cursor=1000,
        chapters=(Chapter(0, "Start"), Chapter(STRETCH, "Middle"), Chapter(COUNT, "End", "All of them.")),
        notes=(Note(STRETCH + 5, Advice((best,), "rule", Worth("equity", 12.5))),),
        title="A run",
    )


@pytest.fixture
def small() -> Record:
    """A short one, with pieces that slid under others."""
    states = at_random(State.open({"size": "5x8", "sliding": "on", "pieces": "uniform:3"}), 12, care=0.2)
    run = run_of(states)
    assert any(stretch.tucks for stretch in run.stretches())
    return Record(game="classic", rules=run.rules, seats=SEATS, run=run, chapters=(Chapter(0, "Start"),))


def test_what_is_written_is_what_is_read(record: Record, small: Record, tmp_path: Path) -> None:
    series = msgspec.structs.replace(small, earlier=((3, 2), (10, 1)))
    for number, one in enumerate((record, small, series)):
        path = tmp_path / f"{number}.kibitz"
        write_record(path, one)
        read = read_record(path)
        assert read == one == glance(path)
        assert format_record(read) == path.read_bytes()
        assert read.run.controller == "tengstrand-1.1"
        for ply in (0, 7, one.length):
            assert read.run.position(ply).digest() == one.run.position(ply).digest()


@pytest.fixture
def race(record: Record, small: Record) -> Record:
    """Two runs as those of a race."""
    other = msgspec.structs.replace(small, seats=(Seat("DT-20", "engine", "dt-20"),))
    return msgspec.structs.replace(record, race=(other,), seed=7)


def test_a_race_is_one_file_with_the_run_of_each_player(race: Record, tmp_path: Path) -> None:
    path = tmp_path / "race.kibitz"
    write_record(path, race)
    read = read_record(path)
    assert read == race == glance(path)
    assert format_record(read) == path.read_bytes()
    assert [seat.name for seat in read_head(path).seats] == ["Tengstrand 1.1", "DT-20"]
    assert read_head(path) == Head.of(race)
    assert verify_file(path).ok
    first, other = format_record(msgspec.structs.replace(race, race=())), format_record(race.race[0])
    assert path.read_bytes().endswith(other)
    for data, reason in {
        path.read_bytes()[
            : -len(other)
        ]: "line 1: this record is followed by 0 others, and its first line says 1",
        path.read_bytes() + other: "line 1: this record is followed by 2 others, and its first line says 1",
        first + other: "line 1: something follows its end",
        path.read_bytes() + 3 * other: "has 5 records; a race has at most 4 players",
        path.read_bytes()[:-5]
        + b"0"
        + path.read_bytes()[-4:]: "race, player 2, line 7: the checksum does not fit",
    }.items():
        with pytest.raises(BadRecord, match=reason):
            parse_record(data, "race")


def test_a_damaged_race_is_refused(small: Record) -> None:
    race = msgspec.structs.replace(small, chapters=(), race=(small,))
    for data in islice(damaged(format_record(race)), 0, None, 7):
        with pytest.raises(BadRecord):
            parse_record(data, "race")


def test_a_record_says_how_long_it_is(record: Record, small: Record) -> None:
    assert (record.length, record.extent) == (COUNT, "2,348 pieces")
    assert small.extent == f"{small.length} pieces"
    one = msgspec.structs.replace(small, run=None, moves=(Move("0,1,6"),))
    assert (one.length, one.extent) == (1, "1 move")


def test_what_belongs_to_a_ply_stands_before_its_stretch(record: Record) -> None:
    kinds = [json.loads(line).get("line", "header") for line in format_record(record).splitlines()]
    expected = "header digest chapter stretch chapter advice stretch digest chapter cursor end"
    assert kinds == expected.split()


def test_every_truncation_and_every_flipped_bit_is_refused(small: Record) -> None:
    for data in damaged(format_record(small)):
        with pytest.raises(BadRecord):
            parse_record(data, "game")


def test_a_good_run_is_verified(record: Record, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    write_record(tmp_path / "run.kibitz", record)
    verdict = verify_file(tmp_path / "run.kibitz", lambda done, total: seen.append((done, total)))
    assert (verdict.game, verdict.moves, verdict.ok, verdict.first_bad_move) == ("classic", COUNT, True, None)
    assert seen == [(STRETCH, COUNT), (COUNT, COUNT)]


def forged(record: Record, place: int, **values: Any) -> bytes:
    """The file with another line `place` (0 is the header), sealed again."""
    lines = [json.loads(line) for line in format_record(record).splitlines()[:-1]]
    lines[place].update(values)
    return seal(json.dumps(line).encode() for line in lines)


def columns_of(record: Record, number: int) -> str:
    return record.run.stretches()[number].columns


def test_a_forged_run_is_found_by_its_first_bad_piece(record: Record) -> None:
    text = columns_of(record, 0)
    other = text[:-5] + ("0" if text[-5] != "0" else "1") + text[-4:]
    verdict = verify(forged(record, 3, columns=other), "run")
    assert not verdict.ok
    assert verdict.first_bad_move is not None
    assert 1 <= verdict.first_bad_move <= STRETCH
    elsewhere = record.run.position(STRETCH - 8).board.short
    verdict = verify(forged(record, 6, board=elsewhere), "run")
    assert (verdict.ok, verdict.first_bad_move) == (False, STRETCH)
    assert "board at ply 2,048 is not the one" in verdict.reason
    verdict = verify(forged(record, 7, state="0" * 16), "run")
    assert (verdict.ok, verdict.first_bad_move) == (False, COUNT)
    assert "position at ply 2348 is not the one that was saved" in verdict.reason


@pytest.mark.parametrize(
    ("place", "values", "reason"),
    [
        (0, {"game": "zuniq", "rules": {"dots": "2x2"}}, "line 4: a game of zuniq has moves, not stretches"),
        (0, {"rules": {"size": "3x3"}}, "line 1: a board of 3x3 is not possible"),
        (0, {"rules": {"size": "10x30", "rules": "simplified"}}, "line 1: the rules of this classic are"),
        (0, {"version": 5, "earlier": [[7, 1], [7, 2]]}, "line 1: the rows of earlier games ascend"),
        (0, {"seats": [{"name": "a"}, {"name": "b"}]}, "line 1: classic has 1 seats, not 2"),
        (1, {"state": "0" * 16}, "line 2: the position at ply 0 is not the one that was saved"),
        (2, {"ply": STRETCH}, "line 3: a line is missing, doubled or out of its order"),
        (3, {"count": 7}, "line 4: a run has its 2048 pieces a stretch"),
        (3, {"count": STRETCH + 1}, "line 4: the line cannot be read"),
        (3, {"tucks": [[0, 0]]}, "line 4: the line cannot be read"),
        (6, {"ply": 5}, "line 7: a run has its 2048 pieces a stretch"),
        (6, {"columns": "x y"}, "line 7: piece 2,049 of the run is not possible"),
        (
            6,
            {"columns": ""},
            "line 7: piece 2,049 of the run is not possible: 0 bytes are not the placements",
        ),
        (
            6,
            {"board": "xx"},
            "line 7: piece 2,049 of the run is not possible: row 1 of the board has 2 cells",
        ),
        (6, {"tucks": [[5, 1], [5, 1]]}, "line 7: piece 2,049 of the run is not possible: the tucks"),
        (6, {"tucks": [[2000, 1]]}, "line 7: piece 2,049 of the run is not possible"),
        (9, {"ply": COUNT + 1}, "line 10: the last line before the end must be a cursor within the game"),
    ],
)
def test_a_wrong_line_is_named_with_its_reason(
    record: Record, place: int, values: dict[str, Any], reason: str
) -> None:
    with pytest.raises(BadRecord) as caught:
        parse_record(forged(record, place, **values), "run")
    assert str(caught.value).startswith(f"run, {reason}")


def test_a_game_has_moves_or_stretches(record: Record) -> None:
    with pytest.raises(BadRecord, match="moves or stretches, not both"):
        format_record(msgspec.structs.replace(record, moves=(Move("0,1,6"),)))


@pytest.mark.parametrize(
    "changes",
    [
        {"cursor": COUNT + 1},
        {"rules": {"size": "10x20"}},
        {"chapters": (Chapter(COUNT + 1, "beyond"),)},
        {"notes": (Note(3, Advice((Choice("0,0,0", Worth("equity", 1.0)),), "rule", Worth("equity", 1.0))),)},
        {"seats": SEATS * 2},
    ],
)
def test_what_could_not_be_read_is_not_written(record: Record, changes: dict[str, Any]) -> None:
    with pytest.raises(BadRecord):
        format_record(msgspec.structs.replace(record, **changes))


def test_a_run_without_pieces_is_no_record() -> None:
    start = State.open({})
    with pytest.raises(BadRecord):
        format_record(Record(game="classic", rules=start.setup, seats=SEATS, run=Run(start)))


def test_a_run_is_not_laid_out_but_one_can_play_on_from_it(record: Record) -> None:
    with pytest.raises(BadRecord, match=r"2,348 pieces is not laid out"):
        positions(record)
    session = Session.resume(record)
    assert (session.length, session.cursor) == (0, 0)
    there = record.run.position(1000)
    assert session.position.setup == there.here()
    session.play(there.legal_moves()[0])
    again = Session.resume(parse_record(format_record(session.record()), "game"))
    assert again.position.digest() == session.position.digest()
