"""Speed at which the kernels of guideline Tetris find placements, count sequences and cover a bag with perfect clears.

Method: all kernels are compiled before a clock starts; times are CPU seconds of this process, one core.

Placements are listed one by one with their spins, for all seven pieces in turn, on the empty field and on fields of
play: 200 fields of games in which each piece goes to the smoothest of eight placements by chance, seed 7. That is one
call of a kernel for all of them, as a search would do it. Under 20g every step and turn is followed by a fall.

Sequences are those of the queue IOLJSZT on the empty field; the last placement is counted, not listed. The count is
compared with the published one: a wrong one is an error, not a slow one. Coverages are those of the four fields that
need seven pieces of a bag; the figure is the slowest.
"""

from __future__ import annotations

import random
import statistics
import time

import numpy as np

from ai.kernel import tight
from ai.tetris.guideline.kernels.layout import MOST_PLACEMENTS, Words, field_words, ways_of
from ai.tetris.guideline.kernels.placing import list_placements
from ai.tetris.guideline.kernels.reach import ROOM_WORDS
from ai.tetris.guideline.moves import perft, placements, shortest_path
from ai.tetris.guideline.perfect_clear import coverage
from bench.row import Row, rate
from game.tetris.guideline import Field
from game.tetris.guideline.movement import Gravity
from game.tetris.guideline.pieces import pieces_of

NAME = "guideline-movement"
ABOUT = "placements of guideline Tetris a CPU second, sequences counted, and perfect clears of a whole bag"

PUBLISHED = {5: 3_497_187, 6: 67_002_200, 7: 2_647_076_135}
FIELDS, SMOOTHEST_OF, HIGHEST = 200, 8, 16
COVERED = {  # field: of 5040 queues
    "XX......../XX......../XXX......X/XXXXXXX..X/XXXXXX...X/XXXXXXX.XX": 5_038,
    "..XX....../XXXXX....X/XXXXXXX..X/XXXXXX...X/XXXXXXX.XX": 4_704,
    "...XX...../...XX...../..XXX....X/XXXXXXX..X/XXXXXX...X/XXXXXXX.XX": 4_738,
    "XX......../XXXXX....X/XXXXXXX..X/XXXXXX...X/XXXXXXX.XX": 3_508,
}


def run(quick: bool) -> list[Row]:
    """The figures; with `quick` from shorter runs and to a smaller depth."""
    runs, seconds = (3, 0.2) if quick else (5, 1.0)
    fields = _fields_of_play(FIELDS)
    empty, played = _words([Field.empty()] * 50), _words(fields)
    return [
        _listing_row("placements, fields of play", played, "0g", runs, seconds, aim=1e6),
        _listing_row("placements, empty field", empty, "0g", runs, seconds),
        _listing_row("placements, fields of play, 20g", played, "20g", runs, seconds),
        *_counting_rows(5 if quick else 7),
        _coverage_row(1 if quick else 3),
        _path_row(fields, runs, seconds),
    ]


@tight
def _list_all(fields: Words, ways: int, result: Words, room: Words) -> int:
    """List the placements of every piece on every field; how many they are."""
    total = 0
    for number in range(len(fields)):
        for piece in range(7):
            total += list_placements(fields[number], piece, ways, result, room)
    return total


def _words(fields: list[Field]) -> Words:
    return np.array([field_words(field) for field in fields])


def _fields_of_play(count: int) -> list[Field]:
    dice, field = random.Random(7), Field.empty()
    fields: list[Field] = []
    while len(fields) < count:
        places = placements(field, dice.randrange(7))
        if not places or field.height > HIGHEST:
            field = Field.empty()
            continue
        tried = (dice.choice(places) for _ in range(SMOOTHEST_OF))
        field = min((field.place(*at[:4])[0] for at in tried), key=_roughness)
        fields.append(field)
    return fields


def _roughness(field: Field) -> int:
    return sum(height**2 for height in field.heights) + 20 * (sum(field.heights) - field.cells)


def _listing_row(
    what: str, fields: Words, gravity: Gravity, runs: int, seconds: float, aim: float | None = None
) -> Row:
    result, room, ways = (
        np.zeros(MOST_PLACEMENTS, np.int64),
        np.zeros(ROOM_WORDS, np.int64),
        ways_of(gravity=gravity),
    )
    listed = rate(lambda: _list_all(fields, ways, result, room), seconds, runs)
    each = _list_all(fields, ways, result, room) / len(fields) / 7
    note = f"median of {runs} runs; {each:.1f} a piece, {each / listed * 1e9:,.0f} ns a list"
    return Row(what, listed, "a CPU second", aim=aim, least=aim, note=note)


def _counting_rows(depth: int) -> list[Row]:
    field, queue = Field.empty(), pieces_of("IOLJSZT")
    perft(field, queue, 2)
    start = time.process_time()
    nodes = perft(field, queue, depth)
    spent = time.process_time() - start
    if nodes != PUBLISHED[depth]:
        raise ValueError(f"{nodes:,} sequences of {depth}; published are {PUBLISHED[depth]:,}")
    note = f"{nodes:,} as published, in {spent:.3g} CPU s"
    return [Row(f"sequences of {depth} placements", nodes / spent, "a CPU second", note=note, work=nodes)]


def _coverage_row(runs: int) -> Row:
    bag = pieces_of("IOTLJSZ")
    slowest = 0.0
    coverage(Field.parse("....xxxxxx"), bag)
    for text, solved in COVERED.items():
        times = []
        for _ in range(runs):
            start = time.process_time()
            result = coverage(Field.parse(text), bag)
            times.append(time.process_time() - start)
            if result.solved != solved:
                raise ValueError(f"{result.solved:,} queues of {text}; published are {solved:,}")
        slowest = max(slowest, statistics.median(times))
    note = f"slowest of {len(COVERED)} fields, median of {runs} runs each, all as published; has to stay below 60"
    return Row("perfect clears of 5040 queues", slowest, "CPU s", note=note)


def _path_row(fields: list[Field], runs: int, seconds: float) -> Row:
    dice = random.Random(7)
    asked = [(field, dice.choice(placements(field, 2))) for field in fields if placements(field, 2)]

    def ask() -> int:
        for field, at in asked:
            shortest_path(field, at)
        return len(asked)

    return Row(
        "ways to a placement of the T", rate(ask, seconds, runs), "a CPU second", note="called from Python"
    )
