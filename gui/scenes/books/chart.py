"""The map of a book as a picture: a column of positions for each number of pieces placed, brighter for more E(V)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from game.tetris.guideline.openers.position import field_of
from gui.drawing.canvas import Box, Canvas, Point
from gui.drawing.letters import grouped
from gui.drawing.theme import Rgb, mix
from gui.frame.targets import Targets, inside
from gui.scenes.books.walking.atlas import Atlas
from gui.scenes.books.walking.outlook import percent
from gui.tetris.guideline.look import SeatLook
from gui.tetris.guideline.seat import draw_bare

_BAG = 7
_FOOT = 28.0  # units below the columns
_GAP = 0.22  # of a column's width, between columns
_LARGEST, _LEAST = 18, 1  # pixels of a position
_CARD_WIDTH, _CARD_ROWS, _CARD_SIDE = 292.0, 10, 12.0
_LOW = 300.0  # units of height from which there is room for a card
_SPOT = 5.0  # half a side of a position that is named


@dataclass(frozen=True)
class Plan:
    """Where the positions of an atlas stand, in pixels: `side` of one, `across` of them in a line of a column."""

    left: int
    floor: int
    column: float
    side: int
    across: int
    layers: tuple[tuple[int, ...], ...] = field(repr=False)

    @classmethod
    def of(cls, layers: list[list[int]], box: tuple[int, int, int, int], card: tuple[int, int]) -> Plan:
        """The largest positions of which all columns fit under the box's top, and those at the left under the card."""
        x, y, width, height = box
        column = width / max(1, len(layers))
        for side in range(_LARGEST, _LEAST - 1, -1):
            across = max(1, int(column * (1 - _GAP) // side))
            if side > 1 and across * side > column:
                continue
            tops = [-(-len(layer) // across) * side for layer in layers]
            room = [height - (card[1] if number * column < card[0] else 0) for number in range(len(layers))]
            if all(top <= most for top, most in zip(tops, room, strict=True)) or side == _LEAST:
                break
        return cls(x, y + height, column, side, across, tuple(map(tuple, layers)))

    def corner(self, layer: int, place: int) -> tuple[int, int]:
        """The upper left of a position, in pixels."""
        x = self.left + int(layer * self.column + (self.column - self.across * self.side) / 2)
        return x + place % self.across * self.side, self.floor - (place // self.across + 1) * self.side

    def at(self, x: float, y: float) -> int | None:
        """The position under a pixel."""
        layer = int((x - self.left) // self.column) if self.column else -1
        if not 0 <= layer < len(self.layers) or y >= self.floor:
            return None
        left, _ = self.corner(layer, 0)
        along, up = int((x - left) // self.side), int((self.floor - y - 1e-9) // self.side)
        place = up * self.across + along
        found = 0 <= along < self.across and place < len(self.layers[layer])
        return self.layers[layer][place] if found else None


class Chart:
    """The map in the window. `lit` is the position under the pointer, or the one that the keyboard has reached."""

    def __init__(self) -> None:
        self.plan: Plan | None = None
        self.lit: int | None = None
        self._known: tuple[object, ...] = ()
        self._places: dict[int, tuple[int, int]] = {}

    def draw(
        self,
        canvas: Canvas,
        targets: Targets,
        box: Box,
        atlas: Atlas,
        here: int | None,
        go: Callable[[int], object],
    ) -> None:
        """The map with `here` lit and tied to its neighbours; a press on a position calls `go`."""
        colour = canvas.theme.colour
        x, y, width, height = box
        if not atlas.done:
            said = f"Drawing the map, {percent(atlas.share, 0)}"
            canvas.text((x + width / 2, y + height / 2), said, "body", colour.text3, "middle")
            return
        card = _card(box)
        self._lay_out(canvas, atlas, (x, y, width, height - _FOOT), card)
        plan = self.plan
        assert plan is not None
        self._find(canvas, targets, box)
        targets.add("map", box, partial(self._press, go))
        _draw_axis(canvas, box, len(atlas.layers), plan)
        rect = canvas.rect((x, y, width, height - _FOOT))
        key = ("book map", atlas.reading.path, plan)
        canvas.picture(key, box, partial(_draw_positions, plan=plan, atlas=atlas, origin=rect.topleft))
        if here is not None and here in atlas.depth:
            self._draw_ties(canvas, targets, atlas, here, go)
        shown = self.lit if self.lit is not None else here
        if card is not None and shown is not None and shown in atlas.depth:
            _draw_card(canvas, card, atlas, shown)

    def _press(self, go: Callable[[int], object]) -> None:
        if self.lit is not None:
            go(self.lit)

    def _lay_out(self, canvas: Canvas, atlas: Atlas, box: Box, card: Box | None) -> None:
        rect = canvas.rect(box)
        covered = (
            (0, 0) if card is None else (canvas.px(card[0] + card[2] - box[0] + 8), canvas.px(card[3] + 16))
        )
        known = (atlas, tuple(rect), covered)
        if known != self._known:
            self._known = known
            self.plan = plan = Plan.of(atlas.layers, (rect.x, rect.y, rect.width, rect.height), covered)
            self._places = {
                number: plan.corner(depth, place)
                for depth, layer in enumerate(atlas.layers)
                for place, number in enumerate(layer)
            }

    def _find(self, canvas: Canvas, targets: Targets, box: Box) -> None:
        assert self.plan is not None
        self.lit = None
        if inside(targets.pointer, box):
            x, y = targets.pointer
            self.lit = self.plan.at(x * canvas.scale, y * canvas.scale)
        name, _, number = targets.focus.partition(" ")
        if targets.ring and name == "position" and number.isdigit() and int(number) in self._places:
            self.lit = int(number)

    def _middle(self, canvas: Canvas, number: int) -> Point:
        assert self.plan is not None
        x, y = self._places[number]
        return (x + self.plan.side / 2) / canvas.scale, (y + self.plan.side / 2) / canvas.scale

    def _draw_ties(
        self, canvas: Canvas, targets: Targets, atlas: Atlas, here: int, go: Callable[[int], object]
    ) -> None:
        """The ways from the position's parents in grey and to its children in amber, and each as something to press."""
        colour = canvas.theme.colour
        start = self._middle(canvas, here)
        parents = [each for each in atlas.parents.get(here, []) if each != here]
        children = [each for each in atlas.children[here] if each != here]
        for ink, line, ends in (
            (colour.text2, colour.text3, parents),
            (colour.amber_line,) * 2 + (children,),
        ):
            for number in ends:
                canvas.stroke([start, self._middle(canvas, number)], line, 1.25)
            for number in ends:
                self._draw_spot(canvas, targets, atlas, number, ink, go)
        self._draw_spot(canvas, targets, atlas, here, colour.text, go, large=True)

    def _draw_spot(
        self,
        canvas: Canvas,
        targets: Targets,
        atlas: Atlas,
        number: int,
        ink: Rgb,
        go: Callable[[int], object],
        *,
        large: bool = False,
    ) -> None:
        x, y = self._middle(canvas, number)
        reach = _SPOT + (2 if large else 0)
        fill = shade(canvas, atlas.reading.places[number].value)
        canvas.panel((x - reach, y - reach, 2 * reach, 2 * reach), fill, radius=2, edge=ink, width=2)
        box = (x - 8, y - 8, 16.0, 16.0)
        if targets.add(f"position {number}", box, partial(go, number), radius=3):
            self.lit = number


def shade(canvas: Canvas, value: float) -> Rgb:
    """The colour of a value from 0 to 1: from the colour of lines to amber."""
    colour = canvas.theme.colour
    return mix(colour.line, colour.amber, max(0.0, min(1.0, value)))


def _draw_positions(canvas: Canvas, *, plan: Plan, atlas: Atlas, origin: tuple[int, int]) -> None:
    gap = 1 if plan.side > 3 else 0
    shades = [shade(canvas, step / 100) for step in range(101)]
    fill = canvas.surface.fill
    for depth, layer in enumerate(plan.layers):
        for place, number in enumerate(layer):
            x, y = plan.corner(depth, place)
            ink = shades[round(atlas.reading.places[number].value * 100)]
            fill(ink, (x - origin[0], y - origin[1], plan.side - gap, plan.side - gap))


def _draw_axis(canvas: Canvas, box: Box, layers: int, plan: Plan) -> None:
    """How many pieces are placed, a line where a new bag begins, and what the shades mean."""
    colour = canvas.theme.colour
    x, y, _, height = box
    floor = y + height - _FOOT
    wide = plan.column / canvas.scale
    for depth in range(0, layers, _BAG):
        at = x + depth * wide
        canvas.dots((at, y), (at, floor), colour.line2, step=6, size=1.2)
        named = f"{depth} pieces" if depth and _BAG * wide > 120 else str(depth)
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
    canvas.text((x - 96, y), f"E(V)  {percent(0.0)}", "label", colour.text3, "right")


def _card(box: Box) -> Box | None:
    """Where the position that is pointed at is shown; None where there is no room."""
    if box[3] < _LOW or box[2] < 2 * _CARD_WIDTH:
        return None
    return (box[0], box[1], _CARD_WIDTH, _CARD_ROWS * _CARD_SIDE + 4)


def _draw_card(canvas: Canvas, box: Box, atlas: Atlas, number: int) -> None:
    """A position's board with its stage, its value, and how many lead there and go on from it."""
    colour = canvas.theme.colour
    x, y, width, height = box
    place = atlas.reading.places[number]
    wide = 10 * _CARD_SIDE
    canvas.panel((x, y, width, height), colour.panel, radius=8)
    look = SeatLook(field=field_of(place.position.cells), metered=False)
    draw_bare(canvas, (x + 8, y, wide, height), look, rows=_CARD_ROWS)
    left, room = x + wide + 24, width - wide - 32
    said = [
        (atlas.stage[number] or "The book", "label", colour.text2),
        (f"{atlas.depth[number]} piece{'' if atlas.depth[number] == 1 else 's'}", "label", colour.text3),
        (f"{grouped(len(atlas.parents.get(number, [])))} ways in", "label", colour.text3),
        (f"{grouped(len(atlas.children[number]))} ways on", "label", colour.text3),
    ]
    canvas.text((left, y + 18), percent(place.value, 2), "title", colour.amber_text)
    for line, (words, style, ink) in enumerate(said):
        canvas.text((left, y + 44 + 22 * line), canvas.fitted(words, style, room), style, ink)
