"""Setups on a board, and what the source of an opening book lacks."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.grammar import Groups, command, whole_number
from cli.terminal import Bar, check_output, file_argument, interruptible, show, warn
from game import atomic
from game.errors import BadInput
from game.words import counted

if TYPE_CHECKING:
    from ai.book.finding.fillings import Filled
    from ai.book.finding.setups import Setup
    from ai.book.finding.trees import Tree
    from game.tetris.guideline import Field
    from game.tetris.guideline.openers.position import Position
    from game.tetris.guideline.openers.source import Source, Stage

PERFECT_CLEAR = "perfect-clear"
FIRST_PIECES = "On00 Ie92 In10 Ln10"  # where setups of the shipped book begin: corners and walls
MOST_SETUPS = 1_000  # of each number of pieces
LEAST_PIECES, MOST_PIECES = 3, 9
BYTES, LEAST_USE = 900_000, 0.01
MOST_LISTED = 200


def add_commands(below: Groups) -> None:
    """Add `setups` and `improve` to the commands of books."""
    ask = command(
        below, "setups", "find ways to build a field, or fields from which rows can be emptied", find
    )
    ask.add_argument("board", metavar="BOARD", help="a file with the rows of the board; - reads stdin")
    ask.add_argument(
        "--bag", metavar="LETTERS", default="", help="the letters that can still come (a full bag)"
    )
    what = ask.add_mutually_exclusive_group(required=True)
    what.add_argument("--to", metavar="BOARD", help="all sets of pieces that make this board of it")
    what.add_argument(
        "--rows", type=whole_number(1, 10), metavar="N", help="fields from which N rows can be emptied"
    )
    ask.add_argument(
        "--first", metavar="PLACEMENTS", default="", help="with --rows: how to begin, such as 'On00 Ie92'"
    )
    ask.add_argument(
        "--top", type=whole_number(1, MOST_LISTED), default=20, metavar="N", help="how many to list (20)"
    )
    more = command(below, "improve", "find what the source of a book lacks, as a source", improve)
    more.add_argument("name", metavar="NAME", help="a book, or a source that ends in .txt")
    more.add_argument(
        "-o", dest="file", type=Path, metavar="FILE", help="where to write the source of what was found"
    )
    more.add_argument(
        "--least",
        type=float,
        default=LEAST_USE,
        metavar="SHARE",
        help="of all games that a stage must be of use in",
    )
    more.add_argument(
        "--bytes",
        type=whole_number(1_000),
        default=BYTES,
        metavar="N",
        help=f"of {PERFECT_CLEAR}: about how many",
    )


def _announce_kernels() -> None:
    from ai.compiled import cache

    warn(cache.ensure().notice)


# -- on a board --


def find(arguments: argparse.Namespace) -> int:
    """Sets of pieces that build a board, or fields from which rows can be emptied."""
    from game.tetris.guideline import Field
    from game.tetris.guideline.openers.position import FULL_BAG, NO_EXTRA, Position
    from game.tetris.guideline.pieces import pieces_of

    letters = pieces_of(arguments.bag)
    if len(set(letters)) < len(letters) or len(letters) == 1:
        raise BadInput(f"a bag has two letters or more, each once, not {arguments.bag}")
    bag = sum(1 << piece for piece in letters) or FULL_BAG
    start = Position(_cells(Field.parse(file_argument(arguments.board))), bag, NO_EXTRA)
    _announce_kernels()
    if arguments.to is not None:
        return _fill(arguments, start, _cells(Field.parse(file_argument(arguments.to))))
    return _empty(arguments, start)


def _cells(field: Field) -> int:
    from game.tetris.guideline.openers.position import HEIGHT, cells_of

    cells = cells_of(field)
    if cells is None:
        raise BadInput(f"the board is {field.height} rows high; a book's boards have {HEIGHT} at most")
    return cells


def _fill(arguments: argparse.Namespace, start: Position, goal: int) -> int:
    """Every set of pieces between two boards, those first that most orders of the bag can build."""
    from ai.book.building.reach import Movement
    from ai.book.finding.dealing import buildable
    from ai.book.finding.fillings import fillings, supply_of

    if start.cells & ~goal or start.cells == goal:
        raise BadInput("the board to be made needs all cells of the first one, and more")
    movement, found = Movement(), []
    for filled in fillings(goal & ~start.cells, supply_of(start)):
        built = float(buildable(start.cells, start.bag, filled, movement).mean())
        found.append((-built, tuple(sorted(filled))))
    listed = [
        {"pieces": _pieces(filled), "built": -built} for built, filled in sorted(found)[: arguments.top]
    ]
    lines = [f"{'built by':>9}   pieces", *(f"{one['built']:>9.2%}   {one['pieces']}" for one in listed)]
    show(arguments.json, {"found": len(found), "setups": listed}, [f"{len(found):,} sets of pieces", *lines])
    return 0


def _empty(arguments: argparse.Namespace, start: Position) -> int:
    """Fields from which rows can be emptied, those first that are worth most with all orders of the bag."""
    from ai.tetris.guideline.perfect_clear import pieces_needed
    from game.tetris.guideline.openers.position import field_of

    first = _placed(arguments.first, start)
    pieces = pieces_needed(field_of(start.cells), arguments.rows)
    if pieces - bool(first) > MOST_PIECES:
        raise BadInput(
            f"{pieces} pieces are too many to search; say with --first how to begin, such as 'On00 Ie92'"
        )
    with Bar("setups", "positions") as bar:
        tree, every = interruptible(lambda: _setups_of(start, arguments.rows, first, bar))
    best = sorted(every, key=lambda one: (-float(one.worth.mean()), one.position))[: arguments.top]
    listed = [_named(one, tree) for one in best]
    lines = [f"{'worth':>8} {'built by':>9}   {'left':<8} board and pieces"]
    for one in listed:
        lines.append(f"{one['value']:>8.2%} {one['built']:>9.2%}   {one['left'] or '-':<8} {one['board']}")
        lines += [f"{'':>29}{build}" for build in one["builds"]]
    show(arguments.json, {"found": len(every), "setups": listed}, [f"{len(every):,} setups", *lines])
    return 0


def _setups_of(start: Position, rows: int, first: Sequence[Filled], bar: Bar) -> tuple[Tree, list[Setup]]:
    from ai.book.finding.setups import setups
    from ai.book.finding.trees import tree_of

    tree: Tree | None = None
    found: list[Setup] = []
    for done, total, so_far in tree_of(start, rows, first):
        tree = so_far
        bar.at(done, total, "values")
    assert tree is not None
    for done, total, one in setups(tree, LEAST_PIECES if first else 1, MOST_SETUPS):
        bar.at(done, total, "setups")
        found.append(one)
    return tree, found


def _named(setup: Setup, tree: Tree) -> dict[str, Any]:
    from game.tetris.guideline.openers.position import field_of, letters_of

    return {
        "board": field_of(setup.position.cells).short,
        "left": letters_of(tree.left(setup.position)),
        "value": round(float(setup.worth.mean()), 6),
        "built": round(setup.built, 6),
        "builds": [_pieces(build) for build in setup.builds],
    }


def _pieces(filled: Sequence[Filled]) -> str:
    from ai.book.finding.writing import line_text
    from game.tetris.guideline.openers.source import Drawn, Line

    return line_text(Line(tuple(Drawn(*one, False) for one in filled), None))


def _placed(text: str, start: Position) -> list[Filled]:
    """Placements such as On00, as a source has them. Raises `BadInput`."""
    from ai.book.finding.writing import bag_text
    from game.tetris.guideline.openers.position import field_of
    from game.tetris.guideline.openers.source import parse

    if not text.split():
        return []
    rows = [f"|{row}|" for row in str(field_of(start.cells)).splitlines()]
    places = [f"place: {word}" for word in text.split()]
    lines = ["name: first", "stage: first", f"bag: {bag_text(start)}", *rows, *places]
    return [
        (one.piece, one.cells)
        for line in parse("\n".join(lines), "--first").stages[0].lines
        for one in line.pieces
    ]


# -- of a book --


def improve(arguments: argparse.Namespace) -> int:
    """What the source of a book lacks, as a source that can stand beside it."""
    if not 0 < arguments.least <= 1:
        raise BadInput(f"--least is a share of all games, above 0 and up to 1, not {arguments.least}")
    if arguments.file is not None:
        check_output(arguments.file)
    _announce_kernels()
    from ai.book.build import plain_source_of
    from ai.book.finding.writing import text_of

    source = plain_source_of(arguments.name, own=True)
    with Bar(source.name, "steps") as bar:
        if source.name == PERFECT_CLEAR:
            stages, about = interruptible(lambda: _more_clears(arguments.bytes, bar))
        else:
            stages, about = interruptible(lambda: _more_ways(source, arguments.least, bar))
    text = text_of(source.name, about, stages)
    if arguments.file is not None:
        atomic.write(arguments.file, text.encode())
    lines = sum(len(stage.lines) for stage in stages)
    document = {"name": source.name, "stages": len(stages), "lines": lines, "about": about, "source": text}
    said = (
        [f"{counted(len(stages), 'stage')}, {counted(lines, 'line')}", *about]
        if arguments.file is not None
        else [text.rstrip()]
    )
    show(arguments.json, document, said)
    return 0


def _more_clears(most_bytes: int, bar: Bar) -> tuple[Sequence[Stage], list[str]]:
    from ai.book.finding.setups import choose, stages_of
    from game.tetris.guideline.openers.position import START

    tree, every = _setups_of(START, 4, _placed(FIRST_PIECES, START), bar)
    chosen = list(choose(every, tree, most_bytes))
    about = [
        f"Setups of the first bag that begin with one of {FIRST_PIECES}, found by search: of {len(every):,} the",
        f"{len(chosen)} that add most for what they take, in about {most_bytes:,} bytes. `book improve` wrote this.",
    ]
    return stages_of(tree, [one.setup for one in chosen]), about


def _more_ways(source: Source, least: float, bar: Bar) -> tuple[Sequence[Stage], list[str]]:
    from ai.book.finding.improving import improved

    found = improved(source, least, bar.at)
    about = [
        f"Other ways to build the fields of {source.name}, found by search: those that bring in a placement which",
        f"{least:.1%} of all games need, and no other way has. They raise the book's value from {found.before:.4f}",
        f"to {found.after:.4f}; all ways there are would raise it to {found.most:.4f}. `book improve` wrote this.",
    ]
    return found.stages, about
