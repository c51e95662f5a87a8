"""An opinion on a position, as engines give it, the window shows it and records keep it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Generic, Literal, TypeVar

import msgspec

from game.facts import Effort, Facts, MeasuredFacts, Told

JUDGED = "judged "  # what the facts begin with that tell of the move that was played there
Source = Literal["book", "table", "policy", "search", "rule"]
Proof = Literal["win", "loss"]
Kind = TypeVar("Kind", bound=Facts)


class Choice(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One move an engine has an opinion on.

    `move` is the game's own text; `score` is in the game's own unit (Zuniq: the mover's chance of winning,
    0 to 1); `share` is this move's part of the engine's attention, 0 to 1; `proof` is set where the result
    is certain; `line` is the play expected to follow, `move` not included.
    """

    move: str
    score: float
    label: str
    share: float = 0.0
    proof: Proof | None = None
    line: tuple[str, ...] = ()


class Advice(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An engine's opinion: `choices` best first, where it comes from, whether more is to come, and why.

    `value` is the score of the position for the seat to move, in the game's own unit. `facts` is what it rests on, by
    the names of `game.facts`.
    """

    choices: tuple[Choice, ...]
    source: Source
    value: float
    done: bool = False
    facts: Told = {}

    def read(self, kind: type[Kind], before: str = "", behind: str = "") -> Kind:
        """The facts of one kind, with `before` and `behind` around each name; without what is not of its type."""
        told = {name: self.facts.get(f"{before}{name}{behind}") for name in kind.__struct_encode_fields__}
        told = {name: fact for name, fact in told.items() if fact is not None}
        try:
            return msgspec.convert(told, kind)
        except msgspec.ValidationError:  # a number in words, or words for a number: nobody of ours wrote that
            return kind()

    @property
    def effort(self) -> float:
        """How much thinking is behind it: iterations, or nodes; 0 where nothing is said."""
        told = self.read(Effort)
        return told.iterations or told.nodes or 0.0

    @property
    def proven(self) -> bool:
        """Whether the result of the position is certain."""
        return bool(self.choices) and self.choices[0].proof is not None


Key = TypeVar("Key", bound=Hashable)


class AdviceStore(Mapping[Key, Advice], Generic[Key]):
    """The best-founded advice on each of many positions; `version` changes whenever one is kept.

    Keys are what tells the positions apart: plies in a game, pieces in a match. At most `most` are kept, the newest.
    """

    def __init__(self, kept: Iterable[tuple[Key, Advice]] = (), most: int | None = None) -> None:
        self.version = 0
        self._kept = dict(kept)
        self._most = most

    def keep(self, key: Key, advice: Advice) -> bool:
        """Keep `advice` unless a better founded one is kept already; True if it was kept.

        A proof beats an estimate, a choice that was played on beats one that was not, more thinking beats less, and of
        equals the newer stays. What was judged of the move that was played there stays in any case, until another
        judgement comes.
        """
        old = self.get(key)
        if old is not None:
            judged = {
                name: fact for each in (old, advice) for name, fact in each.facts.items() if _is_judged(name)
            }
            better = advice if _weight(advice) >= _weight(old) else old
            if better is old and not any(map(_is_judged, advice.facts)):
                return False
            advice = msgspec.structs.replace(better, facts={**better.facts, **judged}) if judged else better
        self._kept[key] = advice
        if self._most is not None and len(self._kept) > self._most:
            self._kept.pop(next(iter(self._kept)))
        self.version += 1
        return True

    def drop(self, keys: Iterable[Key]) -> None:
        """Forget what was said there."""
        for key in keys:
            self._kept.pop(key, None)
        self.version += 1

    def __getitem__(self, key: Key) -> Advice:
        return self._kept[key]

    def __iter__(self) -> Iterator[Key]:
        return iter(self._kept)

    def __len__(self) -> int:
        return len(self._kept)


def _is_judged(name: str) -> bool:
    return name.startswith(JUDGED)


def _weight(advice: Advice) -> tuple[bool, bool, float]:
    """How well founded an opinion is: certain or not, measured or not, then by the thinking behind it."""
    return advice.proven, advice.read(MeasuredFacts).attack is not None, advice.effort
