"""Boards whose sets of walls do not fit into a word: the kernels of `ai.zuniq.mcts.wide` against the rules."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from ai.engine import Limit
from ai.zuniq.endgame.expand import RESULT, WIN, new_workspace
from ai.zuniq.endgame.search import begin, search
from ai.zuniq.engine import Kibitz, analyse
from ai.zuniq.mcts.descent import LONGEST
from ai.zuniq.mcts.simple import FlatPlayouts
from ai.zuniq.mcts.wide import (
    CLOSED,
    MOVER,
    OTHER,
    TAKEN,
    WALLS,
    count_wide,
    legal_wide,
    play_wide,
    replay_wide,
    wide_scratch,
    wide_walls,
)
from ai.zuniq.perft import _perft_wide, perft
from ai.zuniq.solver import Solver, solve
from ai.zuniq.topology import MOST_OPEN, board_of, open_walls, patch
from game.zuniq import Grid, State
from tests.ai.zuniq.boards import KNOWN, random_state

pytestmark = pytest.mark.kernel

WIDE = ["5x8", "9x5", "6x7", "7x7", "8x8", "9x9"]
ALL = ["2x2", "2x12", "4x9", "6x6", *WIDE]


def counted_by_the_rules(state: State, depth: int) -> int:
    if depth == 1:
        return len(state.legal)
    return sum(counted_by_the_rules(state.draw(wall), depth - 1) for wall in state.legal)


@pytest.mark.parametrize("size", ALL)
@pytest.mark.parametrize("seed", range(2))
def test_a_whole_game_has_the_legal_walls_and_zones_of_the_rules(size: str, seed: int) -> None:
    chance = Random(seed)
    state = State.start(Grid.parse(size))
    walls, board, legal = wide_walls(state.grid), replay_wide(state), np.zeros(WALLS, np.uint8)
    while state.legal:
        assert tuple(legal[: legal_wide(board, walls, legal)]) == state.legal
        wall = chance.choice(state.legal)
        zone = play_wide(board, wall, walls)
        assert zone % (1 << 64) == sum(1 << cell for cell in state.would_close(wall))
        state = state.draw(wall)
        open_walls, taken = board_of(state)
        assert sum(1 << wall for wall in np.flatnonzero(board.open).tolist()) == open_walls
        assert int(board.words[TAKEN]) % (1 << 64) == taken % (1 << 64)
        assert int(board.words[CLOSED]) % (1 << 64) == sum(1 << cell for zone in state.zones for cell in zone)
    assert legal_wide(board, walls, legal) == 0


def test_the_largest_zone_of_all_ends_the_game() -> None:
    state = State.start(Grid(9, 9))
    border = [wall for wall, sides in enumerate(state.grid.sides) if -1 in sides]
    for wall in border:
        state = state.draw(wall)
    assert state.sizes == (64,)
    assert legal_wide(replay_wide(state), wide_walls(state.grid), np.zeros(WALLS, np.uint8)) == 0


@pytest.mark.parametrize("size", WIDE)
@pytest.mark.parametrize("late", [1, 6, 9])
def test_sequences_near_the_end_are_as_many_as_by_the_rules(size: str, late: int) -> None:
    grid, chance = Grid.parse(size), Random(late)
    state = State.start(grid)
    line = [state]
    while state.legal:
        state = state.draw(chance.choice(state.legal))
        line.append(state)
    state = line[-1 - late]
    assert [perft(state, depth) for depth in (1, 2, 3)] == [
        counted_by_the_rules(state, depth) for depth in (1, 2, 3)
    ]


def test_nothing_is_illegal_in_the_first_moves_of_the_largest_board() -> None:
    assert [perft(State.start(Grid(9, 9)), depth) for depth in range(4)] == [
        1,
        144,
        144 * 143,
        144 * 143 * 142,
    ]


@pytest.mark.parametrize("position", KNOWN["positions"], ids=lambda position: str(position["name"]))
def test_boards_that_fit_into_words_are_counted_alike_by_both_kernels(position: dict[str, str]) -> None:
    state = State.after(position["moves"], Grid.parse(position["dots"]))
    assert [_perft_wide(state, depth) for depth in (1, 2, 3)] == [perft(state, depth) for depth in (1, 2, 3)]


@pytest.mark.parametrize("size", WIDE)
def test_random_games_alternate_and_end_only_where_the_rules_end(size: str) -> None:
    grid = Grid.parse(size)
    room, lengths = wide_scratch(), np.zeros(LONGEST + 1, np.int64)
    board, random = replay_wide(State.start(grid)), np.array([1], np.uint64)
    for _ in range(30):
        room.drawn_by[:] = 0
        count_wide(1, board, wide_walls(grid), random, room, lengths)
        by = Counter(room.drawn_by.tolist())
        assert by[MOVER] - by[OTHER] in (0, 1)
        drawn = frozenset(np.flatnonzero(room.drawn_by).tolist())
        zones = zones_of(grid, drawn)
        sizes = sorted(map(len, zones))
        assert len(set(sizes)) == len(sizes)
        assert State(grid, tuple(drawn), tuple(zones), drawn=drawn).legal == ()
    assert lengths.sum() == 30
    # plies = walls - cells + zones - cycles in zones (the length identity)
    assert max(np.flatnonzero(lengths)) <= grid.walls - grid.cells + 10


def zones_of(grid: Grid, drawn: frozenset[int]) -> list[frozenset[int]]:
    results: list[frozenset[int]] = []
    for cell in range(grid.cells):
        if not any(cell in zone for zone in results):
            seen, waiting = {cell}, [cell]
            while waiting:
                here = waiting.pop()
                for wall in grid.cell_walls[here] if here >= 0 else ():
                    if wall not in drawn:
                        one, other = grid.sides[wall]
                        there = other if one == here else one
                        if there not in seen:
                            seen.add(there)
                            waiting.append(there)
            if -1 not in seen:
                results.append(frozenset(seen))
    return results


def test_random_games_of_both_kernels_are_equally_long() -> None:
    state, games = State.start(), 20_000
    lengths = np.zeros(LONGEST + 1, np.int64)
    count_wide(
        games, replay_wide(state), wide_walls(state.grid), np.array([5], np.uint64), wide_scratch(), lengths
    )
    share = lengths / games
    assert share[39] == pytest.approx(0.3333, abs=0.012)  # of 200,000 games of an independent program
    assert share[40] == pytest.approx(0.5469, abs=0.012)
    assert share[41] == pytest.approx(0.0563, abs=0.006)


@pytest.mark.parametrize("size", WIDE)
def test_the_engine_plays_a_legal_game_to_its_end(size: str) -> None:
    state = random_state(Grid.parse(size), 8, Random(3))
    engine, flat = Kibitz(seed=1), FlatPlayouts(seed=1)
    while state.winner is None:
        player = (engine, flat)[state.to_move]
        *_, advice = player.think(state, Limit(iterations=300))
        state = state.play(advice.choices[0].move)


def test_the_engine_beats_random_moves_on_the_largest_board() -> None:
    chance, wins = Random(9), 0
    for game in range(2):
        engine, state = Kibitz(seed=game), State.start(Grid(9, 9))
        while state.winner is None:
            if state.to_move == game % 2:
                *_, advice = engine.think(state, Limit(iterations=2_000))
                state = state.play(advice.choices[0].move)
            else:
                state = state.draw(chance.choice(state.legal))
        wins += state.winner == game % 2
    assert wins == 2


def test_equal_seeds_find_the_same_on_a_wide_board() -> None:
    state = State.start(Grid(9, 9))
    assert analyse(state, 5_000, seed=4) == analyse(state, 5_000, seed=4)
    assert analyse(state, 5_000, seed=4) != analyse(state, 5_000, seed=5)


# -- exact results on the part that is still open --


def late_state(size: str, most_open: int, chance: Random) -> State:
    """A position of a random game with at most so many open walls."""
    state = State.start(Grid.parse(size))
    while open_walls(state) > most_open and state.legal:
        state = state.draw(chance.choice(state.legal))
    return state


def wins_by_trying(state: State, known: dict[tuple[int, int], bool]) -> bool:
    board = board_of(state)
    if board not in known:
        known[board] = any(not wins_by_trying(state.draw(wall), known) for wall in state.legal)
    return known[board]


@pytest.mark.parametrize("size", WIDE)
@pytest.mark.parametrize("seed", range(3))
def test_results_on_wide_boards_are_those_of_trying_everything(size: str, seed: int) -> None:
    state = late_state(size, 17, Random(seed))
    known: dict[tuple[int, int], bool] = {}
    solution = solve(state, 14)
    assert (solution.winner == state.to_move) == wins_by_trying(state, known)
    winning = [wall for wall in state.legal if not wins_by_trying(state.draw(wall), known)]
    assert solution.winning_moves == tuple(state.grid.names[wall] for wall in winning)


@pytest.mark.parametrize("size", ["6x6", "4x9", "5x5"])
@pytest.mark.parametrize("seed", range(2))
def test_a_patch_of_a_board_that_fits_into_words_is_won_alike(size: str, seed: int) -> None:
    state = late_state(size, 26, Random(seed))
    part = patch(state)
    workspace = new_workspace(MOST_OPEN, 18)
    begin(part.tables, workspace, *part.board_of(state), 0)
    while not search(part.tables, workspace, 100_000):
        pass
    assert bool(workspace.control[RESULT] == WIN) == Solver(state.grid, 18).wins(state)


def test_a_solver_follows_a_wide_game_and_turns_to_another() -> None:
    chance, solver = Random(8), Solver(Grid(8, 8), 16)
    for _ in range(3):
        state = late_state("8x8", 24, chance)
        while state.legal:
            assert solver.wins(state) == (solve(state, 16).winner == state.to_move)
            state = state.draw(chance.choice(state.legal))


def test_the_engine_proves_the_end_of_a_game_on_the_largest_board() -> None:
    state = late_state("9x9", 24, Random(2))
    *_, advice = Kibitz(seed=1).think(state, Limit())
    solution = solve(state)
    won = solution.winner == state.to_move
    assert advice.choices[0].proof == ("win" if won else "loss")
    assert not won or advice.choices[0].move in solution.winning_moves
