"""Games to make runs of: played at random by the rules, or long ones by a plain and quick player."""

import random
from copy import copy
from functools import partial
from itertools import pairwise
from struct import pack

from game.tetris.classic import Placement, State
from game.tetris.classic.pieces import cells_at
from game.tetris.classic.run import MARK, Drop, Run, Stack, drawn, drops, encode


def at_random(start: State, most: int, seed: int = 1, care: float = 0.5) -> list[State]:
    """The states of a game until it is over, or `most` pieces are placed: a share of them (`care`) with care."""
    states, dice = [start], random.Random(seed)
    while len(states) <= most and not states[-1].over:
        state = states[-1]
        if dice.random() < care:
            states.append(state.put(min(state.placements, key=partial(_careless, state))))
        else:
            states.append(state.put(dice.choice(state.placements)))
    return states


def _careless(state: State, at: Placement) -> tuple[int, int]:
    """Return the badness of a placement: the gaps under it, and its height."""
    assert state.piece is not None
    cells = cells_at(state.piece, *at)
    covered = sum(state.board.outline[x] - y - 1 for x, y in cells if (x, y + 1) not in cells)
    return 3 * covered - at.y, at.y


def placed(states: list[State]) -> tuple[bytes, bytes]:
    table = states[0].rules
    coded = []
    for before, after in pairwise(states):
        assert before.piece is not None
        coded.append(encode(table, before.board, before.piece, after.last.placement))
    return bytes(column for column, _ in coded), bytes(tuck for _, tuck in coded)


def marks(run: Run, first: int, end: int) -> bytes:
    """The boards that come with the pieces of `run` after `first` up to `end`."""
    boards = [run.position(ply).board for ply in range(first + 1, end + 1) if ply % MARK == 0]
    return b"".join(pack(f"<{len(board.rows)}I", *board.rows) for board in boards)


def run_of(states: list[State]) -> Run:
    run = Run(states[0])
    run.append(*placed(states))
    return run


def long_columns(count: int, rules: dict[str, str] | None = None) -> tuple[State, bytes]:
    """The start and the column bytes of a game of `count` pieces by a quick player that keeps the stack even."""
    start = State.open(rules or {"size": "10x30", "rules": "simplified"})
    stack, choices, columns = Stack(start.board), drops(start.rules), bytearray()
    for piece in drawn(start.pieces, count):
        column, drop = min(choices[piece].items(), key=lambda each: _uneven(stack, each[1]))
        stack.land(drop, stack.rest(drop))
        columns.append(column)
    return start, bytes(columns)


def _uneven(stack: Stack, drop: Drop) -> tuple[float, int]:
    """Heights, gaps and steps of the outline after a drop."""
    after = copy(stack)
    after.rows, after.outline = list(stack.rows), list(stack.outline)
    y = after.rest(drop)
    after.land(drop, y)
    heights = sum(after.height - each for each in after.outline)
    gaps = heights - sum(row.bit_count() for row in after.rows)
    steps = sum(abs(one - other) for one, other in pairwise(after.outline))
    return 0.5 * heights + 0.4 * gaps + 0.2 * steps, y


def long_run(count: int, rules: dict[str, str] | None = None) -> Run:
    start, columns = long_columns(count, rules)
    run = Run(start)
    run.append(columns)
    return run
