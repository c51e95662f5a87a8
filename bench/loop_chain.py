"""Number of perfect clears in a row with best play for many of them, by playing: six pieces seen.

Method: the clears of a cycle are solved with the values that come with the program (`loop_solver`), one after the
other. From each start orders of the letters are drawn by chance (seed 7) and played; `REPLAYED` of each start move by
move under the rules of the game, too. A run begins on the empty board and goes on with the first order of its start
that no run has had, until a clear is missed.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ai.tetris.guideline import loop_solver
from ai.tetris.guideline.later_clears import Start, after_letter, all_fields, choices, fields_folder
from ai.tetris.guideline.loop_solver import LoopClear, counted, starts_with, worth_behind
from ai.tetris.guideline.optimum import ArrayFolder
from bench.loop_play import MISSED, LoopPlayer
from bench.row import Row
from game.errors import KibitzError
from game.tetris.guideline.loop_values import FULL_BAG, KINDS, LETTERS_LEFT, loop_values

NAME = "loop-chain"
ABOUT = "how many perfect clears in a row best play for many of them makes"
RUNS, REPLAYED = 500, 2
ROOM = 3  # times as many orders are drawn of a start as are needed on average


def run(quick: bool) -> list[Row]:
    """The mean number of clears in a row, and what the values say; `quick`: by the shipped counts alone, in seconds.

    Raises `BadInput` where memory is too small.
    """
    values = loop_values()
    visits = values.visits() * RUNS
    chance = np.random.default_rng(7)
    sampled: dict[int, NDArray[np.int16]] = {}
    row = 0
    every = ways = None
    if not quick:
        loop_solver.demand_memory()
        every = all_fields(ArrayFolder(fields_folder()))
        ways = loop_solver.ways_of(every)
    for cycle, size in zip(values.clears, LETTERS_LEFT, strict=True):
        starts = starts_with(size)
        samples = 100 + ROOM * int(visits[row : row + len(starts)].max())
        row += len(starts)
        if every is None or ways is None:
            sampled[size] = _by_counts(cycle.ends, cycle.orders, size, samples, chance)
        else:
            worth = worth_behind(size, values.by_left)
            clear = counted(LoopClear(every, ways, starts, worth), samples, replay)
            sampled[size] = clear.samples
    lengths = lengths_of(sampled, RUNS)
    error = statistics.stdev(lengths) / len(lengths) ** 0.5
    off = (statistics.mean(lengths) - values.first) / error
    note = f"{RUNS} runs; standard error {error:.2f}; the values say {values.first:.2f}, {off:+.1f} standard errors off"
    return [Row("clears in a row", round(statistics.mean(lengths), 2), "clears", note=note)]


def _by_counts(
    ends: Sequence[Sequence[int]], orders: int, size: int, samples: int, chance: np.random.Generator
) -> NDArray[np.int16]:
    """Ends drawn by the orders that lead to each."""
    then = [KINDS * left + held for held, left in starts_with(loop_solver.next_size(size))]
    results = [
        chance.choice([0, *then], samples, p=np.array([orders - sum(row), *row]) / orders) for row in ends
    ]
    return np.array(results, np.int16)


def replay(clear: LoopClear, number: int, ends: NDArray[np.int16]) -> None:
    """Play some orders move by move. Raises `KibitzError` where they end otherwise."""
    start, player = clear.starts[number], LoopPlayer(clear)
    chance = random.Random(str(start))
    for _ in range(REPLAYED):
        order, left, letters = 0, start.left, list[int]()
        for count in choices(start.left):
            could = [letter for letter in range(KINDS) if left >> letter & 1]
            rank = chance.randrange(count)
            order, left = order * count + rank, after_letter(left, could[rank])
            letters.append(could[rank])
        held = player.play(number, letters)
        if int(ends[order]) != (0 if held == MISSED else KINDS * left + held):
            raise KibitzError(f"{start} with {letters} ends otherwise when it is played")


def lengths_of(sampled: Mapping[int, NDArray[np.int16]], runs: int) -> list[int]:
    """The clears in a row of each run, out of ends that were drawn: [start, order] by letters left."""
    rows = {start: number for size in sampled for number, start in enumerate(starts_with(size))}
    used, chance, results = dict[Start, int](), random.Random(7), list[int]()
    for _ in range(runs):
        held = chance.randrange(KINDS)
        start, clears = Start(held, FULL_BAG & ~(1 << held)), 0
        while True:
            number = used.get(start, 0)
            used[start] = number + 1
            ends = sampled[start.left.bit_count()][rows[start]]
            if number >= len(ends):
                raise KibitzError(f"too few orders of {start} were drawn")
            if not (end := int(ends[number])):
                break
            clears, start = clears + 1, Start(end % KINDS, end // KINDS)
        results.append(clears)
    return results
