"""The measurements in `bench/`: found without importing them, taken one at a time, printed as a table."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from game.errors import BadInput

if TYPE_CHECKING:
    from bench.book_lookup import Speed
    from bench.row import Row

FOLDER = Path(__file__).resolve().parent.parent / "bench"


class Measurement(msgspec.Struct, frozen=True):
    """A measurement by its name on the command line, and what it measures."""

    name: str
    about: str


class Report(msgspec.Struct, frozen=True):
    """The figures of one measurement."""

    name: str
    about: str
    rows: list[Row]


def measurements() -> list[Measurement]:
    """Every measurement there is, by name."""
    return sorted(_modules(), key=lambda one: one.name)


def _modules() -> dict[Measurement, str]:
    """The module of each measurement: every file in `bench/` that gives itself a name."""
    found = {}
    for path in FOLDER.glob("*.py"):
        constants = _text_constants(path)
        if "NAME" in constants:
            found[Measurement(constants["NAME"], constants.get("ABOUT", ""))] = path.stem
    return found


def _text_constants(path: Path) -> dict[str, str]:
    return {
        node.targets[0].id: node.value.value
        for node in ast.parse(path.read_bytes()).body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    }


def measure(name: str, *, quick: bool) -> Report:
    """Take the measurement called `name`. Raises `BadInput` where there is none such."""
    for one, module in _modules().items():
        if one.name == name:
            rows: list[Row] = importlib.import_module(f"bench.{module}").run(quick)
            return Report(one.name, one.about, rows)
    known = ", ".join(one.name for one in measurements()) or "none; `bench/` is part of the source tree only"
    raise BadInput(f"no measurement is called {name!r}; known: {known}")


def measure_book(book: str, *, quick: bool) -> Speed:
    """How fast a book answers. Raises `BadBook`, and `BadInput` where there are no measurements."""
    if not FOLDER.is_dir():
        raise BadInput("`bench/` is part of the source tree only")
    speed: Speed = importlib.import_module("bench.book_lookup").measured(book, quick=quick)
    return speed


def table(report: Report) -> list[str]:
    """The figures for a person, each with its peer's, its aim and how it was taken."""
    lines = [report.about, ""]
    for row in report.rows:
        peer = f"   {row.peer}: {_figure(row.peer_value)}" if row.peer_value is not None else ""
        aims = [
            f"aim {_figure(row.aim)}" if row.aim is not None else "",
            f"never below {_figure(row.least)}" if row.least is not None else "",
        ]
        said = "; ".join(part for part in (*aims, row.note) if part)
        lines.append(f"{row.what:<44} {_figure(row.value):>14} {row.unit}{peer}")
        if said:
            lines.append(f"    {said}")
    return lines


def _figure(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:,.4g}"
