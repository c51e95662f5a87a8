"""The exact search of the play stage: alpha-beta with windows of no width, trick by trick.

A question is always whether the player on lead takes at least so many tricks. After a trick the same question is asked
of its winner: if that is the other player, whether he takes so many that the first can no longer. What is found goes
into a table of results under the position's word, as bounds that are true for ever.
"""

from __future__ import annotations

from ai.bridge.solver.bounds import bounds, look_up
from ai.bridge.solver.replies import expand
from ai.bridge.solver.room import (
    BOUNDS,
    CARDS,
    CHILD_END,
    CHILD_TURNED,
    CHILD_WORD,
    COUNT,
    FROM_TABLE,
    HIGH,
    KEY,
    LOW,
    NEED,
    NEXT,
    NODES,
    WORD,
    Levels,
    Room,
    Words,
)
from ai.kernel import inlined, tight

MIXER = 0x2545F4914F6CDD1D
NO_TRUMP_BIT = 56
UNKNOWN, NO, YES = -1, 0, 1


@tight
def value_between(
    room: Room, levels: Levels, word: int, no_trump: int, cards: int, guess: int, least: int, most: int
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
def _reaches(room: Room, levels: Levels, no_trump: int) -> int:
    """YES if the player on lead takes as many tricks as the first frame needs; its bounds become closer."""
    depth = 0
    answer = UNKNOWN
    entering = True
    while True:
        if entering:
            answer = _enter(room, levels, depth, no_trump)
        if answer == UNKNOWN:
            _go_down(room, depth)
            depth += 1
            entering = True
        elif depth == 0:
            return answer
        else:
            depth -= 1
            entering = False
            answer = _take(room, depth, answer, no_trump)


@inlined
def _enter(room: Room, levels: Levels, depth: int, no_trump: int) -> int:
    """The answer of a position if it is known; else it is expanded."""
    frame = room.frames[depth]
    found = _known(room, levels, frame[WORD], no_trump, frame[CARDS])
    frame[LOW], frame[HIGH] = found & 15, found >> 4
    if frame[NEED] <= frame[LOW]:
        return YES
    if frame[NEED] > frame[HIGH]:
        return NO
    room.tally[NODES] += 1
    frame[COUNT] = expand(frame[WORD], no_trump, room.children[depth])
    frame[NEXT] = 0
    return UNKNOWN


@inlined
def _known(room: Room, levels: Levels, word: int, no_trump: int, cards: int) -> int:
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
    """Where the table of results keeps a position."""
    mixed = (word | no_trump << NO_TRUMP_BIT) * MIXER
    return (mixed ^ mixed >> 29) >> 17 & len(results) - 1


@inlined
def _go_down(room: Room, depth: int) -> None:
    """Ask the same of the next child."""
    frame, below = room.frames[depth], room.frames[depth + 1]
    child = room.children[depth, frame[NEXT]]
    below[WORD] = child[CHILD_WORD]
    below[CARDS] = frame[CARDS] - 1
    below[NEED] = frame[CARDS] - frame[NEED] if child[CHILD_TURNED] else frame[NEED] - 1


@inlined
def _take(room: Room, depth: int, answer: int, no_trump: int) -> int:
    """What the answer of a child means for its parent, which goes to its next child where it means nothing yet."""
    frame = room.frames[depth]
    child = room.children[depth, frame[NEXT]]
    if answer ^ child[CHILD_TURNED]:  # this reply does not help; the lead holds if it was the last
        frame[NEXT] += 1
        if frame[NEXT] < child[CHILD_END]:
            return UNKNOWN
        frame[LOW] = frame[NEED]
    else:
        frame[NEXT] = child[CHILD_END]
        if frame[NEXT] < frame[COUNT]:
            return UNKNOWN
        frame[HIGH] = frame[NEED] - 1
    entry = room.results[_slot(room.results, frame[WORD], no_trump)]
    entry[KEY] = frame[WORD] | no_trump << NO_TRUMP_BIT
    entry[BOUNDS] = frame[LOW] | frame[HIGH] << 4
    return YES if frame[LOW] >= frame[NEED] else NO
