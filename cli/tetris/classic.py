"""Commands of classic Tetris: equity, moves, classic."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.grammar import Groups, command, whole_number
from cli.terminal import Bar, Stop, file_argument, interruptible, show, warn
from game.words import counted

if TYPE_CHECKING:
    from ai.tetris.classic.explain import Explanation
    from ai.tetris.classic.games.tournament import Tally, Tournament
    from ai.tetris.classic.search import RankedMove
    from game.tetris.classic import Board, State

EVALUATOR = "tengstrand-1.1"
DEEPEST = 9
RULES = ("spawn", "simplified", "fahey")
BAR_SECONDS = 0.2


def add_commands(below: Groups) -> None:
    """Add the commands to those of `tetris`."""
    look = command(below, "equity", "judge a board, and say what the judgement is made of", equity)
    _add_board(look)
    look.add_argument("--evaluator", default=EVALUATOR, metavar="NAME", help=f"who judges ({EVALUATOR})")
    _add_moves(below)
    _add_classic(below)


def _add_board(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("board", metavar="BOARD", help="a file with the rows of the board; - reads stdin")
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
    many = command(below, "classic", "let a controller play many games, and count", classic)
    many.add_argument("--controller", required=True, metavar="NAME", help="who plays")
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
    many.add_argument(
        "--max-pieces", type=whole_number(1), metavar="M", help="cut every game off after so many pieces"
    )
    many.add_argument(
        "--seed", type=whole_number(0), required=True, metavar="S", help="makes the run repeatable"
    )
    many.add_argument(
        "--generator",
        choices=("uniform", "tengstrand"),
        default="uniform",
        help="where pieces come from: splitmix64, a stream for each game (uniform), or the generator of "
        "Tengstrand's programs, one stream through all games",
    )


def _board(arguments: argparse.Namespace) -> Board:
    from game.tetris.classic import Board, parse_size

    size = parse_size(arguments.size) if arguments.size else None
    return Board.parse(file_argument(arguments.board), size)


# -- equity --


def equity(arguments: argparse.Namespace) -> int:
    """The terms of a board's equity, without any kernel."""
    from ai.tetris.classic.explain import explain

    board = _board(arguments)
    found = explain(board, arguments.evaluator)
    document = {
        "evaluator": found.evaluator,
        "equity": found.equity,
        "height": found.height,
        "structure": found.structure,
        "hollows": found.hollows,
        "areas": [
            {
                "x": area.x,
                "y": area.y,
                "width": area.width,
                "height": area.height,
                "equal_walls": area.equal_walls,
                "value": area.value,
            }
            for area in found.areas
        ],
    }
    show(arguments.json, document, _equity_lines(board, found))
    return 0


def _equity_lines(board: Board, found: Explanation) -> Iterator[str]:
    yield f"{found.evaluator} on {board.size}: {found.equity:.4f} (lower is better)"
    yield ""
    covered = {row.y: row for row in found.covered}
    for y, line in enumerate(str(board).split("\n")):
        row = covered.get(y)
        product = " x ".join(f"{factor:g}" for factor in row.factors) if row else ""
        yield f"{y:>4}  {line}" + (f"  {row.value:.4f} covered row, {product}" if row else "")
    yield f"      {''.join(str(x % 10) for x in range(board.width))}"
    yield ""
    for name, value in (
        ("height", found.height),
        ("structure", found.structure),
        ("hollows", found.hollows),
    ):
        yield f"{name:<10} {value:>10.4f}"
    if found.areas:
        yield ""
        yield "area  column  row  size      value"
    for area in sorted(found.areas, key=lambda area: (len(area.label), area.label)):
        size, walls = f"{area.width}x{area.height}", "  equal walls" if area.equal_walls else ""
        yield f"{area.label:<4} {area.x:>7} {area.y:>4}  {size:<6} {area.value:>8.4f}{walls}"


# -- moves --


def moves(arguments: argparse.Namespace) -> int:
    """Every placement with its equity; a game that is lost whatever comes is no position to ask about."""
    from ai.tetris.classic.controllers import find_controller

    controller = find_controller(arguments.evaluator).name
    state = _position(arguments)
    _announce_kernels()
    from ai.tetris.classic.search import ranked_moves

    found = interruptible(lambda: ranked_moves(state, controller, arguments.levels))
    document = [
        {
            "rotation": move.rotation,
            "x": move.x,
            "y": move.y,
            "equity": move.equity,
            "cleared": move.cleared,
        }
        for move in found
    ]
    show(arguments.json, document, _move_lines(found))
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


def _move_lines(found: tuple[RankedMove, ...]) -> Iterator[str]:
    if not found:
        yield "no move is left"
        return
    yield "rotation   x   y       equity  clears"
    for move in found:
        clears = str(move.cleared) if move.cleared else ""
        yield f"{move.rotation:>8} {move.x:>3} {move.y:>3} {move.equity:>12.4f}  {clears}".rstrip()


def _announce_kernels() -> None:
    """Say where compiled kernels are kept if it is not where they should be."""
    from ai.compiled import cache

    warn(cache.ensure().notice)


# -- classic --


def classic(arguments: argparse.Namespace) -> int:
    """Games of a series, one after the other in this process; Ctrl-C prints what is known so far.

    Game k has the pieces of seed game_seed(S, k), whoever plays, so that controllers can be compared on the
    same pieces. The interval takes the length of a game as exponentially distributed, as measurements show
    it to be: with R rows in n games, 2 R / mean is chi-square distributed with 2 n degrees of freedom. Games
    cut off count with the rows they have, so that the mean is a lower bound (`game/tetris/classic/series.py`).
    """
    from ai.tetris.classic.controllers import find_controller

    controller = find_controller(arguments.controller).name
    start = _start(arguments)
    _announce_kernels()
    from ai.tetris.classic.games.tournament import Tournament
    from ai.tetris.classic.play import Player

    player = Player(controller, start.table, arguments.levels)
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
