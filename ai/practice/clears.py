"""Perfect clears: positions of the books, with all pieces known that it takes. Every first placement on a way is right.

Half of the positions come from games on the empty board that follow the book of the first perfect clear, the others
are the stages of all books at which a perfect clear begins, each with a queue that its bag can give.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import cast

from ai.book.file import names, stages_of
from ai.practice.making import Stream, short_start
from ai.tetris.guideline.kernels.layout import placement_of
from ai.tetris.guideline.known.books import Books
from ai.tetris.guideline.moves import placements
from ai.tetris.guideline.perfect_clear import Ways, search
from game.position import Position
from game.practice.attempt import Answer
from game.practice.problem import Clear, Problem, Source
from game.practice.sameness import identity
from game.tetris.guideline import COLUMNS, Placement, State
from game.tetris.guideline.bags import Queue
from game.tetris.guideline.openers.position import NO_EXTRA, field_of
from game.tetris.guideline.openers.source import Stage
from game.tetris.guideline.pieces import letter

FIRST_CLEAR = "perfect-clear"  # the book
PIECES_OF_CLEAR = 10
SIZES = (3, 4, 4, 5, 5, 6)  # pieces that are left in games by that book, one after the other
IN_QUEUE, PREVIEWS = 6, 6  # pieces of a queue that are listed; of a stage one more
MOST_RIGHT = 6  # first placements that keep the clear
MOST_ROWS = 6


def problems(seed: int) -> Stream:
    """A position of a game, then one of a stage, and so on."""
    chance = Random(f"perfect-clears {seed}")
    stages = [(name, stage) for name in names() for stage in stages_of(name) if stage.clear is not None]
    number = 0
    while True:
        state = _in_a_game(SIZES[number // 2 % len(SIZES)], chance) if number % 2 == 0 else None
        title = FIRST_CLEAR
        if number % 2:
            title, stage = chance.choice(stages)
            state = _at_a_stage(stage, chance)
        found = None if state is None else _problem(state, title, seed)
        number += found is not None
        yield found


def _in_a_game(left: int, chance: Random) -> State | None:
    """A game by the book of the first perfect clear, with so many pieces to go; None where the book has no move."""
    state = State.open({"queue": f"seven_bag:{chance.getrandbits(60)}"})
    for _ in range(PIECES_OF_CLEAR - left):
        choices = _book().look(state.view(0)).choices
        if not choices:
            return None
        state = state.play(choices[0].move)
    return replace(state, queue=Queue.of(state.queue.pieces(IN_QUEUE)))


def _at_a_stage(stage: Stage, chance: Random) -> State:
    """The beginning of a stage with a queue that its bag can give."""
    cells, bag, extra = stage.position
    pieces = [piece for piece in range(7) if bag >> piece & 1]
    chance.shuffle(pieces)
    hold = {} if extra == NO_EXTRA else {"hold": letter(extra)}
    queue = "".join(map(letter, pieces))
    board = field_of(cells).short
    return State.open({"board": board, "queue": f"list:{queue}", "previews": str(PREVIEWS), **hold})


def _problem(state: State, book: str, seed: int) -> Problem | None:
    needed = _fewest(state)
    ways = {} if needed is None else keeping(state, needed)
    if needed is None or not 0 < len({at[:4] for at in ways}) <= MOST_RIGHT:
        return None
    task, start = Clear(needed), short_start(state)
    first = next(iter(ways))
    return Problem(
        id=identity(State.open(start), task),
        game="tetris",
        start=start,
        task=task,
        answers=tuple(map(str, ways)),
        theme="perfect-clear",
        lines={str(first): tuple(map(str, _way(state.put(first), needed - 1)))},
        source=Source(kind="book", title=book, seed=seed),
    )


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
    found = []
    for rows in range(max(1, state.field.height), MOST_ROWS + 1):
        pieces, rest = divmod(COLUMNS * rows - state.field.cells, 4)
        if rest == 0 and 0 < pieces <= most:
            found.append((pieces, rows))
    return found


def _ways(state: State, rows: int, needed: int) -> Ways | None:
    """All ways with the pieces of hold and queue; None where these are too few."""
    known = [*([] if state.hold is None else [state.hold]), *state.queue.pieces(needed + 1)]
    if len(known) < needed:
        return None
    spare = 2 if state.rules.hold else 1
    supplies = [Counter(known[: placed + spare]) for placed in range(needed)]
    return search(state.field, rows, supplies, state.rules.kicks)


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
