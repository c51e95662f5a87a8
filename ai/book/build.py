"""Building a book from its source: lines, values, what is kept, the file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.book.building.coverage import Marks, at_hand, covering, fewest_runs, patterns_of
from ai.book.building.lines import Lines, lines_of
from ai.book.building.optimum import Kept, Solved
from ai.book.building.optimum import chosen as chosen_of
from ai.book.building.reach import Movement
from ai.book.building.solve import Choices, Numbers, Solution, steps_of
from ai.book.building.steps import Edge
from ai.book.file import (
    COLUMNS_HALF,
    FOLDER,
    FULL_VALUE,
    HALF,
    HEAD,
    LETTER_BITS,
    LOW_BITS,
    MORE,
    MOST_MOVES,
    PLACEMENT_BITS,
    RUN_BITS,
    UNFOLDED,
    VALUE_BITS,
    WIDEST,
    WIDTH_BITS,
    Header,
    Mode,
    framed,
    key,
)
from ai.book.kernels import buckets_of
from ai.book.reading import mirrored_sequences
from ai.book.work.unit import Crew, alone
from ai.tetris.guideline.kernels.layout import Words
from ai.tetris.guideline.optimum import Parts
from game.errors import BadBook
from game.tetris.guideline.openers.position import START, Position, placement_at
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


class Counts(NamedTuple):
    """The size of a book as if nothing were folded: positions, runs, sequences that have a move."""

    positions: int
    runs: int
    combinations: int


def folded(position: Position) -> Position:
    """The position or its mirror image, whichever comes first in a file."""
    return min(position, position.mirrored(), key=key)


def compiled(solution: Solution) -> Iterator[tuple[Kept, Counts]]:
    """Every position of the book, first the empty board, with what it adds to the book's size."""
    return _as_before(solution) if solution.older else _compiled(solution)


def _compiled(solution: Solution) -> Iterator[tuple[Kept, Counts]]:
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
        kept = np.append(covering(patterns, len(numbers)), np.ones(1, np.bool_))  # the last one is FREE
        for position, choices, marks, codes in weighed:
            best = choices.best
            moves = at_hand(best, marks, kept[codes])
            if not len(moves):  # the start, if nothing can be reached
                continue
            starts, runs = fewest_runs(best[moves], marks)
            lengths = np.diff(np.append(starts, len(marks)))
            chosen = np.repeat(np.where(runs < 0, NO_MOVE, moves[runs]), lengths)
            yield (
                _kept(position, solution.mean(position), choices, chosen),
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


def _as_before(solution: Solution) -> Iterator[tuple[Kept, Counts]]:
    """The same as the older builder did it: every sequence of a kept position has a move where there is one."""
    waiting, known = [START], {START}
    for position in waiting:
        if not solution.mean(position):
            continue
        choices = solution.choices(position)
        after = [folded(position.after(*edge)) for edge in choices.edges]
        chosen = _chosen(choices)
        yield _kept(position, solution.mean(position), choices, chosen), _counts(position, choices, chosen)
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
    found = np.zeros(best.shape[1], np.int64)
    first = 0
    for last in range(1, len(starts) + 1):
        if last < len(starts) and (
            reduce(frozenset.intersection, sets[first : last + 1]) or not sets[last] | sets[first]
        ):
            continue
        common = reduce(frozenset.intersection, sets[first:last])
        end = starts[last] if last < len(starts) else len(found)
        found[starts[first] : end] = min(common) if common else NO_MOVE
        first = last
    return found


def _kept(position: Position, value: float, choices: Choices, chosen: Numbers) -> Kept:
    starts = _starts(chosen)
    moves = tuple(None if row == NO_MOVE else choices.edges[row] for row in chosen[starts].tolist())
    return Kept(position, value, tuple(starts.tolist()), moves)


def _starts(chosen: Numbers) -> Numbers:
    """Where a run begins."""
    return np.concatenate(([0], np.flatnonzero(np.diff(chosen)) + 1))


def _counts(position: Position, choices: Choices, chosen: Numbers) -> Counts:
    having = int(np.count_nonzero(chosen != NO_MOVE))
    runs = len(_starts(chosen))
    if position == position.mirrored():
        return Counts(1, runs, having)
    other = chosen[mirrored_sequences(position.bag, position.extra)]
    return Counts(2, runs + len(_starts(other)), 2 * having)


# Putting a book into its file: what is alike is written once, in few bits, and positions are found by a hash.


def pack(
    name: str, title: str, mode: Mode, kept: list[Kept], counts: Counts, *, unfolded: bool = False
) -> bytes:
    """The file of a book; the same book gives the same bytes. Raises `BadBook` for one that is too large.

    `unfolded`: positions do not answer for their mirror images.
    """
    if not kept:
        raise BadBook(f"{name}: from the empty board nothing that counts can be reached")
    header = Header(name, title, mode, round(kept[0].value, 9), *counts)
    return framed(header, _body(name, kept, unfolded=unfolded))


Bits = NDArray[np.uint8]


class _Part(NamedTuple):
    """The placements of a position, and the first sequence and the move (from 1 on, 0 for none) of each run."""

    placements: tuple[int, ...]
    starts: tuple[int, ...]
    chosen: tuple[int, ...]


def _body(name: str, kept: list[Kept], *, unfolded: bool) -> Words:
    movement = Movement()
    parts = [_part(one, movement) for one in kept]
    keys = np.array([key(one.position) for one in kept], np.int64)
    halves = np.unique([keys[:, 0] & COLUMNS_HALF, keys[:, 1]])
    placements = sorted({at for part in parts for at in part.placements})
    numbers = {at: number for number, at in enumerate(placements)}
    moves, first_moves = _joined(tuple(numbers[at] for at in part.placements) for part in parts)
    lists = sorted({(*part[1:], len(part.placements)) for part in parts})
    runs = [_run_bits(*each) for each in lists]
    first_bits = np.cumsum([0, *(len(bits) for bits, _ in runs)])[:-1]
    begins, order = _buckets(keys)
    sizes = len(kept), len(halves), len(moves), len(lists), sum(len(bits) for bits, _ in runs)
    most = max(len(starts) for starts, _, _ in lists), max(used for _, _, used in lists), len(placements)
    widths = [max(1, size.bit_length()) for size in (*sizes, *most)]
    if max(widths) > WIDEST:
        raise BadBook(
            f"{name}: {len(kept):,} positions with {len(runs):,} lists of runs are too many for one file"
        )
    of_position, of_half, of_move, of_list, of_bit, of_runs, of_moves, of_placement = widths
    places = {each: number for number, each in enumerate(lists)}
    positions = (
        (np.searchsorted(halves, keys[:, 0] & COLUMNS_HALF), of_half),
        (np.searchsorted(halves, keys[:, 1]), of_half),
        (keys[:, 0] >> HALF, LETTER_BITS),
        (np.array(first_moves, np.int64), of_move),
        (np.array([places[(*part[1:], len(part.placements))] for part in parts], np.int64), of_list),
        (np.array([round(one.value * FULL_VALUE) for one in kept], np.int64), VALUE_BITS),
    )
    records = (
        (first_bits, of_bit),
        (np.array([len(starts) for starts, _, _ in lists], np.int64), of_runs),
        (np.array([used for _, _, used in lists], np.int64), of_moves),
        (np.array([low for _, low in runs], np.int64), LOW_BITS),
    )
    sections = [
        _written((begins, of_position)),
        _written((halves, HALF)),
        _written(*((numbers[order], width) for numbers, width in positions)),
        _written(*records),
        _words(np.concatenate([bits for bits, _ in runs])),
        _written((np.array(moves, np.int64), of_placement)),
        _written((np.array(placements, np.int64), PLACEMENT_BITS)),
    ]
    head = [
        len(begins) - 2 | UNFOLDED * unfolded,
        *(HEAD + np.cumsum([0, *map(len, sections[:-1])])),
        sum(width << WIDTH_BITS * which for which, width in enumerate(widths)),
        *(len(halves), len(kept), len(lists), len(moves), len(placements)),
    ]
    return np.concatenate([np.array(head, np.int64), *sections])


def _buckets(keys: Words) -> tuple[Words, Words]:
    """Where each bucket begins, and the end; the order in which positions lie."""
    mask = (1 << max(0, (len(keys) // 8).bit_length())) - 1
    buckets = np.zeros(len(keys), np.int64)
    buckets_of(keys, mask, buckets)
    order = np.lexsort((keys[:, 1], keys[:, 0], buckets))
    return np.searchsorted(buckets[order], np.arange(mask + 2)), order


def _joined(parts: Iterable[tuple[int, ...]]) -> tuple[list[int], list[int]]:
    """Lists of numbers in one, of which each is a stretch, and where each begins; the longest are written first."""
    asked = list(parts)
    content, known = "", dict[tuple[int, ...], int]()
    for part in sorted(set(asked), key=lambda each: (-len(each), each)):
        text = "".join(map(chr, part))
        at = content.find(text)
        known[part] = len(content) if at < 0 else at
        content += text if at < 0 else ""
    return list(map(ord, content)), [known[part] for part in asked]


def _run_bits(starts: tuple[int, ...], chosen: tuple[int, ...], used: int) -> tuple[Bits, int]:
    """The bits of a list of runs, and how many of the first sequences are low ones: as many as take the least room."""
    count, last = len(starts), starts[-1]
    low = min(range(RUN_BITS + 1), key=lambda low: count * low + (last >> low))
    first = np.array(starts, np.int64)
    upper = np.zeros(count + (last >> low), np.uint8)
    upper[(first >> low) + np.arange(count)] = 1
    lows, moves = _bits((first & (1 << low) - 1, low)), _bits((np.array(chosen, np.int64), used.bit_length()))
    return np.concatenate([lows, moves, upper]), low


def _bits(*fields: tuple[Words, int]) -> Bits:
    """Records one behind the other: `fields` are the numbers of all records, and their width."""
    columns = [(numbers[:, None] >> np.arange(width) & 1).astype(np.uint8) for numbers, width in fields]
    return np.concatenate(columns, axis=1).ravel()


def _written(*fields: tuple[Words, int]) -> Words:
    return _words(_bits(*fields))


def _words(bits: Bits) -> Words:
    content = np.packbits(bits, bitorder="little").tobytes()
    return np.frombuffer(content + bytes(-len(content) % 8), "<i8").astype(np.int64)


def _part(one: Kept, movement: Movement) -> _Part:
    used = list(dict.fromkeys(move for move in one.moves if move is not None))
    if len(used) > MOST_MOVES or len(one.starts) >> RUN_BITS:
        raise BadBook(f"{one.position}: {len(used)} moves are more than a file can hold")
    numbers = {move: number for number, move in enumerate(used, 1)}
    chosen = tuple(0 if move is None else numbers[move] for move in one.moves)
    return _Part(tuple(_move(one.position.cells, move, movement) for move in used), tuple(one.starts), chosen)


def _move(cells: int, move: Edge, movement: Movement) -> int:
    """A placement in 15 bits, with the best spin there is."""
    piece, at = move
    placed = placement_at(piece, at)
    assert placed is not None
    spin = movement.spin(cells, piece, at)
    return piece | placed.orientation << 3 | placed.x << 5 | placed.y << 9 | spin << 13


PARTS = ("dpc",)  # sources that only follow on others
Tell = Callable[[int, int, str], None]


class Built(NamedTuple):
    """A book as its file, and its numbers; see `file.Header`. A book of best play has no solution of lines."""

    source: Source
    solution: Solution | None
    kept: list[Kept]
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
    tell: Tell = lambda done, total, what: None,
    crew: Crew = alone,
    parts: Parts | None = None,
) -> Built:
    """The book of a source, the same whoever is the `crew` that finds its lines. Raises `BadBook`."""
    if source.optimum is not None:
        return _build_optimum(source, source.optimum, mode, tell, parts)
    lines = Lines()
    for done, total, found in lines_of(source, mode, crew):
        lines = found
        tell(done, total, "units")
    solution = Solution(lines, mode == "cold-clear")
    for done in solution.solved():
        tell(done, len(solution.order), "positions")
    kept, counts = [], Counts(0, 0, 0)
    for one, more in compiled(solution):
        kept.append(one)
        counts = Counts(*(a + b for a, b in zip(counts, more, strict=True)))
    return Built(source, solution, kept, counts, pack(source.name, source.title, mode, kept, counts))


def _build_optimum(source: Source, promised: Share, mode: Mode, tell: Tell, parts: Parts | None) -> Built:
    """The book of best play; `parts` keep what is done. Raises `BadBook` where the source promises something else."""
    if mode != "srs":
        raise BadBook(f"{source.name}: best play is known by real movement (srs) only")
    kept = list(chosen_of(Solved(parts, tell), tell))
    found = Share(round(kept[0].value * promised.denominator), promised.denominator)
    if found != promised or abs(kept[0].value - found.numerator / found.denominator) > ROUNDING:
        raise BadBook(f"{source.name}: best play does not succeed in {promised}, but in {found}")
    runs = sum(len(one.starts) for one in kept)
    having = sum(
        end - start
        for one in kept
        for start, end, move in zip(
            one.starts,
            (*one.starts[1:], count(one.position.bag, one.position.extra)),
            one.moves,
            strict=True,
        )
        if move is not None
    )
    counts = Counts(len(kept), runs, having)
    content = pack(source.name, source.title, mode, kept, counts, unfolded=True)
    return Built(source, None, kept, counts, content)
