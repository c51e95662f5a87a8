"""The command `review`: what each move of a game has cost.

Apart from `commands`: a group of commands.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from cli.games import words_of
from cli.grammar import Groups, command, seconds, whole_number
from cli.terminal import Bar, show, stdin_bytes, warn
from game.errors import BadInput
from game.saving import load
from game.words import counted

if TYPE_CHECKING:
    from ai.review.verdict import Review
    from game.position import Position
    from game.review import Judged

Named = Callable[[int, str, str], str]  # of a move by its ply, told from the other one in a line
MAX_BYTES = 12 << 20  # of the largest file that any of these readers takes
_UNITS = {
    "win": " %",
    "tricks": " tricks",
    "points": " points",
    "clears": " clears",
    "attack": " attack",
    "equity": "",
}


def add_commands(commands: Groups) -> None:
    """Add `review`."""
    look = command(commands, "review", "judge every move of a game", review)
    look.add_argument(
        "file",
        metavar="FILE",
        help="a saved game, a list of CodeCup moves, PBN or LIN, a fumen or a TETR.IO replay; - reads stdin",
    )
    budget = look.add_mutually_exclusive_group()
    budget.add_argument(
        "--nodes",
        type=whole_number(1, 1_000_000_000),
        metavar="N",
        help="nodes, iterations or deals for each judged move: gives the same document each time",
    )
    budget.add_argument("--seconds", type=seconds, metavar="T", help="about how many seconds to judge a move")


def review(arguments: argparse.Namespace) -> int:
    """The review, with a bar on a terminal."""
    from ai.compiled import cache

    warn(cache.ensure().notice)
    from game.record import SUFFIX
    from game.tetris.tetrio.file import NAMES, check_link, may_be_replay

    name = arguments.file
    check_link(name)
    data = stdin_bytes(MAX_BYTES) if name == "-" else load(Path(name), MAX_BYTES)
    replays = name.casefold().endswith(NAMES) or (not name.endswith(SUFFIX) and may_be_replay(data))
    result, named = _of_match(data, arguments) if replays else _of_game(data, arguments)
    show(arguments.json, result, _lines(result, named))
    return 0


def _of_game(data: bytes, arguments: argparse.Namespace) -> tuple[Review, Named]:
    """The review, and what its moves are called."""
    from ai.registry import engines_of
    from ai.review.game import review_of, turns_of
    from game import transfer

    imported = transfer.content_of(data, arguments.file)
    for note in imported.notes:
        warn(note)
    if imported.session.secrecy.why:
        raise BadInput(f"{arguments.file}: {imported.session.secrecy.why}")
    record = imported.record or imported.session.record()
    budget = arguments.nodes or engines_of(record.game).budget(arguments.seconds)
    with Bar("judging", "moves") as bar:
        judged = review_of(record, budget, arguments.seconds, lambda done: bar.at(done, record.length))
    positions = cache(lambda: {turn.ply: turn.position for turn in turns_of(record)})
    return judged, partial(_name, judged.game, positions)


def _of_match(data: bytes, arguments: argparse.Namespace) -> tuple[Review, Named]:
    from ai.registry import engines_of
    from ai.review.game import review_of_match
    from game.tetris.tetrio import parse, replay

    try:
        match = parse(data)
    except BadInput as error:
        raise BadInput(f"{arguments.file}: {error}") from None
    warn(match.warning)
    rounds = replay(match)
    pieces = sum(len(one.outcome.placements) for players in rounds for one in players)
    budget = arguments.nodes or engines_of("tetris").budget(arguments.seconds)
    with Bar("judging", "pieces") as bar:
        result = review_of_match(rounds, budget, arguments.seconds, lambda done: bar.at(done, pieces))
    return result, partial(_name, result.game, dict)


def _name(game: str, positions: Callable[[], Mapping[int, Position]], ply: int, move: str, other: str) -> str:
    """A move as the window calls it, told from `other`."""
    return words_of(game).move_name(lambda: positions()[ply], move, other)


def _lines(result: Review, named: Named) -> list[str]:
    """The moves that cost something, and each side's tally."""
    judgements = [each for each in result.positions if each.verdict not in ("best", "fine", "unknown")]
    lines = [_line(each, named, with_mover=len(result.summary) > 1) for each in judgements] or [
        "No mistakes were found."
    ]
    lines.append("")
    for seat, tally in result.summary.items():
        degrees = (
            counted(tally.blunders, "blunder"), counted(tally.mistakes, "mistake"),
            counted(tally.inaccuracies, "inaccuracy"),
        )  # fmt: skip
        lines.append(f"{seat}: {', '.join(degrees)} in {counted(tally.moves, 'move')}")
    return lines


def _line(one: Judged, named: Named, *, with_mover: bool) -> str:
    scale, digits = (100, 0) if one.unit == "win" else (1, 1)
    error = f" ± {scale * one.error:.{digits}f}" if one.error else ""
    verdict = "too close to call" if one.verdict == "close" else one.verdict
    who = f"{one.mover} " if with_mover else ""
    played, best = named(one.ply, one.played, one.best), named(one.ply, one.best, one.played)
    cost = f"{scale * one.cost:.{digits}f}{error}{_UNITS[one.unit]}"
    return f"{one.ply + 1:4d}  {who}{played}: {verdict}, {cost}; better {best}"
