"""Files as other programs and people write them: byte order marks, other encodings, field files, deals of four."""

import json
from pathlib import Path

import pytest

from game.tetris.guideline import Field
from game.tetris.guideline.fumen import Drawing, Page, write
from tests.cli.running import Run
from tests.tbp import START

REPORTS = Path(__file__).parents[3] / "shared" / "reference" / "reports"
BOARD = "ZZ____LLLI\nTZZ___LOOI\nTTSS__JOOI\nTSS___JJJI\n"
DEAL = "N:AK32.K32.Q32.J32 87654.876.765.76 QJT9.A54.AK4.A54 .QJT9.JT98.KQT98"
MARK = b"\xef\xbb\xbf"


# -- boards --


@pytest.mark.parametrize(
    "data",
    [
        MARK + BOARD.encode(),
        BOARD.replace("\n", "\r\n").encode("utf-16"),
        BOARD.encode("utf-16-le"),
        f"# a template\r\n4\r\n{BOARD}".encode(),
        f"4\n\n{BOARD.replace('I', 'I   # right', 1)}".encode(),
        f"# x\n{write([Page(Drawing.parse(BOARD))])}\n".encode(),
        f"https://fumen.zui.jp/?{write([Page(Drawing.parse(BOARD), comment='#Q=[](T)IO')])}".encode(),
    ],
)
def test_a_board_is_read_as_other_programs_write_it(run: Run, data: bytes) -> None:
    assert run("tetris pc - --coverage TIOJLSZ --json", stdin=data).document == {"queues": 840, "solved": 514}


def test_a_board_may_stand_on_the_command_line(run: Run) -> None:
    rows = Field.parse(BOARD).short
    fumen = write([Page(Drawing.parse(BOARD))])
    for board in (rows, fumen):
        assert run(f"tetris pc '{board}' --coverage TIOJLSZ --json").document["solved"] == 514


def test_the_height_in_a_field_file_is_the_rows_to_empty(run: Run) -> None:
    lengths = [
        len(
            run(f"tetris pc - --queue {ask} --json", stdin=f"{front}XXXXXX....\nXXXXXX....").document[
                "placements"
            ]
        )
        for front, ask in (("", "IITLJSZ"), ("4\n", "IOTLJSZ"), ("4\n", "IITLJSZ --rows 2"))
    ]
    assert lengths == [2, 7, 2]
    run("tetris pc - --queue I", stdin="4\nXXXXXXXXX.").assert_refused(1, "4 rows have 31 empty cells")


@pytest.mark.parametrize(
    ("more", "queues", "solved"),
    [
        ("", 840, 514),
        ("--see 4", 840, 514),
        ("--see 3", 210, 66),
        ("--see 3 --hold avoid", 210, 36),
        ("--hold avoid", 210, 36),
        ("--see 7", 5040, 3084),
    ],
)
def test_coverage_counts_the_queues_that_are_seen(run: Run, more: str, queues: int, solved: int) -> None:
    result = run(f"tetris pc - --coverage TIOJLSZ {more} --json", stdin=BOARD).document
    assert result == {"queues": queues, "solved": solved}


def test_without_hold_a_queue_is_placed_as_it_comes(run: Run) -> None:
    assert run("tetris pc - --queue IOT --json", stdin=BOARD).document["solved"]
    assert not run("tetris pc - --queue IOT --hold avoid --json", stdin=BOARD).document["solved"]
    run("tetris pc - --coverage TIOJLSZ --see 2", stdin=BOARD).assert_refused(
        1, "take 3 pieces", "2 are seen"
    )
    run("tetris pc - --coverage TIO --see 4", stdin=BOARD).assert_refused(1, "4 pieces cannot be seen")
    run("tetris pc - --queue TIO --see 3", stdin=BOARD).assert_refused(1, "--coverage")


# -- the first line of a protocol --


def test_a_byte_order_mark_before_a_protocol_does_not_matter(run: Run) -> None:
    lines = [{"type": "rules"}, START, {"type": "suggest"}, {"type": "quit"}]
    ended = run("tetris tbp --engine greedy", stdin=MARK + "\r\n".join(map(json.dumps, lines)).encode())
    assert (ended.status, ended.err) == (0, "")
    assert [json.loads(line)["type"] for line in ended.out.splitlines()] == ["info", "ready", "suggestion"]
    assert (
        run("zuniq codecup --iterations 20 --seed 1", stdin=MARK + b"Start\r\nQuit\r\n").out.count("\n") == 1
    )
    solved = run("bridge solve - --json", stdin=MARK + b"A... K... N\r\nK... A... N\r\n")
    assert [json.loads(line)["tricks"] for line in solved.out.splitlines()] == [1, 0]
    assert run("zuniq legal --moves - --json", stdin=MARK + b"A1h").document["to_move"] == "black"


# -- deals of bridge --


def test_what_was_left_out_of_a_file_of_deals_is_said_with_its_board(run: Run) -> None:
    file = (
        f'[Board "1"]\n[Deal "N:... ... ... ..."]\n\n[Board "2"]\n[Deal "{DEAL}"]\n[Auction "N"]\n1C 1S AP\n'
    )
    ended = run("review -", stdin=file.encode("utf-16"))
    assert "Board 1: its hands are empty." in ended.err
    assert "Board 2: the auction and the play of four players are left out." in ended.err


def test_deals_may_begin_with_a_comment_in_braces(run: Run, tmp_path: Path) -> None:
    (tmp_path / "club.pbn").write_text(
        f'{{Club evening}}\n[Board "1"]\n[Deal "{DEAL}"]\n[Auction "N"]\n1C 1S AP\n'
    )
    ended = run("review club.pbn")
    assert "Board 1: the auction and the play of four players are left out." in ended.err
    assert "no moves to judge" in ended.err


@pytest.mark.skipif(not REPORTS.exists(), reason="the reports of other programs' files are not here")
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("ben.pbn", "Board 95: the auction and the play of four"),
        ("crlf.pbn", ""),
        ("duplicate.pbn", "in both North's and East's hand"),
        ("empty-hands.pbn", "Board 1: its hands are empty"),
        ("four-auction.pbn", "Board 1: the auction and the play of four"),
        ("latin1.pbn", ""),
        ("ns-auction-play.pbn", "Board 1: the auction and the play of four"),
        ("semicolon.pbn", ""),
        ("short-west.pbn", "West has 9 cards, not 13"),
        ("stats-first.pbn", ""),
        ("title.pbn", ""),
        ("trickster.pbn", "Board 1: the auction and the play of four"),
        ("two-lines.txt", ""),
    ],
)
def test_a_file_of_the_reports_is_a_deal(run: Run, name: str, text: str) -> None:
    ended = run("review", str(REPORTS / "pbn" / name))
    *notes, last = ended.err.splitlines()
    assert last == "error: there are no moves to judge"
    assert len(notes) == bool(text)
    assert text in "".join(notes)


@pytest.mark.skipif(not REPORTS.exists(), reason="the reports of other programs' files are not here")
def test_the_boards_of_the_reports_are_read(run: Run) -> None:
    results = {
        name: run(f"tetris pc {REPORTS}/boards/{name}.txt --coverage TIOJLSZ --json").document["solved"]
        for name in ("bom-crlf", "sf-comment", "sf-fumen", "sf-height")
    }
    assert results == {"bom-crlf": 5040, "sf-comment": 514, "sf-fumen": 514, "sf-height": 5040}
