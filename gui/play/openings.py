"""The opening books as the window offers them: names, titles and what they are worth, read without a kernel."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from ai.book.file import names, names_of, path_of, read, stages_of
from game.errors import BadBook

NO_BOOK = "No book"


class Opening(NamedTuple):
    """A book that can be chosen: its name (several with commas between them), its title, a line on what it is worth."""

    name: str
    title: str
    about: str


_NONE = Opening("", NO_BOOK, "The engine searches every move.")


def offered(chosen: str = "") -> tuple[Opening, ...]:
    """No book, then every one that is there; what was `chosen` and is none of these comes last."""
    known = (_NONE, *(_opening(name) for name in names()))
    return known if chosen in [each.name for each in known] else (*known, opening(chosen))


def opening(name: str) -> Opening:
    """The book of that name, or several books with commas between their names."""
    parts = names_of(name)
    if len(parts) < 2:
        return _opening(parts[0]) if parts else _NONE
    titles = ", ".join(_opening(each).title for each in parts)
    return Opening(name, titles, "The first book that has a move is followed.")


def has_books(name: str) -> bool:
    """Return True if every book of the name is there."""
    try:
        return all(path_of(each).is_file() for each in names_of(name))
    except BadBook:
        return False


@lru_cache(maxsize=32)
def has_best_play(name: str) -> bool:
    """Return True if one of the books plays a perfect clear as well as can be."""
    with suppress(BadBook):
        return any(stage.optimum is not None for each in names_of(name) for stage in stages_of(each))
    return False


@lru_cache(maxsize=32)
def _opening(name: str) -> Opening:
    try:
        header = read(path_of(name)).header
    except BadBook as error:
        return Opening(name, name, f"{error}.")
    return Opening(name, header.title, f"{100 * header.value:.1f} % of queues complete it.")
