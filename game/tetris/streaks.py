"""Combos of four-wide that were played to their end, kept in one small file beside the saved games."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from game import saving
from game.errors import BadInput, NotSaved
from game.places import data_dir, prepare

Player = Literal["you", "policy", "rule"]
MOST = 2_000  # the latest of all
_MOST_BYTES = 1_000_000


class Streak(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One combo: its game, who played it, and how many lines it cleared.

    `expected` is what was to be expected at its start, 0 where nobody knew; `given` the share of the expectation that
    choices gave away, 0 to 1; `hints` whether they were shown.
    """

    model: Annotated[str, Meta(min_length=1, max_length=40)]
    player: Player
    length: Annotated[int, Meta(ge=0, le=10**9)]
    expected: Annotated[float, Meta(ge=0.0, le=1e9)] = 0.0
    given: Annotated[float, Meta(ge=0.0, le=1.0)] = 0.0
    hints: bool = False


class Streaks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that are kept, the oldest first."""

    streaks: Annotated[tuple[Streak, ...], Meta(max_length=MOST)] = msgspec.field(default=(), name="kept")

    def of(self, name: str, player: Player) -> tuple[Streak, ...]:
        """Those of a player in one game, by its name (`State.name`)."""
        return tuple(each for each in self.streaks if (each.model, each.player) == (name, player))


def read() -> Streaks:
    """Return the stored streaks; nothing where there is no file. Raises `BadInput` for one that cannot be believed."""
    file = data_dir() / "four-wide-combos.json"
    if not file.exists():
        return Streaks()
    try:
        return msgspec.json.decode(saving.load(file, _MOST_BYTES), type=Streaks)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise BadInput(f"{file.name} does not hold combos; move it away to begin a new list.") from None


def add(streak: Streak) -> Streaks:
    """Keep a combo; the list with it.

    Raises `BadInput` as `read`, and `NotSaved` where the list cannot be written; it is as before then.
    """
    streaks = Streaks((*read().streaks, streak)[-MOST:])
    reason = prepare(data_dir())
    if reason:
        raise NotSaved(reason)
    saving.save(data_dir() / "four-wide-combos.json", msgspec.json.encode(streaks))
    return streaks
