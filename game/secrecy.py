"""Hidden information of a game before it is over: the one gate for all that shows, copies, films or judges one.

`Position.view` says what a player knows of one position. A `Secrecy` says which positions of a game may be looked at
again, and whether with all cards open. All code that shows a game asks it; `Session` does so for its cursor.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from game.bridge import State, duplicate
from game.position import Position
from game.record import Record, Seat, play


@dataclass(frozen=True)
class Secrecy:
    """Hidden information of a game that stands at `end`, for the people in `seats`."""

    seats: Sequence[Seat]
    end: Position

    @cached_property
    def why(self) -> str:
        """The reason why the game cannot be looked at with all cards open, as a sentence; empty where it can.

        Nothing is kept back in a game without people, in one that is over, and in one where all is open. Between two
        deals of a match nothing is hidden either, unless its deals come twice.
        """
        end = self.end
        if not isinstance(end, State) or end.over or not any(seat.kind == "human" for seat in self.seats):
            return ""
        if self.comes_again:
            return "Each deal of this match is played twice. You can look back at it once the match is over."
        if end.previous is not None and end.previous.contract is not None:
            return ""
        return "The cards of this deal are hidden until it is over. Then you can look back at it."

    @cached_property
    def comes_again(self) -> bool:
        """True if deals that were played come again from the other side, so that none may be shown again."""
        end, people = self.end, any(seat.kind == "human" for seat in self.seats)
        return isinstance(end, State) and not end.over and people and bool(duplicate.pairs(end))

    def shows(self, position: Position) -> bool:
        """Return True if a position of this game may be looked at, from the seat of the person who looks.

        Of a match whose deals come again only the deal under way is shown.
        """
        if not self.comes_again or not isinstance(position, State) or not isinstance(self.end, State):
            return True
        return len(position.results) == len(self.end.results)


def secrecy_of(record: Record) -> Secrecy | None:
    """The secrecy of a saved game; None for one that is a run or was played in real time, where nothing is hidden.

    Raises `BadRecord` for an illegal move.
    """
    if record.run is not None or record.live is not None:
        return None
    return Secrecy(() if record.public else record.seats, play(record).at(record.length))
