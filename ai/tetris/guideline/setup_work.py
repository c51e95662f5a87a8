"""The search for setups as work for a worker, its question and its reports. Nothing here needs numba before it runs."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

import msgspec

from ai.tetris.guideline.clear_search import MOST_WAYS, placements_of
from ai.work import KeptEngines, Work
from game.errors import BadInput, KibitzError
from game.words import sentence

SLICE_SECONDS = 0.05  # between reports
MUST, MAY = "I", "O"  # colours of cells that must be filled, and of those that may be


class SetupSearch(msgspec.Struct, frozen=True, kw_only=True):
    """A search for sets of pieces that fill the cells of a board in the colour `MUST`, and those in `MAY` if need be.

    `board` has the rows in the letters of their colours, parted by `/`; `pattern` are the queues behind the piece held.
    """

    board: str
    pattern: str
    hold: str = ""
    holding: bool = True
    kicks: str = "srs"


class BuiltSetup(msgspec.Struct, frozen=True, kw_only=True):
    """A setup: its placements in one order, parted by `/`, the number of its queues, and of rows that go on the way."""

    way: str
    queues: int
    cleared: int = 0


class Setups(msgspec.Struct, frozen=True, kw_only=True):
    """Results up to now, the last one with `done`: the first of `count` setups, those of most queues first.

    One of them can be built with `covered` of all `queues`. `start` has the rows without the cells to be filled.
    `reason`: why there is nothing to search, as a sentence.
    """

    queues: int = 0
    covered: int = 0
    count: int = 0
    setups: tuple[BuiltSetup, ...] = ()
    start: str = ""
    reason: str = ""
    done: bool = False


class SetupWork(Work[SetupSearch, Setups]):
    """A search for setups."""

    kind = "setups"
    orders, reports = SetupSearch, Setups
    again = "searches once more"
    game = "tetris"

    def flaw(self, report: Setups) -> str | None:
        if not 0 <= report.covered <= report.queues or not len(report.setups) <= min(MOST_WAYS, report.count):
            return "lost count of its setups"
        try:
            for each in report.setups:
                placements_of(each.way)
                if not 0 <= each.queues <= report.queues:
                    return "lost count of its queues"
        except KibitzError as error:
            return f"found what is no setup ({error})"
        return None

    @staticmethod
    def carry_out(order: SetupSearch, stored: KeptEngines) -> Iterator[Setups]:
        try:
            yield from _search(order)
        except BadInput as error:
            yield Setups(reason=sentence(error), done=True)


def _search(order: SetupSearch) -> Iterator[Setups]:
    import numpy as np

    from ai.tetris.guideline.covering import way_of
    from ai.tetris.guideline.setups import Setup, Supply, setups
    from game.tetris.guideline.patterns import Pattern
    from game.tetris.guideline.pieces import piece_of
    from game.tetris.guideline.srs import system_of
    from game.tetris.guideline.target import read_target

    system, hold = system_of(order.kicks), piece_of(order.hold) if order.hold else None
    target = read_target(order.board, MUST, MAY)
    supply = Supply(Pattern.parse(order.pattern), hold, holding=order.holding, combination=False)
    known = Setups(queues=len(supply.queues), start=target.field.short)
    results = list[Setup]()
    began = perf_counter()
    for each in setups(target, supply, system, across=True):
        if each is not None:
            results.append(each)
        if perf_counter() - began > SLICE_SECONDS:
            yield msgspec.structs.replace(known, count=len(results))
            began = perf_counter()
    results.sort(key=lambda each: (-each.queues, len(each.placed), each.placed))
    built = tuple(
        BuiltSetup(
            way="/".join(map(str, way_of(target.field, each.placed, system))),
            queues=each.queues,
            cleared=each.cleared,
        )
        for each in results[:MOST_WAYS]
    )
    covered = int(np.logical_or.reduce([each.covered for each in results]).sum()) if results else 0
    yield msgspec.structs.replace(known, count=len(results), covered=covered, setups=built, done=True)
