"""Methods that every game's state has, so that sessions, records and replays need to know no game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, Self


class Position(Protocol):
    """An immutable state of some game. Moves travel as the game's own text (`A1h`, `SA`)."""

    @property
    def game(self) -> str:
        """The game's name: `zuniq`, `classic`, `tetris`, `bridge`, and in real time `tetris-live`."""
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


def _open_zuniq(rules: Mapping[str, str]) -> Position:
    from game.zuniq import Grid, State

    return State.start(Grid.parse(rules.get("dots", "6x6")))


def _open_classic(rules: Mapping[str, str]) -> Position:
    from game.tetris.classic import State

    return State.open(rules)


def _open_tetris(rules: Mapping[str, str]) -> Position:
    from game.tetris.guideline import State

    return State.open(rules)


def _open_four_wide(rules: Mapping[str, str]) -> Position:
    from game.tetris.four_wide.state import State

    return State.open(rules)


def _open_bridge(rules: Mapping[str, str]) -> Position:
    from game.bridge import State

    return State.open(rules)


def _open_live(rules: Mapping[str, str]) -> Position:
    from game.tetris.guideline.real_time import Game, Moment, Setup

    return Moment(Game(Setup.open(rules)))


_GAMES: dict[str, Callable[[Mapping[str, str]], Position]] = {
    "zuniq": _open_zuniq,
    "classic": _open_classic,
    "tetris": _open_tetris,
    "four-wide": _open_four_wide,
    "bridge": _open_bridge,
}
_IN_REAL_TIME: dict[str, Callable[[Mapping[str, str]], Position]] = {"tetris-live": _open_live}


def opening_of(position: Position) -> dict[str, str] | None:
    """Rules under which a game starts exactly here; None where only the moves lead to a position."""
    here = getattr(position, "here", None)
    return here() if here is not None else None


def plain(position: Position, move: str) -> str:
    """A move without what is announced with it, such as a claim: two moves that do the same are equal then."""
    stripped = getattr(position, "plain", None)
    return move if stripped is None else str(stripped(move))


def games() -> tuple[str, ...]:
    """The names of all games that are played move by move."""
    return tuple(_GAMES)


def open_position(game: str, rules: Mapping[str, str]) -> Position:
    """The starting state of `game` under `rules`. Raises `BadInput` for a game or rule unknown here."""
    from game.errors import BadInput

    opening = (_GAMES | _IN_REAL_TIME).get(game)
    if opening is None:
        raise BadInput(f"unknown game {game!r}; known: {', '.join(_GAMES | _IN_REAL_TIME)}")
    return opening(rules)
