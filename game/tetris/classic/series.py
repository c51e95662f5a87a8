"""What a series of games says about a controller: mean rows a game, and how far that may be trusted.

The length of a game is close to exponentially distributed, since a good controller is as far from its end
after a million pieces as after a thousand. Then twice the sum of *n* lengths, divided by the true mean, is
chi-square distributed with 2 *n* degrees of freedom, which gives the interval (27 games with a mean of 1.48
million: 1.05 to 2.25 million).

Games that were cut off count with the rows they have. The mean is then a lower bound; the lower end of the
interval is taken as if they had ended just there, the upper end from the finished games alone, and both hold.
Of exponential lengths the likeliest mean is that of all rows over the games that have ended, however many rows
belong to games that have not: `estimate`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, lgamma, log, sqrt
from typing import NamedTuple

_LARGE = 1000  # games from which the approximation of the quantile is exact to six digits
_TAIL = 1.959963984540054  # 97.5 % of a normal distribution lie below it


class MeanRows(NamedTuple):
    """Mean rows a game with its 95 % interval; `high` None where no game has ended."""

    mean: float
    low: float
    high: float | None


def mean_interval(rows: Sequence[int], unfinished: int = 0) -> MeanRows:
    """The mean of the rows of at least one game, `unfinished` of them cut off, and its 95 % interval."""
    return interval(sum(rows), len(rows), unfinished)


def interval(rows: int, games: int, unfinished: int = 0) -> MeanRows:
    """The same for `games` games, at least one, that have cleared `rows` rows together."""
    finished = games - unfinished
    return MeanRows(
        mean=rows / games,
        low=rows / _gamma_quantile(games, _TAIL),
        high=rows / _gamma_quantile(finished, -_TAIL) if finished else None,
    )


def estimate(rows: int, ended: int, going_on: int = 0) -> MeanRows:
    """The mean as far as it is known while games go on: `rows` are those of all games, of which `ended` have ended.

    `mean` is the likeliest one; where no game has ended it is `low`, the lower end of the interval.
    """
    found = interval(rows, ended + going_on, going_on)
    return found._replace(mean=rows / ended if ended else found.low)


@lru_cache(maxsize=256)
def _gamma_quantile(shape: int, normal: float) -> float:
    """The value below which a gamma variable lies as often as a normal one lies below `normal` (2.5 or 97.5 %).

    Half the quantile of chi-square with 2 `shape` degrees of freedom. Begins with the approximation of
    Wilson and Hilferty (1931) and corrects it by Newton's method where it is not good enough.
    """
    part = 1 / (9 * shape)
    value = shape * (1 - part + normal * sqrt(part)) ** 3
    if shape > _LARGE:
        return value
    wanted = 0.975 if normal > 0 else 0.025
    value = max(value, 0.02)  # the approximation falls below zero for a single game
    for _ in range(30):
        density = exp((shape - 1) * log(value) - value - lgamma(shape))
        step = (_gamma_share(shape, value) - wanted) / density
        value = max(value - step, value / 4)
        if abs(step) < 1e-12 * value:
            break
    return value


def _gamma_share(shape: int, value: float) -> float:
    """How often a gamma variable of this shape lies below `value`: the series of the incomplete function."""
    term = total = 1.0
    number = shape
    while term > total * 1e-17:
        number += 1
        term *= value / number
        total += term
    return total * exp(shape * log(value) - value - lgamma(shape + 1))
