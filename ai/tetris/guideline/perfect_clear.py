"""Perfect clears: every way for a queue with hold, and for how many queues of a bag there is one.

The rows to be emptied and the cells in them tell how many pieces it takes. All fields on the way are searched level by
level and merged where they and the pieces used are equal (`kernels/clears.py`); fields from which no way leads to the
end are cut off then, and what is left is small.

An empty hold is as good as the first piece of the queue held: what can be placed is the same ever after.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.tetris.guideline.clear_search import MOST_ROWS, rows_to_empty
from ai.tetris.guideline.first_clears import FirstClears, Start, box_of
from ai.tetris.guideline.kernels.clears import (
    EDGE_WORDS,
    EDGES,
    FILLED,
    KINDS,
    LEVEL,
    LEVEL_END,
    MOST_CHILDREN,
    NEXT,
    NODE_WORDS,
    NODES,
    ROWS,
    SIZE_WORDS,
    USED,
    USED_BITS,
    Growing,
    add_node,
    expand,
    fill_table,
    prune,
    start_node,
)
from ai.tetris.guideline.kernels.covering import COUNT_BITS, WORD, keep, mark_dealt, spread_queues
from ai.tetris.guideline.kernels.first_clears import expand_known
from ai.tetris.guideline.kernels.four_rows import (
    AT,
    LINE_WORDS,
    NONE,
    UNKNOWN,
    Work,
    expand_box,
    find_in_box,
)
from ai.tetris.guideline.kernels.layout import MOST_PLACEMENTS, Words, field_words, placement_of, ways_of
from ai.tetris.guideline.kernels.optimum import BOX
from ai.tetris.guideline.kernels.reach import ROOM_WORDS, ROW_WORDS
from ai.tetris.guideline.last_pieces import NOTHING, LastPieces
from ai.tetris.guideline.moves import placements
from ai.tetris.guideline.optimum import placement_of_code
from game.errors import BadInput
from game.tetris.guideline import COLUMNS, Field, Placement, System
from game.tetris.guideline.pieces import Cells
from game.words import counted

SLICE = 2_000  # nodes that a call of the kernel works on, some milliseconds
PIECES_OF_CLEAR = 10  # of the first one
FIRST_TURN = 200  # positions that are tried in one order, twice as many in the next
MOST_USED = 15  # of one kind of piece
MOST_NODES = 1 << 23  # about a gigabyte
MOST_AT_ONCE = 1 << 24  # words of bits of queues


@dataclass(frozen=True)
class Coverage:
    """Number of queues of a bag, and of those with which the field can be emptied."""

    queues: int
    solved: int


@dataclass(frozen=True)
class Ways:
    """The fields on the way to a perfect clear, and nothing else: node 0 is the start, if there is any way at all.

    The edges of node n are edges[starts[n]:starts[n + 1]]; `begins` are the first nodes of each level, `used` the
    pieces of each node.
    """

    starts: Words
    edges: Words
    begins: Words
    used: Words

    def __bool__(self) -> bool:
        return len(self.starts) > 1


def least_rows(field: Field) -> int:
    """The fewest rows that hold all filled cells, and whose empty cells some pieces can fill. Raises `BadInput`."""
    for rows in rows_to_empty(field):
        return rows
    if field.cells % 2:
        raise BadInput(
            f"the board has {counted(field.cells, 'filled cell')}; no pieces fill up rows with an odd number"
        )
    raise BadInput(
        f"the board is {field.height} rows high; perfect clears are searched in {MOST_ROWS} at most"
    )


def pieces_needed(field: Field, rows: int) -> int:
    """The number of pieces that empty `rows` rows. Raises `BadInput` where no number does."""
    if rows > MOST_ROWS:
        raise BadInput(f"{rows} rows are too many; perfect clears are searched in {MOST_ROWS} at most")
    if rows < field.height:
        raise BadInput(
            f"the board is {counted(field.height, 'row')} high; {rows} {'does' if rows == 1 else 'do'} not hold it"
        )
    empty = COLUMNS * rows - field.cells
    if empty <= 0 or empty % 4:
        raise BadInput(
            f"{counted(rows, 'row')} {'has' if rows == 1 else 'have'} {counted(empty, 'empty cell')}; "
            "pieces fill a multiple of four, and at least one piece"
        )
    return empty // 4


# -- the pieces in sight, and one that is not --

MOST_ROWS_OF_PLAY = 4  # that players empty


class ClearShares(NamedTuple):
    """A perfect clear in so many `pieces`, and with how many of the `futures` best play makes it, by first placement.

    A placement is its piece and its cells.
    """

    pieces: int
    futures: int
    placements: dict[tuple[int, Cells], int]

    @property
    def best(self) -> float:
        """The share of the futures with the best placement."""
        return max(self.placements.values(), default=0) / self.futures


def clear_shares(
    field: Field, seen: int, futures: Callable[[int], Sequence[Sequence[int]]], system: System = "srs"
) -> ClearShares | None:
    """The perfect clear of up to four rows that is most likely, and of those the one that comes first; None for none.

    Of so many pieces seen, the held one among them, at most one that matters may be missing: the first placement shows
    it, so that every way that exists can be played. `futures` gives all pieces by how many of them are not seen.
    """
    result: ClearShares | None = None
    for rows in range(max(1, field.height), MOST_ROWS_OF_PLAY + 1):
        needed, rest = divmod(COLUMNS * rows - field.cells, 4)
        missing = max(0, needed + 1 - seen)
        if needed < 1 or rest or missing > 1:
            continue
        orders, counts = futures(missing), Counter[tuple[int, Cells]]()
        for pieces in orders:
            seen_by = [Counter(pieces[: placed + 2]) for placed in range(needed)]
            ways = search(field, rows, seen_by, system, general=True)
            if ways:
                firsts = map(placement_of, ways.edges[: ways.starts[1], 1].tolist())
                counts.update({(at.piece, at.cells) for at in firsts})
        shares = ClearShares(needed, len(orders), dict(counts))
        if counts and (result is None or shares.best > result.best):
            result = shares
    return result


# -- one queue --


def perfect_clears(
    field: Field,
    queue: Sequence[int],
    hold: int | None = None,
    rows: int | None = None,
    system: System = "srs",
    *,
    holding: bool = True,
) -> Iterator[tuple[Placement, ...]]:
    """Every sequence of placements that empties `rows` rows (the fewest possible) with this queue and hold.

    Without `holding` pieces are placed as they come.

    The next so many pieces are placed as `pieces_needed` says, the queue's first piece first or held. Where cells can
    be reached both ways, the placement is the one without a spin. Raises `BadInput`, also for too few pieces.
    """
    rows = least_rows(field) if rows is None else rows
    needed = pieces_needed(field, rows)
    letters = [*([] if hold is None else [hold]), *queue]
    _check_enough(rows, needed, letters)
    ways = ways_of_queue(field, rows, letters, system, holding=holding)
    return _sequences(ways, field, 0, system) if ways else iter(())


def first_perfect_clear(
    field: Field,
    queue: Sequence[int],
    hold: int | None = None,
    rows: int | None = None,
    system: System = "srs",
    *,
    holding: bool = True,
) -> tuple[Placement, ...] | None:
    """One perfect clear with this queue and hold, None if there is none.

    Without `rows`, the fewest possible are tried, then more, as far as the pieces go. Raises `BadInput`.
    """
    letters = [*([] if hold is None else [hold]), *queue]
    if rows is not None:
        return _first_way(field, letters, rows, system, holding=holding)
    rows = least_rows(field)
    way = _first_way(field, letters, rows, system, holding=holding)
    while way is None and rows + 2 <= MOST_ROWS and pieces_needed(field, rows + 2) <= len(letters):
        rows += 2
        way = _first_way(field, letters, rows, system, holding=holding)
    return way


def _first_way(
    field: Field, letters: Sequence[int], rows: int, system: System, *, holding: bool
) -> tuple[Placement, ...] | None:
    """One way to empty so many rows with these letters, the first of them held. Raises `BadInput`."""
    needed = pieces_needed(field, rows)
    _check_enough(rows, needed, letters)
    if rows > BOX:
        ways = search(field, rows, _supplies(letters, needed, holding=holding), system)
        return next(_sequences(ways, field, 0, system), None) if ways else None
    if (known := graph_of(field, rows, letters, needed, system)) is not None:
        graph, start = known
        way = graph.way(start, letters, holding=holding)
    else:
        way = _way_in_box(field, letters[: needed + 1], needed, system, holding=holding)
    return None if way is None else _with_spins(field, way, system)


def _with_spins(field: Field, way: Sequence[Placement], system: System) -> tuple[Placement, ...]:
    """The same cells one after the other: each without a spin where they can be reached so."""
    placed = list[Placement]()
    for cells in way:
        placed.append(next(at for at in placements(field, cells.piece, system) if at[:4] == cells[:4]))
        field = field.place(*cells[:4])[0]
    return tuple(placed)


def _way_in_box(
    field: Field, letters: Sequence[int], needed: int, system: System, *, holding: bool
) -> tuple[Placement, ...] | None:
    codes = np.zeros((needed, MOST_CHILDREN), np.int16)
    line, children = np.zeros((needed, LINE_WORDS), np.int64), np.zeros((needed, MOST_CHILDREN), np.int64)
    rooms = np.zeros(ROW_WORDS, np.int64), np.zeros(ROOM_WORDS, np.int64)
    work = Work(ways_of(system), *rooms, children, codes)
    last, queue = _last_pieces(needed, system), np.array(letters, np.int64)
    failed, sizes, outcome, turn = np.zeros(1 << 18, np.int64), np.zeros(1, np.int64), UNKNOWN, 0
    while outcome == UNKNOWN:
        if sizes[0] > len(failed) >> 1:
            failed, sizes[0] = np.zeros(8 * len(failed), np.int64), 0
        most = FIRST_TURN << min(turn, 30)
        outcome = find_in_box(
            box_of(field), queue, holding, needed, turn, most, last.arrays, failed, sizes, line, work
        )
        turn += 1
    if outcome == NONE:
        return None
    return tuple(placement_of_code(int(codes[step, line[step, AT]]), 0) for step in range(needed))


def _check_enough(rows: int, needed: int, letters: Sequence[int]) -> None:
    if len(letters) < needed:
        raise BadInput(f"{rows} rows take {needed} pieces; the queue and the hold have {len(letters)}")


def _supplies(letters: Sequence[int], needed: int, *, holding: bool) -> list[Counter[int]]:
    """The pieces that have been seen by the time each is placed."""
    return [Counter(letters[: level + 1 + holding]) for level in range(needed)]


def graph_of(
    field: Field, rows: int, letters: Sequence[int], needed: int, system: System
) -> tuple[FirstClears, Start] | None:
    """The graph of the first perfect clear and the node in it, where it has been made and knows all the ways."""
    if system != "srs" or rows > BOX or (graph := FirstClears.known()) is None:
        return None
    start = graph.start(field, letters)
    return None if start is None or start.level + needed != PIECES_OF_CLEAR else (graph, start)


def ways_of_queue(
    field: Field, rows: int, letters: Sequence[int], system: System = "srs", *, holding: bool = True
) -> Ways:
    """All ways to empty the rows with these letters, the first of them held."""
    needed = pieces_needed(field, rows)
    supplies = _supplies(letters, needed, holding=holding)
    whole = Search(field, rows, supplies, system, graph=graph_of(field, rows, letters, needed, system))
    for _ in whole.slices():
        pass
    return whole.ways


def _sequences(ways: Ways, field: Field, node: int, system: System) -> Iterator[tuple[Placement, ...]]:
    """All sequences from a node to the end."""
    edges = ways.edges[ways.starts[node] : ways.starts[node + 1]]
    if not len(edges):
        yield ()
    for after, word in edges.tolist():
        (at,) = _with_spins(field, [placement_of(word)], system)
        for rest in _sequences(ways, field.place(*at[:4])[0], after, system):
            yield (at, *rest)


# -- all queues of a bag --


def coverage(
    field: Field,
    bag: Sequence[int],
    hold: int | None = None,
    rows: int | None = None,
    system: System = "srs",
    *,
    holding: bool = True,
    see: int | None = None,
) -> Coverage:
    """With how many orders of the bag's letters the rows can be emptied, of all that differ in what is seen.

    Seen are `see` letters, or as many as can matter: one piece more than are needed, a hold piece counted, but no more
    than the bag has. Without `holding` they are placed as they come. Raises `BadInput`.
    """
    rows = least_rows(field) if rows is None else rows
    needed = pieces_needed(field, rows)
    held = [] if hold is None else [hold]
    seen = min(needed + holding - len(held), len(bag)) if see is None else see
    if seen > len(bag):
        raise BadInput(f"{seen} pieces cannot be seen; the bag has {len(bag)}")
    if seen + len(held) < needed:
        has = (
            f"the bag and the hold have {len(bag) + len(held)}"
            if see is None
            else f"{seen + len(held)} are seen"
        )
        raise BadInput(f"{rows} rows take {needed} pieces; {has}")
    queues = np.array(sorted({(*held, *queue) for queue in permutations(bag, seen)}), np.int8)
    results = covered(search(field, rows, [Counter([*held, *bag])] * needed, system), queues, holding=holding)
    return Coverage(len(queues), int(np.count_nonzero(results.solved)))


@dataclass(frozen=True)
class Covered:
    """By queue: whether there is a perfect clear, and the pieces (bits) of which one can be held when it is done."""

    solved: NDArray[np.bool_]
    savable: NDArray[np.int64]


def covered(ways: Ways, queues: NDArray[np.int8], *, holding: bool = True) -> Covered:
    """Return which queues [number, letter] lead through the ways to the end; the first letters are held or placed."""
    count, savable = len(queues), np.zeros(len(queues), np.int64)
    if not ways:
        return Covered(np.zeros(count, np.bool_), savable)
    dealt = dealt_by(queues, len(ways.begins) - 1, holding=holding)
    solved, begin = list[NDArray[np.bool_]](), 0
    for some in in_parts(dealt, len(ways.used)):
        end = begin + some.shape[1]
        groups, allowed = reachable_with(ways, some)
        bits = np.zeros((len(ways.used), allowed.shape[1]), np.int64)
        bits[0] = allowed[groups[0]]
        spread_queues(ways.starts, ways.edges, ways.begins, groups, allowed, bits)
        goals = bits[ways.begins[-1] :]
        if holding and queues.shape[1] >= len(ways.begins):
            for used, each in zip(ways.used[ways.begins[-1] :].tolist(), goals, strict=True):
                keep(some[-1], used, each, savable[begin:end])
        solved.append(listed(np.bitwise_or.reduce(goals, 0), end - begin))
        begin = end
    return Covered(np.concatenate(solved), savable)


def in_parts(dealt: Words, nodes: int) -> Iterator[Words]:
    """The pieces dealt by queues, in parts as large as memory allows with so many nodes."""
    size = WORD * max(1, MOST_AT_ONCE // nodes)
    for begin in range(0, dealt.shape[1], size):
        yield np.ascontiguousarray(dealt[:, begin : begin + size])


def listed(bits: Words, count: int) -> NDArray[np.bool_]:
    """The bits of so many queues one by one."""
    numbers = np.arange(count)
    each: NDArray[np.bool_] = (bits[numbers // WORD] >> numbers % WORD & 1).astype(np.bool_)
    return each


def dealt_by(queues: NDArray[np.int8], levels: int, *, holding: bool) -> Words:
    """The count of each kind that the queues have dealt by each level, [level, queue]; see `kernels/covering.py`."""
    counts = np.zeros((levels + 1, len(queues)), np.int64)
    for level in range(levels + 1):
        for letter in queues[:, : level + holding].T:
            counts[level] += np.int64(1) << COUNT_BITS * letter.astype(np.int64)
    return counts


def reachable_with(ways: Ways, dealt: Words) -> tuple[Words, Words]:
    """The group of each node, which has nodes of one level with equal pieces, and the queues of each group as bits."""
    groups, sets = np.zeros(len(ways.used), np.int64), list[Words]()
    ends = [*ways.begins.tolist(), len(ways.used)]
    words, count = -(-dealt.shape[1] // WORD), 0
    for level, (begin, end) in enumerate(pairwise(ends)):
        used, numbers = np.unique(ways.used[begin:end], return_inverse=True)
        groups[begin:end] = numbers + count
        sets.append(np.zeros((len(used), words), np.int64))
        mark_dealt(dealt[level], used, sets[-1])
        count += len(used)
    return groups, np.concatenate(sets)


# -- search --


def search(
    field: Field,
    rows: int,
    supplies: Sequence[Counter[int]],
    system: System = "srs",
    *,
    general: bool = False,
) -> Ways:
    """All ways to empty `rows` rows, where the k-th piece makes those used at most supplies[k]."""
    whole = Search(field, rows, supplies, system, general=general)
    for _ in whole.slices():
        pass
    return whole.ways


class Search:
    """The arrays of a search, which grow as nodes and edges are found; see `search`. `ways` is there in the end."""

    def __init__(
        self,
        field: Field,
        rows: int,
        supplies: Sequence[Counter[int]],
        system: System = "srs",
        most: int | None = None,
        graph: tuple[FirstClears, Start] | None = None,
        *,
        general: bool = False,
    ) -> None:
        """With a `graph` of which all ways are a part nothing is moved; the field is the start's.

        `general`: by the kernels for every height, also in few rows. They are compiled for the first advice.
        """
        self.levels, self.system = len(supplies), ways_of(system)
        self._lying = 0  # pieces used before the start
        self._graph, self._box = graph, rows <= BOX and graph is None and not general
        if self._box:
            self._last = _last_pieces(self.levels, system).arrays
        self.most = MOST_NODES if most is None else most
        self.supply = np.zeros((self.levels + 1, KINDS), np.int64)
        for level, counts in enumerate(supplies):
            for kind, count in counts.items():
                self.supply[level, kind] = min(count, MOST_USED)
        self.sizes = np.zeros(SIZE_WORDS, np.int64)
        self.sizes[ROWS], self.sizes[FILLED] = rows, field.cells
        self.nodes = np.zeros((1 << 12, NODE_WORDS), np.int64)
        self.starts = np.zeros(len(self.nodes), np.int64)
        self.edges = np.zeros((1 << 13, EDGE_WORDS), np.int64)
        self.table = np.full(1 << 13, -1, np.int64)
        self._box_work = Work(
            self.system,
            np.zeros(ROW_WORDS, np.int64),
            np.zeros(ROOM_WORDS, np.int64),
            np.zeros(MOST_CHILDREN, np.int64),
            np.zeros(MOST_CHILDREN, np.int16),
        )
        self.scratch = (
            np.zeros((2, COLUMNS), np.int64),
            np.zeros(MOST_PLACEMENTS, np.int64),
            np.zeros(ROOM_WORDS, np.int64),
        )
        if self._box:
            add_node(self.nodes, self.table, self.sizes, box_of(field), 0, 0)
        elif graph is None:
            start_node(field_words(field), self.nodes, self.table, self.sizes)
        else:
            node, placed = graph[1]
            self.supply[:, list(placed)] += 1
            self._lying = sum(1 << USED_BITS * piece for piece in placed)
            add_node(self.nodes, self.table, self.sizes, node, 0, self._lying)

    @property
    def looked(self) -> int:
        """The fields looked at so far."""
        return int(self.sizes[NODES])

    def slices(self) -> Iterator[int]:
        """Search; some milliseconds of it at a time, with the number of fields looked at. Raises `BadInput`."""
        begins = [0]
        for level in range(self.levels):
            self.sizes[LEVEL], self.sizes[LEVEL_END] = level, self.sizes[NODES]
            begins.append(self.looked)
            while self.sizes[NEXT] < self.sizes[LEVEL_END]:
                self._make_room()
                growing = Growing(self.nodes, self.starts, self.edges, self.table, self.supply, self.sizes)
                if self._box:
                    expand_box(growing, SLICE, self.levels, self._last, self._box_work)
                elif self._graph is None:
                    expand(growing, SLICE, self.system, *self.scratch)
                else:
                    graph, start = self._graph
                    expand_known(growing, SLICE, start.level, graph.sets, graph.edges)
                yield self.looked
        self.ways = self._pruned(np.array(begins, np.int64))

    def _make_room(self) -> None:
        """See to it that the next node can be expanded. Raises `BadInput` where that would take too much memory."""
        if self.sizes[NODES] + MOST_CHILDREN >= len(self.nodes) - 1:
            if len(self.nodes) >= self.most:
                raise BadInput(
                    f"too many ways: over {len(self.nodes):,} fields; ask for fewer rows or fewer pieces"
                )
            self.nodes = np.concatenate((self.nodes, np.zeros_like(self.nodes)))
            self.starts = np.concatenate((self.starts, np.zeros_like(self.starts)))
            self.table = np.full(2 * len(self.nodes), -1, np.int64)
            fill_table(self.nodes, int(self.sizes[NODES]), self.table)
        if self.sizes[EDGES] + MOST_CHILDREN > len(self.edges):
            self.edges = np.concatenate((self.edges, np.zeros_like(self.edges)))

    def _pruned(self, begins: Words) -> Ways:
        count = int(self.sizes[NODES])
        names = np.zeros(count, np.int64)
        left = prune(self.starts, self.edges, count, int(begins[-1]), names)
        first = np.array([np.count_nonzero(names[:begin] >= 0) for begin in begins], np.int64)
        starts = self.starts[: left + 1].copy()
        used = self.nodes[:count, USED][names >= 0] - self._lying
        return Ways(starts, self.edges[: starts[-1]].copy(), first, used)


LONG = 9  # pieces: what so many can do is worth two seconds of looking at the last ones first


def _last_pieces(levels: int, system: System) -> LastPieces:
    if system != "srs":
        return NOTHING
    return LastPieces.made() if levels >= LONG else LastPieces.known() or NOTHING


# Perfect clears with the pieces that can be seen, found whole instead of by chance.
#
# A search by value seldom finds them: on the way there the field looks bad. There are few fields from which one is
# still possible, so all of them can be looked at (`perfect_clear.py`), most often in less than a millisecond.

ROWS_IN_SIGHT = 6  # that are emptied; more pieces than that takes can never be seen
MOST_WAYS = 8  # that are handed on, of all there are


def clears_in_sight(
    field: Field, pieces: Sequence[int], hold: bool, most: int, system: System = "srs"
) -> tuple[list[list[int]], int]:
    """Ways to empty the field with the next pieces, MOST_WAYS at most; and how many fields were looked at.

    A way is a list of placements in words of `kernels/layout.py`, without spins. `pieces` in their order, the held one
    first; without `hold` they are placed as they come. Ways of the fewest rows only. After `most` fields it gives up.
    """
    looked = 0
    for rows, needed in _sizes(field, len(pieces)):
        supplies = [Counter(pieces[: k + 1 + hold]) for k in range(needed)]
        search = Search(field, rows, supplies, system, general=True)
        for looked_here in search.slices():
            if looked + looked_here > most:
                return [], looked + looked_here
        looked += search.looked
        if search.ways:
            results = [_way(search.ways, number) for number in range(MOST_WAYS)]
            return [way for number, way in enumerate(results) if way not in results[:number]], looked
    return [], looked


def _sizes(field: Field, pieces: int) -> Iterator[tuple[int, int]]:
    """Rows that can be emptied, and the pieces it takes."""
    for rows in range(max(1, field.height), ROWS_IN_SIGHT + 1):
        empty = COLUMNS * rows - field.cells
        if empty % 4 == 0 and 0 < empty // 4 <= pieces:
            yield rows, empty // 4


def _way(ways: Ways, number: int) -> list[int]:
    """One way to the end: `number` says which edge to take where there are several, digit by digit."""
    node, way = 0, []
    while len(edges := ways.edges[ways.starts[node] : ways.starts[node + 1]]):
        number, turn = divmod(number, len(edges))
        node, at = map(int, edges[turn])
        way.append(at)
    return way
