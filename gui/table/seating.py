"""Who sits where in a new game."""

from __future__ import annotations

from collections.abc import Sequence

from game.record import Seat


def engine_seat(level: str, seconds: float | None) -> Seat:
    """A seat for our own engine at `level`, with `seconds` for the whole game."""
    return Seat(name="Kibitz", kind="engine", engine="kibitz", level=level, seconds=seconds)


def new_seats(person: int | None, level: str, seconds: float | None) -> Sequence[Seat]:
    """Two seats: the person in seat `person` (None: nobody), engines in the others."""
    engine = engine_seat(level, seconds)
    return [Seat(name="You") if seat == person else engine for seat in (0, 1)]
