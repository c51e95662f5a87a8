"""Many games by one controller, and what they say about it."""

from __future__ import annotations

import msgspec

from ai.tetris.classic.games.series import Pace, Player, Series
from game.tetris.classic import State
from game.tetris.classic.series import interval

LEG_SECONDS = 0.03
MOST_PIECES = 1 << 15  # at a time


class RowsPerGame(msgspec.Struct, frozen=True):
    """Mean rows a game with its 95 % interval, as `game/tetris/classic/series.py` takes it."""

    mean: float
    low95: float
    high95: float | None


class Tally(msgspec.Struct, frozen=True):
    """The games so far; `min` and `max` are rows of a game, `unfinished` the number of games cut off.

    `cpu_seconds` is the time of this process spent in playing, compiling not counted.
    """

    games: int
    pieces: int
    rows: int
    rows_per_game: RowsPerGame
    min: int
    max: int
    unfinished: int
    cpu_seconds: float
    pieces_per_cpu_second: float


class Tournament:
    """`games` games of a series, each cut off after `max_pieces` pieces; `step` plays a part of them."""

    def __init__(
        self, player: Player, start: State, seed: int, games: int, max_pieces: int | None = None
    ) -> None:
        self._series = Series(player, start, seed)
        self._pace = Pace(LEG_SECONDS, MOST_PIECES)
        self._games = games
        self._max_pieces = max_pieces
        self._lengths: list[tuple[int, int]] = []  # pieces and rows of each game
        self._pieces = 0
        self._cut_off = 0
        self._series.go(0)
        self._series.cpu = 0.0

    @property
    def done(self) -> int:
        """Games that are over or cut off."""
        return len(self._lengths)

    @property
    def pieces(self) -> int:
        """Pieces of all games so far."""
        return self._pieces

    def step(self) -> bool:
        """Play on for a moment; whether there is more to play."""
        series, most = self._series, self._max_pieces
        if self.done == self._games:
            return False
        leg = series.go(self._pace.pieces if most is None else min(self._pace.pieces, most - series.placed))
        self._pace.note(len(leg.columns), series.cpu)
        self._pieces += len(leg.columns)
        if series.over or series.placed == most:
            self._cut_off += not series.over
            self._lengths.append(series.finish())
        return self.done < self._games

    def tally(self) -> Tally | None:
        """What is known so far; a game under way counts as cut off. None where no piece has been placed."""
        lengths, unfinished = list(self._lengths), self._cut_off
        if self._series.placed:
            lengths.append((self._series.placed, self._series.cleared))
            unfinished += 1
        if not lengths:
            return None
        rows = sum(rows for _, rows in lengths)
        mean = interval(rows, len(lengths), unfinished)
        return Tally(
            games=len(lengths),
            pieces=self._pieces,
            rows=rows,
            rows_per_game=RowsPerGame(mean.mean, mean.low, mean.high),
            min=min(rows for _, rows in lengths),
            max=max(rows for _, rows in lengths),
            unfinished=unfinished,
            cpu_seconds=round(self._series.cpu, 6),
            pieces_per_cpu_second=round(self._pieces / max(self._series.cpu, 1e-9), 1),
        )
