"""Commands of opening books: build, info, verify, lookup."""

from __future__ import annotations

import argparse
import os
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from cli.books import setups
from cli.grammar import Groups, command, group
from cli.terminal import Bar, check_output, fail, file_argument, interruptible, note, show, warn
from game.errors import BadInput
from game.words import counted

if TYPE_CHECKING:
    from ai.book.layout import Mode
    from ai.book.work.unit import Crew

EMPTY_HOLD = "-"
MODES = ("srs", "cold-clear")


def add_commands(commands: Groups) -> None:
    """Add `book` with all it can do."""
    below = group(commands, "book", "opening books: build, examine and ask them")
    build = command(below, "build", "build a book from its source", build_books)
    which = build.add_mutually_exclusive_group(required=True)
    which.add_argument("name", nargs="?", metavar="NAME", help="a book, or a source that ends in .txt")
    which.add_argument("--all", action="store_true", help="every book")
    build.add_argument("-o", dest="file", type=Path, metavar="FILE", help="another file than the shipped one")
    build.add_argument("--mode", choices=MODES, default="srs", help="what can be placed (srs)")
    build.add_argument("--fresh", action="store_true", help="forget what an interrupted build has done")
    crew = build.add_mutually_exclusive_group()
    crew.add_argument("--jobs", type=int, metavar="N", help="processes (as many as pay)")
    crew.add_argument("--dask", metavar="ADDRESS", help="a Dask cluster, such as tcp://10.0.0.1:8786")
    info = command(below, "info", "say what is in a book", tell)
    verify = command(below, "verify", "look a book over: runs, moves, and what they lead to", check)
    verify.add_argument("--deep", action="store_true", help="solve it again and compare every sequence")
    for one in (info, verify):
        one.add_argument("name", metavar="NAME|FILE", help="a shipped book, or a file")
    ask = command(below, "lookup", "ask a book for its move", look_up)
    ask.add_argument("name", metavar="NAME|FILE", help="a shipped book, or a file")
    ask.add_argument("board", metavar="BOARD", help="a file with the rows of the board; - reads stdin")
    ask.add_argument("--queue", required=True, metavar="Q", help="the pieces, the current one first: TIOSZLJ")
    ask.add_argument("--hold", default=EMPTY_HOLD, metavar="P", help="the piece held (- for none)")
    ask.add_argument(
        "--bag", metavar="LETTERS", help="the letters left before the first one of Q was drawn (a full bag)"
    )

    setups.add_commands(below)


def _announce_kernels() -> None:
    from ai.compiled import cache

    warn(cache.ensure().notice)


def build_books(arguments: argparse.Namespace) -> int:
    """Build one book or all of them."""
    _announce_kernels()
    from ai.book import build

    if arguments.all and arguments.file is not None:
        raise BadInput("--all builds several books; -o names one file")
    with _crew_of(arguments) as crew:
        for name in build.names() if arguments.all else [arguments.name]:
            document = _build(name, arguments.mode, arguments.file, crew, fresh=arguments.fresh)
            show(arguments.json, document, _lines(document))
    return 0


def _crew_of(arguments: argparse.Namespace) -> AbstractContextManager[Crew]:
    """Who does the units: a cluster, so many processes, or this one with others as soon as they pay."""
    from ai.book.work.processes import Processes, sensibly

    if arguments.dask is not None:
        from ai.book.work.cluster import Cluster

        return Cluster(arguments.dask)
    return nullcontext(sensibly if arguments.jobs is None else Processes(arguments.jobs))


def _build(name: str, mode: Mode, file: Path | None, crew: Crew, *, fresh: bool) -> dict[str, object]:
    from ai.book import build
    from ai.book.file import ENDING, FOLDER, write
    from ai.book.work.journal import Journal

    started = sum(os.times()[:4])
    source = build.source_of(name, mode)
    file = file or FOLDER / f"{source.name}{ENDING}"
    check_output(file)
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
        "value": round(made.kept[0].value, 9),
        "seconds": round(sum(os.times()[:4]) - started, 3),
    }


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
    """What is wrong with a book."""
    _announce_kernels()
    from ai.book.book import Book
    from ai.book.checking import problems
    from ai.book.file import path_of

    book = Book(path_of(arguments.name))
    found = interruptible(lambda: list(problems(book, deep=arguments.deep)))
    lines = found or [f"{book.header.name}: all is well"]
    show(arguments.json, {"ok": not found, "problems": found}, lines)
    return fail(f"{book.path}: {counted(len(found), 'problem')}; build it again") if found else 0


def look_up(arguments: argparse.Namespace) -> int:
    """The book's move."""
    from game.tetris.guideline import Field
    from game.tetris.guideline.openers.position import FULL_BAG
    from game.tetris.guideline.openers.sequences import VISIBLE_PIECES
    from game.tetris.guideline.pieces import piece_of, pieces_of

    queue = pieces_of(arguments.queue)
    hold = None if arguments.hold == EMPTY_HOLD else piece_of(arguments.hold)
    letters = () if arguments.bag is None else pieces_of(arguments.bag)
    if len(set(letters)) < len(letters):
        raise BadInput(f"a bag has each letter once, not {arguments.bag}")
    left = sum(1 << piece for piece in letters) or FULL_BAG
    field = Field.parse(file_argument(arguments.board))
    _announce_kernels()
    from ai.book.book import Book
    from ai.book.file import path_of

    answer = Book(path_of(arguments.name)).answer(field, hold, queue, left)
    document: dict[str, object] = {
        "move": None if answer.move is None else answer.move.named(),
        "value": answer.value,
        "run": answer.run,
        "position_found": answer.found,
    }
    value = "" if answer.value is None else f"   position worth {answer.value:.2%}, run {answer.run}"
    why = "" if answer.found else " (the position is not in the book)"
    if answer.found and answer.run is None:
        short = len(queue) + (hold is not None) < VISIBLE_PIECES
        why = f" (a book looks at {VISIBLE_PIECES} pieces)" if short else " (these pieces cannot come)"
    show(arguments.json, document, [f"{answer.move or f'no move{why}'}{value}"])
    return 0


def _lines(document: dict[str, object]) -> list[str]:
    return [
        f"{name:<12} {fact:,}" if isinstance(fact, int) else f"{name:<12} {fact}"
        for name, fact in document.items()
    ]
