import json
from pathlib import Path

import pytest

from game.record import Seat, format_record, seal
from game.session import Session
from game.tetris.guideline.fumen import read
from tests.cli.running import Run

MOVES = ("I north 1 0", "O north 8 0 none", "L east 4 1")


@pytest.fixture
def session() -> Session:
    played = Session.new("tetris", {"queue": "list:IOTL", "previews": "2"}, (Seat("You"),))
    for move in MOVES:
        played.play(move)
    return played


def test_a_game_is_printed_as_a_fumen(run: Run, session: Session, tmp_path: Path) -> None:
    (tmp_path / "game.kibitz").write_bytes(format_record(session.record()))
    document = run("replay game.kibitz --to-fumen --json").document
    text = document.pop("fumen")
    assert document == {"game": "tetris", "moves": 3, "ok": True, "first_bad_move": None}
    assert run("replay game.kibitz --to-fumen").out == text + "\n"
    pages = read(text)
    assert [str(page.placement) for page in pages] == ["I north 1 0 none", MOVES[1], "L east 4 1 none"]
    assert [page.comment for page in pages] == ["#Q=[](I)OT", "#Q=[](O)TL", "#Q=[](T)L"]


def test_a_game_with_a_wrong_move_has_no_fumen(run: Run, session: Session) -> None:
    lines = format_record(session.record()).replace(b"O north 8 0", b"O north 8 7").splitlines()
    game = seal(lines[:-1])
    ended = run("replay - --to-fumen --json", stdin=game)
    assert ended.err.startswith("error: ")
    document = json.loads(ended.out)
    assert (document["fumen"], document["ok"], document["first_bad_move"]) == (None, False, 2)


def test_other_games_have_no_fumen(run: Run) -> None:
    walls = Session.new("zuniq", {"dots": "3x3"}, (Seat("a"), Seat("b")))
    game = format_record(walls.record())
    run("replay - --to-fumen", stdin=game).assert_refused(1, "guideline Tetris")


def test_of_a_game_with_variations_the_main_line_is_printed(
    run: Run, session: Session, tmp_path: Path
) -> None:
    main = run("replay - --to-fumen", stdin=format_record(session.record())).out
    session.go_to(1)
    session.play("O north 1 1")
    (tmp_path / "game.kibitz").write_bytes(format_record(session.record()))
    assert run("replay game.kibitz --to-fumen").out == main
    document = run("replay game.kibitz --verify --json").document
    assert (document["moves"], document["ok"]) == (3, True)


def test_a_game_with_a_wrong_variation_ends_in_one_line(run: Run, session: Session) -> None:
    session.go_to(1)
    session.play("O north 1 1")
    lines = format_record(session.record()).replace(b"O north 1 1", b"O north 1 9").splitlines()
    run("replay - --verify", stdin=seal(lines[:-1])).assert_refused(1, "move 2 is illegal")


def test_a_game_is_written_as_a_replay_of_tetrio(run: Run, tmp_path: Path) -> None:
    played = Session.new("tetris", {"queue": "tetrio:5"}, (Seat("You"),))
    for _ in range(9):
        played.play(played.position.legal_moves()[0])
    (tmp_path / "game.kibitz").write_bytes(format_record(played.record()))
    document = run("replay game.kibitz --to-ttr game.ttr --json").document
    assert (document["ok"], document["replay"]) == (True, "game.ttr")
    (one,) = run("tetris tetrio game.ttr --json").document["rounds"]
    assert "9" in json.dumps(one)
    run("replay game.kibitz --to-ttr game.png").assert_refused(1, ".ttr")


def test_what_tetrio_cannot_have_has_no_replay(run: Run, session: Session) -> None:
    game = format_record(session.record())
    run("replay - --to-ttr game.ttr", stdin=game).assert_refused(
        1, "no replay for TETR.IO", "choose 7-bag (TETR.IO)"
    )
