"""A game that is played on from a place in another one, beside what really happened there.

Pieces and garbage are the same, since both begin from one state and follow its rules. The best try is kept in a file of
the folder `guided` in the user's data, with the game that it is measured by, so that both are there when a try that was
left is taken up again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Self

import msgspec
from msgspec import Meta

from game.bridge import State as Bridge
from game.errors import BadInput, IllegalMove
from game.games import open_position
from game.places import data_dir
from game.position import Position
from game.saving import load, save
from game.session import Session
from game.tetris.classic import State as Classic
from game.tetris.four_wide.state import State as FourWide
from game.tetris.guideline import State as Guideline

_SUFFIX = ".past"
MOST_BYTES = 8_000_000
MOST_GAMES = 100  # tries whose games are known by name; older ones are compared no more

Moves = Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=20_000)]
Rank = tuple[float, ...]


class Past(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file: a game as it went, the ply from which it is played on, the best try, and the games of all tries."""

    game: Annotated[str, Meta(max_length=20)]
    start: dict[str, str]
    moves: Moves
    ply: Annotated[int, Meta(ge=0)]
    best: Moves = ()
    games: Annotated[tuple[str, ...], Meta(max_length=MOST_GAMES)] = ()
    version: Annotated[int, Meta(ge=1, le=1)] = 1


class Takeover:
    """A game as it went, for those who play on from one of its plies."""

    def __init__(self, past: Past, positions: Sequence[Position] = ()) -> None:
        """`positions` are those of the game, where they are known.

        Raises `BadInput` or `IllegalMove` for a game that cannot be.
        """
        self.past = past
        self.positions = tuple(positions) or _played(open_position(past.game, past.start), past.moves)
        if past.ply >= len(self.positions):
            raise BadInput(f"there is no ply {past.ply} in a game of {len(past.moves)} moves")
        self.seat = self.positions[past.ply].to_move
        self._best = _played(self.positions[past.ply], past.best) if past.best else ()

    @classmethod
    def of(cls, session: Session, ply: int) -> Self:
        """The rest of a game's line from `ply` on, with the best try that was kept."""
        start = session.position_at(0)
        past = Past(start.game, start.setup, tuple(each.text for each in session.moves), ply)
        try:
            stored = _read(_path(past))
            whole = msgspec.structs.replace(past, best=stored.best, games=stored.games)
            return cls(whole, session.positions)
        except (BadInput, IllegalMove):
            return cls(past, session.positions)

    @classmethod
    def of_game(cls, created: str) -> Self | None:
        """The comparison that a game begun at this time belongs to; None where there is none."""
        for path in sorted(folder().glob(f"*{_SUFFIX}")) if created else ():
            try:
                past = _read(path)
                if created in past.games:
                    return cls(past)
            except (BadInput, IllegalMove):
                continue
        return None

    # -- the two games side by side --

    def then(self, ply: int) -> Position:
        """The game as it stood after so many moves, or at its end."""
        return self.positions[min(ply, len(self.positions) - 1)]

    def best(self, ply: int) -> Position | None:
        """The best try after so many moves, or at its end; None where there was none."""
        return self._best[min(ply - self.past.ply, len(self._best) - 1)] if self._best else None

    @property
    def end(self) -> int:
        """The ply at which the game as it went came to its end."""
        return len(self.positions) - 1

    def better(self, position: Position) -> int | None:
        """1 if this position of a try is better than the game was after as many moves, -1 if worse, 0 if as good.

        None where it cannot be told: of two sides, as long as one of the games goes on; alone, behind the last move of
        a game that was broken off.
        """
        if position.ply > self.end and not self.positions[-1].over and len(position.seats) == 1:
            return None
        own, other = rank(position, self.seat), rank(self.then(position.ply), self.seat)
        if own is None or other is None:
            return None
        return (own > other) - (own < other)

    # -- tries --

    def begun(self, created: str) -> None:
        """Remember the game of a try, so that it is compared when it is taken up again. Raises `NotSaved`."""
        if created and created not in self.past.games:
            games = (*self.past.games, created)[-MOST_GAMES:]
            self._write(msgspec.structs.replace(self.past, games=games))

    def take(self, session: Session) -> bool:
        """Keep a try if it is the best one so far; whether it is. Raises `NotSaved`."""
        begin = self.past.ply
        positions = session.positions[begin : self.end + 1]
        moves = tuple(each.text for each in session.moves[begin : self.end])
        own = rank(positions[-1], self.seat) if len(positions) > 1 else None
        known = rank(self._best[-1], self.seat) if self._best else None
        if own is None or (known is not None and own <= known):
            return False
        self._best = tuple(positions)
        self._write(msgspec.structs.replace(self.past, best=moves))
        return True

    def _write(self, past: Past) -> None:
        self.past = past
        save(_path(past), msgspec.json.encode(past))


def rank(position: Position, seat: int) -> Rank | None:
    """A position of a try by how good it is, as numbers of which the first that differ decide.

    Alone: alive, then what the game is about, then the height of the stack. Against another side: the result.
    """
    if isinstance(position, Guideline):
        lost = position.over and position.piece is not None and position.winner is None
        return (not lost, position.tally.attack, position.tally.cleared, -position.field.height)
    if isinstance(position, FourWide):
        return (position.combo,)
    if isinstance(position, Classic):
        return (position.cleared, -(position.board.height - position.board.top))
    if not position.over:
        return None
    if isinstance(position, Bridge):
        return (position.points[seat] - position.points[1 - seat],)
    return (position.winner == seat,)


def _played(start: Position, moves: Sequence[str]) -> tuple[Position, ...]:
    positions = [start]
    for move in moves:
        positions.append(positions[-1].play(move))
    return tuple(positions)


def folder() -> Path:
    """The folder of all that is compared."""
    return data_dir() / "guided"


def _path(past: Past) -> Path:
    named = msgspec.json.encode((past.game, past.start, past.moves, past.ply), order="deterministic")
    return folder() / f"{hashlib.sha256(named).hexdigest()[:16]}{_SUFFIX}"


def _read(path: Path) -> Past:
    try:
        return msgspec.json.decode(load(path, MOST_BYTES), type=Past)
    except msgspec.MsgspecError as error:
        raise BadInput(f"{path} is damaged: {error}.") from None
