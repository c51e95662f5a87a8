"""Our side of the Tetris Bot Protocol: one JSON object a line, and an engine that thinks between two lines.

What is said without sense is ignored and named on stderr; what is said out of place too. The front end is the
authority on its own rules: a move that it plays is believed wherever the piece fits.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import BinaryIO, TextIO

import msgspec

from ai.engine import Advice, Engine, Limit
from ai.messages import one_line
from game.errors import BadInput, IllegalMove
from game.facts import SearchFacts
from game.saving import without_mark
from game.tetris.guideline import Placement, Queue, State, piece_of
from game.tetris.guideline.tbp import Message, state_of

AUTHOR = "the Kibitz developers"
LONGEST_LINE = 1 << 20  # bytes; a start message takes some 4,000
SHOWN = 120  # letters of a foreign line that are repeated


def run(
    engine: Engine,
    version: str,
    stdin: BinaryIO,
    stdout: TextIO,
    stderr: TextIO,
    leave: Callable[[], object] = lambda: None,
) -> int:
    """Speak the protocol until `quit` or the end of input; the exit status, always 0.

    A thread reads `stdin` and may still wait for it afterwards: `ai.child.stdin_for_a_thread` gives one for that. It
    calls `leave` where the front end goes while the engine is being compiled, which may take a minute.
    """
    lines: queue.Queue[bytes | None] = queue.Queue()
    ready = threading.Event()
    threading.Thread(target=_read, args=(stdin, lines, ready, leave), daemon=True).start()
    bot = Bot(engine, stdout, stderr)
    try:
        bot.introduce(version)
        prepare(engine)  # `ready` is said by one who is
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
    return 0


def prepare(engine: Engine) -> None:
    """Let an engine compile what it needs, if it has to, so that this costs no time of a game."""
    warm_up = getattr(engine, "warm_up", None)
    if warm_up is not None:
        warm_up()


class Bot:
    """One front end's bot. `running` until it is told to quit; `idle` while there is nothing to think about."""

    def __init__(self, engine: Engine, stdout: TextIO, stderr: TextIO) -> None:
        self.running = True
        self._engine, self._stdout, self._stderr = engine, stdout, stderr
        self._state: State | None = None
        self._thoughts: Iterator[Advice] | None = None
        self._advice: Advice | None = None
        self._finished = False  # nothing more is to be found out about the position
        self._asked = False  # a suggestion is owed
        self._waiting = False  # the queue was empty at the start, and no piece has come yet

    @property
    def idle(self) -> bool:
        """True if only a message can bring anything new."""
        state = self._state
        return state is None or self._waiting or self._finished or not state.choices

    @property
    def owes(self) -> bool:
        """True if a suggestion was asked for that thinking can give."""
        return self._asked and not self.idle

    def introduce(self, version: str) -> None:
        """The first line, unasked."""
        self._say({"type": "info", "name": "Kibitz", "version": version, "author": AUTHOR, "features": []})

    def hear(self, line: bytes) -> None:
        """Do what a line says."""
        message = _message(line)
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
        """A slice of thought on the position, and the suggestion that may be owed for it."""
        assert self._state is not None
        if self._thoughts is None:
            self._thoughts = self._engine.think(self._state, Limit())
        self._advice = next(self._thoughts, None) or self._advice
        self._finished = self._advice is None or self._advice.done
        if self._asked:
            self._suggest()

    # -- messages --

    def _obey(self, kind: object, message: Message) -> None:
        """Do what a message of this type wants; a type that is not known wants nothing. Raises its errors."""
        match kind:
            case "rules":
                self._say({"type": "ready"})  # every randomizer will do; one that is not known is unknown
            case "start":
                self._start(message)
            case "suggest":
                self._suggest()
            case "play":
                self._play(message)
            case "new_piece":
                self._new_piece(message)
            case "stop":
                self._stop()
            case "quit":
                self.running = False

    def _start(self, message: Message) -> None:
        self._stop()
        self._turn_to(state_of(message))
        assert self._state is not None
        self._waiting = self._state.piece is None

    def _suggest(self) -> None:
        if self._state is None:
            return
        self._asked = self._advice is None
        if self._advice is not None:
            self._say(_suggestion(self._advice))

    def _play(self, message: Message) -> None:
        state = self._position()
        self._turn_to(played(state, Placement.from_tbp(message.get("move"))))
        self._asked = False  # whoever plays has no use for a suggestion about what was before

    def _new_piece(self, message: Message) -> None:
        state = self._position()
        letter = message.get("piece")
        piece = piece_of(letter if isinstance(letter, str) else "?")
        self._turn_to(replace(state, queue=_with_piece(state.queue, piece)))

    def _stop(self) -> None:
        self._forget()
        self._state, self._asked = None, False

    # -- inside --

    def _position(self) -> State:
        if self._state is None:
            raise BadInput("no position was given by a start")
        return self._state

    def _turn_to(self, state: State) -> None:
        self._forget()
        self._state = state

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


def played(state: State, at: Placement) -> State:
    """The position after a front end's move, in whatever way it came there. Raises `IllegalMove`."""
    reason = state.why_not(at)
    if reason is None:
        return state.put(at)
    if at.piece not in state.choices or not _can_lie(state, at):
        raise IllegalMove(reason)
    landed = state.field.landed(*at[:4])
    rows = len(landed.full_rows)
    hold, rest = state.choices[at.piece]
    field = landed.cleared()
    perfect = rows > 0 and not field.height
    clear = state.rules.attack.clear(rows, at.spin, state.chain, state.combo, perfect=perfect)
    return replace(state, field=field, hold=hold, queue=rest, combo=clear.next_combo, chain=clear.next_chain)


def _can_lie(state: State, at: Placement) -> bool:
    return state.field.fits(*at[:4]) and not state.field.fits(at.piece, at.orientation, at.x, at.y - 1)


def _with_piece(pieces: Queue, piece: int) -> Queue:
    """The queue with one piece more, also where the bag could not give it."""
    try:
        return pieces.with_piece(piece)
    except BadInput:
        return replace(pieces, listed=(*pieces.listed, piece))


def _suggestion(advice: Advice) -> Message:
    moves = [Placement.parse(choice.move).to_tbp() for choice in advice.choices]
    facts = advice.read(SearchFacts)
    numbers = {"nodes": facts.nodes, "nps": facts.nodes_per_second, "depth": facts.depth}
    info = {name: int(value) for name, value in numbers.items() if value is not None}
    return {"type": "suggestion", "moves": moves, "move_info": {**info, "extra": advice.source}}


def _message(line: bytes) -> Message | None:
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
    lines: queue.Queue[bytes | None],
    ready: threading.Event,
    leave: Callable[[], object],
) -> None:
    """Pass on every line, of those too long only the beginning, and None at the end of input.

    `leave` is called at a `quit` or the end of input before `ready`, unless a suggestion is still to be given.
    """
    owed, first = False, True
    try:
        while line := stdin.readline(LONGEST_LINE):
            line, first = without_mark(line) if first else line, False
            if line.strip():
                lines.put(line)
            if not ready.is_set():
                kind = (_message(line) or {}).get("type")
                owed = owed or kind == "suggest"
                if kind == "quit" and not owed:
                    leave()
            while not line.endswith(b"\n") and (line := stdin.readline(LONGEST_LINE)):
                pass
    except (OSError, ValueError):
        pass
    if not ready.is_set() and not owed:
        leave()
    lines.put(None)
