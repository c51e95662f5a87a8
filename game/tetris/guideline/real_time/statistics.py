"""The figures of a player: how fast, how strong, how well."""

from __future__ import annotations

from typing import NamedTuple

from game.tetris.guideline.real_time.handling import TICKS
from game.tetris.guideline.real_time.seat import Seat
from game.tetris.guideline.state import Tally


class Statistics(NamedTuple):
    """Figures of one seat up to now; those that need a piece or a second are 0 before there is one.

    `attack` counts rows before they cancel anything. `tally` has the single counts: spins, Tetrises, the longest combo.
    """

    seconds: float
    pieces: int
    pieces_a_second: float
    attack_a_minute: float
    attack_a_piece: float
    keys_a_piece: float
    rows: int
    tally: Tally

    @classmethod
    def of(cls, seat: Seat) -> Statistics:
        tally, seconds = seat.state.tally, seat.now / TICKS
        start = seat.state.first or seat.state
        placed = tally.placed
        return cls(
            seconds,
            placed,
            _share(placed, seconds),
            _share(60 * tally.attack, seconds),
            _share(tally.attack, placed),
            _share(seat.keys, placed),
            tally.cleared - start.tally.cleared,
            tally,
        )


def spans(locks: tuple[int, ...]) -> tuple[float, ...]:
    """The seconds that each piece took, from the ticks in which the pieces of a seat locked."""
    return tuple((after - before) / TICKS for before, after in zip((0, *locks), locks, strict=False))


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
