"""Messages between the window and a worker: an order, reports on it, signs of life. msgpack bytes, nothing pickled.

What an order says and what a report holds is the matter of the kind of work (`ai.work`).

Both sides believe a message only after it has been decoded into one of these types and kept to
`MESSAGE_BYTES`; whatever else comes out of a pipe is one `BadInput`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, TypeVar

import msgspec

from game.errors import BadInput

# some hundred choices with long lines are 20 KB; the longest stretch of a run is the largest report
MESSAGE_BYTES = 256 * 1024
REASON_LETTERS = 300

REPORTS_AHEAD = 4  # how many reports a worker may be ahead of what the window has taken, where each counts
Activity = Literal["idle", "warming", "thinking"]
Reason = Annotated[str, msgspec.Meta(max_length=REASON_LETTERS)]


class Do(msgspec.Struct, frozen=True, tag="do"):
    """Carry out this order now, and nothing older; `kind` names the kind of work, `order` holds its struct."""

    generation: int
    kind: str
    order: bytes


class Taken(msgspec.Struct, frozen=True, tag="taken"):
    """The window has taken `count` reports on the order of `generation`, each of which counts."""

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


class WorkerReport(msgspec.Struct, frozen=True, tag="told"):
    """A report on the order of `generation`; `seconds` of wall time used so far, compiling not counted.

    `number` counts, from 1, reports of which none may be left out; it is 0 where the newest replaces those before.
    """

    generation: int
    number: int
    report: bytes
    seconds: float


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """The order of `generation` goes no further; `hopeless` if it would end in the same way once more."""

    generation: int
    reason: Reason
    hopeless: bool = False


ToWorker = Do | Taken | Stop | Quit
FromWorker = Heartbeat | WorkerReport | Failed
Message = TypeVar("Message")

_encode = msgspec.msgpack.Encoder().encode
_orders: msgspec.msgpack.Decoder[ToWorker] = msgspec.msgpack.Decoder(ToWorker)
_reports: msgspec.msgpack.Decoder[FromWorker] = msgspec.msgpack.Decoder(FromWorker)


def pack(message: ToWorker | FromWorker) -> bytes:
    """The bytes of `message`. Raises `BadInput` if there are more than `MESSAGE_BYTES`."""
    packed = _encode(message)
    if len(packed) > MESSAGE_BYTES:
        raise BadInput(f"a message of {len(packed):,} bytes; {MESSAGE_BYTES:,} are allowed")
    return packed


def read_order(packed: bytes) -> ToWorker:
    """A message of the window. Raises `BadInput`."""
    return _read(_orders.decode, packed)


def read_report(packed: bytes) -> FromWorker:
    """A message of a worker. Raises `BadInput`."""
    return _read(_reports.decode, packed)


def unpack(packed: bytes, kind: type[Message]) -> Message:
    """The order or report of this type in a message. Raises `BadInput`."""
    return _read(lambda content: msgspec.msgpack.decode(content, type=kind), packed)


def _read(decode: Callable[[bytes], Message], packed: bytes) -> Message:
    try:
        return decode(packed)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadInput(f"unreadable message: {one_line(str(error))}") from None


def one_line(text: str) -> str:
    """`text` as one printable line of at most `REASON_LETTERS` letters."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return line if len(line) <= REASON_LETTERS else line[: REASON_LETTERS - 1] + "…"
