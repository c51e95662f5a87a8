"""The process that plays games of a ladder, one after the other. The same order gives the same bytes."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from queue import SimpleQueue

import msgspec

from ai import child
from ai.cluster import demand
from ai.compiled import sources
from ai.ladder.contests import GameOrder, Outcome, contest_file, contest_of
from game.errors import KibitzError

PROGRAM = "from ai.ladder.worker import main; main()"


class Refused(msgspec.Struct, frozen=True, tag=True):
    """The reason why a game could not be played at all."""

    reason: str


class Played(msgspec.Struct, frozen=True, tag=True):
    """A game that was played."""

    outcome: Outcome


class Failed(msgspec.Struct, frozen=True, tag=True):
    """The reason why a game was not played out, for which no player is to blame."""

    reason: str


Answer = Played | Refused | Failed
_ORDERS = msgspec.msgpack.Decoder(GameOrder)
_ANSWERS: msgspec.msgpack.Decoder[Answer] = msgspec.msgpack.Decoder(Answer)


def encode(order: GameOrder) -> bytes:
    """The message for a game."""
    return msgspec.msgpack.encode(order)


def decode(answer: bytes) -> Answer:
    """The answer to it."""
    return _ANSWERS.decode(answer)


def answer_to(order: GameOrder) -> Answer:
    """Play a game in this process."""
    try:
        return Played(contest_of(order.game).play(order))
    except KibitzError as error:
        return Refused(str(error))
    except Exception as error:  # a fault of ours costs this game, not the ladder
        return Failed(f"not played out, by a fault of Kibitz ({type(error).__name__}: {error})")


def stamp(game: str) -> str:
    """Equal exactly where everything that plays this game is equal."""
    return sources.digest(Path(__file__)) + sources.digest(contest_file(game))


def play_on_cluster(message: bytes, wanted: str) -> bytes:
    """The answer to an order, on a worker. Raises `BadInput` where another version of the program would play."""
    order = _ORDERS.decode(message)
    demand(stamp(order.game) == wanted)
    return msgspec.msgpack.encode(answer_to(order))


def title_of(message: bytes) -> str:
    """The name of an order in errors."""
    return f"game {_ORDERS.decode(message).number + 1}"


def main() -> None:
    """Play what comes in until nothing does; never returns."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a library that prints is no answer
    orders: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(orders,), daemon=True).start()
    while True:
        child.send(answers, msgspec.msgpack.encode(answer_to(_ORDERS.decode(orders.get()))))


def _listen(orders: SimpleQueue[bytes]) -> None:
    """Take orders in; the end of them is the end of the process, also in the middle of a game."""
    stdin = child.stdin_for_a_thread()
    while (order := child.receive(stdin)) is not None:
        orders.put(order)
    child.end_at_once(0)
