import math
from collections import Counter, defaultdict
from random import Random

import numpy as np
import pytest

from ai.zuniq.mcts.playout import count_lengths, replay, room_for_playouts, wall_tables
from ai.zuniq.topology import board_of, topology
from game.zuniq import Grid, State
from tests.ai.zuniq.boards import KNOWN, Board, Future, Kernels, random_state

pytestmark = pytest.mark.kernel

GRIDS = [Grid(rows, columns) for rows in range(2, 7) for columns in range(2, 7)]
GRIDS += [Grid(2, 12), Grid(9, 3), Grid(4, 9), Grid(7, 5)]
Outcome = tuple[int, int]  # the walls drawn by the side to move, and those of the other side


class Games:
    """Random games from one position, always the same ones."""

    def __init__(self, state: State, seed: int = 1) -> None:
        self.walls, self.grid = wall_tables(state.grid), topology(state.grid)
        self.dots, self.board = replay(state)
        self.random = np.array([seed], np.uint64)
        self.room = room_for_playouts()

    def lengths(self, games: int) -> list[int]:
        """By number of moves: how many of `games` games took so many."""
        counts = np.zeros(64, np.int64)
        count_lengths(games, self.dots, self.board, self.walls, self.grid, self.random, self.room, counts)
        return [int(count) for count in counts]

    def one(self) -> Outcome:
        """The walls that both sides draw in one game."""
        self.lengths(1)
        return int(self.room.played[0]), int(self.room.played[1])


def chi_square(results: list[int], expected: list[float]) -> float:
    return sum((f - e) * (f - e) / e for f, e in zip(results, expected, strict=True) if e)


def bound(kinds: int) -> float:
    """Return the value that a chi-square sum over so many kinds exceeds in less than one of a million samples."""
    return kinds + 5 * math.sqrt(2 * kinds) + 20


def regions(grid: Grid, drawn: int) -> list[set[int]]:
    """The closed zones on a board with these walls, by joining cells until nothing changes."""
    home = list(range(grid.cells + 1))  # the last one is the outside
    changed = True
    while changed:
        changed = False
        for wall, (one, other) in enumerate(grid.sides):
            if not drawn >> wall & 1 and home[one] != home[other]:
                home[one] = home[other] = max(home[one], home[other])
                changed = True
    zones: dict[int, set[int]] = {}
    for cell in range(grid.cells):
        zones.setdefault(home[cell], set()).add(cell)
    return [zone for name, zone in zones.items() if name != home[grid.cells]]


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_a_random_game_alternates_and_ends_only_where_no_wall_is_legal(grid: Grid) -> None:
    games, kernels = Games(State.start(grid)), Kernels(grid)
    for _ in range(40):
        mine, theirs = games.one()
        drawn = mine | theirs
        zones = regions(grid, drawn)
        sizes = [len(zone) for zone in zones]
        inside = sum(
            1 << wall
            for wall, pair in enumerate(grid.sides)
            if any(set(pair) <= zone for zone in zones) and not drawn >> wall & 1
        )
        assert mine & theirs == 0
        assert mine.bit_count() - theirs.bit_count() in (0, 1)
        assert len(set(sizes)) == len(sizes)
        assert kernels.look((kernels.grid.full & ~drawn & ~inside, sum(1 << size for size in sizes))) == []


def test_from_a_late_position_exactly_the_games_of_the_rules_are_played_each_as_often_as_it_should() -> None:
    for seed, (size, plies) in enumerate([("2x2", 0), ("2x4", 4), ("4x4", 13), ("6x6", 36), ("6x6", 37)]):
        state = random_state(Grid.parse(size), plies, Random(seed))
        chances = outcomes(state)
        games = Games(state, seed)
        results = Counter(games.one() for _ in range(4_000))
        assert set(results) <= set(chances)
        kinds = list(chances)
        sum_of_squares = chi_square([results[k] for k in kinds], [4_000 * chances[k] for k in kinds])
        assert sum_of_squares < bound(len(kinds))


def outcomes(state: State) -> dict[Outcome, float]:
    """All ways in which the game can end by the rules, with the chance of each for uniform moves."""
    if not state.legal:
        return {(0, 0): 1.0}
    ends: dict[Outcome, float] = defaultdict(float)
    for wall in state.legal:
        for (mine, theirs), chance in outcomes(state.draw(wall)).items():
            ends[theirs | 1 << wall, mine] += chance / len(state.legal)
    return ends


@pytest.mark.parametrize(("size", "plies"), [("2x5", 0), ("3x3", 0), ("3x5", 12), ("5x5", 22), ("6x6", 33)])
def test_lengths_are_spread_as_uniform_choices_at_every_step_spread_them(size: str, plies: int) -> None:
    state = random_state(Grid.parse(size), plies, Random(7))
    chances = Lengths(state).of(board_of(state))
    results = Games(state).lengths(50_000)
    assert all(count == 0 for length, count in enumerate(results) if chances[length] == 0)
    assert chi_square(results, [50_000 * chance for chance in chances]) < bound(sum(c > 0 for c in chances))


class Lengths:
    """The chances of the lengths of random games, exact, by trying everything."""

    def __init__(self, state: State) -> None:
        self.future = Future(state.grid, board_of(state))
        self.known: dict[Board, list[float]] = {}

    def of(self, board: Board) -> list[float]:
        """By number of moves to the end: its chance."""
        if board not in self.known:
            after = [self.of(child) for _, child in self.future.children(board)]
            spread = [sum(each[n] for each in after) / max(1, len(after)) for n in range(63)]
            self.known[board] = [0.0, *spread] if after else [1.0] + [0.0] * 63
        return self.known[board]


def test_games_from_the_empty_board_are_those_of_the_reference() -> None:
    reference = KNOWN["random_playouts"]
    games: int = reference["n"]
    results = Games(State.start(), 2021).lengths(games)
    lengths = range(36, 42)  # the few that are shorter count as 36
    ours = [sum(results[:37]), *results[37:42]]
    shares = {int(length): share for length, share in reference["length_pct"].items()}
    shares[36] += shares[35]
    theirs = [shares[length] * games / 100 for length in lengths]
    assert sum(results) == sum(ours) == games
    assert sum((a - b) ** 2 / (a + b) for a, b in zip(ours, theirs, strict=True)) < bound(len(ours))
    assert abs(100 * sum(results[1::2]) / games - reference["white_win_pct"]) < 0.6
    assert abs(sum(n * count for n, count in enumerate(results)) / games - reference["mean_plies"]) < 0.02


def test_walls_that_mirrors_and_turns_exchange_are_drawn_equally_often() -> None:
    grid, games = Grid(), Games(State.start(), 5)
    counts = [0] * grid.walls
    for _ in range(4_000):
        mine, _ = games.one()
        for wall in range(grid.walls):
            counts[wall] += mine >> wall & 1
    for alike in orbits(grid):
        mean = sum(counts[wall] for wall in alike) / len(alike)
        assert chi_square([counts[wall] for wall in alike], [mean] * len(alike)) < bound(len(alike))


def orbits(grid: Grid) -> set[frozenset[int]]:
    """The walls of a square board in groups that its symmetries exchange."""
    last = grid.rows - 1

    def image(wall: int, flip: bool, swap: bool) -> int:
        dots = [(last - row if flip else row, column) for row, column in grid.dots(wall)]
        (row, column), other = sorted((c, r) if swap else (r, c) for r, c in dots)
        flat = other == (row, column + 1)
        return row * last + column if flat else grid.horizontal + row * grid.columns + column

    groups = {frozenset([wall]) for wall in range(grid.walls)}
    for _ in range(3):
        groups = {
            frozenset(
                image(wall, flip, swap) for wall in group for flip in (False, True) for swap in (False, True)
            )
            for group in groups
        }
    return groups


def test_the_same_seed_plays_the_same_games_and_another_one_others() -> None:
    first, again, other = (Games(State.start(), seed) for seed in (9, 9, 10))
    played = [first.one() for _ in range(20)]
    assert [again.one() for _ in range(20)] == played
    assert [other.one() for _ in range(20)] != played


def test_a_finished_game_has_no_more_moves() -> None:
    finished = State.parse("2x2: A1h B1h A1v A2v")
    assert Games(finished).lengths(10)[0] == 10
