"""Guideline Tetris on a ladder: two boards with the same pieces that send each other garbage, piece by piece.

In each round both sides think about their own board, both placements are made, then what was sent is on its way. So
nobody moves first and every game has pieces of its own. Seconds are those of a piece; a program may load before the
first one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from typing import cast

from ai.engine import Limit
from ai.ladder.contests import GameOrder, Outcome, engine_side, moved, record_of, side_of
from ai.ladder.players import Budget, Forfeit, Guest, Side
from ai.tetris.guideline.bots.outside import BotFailed, OutsideBot, words_of
from ai.tetris.guideline.bots.triangle_guest import TriangleGuest
from game.chance import Minstd
from game.errors import BadInput
from game.position import Position
from game.tetris.guideline import Garbage, State
from game.tetris.guideline.field import FULL_ROW
from game.tetris.guideline.garbage import RecordedGarbage
from game.tetris.tetrio import write
from game.tetris.tetrio.export import Side as ReplaySide
from game.tetris.tetrio.export import exported_versus
from game.tetris.tetrio.options import SEASONS

MOST_ROUNDS = 1_000  # pieces a side; then it is a draw
SECONDS = 0.1  # a piece, where nothing is said
PACE, TRAVEL = 30, 20  # ticks of a piece, and of rows on their way, in a replay of TETR.IO


class TbpSide:
    """A program that speaks the Tetris Bot Protocol."""

    def __init__(self, command: str, budget: Budget) -> None:
        self._bot = OutsideBot(command)
        self._limit = Limit(seconds=SECONDS if budget.seconds is None else budget.seconds)

    def move(self, position: Position) -> str:
        try:
            *_, last = self._bot.think(position.view(0), self._limit)
        except BotFailed as error:
            raise Forfeit(str(error)) from None
        return last.choices[0].move

    def close(self) -> None:
        self._bot.close()


def triangle(command: str, budget: Budget) -> Side:
    """A program that speaks the Triangle adapter's protocol."""
    return TriangleGuest(words_of(command), SECONDS if budget.seconds is None else budget.seconds)


class _Board:
    """One player's part of a game."""

    def __init__(self, order: GameOrder, which: int) -> None:
        rules = State.open(order.rules).rules
        if (
            rules.attack.name in SEASONS and rules.garbage.change is not None
        ):  # so that TETR.IO has this game, too
            seed = order.opening_seed % (Minstd.MODULUS - 1) + 1
            start = {"queue": f"tetrio:{seed}", "garbage": str(seed)}
        else:
            seed = 2 * order.opening_seed + (which ^ order.swapped)
            start = {"queue": f"seven_bag:{order.opening_seed}", "garbage": str(seed)}
        self.state = State.open(start | order.rules)
        self.states = [self.state]  # the start, then behind each placement with what the other side has sent
        self.moves: list[str] = []
        self._garbage: list[RecordedGarbage] = []

    def play(self, side: Side) -> None:
        """Make the next placement. Raises `Forfeit`."""
        waiting = self.state.garbage.waiting
        after, move = moved(side, self.state)
        self.state = cast(State, after)
        landing = self.state.last
        up = () if landing is None else landing.up
        holes = tuple((FULL_ROW ^ row).bit_length() - 1 for row in up)
        self.moves.append(move)
        self._garbage.append(RecordedGarbage(waiting, holes))

    @property
    def packets(self) -> tuple[int, ...]:
        """The rows that the last placement sent, by the batches as which they travel."""
        return () if self.state.last is None else self.state.last.packets

    def receive(self, packets: tuple[int, ...]) -> None:
        """Take what the other side has sent; the round is over."""
        for rows in packets:
            self.state = self.state.receive(rows)
        self.states.append(self.state)

    def rules(self) -> dict[str, str]:
        """The rules of its record: the garbage is as it was in this game."""
        garbage = str(Garbage.of_game(self._garbage))
        return State.open(self.state.setup | {"garbage": garbage}).setup


class Versus:
    """Two boards against each other."""

    sides = False
    protocols: Mapping[str, Guest] = {"tbp": TbpSide, "triangle": triangle}

    def play(self, order: GameOrder) -> Outcome:
        boards = [_Board(order, which) for which in (0, 1)]
        with ExitStack() as stack:
            sides = [
                stack.enter_context(closing(side_of(order, which, self.protocols, engine_side)))
                for which in (0, 1)
            ]
            ends, fault = self._play_out(boards, sides)
        reasons = [f"{order.players[which].name}: {end}" for which, end in enumerate(ends) if end]
        points = 0.5 if all(ends) or not any(ends) else float(bool(ends[1]))
        records = tuple(
            record_of(order, board.rules(), (which,), board.moves) for which, board in enumerate(boards)
        )
        reason = "; ".join(reasons) or f"nobody lost within {MOST_ROUNDS:,} pieces"
        a, b = (float(board.state.tally.sent) for board in boards)
        replay = b"" if fault else _replay(order, boards, points)
        return Outcome(points, records, reason, (a, b), fault, replay)

    def _play_out(self, boards: list[_Board], sides: list[Side]) -> tuple[list[str], bool]:
        """Return the end of the game for both, empty for a side that has not lost, and True if it is by a fault."""
        for _ in range(MOST_ROUNDS):
            ends = ["", ""]
            for which in (0, 1):
                try:
                    boards[which].play(sides[which])
                except Forfeit as error:
                    ends[which] = str(error)
            if any(ends):
                return ends, True
            sent = [board.packets for board in boards]
            for which in (0, 1):
                boards[which].receive(sent[1 - which])
            if any(board.state.over for board in boards):
                return [_end(boards[which].state, boards[1 - which].state) for which in (0, 1)], False
        return ["", ""], False


def _replay(order: GameOrder, boards: Sequence[_Board], points: float) -> bytes:
    """The game as a match of TETR.IO; nothing where there is no such game."""
    locks = [PACE * number for number in range(1, len(boards[0].states))]
    left, right = (
        ReplaySide(player.name, board.states, locks)
        for player, board in zip(order.players, boards, strict=True)
    )
    winner = None if points == 0.5 else int(points == 0)
    try:
        return write(exported_versus((left, right), PACE * len(boards[0].states), TRAVEL, winner))
    except BadInput:
        return b""


def _end(own: State, other: State) -> str:
    """The way in which one side has lost; empty where it has not."""
    if own.winner == 0:
        return ""
    return own.ending or ("the other side has cleared its rows" if other.winner == 0 else "")


CONTEST = Versus()
