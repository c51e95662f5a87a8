"""What a controller sees on a board, ready to be drawn: its terms, and each part of them where it lies.

The sums are the evaluator's own; nothing is judged here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from ai.tetris.classic.explain import Area, CoveredRow, Explanation, explain
from game.tetris.classic.board import Board
from gui.drawing.letters import MINUS

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
class Account:
    """A board's equity by one controller, lower being better, with everything of it that can be drawn.

    `heights` are the values of the columns, none where heights do not count; `foot` says what they are.
    """

    controller: str
    total: float
    terms: tuple[Term, ...]
    areas: tuple[AreaMark, ...] = ()
    rows: tuple[RowMark, ...] = ()
    heights: tuple[float, ...] = ()
    area_heading: str = ""
    foot: str = ""

    @property
    def height_sum(self) -> float:
        """What the heights of all columns add up to."""
        return sum(term.value for term in self.terms if term.part == "height")


@lru_cache(maxsize=64)
def account(board: Board, controller: str) -> Account | None:
    """What `controller` sees on `board`; None where nothing of it can be drawn."""
    if controller.startswith("tengstrand"):
        return _of_tengstrand(explain(board, controller))
    return None


def _of_tengstrand(said: Explanation) -> Account:
    return Account(
        controller=said.evaluator,
        total=said.equity,
        terms=(
            Term("Hollows", said.hollows, "hollows"),
            Term("Structure", said.structure, "structure"),
            Term("Height", said.height, "height"),
        ),
        areas=tuple(_area(area) for area in sorted(said.areas, key=lambda a: (len(a.label), a.label))),
        rows=tuple(_covered(row) for row in said.covered),
        heights=tuple(column.value for column in said.columns),
        area_heading="Walled areas",
        foot="contour heights",
    )


def _area(area: Area) -> AreaMark:
    words = f"{area.width} × {area.height}" + (", equal walls" if area.equal_walls else "")
    return AreaMark(area.x, area.y, area.width, area.height, area.label, area.value, words)


def _covered(row: CoveredRow) -> RowMark:
    product = " × ".join(short(factor) for factor in row.factors)
    return RowMark(row.y, row.holes, row.value, f"covered row, {product}")


def short(value: float, digits: int = 3) -> str:
    """A value of a table in as few signs as it can have: `.25`, `.553`, `1`, `7`."""
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return text[1:] if text.startswith("0.") else text


def two_digits(value: float) -> str:
    """A value with two digits, halves rounded away from zero as a person does it: 1.785 is `1.79`."""
    return f"{value + (1e-9 if value >= 0 else -1e-9):.2f}".replace("-", MINUS)
