"""A game of ours as a replay of TETR.IO: the keys that play it there, piece by piece.

Apart from `engine`, which plays what a file holds: whoever only reads files needs nothing of this.

TETR.IO deals its own pieces and begins on an empty board, so only a game of one player with the queue `tetrio`, and
without garbage, can be written. Attack and score are then counted by TETR.IO's rules, whatever ours were; all else is
equal, which is made sure of piece by piece.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise
from math import ceil

from game.chance import Minstd
from game.errors import BadInput
from game.tetris.guideline import State
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
    Engine,
    Event,
    Key,
)
from game.tetris.tetrio.file import Match, Player
from game.tetris.tetrio.options import SEASONS, Handling, Options
from game.tetris.tetrio.shapes import ROWS

VERSION = 19  # of the gameplay
_PACE = TICKS // 2  # ticks for a piece of a game that knows no time
_SPIN_RULES: dict[SpinRule, str] = {
    "t-spins": "T-spins",
    "t-spins+": "T-spins+",
}  # the others are spelt alike
_KEYS: dict[Input, int] = {
    "left": LEFT, "right": RIGHT, "cw": CLOCKWISE, "ccw": COUNTERCLOCKWISE, "flip": HALF_TURN, "down": SOFT_DROP,
    "drop": HARD_DROP,
}  # fmt: skip
_TURNS: tuple[tuple[Action, ...], ...] = ((), ("cw",), ("flip",), ("ccw",))  # from north
_REPEAT = 6  # ticks until a held key moves the piece to the wall
_FAR = 3  # columns: a way to the wall that is as long or longer is a held key


def exported(states: Sequence[State], name: str = "", locks: Sequence[int] = (), played: str = "") -> Match:
    """The game that takes this course as a match of one round.

    `states` follow each other by one placement each. `locks` are the ticks in which the pieces were locked, of a game
    in real time; without them each piece takes half a second. `played` is the date. Raises `BadInput` where TETR.IO
    has no such game.
    """
    start = states[0]
    _check(start)
    hand = _Hand(_options(start))
    for number, (before, after) in enumerate(pairwise(states)):
        hand.place(before, after, locks[number] if number < len(locks) else (number + 1) * _PACE)
    hand.finish()
    frames = hand.engine.counter + bool(hand.engine.over)  # the tick in which a game ends is played as well
    player = Player(name or "Player", hand.engine.options, hand.events, frames, {}, {}, "", alive=True)
    outcome = player.play()
    player.stats, player.reason, player.alive = outcome.stats, outcome.reason, outcome.reason == "winner"
    player.figures = outcome.rates
    return Match(VERSION, [[player]], played)


def _check(start: State) -> None:
    """Raise `BadInput` for a start that TETR.IO does not have."""
    queue = start.queue
    if queue.kind != "tetrio" or queue.number or queue.listed:
        raise BadInput("its pieces were not drawn as TETR.IO draws them; choose 7-bag (TETR.IO) in New game")
    if start.field.cells or start.hold is not None or start.combo or start.chain:
        raise BadInput("a replay of TETR.IO begins on an empty board with nothing in hold")


def _options(start: State) -> Options:
    """The rules of a custom game that are nearest to ours. Nothing falls or locks by itself."""
    rules = start.table
    attack = rules.table.name
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
        garbagemultiplier=rules.table.multiplier / 100 if attack in SEASONS else 1.0,
        **SEASONS.get(attack, SEASONS["tetr.io"]),
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


class _Hand:
    """Presses keys, and looks after each piece whether it is where it should be."""

    def __init__(self, options: Options) -> None:
        self.engine = Engine(options)
        self.events: list[Event] = []
        self._release: list[int] = []  # keys that go up when the next tick begins

    def place(self, before: State, after: State, tick: int) -> None:
        """The piece that leads from one state to the next is locked in this tick, or as soon as keys allow."""
        landing, engine = after.last, self.engine
        assert landing is not None
        at, number = landing.placement, len(engine.placements) + 1
        if landing.up:
            raise BadInput("garbage rose in it, and TETR.IO draws other holes")
        if landing.held:
            self._press(HOLD, 1)
        pose = Pose(engine.orientation, engine.x, ROWS - 1 - ceil(engine.u))
        way = _straight_down(before.field, at, pose)
        way = way or path_from(before.field, at, pose, "srs+", "0g", before.table.spins)
        if way is None:
            raise BadInput(f"piece {number}, {letter(at.piece)}, cannot come there with TETR.IO's kicks")
        planned = self._presses(way)
        while engine.counter < tick - sum(ticks for _, ticks in planned):
            self._tick()
        for key, ticks in planned:
            self._press(key, ticks)
        placed = engine.placements[-1]
        right = len(engine.placements) == number and placement_of(placed).canonical() == at.canonical()
        if not right or placed.cleared != len(landing.rows):
            raise BadInput(f"piece {number}, {letter(at.piece)}, is not placed like that in TETR.IO")

    def finish(self) -> None:
        """One more tick, in which the last keys go up."""
        self._tick()

    def _presses(self, way: Sequence[Input]) -> list[tuple[int, int]]:
        """Keys and for how many ticks each is down; a long way to a wall, or down, is one press."""
        found: list[tuple[int, int]] = []
        high = True
        for each, run in groupby(way):
            times, key = len(list(run)), _KEYS[each]
            if each == "down":
                found.append((key, times))
                high = False
            elif high and each in ("left", "right") and times >= _FAR and self._to_wall(found, key, times):
                found.append((key, _REPEAT + 1))
            else:
                found += [(key, 1)] * times
        return found

    def _to_wall(self, before: Sequence[tuple[int, int]], key: int, times: int) -> bool:
        """Whether a held key moves the piece so many columns, no more, once other keys were pressed."""
        trial = _Hand(self.engine.options)
        trial.engine, trial._release = self.engine.copy(), [*self._release]
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
        self._release.clear()
        self.events += now
        self.engine.tick(now)
