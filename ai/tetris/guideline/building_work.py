"""The search for setups that a queue can build, as work for a worker. Nothing here needs numba or numpy before that."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ai.work import KeptEngines, Work
from game.errors import BadInput
from game.tetris.guideline.pieces import pieces_of
from game.words import sentence


class Building(msgspec.Struct, frozen=True, kw_only=True):
    """The question which setups from a start can be built from a queue: letters behind the piece held."""

    start: str
    queue: str


class Built(msgspec.Struct, frozen=True, kw_only=True):
    """Ways to setups that can be built up to now, the last ones with `done`.

    `reason`: why the queue cannot be, as a sentence.
    """

    ways: tuple[str, ...] = ()
    reason: str = ""
    done: bool = False


class BuildingWork(Work[Building, Built]):
    """A search for setups that a queue can build."""

    kind = "building"
    orders, reports = Building, Built
    again = "searches once more"
    game = "tetris"

    def flaw(self, report: Built) -> str | None:
        from game.tetris.guideline.ranked_setups import ranked_setups

        known = {each.row.way for each in ranked_setups().of(self.order.start)}
        return None if known.issuperset(report.ways) else "found a setup that is not listed"

    @staticmethod
    def carry_out(order: Building, stored: KeptEngines) -> Iterator[Built]:
        from ai.tetris.guideline.setup_building import building
        from game.tetris.guideline.ranked_setups import ranked_setups

        results = list[str]()
        try:
            ways = [each.row.way for each in ranked_setups().of(order.start)]
            for numbers in building(order.start, pieces_of(order.queue), ways):
                results = [ways[number] for number in numbers]
                yield Built(ways=tuple(results))
        except BadInput as error:
            yield Built(reason=sentence(error), done=True)
            return
        yield Built(ways=tuple(results), done=True)
