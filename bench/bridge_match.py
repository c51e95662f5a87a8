"""Strength of the players of honeymoon bridge: matches between them, every deal played twice with seats exchanged.

Method: the deals of fixed seeds, budgets in sampled deals, so that every run plays the same hands. Everybody plays the
play stage perfectly. Without an auction the dealer declares his longest suit at level 1, and what counts is A's
tricks less 6.5: per deal the mean of its two hands, then the mean over deals, with 1.96 standard errors. With an
auction it is points, of Kibitz, which bids by simulation, less those of greedy, which bids by length and points.
The CPU time of a decision is that of the whole match by the cards that Kibitz chose; greedy's own share of it is small.
"""

from __future__ import annotations

import time

from ai.bridge.match import MatchResult, gain_in_points, gain_in_tricks, play_match
from bench.row import Row
from game.bridge.rules import Rules

NAME = "bridge-match"
ABOUT = (
    "tricks and points that bridge's players gain on each other, with intervals, and the time of a decision"
)

SEED = 5
WORLDS, AUCTION_WORLDS = 400, 24
CARDS_A_HAND = 13


def run(quick: bool) -> list[Row]:
    """The figures; with `quick` from a handful of deals, which say little about strength."""
    play_match("kibitz", "greedy", 1, SEED + 1, worlds=8)  # compiling is not measured
    baseline = play_match("greedy", "random", 20 if quick else 1_000, SEED, table=Rules(auction="off"))
    started = time.process_time()
    exchange = play_match(
        "kibitz", "greedy", 4 if quick else 400, SEED, table=Rules(auction="off"), worlds=WORLDS
    )
    decisions = 2 * len(exchange.deals) * CARDS_A_HAND
    cpu = 1_000 * (time.process_time() - started) / decisions
    bidding = play_match("kibitz", "greedy", 4 if quick else 1_000, SEED, worlds=AUCTION_WORLDS)
    note = f"{WORLDS} sampled deals a decision"
    return [
        _tricks("greedy on random, exchange", baseline, ""),
        _tricks("kibitz on greedy, exchange", exchange, note, aim=1.4, least=1.2),
        Row("kibitz, a card of the exchange", cpu, "ms CPU", note=f"at most 100; {note}"),
        _points("kibitz on greedy, auction and exchange", bidding),
    ]


def _tricks(
    what: str, result: MatchResult, note: str, aim: float | None = None, least: float | None = None
) -> Row:
    gain = gain_in_tricks(result)
    text = f"± {gain.margin:.2f}, {len(result.deals)} deals twice"
    return Row(what, gain.mean, "tricks a hand", aim, least, note=f"{text}; {note}" if note else text)


def _points(what: str, result: MatchResult) -> Row:
    gain = gain_in_points(result)
    note = f"± {gain.margin:.1f}, {len(result.deals)} deals twice; {AUCTION_WORLDS} sampled deals a decision"
    return Row(what, gain.mean, "points a hand", least=0.0, note=note)
