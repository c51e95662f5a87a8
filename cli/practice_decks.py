"""The commands of practice that make decks and prove them: make, check."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cli.grammar import Groups, command, whole_number
from cli.terminal import Bar, fail, interruptible, show
from game.errors import BadInput
from game.words import counted

if TYPE_CHECKING:
    from ai.practice.making import Stream
    from game.practice.deck import Deck
    from game.practice.problem import Problem

ALL = "all"  # the decks that ship
MOST_PROBLEMS = 100_000
MOST_DETAIL, MOST_MADE = 80, 400  # letters of these texts in a deck


def add_commands(below: Groups) -> None:
    """Add `make` and `check` to the commands of practice."""
    making = command(below, "make", "make a deck of problems; the same seed gives the same deck", make)
    making.add_argument(
        "deck",
        metavar="DECK",
        help="t-spins, perfect-clears, zuniq-endings, bridge-tricks, four-wide, digging, finesse, recall or classic",
    )
    making.add_argument(
        "--seed", type=whole_number(0, 2**63 - 1), required=True, metavar="S", help="a whole number"
    )
    making.add_argument(
        "--problems",
        type=whole_number(1, MOST_PROBLEMS),
        metavar="N",
        help="how many (as in the deck that ships)",
    )
    making.add_argument(
        "--board",
        metavar="BOARD",
        help="perfect-clears of this board: a fumen, a file with rows, or the rows",
    )
    making.add_argument(
        "--pattern", metavar="P", help="with --board: the queues, as in `tetris pc`: *p7, [IOT]p2,*p4, T,*!"
    )
    making.add_argument(
        "--hold", default="-", metavar="P", help="with --board: the piece held, - for none (-)"
    )
    making.add_argument("-o", "--output", metavar="FILE", help="the file to write (DECK.deck)")
    proving = command(
        below, "check", "prove the answers of a deck again, or judge them with other random numbers", check
    )
    proving.add_argument(
        "deck", metavar="DECK|FILE", help="a deck by its name, the file of one, or all that ship"
    )
    proving.add_argument(
        "--sample", type=whole_number(1), metavar="N", help="check so many problems, drawn at random (all)"
    )


def make(arguments: argparse.Namespace) -> int:
    """Make a deck and write it."""
    from ai.practice import making
    from game.practice.deck import SUFFIX, write_deck

    kind = making.kind_of(arguments.deck)
    total = arguments.problems or kind.problems
    empty = _of_board(arguments)
    with Bar("making", "problems") as bar:
        made = interruptible(
            lambda: (
                making.make(kind.name, arguments.seed, total, lambda done: bar.at(done, total))
                if empty is None
                else making.filled(empty, _stream(arguments), total, lambda done: bar.at(done, total))
            )
        )
    path = Path(arguments.output or f"{made.deck.name}{SUFFIX}")
    write_deck(path, made.deck)
    count, seconds = len(made.deck.problems), round(made.cpu_seconds, 1)
    document = {"deck": made.deck.name, "made": count, "refused": made.refused, "cpu_seconds": seconds}
    show(
        arguments.json,
        document,
        [f"{path}: {counted(count, 'problem')}, {made.refused:,} positions refused, {seconds} s of CPU"],
    )
    return 0


def _of_board(arguments: argparse.Namespace) -> Deck | None:
    """The empty deck of a board and a pattern; None where none is asked for. Raises `BadInput`."""
    from game.practice.deck import Deck

    if arguments.board is None and arguments.pattern is None and arguments.hold == "-":
        return None
    if arguments.deck != "perfect-clears" or arguments.board is None or arguments.pattern is None:
        raise BadInput(
            "perfect-clears are made of a --board with a --pattern; a board needs a pattern, and a pattern a board"
        )
    asked = f"practice make {arguments.deck} --seed {arguments.seed} --pattern {arguments.pattern}"
    return Deck(
        name="perfect-clears-of-a-board",
        title="Perfect clears of a board",
        problems=(),
        detail=arguments.pattern[:MOST_DETAIL],
        made=asked[:MOST_MADE],
    )


def _stream(arguments: argparse.Namespace) -> Stream:
    """The problems of a board and a pattern. Raises `BadInput`."""
    from ai.practice.clears import of_pattern
    from cli.perfect_clears import held_piece, read_field_file
    from game.tetris.guideline.patterns import Pattern

    field, _ = read_field_file(arguments.board)
    hold = held_piece(arguments.hold)
    return of_pattern(field, Pattern.parse(arguments.pattern), hold, arguments.seed)


def check(arguments: argparse.Namespace) -> int:
    """Prove a deck again; the status is 1 where an answer is wrong."""
    from ai.practice import check as checking

    proved = _problems(arguments.deck)
    problems, wrong = checking.sample_of(proved, arguments.sample), []
    with Bar("checking", "problems") as bar:
        for done, fault in enumerate(checking.check(problems), 1):
            bar.at(done, len(problems))
            if fault is not None:
                wrong.append(fault)
    lines = [f"{counted(len(problems), 'problem')} checked, {len(wrong)} wrong"]
    lines += [f"{each.id}: {each.reason}" for each in wrong]
    show(arguments.json, {"checked": len(problems), "wrong": wrong}, lines)
    return fail(f"{counted(len(wrong), 'problem')} of {arguments.deck} wrong") if wrong else 0


def _problems(name: str) -> Sequence[Problem]:
    """The problems of the deck in a file, of one that is there by its name, or of all that ship.

    Raises `BadInput`, `BadDeck`.
    """
    from cli.practice_history import open_collection
    from game.practice.deck import read_deck

    if Path(name).is_file():
        return read_deck(Path(name)).problems
    collection = open_collection()
    if name == ALL:
        return [problem for deck in collection.shipped for problem in deck.problems]
    decks = {each.name: each for each in collection.decks}
    if name not in decks:
        raise BadInput(f"{name[:60]!r} is neither a file, nor {ALL}, nor one of the decks {', '.join(decks)}")
    return decks[name].problems
