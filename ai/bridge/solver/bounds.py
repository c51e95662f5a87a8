"""What can be said of a position without a search: from the cards at the top of each suit, or from the tables."""

from __future__ import annotations

from ai.bits import count_bits, highest_bit
from ai.bridge.codes import CODE, FIRST, SECOND, THIRD, length, mine, theirs
from ai.bridge.solver.room import Levels
from ai.kernel import inlined


@inlined
def top(code: int, others: int) -> int:
    """How many of the highest cards of a suit are of the player whose opponent has `others`, as bits."""
    return length(code) - 1 - highest_bit(others)


@inlined
def _sure(code: int, others: int) -> int:
    """The tricks that the top of a side suit takes before the opponent has no card of it left."""
    return min(top(code, others), count_bits(others))


@inlined
def least(
    a: int, b: int, c: int, d: int, a_others: int, b_others: int, c_others: int, d_others: int, no_trump: int
) -> int:
    """Tricks that a player on lead takes for sure: highest cards, led one by one.

    With so many of the highest trumps that the opponent loses all of his, every trump and all highest cards count.
    """
    trumps = top(a, a_others)
    if no_trump or count_bits(a_others) <= trumps:
        if not no_trump:
            trumps = length(a) - count_bits(a_others)
        return trumps + top(b, b_others) + top(c, c_others) + top(d, d_others)
    return trumps + _sure(b, b_others) + _sure(c, c_others) + _sure(d, d_others)


@inlined
def bounds(word: int, no_trump: int, cards: int) -> int:
    """The fewest and the most tricks of the leader that the highest cards allow, low | high << 4.

    The other player takes as many tricks as he has highest trumps; and if he can win whatever is led by a highest card
    of that suit, he then takes all that a player on lead takes for sure.
    """
    a, b = word >> FIRST, word >> SECOND & CODE
    c, d = word >> THIRD & CODE, word & CODE
    am, bm, cm, dm = mine(a), mine(b), mine(c), mine(d)
    at, bt, ct, dt = theirs(a), theirs(b), theirs(c), theirs(d)
    low = least(a, b, c, d, at, bt, ct, dt, no_trump)
    if (at > am or am == 0) and (bt > bm or bm == 0) and (ct > cm or cm == 0) and (dt > dm or dm == 0):
        lost = least(a, b, c, d, am, bm, cm, dm, no_trump)
    elif no_trump:
        lost = 0
    else:
        lost = top(a, am)
    return low | (cards - lost) << 4


@inlined
def look_up(levels: Levels, word: int, no_trump: int, cards: int) -> int:
    """The tricks of the leader as the level of so many cards has them, -1 where that level is not there."""
    start = levels.starts[no_trump, cards]
    if start < 0:
        return -1
    a, b = word >> FIRST, word >> SECOND & CODE
    c, d = word >> THIRD & CODE, word & CODE
    lb, lc, ld = length(b), length(c), length(d)
    string = (((mine(a) << lb | mine(b)) << lc) | mine(c)) << ld | mine(d)
    last = string & (1 << 13) - 1
    rank = levels.low[last] + levels.high[count_bits(last), string >> 13]
    number = levels.numbers[no_trump, cards, (lb * 14 + lc) * 14 + ld]
    return int(levels.values[start + number * levels.sizes[cards] + rank])
