"""The best placement by a policy: both pieces, all the fields they lead to, one look-up each."""

from __future__ import annotations

from typing import Any

from ai.kernel import tight
from ai.tetris.four_wide.kernels.situations import Numbers, Words, canonical, find

NOTHING = -1
STATE = 16  # the bits below the number of a state
MOST_EDGES = (1 << 15) - 1


@tight
def choose(
    keys: Words,
    states: Any,
    heads: Words,
    targets: Numbers,
    field: int,
    current: int,
    hold: int,
    places: int,
    bag: int,
    holds: bool,
) -> int:
    """The best option, packed: the state it leads to, its edge, and a bit that is set if the held piece is placed.

    `places` are the previews behind an I in hold (which is 0); `states` rise with the value. -1 if there is no
    useful placement. First of equals: the current piece, then the edge that stands first.
    """
    fields = len(heads) // 7 - 1
    best, top = NOTHING, states[0]
    for second in range(2 if holds and hold != current else 1):
        piece, kept = (hold, current) if second else (current, hold)
        found = find(keys, canonical(places | kept, bag))
        row, mirror = (found >> 1) * fields, found & 1
        head = piece * (fields + 1) + field
        for edge in range(heads[head], heads[head + 1]):
            state = row + targets[mirror, edge]
            if best == NOTHING or states[state] > top:
                best, top = state << STATE | edge << 1 | second, states[state]
    return best
