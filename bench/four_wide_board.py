"""Length of combos in a four-wide well on a board of guideline Tetris: with the solved game, and by search.

Method: a well in the middle with `###.` in it, between walls of 30 rows, nothing in hold, five previews, bags of seven
from seeds 1 on; so 30 clears are the most there can be. Both players think with the same nodes a piece; the one that
knows the well asks the policy as long as the walls are high enough for it, and searches from then on. A combo is over
with the first piece that clears nothing. The policy is solved first where it is not there yet.
"""

from __future__ import annotations

import time
from statistics import mean, stdev

from ai import registry
from ai.engine import Limit
from ai.tetris.guideline.bots.bot import prepare
from bench.row import Row
from game.tetris.four_wide.standing import walled
from game.tetris.four_wide.well import STARTS
from game.tetris.guideline import State

NAME = "four-wide-board"
ABOUT = "how long combos last in a four-wide well on a board, with and without the solved game"
LEFT, WALLS, NODES = 3, 30, 20_000


def run(quick: bool) -> list[Row]:
    """The mean combo of both, the rows they send meanwhile, and how often the walls were used up."""
    games = 10 if quick else 100
    return [row for name in ("four-wide", "stacker") for row in _rows(name, games)]


def _rows(name: str, games: int) -> list[Row]:
    prepare(registry.create(name, None, "tetris"))
    started = time.process_time()
    ends = [_combo(name, seed) for seed in range(1, games + 1)]
    spent = (time.process_time() - started) / sum(end.tally.placed for end in ends)
    combos = [end.tally.placed for end in ends]
    error = stdev(combos) / games**0.5
    note = (
        f"{games} games, error {error:.2f}, {sum(combo >= WALLS for combo in combos)} to the end of the walls"
    )
    return [
        Row(f"combo of {name}", mean(combos), f"of {WALLS} clears", note=note),
        Row(f"rows sent by {name}", mean(end.tally.attack for end in ends), "a combo"),
        Row(f"time of {name}", 1e3 * spent, "ms a piece"),
    ]


def _combo(name: str, seed: int) -> State:
    """The position at the last clear of the combo that an engine plays with the pieces of a seed."""
    engine = registry.create(name, None, "tetris", seed=seed)
    board = walled(LEFT, STARTS[3], WALLS).short
    state = State.open({"board": board, "queue": f"seven_bag:{seed}"})
    while not state.over:
        *_, advice = engine.think(state.view(0), Limit(iterations=NODES))
        after = state.play(advice.choices[0].move)
        if not after.combo:
            break
        state = after
    return state
