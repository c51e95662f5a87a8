"""The exact search of the play stage: alpha-beta with windows of no width, trick by trick.

A question is always whether the player on lead takes at least so many tricks. After a trick the same question is asked
of its winner: if that is the other player, whether he takes so many that the first can no longer. What is found goes
into a table of results under the position's word, as bounds that are true for ever.
"""

from __future__ import annotations

from ai.bits import count_bits, highest_bit, lowest_bit, prefetch
from ai.bridge.codes import CODE, FIRST, SECOND, THIRD, length, mine, theirs, without, word_of
from ai.bridge.solver.room import (
    BOUNDS,
    CARDS,
    CHILD_BOUNDS,
    CHILD_TURNED,
    CHILD_WORD,
    COUNT,
    FROM_TABLE,
    HIGH,
    KEY,
    LEADS,
    LOW,
    NEED,
    NEXT,
    NODES,
    SUIT,
    WORD,
    Levels,
    SolverWorkspace,
    Words,
)
from ai.kernel import inlined, tight

# What can be said of a position without a search: from the cards at the top of each suit, or from the tables.


@inlined
def top(code: int, others: int) -> int:
    """Return how many of the highest cards of a suit belong to the player whose opponent has `others`, as bits."""
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


# Moves of a search: the leads of a position, one at a time, with the replies that matter, each as the position after
# the trick. Most positions are decided by their first leads, and most leads by their first reply. The
# longest side suit is led first and trumps last, at no-trump the shortest suit first: that takes the fewest positions.
#
# Neighbours of one player are one lead. Of the replies two matter: who follows suit plays the cheapest card that wins
# or the lowest that loses; who cannot, the lowest card of a side suit or the lowest trump. Nothing is lost by that in
# any position of levels 1 to 10 (compared entry by entry); it is not proved in general.

OTHER_SUITS, SUITS = 3, 4
FAILS = -1


@inlined
def leads_of(word: int, suit: int) -> int:
    """The leads from a suit, as bits of its code: the lowest card of each run of neighbours. Suit 3 are the trumps."""
    held = mine(word >> suit * THIRD & CODE)
    return held & ~(held << 1)


@inlined
def replies_to(word: int, suit: int, led: int, no_trump: int, children: Words) -> int:
    """All replies to the card at the bit `led` of a suit's code; returns how many."""
    a, b, c, d = word >> FIRST, word >> SECOND & CODE, word >> THIRD & CODE, word & CODE
    if suit == 1:  # the suit led is always `d`: the four are passed round
        a, b, c, d = d, a, b, c
    elif suit == 2:
        a, b, c, d = c, d, a, b
    elif suit == 3:
        a, b, c, d = b, c, d, a
    count = 0
    for reply in range(OTHER_SUITS):
        count = _reply(a, b, c, d, led, reply, suit, no_trump, children, count)
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


MIXER = 0x2545F4914F6CDD1D
NO_TRUMP_BIT = 56
UNKNOWN, NO, YES = -1, 0, 1


@tight
def value_between(
    room: SolverWorkspace,
    levels: Levels,
    word: int,
    no_trump: int,
    cards: int,
    guess: int,
    least: int,
    most: int,
) -> int:
    """The exact tricks of the player on lead, said as `least` where there are fewer and as `most` where there are more.

    A good `guess` saves work.
    """
    frame = room.frames[0]
    low, high = max(least, 0), min(most, cards)
    while low < high:
        frame[WORD], frame[CARDS], frame[NEED] = word, cards, min(max(guess, low + 1), high)
        guess = frame[NEED] + 1 if _reaches(room, levels, no_trump) else frame[NEED] - 1
        low, high = max(low, frame[LOW]), min(high, frame[HIGH])
    return min(low, most)


@inlined
def _reaches(room: SolverWorkspace, levels: Levels, no_trump: int) -> int:
    """YES if the player on lead takes as many tricks as the first frame needs; its bounds become closer."""
    depth = 0
    answer = _enter(room, levels, depth, no_trump)
    to_lead = True
    while True:
        if answer == UNKNOWN and to_lead:
            answer = _lead_on(room, levels, depth, no_trump)
        if answer == UNKNOWN:
            _go_down(room, depth)
            depth += 1
            answer = _enter(room, levels, depth, no_trump)
            to_lead = True
        elif depth == 0:
            return answer
        else:
            depth -= 1
            answer, to_lead = _take(room, depth, answer, no_trump)


@inlined
def _enter(room: SolverWorkspace, levels: Levels, depth: int, no_trump: int) -> int:
    """The answer of a position if it is known; else it is expanded."""
    frame = room.frames[depth]
    if depth == 0:
        result = _known(room, levels, frame[WORD], no_trump, frame[CARDS])
        frame[LOW], frame[HIGH] = result & 15, result >> 4
    elif room.frames[
        depth - 1, NEXT
    ]:  # known when its parent came to the lead; the table may know more by now
        entry = room.results[_slot(room.results, frame[WORD], no_trump)]
        if entry[KEY] == frame[WORD] | no_trump << NO_TRUMP_BIT:
            frame[LOW], frame[HIGH] = entry[BOUNDS] & 15, entry[BOUNDS] >> 4
    if frame[NEED] <= frame[LOW]:
        return YES
    if frame[NEED] > frame[HIGH]:
        return NO
    room.tally[NODES] += 1
    frame[SUIT] = SUITS - 1 if no_trump else 0
    frame[LEADS] = leads_of(frame[WORD], frame[SUIT])
    return UNKNOWN


@inlined
def _lead_on(room: SolverWorkspace, levels: Levels, depth: int, no_trump: int) -> int:
    """UNKNOWN with the replies to the next lead that have to be searched; else the answer of the position.

    Leads are passed over that fail against a reply at sight.
    """
    frame, children = room.frames[depth], room.children[depth]
    while True:
        while not frame[LEADS]:
            frame[SUIT] += -1 if no_trump else 1
            if frame[SUIT] < 0 or frame[SUIT] == SUITS:
                frame[HIGH] = frame[NEED] - 1
                return _conclude(room, frame, no_trump)
            frame[LEADS] = leads_of(frame[WORD], frame[SUIT])
        led = highest_bit(frame[LEADS])
        frame[LEADS] ^= 1 << led
        count = replies_to(frame[WORD], frame[SUIT], led, no_trump, children)
        open_replies = 0
        for place in range(count):
            prefetch(room.results[_slot(room.results, children[place, CHILD_WORD], no_trump)], KEY)
        for place in range(count):
            child = children[place]
            known = _known(room, levels, child[CHILD_WORD], no_trump, frame[CARDS] - 1)
            need = frame[CARDS] - frame[NEED] if child[CHILD_TURNED] else frame[NEED] - 1
            if known & 15 < need <= known >> 4:
                children[open_replies, CHILD_WORD] = child[CHILD_WORD]
                children[open_replies, CHILD_TURNED] = child[CHILD_TURNED]
                children[open_replies, CHILD_BOUNDS] = known
                open_replies += 1
            elif (need <= known & 15) == child[CHILD_TURNED]:
                open_replies = FAILS
                break
        if open_replies == 0:
            frame[LOW] = frame[NEED]
            return _conclude(room, frame, no_trump)
        if open_replies > 0:
            frame[NEXT], frame[COUNT] = 0, open_replies
            return UNKNOWN


@inlined
def _conclude(room: SolverWorkspace, frame: Words, no_trump: int) -> int:
    """Note the bounds of a position; the answer to what was asked of it."""
    entry = room.results[_slot(room.results, frame[WORD], no_trump)]
    entry[KEY] = frame[WORD] | no_trump << NO_TRUMP_BIT
    entry[BOUNDS] = frame[LOW] | frame[HIGH] << 4
    return YES if frame[LOW] >= frame[NEED] else NO


@inlined
def _known(room: SolverWorkspace, levels: Levels, word: int, no_trump: int, cards: int) -> int:
    """The bounds of a position that are known without expanding it, low | high << 4."""
    if cards == 0:
        return 0
    value = look_up(levels, word, no_trump, cards)
    if value >= 0:
        room.tally[FROM_TABLE] += 1
        return value | value << 4
    entry = room.results[_slot(room.results, word, no_trump)]
    if entry[KEY] == word | no_trump << NO_TRUMP_BIT:
        return int(entry[BOUNDS])
    return bounds(word, no_trump, cards)


@inlined
def _slot(results: Words, word: int, no_trump: int) -> int:
    """Return the slot of a position in the table of results."""
    mixed = (word | no_trump << NO_TRUMP_BIT) * MIXER
    return (mixed ^ mixed >> 29) >> 17 & len(results) - 1


@inlined
def _go_down(room: SolverWorkspace, depth: int) -> None:
    """Ask the same of the next child."""
    frame, below = room.frames[depth], room.frames[depth + 1]
    child = room.children[depth, frame[NEXT]]
    below[WORD] = child[CHILD_WORD]
    below[CARDS] = frame[CARDS] - 1
    below[LOW], below[HIGH] = child[CHILD_BOUNDS] & 15, child[CHILD_BOUNDS] >> 4
    below[NEED] = frame[CARDS] - frame[NEED] if child[CHILD_TURNED] else frame[NEED] - 1


@inlined
def _take(room: SolverWorkspace, depth: int, answer: int, no_trump: int) -> tuple[int, bool]:
    """Apply the answer of a child to its parent: its own answer, and whether it goes on with another lead."""
    frame = room.frames[depth]
    if not answer ^ room.children[depth, frame[NEXT], CHILD_TURNED]:
        return UNKNOWN, True
    frame[NEXT] += 1  # this reply does not help; the lead holds if it was the last
    if frame[NEXT] < frame[COUNT]:
        return UNKNOWN, False
    frame[LOW] = frame[NEED]
    return _conclude(room, frame, no_trump), False
