"""A walk through a book: the positions from the empty board on, each with the pieces that are visible there."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import count
from pathlib import Path
from typing import NamedTuple

from ai.book.file import ENDING, FOLDER, Header, names, path_of, read, stages_of
from ai.book.reading import BookReader, Entry
from game.errors import BadBook
from game.tetris.guideline import Placement, State
from game.tetris.guideline.bags import Queue
from game.tetris.guideline.openers.position import (
    FULL_BAG,
    NO_EXTRA,
    START,
    Position,
    bag_after,
    cells_at,
    cells_of,
    cleared,
    field_of,
)
from game.tetris.guideline.openers.sequences import VISIBLE_PIECES, Pieces, letters_of, sequences
from game.tetris.guideline.openers.sequences import Sequence as PieceSequence
from game.tetris.guideline.openers.sequences import number as number_of_sequence
from game.tetris.guideline.openers.source import Line, Stage
from game.tetris.guideline.rules import Rules
from game.transfer import path_of as file_of

# Which six pieces can be visible in a position, and how a queue is written so that bags can deal it.

Bag = tuple[int, int]  # the letters that can still come, and the one that can come twice


def possible(bag: Bag, before: Pieces) -> Pieces:
    """The pieces that can stand behind `before`, up to five: first the one that waits longest, in hold if there is one.

    A letter that can come twice is held or next, so it always stands first.
    """
    letters, extra = bag
    if not before and extra != NO_EXTRA:
        return (extra,)
    left = letters
    for place, piece in enumerate(before):
        if not (place == 0 and extra != NO_EXTRA):
            left &= ~(1 << piece)
        if place:
            left = left or FULL_BAG
    return tuple(piece for piece in range(7) if left >> piece & 1)


def numbered(bag: Bag, seen: Pieces) -> int | None:
    """The number of the sequence of six pieces, None where it cannot come."""
    low, high = sorted(seen[:2])
    a, b, c, d = seen[2:VISIBLE_PIECES]
    return number_of_sequence(*bag, PieceSequence(low, high, (a, b, c, d)))


def dealt(bag: Bag, chance: random.Random) -> Pieces:
    """Six pieces by chance, every sequence as likely as any other."""
    every = sequences(*bag)
    return ordered(bag, letters_of(every[chance.randrange(len(every))]), chance.random() < 0.5)


def ordered(bag: Bag, seen: Pieces, turned: bool = False) -> Pieces:
    """The same sequence with the letter that can come twice first; without one, `turned` has the second first."""
    first, second, *behind = seen
    if first != bag[1] and (second == bag[1] or (turned and bag[1] == NO_EXTRA)):
        first, second = second, first
    return (first, second, *behind)


def with_piece(bag: Bag, seen: Pieces, place: int, piece: int) -> Pieces | None:
    """The queue with another piece at a place, None where that cannot come there.

    What stands behind it stays as far as bags can deal it; the piece that had to go comes later if it can.
    """
    if piece not in possible(bag, seen[:place]):
        return None
    found, wanted = (*seen[:place], piece), [*seen[place + 1 :], seen[place]]
    for old in seen[place + 1 :]:
        can = possible(bag, found)
        best = old if old in can else next((each for each in wanted if each in can), can[0])
        found = (*found, best)
    return found


@cache
def last_letters(bag: Bag, five: Pieces) -> Pieces:
    """The pieces that can be the sixth."""
    return tuple(piece for piece in range(7) if numbered(bag, (*five, piece)) is not None)


_TABLE = Rules(previews=VISIBLE_PIECES - 1)
_TRIES = 2_000  # queues that are tried for the way to a position


@dataclass(frozen=True)
class Step:
    """One position of a walk: the board with hold and queue, the letters, and what the book has for it.

    `position` is None where the stack is higher than a book's boards.
    """

    state: State
    bag: Bag
    position: Position | None
    entry: Entry | None

    @property
    def seen(self) -> Pieces:
        """The six visible pieces, the held one first."""
        held = () if self.state.hold is None else (self.state.hold,)
        return (*held, *self.state.queue.listed)[:VISIBLE_PIECES]

    @property
    def sequence(self) -> int:
        """The number of the sequence of the visible pieces."""
        found = numbered(self.bag, self.seen)
        assert found is not None, "only queues that can come are shown"
        return found

    @property
    def run(self) -> int | None:
        """The run that the visible pieces belong to; None where the book does not have the position."""
        return None if self.entry is None else self.entry.run_of(self.sequence)

    @property
    def move(self) -> Placement | None:
        """What the book does here with these pieces."""
        return None if self.entry is None or self.run is None else self.entry.moves[self.run]


class Walk:
    """The steps that were made, and at which of them one stands."""

    def __init__(self, reading: BookReader, chance: random.Random) -> None:
        self.reading = reading
        self.chance = chance
        bag = (START.bag, START.extra)
        self.steps = [self._step(_open(Position(*START), dealt(bag, chance), held=False), bag)]
        self.at = 0

    @property
    def here(self) -> Step:
        """Where one stands."""
        return self.steps[self.at]

    def go_to(self, at: int) -> None:
        """Stand at another step of the walk, or the nearest there is."""
        self.at = max(0, min(len(self.steps) - 1, at))

    # -- going on --

    def place(self, move: Placement) -> None:
        """Place a piece, and see one more; a step that was taken back is taken again if it is the same."""
        ahead = self.steps[self.at + 1] if self.at + 1 < len(self.steps) else None
        if ahead is None or ahead.state.last is None or ahead.state.last.placement != move:
            self._put(move)
        self.at += 1

    def _put(self, move: Placement, letter: int | None = None) -> None:
        """The step behind a placement; `letter` is the piece that comes into sight, one by chance where it is None."""
        state = self.here.state
        after = state.lock(move, held=move.piece != state.piece)
        bag = bag_after(*self.here.bag, move.piece)
        held = () if after.hold is None else (after.hold,)
        five = (*held, *after.queue.listed)
        can = last_letters(bag, five)
        letter = self.chance.choice(can) if letter is None else letter
        after = replace(after, queue=Queue.of((*after.queue.listed, letter)))
        self.steps[self.at + 1 :] = [self._step(after, bag)]

    def follow(self, run: int) -> bool:
        """Do what a run says; its first queue is laid out where another one is. False for a run without a move."""
        entry = self.here.entry
        if entry is None:
            return False
        if self.here.run != run:
            self.lay_out(entry.starts[run])
        move = entry.moves[run]
        if move is not None:
            self.place(move)
        return move is not None

    def _step(self, state: State, bag: Bag) -> Step:
        cells = cells_of(state.field)
        position = None if cells is None else Position(cells, *bag)
        return Step(state, bag, position, None if position is None else self.reading.find(position))

    # -- the queue --

    def lay_out(self, sequence: int) -> None:
        """Show the pieces of a sequence."""
        bag = self.here.bag
        self._show(ordered(bag, letters_of(sequences(*bag)[sequence])))

    def deal(self) -> None:
        """Show other pieces, by chance."""
        self._show(dealt(self.here.bag, self.chance))

    def write(self, place: int, piece: int) -> bool:
        """Put a piece at a place of those that are seen; False where it cannot come there."""
        found = with_piece(self.here.bag, self.here.seen, place, piece)
        if found is not None:
            self._show(found)
        return found is not None

    def possible(self, place: int) -> Pieces:
        """The pieces that can stand at a place of those that are seen."""
        return possible(self.here.bag, self.here.seen[:place])

    def hold(self, *, held: bool) -> None:
        """Have the first of the visible pieces in hold, or the hold empty."""
        self._show(self.here.seen, held=held)

    def _show(self, seen: Pieces, *, held: bool | None = None) -> None:
        """Other pieces for this step; what came behind it is another walk."""
        state = self.here.state
        if held is None:
            held = state.hold is not None
        if seen == self.here.seen and held == (state.hold is not None):
            return
        state = replace(state, hold=seen[0] if held else None, queue=Queue.of(seen[held:]))
        self.steps[self.at :] = [replace(self.here, state=state)]

    # -- going anywhere --

    def jump(self, path: list[int]) -> None:
        """Stand at a position of the book: `path` are its places in the file from the empty board on.

        The walk becomes the way there, with pieces that bags can deal one behind the other; if they were not found,
        with a queue of its own at each step.
        """
        positions, moves = self._way(path)
        seen = self._pieces(positions, moves)
        bag = (START.bag, START.extra)
        first = seen[0] if seen else dealt(bag, self.chance)
        self.at, self.steps = 0, [self._step(_open(START, first, held=False), bag)]
        for number, move in enumerate(moves, 1):
            if seen:
                self._put(move, seen[number][-1])
                self.at += 1
            else:
                entry = self.here.entry
                assert entry is not None
                self.follow(entry.moves.index(move))

    def _way(self, path: list[int]) -> tuple[list[Position], list[Placement]]:
        """The positions on a way as they stand, mirrored or not, and the placements between them."""
        positions, moves = [START], list[Placement]()
        for number in path[1:]:
            here = positions[-1]
            entry = self.reading.find(here)
            assert entry is not None, "a way leads through positions of the book"
            steps = ((move, child(here, move)) for move in entry.moves if move is not None)
            move, after = next(step for step in steps if self.reading.number(step[1]) == number)
            positions.append(after)
            moves.append(move)
        return positions, moves

    def _pieces(self, positions: list[Position], moves: list[Placement]) -> list[Pieces]:
        """The visible pieces at each position of a way, one queue all along; none if that was not found."""
        bags = [(position.bag, position.extra) for position in positions]
        last = dealt(bags[-1], self.chance)
        waiting = [[last], [last[1::-1] + last[2:]]] if bags[-1][1] == 7 else [[last]]
        for _ in range(_TRIES):
            if not waiting:
                break
            found = waiting.pop()
            place = len(positions) - 1 - len(found)
            if place < 0:
                return found[::-1]
            waiting += [[*found, each] for each in _before(bags[place], moves[place].piece, found[-1])]
        return []


def _before(bag: Bag, piece: int, after: Pieces) -> list[Pieces]:
    """The visible pieces before `piece` was placed, if there are `after` it; which of two waited longer is open."""
    other, *behind = after
    four = tuple(behind[:4])
    both = [(piece, other, *four), (other, piece, *four)]
    return [
        seen for seen in dict.fromkeys(both) if numbered(bag, seen) is not None and ordered(bag, seen) == seen
    ]


def child(position: Position, move: Placement) -> Position:
    """The position behind a placement."""
    return position.after(move.piece, cells_at(*move[:4]) or 0)


def _open(position: Position, seen: Pieces, *, held: bool) -> State:
    """The board of a position with these pieces."""
    queue = Queue.of(seen[held:])
    return State(_TABLE, field_of(position.cells), queue, seen[0] if held else None)


# The books there are to explore: those that are shipped, and files that a person opens.


@dataclass(frozen=True)
class Volume:
    """A book as it stands on the shelf, or a file that is none and the reason why; what is in it is read when asked."""

    path: Path
    header: Header | None = None
    bytes: int = 0
    reason: str = ""

    @property
    def title(self) -> str:
        """What the book is called; the name of a file that is none."""
        return self.header.title if self.header is not None else self.path.stem

    @cached_property
    def reading(self) -> BookReader:
        """The book itself. Raises `BadBook`."""
        return BookReader(self.path)

    @property
    def stages(self) -> dict[Position, str]:
        """By position, mirror images too, what is to be done there; none where the book's text is not at hand."""
        return self._told[0]

    @property
    def ends(self) -> dict[Position, float]:
        """What a line is worth by the position in which it ends, where the text says it."""
        return self._told[1]

    @cached_property
    def _told(self) -> tuple[dict[Position, str], dict[Position, float]]:
        return _told(stages_of(self.path.stem) if self.path.parent == FOLDER else ())


def shipped() -> list[Volume]:
    """Every book in the house, also those that are damaged."""
    return [opened(path_of(name)) for name in names()]


def written(text: str) -> Volume:
    """The book in a file whose path a person has written or dropped."""
    path = Path(file_of(text))
    if path.suffix != ENDING:
        return Volume(path, reason=f"{path}: the file of a book ends in {ENDING}")
    return opened(path)


def opened(path: Path) -> Volume:
    """The book in a file."""
    try:
        contents = read(path)
    except BadBook as error:
        return Volume(path, reason=str(error))
    return Volume(path, contents.header, contents.bytes)


def _told(every: Iterable[Stage]) -> tuple[dict[Position, str], dict[Position, float]]:
    """The titles of stages, and the positions in which lines end that say what they are worth."""
    stages, ends = dict[Position, str](), dict[Position, float]()
    for stage in every:
        for position in (stage.position, stage.position.mirrored()):
            stages.setdefault(position, stage.title)
        for line in stage.lines:
            if line.value is not None:
                last = _after(stage.position, line)
                ends[last] = ends[last.mirrored()] = line.value
    return stages, ends


def _after(position: Position, line: Line) -> Position:
    """Where a line leads to: full rows of its picture are left standing until all its pieces lie."""
    cells, after = position.cells, position
    for piece in line.pieces:
        cells |= piece.cells
        after = after.after(piece.piece, 0)
    return after._replace(cells=cleared(cells))


# What the book's moves lead to, in figures and words: exactly what its file says, and nothing beyond.


class Outcome(NamedTuple):
    """What a move leads to: a value from 0 to 1 where one is known, and what that is.

    It is the E(V) of the position behind the move, the mean over all queues that position can have; or what the line
    is worth that ends there.
    """

    value: float | None
    words: str


class Option(NamedTuple):
    """One of a position's moves: its rank by queues from 1, and of how many queues it is the move."""

    rank: int
    move: Placement
    queues: int


class Row(NamedTuple):
    """A run: its number, its first sequence and its last one, its move, None without one."""

    run: int
    first: int
    last: int
    move: Placement | None

    @property
    def queues(self) -> int:
        """How many queues share the run."""
        return self.last - self.first + 1


class Figures(NamedTuple):
    """A position in numbers: its queues, those with a move, its runs and its moves."""

    queues: int
    having: int
    runs: int
    moves: int


def outcome(volume: Volume, position: Position, move: Placement) -> Outcome:
    """What a move of a book leads to."""
    after = child(position, move)
    place = volume.reading.number(after)
    if position.cells and not after.cells:
        return Outcome(1.0, "perfect clear")
    if after in volume.ends:
        return Outcome(
            volume.ends[after], "the line ends" if place is None else "a line ends, another goes on"
        )
    if place is None:
        return Outcome(None, "the book ends")
    return Outcome(volume.reading.places[place].value, "leads on")


def rows(entry: Entry) -> list[Row]:
    """The runs of a position in the order of its queues."""
    bounds = zip(entry.starts, entry.ends, entry.moves, strict=True)
    return [Row(number, start, end - 1, move) for number, (start, end, move) in enumerate(bounds)]


def options(every: Sequence[Row]) -> list[Option]:
    """The moves of a position, those of most queues first."""
    queues: dict[Placement, int] = {}
    for row in every:
        if row.move is not None:
            queues[row.move] = queues.get(row.move, 0) + row.queues
    ranked = sorted(queues.items(), key=lambda each: (-each[1], each[0]))
    return [Option(rank, move, count) for rank, (move, count) in enumerate(ranked, 1)]


def percent(value: float, digits: int = 1) -> str:
    """A share from 0 to 1 in per cent: `80.9 %`; nothing and all are whole numbers."""
    return f"{100 * value:.{digits if 0 < value < 1 else 0}f}\u00a0%"


# The map of a book: which positions lead to which, by the pieces placed. It is drawn up in slices, between frames.

_AT_ONCE = 8  # positions between two looks at the clock


class Atlas:
    """Positions by their places in the file; each stands for its mirror image, too.

    `layers`: the positions by pieces placed, those worth most first in a layer that is `done`. `children` and
    `parents` of a position; `stage`: what is to be done there or was to be done where the stage began.
    """

    def __init__(self, reading: BookReader, stages: dict[Position, str]) -> None:
        self.reading = reading
        self.layers: list[list[int]] = []
        self.children: dict[int, tuple[int, ...]] = {}
        self.parents: dict[int, list[int]] = {}
        self.depth: dict[int, int] = {}
        self.stage: dict[int, str] = {}
        self.done = False
        self._stages = stages
        self._work = self._explored()

    def work(self, seconds: float) -> None:
        """Go on for so long at most, a hundredth of a frame more or less."""
        until = time.perf_counter() + seconds
        while not self.done and time.perf_counter() < until:
            for _ in range(_AT_ONCE):
                next(self._work, None)

    @property
    def share(self) -> float:
        """How much of the book is on the map."""
        return len(self.children) / max(1, len(self.reading))

    def path(self, place: int) -> list[int]:
        """The places on a shortest way from the empty board."""
        way = [place]
        while self.depth[way[-1]]:
            way.append(next(each for each in self.parents[way[-1]] if self.depth[each] < self.depth[way[-1]]))
        return way[::-1]

    def _explored(self) -> Iterator[None]:
        """Layer by layer: a position is known before those that it leads to."""
        start = self.reading.number(START)
        layer = [] if start is None else [start]
        for each in layer:
            self._enter(each, 0, "")
        for depth in count(1):
            if not layer:
                break
            self.layers.append(sorted(layer, key=lambda each: (-self.reading.places[each].value, each)))
            following: list[int] = []
            for place in self.layers[-1]:
                self.children[place] = found = self._children(place)
                for each in found:
                    self.parents.setdefault(each, []).append(place)
                    if each not in self.depth:
                        self._enter(each, depth, self.stage[place])
                        following.append(each)
                yield
            layer = following
        self.done = True

    def _enter(self, place: int, depth: int, before: str) -> None:
        self.depth[place] = depth
        self.stage[place] = self._stages.get(self.reading.places[place].position, before)

    def _children(self, place: int) -> tuple[int, ...]:
        entry = self.reading.entry(place)
        found = dict[int, None]()
        for move in dict.fromkeys(entry.moves):
            if move is not None:
                after = entry.position.after(move.piece, cells_at(*move[:4]) or 0)
                number = self.reading.number(after)
                if number is not None:
                    found[number] = None
        return tuple(found)
