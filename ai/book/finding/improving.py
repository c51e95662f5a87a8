"""Search for additions to a source that raise the chance of its book.

Of all other ways, those that are played often enough.
"""

from __future__ import annotations

import heapq
from collections.abc import Container, Iterable, Iterator
from typing import NamedTuple

import numpy as np

from ai.book.build import folded
from ai.book.building.lines import Lines, lines_of
from ai.book.building.solve import Choices, Numbers, Solution, Values
from ai.book.building.solve import steps_of as solved_steps
from ai.book.building.steps import GOES_ON, Edge, Movement, Step, mirrored, orders, steps_of, steps_of_stage
from ai.book.finding.fillings import fillings, position_after, supply_of
from ai.tetris.guideline.optimum import Tell, quiet
from game.tetris.guideline.openers.position import MIRRORED, NO_EXTRA, START, Position, mirrored_cells
from game.tetris.guideline.openers.sequences import count, sizes
from game.tetris.guideline.openers.source import Clear, DrawnPiece, Line, Source, Stage

# What a source draws: the fields that its lines build, full rows left standing, and what ends them.


class Pictures(NamedTuple):
    """The fields of a source by their number of cells: `whole` ones, and those on the way to them as well.

    `ends` are the single placements that end a line and `clears` the numbers of pieces of perfect clears, by field.
    """

    whole: frozenset[int]
    by_count: dict[int, tuple[int, ...]]
    ends: dict[int, tuple[Line, ...]]
    clears: dict[int, frozenset[int]]

    def above(self, cells: int, pieces: int) -> Iterator[int]:
        """The pictures that so many pieces make of a field."""
        for picture in self.by_count.get(cells.bit_count() + 4 * pieces, ()):
            if not cells & ~picture:
                yield picture


def pictures_of(source: Source, step: Step) -> Pictures:
    """All pictures of a source and of its mirror image; `step` says what can be placed."""
    whole, every = set[int](), set[int]()
    ends, clears = dict[int, list[Line]](), dict[int, set[int]]()
    for stage in dict.fromkeys(one for each in source.stages for one in (each, mirrored(each))):
        whole.add(stage.position.cells)
        for line in stage.lines:
            if line.value is not None:
                ends.setdefault(stage.position.cells, []).append(line)
                continue
            every.update(filled for *_, filled in orders(stage.position, line, step))
            whole.add(stage.position.cells | sum(one.cells for one in line.pieces))
        if stage.clear is not None:
            clears.setdefault(stage.position.cells, set()).add(stage.clear.pieces)
    return Pictures(
        frozenset(whole),
        _by_count(every | whole),
        {cells: tuple(dict.fromkeys(lines)) for cells, lines in ends.items()},
        {cells: frozenset(pieces) for cells, pieces in clears.items()},
    )


def _by_count(every: set[int]) -> dict[int, tuple[int, ...]]:
    results = dict[int, list[int]]()
    for cells in sorted(every):
        results.setdefault(cells.bit_count(), []).append(cells)
    return {count: tuple(all_cells) for count, all_cells in results.items()}


# Every other way to build what a source draws: other pieces for the same cells, other bags, a piece held over a bag.
#
# From the empty board on, each picture of the source that the letters of a bag can make is filled in all ways. What is
# left of the letters then is another position with a field that is known, and from there it goes on. So the fields are
# those of the source, and its spins and clears with them; what changes is which pieces make them, and when.

MOST_POSITIONS = 500


class Alternative(NamedTuple):
    """A stage of one line or one clear, and all its steps."""

    stage: Stage
    steps: tuple[tuple[Position, Edge, float], ...]


def ways_of(source: Source, step: Step) -> Iterator[tuple[int, int, list[Alternative]]]:
    """Every way there is: how many positions are done, how many are known, the ways so far."""
    pictures, titles = pictures_of(source, step), _titles(source)
    given = {(stage.position, stage.clear) for stage in source.stages}
    alternatives, waiting, known = list[Alternative](), [START], {START}
    for done, position in enumerate(waiting, 1):
        title = titles.get(position.cells, "Between two bags")
        for way, then in _fillings_of(position, pictures, title, step):
            alternatives.append(way)
            if then is not None and folded(then) not in known and len(known) < MOST_POSITIONS:
                known.add(folded(then))
                waiting.append(folded(then))
        for clear in _clears_of(position, pictures):
            stage = Stage(title, position, (), clear)
            if (position, clear) not in given:
                alternatives.append(Alternative(stage, tuple(steps_of_stage(stage, "srs", (step, step)))))
        yield done, len(waiting), alternatives


def _titles(source: Source) -> dict[int, str]:
    """Return the source's titles of its fields and of their mirror images."""
    return {
        position.cells: stage.title
        for stage in reversed(source.stages)
        for position in (stage.position.mirrored(), stage.position)
    }


def _fillings_of(
    position: Position, pictures: Pictures, title: str, step: Step
) -> Iterator[tuple[Alternative, Position | None]]:
    """Every way to a picture with letters of this bag, and where it leads: None for the end of a line."""
    supply = supply_of(position)
    for line in pictures.ends.get(position.cells, ()):
        if all(supply[piece] >= _count(line, piece) for piece in range(7)):
            yield _way(Stage(title, position, (line,), None), step), None
    for pieces in range(1, sum(supply) + 1):
        for picture in pictures.above(position.cells, pieces):
            if pieces < sum(supply) - 1 and picture not in pictures.whole:
                continue  # a field on the way matters where a bag ends, with one piece held over or none
            for filled in fillings(picture & ~position.cells, supply):
                line = Line(tuple(DrawnPiece(piece, at, False) for piece, at in sorted(filled)), None)
                way = _way(Stage(title, position, (line,), None), step, picture)
                if way.steps:
                    yield way, position_after(position, filled)


def _count(line: Line, piece: int) -> int:
    return sum(one.piece == piece for one in line.pieces)


def _way(stage: Stage, step: Step, picture: int | None = None) -> Alternative:
    """A way with its steps; without any, if the picture is never reached."""
    steps = list(orders(stage.position, stage.lines[0], step))
    if picture is not None and all(filled != picture for *_, filled in steps):
        return Alternative(stage, ())
    return Alternative(stage, tuple(one[:3] for one in steps))


def _clears_of(position: Position, pictures: Pictures) -> Iterator[Clear]:
    """The perfect clears that the source has on this field, with these letters."""
    for pieces in sorted(pictures.clears.get(position.cells, ())):
        yield Clear(pieces, position.extra != NO_EXTRA)


# How often each placement of a book is played, if all that it can choose is equally good by its values.

Placed = tuple[Position, Edge]
_NOBODY = 1e-9  # of all games


def use_of(solution: Solution, first: Container[Placed]) -> dict[Placed, float]:
    """By placement: in how many of all games from the empty board it is played, 0..1.

    Of placements that are equally good one of `first` is played, if there is one.
    """
    at = {START: np.full(_sequences(START), 1 / _sequences(START))}
    results = dict[Placed, float]()
    for position in reversed(solution.order):
        games = at.pop(position, None)
        if games is None:
            continue
        choices = solution.choices(position)
        picked = _picked(position, choices, first)
        for row in sorted(set(picked.tolist()) - {-1}):
            share = float(games[picked == row].sum())
            if share <= _NOBODY:
                continue
            edge = choices.edges[row]
            results[position, edge] = share
            then = position.after(*edge)
            if solution.lines.edges[position][edge] == GOES_ON and then in solution.lines.edges:
                _pass_on(position, edge[0], np.where(picked == row, games, 0.0), then, at)
    return results


def _picked(position: Position, choices: Choices, first: Container[Placed]) -> Numbers:
    """By sequence: the placement that is played, -1 for none."""
    best = choices.best
    picked = np.full(best.shape[1], -1, np.int64)
    for row in sorted(range(len(best)), key=lambda each: (position, choices.edges[each]) in first):
        picked[best[row]] = row
    return picked


def _pass_on(
    position: Position, piece: int, games: Values, then: Position, at: dict[Position, Values]
) -> None:
    """Add games to the position they lead to; the letter not seen yet is any of those that can come."""
    steps, last = solved_steps(position.bag, position.extra, piece), sizes(then.bag, then.extra)[1][-1]
    groups = np.bincount(steps.groups, games[steps.at], _sequences(then) // last)
    at[then] = at.get(then, 0.0) + np.repeat(groups / last, last)


def _sequences(position: Position) -> int:
    return count(position.bag, position.extra)


class Improved(NamedTuple):
    """Stages to be added to a source, and E(V): of the source, with all ways there are, and with these stages."""

    stages: tuple[Stage, ...]
    before: float
    most: float
    after: float


def improved(source: Source, least: float, tell: Tell = quiet) -> Improved:
    """Return additions to a source that raise the chance of its book.

    `least` is the share of all games in which a stage has to be of use, 0..1.
    """
    lines = Lines()
    for done, total, so_far in lines_of(source, "srs"):
        lines = so_far
        tell(done, total, "stages")
    before = _solved(lines, tell).mean()
    given = {(position, edge) for position, edges in lines.edges.items() for edge in edges}
    steps, ways = steps_of("srs", Movement()), list[Alternative]()
    for done, total, alternatives in ways_of(source, steps[0]):
        ways = alternatives
        tell(done, total, "positions")
    solution = _solved(_with(lines, ways, steps), tell)
    chosen = _chosen(ways, use_of(solution, given), given, least)
    after = _solved(_with(lines, chosen, steps), tell)
    return Improved(_together(chosen), before, solution.mean(), after.mean())


def _with(lines: Lines, ways: Iterable[Alternative], steps: tuple[Step, Step]) -> Lines:
    """Edges and those of more ways, their mirror images among them."""
    result = Lines({position: dict(edges) for position, edges in lines.edges.items()})
    for way in ways:
        for each in (way.steps, steps_of_stage(mirrored(way.stage), "srs", steps)):
            for position, edge, value in each:
                result.add(position, edge, value)
    result.keep_mirrored()
    return result


def _solved(lines: Lines, tell: Tell) -> Solution:
    solution = Solution(lines)
    for done in solution.solved():
        tell(done, len(solution.order), "values")
    return solution


def _chosen(
    ways: list[Alternative], use: dict[Placed, float], given: set[Placed], least: float
) -> list[Alternative]:
    """The ways that bring in most placements in use which nothing else brings in, one after the other."""
    open_use = dict[Placed, float]()
    for placed, share in use.items():
        if placed not in given:
            open_use[_folded(*placed)] = open_use.get(_folded(*placed), 0.0) + share
    brought = [{_folded(at, edge) for at, edge, _ in way.steps} & open_use.keys() for way in ways]
    chosen = list[Alternative]()
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


def _together(ways: list[Alternative]) -> tuple[Stage, ...]:
    """One stage for each position, in the order of the number of cells."""
    stages = dict[Position, Stage]()
    for way in ways:
        title, position, lines, clear = way.stage.title, way.stage.position, way.stage.lines, way.stage.clear
        known = stages.get(position, Stage(title, position, (), None))
        stages[position] = Stage(title, position, tuple(sorted((*known.lines, *lines))), clear or known.clear)
    return tuple(
        sorted(stages.values(), key=lambda stage: (stage.position.cells.bit_count(), stage.position))
    )
