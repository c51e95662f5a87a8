from pathlib import Path

import pytest

from game import transfer
from game.errors import BadInput, BadRecord, IllegalMove, KibitzError, NotSaved
from game.record import Move, Record, Seat, read_record, write_record
from game.session import Session
from game.tetris.classic import State
from game.tetris.guideline import fumen
from game.tetris.guideline.fumen import Drawing, Page
from game.tetris.guideline.real_time import Replay, Setup
from tests.game.tetris.courses import at_random, run_of
from tests.game.tetris.guideline.real_time.play import mashing

SEATS = (Seat("You"), Seat("Guest"))


def played(dots: str, moves: str) -> Session:
    session = Session.new("zuniq", {"dots": dots}, SEATS)
    for move in moves.split():
        session.play(move)
    return session


@pytest.mark.parametrize(("dots", "front"), [("6x6", ""), ("3x4", "3x4: ")])
def test_a_move_list_names_a_board_of_another_size(dots: str, front: str) -> None:
    session = played(dots, "A1h A2v! B1h")
    text = transfer.as_text(session)
    assert text == f"{front}A1h A2v! B1h"
    again = transfer.from_text(text)
    assert again.position.digest() == session.position.digest()
    assert again.cursor == 3


def test_undone_moves_are_exported_as_well() -> None:
    session = played("6x6", "A1h A2v B1h")
    session.undo()
    assert transfer.as_text(session) == "A1h A2v B1h"


@pytest.mark.parametrize("text", ["", "  \n", "A1h A1h", "Z9h", "1x1: A1h", "x" * 20_000])
def test_a_text_that_is_no_game_is_refused(text: str) -> None:
    with pytest.raises((BadInput, IllegalMove)):
        transfer.from_text(text)


def test_a_guideline_game_is_exported_and_imported_as_a_fumen(tmp_path: Path) -> None:
    session = Session.new("tetris", {"queue": "seven_bag:1", "board": "x.xxxxxxxx"}, (Seat("You"),))
    for _ in range(8):
        session.play(session.position.legal_moves()[0])
    session.undo()
    text = transfer.as_text(session)
    transfer.save_file(tmp_path / "game.txt", session)
    for again in (
        transfer.from_text(text),
        transfer.from_text(f"https://example.org/?d={text}"),
        transfer.open_file(tmp_path / "game.txt")[0],
    ):
        assert again.moves == tuple(Move(move.text) for move in session.moves)
        assert again.position.game == "tetris"
        assert again.title == ""
        assert Session.resume(again.record()).position.digest() == again.position.digest()


@pytest.mark.parametrize("seats", [1, 2])
def test_a_game_in_real_time_has_a_fumen_of_each_seat(seats: int) -> None:
    live = Replay(Setup.of({"queue": "seven_bag:3"}, "cold-clear-fast", ("guideline",) * seats))
    drops = [mashing(seat, 900) for seat in range(seats)]
    for buttons in zip(*drops, strict=True):
        live.tick(buttons)
    pages = fumen.read(
        transfer.fumen_of(Record(game="tetris-live", rules=live.rules, seats=SEATS[:seats], live=live))
    )
    assert len(pages) == live.count > 10
    states = live.position(live.count).states
    ends = [states[0].ply - 1, len(pages) - 1]
    for state, end in zip(states, ends, strict=False):
        assert pages[end].after.field == state.last.field.place(*state.last.placement[:4])[0]


def test_a_fumen_that_is_not_one_game_says_so_in_its_title() -> None:
    board = Page(Drawing.parse("X_________"))
    session = transfer.from_text(fumen.write([board, Page(Drawing.parse("SS________"))]))
    assert session.position.setup["board"] == "x........."
    assert (session.length, session.title) == (0, "A fumen, pages 1 to 1 of 2")
    assert transfer.is_board(session)


@pytest.mark.parametrize("text", ["v115@", "v115@vhA", "https://fumen.zui.jp/?v115@éé", "v200@vhAAgH"])
def test_a_broken_fumen_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match="fumen"):
        transfer.from_text(text)
    with pytest.raises(BadInput, match="fumen"):
        transfer.open_file(tmp_path / "file")


def test_a_stack_that_no_fumen_shows_has_no_text() -> None:
    tower = Session.new("tetris", {"board": "/".join(["x........."] * 24)}, (Seat("You"),))
    with pytest.raises(BadInput, match="24 rows high"):
        transfer.as_text(tower)


def test_a_record_and_a_move_list_are_told_apart(tmp_path: Path) -> None:
    session = played("6x6", "A1h A2v")
    for name in ("game.kibitz", "game.txt"):
        transfer.save_file(tmp_path / name, session, "2026-11-20T09:30:00Z")
    again, record = transfer.open_file(tmp_path / "game.kibitz")
    assert record == read_record(tmp_path / "game.kibitz")
    assert again.seats == SEATS
    again, record = transfer.open_file(tmp_path / "game.txt")
    assert record is None
    assert transfer.as_text(again) == "A1h A2v"
    (tmp_path / "game.kibitz").rename(tmp_path / "renamed")
    assert transfer.open_file(tmp_path / "renamed")[0].seats == SEATS


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"{}", b"", b"A1h A1h"])
def test_a_file_that_is_no_game_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "file").write_bytes(data)
    with pytest.raises(KibitzError):
        transfer.open_file(tmp_path / "file")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", ["A1h A2v", "v115@vhAAgH", "ZZ____LLLI\r\nTZZ___LOOI\r\n"])
def test_a_text_is_read_in_the_encodings_of_other_programs(tmp_path: Path, encoding: str, text: str) -> None:
    (tmp_path / "file.txt").write_bytes(text.encode(encoding))
    session, _ = transfer.open_file(tmp_path / "file.txt")
    assert session.position.digest() == transfer.from_text(text).position.digest()


def test_a_record_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    transfer.save_file(tmp_path / "game.kibitz", played("6x6", "A1h A2v"))
    data = (tmp_path / "game.kibitz").read_bytes()
    for name in ("game.kibitz", "game.txt"):
        (tmp_path / name).write_bytes(b"\xef\xbb\xbf" + data)
        assert transfer.open_file(tmp_path / name)[0].length == 2


@pytest.mark.parametrize(
    "text",
    ["hello", "https://example.org/a1h", "a song of A1h", "\u041f\u0440\u0438\u0432\u0435\u0442", "1. e4 e5"],
)
def test_an_unknown_text_is_answered_with_the_formats(text: str) -> None:
    with pytest.raises(
        BadInput, match=r"saved game, a replay of TETR.IO, a fumen.*a board.*PBN, LIN.*Zuniq walls"
    ):
        transfer.from_text(text)


def test_folders_and_missing_files_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing"):
        with pytest.raises((BadInput, BadRecord)):
            transfer.open_file(path)
    with pytest.raises(NotSaved):
        transfer.save_file(tmp_path, played("6x6", "A1h"))


def test_a_run_is_exported_as_its_record(tmp_path: Path) -> None:
    run = run_of(at_random(State.open({"size": "8x16"}), 30, care=1.0))
    record = Record(game="classic", rules=run.rules, seats=(Seat("Kibitz", "engine"),), run=run, cursor=20)
    transfer.save_file(tmp_path / "run.kibitz", record)
    session, again = transfer.open_file(tmp_path / "run.kibitz")
    assert again == record
    assert session.position.setup == run.position(20).here()
    with pytest.raises(BadInput, match="30 pieces has no move list"):
        transfer.save_file(tmp_path / "run.txt", record)
    assert not (tmp_path / "run.txt").exists()


def test_paths_are_read_as_people_write_them() -> None:
    assert transfer.path_of(' "/games/a b.kibitz" ') == Path("/games/a b.kibitz")
    assert transfer.path_of("file:///games/a.txt") == Path("/games/a.txt")
    assert transfer.path_of("~/a.txt") == Path.home() / "a.txt"
    for text in ("", "  ", "a\0b", "~nobody-lives-here/a"):
        with pytest.raises(BadInput):
            transfer.path_of(text)


def test_the_text_of_a_game_is_that_of_the_line_that_is_chosen() -> None:
    session = transfer.from_text("A1h B1h C1h")
    session.go_to(1)
    session.play("D1h")
    assert transfer.as_text(session) == "A1h D1h"
    session.visit(session.root.line()[3])
    assert transfer.as_text(session) == "A1h B1h C1h"
    pieces = Session.new("tetris", {"queue": "list:TIOSZJL"}, (Seat("You"),))
    for move in (0, -1):
        pieces.go_to(0)
        pieces.play(pieces.position.legal_moves()[move])
    [first, other] = (transfer.as_text(each) for each in (pieces, _at_the_main_line(pieces)))
    assert first != other
    assert transfer.fumen_of(pieces.record()) == other, "the command line reads the main line"


def test_a_match_of_bridge_tells_the_deal_of_the_line_that_is_chosen(tmp_path: Path) -> None:
    match = Session.new("bridge", {"match": "1 deals", "deals": "random:3"}, (Seat("a"), Seat("b")))
    texts = []
    for cards in (0, -1):
        match.go_to(min(20, match.length))
        while not match.position.over:
            match.play(match.position.legal_moves()[cards if len(match.position.legal_moves()) < 20 else -1])
        texts.append(transfer.as_text(match))
    write_record(tmp_path / "match.kibitz", match.record())
    again = Session.resume(read_record(tmp_path / "match.kibitz"))
    assert transfer.as_text(again) == texts[1] != texts[0]
    assert transfer.as_text(_at_the_main_line(again)) == texts[0]


def _at_the_main_line(session: Session) -> Session:
    look = session.look()
    look.take(session.root.line(), 0)
    return look
