"""Games one after the other by one controller: what a long run and a tournament have in common."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Protocol

from game.tetris.classic import Board, Pieces, State, game_seed


class Leg(Protocol):
    """Some pieces of one game: a byte each for column and tuck, boards now and then (`ai.engine.Stretch`), the
    rows they cleared, and whether the game is over.
    """

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
    """Who plays: from a position on, for so many pieces at a time; `go(0)` only compiles what is needed."""

    def begin(self, state: State) -> None: ...
    def go(self, limit: int) -> Leg: ...
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
        self._table = start.table
        self._seed = seed
        player.begin(replace(start, placed=placed, cleared=cleared))

    @property
    def ended(self) -> bool:
        """Whether there are no more pieces, and so no more games."""
        return self._player.pieces.piece() is None

    def go(self, limit: int) -> Leg:
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


class Pace:
    """How many pieces to ask for at a time, so that control comes back after some `seconds` of CPU time.

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
