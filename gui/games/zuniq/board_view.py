"""The Zuniq board as a picture: dots, walls, zones, the ruler of sizes, and the kibitzer's walls."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import pygame

from game.advice import Choice
from game.zuniq import Grid, State
from game.zuniq.grid import OUTSIDE, ROW_LETTERS
from gui.play.game_ui import Fault
from gui.ui.canvas import Box, Canvas, Point, fewer_sentences
from gui.ui.text import percent

# Where dots, walls and cells stand on the screen, and which wall a point or a key means.

_ABOVE, _BELOW = 56.0, 120.0  # room for the column figures, and for sizes and a sentence
_ASIDE = 96.0
_LOW, _VERY_LOW = 420.0, 300.0  # board areas lower than these get tighter margins
_BESIDE = 224.0  # room for sizes and a sentence right of the dots, where the area is very low and wide


@dataclass(frozen=True)
class Geometry:
    """A grid laid out in a box: `left`, `top` is dot A1, `step` the distance of dots, in logical units."""

    grid: Grid
    left: float
    top: float
    step: float

    @classmethod
    def fit(cls, grid: Grid, box: Box, *, bare: bool = False) -> Geometry:
        """The largest layout of `grid` in `box`; `bare` leaves no room for labels (small boards)."""
        x, y, width, height = box
        above, below, aside = (14.0, 14.0, 14.0) if bare else (_ABOVE, _BELOW, _ASIDE)
        if not bare and height < _LOW:
            above, below = (40.0, 88.0) if height >= _VERY_LOW else (34.0, 52.0)
        if not bare and sizes_beside(box):
            below, width = 16.0, width - _BESIDE
        if not bare and width < 560:
            aside = 56.0
        across, down = grid.columns - 1, grid.rows - 1
        step = min((width - 2 * aside) / across, (height - above - below) / down)
        if not bare:
            step = min(step, 160.0)
        left = x + (width - across * step) / 2
        top = y + above + (height - above - below - down * step) / 2
        return cls(grid, left, top, max(8.0, step))

    def dot(self, row: int, column: int) -> Point:
        """The middle of a dot."""
        return self.left + column * self.step, self.top + row * self.step

    def ends(self, wall: int) -> tuple[Point, Point]:
        """The two dots of a wall."""
        first, second = self.grid.dots(wall)
        return self.dot(*first), self.dot(*second)

    def middle(self, wall: int) -> Point:
        """The middle of a wall."""
        (x0, y0), (x1, y1) = self.ends(wall)
        return (x0 + x1) / 2, (y0 + y1) / 2

    def upright(self, wall: int) -> bool:
        return wall >= self.grid.horizontal

    def cell_box(self, cell: int) -> Box:
        row, column = divmod(cell, self.grid.columns - 1)
        x, y = self.dot(row, column)
        return (x, y, self.step, self.step)

    def wall_box(self, wall: int, width: float, length: float) -> Box:
        """The box of a bar of `width` and `length` (in steps) on the middle of a wall."""
        x, y = self.middle(wall)
        w, h = length * self.step, width * self.step
        if self.upright(wall):
            w, h = h, w
        return (x - w / 2, y - h / 2, w, h)

    @property
    def box(self) -> Box:
        """The rectangle of all dots."""
        return (
            self.left,
            self.top,
            (self.grid.columns - 1) * self.step,
            (self.grid.rows - 1) * self.step,
        )

    def wall_at(self, point: Point) -> int | None:
        """The wall a point means: the diamonds around the walls' middles fill the board."""
        best = min(range(self.grid.walls), key=lambda wall: self._diamond(wall, point))
        return best if self._diamond(best, point) <= self.step / 2 else None

    def _diamond(self, wall: int, point: Point) -> float:
        x, y = self.middle(wall)
        return abs(point[0] - x) + abs(point[1] - y)

    @cached_property
    def _rows(self) -> list[list[int]]:
        """The walls as a cursor walks them: horizontal and vertical rows in turn, from the top."""
        rows: list[list[int]] = []
        columns, across = self.grid.columns, self.grid.columns - 1
        for row in range(self.grid.rows):
            rows.append([row * across + column for column in range(across)])
            if row < self.grid.rows - 1:
                start = self.grid.horizontal + row * columns
                rows.append([start + column for column in range(columns)])
        return rows

    def step_from(self, wall: int, dx: int, dy: int) -> int | None:
        """The wall one step aside (`dx`) or one row of walls up or down (`dy`); None at the edge."""
        row = next(i for i, walls in enumerate(self._rows) if wall in walls)
        place = self._rows[row].index(wall)
        if dx:
            return self._rows[row][place + dx] if 0 <= place + dx < len(self._rows[row]) else None
        if not 0 <= row + dy < len(self._rows):
            return None
        walls = self._rows[row + dy]
        return walls[min(place, len(walls) - 1)]


def sizes_beside(box: Box) -> bool:
    """Tell whether sizes stand right of the dots, so that a low board is not smaller still."""
    return box[3] < _VERY_LOW and box[2] >= 560


WALL = 0.115  # the width of a drawn wall, in steps
_DOT = 0.068
_OPINION_LENGTH = 0.675
_OPINION_WIDTH = (0.085, 0.225)  # from no visits to all of them
_FAULT = 0.2  # the width of the dots around a wall that was a mistake, in cells
_OPINION_LEAST = 5.0  # units: thinner, an outline would look like a filled mark
_MOST_SHOWN = 5
_WRITTEN, _IN_FULL = 28.0, 44.0  # steps from which figures stand beside walls, and from which with their unit
_INSET, _SIZE_CELL = 16.0, 28.0  # units: around the square of sizes, and of each of them
_FIGURE, _FIGURE_ALONE = 14.5, 22.0  # units: the room of a figure where all are written, and where some are
_TICK = 4.0  # units: the height of a line between two sizes where these are narrow


@dataclass(frozen=True)
class Picture:
    """Everything a frame of the board shows.

    `under` is the wall below the pointer or the cursor, `choices` the opinions to draw, `grown` how far
    the last wall has been drawn (0 to 1), `cursor` whether `under` is the keyboard's, `fault` a wall
    that was a mistake. With `graph` the open walls are drawn as the edges between cells that they are, too.
    """

    state: State
    under: int | None = None
    choices: tuple[Choice, ...] = ()
    grown: float = 1.0
    sentence: str = ""
    cursor: bool = False
    fault: Fault | None = None
    graph: bool = False


def draw_board(canvas: Canvas, box: Box, picture: Picture) -> Geometry:
    """Draw the whole board scene into `box`; returns where things stand."""
    geometry = Geometry.fit(picture.state.grid, box)
    _labels(canvas, geometry)
    draw_position(canvas, geometry, picture)
    if picture.graph:
        _draw_graph(canvas, geometry, picture.state)
    taken = _opinions(canvas, geometry, picture)
    if picture.under is not None:
        _ghost(canvas, geometry, picture, picture.under, taken)
        if picture.cursor:
            _cursor_ring(canvas, geometry, picture.under)
    if sizes_beside(box):
        _table_of_sizes(canvas, box, picture)
        return geometry
    _ruler(canvas, box, geometry, picture.state)
    if picture.sentence and box[3] >= _VERY_LOW:
        y = min(box[1] + box[3] - 16, geometry.box[1] + geometry.box[3] + 99)
        width = box[2] - 32
        words = fewer_sentences(picture.sentence, lambda text: canvas.text_width(text, "label") <= width)
        words = canvas.fitted(words, "label", width)
        canvas.text((box[0] + box[2] / 2, y), words, "label", canvas.theme.colour.text2, "middle")
    return geometry


def draw_position(canvas: Canvas, geometry: Geometry, picture: Picture) -> None:
    """Zones, walls and dots alone: the whole of a small board."""
    _zones(canvas, geometry, picture)
    _open_walls(canvas, geometry, picture.state)
    for ply, wall in enumerate(picture.state.moves):
        last = ply == picture.state.ply - 1
        _drawn_wall(canvas, geometry, wall, ply % 2, picture.grown if last else 1.0)
    _dots(canvas, geometry)
    if picture.state.moves:
        _last_mark(canvas, geometry, picture.state)
    for claim in picture.state.claims:
        if claim is not None:
            _claim_mark(canvas, geometry, picture.state, claim)


def _labels(canvas: Canvas, geometry: Geometry) -> None:
    colour, grid = canvas.theme.colour.text3, geometry.grid
    for column in range(grid.columns):
        x, y = geometry.dot(0, column)
        canvas.text((x, y - min(25, 14 + 0.14 * geometry.step)), str(column + 1), "label", colour, "middle")
    for row in range(grid.rows):
        x, y = geometry.dot(row, 0)
        canvas.text((x - 32, y), ROW_LETTERS[row], "label", colour, "middle")


def _zones(canvas: Canvas, geometry: Geometry, picture: Picture) -> None:
    colour, state = canvas.theme.colour, picture.state
    style = "figure" if geometry.step >= 56 else ("strong" if geometry.step >= 22 else "label")
    newest = len(state.zones) - 1
    for number, zone in enumerate(state.zones):
        fresh = number == newest and picture.grown < 1 and _closed_by_last(state)
        for cell in zone:
            if fresh:
                canvas.veil(geometry.cell_box(cell), colour.zone, picture.grown)
            else:
                canvas.fill(geometry.cell_box(cell), colour.zone)
        x, y = _label_place(geometry, zone)
        canvas.text(
            (x, y), str(len(zone)), style, colour.zone_text, "middle", picture.grown if fresh else 1.0
        )


def _closed_by_last(state: State) -> bool:
    if not state.moves or not state.zones:
        return False
    return bool(set(state.grid.sides[state.moves[-1]]) & state.zones[-1])


def _label_place(geometry: Geometry, zone: frozenset[int]) -> tuple[float, float]:
    """The middle of the zone's cell that lies nearest to the zone's centre."""
    middles = [(x + w / 2, y + h / 2) for x, y, w, h in map(geometry.cell_box, sorted(zone))]
    cx = sum(x for x, _ in middles) / len(middles)
    cy = sum(y for _, y in middles) / len(middles)
    return min(middles, key=lambda m: (m[0] - cx) ** 2 + (m[1] - cy) ** 2)


def _open_walls(canvas: Canvas, geometry: Geometry, state: State) -> None:
    """The undrawn walls: a hairline where legal, dotted and fainter where not."""
    colour, legal = canvas.theme.colour, set(state.legal)
    for wall in range(state.grid.walls):
        if wall in state.drawn or state.zone_of(wall) is not None:
            continue
        start, end = geometry.ends(wall)
        if wall in legal:
            canvas.rule(start, end, colour.line, 1.2)
        else:
            canvas.dots(start, end, colour.line, step=max(4.0, geometry.step / 10), size=1.2)


def _drawn_wall(canvas: Canvas, geometry: Geometry, wall: int, seat: int, grown: float) -> None:
    colour = canvas.theme.colour
    fill = colour.wall_white if seat == 0 else colour.wall_black
    edge = colour.wall_white_edge if seat == 0 else colour.wall_black_edge
    box = geometry.wall_box(wall, WALL, 1.0 * grown + 0.02)
    if fill == edge:
        canvas.fill(box, fill)
    else:
        canvas.panel(box, fill, radius=0, edge=edge, width=max(0.8, geometry.step * 0.019))


def _dots(canvas: Canvas, geometry: Geometry) -> None:
    colour, radius = canvas.theme.colour, max(1.6, _DOT * geometry.step)
    for row in range(geometry.grid.rows):
        for column in range(geometry.grid.columns):
            canvas.disc(geometry.dot(row, column), radius + 1.5, colour.dot, edge=colour.room, width=1.5)


_OUT = 0.2  # steps from the border to the outside, where the graph of cells is drawn


def _draw_graph(canvas: Canvas, geometry: Geometry, state: State) -> None:
    """The graph of cells: an edge through each open wall, one that would cut cells off in amber with their number."""
    colour, grid = canvas.theme.colour, state.grid
    width = max(1.2, 0.018 * geometry.step)
    bridges: list[tuple[Point, Point, int]] = []
    inside: set[int] = set()
    for wall in range(grid.walls):
        if wall in state.drawn or state.zone_of(wall) is not None:
            continue
        start, end = (_cell_or_outside(geometry, wall, cell) for cell in grid.sides[wall])
        inside.update(cell for cell in grid.sides[wall] if cell != OUTSIDE)
        size = len(state.would_close(wall))
        if size:
            bridges.append((start, end, size))
        else:
            canvas.rule(start, end, colour.text3, width)
    for start, end, _ in bridges:
        canvas.rule(start, end, colour.amber_line, 3 * width)
    for cell in sorted(inside):
        side = max(5.0, 0.09 * geometry.step)
        x, y = _middle_of(geometry, cell)
        canvas.panel((x - side / 2, y - side / 2, side, side), colour.text3, radius=2)
    for (x0, y0), (x1, y1), size in bridges:
        at = ((x0 + x1) / 2, (y0 + y1) / 2)
        canvas.disc(at, 11.0, colour.well, edge=colour.amber_line, width=1.5)
        canvas.text(at, str(size), "small", colour.amber_text, "middle")


def _middle_of(geometry: Geometry, cell: int) -> Point:
    x, y, width, height = geometry.cell_box(cell)
    return x + width / 2, y + height / 2


def _cell_or_outside(geometry: Geometry, wall: int, cell: int) -> Point:
    """The middle of a cell; of the outside, a point beyond this wall of the border."""
    if cell != OUTSIDE:
        return _middle_of(geometry, cell)
    x, y = geometry.middle(wall)
    other = next(each for each in geometry.grid.sides[wall] if each != OUTSIDE)
    cx, cy = _middle_of(geometry, other)
    return x + 2 * _OUT * (x - cx), y + 2 * _OUT * (y - cy)


def _last_mark(canvas: Canvas, geometry: Geometry, state: State) -> None:
    """A small point in the middle of the wall drawn last, in the tone of the other player."""
    colour, seat = canvas.theme.colour, (state.ply - 1) % 2
    ink = colour.wall_black if seat == 0 else colour.wall_white
    if colour.wall_black == ink and canvas.theme.name == "light":
        ink = colour.wall_white_edge
    canvas.disc(geometry.middle(state.moves[-1]), max(1.2, 0.032 * geometry.step), ink)


def _claim_mark(canvas: Canvas, geometry: Geometry, state: State, ply: int) -> None:
    """`!` in a disc of the player's tone on the wall that claimed the win; on small boards the disc alone."""
    colour, white = canvas.theme.colour, ply % 2 == 1
    fill, edge = (
        (colour.wall_white, colour.wall_white_edge) if white else (colour.wall_black, colour.wall_black_edge)
    )
    at = geometry.middle(state.moves[ply - 1])
    written = geometry.step >= 44
    canvas.disc(at, 10.0 if written else max(3.0, 0.12 * geometry.step), fill, edge=edge, width=1.5)
    if written:
        ink = colour.wall_white_edge if canvas.theme.name == "light" else colour.wall_black
        canvas.text(at, "!", "strong", ink if white else colour.wall_white, "middle")


def _opinions(canvas: Canvas, geometry: Geometry, picture: Picture) -> list[pygame.Rect]:
    """The kibitzer's walls: as wide as their share of the visits, filled where the result is proven.

    Returns where something stands that no other word may cover.
    """
    shown = [(geometry.grid.move(choice.move).wall, choice) for choice in picture.choices[:_MOST_SHOWN]]
    for wall, choice in reversed(shown):
        _opinion(canvas, geometry, wall, choice)
    taken: list[pygame.Rect] = [canvas.rect(_opinion_box(geometry, wall, choice)) for wall, choice in shown]
    if geometry.step < _WRITTEN:
        return taken
    if picture.fault is not None:
        _fault(canvas, geometry, picture.fault, taken)
    for wall, choice in shown:
        _opinion_label(canvas, geometry, wall, choice, taken)
    return taken


def _fault(canvas: Canvas, geometry: Geometry, fault: Fault, taken: list[pygame.Rect]) -> None:
    """A wall that was a mistake: dots in the colour of words, with its mark beside them."""
    wall, ink = geometry.grid.move(fault.move).wall, canvas.theme.colour.text
    x, y, wide, high = geometry.wall_box(wall, _FAULT, _OPINION_LENGTH)
    corners = ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))
    for number, corner in enumerate(corners):
        canvas.dots(corner, corners[(number + 1) % 4], ink, 4.0, 1.75)
    x, y = geometry.middle(wall)
    width = canvas.text_width(fault.mark, "strong")
    at = (x + 14, y) if geometry.upright(wall) else (x - width / 2, y - 18)
    taken.append(canvas.rect((at[0] - 1, at[1] - 9, width + 2, 18)))
    canvas.text(at, fault.mark, "strong", ink)


def draw_small_opinion(canvas: Canvas, geometry: Geometry, choice: Choice) -> None:
    """One choice without its figure, for boards too small to write on."""
    _opinion(canvas, geometry, geometry.grid.move(choice.move).wall, choice)


def _opinion_box(geometry: Geometry, wall: int, choice: Choice) -> Box:
    low, high = _OPINION_WIDTH
    width = low + (high - low) * (1.0 if choice.proof == "win" else choice.share)
    return geometry.wall_box(wall, max(width, _OPINION_LEAST / geometry.step), _OPINION_LENGTH)


def _opinion(canvas: Canvas, geometry: Geometry, wall: int, choice: Choice) -> None:
    colour, box = canvas.theme.colour, _opinion_box(geometry, wall, choice)
    radius = min(box[2], box[3]) / 2.5
    if choice.proof is not None:
        canvas.panel(box, colour.amber, radius=radius, edge=colour.amber_line, width=1.5)
    else:
        firm, stroke = 0.65 + 0.35 * choice.share, 1.25 + 0.75 * choice.share
        canvas.panel(box, None, radius=radius, edge=colour.amber_line, width=stroke, opacity=firm)


def _opinion_label(
    canvas: Canvas, geometry: Geometry, wall: int, choice: Choice, taken: list[pygame.Rect]
) -> None:
    """The win rate beside its wall, where better walls leave room for it."""
    if choice.worth.unit == "order":
        return  # an outline alone: it says where, and not how good it is
    full = geometry.step >= _IN_FULL
    words = choice.proof or (percent(choice.worth.value) if full else f"{100 * choice.worth.value:.0f}")
    x, y = geometry.middle(wall)
    width = canvas.text_width(words, "small")
    aside = min(_opinion_box(geometry, wall, choice)[2:]) / 2
    right, down = (max(12, aside + 4), max(18, aside + 11)) if full else (max(7, aside + 4), aside + 11)
    if geometry.upright(wall):
        places = [(x + right, y), (x - right - width, y)]
    else:
        places = [(x - width / 2, y + down), (x - width / 2, y - down)]
        if not full and y + 1 > geometry.box[1] + geometry.box[3]:
            places.reverse()  # below the lowest walls there is hardly any room
    for at in places:
        place = canvas.rect((at[0] - 1, at[1] - 8, width + 2, 16))
        if place.collidelist(taken) < 0:
            taken.append(place)
            canvas.text(at, words, "small", canvas.theme.colour.amber_text)
            return


def _ghost(canvas: Canvas, geometry: Geometry, picture: Picture, wall: int, taken: list[pygame.Rect]) -> None:
    """The wall under the pointer with its name: a veil of it where legal, dots where not."""
    colour, state = canvas.theme.colour, picture.state
    if wall in state.drawn:
        return
    start, end = geometry.ends(wall)
    if wall in state.legal:
        fill = colour.wall_white if state.to_move == 0 else colour.wall_black
        edge = colour.wall_white_edge if state.to_move == 0 else colour.wall_black_edge
        box = geometry.wall_box(wall, WALL, 0.86)
        canvas.panel(box, fill, radius=3, edge=edge, width=1.2, opacity=0.55)
    else:
        canvas.dots(start, end, colour.text2, step=max(5.0, geometry.step / 11), size=2.4)
    drawn = [canvas.rect(geometry.wall_box(each, WALL, 1.0)) for each in state.drawn]
    _name(canvas, geometry, state.grid.names[wall], wall, [*taken, *drawn])


def _cursor_ring(canvas: Canvas, geometry: Geometry, wall: int) -> None:
    """Draw the keyboard's place."""
    x, y, width, height = geometry.wall_box(wall, WALL, 0.86)
    box = (x - 5, y - 5, width + 10, height + 10)
    canvas.panel(box, None, radius=7, edge=canvas.theme.colour.focus, width=2)


def _name(canvas: Canvas, geometry: Geometry, name: str, wall: int, taken: list[pygame.Rect]) -> None:
    """The name of a wall at the first of the places around it where nothing else stands."""
    x, y = geometry.middle(wall)
    half = canvas.text_width(name, "label") / 2
    side = half + min(12.0, max(6.0, geometry.step / 2 - half))  # in the middle of cells that are narrow
    beside, over = [(x + side, y), (x - side, y)], [(x, y - 16), (x, y + 16)]
    corners = [(x + dx * side, y + dy * 16) for dy in (-1, 1) for dx in (1, -1)]
    places = [*(beside if geometry.upright(wall) else over), *corners]
    rects = [canvas.rect((left - half - 1, middle - 8, 2 * half + 2, 16)) for left, middle in places]
    free = (at for at, rect in zip(places, rects, strict=True) if rect.collidelist(taken) < 0)
    canvas.text(next(free, places[0]), name, "label", canvas.theme.colour.text2, "middle")


def _table_of_sizes(canvas: Canvas, box: Box, picture: Picture) -> None:
    """The sizes right of the board, as a square, and below it the sentence."""
    state, left = picture.state, box[0] + box[2] - _BESIDE
    across = math.ceil(math.sqrt(state.grid.cells))
    down = -(-state.grid.cells // across)
    room = _BESIDE - 2 * _INSET
    wide, high = min(_SIZE_CELL, room / across), min(_SIZE_CELL, (box[3] - 2 * _INSET) / down)
    top = box[1] + _INSET
    for number in range(state.grid.cells):
        row, column = divmod(number, across)
        _draw_size(canvas, (left + _INSET + column * wide, top + row * high, wide, high), state, number + 1)
    under = top + down * high + 8
    lines = int((box[1] + box[3] - under) / 20)
    if picture.sentence and lines > 0:
        place = (left + _INSET, under, room, 0.0)
        canvas.paragraph(place, picture.sentence, "label", canvas.theme.colour.text2, lines)


def _draw_size(canvas: Canvas, box: Box, state: State, size: int) -> None:
    colour, middle = canvas.theme.colour, (box[0] + box[2] / 2, box[1] + box[3] / 2)
    canvas.panel(box, colour.zone if size in state.sizes else None, radius=0, edge=colour.line)
    _write_size(canvas, middle, state, size)


def _write_size(canvas: Canvas, at: Point, state: State, size: int) -> None:
    """A size; a dash where no zone can have it any more."""
    colour = canvas.theme.colour
    if size in state.sizes:
        canvas.text(at, str(size), "small", colour.zone_text, "middle")
    elif size <= state.grid.cells - sum(state.sizes):
        canvas.text(at, str(size), "label", colour.text2, "middle")
    else:
        canvas.text(at, "–", "label", colour.text3, "middle")


def _ruler(canvas: Canvas, box: Box, geometry: Geometry, state: State) -> None:
    """The sizes from 1 to all cells: tinted where taken, a dash where no longer possible."""
    colour, cells = canvas.theme.colour, state.grid.cells
    y = geometry.box[1] + geometry.box[3] + (52 if box[3] >= 420 else 36 if box[3] >= 300 else 18)
    width = min(24.0, (box[2] - 32) / cells)
    left = box[0] + (box[2] - width * cells) / 2
    if left - box[0] >= 80:
        canvas.text((left - 16, y + 12), "Sizes", "label", colour.text3, "right")
    canvas.panel((left - 1, y - 1, width * cells + 2, 26), None, radius=4, edge=colour.line2)
    written = _figures(state, width)
    high = 24.0 if width >= _FIGURE else _TICK  # a figure is wider than its cell: no line goes through it
    for size in range(1, cells + 1):
        x = left + (size - 1) * width
        if size in state.sizes:
            canvas.fill((x + 1, y, width - 1, 24), colour.zone)
        if size > 1:
            canvas.rule((x, y + 24 - high), (x, y + 24), colour.line)
    for size in written:
        _write_size(canvas, (left + (size - 0.5) * width, y + 12), state, size)


def _figures(state: State, width: float) -> set[int]:
    """The sizes that the ruler writes where one has so much room: taken ones first, then some of the others."""
    apart = 1 if width >= _FIGURE else math.ceil(_FIGURE_ALONE / width)
    step = next(step for step in (1, 2, 5, 10, 20) if step >= apart or step == 20)
    written: set[int] = set()
    for size in (*state.sizes, *range(step, state.grid.cells + 1, step)):
        if all(abs(size - other) >= apart for other in written):
            written.add(size)
    return written
