"""Games to make runs of: played at random by the rules, or long ones by a plain and quick hand."""

from __future__ import annotations

import random
from functools import partial
from struct import pack

from game.tetris.classic import Placement, State
from game.tetris.classic.coding import drawn, encode
from game.tetris.classic.pieces import cells_at
from game.tetris.classic.run import MARK, Run
from game.tetris.classic.stack import Stack, drops


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
    """How much is wrong with a placement: the gaps under it, and its height."""
    assert state.piece is not None
    cells = cells_at(state.piece, *at)
    covered = sum(state.board.outline[x] - y - 1 for x, y in cells if (x, y + 1) not in cells)
    return 3 * covered - at.y, at.y


def placed(states: list[State]) -> tuple[bytes, bytes]:
    """The column bytes and tucks of a game."""
    table = states[0].table
    coded = []
    for before, after in zip(states, states[1:], strict=False):
        assert before.piece is not None
        assert after.last is not None
        coded.append(encode(table, before.board, before.piece, after.last.placement))
    return bytes(column for column, _ in coded), bytes(tuck for _, tuck in coded)


def marks(states: list[State], first: int = 0, end: int | None = None) -> bytes:
    """The boards that come with the pieces after `first` up to `end`."""
    whole = [state for state in states[first + 1 : None if end is None else end + 1] if not state.ply % MARK]
    return b"".join(pack(f"<{len(state.board.rows)}I", *state.board.rows) for state in whole)


def run_of(states: list[State]) -> Run:
    """The game as a run."""
    run = Run(states[0])
    run.append(*placed(states))
    return run


def long_run(count: int, rules: dict[str, str] | None = None) -> Run:
    """A game of `count` pieces by a hand that leaves few gaps and lies low."""
    start = State.open(rules or {"size": "14x30", "rules": "simplified"})
    stack, choices, columns = Stack(start.board), drops(start.table), bytearray()
    for piece in drawn(start.pieces, count):
        column, drop = min(choices[piece].items(), key=lambda each: _badness(stack, each[1].soles))
        stack.land(drop)
        columns.append(column)
    run = Run(start)
    run.append(bytes(columns))
    return run


def _badness(stack: Stack, soles: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    y = min(stack.outline[column] - sole for column, sole in soles)
    return 3 * sum(stack.outline[column] - sole - y for column, sole in soles) - y, y
