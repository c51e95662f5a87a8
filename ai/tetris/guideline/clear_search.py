"""Question to a search for perfect clears, and its reports. Nothing here needs numba."""

from __future__ import annotations

import msgspec

from game.errors import BadInput
from game.tetris.guideline import COLUMNS, Field, Placement, State

MOST_ROWS = 12  # in which perfect clears are searched
MOST_WAYS = 300  # pictures that are listed; with all placements they fit into one message


class ClearSearch(msgspec.Struct, frozen=True, kw_only=True):
    """A search for perfect clears of the position that `rules` open (`State.open`).

    `rows` to be emptied, 0 for the fewest possible. Without a `bag` the pieces are those of the queue, as many as it
    takes. With one, letters, it is counted for how many of their orders there is a perfect clear; with a `pattern`,
    for how many of its queues behind the piece held (`game.tetris.guideline.patterns`). With `letters`, those that can
    still come as in the position of a book, and the one that can come `twice`, only the chances of placements on the
    way to the first perfect clear are asked for.
    """

    rules: dict[str, str]
    rows: int = 0
    bag: str = ""
    pattern: str = ""
    letters: str = ""
    twice: str = ""


class Solved(msgspec.Struct, frozen=True, kw_only=True):
    """A solution for several queues: its placements in one order, parted by `/`, and the number of its queues.

    `saves` is by piece with how many of them it is held in the end, nothing where all pieces are placed. `needed` are
    few solutions that are enough for all queues together.
    """

    way: str
    queues: int
    saves: tuple[int, ...] = ()
    needed: bool = False


class LoopMove(msgspec.Struct, frozen=True):
    """A placement on the way to a perfect clear: with best play for many its chance and the mean of clears in a row."""

    move: str
    chance: float
    clears: float


class Clears(msgspec.Struct, frozen=True, kw_only=True):
    """Results of a search up to now, the last one with `done`.

    `looked` fields were looked at. A perfect clear of `rows` rows takes `pieces`. `orders` is the number of all ways to
    play one, 0 as long as it is not known. `ways` are different pictures of the emptied rows, those that attack most
    first, each as its placements, in order, parted by `/`, and `attack` the rows of attack of each. With `solved` of
    all `queues` there is a perfect clear, `missed` are some of the others; `saves` is by piece with how many it can be
    kept, and `solutions` are the first of `pictures` there are, those of most queues. `reason`: why there is nothing to
    search, as a sentence; then it is the last word.

    On the way to the first perfect clear of a bag also how best play goes on with what is seen: `best` are all
    placements of the two pieces to choose from, the best first, and `successes` with how many of `futures` equally
    likely orders of the unseen letters each leads to the perfect clear; `futures` is 0 where that is not known, and
    `progress` (0 to 1) how much of that work is done.

    `loop` are the placements for many perfect clears in a row, the best first, where few pieces are to come; on an
    empty board `in_a_row` is the mean of clears from there on, by what is held and left of the bag.
    """

    looked: int = 0
    rows: int = 0
    pieces: int = 0
    orders: int = 0
    ways: tuple[str, ...] = ()
    attack: tuple[int, ...] = ()
    queues: int = 0
    solved: int = 0
    missed: tuple[str, ...] = ()
    saves: tuple[int, ...] = ()
    pictures: int = 0
    solutions: tuple[Solved, ...] = ()
    reason: str = ""
    best: tuple[str, ...] = ()
    successes: tuple[int, ...] = ()
    futures: int = 0
    progress: float = 0.0
    loop: tuple[LoopMove, ...] = ()
    in_a_row: float = 0.0
    done: bool = False

    @property
    def chance(self) -> float:
        """The chance of a perfect clear with best play, where it is known."""
        return self.successes[0] / self.futures if self.successes else 0.0


def rows_to_empty(field: Field) -> tuple[int, ...]:
    """The numbers of rows that hold all filled cells, and whose empty cells some pieces can fill."""
    counts = range(field.height, MOST_ROWS + 1)
    return tuple(rows for rows in counts if (empty := COLUMNS * rows - field.cells) > 0 and empty % 4 == 0)


def placements_of(way: str) -> tuple[Placement, ...]:
    """The placements of one of the `ways`. Raises `BadInput`."""
    return tuple(Placement.parse(text) for text in way.split("/"))


def course_of(state: State, way: str) -> tuple[State, ...]:
    """The position, and every one after it on a way to the perfect clear. Raises `KibitzError` where there is none."""
    states = [state]
    for at in placements_of(way):
        states.append(states[-1].put(at))
    if states[-1].field.cells:
        raise BadInput("these placements leave cells behind")
    return tuple(states)
