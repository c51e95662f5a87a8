"""Solutions of perfect clears as files: fumens, tables as solution-finder writes them, and a page with drawings."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ai.tetris.guideline.covering import Drawn, orders_of, way_of
from ai.tetris.guideline.pictures import page_of
from cli import drawn_pages
from cli.drawn_pages import LINK, Figure
from game.tetris.guideline import PIECES, fumen
from game.tetris.guideline.fumen.text import MOST_PAGES
from game.tetris.guideline.patterns import name_of
from game.tetris.guideline.saves import ORDER, left_over

if TYPE_CHECKING:
    from ai.tetris.guideline.pattern_clears import PatternClears
    from ai.tetris.guideline.pictures import Solution

# the names of columns that programs look for
_BY_SOLUTION = (
    "テト譜", "使用ミノ", "対応ツモ数 (対地形&パターン)", "対応ツモ数 (対地形)", "対応ツモ数 (対パターン)",
    "ツモ (対地形&パターン)", "ツモ (対地形)", "ツモ (対パターン)",
)  # fmt: skip
_BY_PATTERN = ("ツモ", "対応地形数", "使用ミノ", "未使用ミノ", "テト譜")
_BY_PIECES = ("使用ミノ", "対応地形数", "対応ツモ数 (対パターン)", "テト譜", "ツモ (対パターン)")
_TURNED = "0R2L"  # by orientation


@dataclass(frozen=True)
class Listed:
    """A solution as it is told: its fumen, its pieces as letters, its queues, and what it keeps with how many."""

    solution: Solution
    fumen: str
    pieces: str
    queues: int
    saves: dict[str, int]
    minimal: bool


def listed(clears: PatternClears) -> list[Listed]:
    """All solutions of a search, those of most queues first."""
    minimal = set(clears.pictures.minimal)
    return [
        Listed(
            solution,
            fumen.write([page_of(clears.field, solution.placed, left_over(solution.pieces))]),
            left_over(solution.pieces),
            int(clears.solved_by(solution).sum()),
            clears.kept_by(solution),
            number in minimal,
        )
        for number, solution in enumerate(clears.pictures.solutions)
    ]


def fumen_of(clears: PatternClears, solutions: Sequence[Listed]) -> str:
    """One fumen with a page for each solution, as far as one goes, and its pieces and queues as the comment."""
    count = len(clears.queues)
    pages = [
        page_of(
            clears.field,
            each.solution.placed,
            f"{each.pieces} {each.queues}/{count} ({each.queues / count:.2%})",
        )
        for each in solutions[:MOST_PAGES]
    ]
    return fumen.write(pages)


def written(clears: PatternClears, solutions: Sequence[Listed], form: str, key: str) -> str:
    """The solutions as `fumen`, `html`, or `csv` with a line for each `key`."""
    if form == "fumen":
        return fumen_of(clears, solutions) + "\n" if solutions else ""
    if form == "html":
        return _page(clears, solutions)
    if key == "none":
        return "".join(f"{_steps(clears, each)}\n" for each in solutions)
    text = io.StringIO()
    rows = {"solution": _by_solution, "pattern": _by_pattern, "use": _by_pieces}[key]
    csv.writer(text, lineterminator="\n").writerows(rows(clears, solutions))
    return text.getvalue()


# -- tables --


def _by_solution(clears: PatternClears, solutions: Sequence[Listed]) -> Iterator[Sequence[object]]:
    yield _BY_SOLUTION
    dealt = _orders_dealt(clears)
    for each in solutions:
        orders = _orders(clears, each.solution)
        inside = [order for order in orders if order in dealt]
        queues = _names(clears, clears.solved_by(each.solution))
        yield (
            LINK + each.fumen, each.pieces, len(inside), len(orders), len(queues),
            ";".join(inside), ";".join(orders), ";".join(queues),
        )  # fmt: skip


def _by_pattern(clears: PatternClears, solutions: Sequence[Listed]) -> Iterator[Sequence[object]]:
    yield _BY_PATTERN
    solved = [clears.solved_by(each.solution) for each in solutions]
    for number, queue in enumerate(clears.queues):
        mine = [each for each, solves in zip(solutions, solved, strict=True) if solves[number]]
        uses = list(dict.fromkeys(each.pieces for each in mine))
        letters = name_of(queue) if not clears.held else PIECES[clears.held[0]] + name_of(queue)
        rest = [_without(letters, pieces) for pieces in uses]
        fumens = ";".join(each.fumen for each in mine)
        yield name_of(queue), len(mine), ";".join(uses), ";".join(rest), fumens


def _by_pieces(clears: PatternClears, solutions: Sequence[Listed]) -> Iterator[Sequence[object]]:
    yield _BY_PIECES
    groups = defaultdict[str, list[Listed]](list)
    for each in solutions:
        groups[each.pieces].append(each)
    for pieces, some in groups.items():
        solved = np.any([clears.solved_by(each.solution) for each in some], axis=0)
        queues = _names(clears, solved)
        yield pieces, len(some), len(queues), ";".join(each.fumen for each in some), ";".join(queues)


def _steps(clears: PatternClears, each: Listed) -> str:
    """The placements of a solution in one order: piece, turn, and where its centre is."""
    way = way_of(clears.field, each.solution.placed, clears.system)
    return ";".join(f"{PIECES[at.piece]},{_TURNED[at.orientation]},{at.x},{at.y}" for at in way)


def _names(clears: PatternClears, solved: Iterable[object]) -> list[str]:
    return [name_of(queue) for queue in clears.queues[np.asarray(solved, np.bool_)]]


def _without(letters: str, used: str) -> str:
    for letter in used:
        letters = letters.replace(letter, "", 1)
    return "".join(sorted(letters, key=ORDER.index))


def _orders(clears: PatternClears, solution: Solution) -> list[str]:
    """Every order of its pieces in which a solution can be placed."""
    ways = orders_of(Drawn(clears.field, solution.placed), clears.system)
    names: list[set[str]] = [set() for _ in ways.used]
    names[0].add("")
    used = ways.used.tolist()
    for node in range(len(names)):
        for after, _ in ways.edges[ways.starts[node] : ways.starts[node + 1]].tolist():
            letter = PIECES[((used[after] - used[node]).bit_length() - 1) // 4]
            names[after] |= {name + letter for name in names[node]}
    return sorted(set().union(*names[int(ways.begins[-1]) :]))


def _orders_dealt(clears: PatternClears) -> set[str]:
    """Every order in which the queues can place as many pieces as it takes."""
    results = set[str]()
    held = "".join(PIECES[piece] for piece in clears.held)
    for queue in {held + name_of(queue[: clears.pieces + 1]) for queue in clears.queues}:
        states = {("", queue[0], queue[1:])} if clears.holding else {(queue[: clears.pieces], "", "")}
        for _ in range(clears.pieces if clears.holding else 0):
            states = {
                after
                for order, held, rest in states
                for after in (
                    (order + held, rest[:1], rest[1:]),
                    *([(order + rest[0], held, rest[1:])] if rest else []),
                )
            }
        results |= {order for order, _, _ in states}
    return results


# -- a page --


def _page(clears: PatternClears, solutions: Sequence[Listed]) -> str:
    """A page of HTML: the solutions by the piece that they keep, each drawn, with its share and its fumen."""
    count, solved = len(clears.queues), int(clears.solved.sum())
    head = f"{solved:,} of {count:,} queues ({solved / count:.2%})"
    intro = f"{len(solutions):,} solutions; those marked {drawn_pages.STAR} are enough for all queues."
    groups = list[tuple[str, list[Figure]]]()
    for letter, some in _by_kept(solutions):
        queues = clears.saves[letter] if letter else solved
        title = f"keeps {letter}" if letter else "keeps nothing"
        figures = [
            Figure(
                clears.field,
                each.solution.placed,
                each.fumen,
                each.pieces,
                f"{share:,} queues, {share / count:.2%}",
                each.minimal,
            )
            for share, each in sorted(
                ((one.saves.get(letter, one.queues), one) for one in some), key=lambda pair: -pair[0]
            )
        ]
        groups.append((f"{title}: {queues:,} queues ({queues / count:.2%})", figures))
    return drawn_pages.page("Perfect clears", head, intro, groups, clears.rows)


def _by_kept(solutions: Sequence[Listed]) -> Iterator[tuple[str, list[Listed]]]:
    """The solutions by what they keep; one that can keep several pieces is there for each."""
    for letter in ORDER:
        some = [each for each in solutions if letter in each.saves]
        if some:
            yield letter, some
    none = [each for each in solutions if not each.saves]
    if none:
        yield "", none
