"""A player's round of TETR.IO from a tick on, as a game of ours in real time: the same pieces, the same garbage.

The piece in hand begins again. Rows reach the player when they did, and holes are drawn from the round's own numbers,
one after the other as rows come up. Holes that an old file names itself, and rows that come up by time, are not the
same.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from game.errors import BadInput
from game.session import Session
from game.tetris.guideline import State
from game.tetris.guideline.garbage import Batch
from game.tetris.guideline.real_time.game import MOST_ARRIVALS, Arrival, Setup
from game.tetris.guideline.real_time.handling import Handling, Timing
from game.tetris.tetrio import engine
from game.tetris.tetrio.figures import Round

_GRAVITY = 10_000  # ticks in which the rows of gravity are counted
_MOST_GRAVITY = 20.0  # rows a tick: at once
_MOST_MOVES = 1_000  # on the floor, where there is no limit


class TakenOver(NamedTuple):
    """The setup of a game that goes on from a tick, and the round as it went on from there.

    `states` are those before and after each of `moves`, `locks` the ticks after which each has locked. The round, or
    what our rules know of it, ends after `end` ticks; `is_lost`: it was this player's end.
    """

    setup: Setup
    states: Sequence[State]
    moves: tuple[str, ...]
    locks: tuple[int, ...]
    end: int
    is_lost: bool


class _Listening(engine.Engine):
    """Plays a round again and notes each packet of garbage as it reaches the player: its tick and its rows."""

    def __init__(self, one: Round) -> None:
        super().__init__(one.player.options, at_death=one.player.at_death)
        self.came: list[tuple[int, int, engine.Packet]] = []

    def _message(self, event: engine.Event) -> None:
        before = len(self.packets)
        super()._message(event)
        if isinstance(event, engine.Garbage) and len(self.packets) > before:
            self.came.append((event.frame, self.packets[-1].amount, self.packets[-1]))

    def play(self, events: Sequence[engine.Event], tick: int) -> None:
        """Play on to the end of a tick; `events` are those of the whole round."""
        at = bisect_left(events, self.counter, key=lambda each: each.frame)
        while self.counter < tick and not self.over:
            first = at
            while at < len(events) and events[at].frame <= self.counter:
                at += 1
            self.tick(events[first:at])


def taken_over(one: Round, session: Session, tick: int) -> TakenOver:
    """The round from the end of a tick on; `session` is all of it, piece by piece.

    Raises `BadInput` where it is over, or our rules cannot go on with it.
    """
    playing, events = _Listening(one), one.player.events
    playing.play(events, tick)
    count = len(playing.placements)
    position = session.position_at(count) if count <= session.length else None
    if not isinstance(position, State) or position.over or tick >= one.length:
        raise BadInput("The round is over here. Go back a piece to play on.")
    garbage = replace(position.garbage, seed=playing.random.state, number=0, hole=playing.hole, recorded=())
    timing, reached = _timing(playing), len(playing.came)
    waits = [(packet.amount, packet.active, packet) for packet in playing.packets if packet.amount > 0]
    playing.play(events, one.length)
    known = session.length == len(one.outcome.placements)
    locks = tuple(each.tick - tick + 1 for each in one.outcome.placements[count : session.length])
    end = one.length - tick if known else max((1, *locks))
    is_lost = known and not one.player.alive
    batches = tuple(
        Batch(rows, 0 if active else _due(packet, tick, one.length)) for rows, active, packet in waits
    )
    start = State.open(replace(position, garbage=replace(garbage, batches=batches)).here())
    arrivals = tuple(
        Arrival(frame - tick + 1, rows, _due(packet, tick, one.length))
        for frame, rows, packet in playing.came[reached:]
    )
    if known and not is_lost:  # the other side was out
        timing = replace(timing, limit=end)
    setup = Setup(timing, (start,), (Handling(),), (arrivals[:MOST_ARRIVALS],))
    states = [each for each in session.positions[count:] if isinstance(each, State)]
    moves = tuple(each.text for each in session.moves[count:])
    return TakenOver(setup, states, moves, locks, end, is_lost)


def _due(packet: engine.Packet, tick: int, end: int) -> int:
    """The tick of the new game from which on a packet may come up; behind the end where it was never confirmed."""
    return max(1, (packet.due or end) - tick + 1)


def _timing(playing: engine.Engine) -> Timing:
    """The clock of the round as it goes at this tick."""
    options = playing.options
    moves = _MOST_MOVES if options.infinite_movement else max(0, min(_MOST_MOVES, int(options.lockresets)))
    return Timing(
        spawn=round(max(0.0, options.are)),
        clear=round(max(0.0, options.lineclear_are)),
        lock=round(max(1.0, options.locktime)),
        moves=moves,
        rows=round(_GRAVITY * max(0.0, min(_MOST_GRAVITY, playing.gravity))),
        ticks=_GRAVITY,
    )
