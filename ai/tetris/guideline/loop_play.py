"""Best play inside a perfect clear for as many clears in a row as can be, by what is left over in the end.

From the fourth piece of ten on, in the second clear from the third, few letters that matter are not seen. All ways to
empty the field with any of them are found; of what they leave over the best is taken
(`game.tetris.guideline.loop_values`), and the mean over each letter that is seen next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache, reduce
from operator import or_
from typing import NamedTuple

import msgspec

from ai.tetris.guideline import perfect_clear
from ai.tetris.guideline.best_play import PIECES_OF_CLEAR, level_of
from ai.tetris.guideline.kernels.layout import placement_of
from ai.tetris.guideline.known.sight import KnownPieces, drawn
from ai.tetris.guideline.perfect_clear import Ways
from game.tetris.guideline import COLUMNS, PIECES, Placement, System
from game.tetris.guideline.loop_values import Leftover, LoopValues, loop_values

ROWS = 4
MOST_PIECES, MOST_UNSEEN, MOST_FUTURES = (
    8,
    4,
    50,
)  # to come, letters not seen, orders of them: a fraction of a second


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
    unseen = max(0, pieces + 1 - len(sight.pieces))
    if odd or not sight.field.height <= rows <= ROWS or pieces > MOST_PIECES or unseen > MOST_UNSEEN:
        return ()
    queues = [future.pieces[: pieces + 1] for future in sight.futures(unseen)]
    if len(queues) > MOST_FUTURES:
        return ()
    supplies = [
        reduce(or_, (Counter(letters[: placed + 2]) for letters in queues)) for placed in range(pieces)
    ]
    ways = perfect_clear.search(sight.field, rows, supplies, system)
    if not ways:
        return ()
    results = [LoopChoice(move, *worth) for move, worth in _by_move(ways, sight, pieces, values).items()]
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
    """The letters (bits) left of the bag once so many pieces in sight have come, the held one counted."""
    left = sight.left
    for piece in sight.queue[: letters - (sight.hold is not None)]:
        left = drawn(left, piece)
    return left


class _Worth(NamedTuple):
    """The chance of the clear, and the mean of clears in a row, this one included."""

    chance: float = 0.0
    clears: float = 0.0


def _by_move(ways: Ways, sight: KnownPieces, pieces: int, values: LoopValues) -> dict[Placement, _Worth]:
    """The worth of each first placement; with each one a letter more is seen."""
    edges, starts = ways.edges.tolist(), ways.starts.tolist()
    letters = sight.pieces[: pieces + 1]
    left_first = _left_behind(sight, len(letters))

    def best(node: int, held: int, placed: int, more: tuple[int, ...], left: int) -> _Worth:
        """The worth of a field; `more` letters were seen, `left` is what the bag still holds."""
        if placed == pieces:
            return _Worth(1.0, 1 + values.value(Leftover(held, left)))
        came = (*letters, *more)[placed + 1]
        worths = (seen_more(*step, placed + 1, more, left) for _, *step in steps(node, held, came))
        return max(worths, key=lambda each: each.clears, default=_Worth())

    @cache
    def seen_more(node: int, held: int, placed: int, more: tuple[int, ...], left: int) -> _Worth:
        """The mean over the letters that can be seen next."""
        if len(letters) + len(more) > pieces:
            return best(node, held, placed, more, left)
        could = [piece for piece in range(len(PIECES)) if left >> piece & 1]
        each = [best(node, held, placed, (*more, piece), drawn(left, piece)) for piece in could]
        return _Worth(*(sum(side) / len(each) for side in zip(*each, strict=True)))

    def steps(node: int, held: int, came: int) -> Iterator[tuple[Placement, int, int]]:
        """The placements with one of two pieces, the field then, and the piece that is held."""
        for after, word in edges[starts[node] : starts[node + 1]]:
            at = placement_of(word)
            if at.piece in (held, came):
                yield at, after, came if at.piece == held else held

    results = dict[Placement, _Worth]()
    for at, after, then in steps(0, *letters[:2]):
        worth = seen_more(after, then, 1, (), left_first)
        if worth.chance and worth.clears > results.get(at, _Worth()).clears:
            results[at] = worth
    return results
