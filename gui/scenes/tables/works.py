"""What the scene of the tables asks for: how levels stand, building, verifying, looking up."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from ai.bridge.tables.index import Strain
from game.bridge.endgame import Endgame


class Standing(NamedTuple):
    """A level of a strain: its bytes on disk, whether it is whole, and how far it is being built, 0 to 1."""

    size: int = 0
    built: bool = False
    damaged: bool = False
    share: float | None = None


class Worth(NamedTuple):
    """What a position is worth to the first hand, each card's tricks, and where that comes from."""

    tricks: int
    cards: tuple[tuple[int, int], ...]
    source: str


class Works(Protocol):
    """The tables on disk and what is done with them; nothing here makes a frame wait."""

    @property
    def folder(self) -> str:
        """Where the tables are, as a person writes it."""
        ...

    @property
    def task(self) -> str:
        """What is under way: `build`, `verify`, or nothing."""
        ...

    @property
    def status(self) -> str:
        """What is being done just now, in a few words; empty where nothing is."""
        ...

    def standing(self, level: int, strain: Strain) -> Standing:
        """How a level stands."""
        ...

    def expected(self, level: int, strain: Strain) -> int | None:
        """The bytes it takes on disk, where that is known before it is built."""
        ...

    def free(self) -> int:
        """The bytes that are free where the tables are."""
        ...

    def build(self, levels: int, strains: tuple[Strain, ...]) -> None:
        """Begin to build the levels from 1 up that are not there yet."""
        ...

    def verify(self, strains: tuple[Strain, ...]) -> None:
        """Begin to derive entries of the levels on disk, of these strains, again from the level below."""
        ...

    def stop(self) -> None:
        """End what is under way; what is finished stays."""
        ...

    def poll(self) -> list[str]:
        """Sentences on what has happened since the last call."""
        ...

    def worth(self, endgame: Endgame) -> Worth | None:
        """The worth of a position by the levels on disk; None where they do not reach it."""
        ...
