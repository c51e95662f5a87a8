"""The one face of every brain: a view and a limit go in, advice comes out and gets better until it is final."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import Protocol

import msgspec

from game.advice import Advice, Choice, Proof, Source
from game.position import Position

__all__ = ["Advice", "Choice", "Engine", "Limit", "Proof", "RunOrder", "Runner", "Source", "Stretch", "Value"]

Value = bool | int | float | str
MOST_PIECES = 16_384  # of a stretch: with all its games it fits into one message
MARK_PIECES = 256  # nobody has to play out more than 255 moves to see a position of a run


class Limit(msgspec.Struct, frozen=True):
    """Conditions for stopping: after `seconds` or after `iterations` (in the engine's own unit), whichever comes first.

    None means no limit of that kind; with neither, the engine thinks until it is certain or told to stop. `every`:
    once the result is certain it goes on for about a second to prove each move, for whoever wants advice, not a move.
    """

    seconds: float | None = None
    iterations: int | None = None
    every: bool = False


class Engine(Protocol):
    """A brain. It keeps what it learns from one position to the next and may be asked about any position."""

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        """Yield advice on `view`, at least once, the last with `done`; control returns every 10–50 ms.

        A finished game gets one final advice without choices.
        """
        ...


class RunOrder(msgspec.Struct, frozen=True, kw_only=True):
    """A long run: who plays on from where, for how many pieces, and with which pieces when a game is over.

    `rules` is where it begins, a start or a position in mid-game: then `number` is that game's number in
    the series, `placed` and `cleared` its pieces and rows so far. `seed` is the series'. `pieces` None: on
    and on. `engine`, `level` and `options` as in a question.
    """

    game: str
    rules: dict[str, str]
    engine: str
    level: str | None = None
    options: dict[str, Value] = {}
    seed: int = 0
    number: int = 0
    placed: int = 0
    cleared: int = 0
    pieces: int | None = None

    def after(self, stretch: Stretch) -> RunOrder:
        """Return the rest of this order after `stretch`, its first one."""
        return msgspec.structs.replace(
            self,
            rules=stretch.rules,
            number=stretch.game + len(stretch.finished),
            placed=stretch.placed,
            cleared=stretch.cleared,
            pieces=None if self.pieces is None else max(0, self.pieces - len(stretch.columns)),
        )


class Stretch(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a long run, up to `MOST_PIECES` pieces, maybe of many games.

    It begins in game number `game` of the series, after `first` pieces of it. `columns` and `tucks` hold one
    byte a piece, as `game/tetris/classic/run.py` has them; `tucks` is empty where all are 0. `marks` are the
    boards after every piece that makes a multiple of `MARK_PIECES` in its game: rows of 32 bits, little endian,
    top row first. `finished` are pieces and rows of each game that ended in it, counted from that game's start.
    At its end `placed` pieces and `cleared` rows of the game under way are played, and `rules` opens the
    position. `cpu` is the time it took in CPU seconds. After `done` nothing follows.
    """

    game: int
    first: int
    columns: bytes
    tucks: bytes
    finished: tuple[tuple[int, int], ...]
    placed: int
    cleared: int
    rules: dict[str, str]
    cpu: float
    marks: bytes = b""
    done: bool = False


class Runner(Engine, Protocol):
    """A brain that can also play on by itself, far faster than moves can be looked at."""

    def run(self, order: RunOrder) -> Iterator[Stretch]:
        """Yield what is played, in order, some thirty times a second, the last with `done`.

        Raises `BadInput` at once for an order that cannot be followed.
        """
        ...


def flaw_of_stretch(stretch: Stretch, order: RunOrder) -> str | None:
    """Return the flaw in the first stretch of a run by `order`, to be read after "the engine"; None if nothing is.

    Its moves are not played out: whoever shows a position of it does that, and finds out.
    """
    pieces = len(stretch.columns)
    if (stretch.game, stretch.first) != (order.number, order.placed):
        return f"went on with piece {stretch.first} of game {stretch.game}, which is not what comes next"
    if pieces > MOST_PIECES or len(stretch.tucks) not in (0, pieces):
        return f"played {pieces} pieces with {len(stretch.tucks)} tucks at a stretch"
    if sum(length for length, _ in stretch.finished) + stretch.placed != order.placed + pieces:
        return "lost count of its pieces"
    if order.pieces is not None and pieces > order.pieces:
        return f"played {pieces} pieces where {order.pieces} were to be played"
    return None if isfinite(stretch.cpu) and stretch.cpu >= 0 else "gave an impossible time"
