"""Number of perfect clears in a row with best play for many of them, by playing: five and six pieces seen.

Method: the clears of a cycle are solved (`loop_solver`), or taken from what a run of `pc-optimum --loop --solve` has
kept. From each start orders of the letters are drawn by chance and played; `REPLAYED` of each start move by move under
the rules of the game, too, while a clear is solved. A run begins on the empty board and goes on with one of the orders
of its start, until a clear is missed.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from ai.tetris.guideline import loop_solver
from ai.tetris.guideline.kernels.loop import Nodes
from ai.tetris.guideline.later_clears import Start, after_letter, all_fields, fields_folder
from ai.tetris.guideline.loop_solver import Counted, LoopClear, starts_with
from ai.tetris.guideline.optimum import ArrayFolder
from bench.loop_play import MISSED, LoopPlayer
from bench.row import Row
from game.errors import KibitzError
from game.tetris.guideline.loop_values import FULL_BAG, KINDS, LETTERS_LEFT, SOLVED, LoopValues, loop_values

NAME = "loop-chain"
ABOUT = "how many perfect clears in a row best play for many of them makes"
RUNS, REPLAYED, DRAWN = 500, 2, 5_000


def run(quick: bool) -> list[Row]:
    """The mean number of clears in a row, and what the values of that play say.

    `quick`: ends are drawn by the counts that come with the program, in seconds; else they are played, in hours unless
    that was done before. Raises `BadInput` where memory is too small.
    """
    if quick:
        return [_row(see, loop_values(see).first, _drawn(loop_values(see))) for see in SOLVED]
    loop_solver.demand_memory()
    every, rows = all_fields(ArrayFolder(fields_folder())), []
    for see in SOLVED:
        for step in loop_solver.steps(every, ArrayFolder(loop_solver.loop_folder()), watch=replay, see=see):
            known = step.known
        rows.append(played(known, see))
    return rows


def played(known: Mapping[int, Counted], see: int) -> Row:
    """The figure of runs by what has been played."""
    value = LoopValues(see, loop_solver.cycles_of(known)).first
    return _row(see, value, {size: each.samples for size, each in known.items()})


def _drawn(values: LoopValues) -> dict[int, NDArray[np.int16]]:
    """Ends of each start, by the orders that lead to each."""
    chance, results = np.random.default_rng(7), {}
    for cycle, size in zip(values.clears, LETTERS_LEFT, strict=True):
        then = [0, *(KINDS * left + held for held, left in starts_with(loop_solver.next_size(size)))]
        rows = [np.array([cycle.orders - sum(ends), *ends]) / cycle.orders for ends in cycle.ends]
        results[size] = np.array([chance.choice(then, DRAWN, p=shares) for shares in rows], np.int16)
    return results


def _row(see: int, value: float, sampled: Mapping[int, NDArray[np.int16]]) -> Row:
    lengths = lengths_of(sampled, RUNS)
    mean, error = statistics.mean(lengths), statistics.stdev(lengths) / len(lengths) ** 0.5
    off = (mean - value) / error
    note = f"{RUNS} runs; standard error {error:.2f}; the values say {value:.2f}, the mean is {off:+.1f} errors off"
    return Row(f"clears in a row, {see} pieces seen", round(mean, 2), "clears", note=note)


def replay(clear: LoopClear, number: int, ends: NDArray[np.int16], begun: Nodes | None) -> None:
    """Play some orders move by move. Raises `KibitzError` where they end otherwise."""
    start, player = clear.starts[number], LoopPlayer(clear)
    chance = random.Random(f"{start} {clear.allowed}")
    for _ in range(REPLAYED):
        order, left, letters = 0, start.left, list[int]()
        for allowed, count in zip(clear.allowed, clear.choices, strict=True):
            could = [letter for letter in range(KINDS) if left & allowed & 1 << letter]
            rank = chance.randrange(count)
            order, left = order * count + rank, after_letter(left, could[rank])
            letters.append(could[rank])
        held = player.play(number, letters, begun)
        if int(ends[order]) != (0 if held == MISSED else KINDS * left + held):
            raise KibitzError(f"{start} with {letters} ends otherwise when it is played")


def lengths_of(sampled: Mapping[int, NDArray[np.int16]], runs: int) -> list[int]:
    """The clears in a row of each run, out of ends that were drawn: [start, order] by letters left."""
    rows = {start: number for size in sampled for number, start in enumerate(starts_with(size))}
    chance, results = random.Random(7), list[int]()
    for _ in range(runs):
        held = chance.randrange(KINDS)
        start, clears = Start(held, FULL_BAG & ~(1 << held)), 0
        while end := int(chance.choice(sampled[start.left.bit_count()][rows[start]])):
            clears, start = clears + 1, Start(end % KINDS, end // KINDS)
        results.append(clears)
    return results
