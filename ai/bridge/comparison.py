"""Two calls or cards compared: in the same made-up deals where cards are hidden, exactly where they are not.

Apart from `judge`: what this game brings to a review.
"""

from __future__ import annotations

from typing import cast

import numpy as np

from ai.bridge.decision.bidder import Bidder, utility
from ai.bridge.decision.exchanger import ExchangeBuffers, Exchanger
from ai.bridge.engine import TRICKS, Kibitz
from ai.bridge.tables.folder import ready_levels
from ai.engine import Limit
from ai.review.verdict import Comparison, Slices
from game.advice import Advice
from game.bridge import Observation, State, observe
from game.bridge.auction import is_bid
from game.bridge.cards import STRAINS, parse_card
from game.position import Position
from game.review import Unit


class BridgeJudge:
    """Points in the auction, tricks of the play stage after it. It sees what the mover sees."""

    def unit(self, position: Position) -> Unit:
        return "points" if cast(State, position).stage == "auction" else "tricks"

    def advise(self, position: Position, budget: int, seed: int) -> Advice:
        view = position.view(position.to_move)
        *_, last = Kibitz(seed=seed).think(view, Limit(iterations=budget))
        return last

    def compare(self, position: Position, better: str, played: str, budget: int, seed: int) -> Slices:
        state = cast(State, position.view(position.to_move))
        if state.stage == "play":
            return _exactly(state, better, played)
        if state.stage == "auction" and not state.board.deal.stock:
            return None  # nothing is made up without an exchange
        buffers = ExchangeBuffers(seed, ready_levels())
        compare = _calls if state.stage == "auction" else _cards
        return (yield from compare(observe(state), buffers, better, played, budget))


def _exactly(state: State, better: str, played: str) -> Comparison | None:
    """By the exact tricks of both."""
    *_, said = Kibitz(seed=0).think(state, Limit())
    tricks = {each.move: each.score * TRICKS for each in said.choices}
    if played not in tricks:
        return None  # a claim: what it gives away is in the answer to it
    return Comparison(round(tricks[better] - tricks[played]))


def _cards(seen: Observation, buffers: ExchangeBuffers, better: str, played: str, budget: int) -> Slices:
    ours, theirs = parse_card(better), parse_card(played)
    exchanger = Exchanger(buffers, seen, utility(seen), budget, among=(ours, theirs))
    while exchanger.run():
        yield
    return _paired(exchanger.tricks(ours) - exchanger.tricks(theirs))


def _calls(seen: Observation, buffers: ExchangeBuffers, better: str, played: str, budget: int) -> Slices:
    strains = [STRAINS.index(call[1]) for call in (better, played) if is_bid(call)]
    bidder = Bidder(buffers, seen, budget, strains)
    while bidder.run():
        yield
    return _paired(bidder.points(better) - bidder.points(played))


def _paired(differences: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Comparison:
    """From the differences in the same deals; none at all means that it does not matter."""
    if not np.any(differences):
        return Comparison(0.0)
    return Comparison.of_samples([float(each) for each in differences])
