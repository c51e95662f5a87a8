"""Values of all states, swept in place.

A state is a situation and a field: value `situation * fields + field`. The continuations of the graph are
lists by piece: `edges[piece]` to `edges[piece + 1]` in `sources` and `targets[mirror]`, sorted by source;
`targets[1]` are the mirror images, for a situation that is stored as its own. `floors[branch, field]` is what
can be had at a draw without a placement; no rows: the combo ends there, which is worth 0.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.kernel import inlined, tight
from ai.tetris.four_wide.kernels.situations import Bytes, Numbers, Words, canonical, find

Values = NDArray[np.float64]


class Draws(NamedTuple):
    """The branches of situations: those of n are begins[n] to begins[n + 1], one a draw.

    A branch has two choices, 2 * branch and the next: the piece that is placed (-1: none), and the situation after it
    times two, plus one where that is stored as its mirror image.
    """

    begins: Words
    pieces: Bytes
    after: Numbers


class Continuations(NamedTuple):
    """The graph of fields as lists by piece, as at the head of this module."""

    edges: Words
    sources: Numbers
    targets: Numbers


@inlined
def _raise(
    best: Values,
    piece: int,
    after: int,
    values: Values,
    graph: Continuations,
) -> None:
    """Let `best`, by field, be at least what placing `piece` leads to."""
    edges, sources, targets = graph
    row = (after >> 1) * len(best)
    mirror = after & 1
    for edge in range(edges[piece], edges[piece + 1]):
        source, value = sources[edge], values[row + targets[mirror, edge]]
        if value > best[source]:
            best[source] = value


@inlined
def _expect(
    number: int,
    draws: Draws,
    values: Values,
    graph: Continuations,
    floors: Values,
    best: Values,
    sums: Values,
) -> None:
    """Write the expectation of situation `number` by field to `sums`: the mean over draws of 1 + the best.

    Where a floor is higher, the mean of that.
    """
    begins, pieces, after = draws
    sums[:] = 0.0
    for branch in range(begins[number], begins[number + 1]):
        if len(floors):
            for field in range(len(best)):
                best[field] = floors[branch, field] - 1.0
        else:
            best[:] = -1.0
        _raise(best, pieces[2 * branch], after[2 * branch], values, graph)
        if pieces[2 * branch + 1] >= 0:
            _raise(best, pieces[2 * branch + 1], after[2 * branch + 1], values, graph)
        for field in range(len(best)):
            sums[field] += best[field]
    many = begins[number + 1] - begins[number]
    for field in range(len(best)):
        sums[field] = 1.0 + sums[field] / many


@tight
def sweep(
    first: int,
    last: int,
    draws: Draws,
    values: Values,
    graph: Continuations,
    floors: Values,
    renewed: Values,
    room: Values,
) -> float:
    """Write what one step makes of `values` for the situations `first` to `last` to `renewed`; the largest change.

    `renewed` may be `values` itself, which renews them in place. `room`: 2 x fields.
    """
    fields = len(room) // 2
    best, sums = room[:fields], room[fields:]
    largest = 0.0
    for number in range(first, last):
        _expect(number, draws, values, graph, floors, best, sums)
        row = number * fields
        for field in range(fields):
            change = abs(sums[field] - renewed[row + field])
            if change > largest:
                largest = change
            renewed[row + field] = sums[field]
    return largest


# Best play as a chain: which state follows each draw, and the chance to be alive so many pieces later.
#
# States are numbered from 1 on in here; 0 is the end of a combo.

Worths = NDArray[np.float32]


@tight
def list_followers(
    first: int,
    last: int,
    draws: Draws,
    worth: Worths,
    graph: Continuations,
    follow: Numbers,
    best: Worths,
) -> None:
    """Write for the branches of the situations `first` to `last`, by field, the state that the best placement leads to.

    `worth` rises with the value of a state. First of equals: the current piece, then the edge that stands first,
    as the policy plays. `best`: as many as there are fields.
    """
    begins, pieces, after = draws
    edges, sources, targets = graph
    fields = len(best)
    for branch in range(begins[first], begins[last]):
        here = branch * fields
        best[:] = -1.0
        follow[here : here + fields] = 0
        for choice in range(2 * branch, 2 * branch + 2):
            piece = pieces[choice]
            if piece < 0:
                continue
            row, mirror = (after[choice] >> 1) * fields, after[choice] & 1
            for edge in range(edges[piece], edges[piece + 1]):
                source, state = sources[edge], row + targets[mirror, edge]
                if worth[state] > best[source]:
                    best[source] = worth[state]
                    follow[here + source] = state + 1


@tight
def survive(
    first: int, last: int, begins: Words, follow: Numbers, alive: Values, renewed: Values, sums: Values
) -> None:
    """Write to `renewed` the chance to be `alive` after one more piece, by state, for these situations.

    `sums`: as many as there are fields.
    """
    fields = len(sums)
    for number in range(first, last):
        sums[:] = 0.0
        for branch in range(begins[number], begins[number + 1]):
            for field in range(fields):
                sums[field] += alive[follow[branch * fields + field]]
        draws = begins[number + 1] - begins[number]
        for field in range(fields):
            renewed[1 + number * fields + field] = sums[field] / draws


# The best placement by a policy: both pieces, all the fields they lead to, one look-up each.

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
        piece, held = (hold, current) if second else (current, hold)
        result = find(keys, canonical(places | held, bag))
        row, mirror = (result >> 1) * fields, result & 1
        head = piece * (fields + 1) + field
        for edge in range(heads[head], heads[head + 1]):
            state = row + targets[mirror, edge]
            if best == NOTHING or states[state] > top:
                best, top = state << STATE | edge << 1 | second, states[state]
    return best
