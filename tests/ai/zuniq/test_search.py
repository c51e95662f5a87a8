from random import Random
from typing import Literal

import msgspec
import numpy as np
import pytest

from ai.zuniq.mcts.descent import SWITCH
from ai.zuniq.mcts.playout import CLOSED, OPEN, TAKEN, play, replay, wall_tables
from ai.zuniq.mcts.search import Search, SearchSettings
from ai.zuniq.mcts.tree import FIRST, KEY, LEGAL, NONE, STATUS, VISITS
from ai.zuniq.mcts.tree import OPEN as OPEN_WALLS
from ai.zuniq.solver import Solver
from ai.zuniq.topology import board_of, topology
from game.zuniq import Grid, State
from game.zuniq.grid import OUTSIDE
from tests.ai.zuniq.boards import Future, random_state

pytestmark = pytest.mark.kernel

SMALL = SearchSettings(edges=400_000, nodes=20_000, white_border_until=0)
TINY = SearchSettings(edges=24_000, nodes=500)
ENOUGH = 400_000  # iterations within which all positions here are proven
SIZES = ["2x2", "2x6", "6x2", "3x4", "5x4", "6x6", "2x12", "9x3", "4x9", "5x7"]


def changed(**settings: object) -> SearchSettings:
    return msgspec.structs.replace(SMALL, **settings)


def middle(seed: int, plies: int = 30) -> tuple[State, Solver, Search]:
    """A position of the middle game, its solver, and a search that has not begun."""
    state = random_state(Grid(), plies, Random(seed))
    return state, Solver(state.grid, 18), Search(state, SMALL)


def proof_for(wins: bool) -> Literal["win", "loss"]:
    return "win" if wins else "loss"


# -- the board of labelled dots --


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seed", range(3))
def test_dots_know_at_every_move_which_cells_a_legal_wall_would_close(size: str, seed: int) -> None:
    chance = Random(seed)
    state = State.start(Grid.parse(size))
    grid, walls = topology(state.grid), wall_tables(state.grid)
    dots, board = replay(state)
    while state.legal:
        for wall in state.legal:
            zone = play(dots.copy(), board.copy(), wall, walls, grid)
            assert zone == sum(1 << cell for cell in state.would_close(wall))
        wall = chance.choice(state.legal)
        play(dots, board, wall, walls, grid)
        state = state.draw(wall)
        assert (int(board[OPEN]), int(board[TAKEN])) == board_of(state)
        assert int(board[CLOSED]) == sum(1 << cell for zone in state.zones for cell in zone)
        again, same = replay(state)
        assert np.array_equal(board, same)
        assert np.array_equal(dots, again)


# -- proofs --


@pytest.mark.parametrize("exploration", ["kibitz", "seed"])
@pytest.mark.parametrize(
    ("size", "plies", "seed"),
    [("2x2", 0, 0), ("2x4", 0, 0), ("3x3", 0, 0), ("4x2", 1, 1), ("4x4", 11, 2), ("5x5", 20, 3)]
    + [("6x6", 33, seed) for seed in range(4)],
)
def test_what_the_search_proves_is_what_trying_everything_finds(
    size: str, plies: int, seed: int, exploration: str
) -> None:
    state = random_state(Grid.parse(size), plies, Random(seed))
    board = board_of(state)
    future = Future(state.grid, board)
    search = Search(state, changed(exploration=exploration), seed)
    search.run(ENOUGH)
    assert search.proof == proof_for(future.wins[board])
    after = {wall: future.wins[child] for wall, child in future.children(board)}
    results = search.results()
    assert sorted(each.wall for each in results) == list(state.legal)
    assert all(each.proof in (None, proof_for(not after[each.wall])) for each in results)
    assert results[0].proof == search.proof


@pytest.mark.parametrize("seed", range(6))
def test_no_move_of_a_middle_game_is_proven_wrongly(seed: int) -> None:
    state, solver, search = middle(100 + seed)
    search.run(60_000)
    for each in search.results():
        if each.proof is not None:
            assert (each.proof == "win") != solver.wins(state.draw(each.wall))


def test_a_proof_stops_the_search_at_once() -> None:
    search = Search(random_state(Grid(), 34, Random(1)), SMALL)
    done = search.run(ENOUGH)
    assert search.proof is not None
    assert done == search.iterations < ENOUGH
    assert search.run(1_000) == 0


def test_results_found_elsewhere_count_like_those_of_the_tree() -> None:
    for seed in range(4):
        state, solver, search = middle(seed, 31)
        search.run(50)
        for wall in search.undecided():
            wins = not solver.wins(state.draw(wall))
            search.settle(wall, wins)
            assert next(each.proof for each in search.results() if each.wall == wall) == proof_for(wins)
            if wins:
                break
        assert search.proof == proof_for(solver.wins(state))


def test_a_result_found_twice_is_taken_over_once() -> None:
    state, solver, search = middle(2)
    lost = next(wall for wall in search.undecided() if solver.wins(state.draw(wall)))
    search.settle(lost, False)
    undecided, results = search.undecided(), search.results()
    search.settle(lost, False)
    assert (search.undecided(), search.results()) == (undecided, results)


def test_a_win_that_only_the_solver_knows_has_no_line_and_does_no_harm() -> None:
    state, solver, search = middle(2)
    lost = [wall for wall in search.undecided() if solver.wins(state.draw(wall))][:2]
    for wall in lost:
        search.settle(wall, False)
    lines = {each.wall: each.line for each in search.results(lines=60)}
    assert lost
    assert all(lines[wall] == () for wall in lost)
    search.look_at(state.draw(lost[0]))
    search.run(ENOUGH)
    assert (search.proof, search.results()[0].proof) == ("win", "win")


def test_a_loss_that_only_the_solver_knows_is_a_loss_by_every_move() -> None:
    for seed in range(5):
        state, solver, search = middle(seed)
        won = [wall for wall in state.legal if not solver.wins(state.draw(wall))]
        if won:
            search.settle(won[0], True)
            search.look_at(state.draw(won[0]))
            assert search.proof == "loss"
            assert {each.proof for each in search.results(lines=5)} == {"loss"}


def test_lines_are_play_that_the_rules_allow() -> None:
    longest = 0
    for seed, plies in enumerate([0, 10, 20, 28, 32, 34]):
        state = random_state(Grid(), plies, Random(seed))
        search = Search(state, SMALL, seed)
        search.run(20_000)
        for each in search.results(lines=5):
            longest = max(longest, len(each.line))
            after = state.draw(each.wall)
            for wall in each.line:
                after = after.draw(wall)
    assert longest >= 3


# -- what is shared, kept and freed --


def test_a_position_is_the_same_by_whatever_order_of_moves() -> None:
    search = Search(State.after("A1h C3v E2h"), SMALL)
    search.run(5_000)
    nodes, results = search.nodes, search.results()
    search.look_at(State.after("E2h A1h C3v"))
    assert (search.nodes, search.results()) == (nodes, results)


def test_transpositions_meet_in_fewer_positions_than_there_are_boards() -> None:
    state = State.start(Grid(3, 3))
    search = Search(state, SMALL)
    search.run(ENOUGH)
    assert search.proof == "win"
    keys = search.tree.nodes[: search.nodes, KEY]
    assert len(set(keys.tolist())) == search.nodes < len(Future(state.grid, board_of(state)).wins)


def test_mirrored_openings_are_one_position_for_the_tree() -> None:
    settings = changed(first_visits=1)
    search = Search(State.start(), settings)
    search.run(200)  # each of the 60 moves at least once: 60 walls, but only 9 kinds of them
    tree, first = search.tree, int(search.tree.heads[search._root, FIRST])
    children = {int(tree.child[edge]) & ~SWITCH for edge in range(first, first + 60) if tree.visits[edge]}
    assert len(children - {NONE & ~SWITCH}) <= 9


Record = tuple[int, int, int, frozenset[tuple[int, int, float, int]]]


def remembered(search: Search) -> dict[tuple[int, int], Record]:
    """Return the tree's content for every position that the root can reach, without the numbers of its nodes."""
    tree, waiting = search.tree, [search._root]
    stored: dict[tuple[int, int], Record] = {}
    seen = {search._root}
    while waiting:
        node = waiting.pop()
        row, head = tree.nodes[node], tree.heads[node]
        edges = range(int(head[FIRST]), int(head[FIRST]) + int(row[LEGAL]).bit_count())
        targets = [int(tree.child[edge]) for edge in edges]
        for child in {target & ~SWITCH for target in targets if target != NONE} - seen:
            seen.add(child)
            waiting.append(child)
        links = [NONE if target == NONE else int(tree.nodes[target & ~SWITCH, KEY]) for target in targets]
        of_edges = frozenset(
            (int(tree.move[edge]), int(tree.visits[edge]), float(tree.value[edge]), link)
            for edge, link in zip(edges, links, strict=True)
        )
        numbers = (int(head[STATUS]), int(head[VISITS]), int(row[LEGAL]))
        stored[int(row[KEY]), int(row[OPEN_WALLS])] = (*numbers, of_edges)
    return stored


def test_garbage_collection_frees_what_the_root_cannot_reach_and_touches_nothing_else() -> None:
    state = random_state(Grid(), 20, Random(1))
    search = Search(state, SMALL, 1)
    for _ in range(3):
        search.run(3_000)
        move = search.results()[0].wall
        search.look_at(search.state.draw(move))
        before, held = remembered(search), search.nodes
        results = search.results(lines=5)
        search.collect()
        assert remembered(search) == before
        assert search.results(lines=5) == results
        assert len(before) == search.nodes < held


def test_a_full_tree_goes_on_counting_and_proves_nothing_wrong() -> None:
    search = Search(State.start(), TINY)
    assert search.run(30_000) == 30_000
    assert search.nodes <= TINY.nodes
    assert sum(each.visits for each in search.results()) == 30_000
    for seed in range(4):
        state = random_state(Grid(), 31, Random(seed))
        search.look_at(state)
        search.run(20_000)
        assert search.proof in (None, proof_for(Solver(state.grid, 16).wins(state)))


def test_a_tiny_tree_lasts_for_a_whole_game() -> None:
    search = Search(State.start(), TINY)
    while search.state.winner is None:
        search.run(2_000)
        assert search.nodes <= TINY.nodes
        search.look_at(search.state.draw(search.results()[0].wall))


def test_what_was_learned_stays_when_the_expected_move_is_made() -> None:
    search = Search(State.after("A1h C3v E2h"), SMALL)
    search.run(20_000)
    best = search.results()[0]
    search.look_at(search.state.draw(best.wall))
    assert search.iterations == 0
    assert 1_000 < search.visits <= best.visits
    search.forget()
    assert (search.visits, search.nodes) == (0, 1)


def test_the_same_seed_finds_the_same_and_another_one_something_else() -> None:
    def results_of(seed: int) -> list[tuple[int, int, float]]:
        search = Search(State.start(), SMALL, seed)
        search.run(3_000)
        search.look_at(search.state.draw(search.results()[0].wall))
        search.run(3_000)
        return [(each.wall, each.visits, each.value) for each in search.results()]

    assert results_of(1) == results_of(1) != results_of(2)


def test_slices_add_up_to_the_same_search() -> None:
    whole, sliced = Search(State.start(), SMALL, 3), Search(State.start(), SMALL, 3)
    whole.run(3_000)
    for _ in range(30):
        sliced.run(100)
    assert sliced.results(5) == whole.results(5)


# -- settings --


@pytest.mark.parametrize(("color", "ply"), [("white", 0), ("black", 1)])
def test_border_walls_are_looked_at_by_a_color_only_from_its_ply_on(color: str, ply: int) -> None:
    border = topology(Grid()).border
    for from_ply, looked_at in [(ply + 1, False), (ply, True)]:
        state = random_state(Grid(), ply, Random(1))
        search = Search(state, changed(**{f"border_from_{color}": from_ply}))
        search.run(3_000)
        visits = {each.wall: each.visits for each in search.results()}
        assert set(visits) == set(state.legal)
        assert all((visits[wall] > 0) == looked_at for wall in visits if border >> wall & 1)
        assert all(visits[wall] > 0 for wall in visits if not border >> wall & 1)


def test_the_other_color_looks_at_border_walls_meanwhile() -> None:
    border = topology(Grid()).border
    search = Search(State.start().play("B2h"), changed(border_from_white=13))
    search.run(3_000)
    assert all(each.visits > 0 for each in search.results() if border >> each.wall & 1)


@pytest.mark.parametrize(
    ("size", "ply", "narrow"), [("6x6", 2, True), ("6x6", 1, False), ("6x6", 4, False), ("5x5", 2, False)]
)
def test_white_to_move_opens_on_the_border_of_the_large_board(size: str, ply: int, narrow: bool) -> None:
    grid = Grid.parse(size)
    search = Search(random_state(grid, ply, Random(4)), changed(white_border_until=4))
    search.run(3_000)
    border = topology(grid).border
    inner = {each.visits > 0 for each in search.results() if not border >> each.wall & 1}
    assert inner == {not narrow}
    assert all(each.visits > 0 for each in search.results() if border >> each.wall & 1)


def test_white_looks_inside_where_the_last_walls_of_the_border_lose() -> None:
    grid = Grid()
    border = [wall for wall in range(grid.walls) if OUTSIDE in grid.sides[wall]]
    state = State.start()
    for wall in border[:-2]:
        state = state.draw(wall)
    search = Search(state, changed(white_border_until=60))
    search.run(2_000)  # after either wall Black draws the other one, and the game is over
    assert {each.wall for each in search.results() if each.proof == "loss"} == set(border[-2:])
    assert all(each.visits > 0 for each in search.results())


@pytest.mark.parametrize("seed", range(6))
def test_withheld_border_walls_come_back_before_a_position_is_called_lost(seed: int) -> None:
    state = random_state(Grid(), 33, Random(seed))
    search = Search(state, changed(border_from_white=60, border_from_black=60), seed)
    search.run(ENOUGH)
    assert search.proof == proof_for(Solver(state.grid, 16).wins(state))


def test_both_kinds_of_exploration_spread_their_visits_in_their_own_way() -> None:
    def visits(exploration: str) -> list[int]:
        search = Search(State.start(), changed(exploration=exploration))
        search.run(6_000)
        return sorted(each.visits for each in search.results())

    ours, seeds = visits("kibitz"), visits("seed")
    assert sum(ours) == sum(seeds) == 6_000
    assert min(seeds) > 0
    assert ours[-1] > 1.2 * seeds[-1]
