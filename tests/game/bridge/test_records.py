from pathlib import Path

import msgspec
import pytest

from game import library, transfer
from game.advice import Advice, Choice, Worth
from game.bridge import State
from game.errors import BadInput, BadRecord
from game.record import Move, Seat, format_record, parse_record, positions, verify
from game.session import Session
from tests.game.bridge.matches import states

SEATS = (Seat("Kibitz", "engine", engine="kibitz", level="full"), Seat("You"))


def played(seed: int = 1, **rules: str) -> Session:
    course = list(states(seed, **rules))
    session = Session(course[0], SEATS, seed=seed)
    before = course[0]
    for state in course[1:]:
        session.play(_move(before, state), ms=40)
        before = state
    session.undo()
    session.undo()
    return session


def _move(before: State, after: State) -> str:
    if after.board.moves and after.board.moves[:-1] == before.board.moves:
        return after.board.moves[-1]
    return after.previous.moves[-1]


@pytest.fixture(scope="module")
def whole() -> bytes:
    return format_record(played(doubles="on").record("2026-11-20T09:30:00Z"))


def test_a_whole_match_is_read_as_it_was_written(whole: bytes) -> None:
    record = parse_record(whole, "match.kibitz")
    again = Session.resume(record)
    assert again.position == played(doubles="on").position
    assert again.length == again.cursor + 2
    assert format_record(again.record("2026-11-20T09:30:00Z")) == whole
    assert verify(whole, "match.kibitz").ok


def test_every_truncation_of_a_match_is_refused(whole: bytes) -> None:
    for length in range(len(whole)):
        with pytest.raises(BadRecord):
            parse_record(whole[:length], "match.kibitz")


def test_a_changed_card_is_found(whole: bytes) -> None:
    record = parse_record(whole, "match.kibitz")
    course = positions(record)
    at = next(
        ply
        for ply, state in enumerate(course)
        if isinstance(state, State) and state.stage == "exchange" and len(state.legal_moves()) > 1
    )
    other = next(move for move in course[at].legal_moves() if move != record.moves[at].text)
    changed = (*record.moves[:at], Move(other), *record.moves[at + 1 :])
    with pytest.raises(BadRecord, match="is illegal"):
        format_record(msgspec.structs.replace(record, moves=changed))


def test_a_match_of_listed_deals_is_kept_too() -> None:
    start = State.open({"deals": "random:4"})
    session = Session.new("bridge", {"deals": f"list:{start.board.deal}+random:9"}, SEATS)
    session.play("1S")
    again = Session.resume(parse_record(format_record(session.record()), "game"))
    assert again.position == session.position
    assert again.position.setup == session.position.setup


def test_what_an_engine_has_said_is_kept_if_it_can_be_played() -> None:
    session = played(match="1 deals")
    ply = next(
        at for at, state in enumerate(session.positions) if isinstance(state, State) and state.claims()
    )
    advice = Advice((Choice("claim 3", Worth("tricks", 0.4)),), "search", Worth("tricks", 0.4), done=True)
    assert session.note(ply, advice)
    assert not session.note(
        ply, Advice((Choice("claim 14", Worth("tricks", 0.4)),), "search", Worth("tricks", 0.4), done=True)
    )
    assert session.opinions[ply] == advice
    assert Session.resume(parse_record(format_record(session.record()), "game")).opinions[ply] == advice


def test_the_last_match_is_found_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))
    session = played(match="1 deals")
    path = library.keep(session.record())
    record, reason = library.load(path)
    assert reason is None
    assert record == session.record()


def test_a_match_goes_out_and_comes_back_as_text(tmp_path: Path) -> None:
    session = played(3, match="2 deals")
    assert transfer.boards_in(session) == 2
    assert transfer.boards_in(Session.new("zuniq", {}, SEATS)) is None
    path = tmp_path / "match.pbn"
    transfer.save_file(path, session)
    again, record = transfer.open_file(path)
    assert record is None
    assert [seat.name for seat in again.seats] == ["Kibitz", "You"]
    last, mine = again.position, session.position_at(session.length)
    assert last.points == mine.points
    with pytest.raises(BadInput, match="Only games of guideline Tetris have a fumen"):
        transfer.fumen_of(session.record())


def test_undoing_goes_back_over_the_end_of_a_deal() -> None:
    session = played(5, match="2 deals")
    first = next(
        at for at, state in enumerate(session.positions) if isinstance(state, State) and state.number == 2
    )
    session.go_to(first)
    position = session.position
    assert position.previous is not None
    session.undo()
    assert session.position.stage == "play"
    assert session.redo()
    assert session.position == position


def test_two_hands_with_a_strain_are_a_position_to_play_on() -> None:
    session = transfer.from_text(" T..63. Q7.Q.8. H led C2\n")
    state = session.position
    assert str(state.board.endgame) == "T..63. Q7.Q.8. H led C2"
    assert state.to_move == 0
    with pytest.raises(BadInput, match="the hands have 1 and 2 cards"):
        transfer.from_text("A... KQ... S")


def test_two_hands_with_their_stock_are_a_deal_to_play() -> None:
    deal = State.open({}).board.deal
    state = transfer.from_text(str(deal)).position
    assert state.board.deal == deal
    with pytest.raises(BadInput, match="is not a deal"):
        transfer.from_text(str(deal)[:-1])
