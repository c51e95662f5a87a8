"""Drawing in logical units: shapes with smooth edges and text, on a surface of any size and scale."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import pygame

from gui.ui import picture_cache
from gui.ui import text as suits
from gui.ui.text import TextRenderer, pieces, suits_in
from gui.ui.theme import Rgb, Theme, TypeStyle

Anchor = Literal["left", "middle", "right"]
Point = tuple[float, float]
Box = tuple[float, float, float, float]  # x, y, width, height in logical units

_COMPRESSION = 4  # of a picture, 0 to 9: from here on each step takes twice as long and saves little
_FINE, _COARSE = 4, 2  # how many times larger smooth shapes are painted, below and from scale 2
_WIDE = "0"  # no sign of a clock takes more room; all figures take the same
_RISE = 0.035  # a font's line box has more room above its letters than below: lift them to the middle


@dataclass
class _RunningText:
    """A text that was drawn and goes on by itself: on what `ground`, and what was `seen` there then."""

    at: Point
    read: Callable[[], str]
    text: str
    style: str
    colour: Rgb
    anchor: Anchor
    rect: pygame.Rect
    ground: pygame.Surface | None  # None where not all of it is in sight
    seen: bytes


def _bytes(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


class Canvas:
    """A surface with a scale. All coordinates are logical units; `scale` is pixels per unit.

    Shapes with curved edges are drawn four times as large, scaled down once and kept.
    """

    def __init__(self, surface: pygame.Surface, scale: float, theme: Theme, renderer: TextRenderer) -> None:
        self.surface = surface
        self.scale = scale
        self.theme = theme
        self.renderer = renderer
        self._running: list[_RunningText] = []

    @property
    def _oversampling(self) -> int:
        return _FINE if self.scale < 2 else _COARSE

    @property
    def width(self) -> float:
        """The width in logical units."""
        return self.surface.get_width() / self.scale

    @property
    def height(self) -> float:
        """The height in logical units."""
        return self.surface.get_height() / self.scale

    def px(self, units: float) -> int:
        """The nearest whole number of pixels."""
        return round(units * self.scale)

    def rect(self, box: Box) -> pygame.Rect:
        """The pixels of `box`, its edges rounded each by itself so that neighbours meet."""
        left, top = self.px(box[0]), self.px(box[1])
        return pygame.Rect(left, top, self.px(box[0] + box[2]) - left, self.px(box[1] + box[3]) - top)

    @contextmanager
    def clipped(self, box: Box) -> Iterator[None]:
        """Draw only within `box` meanwhile."""
        seen = self.surface.get_clip()
        self.surface.set_clip(self.rect(box).clip(seen))
        yield
        self.surface.set_clip(seen)

    # -- plain shapes --

    def fill(self, box: Box, colour: Rgb) -> None:
        """A rectangle without an outline."""
        self.surface.fill(colour, self.rect(box))

    def veil(self, box: Box, colour: Rgb, opacity: float) -> None:
        """A rectangle through which the ground shows; `opacity` from 0 to 1."""
        rect = self.rect(box)
        if rect.width > 0 and rect.height > 0:
            sheet = pygame.Surface(rect.size)
            sheet.fill(colour)
            sheet.set_alpha(round(opacity * 255))
            self.surface.blit(sheet, rect)

    def rule(self, start: Point, end: Point, colour: Rgb, width: float = 1.0) -> None:
        """A horizontal or vertical line, at least one pixel wide."""
        thick = max(1, self.px(width))
        (x0, y0), (x1, y1) = start, end
        if y0 == y1:
            self.surface.fill(colour, (self.px(x0), self.px(y0), self.px(x1) - self.px(x0), thick))
        else:
            self.surface.fill(colour, (self.px(x0), self.px(y0), thick, self.px(y1) - self.px(y0)))

    def dots(self, start: Point, end: Point, colour: Rgb, step: float = 6.0, size: float = 1.5) -> None:
        """A dotted line from `start` to `end`."""
        (x0, y0), (x1, y1) = start, end
        length, edge = max(abs(x1 - x0), abs(y1 - y0)), max(1, self.px(size))
        left, top = (x0 - size / 2) * self.scale, (y0 - size / 2) * self.scale
        part = step * self.scale / length if length else 0.0
        across, down = (x1 - x0) * part, (y1 - y0) * part
        dot = pygame.Surface((edge, edge))
        dot.fill(colour)
        places = [(round(left + across * i), round(top + down * i)) for i in range(int(length / step) + 1)]
        self.surface.fblits([(dot, place) for place in places])

    # -- smooth shapes --

    def panel(
        self,
        box: Box,
        fill: Rgb | None,
        *,
        radius: float = 8.0,
        edge: Rgb | None = None,
        width: float = 1.0,
        opacity: float = 1.0,
    ) -> None:
        """A rounded rectangle with an optional fill and outline; the outline lies inside the box."""
        rect = self.rect(box)
        if rect.width < 1 or rect.height < 1:
            return
        n = self._oversampling
        stroke = max(1, round(width * self.scale * n)) if edge else 0
        curve = min(round(radius * self.scale * n), rect.width * n // 2, rect.height * n // 2)

        def paint(big: pygame.Surface) -> None:
            if edge is not None:
                pygame.draw.rect(big, edge, big.get_rect(), border_radius=curve)
            inner = big.get_rect().inflate(-2 * stroke, -2 * stroke)
            if fill is not None:
                pygame.draw.rect(big, fill, inner, border_radius=max(0, curve - stroke))
            elif edge is not None:
                pygame.draw.rect(big, (*edge, 0), inner, border_radius=max(0, curve - stroke))

        def shape(size: tuple[int, int]) -> pygame.Surface:
            key = ("panel", size, fill, edge, stroke, curve)
            return self._shape(key, size, paint, opacity, fill or edge or (0, 0, 0))

        corner = -(-(curve + stroke) // n) + 1  # pixels; between the corners one line is like the next
        thin = 2 * corner + 1
        if opacity < 1 or min(rect.size) < 2 * thin:
            self.surface.blit(shape(rect.size), rect)
            return
        rows, sides = shape((rect.width, thin)), shape((thin, rect.height))
        high, middle = rect.height - 2 * corner, rect.inflate(-2 * corner, -2 * corner)
        self.surface.blit(rows, rect, (0, 0, rect.width, corner))
        self.surface.blit(rows, (rect.left, middle.bottom), (0, corner + 1, rect.width, corner))
        self.surface.blit(sides, (rect.left, middle.top), (0, corner, corner, high))
        self.surface.blit(sides, (middle.right, middle.top), (corner + 1, corner, corner, high))
        if fill is not None:
            self.surface.fill(fill, middle)

    def disc(
        self,
        centre: Point,
        radius: float,
        fill: Rgb | None,
        *,
        edge: Rgb | None = None,
        width: float = 1.5,
        opacity: float = 1.0,
    ) -> None:
        """A circle with an optional fill and outline; `radius` to the outer edge."""
        pixels = max(2, round(radius * 2 * self.scale))
        rect = pygame.Rect(0, 0, pixels, pixels)
        rect.center = (self.px(centre[0]), self.px(centre[1]))
        n = self._oversampling
        stroke = max(1, round(width * self.scale * n)) if edge else 0

        def paint(big: pygame.Surface) -> None:
            middle, reach = (pixels * n / 2, pixels * n / 2), pixels * n / 2
            if edge is not None:
                pygame.draw.circle(big, edge, middle, reach)
            pygame.draw.circle(
                big, fill if fill is not None else (*(edge or (0, 0, 0)), 0), middle, reach - stroke
            )

        self._stamp(("disc", pixels, fill, edge, stroke), rect, paint, opacity, fill or edge or (0, 0, 0))

    def polygon(self, points: Sequence[Point], fill: Rgb, opacity: float = 1.0) -> None:
        """A filled polygon with smooth edges."""
        left, top = min(p[0] for p in points), min(p[1] for p in points)
        right, bottom = max(p[0] for p in points), max(p[1] for p in points)
        rect = pygame.Rect(
            int(left * self.scale), int(top * self.scale),
            int((right - left) * self.scale) + 2, int((bottom - top) * self.scale) + 2,
        )  # fmt: skip
        n = self._oversampling * self.scale
        corners = [
            ((x * n) - rect.x * self._oversampling, (y * n) - rect.y * self._oversampling) for x, y in points
        ]

        def paint(big: pygame.Surface) -> None:
            pygame.draw.polygon(big, fill, corners)

        key = ("polygon", rect.size, fill, tuple((round(x), round(y)) for x, y in corners))
        self._stamp(key, rect, paint, opacity, fill)

    def stroke(self, points: Sequence[Point], colour: Rgb, width: float, *, closed: bool = False) -> None:
        """A polyline with round joints and smooth edges; `width` in logical units."""
        margin = width
        left, top = min(p[0] for p in points) - margin, min(p[1] for p in points) - margin
        right, bottom = max(p[0] for p in points) + margin, max(p[1] for p in points) + margin
        rect = pygame.Rect(
            int(left * self.scale), int(top * self.scale),
            int((right - left) * self.scale) + 2, int((bottom - top) * self.scale) + 2,
        )  # fmt: skip
        n = self._oversampling
        path = [(x * self.scale * n - rect.x * n, y * self.scale * n - rect.y * n) for x, y in points]
        thick = max(n, round(width * self.scale * n))

        def paint(big: pygame.Surface) -> None:
            ends = [*path, path[0]] if closed else path
            for a, b in pairwise(ends):
                thick_line(big, a, b, colour, thick)
            for joint in path:
                pygame.draw.circle(big, colour, joint, thick / 2)

        key = ("stroke", rect.size, colour, thick, closed, tuple((round(x), round(y)) for x, y in path))
        self._stamp(key, rect, paint, 1.0, colour)

    def curve(
        self, points: Sequence[Point], colour: Rgb, width: float, dash: tuple[float, float] | None = None
    ) -> None:
        """A thin line through many `points`, dashed where `dash` gives the lengths of stroke and gap."""
        thick, scale = max(1, round(width * self.scale)), self.scale
        on, left = True, dash[0] if dash else 0.0
        for (x0, y0), (x1, y1) in pairwise(points):
            length, done = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5, 0.0
            while done < length - 1e-9:
                part = length - done if dash is None else min(left, length - done)
                a, b = done / length, (done + part) / length
                if on:
                    start = ((x0 + (x1 - x0) * a) * scale, (y0 + (y1 - y0) * a) * scale)
                    stop = ((x0 + (x1 - x0) * b) * scale, (y0 + (y1 - y0) * b) * scale)
                    pygame.draw.aaline(self.surface, colour, start, stop, thick)
                done, left = done + part, left - part
                if dash is not None and left <= 1e-9:
                    on = not on
                    left = dash[0] if on else dash[1]

    def suit(self, at: Point, suit: int, size: float, colour: Rgb, opacity: float = 1.0) -> None:
        """The sign of a suit, 0 to 3 for spades, hearts, diamonds and clubs, in a square of `size` around `at`."""
        pixels = max(3, self.px(size))
        rect = pygame.Rect(self.px(at[0]) - pixels // 2, self.px(at[1]) - pixels // 2, pixels, pixels)
        side = pixels * self._oversampling

        def paint(big: pygame.Surface) -> None:
            for outline in suits.outlines(suit):
                pygame.draw.polygon(big, colour, [((x + 0.5) * side, (y + 0.5) * side) for x, y in outline])

        self._stamp(("suit", suit, pixels, colour), rect, paint, opacity, colour)

    def picture(
        self, key: tuple[object, ...], box: Box, paint: Callable[[Canvas], None], opacity: float = 1.0
    ) -> None:
        """Return the picture that `paint` draws on a canvas as large as `box`.

        Kept, so that it is painted once for each `key`.
        """
        rect = self.rect(box)
        if rect.width < 1 or rect.height < 1:
            return

        def painted() -> pygame.Surface:
            shape = pygame.Surface(rect.size, pygame.SRCALPHA)
            paint(Canvas(shape, self.scale, self.theme, self.renderer))
            return shape

        look = (self.scale, self.theme.name, self.theme.patterned)
        shape = picture_cache.pictures.get(("picture", key, rect.size, look), painted)
        if opacity < 1:
            shape = shape.copy()
            shape.fill((255, 255, 255, round(opacity * 255)), special_flags=pygame.BLEND_RGBA_MULT)
        self.surface.blit(shape, rect)

    def _stamp(
        self,
        key: tuple[object, ...],
        rect: pygame.Rect,
        paint: Callable[[pygame.Surface], None],
        opacity: float,
        ground: Rgb,
    ) -> None:
        """Draw a kept shape."""
        self.surface.blit(self._shape(key, rect.size, paint, opacity, ground), rect)

    def _shape(
        self,
        key: tuple[object, ...],
        size: tuple[int, int],
        paint: Callable[[pygame.Surface], None],
        opacity: float,
        ground: Rgb,
    ) -> pygame.Surface:
        """A kept shape; painted large and scaled down where it is new.

        The transparent ground has the shape's own colour, so that scaling does not darken its edges.
        """
        alpha = round(opacity * 255)
        n = self._oversampling

        def painted() -> pygame.Surface:
            big = pygame.Surface((size[0] * n, size[1] * n), pygame.SRCALPHA)
            big.fill((*ground, 0))
            paint(big)
            shape = pygame.transform.smoothscale(big, size)
            if alpha < 255:
                shape.fill((255, 255, 255, alpha), special_flags=pygame.BLEND_RGBA_MULT)
            return shape

        return picture_cache.pictures.get((*key, n, alpha), painted)

    # -- text --

    def text(
        self,
        at: Point,
        text: str,
        style: str | TypeStyle,
        colour: Rgb,
        anchor: Anchor = "left",
        opacity: float = 1.0,
    ) -> float:
        """One line of text whose vertical middle is at `at`; returns its width in logical units.

        The signs of suits are drawn as shapes, hearts and diamonds in red.
        """
        kind = self.theme.type[style] if isinstance(style, str) else style
        if suits_in(text):
            return self._suited(at, text, kind, colour, anchor, opacity)
        line = self.renderer.line(text, kind, colour, self.scale)
        place = self._place(line, at, kind, anchor)
        if opacity < 1:
            line = line.copy()
            line.set_alpha(round(opacity * 255))
        self.surface.blit(line, place)
        return line.get_width() / self.scale

    def _place(self, line: pygame.Surface, at: Point, kind: TypeStyle, anchor: Anchor) -> Point:
        """The pixel of the top left corner of a line of text."""
        x = self.px(at[0])
        if anchor == "middle":
            x -= line.get_width() // 2
        elif anchor == "right":
            x -= line.get_width()
        return x, self.px(at[1] - _RISE * kind.size) - line.get_height() // 2

    def running_text(
        self, at: Point, read: Callable[[], str], style: str, colour: Rgb, anchor: Anchor = "left"
    ) -> float:
        """The same of figures that change as time passes, as a clock's: `read` says what they are now. See `go_on`."""
        kind, text = self.theme.type[style], read()
        room = self.renderer.line(_WIDE * len(text), kind, colour, self.scale)
        rect = room.get_rect(topleft=self._place(room, at, kind, anchor))
        whole = self.surface.get_clip().contains(rect)
        ground = self.surface.subsurface(rect).copy() if whole else None
        width = self.text(at, text, style, colour, anchor)
        seen = _bytes(self.surface.subsurface(rect)) if whole else b""
        self._running.append(_RunningText(at, read, text, style, colour, anchor, rect, ground, seen))
        return width

    def go_on(self) -> list[pygame.Rect] | None:
        """Draw anew the running texts that have changed since, and nothing else; returns their places.

        None where the whole frame has to be drawn: a text has become longer, or something lies over it.
        """
        places = []
        for each in self._running:
            text = each.read()
            if text == each.text:
                continue
            if each.ground is None or len(text) != len(each.text):
                return None
            here = self.surface.subsurface(each.rect)
            if _bytes(here) != each.seen:
                return None
            here.blit(each.ground, (0, 0))
            self.text(each.at, text, each.style, each.colour, each.anchor)
            each.text, each.seen = text, _bytes(here)
            places.append(each.rect)
        return places

    def _suited(
        self, at: Point, text: str, kind: TypeStyle, colour: Rgb, anchor: Anchor, opacity: float
    ) -> float:
        """A line of text with signs of suits in it."""
        width = self.renderer.width(text, kind, self.scale)
        x = at[0] - {"left": 0.0, "middle": width / 2, "right": width}[anchor]
        for piece in pieces(text):
            if piece not in suits.SIGNS:
                x += self.text((x, at[1]), piece, kind, colour, "left", opacity)
                continue
            suit = suits.SIGNS.index(piece)
            ink = self.theme.suit_signs[suit] or colour
            middle = (x + suits.SIGN_HEIGHT * kind.size / 2, at[1] + 0.02 * kind.size)
            self.suit(middle, suit, suits.SIGN_HEIGHT * kind.size, ink, opacity)
            x += suits.ADVANCE * kind.size
        return width

    def text_width(self, text: str, style: str) -> float:
        """The width of one line in logical units."""
        return self.renderer.width(text, self.theme.type[style], self.scale)

    def fitted(self, text: str, style: str, width: float) -> str:
        """`text`, shortened with an ellipsis where it is wider than `width`."""
        return self.renderer.shorten(text, self.theme.type[style], width, self.scale)

    def brief(self, text: str, style: str, width: float) -> str:
        """`text`; where it is wider than `width`, without its last parts behind commas, or then with an ellipsis."""
        while self.text_width(text, style) > width and "," in text:
            text = text.rpartition(",")[0]
        return self.fitted(text, style, width)

    def paragraph(self, box: Box, text: str, style: str, colour: Rgb, lines: int = 99) -> float:
        """Text wrapped into the width of `box`, from its top; returns the height used, in logical units."""
        kind = self.theme.type[style]
        wrapped = self.renderer.wrap(text, kind, box[2], self.scale)
        if len(wrapped) > lines:
            wrapped = [*wrapped[: lines - 1], self.fitted(wrapped[lines - 1] + " …", style, box[2])]
        for i, line in enumerate(wrapped):
            self.text((box[0], box[1] + (i + 0.5) * kind.line), line, style, colour)
        return len(wrapped) * kind.line

    def whole(self, box: Box, text: str, style: str, colour: Rgb, lines: int) -> float:
        """The same with as many of its sentences as fit; nothing is drawn where not even the first does."""
        kind = self.theme.type[style]

        def fits(words: str) -> bool:
            return len(self.renderer.wrap(words, kind, box[2], self.scale)) <= lines

        shown = fewer_sentences(text, fits)
        return self.paragraph(box, shown, style, colour) if fits(shown) else 0.0

    def sentences(self, box: Box, text: str, style: str, colour: Rgb, lines: int) -> float:
        """The same, but of a first sentence that does not fit its beginning."""
        return self.whole(box, text, style, colour, lines) or self.paragraph(box, text, style, colour, lines)


def first_sentence(text: str) -> str:
    """The first sentence of a text."""
    return fewer_sentences(text, lambda _: False)


def fewer_sentences(text: str, fits: Callable[[str], bool]) -> str:
    """`text` without its last sentences, so that it fits; the first one stays in any case."""
    while not fits(text) and ". " in text.rstrip(". "):
        text = text.rstrip(". ").rpartition(". ")[0] + "."
    return text


def thick_line(surface: pygame.Surface, a: Point, b: Point, colour: Rgb, thick: int) -> None:
    """A line as a quadrilateral: pygame's own thick lines have slanted ends."""
    (x0, y0), (x1, y1) = a, b
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    if length == 0:
        return
    dx, dy = -(y1 - y0) / length * thick / 2, (x1 - x0) / length * thick / 2
    pygame.draw.polygon(
        surface, colour, [(x0 + dx, y0 + dy), (x1 + dx, y1 + dy), (x1 - dx, y1 - dy), (x0 - dx, y0 - dy)]
    )


def as_png(surface: pygame.Surface) -> bytes:
    """The pixels of a surface as the content of a PNG file: in 60 ms at 1280x720, where pygame takes 150."""
    from PIL import Image  # not at the start of a window

    with io.BytesIO() as content:
        pixels = pygame.image.tobytes(surface, "RGB")
        Image.frombuffer("RGB", surface.get_size(), pixels).save(content, "PNG", compress_level=_COMPRESSION)
        return content.getvalue()
