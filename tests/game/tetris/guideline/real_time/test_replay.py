import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.errors import BadInput, BadRecord
from game.games import open_position
from game.record import (
    Chapter,
    Move,
    Record,
    Seat,
    format_record,
    glance,
    parse_record,
    positions,
    read_record,
    seal,
    verify,
    write_record,
)
from game.session import Session
from game.tetris.guideline.real_time import GAME, HANDLINGS, InvalidTicks, Moment, Replay, Setup
from game.tetris.guideline.real_time.handling import HARD, LEFT
from tests.game.tetris.guideline.real_time.play import VERSUS, mashing
from tests.known import damaged

SEATS = (Seat("You"), Seat("Stacker", "engine", "stacker"))


def played(setup: Setup, ticks: int, hard: int = 40) -> Replay:
    replay = Replay(setup)
    pressed = [mashing(seed, ticks, hard) for seed in range(len(setup.starts))]
    for held in zip(*pressed, strict=True):
        replay.tick(held)
    return replay


def record_of(replay: Replay, **more: Any) -> Record:
    return Record(game=GAME, rules=replay.rules, seats=SEATS[: len(replay.setup.starts)], live=replay, **more)


@pytest.fixture(scope="module")
def replay() -> Replay:
    """A little more than two lines of ticks."""
    return played(VERSUS, 1310, hard=90)


@pytest.fixture
def record(replay: Replay) -> Record:
    chapters = (Chapter(0, "Start"), Chapter(12, "Middle"), Chapter(replay.count, "End"))
    return record_of(replay, cursor=7, chapters=chapters, title="A game", seed=5)


def test_the_game_it_remembers_is_the_game_that_was_played(replay: Replay) -> None:
    assert replay.ticks == 1310
    game = Replay(VERSUS).game.copy()
    for tick in range(1, 1311):
        game.tick(replay.buttons_at(tick))
        if tick in (1, 119, 120, 121, 600, 1309, 1310):
            assert replay.at(tick).digest() == game.digest()
    assert replay.game.digest() == game.digest()


def test_each_piece_is_found_at_the_tick_in_which_it_locked(replay: Replay) -> None:
    assert replay.count == replay.game.pieces > 20
    for ply in (0, 1, 17, replay.count):
        moment = replay.position(ply)
        assert (moment.ply, moment.live.now) == (ply, replay.tick_of(ply))
        assert moment.live.pieces == replay.ply_at(moment.live.now) >= ply
        assert moment.setup == replay.rules
    before = replay.at(replay.tick_of(17) - 1)
    assert before.pieces < 17
    for outside in (-1, replay.count + 1):
        with pytest.raises(BadInput):
            replay.position(outside)
    with pytest.raises(BadInput):
        replay.at(1311)


def test_one_can_play_on_from_any_tick_and_the_old_game_stays(replay: Replay) -> None:
    digest = replay.game.digest()
    branch = replay.cut(700)
    assert branch.at(700).digest() == replay.at(700).digest()
    for tick in range(701, 1311):
        branch.tick(replay.buttons_at(tick))
    assert branch == replay
    other = replay.cut(700)
    other.tick((HARD, HARD))
    assert other.game.digest() != replay.at(701).digest()
    assert replay.game.digest() == digest


def test_another_player_takes_over_in_a_game_of_its_own(replay: Replay) -> None:
    there = replay.at(700)
    taken = replay.branch(700, (HANDLINGS["guideline"], HANDLINGS["engine"]))
    for seat, before in zip(taken.game.seats, there.seats, strict=True):
        for part in ("field", "queue", "hold"):
            assert getattr(seat.state, part) == getattr(before.state, part)
        assert seat.garbage.waiting == before.garbage.waiting
    assert taken.setup.handlings[0] != replay.setup.handlings[0]
    for _ in range(100):
        taken.tick((HARD, LEFT))
    assert parse_record(format_record(record_of(taken)), "game").live == taken


def test_after_its_end_nothing_is_added() -> None:
    replay = played(Setup.of({"queue": "list:TIO"}, "cold-clear-fast"), 300, hard=3)
    assert replay.game.over
    ticks = replay.ticks
    assert ticks < 300
    assert replay.tick((LEFT,)) == ([],)
    assert replay.ticks == ticks


def test_what_is_written_is_what_is_read(record: Record, tmp_path: Path) -> None:
    path = tmp_path / "game.kibitz"
    write_record(path, record)
    read = read_record(path)
    assert read == record == glance(path)
    assert format_record(read) == path.read_bytes()
    assert read.live.position(9).digest() == record.live.position(9).digest()
    assert read.extent == f"{record.length} pieces"
    verdict = verify(path.read_bytes(), "game")
    assert (verdict.game, verdict.moves, verdict.ok) == (GAME, record.length, True)


def test_a_game_that_was_read_is_played_on_and_saved_again(record: Record) -> None:
    read = parse_record(format_record(record), "game").live
    for _ in range(40):
        read.tick((HARD, LEFT))
    again = parse_record(format_record(record_of(read)), "game").live
    assert again == read
    assert again.ticks == 1350


def test_a_game_without_a_piece_is_kept_too() -> None:
    replay = played(VERSUS, 1250, hard=10**9)
    quiet = replay.cut(20)
    assert quiet.count == 0
    data = format_record(record_of(quiet))
    assert parse_record(data, "game").live == quiet
    with pytest.raises(BadRecord):
        format_record(record_of(replay.cut(0)))


def test_what_belongs_to_a_piece_stands_before_the_ticks_in_which_it_falls(record: Record) -> None:
    kinds = [json.loads(line).get("line", "header") for line in format_record(record).splitlines()]
    assert kinds[:3] == ["header", "digest", "chapter"]
    assert kinds[-4:] == ["digest", "chapter", "cursor", "end"]
    assert kinds.count("ticks") == 3


def versions(data: bytes, number: int) -> bytes:
    """The same record as one of another version."""
    return seal(data.replace(b'"version":3', b'"version":%d' % number).splitlines()[:-1])


def test_the_order_within_a_tick_is_kept_and_read_again() -> None:
    replay = Replay(VERSUS)
    for held in mashing(3, 700, hard=60):
        replay.tick(
            (bytes((held & ~HARD, held & ~HARD ^ LEFT, held ^ LEFT | HARD)), bytes((held, held ^ LEFT)))
        )
        if replay.game.over:
            break
    data = format_record(record_of(replay))
    assert data.startswith(b'{"format":"kibitz","version":3,')
    read = parse_record(data, "game").live
    assert read == replay
    read.prove()
    assert [read.buttons_at(tick) for tick in (1, 2)] == [replay.buttons_at(tick) for tick in (1, 2)]
    with pytest.raises(
        BadRecord, match="line 3: in a record of version 2 buttons do not change within a tick"
    ):
        parse_record(versions(data, 2), "game")


def test_records_of_the_first_versions_are_read(record: Record) -> None:
    data = format_record(record)
    for number in (1, 2):
        assert parse_record(versions(data, number), "game") == record


def test_every_truncation_and_every_flipped_bit_is_refused() -> None:
    for data in damaged(format_record(record_of(played(Setup.of({"queue": "list:TIOS"}), 90)))):
        with pytest.raises(BadRecord):
            parse_record(data, "game")


def forged(record: Record, number: int, **values: Any) -> bytes:
    """The file with another line of ticks, sealed again."""
    lines = [json.loads(line) for line in format_record(record).splitlines()[:-1]]
    ticks = [line for line in lines if line.get("line") == "ticks"]
    (ticks[number] if number >= 0 else lines[0]).update(values)
    return seal(json.dumps(line).encode() for line in lines)


def test_a_forged_game_is_found_where_it_differs(record: Record, replay: Replay) -> None:
    ticks = replay.stretches()[1]
    one, other = ticks.buttons
    first = replay.ply_at(600) + 1
    for values in (
        {"buttons": [other, one]},
        {"state": "0" * 16},
        {"locks": [(tick - 1, seat) for tick, seat in ticks.locks]},
        {"locks": [(tick, 1 - seat) for tick, seat in ticks.locks]},
        {"buttons": ["00:600", other]},
    ):
        data = forged(record, 1, **values)
        with pytest.raises(BadRecord, match=r"^game, line \d+: The game is not possible up to tick"):
            parse_record(data, "game")
        verdict = verify(data, "game")
        assert not verdict.ok
        assert verdict.first_bad_move is not None
        assert first <= verdict.first_bad_move <= replay.ply_at(1200) + 1


@pytest.mark.parametrize(
    ("number", "values", "reason"),
    [
        (0, {"count": 599}, "ticks stand 600 a line"),
        (1, {"tick": 601}, "ticks stand 600 a line"),
        (1, {"buttons": ["00:600"]}, "there are buttons of 1 seats in a game of 2"),
        (1, {"buttons": ["00:600", "00:599"]}, "the runs of buttons last 599 ticks, not 600"),
        (1, {"buttons": ["00:600", "up:600"]}, "'up:600' is not a run of buttons"),
        (1, {"count": 601}, "the line cannot be read"),
        (1, {"locks": [[9, 0], [9, 0]]}, "the locks are out of order"),
        (2, {"locks": [[600, 0]]}, "a lock is beyond the ticks or the seats"),
        (1, {"locks": []}, "a chapter begins at ply 33, and the game ends at ply 22"),
        (2, {"state": ""}, "the line cannot be read"),
        (-1, {"game": "tetris", "rules": {}}, "a game of tetris has moves, not ticks"),
        (-1, {"rules": {"left": "queue=7"}}, "'7' names no queue of pieces"),
        (-1, {"seats": [{"name": "a"}]}, "tetris-live has 2 seats, not 1"),
    ],
)
def test_a_wrong_line_is_named_with_its_reason(
    record: Record, number: int, values: dict[str, Any], reason: str
) -> None:
    with pytest.raises(BadRecord, match=rf"^game, line \d+: {reason}"):
        parse_record(forged(record, number, **values), "game")


def test_ticks_beyond_the_end_of_a_game_are_refused() -> None:
    replay = played(Setup.of({"queue": "list:TIO"}, "cold-clear-fast"), 300, hard=3)
    last = replay.stretches()[0]
    longer = msgspec.structs.replace(last, count=last.count + 1, buttons=(last.buttons[0] + " ff:1",))
    beyond = Replay.packed(replay.setup, [longer])
    for _ in range(2):
        with pytest.raises(InvalidTicks, match="it is over before that"):
            beyond.prove()


def test_a_game_in_real_time_has_no_moves(record: Record) -> None:
    with pytest.raises(BadRecord, match="moves or ticks, not both"):
        format_record(msgspec.structs.replace(record, moves=(Move("T north 4 0 none"),)))
    with pytest.raises(BadRecord, match="not laid out"):
        positions(record)


def test_from_a_piece_one_can_think_on_move_by_move(record: Record) -> None:
    session = Session.resume(record)
    state = record.live.position(7).live.seats[0].by_pieces()
    assert session.position.setup == state.here()
    session.play(session.position.legal_moves()[0])


def test_its_positions_are_like_those_of_any_game() -> None:
    start = open_position(GAME, VERSUS.named())
    assert isinstance(start, Moment)
    assert (start.game, start.seats) == (GAME, ("left", "right"))
    assert (start.ply, start.over, start.winner) == (0, False, None)
    assert start.legal_moves() == ()
    assert start.view(1).setup["queue"].startswith("list:")
    with pytest.raises(Exception, match="by buttons"):
        start.play("T north 4 0 none")
    with pytest.raises(BadInput, match="tetris-live"):
        open_position("chess", {})
