"""Building a book from its source: lines, values, what is kept, the file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ai.book.building.coverage import Marks, at_hand, covering, fewest_runs, patterns_of
from ai.book.building.lines import Lines, lines_of
from ai.book.building.optimum import BookPosition, Solved
from ai.book.building.optimum import chosen as chosen_of
from ai.book.building.solve import Choices, Numbers, Solution, steps_of
from ai.book.building.steps import Edge
from ai.book.file import FOLDER, MORE, Mode, key
from ai.book.packing import Counts, counts_of, pack
from ai.book.reader import mirrored_sequences
from ai.book.units import Crew, alone
from ai.tetris.guideline.optimum import ArrayFolder, Tell, quiet
from game.errors import BadBook
from game.tetris.guideline.openers.position import START, Position
from game.tetris.guideline.openers.sequences import count, sizes
from game.tetris.guideline.openers.source import Share, Source, read

# From values to what a book keeps: the positions that its own moves lead to, and one move for each run of sequences.
#
# Neighbouring sequences share a move as long as one placement is among the best of all of them. Of a position and its
# mirror image one is kept, the smaller one, and answers for both; so whatever is chosen can be mirrored. Layer by layer
# from the empty board on it is decided which positions to keep (`building/coverage.py`): all that lead to a position
# come before it, so that all sequences that can come up in it are known by then.

NO_MOVE = FREE = -1
ROUNDING = 1e-9  # of a value that is a fraction


def folded(position: Position) -> Position:
    """The position or its mirror image, whichever comes first in a file."""
    return min(position, position.mirrored(), key=key)


def compiled(solution: Solution) -> Iterator[tuple[BookPosition, Counts]]:
    """Every position of the book, first the empty board, with what it adds to the book's size."""
    return _as_before(solution) if solution.older else _compiled(solution)


def _compiled(solution: Solution) -> Iterator[tuple[BookPosition, Counts]]:
    asked = Asked()
    asked.mark(START, np.ones(count(*START[1:]), np.bool_))
    for layer in layers_of(solution):
        numbers, weighed = dict[Position, int](), list[tuple[Position, Choices, Marks, Numbers]]()
        for position in (each for each in layer if each in asked.sequences):
            choices, after = solution.choices(position), list[int]()
            for edge in choices.edges:
                then = folded(position.after(*edge))
                needed = then not in asked.sequences and solution.mean(then) > 0
                after.append(numbers.setdefault(then, len(numbers)) if needed else FREE)
            weighed.append((position, choices, asked.sequences[position], np.array(after, np.int64)))
        patterns = (each for _, one, marks, codes in weighed for each in patterns_of(one.best, marks, codes))
        stored = np.append(covering(patterns, len(numbers)), np.ones(1, np.bool_))  # the last one is FREE
        for position, choices, marks, codes in weighed:
            best = choices.best
            moves = at_hand(best, marks, stored[codes])
            if not len(moves):  # the start, if nothing can be reached
                continue
            starts, runs = fewest_runs(best[moves], marks)
            lengths = np.diff(np.append(starts, len(marks)))
            chosen = np.repeat(np.where(runs < 0, NO_MOVE, moves[runs]), lengths)
            yield (
                _book_position(position, solution.mean(position), choices, chosen),
                _counts(position, choices, chosen),
            )
            for row in sorted(set(chosen[marks].tolist()) - {NO_MOVE}):
                asked.follow(position, choices.edges[row], marks & (chosen == row))


class Asked:
    """The positions that games by a book lead to, folded, and which of their sequences can come up."""

    def __init__(self) -> None:
        self.sequences: dict[Position, Marks] = {}

    def mark(self, position: Position, sequences: Marks) -> None:
        """These sequences of a position can come up."""
        image = folded(position)
        if image != position:
            sequences = sequences[mirrored_sequences(position.bag, position.extra)]
        known = self.sequences.get(image)
        self.sequences[image] = sequences if known is None else known | sequences

    def follow(self, position: Position, edge: Edge, sequences: Marks) -> None:
        """A placement is made with these sequences."""
        steps = steps_of(position.bag, position.extra, edge[0])
        after = position.after(*edge)
        last = sizes(after.bag, after.extra)[1][-1]
        groups = np.zeros(count(after.bag, after.extra) // last, np.bool_)
        groups[steps.groups[sequences[steps.at]]] = True
        self.mark(after, np.repeat(groups, last))


def layers_of(solution: Solution) -> list[list[Position]]:
    """All folded positions from which something is worth anything, each in a later layer than all that lead to it.

    Where a line ends the game goes on, maybe in the empty board again, which is in the first layer. Raises `BadBook`
    where other lines lead back.
    """
    depth: dict[Position, int] = {}
    order, state = list[Position](), {START: False}  # whether all behind it is done
    waiting = [(START, _behind(solution, START))]
    while waiting:
        position, behind = waiting[-1]
        then = next(behind, None)
        if then is None:
            order.append(position)
            state[position] = True
            waiting.pop()
        elif then not in state:
            state[then] = False
            waiting.append((then, _behind(solution, then)))
        elif not state[then]:
            raise BadBook(f"the lines go round in a circle at {then}")
    for position in reversed(order):
        here = depth.setdefault(position, 0)
        for then in _behind(solution, position):
            depth[then] = max(depth.get(then, 0), here + 1)
    layers: list[list[Position]] = [[] for _ in range(1 + max(depth.values()))]
    for position in sorted(depth, key=key):
        layers[depth[position]].append(position)
    return layers


def _behind(solution: Solution, position: Position) -> Iterator[Position]:
    """The folded positions behind one that are worth something, but for the start."""
    for edge in solution.lines.edges.get(position, ()):
        then = folded(position.after(*edge))
        if then != START and solution.mean(then):
            yield then


def _as_before(solution: Solution) -> Iterator[tuple[BookPosition, Counts]]:
    """The same as the older builder did it: every sequence of a kept position has a move where there is one."""
    waiting, known = [START], {START}
    for position in waiting:
        if not solution.mean(position):
            continue
        choices = solution.choices(position)
        after = [folded(position.after(*edge)) for edge in choices.edges]
        chosen = _chosen(choices)
        yield (
            _book_position(position, solution.mean(position), choices, chosen),
            _counts(position, choices, chosen),
        )
        for row in sorted(set(chosen.tolist()) - {NO_MOVE}):
            if after[row] not in known:
                known.add(after[row])
                waiting.append(after[row])


def _chosen(choices: Choices) -> Numbers:
    """By sequence: the edge, `NO_MOVE` where nothing has a value; of several that are as good the first."""
    best = choices.best
    changes = np.flatnonzero(np.any(best[:, 1:] != best[:, :-1], axis=0)) + 1
    starts = [0, *changes.tolist()]
    sets = [frozenset(np.flatnonzero(best[:, start]).tolist()) for start in starts]
    result = np.zeros(best.shape[1], np.int64)
    first = 0
    for last in range(1, len(starts) + 1):
        if last < len(starts) and (
            reduce(frozenset.intersection, sets[first : last + 1]) or not sets[last] | sets[first]
        ):
            continue
        common = reduce(frozenset.intersection, sets[first:last])
        end = starts[last] if last < len(starts) else len(result)
        result[starts[first] : end] = min(common) if common else NO_MOVE
        first = last
    return result


def _book_position(position: Position, value: float, choices: Choices, chosen: Numbers) -> BookPosition:
    starts = _starts(chosen)
    moves = tuple(None if row == NO_MOVE else choices.edges[row] for row in chosen[starts].tolist())
    return BookPosition(position, value, tuple(starts.tolist()), moves)


def _starts(chosen: Numbers) -> Numbers:
    """Return the first entry of each run."""
    return np.concatenate(([0], np.flatnonzero(np.diff(chosen)) + 1))


def _counts(position: Position, choices: Choices, chosen: Numbers) -> Counts:
    having = int(np.count_nonzero(chosen != NO_MOVE))
    runs = len(_starts(chosen))
    if position == position.mirrored():
        return Counts(1, runs, having)
    other = chosen[mirrored_sequences(position.bag, position.extra)]
    return Counts(2, runs + len(_starts(other)), 2 * having)


PARTS = ("dpc",)  # sources that only follow on others


class Built(NamedTuple):
    """A book as its file, and its numbers; see `file.Header`. A book of best play has no solution of lines."""

    source: Source
    solution: Solution | None
    positions: list[BookPosition]
    counts: Counts
    content: bytes


def names() -> list[str]:
    """Every book that has a source."""
    return sorted(path.stem for path in FOLDER.glob("*.txt") if path.stem not in PARTS)


def source_of(name: str, mode: Mode = "srs") -> Source:
    """The source of a book by its name, or in a file. Raises `BadBook`.

    Of a shipped book that is its list and what was found besides; the older mode knows the list alone.
    """
    source, more = plain_source_of(name), MORE / f"{name}.txt"
    if name.endswith(".txt") or mode == "cold-clear" or not more.exists():
        return source
    return replace(source, stages=source.stages + read(more).stages)


def plain_source_of(name: str, *, own: bool = False) -> Source:
    """The source of a book by its name, or in a file, without what was found besides. Raises `BadBook`.

    `own`: also without the stages of another source that follow.
    """
    if name.endswith(".txt"):
        return read(Path(name), own=own)
    if name not in names():
        raise BadBook(f"no book is called {name[:40]!r}; there are {', '.join(names())}")
    return read(FOLDER / f"{name}.txt", own=own)


def build(
    source: Source,
    mode: Mode = "srs",
    tell: Tell = quiet,
    crew: Crew = alone,
    parts: ArrayFolder | None = None,
) -> Built:
    """Return the book of a source, the same with any `crew` to find its lines. Raises `BadBook`."""
    if source.optimum is not None:
        return _build_optimum(source, source.optimum, mode, tell, parts)
    lines = Lines()
    for done, total, result in lines_of(source, mode, crew):
        lines = result
        tell(done, total, "units")
    solution = Solution(lines, mode == "cold-clear")
    for done in solution.solved():
        tell(done, len(solution.order), "positions")
    positions, counts = [], Counts(0, 0, 0)
    for one, more in compiled(solution):
        positions.append(one)
        counts = Counts(*(a + b for a, b in zip(counts, more, strict=True)))
    return Built(
        source, solution, positions, counts, pack(source.name, source.title, mode, positions, counts)
    )


def _build_optimum(
    source: Source, promised: Share, mode: Mode, tell: Tell, parts: ArrayFolder | None
) -> Built:
    """The book of best play; `parts` keep what is done. Raises `BadBook` where the source promises something else."""
    if mode != "srs":
        raise BadBook(f"{source.name}: best play is known by real movement (srs) only")
    positions = list(chosen_of(Solved(parts, tell), tell))
    share = Share(round(positions[0].value * promised.denominator), promised.denominator)
    if share != promised or abs(positions[0].value - share.numerator / share.denominator) > ROUNDING:
        raise BadBook(f"{source.name}: best play does not succeed in {promised}, but in {share}")
    counts = counts_of(positions)
    content = pack(source.name, source.title, mode, positions, counts, unfolded=True)
    return Built(source, None, positions, counts, content)
