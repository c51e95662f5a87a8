from random import Random

import pytest

from ai.zuniq.bridges import settled
from ai.zuniq.topology import board_of, wall_numbers
from game.zuniq import Grid, State
from tests.ai.zuniq.boards import KNOWN, Board, Kernels

pytestmark = pytest.mark.kernel

SIZES = ["2x2", "2x6", "6x2", "3x5", "5x4", "6x6", "2x12", "9x3", "4x9", "7x5"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seed", range(3))
def test_legal_walls_and_zones_are_those_of_the_rules(size: str, seed: int) -> None:
    chance = Random(seed)
    state = State.start(Grid.parse(size))
    kernels = Kernels(state.grid)
    board: Board = board_of(state)
    while state.legal:
        assert tuple(kernels.look(board)) == state.legal
        for wall in state.legal:
            closed = kernels.far[wall] if kernels.bridges >> wall & 1 else 0
            assert sum(1 << cell for cell in state.would_close(wall)) == closed
        wall = chance.choice(state.legal)
        state, board = state.draw(wall), kernels.draw(board, wall)
        assert board == board_of(state)
    assert kernels.look(board) == []


@pytest.mark.parametrize("position", KNOWN["positions"], ids=lambda position: str(position["name"]))
def test_the_reference_positions_have_their_legal_walls(position: dict[str, str]) -> None:
    state = State.after(position["moves"], Grid.parse(position["dots"]))
    walls = Kernels(state.grid).look(board_of(state))
    assert " ".join(state.grid.names[wall] for wall in walls) == position["legal"]


@pytest.mark.parametrize("seed", range(8))
def test_settled_walls_allow_as_many_moves_as_counted_whatever_is_played(seed: int) -> None:
    chance = Random(seed)
    state = State.start()
    kernels = Kernels(state.grid)
    counted = None
    while state.legal:
        board = board_of(state)
        kernels.look(board)
        walls, moves = settled(kernels.grid, *board, kernels.blocks, kernels.work)
        inside = [wall for wall in wall_numbers(walls) if wall in state.legal]
        assert (moves > 0) == bool(inside)
        if inside:
            state = state.draw(inside[0])
            counted = moves - 1
            board = board_of(state)
            kernels.look(board)
            assert settled(kernels.grid, *board, kernels.blocks, kernels.work)[1] == counted
        else:
            state = state.draw(chance.choice(state.legal))
    assert kernels.look(board_of(state)) == []
