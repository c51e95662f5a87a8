"""A duplicate match: every deal is played twice, the second time with the hands in the other seats.

It is an ordinary match of listed deals. The second half holds the deals of the first with the hands exchanged and the
stock as it was, in such an order that each is dealt by the other dealer too: whoever has a hand in the second half
sits as the other one sat in the first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from game.bridge.board import Result
from game.bridge.deal import MOST_LISTED, Deal, Deals
from game.bridge.state import State
from game.errors import BadInput

MOST_DEALS = MOST_LISTED // 2


class Pair(NamedTuple):
    """One deal and what came of it: in the first half, and in the second. None: not yet played to an end.

    `deal` counts from 1; `again` is its number in the second half, counted over the whole match.
    """

    deal: int
    again: int
    first: Result | None
    second: Result | None

    @property
    def settled(self) -> bool:
        """True if it was played from both sides."""
        return self.first is not None and self.second is not None

    def gain(self, seat: int) -> int:
        """The points that `seat` has made of it more than the other one, in both halves together."""
        played = [result for result in (self.first, self.second) if result is not None]
        return sum(result.points[seat] - result.points[1 - seat] for result in played)


def rules(chosen: Mapping[str, str], seed: int, deals: int) -> dict[str, str]:
    """The rules of a duplicate match of so many deals of `random:seed`. Raises `BadInput` for too many."""
    if not 1 <= deals <= MOST_DEALS:
        raise BadInput(f"a duplicate match of {deals} deals is not possible; it has 1 to {MOST_DEALS}")
    once = [Deal.random(seed, number) for number in range(deals)]
    again = [exchanged(once[_partner(place, deals)]) for place in range(deals)]
    listed = Deals((*once, *again), None, 0, False)
    return {**chosen, "deals": str(listed), "match": f"{2 * deals} deals"}


def exchanged(deal: Deal) -> Deal:
    """The deal with the hands in the other seats."""
    return Deal((deal.hands[1], deal.hands[0]), deal.stock)


def pairs(state: State) -> tuple[Pair, ...]:
    """The deals of a duplicate match with their results so far; empty for any other match."""
    first = state.first or state
    listed = first.deals.listed
    half = len(listed) // 2
    if not half or first.deals.endless or len(listed) % 2 or first.seat is not None:
        return ()
    hands = [deal.hands for deal in listed]  # a stock may have been shuffled anew when a move was taken back
    if any(hands[half + place] != hands[_partner(place, half)][::-1] for place in range(half)):
        return ()
    results = [_result(state, number) for number in range(len(listed))]
    places = {_partner(place, half): half + place for place in range(half)}
    return tuple(
        Pair(number + 1, places[number] + 1, results[number], results[places[number]])
        for number in range(half)
    )


def _result(state: State, number: int) -> Result | None:
    return state.results[number] if number < len(state.results) else None


def _partner(place: int, deals: int) -> int:
    """Return which deal of the first half stands at `place` of the second.

    The dealer alternates, so with an odd number of deals it is the other one's turn by itself; with an even number
    neighbours change places.
    """
    return place if deals % 2 else place ^ 1
