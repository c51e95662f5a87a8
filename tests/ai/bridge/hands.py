"""Deals played by chance, and what was seen of them, for the tests of the player."""

from collections.abc import Iterator
from random import Random

from game.bridge import Board, Deal, Observation, Rules, State, observe
from game.bridge.board import calls_without_auction
from game.bridge.deal import Deals

WITHOUT_AUCTION = Rules(auction="off")


def board(number: int, table: Rules = WITHOUT_AUCTION, seed: int = 1) -> Board:
    """Deal `number` of a stream, before the first call or card."""
    deal = Deal.random(seed, number)
    return Board.dealt(table, deal, 0, calls_without_auction(table, deal, 0))


def view(at: Board, seat: int) -> State:
    return State(at.rules, Deals((at.deal,), None), at).view(seat)


def seen(at: Board) -> Observation:
    return observe(view(at, at.to_move))


def exchanges(count: int, every: int = 1) -> Iterator[tuple[Board, Observation]]:
    """Boards in the exchange, each with what the seat to move has seen, of `count` deals played by chance."""
    luck = Random(count)
    for number in range(count):
        at = board(number)
        while at.stage == "exchange":
            if len(at.moves) % every == 0:
                yield at, seen(at)
            at = at.play(luck.choice(at.legal()))
