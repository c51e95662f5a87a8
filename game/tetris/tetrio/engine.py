"""One player's round of TETR.IO, played again from keys, incoming garbage, options and a seed.

All numbers are IEEE doubles, as in the original. The rules were derived from public sources and hold in real games of
gameplay version 19; a comment "(sources)" marks what no game exercised that we could compare with. docs/tetrio.md
has the list. The board's rows count from the bottom; the engine's own height `u` is measured in rows **down** from
the top of 40 rows, and a piece's row is 39 - ceil(u).
"""

from __future__ import annotations

import copy
import hashlib
from collections import deque
from collections.abc import Sequence
from math import ceil, floor, log1p
from typing import Any, NamedTuple

import msgspec

from game.chance import Minstd
from game.tetris.guideline.attack import CLASSIC_COMBOS, MODERN_COMBOS, TETR_IO
from game.tetris.guideline.finesse import fewest_keys, lowered
from game.tetris.guideline.pieces import CELLS, PIECES, I, O, T
from game.tetris.guideline.srs import KICKS as _OURS
from game.tetris.tetrio.options import INFINITE_SDF, Options
from game.tetris.tetrio.randomness import Queue

# Pieces about TETR.IO's pivots, which for I and O are not the centres of our SRS, and its kicks about them.

COLUMNS = 10
# our centre from the pivot
_CENTRES = {I: ((0, 0), (1, 0), (1, -1), (0, -1)), O: ((0, 0), (0, 1), (1, 1), (1, 0))}
_SAME = ((0, 0),) * 4

# by piece and orientation: the four cells from the pivot, (to the right, up)
SHAPES = tuple(
    tuple(
        tuple((x + dx, y + dy) for dx, dy in CELLS[piece][turned])
        for turned, (x, y) in enumerate(_CENTRES.get(piece, _SAME))
    )
    for piece in range(7)
)


def centre(piece: int, orientation: int) -> tuple[int, int]:
    """Return where this program's centre of a piece lies from the pivot, (to the right, up)."""
    return _CENTRES.get(piece, _SAME)[orientation]


def _about_pivots(piece: int) -> dict[tuple[int, int], tuple[tuple[int, int], ...]]:
    centres = _CENTRES.get(piece, _SAME)
    return {
        (before, after): tuple(
            (dx + centres[before][0] - centres[after][0], dy + centres[before][1] - centres[after][1])
            for dx, dy in shifts
        )
        for (before, after), shifts in _OURS["srs+"][piece].items()
    }


# by piece: (orientation before, after) -> shifts of the pivot to try, in order; the first is always none
KICKS = tuple(_about_pivots(piece) for piece in range(7))


TICKS = 60  # a second
KEYS = ("moveLeft", "moveRight", "softDrop", "hardDrop", "rotateCW", "rotateCCW", "rotate180", "hold")
LEFT, RIGHT, SOFT_DROP, HARD_DROP, CLOCKWISE, COUNTERCLOCKWISE, HALF_TURN, HOLD = range(8)
NO_SPIN, MINI, FULL = range(3)

_ROW = (1 << COLUMNS) - 1
_SPAWN_X = 4
_QUARTERS = {CLOCKWISE: 1, HALF_TURN: 2, COUNTERCLOCKWISE: 3}
_FINESSE_KEYS = {LEFT: 1, RIGHT: 1, CLOCKWISE: 1, COUNTERCLOCKWISE: 1, HALF_TURN: 2}
_MOST_RESETS, _MOST_TURNS = 31, 63
_SAFELOCK = 7  # ticks in which a hard drop is refused after a piece locked by itself
RATES = ("apm", "pps", "vsscore")
_OLD = (
    15  # the last version that counts heights more finely, and draws pieces and holes from the same numbers
)
_FINER_SDF, _OLD_INFINITE_SDF = (
    13,
    21,
)  # the version that brought the least speed of today; "to the floor" before 15
_BAG = 7
_SPIKE = 60  # ticks in which two sendings belong to one spike

_ATTACK = (TETR_IO.plain, TETR_IO.mini, TETR_IO.full)  # by spin and rows
_SCORE = ((0, 100, 300, 500, 800, 1200), (100, 200, 400, 800, 1600, 1600), (400, 800, 1200, 1600, 2600, 3200))
_NAMES = (
    ("", "singles", "doubles", "triples", "quads", "pentas"),
    (
        "minitspins",
        "minitspinsingles",
        "minitspindoubles",
        "minitspintriples",
        "minitspinquads",
        "tspinpentas",
    ),
    ("realtspins", "tspinsingles", "tspindoubles", "tspintriples", "tspinquads", "tspinpentas"),
)
_CLEARS = (
    "singles", "doubles", "triples", "quads", "pentas", "realtspins", "minitspins", "minitspinsingles",
    "tspinsingles", "minitspindoubles", "tspindoubles", "minitspintriples", "tspintriples", "minitspinquads",
    "tspinquads", "tspinpentas", "allclear",
)  # fmt: skip
_COMBOS = {  # (sources)
    "classic guideline": CLASSIC_COMBOS,
    "modern guideline": MODERN_COMBOS,
    "none": (0,),
}
# around the pivot of a T, clockwise; north points to the first two
_CORNERS = ((-1, 1), (1, 1), (1, -1), (-1, -1))


class Event(msgspec.Struct, gc=False):
    """Event in tick `frame`."""

    frame: int


class Key(Event, gc=False):
    """A key, numbered as in `KEYS`, goes down or up; `subframe` in parts of a tick, from 0 up to 1.

    `hoisted`: it was down before the start.
    """

    key: int
    down: bool
    subframe: float = 0.0
    hoisted: bool = False


class Garbage(Event, gc=False):
    """A packet of garbage is announced.

    `cid` names it, `iid` counts the sender's attacks, `ackiid` is the last of the receiver's own attacks which the
    sender had seen (None in old files: all), `column` the hole where the file has it (version 15).
    """

    cid: int
    iid: int
    ackiid: int | None
    amount: int
    column: int | None = None


class Arrival(Event, gc=False):
    """The packet `cid` is confirmed; it becomes active after `garbagespeed` ticks."""

    cid: int


class Kill(Event, gc=False):
    """The player has knocked out another."""


class Packet(msgspec.Struct):
    """Garbage in the queue. Once it is confirmed it becomes active, and can rise, at the end of tick `due`."""

    amount: int
    column: int | None
    due: int = 0
    active: bool = False


class Placed(NamedTuple):
    """A piece that has been locked.

    `cells` are 10 y + x from the bottom left corner, before rows are cleared; `attack` is the sum of all fights,
    `sent` what was left after cancelling; `risen` the garbage rows from the lowest, as they rose after the lock, bit x
    for column x; `held` is the piece in hold after it was placed, or None, `drawn` how many pieces had come from the
    queue, `hard` whether it was hard dropped, `waiting` the garbage rows in the queue just before the lock; `lifted`
    the rows that rose by time while it fell, in games of survival. `keys`: those pressed for it where they were more
    than needed, else 0.
    """

    tick: int
    piece: int
    orientation: int
    cells: tuple[int, ...]
    spin: int
    cleared: int
    hard: bool
    held: int | None
    drawn: int
    attack: int = 0
    sent: int = 0
    risen: tuple[int, ...] = ()
    combo: int = 0
    btb: int = 0
    waiting: int = 0
    lifted: tuple[int, ...] = ()
    keys: int = 0

    def plain(self) -> list[Any]:
        """As a list of numbers, in which form placements are compared and counted."""
        return [
            self.tick, PIECES[self.piece], self.orientation, list(self.cells), self.spin, self.cleared,
            self.attack, self.sent, len(self.risen), int(self.hard),
        ]  # fmt: skip


class Outcome(msgspec.Struct, frozen=True):
    """A round that was played to its end.

    `stats` has the names of the file's own `results.stats`; `board` the rows from the bottom, bit x for column x,
    without the empty ones above; `ticks` is how many were played to their end, `queue` all pieces that were dealt.
    """

    reason: str
    stats: dict[str, Any]
    board: list[int]
    placements: list[Placed]
    ticks: int
    queue: list[int]

    @property
    def rates(self) -> dict[str, Any]:
        """Rates over time, with the names of the file's own `results.aggregatestats`."""
        seconds, garbage = self.ticks / TICKS, self.stats["garbage"]
        counts = (
            60 * garbage["attack"],
            self.stats["piecesplaced"],
            100 * (garbage["attack"] + garbage["cleared"]),
        )
        return {name: count / seconds if seconds else 0.0 for name, count in zip(RATES, counts, strict=True)}

    @property
    def digest(self) -> str:
        """SHA-256 of all placements, each as JSON without spaces, one a line."""
        lines = b"\n".join(msgspec.json.encode(placed.plain()) for placed in self.placements)
        return hashlib.sha256(lines).hexdigest()


def _masks() -> tuple[tuple[tuple[tuple[tuple[int, int], ...] | None, ...], ...], ...]:
    """By piece, orientation and x + 2: pairs of row offset and mask; None where a cell is beyond a wall."""

    def of(shape: Sequence[tuple[int, int]], x: int) -> tuple[tuple[int, int], ...] | None:
        if not all(0 <= x + dx < COLUMNS for dx, _ in shape):
            return None
        rows: dict[int, int] = {}
        for dx, dy in shape:
            rows[dy] = rows.get(dy, 0) | 1 << x + dx
        return tuple(sorted(rows.items()))

    return tuple(
        tuple(tuple(of(shape, x) for x in range(-2, COLUMNS + 2)) for shape in shapes) for shapes in SHAPES
    )


_MASKS = _masks()


class Engine:
    """The state of a round. `tick` plays one tick with its events; `over` says why it has ended, or nothing.

    With `at_death` the figures are those of the moment of death, as in files whose `end` has them: a hold whose piece
    found no room does not count then. In others it does.
    """

    def __init__(self, options: Options, *, at_death: bool = False) -> None:
        self.options, self.at_death = options, at_death
        self.handling = options.handling
        self.queue = Queue(options.bagtype, options.seed, no_szo=options.no_szo)
        self.drawn = 0
        # for the holes: a second stream with the same seed, but for rows that rose by time in old versions
        by_time = options.survivalmode == "timer" and options.version <= _OLD
        self.random = self.queue.random if by_time else Minstd(options.seed)
        self.rows = options.boardheight + options.boardbuffer
        self.board = [0] * self.rows
        self.dirty = [False] * self.rows  # rows that came as garbage
        self.held: int | None = None
        self.over = ""
        self.now = self.counter = 0  # the tick that is played; ticks that are past
        self.done = 0.0  # how far the tick has been played
        self.placements: list[Placed] = []
        # the piece in play
        self.piece, self.x, self.u, self.orientation = 0, _SPAWN_X, options.boardbuffer - 2.04, 0
        self.lowest, self.timer = options.boardbuffer - 2, 0.0
        self.resets = self.turn_resets = self.turns = 0
        self.spin, self.at_wall, self.may_hold = NO_SPIN, False, True
        self.keys, self.soft_dropped = 0, False
        self.safelock = 0
        self.lockresets = float("inf") if options.infinite_movement else options.lockresets
        # keys
        self.down = [False, False]
        self.das = [0.0, 0.0]
        self.arr = [self.handling.arr, self.handling.arr]
        self.last, self.soft = LEFT, False
        self.held_keys: set[int] = set()  # turns and hold, for what a new piece does while they are down
        # rules that grow
        self.gravity, self.multiplier, self.cap = options.g, options.garbagemultiplier, options.garbagecap
        self.level, self.level_lines = options.startinglevel if options.levels else 1, 0
        if options.levels:
            self.gravity = options.gravity_at(self.level)
        # garbage
        self.packets: list[Packet] = []
        self._announced: dict[int, Packet] = {}  # by `cid`, not confirmed yet
        self._confirmed: deque[Packet] = deque()  # not active yet, in order of time
        self.ledger: list[list[int]] = []  # own attacks that the others may not have seen: [iid, rows]
        self.attacks = 0
        self.hole: int | None = None
        self.last_rise = 0
        self.survived = 0  # rows that rose by time alone
        self.lifted: list[int] = []  # those that rose since the last lock
        self.rows_rose = self.last_cleared = False  # since the last spawn; at the last lock
        # figures
        self.spike = [0, 0]
        self.spike_timer = 0
        self.lines = self.inputs = self.holds = self.score = self.combo = self.topcombo = self.combopower = 0
        self.btb = self.topbtb = self.btbpower = self.spins = self.kills = 0
        self.clears = dict.fromkeys(_CLEARS, 0)
        self.sent = self.sent_nomult = self.received = self.attack = self.garbage_cleared = 0
        self.maxspike = [0, 0]
        self.finesse_combo = self.faults = self.perfect = 0
        self._lock_attack = self._lock_sent = 0
        self._risen: list[int] = []
        self._spawn(self._draw())

    def copy(self) -> Engine:
        """Another engine in the same state. Shared is only what never changes, and the queue, which only grows."""
        shared: tuple[object, ...] = (self.options, self.handling)
        if self.random is not self.queue.random:
            shared += (self.queue,)
        placements = list(self.placements)
        return copy.deepcopy(self, {id(each): each for each in shared} | {id(self.placements): placements})

    def floor(self) -> int:
        """The row in which the piece would lock if it were dropped now."""
        down = ceil(self.u)
        while self._fits(self.x, down + 1, self.orientation):
            down += 1
        return self.rows - 1 - down

    @property
    def row(self) -> int:
        """The row in which the piece is now, from the bottom."""
        return self.rows - 1 - ceil(self.u)

    # -- time --

    def tick(self, events: Sequence[Event]) -> None:
        """Play the next tick with its events, in the file's order."""
        if self.over:
            return
        self.now, self.done = self.counter, 0.0
        if self.options.survivalmode == "timer":
            self._rise_in_time()
        for event in events:
            if isinstance(event, Key):
                self._reach(event.subframe)
                self._key(event)
            else:
                self._message(event)
        self._finish_tick()

    def _reach(self, subframe: float) -> None:
        if subframe > self.done and not self.over:
            self._advance(subframe - self.done)
            self._note(subframe)

    def _note(self, subframe: float) -> None:
        if not self.over:
            self.done = subframe

    def _finish_tick(self) -> None:
        if not self.over:
            self.counter += 1
            self._advance(1 - self.done)
            self._count_tick()

    def _count_tick(self) -> None:
        """Update the counts at the end of each tick."""
        if self.over:
            return
        while self._confirmed and self._confirmed[0].due <= self.counter:
            self._confirmed.popleft().active = True
        if self.spike_timer:
            self.spike_timer -= 1
            if not self.spike_timer:
                self.spike = [0, 0]
        options = self.options
        if self.counter > options.gmargin:
            self.gravity += options.gincrease / TICKS
        if self.counter > options.garbagemargin:
            self.multiplier += options.garbageincrease / TICKS
        if self.counter > options.garbagecapmargin:  # (sources)
            self.cap += options.garbagecapincrease / TICKS
        if options.objective_type != "none" and self._finished:
            self.over = "clear"

    @property
    def _finished(self) -> bool:
        """True if a game alone has reached what it is played for."""
        options, milliseconds = self.options, self.counter * 1000 / TICKS
        return {
            "lines": 0 < options.objective_count <= self.lines,
            "garbage": 0 < options.objective_count <= self.garbage_cleared,
            "timed": 0 < options.objective_time <= milliseconds,
        }.get(options.objective_type, False)

    def last_messages(self, events: Sequence[Event]) -> None:
        """The events after the last tick: nothing moves any more, but garbage and kills still count."""
        for event in events:
            if not isinstance(event, Key):
                self._message(event)

    def _advance(self, part: float) -> None:
        self._repeat(LEFT, part)
        self._repeat(RIGHT, part)
        self._fall(part)

    # -- keys --

    def _key(self, event: Key) -> None:
        key = event.key
        if self.over:  # keys of the tick in which the game has ended are still counted
            self.inputs += event.down
        elif event.down:
            self._key_down(key, hoisted=event.hoisted)
        elif key in _QUARTERS or key == HOLD:
            self.held_keys.discard(key)
        elif key in (LEFT, RIGHT):
            self._release(key)
        elif key == SOFT_DROP:
            self.soft = False
            if self.options.version > _OLD:
                self.soft_dropped = True

    def _key_down(self, key: int, *, hoisted: bool) -> None:
        if key == HARD_DROP and (self.safelock > 0 or not self.options.allow_harddrop):
            return
        self.inputs += 1
        if key in _QUARTERS or key == HOLD:
            self.held_keys.add(key)
        self.keys += _FINESSE_KEYS.get(key, 0)
        if key in (LEFT, RIGHT):
            self._press(key, hoisted=hoisted)
        elif key == SOFT_DROP:
            self.soft = True
            if self.options.version <= _OLD:
                self.soft_dropped = True
        elif key == HARD_DROP:
            while self._down(1.0):
                self.score += 2
            self._lock(hard=True)
        elif key == HOLD:
            self._hold()
        elif key != HALF_TURN or self.options.allow180:
            self._turn(_QUARTERS[key])

    def _press(self, side: int, *, hoisted: bool) -> None:
        self.down[side] = True
        self.das[side] = max(0.0, self.handling.das - self.handling.dcd) if hoisted else 0.0
        self.arr[side] = self.handling.arr
        self.last = side
        self._step(side)

    def _release(self, side: int) -> None:
        self.down[side] = False
        self.das[side] = 0.0
        other = 1 - side
        if self.down[other]:
            self.last = other
        if self.handling.cancel:  # (sources)
            self.das[other], self.arr[other] = 0.0, self.handling.arr

    def _repeat(self, side: int, part: float) -> None:
        if not self.down[side] or self.last != side:
            return
        limit, rate = self.handling.das, self.handling.arr
        over = max(0.0, part - max(0.0, limit - self.das[side]))
        self.das[side] = min(self.das[side] + part, limit)
        if self.das[side] < limit:
            return
        self.arr[side] += over if self.options.version >= _OLD else part  # the latter from sources
        if self.arr[side] < rate:
            return
        if rate == 0:
            times = COLUMNS
        else:
            times = floor(self.arr[side] / rate)
            self.arr[side] -= times * rate
        for _ in range(min(times, COLUMNS)):  # a wall is never farther
            self._step(side)

    def _step(self, side: int) -> None:
        x = self.x - 1 if side == LEFT else self.x + 1
        if not self._fits(x, ceil(self.u), self.orientation):
            self.at_wall = True
            return
        self.x = x
        self.at_wall = False
        self.spin = NO_SPIN
        self._reset()
        self._slam()

    def _reset(self) -> None:
        self.resets = min(self.resets + 1, _MOST_RESETS)
        if self.resets < self.lockresets:
            self.timer = 0.0

    def _turn(self, quarters: int) -> None:
        before = self.orientation
        after = (before + quarters) % 4
        for index, (dx, dy) in enumerate(KICKS[self.piece][before, after]):
            keeps = index == 0 or self.turns > self.options.lockresets + 15  # the latter from sources
            u = (self.u if keeps else floor(self.u) + 0.1) - dy
            if self._fits(self.x + dx, ceil(u), after):
                break
        else:
            return
        self.x, self.u, self.orientation = self.x + dx, u, after
        self.turn_resets = min(self.turn_resets + 1, _MOST_TURNS)
        self.turns += 1
        self._reset()
        self.spin = self._judge(index, quarters)
        self._discharge(at_wall=self.at_wall)
        self._slam()

    def _discharge(self, *, at_wall: bool) -> None:
        """The delay after a turn or a spawn at a wall (sources)."""
        if at_wall and self.handling.dcd > 0:
            for side in (LEFT, RIGHT):
                self.das[side] = min(self.das[side], self.handling.das - self.handling.dcd)
                self.arr[side] = self.handling.arr

    def _hold(self) -> None:
        if not self.may_hold or not self.options.display_hold:
            return
        self.holds += 1
        piece, self.held = self.held, self.piece
        self._spawn(self._draw() if piece is None else piece, by_hold=True)
        self.may_hold = self.options.infinite_hold
        if self.over and self.at_death:
            self.holds -= 1

    # -- the piece in play --

    def _draw(self) -> int:
        if self.random is self.queue.random and len(self.queue.pieces) - self.drawn < _BAG:
            self.queue.draw_bag()  # now, before the next row takes the numbers
        self.drawn += 1
        return self.queue[self.drawn - 1]

    def _spawn(self, piece: int, *, by_hold: bool = False) -> None:
        buffer = self.options.boardbuffer
        self.piece, self.x, self.u, self.orientation = piece, _SPAWN_X, buffer - 2.04, 0
        self.lowest, self.timer = buffer - 2, 0.0
        self.resets = self.turn_resets = self.turns = 0
        self.spin, self.may_hold = NO_SPIN, True
        self.keys, self.soft_dropped = 0, False
        at_wall, self.at_wall = self.at_wall, False
        self._discharge(at_wall=at_wall)
        if not self._finds_room():
            return
        self.rows_rose = False
        if self.held_keys and self._keys_at_spawn(by_hold=by_hold):
            return
        self._slam()

    def _finds_room(self) -> bool:
        """Return True if a new piece has a place, higher up after a clear; without one the game is over."""
        while not self._fits(self.x, ceil(self.u), self.orientation):
            if not (self.last_cleared and self.options.clutch) or self.u < 1:
                self._top_out("garbagesmash" if self.rows_rose else "topout")
                return False
            self.u -= 1
        return True

    def _keys_at_spawn(self, *, by_hold: bool) -> bool:
        """Apply the keys that are down to a new piece, first the hold; whether it is another piece now (sources)."""
        if (
            self.handling.ihs == "hold"
            and HOLD in self.held_keys
            and not by_hold
            and self.options.display_hold
        ):
            self._hold()
            return True
        if self.handling.irs == "hold":
            quarters = sum(_QUARTERS[key] for key in self.held_keys if key != HOLD) % 4
            if quarters:
                self._turn(quarters)
                return not self._finds_room()
        return False

    def _fits(self, x: int, down: int, orientation: int) -> bool:
        masks = _MASKS[self.piece][orientation][x + 2] if -2 <= x < COLUMNS + 2 else None
        if masks is None:
            return False
        board, row = self.board, self.rows - 1 - down
        for dy, mask in masks:
            y = row + dy
            if not 0 <= y < self.rows or board[y] & mask:
                return False
        return True

    def _fall(self, part: float) -> None:
        if self.safelock > 0:
            self.safelock -= 1
        way = self.gravity * part
        force = False
        if self.soft:
            way = self._soft_drop(part)
        if self.resets >= self.lockresets and not self._fits(self.x, ceil(self.u) + 1, self.orientation):
            way, force = 20.0, True
        if self.turn_resets > self.lockresets + 15:
            way += part / 2 * (self.turn_resets - self.lockresets - 15)
        while way > 0:
            step = min(1.0, way)
            before = ceil(self.u)
            if not self._down(step):
                self.timer += part if self.options.version >= _OLD else 1  # the latter from sources
                if self.timer > self.options.locktime or force or self.resets >= self.lockresets:
                    if self.handling.safelock:
                        self.safelock = _SAFELOCK
                    self._lock(hard=False)
                return
            way -= step
            if self.soft and ceil(self.u) != before:
                self.score += 1

    def _soft_drop(self, part: float) -> float:
        """Return how far soft drop goes; before version 15 from sources."""
        factor, way = self.handling.sdf, self.gravity * part
        if self.options.version < _OLD and factor == _OLD_INFINITE_SDF:
            return 20 * part
        if self.options.version >= _OLD and factor == INFINITE_SDF:
            return 400 * part
        return max(way * factor, 0.05 * factor if self.options.version >= _FINER_SDF else 0.42)

    def _down(self, way: float) -> bool:
        """Fall by at most one row; whether there was room. The small steps keep the height from a whole number."""
        if self.options.version <= _OLD:
            old, step = floor(1e13 * self.u) / 1e13, 1e-5
            new = old + way
        else:
            old, step = self.u, 1e-6
            new = floor(1e6 * (old + way) + 0.5) / 1e6
        if new == floor(new):
            new += step
        row = old + 1
        if row == floor(row):
            row -= 2 * step
        if not (
            self._fits(self.x, ceil(new), self.orientation)
            and self._fits(self.x, ceil(row), self.orientation)
        ):
            return False
        if new > self.lowest:
            self.lowest = ceil(new)
            self.resets = self.turn_resets = 0
        if ceil(new) != ceil(self.u):
            self.spin = NO_SPIN
        self.u = new
        return True

    def _slam(self) -> None:
        """To the floor at once where gravity is that strong (sources; version 15 has no such rule)."""
        options, handling = self.options, self.handling
        if options.version <= _OLD:
            return
        strong = self.gravity >= 20 and options.gravitymay20g
        if self.soft:
            fast = handling.sdf == INFINITE_SDF or self.gravity * handling.sdf >= 20
            strong = fast and (handling.may20g or strong)
        while strong and self._down(1.0):
            if self.soft:
                self.score += 1

    # -- spins --

    def _judge(self, kick: int, quarters: int) -> int:
        """Return the kind of spin of a turn that has just succeeded. Only `T-spins` is confirmed."""
        rule = self.options.spinbonuses
        if rule == "none":
            return NO_SPIN
        row = ceil(self.u)
        if rule == "stupid":
            return NO_SPIN if self._fits(self.x, row + 1, self.orientation) else FULL
        if self.piece == T:
            spin = self._corners(kick, quarters)
            if (
                spin == NO_SPIN
                and rule in ("T-spins+", "all+", "all-mini+", "mini-only")
                and self._immobile()
            ):
                spin = MINI
            return MINI if spin and rule == "mini-only" else spin
        if rule in ("T-spins", "T-spins+") or not self._immobile():
            return NO_SPIN
        return FULL if rule in ("all", "all+") else MINI

    def _corners(self, kick: int, quarters: int) -> int:
        down = ceil(self.u)
        if self._fits(self.x, down + 1, self.orientation):
            return NO_SPIN
        row = self.rows - 1 - down
        taken = [self._taken(self.x + dx, row + dy) for dx, dy in _CORNERS]
        if sum(taken) < 3:
            return NO_SPIN
        ahead = taken[self.orientation] and taken[(self.orientation + 1) % 4]
        return FULL if ahead or (kick == 4 and quarters != 2) else MINI

    def _taken(self, x: int, y: int) -> bool:
        return not (0 <= x < COLUMNS and 0 <= y < self.rows) or bool(self.board[y] >> x & 1)

    def _immobile(self) -> bool:
        x, row, orientation = self.x, ceil(self.u), self.orientation
        return not any(
            self._fits(*place, orientation)
            for place in ((x - 1, row), (x + 1, row), (x, row - 1), (x, row + 1))
        )

    # -- a lock --

    def _lock(self, *, hard: bool) -> None:
        options, row = self.options, self.row
        shape = [(self.x + dx, row + dy) for dx, dy in SHAPES[self.piece][self.orientation]]
        for x, y in shape:
            self.board[y] |= 1 << x
        full = [y for y in range(self.rows) if self.board[y] == _ROW]
        rows, spin = len(full), self.spin
        with_garbage = sum(self.dirty[y] for y in full)
        for y in reversed(full):
            del self.board[y], self.dirty[y]
        self.board += [0] * rows
        self.dirty += [False] * rows
        self.lines += rows
        if options.levels:
            self._rise_in_level(rows)
        self.garbage_cleared += with_garbage
        all_clear = rows > 0 and not any(self.board)
        self.last_cleared = rows > 0
        self._lock_attack = self._lock_sent = 0
        self._risen = []
        cells = tuple(sorted(10 * y + x for x, y in shape))
        self.placements.append(  # what it did follows when it is known; the opener phase counts this piece
            Placed(
                self.now,
                self.piece,
                self.orientation,
                cells,
                spin,
                rows,
                hard,
                self.held,
                self.drawn,
                waiting=self.waiting,
                lifted=tuple(self.lifted),
            )
        )
        self.lifted = []
        attack = self._reckon(rows, spin, with_garbage=with_garbage > 0, all_clear=all_clear)
        if rows > 0 or attack > 0:
            self._fight(attack)
        if all_clear and options.allclears:
            self._fight(floor(options.allclear_garbage * self.multiplier))
        if options.garbageblocking != "combo blocking" or (rows == 0 and attack == 0):
            self._rise()
        self.placements[-1] = self.placements[-1]._replace(
            attack=self._lock_attack,
            sent=self._lock_sent,
            risen=tuple(self._risen),
            combo=self.combo,
            btb=self.btb,
        )
        self._count_keys(shape)
        if self.over:
            return
        high = all(y >= options.boardheight for _, y in shape)
        if high and not options.nolockout and not (rows > 0 and options.clutch):
            self._top_out("topout")
            return
        self._spawn(self._draw())

    def _top_out(self, reason: str) -> None:
        self.over = "topout_clear" if self.options.topoutisclear else reason

    def _rise_in_level(self, rows: int) -> None:
        """Rows lead to the next level, with its gravity (sources)."""
        self.level_lines += rows
        while self.level_lines >= (needed := self.options.lines_at(self.level)):
            self.level_lines -= floor(needed)
            self.level += 1
        self.gravity = self.options.gravity_at(self.level)

    def _reckon(self, rows: int, spin: int, *, with_garbage: bool, all_clear: bool) -> int:
        """Count combo, back-to-back and score of a lock, fight for a surge; returns its attack in rows."""
        options = self.options
        self.combo = self.combo + 1 if rows else 0
        self.topcombo = max(self.topcombo, self.combo)
        difficult = rows > 0 and (rows >= 4 or spin != NO_SPIN)
        more = int(difficult)
        if all_clear and options.allclear_b2b > 0:  # (sources)
            more = (
                more + options.allclear_b2b if options.allclear_b2b_dupes else max(more, options.allclear_b2b)
            )
        if all_clear and options.allclear_charges:  # (sources)
            more = max(more, options.b2bcharge_at + 1 - self.btb)
        if more > 0:
            self.btb += more
        elif rows > 0:
            if options.b2bcharging and self.btb > options.b2bcharge_at:
                self._surge()
            self.btb = 0
        self.topbtb = max(self.topbtb, self.btb)
        kind = min(rows, 5)
        name = _NAMES[spin][kind]
        if name:
            self.clears[name] += 1
        self.clears["allclear"] += all_clear
        self.spins += spin != NO_SPIN
        score = float(_SCORE[spin][kind])
        raw = float(_ATTACK[spin][kind])
        if rows > 0 and self.btb > 1:
            score *= 1.5
            if options.allclear_b2b_sends or not (all_clear and more == options.allclear_b2b):
                bonus = self._chain_bonus(rows, spin)
                raw += bonus
                if options.b2bchaining:
                    self.btbpower = max(self.btbpower, floor(bonus))
        elif rows > 0:
            self.btbpower = 0
        if self.combo > 1:
            score += 50 * (self.combo - 1)
            raw = self._with_combo(raw)
        if all_clear:
            score += 3500
        self.score += int(score) * self.level
        attack = self._rounded(raw * self.multiplier)
        if options.garbagespecialbonus and with_garbage and difficult:  # (sources)
            attack += 1
        if options.garbageattackcap > 0:  # (sources)
            attack = min(attack, floor(options.garbageattackcap))
        if not rows:
            self.combopower = 0
        elif self.combo > 2:
            self.combopower = max(self.combopower, min(attack, 7))
        return attack

    def _chain_bonus(self, rows: int, spin: int) -> float:
        if not self.options.b2bchaining:
            extra = self.options.b2bextras and (rows == 4 or (spin != NO_SPIN and rows >= 2))  # (sources)
            return 2.0 if extra else 1.0
        chain = self.btb - 1
        length = log1p(TETR_IO.chain_growth * chain)
        return floor(1 + length) + (0 if chain == 1 else (1 + length % 1) / 3)

    def _with_combo(self, raw: float) -> float:
        table = _COMBOS.get(self.options.combotable)
        if table is not None:
            return raw + table[min(self.combo - 2, len(table) - 1)]
        raw *= 1 + TETR_IO.combo_share * (self.combo - 1)
        return max(raw, log1p(TETR_IO.combo_least * (self.combo - 1))) if self.combo > 2 else raw

    def _rounded(self, rows: float) -> int:
        """Rounded down; with the rule `rng` up by chance (sources)."""
        whole = floor(rows)
        return whole + (self.random() < rows - whole) if self.options.roundmode == "rng" else whole

    def _surge(self) -> None:
        """A long chain that breaks sends its charge, in three parts (sources)."""
        options = self.options
        charge = floor((self.btb - options.b2bcharge_at + options.b2bcharge_base) * self.multiplier)
        third = floor(charge / 3 + 0.5)
        for part in (third, third, charge - 2 * third):
            if part > 0:
                self._fight(part, surge=True)

    def _count_keys(self, shape: list[tuple[int, int]]) -> None:
        fewest = fewest_keys(self.piece)[lowered(shape)]
        if self.soft_dropped or self.keys <= fewest:
            self.perfect += 1
            self.finesse_combo += 1
        else:
            self.faults += self.keys - fewest
            self.placements[-1] = self.placements[-1]._replace(keys=self.keys)
            self.finesse_combo = 0

    # -- garbage --

    def _message(self, event: Event) -> None:
        if isinstance(event, Garbage):
            amount = event.amount
            if self.options.passthrough in ("zero", "consistent"):
                amount = self._after_own_attacks(amount, event.ackiid)
            if amount > 0:
                packet = Packet(amount, event.column)
                self.packets.append(packet)
                self._announced.setdefault(event.cid, packet)
                self._trim()
        elif isinstance(event, Arrival):
            known = self._announced.pop(event.cid, None)
            if known is not None and known.amount > 0:
                self.received += known.amount
                known.due = event.frame + floor(self.options.garbagespeed)
                self._confirmed.append(known)
        elif isinstance(event, Kill):
            self.kills += 1

    def _after_own_attacks(self, amount: int, seen: int | None) -> int:
        """Return the rest of incoming rows after own attacks which the sender had not seen took theirs."""
        self.ledger = [] if seen is None else [entry for entry in self.ledger if entry[0] > seen]
        while self.ledger and amount > 0:
            used = min(self.ledger[0][1], amount)
            amount -= used
            self.ledger[0][1] -= used
            if self.ledger[0][1] == 0:
                self.ledger.pop(0)
        return amount

    def _trim(self) -> None:
        limit = floor(self.options.garbageabsolutecap)  # (sources)
        if limit <= 0:
            return
        over = self.waiting - limit
        while over > 0:
            used = min(over, self.packets[-1].amount)
            over -= used
            self.packets[-1].amount -= used
            if self.packets[-1].amount == 0:
                self.packets.pop()

    def _fight(self, rows: int, *, surge: bool = False) -> None:
        """Take so many rows off the queue, the oldest first; what is left is sent.

        Those of a surge count for every figure but `maxspike_nomult`.
        """
        options = self.options
        if not options.hasgarbage:
            return
        self.attack += rows
        self._lock_attack += rows
        if options.garbageblocking != "none":
            opening = len(self.placements) <= options.openerphase and self.waiting >= self.sent  # (sources)
            twice = rows if opening else 0
            while self.packets and rows + twice > 0:
                packet = self.packets[0]
                used = min(packet.amount, rows)
                rows -= used
                packet.amount -= used
                used = min(packet.amount, twice)
                twice -= used
                packet.amount -= used
                if packet.amount == 0:
                    self.packets.pop(0)
                    self._packet_ended()
        if rows <= 0:
            return
        self.attacks += 1
        self.ledger.append([self.attacks, rows])
        bare = floor(rows / self.multiplier) if self.multiplier > 0 else 0
        self.sent += rows
        self._lock_sent += rows
        self.sent_nomult += bare
        self.spike = [self.spike[0] + rows, self.spike[1] + (0 if surge else bare)]
        self.maxspike = [max(pair) for pair in zip(self.maxspike, self.spike, strict=True)]
        self.spike_timer = _SPIKE

    def _rise(self) -> None:
        options = self.options
        room = min(floor(min(self.cap, options.garbagecapmax)), 2 * self.rows)
        active = [packet for packet in self.packets if packet.active]
        waiting = [packet for packet in self.packets if not packet.active]
        # (sources)
        if active and room > 0 and 0 < options.messiness_timeout <= self.counter - self.last_rise:
            self._reroll()
        while active and room > 0:
            packet = active[0]
            while packet.amount > 0 and room > 0:
                if self.board[-1] == _ROW:  # (sources)
                    self._top_out("garbagesmash")
                    return
                hole = self._hole(packet.column)
                gap = ((1 << options.garbageholesize) - 1) << hole
                self._push(_ROW & ~gap)
                self._risen.append(self.board[0])
                packet.amount -= 1
                room -= 1
            if packet.amount == 0:
                active.pop(0)
                self._packet_ended()
        self.packets = active + waiting

    def _rise_in_time(self) -> None:
        """A row of garbage each so many ticks, whatever is played; a piece in its way is lifted."""
        options = self.options
        if self.counter % max(1, floor(options.survival_timer_itv)):
            return
        if 0 < options.survival_cap <= self.survived:  # (sources)
            return
        self.survived += 1
        if self.hole is None:
            self.hole = self.random.below(COLUMNS)
        elif self.random() < options.survival_messiness / 100:
            last = self.hole
            while self.hole == last:
                self.hole = self.random.below(COLUMNS)
        self._push(_ROW & ~(1 << self.hole))
        self.lifted.append(self.board[0])
        while not self._fits(self.x, ceil(self.u), self.orientation) and self.u > 1:
            self.u -= 1

    def _push(self, row: int) -> None:
        """Let a row of garbage come up; what it pushes over the top is lost."""
        self.board.insert(0, row)
        self.dirty.insert(0, True)
        self.board.pop()
        self.dirty.pop()
        self.rows_rose = True
        self.last_rise = self.counter

    def _hole(self, column: int | None) -> int:
        if column is not None:
            return column
        if self.hole is None or self.random() < self.options.messiness_inner:
            self._reroll()
        assert self.hole is not None
        return self.hole

    def _packet_ended(self) -> None:
        if self.random() < self.options.messiness_change:
            self._reroll()

    def _reroll(self) -> None:
        first, columns = (2, 6) if self.options.messiness_center else (0, COLUMNS)
        columns = max(2, columns - self.options.garbageholesize + 1)
        if self.options.messiness_nosame and self.hole is not None:
            drawn = first + self.random.below(columns - 1)
            self.hole = drawn + (drawn >= self.hole)
        else:
            self.hole = first + self.random.below(columns)

    @property
    def waiting(self) -> int:
        """The garbage rows in the queue."""
        return sum(packet.amount for packet in self.packets)

    # -- figures --

    @property
    def stats(self) -> dict[str, Any]:
        """All that is counted, with the names of the file's own `results.stats`."""
        return {
            "lines": self.lines,
            **({"level": self.level, "level_lines": self.level_lines} if self.options.levels else {}),
            "inputs": self.inputs,
            "holds": self.holds,
            "score": self.score,
            "combo": self.combo,
            "topcombo": self.topcombo,
            "combopower": self.combopower,
            "btb": self.btb,
            "topbtb": self.topbtb,
            "btbpower": self.btbpower,
            "tspins": self.spins,
            "piecesplaced": len(self.placements),
            "clears": dict(self.clears),
            "garbage": {
                "sent": self.sent,
                "sent_nomult": self.sent_nomult,
                "maxspike": self.maxspike[0],
                "maxspike_nomult": self.maxspike[1],
                "received": self.received,
                "attack": self.attack,
                "cleared": self.garbage_cleared,
            },
            "kills": self.kills,
            "finesse": {"combo": self.finesse_combo, "faults": self.faults, "perfectpieces": self.perfect},
            "finaltime": (self.counter + self.done) * 1000 / TICKS,
        }


def play(options: Options, events: Sequence[Event], frames: int, reason: str = "winner") -> Outcome:
    """Play a round of so many ticks to its end; `events` in order. `reason` is why it ends if nobody tops out."""
    return play_on(Engine(options), events, frames, reason)


def play_on(engine: Engine, events: Sequence[Event], frames: int, reason: str = "winner") -> Outcome:
    """`play` with an engine that has not played yet."""
    at = 0
    for frame in range(frames):
        first = at
        while at < len(events) and events[at].frame <= frame:
            at += 1
        engine.tick(events[first:at])
        if engine.over:
            break
    engine.last_messages(events[at:])
    board = list(engine.board)
    while board and not board[-1]:
        board.pop()
    stats, placements = engine.stats, engine.placements
    return Outcome(engine.over or reason, stats, board, placements, engine.counter, engine.queue.pieces)
