"""Perfect clears: positions of the books, with all pieces known that it takes. Every first placement on a way is right.

Half of the positions come from games on the empty board that follow the book of the first perfect clear, the others
are the stages of all books at which a perfect clear begins, each with a queue that its bag can give.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import cast

import msgspec

from ai.book.file import names, path_of, stages_of
from ai.book.reader import BookReader
from ai.practice.making import Stream, short_start
from ai.tetris.guideline.kernels.layout import placement_of
from ai.tetris.guideline.known.books import Books
from ai.tetris.guideline.moves import placements
from ai.tetris.guideline.perfect_clear import Ways, search
from game import places, saving
from game.errors import BadInput
from game.facts import SavedFacts
from game.position import Position
from game.practice.attempt import Answer
from game.practice.problem import Clear, Problem, Source
from game.practice.sameness import identity
from game.tetris.guideline import COLUMNS, PIECES, Field, Placement, State
from game.tetris.guideline.bags import Queue
from game.tetris.guideline.openers.position import NO_EXTRA, field_of
from game.tetris.guideline.openers.source import Stage
from game.tetris.guideline.patterns import Pattern
from game.tetris.guideline.pieces import letter
from game.words import counted

FIRST_CLEAR = "perfect-clear"  # the book
PIECES_OF_CLEAR = 10
SIZES = (3, 4, 4, 5, 5, 6)  # pieces that are left in games by that book, one after the other
IN_QUEUE, PREVIEWS = 6, 6  # pieces of a queue that are listed; of a stage one more
MOST_RIGHT = 6  # first placements that keep the clear
MOST_ROWS = 6
MOST_BYTES = 1 << 20  # of the file of later clears


def problems(seed: int) -> Stream:
    """A position of a game, then one of a stage, and so on."""
    chance = Random(f"perfect-clears {seed}")
    stages = [(name, stage) for name in names() for stage in stages_of(name) if stage.clear is not None]
    titles = {name: BookReader(path_of(name)).header.title for name in names()}
    number = 0
    while True:
        if number % 2:
            name, stage = chance.choice(stages)
            problem = _problem(_at_a_stage(stage, chance), titles[name], {}, seed)
        else:
            problem = _of_a_game(SIZES[number // 2 % len(SIZES)], titles[FIRST_CLEAR], chance, seed)
        number += problem is not None
        yield problem


def of_pattern(field: Field, pattern: Pattern, hold: int | None, seed: int) -> Stream:
    """Problems on one board with the queues of a pattern, in an order of chance; it ends. Raises `BadInput`.

    All pieces of a queue are in sight.
    """
    if pattern.length > PREVIEWS + 1:
        raise BadInput(f"a queue of {pattern.length} pieces cannot be seen; at most {PREVIEWS + 1} are shown")
    if field.cells % 2 or field.height > MOST_ROWS:
        raise BadInput(
            f"a board with {counted(field.cells, 'filled cell')} in {counted(field.height, 'row')} cannot be emptied; "
            f"it takes an even number, in {MOST_ROWS} rows at most"
        )
    rules = {
        "board": field.short,
        "previews": str(PREVIEWS),
        **({} if hold is None else {"hold": letter(hold)}),
    }
    queues = pattern.queues.tolist()
    Random(f"perfect-clears {seed}").shuffle(queues)
    for queue in queues:
        state = State.open({**rules, "queue": f"list:{''.join(map(letter, queue))}"})
        yield _problem(state, "", {}, seed, most_right=len(state.placements))


def of_state(state: State) -> Problem | None:
    """The problem of a position of one's own; None where no perfect clear is known with the pieces in sight."""
    if state.field.cells % 2 or state.field.height > MOST_ROWS or state.over:
        return None
    return _problem(state, "", {}, 0, most_right=len(state.placements))


def _of_a_game(left: int, title: str, chance: Random, seed: int) -> Problem | None:
    """A problem of a game by the book of the first perfect clear, with so many pieces to go."""
    state = State.open({"queue": f"seven_bag:{chance.getrandbits(60)}"})
    for _ in range(PIECES_OF_CLEAR - left):
        choices = _book().look(state.view(0)).choices
        if not choices:
            return None
        state = state.play(choices[0].move)
    behind = state.queue.bag_left(left + (state.hold is None)) or ()
    in_sight = replace(state, queue=Queue.of(state.queue.pieces(IN_QUEUE)))
    return _problem(in_sight, title, _chances("".join(map(letter, behind))), seed)


def _at_a_stage(stage: Stage, chance: Random) -> State:
    """The beginning of a stage with a queue that its bag can give."""
    cells, bag, extra = stage.position
    pieces = [piece for piece in range(7) if bag >> piece & 1]
    chance.shuffle(pieces)
    hold = {} if extra == NO_EXTRA else {"hold": letter(extra)}
    queue = "".join(map(letter, pieces))
    board = field_of(cells).short
    return State.open({"board": board, "queue": f"list:{queue}", "previews": str(PREVIEWS), **hold})


def _problem(
    state: State, book: str, chances: Mapping[str, float], seed: int, most_right: int = MOST_RIGHT
) -> Problem | None:
    """The problem of a position; `chances` are those of the next clear, by the piece that is left over for it."""
    needed = _fewest(state)
    ways = () if needed is None else keeping(state, needed)
    if needed is None or not 0 < len({at[:4] for at in ways}) <= most_right:
        return None
    task, start = Clear(needed), short_start(state)
    first = ways[0]
    return Problem(
        id=identity(State.open(start), task),
        game="tetris",
        start=start,
        task=task,
        answers=tuple(map(str, ways)),
        theme="perfect-clear",
        reason=_reason(state, needed, ways, chances),
        lines={str(first): tuple(map(str, _way(state.put(first), needed - 1)))},
        source=Source(kind="book", title=book, seed=seed) if book else Source(kind="made", seed=seed),
    )


def _reason(
    state: State, needed: int, answers: Sequence[Placement], chances: Mapping[str, float]
) -> tuple[SavedFacts, ...]:
    """The pieces that can be left over, where one is."""
    known = _known(state, needed)
    if len(known) == needed:
        return (SavedFacts(),)
    left: dict[tuple[int, ...], set[str]] = {}
    for pieces, rows in _sizes(state, needed):
        ways = _ways(state, rows, pieces)
        if ways and pieces == needed:
            left = _left_over(ways, known)
    pieces_left = {str(at): "".join(sorted(left[at[:4]], key=PIECES.index)) for at in answers}
    seen = sorted({each for letters in pieces_left.values() for each in letters}, key=PIECES.index)
    return (
        SavedFacts(pieces=pieces_left, chances={each: chances[each] for each in seen if each in chances}),
    )


def _left_over(ways: Ways, known: Sequence[int]) -> dict[tuple[int, ...], set[str]]:
    """By first placement, the letters of the pieces of `known` that can be left over at the end."""
    starts, edges = ways.starts.tolist(), ways.edges.tolist()
    used: dict[int, Counter[int]] = {0: Counter()}
    for node, (begin, end) in enumerate(pairwise(starts)):
        for after, word in edges[begin:end]:
            used[after] = used[node] + Counter([placement_of(word).piece])
    left: dict[int, set[str]] = {}
    for node in reversed(range(len(starts) - 1)):
        following = [left[after] for after, _ in edges[starts[node] : starts[node + 1]]]
        over = {letter(piece) for piece in Counter(known) - used[node]}
        left[node] = set().union(*following) if following else over
    results: dict[tuple[int, ...], set[str]] = {}
    for after, word in edges[: starts[1]]:
        results.setdefault(placement_of(word)[:4], set()).update(left[after])
    return results


@lru_cache(maxsize=64)
def _chances(behind: str) -> dict[str, float]:
    """The chance of the second clear by the piece that is held, with the letters `behind` left in the bag."""
    second = _second_clears()
    letters = "".join(sorted(behind, key=PIECES.index))
    shares = ((held, second.starts.get(f"{held}|{letters}")) for held in PIECES)
    return {held: orders / second.orders for held, orders in shares if orders is not None}


class _Clears(msgspec.Struct, frozen=True):
    """The numbers of orders of a later clear that succeed with best play, by its start."""

    orders: int
    starts: dict[str, int]


@lru_cache(maxsize=1)
def _second_clears() -> _Clears:
    data = saving.load(places.shipped("assets", "clears", "later-clears.json"), MOST_BYTES)
    return msgspec.json.decode(data, type=dict[str, _Clears])["2"]


def _fewest(state: State) -> int | None:
    """The fewest pieces that empty the field, as far as they are known."""
    known = len(state.queue.pieces(PREVIEWS + 1)) + (state.hold is not None)
    return next((pieces for pieces, _ in _sizes(state, known) if keeping(state, pieces)), None)


def keeping(state: State, pieces: int) -> tuple[Placement, ...]:
    """All placements from which so many pieces at the most, this one included, can still empty the field."""
    cells: set[tuple[int, ...]] = set()
    for needed, rows in _sizes(state, pieces):
        ways = _ways(state, rows, needed)
        if ways:
            cells.update(placement_of(word)[:4] for word in ways.edges[: ways.starts[1], 1].tolist())
    return tuple(
        at
        for piece in state.choices
        for at in placements(state.field, piece, state.rules.kicks, spins=state.rules.spins)
        if at[:4] in cells
    )


def _sizes(state: State, most: int) -> list[tuple[int, int]]:
    """Pieces, `most` or fewer, and the rows that they fill up."""
    results = []
    for rows in range(max(1, state.field.height), MOST_ROWS + 1):
        pieces, rest = divmod(COLUMNS * rows - state.field.cells, 4)
        if rest == 0 and 0 < pieces <= most:
            results.append((pieces, rows))
    return results


def _ways(state: State, rows: int, needed: int) -> Ways | None:
    """All ways with the pieces of hold and queue; None where these are too few."""
    known = _known(state, needed)
    if len(known) < needed:
        return None
    spare = 2 if state.rules.hold else 1
    supplies = [Counter(known[: placed + spare]) for placed in range(needed)]
    return search(state.field, rows, supplies, state.rules.kicks)


def _known(state: State, needed: int) -> list[int]:
    """The pieces of hold and queue with which so many can be placed, one more than these where there is one."""
    return [*([] if state.hold is None else [state.hold]), *state.queue.pieces(needed + 1)][: needed + 1]


def _way(state: State, pieces: int) -> tuple[Placement, ...]:
    """One way to the end."""
    way: list[Placement] = []
    while state.field.cells:
        way.append(keeping(state, pieces - len(way))[0])
        state = state.put(way[-1])
    return tuple(way)


@lru_cache(maxsize=1)
def _book() -> Books:
    return Books([FIRST_CLEAR], explain=False)


def prove(problem: Problem) -> str:
    """Return what is wrong with the answers, by all ways to the clear; empty if nothing is."""
    state, task = cast(State, problem.open()), cast(Clear, problem.task)
    right = set(map(str, keeping(state, task.pieces)))
    return "" if right == set(problem.answers) else f"{len(right)} first placements keep the clear"


def judge(problem: Problem, position: Position, move: str) -> Answer:
    """The judgement on a placement: whether the clear is still possible with the pieces that are left."""
    state, task = cast(State, position), cast(Clear, problem.task)
    after = state.play(move)
    if not after.field.cells:
        return Answer(grade="right", reason=problem.reason)
    left = task.pieces - after.ply + problem.open().ply
    if keeping(after, left):
        return Answer(grade="on")
    better = keeping(state, left + 1)
    return Answer(grade="wrong", better=tuple(map(str, better)), reason=problem.reason)
