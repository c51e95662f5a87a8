"""What building and verifying tell of themselves, between processes too."""

from __future__ import annotations

import msgspec

from ai.bridge.tables.index import Strain


class Step(msgspec.Struct, frozen=True, tag="step"):
    """How much of a level is built, 0 to 1, and the bytes of its file so far."""

    level: int
    strain: Strain
    share: float
    bytes: int


class Built(msgspec.Struct, frozen=True):
    """A level that is there: its entries, the bytes of its file, the seconds it took (0 if it was there before).

    `histogram`: entries by the tricks of the player on lead, 0 to the level.
    """

    level: int
    strain: Strain
    positions: int
    bytes: int
    seconds: float
    histogram: list[int]


class Done(msgspec.Struct, frozen=True, tag="done"):
    """A level was finished by another process."""

    built: Built


class Check(msgspec.Struct, frozen=True, tag="check"):
    """A level in work, how much of it was looked at, 0 to 1, and what is wrong if something is."""

    level: int
    strain: Strain
    share: float
    problem: str | None = None


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """The last word of another process; `error` is a sentence."""

    error: str | None = None


Event = Step | Done | Check | Ended
