"""A classic board as a picture: the well, the falling piece, the last one's motion, opinions, the equity."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import groupby
from math import floor
from typing import TypeVar

import pygame

from game.advice import Choice
from game.tetris.classic import Landing, Placement, Rules, State, letter
from game.tetris.classic.board import Board
from game.tetris.classic.pieces import HEIGHTS, SHAPES, WIDTHS, cells_at
from game.tetris.classic.rules import Action
from gui.games.classic.cells import (
    NARROW,
    SHORT,
    WHOLE,
    Geometry,
    draw_holes,
    draw_settled,
    draw_stones,
    piece_cells,
)
from gui.games.classic.equity import (
    PARTS,
    AreaMark,
    EquityBreakdown,
    Part,
    RowMark,
    breakdown,
    short,
    two_digits,
)
from gui.games.piece_ui import PieceInput
from gui.games.well import (
    Cell,
    dots_along,
    draw_cells,
    draw_fault,
    draw_ghost,
    draw_icon,
    draw_opinion,
    draw_rank,
    draw_well,
    extent,
    firmness,
    heart,
)
from gui.play.game_ui import Fault
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.controls import heading
from gui.ui.text import counted
from gui.ui.theme import Rgb, mix

# Moves the falling piece of classic Tetris by keys and pointer.


class ClassicInput(PieceInput[State, Placement]):
    """`at` is where the piece is now, None if there is none. The pointer is measured from the top left."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.at: Placement | None = None
        if state.piece is not None and not state.over:
            self.at = state.rules.start(state.piece)
            self.turns = len(SHAPES[state.piece])

    @property
    def target(self) -> Placement | None:
        """Place where the piece would lock if it were dropped now; None if it may not."""
        if self.aim is not None or self.at is None or self.state.piece is None:
            return self.aim
        below = self.at._replace(y=self.state.board.drop(self.state.piece, *self.at))
        return below if below in self.state.placements else None

    @property
    def move(self) -> str | None:
        return None if self.target is None else str(self.target)

    def step(self, action: Action) -> bool:
        state, at = self.state, self.at
        if at is None or state.piece is None:
            return False
        self.release()
        moved = state.rules.step(state.board, state.piece, at, action)
        if moved is not None:
            self.at, self._turn = moved, moved.rotation
        return moved is not None

    def _possible(self) -> Sequence[Placement]:
        return () if self.state.piece is None else self.state.placements

    def _turn_of(self, place: Placement) -> int:
        return place.rotation

    def _distance(self, place: Placement, x: float, y: float) -> tuple[float, ...]:
        """Placements that cover the cell come first, then the nearest column, then the nearest row."""
        piece, (rotation, left, top) = self.state.piece, place
        assert piece is not None
        covered = (floor(x), floor(y)) in cells_at(piece, *place)
        across = abs(left + WIDTHS[piece][rotation] / 2 - x)
        return not covered, across, abs(top + HEIGHTS[piece][rotation] / 2 - y)

    def _carry(self, aim: Placement) -> None:
        """Hold the piece where it starts to fall on its way to `aim`."""
        state = self.state
        assert state.piece is not None
        way = way_of(state.rules, state.board, state.piece, aim) or (state.rules.start(state.piece),)
        fall = next((number for number, at in enumerate(way) if at[:2] == aim[:2]), 0)
        straight = all(at[:2] == aim[:2] for at in way[fall:])
        self.at = way[fall] if straight else next(at for at in reversed(way) if at.y == way[0].y)


@lru_cache(maxsize=64)
def way_of(rules: Rules, board: Board, piece: int, to: Placement) -> tuple[Placement, ...]:
    """The way of a piece to its placement; empty if it cannot get there.

    A piece that can fall straight does so, even if it might slide: that way is easier to read and to find.
    """
    straight = replace(rules, sliding=False).path(board, piece, to) if rules.sliding else None
    return straight or rules.path(board, piece, to) or ()


# The legend beside the board: one sum, read along the rows of the board.
#
# A covered row is described beside itself, areas in the rows above, the heights at the foot. If rows are lower than a
# line of text, lines are as near to their row as possible.

_LINE = 20.0  # the least height of a line
_VALUE, _WORDS = 72.0, 92.0  # from the legend's left: where values end, where words begin
_SHORT_VALUE = 64.0
_LEADER = (4.0, 8.0, 24.0)  # from the well to where a leader begins, leaves its row, and reaches its line


Marked = TypeVar("Marked", AreaMark, RowMark)


@dataclass(frozen=True)
class Line:
    """One line of the legend: its slot from the top, what it says, and the row it belongs to, if any.

    `forms` are its words from many to few; `more` is how many areas or rows it stands for if it is a sum.
    """

    slot: int
    label: str
    value: float | None
    forms: tuple[str, ...]
    row: int | None = None
    more: int = 0


@dataclass(frozen=True)
class SideLines:
    """The lines that fit beside a well: `count` of them, `height` units each, from `top` on."""

    top: float
    height: float
    count: int

    @classmethod
    def beside(cls, geometry: Geometry, taken: float) -> SideLines:
        """As many whole lines a row as fit, or fewer lines than rows; `taken` units at the top are not free."""
        lines = int(geometry.cell / _LINE)
        high = geometry.rows * geometry.cell
        line = geometry.cell / lines if lines else high / max(1, int(high / _LINE))
        floor = geometry.bottom - (0.0 if lines % 2 or not lines else line / 2)
        count = max(0, int((floor - geometry.summit - taken) / line + 1e-6))
        return cls(floor - count * line, line, count)

    def middle(self, slot: int) -> float:
        """The y of a line's middle."""
        return self.top + (slot + 0.5) * self.height

    def nearest(self, y: float) -> int:
        """The slot in which `y` lies."""
        return max(0, min(self.count - 1, int((y - self.top) / self.height)))


def _draw_legend(
    canvas: Canvas, geometry: Geometry, breakdown: EquityBreakdown, parts: Collection[Part], taken: float
) -> None:
    """Draw the legend; its first `taken` units from the summit are used already."""
    if geometry.aside:
        slots = SideLines.beside(geometry, taken)
        areas = breakdown.areas if "structure" in parts else ()
        rows = breakdown.rows if "hollows" in parts else ()
        lines = placed(slots, geometry, areas, rows, breakdown.area_heading)
        form = _form(canvas, geometry, lines)
        for line in lines:
            _draw_line(canvas, geometry, slots, line, form)
        if breakdown.foot.part in parts:
            y = geometry.bottom + _FOOT
            _text(canvas, geometry, y, "", breakdown.foot.value, breakdown.foot.name)
            if geometry.aside < WHOLE:
                _leader(canvas, geometry, y, y)


def _form(canvas: Canvas, geometry: Geometry, lines: Sequence[Line]) -> int:
    """The form in which all rows are described: the longest that has room in each of them."""
    rows = [line.forms for line in lines if line.row is not None]
    room = geometry.limit - geometry.beside - _WORDS
    for form in range(max(map(len, rows), default=1) - 1):
        if all(canvas.text_width(forms[min(form, len(forms) - 1)], "label") <= room for forms in rows):
            return form
    return max(map(len, rows), default=1) - 1


def placed(
    slots: SideLines, geometry: Geometry, areas: Sequence[AreaMark], rows: Sequence[RowMark], heading: str
) -> list[Line]:
    """The lines of the legend from the top, one for each slot; a sum stands for those without room."""
    if slots.count < 3:
        return []
    for_areas = min(len(areas) + 1, slots.count // 2) if areas else 0
    low = _dearest(sorted(rows, key=lambda row: row.y), slots.count - for_areas)
    lines = _row_lines(slots, geometry, low, rows)
    free = [slot for slot in range(slots.count) if slot not in {line.slot for line in lines}]
    if areas and len(free) >= 2:
        lines += _area_lines(free, lines, areas, heading)
    return sorted(lines, key=lambda line: line.slot)


def _dearest(marks: Sequence[Marked], most: int) -> Sequence[Marked]:
    """All marks, or the most expensive ones in their order, with one line left for the rest."""
    if len(marks) <= most:
        return marks
    dearest = sorted(marks, key=lambda mark: -round(mark.value, 2))[: max(0, most - 1)]
    return [mark for mark in marks if mark in dearest]


def _row_lines(
    slots: SideLines, geometry: Geometry, rows: Sequence[RowMark], everything: Sequence[RowMark]
) -> list[Line]:
    """The covered rows from the bottom up, each in its own row's slot or as near above it as is free.

    `everything`: those without a line, too.
    """
    lines: list[Line] = []
    more = len(everything) - len(rows)
    below = slots.count
    if more:
        below -= 1
        rest = sum(row.value for row in everything) - sum(row.value for row in rows)
        lines.append(Line(below, "", rest, (counted(more, "more covered row"),), more=more))
    for number, row in reversed(list(enumerate(rows))):
        wanted = slots.nearest(geometry.middle(0, row.y)[1])
        below = max(number, min(wanted, below - 1))
        lines.append(Line(below, "", row.value, row.forms, row.y))
    return lines


def _area_lines(
    free: Sequence[int], taken: Sequence[Line], areas: Sequence[AreaMark], heading: str
) -> list[Line]:
    """The areas under their heading: right above the covered rows, or wherever lines are free."""
    named = _dearest(areas, len(free) - 1)
    more = len(areas) - len(named)
    needed = 1 + len(named) + (more > 0)
    first = min((line.slot for line in taken), default=free[-1] + 1)
    above = [slot for slot in free if slot < first]
    chosen = above[-needed:] if len(above) >= needed else free[:needed]
    lines = [Line(chosen[0], "", None, (heading, heading.split()[-1]))]
    for slot, area in zip(chosen[1:], named, strict=False):
        lines.append(Line(slot, area.label, area.value, (area.words,)))
    if more:
        rest = sum(area.value for area in areas) - sum(area.value for area in named)
        lines.append(Line(chosen[-1], "", rest, (f"{more} more",), more=more))
    return lines


def _draw_line(canvas: Canvas, geometry: Geometry, slots: SideLines, line: Line, form: int) -> None:
    y = slots.middle(line.slot)
    if line.value is None:
        words = line.forms[0 if geometry.aside >= WHOLE else -1]
        canvas.text((geometry.beside, y), words, "caps", canvas.theme.colour.text3)
        return
    label = f"+{line.more}" if line.more and geometry.aside < WHOLE else line.label
    _text(canvas, geometry, y, label, line.value, line.forms[min(form, len(line.forms) - 1)])
    if line.row is not None:
        _leader(canvas, geometry, geometry.middle(0, line.row)[1], y)


def _text(canvas: Canvas, geometry: Geometry, y: float, label: str, value: float, words: str) -> None:
    colour, x = canvas.theme.colour, geometry.beside
    whole = geometry.aside >= WHOLE
    canvas.text((x, y), label, "small", colour.amber_text)
    right = x + (_VALUE if whole else _SHORT_VALUE)
    canvas.text((right, y), two_digits(value), "label", colour.amber_text, "right")
    if whole:
        shown = canvas.fitted(words, "label", geometry.limit - x - _WORDS)
        canvas.text((x + _WORDS, y), shown, "label", colour.text3)


def _leader(canvas: Canvas, geometry: Geometry, row: float, line: float) -> None:
    """A thin line from a row to its words, with a bend if they are not at the same height."""
    colour = mix(canvas.theme.colour.room, canvas.theme.colour.amber_line, 0.6)
    start = geometry.right + _LEADER[0]
    end = geometry.beside + (16.0 if geometry.aside >= WHOLE else 8.0)
    if abs(row - line) < 1:
        canvas.rule((start, line), (end, line), colour, 1.4)
        return
    near, far = geometry.right + _LEADER[1], geometry.right + _LEADER[2]
    canvas.rule((start, row), (near, row), colour, 1.4)
    bend = (canvas.px(near), canvas.px(row)), (canvas.px(far), canvas.px(line))
    pygame.draw.aaline(canvas.surface, colour, bend[0], bend[1])
    canvas.rule((far, line), (end, line), colour, 1.4)


# The equity on the board: contour, walled areas with their letters, covered rows, column heights.
#
# Everything here is made of plain fills, since the board below may change with every frame.

_CONTOUR = 2.0
_INSET, _DASH, _PAUSE, _THIN = 3.0, 6.0, 3.0, 1.4
_VEIL = 0.08  # the opacity of an area's amber
_LETTERED = 17.0  # units that an area needs each way for its letter
_FOOT = 18.0  # from the floor to the middle of the heights' line


def _draw_overlay(
    canvas: Canvas, geometry: Geometry, board: Board, breakdown: EquityBreakdown, parts: Collection[Part]
) -> None:
    """Draw `parts` of `breakdown` over the stones of `board`, without letters."""
    if "structure" in parts:
        for area in breakdown.areas:
            _area(canvas, geometry, area)
    if "hollows" in parts:
        for row in breakdown.rows:
            draw_holes(canvas, geometry, row.y, row.holes)
    if "height" in parts or "structure" in parts:
        _contour(canvas, geometry, board.outline)
    if "height" in parts and breakdown.heights:
        _heights(canvas, geometry, breakdown.heights)


def _contour(canvas: Canvas, geometry: Geometry, outline: tuple[int, ...]) -> None:
    """The line along the top of the stack, over steps and down into wells."""
    colour, half = canvas.theme.colour.amber_line, min(_CONTOUR, geometry.cell / 6) / 2
    for x, y in enumerate(outline):
        left, top, side, _ = geometry.box(x, y)
        start = left - (half if x else 0.0)
        end = left + side + (half if x + 1 < geometry.columns else 0.0)
        canvas.fill((start, top - half, end - start, 2 * half), colour)
        if x + 1 < len(outline) and outline[x + 1] != y:
            right, above = geometry.corner(x + 1, min(y, outline[x + 1]))
            high = abs(y - outline[x + 1]) * side + 2 * half
            canvas.fill((right - half, above - half, 2 * half, high), colour)


def _area(canvas: Canvas, geometry: Geometry, area: AreaMark) -> None:
    colour = canvas.theme.colour
    inset = min(_INSET, geometry.cell / 6)
    x, y, width, height = geometry.box(area.x, area.y, area.width, area.height)
    box = (x + inset, y + inset, width - 2 * inset, height - 2 * inset)
    canvas.veil(box, colour.amber, _VEIL)
    _dashed_box(canvas, box, colour.amber_line)


def _letter_at(
    geometry: Geometry, area: AreaMark, taken: Collection[Cell], marked: Collection[Cell]
) -> Point | None:
    """Return the place of an area's letter, in cells; None if there is no room.

    It avoids pieces, which have the cells `taken`, and is never on the cells `marked`.
    """
    if min(area.width, area.height) * geometry.cell < _LETTERED:
        return None
    x, y = area.x + area.width / 2, area.y + area.height / 2
    touched = {(int(x + dx), int(y + dy)) for dx in (-0.3, 0.3) for dy in (-0.3, 0.3)}
    if touched.isdisjoint(taken):
        return x, y
    cells = [(area.x + dx, area.y + dy) for dx in range(area.width) for dy in range(area.height)]
    free = [cell for cell in cells if cell not in taken] or [cell for cell in cells if cell not in marked]
    if not free or geometry.cell < _LETTERED:
        return None
    nearest = min(free, key=lambda cell: abs(cell[0] + 0.5 - x) + abs(cell[1] + 0.5 - y))
    return nearest[0] + 0.5, nearest[1] + 0.5


def _dashed_box(canvas: Canvas, box: Box, colour: Rgb) -> None:
    """A rectangle of dashes, whole ones at its corners."""
    rect, thick = canvas.rect(box), max(1, canvas.px(_THIN))
    for at, wide in _dashes(canvas, rect.left, rect.width):
        canvas.surface.fill(colour, (at, rect.top, wide, thick))
        canvas.surface.fill(colour, (at, rect.bottom - thick, wide, thick))
    for at, high in _dashes(canvas, rect.top, rect.height):
        canvas.surface.fill(colour, (rect.left, at, thick, high))
        canvas.surface.fill(colour, (rect.right - thick, at, thick, high))


def _dashes(canvas: Canvas, start: int, length: int) -> list[tuple[int, int]]:
    """Return the starts and lengths of dashes along an edge, in pixels: half ones at its ends."""
    dash, pause = canvas.scale * _DASH, canvas.scale * _PAUSE
    count = max(1, round(length / (dash + pause)))
    step = length / count
    cut = max(1, round(step * dash / (dash + pause) / 2))
    edges = [0, *(round(step * i) for i in range(1, count)), length]
    return [(start + max(0, at - cut), min(at + cut, length) - max(0, at - cut)) for at in edges]


def _heights(canvas: Canvas, geometry: Geometry, heights: tuple[float, ...]) -> None:
    """The value of each column below it: in one line, in two by turns, or one for neighbours that are equal."""
    words = [short(value, 2) for value in heights]
    widest = max(canvas.text_width(text, "label") for text in words) + 3
    if widest <= geometry.cell:
        lines: tuple[float, ...] = (_FOOT,)
    elif widest <= 2 * geometry.cell and geometry.below >= 40:
        lines = (_FOOT - 6, _FOOT + 9)
    else:
        _shared_heights(canvas, geometry, words)
        return
    for x, text in enumerate(words):
        at = (geometry.middle(x, 0)[0], geometry.bottom + lines[x % len(lines)])
        canvas.text(at, text, "label", canvas.theme.colour.amber_text, "middle")


def _shared_heights(canvas: Canvas, geometry: Geometry, words: list[str]) -> None:
    """One figure for neighbouring columns of the same height, with a line over them, if it fits."""
    colour, y = canvas.theme.colour, geometry.bottom + _FOOT
    x0 = 0
    for text, run in groupby(words):
        count = len(list(run))
        left, right = geometry.corner(x0, 0)[0], geometry.corner(x0 + count, 0)[0]
        if canvas.text_width(text, "label") + 6 <= right - left:
            canvas.rule((left + 2, y - 11), (right - 2, y - 11), colour.amber_line)
            canvas.text(((left + right) / 2, y), text, "label", colour.amber_text, "middle")
        x0 += count


_FALL = 0.8  # the share of a motion in which the piece falls; in the rest full rows fade
_NEXT_CELL, _NEXT_HEIGHT = 22.0, 96.0  # of the next piece, in units
_WAY_FROM = 8.0  # units of a cell: in smaller ones there is no room for a dotted line
_STEP, _DOT = 8.0, 1.6  # units from dot to dot, and their radius
_OUTLINES, _WITH_EQUITY = 3, 1  # placements that are outlined, and where the equity is open
_CONSIDERED = 5


@dataclass(frozen=True)
class Picture:
    """Everything a frame of the board shows.

    `choices` are the kibitzer's, best first, with their `ranks`; `evaluator` names the rule whose judgement is opened
    up, with the `parts` of it that are drawn; `grown` is how far the last piece has come; `held` is where a person
    holds the falling piece and `ghost` where it would come to rest; `shown` is a move that is pointed at, `fault` one
    that was a mistake.
    """

    state: State
    choices: tuple[Choice, ...] = ()
    ranks: tuple[int, ...] = ()
    evaluator: str = ""
    parts: Collection[Part] = field(default=PARTS)
    grown: float = 1.0
    held: Placement | None = None
    ghost: Placement | None = None
    shown: str | None = None
    fault: Fault | None = None

    @property
    def landing(self) -> Landing | None:
        """The move that is still being drawn."""
        return self.state.last if self.grown < 1.0 else None

    @property
    def board(self) -> Board:
        """The visible board: the one before the last piece while that falls."""
        return self.landing.board if self.landing is not None else self.state.board

    @property
    def falling(self) -> tuple[Cell, ...]:
        """The cells of the falling piece; above the board it hangs in the top rows."""
        piece = self.state.piece
        if piece is None:
            return ()
        rotation, x, y = self.held or self.state.rules.start(piece)
        return piece_cells(piece, rotation, x, max(0, y))

    @property
    def beside(self) -> float:
        """The width wanted beside the well; it does not depend on the board, so that the well stands still."""
        if self.evaluator and self.parts:
            return WHOLE
        return SHORT if self.state.rules.preview else 0.0


def draw_board(canvas: Canvas, box: Box, picture: Picture) -> Geometry:
    """Draw the whole board scene into `box`; returns where things stand."""
    state = picture.state
    open_up = picture.evaluator and picture.parts and not (state.lost and picture.landing is None)
    opened = breakdown(picture.board, picture.evaluator) if open_up else None
    geometry = Geometry.fit(state.board.width, state.board.height, box, canvas.scale, beside=picture.beside)
    _draw_within(canvas, geometry, picture, opened)
    taken = _draw_next(canvas, geometry, state) if state.rules.preview else 0.0
    if opened is not None:
        _draw_legend(canvas, geometry, opened, picture.parts, taken)
    return geometry


def draw_bare(canvas: Canvas, box: Box, picture: Picture, margin: float = 0.0) -> Geometry:
    """Draw the well alone, as large as it fits: for races, lists and small boards.

    Nothing is opened up, and of the choices only the best one is outlined, without its rank.
    """
    board, piece = picture.state.board, picture.state.piece
    geometry = Geometry.bare(board.width, board.height, box, canvas.scale, margin)
    _draw_within(canvas, geometry, replace(picture, choices=()), None)
    if piece is not None and picture.choices and picture.landing is None:
        draw_opinion(canvas, geometry, cells_of(piece, picture.choices[0].move), 1.0)
    return geometry


def _draw_within(
    canvas: Canvas, geometry: Geometry, picture: Picture, opened: EquityBreakdown | None
) -> None:
    state, piece, landing = picture.state, picture.state.piece, picture.landing
    draw_well(canvas, geometry)
    if piece is not None and picture.ghost is not None and landing is None:
        draw_ghost(canvas, geometry, piece_cells(piece, *picture.ghost), letter(piece))
    covered = opened.rows if opened is not None and "hollows" in picture.parts else ()
    draw_stones(canvas, geometry, picture.board.rows, warm={row.y for row in covered})
    if opened is not None:
        _draw_overlay(canvas, geometry, picture.board, opened, picture.parts)
    elif landing is None and state.last is not None:
        draw_settled(canvas, geometry, state.last.piece, settled(state.last))
    drawn = _draw_opinions(canvas, geometry, picture, opened is not None)
    if opened is not None and "structure" in picture.parts:
        taken, marked = {*picture.falling}.union(*drawn), {*picture.falling, *map(heart, drawn)}
        for area in opened.areas:
            middle = _letter_at(geometry, area, taken, marked)
            if middle is not None:
                ink = canvas.theme.colour.amber_text
                canvas.text(geometry.corner(*middle), area.label, "small", ink, "middle")
    if landing is not None:
        _draw_landing(canvas, geometry, landing, picture.grown)
    elif state.lost:  # everything steps back but the piece that found no room
        canvas.veil(geometry.well, canvas.theme.colour.well, 0.55)
    if piece is not None and (landing is None or picture.grown >= _FALL):
        draw_cells(canvas, geometry, picture.falling, letter(piece))


def settled(landing: Landing) -> list[Cell]:
    """The cells of a piece that has landed, after the full rows are gone."""
    cells = piece_cells(landing.piece, *landing.placement)
    rows = landing.rows
    return [(x, y + sum(row > y for row in rows)) for x, y in cells if y not in rows]


def _draw_landing(canvas: Canvas, geometry: Geometry, landing: Landing, grown: float) -> None:
    """The last piece on its way down; then the rows that it fills fade."""
    rotation, x, y = landing.placement
    down = y * min(1.0, grown / _FALL)
    cells = [(column, row + down) for column, row in piece_cells(landing.piece, rotation, x)]
    draw_cells(canvas, geometry, cells, letter(landing.piece))
    if grown > _FALL:
        for row in landing.rows:
            veil = (grown - _FALL) / (1 - _FALL)
            canvas.veil(geometry.box(0, row, geometry.columns, 1), canvas.theme.colour.well, veil)


def _draw_opinions(
    canvas: Canvas, geometry: Geometry, picture: Picture, opened: bool
) -> list[tuple[Cell, ...]]:
    """The best placements, or the one that is pointed at; returns the cells of each."""
    piece = picture.state.piece
    fault = picture.fault
    nothing = not picture.choices and fault is None
    if piece is None or nothing or picture.landing is not None or picture.state.lost:
        return []
    ranks = picture.ranks or range(1, len(picture.choices) + 1)
    ranked = zip(ranks, picture.choices, strict=False)
    beside = [each for each in ranked if fault is None or each[1].move != fault.move]
    drawn = drawn_choices(piece, beside, picture.shown, _WITH_EQUITY if opened else _OUTLINES)
    if drawn and geometry.cell >= _WAY_FROM:
        _draw_way(canvas, geometry, picture, piece, Placement.parse(drawn[0][1].move))
    for rank, _, cells in reversed(drawn):
        draw_opinion(canvas, geometry, cells, firmness(max(1, rank)))
        if rank:
            draw_rank(canvas, geometry, cells, rank, firmness(rank))
    if fault is not None:
        draw_fault(canvas, geometry, cells_of(piece, fault.move), fault.mark)
    return [cells for _, _, cells in drawn]


def drawn_choices(
    piece: int, numbered: Sequence[tuple[int, Choice]], shown: str | None, most: int
) -> list[tuple[int, Choice, tuple[Cell, ...]]]:
    """Rank, choice and cells of the outlines: the best that do not overlap, or the one pointed at."""
    ranked = [(rank, choice, cells_of(piece, choice.move)) for rank, choice in numbered]
    if shown is not None:
        return [each for each in ranked if each[1].move == shown]
    items: list[tuple[int, Choice, tuple[Cell, ...]]] = []
    for each in ranked[:_CONSIDERED]:
        taken = {cell for _, _, cells in items for cell in cells}
        if len(items) < most and taken.isdisjoint(each[2]):
            items.append(each)
    return items


def cells_of(piece: int, move: str) -> tuple[Cell, ...]:
    """The cells of a placement given as a move's text."""
    return piece_cells(piece, *Placement.parse(move))


def _draw_way(canvas: Canvas, geometry: Geometry, picture: Picture, piece: int, to: Placement) -> None:
    """The way of a piece as amber dots, from where it is to where it rests, with none on either."""
    state, skip = picture.state, {*picture.falling, *piece_cells(piece, *to)}
    way = way_of(state.rules, state.board, piece, to)
    points = [geometry.corner(*at) for at in middles(piece, picture.held or state.rules.start(piece), way)]
    step = min(_STEP, geometry.cell / 3)
    for dot in dots_along(points, step):
        x, y = geometry.place(dot)
        if y >= 0 and (int(x), int(y)) not in skip:
            canvas.disc(dot, min(_DOT, step / 4), canvas.theme.colour.amber_line)


def middles(piece: int, held: Placement, way: Sequence[Placement]) -> list[Point]:
    """The middles of a piece on its way, in cells: straight to the side, then down."""
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


def _draw_next(canvas: Canvas, geometry: Geometry, state: State) -> float:
    """The next piece beside the well's top; returns the height it takes, 0 where there is no room."""
    if state.next is None or not geometry.aside:
        return 0.0
    cell = min(_NEXT_CELL if geometry.aside > NARROW else NARROW / 4, max(8.0, geometry.cell))
    cells, top = piece_cells(state.next, 0), geometry.summit
    heading(canvas, (geometry.beside, top + 9), "Next")
    width, height = extent(cells)
    middle = (geometry.beside + width * cell / 2, top + 34 + height * cell / 2)
    draw_icon(canvas, middle, cells, letter(state.next), cell)
    return _NEXT_HEIGHT
