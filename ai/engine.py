"""The one face of every brain: a view and a limit go in, advice comes out and gets better until it is final."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isfinite
from typing import Protocol

import msgspec

from game.advice import Advice, Choice, Proof, Source
from game.errors import KibitzError
from game.position import Position

__all__ = ["Advice", "Choice", "Engine", "Limit", "Proof", "RunOrder", "Runner", "Source", "Stretch", "Value"]

Value = bool | int | float | str
MOST_PIECES = 16_384  # of a stretch: with all its games it fits into one message
MARK_PIECES = 256  # nobody has to play out more than 255 moves to see a position of a run


class Limit(msgspec.Struct, frozen=True):
    """When to stop: after `seconds` or after `iterations` (in the engine's own unit), whichever comes first.

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
        """What is left of this order when `stretch`, its first one, has been played."""
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


# Whether advice may be believed: an engine's word is checked against the rules before anybody acts on it.

# least and greatest score in the game's own unit; any number elsewhere
SCORES = {"zuniq": (0.0, 1.0), "bridge": (0.0, 1.0)}
_ROUNDING = 1e-6


class Referee:
    """Checks advice on one position. What the lines behind a move say is not played out."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._legal: set[str] | None = None
        self._least, self._greatest = SCORES.get(position.game, (float("-inf"), float("inf")))

    def flaw(self, advice: Advice) -> str | None:
        """What is wrong with `advice`, to be read after "the engine"; None if nothing is."""
        moves = [choice.move for choice in advice.choices]
        if len(set(moves)) < len(moves):
            return "named a move twice"
        if advice.done and not moves and not self._position.over:
            return "has no move in a game that is not over"
        for choice in advice.choices:
            if flaw := self._flaw_of(choice):
                return flaw
        if not self._in_range(advice.value):
            return f"gave the position the impossible value {advice.value:g}"
        return _flaw_of_facts(advice)

    def _flaw_of(self, choice: Choice) -> str | None:
        if reason := self._illegal(choice.move):
            return f"proposed an illegal move ({reason})"
        if not self._in_range(choice.score):
            return f"gave the move {choice.move} the impossible score {choice.score:g}"
        if not -_ROUNDING <= choice.share <= 1 + _ROUNDING:
            return f"gave the move {choice.move} the impossible share {choice.share:g}"
        if not _printable((choice.label, *choice.line)):
            return f"described the move {choice.move} in signs that cannot be shown"
        return None

    def _illegal(self, move: str) -> str | None:
        """Why `move` is illegal; None if it is legal. Asks the rules only once about each move."""
        if self._legal is None:
            self._legal = set(self._position.legal_moves())
        if move in self._legal:
            return None
        try:
            self._position.play(move)  # moves with an addition, like a claim, are not in the list
        except KibitzError as error:
            return str(error)
        self._legal.add(move)
        return None

    def _in_range(self, score: float) -> bool:
        return isfinite(score) and self._least - _ROUNDING <= score <= self._greatest + _ROUNDING


def _flaw_of_facts(advice: Advice) -> str | None:
    for name, fact in advice.facts.items():
        sound = _printable((fact,)) if isinstance(fact, str) else isfinite(fact)
        if not sound or not name.isprintable():
            return f"gave the impossible fact {name!a}"
    return None


def _printable(texts: Iterable[str]) -> bool:
    return all(text.isprintable() for text in texts)


def flaw_of_stretch(stretch: Stretch, order: RunOrder) -> str | None:
    """What is wrong with the first stretch of a run by `order`, to be read after "the engine"; None if nothing is.

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
