"""Time for the exact value of a random 13-card deal, without any file and with tables in memory.

Method: deals from a fixed seed, trumps and no-trump in turns; CPU time of this process per question, median and worst.
The table of results is as a player has it, 2^17 entries, and is emptied before each deal ("cold") or kept over all of
them ("warm", where earlier deals help a little). Nodes are positions expanded, the same number on every machine.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from ai.bridge.solver.room import NODES, Levels
from ai.bridge.solver.solver import Solver
from ai.bridge.tables.build import build
from ai.bridge.tables.folder import Folder
from bench.row import Row
from game.bridge.cards import mask_of
from game.bridge.endgame import Endgame

NAME = "bridge-solver"
ABOUT = "CPU milliseconds to the exact tricks of a random 13-card deal"

DEALS = 400


def run(quick: bool) -> list[Row]:
    """The figures; with `quick` over fewer deals and with tables up to level 8."""
    deals, highest = (50, 8) if quick else (DEALS, 10)
    rows = list(_rows("no table", None, deals, 5.0, 50.0))
    with tempfile.TemporaryDirectory() as name:
        folder = Folder(Path(name))
        for _ in build(folder, [highest], ["trump", "notrump"]):
            pass
        began = time.process_time()
        levels = folder.memory(highest)
        rows.append(Row(f"levels 1-{highest} into memory", time.process_time() - began, "CPU s"))
        aim = 1.0 if highest == 10 else None
        rows += _rows(f"levels 1-{highest}", levels, deals, aim, None)
    return rows


def _rows(
    what: str, levels: Levels | None, deals: int, aim: float | None, worst: float | None
) -> Iterator[Row]:
    solver = Solver(levels)
    solver.cards(_deal(Random(0), 0))
    chance = Random(1)
    positions = [_deal(chance, number) for number in range(deals)]
    questions: list[tuple[str, Callable[[Endgame], object]]]
    questions = [("one value", solver.tricks), ("every card", solver.cards)]
    for name, ask in questions:
        for stored in ("cold", "warm"):
            spent, nodes = [], []
            for position in positions:
                if stored == "cold":
                    solver.room.results[:] = 0
                solver.room.tally[:] = 0
                start = time.process_time()
                ask(position)
                spent.append(1e3 * (time.process_time() - start))
                nodes.append(int(solver.room.tally[NODES]))
            median, slowest = (aim, worst) if name == "every card" else (None, None)
            note = f"{deals} deals, {statistics.mean(nodes):,.0f} nodes on average"
            yield Row(
                f"{what}, {name}, {stored}, median", statistics.median(spent), "ms", aim=median, note=note
            )
            yield Row(f"{what}, {name}, {stored}, worst", max(spent), "ms", aim=slowest, note=note)


def _deal(chance: Random, number: int) -> Endgame:
    dealt = chance.sample(range(52), 26)
    return Endgame(mask_of(dealt[:13]), mask_of(dealt[13:]), 4 if number % 2 else chance.randrange(4))
