"""CPU time of the questions that players ask about perfect clears of four rows.

Method: all kernels are compiled and the graph of the first perfect clear is made before a clock starts (half a minute
where the cache folder does not have it); times are CPU seconds of this process, one core. Queues are dealt in bags,
seed 5. `before` in a note is the same question to the search of 34117cd on the same machine, in the same hour.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from itertools import permutations
from typing import TypeVar

import numpy as np

from ai.tetris.guideline.covering import cover, drawn_on
from ai.tetris.guideline.first_clears import FirstClears
from ai.tetris.guideline.moves import placements
from ai.tetris.guideline.pattern_clears import PatternClears
from ai.tetris.guideline.perfect_clear import first_perfect_clear, ways_of_queue
from bench.row import Row
from game.tetris.guideline import Field, fumen
from game.tetris.guideline.patterns import Pattern

NAME = "perfect-clears"
ABOUT = "CPU time of first perfect clears, of known queues and of fields on the way there"

ROWS, PIECES = 4, 10
_DRAWN = "v115@vhFRQJUGJKJJvMJTNJGBJ"
One = TypeVar("One")
_BEHIND = np.array([*permutations(range(7), 4)], np.int8)


def run(quick: bool) -> list[Row]:
    """The figures; with `quick` of fewer queues."""
    graph = FirstClears.made()
    count, dice = (50 if quick else 1_000), random.Random(5)
    queues = [_dealt(dice, PIECES) for _ in range(count)]
    ten = _times(queues, lambda queue: first_perfect_clear(Field.empty(), queue, rows=ROWS))
    rows = [
        Row("ten known pieces, a clear, mean", 1e3 * statistics.mean(ten), "CPU ms", aim=10),
        Row("ten known pieces, a clear, worst", 1e3 * max(ten), "CPU ms", aim=250),
    ]
    few = [_dealt(dice, PIECES + 1) for _ in range(5)]
    every = _times(few, lambda queue: ways_of_queue(Field.empty(), ROWS, queue))
    rows.append(Row("eleven known pieces, all ways", statistics.median(every), "CPU s", note="before: 3.3"))
    if graph is not None:
        bags = _times([_dealt(dice, 7) for _ in range(20)], lambda bag: _of_bag(graph, bag))
        rows.insert(
            0,
            Row("seven known pieces, 840 orders, what is kept", max(bags), "CPU s", aim=0.5),
        )
    for left in (7, 8, 9):
        fields = [_started(dice, PIECES - left) for _ in range(4 if quick else 40)]
        known = _times(fields, lambda one: ways_of_queue(one[0], ROWS, one[1]))
        rows.append(
            Row(f"a field, {left} known pieces left, all ways, worst", 1e3 * max(known), "CPU ms", aim=50)
        )
    boxes = [Field.parse("/".join([f"{'X' * left}......{'X' * (4 - left)}"] * ROWS)) for left in range(5)]
    percent, path = _times(boxes, _percent), _times(boxes, _path)
    return [
        *rows,
        Row(
            "six open pieces, *p7: percent and saves",
            statistics.median(percent),
            "CPU s",
            aim=0.5,
            note="before: 0.46",
        ),
        Row("six open pieces, *p7: solutions, minimal set", statistics.median(path), "CPU s", aim=0.5),
        Row("a cover of six pieces, *p7", statistics.median(_times([_DRAWN] * 5, _cover)), "CPU s", aim=0.5),
    ]


def _percent(field: Field) -> PatternClears:
    clears = PatternClears(field, Pattern.parse("*p7"), rows=ROWS)
    assert clears.saves
    return clears


def _path(field: Field) -> None:
    assert _percent(field).pictures.minimal


def _cover(drawn: str) -> None:
    assert cover(drawn_on(fumen.read(drawn)), Pattern.parse("*p7").queues).any()


def _of_bag(graph: FirstClears, bag: list[int]) -> None:
    start = graph.start(Field.empty(), bag)
    assert start is not None
    graph.savable(start, bag, _BEHIND)


def _times(cases: list[One], ask: Callable[[One], object]) -> list[float]:
    """The CPU seconds of each question, the first one asked once before."""
    ask(cases[0])
    seconds = []
    for case in cases:
        start = time.process_time()
        ask(case)
        seconds.append(time.process_time() - start)
    return seconds


def _dealt(dice: random.Random, count: int) -> list[int]:
    queue = list[int]()
    while len(queue) < count:
        queue += dice.sample(range(7), 7)
    return queue[:count]


def _started(dice: random.Random, count: int) -> tuple[Field, list[int]]:
    """A field in four rows with so many pieces of a queue put anywhere, and the rest of the queue."""
    queue = _dealt(dice, PIECES + 1)
    while True:
        field = Field.empty()
        for piece in queue[:count]:
            low = [at for at in placements(field, piece) if max(y for _, y in at.cells) < ROWS]
            if not low:
                break
            field = field.place(*dice.choice(low)[:4])[0]
        else:
            if (4 * (PIECES - count) + field.cells) == 40:
                return field, queue[count:]
