from typing import Any

import pytest

from ai.zuniq.perft import perft
from game.zuniq import Grid, State
from tests.ai.zuniq.boards import KNOWN

pytestmark = pytest.mark.kernel

SMALL = [board for board in KNOWN["small_boards"] if "perft" in board]


@pytest.mark.parametrize("position", KNOWN["positions"], ids=lambda position: str(position["name"]))
def test_the_reference_positions_have_their_counts(position: dict[str, Any]) -> None:
    state = State.after(position["moves"], Grid.parse(position["dots"]))
    counts = position["perft"]
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("board", SMALL, ids=lambda board: str(board["cells"]))
def test_small_boards_have_their_counts(board: dict[str, Any]) -> None:
    state = State.start(Grid.parse(board["dots"]))
    assert [perft(state, depth) for depth in range(1, len(board["perft"]) + 1)] == board["perft"]


@pytest.mark.parametrize("board", KNOWN["small_boards"], ids=lambda board: str(board["cells"]))
def test_the_longest_games_of_small_boards_are_as_many_as_known(board: dict[str, Any]) -> None:
    longest, games = max((int(length), games) for length, games in board["games_by_length"].items())
    state = State.start(Grid.parse(board["dots"]))
    assert (perft(state, longest), perft(state, longest + 1)) == (games, 0)


def test_no_move_at_all_is_one_sequence() -> None:
    assert perft(State.start(), 0) == 1


def test_a_depth_beyond_every_game_counts_nothing() -> None:
    assert perft(State.start(Grid(2, 3)), 10_000) == 0
