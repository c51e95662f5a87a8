"""The kibitzer's placements on the board: outlines with their ranks, and the way that the best piece takes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from game.advice import Choice
from game.tetris.classic import Placement
from gui.games.classic.cells import Cell, Geometry, outline_of, piece_cells
from gui.ui.canvas import Canvas, Point
from gui.ui.theme import mix

_INSET = 1.5
_STROKE, _FIRM = (1.25, 2.0), (0.65, 1.0)  # of a last and of a first choice
_BADGE, _SMALL, _LEAST = 24.0, 20.0, 16.0  # diameters; where none fits, the outline stands alone
_STEP, _DOT = 8.0, 1.6
_CONSIDERED = 5
_AROUND = ((-1, 0), (0, -1), (1, 0), (0, 1))
_PROVEN = 0.43  # how much amber fills a placement that is certain


def drawn_choices(
    piece: int, choices: Sequence[Choice], shown: str | None, most: int
) -> list[tuple[int, Choice, tuple[Cell, ...]]]:
    """Rank, choice and cells of what is outlined: the best ones that do not overlap, or the one pointed at."""
    ranked = [(rank, choice, cells_of(piece, choice.move)) for rank, choice in enumerate(choices, 1)]
    if shown is not None:
        return [each for each in ranked if each[1].move == shown]
    kept: list[tuple[int, Choice, tuple[Cell, ...]]] = []
    for each in ranked[:_CONSIDERED]:
        taken = {cell for _, _, cells in kept for cell in cells}
        if len(kept) < most and taken.isdisjoint(each[2]):
            kept.append(each)
    return kept


def cells_of(piece: int, move: str) -> tuple[Cell, ...]:
    """The cells of a placement given as a move's text."""
    return piece_cells(piece, *Placement.parse(move))


def draw_opinion(
    canvas: Canvas,
    geometry: Geometry,
    cells: Sequence[Cell],
    firm: float,
    *,
    proven: bool = False,
    joined: bool = False,
) -> None:
    """An amber outline around `cells`, stronger and wider the firmer the opinion is (0 to 1); filled where proven.

    What was drawn there gives way, so that the piece reads as one thing; where it is `joined`, the grid too.
    """
    colour = canvas.theme.colour
    ground = mix(colour.well, colour.amber, _PROVEN) if proven else colour.well
    for x, y in cells:
        left, top, side, _ = geometry.box(x, y)
        a, b, c, d = ((x + dx, y + dy) not in cells or not (proven or joined) for dx, dy in _AROUND)
        canvas.fill((left + a, top + b, side - a - c, side - b - d), ground)
    ink = mix(colour.well, colour.amber_line, _FIRM[0] + (_FIRM[1] - _FIRM[0]) * firm)
    width = min(_STROKE[0] + (_STROKE[1] - _STROKE[0]) * firm, geometry.cell / 5)
    thick = max(1, canvas.px(width))
    whole, inset = frozenset(cells), canvas.px(min(_INSET, geometry.cell / 10))

    def reach(cell: Cell) -> int:
        """How far an edge stops short of a corner, or goes beyond it where the next cell belongs to the piece."""
        return -(inset + thick) if cell in whole else inset

    for (x0, y0), (x1, y1) in outline_of(cells):
        left, top = (canvas.px(at) for at in geometry.corner(x0, y0))
        right, bottom = (canvas.px(at) for at in geometry.corner(x1, y1))
        inside = (x0, y0) in whole
        if y0 == y1:
            row = y0 if inside else y0 - 1
            y = top + inset if inside else top - inset - thick
            start, end = left + reach((x0 - 1, row)), right - reach((x1, row))
            canvas.surface.fill(ink, (start, y, end - start, thick))
        else:
            column = x0 if inside else x0 - 1
            x = left + inset if inside else left - inset - thick
            start, end = top + reach((column, y0 - 1)), bottom - reach((column, y1))
            canvas.surface.fill(ink, (x, start, thick, end - start))


def draw_rank(
    canvas: Canvas, geometry: Geometry, cells: Sequence[Cell], rank: int, firm: float, *, proven: bool = False
) -> None:
    """The rank in a ring, or in a disc where proven, on the cell of a placement that lies nearest to its middle."""
    colour, side = canvas.theme.colour, geometry.cell
    size = _BADGE if side >= _BADGE + 2 else _SMALL if side >= _SMALL - 1 else min(_LEAST + 2, side)
    if size < _LEAST:
        return
    at = geometry.middle(*heart(cells))
    if proven:
        canvas.disc(at, size / 2 - 2, colour.amber)
        canvas.text(at, str(rank), "small", colour.amber_ink, "middle")
        return
    canvas.disc(
        at, size / 2 - 2, colour.well, edge=colour.amber_line, width=1.5, opacity=_FIRM[0] + 0.35 * firm
    )
    canvas.text(at, str(rank), "small", colour.amber_text, "middle")


def heart(cells: Sequence[Cell]) -> Cell:
    """The cell of a piece that lies nearest to the middle of all four."""
    x, y = sum(x for x, _ in cells) / len(cells), sum(y for _, y in cells) / len(cells)
    return min(cells, key=lambda cell: ((cell[0] - x) ** 2 + (cell[1] - y) ** 2, cell))


def draw_way(
    canvas: Canvas,
    geometry: Geometry,
    piece: int,
    held: Placement,
    way: Sequence[Placement],
    skip: frozenset[Cell],
) -> None:
    """The way of a piece as amber dots, from where it is `held` to where it rests; none over the cells of `skip`."""
    colour = canvas.theme.colour.amber_line
    step = min(_STEP, geometry.cell / 3)
    points = [geometry.corner(*at) for at in middles(piece, held, way)]
    for x, y in dots_along(points, step):
        at = geometry.cells_at((x, y))
        if at is not None and at[1] >= 0 and (int(at[0]), int(at[1])) not in skip:
            canvas.disc((x, y), min(_DOT, step / 4), colour)


def middles(piece: int, held: Placement, way: Sequence[Placement]) -> list[Point]:
    """The middles of a piece on its way, in cells: straight to the side from where it is held, then down."""
    if not way:
        return []
    x, y = _middle(piece, held)
    level = max(0.5, y)
    points = [_middle(piece, at) for at in way]
    above = max((i for i, at in enumerate(way) if at.y == way[0].y), default=0)
    down = [point for point in points[above + 1 :] if point[1] >= level]
    return [(x, level), (points[above][0], level), *down]


def _middle(piece: int, at: Placement) -> Point:
    x, y = heart(piece_cells(piece, *at))
    return x + 0.5, y + 0.5


def dots_along(points: Sequence[Point], step: float) -> list[Point]:
    """Points `step` apart along a line through `points`."""
    dots: list[Point] = []
    ahead = 0.0
    for (x0, y0), (x1, y1) in pairwise(points):
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        while ahead < length:
            dots.append((x0 + (x1 - x0) * ahead / length, y0 + (y1 - y0) * ahead / length))
            ahead += step
        ahead -= length
    return dots


def firmness(rank: int) -> float:
    """How firm the outline of a rank is, 0 to 1: a rule has no visits to tell it by."""
    return max(0.0, 1.0 - (rank - 1) / (_CONSIDERED - 1))
