"""The legend beside the board: one sum, read along the rows of the board.

A covered row is named in its own row, areas in the rows above, the heights at the foot. Where rows are lower than
a line of text, lines stand as near to their row as they can.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import pygame

from gui.drawing.canvas import Canvas
from gui.drawing.theme import mix
from gui.tetris.classic.geometry import WHOLE, Geometry
from gui.tetris.classic.opened.marks import Account, AreaMark, Part, RowMark, two_digits

_LINE = 20.0  # the least height of a line
_VALUE, _WORDS = 72.0, 92.0  # from the legend's left: where values end, where words begin
_SHORT_VALUE = 64.0
_LEADER = (4.0, 8.0, 24.0)  # from the well to where a leader begins, leaves its row, and reaches its line


@dataclass(frozen=True)
class Line:
    """One line of the legend: its slot from the top, what it says, and the row it belongs to, if any."""

    slot: int
    label: str
    value: float | None
    words: str
    row: int | None = None


@dataclass(frozen=True)
class Slots:
    """The lines that fit beside a well: `count` of them, `height` units each, from `top` on."""

    top: float
    height: float
    count: int

    @classmethod
    def beside(cls, geometry: Geometry, taken: float) -> Slots:
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


def draw_legend(
    canvas: Canvas, geometry: Geometry, account: Account, parts: Collection[Part], taken: float
) -> None:
    """Draw it beside the well; the first `taken` units from its summit belong to something else."""
    if geometry.aside:
        slots = Slots.beside(geometry, taken)
        areas = account.areas if "structure" in parts else ()
        rows = account.rows if "hollows" in parts else ()
        for line in placed(slots, geometry, areas, rows, account.area_heading):
            _draw_line(canvas, geometry, slots, line)
        if account.foot.part in parts:
            _text(canvas, geometry, geometry.bottom + 18, "", account.foot.value, account.foot.words)


def placed(
    slots: Slots,
    geometry: Geometry,
    areas: Sequence[AreaMark],
    rows: Sequence[RowMark],
    heading: str,
) -> list[Line]:
    """The lines of the legend, from the top, no two in one slot; what has no room is summed up."""
    if slots.count < 3:
        return []
    for_areas = min(len(areas) + 1, slots.count // 2) if areas else 0
    low = _fewer(sorted(rows, key=lambda row: row.y), slots.count - for_areas)
    lines = _row_lines(slots, geometry, low, sum(row.value for row in rows))
    free = [slot for slot in range(slots.count) if slot not in {line.slot for line in lines}]
    if areas and len(free) >= 2:
        lines += _area_lines(free, lines, areas, heading)
    return sorted(lines, key=lambda line: line.slot)


def _fewer(rows: Sequence[RowMark], most: int) -> Sequence[RowMark]:
    """The rows that are named: all, or the dearest with one line left for the rest."""
    if len(rows) <= most:
        return rows
    dearest = sorted(rows, key=lambda row: (-round(row.value, 2), row.y))[: max(0, most - 1)]
    return sorted(dearest, key=lambda row: row.y)


def _row_lines(slots: Slots, geometry: Geometry, rows: Sequence[RowMark], total: float) -> list[Line]:
    """The covered rows from the bottom up, each in its own row's slot or as near above it as is free."""
    lines: list[Line] = []
    rest = total - sum(row.value for row in rows)
    below = slots.count
    if rest > 1e-9:
        below -= 1
        lines.append(Line(below, "", rest, "further covered rows"))
    wanted = [slots.nearest(geometry.middle(0, row.y)[1]) for row in rows]
    for number in range(len(rows) - 1, -1, -1):
        below = max(number, min(wanted[number], below - 1))
        lines.append(Line(below, "", rows[number].value, rows[number].words, rows[number].y))
    return lines


def _area_lines(
    free: Sequence[int], taken: Sequence[Line], areas: Sequence[AreaMark], heading: str
) -> list[Line]:
    """The areas under their heading: right above the covered rows, or wherever lines are free."""
    named = list(areas)
    if len(areas) + 1 > len(free):
        dearest = sorted(areas, key=lambda area: -round(area.value, 2))[: len(free) - 2]
        named = [area for area in areas if area in dearest]
    needed = 1 + len(named) + (len(named) < len(areas))
    first = min((line.slot for line in taken), default=free[-1] + 1)
    above = [slot for slot in free if slot < first]
    chosen = above[-needed:] if len(above) >= needed else free[:needed]
    lines = [Line(chosen[0], "", None, heading)]
    lines += [
        Line(slot, area.label, area.value, area.words) for slot, area in zip(chosen[1:], named, strict=False)
    ]
    if len(named) < len(areas):
        rest = sum(area.value for area in areas) - sum(area.value for area in named)
        lines.append(Line(chosen[-1], "", rest, f"{len(areas) - len(named)} more"))
    return lines


def _draw_line(canvas: Canvas, geometry: Geometry, slots: Slots, line: Line) -> None:
    y = slots.middle(line.slot)
    if line.value is None:
        words = line.words if geometry.aside >= WHOLE else line.words.split()[-1]
        canvas.text((geometry.beside, y), words, "caps", canvas.theme.colour.text3)
        return
    _text(canvas, geometry, y, line.label, line.value, line.words)
    if line.row is not None:
        _leader(canvas, geometry, geometry.middle(0, line.row)[1], y)


def _text(canvas: Canvas, geometry: Geometry, y: float, label: str, value: float, words: str) -> None:
    colour, x = canvas.theme.colour, geometry.beside
    whole = geometry.aside >= WHOLE
    if label:
        canvas.text((x, y), label, "small", colour.amber_text)
    figure = two_digits(value)
    canvas.text((x + (_VALUE if whole else _SHORT_VALUE), y), figure, "label", colour.amber_text, "right")
    if whole:
        shown = _whole_factors(canvas, words, geometry.limit - x - _WORDS)
        canvas.text((x + _WORDS, y), shown, "label", colour.text3)


def _whole_factors(canvas: Canvas, words: str, room: float) -> str:
    """`words`, where they are too wide with fewer factors: none is cut in its middle."""
    if canvas.text_width(words, "label") <= room:
        return words
    first, *factors = words.removesuffix(" × …").split(" × ")
    for count in range(len(factors), -1, -1):
        shorter = " × ".join([first, *factors[:count], "…"])
        if canvas.text_width(shorter, "label") <= room:
            return shorter
    return canvas.fitted(words, "label", room)


def _leader(canvas: Canvas, geometry: Geometry, row: float, line: float) -> None:
    """A thin line from a row to its words, with a bend where they do not stand at the same height."""
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
