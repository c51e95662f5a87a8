"""Moves of a search: the leads of a position with the replies that matter, each as the position after the trick.

Neighbours of one player are one lead. Of the replies two matter: who follows suit plays the cheapest card that wins or
the lowest that loses; who cannot, the lowest card of a side suit or the lowest trump. Nothing is lost by that in any
position of levels 1 to 10 (compared entry by entry); it is not proved in general.
"""

from __future__ import annotations

from ai.bits import highest_bit, lowest_bit
from ai.bridge.codes import CODE, FIRST, SECOND, THIRD, mine, theirs, without, word_of
from ai.bridge.solver.room import CHILD_END, CHILD_TURNED, CHILD_WORD, Words
from ai.kernel import inlined

OTHER_SUITS = 3


@inlined
def expand(word: int, no_trump: int, children: Words) -> int:
    """All leads with their replies; returns how many. `children[i, CHILD_END]` is the first child of the next lead.

    The suit led is always `d`: from the longest side suit to the trumps the four are passed round.
    """
    a, b, c, d = word >> FIRST, word >> SECOND & CODE, word >> THIRD & CODE, word & CODE
    count = 0
    for trumps in range(4):  # where the trumps are among a, b, c, d by now
        runs = mine(d)
        runs &= ~(runs << 1)  # the lowest card of each run of neighbours
        while runs:
            led = highest_bit(runs)
            runs ^= 1 << led
            begin = count
            for reply in range(OTHER_SUITS):
                count = _reply(a, b, c, d, led, reply, trumps, no_trump, children, count)
            for child in range(begin, count):
                children[child, CHILD_END] = count
        a, b, c, d = d, a, b, c
    return count


@inlined
def _reply(
    a: int,
    b: int,
    c: int,
    d: int,
    led: int,
    reply: int,
    trumps: int,
    no_trump: int,
    children: Words,
    count: int,
) -> int:
    """Note what follows on a reply, if it can be made: 0 wins the suit, 1 loses it; else it discards."""
    follow = theirs(d)
    turned = 0
    if follow:
        bit = lowest_bit(follow)
        if reply == 0:
            turned = 1
            bit = led + lowest_bit(follow >> led)
            if not follow >> led:
                return count
        elif reply > 1 or bit > led:
            return count
        d = without(without(d, max(bit, led)), min(bit, led))
    else:
        suit = a if reply == 0 else b if reply == 1 else c
        held = theirs(suit)
        if not held:
            return count
        suit = without(suit, lowest_bit(held))
        d = without(d, led)
        a, b, c = suit if reply == 0 else a, suit if reply == 1 else b, suit if reply == 2 else c
        turned = 1 if reply == trumps and not no_trump else 0
    first = a if trumps == 0 else b if trumps == 1 else c if trumps == 2 else d
    b, c, d = a if trumps == 1 else b, a if trumps == 2 else c, a if trumps == 3 else d
    children[count, CHILD_WORD] = word_of(first, b, c, d, no_trump, turned)
    children[count, CHILD_TURNED] = turned
    return count + 1
