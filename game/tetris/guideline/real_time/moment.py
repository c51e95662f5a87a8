"""A moment of a game in real time, with the face that every game's positions have."""

from __future__ import annotations

from dataclasses import dataclass

from game.errors import IllegalMove
from game.tetris.guideline.real_time.game import Game
from game.tetris.guideline.real_time.setup import GAME, SIDES
from game.tetris.guideline.state import State


@dataclass(frozen=True, eq=False)
class Moment:
    """The game at the tick in which its piece number `ply` locked. `live` is looked at, never played on."""

    live: Game
    ply: int = 0

    @property
    def game(self) -> str:
        return GAME

    @property
    def seats(self) -> tuple[str, ...]:
        return SIDES[: len(self.live.seats)]

    @property
    def rules(self) -> dict[str, str]:
        return self.live.setup.named()

    @property
    def states(self) -> tuple[State, ...]:
        """The game of each seat."""
        return tuple(seat.state for seat in self.live.seats)

    @property
    def to_move(self) -> int:
        return 0

    @property
    def over(self) -> bool:
        return self.live.over

    @property
    def winner(self) -> int | None:
        return self.live.winner

    def legal_moves(self) -> tuple[str, ...]:
        """None: a game in real time is played by buttons."""
        return ()

    def play(self, move: str) -> Moment:
        raise IllegalMove("A game in real time is played by buttons, not by moves.")

    def view(self, seat: int) -> State:
        """What the player in `seat` may know, as a position of the game piece by piece."""
        return self.live.seats[seat].view()

    def digest(self) -> str:
        return self.live.digest()
