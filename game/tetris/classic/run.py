"""A run: one game of up to many million pieces, kept as a byte a piece or less, and open at any of them.

Its pieces stand in stretches of `STRETCH`. A stretch knows the board before its first piece; as a file holds it, it
is packed, as a game under way brings it, it is a byte a piece. Boards every `MARK` pieces, where they are given
or were passed once, leave at most a few hundred drops between any position and what is known.
"""

from __future__ import annotations

import base64
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise
from math import prod
from typing import Annotated, Any, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta

from game.errors import BadInput, BadRecord, IllegalMove
from game.tetris.classic.board import MAX_ROWS, Board
from game.tetris.classic.pieces import (
    HEIGHTS,
    MASKS,
    PIECES,
    SHAPES,
    WIDTHS,
    Pieces,
    letter,
    tengstrand_state,
    uniform_piece,
)
from game.tetris.classic.rules import DECIDED, Placement, RuleName, Rules
from game.tetris.classic.state import Landing, State

# Placements as bytes, and many of them as one number.
#
# A placement is its **column byte**, rotation * width + x. Where pieces slide, its **tuck** says how much deeper it
# lies than a piece that was dropped from above the stack; without sliding it is 0, and rotation and x say it all.
#
# Of a whole stretch only the choices are kept: a piece that has n straight drops on the empty board is a digit of
# base n. On 10 columns that is 4.38 bits a piece, whatever machine or library writes it.

_GROUP = (
    32  # pieces that are put together before they join the long number: most of the work is on short ones
)

Alphabets = tuple[bytes, ...]


def column_byte(at: Placement, width: int) -> int:
    """The column byte of a placement on a board of `width` columns: 0 to 127."""
    return at.rotation * width + at.x


def encode(rules: Rules, board: Board, piece: int, at: Placement) -> tuple[int, int]:
    """Column byte and tuck of a placement that the rules allow."""
    tuck = at.y - _dropped(board, piece, at.rotation, at.x) if rules.sliding else 0
    return column_byte(at, rules.width), tuck


def decode(rules: Rules, board: Board, piece: int, column: int, tuck: int) -> Placement:
    """The placement that `encode` wrote. Raises `IllegalMove` where there is none such."""
    rotation, x = divmod(column, rules.width)
    if rotation < len(SHAPES[piece]) and x + WIDTHS[piece][rotation] <= rules.width:
        fallen = Placement(rotation, x, _dropped(board, piece, rotation, x) + tuck)
        if (rules.sliding or not tuck) and rules.allows(board, piece, fallen):
            return fallen
        for at in () if rules.sliding or tuck else rules.placements(board, piece):
            if at[:2] == (rotation, x):  # it started below what hangs over its column
                return at
    raise IllegalMove(f"{letter(piece)} has no placement {column}, {tuck} here.")


def _dropped(board: Board, piece: int, rotation: int, x: int) -> int:
    """The row at which the piece stops that falls from above the stack; negative where it is too high."""
    return board.drop(piece, rotation, x, -HEIGHTS[piece][rotation])


@lru_cache(maxsize=32)
def alphabets(rules: Rules) -> Alphabets:
    """By piece: the column bytes of its straight drops on the empty board, ascending.

    A board that is not empty allows no others.
    """
    board = Board.empty(rules.width, rules.height)
    return tuple(
        bytes(sorted({column_byte(at, rules.width) for at in rules.placements(board, piece)}))
        for piece in range(len(PIECES))
    )


def drawn(pieces: Pieces, count: int) -> bytes:
    """The next `count` pieces, fewer where a list ends."""
    if pieces.kind == "tengstrand":
        state, result = pieces.seed, bytearray()
        for _ in range(count):
            state = tengstrand_state(state, 1)
            result.append(state % len(PIECES))
        return bytes(result)
    if pieces.kind == "uniform":
        import numpy as np

        numbers: Any = np.arange(count, dtype=np.uint64) + np.uint64(pieces.first)
        many: Any = uniform_piece(pieces.seed, numbers)  # its arithmetic is that of 64 bits: many at once
        return bytes(many.astype(np.uint8))
    return bytes(piece for piece in map(pieces.piece, range(count)) if piece is not None)


# -- many placements as one number --


def pack(columns: bytes | bytearray, pieces: bytes, letters: Alphabets) -> bytes:
    """The column bytes of these pieces as one number, the first piece its lowest digit, low byte first.

    Raises `BadInput` for a byte that is no straight drop of its piece.
    """
    number, bases = 0, [len(each) for each in letters]
    places = [{byte: place for place, byte in enumerate(each)} for each in letters]
    for start in reversed(range(0, len(pieces), _GROUP)):
        group, value = pieces[start : start + _GROUP], 0
        for piece, column in zip(reversed(group), reversed(columns[start : start + _GROUP]), strict=True):
            place = places[piece].get(column)
            if place is None:
                raise BadInput(f"{letter(piece)} has no placement {column}")
            value = value * bases[piece] + place
        number = number * prod(bases[piece] for piece in group) + value
    return number.to_bytes(_size(pieces, bases), "little")


def unpack(packed: bytes, pieces: bytes, letters: Alphabets) -> bytes:
    """The column bytes that `pack` wrote. Raises `BadInput` for a number that is too long or too large."""
    bases, columns = [len(each) for each in letters], bytearray()
    if len(packed) != _size(pieces, bases):
        raise BadInput(f"{len(packed):,} bytes are not the placements of {len(pieces):,} pieces")
    number = int.from_bytes(packed, "little")
    for group in _groups(pieces):
        number, value = divmod(number, prod(bases[piece] for piece in group))
        for piece in group:
            value, place = divmod(value, bases[piece])
            columns.append(letters[piece][place])
    if number:
        raise BadInput(f"this is more than the placements of {len(pieces):,} pieces")
    return bytes(columns)


def _groups(pieces: bytes) -> Iterator[bytes]:
    return (pieces[start : start + _GROUP] for start in range(0, len(pieces), _GROUP))


def _size(pieces: bytes, bases: Sequence[int]) -> int:
    """The bytes of the largest number that these pieces can make."""
    return ((_product(bases[piece] for piece in pieces) - 1).bit_length() + 7) // 8


def _product(numbers: Iterable[int]) -> int:
    return prod(numbers)


# A board that is played on in place, for going through very many placements in plain Python.
#
# It knows only straight drops from above the stack. While the `SKY` is free, no rule set refuses a drop that it
# allows on the empty board and that rests in row `LEAST` or below, so nothing has to be tried. Otherwise such a drop
# is the right one still, but whether the piece could get there is left to the rules.

# by rule set: the rows from the top in which a piece turns and moves before it falls; and the first row in which one
# that came from above rests just as one that falls from there does
SKY: dict[RuleName, int] = {"spawn": 4, "simplified": 0, "fahey": DECIDED + 4}
LEAST: dict[RuleName, int] = {"spawn": 0, "simplified": 0, "fahey": DECIDED}


class Drop(NamedTuple):
    """A piece in one rotation over its columns: what it takes to find where it stops, and to put it there.

    `soles`: by column, the first row of the bounding box below the piece. `crowns`: by column, its topmost
    row. `masks`: the rows of the bounding box as bits of the board's rows.
    """

    rotation: int
    x: int
    soles: tuple[tuple[int, int], ...]
    crowns: tuple[tuple[int, int], ...]
    masks: tuple[int, ...]


@lru_cache(maxsize=32)
def drops(rules: Rules) -> tuple[dict[int, Drop], ...]:
    """By piece and column byte: all straight drops of the empty board."""
    return tuple(
        {column: _drop(piece, *divmod(column, rules.width)) for column in columns}
        for piece, columns in enumerate(alphabets(rules))
    )


def _drop(piece: int, rotation: int, x: int) -> Drop:
    rows: dict[int, list[int]] = {}
    for column, row in SHAPES[piece][rotation]:
        rows.setdefault(x + column, []).append(row)
    return Drop(
        rotation,
        x,
        tuple((column, max(each) + 1) for column, each in rows.items()),
        tuple((column, min(each)) for column, each in rows.items()),
        tuple(mask << x for mask in MASKS[piece][rotation]),
    )


class Stack:
    """A board in place: `rows` as in `Board`, `outline` by column."""

    __slots__ = ("full_row", "height", "outline", "rows", "width")

    def __init__(self, board: Board) -> None:
        self.load(board)

    def load(self, board: Board) -> None:
        """Take over another board."""
        self.width, self.height, self.full_row = board.width, board.height, board.full_row
        self.rows, self.outline = list(board.rows), list(board.outline)

    def calm(self, sky: int) -> bool:
        """Return True if so many rows from the top are free."""
        return not any(self.rows[:sky])

    @property
    def board(self) -> Board:
        """The board as it is now."""
        return Board(self.width, self.height, tuple(self.rows))

    def rest(self, drop: Drop) -> int:
        """The row where a piece comes to rest that falls from above; negative where the stack is too high."""
        outline = self.outline
        return min([outline[column] - sole for column, sole in drop.soles])

    def land(self, drop: Drop, y: int) -> None:
        """Put a piece where it rests, row 0 or below, and take the full rows away."""
        rows, outline = self.rows, self.outline
        for row, mask in enumerate(drop.masks, y):
            rows[row] |= mask
        for column, crown in drop.crowns:
            outline[column] = y + crown
        if self.full_row in rows[y : y + len(drop.masks)]:
            self._clear(y, y + len(drop.masks))

    def _clear(self, first: int, end: int) -> None:
        """Take away the full rows among `first` to `end` - 1; what was above them falls."""
        rows = self.rows
        for y in range(first, end):
            if rows[y] == self.full_row:
                del rows[y]
                rows.insert(0, 0)
        for column, y in enumerate(self.outline):
            bit = 1 << column
            while y < self.height and not rows[y] & bit:
                y += 1
            self.outline[column] = y


STRETCH = 2048  # pieces; an unknown board within it is found in a few milliseconds
MARK = 256
_LEGS_KEPT = 2 * STRETCH // MARK  # legs of `MARK` pieces that are kept unpacked
NOWHERE = -1

Progress = Callable[[int, int], object]
Place: TypeAlias = Annotated[int, Meta(ge=0, lt=STRETCH)]
Tuck: TypeAlias = Annotated[int, Meta(ge=1, lt=MAX_ROWS)]


class Stretch(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="line",
    tag="stretch",
):
    """A stretch as a file holds it: the board at `ply`, and the `count` placements that follow.

    `board` is as in `Board.short`; `columns` are the packed column bytes in base 85; `tucks` are pairs of a piece
    of the stretch (0 to count - 1) and its tuck, ascending, for the few pieces whose tuck is not 0.
    """

    ply: Annotated[int, Meta(ge=0, le=10**8)]
    count: Annotated[int, Meta(ge=1, le=STRETCH)]
    board: Annotated[str, Meta(max_length=2000)]
    columns: Annotated[str, Meta(max_length=4000)]
    tucks: Annotated[tuple[tuple[Place, Tuck], ...], Meta(max_length=STRETCH)] = ()


class InvalidRun(BadRecord):
    """A run that is no game: `ply` is the number of the first piece (from 1) that cannot have been played."""

    def __init__(self, ply: int, reason: str) -> None:
        super().__init__(f"piece {ply:,} of the run is not possible: {reason.rstrip('.')}.")
        self.ply = ply


class _Content(NamedTuple):
    """Some pieces and their placements, a byte each; `tucks` is empty if all are 0."""

    pieces: bytes
    columns: bytes | bytearray
    tucks: bytes | bytearray


@dataclass
class _Part:
    """A stretch: packed, or open (`columns` a byte a piece), or both once it was packed for a file."""

    columns: bytearray = field(default_factory=bytearray)
    tucks: bytearray = field(default_factory=bytearray)
    packed: Stretch | None = None

    @property
    def count(self) -> int:
        return len(self.columns) or (self.packed.count if self.packed else 0)

    def copy(self) -> _Part:
        return _Part(self.columns[:], self.tucks[:], self.packed)


def misplaced(stretches: Sequence[Stretch]) -> int | None:
    """The number of the first stretch that leaves a gap, or is not whole although another follows; None if none."""
    for number, stretch in enumerate(stretches):
        if stretch.ply != number * STRETCH:
            return number
        if stretch.count != STRETCH and number < len(stretches) - 1:
            return number
    return None


class Run:
    """A game from `start`, grown by `append` and looked at by `position`.

    `controller` is the name of the one who plays. A look believes that each piece could get to where it fell from;
    `verify` asks the rules. Not to be shared by threads: `frozen` makes a copy.
    """

    def __init__(self, start: State, controller: str = "") -> None:
        self.start = start
        self.controller = controller
        self._sky, self._least = SKY[start.rules.name], LEAST[start.rules.name]
        self._parts: list[_Part] = []
        self._rows = struct.Struct(f"<{start.rules.height}I")
        self._marks: dict[int, bytes] = {0: self._rows.pack(*start.board.rows)}
        self._legs: dict[int, _Content] = {}
        self._stack, self._ply = Stack(start.board), 0  # where the last look ended

    @cached_property
    def _drops(self) -> tuple[dict[int, Drop], ...]:
        return drops(self.start.rules)

    @classmethod
    def packed(cls, start: State, stretches: tuple[Stretch, ...], controller: str = "") -> Run:
        """The run that `stretches` hold, in which no one is `misplaced`; nothing is unpacked yet."""
        run = cls(start, controller)
        run._parts = [_Part(packed=stretch) for stretch in stretches]
        return run

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Run):
            return NotImplemented
        same = (self.count, self.rules) == (other.count, other.rules)
        return same and self.stretches() == other.stretches()

    __hash__ = None  # type: ignore[assignment]  # it grows

    @property
    def rules(self) -> dict[str, str]:
        """The rules of the start, as `State.rules`."""
        return self.start.setup

    @property
    def count(self) -> int:
        """The number of pieces placed."""
        return (len(self._parts) - 1) * STRETCH + self._parts[-1].count if self._parts else 0

    # -- growing --

    def append(self, columns: bytes, tucks: bytes = b"", marks: bytes = b"") -> None:
        """Add placements: column bytes, and tucks (none: all are 0), a byte a piece each.

        `marks` are the boards after each `MARK`-th piece of the game that is reached by them: height x uint32, little
        endian, top row first; they may be left out. Raises `BadInput` where the lengths do not fit.
        """
        before, after = self.count, self.count + len(columns)
        plies = range((before // MARK + 1) * MARK, after + 1, MARK)
        if len(tucks) not in (0, len(columns)) or len(marks) not in (0, self._rows.size * len(plies)):
            raise BadInput(
                "a stretch of a run needs a tuck for each piece and a board for each mark, or neither"
            )
        for place, ply in enumerate(plies if marks else ()):
            self._marks[ply] = marks[place * self._rows.size : (place + 1) * self._rows.size]
        taken = 0
        while taken < len(columns):
            part = self._growing()
            end = taken + STRETCH - len(part.columns)
            part.columns += columns[taken:end]
            part.tucks += tucks[taken:end] or bytes(len(columns[taken:end]))
            part.packed = None
            taken = end

    def _growing(self) -> _Part:
        """The last part, with room in it."""
        if not self._parts or self._parts[-1].count == STRETCH:
            self._parts.append(_Part())
        last, number = self._parts[-1], len(self._parts) - 1
        if last.packed and not last.columns:
            content = self._decoded(number)
            last.columns += content.columns
            last.tucks += content.tucks or bytes(len(content.columns))
        self._legs.pop((number * STRETCH + last.count) // MARK, None)
        return last

    def frozen(self) -> Run:
        """A copy that does not grow along; what both share does not change any more."""
        copy = Run(self.start, self.controller)
        copy._parts = [*self._parts[:-1], *(part.copy() for part in self._parts[-1:])]
        copy._marks = dict(self._marks)
        return copy

    # -- looking --

    def position(self, ply: int) -> State:
        """The position after `ply` pieces, 0 to `count`, with its last move.

        Raises `BadInput` for another ply, and `BadRecord` where the run turns out to be no game.
        """
        if ply == 0:
            return self.start
        stack = self._stack_at(ply - 1)
        before, self._ply = stack.board, NOWHERE
        piece, at = self._advance(stack, ply - 1)
        self._ply = ply
        rows = before.landed(piece, *at).full_rows
        return self._state(ply, stack.board, Landing(before, piece, at, rows))

    def branch(self, ply: int) -> State:
        """The position after `ply` pieces as the start of a game of its own. Raises as `position`."""
        return State.open(self.position(ply).here())

    def placement(self, ply: int) -> Placement:
        """Return the placement of the piece at `ply`, 0 to `count` - 1. Raises as `position`."""
        last = self.position(ply + 1).last
        assert last is not None
        return last.placement

    def stacks(self) -> Iterator[Stack]:
        """The stack after 0, 1, 2 … pieces, in place: for looking through all of a run. Raises as `position`."""
        stack = Stack(self.start.board)
        yield stack
        for ply in range(self.count):
            self._walk(stack, ply, ply + 1)
            yield stack

    def _state(self, ply: int, board: Board, last: Landing | None = None) -> State:
        start = self.start
        cells = start.board.cells + 4 * ply - board.cells
        pieces, first = start.pieces.after(ply), start.first or (start.board, start.pieces)
        return State(start.rules, board, pieces, ply, cells // board.width, first, last)

    def _stack_at(self, ply: int) -> Stack:
        """The stack after `ply` pieces, in place: what was looked at last if it lies on the way, or a mark."""
        if not 0 <= ply < self.count:
            raise BadInput(f"this run has no such ply; it goes from 0 to {self.count:,}")
        known = self._known(ply)
        if not known <= self._ply <= ply:
            self._stack, self._ply = Stack(self._board(known)), known
        known, self._ply = self._ply, NOWHERE  # if the walk fails, the stack is of no use
        self._walk(self._stack, known, ply)
        self._ply = ply
        return self._stack

    def _known(self, ply: int) -> int:
        """The last ply up to `ply` at which the board is known."""
        ply -= ply % MARK
        while ply not in self._marks:
            if ply % STRETCH == 0 and self._parts[ply // STRETCH].packed:
                break
            ply -= MARK
        return ply

    def _board(self, ply: int) -> Board:
        """The board at a ply where it is known."""
        table, mark = self.start.rules, self._marks.get(ply)
        if mark is not None:
            return Board(table.width, table.height, self._rows.unpack(mark))
        packed = self._parts[ply // STRETCH].packed
        assert packed is not None
        try:
            return Board.parse(packed.board, (table.width, table.height))
        except BadInput as error:
            raise InvalidRun(ply + 1, str(error)) from None

    def _walk(self, stack: Stack, ply: int, to: int, *, proved: bool = False) -> None:
        """Bring the stack from `ply` to `to`, and leave marks on the way.

        Whether a piece could get to where it fell from is asked only if all is to be `proved`.
        """
        least, sky = self._least, self._sky if proved else 0
        while ply < to:
            leg, first = self._leg(ply // MARK), ply % MARK
            begin = ply - first
            for place in range(first, min(to - begin, MARK)):
                drop = self._drops[leg.pieces[place]].get(leg.columns[place])
                y = NOWHERE if drop is None or (leg.tucks and leg.tucks[place]) else stack.rest(drop)
                if drop is not None and y >= least and (not sky or stack.calm(sky)):
                    stack.land(drop, y)
                else:
                    self._ruled(stack, begin + place)
            ply = min(to, begin + MARK)
            if ply % MARK == 0:
                self._mark(ply, stack)

    def _mark(self, ply: int, stack: Stack) -> None:
        """Remember the board at `ply`, unless a stretch begins with it."""
        begins = ply % STRETCH == 0 and ply < self.count
        if not (begins and self._parts[ply // STRETCH].packed):
            self._marks[ply] = self._rows.pack(*stack.rows)

    def _advance(self, stack: Stack, ply: int) -> tuple[int, Placement]:
        """Play the piece at `ply`; which it was, and where it went."""
        leg, place = self._leg(ply // MARK), ply % MARK
        piece, column = leg.pieces[place], leg.columns[place]
        drop = self._drops[piece].get(column)
        if drop is not None and not (leg.tucks and leg.tucks[place]):
            y = stack.rest(drop)
            if y >= self._least:
                stack.land(drop, y)
                return piece, Placement(drop.rotation, drop.x, y)
        return piece, self._ruled(stack, ply)

    def _ruled(self, stack: Stack, ply: int) -> Placement:
        """Play the piece at `ply` by the rules; where it went."""
        leg, place = self._leg(ply // MARK), ply % MARK
        tuck = leg.tucks[place] if leg.tucks else 0
        state = self._state(ply, stack.board)
        try:
            at = decode(state.rules, state.board, leg.pieces[place], leg.columns[place], tuck)
            stack.load(state.put(at).board)
        except IllegalMove as error:
            raise InvalidRun(ply + 1, str(error)) from None
        return at

    def _leg(self, number: int) -> _Content:
        """The `MARK` pieces from `number` * `MARK` on, fewer at the end. Raises `BadRecord`."""
        if number not in self._legs:
            ply = number * MARK
            stretch, first = ply // STRETCH, ply % STRETCH
            part = self._parts[stretch]
            if part.columns or part.packed is None:
                self._keep(number, self._open(ply, part, first, first + MARK))
            else:
                whole = self._decoded(stretch)
                for begin in range(0, part.count, MARK):
                    some = slice(begin, begin + MARK)
                    leg = _Content(whole.pieces[some], whole.columns[some], whole.tucks[some])
                    self._keep((ply - first + begin) // MARK, leg)
        return self._legs[number]

    def _keep(self, number: int, leg: _Content) -> None:
        while len(self._legs) >= _LEGS_KEPT:
            del self._legs[next(iter(self._legs))]
        self._legs[number] = leg

    def _open(self, ply: int, part: _Part, first: int, end: int) -> _Content:
        """Some pieces of an open stretch; `ply` is that of the first."""
        columns, tucks = part.columns[first:end], part.tucks[first:end]
        return _Content(self._drawn(ply, len(columns)), columns, tucks if any(tucks) else b"")

    def _drawn(self, ply: int, count: int) -> bytes:
        pieces = drawn(self.start.pieces.after(ply), count)
        if len(pieces) < count:
            raise InvalidRun(ply + len(pieces) + 1, "the list of pieces has ended")
        return pieces

    def _decoded(self, number: int) -> _Content:
        """All of a stretch."""
        part, ply = self._parts[number], number * STRETCH
        if part.columns or part.packed is None:
            return self._open(ply, part, 0, STRETCH)
        pieces, tucks = self._drawn(ply, part.count), bytearray(part.count if part.packed.tucks else 0)
        if any(one >= other for (one, _), (other, _) in pairwise(part.packed.tucks)):
            raise InvalidRun(ply + 1, "the tucks of a stretch are out of order")
        try:
            for place, tuck in part.packed.tucks:
                tucks[place] = tuck
            data = base64.b85decode(part.packed.columns)
            columns = unpack(data, pieces, alphabets(self.start.rules))
        except (BadInput, ValueError, IndexError) as error:
            raise InvalidRun(ply + 1, str(error)) from None
        return _Content(pieces, columns, tucks)

    # -- keeping --

    def stretches(self) -> tuple[Stretch, ...]:
        """The run as a file holds it. What was packed once is not packed again.

        Raises `BadRecord` where the run turns out to be no game.
        """
        for number, part in enumerate(self._parts):
            part.packed = part.packed or self._pack(number)
        return tuple(part.packed for part in self._parts if part.packed)

    def _pack(self, number: int) -> Stretch:
        ply, content = number * STRETCH, self._decoded(number)
        if ply not in self._marks:
            self._marks[ply] = self._rows.pack(*self._stack_at(ply).rows)
        try:
            packed = pack(content.columns, content.pieces, alphabets(self.start.rules))
        except BadInput as error:
            raise InvalidRun(ply + 1, str(error)) from None
        tucks = tuple((place, tuck) for place, tuck in enumerate(content.tucks) if tuck)
        columns = base64.b85encode(packed).decode()
        return Stretch(ply, len(content.columns), self._board(ply).short, columns, tucks)

    def verify(self, progress: Progress | None = None) -> None:
        """Play the whole run by the rules, and compare each board that a stretch begins with.

        `progress(done, total)` counts pieces. Raises `BadRecord` (`InvalidRun`) with the first piece that does not fit.
        """
        stack = Stack(self.start.board)
        for number, part in enumerate(self._parts):
            ply = number * STRETCH
            if part.packed and part.packed.board != stack.board.short:
                raise InvalidRun(max(1, ply), f"the board at ply {ply:,} is not the one that was saved")
            self._walk(stack, ply, ply + part.count, proved=True)
            if progress is not None:
                progress(ply + part.count, self.count)
