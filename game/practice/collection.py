"""All decks of a person: the own mistakes, the decks that ship, and those that were added; and what is due of them.

Today's problems follow from the history alone, so that every window and the command line name the same.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from game.errors import BadDeck, BadInput, NotSaved
from game.places import data_dir, prepare, shipped
from game.practice.deck import SUFFIX, Deck, checked, decks_in, read_deck, write_deck
from game.practice.history import DAY, MISTAKES, Attempt, History
from game.practice.problem import Problem

A_DAY = 10  # problems
SHIPPED = (
    "t-spins", "perfect-clears", "zuniq-endings", "bridge-tricks", "four-wide", "digging", "finesse",
    "bridge-decisions", "recall", "classic",
)  # fmt: skip


def decks_dir() -> Path:
    """The folder of the decks that a person has added."""
    return data_dir() / "practice" / "decks"


@lru_cache(maxsize=128)  # what ships is read once a process: 2,880 problems take 0.07 s
def _deck(path: Path, _modified: int, _size: int) -> Deck:
    return read_deck(path)


class Item(NamedTuple):
    """A problem, and the deck that it is in."""

    deck: str
    problem: Problem


class Standing(NamedTuple):
    """Progress of a person with a deck: its problems, those tried, and those that are due now."""

    problems: int
    tried: int
    due: int


class Day(NamedTuple):
    """Today's problems: the attempts of today, and what is still to do; `back` of these come back, `new` are new."""

    done: tuple[Attempt, ...]
    left: tuple[Item, ...]
    back: int
    new: int

    @property
    def problems(self) -> int:
        """All problems of today."""
        return len(self.done) + len(self.left)


class Collection:
    """The decks with the history. `notices` says what could not be read."""

    @classmethod
    def of_user(cls) -> Collection:
        """The decks with the history in the user's data folder."""
        return cls(History())

    def __init__(self, history: History, folders: Sequence[Path] | None = None) -> None:
        self.history = history
        self.folders = (shipped("assets", "practice"), decks_dir()) if folders is None else folders
        self.notices: list[str] = []
        self._files: dict[Path, Deck] = {}
        self.refresh()

    def refresh(self) -> None:
        """Look at the folders again; a file that has not changed is not read again."""
        results: dict[Path, Deck] = {}
        for path in (each for folder in self.folders for each in decks_in(folder)):
            try:
                results[path] = self._read(path)
            except (BadDeck, BadInput, OSError) as error:
                self._notice(str(error))
        self._files = results
        self._by_id = self._items()

    def _read(self, path: Path) -> Deck:
        status = path.stat()
        deck = _deck(path, status.st_mtime_ns, status.st_size)
        if deck.damage:
            self._notice(deck.damage)
        return deck

    def _notice(self, sentence: str) -> None:
        if sentence not in self.notices:
            self.notices.append(sentence)

    @property
    def own(self) -> Deck:
        """The own mistakes as a deck."""
        return Deck(name=MISTAKES, title="Your mistakes", problems=self.history.problems)

    @property
    def decks(self) -> tuple[Deck, ...]:
        """All decks, the own mistakes first, then those that ship in their order."""
        known = {name: place for place, name in enumerate(SHIPPED)}
        files = sorted(self._files.values(), key=lambda each: known.get(each.name, len(known)))
        return (self.own, *files)

    @property
    def shipped(self) -> tuple[Deck, ...]:
        """The decks that ship, in their order, whatever a person has added."""
        decks = {deck.name: deck for path, deck in self._files.items() if path.parent == self.folders[0]}
        return tuple(decks[name] for name in SHIPPED if name in decks)

    def deck(self, name: str) -> Deck:
        """The deck of this name. Raises `BadInput`."""
        decks = self.decks
        results = next((each for each in decks if each.name == name), None)
        if results is None:
            raise BadInput(
                f"there is no deck {name!r}; the decks are {', '.join(each.name for each in decks)}"
            )
        return results

    def _items(self) -> dict[str, Item]:
        """The problems of files by their name; of one that is in two decks, that of the first."""
        results: dict[str, Item] = {}
        for deck in self.decks[1:]:
            for problem in deck.problems:
                results.setdefault(problem.id, Item(deck.name, problem))
        return results

    def item(self, problem: str) -> Item | None:
        """The problem of this name; None where no deck has it any more."""
        own = self.history.problem(problem)
        return Item(MISTAKES, own) if own is not None else self._by_id.get(problem)

    def standing(self, deck: Deck, now: float | None = None) -> Standing:
        """The progress of the person with a deck."""
        until = end_of_day(time.time() if now is None else now)
        dues = [self.history.due(each.id) for each in deck.problems]
        tried = [due for due in dues if due is not None]
        return Standing(len(dues), len(tried), sum(due < until for due in tried))

    def due(self, now: float | None = None) -> list[Item]:
        """The problems that come back today, those first that wait longest."""
        until = end_of_day(time.time() if now is None else now)
        results: list[tuple[float, Item]] = []
        for problem in dict.fromkeys(each.problem for each in self.history.attempts):
            due, item = self.history.due(problem), self.item(problem)
            if due is not None and due < until and item is not None:
                results.append((due, item))
        return [item for _, item in sorted(results, key=lambda each: (each[0], each[1].problem.id))]

    def today(self, now: float | None = None, count: int = A_DAY) -> Day:
        """Today's problems: what comes back, then new ones, of each deck in turn, the own mistakes first."""
        now = time.time() if now is None else now
        midnight = end_of_day(now) - DAY
        done: dict[str, Attempt] = {}
        for attempt in self.history.attempts:
            if attempt.at >= midnight:
                done.setdefault(attempt.problem, attempt)
        room = max(0, count - len(done))
        back = [item for item in self.due(now) if item.problem.id not in done][:room]
        new = list(self._new(done, room - len(back)))
        first = tuple(done.values())[:count]
        return Day(first, (*back, *new), len(back), len(new))

    def more(self, deck: Deck, count: int = A_DAY, now: float | None = None) -> tuple[Item, ...]:
        """Problems of one deck to go on with: what is due, then what is new, then what comes back soonest."""
        until = end_of_day(time.time() if now is None else now)
        order: list[tuple[int, float, Item]] = []
        for problem in deck.problems:
            due, item = self.history.due(problem.id), Item(deck.name, problem)
            order.append((1, 0.0, item) if due is None else (0 if due < until else 2, due, item))
        order.sort(key=lambda each: each[:2])
        return tuple(item for _, _, item in order[:count])

    def _new(self, done: Iterable[str], count: int) -> Iterator[Item]:
        """New problems, one of each deck in turn."""
        taken = set(done)
        queues = deque(iter(Item(deck.name, each) for each in deck.problems) for deck in self.decks)
        while queues and count > 0:
            queue = queues.popleft()
            item = next(
                (
                    each
                    for each in queue
                    if each.problem.id not in taken and not self.history.tried(each.problem.id)
                ),
                None,
            )
            if item is not None:
                taken.add(item.problem.id)
                count -= 1
                queues.append(queue)
                yield item

    def add(self, path: Path) -> Deck:
        """Take a deck from a file among those of the person. Raises `BadDeck`, `BadInput` or `NotSaved`."""
        deck = checked(read_deck(path))
        if deck.damage:
            raise BadDeck(deck.damage)
        if deck.name == MISTAKES or any(
            deck.name == each.name for file, each in self._files.items() if file.parent == self.folders[0]
        ):
            raise NotSaved(f"A deck called {deck.name} is there already.")
        write_deck(self.folders[-1] / f"{deck.name}{SUFFIX}", deck)
        self.refresh()
        return deck

    def add_own(self, name: str, title: str, detail: str, problems: Sequence[Problem]) -> Deck:
        """Take problems into a deck of the person's own, which is begun where there is none.

        Raises `BadDeck`, `BadInput` or `NotSaved`.
        """
        path = self.folders[-1] / f"{name}{SUFFIX}"
        known = read_deck(path).problems if path.exists() else ()
        by_id = {each.id: each for each in (*known, *problems)}
        deck = Deck(name=name, title=title, problems=tuple(by_id.values()), detail=detail, made="your games")
        prepare(path.parent)
        write_deck(path, deck)
        self.refresh()
        return deck


def end_of_day(now: float) -> float:
    """The next midnight at this place, in seconds since 1970."""
    here = datetime.fromtimestamp(now).astimezone()
    begun = here.replace(hour=0, minute=0, second=0, microsecond=0)
    return begun.timestamp() + DAY
