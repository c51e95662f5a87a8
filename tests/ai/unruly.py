"""Engines that behave and misbehave on purpose, for the tests of the worker and of the engine room."""

import gc
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec

from ai.engine import MOST_PIECES, Advice, Choice, Limit, RunOrder, Stretch
from game.advice import Worth
from game.errors import BadBook, BadInput
from game.facts import ZuniqFacts
from game.position import Position

Thoughts = Iterator[Advice]


class Unruly:
    def __init__(self, behaviour: Callable[..., Thoughts], options: dict[str, str]) -> None:
        self._behaviour = behaviour
        self._options = options
        self.asked = 0

    def think(self, view: Position, limit: Limit) -> Thoughts:
        self.asked += 1
        return self._behaviour(self, view, **self._options)

    def run(self, order: RunOrder) -> Iterator[Stretch]:
        if "nowhere" in order.rules:
            raise BadInput("no board of that name")
        return RUNS[order.engine](order, **self._options)


class Thinker:
    def think(self, view: Position, limit: Limit) -> Thoughts:
        yield advice(view, done=True)


def create(name: str, level: str | None = None, game: str = "zuniq", **options: str) -> Unruly:
    if name == "no-book":
        raise BadBook("opening.book: checksum is wrong")
    if name == "no-memory":
        raise MemoryError("no room for the table")
    if name not in BEHAVIOURS and name not in RUNS:
        raise BadInput(f"unknown engine {name!r}")
    return Thinker() if name == "only-thinks" else Unruly(BEHAVIOURS.get(name, counts), options)


def named(*functions: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
    return {function.__name__.replace("_", "-"): function for function in functions}


def advice(view: Position, number: int = 0, done: bool = False, move: str = "", **changes: object) -> Advice:
    """Sound advice, the `number`-th, unless `changes` to the choice or another `move` spoil it."""
    legal = view.legal_moves()
    choice = Choice(move or legal[0], Worth("win", 0.5), 1.0) if legal else None
    choices = () if choice is None else (msgspec.structs.replace(choice, **changes),)
    facts = ZuniqFacts(nodes=float(number), memory_mb=float(os.getpid()))
    return Advice(choices, "search", Worth("win", 0.5), done, (facts,))


def number_of(advice: Advice) -> int:
    """The number of a piece of advice."""
    return int(advice.read(ZuniqFacts).nodes or 0)


def pid_of(advice: Advice) -> int:
    """The process that has given it."""
    return int(advice.read(ZuniqFacts).memory_mb or 0)


def asked_of(advice: Advice) -> int:
    """Return how often its engine was asked, by its last report."""
    return int(advice.read(ZuniqFacts).depth or 0)


def counts(engine: Unruly, view: Position) -> Thoughts:
    """Five thoughts apart, so that several reach the window; tells how often the engine was asked."""
    for number in range(1, 5):
        yield advice(view, number)
        time.sleep(0.03)
    final = advice(view, 5, done=True)
    final = final.adding(ZuniqFacts(depth=float(engine.asked)))
    yield final


def endless(engine: Unruly, view: Position) -> Thoughts:
    number = 0
    while True:
        number += 1
        yield advice(view, number)
        time.sleep(0.005)


def raises(engine: Unruly, view: Position) -> Thoughts:
    yield advice(view)
    raise ValueError("the tree\n  has no root")


def leaves(engine: Unruly, view: Position) -> Thoughts:
    yield advice(view)
    os._exit(3)


def quits_python(engine: Unruly, view: Position) -> Thoughts:
    yield advice(view)
    sys.exit("enough")


def is_killed(engine: Unruly, view: Position) -> Thoughts:
    yield advice(view)
    os.kill(os.getpid(), signal.SIGKILL)


def is_killed_once(engine: Unruly, view: Position, marker: str) -> Thoughts:
    """Dies at the first question ever, behaves afterwards, in whatever process."""
    if not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    yield advice(view, 1)
    yield advice(view, 2, done=True)


def spins(engine: Unruly, view: Position) -> Thoughts:
    yield advice(view)
    while True:
        pass


def is_stuck(engine: Unruly, view: Position) -> Thoughts:
    """Hangs in a C call that never lets another thread run: no beat, no listener."""
    yield advice(view)
    re.match(r"(a+)+$", "a" * 64 + "b")


def is_illegal(engine: Unruly, view: Position) -> Thoughts:
    yield advice(view, move="Z9v", done=True)


def is_dizzy(engine: Unruly, view: Position) -> Thoughts:
    yield advice(view, worth=Worth("win", float("nan")), done=True)


def claims(engine: Unruly, view: Position) -> Thoughts:
    yield advice(view, move=view.legal_moves()[0] + "!", done=True)


def _pipe() -> int:
    return next(thing.fileno() for thing in gc.get_objects() if isinstance(thing, Connection))


def babbles(engine: Unruly, view: Position) -> Thoughts:
    """Writes a message of the right frame that means nothing."""
    os.write(_pipe(), b"\0\0\0\x04\xc1\xff\0\x91")
    yield from endless(engine, view)


def breaks_off(engine: Unruly, view: Position) -> Thoughts:
    """Announces a thousand bytes and sends four; whatever follows is taken for the rest."""
    os.write(_pipe(), b"\0\0\x03\xe8oops")
    yield from endless(engine, view)


def boasts(engine: Unruly, view: Position) -> Thoughts:
    os.write(_pipe(), b"\x7f\xff\xff\xff")
    yield from endless(engine, view)


def rambles(engine: Unruly, view: Position) -> Thoughts:
    yield advice(view, line=("x" * 1_000_000,), done=True)


def is_silent(engine: Unruly, view: Position) -> Thoughts:
    return iter(())


BEHAVIOURS = named(
    *(counts, endless, raises, leaves, quits_python, is_killed, is_killed_once, spins, is_stuck, is_illegal),
    *(is_dizzy, claims, babbles, breaks_off, boasts, rambles, is_silent),
)


# -- long runs: games of GAME pieces; a piece's column says which of its game it is --

GAME, SLICE = 10, 7


def stretch(order: RunOrder, pieces: int, **changes: object) -> Stretch:
    """The next `pieces` of a run by `order`: every byte says how many pieces of its game lay before it."""
    counted = [(order.placed + n) % GAME for n in range(pieces)]
    ends = sum(number == GAME - 1 for number in counted)
    left = order.pieces is not None and order.pieces <= pieces
    fields: dict[str, object] = {
        "game": order.number,
        "first": order.placed,
        "columns": bytes(counted),
        "tucks": b"",
        "finished": ((GAME, 4),) * ends,
        "placed": (order.placed + pieces) % GAME,
        "cleared": 0,
        "rules": {"pid": str(os.getpid())},
        "cpu": 0.001,
        "done": left,
    }
    return Stretch(**{**fields, **changes})


def plays(order: RunOrder, size: int = SLICE) -> Iterator[Stretch]:
    while True:
        size = size if order.pieces is None else min(size, order.pieces)
        played = stretch(order, size)
        yield played
        if played.done:
            return
        order = order.after(played)


def plays_much(order: RunOrder) -> Iterator[Stretch]:
    """Stretches as long as they may be, with as many games as there are pieces."""
    while True:
        games = ((1, 0),) * MOST_PIECES
        whole = stretch(order, 0, columns=bytes(MOST_PIECES), tucks=bytes(MOST_PIECES), finished=games)
        yield whole
        order = order.after(whole)


def plays_and_dies_once(order: RunOrder, marker: str) -> Iterator[Stretch]:
    """Plays two stretches, then dies; plays on in the next process."""
    first = not Path(marker).exists()
    for number, played in enumerate(plays(order)):
        if first and number == 2:
            Path(marker).touch()
            time.sleep(0.1)  # what was played is on its way
            os.kill(os.getpid(), signal.SIGKILL)
        yield played


def dies_at_once(order: RunOrder) -> Iterator[Stretch]:
    os.kill(os.getpid(), signal.SIGKILL)
    yield stretch(order, 1)


def loses_count(order: RunOrder) -> Iterator[Stretch]:
    yield stretch(order, 3, placed=17)


def leaves_out(order: RunOrder) -> Iterator[Stretch]:
    yield stretch(order, 3, first=order.placed + 1)


def plays_too_much(order: RunOrder) -> Iterator[Stretch]:
    yield stretch(order, (order.pieces or 0) + 1)


def hangs_in_a_run(order: RunOrder) -> Iterator[Stretch]:
    yield stretch(order, 1)
    while True:
        pass


def ends_without_a_word(order: RunOrder) -> Iterator[Stretch]:
    yield stretch(order, 1)


RUNS = named(
    *(plays, plays_much, plays_and_dies_once, dies_at_once, loses_count, leaves_out, plays_too_much),
    *(hangs_in_a_run, ends_without_a_word),
) | {"only-thinks": plays}
