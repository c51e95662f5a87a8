"""Stated errors of bridge's estimates against what they really wander by, when the same position is asked again.

Method: positions of random deals, of the exchange (greedy players, after 1H and a pass) and of the auction (doubles
on), each asked with 20 seeds and the greatest number of deals. Each figure is the root mean square of (estimate - mean
of all seeds) / stated error: of every legal card, and of the six best calls. 1 is right; more means that the
errors are too small.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ai.bridge.bidder import Bidder, utility
from ai.bridge.engine import MOST_WORLDS, greedy_card
from ai.bridge.exchanger import ExchangeBuffers, Exchanger
from bench.row import Row
from game.bridge import Observation, State, observe
from game.bridge.cards import card_name

NAME = "bridge-errors"
ABOUT = "how far the stated errors of bridge's estimates hold when a position is asked again"

SEEDS = 20
EXCHANGES = ((1, 2), (2, 5), (3, 8), (4, 11), (5, 3), (6, 9))  # deals and finished tricks
AUCTIONS = ((1, ""), (2, "1H"), (3, "1S,2H"), (4, "4S"), (5, "1D,3H"), (6, "2H,double"))
BEST = 6  # calls

Estimates = dict[str, tuple[float, float]]  # by move: what it is worth, and the error


def run(quick: bool) -> list[Row]:
    """Both figures; with `quick` from two positions and few deals, which say little."""
    count, worlds = (2, 256) if quick else (len(EXCHANGES), MOST_WORLDS)
    cards = [exchange(*each) for each in EXCHANGES[:count]]
    calls = [auction(*each) for each in AUCTIONS[:count]]
    return [
        _row("a card of the exchange", ratio(cards, lambda seen, seed: of_cards(seen, seed, worlds))),
        _row("a call", ratio(calls, lambda seen, seed: of_calls(seen, seed, worlds))),
    ]


def _row(name: str, result: float) -> Row:
    note = f"root mean square of deviation over stated error, {SEEDS} seeds"
    return Row(f"spread of {name}", result, "stated errors", aim=1.0, note=note)


def exchange(deal: int, tricks: int) -> Observation:
    """Return the view of the player to move after so many tricks of the exchange."""
    state = _start(deal)
    for call in ("1H", "pass"):
        state = state.play(call)
    while len(state.board.tricks) < tricks:
        state = state.play(card_name(greedy_card(observe(state.view(state.to_move)))))
    return observe(state.view(state.to_move))


def auction(deal: int, calls: str) -> Observation:
    """Return the view of the player to call after these calls, which are separated by commas."""
    state = _start(deal)
    for call in filter(None, calls.split(",")):
        state = state.play(call)
    return observe(state.view(state.to_move))


def _start(deal: int) -> State:
    return State.open({"deals": f"random:{deal}", "match": "1 deals", "scoring": "laws", "doubles": "on"})


def of_cards(seen: Observation, seed: int, worlds: int) -> Estimates:
    """The tricks of every legal card."""
    exchanger = Exchanger(ExchangeBuffers(seed), seen, utility(seen), worlds)
    while exchanger.run():
        pass
    return {card_name(each.card): (each.tricks, each.error or 0.0) for each in exchanger.values()}


def of_calls(seen: Observation, seed: int, worlds: int) -> Estimates:
    """The points of every call."""
    bidder = Bidder(ExchangeBuffers(seed), seen, worlds)
    while bidder.run():
        pass
    return {each.call: (each.points, each.error or 0.0) for each in bidder.values()}


def ratio(
    positions: list[Observation], ask: Callable[[Observation, int], Estimates], seeds: int = SEEDS
) -> float:
    """The root mean square of deviations from the mean over the seeds, in stated errors."""
    squares: list[float] = []
    for seen in positions:
        asked = [ask(seen, seed) for seed in range(1, seeds + 1)]
        means = {move: float(np.mean([each[move][0] for each in asked])) for move in asked[0]}
        for move in sorted(means, key=lambda move: -means[move])[: BEST if seen.contract is None else None]:
            for each in asked:
                value, error = each[move]
                squares.append((value - means[move]) ** 2 / error**2 if error else 0.0)
    return float(np.sqrt(np.mean(squares) * seeds / (seeds - 1)))
