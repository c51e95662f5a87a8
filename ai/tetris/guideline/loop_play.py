"""Best play inside a perfect clear for as many clears in a row as can be, by what is left over in the end.

From the fourth piece of ten on at most one letter that matters is not seen. For each letter that can come, all ways to
empty the field are found, and of what they leave over the best is taken (`game.tetris.guideline.loop_values`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cache

import msgspec

from ai.tetris.guideline import perfect_clear
from ai.tetris.guideline.best_play import PIECES_OF_CLEAR, level_of
from ai.tetris.guideline.kernels.layout import placement_of
from ai.tetris.guideline.known.sight import KnownPieces
from ai.tetris.guideline.perfect_clear import Ways
from game.tetris.guideline import COLUMNS, Placement, System
from game.tetris.guideline.loop_values import FULL_BAG, Leftover, LoopValues, loop_values

ROWS = 4
MOST_UNSEEN = 1  # letters: with more, choices behind the next one would have to be averaged, too


class LoopChoice(msgspec.Struct, frozen=True):
    """A placement: the chance of the clear with best play for many in a row, and the mean of clears in a row."""

    move: Placement
    chance: float
    clears: float


def loop_choices(
    sight: KnownPieces, pieces: int, system: System = "srs", values: LoopValues | None = None
) -> tuple[LoopChoice, ...]:
    """The placements that keep to a perfect clear with so many pieces, the best first; none where too few are seen."""
    values = loop_values() if values is None else values
    rows, odd = divmod(sight.field.cells + 4 * pieces, COLUMNS)
    if odd or not sight.field.height <= rows <= ROWS or pieces + 1 - len(sight.pieces) > MOST_UNSEEN:
        return ()
    futures = sight.futures(max(0, pieces + 1 - len(sight.pieces)))
    solved, worth = Counter[Placement](), defaultdict[Placement, float](float)
    for future in futures:
        letters = future.pieces[: pieces + 1]
        supplies = [Counter(letters[: placed + 2]) for placed in range(pieces)]
        ways = perfect_clear.search(future.field, rows, supplies, system)
        if not ways:
            continue
        left = _left_behind(future, pieces + 1)
        follow = {held: values.value(Leftover(held, left)) for held in set(letters)}
        for move, clears in _by_move(ways, letters, follow).items():
            solved[move] += 1
            worth[move] += clears
    count = len(futures)
    results = [LoopChoice(move, solved[move] / count, worth[move] / count) for move in solved]
    return tuple(sorted(results, key=lambda each: (-each.clears, each.move)))


def pieces_to_clear(sight: KnownPieces) -> int | None:
    """The pieces that a perfect clear in at most four rows takes, where `loop_choices` can tell them apart.

    On the way to the first clear of a game it is that one; elsewhere the next that the cells allow.
    """
    cells, position = sight.field.cells, sight.position
    level = None if position is None else level_of(sight.field, position.bag, position.extra)
    if level:
        return PIECES_OF_CLEAR - level
    for rows in range(max(1, sight.field.height), ROWS + 1):
        pieces, odd = divmod(COLUMNS * rows - cells, 4)
        if cells and not odd and pieces:
            return pieces
    return None


def _left_behind(sight: KnownPieces, letters: int) -> int:
    """The letters (bits) left of the bag once so many pieces have come, the held one counted."""
    left = sight.left
    for piece in sight.queue[: letters - (sight.hold is not None)]:
        left = left & ~(1 << piece) or FULL_BAG
    return left


def _by_move(ways: Ways, letters: Sequence[int], follow: dict[int, float]) -> dict[Placement, float]:
    """The clears in a row to which each first placement leads at best, this one included."""
    edges, starts = ways.edges.tolist(), ways.starts.tolist()

    @cache
    def best(node: int, held: int, placed: int) -> float:
        if placed == len(letters) - 1:
            return 1 + follow[held]
        came, result = letters[placed + 1], 0.0
        for after, word in edges[starts[node] : starts[node + 1]]:
            piece = placement_of(word).piece
            if piece in (held, came):
                result = max(result, best(after, came if piece == held else held, placed + 1))
        return result

    results = dict[Placement, float]()
    held, came = letters[:2]
    for after, word in edges[starts[0] : starts[1]]:
        at = placement_of(word)
        if at.piece in (held, came):
            worth = best(after, came if at.piece == held else held, 1)
            if worth:
                results[at] = max(worth, results.get(at, 0.0))
    return results
