from random import Random
from typing import Any

import pytest

from ai.zuniq.solver import Solver, solve
from ai.zuniq.topology import board_of
from game.zuniq import Grid, State
from tests.ai.zuniq.boards import KNOWN, Future, random_state

pytestmark = pytest.mark.kernel

SMALL_TABLE = 16
GAMES = [
    pytest.param(game["moves"].split()[: int(ply)], expected, id=f"{game['name']}-{ply}")
    for game in KNOWN["games"]
    for ply, expected in game["exact_after_ply"].items()
    if "winning_moves" in expected or expected["side_to_move"] == "loses"
]


@pytest.mark.parametrize(("moves", "expected"), GAMES)
def test_recorded_games_have_their_results(moves: list[str], expected: dict[str, str]) -> None:
    state = State.after(moves)
    solution = solve(state, 20)
    assert (solution.winner == state.to_move) == (expected["side_to_move"] == "wins")
    assert " ".join(solution.winning_moves) == expected.get("winning_moves", "")


def test_one_move_in_time_decides_a_recorded_game() -> None:
    (game,) = [game for game in KNOWN["games"] if game["name"] == "xboard_vs_player3"]
    state = State.after(game["moves"].split()[:31])
    solver = Solver(state.grid, 20)
    assert solver.wins(state)
    assert {move for move in state.legal_moves() if not solver.wins(state.play(move))} == {"E2v"}


@pytest.mark.parametrize("board", KNOWN["small_boards"], ids=lambda board: str(board["cells"]))
def test_small_boards_have_their_results(board: dict[str, Any]) -> None:
    solution = solve(State.start(Grid.parse(board["dots"])), SMALL_TABLE)
    assert (solution.winner == 0) == (board["first_player"] == "wins")
    assert " ".join(solution.winning_moves) == board["winning_first_moves"]


@pytest.mark.parametrize(
    ("size", "plies"), [("2x2", 1), ("2x6", 4), ("6x2", 5), ("3x5", 9), ("4x4", 9), ("6x6", 34)]
)
@pytest.mark.parametrize("seed", range(3))
def test_results_are_those_of_trying_everything(size: str, plies: int, seed: int) -> None:
    state = random_state(Grid.parse(size), plies, Random(seed))
    board = board_of(state)
    future = Future(state.grid, board)
    solution = solve(state, SMALL_TABLE)
    assert (solution.winner == state.to_move) == future.wins[board]
    winning = [state.grid.names[wall] for wall, after in future.children(board) if not future.wins[after]]
    assert list(solution.winning_moves) == winning


def test_a_finished_game_is_won_by_whoever_moved_last() -> None:
    state = State.after(KNOWN["games"][0]["moves"])
    solution = solve(state, SMALL_TABLE)
    assert (solution.winner, solution.winning_moves) == (state.winner, ())


def test_a_table_far_too_small_changes_the_work_and_not_the_result() -> None:
    state = random_state(Grid(), 31, Random(4))
    small, large = solve(state, 8), solve(state, 20)
    assert (small.winner, small.winning_moves) == (large.winner, large.winning_moves)
    assert small.nodes > large.nodes


def test_slices_find_the_same_with_the_same_work() -> None:
    state = random_state(Grid(), 31, Random(4))
    whole = Solver(state.grid, SMALL_TABLE).solve(state)
    *stops, last = Solver(state.grid, SMALL_TABLE).solve_slices(state, 100)
    assert stops
    assert not any(stops)
    assert last == whole


def test_a_dropped_search_leaves_nothing_wrong_behind() -> None:
    chance = Random(7)
    solver = Solver(Grid(), 18)
    for _ in range(6):
        state = random_state(Grid(), 31, chance)
        begun = solver.wins_slices(random_state(Grid(), 29, chance), 50)
        assert next(begun) is None
        assert solver.solve(state).winning_moves == solve(state, 18).winning_moves


def test_what_is_found_serves_the_next_move_of_the_game() -> None:
    state = random_state(Grid(), 30, Random(11))
    solver = Solver(state.grid, 20)
    first = solver.solve(state)
    later = state.play(first.winning_moves[0] if first.winning_moves else state.legal_moves()[0])
    assert solver.solve(later).nodes < solve(later, 20).nodes


@pytest.mark.parametrize("seed", range(4))
def test_the_line_ends_the_game_as_proved_and_its_winner_never_lets_go(seed: int) -> None:
    state = random_state(Grid(), 31, Random(seed))
    solver = Solver(state.grid, 18)
    winner = solver.solve(state).winner
    for move in solver.line(state):
        if state.to_move == winner:
            assert solver.wins(state)
        state = state.play(move)
    assert state.winner == winner
