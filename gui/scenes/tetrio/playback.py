"""A round of TETR.IO in time: every player's well at one tick. Nothing is drawn here.

Apart from `round`: it can be tried without a window.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from game.tetris.guideline import Field, Placement
from game.tetris.guideline.field import NO_PAINT, ROWS, VISIBLE, Paint
from game.tetris.guideline.pieces import letter
from game.tetris.guideline.real_time import TICKS
from game.tetris.tetrio import Engine, Placed, Round
from game.tetris.tetrio.engine import Event, centre
from gui.games.guideline.render_state import Incoming, SeatState
from gui.play.playhead import TickPlayhead

_STATE_EACH = 600  # ticks from one state that is kept to the next
_PREVIEWS = 5
_START_ABOVE, _MOST_ABOVE = 3, 7


class Step(NamedTuple):
    """A piece that was locked: when, its attack, and how high the stack was then."""

    tick: int
    attack: int
    height: int


class Well:
    """One player's round, at any tick."""

    def __init__(self, one: Round) -> None:
        self.one = one
        self.placements: Sequence[Placed] = one.outcome.placements
        self.steps: list[Step] = []
        self._paints = [NO_PAINT]
        self._follow()
        highest = max((max(placed.cells) // 10 for placed in self.placements), default=0)
        # rows over the well that pieces need where they start, and where they were locked
        self.above = min(_MOST_ABOVE, max(_START_ABOVE, highest + 1 - VISIBLE)) + 0.2
        self._engines: list[tuple[int, int, Engine]] = []  # tick, events before it, the engine
        self._engine, self._tick, self._at = one.player.start(), 0, 0

    def _follow(self) -> None:
        """The paint and the height after each piece."""
        field, paint = Field.empty(), NO_PAINT
        for placed in self.placements:
            field, _ = field.add_garbage(placed.lifted)
            paint = paint.pushed(placed.lifted)
            cells = [(cell % 10, cell // 10) for cell in placed.cells]
            rows = list(field.rows)
            for x, y in cells:
                if y < len(rows):  # a field of more rows is drawn as far as it goes
                    rows[y] |= 1 << x
            landed = Field(tuple(rows))
            paint = (
                paint.with_cells(cells, letter(placed.piece)).without(landed.full_rows).pushed(placed.risen)
            )
            field, _ = landed.cleared().add_garbage(placed.risen)
            self._paints.append(paint)
            self.steps.append(Step(placed.tick, placed.attack, field.height))

    def show(self, tick: int) -> None:
        """Go to a tick: from the nearest state that is kept before it."""
        if tick < self._tick or tick > self._tick + _STATE_EACH:
            result = bisect_right(self._engines, tick, key=lambda stored: stored[0]) - 1
            if result >= 0 and (tick < self._tick or self._engines[result][0] > self._tick):
                self._tick, self._at, engine = self._engines[result]
                self._engine = engine.copy()
            elif tick < self._tick:
                self._engine, self._tick, self._at = self.one.player.start(), 0, 0
        events = self.one.player.events
        while self._tick < tick:
            if self._tick % _STATE_EACH == 0 and (not self._engines or self._engines[-1][0] < self._tick):
                self._engines.append((self._tick, self._at, self._engine.copy()))
            now: list[Event] = []
            while self._at < len(events) and events[self._at].frame <= self._tick:
                now.append(events[self._at])
                self._at += 1
            self._engine.tick(now)
            self._tick += 1

    @property
    def count(self) -> int:
        """The pieces locked so far."""
        return len(self._engine.placements)

    @property
    def last(self) -> Placed | None:
        """The piece that was locked last."""
        return self._engine.placements[-1] if self._engine.placements else None

    @property
    def engine(self) -> Engine:
        """The game at this tick, to be looked at only."""
        return self._engine

    def look(self) -> SeatState:
        """The well as it is drawn."""
        engine = self._engine
        pieces = [engine.queue[engine.drawn + number] for number in range(_PREVIEWS)]
        return SeatState(
            field=Field.of(engine.board[:ROWS]),
            paint=self._paint(),
            falling=None if engine.over else self._piece(engine.row),
            ghost=None if engine.over else self._piece(engine.floor()),
            lock_left=max(0.0, 1.0 - engine.timer / max(1.0, engine.options.locktime)),
            hold=engine.held,
            hold_free=engine.may_hold,
            previews=tuple(pieces),
            incoming=tuple(Incoming(packet.amount, packet.active) for packet in engine.packets),
            over=bool(engine.over),
        )

    def _paint(self) -> Paint:
        return self._paints[min(self.count, len(self._paints) - 1)].pushed(self._engine.lifted)

    def _piece(self, row: int) -> Placement | None:
        engine = self._engine
        if row >= ROWS:
            return None
        dx, dy = centre(engine.piece, engine.orientation)
        return Placement(engine.piece, engine.orientation, engine.x + dx, row + dy)


class Playback(TickPlayhead):
    """A tick of a round, for all its players."""

    def __init__(self, rounds: Sequence[Round]) -> None:
        self.wells = [Well(one) for one in rounds]
        self._locked = sorted({step.tick + 1 for well in self.wells for step in well.steps})
        self._at = 0
        self._end = max(one.length for one in rounds)
        self.above = max(well.above for well in self.wells)  # the same for all of them, whoever stacks higher

    @property
    def at(self) -> int:
        return self._at

    @property
    def end(self) -> int:
        return self._end

    def show(self, at: int) -> None:
        self._at = at
        for well in self.wells:
            well.show(min(at, well.one.length))

    def show_moment(self, seconds: float) -> None:
        """Show the moment `seconds` after the start, or the nearest there is."""
        self.seek(round(seconds * TICKS))

    @property
    def locked(self) -> Sequence[int]:
        return self._locked
