"""Making the decks that ship: which there are, and a deck of so many problems from a seed.

A maker is a function `problems(seed)`: an endless stream of problems, with None for each position that was looked at
and refused. The same seed gives the same problems on every machine, whatever else runs there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from game.errors import BadInput
from game.position import open_position
from game.practice.deck import Deck
from game.practice.problem import AnyTask, Problem
from game.practice.sameness import identity
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
)


def kind_of(name: str) -> DeckKind:
    """The deck of this name. Raises `BadInput`."""
    found = next((kind for kind in KINDS if kind.name == name), None)
    if found is None:
        raise BadInput(f"no deck {name[:40]!r} can be made; known: {', '.join(kind.name for kind in KINDS)}")
    return found


def maker_of(name: str) -> Callable[[int], Stream]:
    """The maker of a deck. Raises `BadInput`."""
    kind_of(name)
    if name == "zuniq-endings":
        from ai.practice import zuniq

        return zuniq.problems
    if name == "bridge-tricks":
        from ai.practice import bridge

        return bridge.problems
    raise BadInput(f"no deck {name[:40]!r} can be made")


@dataclass(frozen=True)
class Made:
    """A deck, how many positions were refused on the way, and the CPU seconds that it took."""

    deck: Deck
    refused: int
    cpu_seconds: float


def make(
    name: str, seed: int, count: int | None = None, told: Callable[[int], object] = lambda _: None
) -> Made:
    """A deck of `count` problems, no two of them the same. Raises `BadInput`.

    `told` hears how many there are.
    """
    kind, began = kind_of(name), time.process_time()
    count = kind.problems if count is None else count
    problems: dict[str, Problem] = {}
    refused = in_a_row = 0
    stream = maker_of(name)(seed)
    while len(problems) < count:
        found = next(stream)
        if found is None or found.id in problems:
            refused, in_a_row = refused + 1, in_a_row + 1
            if in_a_row == MOST_REFUSED:
                raise BadInput(f"only {counted(len(problems), 'problem')} of this deck could be found")
            continue
        in_a_row = 0
        problems[found.id] = found
        told(len(problems))
    asked = f" --problems {count}" if count != kind.problems else ""
    deck = Deck(
        name=name, title=kind.title, problems=tuple(problems.values()), detail=kind.detail,
        made=f"practice make {name} --seed {seed}{asked}",
    )  # fmt: skip
    return Made(deck, refused, time.process_time() - began)


def named(game: str, start: dict[str, str], moves: tuple[str, ...], task: AnyTask) -> str:
    """The name of a problem: equal for its mirror images, and for the same shape elsewhere."""
    position = open_position(game, start)
    for move in moves:
        position = position.play(move)
    return identity(position, task)
