"""Two calls or cards compared: in the same made-up deals where cards are hidden, exactly where they are not.

Apart from `judge`: what this game brings to a review.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import cast

import numpy as np

from ai.bridge.decision.bidder import Bidder, utility
from ai.bridge.decision.exchanger import ExchangeBuffers, Exchanger
from ai.bridge.engine import TRICKS, Kibitz
from ai.bridge.player.layout import Numbers
from ai.bridge.tables.folder import ready_levels
from ai.engine import Limit
from ai.review.verdict import Comparison, Judge, Slices
from game.advice import Advice
from game.bridge import Observation, State, observe
from game.bridge.auction import is_bid
from game.bridge.cards import STRAINS, parse_card
from game.position import Position
from game.review import Unit

GROUP = 60  # deals that are made up at a time for a comparison
Sample = Generator[None, None, Numbers]  # [deal] by how much more one move brings than the other


class BridgeJudge(Judge):
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

    def sample(worlds: int) -> Sample:
        exchanger = Exchanger(buffers, seen, utility(seen), worlds, among=(ours, theirs))
        while exchanger.run():
            yield
        return exchanger.tricks(ours) - exchanger.tricks(theirs)

    return (yield from _in_groups(sample, budget))


def _calls(seen: Observation, buffers: ExchangeBuffers, better: str, played: str, budget: int) -> Slices:
    strains = [STRAINS.index(call[1]) for call in (better, played) if is_bid(call)]

    def sample(worlds: int) -> Sample:
        bidder = Bidder(buffers, seen, worlds, strains)
        while bidder.run():
            yield
        return bidder.points(better) - bidder.points(played)

    return (yield from _in_groups(sample, budget))


def _in_groups(sample: Callable[[int], Sample], budget: int) -> Slices:
    """The mean of differences in the same deals, from groups of deals that were made up and played out apart.

    Within a group deals depend on each other: those that fit best come more than once, and how the auction goes on is
    planned for all of them. So their spread says too little of the error; that of the groups' means says it all, but
    a few means may be equal by chance. The larger of the two counts. No difference at all: it does not matter.
    """
    groups, found = max(2, budget // GROUP), list[Numbers]()
    for _ in range(groups):
        found.append((yield from sample(max(1, budget // groups))))
    if not any(map(np.any, found)):
        return Comparison(0.0)
    means = Comparison.of_samples([float(np.mean(each)) for each in found])
    each = Comparison.of_samples(np.concatenate(found).tolist())
    return Comparison(means.cost, max(means.error, each.error))
