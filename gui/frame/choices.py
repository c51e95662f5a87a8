"""One of several: a row of pills of which one is chosen. It breaks where there is no more room."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial

from gui.drawing.canvas import Box, Canvas, Point
from gui.frame.targets import Targets

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
    about: Sequence[str] = (),
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
        said = about[number] if about else ""
        press = partial(choose, number)
        lit = targets.add(f"{name} {number}", box, press, radius=8, about=said, within=within)
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
