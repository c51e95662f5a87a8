"""The map of a book as a picture: a column of positions by pieces placed, brighter for a higher chance.

Apart from `scene`: one picture with a layout of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from math import sqrt
from typing import NamedTuple

from game.tetris.guideline.openers.position import field_of
from gui.games.guideline.render_state import SeatState
from gui.games.guideline.seat_view import draw_bare
from gui.scenes.books.book import BAG, BookGraph, OpenBook, bag_words, percent
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.targets import Targets, inside
from gui.ui.text import counted, grouped
from gui.ui.theme import Rgb, mix

_FOOT = 28.0  # units below the columns
_GAP = 0.22  # of a column's width, between columns
_LARGEST = 14  # pixels of a position
_CARD_WIDTH, _CARD_ROWS, _CARD_SIDE = 292.0, 10, 12.0
_LOW = 300.0  # units of height from which there is room for a card
_GAPLESS = 2  # pixels of a position that has no room for a gap
_SPOT = 5.0  # half a side of a position that is named


Pixels = tuple[int, int, int, int]


@dataclass(frozen=True, eq=False)
class Plan:
    """Layout of the positions of a book, in pixels. The height of a column grows as the root of their number.

    `rects`: the box of each position, neighbours meet; `tops`: the middle and the top of each column, and by how much
    its positions are smaller than their boxes.
    """

    left: int
    column: float
    layers: list[list[int]]
    rects: dict[int, Pixels]
    tops: list[tuple[float, float, int]]

    @classmethod
    def of(cls, layers: list[list[int]], box: Pixels, card: tuple[int, int]) -> Plan:
        """The plan that fits into a box, columns at its left under the card."""
        x, y, width, height = box
        column, most, floor = width / max(1, len(layers)), max(map(len, layers), default=1), y + height
        plan = cls(x, column, layers, {}, [])
        for number, places in enumerate(layers):
            free = height - (card[1] if number * column < card[0] else 0)
            high, wide = min(free, height * sqrt(len(places) / most)), column * (1 - _GAP)
            across = max(1, min(len(places), round(sqrt(len(places) * wide / max(1.0, high)))))
            lines = -(-len(places) // across)
            high, wide = min(high, _LARGEST * lines), min(wide, _LARGEST * across)
            left = int(x + number * column + (column - wide) / 2)
            xs = [left + round(i * wide / across) for i in range(across + 1)]
            ys = [floor - round(i * high / lines) for i in range(lines + 1)]
            for place, each in enumerate(places):
                up, along = divmod(place, across)
                plan.rects[each] = xs[along], ys[up + 1], xs[along + 1] - xs[along], ys[up] - ys[up + 1]
            plan.tops.append(
                (left + wide / 2, floor - high, int(min(wide / across, high / lines) > _GAPLESS))
            )
        return plan

    def at(self, x: float, y: float) -> int | None:
        """The position under a pixel."""
        number = int((x - self.left) // self.column)
        layer = self.layers[number] if 0 <= number < len(self.layers) else []
        return next((each for each in layer if inside((x, y), self.rects[each])), None)


def plan_in(canvas: Canvas, box: Box, graph: BookGraph) -> Plan:
    """The plan of a book in a box of the window; the last one is kept."""
    card = _card(box)
    covered = (0, 0) if card is None else (canvas.px(_CARD_WIDTH + 8), canvas.px(card[3] + 8))
    rect = canvas.rect((box[0], box[1] + 24, box[2], box[3] - _FOOT - 24))
    return _plan(graph, (rect.x, rect.y, rect.width, rect.height), covered)


@lru_cache(maxsize=1)
def _plan(graph: BookGraph, rect: Pixels, covered: tuple[int, int]) -> Plan:
    return Plan.of(graph.layers, rect, covered)


def draw_map(canvas: Canvas, targets: Targets, box: Box, book: OpenBook, go: Callable[[int], object]) -> None:
    """The map with the position on the board tied to its neighbours; a press on a position calls `go`."""
    graph, here = book.graph, book.place
    x, y, width, height = box
    if not graph.done:
        text = f"Working out the chances and the map, {percent(graph.share, 0)}"
        canvas.text((x + width / 2, y + height / 2), text, "body", canvas.theme.colour.text3, "middle")
        return
    plan = plan_in(canvas, box, graph)

    def under_pointer() -> int | None:
        at = targets.pointer
        return plan.at(at[0] * canvas.scale, at[1] * canvas.scale) if inside(at, box) else None

    def press() -> None:
        if (place := under_pointer()) is not None:
            go(place)

    targets.add("map", box, press)
    _draw_axis(canvas, box, len(graph.layers), plan)
    origin = canvas.rect(box).topleft
    key = ("book map", graph.reading.path, plan)
    canvas.picture(key, box, partial(_draw_positions, plan=plan, graph=graph, origin=origin))
    _draw_counts(canvas, plan)
    if here is not None and here in graph.depth:
        _Connections(canvas, targets, box, graph, plan, go).draw(here)
    number = targets.focus_of("position") if targets.ring else None
    reached = int(number) if number else -1
    shown = reached if reached in graph.depth else under_pointer()
    shown = here if shown is None else shown
    card = _card(box)
    if card is not None and shown is not None and shown in graph.depth:
        _draw_card(canvas, card, graph, shown, here=shown == here)


class _Connections(NamedTuple):
    """The ways to a position from its parents in grey and to its children in amber, and each as something to press."""

    canvas: Canvas
    targets: Targets
    box: Box
    graph: BookGraph
    plan: Plan
    go: Callable[[int], object]

    def draw(self, here: int) -> None:
        colour, depth = self.canvas.theme.colour, self.graph.depth
        parents, children = self.graph.parents.get(here, []), self.graph.children[here]
        for ink, line, ends in (
            (colour.text2, colour.text3, parents),
            (colour.amber_line, colour.amber_line, children),
        ):
            ends = [each for each in ends if each != here]
            for number in ends:
                if abs(depth[number] - depth[here]) == 1:  # not where a loop closes, all across the map
                    self.canvas.stroke([self._middle(here), self._middle(number)], line, 1.25)
            for number in ends:
                self._draw_spot(number, ink, _SPOT)
        self._draw_spot(here, colour.text, _SPOT + 2)

    def _box(self, number: int) -> Box:
        x, y, width, height = (pixels / self.canvas.scale for pixels in self.plan.rects[number])
        return x, y, width, height

    def _middle(self, number: int) -> Point:
        x, y, width, height = self._box(number)
        return x + width / 2, y + height / 2

    def _draw_spot(self, number: int, ink: Rgb, reach: float) -> None:
        x, y = self._middle(number)
        fill = shade(self.canvas, self.graph.value(number))
        spot = (x - reach, y - reach, 2 * reach, 2 * reach)
        self.canvas.panel(spot, fill, radius=2, edge=ink, width=2)
        press = partial(self.go, number)
        self.targets.add(f"position {number}", self._box(number), press, radius=4, within=self.box)


def shade(canvas: Canvas, value: float) -> Rgb:
    """The colour of a value from 0 to 1: from the colour of lines to amber."""
    colour = canvas.theme.colour
    return mix(colour.line, colour.amber, max(0.0, min(1.0, value)))


def _draw_positions(canvas: Canvas, *, plan: Plan, graph: BookGraph, origin: tuple[int, int]) -> None:
    shades = [shade(canvas, step / 100) for step in range(101)]
    for layer, (_, _, gap) in zip(plan.layers, plan.tops, strict=True):
        for number in layer:
            x, y, width, height = plan.rects[number]
            inner = (x - origin[0], y - origin[1], width - gap, height - gap)
            canvas.surface.fill(shades[round(graph.value(number) * 100)], inner)


def _draw_counts(canvas: Canvas, plan: Plan) -> None:
    """Draw the number of positions over each column, where columns are wide enough."""
    for layer, (middle, top, _) in zip(plan.layers, plan.tops, strict=True):
        words = grouped(len(layer))
        if canvas.text_width(words, "label") <= plan.column / canvas.scale - 2:
            at = (middle / canvas.scale, top / canvas.scale - 12)
            canvas.text(at, words, "label", canvas.theme.colour.text3, "middle")


def _draw_axis(canvas: Canvas, box: Box, layers: int, plan: Plan) -> None:
    """Draw the number of placed pieces, a line where a new bag begins, and the meaning of the shades."""
    colour = canvas.theme.colour
    x, y, _, height = box
    floor = y + height - _FOOT
    wide = plan.column / canvas.scale
    for depth in range(0, layers, BAG):
        at = x + depth * wide
        canvas.dots((at, y), (at, floor), colour.line2, step=6, size=1.2)
        named = counted(depth, "piece") if depth and BAG * wide > 120 else str(depth)
        canvas.text((at + 4, floor + 15), named, "label", colour.text3)
    canvas.rule((x, floor), (x + box[2], floor), colour.line)


def draw_legend(canvas: Canvas, right: Point) -> None:
    """The shades from 0 to 100 per cent, their right end at `right`."""
    colour = canvas.theme.colour
    x, y = right
    x -= 40
    canvas.text((right[0], y), percent(1.0), "label", colour.text3, "right")
    for step in range(10):
        canvas.fill((x - 8 * (10 - step) - 8, y - 5, 8, 10), shade(canvas, (step + 0.5) / 10))
    canvas.text((x - 96, y), f"Chance  {percent(0.0)}", "label", colour.text3, "right")


def _card(box: Box) -> Box | None:
    """Return the box of the position under the pointer; None where there is no room."""
    if box[3] < _LOW or box[2] < 2 * _CARD_WIDTH:
        return None
    return (box[0], box[1], _CARD_WIDTH, _CARD_ROWS * _CARD_SIDE + 24)


def _draw_card(canvas: Canvas, box: Box, graph: BookGraph, number: int, *, here: bool) -> None:
    """A position's board with its stage, its value, and how many lead there and go on from it."""
    colour = canvas.theme.colour
    x, y, width, height = box
    place = graph.reading.places[number]
    wide = 10 * _CARD_SIDE
    canvas.panel((x, y, width, height), colour.panel, radius=8)
    look = SeatState(field=field_of(place.position.cells), metered=False)
    draw_bare(canvas, (x + 8, y, wide, height), look, rows=_CARD_ROWS)
    left, room = x + wide + 24, width - wide - 32
    value = percent(graph.value(number))
    used = canvas.text((left, y + 18), value, "title", colour.amber_text)
    if not here:
        canvas.text(
            (left + used + 8, y + 19),
            canvas.fitted("elsewhere", "label", room - used - 8),
            "label",
            colour.text3,
        )
    depth, style = graph.depth[number], canvas.theme.type["label"]
    titles = canvas.renderer.wrap(graph.stage[number] or bag_words(depth), style, room, canvas.scale)[:2]
    for line, words in enumerate(titles):
        canvas.text((left, y + 44 + 20 * line), canvas.fitted(words, "label", room), "label", colour.text2)
    before, after = len(graph.parents.get(number, [])), len(graph.children[number])
    ways = (f"reached from {grouped(before)}", f"leads to {counted(after, 'position')}")
    for line, words in enumerate((counted(depth, "piece"), *ways), len(titles)):
        canvas.text((left, y + 44 + 20 * line), canvas.fitted(words, "label", room), "label", colour.text3)
