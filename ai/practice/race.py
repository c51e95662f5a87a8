"""The figure of the engine in a downstack race: the fewest pieces of several games on the same board."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ai.work import KeptEngines, Work
from game.errors import BadInput
from game.tetris.guideline import State

GAMES = 8
NODES = 1_000  # of the search, a piece, in the first game; each game has more than the one before
MORE_NODES = 777
MOST_PIECES = 12  # for each row of garbage


class RaceOrder(msgspec.Struct, frozen=True, kw_only=True):
    """The start of a race: rules with rows to dig."""

    setup: dict[str, str]


class RaceReport(msgspec.Struct, frozen=True, kw_only=True):
    """The games played so far, and the fewest pieces that one of them took; None where none has come to its goal."""

    games: int
    pieces: int | None = None
    done: bool = False


class RaceWork(Work[RaceOrder, RaceReport]):
    """Several games by the digger, each with another depth of search."""

    kind = "race"
    orders, reports = RaceOrder, RaceReport
    again = "begins once more"
    game = "tetris"

    def flaw(self, report: RaceReport) -> str | None:
        rows = State.open(self.order.setup).rules.garbage.dig
        if report.pieces is not None and report.pieces < rows // 4:
            return f"dug {rows} rows with {report.pieces} pieces, which cannot be"
        return None

    @staticmethod
    def carry_out(order: RaceOrder, stored: KeptEngines) -> Iterator[RaceReport]:
        from ai.tetris.guideline.stacker.digging import pieces_to_dig

        start = State.open(order.setup)
        if not start.rules.garbage.dig:
            raise BadInput("a race needs rows to dig")
        next(pieces_to_dig(start, NODES, 1), None)  # loads or compiles what is needed, before the time counts
        return _games(start)


def _games(start: State) -> Iterator[RaceReport]:
    """A report for each piece of each game."""
    from ai.tetris.guideline.stacker.digging import pieces_to_dig

    best: int | None = None
    most = MOST_PIECES * start.rules.garbage.dig
    for number in range(GAMES):
        game = pieces_to_dig(start, NODES + MORE_NODES * number, best or most)
        while True:
            try:
                next(game)
            except StopIteration as ended:
                best = best if ended.value is None else ended.value
                break
            yield RaceReport(games=number, pieces=best)
        yield RaceReport(games=number + 1, pieces=best, done=number + 1 == GAMES)
