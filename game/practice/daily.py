"""The problem of the day: the same for everybody, since it follows from the date and the decks that ship alone.

The decks take turns. Of a deck it is the problem whose name comes first after it was mixed with the date, so that a
problem that is added to a deck changes few days.
"""

from __future__ import annotations

import hashlib
from datetime import date as Date
from datetime import datetime

from game.errors import BadInput
from game.practice.collection import SHIPPED, Collection, Item
from game.practice.history import Attempt


def day_of(text: str) -> Date:
    """The day that a text names. Raises `BadInput` for one that is none."""
    try:
        return Date.fromisoformat(text)
    except ValueError:
        raise BadInput(f"{text!r} is not a date; write it as 2026-11-27.") from None


def problem_of(collection: Collection, day: Date) -> Item | None:
    """The problem of a day; None where no deck of those that ship can be read."""
    decks = [deck for deck in collection.shipped if deck.name in SHIPPED and deck.problems]
    if not decks:
        return None
    deck = decks[day.toordinal() % len(decks)]
    return Item(deck.name, min(deck.problems, key=lambda each: _mixed(day, each.id)))


def attempt_on(collection: Collection, item: Item, day: Date) -> Attempt | None:
    """The first try at a problem on a day of this place; None where it was not tried then."""
    tries = (each for each in collection.history.attempts if each.problem == item.problem.id)
    return next((each for each in tries if datetime.fromtimestamp(each.at).date() == day), None)


def _mixed(day: Date, name: str) -> str:
    return hashlib.sha256(f"{day.isoformat()} {name}".encode()).hexdigest()
