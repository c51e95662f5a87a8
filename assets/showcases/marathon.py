"""One game of very many pieces as a showcase: played again from its seed, looked through piece by piece, and told.

Chapters belong to moments that are searched for in the game; what is told there has the facts of its position
(`telling.py`).
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

import msgspec

from ai.engine import Limit
from ai.registry import create
from ai.tetris.classic.evaluators import evaluate, explain
from ai.tetris.classic.play import Player
from assets.showcases.telling import Facts, ToldChapter, tell
from game.errors import BadInput
from game.record import Note, Record, Seat
from game.showcase import with_chapters
from game.tetris.classic import PIECES, State, letter
from game.tetris.classic.run import Run, Stack, drawn
from gui.ui.filling import Chance, fill

LEG = 100_000  # pieces in compiled code between two looks at the clock
LOW = 4  # rows: a stack that is no higher has come down again
LOW_STACK = 8  # rows: in how much of the game the stack is no higher is told
I_PIECE = PIECES.index("I")

Progress = Callable[[int, int], object]


class Source(msgspec.Struct, forbid_unknown_fields=True):
    """A source of a marathon: `pieces` at most, from a start, by a controller.

    Chapters are at a piece or at one of `MOMENTS`.
    """

    title: str
    game: str
    rules: dict[str, str]
    pieces: int
    pace: int
    created: str
    seat: Seat
    chapters: list[ToldChapter]


class Course(NamedTuple):
    """A game measured: by ply, the rows of the stack, the deepest well, the equity; by piece, the rows cleared."""

    run: Run
    stacks: bytearray
    wells: bytearray
    equities: array[float]
    rows: bytearray
    pieces: bytes


def build(source: Source, pieces: int | None = None, progress: Progress | None = None) -> Record:
    """The showcase of `source`; with `pieces` only that much of the game, and the chapters that are in it.

    Raises `BadInput` as `tell`.
    """
    course = measure(play(source, pieces or source.pieces), progress)
    if pieces is not None:
        source = msgspec.structs.replace(source, chapters=_within(source, course))
    return tell_of(source, course)


def _within(source: Source, course: Course) -> list[ToldChapter]:
    """The chapters of a part of the game; of two moments in one, the first one is told."""
    plies = [_moment(course, details.at) for details in source.chapters]
    known = [ply for ply in plies if ply is not None and ply <= course.run.count]
    first = dict(zip(reversed(plies), reversed(source.chapters), strict=True))
    return [first[ply] for ply in sorted(set(known))]


def tell_of(source: Source, course: Course) -> Record:
    """The game with its chapters, and with what the controller says at each of them. Raises `BadInput` as `tell`."""
    run, whole = course.run, _totals(source, course)

    def moment(details: ToldChapter) -> int:
        result = _moment(course, details.at)
        if result is None:
            raise BadInput(f"there is no {details.at!r} in this game")
        return result

    def facts(ply: int) -> Facts:
        return position_facts(run.position(ply)) | _neighbours(course, ply)

    ordered = sorted(source.chapters, key=moment)
    chapters = tell(ordered, moment, facts, whole, run.count)
    spoken = {chapter.ply for chapter in chapters}
    spoken |= {remark.ply for chapter in chapters for remark in chapter.remarks}
    record = Record(
        game=source.game,
        rules=run.rules,
        seats=(source.seat,),
        run=run,
        notes=_opinions(run, sorted(spoken)),
        created=source.created,
    )
    return with_chapters(record, fill(source.title, whole), chapters, source.pace)


def play(source: Source, pieces: int) -> Run:
    """The game of `source` again, up to so many pieces or its end."""
    start = State.open(source.rules)
    player, run = Player(source.seat.engine, start.rules), Run(start, source.seat.engine)
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
        course.wells.append(max(0, _well(stack.outline)[0]))
        course.equities.append(evaluate(board, run.controller))
        if ply:
            course.rows.append((cells + 4 - board.cells) // board.width)
        cells = board.cells
        if progress is not None and ply % 1000 == 0:
            progress(ply, run.count)
    return course


# -- what is measured --


def _totals(source: Source, course: Course) -> Facts:
    """Return the facts of the whole game."""
    run, at_once = course.run, Counter(course.rows)
    board = run.start.board
    facts: Facts = {
        "controller": source.seat.name,
        "pieces": run.count,
        "all_rows": sum(course.rows),
        "singles": at_once[1],
        "doubles": at_once[2],
        "triples": at_once[3],
        "fours": at_once[4],
        "emptied": course.stacks.count(0) - (course.stacks[0] == 0),
        "mean_stack": sum(course.stacks) / len(course.stacks),
        "deepest": max(course.wells),
        "low_rows": LOW,
        "low_stack": LOW_STACK,
        "low_share": Chance(sum(stack <= LOW_STACK for stack in course.stacks) / len(course.stacks)),
        "board_rows": board.height,
        "board_columns": board.width,
        "empty_column": explain(board).columns[0].value,
    }
    climb, top, down = (_moment(course, name) for name in ("climb", "highest", "down again"))
    if climb is not None and top is not None and down is not None:
        facts |= {
            "top": course.stacks[top],
            "pieces_up": top - climb,
            "rows_up": sum(course.rows[climb:top]),
            "pieces_down": down - top,
            "pieces_high": down - climb,
            "rows_down": sum(course.rows[top:down]),
        }
    return facts


def position_facts(state: State) -> Facts:
    """Return the evaluator's facts about a position, and the deepest well on its board."""
    seen, outline = explain(state.board), Stack(state.board).outline
    columns = [column.value for column in seen.columns]
    depth, column = _well(outline)
    facts: Facts = {
        "ply": state.ply,
        "cleared": state.cleared,
        "stack": state.board.height - state.board.top,
        "equity": seen.equity,
        "height": seen.height,
        "structure": seen.structure,
        "hollows": seen.hollows,
        "areas": len(seen.areas),
        "covered": len(seen.covered),
        "piece": "none" if state.piece is None else letter(state.piece),
        "top_cost": max(columns),
    }
    areas = [area for area in seen.areas if (area.x, area.width) == (column, 1)]
    if depth > 0 and areas:
        area = max(areas, key=lambda area: area.height)
        facts |= {
            "well_depth": depth,
            "well_column": column + 1,  # as every list counts them
            "well_area": area.label,
            "well_width": area.width_factor,
            "well_rows": area.height_factor,
            "well_cost": area.value,
        }
    return facts


def _neighbours(course: Course, ply: int) -> Facts:
    """Return the recent past of a position.

    The rows of its last piece, and the pieces since the last I and since a low stack.
    """
    since_i = ply - 1 - course.pieces.rfind(bytes([I_PIECE]), 0, ply)
    low = _before(course, ply, LOW)
    return {
        "rows": course.rows[ply - 1] if ply else 0,
        "wait": since_i,
        "wait_top": max(course.stacks[ply - since_i : ply + 1]),
        "since_low": ply - low,
        "low": course.stacks[low],
    }


def _before(course: Course, ply: int, rows: int) -> int:
    """The last ply up to this one with a stack no higher than so many rows."""
    return max(course.stacks.rfind(bytes([each]), 0, ply + 1) for each in range(rows + 1))


def _well(outline: Sequence[int]) -> tuple[int, int]:
    """Depth and column of the deepest gap that is one column wide: its lower wall counts."""
    last = len(outline) - 1
    depth, column = max(
        (outline[x] - max(outline[y] for y in (x - 1, x + 1) if 0 <= y <= last), -x) for x in range(last + 1)
    )
    return depth, -column


def _opinions(run: Run, plies: list[int]) -> tuple[Note, ...]:
    """Return the controller's opinions at these plies, and one piece later, when the choice has been made."""
    engine, notes = create(run.controller, "full", game="classic"), []
    for ply in sorted({*plies, *(each + 1 for each in plies if each < run.count)}):
        *_, advice = engine.think(run.position(ply), Limit())
        notes.append(Note(ply, advice))
    return tuple(note for note in notes if note.advice.choices)


# -- the moments, each a ply; None where this much of the game does not have it --


def _moment(course: Course, at: int | str) -> int | None:
    """The ply of a moment. Raises `BadInput` for an unknown one."""
    if isinstance(at, int):
        return at
    if at not in MOMENTS:
        raise BadInput(f"there is no moment {at!r}; known: a piece's number, {', '.join(MOMENTS)}")
    return MOMENTS[at](course)


def _telling(course: Course) -> int | None:
    """The first board in which each of the three terms has something to show, and not too much."""
    for ply in range(course.run.count + 1):
        if 25 <= course.equities[ply] <= 35 and course.stacks[ply] <= 10:
            seen = explain(course.run.position(ply).board)
            if 3 <= len(seen.areas) <= 6 and len(seen.covered) >= 2:
                return ply
    return None


def _first_four(course: Course) -> int | None:
    """The first four rows at once."""
    piece = course.rows.find(4)
    return piece + 1 if piece >= 0 else None


def _emptied(course: Course) -> int | None:
    """The first time that nothing is left."""
    ply = course.stacks.find(0, 1)
    return ply if ply >= 0 else None


def _deepest_well(course: Course) -> int:
    """The deepest well that is one column wide, the first of them."""
    return course.wells.find(max(course.wells))


def _well_filled(course: Course) -> int | None:
    """The first four rows at once after the deepest well."""
    piece = course.rows.find(4, _deepest_well(course))
    return piece + 1 if piece >= 0 else None


def _longest_wait(course: Course) -> int:
    """The end of the longest time without an I."""
    places = [-1, *(place for place, piece in enumerate(course.pieces) if piece == I_PIECE)]
    _, after = max((after - before - 1, -after) for before, after in pairwise(places))
    return -after


def _last_low(course: Course) -> int:
    """The last ply with a low stack: what comes after may be the end of the game."""
    return _before(course, len(course.stacks) - 1, LOW)


def _highest(course: Course) -> int:
    """The ply of the highest stack from which the game came down again, the first of them."""
    return course.stacks.find(max(course.stacks[: _last_low(course)]), 0, _last_low(course))


def _rescued(course: Course) -> int:
    """The first cleared rows after the highest stack."""
    highest = _highest(course)
    return next(piece + 1 for piece in range(highest, len(course.rows)) if course.rows[piece])


def _climb(course: Course) -> int:
    """The last low stack before the highest one."""
    return _before(course, _highest(course) - 1, LOW)


def _down_again(course: Course) -> int:
    """The first low stack after the highest one."""
    generator = (course.stacks.find(bytes([rows]), _highest(course)) for rows in range(LOW + 1))
    return min(ply for ply in generator if ply >= 0)


def _largest_equity(course: Course) -> int:
    """The costliest board from which the game came down again, the first of them."""
    values = course.equities[: _last_low(course)]
    return values.index(max(values))


def _end(course: Course) -> int | None:
    """The last position of a game that is over."""
    return course.run.count if course.run.position(course.run.count).lost else None


MOMENTS: dict[str, Callable[[Course], int | None]] = {
    "telling": _telling,
    "first four": _first_four,
    "emptied": _emptied,
    "deepest well": _deepest_well,
    "well filled": _well_filled,
    "longest wait": _longest_wait,
    "climb": _climb,
    "highest": _highest,
    "rescued": _rescued,
    "down again": _down_again,
    "largest equity": _largest_equity,
    "end": _end,
}
