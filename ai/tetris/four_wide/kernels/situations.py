"""Everything a player sees beside the field, as a number: the piece in hold, the queue, the rest of the bag.

    bits   28..30     21..27      18..20  …  3..5     0..2
           bag size   bag rest    queue 5 …  queue 0  hold       a place without a piece is 7

The size stands first, so that the order of the numbers is the order in which a sweep goes: a draw makes the
rest of the bag smaller by one, and an empty rest is followed by one of six. Pieces drawn each by itself have
no bag: both are 0.

Two pieces at hand are alike: what is held and what is current can both be placed at the next step. So hold
and queue 0 are sorted; and of a situation and its mirror image the smaller number stands for both.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.bits import count_bits
from ai.kernel import inlined, small, tight

Words = NDArray[np.int64]
Numbers = NDArray[np.int32]
Bytes = NDArray[np.int8]

NOBODY = 7  # a place without a piece
PLACE = 3  # bits of a place
PLACES = 7
BAG = 21
SIZE = 28
FULL = 127


@inlined
def _mirrored_piece(piece: int) -> int:
    """L and J, S and Z change places."""
    return piece if piece < 3 or piece == NOBODY else ((piece - 3) ^ 1) + 3


@inlined
def _mirrored_bag(bag: int) -> int:
    return bag & 7 | (bag & 0b0101000) << 1 | (bag & 0b1010000) >> 1


@inlined
def _mirrored(places: int) -> int:
    mirror = 0
    for shift in range(0, BAG, PLACE):
        mirror |= _mirrored_piece(places >> shift & 7) << shift
    return mirror


@inlined
def _sorted(places: int) -> int:
    hold, first = places & 7, places >> PLACE & 7
    if hold != NOBODY and first != NOBODY and hold > first:
        return places & ~63 | hold << PLACE | first
    return places


@small
def canonical(places: int, bag: int) -> int:
    """Twice the number that stands for a situation, plus one where it is its mirror image."""
    plain = bag << BAG | _sorted(places)
    mirror = _mirrored_bag(bag) << BAG | _sorted(_mirrored(places))
    return (count_bits(bag) << SIZE | min(plain, mirror)) * 2 + (1 if mirror < plain else 0)


@inlined
def _drawn(bag: int, piece: int, bagged: bool) -> int:
    """The rest of the bag after a draw."""
    if not bagged:
        return 0
    return (bag if bag else FULL) & ~(1 << piece)


@inlined
def _reachable(queue: int, previews: int, bag: int) -> bool:
    """Return True if a queue can be followed by this rest: its last pieces are those that are missing in the rest."""
    missing, dealt = FULL & ~bag, count_bits(FULL & ~bag)
    young = old = 0
    for place in range(previews):
        piece = 1 << (queue >> (PLACE * (previews - 1 - place)) & 7)
        if place < dealt:
            if not piece & missing & ~young:
                return False
            young |= piece
        else:
            if piece & old:
                return False
            old |= piece
    return True


@tight
def list_situations(previews: int, bagged: bool, hold: bool, result: Words) -> int:
    """Write `canonical` of every state of hold, queue and bag to `result`; their number.

    In the order of queues as numbers of base 7 (queue 0 the most significant digit), rests of the bag from 0
    to 126, holds from 0 to 6.
    """
    count = 0
    for code in range(7**previews):
        queue, rest = 0, code
        for place in range(previews):
            queue |= rest % 7 << (PLACE * (previews - 1 - place))
            rest //= 7
        empty = (1 << BAG) - (1 << PLACE * (previews + 1))
        for bag in range(FULL if bagged else 1):
            if not bagged or _reachable(queue, previews, bag):
                for held in range(7 if hold else 1):
                    places = empty | queue << PLACE | (held if hold else NOBODY)
                    result[count] = canonical(places, bag)
                    count += 1
    return count


@small
def find(keys: Words, wanted: int) -> int:
    """Twice the index in `keys` (sorted) of what `canonical` has given, plus its mirror bit."""
    low, high, key = 0, len(keys), wanted >> 1
    while low < high:
        middle = (low + high) >> 1
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low * 2 + (wanted & 1)


@inlined
def _after(held: int, queue: int, previews: int, drawn: int) -> int:
    """The places after a step: `held` in hold, the queue one further, `drawn` at its end."""
    empty = (1 << BAG) - (1 << PLACE * (previews + 1))
    if previews == 0:
        return empty | held
    return empty | held | (queue >> PLACE | drawn << (PLACE * (previews - 1))) << PLACE


@tight
def list_branches(
    keys: Words, previews: int, bagged: bool, begins: Words, pieces: Bytes, after: Numbers
) -> int:
    """Write the branches of every situation: one a draw, each with one or two choices; their number.

    `begins[n]` is the first branch of situation n; `pieces[2 * b]`, `pieces[2 * b + 1]` what may be placed
    (-1: no second choice), `after[2 * b …]` twice the situation that follows, plus one where it is mirrored.
    """
    count = 0
    for number in range(len(keys)):
        begins[number] = count
        places, bag = keys[number] & (1 << BAG) - 1, keys[number] >> BAG & FULL
        hold, queue = places & 7, places >> PLACE & (1 << PLACE * previews) - 1
        for drawn in range(7):
            if bagged and bag and not bag >> drawn & 1:
                continue
            current = queue & 7 if previews else drawn
            rest = _drawn(bag, drawn, bagged)
            pieces[2 * count] = current
            after[2 * count] = find(keys, canonical(_after(hold, queue, previews, drawn), rest))
            pieces[2 * count + 1] = -1
            if hold != NOBODY and hold != current:
                pieces[2 * count + 1] = hold
                places_then = _after(current, queue, previews, drawn)
                after[2 * count + 1] = find(keys, canonical(places_then, rest))
            count += 1
    begins[len(keys)] = count
    return count


@tight
def list_stored(
    empty: Words, keys: Words, previews: int, bagged: bool, begins: Words, pieces: Bytes, after: Numbers
) -> None:
    """Write the draws that follow when a piece is stored in an empty hold, by branch of the situations `empty`.

    As `list_branches` does, of which this is the order too: `begins`, then for each draw the piece that comes
    up, which has to be placed (so there is no second choice), and the situation of `keys` after that.
    """
    branch = count = 0
    for number in range(len(empty)):
        queue, bag = empty[number] >> PLACE & (1 << PLACE * previews) - 1, empty[number] >> BAG & FULL
        for drawn in range(7):
            if bagged and bag and not bag >> drawn & 1:
                continue
            window = queue | drawn << PLACE * previews
            stored, rest = window & 7, _drawn(bag, drawn, bagged)
            begins[branch] = count
            for further in range(7):
                if bagged and rest and not rest >> further & 1:
                    continue
                shown = window >> PLACE | further << PLACE * previews
                pieces[2 * count] = shown & 7
                pieces[2 * count + 1] = -1
                places = _after(stored, shown & (1 << PLACE * previews) - 1, previews, further)
                after[2 * count] = find(keys, canonical(places, _drawn(rest, further, bagged)))
                count += 1
            branch += 1
    begins[branch] = count
