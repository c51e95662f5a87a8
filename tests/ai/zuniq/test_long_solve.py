"""Whole boards: known winners, going on from a file, several searches, and the check that believes nothing."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from ai.zuniq import long_solve
from ai.zuniq.check import LOST, WON, Check, store_result
from ai.zuniq.long_solve import LongSolver, Progress, demand_room
from ai.zuniq.results import (
    KeptResults,
    Solution,
    SolvedPosition,
    _turned,
    pack,
    shipped_rows,
    unpack,
    work_of,
)
from ai.zuniq.solver import Solver, solve
from ai.zuniq.topology import board_of
from game.errors import BadInput
from game.zuniq import Grid, State
from game.zuniq.solved import boards, solved
from game.zuniq.state import SEATS
from tests.ai.zuniq.boards import random_state

pytestmark = pytest.mark.kernel

MB = 1 << 20
# By an independent solver. On 3x7 every first wall wins.
WINNERS = {
    **dict.fromkeys(["2x5", "3x5", "4x4", "4x5"], "black"),
    **dict.fromkeys(
        ["2x6", "2x7", "2x8", "2x9", "2x10", "2x11", "2x12", "3x3", "3x4", "3x6", "3x7"], "white"
    ),
}
QUICK = [size for size in WINNERS if Grid.parse(size).walls <= 25]


def on(_: Progress) -> bool:
    return False


@pytest.mark.parametrize("size", QUICK)
def test_boards_have_the_winner_that_an_independent_solver_found(size: str) -> None:
    solved_position = LongSolver(Grid.parse(size), MB).solve(State.start(Grid.parse(size)), on)
    assert solved_position is not None
    assert SEATS[solved_position.solution.winner] == WINNERS[size]


@pytest.mark.parametrize("size", ["2x8", "3x5", "4x4"])
def test_several_searches_find_what_one_finds(size: str) -> None:
    state = State.start(Grid.parse(size))
    one, three = (LongSolver(state.grid, 8 * MB, workers).solve(state, on) for workers in (1, 3))
    assert one is not None
    assert three is not None
    assert one.solution.winner == three.solution.winner
    assert one.solution.winning_moves == three.solution.winning_moves


def test_a_board_lying_the_other_way_is_won_alike() -> None:
    for size, other in (("3x4", "4x3"), ("2x7", "7x2"), ("3x3", "3x3")):
        solution = solve(State.start(Grid.parse(other)))
        known = solved(Grid.parse(other))
        assert known is not None
        assert set(solution.winning_moves) == set(known.winning_moves)
        assert SEATS[solution.winner] == known.winner == WINNERS[size]


class Stops:
    """Asks to stop once so many positions were expanded."""

    def __init__(self, after: int) -> None:
        self.after = after

    def __call__(self, progress: Progress) -> bool:
        return progress.nodes >= self.after


@pytest.fixture
def slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_solve, "SLICE_NODES", 2_000)
    monkeypatch.setattr(long_solve, "LOOK_SECONDS", 0.0005)


@pytest.mark.usefixtures("slices")
def test_a_search_that_was_stopped_goes_on_from_its_file(tmp_path: Path) -> None:
    state, path = State.start(Grid(4, 4)), tmp_path / "4x4.results"
    first = LongSolver(state.grid, MB, 1, KeptResults(path, state.grid))
    assert first.solve(state, Stops(44_000)) is None
    assert first.keep() > 0
    again = KeptResults(path, state.grid)
    assert again.nodes == first.nodes
    stopped = again.nodes
    second = LongSolver(state.grid, MB, 1, again)
    solved_position = second.solve(state, on)
    assert solved_position is not None
    assert SEATS[solved_position.solution.winner] == "black"
    assert second.nodes > stopped
    whole = LongSolver(state.grid, MB).solve(state, on)
    assert whole is not None
    assert second.nodes - stopped < whole.solution.nodes, "what was kept was not found anew"
    third = LongSolver(state.grid, MB, 1, KeptResults(path, state.grid))
    assert third.solve(state, on) == solved_position, "a finished question is answered from the file"


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a finished board."""
    state, path = State.start(Grid(4, 4)), tmp_path_factory.mktemp("kept") / "4x4.results"
    solver = LongSolver(state.grid, MB, 1, KeptResults(path, state.grid))
    solver.keep()
    solver.solve(state, on)
    return path


def test_kept_results_are_true(stored: Path) -> None:
    rows = KeptResults(stored, Grid(4, 4)).rows
    assert len(rows) > 20
    solver = Solver(Grid(4, 4))
    checker = Check(State.start(Grid(4, 4)), 18, iter(()), 0)
    for row in rows[::3]:
        open_walls, taken, parity, won, wall = unpack(row)
        if open_walls.bit_count() > 22:
            continue  # it takes seconds, and the whole board is looked at below
        assert checker.wins_board(open_walls, taken, parity) == won
        assert (wall >= 0) == won
    assert (work_of(rows) >= 9).all()
    assert not solver.wins(State.start(Grid(4, 4)))


def test_a_damaged_file_serves_up_to_the_damage(stored: Path, tmp_path: Path) -> None:
    whole, good = stored.read_bytes(), KeptResults(stored, Grid(4, 4)).rows
    chance, path = Random(4), tmp_path / "damaged"
    for at in [*range(33), *(chance.randrange(len(whole)) for _ in range(60))]:
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << chance.randrange(8)]) + whole[at + 1 :])
        if at < 32:
            with pytest.raises(BadInput, match="remove it to start over"):
                KeptResults(path, Grid(4, 4))
        else:
            rows = KeptResults(path, Grid(4, 4)).rows
            assert len(rows) < len(good) or np.array_equal(rows, good)
            assert np.array_equal(rows, good[: len(rows)])
    for length in range(32, len(whole), 97):
        path.write_bytes(whole[:length])
        again = KeptResults(path, Grid(4, 4))
        assert np.array_equal(again.rows, good[: len(again.rows)])


def test_a_file_of_another_board_is_refused(stored: Path) -> None:
    with pytest.raises(BadInput, match="no results of 4x5 dots"):
        KeptResults(stored, Grid(4, 5))


@pytest.mark.parametrize("length", [0, 7, 31])
def test_a_file_that_was_just_begun_is_begun_anew(stored: Path, tmp_path: Path, length: int) -> None:
    path = tmp_path / "begun"
    path.write_bytes(stored.read_bytes()[:length])
    rows = KeptResults(stored, Grid(4, 4)).rows
    KeptResults(path, Grid(4, 4)).add(rows, SolvedPosition("", Solution(0, (), 9), 1.0))
    assert np.array_equal(KeptResults(path, Grid(4, 4)).rows, rows)


@pytest.mark.parametrize("solution", [Solution(2, (), 9), Solution(-1, (), 9), Solution(0, ("A9h",), 9)])
def test_an_answer_that_cannot_be_is_not_taken(tmp_path: Path, solution: Solution) -> None:
    path = tmp_path / "answer"
    KeptResults(path, Grid(4, 4)).add(np.zeros((0, 2), np.int64), SolvedPosition("start", solution, 1.0))
    assert not KeptResults(path, Grid(4, 4)).answers


@pytest.mark.parametrize("size", ["2x2", "2x7", "3x3", "3x4", "4x3", "3x5"])
def test_the_check_finds_by_itself_what_the_solver_found(size: str) -> None:
    state = State.start(Grid.parse(size))
    *_, won = Check(state, 20, iter(()), 0).wins_slices(state)
    assert won == Solver(state.grid).wins(state)


@pytest.mark.parametrize("seed", range(6))
def test_the_check_and_the_solver_agree_in_the_middle_of_games(seed: int) -> None:
    state = random_state(Grid(), 33, Random(seed))
    *_, won = Check(state, 18, iter(()), 0).wins_slices(state)
    assert won == solve(state).winner == state.to_move or (not won and solve(state).winner != state.to_move)


def test_false_hints_cost_work_and_change_no_result(stored: Path) -> None:
    state, rows = State.start(Grid(4, 4)), KeptResults(stored, Grid(4, 4)).rows
    true = [unpack(row)[:4] for row in rows]
    false = [(board, taken, parity, not won) for board, taken, parity, won in true]
    nodes = []
    for hints in (true, false):  # without any: above
        checker = Check(state, 20, iter(hints), len(hints))
        *_, won = checker.wins_slices(state)
        assert won is False
        nodes.append(checker.nodes)
    assert nodes[0] < nodes[1]


def test_a_table_of_the_check_keeps_boards_apart() -> None:
    table, chance = np.zeros((16, 2), np.int64), Random(3)
    for _ in range(200):
        a, b = chance.randrange(1 << 60), chance.randrange(1 << 28)
        store_result(table, a, b, LOST if a & 1 else WON)
    for a, _ in table.tolist():
        assert (a >> 61 == LOST) == bool(a & 1)


def test_too_little_memory_or_disk_is_said_with_what_fits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = State.start(Grid(4, 6))
    monkeypatch.setattr(long_solve, "free_memory", lambda: 1_000 * 1_000_000)
    assert demand_room(state, tmp_path / "x", 500_000_000, MB) == 1 << 28
    with pytest.raises(BadInput, match=r"1,074 MB .* 1,000 MB are free; 537 MB would fit"):
        demand_room(state, tmp_path / "x", 1_500_000_000, MB)
    assert demand_room(state, tmp_path / "x", None, 1 << 31) == 1 << 28, (
        "without a wish, half of what is free"
    )
    monkeypatch.setattr(long_solve, "free_memory", lambda: 100_000_000)
    with pytest.raises(BadInput, match="none would fit"):
        demand_room(state, tmp_path / "x", None, MB)
    monkeypatch.setattr(long_solve, "free_memory", lambda: None)
    monkeypatch.setattr(long_solve.shutil, "disk_usage", lambda _: type("Disk", (), {"free": 1_000}))
    with pytest.raises(BadInput, match="0 MB are free"):
        demand_room(state, tmp_path / "x", None, MB)


def test_packed_results_say_what_they_were() -> None:
    row = np.array([[0b1011, 0b110, 1, 1, 5_000, 3]])
    (packed,) = pack(row)
    assert unpack(packed) == (0b1011, 0b110, 1, True, 3)
    assert work_of(pack(row)).tolist() == [12]
    (lost,) = pack(np.array([[0b1011, 0b110, 0, 0, 1_000, -1]]))
    assert unpack(lost) == (0b1011, 0b110, 0, False, -1)


# -- the boards that are known --


def test_the_table_of_solved_boards_has_the_known_winners() -> None:
    solved_boards = {board.dots: board for board in boards()}
    assert {size: solved_boards[size].winner for size in WINNERS if size in solved_boards} == {
        size: winner for size, winner in WINNERS.items() if size in solved_boards
    }
    assert set(WINNERS) <= set(solved_boards)
    assert len(solved_boards["3x7"].winning_moves) == Grid(3, 7).walls
    for board in boards():
        assert bool(board.winning_moves) == (board.winner == "white")


@pytest.mark.parametrize(
    "board", [board for board in boards() if board.nodes < 200_000], ids=lambda each: each.dots
)
def test_solved_boards_are_solved_again(board: object) -> None:
    assert hasattr(board, "dots")
    solution = solve(State.start(Grid.parse(board.dots)))
    assert SEATS[solution.winner] == board.winner  # type: ignore[attr-defined]
    assert solution.winning_moves == board.winning_moves  # type: ignore[attr-defined]


@pytest.mark.parametrize("size", ["4x5", "5x4", "3x7"])
def test_shipped_results_are_true_on_whichever_way_the_board_lies(size: str) -> None:
    grid = Grid.parse(size)
    rows = shipped_rows(grid)
    assert len(rows)
    chance = Random(7)
    smallest = sorted(rows.tolist(), key=lambda row: int(row[0]).bit_count())[:40]
    checker = Check(State.start(grid), 20, iter(()), 0)
    for row in chance.sample(smallest, 3):
        open_walls, taken, parity, won, _ = unpack(np.array(row))
        assert checker.wins_board(open_walls, taken, parity) == won


def test_results_turned_twice_are_as_before() -> None:
    grid, other = Grid(4, 5), Grid(5, 4)
    rows = shipped_rows(grid)
    twice = _turned(_turned(rows, grid, other), other, grid)
    assert np.array_equal(twice[:, 0], rows[:, 0])
    state = random_state(grid, 6, Random(1))
    there = {frozenset(other.dots(wall)): wall for wall in range(other.walls)}
    board = np.array([[board_of(state)[0], 0]])
    assert int(_turned(board, grid, other)[0, 0]) == sum(
        1 << there[frozenset((column, row) for row, column in grid.dots(wall))]
        for wall in range(grid.walls)
        if board_of(state)[0] >> wall & 1
    )
