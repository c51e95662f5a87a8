"""A part of a game in real time as a file holds it: ten seconds of buttons, and what came of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta

from game.errors import BadInput, BadRecord
from game.tetris.guideline.real_time.buttons import unpack

STRETCH = 600  # ticks; a wrong game cannot hide for longer


class Lock(NamedTuple):
    """A piece has locked: at the end of which tick (from 1), and in which seat."""

    tick: int
    seat: int


Runs: TypeAlias = Annotated[str, Meta(max_length=STRETCH * 5)]
Within: TypeAlias = tuple[Annotated[int, Meta(ge=1, le=STRETCH)], Annotated[int, Meta(ge=0, le=1)]]


class Ticks(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="line", tag="ticks"):
    """The buttons of `count` ticks after the first `tick` ones, and the digest of the game after them.

    `buttons`: the run lengths of each seat, as in `buttons.pack`. `locks`: the pieces that locked, each with its tick
    from 1 on within the stretch and its seat, in the order of ticks and seats.
    """

    tick: Annotated[int, Meta(ge=0, le=10**7)]
    count: Annotated[int, Meta(ge=1, le=STRETCH)]
    buttons: Annotated[tuple[Runs, ...], Meta(min_length=1, max_length=2)]
    locks: Annotated[tuple[Within, ...], Meta(max_length=2 * STRETCH)]
    state: Annotated[str, Meta(min_length=16, max_length=16)]


class Mistimed(BadRecord):
    """Ticks that are no game: `tick` is the last tick (from 0) up to which it is known to be wrong."""

    def __init__(self, tick: int, reason: str) -> None:
        super().__init__(f"The game is not possible up to tick {tick:,}: {reason.rstrip('.')}.")
        self.tick = tick


def fault_of(stretches: Sequence[Ticks], seats: int) -> tuple[int, str] | None:
    """Number and reason of the first stretch that does not belong where it stands; None if all do."""
    for number, each in enumerate(stretches):
        if each.tick != number * STRETCH or (each.count != STRETCH and number < len(stretches) - 1):
            return number, f"ticks stand {STRETCH} a line one after the other, only the last are fewer"
        if len(each.buttons) != seats:
            return number, f"there are buttons of {len(each.buttons)} seats in a game of {seats}"
        if any(not before < after for before, after in pairwise(each.locks)):
            return number, "the locks are out of order"
        if any(tick > each.count or seat >= seats for tick, seat in each.locks):
            return number, "a lock is beyond the ticks or the seats"
        try:
            for runs in each.buttons:
                unpack(runs, each.count)
        except BadInput as error:
            return number, str(error)
    return None
