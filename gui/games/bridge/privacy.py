"""Privacy of bridge: where a person sits, and which results have been read."""

from __future__ import annotations

from collections.abc import Sequence

from game.bridge import State, duplicate
from game.position import Position
from game.record import Seat
from game.session import Session
from gui.games.bridge import review
from gui.games.bridge.visible_state import (
    SOUTH,
    bridge,
    finished,
    names_of,
    person_of,
)
from gui.play.game_ui import Privacy


class BridgePrivacy(Privacy):
    """The person's seat, None with two people; its cards and what is known of the other's hand are seen.

    `names` are those of the players by seat, `sits` the one that plays against the person. `hidden`: cards are hidden
    as the rules have it. `known`: what is known of the other's hand is shown.
    """

    has_deals = True

    def __init__(self) -> None:
        self.me: int | None = SOUTH
        self.names = ("North", "You")
        self.sits = "engine"
        self.hidden = True
        self.known = True
        self._read = -1  # the number of deals whose result has been read

    # -- who sits where --

    def sit(self, seats: Sequence[Seat], *, hidden: bool) -> None:
        person = person_of(seats)
        alone = any(seat.kind == "human" for seat in seats)
        self.me = person if person is not None else (None if alone else SOUTH)
        self.names = names_of(seats)
        other = seats[1 - (person if person is not None else SOUTH)]
        self.sits = "engine" if other.kind == "engine" else other.name
        self.hidden = hidden and alone

    def seat(self, state: State) -> int:
        """The seat below: the person's, or of two people that of the one to move."""
        return state.to_move if self.me is None else self.me

    def may_tell(self, position: Position) -> bool:
        state = bridge(position)
        if self.hidden and self.ended(state) and not state.over:
            return False  # the next deal has not begun for the person
        return not self.hidden or state.stage == "play" or state.to_move == self.seat(state)

    def waits(self, position: Position) -> bool:
        return self.hidden and self.ended(bridge(position)) and not position.over

    def ended(self, state: State) -> bool:
        """Return True if the result of a deal is on the table."""
        if finished(state) is None:
            return False
        return state.over or not self.hidden or self._read != len(state.results)

    def compares(self, position: Position) -> bool:
        return bool(duplicate.pairs(bridge(position)))

    def anew(self, session: Session) -> Session | None:
        return review.anew(session) if self.hidden else None

    def go_on(self, state: State) -> None:
        """Note that the result of the last deal has been read."""
        self._read = len(state.results)
