"""Figures that players count: attack, pieces and rows over time, of a round, a match or many files.

All follow from the rounds as they are played again, not from what a file claims.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

import msgspec

from game.tetris.tetrio.engine import TICKS, Outcome
from game.tetris.tetrio.file import Match, Player


class Round(msgspec.Struct, frozen=True):
    """One player's round, played again. `differs` names the figures that differ from the file's."""

    player: Player
    outcome: Outcome
    differs: list[str]

    @property
    def matches(self) -> bool:
        """True if all figures are the file's own; not where the file has none."""
        return self.compared and not self.differs

    @property
    def length(self) -> int:
        """The ticks from the start to the end, that of a death included."""
        return min(self.player.ticks, self.outcome.ticks + 1)

    @property
    def compared(self) -> bool:
        """True if the file has figures of its own."""
        return bool(self.player.stats or self.player.figures)

    def result(self, *, alone: bool = False) -> Result:
        """The round in short; `alone`: it has no opponent."""
        reason = self.player.reason or ("winner" if self.player.alive else self.outcome.reason)
        figures = Figures()
        figures.add(self, alone=alone)
        pieces, seconds = len(self.outcome.placements), self.outcome.stats["finaltime"] / 1000
        return Result(
            self.player.name,
            self.player.alive,
            reason,
            self.outcome.reason,
            seconds,
            pieces,
            self.compared,
            self.differs,
            figures,
        )

    def document(self, *, placements: bool = False) -> dict[str, Any]:
        """As `tetris tetrio --json` prints it; the placements only where they are asked for."""
        outcome = self.outcome
        listed = {"placements": [placed.plain() for placed in outcome.placements]} if placements else {}
        return {
            "name": self.player.name,
            "won": self.player.alive,
            "matches": self.matches,
            "differs": self.differs,
            "reason": outcome.reason,
            "stats": outcome.stats,
            "board": outcome.board,
            "sha256": outcome.digest,
            **listed,
        }


class Sums(msgspec.Struct):
    """Counts, by name or in dictionaries, that can be added up."""

    @classmethod
    def sum(cls, parts: Iterable[Self]) -> Self:
        """All of them together."""
        result = cls()
        for part in parts:
            result.include(part)
        return result

    def include(self, part: Self, times: int = 1) -> None:
        """Add a part; with -1 as `times`, take it away again."""
        for name in self.__struct_fields__:
            mine, theirs = getattr(self, name), getattr(part, name)
            if isinstance(mine, dict):
                for each, count in theirs.items():
                    mine[each] = mine.get(each, 0) + times * count
            else:
                setattr(self, name, mine + times * theirs)


class Figures(Sums):
    """Sums over rounds. Times are in seconds, everything else is counted."""

    rounds: int = 0
    wins: int = 0
    alone: int = 0  # those without an opponent
    finished: int = 0  # those of them that were played to their goal
    seconds: float = 0.0
    pieces: int = 0
    keys: int = 0
    lines: int = 0
    attack: int = 0
    sent: int = 0
    cleared: int = 0
    faults: int = 0
    perfect: int = 0
    clears: dict[str, int] = {}

    def add(self, one: Round, *, alone: bool = False) -> None:
        """Count one more round; `alone`: it has no opponent, so it can be finished, not won."""
        stats = one.outcome.stats
        self.rounds += 1
        self.wins += one.player.alive and not alone
        self.alone += alone
        self.finished += one.player.alive and alone
        self.seconds += one.outcome.ticks / TICKS
        self.pieces += stats["piecesplaced"]
        self.keys += stats["inputs"]
        self.lines += stats["lines"]
        self.attack += stats["garbage"]["attack"]
        self.sent += stats["garbage"]["sent"]
        self.cleared += stats["garbage"]["cleared"]
        self.faults += stats["finesse"]["faults"]
        self.perfect += stats["finesse"]["perfectpieces"]
        for name, count in stats["clears"].items():
            self.clears[name] = self.clears.get(name, 0) + count

    @classmethod
    def of(cls, rounds: Iterable[Round]) -> Figures:
        """The sums over rounds."""
        figures = cls()
        for one in rounds:
            figures.add(one)
        return figures

    def _a_second(self, count: float) -> float:
        return count / self.seconds if self.seconds else 0.0

    @property
    def apm(self) -> float:
        """Rows of attack a minute, cancelling included."""
        return 60 * self._a_second(self.attack)

    @property
    def pps(self) -> float:
        """Pieces a second."""
        return self._a_second(self.pieces)

    @property
    def vs(self) -> float:
        """The game's own score of both: attack and garbage cleared in 100 seconds."""
        return 100 * self._a_second(self.attack + self.cleared)

    @property
    def app(self) -> float:
        """Rows of attack a piece."""
        return self.attack / self.pieces if self.pieces else 0.0

    @property
    def kpp(self) -> float:
        """Keys a piece."""
        return self.keys / self.pieces if self.pieces else 0.0

    @property
    def finesse(self) -> float:
        """The share of pieces placed with the fewest keys, 0 to 1."""
        return self.perfect / self.pieces if self.pieces else 0.0


class Result(msgspec.Struct, frozen=True):
    """A player's round in short, without its keys and placements: a thousand files of it fit in memory.

    `reason` is how it ended as the file says, `ended` as it was played again; `differs` names the figures that
    differ from the file's, where these were `compared`.
    """

    name: str
    alive: bool
    reason: str
    ended: str
    seconds: float
    pieces: int
    compared: bool
    differs: list[str]
    figures: Figures

    @property
    def matches(self) -> bool:
        """True if all figures are the file's own; not where the file has none."""
        return self.compared and not self.differs


def results_of(players: Sequence[Round]) -> list[Result]:
    """The round of each player in short."""
    return [one.result(alone=len(players) == 1) for one in players]


def replay(match: Match) -> list[list[Round]]:
    """Play every round of a match again, in the file's order of rounds and players."""
    return [[replay_of(player) for player in players] for players in match.rounds]


def replay_of(player: Player) -> Round:
    """Play one player's round again and compare it with the file's own figures."""
    outcome = player.play()
    return Round(player, outcome, player.differences(outcome))


def by_player(rounds: Sequence[Sequence[Round]]) -> dict[str, Figures]:
    """The sums of each player over the rounds of one or many matches, in order of appearance."""
    figures: dict[str, Figures] = {}
    for players in rounds:
        for one in players:
            figures.setdefault(one.player.name, Figures()).add(one, alone=len(players) == 1)
    return figures
