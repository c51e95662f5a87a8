"""Place where a piece locks: the piece, its orientation, its centre, and whether it got there by a spin.

As text `T south 4 1 full`, as the Tetris Bot Protocol writes it in JSON, and in one form for equal cells.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, TypedDict

from game.errors import BadInput
from game.tetris.guideline.pieces import (
    CANONICAL,
    ORIENTATIONS,
    PIECES,
    Cells,
    cells_at,
    orientation_of,
    piece_of,
)

SpinName = Literal["none", "mini", "full"]
SPINS: tuple[SpinName, ...] = ("none", "mini", "full")
NO_SPIN, MINI, FULL = range(3)

_FORM = re.compile(r"([A-Za-z]) ([a-z]+) ([0-9]{1,2}) ([0-9]{1,2})(?: ([a-z]+))?")


class Location(TypedDict):
    """Piece, orientation and centre in the protocol's JSON."""

    type: str
    orientation: str
    x: int
    y: int


class Move(TypedDict):
    """A move in the protocol's JSON."""

    location: Location
    spin: SpinName


class NamedPlacement(Location):
    """A placement as the command line prints it."""

    spin: SpinName


class Placement(NamedTuple):
    """A piece 0 to 6, orientation 0 to 3, column and row of the centre, and spin: none 0, mini 1, full 2."""

    piece: int
    orientation: int
    x: int
    y: int
    spin: int = NO_SPIN

    def __str__(self) -> str:
        name = f"{PIECES[self.piece]} {ORIENTATIONS[self.orientation]} {self.x} {self.y}"
        return f"{name} {SPINS[self.spin]}"

    @classmethod
    def parse(cls, text: str) -> Placement:
        """The placement of `T south 4 1 full`; a spin that is not said is none. Raises `BadInput`."""
        match = _FORM.fullmatch(" ".join(text.split()))
        if not match:
            raise BadInput(
                f"{text[:40]!r} is not a placement; write piece, orientation, x, y and spin: T south 4 1 full"
            )
        piece, orientation, x, y, spin = match.groups()
        return cls(piece_of(piece), orientation_of(orientation), int(x), int(y), _spin_of(spin or "none"))

    @property
    def cells(self) -> Cells:
        """The four cells (column, row), sorted."""
        return cells_at(self.piece, self.orientation, self.x, self.y)

    def canonical(self) -> Placement:
        """The placement with the same cells in the first orientation that has them: north, else east."""
        orientation, dx, dy = CANONICAL[self.piece][self.orientation]
        return Placement(self.piece, orientation, self.x + dx, self.y + dy, self.spin)

    # -- JSON --

    def named(self) -> NamedPlacement:
        """Type, orientation, x, y and spin by name."""
        return {**self._location(), "spin": SPINS[self.spin]}

    def to_tbp(self) -> Move:
        """The move as the Tetris Bot Protocol has it."""
        return {"location": self._location(), "spin": SPINS[self.spin]}

    def _location(self) -> Location:
        return {
            "type": PIECES[self.piece],
            "orientation": ORIENTATIONS[self.orientation],
            "x": self.x,
            "y": self.y,
        }

    @classmethod
    def from_tbp(cls, move: object) -> Placement:
        """The placement of a move of the protocol, unknown attributes ignored. Raises `BadInput`."""
        location = move.get("location") if isinstance(move, dict) else None
        if not isinstance(move, dict) or not isinstance(location, dict):
            raise BadInput('a move needs a "location" and a "spin"')
        kind, orientation, spin = location.get("type"), location.get("orientation"), move.get("spin")
        if not isinstance(kind, str) or not isinstance(orientation, str) or not isinstance(spin, str):
            raise BadInput('a move needs texts for "type", "orientation" and "spin"')
        x, y = _coordinate(location.get("x"), "x"), _coordinate(location.get("y"), "y")
        return cls(piece_of(kind), orientation_of(orientation), x, y, _spin_of(spin))


def _coordinate(number: object, name: str) -> int:
    if type(number) is not int or not -4 <= number < 100:
        raise BadInput(f'a move needs a cell of the field as "{name}", not {str(number)[:20]!r}')
    return number


def _spin_of(name: str) -> int:
    for number, spin in enumerate(SPINS):
        if spin == name:
            return number
    raise BadInput(f"{name[:20]!r} is not a spin; they are {', '.join(SPINS)}")
