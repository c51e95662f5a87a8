"""The command `review`: one document a game, the same to the byte each time."""

from __future__ import annotations

import gzip
import os
import re
from pathlib import Path

import pytest

from game import transfer
from game.bridge import duplicate
from game.games import open_position
from game.record import SUFFIX, Seat, format_record, write_record
from game.session import Session
from game.tetris.tetrio import Match, write
from tests.cli.running import Run
from tests.game.tetris.tetrio.test_tetrio import PRIVATE, some_round

GAME = "E5v A2h B3h C4v E5h C1v E3h F3h B5h A3h D5v D1v"
FIELDS = {"ply", "mover", "played", "best", "cost", "unit", "error", "verdict", "source"}


def test_a_list_of_moves_is_judged_and_repeats_to_the_byte(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(GAME)
    first = run("review", str(file), "--nodes", "400", "--json")
    assert first.status == 0
    document = first.document
    assert set(document) == {"game", "budget", "positions", "summary"}
    assert document["game"] == "zuniq"
    assert [each["ply"] for each in document["positions"]] == list(range(len(GAME.split())))
    assert all(set(each) == FIELDS and each["cost"] >= 0 <= each["error"] for each in document["positions"])
    assert set(document["summary"]) == {"white", "black"}
    assert run("review", str(file), "--nodes", "400", "--json").out == first.out


@pytest.mark.parametrize(
    ("game", "rules", "moves", "ending"),
    [
        ("tetris", {"queue": "seven_bag:5"}, 2, "txt"),
        ("bridge", {"deals": "random:4", "match": "1 deals", "auction": "off"}, 99, "pbn"),
    ],
)
def test_a_fumen_and_a_deal_are_judged_alike_to_the_byte(
    run: Run, tmp_path: Path, game: str, rules: dict[str, str], moves: int, ending: str
) -> None:
    start = open_position(game, rules)
    session = Session(start, [Seat(seat) for seat in start.seats])
    while not session.position.over and session.length < moves:
        session.play(session.position.legal_moves()[0])
    file = tmp_path / f"game.{ending}"
    file.write_text(transfer.as_text(session))
    first, second = (run("review", str(file), "--nodes", "8", "--json") for _ in range(2))
    assert first.status == 0
    assert first.document["game"] == game
    assert len(first.document["positions"]) >= 2
    assert first.out == second.out


def test_a_person_reads_the_mistakes_and_each_side_s_count(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(GAME)
    text = run("review", str(file), "--nodes", "200").out
    assert "white: " in text
    assert " in 6 moves" in text


@pytest.mark.parametrize(
    ("game", "rules", "text", "unsaid"),
    [
        (
            "tetris",
            {"board": "/".join(["xxxxxxxxx."] * 4), "queue": "list:IOTLJS"},
            r"   1  I flat, columns 1-4: .*attack; better I upright, column 10\n",
            r"north|east|none",
        ),
        (
            "classic",
            {"board": "/".join(["xxxxxxxxx."] * 4).replace("/", "\n"), "pieces": "list:IO"},
            r"   1  I flat, columns 1-4: .*; better I upright, column 10\n",
            r"\d,\d",
        ),
        ("bridge", {"deals": "random:4", "match": "1 deals"}, r"7♣: .*; better (\d|Pass)", r"7C"),
    ],
)
def test_moves_are_called_as_in_the_window(
    run: Run, tmp_path: Path, game: str, rules: dict[str, str], text: str, unsaid: str
) -> None:
    start = open_position(game, rules)
    engine = Seat("Kibitz", "engine", "kibitz", "full")  # whose cards nobody has to hide
    session = Session(start, [engine if game == "bridge" else Seat("You") for _ in start.seats])
    moves = session.position.legal_moves()
    worst = {"bridge": "7C", "tetris": "I north 1 4 none", "classic": "0,0,15"}[game]
    session.play(worst if worst in moves else moves[0])
    file = tmp_path / f"game{SUFFIX}"
    file.write_bytes(format_record(session.record()))
    out = run("review", str(file), "--nodes", "20").out
    assert re.search(text, out), out
    assert not re.search(unsaid, out)


def test_what_cannot_be_reviewed_is_one_line(run: Run, tmp_path: Path) -> None:
    missing = run("review", str(tmp_path / "none.kibitz"))
    assert (missing.status, missing.err.count("\n")) == (1, 1)
    file = tmp_path / "bad.txt"
    file.write_text("A1h A1h")
    assert run("review", str(file)).status == 1
    empty = tmp_path / "empty.txt"
    empty.write_text("v115@vhAAgH")
    assert "no moves to judge" in run("review", str(empty)).err
    assert run("review", str(file), "--nodes", "0").status == 2
    assert run("review", str(file), "--nodes", "5", "--seconds", "1").status == 2


def test_of_a_game_with_variations_the_main_line_is_judged(run: Run, tmp_path: Path) -> None:
    session = Session.new("zuniq", {}, (Seat("White"), Seat("Black")))
    for move in GAME.split():
        session.play(move)
    plain, varied = tmp_path / "plain.kibitz", tmp_path / "varied.kibitz"
    plain.write_bytes(format_record(session.record()))
    session.go_to(2)
    session.play("F1h")
    varied.write_bytes(format_record(session.record()))
    documents = [run("review", str(file), "--nodes", "200", "--json").out for file in (plain, varied)]
    assert documents[0] == documents[1]


def test_a_replay_of_tetrio_is_judged_packed_or_not_under_any_name(run: Run, tmp_path: Path) -> None:
    first, second = some_round(1, PRIVATE, 80), some_round(2, PRIVATE, 80)
    second.name = first.name  # two players of one name are still two
    packed, plain = tmp_path / "match.ttrm.gz", tmp_path / "match.json"
    plain.write_bytes(write(Match(19, [[first, second], [first]])))
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    ended, other = (run("review", str(file), "--nodes", "1", "--json") for file in (packed, plain))
    assert ended.out == other.out
    document = ended.document
    assert (document["game"], document["budget"]) == ("tetris", {"nodes": 1.0})
    assert [each["ply"] for each in document["positions"]] == list(range(len(document["positions"])))
    movers = [each["mover"] for each in document["positions"]]
    assert set(movers) == set(document["summary"]) == {"p1", "p1 (2)"}


def test_a_broken_replay_is_one_line(run: Run, tmp_path: Path) -> None:
    for name, content in {"a.ttr": b"{}", "b.ttrm": b"", "c.ttr.gz": b"\x1f\x8bxx", "d.json": b"{"}.items():
        (tmp_path / name).write_bytes(content)
        ended = run("review", str(tmp_path / name))
        assert (ended.status, ended.err.count("\n"), ended.out) == (1, 1, "")
        assert ended.err.startswith("error: ")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.ttrm")
        assert "not an ordinary file" in run("review", str(tmp_path / "pipe.ttrm")).err


@pytest.mark.parametrize(("deals", "words"), [(0, "hidden until it is over"), (2, "is played twice")])
def test_a_match_that_a_person_has_not_finished_is_neither_judged_nor_filmed(
    run: Run, tmp_path: Path, deals: int, words: str
) -> None:
    chosen = {"match": "1 deals"}
    rules = duplicate.rules(chosen, 3, deals) if deals else chosen
    session = Session.new("bridge", rules, (Seat("Kibitz", "engine", "kibitz", "full"), Seat("You")))
    session.play("1H")
    path, film = tmp_path / "match.kibitz", tmp_path / "film.gif"
    write_record(path, session.record())
    run("review", str(path), "--nodes", "1").assert_refused(1, words)
    run("replay", str(path), "--record", str(film)).assert_refused(1, words)
    assert not film.exists()
