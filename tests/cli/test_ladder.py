"""Ladders as a person plays them: processes that are killed, go on, and guests that behave badly."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from game.ladder.folder import Ladder, LadderGame, Order, write_ladder
from game.ladder.pool import Player
from game.record import read_record
from game.saving import lock
from tests.cli.running import Run
from tests.patience import BUSY

SMALL = "ladder zuniq --players playouts/20,random,kibitz/30 --games 3 --seed 5 --nodes 9"


def content(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("[!.]*"))
        if path.is_file()
    }


def games_in(folder: Path) -> int:
    file = folder / "ladder.json"
    return len(json.loads(file.read_text())["games"]) if file.exists() else 0


def killed(root: Path, folder: Path, command: str, games: int, by: signal.Signals) -> int:
    """Play until so many games are there, then end the process; its status."""
    words = [sys.executable, str(root / "main.py"), *command.split(), "--dir", str(folder)]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while games_in(folder) < games and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(by)
        return process.wait(30)


def test_a_ladder_that_was_ended_goes_on_to_the_same_bytes(root: Path, run: Run, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    result = run(f"{SMALL} --dir {whole} --json").document
    assert [row["games"] for row in result["players"]] == [6, 6, 6]
    for by, status, games in ((signal.SIGKILL, -9, 2), (signal.SIGINT, 130, 5)):
        assert killed(root, parts, SMALL, games, by) == status
        assert games <= games_in(parts) < 9
    run(f"{SMALL} --dir {parts} --jobs 2 --json")
    assert content(parts) == content(whole)


def test_a_folder_goes_on_without_being_told_again_and_refuses_another_ladder(
    run: Run, tmp_path: Path
) -> None:
    command = f"ladder zuniq --dir {tmp_path}/one"
    run(f"{command} --players random,playouts/20 --games 1 --seed 2")
    result = run(f"{command} --games 2 --json").document
    assert (result["seed"], len(result["games"])) == (2, 2)
    assert [game["a"] for game in result["games"]] == ["random", "random"]
    run(f"{command} --games 2 --seed 3").assert_refused(1, "another ladder", "seed", "--dir")
    run(f"ladder bridge --games 2 --dir {tmp_path}/one").assert_refused(1, "zuniq", "bridge")
    (tmp_path / "one" / "ladder.json").write_text('{"format": "kibitz-ladder"}')
    run(f"{command} --games 2").assert_refused(1, "ladder.json", "not a ladder")


@pytest.mark.parametrize(
    ("words", "records", "seats"),
    [
        ("bridge --players kibitz/4,greedy", 2, 2),
        ("tetris --players stacker/200,greedy", 2, 1),
        ("four-wide --players four-wide,mobility", 2, 1),
        ("classic --players dellacherie,tengstrand-1.1", 2, 1),
    ],
)
def test_every_game_has_a_ladder_and_its_records_are_games(
    run: Run, tmp_path: Path, words: str, records: int, seats: int
) -> None:
    command = f"ladder {words} --games 1 --seed 4 --json --dir {tmp_path}"
    result = run(f"{command}/one").document
    (game,) = result["games"]
    assert len(game["records"]) == records
    for name in game["records"]:
        record = read_record(tmp_path / "one" / name)
        assert (record.game, len(record.seats)) == (words.split()[0], seats)
        assert record.moves
    run(f"{command}/two")
    assert content(tmp_path / "one") == content(tmp_path / "two")


def test_by_the_rules_of_tetr_io_a_game_is_a_replay_that_comes_out_equal(run: Run, tmp_path: Path) -> None:
    rules = "{kicks: srs+, start: 21, spins: all-mini+, attack: tetr.io-2, cap: 8, messiness: 0, change: 100}"
    pool = tmp_path / "pool.yaml"
    pool.write_text(f"players: [{{engine: greedy}}, {{engine: stacker, nodes: 200}}]\nrules: {rules}\n")
    (game,) = run(f"ladder tetris --pool {pool} --games 1 --json --dir {tmp_path}/one").document["games"]
    (players,) = run(f"tetris tetrio {tmp_path}/one/{game['replay']} --json").document["rounds"]
    lengths = [len(read_record(tmp_path / "one" / name).moves) for name in game["records"]]
    assert [player["matches"] for player in players["players"]] == [True, True]
    assert [player["stats"]["piecesplaced"] for player in players["players"]] == lengths


def test_more_points_than_an_opponent_win_and_the_page_shows_it(run: Run, tmp_path: Path) -> None:
    result = run(f"ladder four-wide --games 8 --seed 3 --json --dir {tmp_path}/one").document
    for game in result["games"]:
        a, b = game["scores"]
        assert game["result"] == (a > b) + (a == b) / 2
    page = (tmp_path / "one" / "index.html").read_text()
    assert "<script" not in page
    assert "<svg" in page
    assert f"{result['players'][0]['rating']:+.0f}" in page
    assert all(name in page for game in result["games"] for name in game["records"])


def test_a_test_stops_when_it_is_decided_whoever_plays_faster(run: Run, tmp_path: Path) -> None:
    command = "ladder zuniq --players kibitz/30,random --sprt 0,200 --seed 1 --json --dir"
    one = run(f"{command} {tmp_path}/one").document
    assert one["sprt"]["accepted"] == 200
    assert one["sprt"]["games"] == len(one["games"]) < 60
    two = run(f"{command} {tmp_path}/two --jobs 2").document
    assert two | {"dir": ""} == one | {"dir": ""}
    assert content(tmp_path / "two") == content(tmp_path / "one")
    again = run(f"{command} {tmp_path}/one").document
    assert again == one


def test_without_a_folder_each_ladder_gets_one_of_its_own(run: Run, tmp_path: Path) -> None:
    home = {"KIBITZ_HOME": str(tmp_path / "home")}
    command = "ladder zuniq --games 1 --nodes 5 --seed 2 --json --players"
    one = run(f"{command} random,playouts", **home).document
    two = run(f"{command} playouts,random", **home).document
    again = run(f"{command} random,playouts", **home).document
    assert [Path(each["dir"]).name for each in (one, two)] == ["zuniq-2", "zuniq-2-2"]
    assert again == one


def test_two_processes_do_not_play_one_ladder(run: Run, tmp_path: Path) -> None:
    command = f"ladder zuniq --players random,playouts/5 --games 1 --dir {tmp_path}/one"
    run(command)
    held = lock(tmp_path / "one" / ".lock")
    assert held is not None
    with held:
        run(f"{command} --games 2").assert_refused(1, "another process", "--dir")
    assert len(run(f"{command} --games 2 --json").document["games"]) == 2


# -- guests --

TBP = """
def say(message): print(json.dumps(message), flush=True)
say({"type": "info", "name": "x", "version": "1", "author": "x", "features": []})
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "rules": say({"type": "ready"})
    if message["type"] == "suggest": ANSWER
"""
TRIANGLE = """
def say(message): print(json.dumps(message), flush=True)
say({"type": "info", "name": "x", "version": "1", "author": "x"})
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "play": ANSWER
"""
BAD_AT_ZUNIQ = {
    "crashes": ("codecup", "os._exit(3)", "ended with status 3"),
    "hangs": ("codecup", "time.sleep(60)", "no answer within the"),
    "cheats": ("codecup", "for line in sys.stdin: print('A1h', flush=True)\n", "illegal move 'A1h'"),
    "talks": ("codecup", "print('hello', flush=True); time.sleep(60)", "illegal move 'hello'"),
}
BAD_AT_GUIDELINE = {
    "crashes": ("tbp", "os._exit(3)", "ended with status 3"),
    "hangs": ("tbp", TBP.replace("ANSWER", "pass"), "no 'suggestion' within"),
    "errs": (
        "tbp",
        TBP.replace("ANSWER", "say({'type': 'suggestion', 'moves': [{}]})"),
        "no move that can be",
    ),
    "flies": (
        "triangle",
        TRIANGLE.replace("ANSWER", "say({'type': 'move', 'keys': ['fly']})"),
        "'fly' is not a key",
    ),
    "drops": (
        "triangle",
        TRIANGLE.replace("ANSWER", "say({'type': 'move', 'keys': ['hold']})"),
        "do not end",
    ),
}
KEYS = TRIANGLE.replace("ANSWER", "say({'type': 'move', 'keys': ['dasLeft', 'hardDrop']})")


def pool_of(
    folder: Path,
    engine: str,
    guests: dict[str, str],
    protocols: dict[str, str],
    seconds: float,
    rules: str = "",
) -> Path:
    """A pool of an engine of ours and of guests, commands by name."""
    lines = [f"  - {{name: ours, engine: {engine}, nodes: 5}}"]
    lines += [
        f"  - {{name: {name}, command: {json.dumps(command)}, protocol: {protocols[name]}, seconds: {seconds}}}"
        for name, command in guests.items()
    ]
    path = folder / "pool.yaml"
    path.write_text("\n".join(["players:", *lines, *([f"rules: {rules}"] if rules else [])]))
    return path


def program(folder: Path, name: str, lines: str) -> str:
    """The command of a program of these lines."""
    path = folder / f"{name}.py"
    path.write_text(f"import json, os, sys, time\n{lines}")
    return f"{sys.executable} {path}"


@pytest.mark.parametrize(
    ("game", "engine", "bad"), [("zuniq", "random", BAD_AT_ZUNIQ), ("tetris", "greedy", BAD_AT_GUIDELINE)]
)
def test_a_bad_guest_loses_its_games_with_the_reason_and_the_ladder_goes_on(
    run: Run, tmp_path: Path, game: str, engine: str, bad: dict[str, tuple[str, str, str]]
) -> None:
    commands = {name: program(tmp_path, name, lines) for name, (_, lines, _) in bad.items()}
    protocols = {name: protocol for name, (protocol, _, _) in bad.items()}
    pool = pool_of(tmp_path, engine, commands, protocols, round(0.3 * BUSY, 1))
    result = run(f"ladder {game} --pool {pool} --games 1 --json --dir {tmp_path}/one").document
    assert len(result["games"]) == (len(bad) + 1) * len(bad) // 2
    ours = {each["b"]: each for each in result["games"] if each["a"] == "ours"}
    for name, (_, _, words) in bad.items():
        assert (ours[name]["result"], ours[name]["fault"]) == (1.0, True), name
        assert words in ours[name]["reason"]


def test_guests_that_play_play_whole_games(run: Run, root: Path, tmp_path: Path) -> None:
    """Our own bots by each protocol, and one that drops everything at the left until the field is full."""
    main = f"{sys.executable} {root / 'main.py'} tetris"
    commands = {name: f"{main} {name} --engine greedy" for name in ("triangle", "tbp")}
    commands["left"] = program(tmp_path, "left", KEYS)
    protocols = {name: name for name in commands} | {"left": "triangle"}
    pool = pool_of(tmp_path, "greedy", commands, protocols, 0.001, "{goal: 6}")
    result = run(f"ladder tetris --pool {pool} --games 1 --json --dir {tmp_path}/one").document
    for game in result["games"]:
        left = "left" in (game["a"], game["b"])
        assert game["reason"].count("left: ") == left
        assert game["fault"] is False or left, game
        lengths = [len(read_record(tmp_path / "one" / name).moves) for name in game["records"]]
        assert min(lengths) > 5


def test_a_guest_of_codecup_plays_by_the_clock(run: Run, root: Path, tmp_path: Path) -> None:
    command = f"{sys.executable} {root / 'main.py'} zuniq codecup --engine random"
    pool = pool_of(tmp_path, "random", {"guest": command}, {"guest": "codecup"}, 60)
    (game,) = run(f"ladder zuniq --pool {pool} --games 1 --json --dir {tmp_path}/one").document["games"]
    assert (game["fault"], len(game["records"])) == (False, 1)


def test_by_the_clock_our_engines_are_programs_too(run: Run, tmp_path: Path) -> None:
    """Everybody's time runs from the start of a process: so little is gone before the first move."""
    pool = tmp_path / "pool.yaml"
    pool.write_text("players:\n  - {name: a, engine: random}\n  - {name: b, engine: random}\n")
    command = f"ladder zuniq --pool {pool} --games 1 --json --seconds"
    (game,) = run(f"{command} 60 --dir {tmp_path}/long").document["games"]
    assert (game["fault"], len(game["records"])) == (False, 1)
    (game,) = run(f"{command} 0.01 --dir {tmp_path}/short").document["games"]
    assert (game["fault"], game["result"]) == (True, 0.0)
    assert "no answer within the 0.01 s" in game["reason"]


def test_what_cannot_be_played_is_refused(run: Run, tmp_path: Path) -> None:
    refused = [
        ("ladder zuniq --players kibitz,random", 1, "--games"),
        ("ladder zuniq --players kibitz --games 1", 1, "2 to 64 players"),
        ("ladder zuniq --players kibitz,nobody --games 1", 1, "nobody"),
        ("ladder zuniq --players kibitz:master,random --games 1", 1, "master"),
        ("ladder zuniq --players kibitz,random,playouts --sprt 0,10", 1, "two players"),
        ("ladder zuniq --players kibitz,random --sprt 10,0", 2, "the lower one first"),
        ("ladder chess --games 1", 2, "chess"),
        ("ladder zuniq --games 0", 2, "--games"),
        ("ladder zuniq --pool no-such.yaml --games 1", 1, "no-such.yaml"),
    ]
    for command, status, words in refused:
        run(f"{command} --dir {tmp_path}/none").assert_refused(status, words)
    assert not (tmp_path / "none").exists()


def test_a_game_that_is_not_played_out_by_a_fault_of_ours_counts_for_nobody(run: Run, tmp_path: Path) -> None:
    """No player is to blame for a process that is ended; the other games are played."""
    games = tuple(
        LadderGame(number, 0, 1, points, reason=reason)
        for number, (points, reason) in enumerate([(1.0, ""), (None, "not played out"), (0.0, "")])
    )
    order = Order(
        game="zuniq", nodes=9, players=(Player("random", "random"), Player("playouts/5", "playouts")), group=2
    )
    write_ladder(tmp_path / "one", Ladder(order, games))
    result = run(f"ladder zuniq --dir {tmp_path}/one --games 4 --json").document
    assert [game["result"] for game in result["games"]][:3] == [1.0, None, 0.0]
    assert [row["games"] for row in result["players"]] == [3, 3]
