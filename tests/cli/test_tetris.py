import json
import os
import re
import signal
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import Run, python
from tests.cli.test_processes import end, hear, started
from tests.cli.test_rules_for_all import WATCHED

EXAMPLE = "-x---xx---\n-xx-xx-x--\nxxxx-xxx--\n"
TERMS = {"height": 20.3, "structure": 12.5386, "hollows": 18.2}
AREAS = [
    {"x": 0, "y": 2, "width": 1, "height": 2, "equal_walls": False, "value": 5.0575},
    {"x": 3, "y": 3, "width": 1, "height": 1, "equal_walls": True, "value": 1.785},
    {"x": 2, "y": 2, "width": 3, "height": 1, "equal_walls": True, "value": 1.302},
    {"x": 7, "y": 2, "width": 3, "height": 1, "equal_walls": False, "value": 1.55},
    {"x": 8, "y": 3, "width": 2, "height": 2, "equal_walls": False, "value": 2.8441},
]
TWO_PIECES = "--x-------\n-xxx------\n"
ONLY_I_CAN_START = "..........\n" + "....xxx...\n" + "xxxx.xxxxx\n" * 18
LOST = "xxxxxxxxx.\n" * 20
CLASSIC = "tetris classic --controller tengstrand-1.1 --rules spawn --seed 1"
TALLY = "games pieces rows rows_per_game min max unfinished cpu_seconds pieces_per_cpu_second"


def close(value: float) -> object:
    return pytest.approx(value, abs=1e-9)


# -- equity --


def test_the_worked_example_is_opened_up(run: Run, tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text(EXAMPLE)
    document = run("tetris equity board.txt --size 10x5 --json").document
    areas = document.pop("areas")
    assert document == {
        "evaluator": "tengstrand-1.1",
        "equity": close(51.0386),
        **{name: close(value) for name, value in TERMS.items()},
    }
    assert areas == [{**area, "value": close(float(area["value"]))} for area in AREAS]


def test_a_person_reads_the_same_beside_the_board(run: Run) -> None:
    text = run("tetris equity - --size 10x5", stdin=EXAMPLE).out
    assert text.startswith("tengstrand-1.1 on 10x5: 51.0386 (lower is better)\n")
    assert "   3  .xx.xx.x..  9.7000 covered row, 0.1 x 0.3\n" in text
    assert "B          2    2  3x1      1.3020  equal walls\n" in text


@pytest.mark.parametrize(
    ("evaluator", "equity"),
    [
        ("tengstrand-1.1", 51.0386),
        ("tengstrand-1.2", 46.56108265985938),
        ("tengstrand-1.3", 46.886061049999995),
        ("tengstrand-1.4", 57.46138325),
    ],
)
def test_every_evaluator_has_its_own_opinion(run: Run, evaluator: str, equity: float) -> None:
    asked = f"tetris equity - --size 10x5 --evaluator {evaluator} --json"
    assert run(asked, stdin=EXAMPLE).document["equity"] == close(equity)


def test_a_board_is_as_high_as_its_rows_unless_a_size_is_given(run: Run) -> None:
    rows = "----------\n" * 2 + EXAMPLE
    assert run("tetris equity - --json", stdin=rows).document["equity"] == close(51.0386)
    lower = run("tetris equity - --size 10x20 --json", stdin=rows).document
    assert lower["equity"] < 40


def test_cells_may_be_written_in_many_ways(run: Run) -> None:
    drawn = "_I___TT___\n.Xx.#X.z..\nLLLL-JJJ--\n"
    assert run("tetris equity - --size 10x5 --json", stdin=drawn).document["equity"] == close(51.0386)


def test_a_board_is_judged_without_any_compiled_kernel() -> None:
    command = "tetris equity - --size 10x5"
    done = python(WATCHED, command, stdin=EXAMPLE)
    assert (done.status, done.out, done.err) == (0, f"{command}|0|True\n", "")


# -- moves --


def places(moves: list[dict[str, int]]) -> list[tuple[int, int, int]]:
    return [(move["rotation"], move["x"], move["y"]) for move in moves]


def test_the_moves_of_a_piece_on_an_empty_board(run: Run) -> None:
    result = run("tetris moves - --size 10x20 --piece S --json", stdin="").document
    assert len(result) == 17
    assert all(set(move) == {"rotation", "x", "y", "equity", "cleared"} for move in result)
    assert places(result[:4]) == [(0, 7, 18), (1, 0, 17), (0, 0, 18), (0, 5, 18)]
    assert result[0]["equity"] == close(12.43)
    assert result[1]["equity"] == close(13.1846)
    assert [move["equity"] for move in result] == sorted(move["equity"] for move in result)


def test_the_next_piece_is_looked_at_where_it_is_known(run: Run) -> None:
    asked = "tetris moves - --size 10x20 --piece L --next S --json"
    result = run(asked, stdin=TWO_PIECES).document
    assert len(result) == 34
    assert places([*result[:2], result[-1]]) == [(2, 7, 18), (1, 7, 17), (3, 1, 15)]
    assert result[0]["equity"] == pytest.approx(7.468, abs=1e-3)
    assert result[-1]["equity"] - result[0]["equity"] == pytest.approx(48.365, abs=1e-3)


def test_sliding_finds_places_that_a_straight_drop_does_not(run: Run) -> None:
    roof = "......xxxx\n..........\n" * 2
    asked = "tetris moves - --size 10x12 --piece I --json"
    straight = run(asked, stdin=roof).document
    sliding = run(f"{asked} --sliding", stdin=roof).document
    assert set(places(straight)) < set(places(sliding))
    assert (0, 6, 11) in set(places(sliding)) - set(places(straight))


def test_deeper_levels_average_over_the_pieces_that_may_come(run: Run) -> None:
    asked = "tetris moves - --size 10x20 --piece I --levels 2 --json"
    result = run(asked, stdin="").document
    assert result[0] == {"rotation": 0, "x": 0, "y": 19, "equity": close(4.054185714285714), "cleared": 0}


def test_every_controller_ranks_moves(run: Run) -> None:
    for name in ("dellacherie", "kibitz"):
        asked = f"tetris moves - --size 6x8 --piece O --evaluator {name} --json"
        assert len(run(asked, stdin="xxxx..\n").document) == 5


def test_no_move_is_left_where_the_piece_cannot_appear(run: Run) -> None:
    asked = "tetris moves - --size 10x20 --rules fahey"
    assert run(f"{asked} --piece T --json", stdin=ONLY_I_CAN_START).document == []
    assert run(f"{asked} --piece T", stdin=ONLY_I_CAN_START).out == "no move is left\n"
    assert run(f"{asked} --piece I --json", stdin=ONLY_I_CAN_START).document != []


# -- classic --


def test_a_tournament_counts_its_games(run: Run) -> None:
    document = run(f"{CLASSIC} --size 10x8 --games 40 --json").document
    assert " ".join(document) == TALLY
    mean = document["rows_per_game"]
    assert set(mean) == {"mean", "low95", "high95"}
    assert (document["games"], document["unfinished"]) == (40, 0)
    assert mean["mean"] == close(document["rows"] / 40)
    assert document["min"] <= mean["low95"] < mean["mean"] < mean["high95"] <= document["max"]
    assert 0 <= 4 * document["pieces"] - 10 * document["rows"] <= 40 * 80  # the cells that were left
    assert 60 < mean["mean"] < 180  # 110.6 in long runs
    assert document["pieces_per_cpu_second"] > 0


def test_the_same_seed_is_the_same_tournament(run: Run) -> None:
    def once(*more: str) -> dict[str, object]:
        document = run(f"{CLASSIC} --size 6x8 --games 30", *more, "--json").document
        return {name: value for name, value in document.items() if "cpu" not in name}

    assert once() == once()
    assert once() != once("--sliding")
    assert once() != once("--generator", "tengstrand")


def test_games_that_are_cut_off_are_told(run: Run) -> None:
    document = run(f"{CLASSIC} --games 3 --max-pieces 500 --json").document
    assert (document["games"], document["unfinished"], document["pieces"]) == (3, 3, 1500)
    assert document["rows_per_game"]["high95"] is None
    text = run(f"{CLASSIC} --games 3 --max-pieces 500").out
    assert "3 of them unfinished" in text
    assert "at least" in text
    assert "estimate" not in text, "none has ended"
    text = run(f"{CLASSIC} --size 10x10 --games 20 --max-pieces 3000").out
    rows = int(re.search(r"rows +([\d,]+)", text)[1].replace(",", ""))
    unfinished = int(re.search(r"(\d+) of them unfinished", text)[1])
    assert f"estimate   {rows / (20 - unfinished):,.1f} rows a game" in text


def test_a_million_pieces_of_the_author_s_generator_are_survived_as_in_his_program(run: Run) -> None:
    """His clears 399,997 rows of them: rounding decides there between moves that are worth the same."""
    document = run(f"{CLASSIC} --generator tengstrand --games 1 --max-pieces 1000000 --json").document
    assert (document["games"], document["unfinished"], document["pieces"]) == (1, 1, 1_000_000)
    assert 0 < 4 * document["pieces"] - 10 * document["rows"] < 100  # cells left on the board


@pytest.mark.parametrize("rules", ["spawn", "simplified", "fahey"])
def test_all_rules_can_be_played(run: Run, rules: str) -> None:
    asked = f"tetris classic --controller dt-20 --rules {rules} --next --seed 2"
    document = run(f"{asked} --size 8x8 --games 2 --max-pieces 200 --json").document
    assert document["games"] == 2
    assert 0 < document["pieces"] <= 400


UNDER_WAY = """
import sys, main
from ai.tetris.classic.games import Tournament
step, said = Tournament.step, []
def first(self):
    going_on = step(self)
    if not said and self.done >= 5:
        said.append(print("begun", file=sys.stderr, flush=True))
    return going_on
Tournament.step = first
sys.exit(main.main(sys.argv[1:]))
"""


def test_ctrl_c_prints_what_is_known_so_far() -> None:
    with started(f"{CLASSIC} --size 10x8 --games 10000000 --json", program=UNDER_WAY) as process:
        assert process.stderr.readline() == b"begun\n"
        process.send_signal(signal.SIGINT)
        out = hear(process)
        assert end(process) == (130, "")
    document = json.loads(out)
    assert " ".join(document) == TALLY
    assert 5 <= document["games"] < 10_000_000
    assert document["unfinished"] <= 1


# -- what is refused --


@pytest.mark.parametrize(
    ("command", "board", "words"),
    [
        ("equity nothing.txt", "", ["nothing.txt"]),
        ("equity - --size 10x5", "..x\n....\n", ["row 1", "3 cells"]),
        ("equity -", ".x..\n.x.\n....\n....\n", ["row 2"]),
        ("equity -", ".x?.\n" * 4, ["'?'"]),
        ("equity -", "x" * 10 + "\n" + "." * 10, ["10x2"]),
        ("equity -", "", ["no rows"]),
        ("equity -", b"\xff\xfe", ["UTF-8"]),
        ("equity -", "." * 200_000, ["100,000 bytes"]),
        ("equity - --size 3x20", "", ["3x20", "4x4 to 32x40"]),
        ("equity - --size 10x41", "", ["10x41"]),
        ("equity - --size ten", "", ["COLUMNSxROWS"]),
        ("equity - --size 10x5 --evaluator hal", EXAMPLE, ["hal", "tengstrand-1.4"]),
        ("moves - --size 10x20 --piece Q", "", ["'Q'"]),
        ("moves - --size 10x20 --piece ''", "", ["piece"]),
        ("moves - --size 10x20 --piece TT", "", ["'TT'"]),
        ("moves - --size 10x20 --piece T --next 8", "", ["'8'"]),
        ("moves - --piece T", LOST, ["lost on this board already"]),
        ("moves - --size 10x20 --piece T --evaluator hal", "", ["hal", "kibitz"]),
        ("moves - --size 10x20 --piece T --rules fahey --sliding", "", ["sliding"]),
    ],
)
def test_what_cannot_be_is_one_line(run: Run, command: str, board: str | bytes, words: list[str]) -> None:
    run(f"tetris {command} --json", stdin=board).assert_refused(1, *words)


@pytest.mark.parametrize(
    ("more", "word"),
    [
        ("--controller hal", "dellacherie"),
        ("--size 2x2", "4x4 to 32x40"),
        ("--generator tengstrand --seed 5000000000", "5000000000"),
        ("--rules simplified --sliding", "sliding"),
    ],
)
def test_a_tournament_that_cannot_be_is_one_line(run: Run, more: str, word: str) -> None:
    run(f"{CLASSIC} --games 1 {more}").assert_refused(1, word)


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of its own is a matter of POSIX")
def test_a_terminal_gets_a_progress_bar_that_goes_again(root: Path) -> None:
    import fcntl
    import pty
    import termios

    screen, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    done = subprocess.run(
        [sys.executable, "main.py", *f"{CLASSIC} --size 6x8 --games 20 --json".split()],
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=terminal,
        check=True,
    )
    os.close(terminal)
    shown = os.read(screen, 10_000).decode()
    os.close(screen)
    assert json.loads(done.stdout)["games"] == 20
    assert "/20 [" in shown
    assert "piece]" in shown
    assert shown.endswith("\r")
