"""A walk through a book: the positions from the empty board on, each with the pieces that are visible there."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ai.book.reader import BookReader, Entry
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
    field_of,
)
from game.tetris.guideline.openers.sequences import VISIBLE_PIECES, Pieces, letters_of, sequences
from game.tetris.guideline.openers.sequences import Sequence as PieceSequence
from game.tetris.guideline.openers.sequences import number as number_of_sequence
from game.tetris.guideline.rules import Rules

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
    results, wanted = (*seen[:place], piece), [*seen[place + 1 :], seen[place]]
    for old in seen[place + 1 :]:
        can = possible(bag, results)
        best = old if old in can else next((each for each in wanted if each in can), can[0])
        results = (*results, best)
    return results


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
        result = numbered(self.bag, self.seen)
        assert result is not None, "only queues that can come are shown"
        return result

    @property
    def run(self) -> int | None:
        """The run that the visible pieces belong to; None where the book does not have the position."""
        return None if self.entry is None else self.entry.run_of(self.sequence)

    @property
    def move(self) -> Placement | None:
        """The book's move here with these pieces."""
        return None if self.entry is None or self.run is None else self.entry.moves[self.run]


def step_of(reading: BookReader, state: State, bag: Bag) -> Step:
    """The step of a state that shows six pieces, with what the book has for it."""
    cells = cells_of(state.field)
    position = None if cells is None else Position(cells, *bag)
    return Step(state, bag, position, None if position is None else reading.find(position))


class Walk:
    """The steps that were made, and at which of them one stands."""

    def __init__(
        self, reading: BookReader, chance: random.Random, likely: Callable[[Entry], Sequence[float] | None]
    ) -> None:
        """`likely`: by sequence of a position how often it comes, where that is known; else all are as likely."""
        self.reading = reading
        self.chance = chance
        self._likely = likely
        bag = (START.bag, START.extra)
        self.steps = [self._step(_open(Position(*START), dealt(bag, chance), held=False), bag)]
        self.at = 0

    @property
    def here(self) -> Step:
        """The current step."""
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

    def put(self, move: Placement, letter: int) -> None:
        """Place a piece, `letter` being the one that comes into sight then."""
        self._put(move, letter)
        self.at += 1

    def _put(self, move: Placement, letter: int | None = None) -> None:
        """The step behind a placement; `letter` is the piece that comes into sight, one by chance where it is None."""
        state = self.here.state
        after = state.lock(move, held=move.piece != state.piece)
        bag = bag_after(*self.here.bag, move.piece)
        held = () if after.hold is None else (after.hold,)
        five = (*held, *after.queue.listed)
        letter = self.chance.choice(possible(bag, ordered(bag, five))) if letter is None else letter
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
        return step_of(self.reading, state, bag)

    # -- the queue --

    def lay_out(self, sequence: int) -> None:
        """Show the pieces of a sequence."""
        bag = self.here.bag
        self.see(ordered(bag, letters_of(sequences(*bag)[sequence])))

    def deal(self) -> None:
        """Show other pieces, by chance: such with which a game by the book comes here."""
        self.see(self._dealt(self.here.entry, self.here.bag))

    def _dealt(self, entry: Entry | None, bag: Bag) -> Pieces:
        often = None if entry is None else self._likely(entry)
        if often is None:
            return dealt(bag, self.chance)
        every = sequences(*bag)
        (sequence,) = self.chance.choices(every, often)
        return ordered(bag, letters_of(sequence), self.chance.random() < 0.5)

    def write(self, place: int, piece: int) -> bool:
        """Put a piece at a place of those that are seen; False where it cannot come there."""
        results = with_piece(self.here.bag, self.here.seen, place, piece)
        if results is not None:
            self.see(results)
        return results is not None

    def possible(self, place: int) -> Pieces:
        """The pieces that can stand at a place of those that are seen."""
        return possible(self.here.bag, self.here.seen[:place])

    def hold(self, *, held: bool) -> None:
        """Have the first of the visible pieces in hold, or the hold empty."""
        self.see(self.here.seen, held=held)

    def see(self, seen: Pieces, *, held: bool | None = None) -> None:
        """Show these pieces, the first in hold as before or as `held` says; what came behind them is another walk."""
        state = self.here.state
        had = state.hold is not None
        held = had if held is None else held
        if seen == self.here.seen and held == had:
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
        last = self._dealt(self.reading.find(positions[-1]), bags[-1])
        waiting = [[last], [last[1::-1] + last[2:]]] if bags[-1][1] == 7 else [[last]]
        for _ in range(_TRIES):
            if not waiting:
                break
            results = waiting.pop()
            place = len(positions) - 1 - len(results)
            if place < 0:
                return results[::-1]
            waiting += [[*results, each] for each in _before(bags[place], moves[place].piece, results[-1])]
        return []


def _before(bag: Bag, piece: int, after: Pieces) -> list[Pieces]:
    """The visible pieces before `piece` was placed, if there are `after` it; which of two waited longer is open."""
    other, *behind = after
    four = tuple(behind[:4])
    both = dict.fromkeys([(piece, other, *four), (other, piece, *four)])
    return [seen for seen in both if numbered(bag, seen) is not None and ordered(bag, seen) == seen]


def child(position: Position, move: Placement) -> Position:
    """The position behind a placement."""
    return position.after(move.piece, cells_at(*move[:4]) or 0)


def _open(position: Position, seen: Pieces, *, held: bool) -> State:
    """The board of a position with these pieces."""
    queue = Queue.of(seen[held:])
    return State(_TABLE, field_of(position.cells), queue, seen[0] if held else None)
