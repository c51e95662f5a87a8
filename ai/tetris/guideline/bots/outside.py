"""A foreign bot behind the interface of every engine: told what has happened, asked what to do, and never believed."""

from __future__ import annotations

import queue
import shlex
import shutil
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import cast

import msgspec

from ai.engine import Advice, Choice, Limit
from ai.program import RunningProgram
from game.advice import Worth
from game.errors import BadInput, KibitzError
from game.facts import SearchFacts
from game.position import Position
from game.tetris.guideline import PIECES, Garbage, Placement, State
from game.tetris.guideline.tbp import Message, rules_message, start_message

# A program that speaks the Tetris Bot Protocol, kept at arm's length: it may be slow, mad, or dead.

START_UP = 20.0  # seconds until `ready`: loading, compiling
GRACE = 0.5  # seconds for an answer to `suggest`; Battletris counts more as giving up
LONGEST_LINE = 1 << 18  # bytes; some hundred moves are 20,000
MOST_UNREAD = 1_000  # messages; whoever says more unasked does not wait for its turn


class BotFailed(KibitzError):
    """A program that gave no usable answer; the message says what happened, to be read after its name."""


def words_of(command: str) -> tuple[str, ...]:
    """The words of a command line whose program exists. Raises `BadInput`."""
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise BadInput(f"the command {command[:60]!r} cannot be read: {error}") from None
    if not words or shutil.which(words[0]) is None:
        raise BadInput(f"{(words[0] if words else command)[:60]!r} is not a program that can be started")
    return words


class BotProcess:
    """One such program from its start to its end. No wait is without a limit; what makes no sense is skipped.

    `name` is what it calls itself once it has said so.
    """

    def __init__(self, words: tuple[str, ...], rules: Message) -> None:
        """Start it and agree on the rules. Raises `BotFailed`."""
        self.name = words[0]
        self._messages: queue.Queue[Message | None] = queue.Queue()
        self._junk = 0
        try:
            self._program = RunningProgram(words, LONGEST_LINE, self._hear, lambda: self._messages.put(None))
        except OSError as error:
            raise BotFailed(f"could not be started: {error.strerror}") from None
        try:
            self._agree(rules)
        except BotFailed:
            self.close()
            raise

    def say(self, message: Message) -> None:
        """Send a message. Raises `BotFailed` where nobody is there to read it."""
        if not self._program.send(msgspec.json.encode(message)):
            raise BotFailed(self._program.ended())

    def suggestion(self) -> Message:
        """Return its answer to `suggest`, if it comes in time. Raises `BotFailed`."""
        self._forget_unasked()
        self.say({"type": "suggest"})
        return self._wait_for("suggestion", GRACE)

    def close(self) -> None:
        """Say `quit`, wait a moment, then end the program and what it has started."""
        self._program.close(msgspec.json.encode({"type": "quit"}))

    # -- inside --

    def _agree(self, rules: Message) -> None:
        """Hear `info`, send the rules, hear `ready`."""
        ends = time.monotonic() + START_UP
        info = self._wait_for("info", START_UP)
        self.name = str(info.get("name", self.name))[:40]
        self.say(rules)
        answer = self._wait_for("ready", max(GRACE, ends - time.monotonic()), or_else="error")
        if answer["type"] == "error":
            raise BotFailed(f"refused the rules: {str(answer.get('reason'))[:60]!r}")

    def _wait_for(self, kind: str, seconds: float, or_else: str = "") -> Message:
        """The next message of this type, or of the other one; all others are skipped. Raises `BotFailed`."""
        ends = time.monotonic() + seconds
        while True:
            try:
                message = self._messages.get(timeout=max(0.0, ends - time.monotonic()))
            except queue.Empty:
                junk = f", but {self._junk} lines that are not messages" if self._junk else ""
                raise BotFailed(f"sent no {kind!r} within {seconds:.3g} s{junk}") from None
            if message is None:
                raise BotFailed(self._program.ended())
            if message["type"] in (kind, or_else):
                return message

    def _forget_unasked(self) -> None:
        """Skip what was said before it was asked for."""
        while not self._messages.empty():
            if self._messages.get() is None:
                raise BotFailed(self._program.ended())

    def _hear(self, line: bytes) -> bool:
        """Keep a message; False once far more was said than asked for."""
        message = _message(line)
        if message is not None:
            self._messages.put(message)
        else:
            self._junk += 1
        return self._messages.qsize() <= MOST_UNREAD and self._junk <= MOST_UNREAD


def _message(line: bytes) -> Message | None:
    """The message of a line: an object with a type; None for anything else."""
    try:
        result = msgspec.json.decode(line)
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return None
    return result if isinstance(result, dict) and isinstance(result.get("type"), str) else None


THINKING = 1.0  # seconds, where no limit is given
FIRST_ASKED = 0.05  # seconds after which it is asked for a first opinion, where there is more time than that
PAUSE = 0.25  # seconds between two questions


class OutsideBot:
    """The program of a command line that speaks the Tetris Bot Protocol. Raises `BadInput` where there is none such.

    The program runs from the first question on, to `close`. The worth of a choice is its rank: the protocol
    has no other. `think` raises `BotFailed` for an answer without a move that can be played, for none in
    time, and for a program that has ended; the next question starts it anew.
    """

    def __init__(self, command: str, seed: int | None = None) -> None:
        """`seed` is there since every engine takes one; the protocol has none."""
        self._words = words_of(command)
        self._peer: BotProcess | None = None
        self._last_state: State | None = None  # the position that the program knows of

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        """Yield its opinion: early, from time to time, and at the end of its time."""
        state = cast(State, view)
        if state.over:
            yield Advice((), "rule", done=True)
            return
        try:
            yield from self._thoughts(state, THINKING if limit.seconds is None else limit.seconds)
        except BotFailed:
            self.close()
            raise

    def __del__(self) -> None:
        """End the program of a bot that is no longer used."""
        if getattr(self, "_peer", None) is not None:
            self.close()

    def close(self) -> None:
        """End the program."""
        if self._peer is not None:
            self._peer.close()
        self._peer = self._last_state = None

    def _thoughts(self, state: State, seconds: float) -> Iterator[Advice]:
        peer = self._peer = self._peer or BotProcess(self._words, rules_message(state))
        self._tell(peer, state)
        ends, pause = time.monotonic() + seconds, FIRST_ASKED
        while (left := ends - time.monotonic()) > pause + GRACE:
            time.sleep(pause)
            pause = PAUSE
            yield _advice(peer, state, done=False)
        time.sleep(max(0.0, left))
        yield _advice(peer, state, done=True)

    def _tell(self, peer: BotProcess, state: State) -> None:
        """Bring the program to the position: by the move that was played, or from scratch."""
        if self._last_state is not None:
            for message in news(self._last_state, state) or [{"type": "stop"}, start_message(state)]:
                peer.say(message)
        else:
            peer.say(start_message(state))
        self._last_state = replace(state.view(0), garbage=Garbage())  # of which the protocol says nothing


def news(details: State, state: State) -> list[Message] | None:
    """The messages that lead from a position to the next one by one move; None where none does."""
    at = _played(details, state)
    if at is None:
        return None
    before, now = len(details.put(at).queue.listed), state.view(0).queue.listed
    pieces = [{"type": "new_piece", "piece": PIECES[piece]} for piece in now[before:]]
    return [{"type": "play", "move": at.to_tbp()}, *pieces]


def _played(details: State, state: State) -> Placement | None:
    """The move that led from one position to the other."""
    moves = details.placements if state.last is None else (state.last.placement,)
    return next((at for at in moves if details.why_not(at) is None and _leads(details.put(at), state)), None)


def _leads(after: State, state: State) -> bool:
    """Return True if the position that is expected is the one that came, up to pieces that are new."""
    listed = after.queue.listed
    return (after.field, after.hold, after.combo, after.back_to_back, listed) == (
        state.field,
        state.hold,
        state.combo,
        state.back_to_back,
        state.view(0).queue.listed[: len(listed)],
    )


def _advice(peer: BotProcess, state: State, *, done: bool) -> Advice:
    """Its suggestion as far as it can be played, best first. Raises `BotFailed` where nothing of it can."""
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
            choices.setdefault(str(at), Choice(str(at), Worth("order", float(-rank))))
        elif rank == 0:
            reason = f"suggests no move that can be played: {refused}"
    if not choices:
        raise BotFailed(reason)
    return Advice(tuple(choices.values()), "search", None, done, (_facts(peer, message),))


def _facts(peer: BotProcess, message: Message) -> SearchFacts:
    """Return the facts it reports of its search."""
    info = message.get("move_info")

    def number(name: str) -> float | None:
        value = info.get(name) if isinstance(info, dict) else None
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1e15:
            return float(value)
        return None

    return SearchFacts(
        nodes=number("nodes"),
        nodes_per_second=number("nps"),
        depth=number("depth"),
        bot=peer.name if peer.name.isprintable() else "a bot",
    )
