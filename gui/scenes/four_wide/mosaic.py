"""All fields of a game at once: which there are, and where each stands in a picture of the whole."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from game.tetris.four_wide.model import Model
from game.tetris.four_wide.well import WIDTH, Lines, Reach, continuations, mirrored
from gui.drawing.canvas import Box, Canvas, Point
from gui.drawing.theme import Rgb, mix

GUTTER = 56.0  # units at the left, for how many pieces continue the fields of a band
LEAST = 22.0  # units from one tile to the next below which nobody could hit one
_APART = 6.0  # between two bands
_LARGEST = 48.0

_Whole = tuple[int, Reach, Lines]
_known: dict[_Whole, tuple[int, ...]] = {}
_making: set[_Whole] = set()


class Mosaic(NamedTuple):
    """Where tiles stand, by field, and for each band how many pieces continue its fields, and where to say so."""

    tiles: dict[int, Box]
    bands: list[tuple[int, Point]]


def whole_of(model: Model, *, wait: bool = False) -> tuple[int, ...] | None:
    """All fields of a game in their order; None while they are being found, unless one is to `wait` for that."""
    key = (model.residual, model.reach, model.lines)
    if key not in _known:
        if wait or model.residual == 3:
            _find(key)
        elif key not in _making:
            _making.add(key)
            threading.Thread(target=_find, args=(key,), name="four-wide-graph", daemon=True).start()
    return _known.get(key)


def _find(key: _Whole) -> None:
    residual, reach, lines = key
    model = Model(residual, reach=reach, lines=lines)
    found = dict.fromkeys((model.start, mirrored(model.start)))
    waiting = list(found)
    for field in waiting:
        for piece in range(7):
            for after in continuations(field, piece, reach, lines):
                if after not in found:
                    found[after] = None
                    waiting.append(after)
    _known[key] = ordered(model, found)


def ordered(model: Model, fields: Iterable[int]) -> tuple[int, ...]:
    """Those that most pieces continue first, mirror images beside each other."""
    return tuple(sorted(fields, key=lambda f: (-continued(model, f), min(f, mirrored(f)), f)))


def continued(model: Model, field: int) -> int:
    """The number of pieces that continue a field."""
    return _continued(field, model.reach, model.lines)


@cache
def _continued(field: int, reach: Reach, lines: Lines) -> int:
    return sum(1 for piece in range(7) if continuations(field, piece, reach, lines))


def mosaic_of(model: Model, fields: tuple[int, ...], box: Box) -> Mosaic | None:
    """Every field as a small square tile, in bands of those that equally many pieces continue; None if too small."""
    x, y, width, height = box
    groups: dict[int, list[int]] = {}
    for field in fields:
        groups.setdefault(continued(model, field), []).append(field)
    room, gaps = width - GUTTER, _APART * (len(groups) - 1)

    def fits(pitch: float) -> bool:
        columns = int(room / pitch)
        return (
            columns > 0
            and sum(-(-len(group) // columns) for group in groups.values()) * pitch + gaps <= height
        )

    pitch = _LARGEST
    while pitch >= LEAST and not fits(pitch):
        pitch -= 0.25
    if pitch < LEAST:
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


def draw_bands(canvas: Canvas, mosaic: Mosaic) -> None:
    """Say beside each band how many pieces continue its fields."""
    for count, at in mosaic.bands:
        canvas.text(at, f"{count} of 7", "label", canvas.theme.colour.text3)


def draw_tiles(canvas: Canvas, mosaic: Mosaic, model: Model) -> None:
    """Every field as a small well, the brighter the more pieces continue it; painted once for each size and theme."""
    boxes = list(mosaic.tiles.values())
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    wide, high = (max(box[axis] + box[axis + 2] for box in boxes) for axis in (0, 1))
    whole = (left, top, wide - left, high - top)
    key = ("mosaic", model.residual, model.reach, model.lines, canvas.theme.name, canvas.scale)

    def paint(on: Canvas) -> None:
        for field, (x, y, width, height) in mosaic.tiles.items():
            _draw_small(on, (x - left, y - top, width, height), field, continued(model, field))

    canvas.picture(key, whole, paint)


def _draw_small(canvas: Canvas, tile: Box, field: int, count: int) -> None:
    colour = canvas.theme.colour
    ground = mix(colour.well, colour.text3, 0.04 * count)
    canvas.fill(tile, ground)
    _draw_cells(canvas, tile, field, mix(ground, colour.text2, 0.35 + 0.09 * count))


def draw_framed(canvas: Canvas, tile: Box, field: int, edge: Rgb) -> None:
    """The same with a frame, over whatever runs there."""
    x, y, width, height = tile
    canvas.panel(
        (x - 2, y - 2, width + 4, height + 4), canvas.theme.colour.raised, radius=4, edge=edge, width=2.0
    )
    _draw_cells(canvas, tile, field, canvas.theme.colour.text)


def _draw_cells(canvas: Canvas, tile: Box, field: int, ink: Rgb) -> None:
    x, y, width, height = tile
    side = canvas.px((width - 4) / WIDTH) / canvas.scale  # whole pixels, so that all cells are alike
    left, floor = x + (width - WIDTH * side) / 2, y + (height + WIDTH * side) / 2
    gap = 1 / canvas.scale
    for place in range(field.bit_length()):
        if field >> place & 1:
            row, column = divmod(place, WIDTH)
            canvas.fill((left + column * side, floor - (row + 1) * side, side - gap, side - gap), ink)
