"""A well of four columns with walls on both sides: where a piece can come to rest, and what it leaves.

A field is a number: bit `4 * row + column`, row 0 the bottom, column 0 the left; `###.` on the floor is 7. It
is what remains after a clear. There is no ceiling and no gravity; a piece starts above the stack, in any
orientation and column, and has to come to rest. A clear of one line keeps the number of cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Literal, NamedTuple, get_args

from game.errors import BadInput
from game.tetris.guideline.pieces import CELLS
from game.tetris.guideline.srs import KICKS, System

Reach = Literal["hd", "srs", "srs+", "geo"]
Lines = Literal["one", "any"]
REACHES: tuple[Reach, ...] = get_args(Reach)
LINES: tuple[Lines, ...] = get_args(Lines)
WIDTH = 4
ROW = 0b1111
STARTS = {3: 0x7, 5: 0x37, 6: 0x77}  # by the number of residual cells: `###.`, and two rows of it at the most
MIRRORED = (0, 1, 2, 4, 3, 6, 5)  # by piece: what it looks like in a mirror
_SYSTEM: dict[Reach, System] = {"srs": "srs", "srs+": "srs+180"}


class Pose(NamedTuple):
    """An orientation, and the column and row of the centre."""

    orientation: int
    x: int
    y: int


def parse_field(text: str) -> int:
    """The field of `0x7`, or of rows of four letters, the top one first. Raises `BadInput`."""
    if text[:2].lower() == "0x":
        try:
            return int(text, 16)
        except ValueError:
            raise BadInput(f"{text!r} is not a field number such as 0x77") from None
    rows = text.replace("/", "\n").split()
    if any(len(row) != WIDTH for row in rows):
        raise BadInput(f"a row of a four-wide field has four letters, as in '###.', not {text!r}")
    cells = [letter not in ".-_" for row in reversed(rows) for letter in row]
    return sum(1 << place for place, filled in enumerate(cells) if filled)


def rows_of(field: int) -> tuple[str, ...]:
    """A field as rows of `#` and `.`, the top one first; one empty row for the empty field."""
    height = max(1, height_of(field))
    return tuple(
        "".join("#" if field >> (WIDTH * row + column) & 1 else "." for column in range(WIDTH))
        for row in reversed(range(height))
    )


def height_of(field: int) -> int:
    """The number of rows up to the highest cell."""
    return -(-field.bit_length() // WIDTH)


def mirrored(field: int) -> int:
    """The field as a mirror shows it, left and right exchanged."""
    mirror = 0
    for row in range(height_of(field)):
        cells = field >> (WIDTH * row) & ROW
        mirror |= sum(1 << (WIDTH * row + 3 - column) for column in range(WIDTH) if cells >> column & 1)
    return mirror


@cache
def cells_of(piece: int, pose: Pose) -> int | None:
    """The cells of a piece as a field; None where one of them lies in a wall or below the floor."""
    cells = 0
    for dx, dy in CELLS[piece][pose.orientation]:
        x, y = pose.x + dx, pose.y + dy
        if not 0 <= x < WIDTH or y < 0:
            return None
        cells |= 1 << (WIDTH * y + x)
    return cells


def cleared(field: int) -> tuple[int, int]:
    """The field without its full rows, and how many there were."""
    items = [row for number in range(height_of(field)) if (row := field >> (WIDTH * number) & ROW) != ROW]
    return sum(row << (WIDTH * number) for number, row in enumerate(items)), height_of(field) - len(items)


class Drop(NamedTuple):
    """A placement: the field before it, the piece 0 to 6, where it rests, its cells, what remains, lines cleared."""

    before: int
    piece: int
    pose: Pose
    cells: int
    after: int
    lines: int


# pieces on fields: those of a game and of the graph that is shown, not of all ever seen
@lru_cache(maxsize=512)
def drops(field: int, piece: int, reach: Reach = "srs") -> tuple[Drop, ...]:
    """Every placement that rests on something and that `reach` allows, different cells once, in fixed order.

    Of poses with equal cells the one that the canonical form of the piece has.
    """
    by_cells: dict[int, Pose] = {}
    for pose in sorted(_resting(field, piece, reach)):
        cells = cells_of(piece, pose)
        if cells is not None:
            by_cells.setdefault(cells, pose)
    return tuple(Drop(field, piece, pose, cells, *cleared(field | cells)) for cells, pose in by_cells.items())


def is_useful(drop: Drop, lines: Lines) -> bool:
    """Return True if a placement keeps the combo: it clears one line, with `lines` "any" at least one."""
    return drop.lines == 1 or (drop.lines > 1 and lines == "any")


def continuations(field: int, piece: int, reach: Reach = "srs", lines: Lines = "one") -> tuple[int, ...]:
    """The different fields that useful placements of `piece` (0 to 6) lead to, in rising order."""
    return tuple(sorted({drop.after for drop in drops(field, piece, reach) if is_useful(drop, lines)}))


def _resting(field: int, piece: int, reach: Reach) -> set[Pose]:
    """Return the places where the piece can come to rest."""
    poses = set(_poses(field, piece))
    above = {pose for pose in poses if _is_above(field, pose)}
    if reach == "hd":
        return {_dropped(field, piece, pose) for pose in above}
    reached = poses if reach == "geo" else _reached(field, piece, above, _SYSTEM[reach])
    return {pose for pose in reached if not _fits(field, piece, pose._replace(y=pose.y - 1))}


def _poses(field: int, piece: int) -> Iterator[Pose]:
    """Every pose that fits, up to those that are above the stack for certain."""
    return (pose for pose, cells in _within(piece, height_of(field) + 4) if not cells & field)


@cache
def _within(piece: int, top: int) -> tuple[tuple[Pose, int], ...]:
    """Every pose between the walls whose centre is below `top`, with its cells."""
    poses = (Pose(turn, x, y) for turn in range(4) for x in range(-1, WIDTH + 1) for y in range(-1, top))
    return tuple((pose, cells) for pose in poses if (cells := cells_of(piece, pose)) is not None)


def _fits(field: int, piece: int, pose: Pose) -> bool:
    cells = cells_of(piece, pose)
    return cells is not None and not cells & field


def _is_above(field: int, pose: Pose) -> bool:
    """Return True if the piece is higher than the stack, whichever its form.

    No cell is over two rows below its centre.
    """
    return pose.y >= height_of(field) + 2


def _dropped(field: int, piece: int, pose: Pose) -> Pose:
    while _fits(field, piece, below := pose._replace(y=pose.y - 1)):
        pose = below
    return pose


def _reached(field: int, piece: int, begin: set[Pose], system: System) -> set[Pose]:
    """Every pose that can be had from those: left, right, down, and turns by the first kick that fits."""
    reached, waiting, top = set(begin), list(begin), height_of(field) + 4
    while waiting:
        for tried in _tries(piece, waiting.pop(), system):
            for near, cells in tried:
                if cells & field:
                    continue
                if near not in reached and near.y < top:
                    reached.add(near)
                    waiting.append(near)
                break
    return reached


@cache
def _tries(piece: int, pose: Pose, system: System) -> tuple[tuple[tuple[Pose, int], ...], ...]:
    """By shift or turn: the poses that it tries, with their cells; not those in a wall or below the floor."""
    shifts = [[(pose.orientation, shift)] for shift in ((-1, 0), (1, 0), (0, -1))]
    turns = [
        [(target, kick) for kick in kicks]
        for (source, target), kicks in KICKS[system][piece].items()
        if source == pose.orientation
    ]
    generator = (
        [Pose(orientation, pose.x + dx, pose.y + dy) for orientation, (dx, dy) in tried]
        for tried in (*shifts, *turns)
    )
    return tuple(
        tuple((near, cells) for near in poses if (cells := cells_of(piece, near)) is not None)
        for poses in generator
    )
