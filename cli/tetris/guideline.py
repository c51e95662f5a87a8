"""Commands of guideline Tetris: placements, perft, pc."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.grammar import Groups, command, whole_number
from cli.terminal import file_argument, interruptible, show, warn
from game.words import counted

if TYPE_CHECKING:
    from game.tetris.guideline import Field, Placement

DEEPEST = 100
EMPTY_HOLD = "-"


def add_commands(below: Groups) -> None:
    """Add the commands to those of `tetris`."""
    listing = command(below, "placements", "list all places where a piece can lock under SRS", placements)
    listing.add_argument("board", metavar="BOARD", help="a file with the rows of the board; - reads stdin")
    listing.add_argument("--piece", required=True, metavar="P", help="the piece to place: I O T L J S Z")
    count = command(below, "perft", "count the sequences of placements of a queue", count_sequences)
    count.add_argument(
        "--queue", required=True, metavar="Q", help="the pieces, the current one first: TIOSZLJ"
    )
    count.add_argument("--hold", metavar="P", help="pieces can be held, and this one is; - for an empty hold")
    count.add_argument(
        "depth", type=whole_number(0, DEEPEST), metavar="DEPTH", help="the length of a sequence"
    )
    count.add_argument("board", nargs="?", metavar="BOARD", help="a file with the rows of the board (empty)")
    _add_perfect_clears(below)


def _add_perfect_clears(below: Groups) -> None:
    clear = command(below, "pc", "find a perfect clear, or count the queues that have one", perfect_clears)
    clear.add_argument("board", metavar="BOARD", help="a file with the rows of the board; - reads stdin")
    asked = clear.add_mutually_exclusive_group(required=True)
    asked.add_argument("--queue", metavar="Q", help="the pieces, the current one first: TIOSZLJ")
    asked.add_argument(
        "--coverage", metavar="BAG", help="every order of these letters, as many as can be seen"
    )
    clear.add_argument("--hold", default=EMPTY_HOLD, metavar="P", help="the piece held (- for none)")
    clear.add_argument(
        "--rows",
        type=whole_number(1, 40),
        metavar="N",
        help="how many rows shall be empty (the fewest possible)",
    )


def _field(name: str | None) -> Field:
    """The board in a file, at the bottom of a field; an empty one without a name. Raises `BadInput`."""
    from game.tetris.guideline import Field

    return Field.empty() if name is None else Field.parse(file_argument(name))


def _held(letter: str) -> int | None:
    """The piece held, None for an empty hold. Raises `BadInput`."""
    from game.tetris.guideline import piece_of

    return None if letter == EMPTY_HOLD else piece_of(letter)


def _announce_kernels() -> None:
    """Say where compiled kernels are kept if it is not where they should be."""
    from ai.compiled import cache

    warn(cache.ensure().notice)


def placements(arguments: argparse.Namespace) -> int:
    """Every placement by the kernels, with its spin."""
    from game.tetris.guideline import piece_of

    piece, field = piece_of(arguments.piece), _field(arguments.board)
    _announce_kernels()
    from ai.tetris.guideline.moves import placements as find_all

    found = interruptible(lambda: find_all(field, piece))
    lines = [*map(str, found), f"{len(found)} placements"]
    show(arguments.json, [at.named() for at in found], lines)
    return 0


def count_sequences(arguments: argparse.Namespace) -> int:
    """Perft by the kernels."""
    from game.tetris.guideline.pieces import pieces_of

    queue, field, depth = pieces_of(arguments.queue), _field(arguments.board), arguments.depth
    holding = arguments.hold is not None
    hold = _held(arguments.hold) if holding else None
    _announce_kernels()
    from ai.tetris.guideline.perft import perft

    nodes = interruptible(lambda: perft(field, queue, depth, holding=holding, hold=hold))
    show(
        arguments.json,
        {"depth": depth, "nodes": nodes},
        [f"{counted(nodes, 'sequence')} of {counted(depth, 'placement')}"],
    )
    return 0


def perfect_clears(arguments: argparse.Namespace) -> int:
    """One perfect clear of a queue, or the number of a bag's queues that have one."""
    from game.tetris.guideline.pieces import pieces_of

    letters = arguments.coverage if arguments.queue is None else arguments.queue
    pieces, hold, field = pieces_of(letters), _held(arguments.hold), _field(arguments.board)
    _announce_kernels()
    from ai.tetris.guideline.perfect_clear import coverage, first_perfect_clear

    if arguments.queue is None:
        covered = interruptible(lambda: coverage(field, pieces, hold, arguments.rows))
        share = f"{covered.solved:,} of {covered.queues:,} queues ({covered.solved / covered.queues:.2%})"
        show(arguments.json, {"queues": covered.queues, "solved": covered.solved}, [share])
        return 0
    found = interruptible(lambda: first_perfect_clear(field, pieces, hold, arguments.rows))
    document = {"solved": found is not None, "placements": [at.named() for at in found or ()]}
    show(arguments.json, document, _clear_lines(field, found))
    return 0


def _clear_lines(field: Field, found: tuple[Placement, ...] | None) -> Iterator[str]:
    if found is None:
        yield "no perfect clear"
        return
    for number, at in enumerate(found, 1):
        field, cleared = field.place(*at[:4])
        rows = f"   {counted(cleared, 'row')}" if cleared else ""
        yield f"{number:>2}  {at}{rows}"
    yield "the field is empty"
