"""The command `tetris pc`: perfect clears of a queue, a bag or a pattern, all solutions, and covers."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.grammar import Groups, add_board, command, whole_number
from cli.terminal import (
    Bar,
    announce_kernels,
    board_argument,
    file_argument,
    interruptible,
    note,
    show,
)
from game.errors import BadInput
from game.words import counted

if TYPE_CHECKING:
    from ai.tetris.guideline.pattern_clears import PatternClears, Wanted, Weighed
    from game.tetris.guideline import Field, Placement, System
    from game.tetris.guideline.field_file import FieldFile
    from game.tetris.guideline.patterns import Pattern
    from game.tetris.guideline.saves import Wish

EMPTY_HOLD, NO_HOLD = "-", "avoid"
MOST_SEEN = 11
MOST_CLEARS = 1_000  # in a row
DROPS: dict[str, System] = {"softdrop": "srs", "180": "srs+180"}
FORMATS = ("text", "fumen", "csv", "html")
KEYS = ("solution", "pattern", "use", "none")
_TABLE = """\
in the words of solution-finder:
  percent -p P           pc BOARD --pattern P            queues with a perfect clear, and what they can keep
  path -p P              pc BOARD --path --pattern P     all solutions (unique) and few that are enough (minimal)
  path -f csv -k KEY     … --format csv --key KEY        KEY: solution, pattern, use or none
  path -f html           … --format html                 with drawings, by the piece that is kept
  cover -t F G -p P      pc --cover F G --pattern P      queues that can place all pieces as they are drawn
  -t FUMEN, -fp FILE     BOARD                           a fumen, a field file with a height, or rows
  -c N                   --rows N                        the fewest possible unless the file says it
  -H avoid               --hold avoid
  -d 180                 --drop 180                      softdrop unless said
  -pp FILE               --pattern FILE
  setup, spin, ren       tetris setup, tetris spin, tetris ren
wanted saves (--saves): T, LS (one clear leaves both), T || S, T && S, !T, ^T (some clear does not leave T), brackets,
  /regular expression/; several by priority with commas between them; --loop weighs them"""


def add_perfect_clears(below: Groups) -> None:
    """Add the command to those of `tetris`."""
    clear = command(
        below, "pc", "perfect clears: one, how many queues have one, all solutions", perfect_clears
    )
    clear.epilog, clear.formatter_class = _TABLE, argparse.RawDescriptionHelpFormatter
    add_board(clear, optional=True)
    asked = clear.add_mutually_exclusive_group(required=True)
    asked.add_argument("--queue", metavar="Q", help="the pieces, the current one first: TIOSZLJ")
    asked.add_argument(
        "--coverage", metavar="BAG", help="every order of these letters, as many as can be seen"
    )
    asked.add_argument(
        "--pattern", metavar="P", help="the queues of a pattern, or of a file of them: *p7, [IOT]p2,*p4, T,*!"
    )
    clear.add_argument(
        "--see",
        type=whole_number(1, MOST_SEEN),
        metavar="N",
        help="with --coverage: how many pieces of a queue are seen (one more than are needed)",
    )
    clear.add_argument(
        "--hold",
        default=EMPTY_HOLD,
        metavar="P",
        help="the piece held; - for an empty hold, avoid for no hold at all (-)",
    )
    clear.add_argument(
        "--rows",
        type=whole_number(1, 40),
        metavar="N",
        help="how many rows to clear (as the board's file says, or the fewest possible)",
    )
    clear.add_argument(
        "--drop", choices=[*DROPS], default="softdrop", help="softdrop: SRS; 180: half turns, too (softdrop)"
    )
    clear.add_argument(
        "--saves", metavar="WANTED", help="with --pattern: what is wanted to be left, see below"
    )
    clear.add_argument(
        "--loop",
        type=whole_number(1, MOST_CLEARS),
        nargs="?",
        const=1,
        metavar="N",
        help="with --pattern: weigh saves by the clears in a row that follow, this one being the N-th (1)",
    )
    what = clear.add_mutually_exclusive_group()
    what.add_argument("--path", action="store_true", help="with --pattern: all solutions")
    what.add_argument(
        "--cover",
        nargs="+",
        metavar="FUMEN",
        help="with --pattern, without a board: fumens with a piece a page",
    )
    clear.add_argument(
        "--format", choices=FORMATS, default="text", help="with --path: form of the list (text)"
    )
    clear.add_argument(
        "--key", choices=KEYS, default="solution", help="with --format csv: what a line is (solution)"
    )
    clear.add_argument("-o", "--output", metavar="FILE", help="with --path: write solutions into this file")


def perfect_clears(arguments: argparse.Namespace) -> int:
    """One perfect clear of a queue, the number of queues that have one, solutions, or a cover."""
    _check(arguments)
    if arguments.pattern is None:
        return _of_queue(arguments) if arguments.coverage is None else _of_bag(arguments)
    pattern = read_pattern(arguments.pattern)
    if arguments.cover is not None:
        return _cover(arguments, pattern)
    return _of_pattern(arguments, pattern)


def read_pattern(name: str) -> Pattern:
    """The pattern of a text, or of the file of this name. Raises `BadInput`."""
    from game.tetris.guideline.patterns import Pattern

    is_file = name == "-" or (len(name) < 256 and Path(name).is_file())
    return Pattern.parse(file_argument(name) if is_file else name)


def _check(arguments: argparse.Namespace) -> None:
    """Raises `BadInput` for options that are of no use to each other."""
    if arguments.see is not None and arguments.coverage is None:
        raise BadInput("--see is for --coverage; a queue and a pattern say how many pieces are seen")
    of_pattern = {
        "--saves": arguments.saves is not None,
        "--loop": arguments.loop is not None,
        "--path": arguments.path,
        "--cover": arguments.cover is not None,
    }
    for name, given in of_pattern.items():
        if given and arguments.pattern is None:
            raise BadInput(f"{name} is for --pattern, which says what queues there are")
    for name, given in (("--format", arguments.format != "text"), ("-o", arguments.output is not None)):
        if given and not arguments.path:
            raise BadInput(f"{name} is for --path, which lists solutions")
    if arguments.board == arguments.pattern == "-":
        raise BadInput(
            "the board and the pattern cannot both be on stdin; give one of them as a file or as text"
        )
    if arguments.cover is not None and (arguments.board is not None or arguments.saves is not None):
        raise BadInput("--cover takes its board from the fumen and counts no saves")
    if arguments.loop is not None and (arguments.cover is not None or arguments.path):
        raise BadInput("--loop weighs what can be kept; it goes with neither --cover nor --path")


def read_field_file(name: str | None) -> FieldFile:
    """The board in a file, at the bottom of a field; an empty one without a name. Raises `BadInput`."""
    from game.tetris.guideline.field_file import read_field

    return read_field("" if name is None else board_argument(name))


def held_piece(letter: str) -> int | None:
    """The piece held, None for an empty hold. Raises `BadInput`."""
    from game.tetris.guideline import piece_of

    return None if letter == EMPTY_HOLD else piece_of(letter)


def hold_of(arguments: argparse.Namespace) -> tuple[bool, int | None]:
    """Return True if pieces can be held, and the one that is. Raises `BadInput`."""
    holding = arguments.hold != NO_HOLD
    return holding, held_piece(arguments.hold) if holding else None


# -- a queue, a bag --


def _of_queue(arguments: argparse.Namespace) -> int:
    from game.tetris.guideline.pieces import pieces_of

    pieces, (holding, hold) = pieces_of(arguments.queue), hold_of(arguments)
    field, rows = read_field_file(arguments.board)
    announce_kernels()
    from ai.tetris.guideline.perfect_clear import first_perfect_clear

    rows, system = arguments.rows or rows, DROPS[arguments.drop]
    way = interruptible(
        lambda: first_perfect_clear(field, pieces, hold, rows, system, holding=holding), "searching"
    )
    document = {"solved": way is not None, "placements": [at.named() for at in way or ()]}
    show(arguments.json, document, _clear_lines(field, way))
    return 0


def _clear_lines(field: Field, way: tuple[Placement, ...] | None) -> Iterator[str]:
    if way is None:
        yield "no perfect clear"
        return
    for number, at in enumerate(way, 1):
        field, cleared = field.place(*at[:4])
        rows = f"   {counted(cleared, 'row')}" if cleared else ""
        yield f"{number:>2}  {at}{rows}"
    yield "the field is empty"


def _of_bag(arguments: argparse.Namespace) -> int:
    from game.tetris.guideline.pieces import pieces_of

    pieces, (holding, hold) = pieces_of(arguments.coverage), hold_of(arguments)
    field, rows = read_field_file(arguments.board)
    announce_kernels()
    from ai.tetris.guideline.perfect_clear import coverage

    rows, system = arguments.rows or rows, DROPS[arguments.drop]
    covered = interruptible(
        lambda: coverage(field, pieces, hold, rows, system, holding=holding, see=arguments.see), "searching"
    )
    share = f"{covered.solved:,} of {covered.queues:,} queues ({covered.solved / covered.queues:.2%})"
    show(arguments.json, {"queues": covered.queues, "solved": covered.solved}, [share])
    return 0


# -- a pattern --


def _of_pattern(arguments: argparse.Namespace, pattern: Pattern) -> int:
    from game.tetris.guideline.saves import wishes_of

    holding, hold = hold_of(arguments)
    field, rows = read_field_file(arguments.board)
    wishes = () if arguments.saves is None else wishes_of(arguments.saves)
    announce_kernels()
    from ai.tetris.guideline.pattern_clears import PatternClears
    from game.tetris.guideline.loop_values import loop_values

    clears = PatternClears(
        field,
        pattern,
        hold=hold,
        rows=arguments.rows or rows,
        system=DROPS[arguments.drop],
        holding=holding,
    )
    if clears.is_of_a_bag:
        _prepare()
    interruptible(clears.look, "searching")
    if arguments.path:
        return _path(arguments, clears)
    wanted, weighed = clears.wanted(wishes), None
    if arguments.loop is not None:
        weighed = clears.weighed(loop_values(), arguments.loop, wishes)
    document = {**_percent(clears), **_wanted(wanted), "loop": _weighed(weighed, arguments.loop, wishes)}
    show(arguments.json, document, [*_percent_lines(clears, wanted), *_weighed_lines(document["loop"])])
    return 0


def _prepare() -> None:
    """Make the graph of the first perfect clear where it has not been made."""
    from ai.tetris.guideline.first_clears import FirstClears

    if FirstClears.known() is None:
        note("the graph of the first perfect clear is made once, in about half a minute")
        with Bar("perfect clear", "fields") as bar:
            interruptible(lambda: FirstClears.made(bar.at))


def _percent(clears: PatternClears) -> dict[str, Any]:
    return {
        "queues": len(clears.queues),
        "solved": int(clears.solved.sum()),
        "saves": clears.saves,
        "rows": clears.rows,
        "pieces": clears.pieces,
    }


def _wanted(wanted: Sequence[Wanted]) -> dict[str, Any]:
    if not wanted:
        return {"wanted": None, "wishes": []}
    wishes = [{"wish": each.wish.name, "queues": each.queues, "first": each.first} for each in wanted]
    return {"wanted": sum(each.first for each in wanted), "wishes": wishes}


def _weighed(weighed: Weighed | None, clear: int, wishes: Sequence[Wish]) -> dict[str, Any] | None:
    if weighed is None:
        return None
    return {
        "clear": clear,
        "clears": round(weighed.clears, 6),
        "wanted": round(weighed.wishes, 6) if wishes else None,
        "pieces": {letter: round(mean, 6) for letter, mean in weighed.pieces.items()},
    }


def _weighed_lines(document: dict[str, Any] | None) -> Iterator[str]:
    if document is None:
        return
    yield ""
    yield f"clears in a row where the best piece is kept   {document['clears']:.4f}"
    if document["wanted"] is not None:
        yield f"where wanted saves come first                  {document['wanted']:.4f}"
    yield ""
    yield "kept    clears in a row, where it can be"
    for letter, mean in sorted(document["pieces"].items(), key=lambda each: -each[1]):
        yield f"{letter:<7} {mean:.4f}"


def _percent_lines(clears: PatternClears, wanted: Sequence[Wanted]) -> Iterator[str]:
    count, solved = len(clears.queues), int(clears.solved.sum())
    yield f"{solved:,} of {counted(count, 'queue')} ({solved / count:.2%})"
    yield f"{counted(clears.rows, 'row')}, {counted(clears.pieces, 'piece')}"
    if any(clears.saves.values()):
        yield ""
        yield "can keep    queues"
        for letter, queues in sorted(clears.saves.items(), key=lambda each: -each[1]):
            yield f"{letter:<8} {queues:>9,}  {queues / count:>7.2%}"
    if wanted:
        yield ""
        width = max(6, *(len(each.wish.name) for each in wanted))
        yield f"{'wanted':<{width}}    queues           by priority"
        for each in wanted:
            share = f"{each.queues:>9,}  {each.queues / count:>7.2%}"
            yield f"{each.wish.name:<{width}} {share}  {each.first:>9,}  {each.first / count:>7.2%}"


# -- solutions --


def _path(arguments: argparse.Namespace, clears: PatternClears) -> int:
    from cli import solution_files
    from game import saving

    solutions = interruptible(lambda: solution_files.listed(clears), "listing")
    form = "fumen" if arguments.format == "text" else arguments.format
    if arguments.output is not None:
        text = solution_files.written(clears, solutions, form, arguments.key)
        saving.save(Path(arguments.output), text.encode())
    document = {
        **_percent(clears),
        "unique": len(solutions),
        "minimal": sum(each.minimal for each in solutions),
        "fumen": solution_files.fumen_of(clears, solutions) if solutions else None,
        "solutions": [
            {
                "fumen": each.fumen,
                "queues": each.queues,
                "saves": each.saves,
                "pieces": each.pieces,
                "minimal": each.minimal,
            }
            for each in solutions
        ],
    }
    if arguments.json or (arguments.output is None and arguments.format == "text"):
        show(arguments.json, document, _path_lines(clears, solutions))
    elif arguments.output is not None:
        show(False, None, [f"{arguments.output}: {counted(len(solutions), 'solution')}"])
    else:
        show(False, None, solution_files.written(clears, solutions, form, arguments.key).splitlines())
    return 0


def _path_lines(clears: PatternClears, solutions: Sequence[Any]) -> Iterator[str]:
    yield from _percent_lines(clears, ())
    yield ""
    few = sum(each.minimal for each in solutions)
    yield f"{counted(len(solutions), 'solution')}; {few} of them, marked *, are enough for all these queues"
    for each in solutions:
        mark = "*" if each.minimal else " "
        yield f"{mark} {each.queues:>7,}  {each.queues / len(clears.queues):>7.2%}  {each.pieces:<12} {each.fumen}"


# -- cover --


def _cover(arguments: argparse.Namespace, pattern: Pattern) -> int:
    from game.tetris.guideline import fumen

    holding, hold = hold_of(arguments)
    drawings = [fumen.read(text) for text in arguments.cover]
    announce_kernels()
    import numpy as np

    from ai.tetris.guideline.covering import cover, drawn_on

    queues = pattern.queues
    dealt = queues if hold is None else np.insert(queues, 0, hold, axis=1)
    system = DROPS[arguments.drop]
    results = interruptible(
        lambda: [cover(drawn_on(pages), dealt, system, holding=holding) for pages in drawings]
    )
    some, every = np.any(results, axis=0), np.all(results, axis=0)
    counts = [int(each.sum()) for each in results]
    document = {
        "queues": len(queues),
        "covered": int(some.sum()),
        "all": int(every.sum()),
        "fumens": [
            {"fumen": text, "covered": count} for text, count in zip(arguments.cover, counts, strict=True)
        ],
    }
    show(arguments.json, document, _cover_lines(document))
    return 0


def _cover_lines(document: dict[str, Any]) -> Iterator[str]:
    count = document["queues"]
    for each in document["fumens"]:
        yield f"{each['covered']:>9,} of {count:,} queues  {each['covered'] / count:>7.2%}  {each['fumen']}"
    if len(document["fumens"]) > 1:
        yield f"{document['covered']:>9,} of {count:,} queues  {document['covered'] / count:>7.2%}  any of them"
        yield f"{document['all']:>9,} of {count:,} queues  {document['all'] / count:>7.2%}  every one"
