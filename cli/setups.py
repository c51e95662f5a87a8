"""The commands `tetris setup`, `tetris spin` and `tetris ren`: what pieces can build, and how long a combo lasts."""

from __future__ import annotations

import argparse
import csv
import io
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.grammar import Groups, add_board, command, whole_number
from cli.perfect_clears import DROPS, EMPTY_HOLD, FORMATS, hold_of, read_field_file, read_pattern
from cli.terminal import announce_kernels, board_argument, interruptible, show
from game.errors import BadInput
from game.words import counted

if TYPE_CHECKING:
    from ai.tetris.guideline.combos import Combos
    from ai.tetris.guideline.pictures import Placed
    from ai.tetris.guideline.setups import Setup, Supply
    from ai.tetris.guideline.spin_setups import Mark, SpinSetup
    from game.tetris.guideline import Field, Placement
    from game.tetris.guideline.operations import Operation
    from game.tetris.guideline.target import Target

MOST_COMBOS = 1_000  # that are listed
HOLES = ("none", "holes", "strict-holes")
MARKS: dict[str, Sequence[Mark]] = {"strict": ("O",), "ignore-t": ("O", "X"), "none": ("O", "X", "-")}
_SETUP_TABLE = """\
in the words of solution-finder:
  setup -t FUMEN, -fp FILE   BOARD              '*' must be filled, '.' may be, '+' may be and can be a hole, '_' not
  -f I -m O -F S             --fill I --margin O --free S     the same by colours, in a fumen or in rows without '*'
  -c yes                     --combination      pieces in whatever order
  -np N                      --pieces N         also pieces that lie on the margin only
  -e holes, strict-holes     --exclude holes, strict-holes
  -l N                       --rows N           the board as far as it is so high
  -H, -d, -p, -pp            --hold, --drop, --pattern        as for `tetris pc`
  -op "row(2)" "T-0(4,0)"    --operate "row(2)" "T-0(4,0)"    before holes are looked for"""
_SPIN_TABLE = """\
in the words of solution-finder:
  spin -c N                  --rows N           rows that the T clears, at least (2)
  -fb N -ft N                --fill-bottom N --fill-top N     rows that can be cleared: from, and below
  -m N                       --margin-height N  pieces lie below this row
  -mr N                      --max-roof N       pieces that are only a roof or a support
  -t, -fp, -p, -pp           BOARD, --pattern
  -f ignore-t, none          --filter ignore-t, none     also where the T, or any piece, cannot get to its place
  -r no                      --roof no          whether the T can be turned in is not asked; with --filter ignore-t"""
_REN_TABLE = """\
in the words of solution-finder:
  ren -t FUMEN -p Q          BOARD --queue Q
  -H avoid, -d 180           --hold avoid, --drop 180
A combo counts the rows' clears less one. Every piece clears rows from the first one on."""


def add_setup_commands(below: Groups) -> None:
    """Add the commands to those of `tetris`."""
    setup = command(
        below, "setup", "sets of pieces that fill given cells, and with which queues", find_setups
    )
    _add_question(setup, _SETUP_TABLE)
    _add_pattern(setup)
    for name, what in (
        ("fill", "must be filled"),
        ("margin", "may be filled"),
        ("free", "may be filled, holes or not"),
    ):
        setup.add_argument(f"--{name}", default="", metavar="PIECES", help=f"colours of cells that {what}")
    setup.add_argument(
        "--combination", action="store_true", help="pieces in whatever order, as if all were there at once"
    )
    setup.add_argument(
        "--pieces",
        type=whole_number(1, 14),
        metavar="N",
        help="exactly so many pieces; without it each piece fills a cell that must be filled",
    )
    setup.add_argument(
        "--across", action="store_true", help="also pieces that lie across rows which are cleared before them"
    )
    setup.add_argument("--exclude", choices=HOLES, default="none", help="leave out what has holes (none)")
    setup.add_argument(
        "--operate",
        nargs="+",
        default=[],
        metavar="OP",
        help="with --exclude: what is done before: row(Y), block(X,Y), T-reverse(X,Y), clear()",
    )
    setup.add_argument(
        "--rows", type=whole_number(1, 40), metavar="N", help="the board as far as it is so high"
    )

    spin = command(below, "spin", "sets of pieces with which a T-spin clears rows", find_spins)
    _add_question(spin, _SPIN_TABLE)
    _add_pattern(spin)
    spin.add_argument(
        "--rows", type=whole_number(1, 3), default=2, metavar="N", help="rows that the T clears, at least (2)"
    )
    spin.add_argument(
        "--fill-bottom", type=whole_number(0, 39), default=0, metavar="N", help="the lowest row (0)"
    )
    for name, what in (
        ("fill-top", "cleared rows are below this one (the height of the stack)"),
        ("margin-height", "pieces lie below this row (two above --fill-top)"),
    ):
        spin.add_argument(f"--{name}", type=whole_number(1, 40), metavar="N", help=what)
    spin.add_argument(
        "--max-roof",
        type=whole_number(0, 12),
        metavar="N",
        help="pieces that are only there so that the T can be turned in (any)",
    )
    spin.add_argument(
        "--roof", choices=("yes", "no"), default="yes", help="look for what lets the T be turned in (yes)"
    )
    spin.add_argument(
        "--filter",
        choices=[*MARKS],
        default="strict",
        help="strict: what can be played; ignore-t: the T may not get there; none: pieces only rest (strict)",
    )

    ren = command(below, "ren", "the longest combo of a queue", find_combos)
    _add_question(ren, _REN_TABLE)
    ren.add_argument("--queue", required=True, metavar="Q", help="the pieces, the current one first: TIOSZLJ")


def _add_question(parser: argparse.ArgumentParser, table: str) -> None:
    parser.epilog, parser.formatter_class = table, argparse.RawDescriptionHelpFormatter
    add_board(parser, optional=True)
    parser.add_argument(
        "--hold",
        default=EMPTY_HOLD,
        metavar="P",
        help="the piece held; - for an empty hold, avoid for no hold at all (-)",
    )
    parser.add_argument(
        "--drop", choices=[*DROPS], default="softdrop", help="softdrop: SRS; 180: half turns, too (softdrop)"
    )
    parser.add_argument("--format", choices=FORMATS, default="text", help="form of the list (text)")
    parser.add_argument("-o", "--output", metavar="FILE", help="write the list into this file")


def _add_pattern(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--pattern",
        required=True,
        metavar="P",
        help="the queues of a pattern, or of a file of them: *p7, [IOT]p2,*p4, T,*!",
    )


# -- setup --


def find_setups(arguments: argparse.Namespace) -> int:
    """Every set of pieces that fills the cells of a board."""
    from game.tetris.guideline.operations import operation_of
    from game.tetris.guideline.target import read_target

    text = "" if arguments.board is None else board_argument(arguments.board)
    target = read_target(text, arguments.fill, arguments.margin, arguments.free, arguments.rows)
    supply = _supply(arguments, combination=arguments.combination)
    operations = [operation_of(text) for text in arguments.operate]
    if operations and arguments.exclude == HOLES[0]:
        raise BadInput("--operate is for --exclude, which looks for holes behind it")
    announce_kernels()
    from ai.tetris.guideline.setups import setups

    every = setups(target, supply, DROPS[arguments.drop], arguments.pieces, across=arguments.across)
    results = interruptible(lambda: [each for each in every if each is not None], "searching")
    results = [each for each in results if not _has_holes(each, target, arguments.exclude, operations)]
    results.sort(key=lambda each: (-each.queues, -each.orders, each.placed))
    return _Listing(arguments, target.field, supply, "setup").of_setups(results)


def _has_holes(setup: Setup, target: Target, kind: str, operations: Sequence[Operation]) -> bool:
    from ai.tetris.guideline.setups import holes_in
    from game.tetris.guideline.masks import mask_of, mask_of_field
    from game.tetris.guideline.operations import operated

    if kind == HOLES[0]:
        return False
    cells = mask_of_field(target.field)
    for each in setup.placed:
        cells |= mask_of(each.cells)
    if operations:
        return bool(holes_in(operated(cells, operations), strict=kind == HOLES[2]))
    return bool(holes_in(cells, strict=kind == HOLES[2]) & ~target.free)


# -- spin --


def find_spins(arguments: argparse.Namespace) -> int:
    """Every set of pieces with which a T-spin clears rows."""
    field = read_field_file(arguments.board).field
    supply = _supply(arguments, combination=True)
    top = arguments.fill_top
    if top is not None and top <= arguments.fill_bottom:
        raise BadInput(f"--fill-top {top} is not above --fill-bottom {arguments.fill_bottom}")
    announce_kernels()
    from ai.tetris.guideline.spin_setups import spin_setups

    every = spin_setups(
        field,
        supply,
        arguments.rows,
        bottom=arguments.fill_bottom,
        top=top,
        margin=arguments.margin_height,
        roofs=arguments.max_roof,
        system=DROPS[arguments.drop],
        marks=MARKS[arguments.filter],
        roofed=arguments.roof == "yes",
    )
    results = interruptible(lambda: [each for each in every if each is not None], "searching")
    results.sort(
        key=lambda each: (-each.cleared, len(each.setup.placed), -each.setup.queues, each.setup.placed)
    )
    return _Listing(arguments, field, supply, "way").of_spins(results)


# -- ren --


def find_combos(arguments: argparse.Namespace) -> int:
    """The longest combo of a queue."""
    from game.tetris.guideline.pieces import pieces_of

    pieces, (holding, hold) = pieces_of(arguments.queue), hold_of(arguments)
    field = read_field_file(arguments.board).field
    announce_kernels()
    from ai.tetris.guideline.combos import Combos

    combos = Combos(field, pieces, hold, DROPS[arguments.drop], holding=holding)
    interruptible(lambda: [None for _ in combos.slices()], "searching")
    ways = list(islice(combos.longest(), MOST_COMBOS))
    return _Listing(arguments, field, None, "way").of_combos(combos, ways)


# -- lists --


def _supply(arguments: argparse.Namespace, *, combination: bool) -> Supply:
    """The pieces of a pattern. Raises `BadInput`."""
    if arguments.board == arguments.pattern == "-":
        raise BadInput(
            "the board and the pattern cannot both be on stdin; give one of them as a file or as text"
        )
    from ai.tetris.guideline.setups import Supply

    holding, hold = hold_of(arguments)
    return Supply(read_pattern(arguments.pattern), hold, holding=holding, combination=combination)


class _Listing:
    """Results, in the form that was asked for."""

    def __init__(self, arguments: argparse.Namespace, field: Field, supply: Supply | None, name: str) -> None:
        self._arguments, self._field, self._name = arguments, field, name
        self._queues = 0 if supply is None else len(supply.queues)

    def of_setups(self, results: Sequence[Setup]) -> int:
        """Print or write setups."""
        entries = [{**self._entry(each), "cleared": each.cleared} for each in results]
        table: list[list[object]] = [["地形", "使用ミノ", "手順数"]]
        table += [[_link(entry), entry["pieces"], entry["orders"]] for entry in entries]
        lines = (
            f"{entry['queues']:>7,}  {entry['queues'] / self._queues:>7.2%}  {entry['pieces']:<8} {entry['fumen']}"
            for entry in entries
        )
        document = {"queues": self._queues, "setups": len(results), "covered": self._covered(results)}
        return self._show(document, entries, table, lines, [each.placed for each in results])

    def of_spins(self, results: Sequence[SpinSetup]) -> int:
        """Print or write ways to a T-spin."""
        entries = [
            {
                **self._entry(each.setup),
                "place": each.place.named(),
                "cleared": each.cleared,
                "cleared_by_all": each.cleared_by_all,
                "holes": each.holes,
                "mark": each.mark,
            }
            for each in results
        ]
        table: list[list[object]] = [
            [
                "テト譜", "有効マーク", "使用ミノ", "使用ミノ数", "T-Spinライン数", "MINI", "名前",
                "トータルクリアライン数", "hole", "t-rotate", "t-x", "t-y", "t-deleted-linekey",
            ]
        ]  # fmt: skip
        table += [
            [
                _link(entry), each.mark, entry["pieces"], len(entry["pieces"]), each.cleared, "XOX"[each.place.spin],
                "", each.cleared_by_all, each.holes, "0R2L"[each.place.orientation], each.place.x, each.place.y, 0,
            ]
            for entry, each in zip(entries, results, strict=True)
        ]  # fmt: skip
        lines = (
            f"[{entry['mark']}] {entry['cleared']} {'row ' if entry['cleared'] == 1 else 'rows'}  "
            f"{entry['queues']:>7,}  {entry['pieces']:<8} {entry['fumen']}"
            for entry in entries
        )
        setups = [each.setup for each in results]
        document = {"queues": self._queues, "ways": len(results), "covered": self._covered(setups)}
        return self._show(document, entries, table, lines, [each.placed for each in setups])

    def of_combos(self, combos: Combos, ways: Sequence[Sequence[Placement]]) -> int:
        """Print or write the longest combos."""
        from game.tetris.guideline import PIECES

        entries = [
            {
                "fumen": self._pages(way),
                "pieces": "".join(PIECES[at.piece] for at in way),
                "placements": [at.named() for at in way],
            }
            for way in ways
        ]
        table: list[list[object]] = [["テト譜", "ミノ順", "REN"]]
        table += [[_link(entry), entry["pieces"], combos.clears - 1] for entry in entries]
        document = {"clears": combos.clears, "combo": max(0, combos.clears - 1), "ways": combos.ways}
        lines = (f"{entry['pieces']:<12} {entry['fumen']}" for entry in entries)
        head = (
            f"{counted(combos.clears, 'clear')} in a row, a combo of {document['combo']}; "
            f"{counted(combos.ways, 'way')}"
            if combos.clears
            else "the first piece clears no row"
        )
        drawn = [self._drawn(way[:1]) for way in ways]
        return self._show(document, entries, table, lines, drawn, head)

    def _entry(self, setup: Setup) -> dict[str, Any]:
        from ai.tetris.guideline.pictures import page_of
        from game.tetris.guideline import PIECES, fumen

        pieces = "".join(PIECES[piece] for piece in setup.pieces)
        return {
            "fumen": fumen.write([page_of(self._field, setup.placed, pieces)]),
            "pieces": pieces,
            "queues": setup.queues,
            "orders": setup.orders,
            "after": setup.after.short,
        }

    def _covered(self, setups: Iterable[Setup]) -> int:
        """The number of queues that can build one of them."""
        import numpy as np

        some = [each.covered for each in setups]
        return int(np.logical_or.reduce(some).sum()) if some else 0

    def _pages(self, way: Sequence[Placement]) -> str:
        from game.tetris.guideline import fumen

        pages, field = [], self._field
        for at in way:
            pages.append(fumen.Page(fumen.Drawing.of(field), at._replace(spin=0)))
            field = field.place(*at[:4])[0]
        return fumen.write(pages)

    def _drawn(self, way: Sequence[Placement]) -> tuple[Placed, ...]:
        from ai.tetris.guideline.pictures import Placed

        return tuple(Placed(at.piece, at.cells) for at in way)

    def _show(
        self,
        document: dict[str, Any],
        entries: Sequence[dict[str, Any]],
        table: Sequence[Sequence[object]],
        lines: Iterable[str],
        drawn: Sequence[Sequence[Placed]],
        head: str | None = None,
    ) -> int:
        from game import saving

        arguments = self._arguments
        whole = counted(len(entries), self._name)
        head = (
            head
            or f"{whole}; {document['covered']:,} of {counted(self._queues, 'queue')} can build one of them"
        )
        forms: dict[str, Callable[[], str]] = {
            "text": lambda: "".join(f"{line}\n" for line in (head, *lines)),
            "fumen": lambda: self._fumen(entries),
            "csv": lambda: _csv(table),
            "html": lambda: self._html(head, entries, drawn),
        }
        if arguments.output is not None:
            saving.save(Path(arguments.output), forms[arguments.format]().encode())
        if arguments.json:
            show(True, {**document, "fumen": self._fumen(entries).strip() or None, "solutions": entries}, [])
        elif arguments.output is not None:
            show(False, None, [f"{arguments.output}: {whole}"])
        else:
            show(False, None, forms[arguments.format]().splitlines())
        return 0

    def _fumen(self, entries: Sequence[dict[str, Any]]) -> str:
        """One fumen with all pages, as far as one goes."""
        from game.tetris.guideline import fumen
        from game.tetris.guideline.fumen.text import MOST_PAGES

        pages: list[fumen.Page] = []
        for entry in entries:
            pages += fumen.read(entry["fumen"])
            if len(pages) >= MOST_PAGES:
                break
        return fumen.write(pages[:MOST_PAGES]) + "\n" if pages else ""

    def _html(self, head: str, entries: Sequence[dict[str, Any]], drawn: Sequence[Sequence[Placed]]) -> str:
        """A page of HTML, by the pieces that are used."""
        from cli import drawn_pages
        from cli.drawn_pages import Figure

        groups = dict[str, list[Figure]]()
        height = self._field.height
        for entry, placed in zip(entries, drawn, strict=True):
            about = f"{entry['queues']:,} queues" if "queues" in entry else ""
            figure = Figure(self._field, placed, entry["fumen"], entry["pieces"], about)
            groups.setdefault("".join(sorted(entry["pieces"])), []).append(figure)
            height = max(height, *(y + 1 for each in placed for _, y in each.cells))
        return drawn_pages.page(head.partition(";")[0], head, "", groups.items(), height)


def _link(entry: dict[str, Any]) -> str:
    from cli.drawn_pages import LINK

    return LINK + str(entry["fumen"])


def _csv(table: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(table)
    return text.getvalue()
