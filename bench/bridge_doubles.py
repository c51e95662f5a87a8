"""Gain from doubling, redoubling and escaping from doubles: Kibitz with doubles on against itself without them.

Method: 400 deals of a fixed seed, each played twice with the seats exchanged, doubles on, 24 sampled deals for each
decision of both sides. Everybody plays the play stage perfectly. Two opponents: the same engine without doubles, which
judges bids in the same way but never doubles or redoubles and passes whenever it is doubled; and the engine by rules
without doubles, which moreover does not know that its bids can be doubled. A figure is Kibitz's points less those
of the opponent: per deal the mean of its two hands, then the mean over deals, with its standard error.
"""

from __future__ import annotations

from dataclasses import replace

from ai.bridge.match import NINETY_FIVE, Thinking, gain_in_points, play_deals
from bench.row import Row
from game.bridge import Observation, Rules
from game.bridge.auction import DOUBLE, PASS, REDOUBLE

NAME = "bridge-doubles"
ABOUT = "points that Kibitz gains by doubles in honeymoon bridge, against itself without them"

SEED, DEALS, WORLDS = 5, 400, 24


class WithoutDoubles(Thinking):
    """Kibitz that never doubles and never bids after a double. `aware`: it judges bids as those that can be doubled."""

    def __init__(self, seed: int, worlds: int, *, aware: bool) -> None:
        super().__init__(seed, worlds)
        self._aware = aware

    def call(self, seen: Observation) -> str:
        if seen.calls and seen.calls[-1] in (DOUBLE, REDOUBLE):
            return PASS
        if not self._aware:
            seen = replace(seen, rules=replace(seen.rules, doubles=False))
        return next(each for each in self.calls(seen) if each not in (DOUBLE, REDOUBLE))


def run(quick: bool) -> list[Row]:
    """The figures; with `quick` from a handful of deals, which say nothing about strength."""
    return [_row(aware, 4 if quick else DEALS) for aware in (True, False)]


def _row(aware: bool, deals: int) -> Row:
    players = (Thinking(2 * SEED, WORLDS), WithoutDoubles(2 * SEED + 1, WORLDS, aware=aware))
    result = play_deals(Rules(doubles=True), players, deals, SEED)
    gain = gain_in_points(result)
    hands = [hand for pair in result.deals for hand in pair]
    doubled = sum("X" in (hand.contract or "") for hand in hands)
    note = f"± {gain.margin / NINETY_FIVE:.1f} (standard error), {deals} deals twice; {doubled} hands doubled"
    against = "itself without doubles" if aware else "itself by rules without doubles"
    return Row(f"kibitz on {against}", gain.mean, "points a hand", least=0.0, note=note)
