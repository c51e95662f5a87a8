"""Time for making the tables, their size, and the time for a question to files.

Method: levels 1 to 10 (with `--quick` 1 to 8) of both strains are made in an empty folder, compilation apart, packing
and writing included: CPU seconds of this process (all threads) and seconds by the clock on the wall. Then random
positions of one card more are asked for every card: cold (the files not opened yet, but in the file system's cache) and
warm. A folder with levels up to 12, named by the variable KIBITZ_BRIDGE_TABLES, is asked for 13-card deals as well.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from ai.bridge.tables.build import build, warm_up
from ai.bridge.tables.folder import Folder
from ai.bridge.tables.index import STRAINS, positions
from ai.bridge.tables.job import Built
from bench.row import Row
from game.bridge.cards import mask_of
from game.bridge.endgame import Endgame

NAME = "bridge-tables"
ABOUT = "making the tables of honeymoon bridge, their size, and questions to their files"

QUESTIONS = 200
VARIABLE = "KIBITZ_BRIDGE_TABLES"
AIMS = {10: 10.0}  # seconds on the wall for both strains


def run(quick: bool) -> list[Row]:
    """The figures."""
    highest = 8 if quick else 10
    warm_up()
    with tempfile.TemporaryDirectory() as name:
        rows = list(_making(Folder(Path(name)), highest))
        rows += _asking(Path(name), highest)
    named = os.environ.get(VARIABLE)
    if named:
        rows += _asking(Path(named), 12)
    return rows


def _making(folder: Folder, highest: int) -> Iterator[Row]:
    cpu, wall = time.process_time(), time.perf_counter()
    built = [step for step in build(folder, [highest], STRAINS) if isinstance(step, Built)]
    spent, waited = time.process_time() - cpu, time.perf_counter() - wall
    entries = sum(level.positions for level in built)
    yield Row(f"levels 1-{highest}, both strains", waited, "s", aim=AIMS.get(highest), note="wall")
    yield Row(f"levels 1-{highest}, both strains", spent, "CPU s")
    yield Row("an entry, with packing", 1e9 * spent / entries, "ns")
    for strain in STRAINS:
        size = sum(level.bytes for level in built if level.strain == strain)
        plain = sum(positions(level, strain) for level in range(1, highest + 1))
        yield Row(f"{strain} 1-{highest}", size / 1e6, "MB", note=f"{plain / 1e6:,.1f} MB as plain bytes")


def _asking(path: Path, level: int) -> Iterator[Row]:
    chance, cards = Random(1), level + 1
    for cold in (True, False):
        spent, folder = [], Folder(path)
        for _ in range(QUESTIONS):
            position = _deal(chance, cards)
            if cold:
                folder = Folder(path)  # opening and checking the file is part of the question
            else:
                folder.probe(position)
            start = time.process_time()
            folder.probe(position)
            spent.append(1e3 * (time.process_time() - start))
        what = f"every card at {cards}, {'cold' if cold else 'warm'}"
        yield Row(f"{what}, median", statistics.median(spent), "ms", aim=2.0 if cold else None)
        yield Row(f"{what}, worst", max(spent), "ms")


def _deal(chance: Random, cards: int) -> Endgame:
    dealt = chance.sample(range(52), 2 * cards)
    return Endgame(mask_of(dealt[:cards]), mask_of(dealt[cards:]), chance.choice((0, 4)))
