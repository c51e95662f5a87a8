from pathlib import Path

import pytest

from game.tetris.guideline import Field, Placement, reachable
from game.tetris.guideline.pieces import piece_of
from tests.cli.running import Run

DOUBLE = "xx-.......\nxx...xxxxx\nxxx.xxxxxx\n"
SLOT = "xxx.......\nxx...xxxxx\nxxx.xxxxxx\n"
OPENER = "XXXXX....X\nXXXXXX...X\nXXXXXXX..X\nXXXXXX...X\n"


def named(text: str, piece: str) -> list[dict[str, object]]:
    return [dict(at.named()) for at in reachable(Field.parse(text), piece_of(piece))]


# -- placements --


@pytest.mark.parametrize(("text", "piece"), [(SLOT, "T"), (DOUBLE, "S")])
def test_placements_are_those_of_the_rules(run: Run, text: str, piece: str) -> None:
    listed = run("tetris placements - --piece", piece, "--json", stdin=text).document
    assert listed == named(text, piece)
    assert listed


def test_a_spin_is_printed_by_name(run: Run, tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text(SLOT)
    ended = run("tetris placements board.txt --piece t")
    assert (ended.status, ended.err) == (0, "")
    assert "T south 3 1 full" in ended.out.splitlines()


def test_a_piece_that_cannot_start_has_no_placements(run: Run) -> None:
    assert run("tetris placements - --piece O --json", stdin="....x.....\n" * 22).document == []


# -- perft --


@pytest.mark.parametrize(
    ("queue", "depth", "nodes"),
    [("IOLJSZT", 4, 188_374), ("IO --hold -", 1, 17 + 9), ("IO --hold T", 1, 17 + 34)],
)
def test_the_published_counts_with_and_without_a_hold(run: Run, queue: str, depth: int, nodes: int) -> None:
    document = run(f"tetris perft --queue {queue} {depth} --json").document
    assert document.pop("cpu_seconds") >= 0
    assert document == {"depth": depth, "nodes": nodes}


def test_sequences_may_begin_on_a_board(run: Run) -> None:
    ended = run("tetris perft --queue T 1 -", stdin=SLOT)
    cells = {at[:4] for at in reachable(Field.parse(SLOT), 2)}
    assert ended.out == f"{len(cells)} sequences of 1 placement\n"


# -- perfect clears --


def test_the_coverage_of_the_opener(run: Run) -> None:
    document = run("tetris pc - --coverage IOTLJSZ --rows 4 --json", stdin=OPENER).document
    assert document == {"queues": 840, "solved": 514}


def test_a_perfect_clear_can_be_played(run: Run) -> None:
    document = run("tetris pc - --queue LJI --hold T --json", stdin=OPENER).document
    assert document["solved"] is True
    field = Field.parse(OPENER)
    for each in document["placements"]:
        at = Placement.parse("{type} {orientation} {x} {y} {spin}".format_map(each))
        assert at in reachable(field, at.piece)
        field, _ = field.place(*at[:4])
    assert field == Field.empty()
    assert len(document["placements"]) == 3


def test_there_may_be_none(run: Run) -> None:
    asked = "tetris pc - --queue OOO --rows 4"
    assert run(f"{asked} --json", stdin=OPENER).document == {"solved": False, "placements": []}
    assert run(asked, stdin=OPENER).out == "no perfect clear\n"


# -- bad input --


@pytest.mark.parametrize(
    ("command", "board", "words"),
    [
        ("placements - --piece Q", SLOT, ["'Q'", "not a piece"]),
        ("placements - --piece T", "xxx\n", ["row 1", "3 cells", "10"]),
        ("placements - --piece T", "xxxxxxxxxx\n", ["row 1", "full"]),
        ("placements missing.txt --piece T", "", ["missing.txt"]),
        ("perft --queue T1 2", "", ["'1'", "not a piece"]),
        ("perft --queue T --hold= 2", "", ["not a piece"]),
        ("pc - --queue T --rows 4", OPENER, ["3 pieces"]),
        ("pc - --coverage T --rows 3", OPENER, ["4 rows high"]),
        ("pc - --queue T --rows 5", OPENER, ["22 empty cells"]),
        ("pc - --coverage IOTLJSZ", "x.........\n", ["odd"]),
    ],
)
def test_bad_input_gets_one_line(run: Run, command: str, board: str, words: list[str]) -> None:
    run(f"tetris {command}", stdin=board).assert_refused(1, *words)


@pytest.mark.parametrize(
    "command",
    [
        "placements -",
        "perft 2",
        "perft --queue T -1",
        "pc -",
        "pc - --queue T --coverage T",
        "pc - --queue T --rows 0",
    ],
)
def test_wrong_usage(run: Run, command: str) -> None:
    run(f"tetris {command}").assert_refused(2)
