"""A game of ours as a replay of TETR.IO: the keys that play it there, piece by piece.

Apart from `engine`, which plays what a file holds: whoever only reads files needs nothing of this.

TETR.IO deals its own pieces and begins on an empty board, so only a game with the queue `tetrio` can be written. Of a
game alone attack and score are then counted by TETR.IO's rules, whatever ours were; all else is equal, which is made
sure of piece by piece. Of a game of two the attack table and the holes must be those of TETR.IO as well, and each
piece is locked in its tick, so that what is sent, cancelled and rises is equal too.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from game.chance import Minstd
from game.errors import BadInput
from game.tetris.guideline import State
from game.tetris.guideline.attack import TETR_IO
from game.tetris.guideline.field import Field
from game.tetris.guideline.movement import OPEN_SKY, Action, Input, Pose, path_from, step
from game.tetris.guideline.pieces import letter
from game.tetris.guideline.placement import Placement
from game.tetris.guideline.spins import SpinRule
from game.tetris.tetrio.course import placement_of
from game.tetris.tetrio.engine import (
    CLOCKWISE,
    COUNTERCLOCKWISE,
    HALF_TURN,
    HARD_DROP,
    HOLD,
    LEFT,
    RIGHT,
    SOFT_DROP,
    TICKS,
    Arrival,
    Engine,
    Event,
    Garbage,
    Key,
    Kill,
)
from game.tetris.tetrio.file import Match, Player
from game.tetris.tetrio.options import SEASONS, Handling, Options

VERSION = 19  # of the gameplay
_PACE = TICKS // 2  # ticks for a piece of a game that knows no time
# the others are spelt alike
_SPIN_RULES: dict[SpinRule, str] = {"t-spins": "T-spins", "t-spins+": "T-spins+"}
_BLOCKING = {
    (True, True): "combo blocking", (False, True): "limited blocking", (False, False): "none",
    (True, False): "combo blocking",  # which TETR.IO does not have; it matters only where garbage comes
}  # fmt: skip
_KEYS: dict[Input, int] = {
    "left": LEFT, "right": RIGHT, "cw": CLOCKWISE, "ccw": COUNTERCLOCKWISE, "flip": HALF_TURN, "down": SOFT_DROP,
    "drop": HARD_DROP,
}  # fmt: skip
_TURNS: tuple[tuple[Action, ...], ...] = ((), ("cw",), ("flip",), ("ccw",))  # from north
_REPEAT = 6  # ticks until a held key moves the piece to the wall
_STEPS = 10  # moments in a tick in which a piece can be lowered by a row
_FAR = 3  # columns: a way to the wall that is as long or longer is a held key


def exported(states: Sequence[State], name: str = "", locks: Sequence[int] = (), played: str = "") -> Match:
    """The game that takes this course as a match of one round.

    `states` follow each other by one placement each. `locks` are the ticks in which the pieces were locked, of a game
    in real time; without them each piece takes half a second. `played` is the date. Raises `BadInput` where TETR.IO
    has no such game.
    """
    start = states[0]
    _check(start)
    hand = _Keys(_options(start))
    for number, (before, after) in enumerate(pairwise(states)):
        hand.place(before, after, locks[number] if number < len(locks) else (number + 1) * _PACE)
    frames = hand.finish()
    return Match(VERSION, [[_player(name, hand, frames, won=True)]], played)


class Side(NamedTuple):
    """One player of a game of two: the states follow each other by one placement each, `locks` are their ticks."""

    name: str
    states: Sequence[State]
    locks: Sequence[int]


def exported_versus(
    sides: tuple[Side, Side], ticks: int, travel: int, winner: int | None, played: str = ""
) -> Match:
    """A game in real time of two as a match of one round.

    It has so many `ticks`, and rows travel `travel` ticks. Raises `BadInput` where TETR.IO has no such game.
    """
    hands = []
    for number, side in enumerate(sides):
        start = side.states[0]
        _check(start)
        _check_garbage(start)
        options = _options(start, number + 1, travel)
        hand = _Keys(options, _sendings(side), _sendings(sides[1 - number]))
        for (before, after), tick in zip(pairwise(side.states), side.locks, strict=False):
            hand.place(before, after, tick)
        hands.append(hand)
    for number, (hand, other) in enumerate(zip(hands, reversed(hands), strict=True)):
        hand.finish(ticks)
        if winner == number and other.engine.over:
            hand.events.append(Kill(ticks))
    players = [
        _player(side.name, hand, ticks, won=winner == number)
        for number, (side, hand) in enumerate(zip(sides, hands, strict=True))
    ]
    return Match(VERSION, [players], played)


def _sendings(side: Side) -> list[tuple[int, int]]:
    """The packets that a player sends: the tick, and the rows."""
    return [
        (tick, rows)
        for state, tick in zip(side.states[1:], side.locks, strict=False)
        for rows in (state.last.packets if state.last is not None else ())
    ]


def _player(name: str, hand: _Keys, frames: int, *, won: bool) -> Player:
    """A player with the figures of what was played; one who lost without topping out there has given up."""
    reason = "winner" if won else "forfeit"
    player = Player(name or "Player", hand.engine.options, hand.events, frames, {}, {}, reason, alive=won)
    outcome = player.play()
    player.stats, player.reason, player.figures = outcome.stats, outcome.reason, outcome.rates
    player.alive = outcome.reason == "winner"
    return player


def _check(start: State) -> None:
    """Raise `BadInput` for a start that TETR.IO does not have."""
    queue = start.queue
    if queue.kind != "tetrio" or queue.number or queue.listed:
        raise BadInput("its pieces were not drawn as TETR.IO draws them; choose 7-bag (TETR.IO) in New game")
    if start.field.cells or start.hold is not None or start.combo or start.chain:
        raise BadInput("a replay of TETR.IO begins on an empty board with nothing in hold")


def _check_garbage(start: State) -> None:
    """Raise `BadInput` where garbage is not that of TETR.IO."""
    rules, garbage = start.rules.garbage, start.garbage
    if start.rules.attack.name not in SEASONS:
        raise BadInput("its attack table is not one of TETR.IO")
    if rules.change is None:
        raise BadInput("its holes were not drawn as in TETR.IO; set Messiness between attacks in New game")
    drawn = garbage.seed == start.queue.seed and garbage.hole is None and garbage.opener is None
    if not drawn or garbage.batches or garbage.recorded:
        raise BadInput(
            "a replay of TETR.IO begins without garbage, and draws holes with the seed of the pieces"
        )
    if rules.blocking and not rules.cancelling:
        raise BadInput("attack cancels nothing in it, and garbage waits all the same")


def _options(start: State, gameid: int | None = None, travel: int = 20) -> Options:
    """The rules of a custom game that are nearest to ours. Nothing falls or locks by itself."""
    rules, garbage = start.rules, start.rules.garbage
    attack = rules.attack.name
    assert start.queue.seed is not None
    return Options(
        version=VERSION,
        seed=start.queue.seed % Minstd.MODULUS,
        handling=Handling(arr=0.0, das=float(_REPEAT), dcd=0.0, sdf=20.0, safelock=False),
        spinbonuses=_SPIN_RULES.get(rules.spins, rules.spins),
        g=0.0,
        infinite_movement=True,
        allow180=True,
        nolockout=True,
        hasgarbage=True,
        garbagemultiplier=rules.attack.multiplier / 100 if attack in SEASONS else 1.0,
        gameid=gameid,
        clutch=False,
        garbagespeed=float(travel),
        garbagecap=float(garbage.cap),
        garbageblocking=_BLOCKING[garbage.blocking, garbage.cancelling],
        messiness_change=(garbage.change or 0) / 100,
        messiness_inner=garbage.messiness / 100 if garbage.change is not None else 0.0,
        openerphase=float(garbage.opener),
        **SEASONS.get(attack, SEASONS[TETR_IO.name]),
    )


def _straight_down(field: Field, at: Placement, pose: Pose) -> tuple[Input, ...] | None:
    """The turn, the shifts and the drop that place a piece where nothing is in the way; None where something is."""
    _, orientation, x, y, spin = at.canonical()
    if spin or pose.orientation or field.height > OPEN_SKY:
        return None
    turn = _TURNS[orientation]
    for each in turn:
        turned = step(field, at.piece, pose, each, "srs+")
        pose = turned.pose if turned else pose
    if pose.orientation != orientation or field.drop(at.piece, orientation, x, pose.y) != y:
        return None
    shift: Input = "left" if x < pose.x else "right"
    return (*turn, *[shift] * abs(x - pose.x), "drop")


class _Keys:
    """Presses keys, and looks after each piece whether it is where it should be.

    `sent` and `incoming` are the ticks and rows of the packets of a game of two. Then each piece must lock in its very
    tick, and what it sends and what rises is compared as well.
    """

    def __init__(
        self,
        options: Options,
        sent: Sequence[tuple[int, int]] = (),
        incoming: Sequence[tuple[int, int]] | None = None,
    ) -> None:
        self.engine = Engine(options)
        self.events: list[Event] = []
        self._sent, self._incoming, self._come = sent, incoming or (), 0
        self._exact = incoming is not None
        self._release: list[int] = []  # keys that go up when the next tick begins

    def place(self, before: State, after: State, tick: int) -> None:
        """The piece that leads from one state to the next is locked in this tick, or as soon as keys allow."""
        landing, engine = after.last, self.engine
        assert landing is not None
        at, number = landing.placement, len(engine.placements) + 1
        if landing.up and not self._exact:
            raise BadInput("garbage rose in it, and TETR.IO draws other holes")
        name = f"piece {number}, {letter(at.piece)},"
        if engine.over:
            raise BadInput(f"{name} cannot start in TETR.IO")
        trial = self._trial()  # plans on a copy: what a hold brings is known only once it is pressed
        if landing.held:
            trial._press(HOLD, 1)
        planned = trial._presses(trial._way(before, after))
        wait = tick - sum(ticks for _, ticks in planned)
        if self._exact and wait < trial.engine.counter:
            self._place_fast(before, after, tick)
        else:
            if landing.held:
                self._press(HOLD, 1)
            while engine.counter < wait:
                self._tick()
            for key, ticks in planned:
                self._press(key, ticks)
        placed = engine.placements[-1] if len(engine.placements) == number else None
        right = placed is not None and placement_of(placed).canonical() == at.canonical()
        if placed is None or not right or placed.cleared != len(landing.rows):
            raise BadInput(f"{name} is not placed like that in TETR.IO")
        if self._exact:
            items = (placed.tick + 1, placed.attack, placed.sent, placed.risen)
            if items != (tick, landing.attack, landing.sent, landing.up):
                raise BadInput(f"{name} sends or lets rise something else in TETR.IO")

    def _way(self, before: State, after: State) -> tuple[Input, ...]:
        """Return the keys that bring the piece in play to its place."""
        assert after.last is not None
        at, engine = after.last.placement, self.engine
        pose = Pose(engine.orientation, engine.x, engine.row)
        way = _straight_down(before.field, at, pose)
        way = way or path_from(before.field, at, pose, "srs+", "0g", before.rules.spins)
        if way is None:
            number = len(engine.placements) + 1
            raise BadInput(f"piece {number}, {letter(at.piece)}, cannot come there with TETR.IO's kicks")
        return tuple(way)

    def _place_fast(self, before: State, after: State, tick: int) -> None:
        """All keys of a piece in as few ticks as can be; only to be lowered takes time, a tenth of a tick a row."""
        assert after.last is not None
        trial = self._trial()
        if after.last.held:
            trial._tick((HOLD, True, 0.0), (HOLD, False, 0.0))
        way = trial._way(before, after)
        rows = way.count("down")
        start = tick - 1 - -(-max(0, rows - _STEPS + 1) // _STEPS)
        if start < self.engine.counter:
            raise BadInput(
                f"piece {len(self.engine.placements) + 1} has locked faster than keys can be pressed"
            )
        while self.engine.counter < start:
            self._tick()
        keys: list[tuple[int, bool, float]] = []
        if after.last.held:
            keys += [(HOLD, True, 0.0), (HOLD, False, 0.0)]
        steps = 0
        for each, run in groupby(way):
            times, key = len(list(run)), _KEYS[each]
            if each != "down":
                keys += [(key, down, steps / _STEPS) for _ in range(times) for down in (True, False)]
                continue
            keys.append((key, True, steps / _STEPS))
            for _ in range(times):
                steps += 1
                if steps == _STEPS:
                    self._tick(*keys)
                    keys, steps = [], 0
                else:
                    keys.append((HOLD, False, steps / _STEPS))  # a moment for the piece to fall in
            keys.append((key, False, steps / _STEPS))
        self._tick(*keys)

    def finish(self, ticks: int = 0) -> int:
        """Go on up to the end, at least one more tick in which the last keys go up; returns the ticks to be played."""
        self._tick()
        while self.engine.counter < ticks and not self.engine.over:
            self._tick()
        return self.engine.counter + bool(self.engine.over)  # the tick in which a game ends is played as well

    def _trial(self) -> _Keys:
        """A hand that tries what comes of keys."""
        trial = _Keys(self.engine.options)
        trial.engine, trial._release = self.engine.copy(), [*self._release]
        return trial

    def _presses(self, way: Sequence[Input]) -> list[tuple[int, int]]:
        """Keys and for how many ticks each is down; a long way to a wall, or down, is one press."""
        results: list[tuple[int, int]] = []
        high = True
        for each, run in groupby(way):
            times, key = len(list(run)), _KEYS[each]
            if each == "down":
                results.append((key, times))
                high = False
            elif high and each in ("left", "right") and times >= _FAR and self._to_wall(results, key, times):
                results.append((key, _REPEAT + 1))
            else:
                results += [(key, 1)] * times
        return results

    def _to_wall(self, before: Sequence[tuple[int, int]], key: int, times: int) -> bool:
        """Return True if a held key moves the piece so many columns, no more, once other keys were pressed."""
        trial = self._trial()
        for each, ticks in before:
            trial._press(each, ticks)
        trial._tick()
        x = trial.engine.x
        trial._press(key, _REPEAT + 1)
        return abs(trial.engine.x - x) == times

    def _press(self, key: int, ticks: int) -> None:
        """A tap, or a key that is held for some whole ticks."""
        if ticks == 1 and key != SOFT_DROP:
            self._tick((key, True, 0.0), (key, False, 0.5))
            return
        self._tick((key, True, 0.0))
        for _ in range(ticks - 1):
            self._tick()
        self._release.append(key)

    def _tick(self, *keys: tuple[int, bool, float]) -> None:
        frame = self.engine.counter
        now: list[Event] = [Key(frame, key, False) for key in self._release]
        now += [Key(frame, *each) for each in keys]
        now += self._messages(frame)
        self._release.clear()
        self.events += now
        self.engine.tick(now)

    def _messages(self, frame: int) -> list[Event]:
        """The packets that come at the end of a tick, when both have played it: all own attacks are known by then."""
        seen = sum(tick <= frame + 1 for tick, _ in self._sent)
        events: list[Event] = []
        while self._come < len(self._incoming) and self._incoming[self._come][0] <= frame + 1:
            rows = self._incoming[self._come][1]
            self._come += 1
            events += [Garbage(frame, self._come, self._come, seen, rows), Arrival(frame, self._come)]
        return events
