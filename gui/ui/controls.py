"""Keys, buttons and chips as they are drawn in the frame; what they do is in the scene's targets."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial

from gui.ui.canvas import Box, Canvas, Point
from gui.ui.commands import Tip
from gui.ui.targets import Targets
from gui.ui.theme import Rgb, mix


def button(
    canvas: Canvas,
    targets: Targets,
    name: str,
    box: Box,
    words: str,
    press: Callable[[], object],
    *,
    key: str = "",
    primary: bool = False,
    about: str | Tip = "",
    within: Box | None = None,
) -> None:
    """A button with its words and, at its right end, the key that does the same; `within` a list that scrolls."""
    colour = canvas.theme.colour
    hovered = targets.add(name, box, press, radius=8, about=about, within=within)
    if primary:
        fill = mix(colour.text, colour.panel, 0.12) if hovered else colour.text
        canvas.panel(box, fill, radius=8)
    else:
        canvas.panel(box, colour.raised if hovered else None, radius=8, edge=colour.line2, width=1.2)
    key = targets.key(key)
    ink = colour.panel if primary else (colour.text if hovered or key else colour.text2)
    middle = box[1] + box[3] / 2
    if key:
        room = box[2] - 32 - key_width(canvas, key)
        canvas.text((box[0] + 16, middle), canvas.brief(words, "body", room), "body", ink)
        at = (box[0] + box[2] - 12 - key_width(canvas, key), middle - 11)
        key_cap(canvas, at, key, ink=mix(colour.panel, colour.text, 0.25) if primary else None)
    else:
        canvas.text(
            (box[0] + box[2] / 2, middle), canvas.brief(words, "body", box[2] - 12), "body", ink, "middle"
        )


def key_width(canvas: Canvas, key: str) -> float:
    """The width of a key with its name."""
    return max(22.0, canvas.text_width(key, "label") + 12)


def key_cap(canvas: Canvas, at: tuple[float, float], key: str, *, ink: Rgb | None = None) -> float:
    """A key of the keyboard with its name, its top left at `at`; returns its width. `ink` on another ground."""
    colour = canvas.theme.colour
    width = key_width(canvas, key)
    canvas.panel((at[0], at[1], width, 22), None, radius=4, edge=ink or colour.line2)
    canvas.text((at[0] + width / 2, at[1] + 11), key, "label", ink or colour.text2, "middle")
    return width


def chip(canvas: Canvas, at: tuple[float, float], words: str, *, proven: bool) -> float:
    """The pill that says where an opinion comes from; filled where it is certain. Returns its width."""
    colour = canvas.theme.colour
    style = "small" if proven else "label"
    width = canvas.text_width(words, style) + 24
    box = (at[0], at[1] - 12, width, 24)
    if proven:
        canvas.panel(box, colour.amber, radius=12)
        canvas.text((at[0] + width / 2, at[1]), words, style, colour.amber_ink, "middle")
    else:
        canvas.panel(box, None, radius=12, edge=colour.amber_line, width=1.5)
        canvas.text((at[0] + width / 2, at[1]), words, style, colour.amber_text, "middle")
    return width


def badge(canvas: Canvas, at: tuple[float, float], rank: int, *, proven: bool, firm: float = 1.0) -> None:
    """The rank of a choice: a filled disc where proven, a ring where estimated, fainter where less firm."""
    colour = canvas.theme.colour
    if proven:
        canvas.disc(at, 12, colour.amber)
        canvas.text(at, str(rank), "small", colour.amber_ink, "middle")
    else:
        canvas.disc(at, 12, None, edge=colour.amber_line, width=1.5, opacity=0.65 + 0.35 * firm)
        canvas.text(at, str(rank), "label", colour.amber_text, "middle")


def heading(canvas: Canvas, at: tuple[float, float], words: str) -> None:
    """The name of a section in spaced capitals."""
    canvas.text(at, words, "caps", canvas.theme.colour.text3)


def bar_of_share(canvas: Canvas, box: Box, share: float) -> None:
    """A thin track of which `share` (0 to 1) is filled with the kibitzer's colour: an opinion."""
    colour = canvas.theme.colour
    _bar(canvas, box, share, colour.line, colour.amber_line)


def bar_of_progress(canvas: Canvas, box: Box, share: float) -> None:
    """The same without that colour: work that goes on."""
    colour = canvas.theme.colour
    _bar(canvas, box, share, colour.line2, colour.text)


def _bar(canvas: Canvas, box: Box, share: float, ground: Rgb, ink: Rgb) -> None:
    radius = box[3] / 2
    canvas.panel(box, ground, radius=radius)
    if share > 0:
        width = max(box[3], box[2] * min(1.0, share))
        canvas.panel((box[0], box[1], width, box[3]), ink, radius=radius)


def pill(
    canvas: Canvas,
    targets: Targets,
    name: str,
    box: Box,
    words: str,
    chosen: bool,
    press: Callable[[], object],
    about: str | Tip,
    within: Box | None = None,
) -> None:
    """A button that may be chosen; `within` is where a list that scrolls is seen."""
    colour = canvas.theme.colour
    lit = targets.add(name, box, press, radius=8, about=about, within=within)
    if chosen:
        canvas.panel(box, colour.text, radius=8)
    else:
        canvas.panel(box, colour.raised if lit else None, radius=8, edge=colour.line2, width=1.2)
    ink = colour.panel if chosen else colour.text if lit else colour.text2
    middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
    fits = (style for style in ("body", "label") if canvas.text_width(words, style) <= box[2] - 8)
    style = next(fits, "small")
    canvas.text(middle, canvas.fitted(words, style, box[2] - 4), style, ink, "middle")


def check_box(canvas: Canvas, box: Box, on: bool, *, lit: bool = False) -> None:
    """A square with a tick where it is `on`; the row in which it stands is the target."""
    colour = canvas.theme.colour
    if not on:
        ground = mix(colour.raised, colour.line2, 0.35) if lit else colour.raised
        canvas.panel(box, ground, radius=6, edge=colour.text3 if lit else colour.line2, width=1.2)
        return
    canvas.panel(box, mix(colour.text, colour.panel, 0.12) if lit else colour.text, radius=6)
    x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
    canvas.stroke([(x - 6, y), (x - 1.5, y + 4.5), (x + 6.5, y - 5)], colour.panel, 2.4)


def drop_down(canvas: Canvas, box: Box, words: str, *, lit: bool = False) -> None:
    """Draw the choice of a `Menu`, which opens below; the row in which it stands is the target."""
    colour = canvas.theme.colour
    ground = mix(colour.raised, colour.line2, 0.35) if lit else colour.raised
    canvas.panel(box, ground, radius=8, edge=colour.text3 if lit else colour.line2, width=1.2)
    middle, right = box[1] + box[3] / 2, box[0] + box[2] - 18
    canvas.text((box[0] + 12, middle), canvas.fitted(words, "body", box[2] - 40), "body", colour.text)
    angle = [(right - 4.5, middle - 2), (right, middle + 2.5), (right + 4.5, middle - 2)]
    canvas.stroke(angle, colour.text2, 1.6)


class Slider:
    """A thumb on a track of stops, numbered from 0 on. `moved` gets a number and whether the hand has let go."""

    def __init__(self, moved: Callable[[int, bool], object]) -> None:
        self._moved = moved
        self._grip: float | None = None  # how far beside the middle of the thumb the pointer holds it

    @property
    def held(self) -> bool:
        """True if the pointer holds the thumb."""
        return self._grip is not None

    def draw(
        self,
        canvas: Canvas,
        targets: Targets,
        name: str,
        box: Box,
        at: int,
        last: int,
        *,
        row: str,
        within: Box,
    ) -> None:
        """Draw it with its thumb `at` a stop; the keyboard comes to its `row`."""
        x, y, width, height = box
        run, colour = width - height, canvas.theme.colour
        left, middle = x + height / 2, y + height / 2
        thumb = left + run * at / max(1, last)

        def stop(point: Point) -> int:
            share = (point[0] - (self._grip or 0.0) - left) / run
            return round(min(1.0, max(0.0, share)) * last)

        def slide(point: Point) -> None:
            if self._grip is None:
                beside = point[0] - thumb
                self._grip = beside if abs(beside) <= height / 2 else 0.0
            self._moved(stop(point), False)

        def let_go(point: Point) -> None:
            number, self._grip = stop(point), None
            self._moved(number, True)

        lit = targets.add_slider(name, box, slide, within=within, let_go=let_go, part_of=row)
        canvas.panel((left, middle - 2, run, 4), colour.line2, radius=2)
        if thumb > left:
            canvas.panel((left, middle - 2, max(4.0, thumb - left), 4), colour.text3, radius=2)
        ink = mix(colour.text, colour.panel, 0.12) if lit or self.held else colour.text
        canvas.disc((thumb, middle), height / 2, ink)


# One of several: a row of pills of which one is chosen. It breaks where there is no more room.

PILL, GAP = 36.0, 8.0
_INSET, _LEAST = 16.0, 44.0


def row_height(canvas: Canvas, words: Sequence[str], width: float) -> float:
    """The height that `draw_choices` takes, without the distance after it."""
    places = _places(canvas, words, width)
    return places[-1][1] + PILL if places else 0.0


def draw_choices(
    canvas: Canvas,
    targets: Targets,
    name: str,
    at: Point,
    width: float,
    words: Sequence[str],
    chosen: int | Collection[int] | None,
    choose: Callable[[int], object],
    *,
    about: Sequence[str | Tip] = (),
    within: Box | None = None,
) -> float:
    """Draw the pills from `at` on; targets are called `name 0`, `name 1`, … Returns the height used.

    `chosen` is the number of the one that is chosen, or the numbers of all that are.
    """
    taken = (chosen,) if isinstance(chosen, int) else chosen or ()
    colour = canvas.theme.colour
    places = _places(canvas, words, width)
    for number, (word, (x, y, wide)) in enumerate(zip(words, places, strict=True)):
        box = (at[0] + x, at[1] + y, wide, PILL)
        text = about[number] if about else ""
        press = partial(choose, number)
        lit = targets.add(f"{name} {number}", box, press, radius=8, about=text, within=within)
        if number in taken:
            canvas.panel(box, colour.text, radius=8)
            ink = colour.panel
        else:
            canvas.panel(box, colour.raised if lit else None, radius=8, edge=colour.line2, width=1.2)
            ink = colour.text if lit else colour.text2
        words_shown = canvas.fitted(word, "body", wide - 8)
        canvas.text((box[0] + wide / 2, box[1] + PILL / 2), words_shown, "body", ink, "middle")
    return places[-1][1] + PILL if places else 0.0


def _places(canvas: Canvas, words: Sequence[str], width: float) -> list[tuple[float, float, float]]:
    """The x, y and width of each pill, from the upper left."""
    places: list[tuple[float, float, float]] = []
    x = y = 0.0
    for word in words:
        wide = min(width, max(_LEAST, canvas.text_width(word, "body") + 2 * _INSET))
        if x and x + wide > width:
            x, y = 0.0, y + PILL + GAP
        places.append((x, y, wide))
        x += wide + GAP
    return places
