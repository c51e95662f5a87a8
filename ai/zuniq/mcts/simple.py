"""The two simple players that Kibitz is measured against: random moves, and playouts without a tree."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from random import Random
from typing import cast

import numpy as np

from ai.engine import Advice, Choice, Limit
from ai.zuniq.mcts.descent import LONGEST
from ai.zuniq.mcts.playout import count_lengths, play, replay, room_for_playouts, wall_tables
from ai.zuniq.mcts.wide import count_wide, play_wide, replay_wide, wide_scratch, wide_walls
from ai.zuniq.topology import WORD_WALLS, topology
from game.advice import Worth
from game.facts import ZuniqFacts
from game.position import Position
from game.zuniq.state import State

PLAYOUTS = 2_000  # of a move without a limit
SLICE = 200  # playouts for each move between two looks at the clock


class RandomMover:
    """Any legal wall with the same chance."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(secrets.randbits(63) if seed is None else seed)

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        """Yield one advice: all legal moves in random order, the first to be played."""
        moves = list(view.legal_moves())
        self._random.shuffle(moves)
        share = 1 / max(1, len(moves))
        choices = tuple(Choice(move, Worth("order", 0.0), share) for move in moves)
        yield Advice(choices, "rule", done=True)


class FlatPlayouts:
    """The same number of random games for every legal wall; the one that wins most is played."""

    def __init__(self, seed: int | None = None) -> None:
        self._state = np.array([secrets.randbits(63) if seed is None else seed], np.uint64)
        self._room, self._wide_room = room_for_playouts(), wide_scratch()

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        """Yield advice after every 200 playouts for each move; `limit.iterations` counts all playouts."""
        state = cast(State, view)
        legal = state.legal
        if not legal:
            yield Advice((), "rule", done=True)
            return
        until = None if limit.seconds is None else time.monotonic() + limit.seconds
        most = limit.iterations or (None if until else PLAYOUTS * len(legal))
        each_most = None if most is None else max(1, most // len(legal))
        wins, done = dict.fromkeys(legal, 0), 0
        while True:
            games = SLICE if each_most is None else min(SLICE, each_most - done)
            for wall in legal:
                wins[wall] += self._wins(state, wall, games)
            done += games
            last = done == each_most or (until is not None and time.monotonic() >= until)
            yield _advice(state, wins, done, last)
            if last:
                return

    def _wins(self, state: State, wall: int, games: int) -> int:
        """Return how many of `games` random games the side that draws `wall` now wins."""
        lengths = np.zeros(LONGEST + 1, np.int64)
        if state.grid.walls > WORD_WALLS:
            wide, tables = replay_wide(state), wide_walls(state.grid)
            play_wide(wide, wall, tables)
            count_wide(games, wide, tables, self._state, self._wide_room, lengths)
            return int(lengths[0::2].sum())
        walls, grid = wall_tables(state.grid), topology(state.grid)
        dots, board = replay(state)
        play(dots, board, wall, walls, grid)
        count_lengths(games, dots, board, walls, grid, self._state, self._room, lengths)
        return int(lengths[0::2].sum())


def _advice(state: State, wins: dict[int, int], done: int, last: bool) -> Advice:
    order = sorted(wins, key=lambda wall: (-wins[wall], wall))
    choices = tuple(
        Choice(state.grid.names[wall], Worth("win", wins[wall] / done), 1 / len(wins)) for wall in order
    )
    facts = ZuniqFacts(iterations=float(done * len(wins)))
    return Advice(choices, "search", choices[0].worth, last, (facts,))
