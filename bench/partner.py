"""Slips of the sparring partner against those of people, and the strength of its levels.

Method: 200 rounds of each level alone, under garbage as real rounds send it, of fixed seeds. Every piece is classified
by the classifier that counted people's slips. A kind's share of the positions in which it was possible is set against
the share that the line through people's rounds gives for the level's speed, with its interval of 95 %.

Then each level plays 200 rounds against the one below, on the same pieces, garbage going to and fro. The share of wins
comes with Wilson's interval of 95 %.

`python3 -m bench.partner --rounds 200 --games 200 --levels novice,beginner` measures some of the levels.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from ai.tetris.guideline.partner.engine import Partner
from ai.tetris.guideline.partner.fitting import Piece
from ai.tetris.guideline.partner.levels import LEVELS, PartnerLevel, level
from ai.tetris.guideline.partner.rounds import alone, as_played, duel
from bench.row import Row
from game.tetris.guideline.habits import Figure
from game.tetris.guideline.slips import KINDS, Kind

NAME = "partner"
ABOUT = "slips of the sparring partner against those of people, and how often a level beats the one below"

ROUNDS, GAMES = 200, 200
QUICK_ROUNDS, QUICK_GAMES = 10, 6
SEED = 11


class Rate(NamedTuple):
    """Slips of a kind in simulated rounds: how many, in how many positions, and the share that people have."""

    kind: Kind
    slips: int
    chances: int
    fit: Figure

    @property
    def share(self) -> float:
        return self.slips / self.chances if self.chances else 0.0

    @property
    def inside(self) -> bool:
        """True if the share lies within the interval of the fit."""
        return self.fit.holds(self.share)


class Simulated(NamedTuple):
    """Rounds of a level: slips by kind, the share of pieces that are slips, pieces a second, attack a piece."""

    rates: tuple[Rate, ...]
    slipping: Figure
    pace: float
    attack: float
    pieces: int


def run(quick: bool) -> list[Row]:
    """The figures of all levels; with `quick` of fewer rounds, which say little."""
    rounds, games = (QUICK_ROUNDS, QUICK_GAMES) if quick else (ROUNDS, GAMES)
    return [*_rate_rows(LEVELS, rounds), *_match_rows(LEVELS, games)]


def simulated(of: PartnerLevel, rounds: int, seed: int = SEED) -> Simulated:
    """Play rounds of a level alone and classify every piece."""
    partner = Partner(of.habit, seed)
    played = [alone(partner, 1_000 * seed + number) for number in range(rounds)]
    pieces = [piece for turns in played for piece in as_played(turns).pieces]
    counts = [sum(piece.kind is not None for piece in as_played(turns).pieces) for turns in played]
    seconds = sum(turn.seconds for turns in played for turn in turns)
    placed = sum(map(len, played))
    attack = sum(turns[-1].state.tally.attack for turns in played if turns)
    return Simulated(
        tuple(_rate(of, kind, pieces) for kind in KINDS),
        Figure.share(sum(counts), len(pieces)),
        placed / seconds,
        attack / placed,
        placed,
    )


def _rate(of: PartnerLevel, kind: Kind, pieces: Sequence[Piece]) -> Rate:
    chances = [piece for piece in pieces if kind in piece.chances]
    return Rate(kind, sum(piece.kind == kind for piece in chances), len(chances), of.habit.rate(kind))


def wins(stronger: PartnerLevel, weaker: PartnerLevel, games: int, seed: int = SEED) -> Figure:
    """The share of rounds that a level wins against another, rounds without a loser left out."""
    one, two = (Partner(each.habit, seed + number) for number, each in enumerate((stronger, weaker)))
    results = [duel(one, two, 1_000 * seed + number).winner for number in range(games)]
    decided = [each for each in results if each is not None]
    return Figure.share(decided.count(0), len(decided))


def _rate_rows(levels: Sequence[PartnerLevel], rounds: int) -> Iterator[Row]:
    for each in levels:
        result = simulated(each, rounds)
        note = f"{rounds} rounds, {result.pieces:,} pieces, {result.attack:.2f} rows of attack a piece"
        yield Row(f"{each.name}, pieces a second", result.pace, "", aim=each.pace, note=note)
        people = each.habit.slipping
        note = f"people: {100 * people.value:.1f} % ({100 * people.low:.1f} to {100 * people.high:.1f}) on their boards"
        yield Row(f"{each.name}, pieces that are slips", 100 * result.slipping.value, "%", note=note)
        for rate in result.rates:
            fit = rate.fit
            note = (
                f"{rate.slips} of {rate.chances:,}; the fit: {100 * fit.value:.2f} % "
                f"({100 * fit.low:.2f} to {100 * fit.high:.2f}), {'inside' if rate.inside else 'outside'}"
            )
            yield Row(f"{each.name}, {rate.kind}", 100 * rate.share, "%", note=note)


def _match_rows(levels: Sequence[PartnerLevel], games: int) -> Iterator[Row]:
    for each in levels:
        number = LEVELS.index(each)
        if number:
            share = wins(each, LEVELS[number - 1], games)
            note = f"95 % interval {100 * share.low:.0f} to {100 * share.high:.0f} %, {games} rounds"
            what = f"{each.name} beats {LEVELS[number - 1].name}"
            yield Row(what, 100 * share.value, "%", aim=50, note=note)


def main() -> None:
    """Measure the levels that the command line asks for."""
    parser = argparse.ArgumentParser(description=ABOUT)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--levels", default=",".join(each.name for each in LEVELS))
    asked = parser.parse_args()
    levels = [level(name) for name in asked.levels.split(",")]
    rates = _rate_rows(levels, asked.rounds) if asked.rounds else ()
    matches = _match_rows(levels, asked.games) if asked.games else ()
    for row in chain(rates, matches):
        print(f"{row.what:<34} {row.value:>8.2f} {row.unit:<2} {row.note}", flush=True)


if __name__ == "__main__":
    main()
