"""Commands of Zuniq: codecup, legal, perft, solve, check, analyse, match."""

from __future__ import annotations

import argparse
import io
import sys
import time
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from cli.grammar import Groups, command, group, seconds, whole_number
from cli.matches import add_match, play_match
from cli.terminal import (
    Bar,
    Stop,
    demand_stdout,
    interruptible,
    note,
    show,
    text_argument,
    warn,
)
from game.errors import BadInput
from game.places import shown
from game.words import counted

if TYPE_CHECKING:
    from ai.zuniq.match import MatchResult
    from ai.zuniq.results import Solution
    from game.zuniq import State

DEEPEST = 90  # no game on 9x9 dots is longer
QUICK_WALLS = 30  # open walls: with so many or fewer a result takes seconds, and nothing is kept
WIDE_BITS = 24  # a table of 134 MB on boards where nothing is kept
SAVE_SECONDS = 15.0
SHOWN_PLIES = 4  # of the way that the search is on


def add_commands(commands: Groups) -> None:
    """Add `zuniq` with all it can do."""
    below = group(commands, "zuniq", "rules, exact results, analysis and matches of Zuniq")
    _add_position(command(below, "legal", "list the legal moves and the zones of a position", legal))
    count = command(below, "perft", "count the sequences of legal moves", count_sequences)
    count.add_argument(
        "depth", type=whole_number(0, DEEPEST), metavar="DEPTH", help="the length of a sequence"
    )
    _add_position(count)
    exact = command(below, "solve", "find the winner of a position and every winning move", solve)
    _add_position(exact)
    _add_memory(exact)
    exact.add_argument(
        "--workers", type=whole_number(1, 64), default=1, metavar="N", help="searches side by side (1)"
    )
    proof = command(below, "check", "prove a result again, without relying on earlier results", check)
    _add_position(proof)
    _add_memory(proof)
    look = command(below, "analyse", "search a position and weigh its moves", analyse)
    _add_position(look)
    look.add_argument(
        "--iterations", type=whole_number(1), required=True, metavar="N", help="how far to search"
    )
    look.add_argument(
        "--seed", type=whole_number(0), default=0, metavar="S", help="the same seed gives the same run"
    )
    _add_match(below)
    _add_codecup(below)


def _add_position(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dots", default="6x6", metavar="ROWSxCOLUMNS", help="the board in dots, 2x2 to 9x9")
    parser.add_argument(
        "--moves", default="", metavar="MOVES", help='the moves so far, "A1h B3v …"; - reads stdin'
    )


def _add_memory(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--memory",
        type=whole_number(1, 1_000_000),
        metavar="MB",
        help="the most memory for the table of results",
    )


def _add_match(below: Groups) -> None:
    contest = command(below, "match", "let two programs play each other", match)
    who = "kibitz, playouts, random, or a command line that speaks the CodeCup protocol"
    add_match(contest, who, "game", "the same seed gives the same games")
    contest.add_argument(
        "--iterations", type=whole_number(1), metavar="N", help="iterations a move, for Kibitz's own players"
    )
    contest.add_argument("--seconds", type=seconds, metavar="T", help="seconds a game, for each side (30)")


def _add_codecup(below: Groups) -> None:
    about = "speak the protocol of CodeCup 2021 on stdin and stdout"
    protocol = command(below, "codecup", about, codecup, json=False)
    protocol.add_argument("--engine", default="kibitz", metavar="NAME", help="the engine (kibitz)")
    protocol.add_argument("--level", metavar="NAME", help="its strength (its highest)")
    protocol.add_argument(
        "--seconds", type=seconds, default=30.0, metavar="T", help="the clock of a game (30)"
    )
    protocol.add_argument(
        "--seed",
        type=whole_number(0),
        metavar="S",
        help="with --iterations: the same seed gives the same game",
    )
    protocol.add_argument(
        "--iterations", type=whole_number(1), metavar="N", help="how far to search at each move"
    )


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
    nodes = interruptible(lambda: perft(state, depth), "counting")
    show(
        arguments.json,
        {"depth": depth, "nodes": nodes},
        [f"{counted(nodes, 'sequence')} of {counted(depth, 'move')}"],
    )
    return 0


def solve(arguments: argparse.Namespace) -> int:
    """The exact result, however long it takes; long work is kept in the cache folder and gone on with.

    What was solved before is only read, but where memory or workers for a search are given.
    """
    from ai.zuniq.results import known_solution
    from ai.zuniq.topology import MOST_OPEN, WORD_WALLS, open_walls

    state = _position(arguments)
    searches = arguments.memory is not None or arguments.workers > 1
    if not searches and (known := known_solution(state)) is not None:
        return _show_solution(arguments, state, known)
    wide, left = state.grid.walls > WORD_WALLS, open_walls(state)
    if wide and left > MOST_OPEN:
        raise BadInput(
            f"on a board of {state.grid} dots positions with up to {MOST_OPEN} open walls can be solved; "
            f"here {left} are open"
        )
    _announce_kernels()
    if wide or (left <= QUICK_WALLS and not searches):
        from ai.zuniq.solver import Solver
        from game import config

        bits = max(config.load()[0].zuniq.solver_bits, WIDE_BITS if wide else 0)
        with Bar("solving", "positions") as bar:
            solver = Solver(state.grid, bits)

            def search() -> Solution:
                for solution in solver.solve_slices(state):
                    bar.count(solver.nodes)
                    if solution is not None:
                        return solution
                raise AssertionError("a search ends with a solution")

            solution = interruptible(search)
        return _show_solution(arguments, state, solution)
    return _solve_long(arguments, state)


def _memory(arguments: argparse.Namespace) -> int | None:
    return None if arguments.memory is None else arguments.memory * 1_000_000


def _demand_words(state: State, most: int) -> None:
    if state.grid.walls > most:
        raise BadInput(
            f"a board of {state.grid} dots has {state.grid.walls} walls; boards of up to {most} can be checked"
        )


def _show_solution(arguments: argparse.Namespace, state: State, solution: Solution) -> int:
    winner = state.seats[solution.winner]
    document = {"winner": winner, "winning_moves": solution.winning_moves, "nodes": solution.nodes}
    moves = " ".join(solution.winning_moves) or "none"
    show(
        arguments.json,
        document,
        [f"winner         {winner}", f"winning moves  {moves}", f"nodes          {solution.nodes:,}"],
    )
    return 0


def _solve_long(arguments: argparse.Namespace, state: State) -> int:
    from ai.zuniq.long_solve import LongSolver, Progress, bytes_wanted, demand_room
    from ai.zuniq.results import KeptResults, results_path, shipped_rows

    path = results_path(state.grid)
    memory = demand_room(state, path, _memory(arguments), bytes_wanted(state))
    results = KeptResults(path, state.grid)
    solver = interruptible(lambda: LongSolver(state.grid, memory, arguments.workers, results, shipped=True))
    saved, reported = time.monotonic(), False
    with Stop() as stop, Bar("solving", "positions") as bar:
        if str(state) not in results.answers:
            begun = "begins"
            if len(results.rows):
                begun = f"goes on from {counted(len(results.rows), 'result')}"
            elif len(shipped_rows(state.grid)):
                begun = (
                    f"begins with {counted(len(shipped_rows(state.grid)), 'result')} that come with Kibitz"
                )
            note(f"{begun}, in a table of {memory / 1e6:,.0f} MB; what takes long is kept in {shown(path)}")

        def look(progress: Progress) -> bool:
            nonlocal saved, reported
            if progress.winner is not None and not reported:
                reported = True
                bar.clear()
                note(f"{state.seats[progress.winner]} wins; the search goes on for every move that wins")
            way = ", ".join(f"{tried + 1} of {moves}" for tried, moves in progress.path[:SHOWN_PLIES])
            bar.at(progress.nodes, 0, f"moves {way}" if way else "")
            if time.monotonic() - saved > SAVE_SECONDS:
                solver.keep()
                saved = time.monotonic()
            return stop.asked

        answer = solver.solve(state, look)
        if answer is None:
            solver.keep()
            note(f"stopped after {solver.nodes:,} positions; the same command goes on from there")
            return stop.status
        if solver.seconds > SAVE_SECONDS:
            solver.keep(answer)
    return _show_solution(arguments, state, answer.solution)


def check(arguments: argparse.Namespace) -> int:
    """The winner once more, by a solver that shares nothing with the first but the rules; hints come from the file."""
    from ai.zuniq.topology import WORD_WALLS

    state = _position(arguments)
    _demand_words(state, WORD_WALLS)
    _announce_kernels()
    from ai.zuniq.check import ENTRY, LARGER, Check
    from ai.zuniq.long_solve import bytes_wanted, demand_room
    from ai.zuniq.results import KeptResults, results_path, shipped_rows, unpack

    path = results_path(state.grid)
    memory = demand_room(state, path, _memory(arguments), LARGER * bytes_wanted(state))
    results = KeptResults(path, state.grid)
    rows = results.rows if len(results.rows) else shipped_rows(state.grid)
    hints = (unpack(row)[:4] for row in rows)
    checker = interruptible(lambda: Check(state, (memory // ENTRY).bit_length() - 1, hints, len(rows)))
    won = None
    with Stop() as stop, Bar("checking", "positions") as bar:
        for result in checker.wins_slices(state):
            won = result
            bar.count(checker.nodes)
            if stop.asked:
                return stop.status
    winner = state.seats[state.to_move if won else 1 - state.to_move]
    known = results.answers.get(str(state))
    agrees = None if known is None else state.seats[known.solution.winner] == winner
    document = {"winner": winner, "nodes": checker.nodes, "hints": checker.hints, "agrees": agrees}
    answers = {
        None: "nothing was kept to compare with",
        True: "as it was solved",
        False: "NOT as it was solved",
    }
    show(
        arguments.json,
        document,
        [
            f"winner  {winner}, {answers[agrees]}",
            f"nodes   {checker.nodes:,}, with {counted(checker.hints, 'hint')}",
        ],
    )
    return 1 if agrees is False else 0


def analyse(arguments: argparse.Namespace) -> int:
    """A search by a number of iterations, repeatable to the byte."""
    _announce_kernels()
    from ai.zuniq.engine import analyse as search

    state = _position(arguments)
    with Bar("searching", "iterations") as bar:
        analysis = interruptible(
            lambda: search(
                state,
                arguments.iterations,
                arguments.seed,
                tell=lambda done: bar.at(done, arguments.iterations),
            )
        )
    lines = [
        f"{analysis.iterations:,} iterations, {analysis.nodes:,} nodes",
        "",
        "move    visits   wins  proven",
    ]
    lines += [
        f"{choice.move:<5} {_searched(choice.visits, choice.win_rate)}  {choice.proven or ''}".rstrip()
        for choice in analysis.choices
    ]
    show(arguments.json, analysis, lines)
    return 0


def _searched(visits: int, win_rate: float) -> str:
    """The search's findings on a wall; nothing of one that it has not looked at."""
    return f"{visits:>8,} {win_rate:>6.1%}" if visits else f"{'-':>8} {'-':>6}"


def match(arguments: argparse.Namespace) -> int:
    """Games with colours swapped."""
    _announce_kernels()
    from ai.zuniq import match as matches

    sides = (arguments.a, arguments.b)
    budget = {"iterations": arguments.iterations, "seconds": arguments.seconds}
    play = partial(matches.play_match, *sides, games=arguments.games, seed=arguments.seed, **budget)
    return play_match(
        arguments, "game", lambda take: play(progress=take), partial(matches.result_of, *sides), _match_lines
    )


def _match_lines(result: MatchResult) -> Iterator[str]:
    yield f"{result.a}: {counted(result.wins_a, 'win')}, {counted(result.points_a, 'point')}"
    yield f"{result.b}: {counted(result.wins_b, 'win')}, {counted(result.points_b, 'point')}"
    for number, game in enumerate(result.games, 1):
        if game.reason:
            yield f"game {number}: {game.reason}"


def codecup(arguments: argparse.Namespace) -> int:
    """The protocol; a closed stdin is the end of the game."""
    from ai import registry
    from ai.child import process_started
    from ai.zuniq.codecup import run

    demand_stdout()
    engine = registry.create(arguments.engine, arguments.level, "zuniq", seed=arguments.seed)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(
            encoding="utf-8-sig", errors="replace"
        )  # some programs send a byte order mark first
    return run(
        sys.stdin or io.StringIO(),
        sys.stdout,
        sys.stderr,
        engine=engine,
        seconds=arguments.seconds,
        iterations=arguments.iterations,
        began=process_started(),
    )
