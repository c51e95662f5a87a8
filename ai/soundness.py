"""Whether advice may be believed: an engine's word is checked against the rules before anybody acts on it."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite

from ai.engine import MOST_PIECES, Advice, Choice, RunOrder, Stretch
from game.errors import KibitzError
from game.position import Position

SCORES = {
    "zuniq": (0.0, 1.0),
    "bridge": (0.0, 1.0),
}  # least and greatest score in the game's own unit; any number elsewhere
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
