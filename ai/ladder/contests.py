"""A game of a ladder between two players: on one position in turn, or each on a board of their own.

Whatever a player does wrong, it loses that game and the reason is told: an illegal move, no answer in time, a program
that has ended. The records are games like any other, with the players' names, and without the time of day.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from dataclasses import field as made
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Protocol, cast

import msgspec

from ai.ladder.players import Budget, EngineSide, Forfeit, Guest, Side, engine_of
from ai.registry import engines_of
from game.errors import IllegalMove
from game.games import open_position
from game.ladder.pool import Player
from game.position import Position
from game.record import Move, Record, Seat, format_record

STRIDE = 1_000_003  # between the seeds of two ladders
MOST_SEED = 1 << 62
Rules = dict[str, str]


class GameOrder(msgspec.Struct, frozen=True):
    """A game to be played.

    `opening` numbers its start, which is the same for every pair; `swapped`: B has the first seat.
    """

    game: str
    rules: Rules
    seed: int
    number: int
    opening: int
    swapped: bool
    players: tuple[Player, Player]
    nodes: int | None
    seconds: float | None

    @property
    def opening_seed(self) -> int:
        """The seed of the start."""
        return (self.seed * STRIDE + self.opening) % MOST_SEED

    def engine_seed(self, which: int) -> int:
        """The seed of one of the players."""
        return (2 * (self.seed * STRIDE + self.number) + which) % MOST_SEED

    def budget(self, which: int) -> Budget:
        """Budget of one of the players: its own, or that of the ladder."""
        player = self.players[which]
        if player.nodes is not None or player.seconds is not None:
            return Budget(player.nodes, player.seconds)
        return Budget(None if player.command else self.nodes, self.seconds)


class Outcome(msgspec.Struct, frozen=True):
    """End of a game: the points of A, 0 to 1, and the records.

    `reason` says how it ended where that needs a word; with `fault` a player lost since it gave no usable move.
    `scores` are the game's own count. `replay` is the game as a match of TETR.IO, where that has it.
    """

    points: float
    records: tuple[bytes, ...]
    reason: str = ""
    scores: tuple[float, float] | None = None
    fault: bool = False
    replay: bytes = b""


class Contest(Protocol):
    """A game as it is played on a ladder.

    `sides`: the seats differ, so that every start is played twice with the seats exchanged. `protocols` are what
    programs can speak, the usual one first.
    """

    sides: bool
    protocols: Mapping[str, Guest]

    def play(self, order: GameOrder) -> Outcome:
        """Play a game. Raises `BadInput` for rules or players that cannot be had."""
        ...


def contest_of(game: str) -> Contest:
    """The contest of a game, which stands beside its engines."""
    return cast(Contest, _module_of(game).CONTEST)


def contest_file(game: str) -> Path:
    """The file of that contest."""
    return Path(str(_module_of(game).__file__))


def _module_of(game: str) -> ModuleType:
    return import_module(f"{engines_of(game).package}.contest")


Own = Callable[[GameOrder, int], Side]  # an engine of ours as one of the players


def side_of(order: GameOrder, which: int, protocols: Mapping[str, Guest], own: Own) -> Side:
    """One of the players, ready to play."""
    player = order.players[which]
    if player.engine:
        return own(order, which)
    start = protocols[player.protocol or next(iter(protocols))]
    return start(player.command, order.budget(which))


def engine_side(order: GameOrder, which: int, *, clock: bool = False) -> Side:
    """An engine of ours, in this process."""
    player = order.players[which]
    engine, budget = engine_of(player, order.game, order.engine_seed(which)), order.budget(which)
    warm_up = getattr(engine, "warm_up", None)
    if budget.nodes is None and warm_up is not None:
        warm_up()  # a program may load before its first move, too
    return EngineSide(order.game, engine, budget, clock=clock)


def moved(side: Side, position: Position) -> tuple[Position, str]:
    """The position after a side's move, and that move. Raises `Forfeit`."""
    move = side.move(position).strip()
    try:
        return position.play(move), move
    except IllegalMove as error:
        raise Forfeit(f"illegal move {move[:40]!r}: {error}") from None


def _seat(player: Player) -> Seat:
    return Seat(player.name, "engine", player.engine, player.level)


def record_of(order: GameOrder, rules: Rules, seats: Sequence[int], moves: Sequence[str]) -> bytes:
    """A record of what the players in these seats have played."""
    names = tuple(_seat(order.players[which]) for which in seats)
    title = f"Ladder, game {order.number + 1}"
    record = Record(
        game=order.game,
        rules=rules,
        seats=names,
        moves=tuple(map(Move, moves)),
        cursor=len(moves),
        seed=order.seed,
        title=title,
        public=True,
    )
    return format_record(record)


@dataclass(frozen=True)
class SharedBoard:
    """Two seats at one position. Where the deal matters more than the seat, `twice`: one game is both ways of it.

    `start` are the rules of a start, by its seed; `scores` what the position counts for each seat at the end.
    """

    start: Callable[[int], Rules]
    scores: Callable[[Position], tuple[float, float]]
    twice: bool = False
    protocols: Mapping[str, Guest] = made(default_factory=dict)
    own: Own = engine_side

    @property
    def sides(self) -> bool:
        return not self.twice

    def play(self, order: GameOrder) -> Outcome:
        if not self.twice:
            return self._once(order, (1, 0) if order.swapped else (0, 1))
        ways = [self._once(order, seats) for seats in ((0, 1), (1, 0))]
        records = tuple(data for way in ways for data in way.records)
        reasons = "; ".join(way.reason for way in ways if way.reason)
        if reasons:  # whoever did something wrong loses the whole
            points = next(way.points for way in ways if way.fault)
            return Outcome(points, records, reasons, fault=True)
        a, b = (sum(way.scores[each] for way in ways if way.scores) for each in (0, 1))
        return Outcome(0.5 if a == b else float(a > b), records, "", (a, b))

    def _once(self, order: GameOrder, seats: tuple[int, int]) -> Outcome:
        """One way of it; `seats` are the players in the first and the second seat."""
        rules = self.start(order.opening_seed) | order.rules
        position, moves = open_position(order.game, rules), list[str]()
        with ExitStack() as stack:
            sides = [
                stack.enter_context(closing(side_of(order, which, self.protocols, self.own)))
                for which in seats
            ]
            while not position.over:
                seat = position.to_move
                try:
                    position, move = moved(sides[seat], position)
                except Forfeit as error:
                    loser = seats[seat]
                    data = record_of(order, position.setup, seats, moves)
                    reason = f"{order.players[loser].name}: {error}"
                    return Outcome(float(loser == 1), (data,), reason, fault=True)
                moves.append(move)
        scores = self.scores(position)
        own = (scores[seats.index(0)], scores[seats.index(1)])
        winner = position.winner
        points = 0.5 if winner is None else float(seats[winner] == 0)
        return Outcome(points, (record_of(order, position.setup, seats, moves),), "", own)


@dataclass(frozen=True)
class OwnBoards:
    """Each player alone on the same pieces; the higher count wins. A game ends after `most` moves at the latest."""

    start: Callable[[int], Rules]
    count: Callable[[Position], float]
    most: int
    protocols: Mapping[str, Guest] = made(default_factory=dict)
    sides: bool = False

    def play(self, order: GameOrder) -> Outcome:
        counts, records, reasons = list[float](), list[bytes](), ["", ""]
        for which in (0, 1):
            rules = self.start(order.opening_seed) | order.rules
            position, moves = open_position(order.game, rules), list[str]()
            with closing(side_of(order, which, self.protocols, engine_side)) as side:
                while not position.over and len(moves) < self.most:
                    try:
                        position, move = moved(side, position)
                    except Forfeit as error:
                        reasons[which] = f"{order.players[which].name}: {error}"
                        break
                    moves.append(move)
            counts.append(self.count(position))
            records.append(record_of(order, position.setup, (which,), moves))
        a, b = counts
        points = 0.5 if a == b else float(a > b)
        if any(reasons) and not all(reasons):
            points = float(bool(reasons[1]))
        return Outcome(points, tuple(records), "; ".join(filter(None, reasons)), (a, b), any(reasons))
