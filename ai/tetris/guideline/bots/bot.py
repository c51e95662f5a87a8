"""A bot at its front end: one JSON object a line, and an engine that thinks between two lines, whatever the protocol.

What is said without sense is ignored and named on stderr; what is said out of place too. The front end is the
authority on its own rules: a move that it plays is believed wherever the piece fits.
"""

from __future__ import annotations

import queue
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import BinaryIO, ClassVar, TextIO

import msgspec

from ai.engine import Advice, Engine, Limit
from ai.messages import one_line
from game.errors import BadInput, IllegalMove
from game.saving import without_mark
from game.tetris.guideline import Placement, State
from game.tetris.guideline.tbp import Message

AUTHOR = "the Kibitz developers"
LONGEST_LINE = 1 << 20  # bytes; a start message takes some 4,000
SHOWN = 120  # letters of a foreign line that are repeated


def run(bot: Bot, version: str, stdin: BinaryIO, leave: Callable[[], object] = lambda: None) -> int:
    """Speak a protocol until the front end says goodbye or closes the input; the exit status.

    A thread reads `stdin` and may still wait for it afterwards: `ai.child.stdin_for_a_thread` gives one for that. It
    calls `leave` where the front end goes while the engine is being compiled, which may take a minute.
    """
    lines: queue.Queue[bytes | None] = queue.Queue()
    ready = threading.Event()
    threading.Thread(target=_read, args=(stdin, bot, lines, ready, leave), daemon=True).start()
    try:
        bot.introduce(version)
        prepare(bot.engine)  # whoever says that it is ready is ready
        ready.set()
        while bot.running:
            line = b"" if bot.owes else lines.get() if bot.idle else _waiting(lines)
            if line is None:
                break
            if line:
                bot.hear(line)
            else:
                bot.think()
    except BrokenPipeError:
        pass
    return bot.status


def prepare(engine: Engine) -> None:
    """Let an engine compile what it needs, if it has to, so that this costs no time of a game."""
    warm_up = getattr(engine, "warm_up", None)
    if warm_up is not None:
        warm_up()


class Bot(ABC):
    """One front end's bot. `running` until it is told to quit; `idle` while there is nothing to think about.

    `asks` is the type of the message that wants a move, `quits` that of the last one. `status` is that of the process
    at the end.
    """

    asks: ClassVar[str]
    quits: ClassVar[str] = ""

    def __init__(self, engine: Engine, stdout: TextIO, stderr: TextIO) -> None:
        self.engine = engine
        self.running = True
        self.status = 0
        self._stdout, self._stderr = stdout, stderr
        self._state: State | None = None
        self._thoughts: Iterator[Advice] | None = None
        self._advice: Advice | None = None
        self._finished = False  # nothing more is to be found out about the position
        self._asked = False  # a move is owed
        self._waiting = False  # the queue was empty at the start, and no piece has come yet

    @property
    def idle(self) -> bool:
        """True if only a message can bring anything new."""
        state = self._state
        return state is None or self._waiting or self._finished or not state.choices

    @property
    def owes(self) -> bool:
        """True if a move was asked for that thinking can give."""
        return self._asked and not self.idle

    @abstractmethod
    def introduce(self, version: str) -> None:
        """Say the first line, unasked."""

    def hear(self, line: bytes) -> None:
        """Do what a line says."""
        message = message_of(line)
        if message is None:
            text = line[:SHOWN].decode("utf-8", "replace").strip()
            self._complain(f"a line that is not a JSON object is ignored: {text}")
            return
        kind = message.get("type")
        try:
            self._obey(kind, message)
        except (BadInput, IllegalMove) as error:
            self._complain(f"a message {kind!r} is ignored: {error}")

    def think(self) -> None:
        """Think a slice on the position, and give the move that may be owed for it."""
        assert self._state is not None
        if self._thoughts is None:
            self._thoughts = self.engine.think(self._seen(self._state), Limit())
        self._advice = next(self._thoughts, None) or self._advice
        self._finished = self._advice is None or self._advice.done
        if self._asked:
            self._move()

    def _seen(self, state: State) -> State:
        """Return the position as the engine may know it: with every piece that the messages name."""
        return state

    @abstractmethod
    def _obey(self, kind: object, message: Message) -> None:
        """Do what a message of this type wants; a type that is not known wants nothing. Raises its errors."""

    @abstractmethod
    def _answer(self, state: State, advice: Advice) -> None:
        """Say the move that the advice on the position comes to."""

    def _move(self) -> None:
        """Give a move, now or as soon as there is one."""
        if self._state is None:
            return
        self._asked = self._advice is None
        if self._advice is not None:
            self._answer(self._state, self._advice)

    def _position(self) -> State:
        if self._state is None:
            raise BadInput("no position is known yet")
        return self._state

    def _turn_to(self, state: State | None) -> None:
        """Think about another position from now on."""
        self._forget()
        self._state, self._asked = state, False

    def _forget(self) -> None:
        close = getattr(self._thoughts, "close", None)
        if close is not None:
            close()
        self._thoughts, self._advice = None, None
        self._finished = self._waiting = False

    def _say(self, message: Message) -> None:
        print(msgspec.json.encode(message).decode(), file=self._stdout, flush=True)

    def _complain(self, sentence: str) -> None:
        print(one_line(sentence), file=self._stderr, flush=True)


def landed(state: State, at: Placement) -> State:
    """The position with a piece where a front end has put it, in whatever way it came there; no garbage comes up.

    Raises `IllegalMove` where it cannot lie.
    """
    fits = state.field.fits(*at[:4]) and not state.field.fits(at.piece, at.orientation, at.x, at.y - 1)
    if at.piece not in state.choices or not fits:
        raise IllegalMove(state.why_not(at) or "It cannot lie there.")
    field = state.field.landed(*at[:4])
    rows = len(field.full_rows)
    hold, rest = state.choices[at.piece]
    field = field.cleared()
    table = state.rules.attack
    clear = table.clear(rows, at.spin, state.chain, state.combo, perfect=rows > 0 and not field.height)
    garbage = state.garbage
    for attack in table.fights(clear):
        garbage, _ = garbage.cancelled(attack, state.rules.garbage)
    return replace(
        state,
        field=field,
        hold=hold,
        queue=rest,
        combo=clear.next_combo,
        chain=clear.next_chain,
        garbage=garbage,
    )


def message_of(line: bytes) -> Message | None:
    """The object of a line; None where there is none."""
    if len(line) >= LONGEST_LINE:
        return None
    try:
        result = msgspec.json.decode(line)
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return None
    return result if isinstance(result, dict) else None


def _waiting(lines: queue.Queue[bytes | None]) -> bytes | None:
    """The next line if there is one, else an empty one."""
    try:
        return lines.get_nowait()
    except queue.Empty:
        return b""


def _read(
    stdin: BinaryIO,
    bot: Bot,
    lines: queue.Queue[bytes | None],
    ready: threading.Event,
    leave: Callable[[], object],
) -> None:
    """Pass on every line, of those too long only the beginning, and None at the end of input.

    `leave` is called at a goodbye or the end of input before `ready`, unless a move is still to be given.
    """
    owed, first = False, True
    try:
        while line := stdin.readline(LONGEST_LINE):
            line, first = without_mark(line) if first else line, False
            if line.strip():
                lines.put(line)
            if not ready.is_set():
                kind = (message_of(line) or {}).get("type")
                owed = owed or kind == bot.asks
                if kind == bot.quits and not owed:
                    leave()
            while not line.endswith(b"\n") and (line := stdin.readline(LONGEST_LINE)):
                pass
    except (OSError, ValueError):
        pass
    if not ready.is_set() and not owed:
        leave()
    lines.put(None)
