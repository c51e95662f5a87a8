"""The protocol of CodeCup 2021: one item a line, `Start` for White, moves, `Quit`; nothing else on stdout."""

from __future__ import annotations

import time
from typing import TextIO

from ai.engine import Engine
from ai.messages import one_line
from ai.zuniq.clock import GAME
from ai.zuniq.match import Player
from game.errors import IllegalMove
from game.zuniq.state import State

START, QUIT = "Start", "Quit"
LONGEST_LINE = 64  # characters of a line that are looked at


def run(
    stdin: TextIO,
    stdout: TextIO,
    stderr: TextIO,
    *,
    engine: Engine,
    seconds: float = GAME,
    iterations: int | None = None,
    began: float | None = None,
) -> int:
    """Play one game; the exit status: 0 after `Quit` or the end of input, 1 after a move that is refused.

    `iterations` a move instead of `seconds` a game makes play repeatable where the engine has a seed. The judge's clock
    runs from the start of the process on, which was at `began` (of `time.monotonic`; None: now); waiting for a line
    costs nothing.
    """
    began = time.monotonic() if began is None else began
    warm_up = getattr(engine, "warm_up", None)
    if warm_up is not None:
        warm_up()
    player = Player(engine, seconds, iterations)
    player.left -= time.monotonic() - began
    state = State.start()
    try:
        while line := stdin.readline(LONGEST_LINE):
            word = line.strip()
            if word == QUIT:
                break
            state = _answer(word, state, player, stdout)
    except IllegalMove as error:
        print(f"error: {one_line(str(error))}", file=stderr, flush=True)
        return 1
    except BrokenPipeError:
        return 0
    return 0


def _answer(word: str, state: State, player: Player, stdout: TextIO) -> State:
    """The state after the move read and our reply, which is written out. Raises `IllegalMove`."""
    if word != START:
        state = state.play(word)
    elif state.moves:
        raise IllegalMove("Start comes only before the first move.")
    if state.winner is None:
        reply = player.move(state)
        state = state.play(reply)
        print(reply, file=stdout, flush=True)
    return state
