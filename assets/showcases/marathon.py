"""One game of very many pieces as a showcase: played again from its seed, looked through piece by piece, and told.

A caption belongs to a moment that is searched for in the game, and the numbers in it are measured there: in the
source it has places such as {equity:.2f}, which stand for what `_facts` and the search have found.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

import msgspec

from ai.engine import Limit
from ai.registry import create
from ai.tetris.classic.evaluators import evaluate, explain, maximum_equity
from ai.tetris.classic.play import Player
from game.record import Chapter, ChapterEvent, Note, Record, Seat
from game.showcase import told
from game.tetris.classic import PIECES, State, letter
from game.tetris.classic.run import Run, Stack, drawn

LEG = 100_000  # pieces in compiled code between two looks at the clock
LOW = 4  # rows: a stack that is no higher has come down again
I_PIECE = PIECES.index("I")

Fact = int | float | str
Progress = Callable[[int, int], object]


class Told(msgspec.Struct, forbid_unknown_fields=True):
    """A chapter of the source: `at` is the number of a piece or the name of a moment.

    Its event are the last `moves` pieces up to there, each shown in `slow` milliseconds.
    """

    at: int | str
    title: str
    caption: str
    moves: int = 0
    slow: int = 3000
    rest: int = 2500


class Source(msgspec.Struct, forbid_unknown_fields=True):
    """What a person writes down about a marathon: `pieces` at most, from a start, by a controller."""

    title: str
    game: str
    rules: dict[str, str]
    pieces: int
    pace: int
    created: str
    seat: Seat
    chapters: list[Told]


class Course(NamedTuple):
    """A game measured: by ply, the height of the stack, the deepest well, the equity; by piece, the rows cleared."""

    run: Run
    stacks: bytearray
    wells: bytearray
    equities: array[float]
    rows: bytearray
    pieces: bytes


class Found(NamedTuple):
    """A moment: its ply, and what was measured about it."""

    ply: int
    facts: dict[str, Fact]


def build(source: Source, pieces: int | None = None, progress: Progress | None = None) -> Record:
    """The showcase of `source`; with `pieces` only that much of the game, and the moments that are in it."""
    return tell(source, measure(play(source, pieces or source.pieces), progress))


def tell(source: Source, course: Course) -> Record:
    """The game with its chapters, and with what the controller says at each of them."""
    told_at: dict[int, Chapter] = {}
    whole = _totals(course)
    for each in source.chapters:
        found = _find(course, each.at)
        if found is not None and found.ply not in told_at:  # of two moments in one, the first one is told
            facts = whole | _facts(course.run.position(found.ply)) | found.facts
            title, caption = (_filled(text, facts) for text in (each.title, each.caption))
            begin = found.ply - each.moves
            event = ChapterEvent(begin, each.moves, slow=each.slow, rest=each.rest) if each.moves else None
            told_at[found.ply] = Chapter(begin, title, caption, event=event)
    chapters = [told_at[ply] for ply in sorted(told_at)]
    record = Record(
        game=source.game,
        rules=course.run.rules,
        seats=(source.seat,),
        run=course.run,
        notes=_opinions(course.run, [chapter.ply for chapter in chapters]),
        created=source.created,
    )
    return told(record, source.title, chapters, source.pace)


def _filled(text: str, facts: dict[str, Fact]) -> str:
    """A text with its numbers, thousands apart by a thin space as in the window."""
    return re.sub(r"(?<=\d),(?=\d{3})", "\u2009", text.strip().format(**facts))


def play(source: Source, pieces: int) -> Run:
    """The game of `source` again, up to so many pieces or its end."""
    start = State.open(source.rules)
    player, run = Player(source.seat.engine, start.table), Run(start, source.seat.engine)
    player.begin(start)
    while run.count < pieces and not player.over:
        leg = player.go(min(LEG, pieces - run.count))
        run.append(leg.columns, leg.tucks, leg.marks)
    return run


def measure(run: Run, progress: Progress | None = None) -> Course:
    """Look through all of a game."""
    course = Course(
        run, bytearray(), bytearray(), array("d"), bytearray(), drawn(run.start.pieces, run.count)
    )
    cells = run.start.board.cells
    for ply, stack in enumerate(run.stacks()):
        board = stack.board
        course.stacks.append(board.height - board.top)
        course.wells.append(_well(stack)[0])
        course.equities.append(evaluate(board, run.controller))
        if ply:
            course.rows.append((cells + 4 - board.cells) // board.width)
        cells = board.cells
        if progress is not None and ply % 1000 == 0:
            progress(ply, run.count)
    return course


def _well(stack: Stack) -> tuple[int, int]:
    """Depth and column of the deepest gap that is one column wide: its lower wall counts."""
    outline, last = stack.outline, stack.width - 1
    return max(
        (outline[x] - max(outline[y] for y in (x - 1, x + 1) if 0 <= y <= last), -x) for x in range(last + 1)
    )


# -- what is measured --


def _totals(course: Course) -> dict[str, Fact]:
    """What is true of the whole game."""
    at_once = Counter(course.rows)
    return {
        "seed": str(course.run.start.pieces),
        "count": course.run.count,
        "all_rows": sum(course.rows),
        "singles": at_once[1],
        "doubles": at_once[2],
        "triples": at_once[3],
        "fours": at_once[4],
        "empty": course.stacks.count(0) - (course.stacks[0] == 0),
        "mean_stack": sum(course.stacks) / len(course.stacks),
        "mean_equity": sum(course.equities) / len(course.equities),
        "low_share": 100 * sum(stack <= 8 for stack in course.stacks) / len(course.stacks),
    }


def _facts(state: State) -> dict[str, Fact]:
    """What the evaluator sees in a position."""
    seen = explain(state.board)
    return {
        "ply": state.ply,
        "cleared": state.cleared,
        "stack": state.board.height - state.board.top,
        "equity": seen.equity,
        "height": seen.height,
        "structure": seen.structure,
        "hollows": seen.hollows,
        "areas": len(seen.areas),
        "covered": len(seen.covered),
        "holes": sum(len(row.holes) for row in seen.covered),
        "piece": "none" if state.piece is None else letter(state.piece),
        "top_columns": state.board.outline.count(state.board.top),
        "top_cost": max(column.value for column in seen.columns),
        "lost": maximum_equity(state.board.width, state.board.height),
    }


def _opinions(run: Run, plies: list[int]) -> tuple[Note, ...]:
    """What the controller says at these plies, and one piece later, when it shows what it has done."""
    engine, notes = create(run.controller, "full", game="classic"), []
    for ply in sorted({*plies, *(each + 1 for each in plies if each < run.count)}):
        *_, advice = engine.think(run.position(ply), Limit())
        notes.append(Note(ply, advice))
    return tuple(note for note in notes if note.advice.choices)


# -- the moments --


def _find(course: Course, at: int | str) -> Found | None:
    """The moment, or None where this much of the game does not have it."""
    if isinstance(at, int):
        return Found(at, {}) if at <= course.run.count else None
    return MOMENTS[at](course)


def _telling(course: Course) -> Found | None:
    """The first board in which each of the three terms has something to show, and not too much."""
    for ply in range(course.run.count + 1):
        if 25 <= course.equities[ply] <= 35 and course.stacks[ply] <= 10:
            seen = explain(course.run.position(ply).board)
            if 3 <= len(seen.areas) <= 6 and len(seen.covered) >= 2:
                return Found(ply, {})
    return None


def _first_four(course: Course) -> Found | None:
    """The first four rows at once."""
    piece = course.rows.find(4)
    return Found(piece + 1, {}) if piece >= 0 else None


def _emptied(course: Course) -> Found | None:
    """The first time that nothing is left."""
    ply = course.stacks.find(0, 1)
    return Found(ply, {}) if ply >= 0 else None


def _deepest_well(course: Course) -> Found:
    """The deepest well that is one column wide, the first of them."""
    depth = max(course.wells)
    ply = course.wells.find(depth)
    board = course.run.position(ply).board
    column = -_well(Stack(board))[1]
    area = max(
        (area for area in explain(board).areas if (area.x, area.width) == (column, 1)),
        key=lambda area: area.height,
    )
    facts: dict[str, Fact] = {
        "depth": depth,
        "column": column,
        "well": area.label,
        "well_width": area.width_factor,
        "well_height": area.height_factor,
        "well_value": area.value,
    }
    return Found(ply, facts)


def _longest_wait(course: Course) -> Found:
    """The end of the longest time without an I."""
    places = [-1, *(place for place, piece in enumerate(course.pieces) if piece == I_PIECE)]
    wait, after = max((after - before - 1, -after) for before, after in pairwise(places))
    ply = -after
    return Found(ply, {"wait": wait, "wait_top": max(course.stacks[ply - wait : ply + 1])})


def _last_low(course: Course) -> int:
    """The last ply with a low stack: what comes after may be the end of the game."""
    return max(map(course.stacks.rfind, map(bytes, ([rows] for rows in range(LOW + 1)))))


def _highest(course: Course) -> int:
    """The ply of the highest stack from which the game came down again, the first of them."""
    return course.stacks.find(max(course.stacks[: _last_low(course)]), 0, _last_low(course))


def _climb(course: Course) -> Found:
    """The last low stack before the highest one."""
    top = _highest(course)
    ply = max(course.stacks.rfind(bytes([rows]), 0, top) for rows in range(LOW + 1))
    rows = sum(course.rows[ply:top])
    return Found(ply, {"pieces_up": top - ply, "rows_up": rows, "top": course.stacks[top]})


def _down_again(course: Course) -> Found:
    """The first low stack after the highest one."""
    top = _highest(course)
    found = (course.stacks.find(bytes([rows]), top) for rows in range(LOW + 1))
    ply = min(ply for ply in found if ply >= 0)
    return Found(
        ply, {"pieces_down": ply - top, "rows_down": sum(course.rows[top:ply]), "top": course.stacks[top]}
    )


def _largest_equity(course: Course) -> Found:
    """The dearest board from which the game came down again, the first of them."""
    values = course.equities[: _last_low(course)]
    return Found(values.index(max(values)), {})


def _end(course: Course) -> Found | None:
    """The last position of a game that is over."""
    last = course.run.position(course.run.count)
    if not last.lost:
        return None
    low = _last_low(course)
    return Found(last.ply, {"low_before": last.ply - low, "low": course.stacks[low]})


MOMENTS: dict[str, Callable[[Course], Found | None]] = {
    "telling": _telling,
    "first four": _first_four,
    "emptied": _emptied,
    "deepest well": _deepest_well,
    "longest wait": _longest_wait,
    "climb": _climb,
    "highest": lambda course: Found(_highest(course), {}),
    "down again": _down_again,
    "largest equity": _largest_equity,
    "end": _end,
}
