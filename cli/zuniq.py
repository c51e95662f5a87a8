"""Commands of Zuniq: codecup, legal, perft, solve, analyse, match."""

from __future__ import annotations

import argparse
import io
import sys
from typing import TYPE_CHECKING

from cli.grammar import Groups, command, group, seconds, whole_number
from cli.terminal import Bar, demand_stdout, interruptible, process_started, show, text_argument, warn
from game.words import counted

if TYPE_CHECKING:
    from game.zuniq import State

DEEPEST = 90  # no game on 9x9 dots is longer


def add_commands(commands: Groups) -> None:
    """Add `zuniq` with all it can do."""
    below = group(commands, "zuniq", "rules, exact results, analysis and matches of Zuniq")
    _add_position(command(below, "legal", "list the legal moves and the zones of a position", legal))
    count = command(below, "perft", "count the sequences of legal moves", count_sequences)
    count.add_argument(
        "depth", type=whole_number(0, DEEPEST), metavar="DEPTH", help="the length of a sequence"
    )
    _add_position(count)
    _add_position(command(below, "solve", "find the winner of a position and every winning move", solve))
    look = command(below, "analyse", "search a position and weigh its moves", analyse)
    _add_position(look)
    look.add_argument(
        "--iterations", type=whole_number(1), required=True, metavar="N", help="how far to search"
    )
    look.add_argument("--seed", type=whole_number(0), default=0, metavar="S", help="makes the run repeatable")
    _add_match(below)
    _add_codecup(below)


def _add_position(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dots", default="6x6", metavar="ROWSxCOLUMNS", help="the board in dots, 2x2 to 9x9")
    parser.add_argument(
        "--moves", default="", metavar="MOVES", help='the moves so far, "A1h B3v …"; - reads stdin'
    )


def _add_match(below: Groups) -> None:
    contest = command(below, "match", "let two programs play each other", match)
    who = "kibitz, playouts, random, or a command line that speaks the CodeCup protocol"
    contest.add_argument("a", metavar="A", help=who)
    contest.add_argument("b", metavar="B", help="the same")
    contest.add_argument(
        "--games", type=whole_number(1, 100_000), required=True, metavar="N", help="how many games"
    )
    contest.add_argument(
        "--seed", type=whole_number(0), required=True, metavar="S", help="makes it repeatable"
    )
    contest.add_argument(
        "--iterations", type=whole_number(1), metavar="N", help="a move, for players of this house"
    )
    contest.add_argument("--seconds", type=seconds, metavar="T", help="a game, for each side (30)")


def _add_codecup(below: Groups) -> None:
    about = "play by the protocol of CodeCup 2021 on stdin and stdout"
    protocol = command(below, "codecup", about, codecup, json=False)
    protocol.add_argument(
        "--seconds", type=seconds, default=30.0, metavar="T", help="the clock of a game (30)"
    )
    protocol.add_argument(
        "--seed", type=whole_number(0), metavar="S", help="makes it repeatable, with --iterations"
    )
    protocol.add_argument("--iterations", type=whole_number(1), metavar="N", help="think so far at each move")


def _position(arguments: argparse.Namespace) -> State:
    from game.zuniq import Grid
    from game.zuniq.state import read_move_list

    return read_move_list(text_argument(arguments.moves), Grid.parse(arguments.dots))


def _announce_kernels() -> None:
    """Say where compiled kernels are kept if it is not where they should be."""
    from ai.compiled import cache

    warn(cache.ensure().notice)


def legal(arguments: argparse.Namespace) -> int:
    """The rules' own list, without any engine."""
    from game.zuniq.state import diagram

    state = _position(arguments)
    side = state.seats[state.to_move]
    document = {"legal": state.legal_moves(), "zones": state.sizes, "to_move": side}
    lines = [
        diagram(state),
        "",
        f"to move  {side}" if state.winner is None else f"won by   {state.seats[state.winner]}",
        f"zones    {' '.join(map(str, state.sizes)) or 'none'}",
        f"legal    {' '.join(state.legal_moves()) or 'none'}",
    ]
    show(arguments.json, document, lines)
    return 0


def count_sequences(arguments: argparse.Namespace) -> int:
    """Perft by the kernels."""
    _announce_kernels()
    from ai.zuniq.perft import perft

    state, depth = _position(arguments), arguments.depth
    nodes = interruptible(lambda: perft(state, depth))
    show(
        arguments.json,
        {"depth": depth, "nodes": nodes},
        [f"{counted(nodes, 'sequence')} of {counted(depth, 'move')}"],
    )
    return 0


def solve(arguments: argparse.Namespace) -> int:
    """The exact result, however long it takes."""
    _announce_kernels()
    from ai.zuniq.solver import solve as search
    from game import config

    state, table_bits = _position(arguments), config.load()[0].zuniq.solver_bits
    found = interruptible(lambda: search(state, table_bits))
    winner = state.seats[found.winner]
    document = {"winner": winner, "winning_moves": found.winning_moves, "nodes": found.nodes}
    moves = " ".join(found.winning_moves) or "none"
    show(
        arguments.json,
        document,
        [f"winner         {winner}", f"winning moves  {moves}", f"nodes          {found.nodes:,}"],
    )
    return 0


def analyse(arguments: argparse.Namespace) -> int:
    """A search by a number of iterations, repeatable to the byte."""
    _announce_kernels()
    from ai.zuniq.engine import analyse as search

    state = _position(arguments)
    found = interruptible(lambda: search(state, arguments.iterations, arguments.seed))
    lines = [f"{found.iterations:,} iterations, {found.nodes:,} nodes", "", "move    visits   wins  proven"]
    lines += [
        f"{choice.move:<5} {choice.visits:>8,} {choice.win_rate:>6.1%}  {choice.proven or ''}".rstrip()
        for choice in found.choices
    ]
    show(arguments.json, found, lines)
    return 0


def match(arguments: argparse.Namespace) -> int:
    """Games with colours swapped, with a bar on a terminal."""
    _announce_kernels()
    from ai.zuniq.match import play_match

    with Bar("playing", "games") as bar:
        result = play_match(
            arguments.a,
            arguments.b,
            games=arguments.games,
            seed=arguments.seed,
            iterations=arguments.iterations,
            seconds=arguments.seconds,
            progress=lambda done, _game: bar.at(done, arguments.games),
        )
    lines = [
        f"{result.a}: {counted(result.wins_a, 'win')}, {counted(result.points_a, 'point')}",
        f"{result.b}: {counted(result.wins_b, 'win')}, {counted(result.points_b, 'point')}",
        *(f"game {number}: {game.reason}" for number, game in enumerate(result.games, 1) if game.reason),
    ]
    show(arguments.json, result, lines)
    return 0


def codecup(arguments: argparse.Namespace) -> int:
    """The protocol; a closed stdin is the end of the game."""
    from ai.zuniq.codecup import run

    demand_stdout()
    return run(
        sys.stdin or io.StringIO(),
        sys.stdout,
        sys.stderr,
        seconds=arguments.seconds,
        seed=arguments.seed,
        iterations=arguments.iterations,
        began=process_started(),
    )
