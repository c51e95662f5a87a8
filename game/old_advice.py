"""Advice as records of versions 1 to 4 hold it: with labels, scores in a scale of the game, and facts by name.

Facts on a move have its name around that of the fact: `less T north 3 0 none`, `judged C3v cost`. Nothing here is
written any more.
"""

from __future__ import annotations

from typing import Annotated, TypeVar, get_args

import msgspec

from game.advice import Advice, Choice, ClearShare, JudgedMove, Proof, Source, Unit, Verdict, Worth
from game.bridge.auction import PASS, is_bid
from game.facts import (
    BookFacts,
    BridgeFacts,
    ClassicFacts,
    Evidence,
    Facts,
    KnownFacts,
    PathFacts,
    PolicyFacts,
    SearchFacts,
    ZuniqFacts,
)
from game.games import GAMES

_FactsByName = dict[str, float | str]
_Kind = TypeVar("_Kind", bound=Facts)
_CALLS = (PASS, "double", "redouble")
_JUDGED = "judged "
_VERDICT = " verdict"
_TRICKS, _POINTS, _EVEN = 13.0, 4_000.0, 0.5  # of a score of 1; the score of no points
_ROUNDED = 9  # digits that a score has
_WINNERS = {"White wins": 0, "Black wins": 1}
_NAMES = {"book_silent": "book silent", "policy_silent": "policy silent"}


class OldChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A choice as it was; the label is made from the worth now."""

    move: str
    score: float
    label: str
    share: float = 0.0
    proof: Proof | None = None
    line: tuple[str, ...] = ()


class OldAdvice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An advice as it was."""

    choices: tuple[OldChoice, ...]
    source: Source
    value: float
    done: bool = False
    facts: Annotated[_FactsByName, "by name"] = {}

    def on(self, game: str) -> Advice:
        """The same opinion on a position of `game`."""
        unit: Unit = GAMES[game].unit if game in GAMES else "order"
        choices = tuple(self._choice(unit, number, each) for number, each in enumerate(self.choices))
        attack = self._number("attack")
        worth: Worth | None = _worth(unit, self.choices[0].move if self.choices else "", self.value)
        if attack is not None:
            worth = Worth("attack", attack, self._number("attack_error") or 0.0)
        elif unit == "attack" and not self.choices:
            worth = None
        looking = bool(self.facts.get("looking"))
        return Advice(choices, self.source, worth, self.done, self._evidence(unit), self._judged(), looking)

    def _choice(self, unit: Unit, number: int, old: OldChoice) -> Choice:
        worth, known = _worth(unit, old.move, old.score), None
        if unit == "attack" and self.source in ("book", "policy"):
            known = self._known(number, old)
        error = self._number(f"error {old.move}")
        if error is None and number == 0 and unit == "tricks":
            error = self._number("error")  # the first records had no other
        less, futures = self._number(f"less {old.move}"), self._number(f"futures {old.move}")
        clear = None
        if futures is not None:
            clears, pieces = (self._number(f"{name} {old.move}") or 0.0 for name in ("clears", "pieces"))
            clear = ClearShare(round(clears), round(futures), round(pieces))
        return Choice(
            old.move,
            worth if error is None else msgspec.structs.replace(worth, error=error),
            old.share,
            old.proof,
            old.line,
            known,
            None if less is None else Worth("attack", less, self._number(f"less_error {old.move}") or 0.0),
            clear,
        )

    def _known(self, number: int, old: OldChoice) -> Worth | None:
        """Return the book's or policy's value of a choice; without a count all are known."""
        count = self._number("known")
        if count is not None and number >= count:
            return None
        reported = self._number(f"worth {old.move}")
        return Worth(
            "chance" if self.source == "book" else "clears", old.score if reported is None else reported
        )

    def _judged(self) -> dict[str, JudgedMove]:
        judged_moves: dict[str, JudgedMove] = {}
        for name in self.facts:
            if not (name.startswith(_JUDGED) and name.endswith(_VERDICT)):
                continue
            move = name.removeprefix(_JUDGED).removesuffix(_VERDICT)
            judged_moves[move] = self._judgement(f"{_JUDGED}{move} ")
        first = self.facts.get(f"{_JUDGED}move")  # as the first files had it
        if isinstance(first, str):
            judged_moves.setdefault(first, self._judgement(_JUDGED))
        return judged_moves

    def _judgement(self, about: str) -> JudgedMove:
        """The judgement whose facts begin so; one whose words are none of ours says nothing."""
        unit, verdict, best = (self.facts.get(f"{about}{name}") for name in ("unit", "verdict", "best"))
        cost, error, looking = (self._number(f"{about}{name}") for name in ("cost", "error", "looking"))
        return JudgedMove(
            best if isinstance(best, str) else "",
            Worth(unit if unit in get_args(Unit) else "win", cost or 0.0, error or 0.0),  # type: ignore[arg-type]
            verdict if verdict in get_args(Verdict) else "unknown",  # type: ignore[arg-type]
            bool(looking),
        )

    def _evidence(self, unit: Unit) -> tuple[Evidence, ...]:
        """The facts by their sources; empty ones are left out."""
        if unit == "win":
            winner = _WINNERS.get(str(self.facts.get("result", "")))
            results: list[Evidence] = [self._facts(ZuniqFacts, winner=winner)]
        elif unit == "tricks":
            tricks = {
                name.removeprefix("tricks "): float(value)
                for name, value in self.facts.items()
                if name.startswith("tricks ") and not isinstance(value, str)
            }
            known, replies = (tuple(str(self.facts.get(name, "")).split()) for name in ("known", "replies"))
            results = [self._facts(BridgeFacts, tricks=tricks, known=known, replies=replies)]
        elif unit == "equity":
            results = [self._facts(ClassicFacts)]
        else:
            simplified = bool(self.facts.get("simplified"))
            way = tuple(str(self.facts.get("way", "")).split())
            results = [
                self._facts(SearchFacts),
                self._facts(KnownFacts, simplified=simplified),
                self._facts(PolicyFacts) if self.source == "policy" else self._facts(BookFacts),
                PathFacts(way=way),
            ]
        return tuple(each for each in results if each != type(each)())

    def _facts(self, kind: type[_Kind], **known: object) -> _Kind:
        """The facts of one kind that are of its types."""
        results = {
            name: value
            for name in kind.__struct_fields__
            if name not in known and (value := self.facts.get(_NAMES.get(name, name))) is not None
        }
        try:
            plain = msgspec.convert({name: _printable(value) for name, value in results.items()}, kind)
        except msgspec.ValidationError:  # a number in words, or words for a number: nobody of ours wrote that
            plain = kind()
        return msgspec.structs.replace(plain, **known) if known else plain

    def _number(self, name: str) -> float | None:
        value = self.facts.get(name)
        return None if value is None or isinstance(value, str) else float(value)


def _printable(value: float | str) -> float | str:
    if not isinstance(value, str):
        return value
    return "".join(letter if letter.isprintable() else " " for letter in value)


def _worth(unit: Unit, move: str, score: float) -> Worth:
    """The worth that a score was in a game of this unit; at bridge by the stage in which such a move is made."""
    if unit == "tricks":
        if is_bid(move) or move in _CALLS:
            return Worth("points", round((score - _EVEN) * _POINTS, _ROUNDED))
        return Worth("tricks", round(score * _TRICKS, _ROUNDED))
    return Worth("order" if unit == "attack" else unit, score)
