"""The shelf at home: opening books, other showcases and the last games as tiles, page by page where they are many."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from game.library import Saved
from game.record import Record
from game.showcase import Showcase, minutes
from gui.drawing import icons
from gui.drawing.canvas import Box, Canvas
from gui.frame.controls import heading
from gui.frame.targets import Targets, inside
from gui.previews import draw_mark

ROW = 56.0  # the height of a tile
STRIP = 20.0 + 12.0 + ROW  # a row of tiles with its headings
_TILE, _GAP, _LINE = 229.0, 16.0, 12.0  # about the width of a tile, between tiles, between rows of them
_HEAD = 32.0
_TURN = 28.0  # the side of a button that turns the page
# in the order of the video in which they were shown first
_BOOKS = ("hachispin-dpc", "okey-dpc", "new-dt", "bt-loop", "perfect-clear")


class Tile(NamedTuple):
    """What stands on the shelf: the group and the name of its target, its words, a record to be hinted at."""

    group: str
    name: str
    title: str
    about: str
    press: Callable[[], None]
    record: Record | None = None


def showcase_tiles(shown: Sequence[Showcase], open_it: Callable[[str], Callable[[], None]]) -> list[Tile]:
    """The showcases, those of books first."""
    known = {name: place for place, name in enumerate(_BOOKS)}
    ordered = sorted(shown, key=lambda one: known.get(one.name, len(known)))
    return [
        Tile(
            "Opening books" if one.name in known else "Showcases",
            f"showcase {one.name}",
            one.title,
            minutes(one.seconds),
            open_it(one.name),
        )
        for one in ordered
    ]


def game_tiles(saved: Sequence[Saved], open_it: Callable[[Saved], Callable[[], None]]) -> list[Tile]:
    """The games that were kept."""
    return [
        Tile(
            "Last games",
            f"saved {each.path.name}",
            each.record.title or " – ".join(seat.name for seat in each.record.seats),
            each.record.created[:10],
            open_it(each),
            each.record,
        )
        for each in saved
        if each.record is not None
    ]


class Shelf:
    """Tiles in rows; `page` is the one that is seen."""

    def __init__(self) -> None:
        self.page = 0
        self._pages = 1
        self._box: Box = (0.0, 0.0, 0.0, 0.0)

    def turn(self, by: int) -> None:
        """Go on by so many pages, around the end."""
        self.page = (self.page + by) % self._pages

    def under(self, at: tuple[float, float]) -> bool:
        """Whether a point is on the shelf."""
        return inside(at, self._box)

    def draw(self, canvas: Canvas, targets: Targets, box: Box, tiles: Sequence[Tile]) -> None:
        """Draw the page, in as many rows as there is room for."""
        x, y, width, height = self._box = box
        across = max(2, int((width + _GAP) // (_TILE + _GAP)))
        rows = max(1, int((height - _HEAD + _LINE) // (ROW + _LINE)))
        self._pages = max(1, -(-len(tiles) // (across * rows)))
        self.page = min(self.page, self._pages - 1)
        here = tiles[self.page * across * rows :][: across * rows]
        each = (width - _GAP * (across - 1)) / across
        group = ""
        for number, tile in enumerate(here):
            row, place = divmod(number, across)
            left = x + place * (each + _GAP)
            if tile.group != group and row == 0:
                heading(canvas, (left, y + 10), tile.group)
                group = tile.group
            where = (left, y + _HEAD + row * (ROW + _LINE), each, ROW)
            _draw_tile(canvas, targets, where, tile)
        if self._pages > 1:
            self._draw_turns(canvas, targets, (x + width, y + 10))

    def _draw_turns(self, canvas: Canvas, targets: Targets, at: tuple[float, float]) -> None:
        """Two angles with the page between them, at the right end of the headings."""
        right, y = at
        colour = canvas.theme.colour
        words = f"{self.page + 1} of {self._pages}"
        used = canvas.text_width(words, "label")
        places = (
            ("shelf back", -1, right - 1.5 * _TURN - used - 8, "The tiles before these  (Page up)"),
            ("shelf on", 1, right - _TURN / 2, "More tiles  (Page down)"),
        )
        for name, by, x, about in places:
            box = (x - _TURN / 2, y - _TURN / 2, _TURN, _TURN)
            lit = targets.add(name, box, partial(self.turn, by), radius=6, about=about)
            ink = colour.text if lit else colour.text2
            canvas.stroke([(x - 3 * by, y - 5), (x + 2 * by, y), (x - 3 * by, y + 5)], ink, 1.5)
        canvas.text((right - _TURN - 4, y), words, "label", colour.text3, "right")


def _draw_tile(canvas: Canvas, targets: Targets, box: Box, tile: Tile) -> None:
    """A sign, a title and, at the right end, a time."""
    colour = canvas.theme.colour
    x, y, width, height = box
    hovered = targets.add(tile.name, box, tile.press, radius=12)
    canvas.panel(box, colour.raised if hovered else colour.panel, radius=12, edge=colour.line)
    if tile.record is None:
        icons.play(canvas, (x + 24, y + height / 2), colour.text2, 0.8)
    else:
        draw_mark(canvas, (x + 14, y + 18, 20, 20), tile.record)
    room, used = width - 58, canvas.text_width(tile.about, "label") + 6
    style = "body" if canvas.text_width(tile.title, "body") + used <= room else "label"
    wide = canvas.text_width(tile.title, style)
    if tile.record is None or wide + used <= room or (wide > room and room - used >= 88):
        canvas.text((x + width - 14, y + height / 2), tile.about, "label", colour.text3, "right")
        room -= used
    canvas.text((x + 44, y + height / 2), canvas.fitted(tile.title, style, room), style, colour.text)
