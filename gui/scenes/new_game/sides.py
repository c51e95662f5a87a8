"""Who plays guideline Tetris in real time: a person, an engine at its level and pace, or another program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from ai import registry
from ai.registry import Entry
from game.config import Config
from gui.scenes.live.plan import Player, program_of
from gui.scenes.new_game.form import Form
from gui.table.openings import offered, opening

PACES = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0)  # pieces a second; 0 is what the level has
_OUTSIDE = "outside"


@dataclass(frozen=True)
class Offer:
    """Somebody who can take a side: nobody, a person, an engine, or the program that `command` starts."""

    words: str
    engine: Entry | None = None
    command: str = ""

    @property
    def person(self) -> bool:
        return self.words == "You"

    @property
    def nobody(self) -> bool:
        return self.words == "Nobody"


YOU, NOBODY = Offer("You"), Offer("Nobody")


@dataclass(frozen=True)
class Side:
    """A side with who takes it, level, pace and opening book; all three are kept while a person sits there."""

    offer: Offer
    level: str = "club"
    pace: float = 0.0
    book: str = ""

    @property
    def player(self) -> Player:
        """The player of the game's plan."""
        pace = self.pace or None
        if self.offer.command:
            return Player.outside(self.offer.command, pace)
        entry = self.offer.engine
        if entry is None:
            return Player()
        return Player(entry.title, entry.name, self._level(entry), pace, book=self.looks_into)

    @property
    def looks_into(self) -> str:
        """The opening books of an engine that takes some; empty for none."""
        entry = self.offer.engine
        return self.book if entry is not None and entry.books else ""

    @property
    def words(self) -> str:
        """The name with the level and the book: `Stacker, club, BT Loop`."""
        entry, more = self.offer.engine, list[str]()
        if entry is not None and len(entry.levels) > 1:
            more.append(next(each for each in entry.levels if each.name == self._level(entry)).title.lower())
        if self.looks_into:
            more.append(opening(self.looks_into).title)
        return ", ".join((self.offer.words, *more))

    def _level(self, entry: Entry) -> str:
        names = [each.name for each in entry.levels]
        return self.level if self.level in names else names[-1]


def offers(config: Config) -> tuple[Offer, ...]:
    """Everybody who can play: our engines, then the programs of the settings."""
    own = [Offer(entry.title, entry) for entry in registry.entries("tetris") if entry.name != _OUTSIDE]
    bots = config.bots
    commands = [command for command in (bots.first, bots.second, bots.third) if command.strip()]
    return (*own, *(Offer(program_of(command), command=command) for command in commands))


def fill_side(
    form: Form,
    name: str,
    heading: str,
    side: Side,
    choices: Sequence[Offer],
    choose: Callable[[Side], object],
) -> None:
    """Ask who takes a side, and of an engine how strong and how fast it is."""
    form.heading(heading)
    now = choices.index(side.offer) if side.offer in choices else None
    form.pills(name, [each.words for each in choices], now, lambda i: choose(replace(side, offer=choices[i])))
    if side.offer.person or side.offer.nobody:
        return
    entry = side.offer.engine
    if entry is not None and len(entry.levels) > 1:
        levels = [each.name for each in entry.levels]
        here = levels.index(side.level) if side.level in levels else len(levels) - 1
        form.pills(
            f"{name} level", [each.title for each in entry.levels], here,
            lambda i: choose(replace(side, level=levels[i])),
        )  # fmt: skip
        form.note(f"{entry.levels[here].about}.")
    form.heading("Pieces a second, at most")
    paces = sorted({*PACES, side.pace})
    words = ["Its own pace", *(f"{pace:g}" for pace in paces[1:])]
    form.pills(
        f"{name} pace", words, paces.index(side.pace), partial(_pace, side, paces, choose),
        about=["As fast as its strength says", *(f"At most {pace:g} pieces a second" for pace in paces[1:])],
    )  # fmt: skip
    if entry is not None and entry.books:
        fill_books(form, f"{name} book", side.book, lambda book: choose(replace(side, book=book)))


def fill_books(form: Form, name: str, chosen: str, choose: Callable[[str], object]) -> None:
    """Ask which opening book is looked into before anything is searched."""
    form.heading("Opening book")
    books = offered(chosen)
    now = next(number for number, each in enumerate(books) if each.name == chosen)
    form.pills(
        name, [each.title for each in books], now, lambda i: choose(books[i].name),
        about=[each.about for each in books],
    )  # fmt: skip
    form.note(books[now].about)


def _pace(side: Side, paces: Sequence[float], choose: Callable[[Side], object], number: int) -> None:
    choose(replace(side, pace=paces[number]))
