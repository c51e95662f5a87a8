"""The graph of fields: every field that can remain, and where each piece leads from the one that is lit."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache, partial
from typing import NamedTuple

from game.tetris.four_wide.model import Model
from game.tetris.four_wide.state import State
from game.tetris.four_wide.well import WIDTH, continuations, height_of, mirrored
from game.tetris.guideline.pieces import PIECES
from gui.context import AppContext, Scene
from gui.play.job import Slices
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.chrome import draw_bar, page
from gui.ui.commands import Command
from gui.ui.controls import GAP, PILL, draw_choices, row_height
from gui.ui.layout import BAR
from gui.ui.targets import inside
from gui.ui.text import counted
from gui.ui.theme import Rgb, mix

ANY = 7  # in place of a piece: all of them
_SMALL = 3  # residual cells of the graph whose fields are large wells; of larger ones there is a mosaic
_SLICE = 0.008  # seconds of a frame in which fields are looked for


class Graph(Slices):
    """All fields of a game. `fields` are in their order, and empty as long as they are being found."""

    def __init__(self, model: Model) -> None:
        super().__init__(self._layout())
        self.model = model
        self.fields: tuple[int, ...] = ()
        self._after: dict[tuple[int, int], tuple[int, ...]] = {}

    def _layout(self) -> Iterator[None]:
        waiting = list(dict.fromkeys((self.model.start, mirrored(self.model.start))))
        results = set(waiting)
        for field in waiting:
            for piece in range(7):
                new = [after for after in self.after(field, piece) if after not in results]
                results.update(new)
                waiting += new
                yield
        self.fields = self.ordered(waiting)

    def after(self, field: int, piece: int) -> tuple[int, ...]:
        """The fields that a piece leads to, or all pieces do."""
        if piece == ANY:
            return tuple(dict.fromkeys(after for each in range(7) for after in self.after(field, each)))
        # found once: by the rules as they can be read, that takes a while
        if (field, piece) not in self._after:
            results = continuations(field, piece, self.model.reach, self.model.lines)
            self._after[field, piece] = results
        return self._after[field, piece]

    def lost(self, field: int) -> tuple[int, ...]:
        """The pieces that clear no line on a field: they lead nowhere."""
        return tuple(piece for piece in range(7) if not self.after(field, piece))

    def continued(self, field: int) -> int:
        """The number of pieces that continue a field."""
        return 7 - len(self.lost(field))

    def ordered(self, fields: Iterable[int]) -> tuple[int, ...]:
        """Those that most pieces continue first, mirror images beside each other."""
        return tuple(sorted(fields, key=lambda f: (-self.continued(f), min(f, mirrored(f)), f)))


def graph_of(model: Model) -> Graph:
    """The graph of a game, found once for all that have the same start field, rotation and clears."""
    return _graph(Model(model.residual, reach=model.reach, lines=model.lines))


_graph = lru_cache(maxsize=None)(Graph)

# Where fields stand in a picture of the whole.

GUTTER = 56.0  # units at the left, for how many pieces continue the fields of a band
LEAST = 22.0  # units from one tile to the next below which nobody could hit one
_APART = 6.0  # between two bands
_LARGEST = 48.0


class Mosaic(NamedTuple):
    """Places of tiles, by field, and for each band how many pieces continue its fields, and where to write so."""

    tiles: dict[int, Box]
    bands: list[tuple[int, Point]]


def mosaic_of(graph: Graph, box: Box) -> Mosaic | None:
    """Every field as a small square tile, in bands of those that equally many pieces continue; None if too small."""
    x, y, width, height = box
    groups: dict[int, list[int]] = {}
    for field in graph.fields:
        groups.setdefault(graph.continued(field), []).append(field)
    room, gaps = width - GUTTER, _APART * (len(groups) - 1)

    def fits(pitch: float) -> bool:
        columns = int(room / pitch)
        rows = sum(-(-len(group) // columns) for group in groups.values()) if columns > 0 else 0
        return columns > 0 and rows * pitch + gaps <= height

    steps = range(int((_LARGEST - LEAST) * 4) + 1)
    pitch = next((_LARGEST - step / 4 for step in steps if fits(_LARGEST - step / 4)), None)
    if pitch is None:
        return None
    columns, tiles, bands = int(room / pitch), dict[int, Box](), list[tuple[int, Point]]()
    side, top = pitch - (3.0 if pitch >= 28 else 2.0), y
    for count, group in groups.items():
        bands.append((count, (x, top + side / 2)))
        for number, field in enumerate(group):
            row, column = divmod(number, columns)
            tiles[field] = (x + GUTTER + column * pitch, top + row * pitch, side, side)
        top += -(-len(group) // columns) * pitch + _APART
    return Mosaic(tiles, bands)


def draw_tiles(canvas: Canvas, mosaic: Mosaic, graph: Graph) -> None:
    """Every field as a small well, the brighter the more pieces continue it; painted once for each size and theme."""
    colour, boxes = canvas.theme.colour, mosaic.tiles.values()
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    wide, high = (max(box[axis] + box[axis + 2] for box in boxes) for axis in (0, 1))
    key = ("mosaic", graph.model, canvas.theme.name, canvas.scale)

    def paint(on: Canvas) -> None:
        for field, (x, y, width, height) in mosaic.tiles.items():
            tile, count = (x - left, y - top, width, height), graph.continued(field)
            ground = mix(colour.well, colour.text3, 0.04 * count)
            on.fill(tile, ground)
            _draw_cells(on, tile, field, mix(ground, colour.text2, 0.35 + 0.09 * count))

    canvas.picture(key, (left, top, wide - left, high - top), paint)


_mosaic_of = lru_cache(maxsize=1)(mosaic_of)


def draw_framed(canvas: Canvas, tile: Box, field: int, edge: Rgb) -> None:
    """The same with a frame, over whatever runs there."""
    x, y, width, height = tile
    around = (x - 2, y - 2, width + 4, height + 4)
    canvas.panel(around, canvas.theme.colour.raised, radius=4, edge=edge, width=2.0)
    _draw_cells(canvas, tile, field, canvas.theme.colour.text)


def _draw_cells(canvas: Canvas, tile: Box, field: int, ink: Rgb) -> None:
    x, y, width, height = tile
    side = canvas.px((width - 4) / WIDTH) / canvas.scale  # whole pixels, so that all cells are alike
    left, floor = x + (width - WIDTH * side) / 2, y + (height + WIDTH * side) / 2
    gap = 1 / canvas.scale
    for column, row in _cells_of(field):
        canvas.fill((left + column * side, floor - (row + 1) * side, side - gap, side - gap), ink)


def _cells_of(field: int) -> list[tuple[int, int]]:
    """The filled cells as column and row from below."""
    return [(bit % WIDTH, bit // WIDTH) for bit in range(field.bit_length()) if field >> bit & 1]


_VIEWS = ("Whole graph", "Around this field")
_PAD, _WORDS = 8.0, 26.0  # units around a well, and for the words below it
_GAP = 26.0
_LARGEST_CELL = 22.0  # units of a cell
_LEAST_WORDS = 96.0  # units of a tile's width from which it says how many pieces continue it


class FieldsScene(Scene):
    """The graph of one game; a press on a field goes there."""

    name = "fields"
    title = "Graph of fields"
    keys_title = "Four-wide: graph of fields"

    def __init__(self, context: AppContext, back: Scene | None, state: State) -> None:
        super().__init__(context, back)
        self.graph = graph_of(state.model)
        self.here = state.field if not state.over else state.model.start
        self.piece = ANY if state.piece is None else state.piece
        self.way: list[int] = []  # the fields that were lit before
        self.near = False  # only the fields around the one that is lit, where there are hundreds
        self.small = state.model.residual == _SMALL
        self.targets.focus = f"field {self.here}"
        if self.small:
            self.graph.work()

    def update(self, seconds: float) -> Scene | None:
        self.graph.work(_SLICE)
        return super().update(seconds)

    def pulse(self) -> Hashable:
        return self.graph.taken

    # -- what can be done --

    def light(self, field: int) -> None:
        """Go to a field."""
        if field != self.here:
            self.way.append(self.here)
            self.here = field

    def step_back(self) -> None:
        """Back to the field that was lit before."""
        if self.way:
            self.here = self.way.pop()

    def choose(self, piece: int) -> None:
        """Follow one piece, or all."""
        self.piece = piece

    def show_view(self, view: int) -> None:
        """See the whole graph, or the fields around the one that is lit."""
        self.near = bool(view)

    def commands(self) -> list[Command]:
        pieces = tuple(partial(self.choose, number) for number in range(7))
        turn, around = (
            partial(self.show_view, not self.near),
            "the whole graph, or the fields around this one",
        )
        return [
            Command("Tab, arrows, Enter", None, "go from field to field, and highlight one"),
            Command("I O T L J S Z, A", (*pieces, partial(self.choose, ANY)), "follow this piece, or all"),
            Command("Backspace", self.step_back, "back to the field before"),
            Command("U", self.step_back),
            *([] if self.small else [Command("W", turn, around)]),
            *super().commands(),
        ]

    def followers(self) -> dict[int, list[int]]:
        """The fields that the chosen pieces lead to, each with these pieces."""
        results: dict[int, list[int]] = {}
        for piece in range(7) if self.piece == ANY else (self.piece,):
            for field in self.graph.after(self.here, piece):
                results.setdefault(field, []).append(piece)
        return results

    def fields(self) -> tuple[int, ...]:
        """The fields that are shown as large wells, in their order: all of few, else those around the lit one."""
        if self.small:
            return self.graph.fields
        return self.graph.ordered({self.here, *self.graph.after(self.here, ANY)})

    # -- the picture --

    def draw(self, canvas: Canvas) -> None:
        with page(canvas, self, panel=False) as frame:
            x, y, width = frame.margin, BAR + 16.0, frame.width - 2 * frame.margin
            y += self._draw_choices(canvas, (x, y), width) + 12
            box = (x, y + 28, width, frame.height - y - 44)
            whole = not self.small and not self.near and self.graph.done
            mosaic = _mosaic_of(self.graph, box) if whole else None
            text = canvas.fitted(self._words(mosaic), "label", width)
            canvas.text((x, y + 8), text, "label", canvas.theme.colour.text2)
            if mosaic is None:
                self._draw_graph(canvas, box)
            else:
                self._draw_mosaic(canvas, mosaic)
            canvas.rule((0, BAR), (frame.width, BAR), canvas.theme.colour.line)
            draw_bar(canvas, frame, self, game="Four-wide", detail=self.title)

    def _draw_choices(self, canvas: Canvas, at: Point, width: float) -> float:
        """The pieces that are followed, and how much is seen; the height of both."""
        words = [*PIECES, "All"]
        views = 0.0 if self.small else 24 + GAP + sum(canvas.text_width(each, "body") + 32 for each in _VIEWS)
        beside = row_height(canvas, words, width - views) <= PILL
        room = width - views if beside else width
        high = draw_choices(canvas, self.targets, "piece", at, room, words, self.piece, self.choose)
        if self.small:
            return high
        x, y = (at[0] + width - views + 24, at[1]) if beside else (at[0], at[1] + high + GAP)
        draw_choices(canvas, self.targets, "view", (x, y), views, _VIEWS, int(self.near), self.show_view)
        return y + PILL - at[1] if not beside else high

    def _words(self, mosaic: Mosaic | None) -> str:
        fields, lost = counted(len(self.followers()), "field"), self.graph.lost(self.here)
        if self.piece in lost:
            leads = f"{PIECES[self.piece]} leads nowhere: it clears no line here"
        elif self.piece != ANY:
            leads = f"{PIECES[self.piece]} leads to {fields}"
        else:
            nowhere = f"; nowhere with {_named(lost)}" if lost else ""
            leads = f"{7 - len(lost)} of 7 pieces clear a line here and lead to {fields}{nowhere}"
        shown = f"{len(self.graph.fields)} fields"
        if not self.graph.done:
            shown = "looking for all fields; so far, the ones around this field"
        elif mosaic is None and not self.small:
            shown = f"the ones around this field, of {shown}"
        return f"{leads} · {shown}, {self.graph.model.reach.upper()}"

    def _draw_graph(self, canvas: Canvas, box: Box) -> None:
        fields, followers = self.fields(), self.followers()
        height = max(3, *(height_of(field) for field in fields))
        tiles = tiles_of(fields, box, height)
        led = [field for field in followers if field != self.here]
        for number, field in enumerate(led):
            path = way_between(tiles[self.here], tiles[field], box, (number + 1) / (len(led) + 1) - 0.5)
            ink = self._ink(canvas, followers[field])
            canvas.stroke(path, ink, 2.0)
            canvas.disc(path[-1], 4.0, ink)
        for field, tile in tiles.items():
            self._draw_tile(canvas, field, tile, height, followers.get(field, []))

    def _draw_mosaic(self, canvas: Canvas, mosaic: Mosaic) -> None:
        """Every field as a small tile, the lit one with its edges over all others."""
        followers, pointed = self.followers(), None
        for count, at in mosaic.bands:
            canvas.text(at, f"{count} of 7", "label", canvas.theme.colour.text3)
        draw_tiles(canvas, mosaic, self.graph)
        for field, tile in mosaic.tiles.items():
            over = inside(self.targets.pointer, tile)
            about = self._about(field) if over else ""  # there are hundreds
            self.targets.add(f"field {field}", tile, partial(self.light, field), radius=3, about=about)
            pointed = field if over else pointed
        start = _middle(mosaic.tiles[self.here])
        for field, pieces in followers.items():
            if field != self.here:
                canvas.stroke([start, _middle(mosaic.tiles[field])], self._ink(canvas, pieces), 2.0)
        for field in (*followers, self.here):
            edge = canvas.theme.colour.text if field == self.here else self._ink(canvas, followers[field])
            draw_framed(canvas, mosaic.tiles[field], field, edge)
        if pointed is not None:
            draw_framed(canvas, mosaic.tiles[pointed], pointed, canvas.theme.colour.text2)

    def _ink(self, canvas: Canvas, pieces: list[int]) -> tuple[int, int, int]:
        """The colour of an edge: that of its piece, quiet where there are several."""
        if len(pieces) > 1:
            return canvas.theme.colour.text3
        return canvas.theme.pieces[PIECES[pieces[0]]].fill

    def _draw_tile(self, canvas: Canvas, field: int, tile: Box, height: int, pieces: list[int]) -> None:
        """A field as a small well of so many rows; lit, or framed and named where a chosen piece leads to it."""
        colour, here = canvas.theme.colour, field == self.here
        name, light, about = f"field {field}", partial(self.light, field), self._about(field)
        hovered = self.targets.add(name, tile, light, radius=8, about=about)
        x, y, width, tall = tile
        fill = mix(colour.raised, colour.text3, 0.25) if here else colour.raised if hovered else colour.panel
        edge = colour.text if here else self._ink(canvas, pieces) if pieces else colour.line
        canvas.panel(tile, fill, radius=8, edge=edge, width=2.0 if here or pieces else 1.0)
        side = (tall - _WORDS - _PAD) / height
        left, floor = x + (width - WIDTH * side) / 2, y + tall - _WORDS
        canvas.fill((left, y + _PAD, WIDTH * side, floor - y - _PAD), colour.well)
        for column, row in _cells_of(field):
            place = (left + column * side + 0.5, floor - (row + 1) * side + 0.5, side - 1, side - 1)
            canvas.fill(place, canvas.theme.stone)
        named = "".join(PIECES[piece] for piece in pieces)
        count = self.graph.continued(field)
        text = named or (f"{count} of 7" if width >= _LEAST_WORDS else str(count))
        ink = colour.text if named or here else colour.text3
        canvas.text((x + width / 2, floor + _WORDS / 2), text, "label", ink, "middle")

    def _about(self, field: int) -> str:
        lost = self.graph.lost(field)
        here = f"Here with {_named(led)}. " if (led := self.followers().get(field, [])) else ""
        nowhere = f"; {_named(lost)} lead nowhere" if lost else ""
        return f"{here}{7 - len(lost)} of 7 pieces clear a line on this field{nowhere}"


def _named(pieces: Iterable[int]) -> str:
    return ", ".join(PIECES[piece] for piece in pieces)


def tiles_of(fields: tuple[int, ...], box: Box, height: int) -> dict[int, Box]:
    """Return the box of each field: in rows, as large as all fit; in pairs, since mirror images belong together."""
    x, y, width, tall = box

    def side(columns: int) -> float:
        rows = -(-len(fields) // columns)
        across = (width / columns - _gap(box) - 2 * _PAD) / WIDTH
        return min(across, (tall / rows - _gap(box) - _WORDS - _PAD) / height, _LARGEST_CELL)

    columns = max(range(2, max(3, len(fields) + 1), 2), key=side)
    cell, rows = max(2.0, side(columns)), -(-len(fields) // columns)
    wide, high = cell * WIDTH + 2 * _PAD, cell * height + _WORDS + _PAD
    wide = max(wide, min(width / columns - _gap(box), wide * 1.4))
    over, down = width / columns, min(tall / rows, high + 2 * _GAP)
    tiles = {}
    for number, field in enumerate(fields):
        middle = (x + (number % columns + 0.5) * over, y + (number // columns + 0.5) * down)
        tiles[field] = (middle[0] - wide / 2, middle[1] - high / 2, wide, high)
    return tiles


def way_between(start: Box, end: Box, box: Box, aside: float) -> list[Point]:
    """A line from a well to another through the gaps between all wells, so that it touches no third one.

    `aside`, -0.5 to 0.5, parts the lines that share a gap.
    """
    gap, off = _gap(box), _gap(box) * 0.8 * (0.6 + aside)
    out, into = start[0] + start[2] * (0.5 + aside * 0.8), end[0] + end[2] / 2
    leave = start[1] + start[3] if end[1] > start[1] else start[1]  # at the foot, to what is below
    runner = leave + off if end[1] > start[1] else leave - off
    arrive = end[1] if end[1] >= start[1] else end[1] + end[3]  # from above
    last = arrive - off if end[1] >= start[1] else arrive + off
    if abs(runner - last) <= gap * 2:  # the same gap
        return [(out, leave), (out, runner), (into, runner), (into, arrive)]
    side = end[0] - off if out < into else end[0] + end[2] + off
    return [(out, leave), (out, runner), (side, runner), (side, last), (into, last), (into, arrive)]


def _gap(box: Box) -> float:
    """The distance between wells: less in a small window."""
    return _GAP if box[2] >= 900 else 8.0


def _middle(tile: Box) -> Point:
    return tile[0] + tile[2] / 2, tile[1] + tile[3] / 2
