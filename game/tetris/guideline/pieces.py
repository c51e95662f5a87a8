"""The seven pieces, their four orientations, and which of them look alike.

A piece is its number, 0 to 6 for I O T L J S Z; an orientation 0 to 3 for north, east, south, west. Cells are
(dx, dy) from the centre about which SRS turns, x to the right and y **up**. Facing north, with the centre as `o`:

    I #o##   O ##   T .#.   L ..#   J #..   S .##   Z ##.
               o#     #o#     #o#     #o#     #o.     .o#
"""

from __future__ import annotations

from game.errors import BadInput

PIECES = "IOTLJSZ"
I, O, T, L, J, S, Z = range(7)  # noqa: E741 (the names of the pieces)
ORIENTATIONS = ("north", "east", "south", "west")
NORTH, EAST, SOUTH, WEST = range(4)
Cells = tuple[tuple[int, int], ...]

_NORTH: tuple[Cells, ...] = (
    ((-1, 0), (0, 0), (1, 0), (2, 0)),
    ((0, 0), (1, 0), (0, 1), (1, 1)),
    ((-1, 0), (0, 0), (1, 0), (0, 1)),
    ((-1, 0), (0, 0), (1, 0), (1, 1)),
    ((-1, 0), (0, 0), (1, 0), (-1, 1)),
    ((-1, 0), (0, 0), (0, 1), (1, 1)),
    ((-1, 1), (0, 1), (0, 0), (1, 0)),
)


def _turned(cells: Cells, orientation: int) -> Cells:
    """The cells of a piece facing north after that many quarter turns clockwise."""
    for _ in range(orientation):
        cells = tuple((y, -x) for x, y in cells)
    return cells


def _corner(cells: Cells) -> tuple[int, int]:
    """The lowest x and the lowest y."""
    return min(x for x, _ in cells), min(y for _, y in cells)


def _like(piece: int, orientation: int) -> tuple[int, int, int]:
    """The first orientation that covers the same cells, and how far its centre lies from this one's."""
    cells = CELLS[piece][orientation]
    left, low = _corner(cells)
    for first in range(orientation):
        x, y = _corner(CELLS[piece][first])
        if {(dx + left - x, dy + low - y) for dx, dy in CELLS[piece][first]} == set(cells):
            return first, left - x, low - y
    return orientation, 0, 0


# by piece and orientation: the four cells
CELLS = tuple(tuple(_turned(cells, orientation) for orientation in range(4)) for cells in _NORTH)
# by piece and orientation: (orientation, dx, dy) of the canonical form with the same cells; I, S and Z have two
# forms that differ, north and east, the O one, the others four
CANONICAL = tuple(tuple(_like(piece, orientation) for orientation in range(4)) for piece in range(7))


def letter(piece: int) -> str:
    """The letter of a piece 0 to 6."""
    return PIECES[piece]


def piece_of(letter: str) -> int:
    """The number of the piece with this letter, small or capital. Raises `BadInput`."""
    result = PIECES.find(letter.upper()) if len(letter) == 1 else -1
    if result < 0:
        raise BadInput(f"{letter[:20]!r} is not a piece; the pieces are {' '.join(PIECES)}")
    return result


def pieces_of(letters: str) -> tuple[int, ...]:
    """The numbers of the pieces of a text such as `TIOSZLJ`. Raises `BadInput`."""
    return tuple(map(piece_of, letters))


def orientation_of(name: str) -> int:
    """The number of an orientation: north 0, east 1, south 2, west 3. Raises `BadInput`."""
    if name not in ORIENTATIONS:
        raise BadInput(f"{name[:20]!r} is not an orientation; they are {', '.join(ORIENTATIONS)}")
    return ORIENTATIONS.index(name)


def cells_at(piece: int, orientation: int, x: int, y: int) -> Cells:
    """The four cells (column, row) of a piece whose centre lies in column `x` and row `y`, sorted."""
    return tuple(sorted((x + dx, y + dy) for dx, dy in CELLS[piece][orientation]))
