"""What a picture of one seat shows, whether its game goes piece by piece or in real time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from game.advice import Choice
from game.tetris.guideline import Field, Landing, Placement, State, spawn
from game.tetris.guideline.field import NO_PAINT, Paint
from game.tetris.guideline.real_time import Seat
from gui.tetris.guideline.ways import Stand

_FALL = 0.8  # the share of a motion in which the piece falls; in the rest full rows fade
_CONSIDERED = 5
_MOST_MARKS = 3


class Incoming(NamedTuple):
    """Rows that wait to come up; `due` if they do so with the next piece that clears nothing."""

    rows: int
    due: bool = True


class Mark(NamedTuple):
    """A placement that the kibitzer names: its rank from 1, whether it is certain, and how firm it is, 0 to 1.

    A rank of 0 is not written.
    """

    placement: Placement
    rank: int
    proven: bool = False
    firm: float = 1.0


@dataclass(frozen=True)
class SeatLook:
    """One seat in one frame.

    `falling` is the piece in hand where it is, `lock_left` what is left of its lock delay (1 to 0), `ghost` where it
    would lock. `holds`: there is a hold; `hold_free`: it may be used. `incoming` are the rows that wait, oldest first.
    `marks` are the kibitzer's, `plan` what it would place behind the best one, in cells of this field.
    `landing` is a move still in motion: drawn over its own field, the piece fallen by the share `dropped` of its way,
    then full rows gone by the share `faded`. `over`: the game has ended. `said` stands below the hold (`T-spin
    double`), `facts` at the lower left, `name` under the well; `focused`: the keyboard is on this seat.
    `metered`: rows may wait, so there is a meter for them. `way` is that of the piece in motion, else of the best mark.
    """

    field: Field
    paint: Paint = NO_PAINT
    falling: Placement | None = None
    ghost: Placement | None = None
    lock_left: float = 1.0
    hold: int | None = None
    holds: bool = True
    hold_free: bool = True
    previews: tuple[int, ...] = ()
    incoming: tuple[Incoming, ...] = ()
    marks: tuple[Mark, ...] = ()
    plan: tuple[Placement, ...] = ()
    landing: Landing | None = None
    dropped: float = 1.0
    faded: float = 0.0
    over: bool = False
    said: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    name: str = ""
    focused: bool = False
    metered: bool = True
    way: tuple[Stand, ...] = ()


def look_of_state(state: State, grown: float = 1.0) -> SeatLook:
    """A seat in the game piece by piece, the current piece at its start; `grown` is how far the last move has come."""
    start = None if state.piece is None else spawn(state.field, state.piece, state.table.start)
    falling = None
    if state.piece is not None and not state.over and start is not None:
        falling = Placement(state.piece, *start)
    look = SeatLook(
        field=state.field,
        paint=state.paint,
        falling=falling,
        hold=state.hold,
        holds=state.table.hold,
        previews=state.previews,
        incoming=tuple(Incoming(rows, due <= state.ply + 1) for rows, due in state.garbage.batches),
        over=state.over,
    )
    if grown < 1.0 and state.last is not None:
        return in_motion(look, state.last, grown)
    return look


def in_motion(look: SeatLook, landing: Landing, grown: float) -> SeatLook:
    """The seat while a move is under way: `grown` from 0, where the piece is at its start, to 1."""
    return replace(
        look,
        landing=landing,
        dropped=min(1.0, grown / _FALL),
        faded=max(0.0, (grown - _FALL) / (1 - _FALL)),
        falling=None,
        ghost=None,
        marks=(),
        plan=(),
        over=False,
    )


def look_of_seat(seat: Seat) -> SeatLook:
    """A seat in the game in real time, as it is in this tick."""
    state, piece = seat.state, seat.piece
    return SeatLook(
        field=state.field,
        paint=state.paint,
        falling=None if piece is None else Placement(piece, *seat.pose),
        ghost=seat.ghost,
        lock_left=seat.lock_left,
        hold=seat.hold,
        holds=state.table.hold,
        hold_free=not seat.held,
        previews=seat.previews,
        incoming=tuple(Incoming(rows, due <= seat.now) for rows, due in seat.garbage.batches),
        over=seat.over,
    )


def marks_of(
    choices: Sequence[Choice], shown: str | None = None, *, known: int = 0, most: int = _MOST_MARKS
) -> tuple[Mark, ...]:
    """The `most` best placements, those apart that a better one hides; or the one that is pointed at, `shown`.

    `known`: so many of the best ones come from a book, a table or a policy.
    """
    kept: list[Mark] = []
    taken: set[tuple[int, int]] = set()
    for rank, choice in enumerate(choices, 1):
        at = Placement.parse(choice.move)
        firm = max(0.0, 1 - (rank - 1) / (_CONSIDERED - 1))
        mark = Mark(at, rank, choice.proof is not None or rank <= known, firm)
        if shown is not None:
            if choice.move == shown:
                return (mark,)
        elif rank <= most and not taken.issuperset(at.cells):
            kept.append(mark)
            taken.update(at.cells)
    return tuple(kept)
