"""Looking a finished book over: its runs, its moves, and, against its source, every value."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from ai.book.book import Book
from ai.book.build import ROUNDING, Asked, folded, layers_of, source_of
from ai.book.building.coverage import Marks
from ai.book.building.lines import Lines, lines_of
from ai.book.building.optimum import PIECES_OF_CLEAR, Solved, unit_size
from ai.book.building.solve import Solution
from ai.book.building.steps import GOES_ON, Edge, Movement
from ai.book.file import FULL_VALUE
from ai.book.reader import BookReader, Entry
from game.tetris.guideline.openers.position import MIRRORED, START, Position, cells_at, mirrored_cells
from game.tetris.guideline.openers.sequences import count
from game.tetris.guideline.openers.source import Share

HALF_A_STEP = 0.51 / FULL_VALUE + 0.00005  # a value is kept in so many steps, and told with four digits


def problems(book: Book, *, deep: bool = False) -> Iterator[str]:
    """Yield the problems of a book: nothing, if all is well. Raises `BadBook`.

    `deep` solves it again: every value, every sequence of every position, every number it tells of itself.
    """
    source = source_of(book.header.name, book.header.mode)
    if source.optimum is not None:
        yield from _problems_of_optimum(book, source.optimum, deep=deep)
        return
    entries = list(BookReader(book.path).entries())
    known, movement = {entry.position for entry in entries}, Movement()
    lines = Lines()
    for _, _, result in lines_of(source, book.header.mode):
        lines = result
    for entry in entries:
        yield from _wrong_runs(entry)
        yield from _wrong_moves(entry, movement, lines, known, book.header.mode == "srs")
    if deep:
        older = book.header.mode == "cold-clear"
        solution = Solution(lines, older)
        for _ in solution.solved():
            pass
        asked = {} if older else _asked(entries, solution)
        for entry in entries:
            yield from _wrong_values(entry, solution, asked.get(entry.position))
        yield from _wrong_header(book, entries, solution)
        yield from _not_led_to(entries)


# -- of best play --


def _problems_of_optimum(book: Book, promised: Share, *, deep: bool) -> Iterator[str]:
    """The same of a book of best play: each of its positions can be reached by its own moves, level by level."""
    book_reader = BookReader(book.path)
    if abs(book.header.value - promised.numerator / promised.denominator) > ROUNDING:
        yield f"the book says it is worth {book.header.value}; the source says {promised}"
    movement, solved, counted = Movement(), Solved() if deep else None, [0, 0, 0]
    here = {START}
    led = set(here)
    for level in range(PIECES_OF_CLEAR):
        following = set[Position]()
        for position in sorted(here):
            entry = book_reader.find(position)
            if entry is None:
                continue
            having = sum(
                end - start
                for start, end, move in zip(entry.starts, entry.ends, entry.moves, strict=True)
                if move is not None
            )
            counted = [counted[0] + 1, counted[1] + len(entry.starts), counted[2] + having]
            yield from _repeated_runs(entry)
            for move in set(entry.moves) - {None}:
                assert move is not None
                at = cells_at(*move[:4])
                if at is None or at & position.cells:
                    yield f"{position}: {move} lies on filled cells"
                    continue
                if movement.reached(position.cells, move.piece).get(at) != move.spin:
                    yield f"{position}: {move} cannot be reached"
                after = position.after(move.piece, at)
                following.add(after)
                if level == PIECES_OF_CLEAR - 1 and after.cells:
                    yield f"{position}: {move} leaves cells behind"
                if level < PIECES_OF_CLEAR - 1 and book_reader.number(after) is None:
                    yield f"{position}: {move} leads out of the book"
            if solved is not None:
                yield from _not_best(entry, level, solved)
        here = following
        led |= here
    yield from (
        f"{each.position}: no move of the book leads here"
        for each in book_reader.places
        if each.position not in led
    )
    header = book.header
    if counted != [header.positions, header.runs, header.combinations]:
        sizes = f"{counted[0]:,} positions, {counted[1]:,} runs and {counted[2]:,} sequences with a move"
        yield f"the book has {sizes}; it says otherwise"


def _not_best(entry: Entry, level: int, solved: Solved) -> Iterator[str]:
    """Values and moves that are not those of best play; only sequences that come up need a move."""
    position = entry.position
    state = solved.state_of(position, level)
    if state is None:
        yield f"{position}: from here nothing leads to the end"
        return
    options = solved.options(level, state)
    if abs(options.value - entry.value) > HALF_A_STEP:
        yield f"{position}: the book says it is worth {entry.value}; it is worth {options.value:.7f}"
    size, best = unit_size(level, position.bag, position.extra), options.best
    for start, end, move in zip(entry.starts, entry.ends, entry.moves, strict=True):
        if move is None:
            continue
        edge: Edge = move.piece, cells_at(*move[:4]) or 0
        span = slice(start // size, -(-end // size))
        if edge not in options.edges or not best[options.edges.index(edge), span].all():
            yield f"{position}: {move} is not the best from sequence {start} on"


# -- of lines --


def _wrong_runs(entry: Entry) -> Iterator[str]:
    position = entry.position
    if folded(position) != position:
        yield f"{position}: its mirror image should be here"
    yield from _repeated_runs(entry)


def _repeated_runs(entry: Entry) -> Iterator[str]:
    position, moves = entry.position, entry.moves
    if any(a == b for a, b in pairwise(moves)):
        yield f"{position}: two runs side by side have the same move"


def _wrong_moves(
    entry: Entry, movement: Movement, lines: Lines, known: set[Position], moving: bool
) -> Iterator[str]:
    position = entry.position
    for move in set(entry.moves) - {None}:
        assert move is not None
        at = cells_at(*move[:4])
        if at is None or at & position.cells:
            yield f"{position}: {move} lies on filled cells"
            continue
        other = movement.reached(mirrored_cells(position.cells), MIRRORED[move.piece])
        if moving and movement.reached(position.cells, move.piece).get(at) != move.spin:
            yield f"{position}: {move} cannot be reached"
        elif moving and other.get(mirrored_cells(at)) != move.spin:
            yield f"{position.mirrored()}: the mirror image of {move} cannot be reached"
        value = lines.edges.get(position, {}).get((move.piece, at))
        if value is None:
            yield f"{position}: {move} is not in the source"
        elif value == GOES_ON and folded(position.after(move.piece, at)) not in known:
            yield f"{position}: {move} leads out of the book"


def _asked(items: list[Entry], solution: Solution) -> dict[Position, Marks]:
    """Return the sequences of each position that can come up in games by the book."""
    asked, entries = Asked(), {entry.position: entry for entry in items}
    asked.mark(START, np.ones(count(*START[1:]), np.bool_))
    for position in (each for layer in layers_of(solution) for each in layer):
        if position in entries and position in asked.sequences:
            entry, marks = entries[position], asked.sequences[position]
            for start, end, move in zip(entry.starts, entry.ends, entry.moves, strict=True):
                at = None if move is None else cells_at(*move[:4])
                if move is not None and at is not None and not at & position.cells:
                    run = np.zeros(len(marks), np.bool_)
                    run[start:end] = marks[start:end]
                    asked.follow(position, (move.piece, at), run)
    return asked.sequences


def _wrong_values(entry: Entry, solution: Solution, asked: Marks | None) -> Iterator[str]:
    """Values and moves that are not those of the solution; only sequences that come up need a move, with `asked`."""
    position = entry.position
    if position not in solution.lines.edges:
        yield f"{position}: the source has nothing here"
        return
    worth = solution.mean(position)
    if abs(worth - entry.value) > HALF_A_STEP:
        yield f"{position}: the book says it is worth {entry.value}; it is worth {worth:.7f}"
    choices = solution.choices(position)
    best = choices.best
    for start, end, move in zip(entry.starts, entry.ends, entry.moves, strict=True):
        if move is None:
            missed = best[:, start:end].any(0)
            good = not (missed if asked is None else missed & asked[start:end]).any()
        else:
            edge: Edge = move.piece, cells_at(*move[:4]) or 0
            good = edge in choices.edges and bool(best[choices.edges.index(edge), start:end].all())
        if not good:
            yield f"{position}: {move or 'no move'} is not the best from sequence {start} on"


def _wrong_header(book: Book, entries: list[Entry], solution: Solution) -> Iterator[str]:
    """Yield the errors in a book's header: its worth, and its size as if nothing were folded."""
    header = book.header
    if abs(solution.mean() - header.value) > 1e-6:
        yield f"the book says it is worth {header.value}; it is worth {solution.mean():.7f}"
    every = [
        *entries,
        *(entry.mirrored() for entry in entries if entry.position != entry.position.mirrored()),
    ]
    having = sum(
        end - start
        for entry in every
        for start, end, move in zip(entry.starts, entry.ends, entry.moves, strict=True)
        if move is not None
    )
    result = len(every), sum(len(entry.starts) for entry in every), having
    if result != (header.positions, header.runs, header.combinations):
        sizes = f"{result[0]:,} positions, {result[1]:,} runs and {result[2]:,} sequences with a move"
        yield f"the book has {sizes}; it says otherwise"


def _not_led_to(entries: list[Entry]) -> Iterator[str]:
    """Positions to which no move of the book leads."""
    led = {START}
    for position, _, _, moves in entries:
        led.update(
            folded(position.after(move.piece, cells_at(*move[:4]) or 0))
            for move in set(moves) - {None}
            if move
        )
    yield from (
        f"{each.position}: no move of the book leads here" for each in entries if each.position not in led
    )
