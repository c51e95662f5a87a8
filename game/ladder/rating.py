"""Ratings from games: the model of Bradley and Terry on Elo's scale, and how far they may be trusted.

A player with rating r scores 1 / (1 + 10^((s - r) / 400)) a game against one with rating s; a draw is half a win for
both. The ratings are the likeliest ones, with half a win and half a loss added for each pair that has met: without
them a player who has won every game would have no rating, and with them the likeliest difference of two players is the
logit that Haldane and Anscombe proposed for small numbers, ln((w + 1/2) / (l + 1/2)), with the variance
1 / (w + 1/2) + 1 / (l + 1/2). Their mean is 0.

The 95 % interval of a rating is 1.96 standard errors, which come from the inverse of the information matrix on the
space in which the ratings sum to 0. Draws and games with sides exchanged make it wider than it has to be, not narrower.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

ELO = 400 / log(10)  # of a unit of the logit
ADDED = 0.5  # wins for each side of a pair that has met
NINETY_FIVE = 1.959963984540054  # standard errors
_STEPS, _ENOUGH = 100, 1e-10


class Score(NamedTuple):
    """Result of a game between players number `a` and `b`: the points of `a`, 0 to 1."""

    a: int
    b: int
    points: float


class Rating(NamedTuple):
    """A rating and its 95 % interval."""

    value: float
    low: float
    high: float


def ratings(players: int, games: Iterable[Score]) -> list[Rating] | None:
    """The ratings of players 0, 1, …; None as long as not all have met by way of others."""
    points = np.zeros((players, players))
    met = np.zeros((players, players))
    for game in games:
        points[game.a, game.b] += game.points
        points[game.b, game.a] += 1 - game.points
        met[game.a, game.b] += 1
        met[game.b, game.a] += 1
    if not _connected(met):
        return None
    added = (met > 0) * ADDED
    wins, weights = (points + added).sum(axis=1), met + 2 * added
    values = np.zeros(players)
    for _ in range(_STEPS):
        expected = 1 / (1 + np.exp(values[None, :] - values[:, None]))
        slope = wins - (weights * expected).sum(axis=1)
        step = _inverse(weights, expected) @ slope
        longest = float(np.abs(step).max())
        values += step / max(1.0, longest / 2)  # far from the top a whole step may lead astray
        if longest < _ENOUGH:
            break
    expected = 1 / (1 + np.exp(values[None, :] - values[:, None]))
    errors = np.sqrt(np.maximum(np.diag(_inverse(weights, expected)), 0.0))
    return [
        Rating(ELO * value, ELO * (value - NINETY_FIVE * error), ELO * (value + NINETY_FIVE * error))
        for value, error in zip((values - values.mean()).tolist(), errors.tolist(), strict=True)
    ]


def chance(difference: float) -> float:
    """The points that a player expects of a game against one whose rating is lower by `difference`."""
    return 1 / (1 + 10 ** (-difference / 400))


def _inverse(weights: NDArray[np.float64], expected: NDArray[np.float64]) -> NDArray[np.float64]:
    """The inverse of the information matrix where ratings sum to 0."""
    information = -weights * expected * (1 - expected)
    np.fill_diagonal(information, 0.0)
    np.fill_diagonal(information, -information.sum(axis=1))
    size = len(information)
    mean = np.full((size, size), 1 / size)
    inverse: NDArray[np.float64] = np.linalg.inv(information + mean) - mean
    return inverse


def _connected(met: NDArray[np.float64]) -> bool:
    """True if every player can be compared with every other one."""
    reached, waiting = {0}, [0]
    while waiting:
        others = np.flatnonzero(met[waiting.pop()]).tolist()
        waiting += [each for each in others if each not in reached]
        reached.update(others)
    return len(reached) == len(met)


# -- a sequential test between two players --


class Hypotheses(NamedTuple):
    """Two hypotheses on the difference of two ratings, and the rates of error.

    `alpha` is the chance to accept `high` where `low` holds, `beta` that to accept `low` where `high` holds.
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05


class Verdict(NamedTuple):
    """State of a test: the logarithm of the ratio of likelihoods, its bounds, and what is accepted."""

    ratio: float
    lower: float
    upper: float
    accepted: float | None  # the difference of the accepted hypothesis


def sequential(points: Sequence[float], stated: Hypotheses, group: int = 1) -> tuple[Verdict, int]:
    """Wald's sequential test of these games in their order; where it stands, and the games that it took.

    `points` are those of the first player, 0 to 1. It is looked at after every `group` games: where sides differ, both
    have been taken by then. A game counts as its points to the logarithm of the chances' ratio. Where games end by a
    win that is the likelihood ratio itself. With draws, and with sides that differ, its mean under a hypothesis is at
    most that of a martingale, so that neither error comes more often than stated.
    """
    lower, upper = log(stated.beta), -log(stated.alpha)
    low, high = chance(stated.low), chance(stated.high)
    won, lost = log(high / low), log((1 - high) / (1 - low))
    ratio, whole = 0.0, len(points) - len(points) % group
    for number in range(0, whole, group):
        for each in points[number : number + group]:
            ratio += each * won + (1 - each) * lost
        if not lower < ratio < upper:
            accepted = stated.high if ratio >= upper else stated.low
            return Verdict(ratio, lower, upper, accepted), number + group
    return Verdict(ratio, lower, upper, None), whole
