from collections import Counter
from typing import Any

import pytest

from game.zuniq import Grid, State
from tests.known import vectors

BOARDS: list[dict[str, Any]] = vectors("zuniq_positions")["small_boards"]
TINY = [pytest.param(each, id=each["dots"]) for each in BOARDS if Grid.parse(each["dots"]).walls <= 12]


class Tree:
    """Every game that can be played on one board; boards reached in several ways are looked at once."""

    def __init__(self) -> None:
        self._wins: dict[frozenset[int], bool] = {}
        self._lengths: dict[frozenset[int], Counter[int]] = {}

    def wins(self, state: State) -> bool:
        """Return True if the seat to move can force the last move."""
        known = self._wins.get(state.drawn)
        if known is None:
            known = any(not self.wins(state.draw(wall)) for wall in state.legal)
            self._wins[state.drawn] = known
        return known

    def lengths(self, state: State) -> Counter[int]:
        """The number of games from `state` by their length in plies, counted from the start."""
        known = self._lengths.get(state.drawn)
        if known is None:
            known = Counter() if state.legal else Counter([state.ply])
            for wall in state.legal:
                known += self.lengths(state.draw(wall))
            self._lengths[state.drawn] = known
        return known


@pytest.mark.parametrize("board", TINY)
def test_a_tiny_board_is_won_as_it_is_known(board: dict[str, Any]) -> None:
    start, tree = State.start(Grid.parse(board["dots"])), Tree()
    assert tree.wins(start) == (board["first_player"] == "wins")
    winning = {name for name in start.legal_moves() if not tree.wins(start.play(name))}
    assert winning == set(board["winning_first_moves"].split())


@pytest.mark.parametrize("board", TINY)
def test_a_tiny_board_has_its_number_of_games_of_each_length(board: dict[str, Any]) -> None:
    lengths = Tree().lengths(State.start(Grid.parse(board["dots"])))
    assert {str(plies): games for plies, games in lengths.items()} == board["games_by_length"]


def test_a_board_and_its_mirror_have_the_same_games() -> None:
    upright, flat = (Tree().lengths(State.start(grid)) for grid in (Grid(4, 2), Grid(2, 4)))
    assert upright == flat


def test_on_six_cells_every_first_move_wins() -> None:
    board = next(each for each in BOARDS if each["dots"] == "3x4")
    start, tree = State.start(Grid.parse("3x4")), Tree()
    winning = {name for name in start.legal_moves() if not tree.wins(start.play(name))}
    assert winning == set(board["winning_first_moves"].split())
