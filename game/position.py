"""Methods that every game's state has, so that sessions, records and replays need to know no game."""

from __future__ import annotations

from typing import Protocol, Self


class Position(Protocol):
    """An immutable state of some game. Moves travel as the game's own text (`A1h`, `SA`)."""

    @property
    def game(self) -> str:
        """The game's name: `zuniq`, `tetris`, in real time `tetris-live` (`game.games`)."""
        ...

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats' names, first to move first."""
        ...

    @property
    def setup(self) -> dict[str, str]:
        """The values from which `open_position` builds the starting state again."""
        ...

    @property
    def ply(self) -> int:
        """The number of moves played."""
        ...

    @property
    def to_move(self) -> int:
        """The index of the seat to move, also when the game is over."""
        ...

    @property
    def over(self) -> bool:
        """True if the game has ended: won, lost or left without a move."""
        ...

    @property
    def winner(self) -> int | None:
        """The index of the seat that has won; None while the game goes on, and where nobody can win."""
        ...

    def legal_moves(self) -> tuple[str, ...]:
        """Every legal move as text, in a fixed order."""
        ...

    def play(self, move: str) -> Self:
        """The state after `move`. Raises `IllegalMove` with the reason."""
        ...

    def view(self, seat: int) -> Position:
        """Return the position as the player in `seat` may know it."""
        ...

    def digest(self) -> str:
        """16 hex digits that name this state; equal states have equal digests on every machine."""
        ...


def opening_of(position: Position) -> dict[str, str] | None:
    """Rules under which a game starts exactly here; None where only the moves lead to a position."""
    here = getattr(position, "here", None)
    return here() if here is not None else None


def plain(position: Position, move: str) -> str:
    """A move without what is announced with it, such as a claim: two moves that do the same are equal then."""
    stripped = getattr(position, "plain", None)
    return move if stripped is None else str(stripped(move))
