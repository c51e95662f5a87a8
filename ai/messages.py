"""What the window and a worker say to each other: small typed messages as msgpack bytes, nothing pickled.

Both sides believe a message only after it has been decoded into one of these types and kept to
`MESSAGE_BYTES`; whatever else comes out of a pipe is one `BadInput`.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

import msgspec

from ai.engine import Advice, Limit, RunOrder, Stretch, Value
from ai.tetris.guideline.clear_search import Clears, ClearSearch
from game.errors import BadInput

# some hundred choices with long lines are 20 KB; a million moves are nobody's advice
MESSAGE_BYTES = 256 * 1024
REASON_LETTERS = 300

STRETCHES_AHEAD = 4  # how many stretches a worker may be ahead of what the window has taken
Activity = Literal["idle", "warming", "thinking"]
Reason = Annotated[str, msgspec.Meta(max_length=REASON_LETTERS)]


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What an engine is asked: the game from its start, the seat that looks at it, the engine, the limit.

    The worker plays `moves` from the starting state of `game` under `rules` and shows the engine what `seat`
    may know. `level` None is the engine's last level, its full strength; `options` are handed on to the
    maker of engines by name.
    """

    game: str
    rules: dict[str, str]
    moves: tuple[str, ...]
    seat: int
    engine: str
    level: str | None = None
    limit: Limit = Limit()
    options: dict[str, Value] = {}


class Ask(msgspec.Struct, frozen=True, tag="ask"):
    """Think about this now, and about nothing older."""

    generation: int
    question: Question


class Go(msgspec.Struct, frozen=True, tag="go"):
    """Play this long run now, and think about nothing older."""

    generation: int
    order: RunOrder


class Seek(msgspec.Struct, frozen=True, tag="seek"):
    """Look for these perfect clears now, and think about nothing older."""

    generation: int
    search: ClearSearch


class Taken(msgspec.Struct, frozen=True, tag="taken"):
    """The window has taken `count` stretches of the run of `generation`."""

    generation: int
    count: int


class Stop(msgspec.Struct, frozen=True, tag="stop"):
    """Stop thinking; stay."""


class Quit(msgspec.Struct, frozen=True, tag="quit"):
    """End the process."""


class Heartbeat(msgspec.Struct, frozen=True, tag="beat"):
    """A sign of life several times a second.

    `steps` counts slices of thinking and compiled kernels: while the worker is busy it has to grow, since
    the thread that sends the beat would go on beating beside an engine that hangs.
    """

    generation: int
    activity: Activity
    steps: int


class Answer(msgspec.Struct, frozen=True, tag="answer"):
    """Advice on the question of `generation`; `seconds` of wall time used so far, compiling not counted."""

    generation: int
    advice: Advice
    seconds: float


class Played(msgspec.Struct, frozen=True, tag="played"):
    """The next stretch of the run of `generation`."""

    generation: int
    stretch: Stretch


class AdviceFound(msgspec.Struct, frozen=True, tag="found"):
    """What the search of `generation` has found up to now."""

    generation: int
    clears: Clears


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """The question or run of `generation` goes no further; `hopeless` if asking again would end in the same way."""

    generation: int
    reason: Reason
    hopeless: bool = False


Order = Ask | Go | Seek | Taken | Stop | Quit
Report = Heartbeat | Answer | Played | AdviceFound | Failed
Message = TypeVar("Message")

_encode = msgspec.msgpack.Encoder().encode
_orders: msgspec.msgpack.Decoder[Order] = msgspec.msgpack.Decoder(Order)
_reports: msgspec.msgpack.Decoder[Report] = msgspec.msgpack.Decoder(Report)


def pack(message: Order | Report) -> bytes:
    """The bytes of `message`. Raises `BadInput` if there are more than `MESSAGE_BYTES`."""
    packed = _encode(message)
    if len(packed) > MESSAGE_BYTES:
        raise BadInput(f"a message of {len(packed):,} bytes; {MESSAGE_BYTES:,} are allowed")
    return packed


def read_order(packed: bytes) -> Order:
    """What the window wants. Raises `BadInput`."""
    return _read(_orders, packed)


def read_report(packed: bytes) -> Report:
    """What a worker says. Raises `BadInput`."""
    return _read(_reports, packed)


def _read(decoder: msgspec.msgpack.Decoder[Message], packed: bytes) -> Message:
    try:
        return decoder.decode(packed)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadInput(f"unreadable message: {one_line(str(error))}") from None


def one_line(text: str) -> str:
    """`text` as one printable line of at most `REASON_LETTERS` letters."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return line if len(line) <= REASON_LETTERS else line[: REASON_LETTERS - 1] + "…"
