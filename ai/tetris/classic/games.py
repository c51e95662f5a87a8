"""Games played by a controller alone, one after the other."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Protocol

import msgspec

from ai.engine import MOST_PIECES, RunOrder, Stretch
from game.tetris.classic import Board, Pieces, State, game_seed
from game.tetris.classic.series import interval

# Games one after the other by one controller: what a long run and a tournament have in common.


class GamePart(Protocol):
    """Some pieces of one game, as in `ai.engine.Stretch`, and the rows they cleared."""

    @property
    def columns(self) -> bytes: ...
    @property
    def tucks(self) -> bytes: ...
    @property
    def marks(self) -> bytes: ...
    @property
    def cleared(self) -> int: ...
    @property
    def over(self) -> bool: ...


class Player(Protocol):
    """Player of a series of games: from a position on, for so many pieces at a time.

    `go(0)` only compiles what is needed.
    """

    def begin(self, state: State) -> None: ...
    def go(self, limit: int) -> GamePart: ...
    @property
    def board(self) -> Board: ...
    @property
    def pieces(self) -> Pieces: ...


class Series:
    """Game after game with the pieces of a series: game k of seed S has `uniform:` and `game_seed(S, k)`.

    With the author's generator one stream goes on through all games. A list of pieces has one game.
    `start` is where game `number` begins, or goes on after `placed` pieces and `cleared` rows.
    """

    def __init__(
        self,
        player: Player,
        start: State,
        seed: int,
        *,
        number: int = 0,
        placed: int = 0,
        cleared: int = 0,
    ) -> None:
        self.number, self.placed, self.cleared = number, placed, cleared
        self.over = start.over
        self.cpu = 0.0  # seconds of this thread spent in playing
        self._player = player
        self._table = start.rules
        self._seed = seed
        player.begin(replace(start, placed=placed, cleared=cleared))

    @property
    def ended(self) -> bool:
        """True if there are no more pieces, and so no more games."""
        return self._player.pieces.piece() is None

    def go(self, limit: int) -> GamePart:
        """Play on for at most `limit` pieces of the game under way; `limit` 0 only compiles what is needed."""
        began = time.thread_time()
        leg = self._player.go(limit)
        self.cpu += time.thread_time() - began
        self.placed += len(leg.columns)
        self.cleared += leg.cleared
        self.over = leg.over
        return leg

    def finish(self) -> tuple[int, int]:
        """Pieces and rows of the game that is over, and the start of the next one where there is one."""
        counts = self.placed, self.cleared
        self.number += 1
        self.placed = self.cleared = 0
        pieces = self._player.pieces
        if pieces.kind == "uniform":
            pieces = Pieces("uniform", game_seed(self._seed, self.number))
        start = State(self._table, Board.empty(self._table.width, self._table.height), pieces)
        self.over = start.over
        self._player.begin(start)
        return counts

    def here(self) -> dict[str, str]:
        """The rules that open the position reached."""
        return State(self._table, self._player.board, self._player.pieces).here()


class Progress:
    """Number of pieces to ask for at a time, so that control comes back after some `seconds` of CPU time.

    One at first, then by experience, and never more than `most`.
    """

    def __init__(self, seconds: float, most: int) -> None:
        self.pieces = 1
        self._seconds = seconds
        self._most = most
        self._cpu = 0.0

    def note(self, pieces: int, cpu: float) -> None:
        """So many pieces were placed just now; `cpu` seconds are used in all."""
        used, self._cpu = cpu - self._cpu, cpu
        if pieces:
            fitting = int(pieces * self._seconds / max(used, 1e-6))
            self.pieces = max(1, min(fitting, 2 * self.pieces, self._most))


# Long runs for the window: game after game in compiled code, told in stretches some thirty times a second.

STRETCH_SECONDS = 1 / 30
LEG_SECONDS = 0.01  # how long compiled code may keep control, as far as one piece allows


@dataclass
class _Draft:
    """A stretch while it is being played."""

    game: int
    first: int
    columns: bytearray = field(default_factory=bytearray)
    tucks: bytearray = field(default_factory=bytearray)
    marks: bytearray = field(default_factory=bytearray)
    finished: list[tuple[int, int]] = field(default_factory=list)


def stretches(series: Series, order: RunOrder) -> Iterator[Stretch]:
    """Yield the stretches that `series` plays by `order`, in order, the last with `done`; some thirty a second."""
    series.go(0)
    series.cpu = 0.0  # what was compiled just now is not play
    pace, left = Progress(LEG_SECONDS, MOST_PIECES), order.pieces
    done = False
    while not done:
        draft, before = _Draft(series.number, series.placed), series.cpu
        room = MOST_PIECES if left is None else min(MOST_PIECES, left)
        ended = _play(series, draft, room, pace)
        if left is not None:
            left -= len(draft.columns)
        done = ended or left == 0
        yield _stretch(series, draft, series.cpu - before, done)


def _play(series: Series, draft: _Draft, room: int, pace: Progress) -> bool:
    """Fill `draft` for a thirtieth of a second, or with `room` pieces; whether the pieces have ended."""
    until = time.perf_counter() + STRETCH_SECONDS
    while True:
        if series.over:
            ended = series.ended
            draft.finished.append(series.finish())
            if ended:
                return True
        left = room - len(draft.columns)
        if left <= 0 or (draft.columns and time.perf_counter() >= until):
            return False
        leg = series.go(min(left, pace.pieces))
        pace.note(len(leg.columns), series.cpu)
        draft.columns += leg.columns
        draft.tucks += leg.tucks
        draft.marks += leg.marks


def _stretch(series: Series, draft: _Draft, cpu: float, done: bool) -> Stretch:
    return Stretch(
        game=draft.game,
        first=draft.first,
        columns=bytes(draft.columns),
        tucks=bytes(draft.tucks) if any(draft.tucks) else b"",
        finished=tuple(draft.finished),
        placed=series.placed,
        cleared=series.cleared,
        rules=series.here(),
        cpu=cpu,
        marks=bytes(draft.marks),
        done=done,
    )


# Many games by one controller, and what they say about it.

TOURNAMENT_LEG_SECONDS = 0.03
TOURNAMENT_PIECES = 1 << 15  # at a time


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
        self._pace = Progress(TOURNAMENT_LEG_SECONDS, TOURNAMENT_PIECES)
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
        """Tally so far; a game under way counts as cut off. None where no piece has been placed."""
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
