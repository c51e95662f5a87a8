"""The seven pieces, their rotations and their numbers, in the order of Joakim Tengstrand's programs.

A piece is its number, 0 to 6 for I Z S J L T O (his numbers less one). The cells of a rotation are (x, y) in
its bounding box, x to the right and y **down**, top left is (0, 0):

    I ####   Z ##.   S .##   J ###   L ###   T ###   O ##
              .##   ##.   ..#   #..   .#.   ##
"""

from __future__ import annotations

from game.errors import BadInput

PIECES = "IZSJLTO"
Cells = tuple[tuple[int, int], ...]


def _cells(text: str) -> Cells:
    """The cells of `00 10 11 21`: x and y of each, a digit each."""
    return tuple((int(cell[0]), int(cell[1])) for cell in text.split())


SHAPES: tuple[tuple[Cells, ...], ...] = tuple(
    tuple(_cells(rotation) for rotation in rotations)
    for rotations in (
        ("00 10 20 30", "00 01 02 03"),
        ("00 10 11 21", "10 01 11 02"),
        ("10 20 01 11", "00 01 11 12"),
        ("00 10 20 21", "00 10 01 02", "00 01 11 21", "10 11 02 12"),
        ("00 10 20 01", "00 01 02 12", "20 01 11 21", "00 10 11 12"),
        ("00 10 20 11", "00 01 11 02", "10 01 11 21", "10 01 11 12"),
        ("00 10 01 11",),
    )
)
WIDTHS = tuple(tuple(max(x for x, _ in cells) + 1 for cells in rotations) for rotations in SHAPES)
HEIGHTS = tuple(tuple(max(y for _, y in cells) + 1 for cells in rotations) for rotations in SHAPES)
# by piece and rotation: the rows of the bounding box from the top, bit x of a row is its column x
MASKS = tuple(
    tuple(
        tuple(sum(1 << x for x, row in cells if row == y) for y in range(height))
        for cells, height in zip(rotations, heights, strict=True)
    )
    for rotations, heights in zip(SHAPES, HEIGHTS, strict=True)
)


def letter(piece: int) -> str:
    """The letter of a piece 0 to 6."""
    return PIECES[piece]


def piece_of(letter: str) -> int:
    """The number of the piece with this letter, small or capital. Raises `BadInput`."""
    found = PIECES.find(letter.upper()) if len(letter) == 1 else -1
    if found < 0:
        raise BadInput(f"{letter[:20]!r} is no piece; the pieces are I O T L J S Z")
    return found


def cells_at(piece: int, rotation: int, x: int, y: int) -> Cells:
    """The four cells (column, row) of a piece whose bounding box has its top left at (x, y)."""
    return tuple((x + column, y + row) for column, row in SHAPES[piece][rotation])
