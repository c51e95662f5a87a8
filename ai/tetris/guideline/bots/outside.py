"""A foreign bot behind the face of every engine: told what has happened, asked what to do, and never believed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import cast

from ai.engine import Advice, Choice, Limit
from ai.tetris.guideline.bots.peer import GRACE, Peer, PeerFailed, words_of
from game.errors import BadInput
from game.position import Position
from game.tetris.guideline import PIECES, Garbage, Placement, State
from game.tetris.guideline.tbp import Message, rules_message, start_message

THINKING = 1.0  # seconds, where no limit is given
FIRST_ASKED = 0.05  # seconds after which it is asked for a first opinion, where there is more time than that
PAUSE = 0.25  # seconds between two questions


class OutsideBot:
    """The program of a command line that speaks the Tetris Bot Protocol. Raises `BadInput` where there is none such.

    The program runs from the first question on, to `close`. A choice's score is its rank, 0 for the best: the
    protocol has no other. `think` raises `PeerFailed` for an answer without a move that can be played, for none in
    time, and for a program that has ended; the next question starts it anew.
    """

    def __init__(self, command: str, seed: int | None = None) -> None:
        """`seed` is there since every engine takes one; the protocol has none."""
        self._words = words_of(command)
        self._peer: Peer | None = None
        self._told: State | None = None  # the position that the program knows of

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        """Yield its opinion: early, from time to time, and at the end of its time."""
        state = cast(State, view)
        if state.over:
            yield Advice((), "rule", 0.0, done=True)
            return
        try:
            yield from self._thoughts(state, THINKING if limit.seconds is None else limit.seconds)
        except PeerFailed:
            self.close()
            raise

    def __del__(self) -> None:
        """Whoever forgets it has no use for its program either."""
        if getattr(self, "_peer", None) is not None:
            self.close()

    def close(self) -> None:
        """End the program."""
        if self._peer is not None:
            self._peer.close()
        self._peer = self._told = None

    def _thoughts(self, state: State, seconds: float) -> Iterator[Advice]:
        peer = self._peer = self._peer or Peer(self._words, rules_message(state))
        self._tell(peer, state)
        ends, pause = time.monotonic() + seconds, FIRST_ASKED
        while (left := ends - time.monotonic()) > pause + GRACE:
            time.sleep(pause)
            pause = PAUSE
            yield _advice(peer, state, done=False)
        time.sleep(max(0.0, left))
        yield _advice(peer, state, done=True)

    def _tell(self, peer: Peer, state: State) -> None:
        """Bring the program to the position: by the move that was played, or from scratch."""
        if self._told is not None:
            for message in news(self._told, state) or [{"type": "stop"}, start_message(state)]:
                peer.say(message)
        else:
            peer.say(start_message(state))
        self._told = replace(state.view(0), garbage=Garbage())  # of which the protocol says nothing


def news(told: State, state: State) -> list[Message] | None:
    """The messages that lead from a position to the next one by one move; None where none does."""
    at = _played(told, state)
    if at is None:
        return None
    before, now = len(told.put(at).queue.listed), state.view(0).queue.listed
    pieces = [{"type": "new_piece", "piece": PIECES[piece]} for piece in now[before:]]
    return [{"type": "play", "move": at.to_tbp()}, *pieces]


def _played(told: State, state: State) -> Placement | None:
    """The move that led from one position to the other."""
    moves = told.placements if state.last is None else (state.last.placement,)
    return next((at for at in moves if told.why_not(at) is None and _leads(told.put(at), state)), None)


def _leads(after: State, state: State) -> bool:
    """Whether the position that is expected is the one that came, up to pieces that are new."""
    listed = after.queue.listed
    return (after.field, after.hold, after.combo, after.back_to_back, listed) == (
        state.field,
        state.hold,
        state.combo,
        state.back_to_back,
        state.view(0).queue.listed[: len(listed)],
    )


def _advice(peer: Peer, state: State, *, done: bool) -> Advice:
    """Its suggestion as far as it can be played, best first. Raises `PeerFailed` where nothing of it can."""
    message = peer.suggestion()
    moves = message.get("moves")
    choices: dict[str, Choice] = {}
    reason = "gave up: it suggests no move"
    for rank, move in enumerate(moves if isinstance(moves, list) else []):
        try:
            at = Placement.from_tbp(move)
            refused = state.why_not(at)
        except BadInput as error:
            refused = str(error)
        if refused is None:
            choices.setdefault(str(at), Choice(str(at), float(-rank), f"{rank + 1}."))
        elif rank == 0:
            reason = f"suggests no move that can be played: {refused}"
    if not choices:
        raise PeerFailed(reason)
    return Advice(tuple(choices.values()), "search", 0.0, done, _facts(peer, message))


def _facts(peer: Peer, message: Message) -> dict[str, float | str]:
    """What it tells of its search."""
    info = message.get("move_info")
    facts: dict[str, float | str] = {"bot": peer.name if peer.name.isprintable() else "a bot"}
    for name, fact in (("nodes", "nodes"), ("nps", "nodes_per_second"), ("depth", "depth")):
        value = info.get(name) if isinstance(info, dict) else None
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1e15:
            facts[fact] = float(value)
    return facts
