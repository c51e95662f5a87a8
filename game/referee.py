"""The check of an advice, wherever it is from: its moves are tried by the rules, its figures must be possible."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from math import inf, isfinite

import msgspec

from game.advice import RANGES, Advice, Choice, Worth
from game.errors import KibitzError
from game.position import Position

_ROUNDING = 1e-6  # shares and chances are quotients of counts
_FEW = 12  # choices that are tried more quickly than all legal moves are listed


class Referee:
    """Checks advice on one position. The line behind a move is not played out."""

    def __init__(self, position: Position, played: Collection[str] = ()) -> None:
        """The moves that were `played` there need no trial."""
        self._position = position
        self._good = set(played)
        self._listed = False

    def flaw(self, advice: Advice) -> str | None:
        """Return the flaw in `advice`, to be read after "the engine"; None if nothing is."""
        moves = [choice.move for choice in advice.choices]
        if len(set(moves)) < len(moves):
            return "named a move twice"
        if advice.done and not moves and not self._position.over:
            return "has no move in a game that is not over"
        for choice in advice.choices:
            if flaw := self._flaw_of(choice, many=len(moves) > _FEW):
                return flaw
        if advice.worth is not None and (flaw := _flaw_of_worth(advice.worth)):
            return f"gave the position {flaw}"
        for move, judged in advice.judged.items():
            if flaw := _flaw_of_worth(judged.cost, bounded=False):
                return f"gave the judged move {move!a} {flaw}"
            if not _printable((move, judged.best)):
                return f"described the judged move {move!a} in signs that cannot be shown"
        for facts in advice.evidence:
            for name, value in msgspec.structs.asdict(facts).items():
                if not _sound(value):
                    return f"gave the impossible fact {name!a}"
        return None

    def _flaw_of(self, choice: Choice, *, many: bool) -> str | None:
        if reason := self._illegal(choice.move, many=many):
            return f"proposed an illegal move ({reason})"
        items = [(choice.worth, True), (choice.known, True), (choice.less, False)]
        for worth, bounded in items:
            if worth is not None and (flaw := _flaw_of_worth(worth, bounded=bounded)):
                return f"gave the move {choice.move} {flaw}"
        if not -_ROUNDING <= choice.share <= 1 + _ROUNDING:
            return f"gave the move {choice.move} the impossible share {choice.share:g}"
        if not _printable(choice.line):
            return f"described the move {choice.move} in signs that cannot be shown"
        return None

    def _illegal(self, move: str, *, many: bool) -> str | None:
        """Return why `move` is illegal; None if it is legal. The rules are asked only once about each move."""
        if many and not self._listed:
            self._good.update(self._position.legal_moves())
            self._listed = True
        if move in self._good:
            return None
        try:
            self._position.play(move)  # moves with an addition, like a claim, are not in the list
        except KibitzError as error:
            return str(error).rstrip(".")
        self._good.add(move)
        return None


def _flaw_of_worth(worth: Worth, *, bounded: bool = True) -> str | None:
    least, greatest = RANGES.get(worth.unit, (-inf, inf)) if bounded else (-inf, inf)
    if not isfinite(worth.value) or not least - _ROUNDING <= worth.value <= greatest + _ROUNDING:
        return f"the impossible worth {worth.value:g}"
    return None if isfinite(worth.error) and worth.error >= 0 else f"the impossible error {worth.error:g}"


def _sound(value: object) -> bool:
    """Return True if all numbers in a value are finite and all texts can be shown."""
    if isinstance(value, float):
        return isfinite(value)
    if isinstance(value, str):
        return value.isprintable()
    if isinstance(value, dict):
        return all(_sound(each) for pair in value.items() for each in pair)
    return all(map(_sound, value)) if isinstance(value, tuple) else True


def _printable(texts: Iterable[str]) -> bool:
    return all(text.isprintable() for text in texts)
