"""The engines by name, with their strength levels: the one list for the command line and for the settings."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from ai.engine import Engine


class Level(msgspec.Struct, frozen=True):
    """A strength for people: a name and a sentence that says what to expect."""

    name: str
    title: str
    about: str


class Entry(msgspec.Struct, frozen=True):
    """An engine as it is offered: `create(level)` builds it and is the only thing here that loads numba."""

    name: str
    game: str
    title: str
    levels: tuple[Level, ...]
    create: Callable[[str], Engine]
