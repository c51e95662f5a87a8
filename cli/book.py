"""Commands of opening books: build, info, verify, lookup."""

from __future__ import annotations

import argparse
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.grammar import Groups, add_board, command, group, whole_number
from cli.terminal import (
    Bar,
    board_argument,
    check_output,
    fail,
    file_argument,
    interruptible,
    note,
    show,
    warn,
)
from game import places, saving
from game.errors import BadBook, BadInput
from game.words import counted

if TYPE_CHECKING:
    from ai.book.build import Built
    from ai.book.complete import SharedSolution
    from ai.book.file import Mode
    from ai.book.finding.fillings import Filled
    from ai.book.finding.setups import Setup, Tree
    from ai.book.units import Crew
    from ai.tetris.guideline.later_clears import Start
    from game.tetris.guideline import Field
    from game.tetris.guideline.openers.position import Position
    from game.tetris.guideline.openers.source import Source, Stage


# Setups on a board, and what the source of an opening book lacks.

COMPLETE = "perfect-clear"  # the book that has parts for later clears
MOST_SETUPS = 1_000  # of each number of pieces
LEAST_PIECES, MOST_PIECES = 3, 9
LEAST_USE = 0.01
MOST_LISTED = 200


def add_setup_commands(below: Groups) -> None:
    """Add `setups` and `improve` to the commands of books."""
    ask = command(
        below, "setups", "find ways to build a field, or fields from which rows can be emptied", find
    )
    add_board(ask)
    ask.add_argument(
        "--bag", metavar="LETTERS", default="", help="the letters that can still come (a full bag)"
    )
    what = ask.add_mutually_exclusive_group(required=True)
    what.add_argument("--to", metavar="BOARD", help="list all sets of pieces that build this board from it")
    what.add_argument(
        "--rows", type=whole_number(1, 10), metavar="N", help="fields from which N rows can be emptied"
    )
    ask.add_argument(
        "--first", metavar="PLACEMENTS", default="", help="with --rows: how to begin, such as 'On00 Ie92'"
    )
    ask.add_argument(
        "--top", type=whole_number(1, MOST_LISTED), default=20, metavar="N", help="how many to list (20)"
    )
    more = command(
        below,
        "improve",
        "search for lines that the source of a book lacks, and write them as a source",
        improve,
    )
    more.add_argument("name", metavar="NAME", help="a book, or a source that ends in .txt")
    more.add_argument(
        "-o", dest="file", type=Path, metavar="FILE", help="where to write the source of what was found"
    )
    more.add_argument(
        "--least",
        type=float,
        default=LEAST_USE,
        metavar="SHARE",
        help="the least share of all games in which a stage must be of use",
    )


def _announce_kernels() -> None:
    from ai.compiled import cache

    warn(cache.ensure().notice)


# -- on a board --


def find(arguments: argparse.Namespace) -> int:
    """Sets of pieces that build a board, or fields from which rows can be emptied."""
    from game.tetris.guideline.openers.position import FULL_BAG, NO_EXTRA, Position
    from game.tetris.guideline.pieces import pieces_of

    letters = pieces_of(arguments.bag)
    if len(set(letters)) < len(letters) or len(letters) == 1:
        raise BadInput(f"a bag has two letters or more, each once, not {arguments.bag}")
    bag = sum(1 << piece for piece in letters) or FULL_BAG
    start = Position(_cells(_field(arguments.board)), bag, NO_EXTRA)
    _announce_kernels()
    if arguments.to is not None:
        return _fill(arguments, start, _cells(_field(arguments.to)))
    return _empty(arguments, start)


def _field(name: str) -> Field:
    from game.tetris.guideline.field_file import read_field

    return read_field(board_argument(name)).field


def _cells(field: Field) -> int:
    from game.tetris.guideline.openers.position import HEIGHT, cells_of

    cells = cells_of(field)
    if cells is None:
        raise BadInput(f"the board is {field.height} rows high; a book's boards have {HEIGHT} at most")
    return cells


def _fill(arguments: argparse.Namespace, start: Position, goal: int) -> int:
    """Every set of pieces between two boards, those first that most orders of the bag can build."""
    from ai.book.building.steps import Movement
    from ai.book.finding.fillings import fillings, pictures, supply_of
    from ai.book.finding.setups import building

    supply = supply_of(start)
    drawn = [] if start.cells == goal else list(pictures(start.cells, goal, supply))
    if not drawn:
        raise BadInput(
            "the board to be made needs the cells of the first one and more, but for rows that are cleared on the way; "
            f"{counted(sum(supply), 'piece')} can come"
        )
    movement, results = Movement(), []
    for cells, gone in drawn:
        for filled in fillings(cells & ~start.cells, supply, gone):
            orders, steps = building(start.cells, start.bag, filled, movement)
            pieces = steps if gone and steps else tuple(sorted(filled))
            if steps or not gone:
                results.append((-float(orders.mean()), gone.bit_count(), pieces))
    listed: list[dict[str, Any]] = [
        {"pieces": _pieces(pieces), "built": -built, "cleared": rows}
        for built, rows, pieces in sorted(results)[: arguments.top]
    ]
    lines = [f"{'built by':>9}   pieces"]
    for one in listed:
        clears = f"   (in this order; clears {counted(one['cleared'], 'row')})" if one["cleared"] else ""
        lines.append(f"{one['built']:>9.2%}   {one['pieces']}{clears}")
    show(
        arguments.json,
        {"found": len(results), "setups": listed},
        [f"{counted(len(results), 'set')} of pieces", *lines],
    )
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
    show(arguments.json, {"found": len(every), "setups": listed}, [counted(len(every), "setup"), *lines])
    return 0


def _setups_of(start: Position, rows: int, first: Sequence[Filled], bar: Bar) -> tuple[Tree, list[Setup]]:
    from ai.book.finding.setups import setups, tree_of

    tree: Tree | None = None
    results: list[Setup] = []
    for done, total, so_far in tree_of(start, rows, first):
        tree = so_far
        bar.at(done, total, "values")
    assert tree is not None
    for done, total, one in setups(tree, LEAST_PIECES if first else 1, MOST_SETUPS):
        bar.at(done, total, "setups")
        results.append(one)
    return tree, results


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
    from ai.book.finding.fillings import line_text
    from game.tetris.guideline.openers.source import DrawnPiece, Line

    return line_text(Line(tuple(DrawnPiece(*one, False) for one in filled), None))


def _placed(text: str, start: Position) -> list[Filled]:
    """Placements such as On00, as a source has them. Raises `BadInput`."""
    from ai.book.finding.fillings import bag_text
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
    """Lines that the source of a book lacks, as a source that can stand beside it."""
    if not 0 < arguments.least <= 1:
        raise BadInput(f"--least is a share of all games, above 0 and up to 1, not {arguments.least}")
    if arguments.file is not None:
        check_output(arguments.file)
    _announce_kernels()
    from ai.book.build import plain_source_of
    from ai.book.finding.fillings import text_of

    source = plain_source_of(arguments.name, own=True)
    if source.optimum is not None:
        raise BadInput(f"{source.name} is best play already: {source.optimum}; nothing is better")
    with Bar(source.name, "steps") as bar:
        stages, about = interruptible(lambda: _more_ways(source, arguments.least, bar))
    text = text_of(source.name, about, stages)
    if arguments.file is not None:
        saving.write(arguments.file, text.encode())
    lines = sum(len(stage.lines) for stage in stages)
    document = {"name": source.name, "stages": len(stages), "lines": lines, "about": about, "source": text}
    messages = (
        [f"{counted(len(stages), 'stage')}, {counted(lines, 'line')}", *about]
        if arguments.file is not None
        else [text.rstrip()]
    )
    show(arguments.json, document, messages)
    return 0


def _more_ways(source: Source, least: float, bar: Bar) -> tuple[Sequence[Stage], list[str]]:
    from ai.book.finding.improving import improved

    result = improved(source, least, bar.at)
    about = [
        f"Other ways to build the fields of {source.name}, found by search: those that bring in a placement which",
        f"{least:.1%} of all games need, and no other way has. They raise the book's value from {result.before:.4f}",
        f"to {result.after:.4f}; all ways together would raise it to {result.most:.4f}. `book improve` wrote this.",
    ]
    return result.stages, about


EMPTY_HOLD = "-"
VISIBLE_PIECES = 6  # as `openers.sequences` has it
MODES = ("srs", "cold-clear")


def add_commands(commands: Groups) -> None:
    """Add `book` with all it can do."""
    below = group(commands, "book", "opening books: build, check and look up")
    build = command(below, "build", "build a book from its source", build_books)
    which = build.add_mutually_exclusive_group(required=True)
    which.add_argument(
        "name",
        nargs="?",
        metavar="NAME",
        help="a book, a source that ends in .txt, or openers drawn in a fumen (the fumen itself, or a file with it)",
    )
    which.add_argument("--all", action="store_true", help="every book")
    build.add_argument(
        "-o", dest="file", type=Path, metavar="FILE", help="the file to write (the shipped one)"
    )
    build.add_argument("--title", default="", help="what an opener of your own is called")
    build.add_argument("--mode", choices=MODES, default="srs", help="what can be placed (srs)")
    build.add_argument(
        "--fresh", action="store_true", help="start again, without what an interrupted build has done"
    )
    build.add_argument(
        "--complete",
        action="store_true",
        help="perfect-clear: the parts for later clears, in the cache folder",
    )
    build.add_argument(
        "--starts", metavar="S", help="with --complete: some parts, such as 'S|SZO,T|IOTLJSZ', or 'clear 3'"
    )
    crew = build.add_mutually_exclusive_group()
    crew.add_argument("--jobs", type=int, metavar="N", help="processes (as many as pay)")
    crew.add_argument("--dask", metavar="ADDRESS", help="a Dask cluster, such as tcp://10.0.0.1:8786")
    info = command(below, "info", "print what a book holds", tell)
    verify = command(below, "verify", "check a book: its runs, its moves, and where they lead", check)
    verify.add_argument("--deep", action="store_true", help="solve it again and compare every sequence")
    for one in (info, verify):
        one.add_argument("name", metavar="NAME|FILE", help="a shipped book, or a file")
    ask = command(below, "lookup", "ask a book for its move", look_up)
    ask.add_argument("name", metavar="NAME|FILE", help="a shipped book, or a file")
    add_board(ask)
    ask.add_argument("--queue", required=True, metavar="Q", help="the pieces, the current one first: TIOSZLJ")
    ask.add_argument("--hold", default=EMPTY_HOLD, metavar="P", help="the piece held (- for none)")
    ask.add_argument(
        "--bag", metavar="LETTERS", help="the letters left before the first one of Q was drawn (a full bag)"
    )

    add_setup_commands(below)


def build_books(arguments: argparse.Namespace) -> int:
    """Build one book or all of them."""
    _announce_kernels()
    from ai.book import build

    if arguments.all and arguments.file is not None:
        raise BadInput("--all builds several books; -o names one file")
    if arguments.starts is not None and not arguments.complete:
        raise BadInput("--starts says which parts --complete builds")
    if (
        arguments.name == COMPLETE
        and not arguments.complete
        and (arguments.jobs is not None or arguments.dask is not None)
    ):
        raise BadInput("perfect-clear is built by one process: leave out --jobs and --dask")
    if arguments.complete:
        return _build_complete(arguments)
    if arguments.name is not None and (drawing := _drawing(arguments.name)):
        return _build_drawn(arguments, drawing)
    with _crew_of(arguments) as crew:
        for name in build.names() if arguments.all else [arguments.name]:
            document = _build(name, arguments.mode, arguments.file, crew, fresh=arguments.fresh)
            show(arguments.json, document, _lines(document))
    return 0


def _drawing(name: str) -> str:
    """The fumen that is named, or that is in the file of this name; empty where it is none."""
    from game.tetris.guideline.fumen import is_fumen

    if is_fumen(name):
        return name
    if Path(name).suffix == ".txt" or not Path(name).is_file():
        return ""
    return file_argument(name, limit=1_000_000)


def _build_drawn(arguments: argparse.Namespace, drawing: str) -> int:
    """Build a book of one's own from drawings of openers."""
    from ai.book.file import ENDING, new_own, own_folder
    from ai.book.work import build_own
    from game.tetris.guideline import State
    from game.tetris.guideline.openers.drawn import source_text
    from game.tetris.guideline.sandbox import read_positions

    name, number = new_own()
    file = arguments.file or own_folder() / f"{name}{ENDING}"
    if arguments.file is None and (reason := places.prepare(own_folder())) is not None:
        raise BadInput(reason)
    check_output(file)
    title = arguments.title or f"Your opener {number}"
    text = source_text(read_positions(drawing, State()), name, title)
    made = interruptible(lambda: build_own(text, file))
    document = {
        "name": name,
        "title": title,
        "file": str(file),
        "positions": made.positions,
        "value": round(made.value, 9),
    }
    line = (
        f"{title}: {made.positions:,} positions; {made.value:.1%} of queues complete it; {places.shown(file)}"
    )
    show(arguments.json, document, [line])
    return 0


def _build_complete(arguments: argparse.Namespace) -> int:
    """Build the parts of the perfect-clear book for later clears that are not there yet."""
    from ai.book import complete
    from ai.book.file import parts_folder, read, write
    from ai.tetris.guideline.later_clears import FIELDS_ON_DISK, TOGETHER, clear_of, fields_folder

    if arguments.name != COMPLETE or arguments.mode != "srs" or arguments.file is not None:
        raise BadInput(
            "--complete builds perfect-clear by real movement, in the cache folder: leave out the rest"
        )
    wanted = complete.starts_in(arguments.starts)
    open_parts = [start for start in wanted if arguments.fresh or not complete.is_built(start)]
    shared = complete.SharedSolution(open_parts if arguments.jobs is None and arguments.dask is None else [])
    crew = _crew_for_parts(arguments, [each for each in open_parts if clear_of(each) not in shared.clears])
    if (reason := places.prepare(parts_folder())) is not None:
        raise BadInput(reason)
    free = shutil.disk_usage(parts_folder()).free
    if (fitting := free // complete.PART_BYTES) < len(open_parts):
        raise BadInput(
            f"{counted(len(open_parts), 'part')} need {len(open_parts) * complete.PART_BYTES / 1e6:,.0f} MB of disk; "
            f"{counted(fitting, 'part')} fit: choose them with --starts"
        )
    if len(open_parts) < len(wanted):
        note(f"already there: {counted(len(wanted) - len(open_parts), 'part')} (--fresh builds them again)")
    if open_parts:
        note(
            f"{counted(len(open_parts), 'part')}, at most {len(open_parts) * complete.PART_BYTES / 1e6:,.0f} MB in "
            f"{places.shown(parts_folder())}"
        )
    if shared.clears:
        note(
            f"the fields of all clears, {FIELDS_ON_DISK / 1e9:.1f} GB more, are kept until every part is built"
        )
    for clear in shared.too_large:
        need = TOGETHER[clear] / 1e9
        note(
            f"clear {clear} is solved start by start, which takes longer: all together need {need:.0f} GB of memory"
        )
    parts = _parts(shared, crew, open_parts)
    while (part := interruptible(lambda: next(parts, None))) is not None:
        start, content = part
        write(complete.path_of(start), content)
        book = read(complete.path_of(start)).header
        document: dict[str, object] = {
            "start": str(start),
            "title": book.title,
            "value": book.value,
            "positions": book.positions,
            "bytes": len(content),
        }
        show(arguments.json, document, _lines(document))
    warn(shared.notice)
    if all(map(complete.is_built, complete.all_starts())):
        shutil.rmtree(fields_folder().parent, ignore_errors=True)
    return 0


def _crew_for_parts(
    arguments: argparse.Namespace, starts: Sequence[Start]
) -> AbstractContextManager[Crew] | None:
    """Workers that solve the starts: a cluster, or as many processes as cores and memory allow; None: this one."""
    from ai.book.processes import Processes, cores
    from ai.tetris.guideline.later_clears import at_a_time, demand_memory

    if arguments.dask is not None:
        return _crew_of(arguments)
    most = max(1, len(starts))
    crew = Processes(at_a_time(starts, min(cores(), most)) if arguments.jobs is None else arguments.jobs)
    demand_memory(starts, min(crew.jobs, most))
    return None if crew.jobs == 1 else nullcontext(crew)


def _parts(
    shared: SharedSolution, crew: AbstractContextManager[Crew] | None, starts: Sequence[Start]
) -> Iterator[tuple[Start, bytes]]:
    """The file of each part as soon as it is built; in any order where a crew builds them."""
    from ai.book.complete import build_part
    from ai.book.units import unit_of_part
    from ai.tetris.guideline.later_clears import clear_of

    def is_crews(start: Start) -> bool:
        return crew is not None and clear_of(start) not in shared.clears

    for number, start in enumerate(starts, 1):
        if not is_crews(start):
            with Bar(f"{start} ({number} of {len(starts)})", "steps") as bar:
                content = build_part(start, bar.at, shared.solution(start, bar.at))
            yield start, content
    if crew is None or not (alone := list(filter(is_crews, starts))):
        return
    with crew as work, Bar("perfect-clear", "parts") as bar:
        bar.at(0, len(alone))
        for finished, (number, content) in enumerate(work([unit_of_part(start) for start in alone]), 1):
            bar.clear()
            yield alone[number], content
            bar.at(finished, len(alone))


def _crew_of(arguments: argparse.Namespace) -> AbstractContextManager[Crew]:
    """The workers that do the units: a cluster, so many processes, or this one with others as soon as they pay."""
    from ai.book.processes import Processes, sensibly

    if arguments.dask is not None:
        from ai.book.processes import on_cluster

        return on_cluster(arguments.dask)
    return nullcontext(sensibly if arguments.jobs is None else Processes(arguments.jobs))


def _build(name: str, mode: Mode, file: Path | None, crew: Crew, *, fresh: bool) -> dict[str, object]:
    from ai.book import build
    from ai.book.file import ENDING, FOLDER, own_folder, write
    from ai.book.units import Journal

    started = sum(os.times()[:4])
    source = build.source_of(name, mode)
    if file is None and name.endswith(".txt"):
        if (reason := places.prepare(own_folder())) is not None:
            raise BadInput(reason)
        file = own_folder() / f"{source.name}{ENDING}"
        saving.write(file.with_suffix(".txt"), Path(name).read_bytes())
    file = file or FOLDER / f"{source.name}{ENDING}"
    check_output(file)
    if source.optimum is not None:
        made = _build_optimum(source, mode, fresh=fresh)
        write(file, made.content)
    else:
        with Journal(source.name, mode, fresh=fresh) as journal, Bar(source.name, "steps") as bar:
            if journal.units:
                note(f"{source.name}: {journal.units:,} units were done before (--fresh does them again)")
            made = interruptible(lambda: build.build(source, mode, bar.at, journal.through(crew)))
            write(file, made.content)
            journal.forget()
        warn(journal.notice)
    return {
        "name": source.name,
        "mode": mode,
        **made.counts._asdict(),
        "bytes": len(made.content),
        "value": round(made.positions[0].value, 9),
        "seconds": round(sum(os.times()[:4]) - started, 3),
    }


def _build_optimum(source: Source, mode: Mode, *, fresh: bool) -> Built:
    """A book of best play; what an interrupted build has solved is taken up again."""
    from ai.book import build
    from ai.tetris.guideline import optimum
    from cli.tetris import parts_of_a_solution

    optimum.demand_memory(VISIBLE_PIECES)
    parts = parts_of_a_solution(fresh=fresh)
    with Bar(source.name, "steps") as bar:
        made = interruptible(lambda: build.build(source, mode, bar.at, parts=parts))
    warn(parts.notice)
    parts.forget()
    return made


def tell(arguments: argparse.Namespace) -> int:
    """The numbers of a book."""
    from ai.book.book import Book
    from ai.book.file import path_of

    book = Book(path_of(arguments.name))
    header = book.header
    document: dict[str, object] = {
        "name": header.name,
        "mode": header.mode,
        "positions": header.positions,
        "runs": header.runs,
        "combinations": header.combinations,
        "bytes": book.bytes,
        "value": header.value,
    }
    show(arguments.json, document, [header.title, *_lines(document)])
    return 0


def check(arguments: argparse.Namespace) -> int:
    """Faults of a book."""
    _announce_kernels()
    from ai.book.book import Book
    from ai.book.checking import problems
    from ai.book.file import path_of

    book = Book(path_of(arguments.name))
    results = interruptible(lambda: list(problems(book, deep=arguments.deep)), "verifying")
    lines = results or [f"{book.header.name}: all is well"]
    show(arguments.json, {"ok": not results, "problems": results}, lines)
    return fail(f"{book.path}: {counted(len(results), 'problem')}; build it again") if results else 0


def look_up(arguments: argparse.Namespace) -> int:
    """The book's move."""
    from game.tetris.guideline.openers.position import FULL_BAG
    from game.tetris.guideline.pieces import piece_of, pieces_of

    queue = pieces_of(arguments.queue)
    hold = None if arguments.hold == EMPTY_HOLD else piece_of(arguments.hold)
    letters = () if arguments.bag is None else pieces_of(arguments.bag)
    if len(set(letters)) < len(letters):
        raise BadInput(f"a bag has each letter once, not {arguments.bag}")
    left = sum(1 << piece for piece in letters) or FULL_BAG
    field = _field(arguments.board)
    _announce_kernels()
    from ai.book.book import Book
    from ai.book.file import part_files, path_of

    answer = Book(path_of(arguments.name)).answer(field, hold, queue, left)
    for part in () if answer.in_book else part_files(arguments.name):
        try:
            answer = Book(part).answer(field, hold, queue, left)
        except BadBook as error:
            warn(f"{error}: book build {COMPLETE} --complete")
        if answer.in_book:
            break
    document: dict[str, object] = {
        "move": None if answer.move is None else answer.move.named(),
        "value": answer.value,
        "run": answer.run,
        "position_found": answer.in_book,
    }
    value = (
        ""
        if answer.value is None
        else f"   best play with all queues here: {answer.value:.2%}, run {answer.run}"
    )
    why = "" if answer.in_book else " (the position is not in the book)"
    if answer.in_book and answer.run is None:
        short = len(queue) + (hold is not None) < VISIBLE_PIECES
        why = f" (a book looks at {VISIBLE_PIECES} pieces)" if short else " (these pieces cannot come)"
    show(arguments.json, document, [f"{answer.move or f'no move{why}'}{value}"])
    return 0


def _lines(document: dict[str, object]) -> list[str]:
    return [
        f"{name:<12} {fact:,}" if isinstance(fact, int) else f"{name:<12} {fact}"
        for name, fact in document.items()
    ]
