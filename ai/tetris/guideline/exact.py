"""The most rows of attack, or of garbage dug, that known pieces can make: proved, since everything is tried.

Of what can be placed first, all that is as good as the best is found.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import numpy as np

from ai.tetris.guideline.kernels import exact as kernels
from ai.tetris.guideline.kernels.counting import NO_PIECE
from ai.tetris.guideline.kernels.layout import MOST_PLACEMENTS, Words, placement_of, ways_of
from ai.tetris.guideline.kernels.reach import ROOM_WORDS, ROW_WORDS
from ai.tetris.guideline.kernels.row_field import OUTLINE_WORDS, field_rows
from ai.tetris.guideline.stacker.judgement import CHAINS, COMBOS, attacks_of
from game.tetris.guideline import Placement, State
from game.tetris.guideline.attack import AttackTable
from game.tetris.guideline.placement import FULL, MINI

TABLE_BITS = 20  # 2^20 positions of 16 bytes
Goal = Literal["attack", "garbage"]
_GOALS: tuple[Goal, ...] = ("attack", "garbage")


class ExactSearch:
    """One search after the other in the same arrays; not to be shared between threads."""

    def __init__(self, table_bits: int = TABLE_BITS) -> None:
        self._table = np.zeros(2 << table_bits, np.int64)
        self._epoch = 0
        self.nodes = 0

    def most(
        self, state: State, pieces: int, goal: Goal = "attack", garbage: int = 0, slack: int = 0
    ) -> dict[Placement, int]:
        """The most that each first placement makes with `pieces` placed; at least all that make the most are there.

        `garbage`: how many of the lowest rows count as such. With `slack` those are there, too, that make so much
        less. The pieces are those that hold and queue give; no rows may be waiting.
        """
        assert not state.garbage.waiting, "rows that come up are not known to this search"
        held, queue = _pieces(state, pieces)
        steps = np.zeros((pieces + 1, kernels.STEP_WORDS), np.int64)
        fields = np.zeros((pieces + 1, ROW_WORDS), np.int64)
        fields[0] = field_rows(state.field)
        steps[0, [kernels.HELD, kernels.CHAIN, kernels.COMBO, kernels.MARKED]] = (
            held, min(state.chain, CHAINS - 1), min(state.combo, COMBOS - 1), garbage
        )  # fmt: skip
        self._epoch += 1
        listed = np.zeros((pieces + 1, 2 * MOST_PLACEMENTS), np.int64)
        worth, counters = np.zeros(2 * MOST_PLACEMENTS, np.int64), np.zeros(kernels.COUNTERS, np.int64)
        kernels.most(
            fields, np.zeros((pieces + 1, OUTLINE_WORDS), np.int64), steps, listed, worth,
            np.array(queue, np.int64), self._table, self._game(state, pieces, _GOALS.index(goal), slack),
            attacks_of(state.rules.attack), counters, np.zeros(ROOM_WORDS, np.int64),
        )  # fmt: skip
        self.nodes += int(counters[kernels.NODES])
        count = int(steps[0, kernels.LISTED])
        return {
            placement_of(int(listed[0, number])): int(worth[number])
            for number in range(count)
            if worth[number] != kernels.NOT_NEEDED
        }

    def _game(self, state: State, pieces: int, goal: int, slack: int) -> Words:
        rules, game = state.rules, np.zeros(kernels.GAME_WORDS, np.int64)
        game[kernels.GOAL], game[kernels.SLACK], game[kernels.EPOCH] = goal, slack, self._epoch
        game[kernels.WAYS] = ways_of(rules.kicks, rules.start, rules.gravity, rules.spins)
        game[kernels.CHAINING] = rules.attack.perfect_chains
        limits = _limits(rules.attack, state.chain + pieces, state.combo + pieces)
        game[[kernels.BY_FALL, kernels.BY_SPIN, kernels.MOST_FALL, kernels.MOST_SPIN, kernels.PERFECT]] = (
            limits
        )
        return game


def _pieces(state: State, pieces: int) -> tuple[int, list[int]]:
    """The piece held and those behind it, as many as can matter: an empty hold is as good as the first piece held."""
    queue = list(state.queue.pieces(pieces + 1))
    if not state.rules.hold:
        return NO_PIECE, queue[:pieces]
    return (queue.pop(0) if state.hold is None else state.hold), queue[:pieces]


@lru_cache(maxsize=256)
def _limits(table: AttackTable, chain: int, combo: int) -> tuple[int, ...]:
    """The most that a row is worth, and a clear, with a plain fall and with a spin, in parts; and a perfect clear."""
    chain, combo = min(chain, CHAINS - 1), min(combo, COMBOS - 1)

    def attack(rows: int, spin: int, chain: int, combo: int, *, perfect: bool = False) -> int:
        return table.attack(table.clear(rows, spin, chain, combo, perfect=perfect))

    plain = {
        rows: max(attack(rows, 0, each, n) for each in range(chain + 1) for n in range(combo + 1))
        for rows in range(1, 5)
    }
    spun = {
        rows: max(
            attack(rows, spin, each, n)
            for spin in (MINI, FULL) for each in range(chain + 1) for n in range(combo + 1)
        )
        for rows in range(1, 4)
    }  # fmt: skip
    perfect = max(
        attack(rows, spin, chain, combo, perfect=True)
        - (0 if table.perfect_is_total else attack(rows, spin, chain, combo))
        for rows, spin in ((1, 0), (2, 0), (3, 0), (4, 0), (1, FULL), (2, FULL), (3, FULL))
    )

    def parts(worth: dict[int, int]) -> int:
        return max(-(-kernels.PARTS * made // rows) for rows, made in worth.items())

    most = (max(plain.values()) * kernels.PARTS, max(spun.values()) * kernels.PARTS)
    return parts(plain), max(parts(plain), parts(spun)), *most, max(0, perfect)
