"""One step back from the end of the walls.

Between walls of finite height the value of a state depends on the rows that are left. A step makes the values with W
rows left of those with fewer: `nearer[0]` with W - 1, `nearer[1]` with W - 2. Layout, states, graph and `floors` are
as in `kernels.values`; `lines` is how many rows each edge clears, 1 or 2.

A `guide` says who plays: the placement whose guide is highest, of equals the one that `nearer` likes best. Its rows are
as those of `nearer`, or one that stands for all. Without rows, `nearer` is the guide.

Apart from `kernels.values`: there the walls have no end, and one array is renewed in place.
"""

from __future__ import annotations

from ai.kernel import inlined, tight
from ai.tetris.four_wide.kernels.situations import Bytes, Numbers, Words
from ai.tetris.four_wide.kernels.values import Values

ALIKE = 1e-8  # guides that differ by less, as a share, are equal


@inlined
def _raise(
    best: Values,
    piece: int,
    after: int,
    worth: Values,
    lines: Bytes,
    edges: Words,
    sources: Numbers,
    targets: Numbers,
) -> None:
    """Let `best`, by field, be at least what placing `piece` leads to."""
    row, mirror = (after >> 1) * len(best), after & 1
    for edge in range(edges[piece], edges[piece + 1]):
        source = sources[edge]
        value = worth[min(lines[edge], len(worth)) - 1, row + targets[mirror, edge]]
        if value > best[source]:
            best[source] = value


@inlined
def _raise_guided(
    best: Values,
    piece: int,
    after: int,
    worth: Values,
    guide: Values,
    least: Values,
    lines: Bytes,
    edges: Words,
    sources: Numbers,
    targets: Numbers,
) -> None:
    """The same of those placements alone whose guide is at least `least`."""
    row, mirror = (after >> 1) * len(best), after & 1
    for edge in range(edges[piece], edges[piece + 1]):
        source, state = sources[edge], row + targets[mirror, edge]
        if guide[min(lines[edge], len(guide)) - 1, state] >= least[source]:
            value = worth[min(lines[edge], len(worth)) - 1, state]
            if value > best[source]:
                best[source] = value


@tight
def step_back(
    first: int,
    last: int,
    begins: Words,
    pieces: Bytes,
    after: Numbers,
    nearer: Values,
    guide: Values,
    lines: Bytes,
    edges: Words,
    sources: Numbers,
    targets: Numbers,
    floors: Values,
    guide_floors: Values,
    reward: float,
    renewed: Values,
    room: Values,
) -> None:
    """Write the values of the situations `first` to `last` to `renewed`: the mean over draws of what is played.

    A placement earns `reward` and what `nearer` says of where it leads; where none clears a line there is nothing.
    `floors` count their own reward; those of the guide count 1 for a placement. `room`: 3 x fields.
    """
    fields = len(room) // 3
    best, least, sums = room[:fields], room[fields : 2 * fields], room[2 * fields :]
    for number in range(first, last):
        sums[:] = 0.0
        for branch in range(begins[number], begins[number + 1]):
            for field in range(fields):
                best[field] = -reward
            if len(guide):
                for field in range(fields):
                    least[field] = guide_floors[branch, field] - 1.0 if len(guide_floors) else -1.0
                for choice in range(2 * branch, 2 * branch + 2):
                    if pieces[choice] >= 0:
                        _raise(least, pieces[choice], after[choice], guide, lines, edges, sources, targets)
                for field in range(fields):
                    least[field] -= ALIKE * (1.0 + abs(least[field]))
                    if len(floors) and guide_floors[branch, field] - 1.0 >= least[field]:
                        best[field] = floors[branch, field] - reward
                for choice in range(2 * branch, 2 * branch + 2):
                    if pieces[choice] >= 0:
                        _raise_guided(
                            best, pieces[choice], after[choice], nearer, guide, least, lines, edges, sources, targets
                        )  # fmt: skip
            else:
                if len(floors):
                    for field in range(fields):
                        best[field] = floors[branch, field] - reward
                for choice in range(2 * branch, 2 * branch + 2):
                    if pieces[choice] >= 0:
                        _raise(best, pieces[choice], after[choice], nearer, lines, edges, sources, targets)
            for field in range(fields):
                sums[field] += best[field]
        draws, row = begins[number + 1] - begins[number], number * fields
        for field in range(fields):
            renewed[row + field] = reward + sums[field] / draws
