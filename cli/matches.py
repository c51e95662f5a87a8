"""Matches between two programs: their arguments, and how they are played, interrupted and shown."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from cli.grammar import whole_number
from cli.terminal import Bar, note, show, status_of
from game.words import counted

MOST = 100_000  # games or deals
One = TypeVar("One")
Whole = TypeVar("Whole")


def add_match(parser: argparse.ArgumentParser, who: str, unit: str, seed: str) -> None:
    """Add both sides, how many games or deals there are, and their seed; `who` and `seed` are the help."""
    parser.add_argument("a", metavar="A", help=who)
    parser.add_argument("b", metavar="B", help="the same")
    number = whole_number(1, MOST)
    parser.add_argument(f"--{unit}s", type=number, required=True, metavar="N", help=f"how many {unit}s")
    parser.add_argument("--seed", type=whole_number(0), required=True, metavar="S", help=seed)


def play_match(
    arguments: argparse.Namespace,
    unit: str,
    play: Callable[[Callable[[int, One], None]], object],
    result_of: Callable[[Sequence[One]], Whole],
    lines_of: Callable[[Whole], Iterable[str]],
) -> int:
    """Play a match with a bar on a terminal and show its result; the exit status. Ctrl-C shows what was played.

    `play` is given what to call with how many games or deals are done and the last one of them.
    """
    total, played, status = getattr(arguments, f"{unit}s"), list[One](), 0
    with Bar("playing", f"{unit}s") as bar:

        def take(done: int, one: One) -> None:
            played.append(one)
            bar.at(done, total)

        try:
            play(take)
        except KeyboardInterrupt as error:
            status = status_of(error)
    if status and not played:
        return status
    if status:
        note(f"stopped after {len(played)} of {counted(total, unit)}")
    result = result_of(played)
    show(arguments.json, result, lines_of(result))
    return status
