"""Placements as bytes, and many of them as one number.

A placement is its **column byte**, rotation * width + x. Where pieces slide, its **tuck** says how much deeper it
lies than a piece that was dropped from above the stack; without sliding it is 0, and rotation and x say it all.

Of a whole stretch only the choices are kept: a piece that has n straight drops on the empty board is a digit of
base n. On 10 columns that is 4.38 bits a piece, whatever machine or library writes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import prod

from game.errors import BadInput, IllegalMove
from game.tetris.classic.board import Board
from game.tetris.classic.generators import Pieces, tengstrand_state
from game.tetris.classic.pieces import HEIGHTS, PIECES, SHAPES, WIDTHS, letter
from game.tetris.classic.rules import Placement, Rules

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
        state, found = pieces.seed, bytearray()
        for _ in range(count):
            state = tengstrand_state(state, 1)
            found.append(state % len(PIECES))
        return bytes(found)
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
