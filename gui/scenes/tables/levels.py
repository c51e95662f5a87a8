"""The table of levels: positions, their size as plain bytes and ours, what is built, what would be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from ai.bridge.tables.index import LEVELS, STRAINS, Strain, positions
from gui.drawing.canvas import Box, Canvas
from gui.drawing.letters import grouped
from gui.frame.targets import Targets
from gui.scenes.tables.works import Standing, Works

ROW, HEAD = 32.0, 36.0
LEAST = 22.0  # units of a row; where there is less room, the table scrolls
_UNITS = ("B", "KB", "MB", "GB")
BOTH = "both"


def size_words(size: float) -> str:
    """A size as `58.3 MB`, in powers of 1024."""
    unit = 0
    while size >= 1000 and unit < len(_UNITS) - 1:
        size, unit = size / 1024, unit + 1
    return (
        f"{size:.0f}\u00a0B"
        if not unit
        else f"{size:.{2 if size < 10 else 1 if size < 100 else 0}f}\u00a0{_UNITS[unit]}"
    )


def strains_of(choice: int) -> tuple[Strain, ...]:
    """The strains of a choice: trumps, no trumps, both."""
    return (STRAINS[choice],) if choice < len(STRAINS) else STRAINS


@dataclass(frozen=True)
class Line:
    """A level in the table, summed over the strains that are looked at."""

    level: int
    positions: int
    built: int  # bytes on disk
    whole: bool  # every strain is built
    damaged: bool
    expected: int | None  # bytes it would take, where that is known
    share: float | None  # how far it is being built


def lines_of(works: Works, strains: tuple[Strain, ...]) -> list[Line]:
    """All levels as they stand."""
    found = []
    for level in range(1, LEVELS + 1):
        states = [works.standing(level, strain) for strain in strains]
        sizes = [works.expected(level, strain) for strain in strains]
        known = [size for size in sizes if size is not None]
        found.append(
            Line(
                level,
                sum(positions(level, strain) for strain in strains),
                sum(state.size for state in states),
                all(state.built for state in states),
                any(state.damaged for state in states),
                sum(known) if len(known) == len(sizes) else None,
                _share(states),
            )
        )
    return found


def _share(states: list[Standing]) -> float | None:
    """How far a level is, where it is being built."""
    if all(state.share is None for state in states):
        return None
    return sum(1.0 if state.built else state.share or 0.0 for state in states) / len(states)


def draw_levels(
    canvas: Canvas,
    targets: Targets,
    box: Box,
    lines: list[Line],
    chosen: int,
    choose: Callable[[int], object],
    within: Box | None = None,
) -> None:
    """The table; the levels up to `chosen` are marked, a press on a row chooses it. It is seen through `within`."""
    colour = canvas.theme.colour
    x, y, width, height = box
    row = max(LEAST, min(ROW, (height - HEAD - 36) / LEVELS))
    ends = [x + width * share for share in (0.10, 0.36, 0.58, 0.80)]
    wide = width >= 560
    heads = ("Level", "Positions", "Plain bytes", "Packed") if wide else ("", "Positions", "Plain", "Packed")
    for end, words in zip(ends, heads, strict=True):
        canvas.text((end, y + 12), words, "label", colour.text3, "right")
    canvas.rule((x, y + 28), (x + width, y + 28), colour.line)
    at = y + HEAD + row / 2 - 4
    for line in lines:
        place = (x - 12, at - row / 2, width + 24, row)
        lit = targets.add(f"level {line.level}", place, partial(choose, line.level), radius=6, within=within)
        if lit:
            canvas.panel(place, colour.raised, radius=6)
        _draw_line(canvas, line, (x, at, width, row), ends, within=line.level <= chosen)
        at += row
    canvas.rule((x, at - row / 2 + 2), (x + width, at - row / 2 + 2), colour.line)
    _draw_sum(canvas, lines[:chosen], (x, at + 6, width, row), ends)


def least_height() -> float:
    """The height that the table needs."""
    return HEAD + LEVELS * LEAST + 36


def _draw_line(canvas: Canvas, line: Line, box: Box, ends: list[float], *, within: bool) -> None:
    colour = canvas.theme.colour
    x, y, width, row = box
    if within:
        canvas.fill((x - 12, y - row / 2, 3, row), colour.text2)
    ink = colour.text if within else colour.text2
    canvas.text((ends[0], y), str(line.level), "body", ink, "right")
    canvas.text((ends[1], y), grouped(line.positions), "body", ink, "right")
    canvas.text((ends[2], y), size_words(line.positions), "body", colour.text2, "right")
    if line.built:
        canvas.text((ends[3], y), size_words(line.built), "body", colour.text, "right")
    elif line.expected is not None:
        said = _about(canvas, line.expected, "label", ends)
        canvas.text((ends[3], y), said, "label", colour.text3, "right")
    start = ends[3] + 20
    room = x + width - start
    if line.share is not None and not line.whole:
        canvas.panel((start, y - 3, room, 6), colour.line2, radius=3)
        if line.share > 0:
            canvas.panel((start, y - 3, max(6.0, room * line.share), 6), colour.text, radius=3)
        return
    said = "damaged" if line.damaged else "built" if line.whole else "part" if line.built else ""
    canvas.text((start, y), said, "label", colour.text if line.damaged else colour.text2)


def _draw_sum(canvas: Canvas, lines: list[Line], box: Box, ends: list[float]) -> None:
    """What the chosen levels come to."""
    colour = canvas.theme.colour
    _, y, _, _ = box
    whole = sum(line.positions for line in lines)
    canvas.text((ends[0], y), f"1–{lines[-1].level}", "body", colour.text, "right")
    canvas.text((ends[1], y), grouped(whole), "body", colour.text, "right")
    canvas.text((ends[2], y), size_words(whole), "body", colour.text, "right")
    sizes = [line.built if line.whole else line.expected for line in lines]
    known = [size for size in sizes if size is not None]
    if known and len(known) == len(sizes):
        size, built = sum(known), all(line.whole for line in lines)
        said = size_words(size) if built else _about(canvas, size, "strong", ends)
        canvas.text((ends[3], y), said, "strong", colour.text, "right")


def _about(canvas: Canvas, size: int, style: str, ends: list[float]) -> str:
    """A size that is not exact; where the column has no room to say so, the size alone."""
    said = f"about {size_words(size)}"
    return said if canvas.text_width(said, style) <= ends[3] - ends[2] - 8 else size_words(size)
