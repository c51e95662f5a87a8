"""Commands of Tetris, the classic game and the modern one."""

from __future__ import annotations

import argparse
import io
import os
import shutil
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.grammar import Groups, add_board, command, group, seconds, whole_number
from cli.matches import add_match, play_match
from cli.perfect_clears import add_perfect_clears, held_piece, read_field_file
from cli.ranked_setups import add_ranked_setups
from cli.setups import add_setup_commands
from cli.slips import add_slips
from cli.terminal import (
    Bar,
    Stop,
    Terminated,
    announce_kernels,
    board_argument,
    demand_stdout,
    interruptible,
    note,
    printable,
    say,
    show,
    stdin_bytes,
    warn,
)
from game.errors import BadInput
from game.words import counted

if TYPE_CHECKING:
    from ai.tetris.classic.evaluators import Explanation
    from ai.tetris.classic.games import Tally, Tournament
    from ai.tetris.classic.play import RankedMove
    from ai.tetris.guideline.bots.bot import Bot
    from ai.tetris.guideline.bots.match import MatchGame, MatchResult
    from ai.tetris.guideline.optimum import ArrayFolder, First, Optimum
    from game.tetris.classic import Board, State
    from game.tetris.tetrio import Figures, Round
    from game.tetris.tetrio.mistakes import Mistakes


# Commands of guideline Tetris for bots: tbp, triangle, match.

ENGINE = "stacker"
VERSION = "0.1.0"  # as in pyproject.toml


def add_bot_commands(below: Groups) -> None:
    """Add what bots need to the commands of `tetris`."""
    for name, what, run in (
        ("tbp", "the Tetris Bot Protocol", tbp),
        ("triangle", "the protocol of the Triangle adapter", triangle),
    ):
        protocol = command(below, name, f"speak {what} on stdin and stdout", run, json=False)
        protocol.add_argument("--engine", default=ENGINE, metavar="NAME", help=f"the engine ({ENGINE})")
        protocol.add_argument("--level", metavar="NAME", help="its strength (its highest)")
        book = "an opening book, or its file, to follow before searching; can be given several times"
        protocol.add_argument("--book", metavar="NAME|FILE", action="append", default=[], help=book)
    contest = command(below, "match", "let two programs play guideline Tetris against each other", match)
    who = (
        "an engine, with a level and opening books if wanted (stacker:club@bt-loop), or a command line that speaks "
        "the Tetris Bot Protocol"
    )
    add_match(contest, who, "game", "with --nodes: the same seed gives the same games")
    contest.add_argument(
        "--nodes", type=whole_number(1), metavar="N", help="nodes a piece, for Kibitz's own engines"
    )
    contest.add_argument("--seconds", type=seconds, metavar="T", help="seconds a piece, for each side (0.1)")


def tbp(arguments: argparse.Namespace) -> int:
    """The Tetris Bot Protocol; `quit` or a closed stdin is the end of it."""
    from ai.tetris.guideline.bots.tbp import TbpBot

    return _speak(arguments, TbpBot)


def triangle(arguments: argparse.Namespace) -> int:
    """The protocol of the Triangle adapter, which ends its bots by SIGINT; a closed stdin is the end as well."""
    from ai.tetris.guideline.bots.triangle import TriangleBot

    try:
        return _speak(arguments, TriangleBot)
    except KeyboardInterrupt as error:
        if isinstance(error, Terminated):
            raise
        return 0


def _speak(arguments: argparse.Namespace, make: type[Bot]) -> int:
    """Be the bot of a front end at the other end of stdin and stdout. Nothing but messages goes to stdout."""
    from ai import registry
    from ai.child import end_at_once, stdin_for_a_thread
    from ai.compiled import cache
    from ai.tetris.guideline.bots.bot import run

    demand_stdout()
    engine = registry.create(arguments.engine, arguments.level, "tetris", **_books(arguments))
    warn(cache.ensure().notice)
    stdin = io.BytesIO() if sys.stdin is None else stdin_for_a_thread()
    status = run(make(engine, sys.stdout, sys.stderr), VERSION, stdin, partial(end_at_once, 0))
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
        raise BadInput(f"{arguments.engine} uses no books")
    names = [name for text in arguments.book for name in names_of(text)]
    for name in names:
        path_of(name)
    for trouble in Books(names).troubles:
        warn(f"{trouble}; the game goes on without it")
    return {"book": ",".join(names)}


def match(arguments: argparse.Namespace) -> int:
    """Games of both seats on the same pieces."""
    from ai.compiled import cache
    from ai.tetris.guideline.bots import match as matches

    warn(cache.ensure().notice)
    sides = (arguments.a, arguments.b)
    budget = {"nodes": arguments.nodes, "seconds": arguments.seconds}
    play = partial(matches.play_match, *sides, games=arguments.games, seed=arguments.seed, **budget)
    return play_match(
        arguments, "game", lambda take: play(progress=take), partial(matches.result_of, *sides), _match_lines
    )


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


# Commands of classic Tetris: equity, moves, classic.

EVALUATOR = "tengstrand-1.1"
DEEPEST = 9
RULES = ("spawn", "simplified", "fahey")
BAR_SECONDS = 0.2


def add_classic_commands(below: Groups) -> None:
    """Add the commands to those of `tetris`."""
    look = command(below, "equity", "judge a board, and show the terms of the judgement", equity)
    _add_board(look)
    look.add_argument(
        "--evaluator", default=EVALUATOR, metavar="NAME", help=f"the controller that judges ({EVALUATOR})"
    )
    _add_moves(below)
    _add_classic(below)


def _add_board(parser: argparse.ArgumentParser) -> None:
    add_board(parser)
    parser.add_argument("--size", metavar="COLUMNSxROWS", help="the board, 4x4 to 32x40 (as the rows given)")


def _add_moves(below: Groups) -> None:
    rank = command(below, "moves", "rank every placement of a piece, best first", moves)
    _add_board(rank)
    rank.add_argument("--piece", required=True, metavar="P", help="the piece to place: I O T L J S Z")
    rank.add_argument("--next", metavar="P", help="the piece after it, if it is known")
    rank.add_argument(
        "--levels",
        type=whole_number(1, DEEPEST),
        metavar="N",
        help="how many pieces to look ahead, the known ones included (the known ones)",
    )
    rank.add_argument("--rules", choices=RULES, default="spawn", help="how pieces move (spawn)")
    rank.add_argument("--sliding", action="store_true", help="pieces may slide and turn under overhangs")
    rank.add_argument("--evaluator", default=EVALUATOR, metavar="NAME", help=f"the controller ({EVALUATOR})")


def _add_classic(below: Groups) -> None:
    many = command(below, "classic", "let a controller play many games, and print its results", classic)
    many.add_argument("--controller", required=True, metavar="NAME", help="the controller that plays")
    many.add_argument("--rules", choices=RULES, required=True, help="where pieces appear and how they move")
    many.add_argument("--next", action="store_true", help="the controller knows the next piece")
    many.add_argument(
        "--levels",
        type=whole_number(1, DEEPEST),
        metavar="N",
        help="how many pieces it looks ahead, the known ones included (the known ones)",
    )
    many.add_argument("--sliding", action="store_true", help="pieces may slide and turn under overhangs")
    many.add_argument("--size", default="10x20", metavar="COLUMNSxROWS", help="the board, 4x4 to 32x40")
    many.add_argument(
        "--games", type=whole_number(1, 10_000_000), required=True, metavar="N", help="how many games"
    )
    many.add_argument("--max-pieces", type=whole_number(1), metavar="M", help="stop each game after M pieces")
    many.add_argument(
        "--seed", type=whole_number(0), required=True, metavar="S", help="the same seed gives the same run"
    )
    many.add_argument(
        "--generator",
        choices=("uniform", "tengstrand"),
        default="uniform",
        help="where pieces come from: splitmix64, a stream for each game (uniform), or the generator of "
        "Tengstrand's programs, one stream through all games",
    )


def _board(arguments: argparse.Namespace) -> Board:
    from game.tetris.board_text import board_text
    from game.tetris.classic import Board, parse_size

    size = parse_size(arguments.size) if arguments.size else None
    return Board.parse(board_text(board_argument(arguments.board)).rows, size)


# -- equity --


def equity(arguments: argparse.Namespace) -> int:
    """The terms of a board's equity, without any kernel."""
    from ai.tetris.classic.evaluators import explain

    board = _board(arguments)
    explanation = explain(board, arguments.evaluator)
    document = {
        "evaluator": explanation.evaluator,
        "equity": explanation.equity,
        "height": explanation.height,
        "structure": explanation.structure,
        "hollows": explanation.hollows,
        "areas": [
            {
                "x": area.x,
                "y": area.y,
                "width": area.width,
                "height": area.height,
                "equal_walls": area.equal_walls,
                "value": area.value,
            }
            for area in explanation.areas
        ],
    }
    show(arguments.json, document, _equity_lines(board, explanation))
    return 0


def _equity_lines(board: Board, explanation: Explanation) -> Iterator[str]:
    yield f"{explanation.evaluator} on {board.size}: {explanation.equity:.4f} (lower is better)"
    yield ""
    covered = {row.y: row for row in explanation.covered}
    for y, line in enumerate(str(board).split("\n")):
        row = covered.get(y)
        product = " x ".join(f"{factor:g}" for factor in row.factors) if row else ""
        yield f"{y:>4}  {line}" + (f"  {row.value:.4f} covered row, {product}" if row else "")
    yield f"      {''.join(str(x % 10) for x in range(board.width))}"
    yield ""
    for name, value in (
        ("height", explanation.height),
        ("structure", explanation.structure),
        ("hollows", explanation.hollows),
    ):
        yield f"{name:<10} {value:>10.4f}"
    if explanation.areas:
        yield ""
        yield "area  column  row  size      value"
    for area in sorted(explanation.areas, key=lambda area: (len(area.label), area.label)):
        size, walls = f"{area.width}x{area.height}", "  equal walls" if area.equal_walls else ""
        yield f"{area.label:<4} {area.x:>7} {area.y:>4}  {size:<6} {area.value:>8.4f}{walls}"


# -- moves --


def moves(arguments: argparse.Namespace) -> int:
    """Every placement with its equity; a game that is lost whatever comes is no position to ask about."""
    from ai.tetris.classic.controllers import find_controller

    controller = find_controller(arguments.evaluator).name
    state = _position(arguments)
    announce_kernels()
    from ai.tetris.classic.play import ranked_moves

    results = interruptible(lambda: ranked_moves(state, controller, arguments.levels), "judging placements")
    document = [
        {
            "rotation": move.rotation,
            "x": move.x,
            "y": move.y,
            "equity": move.equity,
            "cleared": move.cleared,
        }
        for move in results
    ]
    show(arguments.json, document, _move_lines(results))
    return 0


def _position(arguments: argparse.Namespace) -> State:
    """The board with the piece to place. Raises `BadInput`, also where no piece at all could appear."""
    from game.errors import BadInput
    from game.tetris.classic import PIECES, Pieces, Rules, State, piece_of

    board = _board(arguments)
    known = [piece_of(arguments.piece), *([piece_of(arguments.next)] if arguments.next else [])]
    table = Rules(arguments.rules, board.width, board.height, arguments.sliding, bool(arguments.next))
    if not any(table.can_start(board, piece) for piece in range(len(PIECES))):
        raise BadInput("the game is lost on this board already: none of the seven pieces can start")
    return State(table, board, Pieces.of(known))


def _move_lines(ranked_moves: tuple[RankedMove, ...]) -> Iterator[str]:
    if not ranked_moves:
        yield "no move is left"
        return
    yield "rotation   x   y       equity  clears"
    for move in ranked_moves:
        clears = str(move.cleared) if move.cleared else ""
        yield f"{move.rotation:>8} {move.x:>3} {move.y:>3} {move.equity:>12.4f}  {clears}".rstrip()


# -- classic --


def classic(arguments: argparse.Namespace) -> int:
    """Play games of a series, one after the other in this process; Ctrl-C prints the results so far.

    Game k has the pieces of seed game_seed(S, k), whoever plays, so that controllers can be compared on the
    same pieces. The interval takes the length of a game as exponentially distributed, as measurements show
    it to be: with R rows in n games, 2 R / mean is chi-square distributed with 2 n degrees of freedom. Games
    cut off count with the rows they have, so that the mean is a lower bound (`game/tetris/classic/series.py`).
    """
    from ai.tetris.classic.controllers import find_controller

    controller = find_controller(arguments.controller).name
    start = _start(arguments)
    announce_kernels()
    from ai.tetris.classic.games import Tournament
    from ai.tetris.classic.play import Player

    player = Player(controller, start.rules, arguments.levels)
    tournament = Tournament(player, start, arguments.seed, arguments.games, arguments.max_pieces)
    status = _play(tournament, arguments.games)
    tally = tournament.tally()
    if tally is not None:
        show(arguments.json, tally, _tally_lines(tally))
    return status


def _start(arguments: argparse.Namespace) -> State:
    from game.tetris.classic import Board, Pieces, Rules, State, game_seed, parse_size

    width, height = parse_size(arguments.size)
    table = Rules(arguments.rules, width, height, arguments.sliding, arguments.next)
    if arguments.generator == "uniform":
        pieces = Pieces("uniform", game_seed(arguments.seed, 0))
    else:
        pieces = Pieces.parse(f"tengstrand:{arguments.seed}")
    return State(table, Board.empty(width, height), pieces)


def _play(tournament: Tournament, games: int) -> int:
    """Play to the end, with a bar on a terminal; the exit status, also after a signal that came first."""
    shown = 0.0
    with Stop() as stop, Bar("playing", "games") as bar:
        while not stop.asked and tournament.step():
            if (now := time.monotonic()) - shown >= BAR_SECONDS:
                bar.at(tournament.done, games, f"{counted(tournament.pieces, 'piece')}")
                shown = now
    return stop.status if tournament.done < games else 0


def _tally_lines(tally: Tally) -> Iterator[str]:
    from game.tetris.classic.series import estimate

    mean = tally.rows_per_game
    high = "no upper limit known" if mean.high95 is None else f"{mean.high95:,.1f}"
    unfinished = f", {tally.unfinished} of them unfinished" if tally.unfinished else ""
    least = " at least" if tally.unfinished else ""
    yield f"games      {tally.games:,}{unfinished}"
    yield f"pieces     {tally.pieces:,}"
    yield f"rows       {tally.rows:,}"
    yield f"a game    {least} {mean.mean:,.1f} rows (95 %: {mean.low95:,.1f} to {high})"
    ended = tally.games - tally.unfinished
    if tally.unfinished and ended:
        estimated = estimate(tally.rows, ended, tally.unfinished).mean
        yield f"estimate   {estimated:,.1f} rows a game: all rows over the {ended:,} games that ended"
    yield f"shortest   {counted(tally.min, 'row')}"
    yield f"longest    {counted(tally.max, 'row')}"
    yield f"time       {tally.cpu_seconds:,.2f} CPU seconds, {tally.pieces_per_cpu_second:,.0f} pieces a second"


# Commands of guideline Tetris: placements, perft, pc.

DEEPEST_PERFT = 100
SEEN = (5, 6, 7)  # pieces, beside all of them
MOST_CLEARS = 1_000  # in a row


def add_guideline_commands(below: Groups) -> None:
    """Add the commands to those of `tetris`."""
    listing = command(below, "placements", "list all places where a piece can lock under SRS", placements)
    add_board(listing)
    listing.add_argument("--piece", required=True, metavar="P", help="the piece to place: I O T L J S Z")
    listing.add_argument("--spins", default="t-spins", metavar="RULE", help="what counts as a spin (t-spins)")
    count = command(below, "perft", "count the sequences of placements of a queue", count_sequences)
    count.add_argument(
        "--queue", required=True, metavar="Q", help="the pieces, the current one first: TIOSZLJ"
    )
    count.add_argument("--hold", metavar="P", help="pieces can be held, and this one is; - for an empty hold")
    count.add_argument(
        "--kicks", default="srs", choices=["srs", "srs+180", "srs+"], help="how pieces turn (srs)"
    )
    count.add_argument(
        "depth", type=whole_number(0, DEEPEST_PERFT), metavar="DEPTH", help="the length of a sequence"
    )
    add_board(count, optional=True)
    add_perfect_clears(below)
    add_setup_commands(below)
    add_ranked_setups(below)
    best = command(
        below,
        "pc-optimum",
        "solve perfect clears: best play for the first one, exact, or for many in a row",
        pc_optimum,
    )
    best.add_argument(
        "--see",
        choices=[*map(str, SEEN), "all"],
        default="6",
        help="pieces that the player sees, those to choose from counted (6)",
    )
    best.add_argument("--classes", action="store_true", help="add each beginning of a bag")
    best.add_argument("--first", action="store_true", help="add each first placement")
    best.add_argument(
        "--fresh", action="store_true", help="start again, without what an interrupted run has done"
    )
    best.add_argument(
        "--loop",
        action="store_true",
        help="clears in a row instead: what is left over behind a clear is worth; --classes adds each start",
    )
    best.add_argument(
        "--solve", metavar="FILE", help="with --loop: solve it anew, in hours and 15 GB, and write the values"
    )
    best.add_argument(
        "--clears",
        type=whole_number(1, MOST_CLEARS),
        metavar="N",
        help="with --loop: the chances of up to N clears in a row (20)",
    )


def placements(arguments: argparse.Namespace) -> int:
    """Every placement by the kernels, with its spin."""
    from game.tetris.guideline import piece_of
    from game.tetris.guideline.spins import spin_rule_of

    piece, spins = piece_of(arguments.piece), spin_rule_of(arguments.spins)
    field = read_field_file(arguments.board).field
    announce_kernels()
    from ai.tetris.guideline.moves import placements as find_all

    results = interruptible(lambda: find_all(field, piece, spins=spins))
    lines = [*map(str, results), f"{len(results)} placements"]
    show(arguments.json, [at.named() for at in results], lines)
    return 0


def count_sequences(arguments: argparse.Namespace) -> int:
    """Perft by the kernels."""
    from game.tetris.guideline import Field
    from game.tetris.guideline.pieces import pieces_of

    queue, field, depth = pieces_of(arguments.queue), read_field_file(arguments.board).field, arguments.depth
    holding = arguments.hold is not None
    hold = held_piece(arguments.hold) if holding else None
    announce_kernels()
    from ai.tetris.guideline.moves import perft

    perft(Field.empty(), queue[:1], 1)  # compiles what is not compiled yet, before the clock starts
    start = time.process_time()
    nodes = interruptible(
        lambda: perft(field, queue, depth, holding=holding, hold=hold, system=arguments.kicks), "counting"
    )
    seconds = time.process_time() - start
    show(
        arguments.json,
        {"depth": depth, "nodes": nodes, "cpu_seconds": round(seconds, 3)},
        [
            f"{counted(nodes, 'sequence')} of {counted(depth, 'placement')}",
            *(
                [f"{seconds:.2f} CPU s, {nodes / seconds / 1e6:.0f} million a CPU second"]
                if seconds >= 0.1
                else []
            ),
        ],
    )
    return 0


def pc_optimum(arguments: argparse.Namespace) -> int:
    """Best play for the first perfect clear, or clears in a row."""
    if arguments.loop:
        from cli.clears_in_a_row import clears_in_a_row

        return clears_in_a_row(arguments)
    for name, given in (("--clears", arguments.clears), ("--solve", arguments.solve)):
        if given is not None:
            raise BadInput(f"{name} is for --loop")
    started = sum(os.times()[:2])
    announce_kernels()
    from ai.tetris.guideline import optimum

    see = optimum.ALL_SEEN if arguments.see == "all" else int(arguments.see)
    optimum.demand_memory(see)
    parts = parts_of_a_solution(fresh=arguments.fresh)
    with Bar("perfect clear", "fields") as bar:
        result = interruptible(lambda: optimum.solve(see, parts=parts, tell=bar.at))
    warn(parts.notice)
    parts.forget()
    document = {
        "see": arguments.see if arguments.see == "all" else see,
        "numerator": result.numerator,
        "denominator": result.denominator,
        "value": round(result.numerator / result.denominator, 9),
        "levels": [
            {"level": level, "fields": fields, "states": states}
            for level, (fields, states) in enumerate(result.levels)
        ],
        "classes": _classes(result) if arguments.classes else None,
        "first": [_first(each) for each in result.first] if arguments.first else None,
        "seconds": round(sum(os.times()[:2]) - started, 3),
        "bytes": _most_memory(),
    }
    show(arguments.json, document, _optimum_lines(document))
    return 0


def parts_of_a_solution(*, fresh: bool) -> ArrayFolder:
    """Results that an interrupted run has left, and the place where this one keeps what it does."""
    from ai.tetris.guideline import optimum

    parts = optimum.ArrayFolder(optimum.parts_folder(), fresh=fresh)
    warn(parts.notice)
    if parts.folder is not None and (free := shutil.disk_usage(parts.folder).free) < optimum.DISK_BYTES:
        warn(
            f"Keeping what is done takes {optimum.DISK_BYTES / 1e9:.1f} GB of disk, {free / 1e9:.1f} GB are free; "
            "it is solved without, and an interrupted run starts over."
        )
        parts = optimum.ArrayFolder()
    if parts.known:
        note(f"{counted(parts.known, 'part')} were done before (--fresh does them again)")
    return parts


def _most_memory() -> int | None:
    """The most memory that this process has had, in bytes; None where the system does not say."""
    try:
        import resource
    except ImportError:
        return None
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most


def _classes(optimum: Optimum) -> dict[str, int]:
    from ai.tetris.guideline.optimum import class_name

    return {class_name(number): value for number, value in enumerate(optimum.classes)}


def _first(each: First) -> dict[str, object]:
    return {
        **each.placement.named(),
        "numerator": each.numerator,
        "denominator": each.denominator,
        "mean": round(each.numerator / each.denominator, 9),
        "best": each.best,
    }


def _optimum_lines(document: dict[str, Any]) -> Iterator[str]:
    yield f"pieces seen   {document['see']}"
    yield f"succeeds in   {document['numerator']:,} of {document['denominator']:,}"
    yield f"value         {document['value']:.9f}"
    yield f"CPU seconds   {document['seconds']:.1f}"
    if document["bytes"] is not None:
        yield f"memory        {document['bytes'] / 1e9:.2f} GB"
    yield ""
    yield "placed      fields       states"
    for each in document["levels"]:
        yield f"{each['level']:>6} {each['fields']:>11,} {each['states']:>12,}"
    if document["first"] is not None:
        yield ""
        yield "first placement          mean    best in"
        for each in sorted(document["first"], key=lambda one: -one["mean"]):
            where = f"{each['type']} {each['orientation']} {each['x']},{each['y']}"
            yield f"{where:<20} {each['mean']:.6f} {each['best']:>10,}"
    if document["classes"] is not None:
        yield ""
        for name, value in document["classes"].items():
            yield f"{name} {value:>4} of 840"


# Replays of TETR.IO: tetrio.


def add_replay_commands(below: Groups) -> None:
    """Add the command to those of `tetris`."""
    again = command(below, "tetrio", "play TETR.IO replays again and compare the figures", tetrio)
    again.add_argument(
        "file",
        metavar="FILE|FOLDER",
        help="a .ttr or .ttrm, plain or as .gz, or a .zip of them; a folder of them; - reads stdin",
    )
    again.add_argument("--placements", action="store_true", help="list every placement in the JSON document")
    again.add_argument(
        "--mistakes", action="store_true", help="judge every piece with the engine, and count the mistakes"
    )
    again.add_argument(
        "--nodes",
        type=whole_number(1, 1_000_000_000),
        metavar="N",
        help="nodes a judged piece (20,000)",
    )


def tetrio(arguments: argparse.Namespace) -> int:
    """One document a file. A bad file in a folder is told and left out; the status is 1 then."""
    from game.tetris.tetrio import by_player, parse, read, replay, replays_in
    from game.tetris.tetrio.file import MAX_BYTES, check_link

    if arguments.nodes and not arguments.mistakes:
        raise BadInput("--nodes is for --mistakes")
    check_link(arguments.file)
    where = Path(arguments.file)
    many = arguments.file != "-" and where.is_dir()
    paths = replays_in(where) if many else [where]
    every: list[list[Round]] = []
    judged: dict[str, list[Mistakes]] = {}
    status = 0
    for path in paths:
        try:
            match = parse(stdin_bytes(MAX_BYTES)) if arguments.file == "-" else read(path)
        except BadInput as error:
            if not many:
                raise
            say("error", str(error))
            status = 1
            continue
        warn(match.warning and f"{path.name}: {match.warning}")
        rounds = replay(match)
        every += rounds
        results = _mistakes_in(path.name, rounds, arguments.nodes) if arguments.mistakes else []
        players = [[one.document(placements=arguments.placements) for one in each] for each in rounds]
        for number, counts in enumerate(results):
            for facts, one, mistakes in zip(players[number], rounds[number], counts, strict=True):
                facts["mistakes"] = mistakes.document()
                judged.setdefault(one.player.name, []).append(mistakes)
        document = {
            "file": path.name,
            "version": match.version,
            "rounds": [
                {"file": match.files[number], "players": each} if match.files else {"players": each}
                for number, each in enumerate(players)
            ],
        }
        show(arguments.json, document, _round_lines(path.name, rounds))
    if not arguments.json:
        for line in (*_figure_lines(by_player(every)), *_mistake_lines(judged)):
            print(line)
    return status


def _mistakes_in(name: str, rounds: list[list[Round]], nodes: int | None) -> list[list[Mistakes]]:
    """The mistakes of every player in every round, with a bar on a terminal."""
    from ai.compiled import cache

    warn(cache.ensure().notice)
    from ai.registry import engines_of
    from ai.review.game import names_of, turns_of_round
    from ai.review.judge import judge_move
    from game.tetris.guideline import State
    from game.tetris.tetrio.mistakes import Mistakes

    pieces = sum(len(one.outcome.placements) for players in rounds for one in players)
    engines = engines_of("tetris")
    judge, results, done = engines.judge(), list[list[Mistakes]](), 0
    with Bar(f"judging {printable(name)}", "pieces") as bar:
        for players in rounds:
            mistakes = {name: Mistakes() for name in names_of(players)}
            for turn in turns_of_round(players):
                assert isinstance(turn.position, State)
                judged = judge_move(judge, turn, nodes or engines.normal)
                mistakes[turn.seat].add(
                    turn.position, judged.played, judged.best, judged.verdict, judged.cost
                )
                done += 1
                bar.at(done, pieces)
            results.append(list(mistakes.values()))
    return results


def _mistake_lines(judged: dict[str, list[Mistakes]]) -> Iterator[str]:
    from game.tetris.tetrio.mistakes import Mistakes

    for name, parts in judged.items():
        mistakes = Mistakes.sum(parts)
        yield (
            f"{name:<16} {counted(mistakes.blunders, 'blunder')}, {counted(mistakes.mistakes, 'mistake')}, "
            f"{mistakes.inaccuracies} inaccurac{'y' if mistakes.inaccuracies == 1 else 'ies'} in "
            f"{counted(mistakes.pieces, 'piece')}, {mistakes.cost_a_hundred:.1f} rows of attack lost in a hundred"
        )
        themes = ", ".join(
            f"{theme} {count}" for theme, count in sorted(mistakes.themes.items(), key=lambda each: -each[1])
        )
        if themes:
            yield f"{'':<16} what was worse: {themes}"


def _round_lines(name: str, rounds: list[list[Round]]) -> Iterator[str]:
    from game.tetris.tetrio import Figures

    yield name
    for number, players in enumerate(rounds, 1):
        for one in players:
            figures = Figures.of([one])
            fine = "as in the file" if one.matches else f"differs: {', '.join(one.differs)}"
            fine = fine if one.compared else "nothing to compare in the file"
            yield (
                f"{number:>3}  {one.player.name:<16} {one.outcome.reason:<12} {figures.seconds:6.1f} s "
                f"{figures.pieces:>4} pieces  {figures.apm:6.1f} APM {figures.pps:5.2f} PPS "
                f"{figures.vs:6.1f} VS  {fine}"
            )


def _result_of(figures: Figures) -> str:
    """The number of rounds won, and of those without an opponent the number finished."""
    against = figures.rounds - figures.alone
    won = f"won {figures.wins} of {against}" if against else ""
    finished = f"finished {figures.finished} of {figures.alone}" if figures.alone else ""
    return ", ".join(filter(None, (won, finished)))


def _figure_lines(results: dict[str, Figures]) -> Iterator[str]:
    yield ""
    for name, figures in results.items():
        yield (
            f"{name:<16} {_result_of(figures)}   {figures.apm:.1f} APM   {figures.pps:.2f} PPS   "
            f"{figures.vs:.1f} VS   {figures.app:.2f} attack a piece   {figures.kpp:.2f} keys a piece   "
            f"{figures.finesse:.0%} of pieces with the fewest keys"
        )


def add_commands(commands: Groups) -> None:
    """Add `tetris` with all it can do."""
    about = "classic Tetris: judge, rank, play; guideline Tetris: placements, perfect clears, bots, replays"
    below = group(commands, "tetris", about)
    for add in (
        add_classic_commands,
        add_guideline_commands,
        add_bot_commands,
        add_replay_commands,
        add_slips,
    ):
        add(below)
