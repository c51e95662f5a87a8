"""Commands of honeymoon bridge."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from cli.grammar import Groups, command, group, whole_number
from cli.matches import add_match, play_match
from cli.terminal import Bar, fail, show, warn
from game.errors import BadInput, BadTable
from game.saving import without_mark
from game.words import counted

if TYPE_CHECKING:
    from ai.bridge.match import Interval, MatchResult
    from ai.bridge.solver.room import Solved
    from ai.bridge.tables.folder import Folder
    from ai.bridge.tables.job import Built
    from game.bridge.endgame import Endgame


# The command `bridge play`: a match with every deal played twice.

MOST_WORLDS = 10_000


def add_playing_commands(below: Groups) -> None:
    """Add `play`."""
    contest = command(below, "play", "let two players bid and exchange, every deal twice", play)
    who = "kibitz, greedy or random; all play the play stage perfectly"
    add_match(contest, who, "deal", "the seed of the deals, for the same match again")
    trumps = contest.add_mutually_exclusive_group()
    trumps.add_argument(
        "--no-auction", action="store_true", help="the dealer is declarer at level 1 in his longest suit"
    )
    trumps.add_argument(
        "--german-whist",
        action="store_true",
        help="the first card of the stock names trumps; most tricks win",
    )
    contest.add_argument(
        "--worlds",
        type=whole_number(1, MOST_WORLDS),
        metavar="N",
        help="deals that kibitz samples for a decision (400)",
    )


def play(arguments: argparse.Namespace) -> int:
    """The match."""
    from ai.compiled import cache

    warn(cache.ensure().notice)
    from ai.bridge import match as matches
    from game.bridge.rules import GERMAN_WHIST, Rules

    table = Rules(auction="off") if arguments.no_auction else Rules()
    if arguments.german_whist:
        table = Rules.open(GERMAN_WHIST)

    how = {"deals": arguments.deals, "seed": arguments.seed, "table": table, "worlds": arguments.worlds}
    contest = partial(matches.play_match, arguments.a, arguments.b, **how)
    lines = partial(_match_lines, arguments)
    return play_match(arguments, "deal", lambda take: contest(progress=take), matches.result_of, lines)


def _match_lines(arguments: argparse.Namespace, result: MatchResult) -> list[str]:
    from ai.bridge.match import gain_in_points, gain_in_tricks

    passed = sum(hand.contract is None for pair in result.deals for hand in pair)
    lines = [
        f"{arguments.a}: {counted(result.points_a, 'point')}, {counted(result.tricks_a, 'trick')}",
        f"{arguments.b}: {counted(result.points_b, 'point')}, {counted(result.tricks_b, 'trick')}",
        "",
        f"a hand, {arguments.a} against {arguments.b}, with a 95 % confidence interval",
        f"tricks  {_interval(gain_in_tricks(result), 2)}",
        f"points  {_interval(gain_in_points(result), 1)}",
    ]
    return [*lines, f"passed out: {passed} of {2 * len(result.deals)} hands"] if passed else lines


def _interval(gain: Interval, digits: int) -> str:
    return f"{gain.mean:+.{digits}f} ± {gain.margin:.{digits}f}"


# Commands on the play stage and its tables: bridge build, probe, solve, verify.

Strain = Literal["trump", "notrump"]


HIGHEST = 13
LONGEST_LINE = 10_000  # letters
STRAINS: dict[str, tuple[Strain, ...]] = {
    "trump": ("trump",),
    "notrump": ("notrump",),
    "both": ("trump", "notrump"),
}


def add_table_commands(below: Groups) -> None:
    """Add `build`, `probe`, `solve` and `verify`."""
    make = command(below, "build", "make the tables of the play stage, level by level", build)
    make.add_argument(
        "--levels", type=_levels, default=(1, 10), metavar="1-10", help="cards a hand, up to 13 (1-10)"
    )
    make.add_argument("--strain", choices=STRAINS, default="both", help="which of the two tables (both)")
    _add_folder(make)
    make.add_argument(
        "--flat", type=Path, metavar="FOLDER", help="write each level there as plain bytes too, rank-major"
    )
    look = command(below, "probe", "read the tricks of every card from the tables", probe)
    _add_position(look)
    _add_folder(look)
    exact = command(below, "solve", "find the tricks of every card, with or without tables", solve)
    _add_position(exact)
    _add_folder(exact)
    check = command(below, "verify", "check the entries of tables against the level below", verify)
    _add_folder(check)
    check.add_argument(
        "--sample",
        type=whole_number(1),
        metavar="N",
        help="check only N entries of each level, by the plain rules",
    )


def _add_position(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "position",
        metavar="POSITION",
        help='"AK3.T2..Q Q4.KJ.4.5 S", the leader\'s hand first, "led CARD" last if a card was led; - reads one a line',
    )


def _add_folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--dir", type=Path, metavar="DIR", help="the folder of the tables (one in the user's cache)"
    )


def _levels(text: str) -> tuple[int, int]:
    """A type of argument: a level or a range of levels."""
    match = re.fullmatch(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", text)
    first = int(match[1]) if match else 0
    last = int(match[2] or first) if match else 0
    if not 1 <= first <= last <= HIGHEST:
        raise argparse.ArgumentTypeError(
            f"{text[:40]!r} is not a range of levels within 1-{HIGHEST}, such as 1-10"
        )
    return first, last


def _folder(arguments: argparse.Namespace) -> Folder:
    from ai.bridge.tables.folder import Folder

    return Folder(arguments.dir)


def _announce_kernels() -> None:
    """Say where compiled kernels are kept if it is not where they should be."""
    from ai.compiled import cache

    warn(cache.ensure().notice)


# -- build and verify --


def build(arguments: argparse.Namespace) -> int:
    """Level after level, a line each as soon as it is there."""
    _announce_kernels()
    from ai.bridge.tables.build import build as steps
    from ai.bridge.tables.folder import export
    from ai.bridge.tables.job import Built

    folder, (first, last) = _folder(arguments), arguments.levels
    with Bar("building", "entries") as bar:
        for step in steps(folder, range(first, last + 1), STRAINS[arguments.strain]):
            if not isinstance(step, Built):
                _show_step(bar, step.level, step.strain, step.share)
                continue
            if step.level < first:
                continue
            if arguments.flat is not None:
                export(folder, step.level, step.strain, arguments.flat)
            show(arguments.json, step, [_built_line(step)])
            sys.stdout.flush()
    return 0


def _show_step(bar: Bar, level: int, strain: Strain, share: float) -> None:
    from ai.bridge.tables.index import positions

    entries = positions(level, strain)
    bar.at(int(share * entries), entries, f"level {level}, {strain}")


def _built_line(step: Built) -> str:
    took = f"{step.seconds:.1f} s" if step.seconds else "there"
    counts = " ".join(f"{count:,}" for count in step.histogram)
    size = f"{step.positions:>13,} entries  {step.bytes:>11,} bytes"
    return f"{step.strain:<7} {step.level:>2}  {size}  {took:>8}  {counts}"


def verify(arguments: argparse.Namespace) -> int:
    """All checksums, and entries against the level below."""
    _announce_kernels()
    from ai.bridge.tables.build import verify as checks

    problems: list[str] = []
    with Bar("verifying", "entries") as bar:
        for check in checks(_folder(arguments), arguments.sample):
            _show_step(bar, check.level, check.strain, check.share)
            if check.problem is not None:
                problems.append(check.problem)
    show(arguments.json, {"ok": not problems, "problems": problems}, problems or ["all is well"])
    return fail(f"{counted(len(problems), 'problem')}, first: {problems[0]}") if problems else 0


# -- probe and solve --


def probe(arguments: argparse.Namespace) -> int:
    """The worth of every card by the tables alone."""
    folder = _folder(arguments)
    return _answer(arguments, folder.probe)


def solve(arguments: argparse.Namespace) -> int:
    """The worth of every card, looked up where the level is there and searched where it is not."""
    _announce_kernels()
    from ai.bridge.solver.solver import Solver

    folder, solver = _folder(arguments), Solver()

    def solved(endgame: Endgame) -> Solved:
        if folder.answers(endgame):
            try:
                return folder.probe(endgame)
            except BadTable as error:
                warn(str(error))
        return solver.cards(endgame)

    return _answer(arguments, solved)


def _answer(arguments: argparse.Namespace, ask: Any) -> int:
    from game.bridge.endgame import Endgame

    if arguments.position != "-":
        _print(arguments, ask(Endgame.parse(arguments.position)))
        return 0
    with Bar("solving", "positions") as bar:
        for number, line in _lines():
            try:
                result = ask(Endgame.parse(line))
            except (BadInput, BadTable) as error:
                raise type(error)(f"line {number}: {error}") from None
            bar.clear()
            _print(arguments, result)
            sys.stdout.flush()
            bar.count(number)
    return 0


def _lines() -> Iterator[tuple[int, str]]:
    """Every line of stdin that is not empty, with its number from 1. Raises `BadInput`."""
    if sys.stdin is None:
        raise BadInput("stdin is closed; give a position instead of -")
    number = 0
    while line := sys.stdin.buffer.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            raise BadInput(f"line {number}: longer than {LONGEST_LINE:,} letters")
        try:
            text = (without_mark(line) if number == 1 else line).decode().strip()
        except UnicodeDecodeError:
            raise BadInput(f"line {number}: no UTF-8 text") from None
        if text:
            yield number, text


def _print(arguments: argparse.Namespace, solved: Solved) -> None:
    from game.bridge.cards import card_name

    cards = [{"card": card_name(one.card), "tricks": one.tricks} for one in solved.cards]
    document = {"tricks": solved.tricks, "cards": cards, "source": solved.source, "nodes": solved.nodes}
    by_tricks: dict[int, list[str]] = {}
    for one in solved.cards:
        by_tricks.setdefault(one.tricks, []).append(card_name(one.card))
    worth = "   ".join(f"{tricks}: {' '.join(names)}" for tricks, names in by_tricks.items())
    show(arguments.json, document, [f"{counted(solved.tricks, 'trick')}   {worth}   ({solved.source})"])


def add_commands(commands: Groups) -> None:
    """Add `bridge` with all it can do."""
    below = group(commands, "bridge", "honeymoon bridge: tables, exact results, matches")
    for add in (add_table_commands, add_playing_commands):
        add(below)
