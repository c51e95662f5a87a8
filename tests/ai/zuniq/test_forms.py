from collections import defaultdict
from collections.abc import Callable
from itertools import permutations

import numpy as np
import pytest

from ai.zuniq.bridges import BLOCKS
from ai.zuniq.endgame.forms import FORM, HASH, LEAVES, MOVES, SIZES, TEMPO, WALK, make_form
from ai.zuniq.key import position_key
from ai.zuniq.topology import board_of, wall_numbers
from game.zuniq import Grid, State
from tests.ai.zuniq.boards import FUTURES, PAIRS, Board, Future, Kernels, future_of

pytestmark = pytest.mark.kernel


@pytest.fixture(scope="module", params=range(FUTURES))
def future(request: pytest.FixtureRequest) -> Future:
    return future_of(request.param)


def key_of(kernels: Kernels, board: Board) -> int:
    kernels.look(board)
    return position_key(kernels.grid, *board, kernels.bridges, kernels.blocks, kernels.far, kernels.work)


def form_of(kernels: Kernels, board: Board) -> np.ndarray:
    """The form, made with scratch that is full of what earlier boards might have left there."""
    form = np.full(FORM, -1, dtype=np.int64)
    make_form(kernels.grid, *board, form, np.full(WALK, -1, dtype=np.int64))
    return form


def form_key(kernels: Kernels, board: Board) -> tuple[int, ...]:
    form = form_of(kernels, board)
    counting = board[1] & int(form[SIZES])
    return int(form[HASH]), int(form[LEAVES]), int(form[TEMPO]), counting


@pytest.mark.parametrize(("name_of", "share"), [(key_of, 1.0), (form_key, 0.7)])
def test_boards_of_one_name_are_won_or_lost_alike(
    future: Future, name_of: Callable[[Kernels, Board], object], share: float
) -> None:
    results = defaultdict(set)
    for board, wins in future.wins.items():
        results[name_of(future.kernels, board)].add(wins)
    assert all(len(matches) == 1 for matches in results.values())
    assert 0 not in results
    assert len(results) <= share * len(future.wins)


@pytest.mark.parametrize(("left", "right"), PAIRS)
def test_it_matters_on_which_inner_cell_a_loose_move_hangs(left: Board, right: Board) -> None:
    assert Future(Grid(), left).wins[left] != Future(Grid(), right).wins[right]
    kernels = Kernels(Grid())
    assert key_of(kernels, left) != key_of(kernels, right)
    assert form_key(kernels, left) != form_key(kernels, right)


def test_the_moves_of_a_form_are_legal_and_decide_the_board(future: Future) -> None:
    for board, wins in future.wins.items():
        form = form_of(future.kernels, board)
        children = dict(future.children(board))
        moves = [wall for wall in children if form[MOVES] >> wall & 1]
        assert len(moves) == int(form[MOVES]).bit_count()
        if not form[TEMPO]:
            assert wins == (not all(future.wins[children[wall]] for wall in moves))


def test_mirrored_and_turned_openings_share_a_key() -> None:
    kernels = Kernels(Grid())
    corners = ["A1h A1v", "A5h A6v", "F1h E1v", "F5h E6v", "A1v A1h"]
    assert len({key_of(kernels, board_of(State.after(moves))) for moves in corners}) == 1


def test_boards_of_one_graph_share_a_form() -> None:
    grid = Grid(3, 3)
    kernels = Kernels(grid)
    orders = [(*order, grid.cells) for order in permutations(range(grid.cells))]
    forms = defaultdict(set)
    boards = 0
    for walls in range(1 << grid.walls):
        kernels.look((walls, 0))
        reached = sum(int(kernels.work[BLOCKS + k]) for k in range(kernels.blocks))
        sides = [tuple(int(side) for side in kernels.grid.sides[wall]) for wall in wall_numbers(walls)]
        if all(side == grid.cells or reached >> side & 1 for pair in sides for side in pair):
            graph = min(
                sorted((min(order[a], order[b]), max(order[a], order[b])) for a, b in sides)
                for order in orders
            )
            forms[tuple(graph)].add(form_key(kernels, (walls, 0)))
            boards += 1
    assert all(len(results) == 1 for results in forms.values())
    assert boards > 3_000
    assert len(forms) < boards // 8
