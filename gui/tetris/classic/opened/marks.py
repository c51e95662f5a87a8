"""The parts of an opened equity as values: what is drawn where, and what is said of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gui.drawing.letters import as_figure

Part = Literal["hollows", "structure", "height"]
PARTS: tuple[Part, ...] = ("hollows", "structure", "height")


@dataclass(frozen=True)
class Term:
    """One summand of an equity: its name, its value, and the part of the drawing that shows it."""

    name: str
    value: float
    part: Part | None = None


@dataclass(frozen=True)
class AreaMark:
    """An area to be outlined, in cells, with its letter, its value and what it is in a few words."""

    x: int
    y: int
    width: int
    height: int
    label: str
    value: float
    words: str


@dataclass(frozen=True)
class RowMark:
    """A row whose holes are marked, with its value and what it is in a few words."""

    y: int
    holes: tuple[int, ...]
    value: float
    words: str


@dataclass(frozen=True)
class FootMark:
    """The last line of the sum: what is said below the board, its value, and the part it belongs to."""

    value: float
    words: str
    part: Part


@dataclass(frozen=True)
class Account:
    """A board's equity by one controller, lower being better, with everything of it that can be drawn.

    `heights` are the values of the columns, none where heights do not count. `total_name` says what the sum is of.
    """

    controller: str
    total: float
    terms: tuple[Term, ...]
    areas: tuple[AreaMark, ...]
    rows: tuple[RowMark, ...]
    area_heading: str
    foot: FootMark
    heights: tuple[float, ...] = ()
    total_name: str = "Total"


def short(value: float, digits: int = 3) -> str:
    """A value of a table in as few signs as it can have: `.25`, `.553`, `1`, `7`."""
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return text[1:] if text.startswith("0.") else text


def two_digits(value: float) -> str:
    """A value with two digits, halves rounded away from zero as a person does it: 1.785 is `1.79`."""
    return as_figure(f"{value + (1e-9 if value >= 0 else -1e-9):.2f}")
