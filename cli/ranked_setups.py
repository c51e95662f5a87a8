"""The command `tetris pc-setups`: setups of a perfect clear, ranked by what they are good for."""

from __future__ import annotations

import argparse
import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.grammar import Groups, command, whole_number
from cli.terminal import Bar, announce_kernels, interruptible, show, warn
from game.errors import BadInput
from game.tetris.guideline.field import COLUMNS
from game.words import counted

if TYPE_CHECKING:
    from game.tetris.guideline.ranked_setups import RankedSetups, Setup

SHOWN = 20
ORDERS = ("chance", "both", "clears")
FORMATS = ("text", "fumen", "csv")


def add_ranked_setups(below: Groups) -> None:
    """Add the command to those of `tetris`."""
    parser = command(
        below, "pc-setups", "setups of a perfect clear, ranked by chance and by clears in a row", list_setups
    )
    parser.add_argument(
        "--start",
        default="",
        metavar="S",
        help="of the second clear: the piece held, | and the letters left of the bag, I|OSZ (the first clear)",
    )
    parser.add_argument(
        "--by",
        choices=ORDERS,
        default="both",
        help="chance once it is built, clears in a row from it, or both: built and cleared (both)",
    )
    parser.add_argument(
        "--pieces", type=whole_number(5, 7), metavar="N", help="setups of so many pieces: 5, 6 or 7 (all)"
    )
    parser.add_argument("--with", dest="letters", metavar="P", help="setups that have all of these pieces")
    parser.add_argument(
        "--queue", metavar="Q", help="setups that can be built from these pieces in this order, with hold"
    )
    parser.add_argument("--named", action="store_true", help="well-known setups only")
    parser.add_argument(
        "--limit",
        type=whole_number(1),
        default=SHOWN,
        metavar="N",
        help=f"how many are listed ({SHOWN})",
    )
    parser.add_argument("--format", choices=FORMATS, default="text", help="form of the list (text)")
    parser.add_argument("-o", "--output", metavar="FILE", help="write the list into this file")
    parser.add_argument(
        "--solve", metavar="FILE", help="find and rank all setups anew, in minutes and 4 GB, and write them"
    )
    parser.add_argument(
        "--fresh",
        action="store_true",
        help="with --solve: start again, without what an interrupted run has done",
    )


def list_setups(arguments: argparse.Namespace) -> int:
    """The setups that come with the program, or new ones. Raises `BadInput`."""
    from game.tetris.guideline.pieces import letter, pieces_of
    from game.tetris.guideline.ranked_setups import ranked, ranked_setups, setups_in, start_named, with_pieces

    if arguments.fresh and arguments.solve is None:
        raise BadInput("--fresh is for what is solved; say --solve FILE")
    letters = "".join(map(letter, pieces_of(arguments.letters or "")))
    queue = None if arguments.queue is None else pieces_of(arguments.queue)
    if arguments.solve is not None:
        _solve(Path(arguments.solve), fresh=arguments.fresh)
    every = ranked_setups() if arguments.solve is None else setups_in(Path(arguments.solve))
    setups = with_pieces(every.of(start_named(arguments.start)), letters)
    if arguments.pieces is not None:
        setups = [each for each in setups if each.among.pieces == arguments.pieces]
    if arguments.named:
        setups = [each for each in setups if each.name]
    if queue is not None:
        setups = _built_from(setups, start_named(arguments.start), queue)
    setups = ranked(setups, arguments.by)
    return _show(arguments, every, setups)


def _solve(path: Path, *, fresh: bool) -> None:
    announce_kernels()
    from ai.tetris.guideline import setup_ranking
    from ai.tetris.guideline.optimum import ArrayFolder
    from game.tetris.guideline.ranked_setups import SEEN, save_setups

    setup_ranking.demand_memory()
    parts = ArrayFolder(setup_ranking.setups_folder(), fresh=fresh)
    with Bar("setups", "fields") as bar:
        starts = interruptible(lambda: setup_ranking.solve(parts, bar.at))
    warn(parts.notice)
    save_setups(path, SEEN, starts)
    parts.forget()


def _built_from(setups: Sequence[Setup], start: str, queue: Sequence[int]) -> list[Setup]:
    """Those of the setups that can be built from a queue. Raises `BadInput`."""
    announce_kernels()
    from ai.tetris.guideline.setup_building import buildable

    numbers = interruptible(lambda: buildable(start, queue, [each.row.way for each in setups]), "searching")
    return [setups[number] for number in numbers]


def _show(arguments: argparse.Namespace, every: RankedSetups, setups: Sequence[Setup]) -> int:
    from game import saving

    some = setups[: arguments.limit]
    entries = [_entry(each) for each in some]
    head = f"{len(some):,} of {counted(len(setups), 'setup')}, the best of {_all(every, arguments):,}"
    forms = {
        "text": lambda: "".join(f"{line}\n" for line in (head, "", *_lines(some))),
        "fumen": lambda: "".join(f"{entry['fumen']}\n" for entry in entries),
        "csv": lambda: _csv(entries),
    }
    if arguments.output is not None:
        saving.save(Path(arguments.output), forms[arguments.format]().encode())
    if arguments.json:
        document = {
            "start": some[0].start if some else arguments.start,
            "see": every.see,
            "by": arguments.by,
            "listed": len(setups),
            "setups": entries,
        }
        show(True, document, [])
    elif arguments.output is not None:
        show(False, None, [f"{arguments.output}: {counted(len(some), 'setup')}"])
    else:
        show(False, None, forms[arguments.format]().splitlines())
    return 0


def _all(every: RankedSetups, arguments: argparse.Namespace) -> int:
    """The number of all setups of those sizes."""
    from game.tetris.guideline.ranked_setups import start_named

    lists = every.starts[start_named(arguments.start)].lists
    return sum(each.total for each in lists if arguments.pieces in (None, each.pieces))


def _entry(setup: Setup) -> dict[str, Any]:
    solved = setup.solved
    return {
        "name": setup.name or None,
        "pieces": setup.pieces,
        "board": setup.field.short,
        "rows": setup.cleared,
        "built": round(setup.built, 6),
        "chance": round(setup.chance, 6),
        "solved": None if solved is None else solved[0],
        "queues": None if solved is None else solved[1],
        "both": round(setup.both, 6),
        "clears": setup.clears,
        "saves": setup.saves,
        "ranks": dict(zip(ORDERS, setup.row.ranks, strict=True)) if setup.row.ranks else None,
        "of": setup.among.total,
        "placements": [at.named() for at in setup.way],
        "fumen": setup.fumen,
    }


def _lines(setups: Sequence[Setup]) -> list[str]:
    lines = ["pieces    built   chance     both   in a row  can keep"]
    for each in setups:
        saves = " ".join(f"{letter} {share:.0%}" for letter, share in each.saves.items())
        lines.append(
            f"{each.pieces:<7} {each.built:>7.2%}  {each.chance:>7.2%}  {each.both:>7.2%}  {each.clears:>8.2f}  {saves}"
        )
        lines += [f"        {row}" for row in _board(each)]
        if each.name:
            ranks = ", ".join(f"{name} {rank:,}" for name, rank in zip(ORDERS, each.row.ranks, strict=True))
            lines.append(f"        {each.name}; ranks among {each.among.total:,}: {ranks}")
    return lines


def _board(setup: Setup) -> list[str]:
    """Its picture as rows of letters, before any row goes."""
    height = 1 + max(y for _, cells in setup.picture for _, y in cells)
    rows = [["."] * COLUMNS for _ in range(height)]
    for letter, cells in setup.picture:
        for x, y in cells:
            rows[y][x] = letter
    return ["".join(row) for row in reversed(rows)]


def _csv(entries: Sequence[dict[str, Any]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("fumen", "name", "pieces", "rows", "built", "chance", "both", "clears", *"IOTLJSZ"))
    for each in entries:
        saves = (each["saves"].get(letter, 0.0) for letter in "IOTLJSZ")
        first = (
            each[key] for key in ("fumen", "name", "pieces", "rows", "built", "chance", "both", "clears")
        )
        writer.writerow((*first, *saves))
    return text.getvalue()
