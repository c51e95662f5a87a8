"""Statistics of a series of games of a controller: mean rows a game, and how far that may be trusted.

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

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from math import exp, floor, lgamma, log, log10, sqrt
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
    mean_rows = interval(rows, ended + going_on, going_on)
    return mean_rows._replace(mean=rows / ended if ended else mean_rows.low)


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
    """Return the share of a gamma variable of this shape below `value`: the series of the incomplete function."""
    term = total = 1.0
    number = shape
    while term > total * 1e-17:
        number += 1
        term *= value / number
        total += term
    return total * exp(shape * log(value) - value - lgamma(shape + 1))


# How long games are: their distribution so far, beside the exponential one of the same mean.
#
# A controller loses by bad luck that may come at any moment, so lengths are nearly exponential: then the share
# of games longer than x rows is e^(-x / mean), a straight line where the shares stand on a logarithmic scale.

MOST_BINS = 25  # each of the round numbers from 25 on is so many times a whole number
_POINTS = 80  # of the curve
_ROUND = (1.0, 2.0, 2.5, 5.0, 10.0)


@dataclass(frozen=True)
class Spread:
    """Games by their length in rows: `lengths` that occur, ascending, and how many games `upto` each.

    These have ended; of one more it is known that it is longer than the `going_on` rows it has (0: there is none).
    `mean` is the likeliest one of an exponential distribution, 0 as long as no game has ended.
    """

    lengths: tuple[int, ...] = ()
    upto: tuple[int, ...] = ()
    mean: float = 0.0
    going_on: int = 0

    @classmethod
    def of(cls, tally: Mapping[int, int], going_on: int = 0) -> Spread:
        """The distribution of a tally, games by their number of rows, and of a game under way."""
        lengths = tuple(sorted(tally))
        upto = tuple(accumulate(tally[each] for each in lengths))
        rows = sum(each * tally[each] for each in lengths) + going_on
        return cls(lengths, upto, rows / upto[-1] if upto else 0.0, going_on)

    @property
    def games(self) -> int:
        """Number of games that have ended."""
        return self.upto[-1] if self.upto else 0

    @property
    def longest(self) -> int:
        """The rows of the longest game, be it under way."""
        return max(self.lengths[-1] if self.lengths else 0, self.going_on)

    @cached_property
    def end(self) -> float:
        """A round number of rows at or above the longest game: where the axis ends."""
        return round_up(max(1.0, float(self.longest)))

    @property
    def bins(self) -> int:
        """In how many parts the axis is divided, all of the same whole number of rows."""
        return min(MOST_BINS, max(1, int(self.end)))

    def counts(self) -> list[int]:
        """Return the number of games in each of the `bins` from 0 to `end`; those of `end` rows lie in the last."""
        bins = self.bins
        edges = [self._before(bisect_left(self.lengths, self.end * i / bins)) for i in range(bins)]
        return [high - low for low, high in zip(edges, [*edges[1:], self.games], strict=True)]

    def expected(self) -> list[float]:
        """Return how many games an exponential distribution of the same mean has in each of those parts."""
        bins = self.bins
        edges = [self.expected_survival(self.end * i / bins) for i in range(bins + 1)]
        return [self.games * (low - high) for low, high in pairwise(edges)]

    @cached_property
    def survival(self) -> list[tuple[float, float]]:
        """(rows, share of games longer than that) along the axis, as far as anything is known of it."""
        if not self.longest:
            return []
        steps = sorted({*(self.end * i / _POINTS for i in range(_POINTS + 1)), float(self.going_on)})
        shares = [(rows, self._longer(rows)) for rows in steps]
        return [(rows, share) for rows, share in shares if share > 0]

    def _longer(self, rows: float) -> float:
        """The share of games longer than `rows` by Kaplan and Meier (1958): a game counts as long as it is seen."""
        ended = self._before(bisect_right(self.lengths, rows))
        if not self.going_on:
            return 1 - ended / self.games
        if rows <= self.going_on:
            return 1 - ended / (self.games + 1)
        before = self._before(bisect_right(self.lengths, self.going_on))
        left = self.games - before
        return (1 - before / (self.games + 1)) * (self.games - ended) / left if left else 0.0

    def expected_survival(self, rows: float) -> float:
        """The share of games longer than `rows` if lengths were exponential with this mean."""
        return exp(-rows / self.mean) if self.mean else 0.0

    def _before(self, index: int) -> int:
        return self.upto[index - 1] if index else 0


def round_up(value: float) -> float:
    """The least round number (1, 2, 2.5 or 5 times a power of ten) that is not below a positive `value`."""
    power = 10.0 ** floor(log10(value))
    return next(step * power for step in _ROUND if step * power >= value * (1 - 1e-12))
