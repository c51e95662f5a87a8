"""Making the decks that ship: which there are, and a deck of so many problems from a seed.

Each deck has a module in this package, its maker, which is imported when it is needed: some need kernels. The same seed
gives the same problems on every machine, whatever else runs there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol, cast

import msgspec

from game.errors import BadInput
from game.position import Position
from game.practice.attempt import Answer
from game.practice.deck import Deck
from game.practice.problem import Attack, Choose, Clear, Combo, Dig, Keys, Problem, Recall, Task, Tricks, Win
from game.tetris.guideline import State
from game.tetris.guideline.rules import DEFAULTS
from game.words import counted

Stream = Iterator[Problem | None]
MOST_REFUSED = 1_000_000  # one after the other, before a maker is given up


@dataclass(frozen=True)
class DeckKind:
    """A deck that can be made: its name, title and a few words for lists, and how many problems it has."""

    name: str
    title: str
    detail: str
    problems: int


KINDS = (
    DeckKind("t-spins", "T-spins and attack", "most attack, proved", 420),
    DeckKind("perfect-clears", "Perfect clears", "every way known", 420),
    DeckKind("zuniq-endings", "Zuniq endings", "one wall wins, proved", 420),
    DeckKind("bridge-tricks", "Bridge: make the tricks", "all cards known", 420),
    DeckKind("four-wide", "Four-wide", "keep the combo, exact", 420),
    DeckKind("digging", "Digging", "fewest pieces, proved", 240),
    DeckKind("finesse", "Finesse", "fewest keys", 240),
    DeckKind("bridge-decisions", "Bridge: bid and exchange", "long duels", 60),
    DeckKind("recall", "Bridge: remember the cards", "cards that went by", 120),
    DeckKind("classic", "Classic: two placements", "long duels", 120),
)


def kind_of(name: str) -> DeckKind:
    """The deck of this name. Raises `BadInput`."""
    chosen = next((kind for kind in KINDS if kind.name == name), None)
    if chosen is None:
        raise BadInput(f"no deck {name[:40]!r} can be made; known: {', '.join(kind.name for kind in KINDS)}")
    return chosen


class Maker(Protocol):
    """A module that makes the problems of a deck, proves them again, and judges those that are played to the end."""

    def problems(self, seed: int) -> Stream:
        """An endless stream of problems, and None for each position that was refused."""
        ...

    def prove(self, problem: Problem) -> str:
        """Return what is wrong with the answers of a problem of its kind; empty if nothing is."""
        ...

    def judge(self, problem: Problem, position: Position, move: str) -> Answer:
        """The judgement on a move of a problem that is played to the end; not there for problems of one move."""
        ...


# by deck, and by kind of task: the module of this package
_BY_DECK = {
    "t-spins": "spins",
    "perfect-clears": "clears",
    "zuniq-endings": "zuniq",
    "bridge-tricks": "bridge",
    "four-wide": "four_wide",
    "digging": "digging",
    "finesse": "finesse",
    "classic": "classic",
    "bridge-decisions": "bridge_hidden",
    "recall": "recall",
}
_BY_TASK: dict[type[Task], str] = {
    Attack: "spins", Clear: "clears", Win: "zuniq", Tricks: "bridge", Combo: "four_wide", Dig: "digging",
    Keys: "finesse", Choose: "classic", Recall: "recall",
}  # fmt: skip


def maker_of(deck: str) -> Maker:
    """The maker of a deck. Raises `BadInput`."""
    return _module(_BY_DECK[kind_of(deck).name])


def maker_of_task(task: type[Task]) -> Maker | None:
    """The maker of problems with such a task; None where there is none."""
    name = _BY_TASK.get(task)
    return None if name is None else _module(name)


def _module(name: str) -> Maker:
    return cast(Maker, import_module(f"ai.practice.{name}"))


@dataclass(frozen=True)
class Made:
    """A deck, how many positions were refused on the way, and the CPU seconds that it took."""

    deck: Deck
    refused: int
    cpu_seconds: float


def make(
    name: str, seed: int, count: int | None = None, report: Callable[[int], object] = lambda _: None
) -> Made:
    """A deck of `count` problems, no two of them the same. Raises `BadInput`.

    `report` hears how many there are.
    """
    kind = kind_of(name)
    count = kind.problems if count is None else count
    asked = f" --problems {count}" if count != kind.problems else ""
    made = f"practice make {name} --seed {seed}{asked}"
    empty = Deck(name=name, title=kind.title, problems=(), detail=kind.detail, made=made)
    return filled(empty, maker_of(name).problems(seed), count, report)


def filled(empty: Deck, stream: Stream, count: int, report: Callable[[int], object] = lambda _: None) -> Made:
    """The deck with problems of a stream, no two of them the same; fewer than `count` where that ends.

    Raises `BadInput` where there are none, or where one is not found for long.
    """
    began, problems = time.process_time(), dict[str, Problem]()
    refused = in_a_row = 0
    for problem in stream:
        if problem is None or problem.id in problems:
            refused, in_a_row = refused + 1, in_a_row + 1
            if in_a_row == MOST_REFUSED:
                raise BadInput(f"only {counted(len(problems), 'problem')} of this deck could be found")
            continue
        in_a_row = 0
        problems[problem.id] = problem
        report(len(problems))
        if len(problems) == count:
            break
    if not problems:
        raise BadInput(f"none of {counted(refused, 'position')} makes a problem")
    deck = msgspec.structs.replace(empty, problems=tuple(problems.values()))
    return Made(deck, refused, time.process_time() - began)


def short_start(state: State) -> dict[str, str]:
    """The rules under which a game of guideline Tetris starts exactly here, without those that are as usual."""
    return {key: text for key, text in state.here().items() if DEFAULTS.get(key) != text}
