"""What an engine's answer is checked against while a game runs: quickly, a frame is sixteen milliseconds."""

from __future__ import annotations

from dataclasses import dataclass

from game.errors import BadInput, IllegalMove
from game.tetris.guideline import Placement, State


@dataclass(frozen=True)
class Glance:
    """A position whose moves are looked at one by one, and never listed: all ways to all places take too long.

    A move has to name a piece that can be placed, where it lies and fits. Whether it can be brought there is found
    by the hand that tries.
    """

    state: State

    @property
    def game(self) -> str:
        return self.state.game

    @property
    def seats(self) -> tuple[str, ...]:
        return self.state.seats

    @property
    def rules(self) -> dict[str, str]:
        return self.state.here()

    @property
    def ply(self) -> int:
        return self.state.ply

    @property
    def to_move(self) -> int:
        return 0

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def winner(self) -> int | None:
        return self.state.winner

    def legal_moves(self) -> tuple[str, ...]:
        """None: they are not listed here."""
        return ()

    def play(self, move: str) -> Glance:
        """Itself, if the move is one. Raises `IllegalMove`."""
        try:
            at = Placement.parse(move)
        except BadInput as error:
            raise IllegalMove(f"{error}.") from None
        field = self.state.field
        if at.piece not in self.state.choices:
            raise IllegalMove(f"{move} is not the piece to place.")
        if not field.fits(*at[:4]) or field.drop(*at[:4]) != at.y:
            raise IllegalMove(f"{move} does not lie on anything.")
        return self

    def view(self, seat: int) -> State:
        return self.state.view(seat)

    def digest(self) -> str:
        return self.state.digest()
