"""The search for perfect clears as the window sees it: in slices, with all different pictures of the emptied rows.

Orders of the same placements are one picture. Of every picture that way is kept which attacks most.

Apart from `worker`: the worker answers for every game, this is one search of one game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from math import perm
from time import perf_counter
from typing import Any, NamedTuple

from msgspec.structs import replace

from ai.tetris.guideline.best_play import BestPlay, Chances, Stopped, level_of
from ai.tetris.guideline.clear_search import MOST_ROWS, MOST_WAYS, Clears, ClearSearch, LoopMove, Solved
from ai.tetris.guideline.covering import way_of
from ai.tetris.guideline.first_clears import FirstClears
from ai.tetris.guideline.kernels.layout import placement_of
from ai.tetris.guideline.known.sight import KnownPieces, drawn, sight_of
from ai.tetris.guideline.loop_play import loop_choices, pieces_to_clear
from ai.tetris.guideline.moves import placements
from ai.tetris.guideline.pattern_clears import PatternClears
from ai.tetris.guideline.perfect_clear import (
    Search,
    Ways,
    graph_of,
    least_rows,
    pieces_needed,
)
from ai.tetris.guideline.pictures import Solution
from game.errors import BadInput
from game.tetris.guideline import PIECES, Clear, Field, Placement, State
from game.tetris.guideline.loop_values import Leftover, loop_values
from game.tetris.guideline.openers.position import NO_EXTRA
from game.tetris.guideline.patterns import Part, Pattern
from game.tetris.guideline.pieces import pieces_of
from game.words import counted, sentence

SLICE_SECONDS = 0.03
ROWS_OF_THE_FIRST = 4
MOST_WALKED = 40_000  # ways that are walked to find different pictures
_MOST_MISSED = 8
_SOLUTIONS_A_SLICE = 20
MOST_FIELDS = 1 << 22  # of a search beside the window: about half a gigabyte
MOST_QUEUES = 50_000
MOST_PIECES = 11  # of a perfect clear for which nobody has said how many rows it is to empty
_Picture = frozenset[tuple[int, tuple[tuple[int, int], ...]]]


def seek(order: ClearSearch) -> Iterator[Clears]:
    """Yield the results every few hundredths of a second, the last with `done`. Raises nothing for bad boards."""
    try:
        state = State.open(order.rules)
        bag = pieces_of(order.bag) if order.bag else ()
        sight = _sight_of(state, order)
    except BadInput as error:
        yield Clears(reason=sentence(error), done=True)
        return
    known = Clears()
    try:
        if not order.letters:
            searched = _cover(state, order, bag) if bag or order.pattern else _solve(state, order.rows)
            for known in searched:
                yield replace(known, done=False)
    except BadInput as error:
        known = Clears(reason=sentence(error))
    if not bag and not order.pattern and order.rows in (0, ROWS_OF_THE_FIRST):
        known = replace(known, **_loop(state, _pieces_in_sight(state, order)))
        for facts in _best_play(state.field, sight):
            known = replace(known, **facts)
            yield replace(known, done=False)
    yield replace(known, done=True)


# -- best play for the first perfect clear of a bag --


_PLAY = BestPlay()  # of this process: what was solved last answers the positions that follow on it
_WORK = (  # the parts of it as they come, and the share of the time that each takes from the empty field on
    ("level 4", 0.03),
    ("level 5", 0.10),
    ("level 7", 0.16),
    ("level 6", 0.57),
    ("level 5", 0.09),
    ("level 4", 0.05),
)


_GRAPH = (  # the same of the graph of the first perfect clear
    ("level 4", 0.17),
    ("level 5", 0.17),
    ("level 7", 0.07),
    ("level 6", 0.30),
    ("level 5", 0.13),
    ("level 4", 0.14),
    ("level 3", 0.02),
)


class _Progress:
    """Share of the work that is done, reported from the thread that does it; `ended` once nobody listens."""

    def __init__(self, parts: Sequence[tuple[str, float]]) -> None:
        self.share, self.ended = 0.0, False
        self._parts, self._part = parts, 0

    def tell(self, done: int, total: int, what: str) -> None:
        """So much of a part is done. Raises `Stopped`."""
        if self.ended:
            raise Stopped
        parts = [part for part in range(self._part, len(self._parts)) if self._parts[part][0] == what]
        if parts:
            self._part = parts[0]
            before = sum(share for _, share in self._parts[: parts[0]])
            self.share = before + self._parts[parts[0]][1] * done / total


class _KnownBag(NamedTuple):
    """The letters that can come, as in a book's position, and the pieces that are seen, the held one first."""

    bag: int
    extra: int
    pieces: tuple[int, ...]


def _sight_of(state: State, order: ClearSearch) -> _KnownBag | None:
    """Return the bag as a search was told, or as the game shows it. Raises `BadInput`."""
    if order.letters:
        bag = sum(1 << piece for piece in set(pieces_of(order.letters)))
        extra = pieces_of(order.twice)[0] if order.twice else NO_EXTRA
        held = () if state.hold is None else (state.hold,)
        return _KnownBag(bag, extra, (*held, *state.queue.listed))
    sight = sight_of(state)
    if isinstance(sight, str) or sight.position is None:
        return None
    return _KnownBag(sight.position.bag, sight.position.extra, sight.pieces)


def _best_play(field: Field, sight: _KnownBag | None) -> Iterator[dict[str, Any]]:
    """Progress, then what each placement is worth with the pieces in sight; nothing where that is not known.

    The work is one chain of kernels that run for seconds: a thread does it, and ends once nobody listens.
    """
    if sight is None or level_of(field, sight.bag, sight.extra) is None:
        return
    progress, bag = _Progress(_WORK), sight
    results = list[Chances | None]()
    for _ in _beside(lambda: results.append(_PLAY.chances(field, *bag, progress.tell)), progress):
        yield {"progress": progress.share}
    if (chances := results[0]) is not None:
        yield _answer(chances)


def _pieces_in_sight(state: State, order: ClearSearch) -> KnownPieces | str:
    """The pieces that are seen, with the bag as a search was told or as the game shows it."""
    sight = _sight_of(state, order) if order.letters else None
    if sight is None:
        return sight_of(state)
    if sight.extra not in (NO_EXTRA, state.hold):
        return "the piece that can come twice is not held"
    bag = sight.bag if state.hold is None or sight.extra != NO_EXTRA else drawn(sight.bag, state.hold)
    return KnownPieces(state.field, state.hold, tuple(state.queue.listed), bag)


def _loop(state: State, seen: KnownPieces | str) -> dict[str, Any]:
    """The question about many clears in a row here; none where the bag is not known, or too little is seen."""
    values = loop_values()
    if isinstance(seen, str):
        return {}
    if not state.field.cells:
        held, left = (seen.queue[0], seen.after_first) if seen.hold is None else (seen.hold, seen.left)
        return {"in_a_row": values.value(Leftover(held, left))}
    if (pieces := pieces_to_clear(seen)) is None:
        return {}
    choices = loop_choices(seen, pieces, state.rules.kicks, values)
    return {"loop": tuple(LoopMove(str(each.move), each.chance, each.clears) for each in choices)}


def _beside(work: Callable[[], object], progress: _Progress) -> Iterator[None]:
    """Yield every few hundredths of a second while a thread works; it is told to end once nobody listens."""
    with ThreadPoolExecutor(1) as pool:
        result = pool.submit(work)
        try:
            while wait([result], SLICE_SECONDS).not_done:
                yield
        finally:
            progress.ended = True
    result.result()


def _answer(chances: Chances) -> dict[str, Any]:
    return {
        "best": tuple(str(at) for at, _ in chances.placements),
        "successes": tuple(solved for _, solved in chances.placements),
        "futures": chances.futures,
        "progress": 1.0,
    }


# -- one queue --


def _solve(state: State, asked: int) -> Iterator[Clears]:
    """The ways to empty the rows asked for, or else the fewest rows that can be emptied with not too many pieces."""
    rows, looked = asked or least_rows(state.field), 0
    while True:
        search = _search_for(state, rows)
        needed = search.levels
        for each in search.slices():
            yield Clears(looked=looked + each, rows=rows, pieces=needed)
        looked += search.looked
        if search.ways or asked or rows + 2 > MOST_ROWS or pieces_needed(state.field, rows + 2) > MOST_PIECES:
            break
        rows += 2
    known = Clears(looked=looked, rows=rows, pieces=needed)
    if search.ways:
        yield from _list(_Walker(state, rows, search.ways), known)
    else:
        yield replace(known, done=True)


def _search_for(state: State, rows: int) -> Search:
    """The search with the pieces that hold and queue give one after the other. Raises `BadInput` for too few."""
    needed = pieces_needed(state.field, rows)
    letters = [*([] if state.hold is None else [state.hold]), *state.queue.pieces(needed + 1)]
    if len(letters) < needed:
        raise BadInput(f"{_take(rows, needed)}; hold and queue have {len(letters)}")
    spare = 2 if state.rules.hold else 1
    supplies = [Counter(letters[: level + spare]) for level in range(needed)]
    graph = graph_of(state.field, rows, letters, needed, state.rules.kicks)
    return Search(state.field, rows, supplies, state.rules.kicks, MOST_FIELDS, graph)


def _list(walker: _Walker, known: Clears) -> Iterator[Clears]:
    """The pictures as they are found, those with the most attack first."""
    known = replace(known, orders=walker.orders())
    began = perf_counter()
    for _ in walker.walk():
        if perf_counter() - began > SLICE_SECONDS:
            yield replace(known, **walker.best())
            began = perf_counter()
    yield replace(known, **walker.best(), done=True)


@dataclass(frozen=True)
class _Step:
    """State of a walk: its node, and what was placed on the way, with the original rows that are left."""

    node: int
    state: State
    rows: tuple[int, ...]
    path: tuple[Placement, ...] = ()
    picture: tuple[tuple[int, tuple[tuple[int, int], ...]], ...] = ()
    attack: int = 0


class _Walker:
    """Walks through the graph of a search from its start to its end, and keeps every different picture."""

    def __init__(self, state: State, rows: int, ways: Ways) -> None:
        self._state, self._rows, self._ways = state, rows, ways
        self._edges = ways.edges.tolist()
        self._starts = ways.starts.tolist()
        self._clears: dict[_Picture, tuple[int, tuple[Placement, ...]]] = {}
        self._placements: dict[int, list[tuple[int, Placement]]] = {}

    def orders(self) -> int:
        """The number of all ways through the graph; nodes lie level by level, so the last come first."""
        last = len(self._starts) - 1
        counts = [0] * last
        for node in range(last - 1, -1, -1):
            edges = self._edges[self._starts[node] : self._starts[node + 1]]
            counts[node] = sum(counts[after] for after, _ in edges) if edges else 1
        return counts[0]

    def best(self) -> dict[str, Any]:
        """The ways found, those with the most attack first."""
        results = sorted(self._clears.values(), key=lambda way: -way[0])[:MOST_WAYS]
        return {
            "ways": tuple("/".join(map(str, path)) for _, path in results),
            "attack": tuple(attack for attack, _ in results),
        }

    def walk(self) -> Iterator[None]:
        """Go through the graph, depth first; control returns after every step."""
        waiting = [_Step(0, self._state, tuple(range(self._rows)))]
        walked = 0
        while waiting and walked < MOST_WALKED and len(self._clears) < 4 * MOST_WAYS:
            step = waiting.pop()
            ahead = self._ahead(step)
            if not ahead:
                walked += 1
                self._keep(step)
            waiting += [self._after(step, node, at) for node, at in reversed(ahead)]
            yield

    def _keep(self, step: _Step) -> None:
        picture = frozenset(step.picture)
        if picture not in self._clears or self._clears[picture][0] < step.attack:
            self._clears[picture] = (step.attack, step.path)

    def _ahead(self, step: _Step) -> list[tuple[int, Placement]]:
        """The nodes after a step, and how to get there: with a spin wherever one is possible."""
        if step.node not in self._placements:
            results = []
            for after, word in self._edges[self._starts[step.node] : self._starts[step.node + 1]]:
                cells = placement_of(word)
                field = step.state.field
                same = [
                    at
                    for at in placements(
                        field, cells.piece, self._state.rules.kicks, spins=self._state.rules.spins
                    )
                    if at[:4] == cells[:4]
                ]
                results.append((after, max(same, key=lambda at: at.spin)))
            self._placements[step.node] = results
        return self._placements[step.node]

    def _after(self, step: _Step, node: int, at: Placement) -> _Step:
        state = step.state
        landed = state.field.landed(*at[:4])
        full = landed.full_rows
        field = landed.cleared() if full else landed
        perfect = bool(full) and not field.cells
        clear = state.rules.attack.clear(len(full), at.spin, state.chain, state.combo, perfect=perfect)
        cells = tuple(sorted((x, step.rows[y]) for x, y in at.cells))
        return _Step(
            node,
            _moved(state, field, clear),
            tuple(row for y, row in enumerate(step.rows) if y not in full),
            (*step.path, at),
            (*step.picture, (at.piece, cells)),
            step.attack + state.rules.attack.attack(clear),
        )


def _moved(state: State, field: Field, clear: Clear) -> State:
    """Return the parts of the position that matter for attack, after a placement."""
    return State(state.rules, field, combo=clear.next_combo, chain=clear.next_chain)


# -- all queues of a bag or a pattern --


def _cover(state: State, order: ClearSearch, bag: Sequence[int]) -> Iterator[Clears]:
    """With how many queues the rows asked for can be emptied, or else the fewest for which there is one."""
    field, held, asked = state.field, state.hold is not None, order.rows
    pattern = Pattern.parse(order.pattern) if order.pattern else None
    letters = len(bag) if pattern is None else pattern.length
    rows, looked, tried = asked or least_rows(field), 0, list[int]()
    while True:
        needed = pieces_needed(field, rows)
        seen = min(needed + state.rules.hold - held, letters)
        if perm(len(bag), seen) > MOST_QUEUES and pattern is None:
            raise BadInput(f"a bag of {len(bag)} letters has too many orders to be counted here")
        if seen + held < needed:
            none = f"no order makes a perfect clear in {' or '.join(map(str, tried))} rows; " if tried else ""
            raise BadInput(f"{none}{_take(rows, needed)}; {_have(pattern)} {letters + held}")
        clears = PatternClears(
            field,
            pattern or Pattern(((Part((*bag,), seen),),)),
            hold=state.hold,
            rows=rows,
            system=state.rules.kicks,
            holding=state.rules.hold,
            most=MOST_FIELDS,
        )
        if clears.is_of_a_bag:
            yield from _prepare(Clears(rows=rows, pieces=needed))
        each = 0
        for each in clears.slices():
            yield Clears(looked=looked + each, rows=rows, pieces=needed)
        looked += each
        if clears.solved.any() or asked or rows + 2 > MOST_ROWS:
            break
        tried.append(rows)
        rows += 2
    yield from _results_of(clears, looked)


def _have(pattern: Pattern | None) -> str:
    return "bag and hold have" if pattern is None else "the pattern and the hold have"


def _prepare(known: Clears) -> Iterator[Clears]:
    """Make the graph of the first perfect clear, where it has not been made, with how much of it is done."""
    if FirstClears.known() is None:
        progress = _Progress(_GRAPH)
        for _ in _beside(lambda: FirstClears.made(progress.tell), progress):
            yield replace(known, progress=progress.share)


def _results_of(clears: PatternClears, looked: int) -> Iterator[Clears]:
    """The counts, and then the solutions where they are not too many."""
    queues = len(clears.queues)
    known = Clears(
        looked=looked,
        rows=clears.rows,
        pieces=clears.pieces,
        queues=queues,
        solved=int(clears.solved.sum()),
        missed=tuple(clears.missed[:_MOST_MISSED]),
        saves=tuple(clears.saves.values()),
    )
    yield known
    solutions, minimal = tuple[Solution, ...](), set[int]()
    with suppress(BadInput):  # they are too many to be listed
        solutions, minimal = clears.pictures.solutions, set(clears.pictures.minimal)
    listed = list[Solved]()
    for number, solution in enumerate(solutions[:MOST_WAYS]):
        saves = clears.kept_by(solution)
        listed.append(
            Solved(
                way="/".join(map(str, way_of(clears.field, solution.placed, clears.system))),
                queues=int(clears.solved_by(solution).sum()),
                saves=tuple(saves.get(letter, 0) for letter in PIECES) if saves else (),
                needed=number in minimal,
            )
        )
        if number % _SOLUTIONS_A_SLICE == 0:
            yield known
    yield replace(known, pictures=len(solutions), solutions=tuple(listed), done=True)


def _take(rows: int, needed: int) -> str:
    return f"{counted(rows, 'row')} {'takes' if rows == 1 else 'take'} {counted(needed, 'piece')}"
