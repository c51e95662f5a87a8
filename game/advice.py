"""An opinion on a position, as engines give it, the window shows it and records keep it.

Opinions are values. Code that shows one makes its figures and sentences (`gui/games`, `cli`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from math import hypot
from typing import Generic, Literal, TypeVar

import msgspec

from game import facts
from game.facts import Effort, Evidence, Kind

Source = Literal["book", "table", "policy", "search", "rule"]
KNOWN_SOURCES: tuple[Source, ...] = ("book", "table", "policy")  # those that do not estimate
Proof = Literal["win", "loss"]
# The unit of a worth: the mover's chance to win, the chance to reach a book's end, tricks of thirteen, points, clears
# to come, rows of attack in two bags, equity (lower is better), or an order of moves that counts nothing.
Unit = Literal["win", "chance", "tricks", "points", "clears", "attack", "equity", "order"]
Verdict = Literal["best", "fine", "inaccuracy", "mistake", "blunder", "close", "unknown"]
CONFIDENCE = 2.0  # standard errors that a difference must exceed
RANGES: dict[Unit, tuple[float, float]] = {"win": (0.0, 1.0), "chance": (0.0, 1.0), "tricks": (0.0, 13.0)}
SCALES: dict[Unit, float] = {"tricks": 13.0, "points": 4_000.0}  # units that make a share of 1
_EVEN = 0.5  # the share of no points
# the digits behind the point to which two worths are told apart: those that their figures have
_DIGITS: dict[Unit, int] = {
    "win": 2, "chance": 3, "tricks": 1, "points": 0, "clears": 1, "attack": 1, "equity": 2, "order": 1
}  # fmt: skip
_MANY_CLEARS = 99.5  # from here on clears are told without digits behind the point


class Worth(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The worth of a move or a position, in one of few units, with its standard error: 0 where exact or unknown.

    In files and messages it is `["win", 0.61, 0.0]`.
    """

    unit: Unit
    value: float
    error: float = 0.0

    def gain(self, other: Worth) -> float:
        """By how much this is better than another worth of the same unit; negative where it is worse."""
        return other.value - self.value if self.unit == "equity" else self.value - other.value

    def better_than(self, other: Worth) -> bool:
        """Return True if this is the better one of two worths of the same unit."""
        return self.gain(other) > 0

    @property
    def is_certain(self) -> bool:
        """Return True if a difference is too large to be chance."""
        return abs(self.value) >= CONFIDENCE * self.error

    @property
    def rounded(self) -> float:
        """The value with as many digits as its figure has: worths that read the same are equal then."""
        digits = 0 if self.unit == "clears" and self.value >= _MANY_CLEARS else _DIGITS[self.unit]
        return round(self.value, digits)

    def as_good_as(self, other: Worth) -> bool:
        """Return True if two worths of the same unit read the same."""
        return self.unit == other.unit and self.rounded == other.rounded

    @property
    def share(self) -> float:
        """The value on a scale from 0 to 1, on which chances, tricks and points are drawn in one graph."""
        value = self.value / SCALES.get(self.unit, 1.0)
        return max(0.0, min(1.0, value + _EVEN if self.unit == "points" else value))

    def less(self, cost: float) -> Worth:
        """A worth that is so much worse, in the same unit; its error is not known."""
        return Worth(self.unit, self.value + cost if self.unit == "equity" else self.value - cost)

    def against(self, other: Worth) -> Worth:
        """The difference to another worth of the same unit, measured apart, with its error."""
        return Worth(self.unit, self.gain(other), hypot(self.error, other.error))


CERTAIN: dict[Proof, Worth] = {"win": Worth("win", 1.0), "loss": Worth("win", 0.0)}


class ClearShare(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The perfect clear that can follow a choice.

    With `clears` of the `futures`, the pieces that can come behind those seen (1 where all that matter are seen), best
    play makes a perfect clear in so many `pieces`, this one included.
    """

    clears: int
    futures: int
    pieces: int


class Choice(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One move an engine has an opinion on.

    `move` is the game's own text; `share` is this move's part of the engine's attention, 0 to 1; `proof` is set where
    the result is certain; `line` is the play expected to follow, `move` not included. `known` is the worth by a book or
    a policy, beside `worth`, by which a search orders the choices. `less` is the attack by which this choice was
    measured to come to less than the first one, in the same games. `clear`: a perfect clear that may follow.
    """

    move: str
    worth: Worth
    share: float = 0.0
    proof: Proof | None = None
    line: tuple[str, ...] = ()
    known: Worth | None = None
    less: Worth | None = None
    clear: ClearShare | None = None


class JudgedMove(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The judgement on a move that was played: its cost against the `best` one, with the error of that.

    `looking`: a second look is still to come.
    """

    best: str
    cost: Worth
    verdict: Verdict
    looking: bool = False


class Advice(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An engine's opinion: `choices` best first, where it comes from, whether more is to come, and its evidence.

    `worth` is that of the position for the seat to move: the best choice's, or what was measured by playing on.
    `judged` are the moves that were played here and have been judged; an engine need not list them. `looking`: another
    choice may still come first.
    """

    choices: tuple[Choice, ...]
    source: Source
    worth: Worth | None = None
    done: bool = False
    evidence: tuple[Evidence, ...] = ()
    judged: dict[str, JudgedMove] = {}
    looking: bool = False

    def read(self, kind: type[Kind]) -> Kind:
        """The facts of one kind; without any where there are none."""
        return facts.read(self.evidence, kind)

    def adding(self, *evidence: Evidence) -> Advice:
        """The advice with more evidence, which takes the place of what is there of its kind."""
        return msgspec.structs.replace(self, evidence=facts.joined(self.evidence, evidence))

    def choice(self, move: str) -> Choice | None:
        """The choice of a move; None where it is not listed."""
        return next((each for each in self.choices if each.move == move), None)

    @property
    def measured(self) -> Worth | None:
        """The attack that follows, where a search has been played on; None where it has not."""
        worth = self.worth if self.source == "search" else None
        return worth if worth is not None and worth.unit == "attack" else None

    @property
    def known(self) -> int:
        """The number of choices in front that a book, a table or a policy gives; those behind them were searched."""
        if self.source not in KNOWN_SOURCES:
            return 0
        count = sum(each.known is not None for each in self.choices)
        return count or len(self.choices)

    @property
    def effort(self) -> float:
        """Amount of thinking behind it: iterations, or nodes; 0 where nothing is said."""
        effort = self.read(Effort)
        return effort.iterations or effort.nodes or 0.0

    @property
    def proven(self) -> bool:
        """True if the result of the position is certain."""
        return bool(self.choices) and self.choices[0].proof is not None


Key = TypeVar("Key", bound=Hashable)


class AdviceStore(Mapping[Key, Advice], Generic[Key]):
    """The best-founded advice on each of many positions; `version` changes whenever one is kept.

    Keys are what tells the positions apart: plies in a game, pieces in a match. At most `most` are kept, the newest.
    """

    def __init__(self, items: Iterable[tuple[Key, Advice]] = (), most: int | None = None) -> None:
        self.version = 0
        self._advice = dict(items)
        self._most = most

    def keep(self, key: Key, advice: Advice) -> bool:
        """Keep `advice` unless a better founded one is kept already; True if it was kept.

        A proof beats an estimate, a choice that was played on beats one that was not, more thinking beats less, and of
        equals the newer stays. What was judged of the move that was played there stays in any case, until another
        judgement comes.
        """
        old = self.get(key)
        if old is not None:
            better = advice if _weight(advice) >= _weight(old) else old
            if better is old and not advice.judged:
                return False
            judged = {**old.judged, **advice.judged}
            advice = msgspec.structs.replace(better, judged=judged) if judged != better.judged else better
        self._advice[key] = advice
        if self._most is not None and len(self._advice) > self._most:
            self._advice.pop(next(iter(self._advice)))
        self.version += 1
        return True

    def drop(self, keys: Iterable[Key]) -> None:
        """Forget what was said there."""
        for key in keys:
            self._advice.pop(key, None)
        self.version += 1

    def __getitem__(self, key: Key) -> Advice:
        return self._advice[key]

    def __iter__(self) -> Iterator[Key]:
        return iter(self._advice)

    def __len__(self) -> int:
        return len(self._advice)


def _weight(advice: Advice) -> tuple[bool, bool, float]:
    """Return how well founded an opinion is: certain or not, measured or not, then by the thinking behind it."""
    return advice.proven, advice.measured is not None, advice.effort
