"""What to add to a source so that its book is worth more: of all other ways, those that are played often enough."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from typing import NamedTuple

from ai.book.building.lines import Lines, lines_of
from ai.book.building.reach import Movement, Step, steps_of
from ai.book.building.solve import Solution
from ai.book.building.steps import Edge, mirrored, steps_of_stage
from ai.book.finding.otherwise import Way, ways_of
from ai.book.finding.use import Placed, use_of
from game.tetris.guideline.openers.position import MIRRORED, Position, mirrored_cells
from game.tetris.guideline.openers.source import Source, Stage

Tell = Callable[[int, int, str], None]


class Improved(NamedTuple):
    """Stages to be added to a source, and E(V): of the source, with all ways there are, and with these stages."""

    stages: tuple[Stage, ...]
    before: float
    most: float
    after: float


def improved(source: Source, least: float, tell: Tell = lambda done, total, what: None) -> Improved:
    """What to add to a source; `least` is the share of all games in which a stage has to be of use, 0..1."""
    lines = Lines()
    for done, total, so_far in lines_of(source, "srs"):
        lines = so_far
        tell(done, total, "stages")
    before = _solved(lines, tell).mean()
    given = {(position, edge) for position, edges in lines.edges.items() for edge in edges}
    steps, ways = steps_of("srs", Movement()), list[Way]()
    for done, total, found in ways_of(source, steps[0]):
        ways = found
        tell(done, total, "positions")
    solution = _solved(_with(lines, ways, steps), tell)
    chosen = _chosen(ways, use_of(solution, given), given, least)
    after = _solved(_with(lines, chosen, steps), tell)
    return Improved(_together(chosen), before, solution.mean(), after.mean())


def _with(lines: Lines, ways: Iterable[Way], steps: tuple[Step, Step]) -> Lines:
    """Edges and those of more ways, their mirror images among them."""
    found = Lines({position: dict(edges) for position, edges in lines.edges.items()})
    for way in ways:
        for each in (way.steps, steps_of_stage(mirrored(way.stage), "srs", steps)):
            for position, edge, value in each:
                found.add(position, edge, value)
    found.keep_mirrored()
    return found


def _solved(lines: Lines, tell: Tell) -> Solution:
    solution = Solution(lines)
    for done in solution.solved():
        tell(done, len(solution.order), "values")
    return solution


def _chosen(ways: list[Way], use: dict[Placed, float], given: set[Placed], least: float) -> list[Way]:
    """The ways that bring in most placements in use which nothing else brings in, one after the other."""
    open_use = dict[Placed, float]()
    for placed, share in use.items():
        if placed not in given:
            open_use[_folded(*placed)] = open_use.get(_folded(*placed), 0.0) + share
    brought = [{_folded(at, edge) for at, edge, _ in way.steps} & open_use.keys() for way in ways]
    chosen = list[Way]()
    waiting = [(-sum(map(open_use.__getitem__, each)), number) for number, each in enumerate(brought)]
    heapq.heapify(waiting)
    while waiting:
        promised, number = heapq.heappop(waiting)
        gain = -sum(open_use.get(placed, 0.0) for placed in sorted(brought[number]))
        if gain > -least:
            continue
        if gain > promised + 1e-12:
            heapq.heappush(waiting, (gain, number))
            continue
        chosen.append(ways[number])
        for placed in brought[number]:
            open_use.pop(placed, None)
    return chosen


def _folded(position: Position, edge: Edge) -> Placed:
    """A placement or its mirror image, whichever is smaller."""
    other = position.mirrored(), (MIRRORED[edge[0]], mirrored_cells(edge[1]))
    return min((position, edge), other)


def _together(ways: list[Way]) -> tuple[Stage, ...]:
    """One stage for each position, in the order of the number of cells."""
    found = dict[Position, Stage]()
    for way in ways:
        title, position, lines, clear = way.stage.title, way.stage.position, way.stage.lines, way.stage.clear
        known = found.get(position, Stage(title, position, (), None))
        found[position] = Stage(title, position, tuple(sorted((*known.lines, *lines))), clear or known.clear)
    return tuple(sorted(found.values(), key=lambda stage: (stage.position.cells.bit_count(), stage.position)))
