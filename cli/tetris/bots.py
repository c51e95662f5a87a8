"""Commands of guideline Tetris for bots: tbp, match."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.grammar import Groups, command, seconds, whole_number
from cli.terminal import Bar, demand_stdout, show, warn
from game.errors import BadInput
from game.words import counted

if TYPE_CHECKING:
    from ai.tetris.guideline.bots.match import MatchGame, MatchResult

ENGINE = "stacker"
VERSION = "0.1.0"  # as in pyproject.toml


def add_commands(below: Groups) -> None:
    """Add what bots need to the commands of `tetris`."""
    about = "speak the Tetris Bot Protocol on stdin and stdout"
    protocol = command(below, "tbp", about, tbp, json=False)
    protocol.add_argument("--engine", default=ENGINE, metavar="NAME", help=f"who thinks ({ENGINE})")
    protocol.add_argument("--level", metavar="NAME", help="its strength (its highest)")
    book = "an opening book, or its file, to look into before thinking; may be given several times"
    protocol.add_argument("--book", metavar="NAME|FILE", action="append", default=[], help=book)
    contest = command(below, "match", "let two programs play guideline Tetris against each other", match)
    who = (
        "an engine, maybe with a level and opening books (stacker:club@bt-loop), or a command line that speaks "
        "the Tetris Bot Protocol"
    )
    contest.add_argument("a", metavar="A", help=who)
    contest.add_argument("b", metavar="B", help="the same")
    contest.add_argument(
        "--games", type=whole_number(1, 100_000), required=True, metavar="N", help="how many games"
    )
    contest.add_argument(
        "--seed", type=whole_number(0), required=True, metavar="S", help="makes it repeatable, with --nodes"
    )
    contest.add_argument(
        "--nodes", type=whole_number(1), metavar="N", help="a piece, for players of this house"
    )
    contest.add_argument("--seconds", type=seconds, metavar="T", help="a piece, for each side (0.1)")


def tbp(arguments: argparse.Namespace) -> int:
    """The protocol; a closed stdin is the end of it. Nothing but messages goes to stdout."""
    from ai import registry
    from ai.child import stdin_for_a_thread
    from ai.compiled import cache
    from ai.tetris.guideline.bots.bot import run

    demand_stdout()
    engine = registry.create(arguments.engine, arguments.level, "tetris", **_books(arguments))
    warn(cache.ensure().notice)
    stdin = io.BytesIO() if sys.stdin is None else stdin_for_a_thread()
    status = run(engine, VERSION, stdin, sys.stdout, sys.stderr)
    sys.stdout.flush()
    return status


def _books(arguments: argparse.Namespace) -> dict[str, str]:
    """The option of an engine for `--book`; a book that cannot be read is named on stderr. Raises `KibitzError`."""
    if not arguments.book:
        return {}
    from ai import registry
    from ai.book.file import names_of, path_of
    from ai.tetris.guideline.known.books import Books

    if not registry.find(arguments.engine, "tetris").books:
        raise BadInput(f"{arguments.engine} looks into no books")
    names = [name for text in arguments.book for name in names_of(text)]
    for name in names:
        path_of(name)
    for trouble in Books(names).troubles:
        warn(f"{trouble}; the game goes on without it")
    return {"book": ",".join(names)}


def match(arguments: argparse.Namespace) -> int:
    """Games of both seats on the same pieces, with a bar on a terminal."""
    from ai.compiled import cache
    from ai.tetris.guideline.bots.match import play_match

    warn(cache.ensure().notice)
    with Bar("playing", "games") as bar:
        result = play_match(
            arguments.a,
            arguments.b,
            games=arguments.games,
            seed=arguments.seed,
            nodes=arguments.nodes,
            seconds=arguments.seconds,
            progress=lambda done, _game: bar.at(done, arguments.games),
        )
    show(arguments.json, result, _match_lines(result))
    return 0


def _match_lines(result: MatchResult) -> Iterator[str]:
    yield f"a  {result.a}: {counted(result.wins_a, 'win')}"
    yield f"b  {result.b}: {counted(result.wins_b, 'win')}"
    yield ""
    yield "game  winner  pieces      attack a    attack b  reason"
    for number, game in enumerate(result.games, 1):
        yield _game_line(number, game)


def _game_line(number: int, game: MatchGame) -> str:
    rates = "  ".join(f"{side.attack / max(1, side.pieces):>6.2f} a piece" for side in (game.a, game.b))
    return f"{number:>4}  {game.winner or '-':<6} {game.a.pieces:>7,}  {rates}  {game.reason}"
