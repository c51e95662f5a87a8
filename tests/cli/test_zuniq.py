import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from game.zuniq import State
from tests.cli.running import ROOT, Run, python

MIDDLE = "E5v A2h B3h C4v E5h C1v E3h F3h B5h A3h D5v D1v B5v C5h D4h C1h A4v F5h C4h A5h A5v B6v E3v D2h C2h"
LATE = (
    f"{MIDDLE} A4h B2h C6v D2v C3v B4v"  # 31 plies of the sample game of CodeCup: Black wins with five moves
)


def test_legal_gives_moves_zones_and_side(run: Run) -> None:
    state = State.after(LATE)
    document = run("zuniq legal --moves", LATE, "--json").document
    assert document == {"legal": list(state.legal_moves()), "zones": list(state.sizes), "to_move": "black"}


def test_legal_draws_the_board_for_a_person(run: Run) -> None:
    text = run("zuniq legal --dots 2x2 --moves", "A1h B1h A1v A2v").out
    assert "won by   black" in text
    assert "zones    1" in text
    assert "legal    none" in text


def test_moves_are_read_with_and_without_claims_and_numbers(run: Run) -> None:
    plain = run("zuniq legal --moves", "A1h B1h A1v", "--json").document
    assert run("zuniq legal --moves", "1. A1h 2. B1h! 3. A1v", "--json").document == plain


def test_perft_counts_sequences(run: Run) -> None:
    assert run("zuniq perft 3 --json").document == {"depth": 3, "nodes": 205_320}
    assert run("zuniq perft 0 --json").document == {"depth": 0, "nodes": 1}
    assert run("zuniq perft 2 --dots 3x3").out == "132 sequences of 2 moves\n"


def test_solve_knows_the_winner_and_every_winning_move(run: Run) -> None:
    document = run("zuniq solve --moves", LATE, "--json").document
    assert document["winner"] == "black"
    assert document["winning_moves"] == ["A1h", "F4h", "A1v", "B1v", "D6v"]
    assert document["nodes"] > 0
    assert set(document) == {"winner", "winning_moves", "nodes"}


LOOKS_UP = """
import sys
from pathlib import Path
from main import main
status = main(sys.argv[1:])
most = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
print("numba" in sys.modules, int(most.split()[1]) < 200_000)
sys.exit(status)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says what memory a program has had at most")
def test_what_was_solved_before_is_read_without_a_kernel_or_a_table(tmp_path: Path) -> None:
    from ai.zuniq.results import KeptResults, Solution, SolvedPosition
    from game.zuniq import Grid, State

    state = State.start(Grid(5, 6)).play("A1h")
    results = KeptResults(tmp_path / "cache" / "zuniq" / "5x6.results", state.grid)
    rows = np.ones((1 << 20, 2), np.int64)
    results.add(rows, SolvedPosition(str(state), Solution(1, ("B1h",), 77), 9.0))
    for words, winner, nodes in (
        ("--dots 5x5", "black", 262419628),
        ("--dots 5x6 --moves A1h", "black", 77),
    ):
        ended = python(LOOKS_UP, "zuniq", "solve", "--json", *words.split(), KIBITZ_HOME=str(tmp_path))
        document, loaded = ended.out.splitlines()
        assert (json.loads(document)["winner"], json.loads(document)["nodes"]) == (winner, nodes)
        assert loaded == "False True"


def test_solve_knows_who_has_won_a_finished_game(run: Run) -> None:
    document = run("zuniq solve --dots 2x2 --moves", "A1h B1h A1v A2v", "--json").document
    assert (document["winner"], document["winning_moves"]) == ("black", [])


def test_a_long_search_says_what_it_needs_and_can_be_stopped_and_gone_on_with(tmp_path: Path) -> None:
    command = [sys.executable, "main.py", "zuniq", "solve", "--dots", "5x6", "--memory", "40"]
    for begun in ("begins, in a table of 34 MB", "goes on from "):
        with subprocess.Popen(
            command,
            cwd=ROOT,
            env=os.environ | {"KIBITZ_HOME": str(tmp_path)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stderr is not None
            while not (text := process.stderr.readline()).startswith("note: "):
                assert process.poll() is None, text
            assert begun in text
            process.send_signal(signal.SIGINT)
            out, err = process.communicate()
        assert (process.returncode, out) == (130, "")
        assert "the same command goes on from there" in err
        if begun.startswith("begins"):
            _keep_something(tmp_path)


def _keep_something(home: Path) -> None:
    """Add a true result to the file, as a search stopped so soon may have none."""
    from ai.zuniq.results import KeptResults, Solution, SolvedPosition
    from game.zuniq import Grid

    path = home / "cache" / "zuniq" / "5x6.results"
    results = KeptResults(path, Grid(5, 6))
    results.add(np.array([[1, 1 << 32]]), SolvedPosition("", Solution(0, (), results.nodes), results.seconds))


def test_what_does_not_fit_is_refused_before_work_begins(run: Run) -> None:
    run("zuniq solve --dots 4x6 --memory 900000").assert_refused(1, "MB of memory", "would fit")
    run("zuniq solve --dots 6x7").assert_refused(1, "up to 60 open walls", "71 are open")
    run("zuniq check --dots 9x9").assert_refused(1, "144 walls")
    run("zuniq solve --dots 10x3").assert_refused(1, "10x3")


def test_check_proves_a_result_once_more(run: Run) -> None:
    document = run("zuniq check --dots 3x4 --json").document
    assert set(document) == {"winner", "nodes", "hints", "agrees"}
    assert (document["winner"], document["agrees"]) == ("white", None)
    late = run("zuniq check --moves", LATE, "--json").document
    assert late["winner"] == "black"


def test_analyse_is_repeatable_to_the_byte(run: Run) -> None:
    asked = ("zuniq analyse --iterations 2000 --seed 7 --json --moves", MIDDLE)
    first = run(*asked)
    assert set(first.document) == {"iterations", "nodes", "choices"}
    choices = first.document["choices"]
    assert sorted(choice["move"] for choice in choices) == sorted(State.after(MIDDLE).legal_moves())
    assert all(set(choice) == {"move", "visits", "win_rate", "proven"} for choice in choices)
    assert all(0 <= choice["win_rate"] <= 1 for choice in choices)
    assert run(*asked).out == first.out


def test_analyse_proves_what_the_solver_knows(run: Run) -> None:
    document = run("zuniq analyse --moves", LATE, "--iterations", "1000000", "--json").document
    assert document["choices"][0]["proven"] == "win"
    assert document["choices"][0]["move"] in ("A1h", "F4h", "A1v", "B1v", "D6v")


def test_a_match_is_counted_from_both_sides_and_repeatable(run: Run) -> None:
    asked = "zuniq match playouts random --games 2 --seed 3 --iterations 50 --json"
    first = run(asked)
    document = first.document
    assert document["wins_a"] + document["wins_b"] == len(document["games"]) == 2
    assert {game["white"] for game in document["games"]} == {"a", "b"}
    assert {"a", "b", "wins_a", "wins_b", "points_a", "points_b", "games"} == set(document)
    assert run(asked).out == first.out


def test_a_player_that_is_none_is_refused(run: Run) -> None:
    asked = "zuniq match random ./no-such-program --games 2 --seed 1"
    run(asked).assert_refused(1, "no-such-program")


def test_codecup_plays_a_legal_game_and_says_nothing_else(run: Run) -> None:
    moves: list[str] = []
    while True:
        replies = "\n".join(["Start", *moves[1::2]])
        ended = run("zuniq codecup --iterations 50 --seed 1", stdin=replies + "\nQuit\n")
        assert ended.status == 0
        answers = ended.out.split()
        assert len(answers) == len(moves[1::2]) + 1
        assert [answer.rstrip("!") for answer in answers[:-1]] == [move.rstrip("!") for move in moves[0::2]]
        state = State.after([*moves, answers[-1]])
        if len(moves) >= 4 or state.winner is not None:
            break
        moves = [*moves, answers[-1], state.legal_moves()[0]]


def test_codecup_ends_with_its_input(run: Run) -> None:
    assert (run("zuniq codecup", stdin="").status, run("zuniq codecup", stdin="Quit\n").out) == (0, "")
    assert run("zuniq codecup", stdin=None).out == ""


def test_match_names_the_reason_of_a_game_that_was_not_played_out(run: Run) -> None:
    ended = run("zuniq match random true --games 2 --seed 1 --seconds 5 --json")
    if ended.status == 0:  # a program that ends at once loses its games
        games = json.loads(ended.out)["games"]
        assert all(game["reason"] and game["winner"] == "a" for game in games)
    else:
        ended.assert_refused(1, "true")
