"""A position of guideline Tetris as something to be drawn: board, queue, hold and bag edited, every step kept."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Self

from game.errors import BadInput
from game.tetris.board_text import board_text
from game.tetris.guideline.bags import MOST_LISTED, Kind, Queue
from game.tetris.guideline.field import BARE, COLUMNS, FULL_ROW, GARBAGE, ROWS, UNKNOWN, Field, Paint
from game.tetris.guideline.fumen import Drawing, Page, Quiz
from game.tetris.guideline.fumen.text import HEIGHT, LETTERS, is_fumen
from game.tetris.guideline.fumen.text import read as read_fumen
from game.tetris.guideline.pieces import PIECES, letter
from game.tetris.guideline.state import State

# Whether bags can deal a queue that a person has written, and what they can give behind it.

Letters = tuple[int, ...]
_SHOWN = 14  # letters of a queue that a sentence repeats


def left_behind(listed: Letters, bag: Letters, left: Letters | None = None) -> Letters:
    """The letters still in the bag once the `listed` pieces are drawn, sorted and never none.

    The queue may begin anywhere within a bag; where nothing else is said, it begins with a new one if it can. With
    `left` these letters are to be left, and are checked. An empty `bag` is none: every piece can come. Raises
    `BadInput` for a queue that no bags deal, and for letters that cannot be left.
    """
    if not bag:
        return ()
    full = tuple(sorted(bag))
    results = [_rest(last, full) for last, _ in _last_bags(listed, bag)]
    if not results:
        raise BadInput(_flaw(listed, bag))
    if left is None:
        return results[0]
    asked = tuple(sorted(left)) or full
    if any(_can_be_left(asked, last, full, begun=begun) for last, begun in _last_bags(listed, bag)):
        return asked
    raise BadInput(f"{_word(asked)} cannot be left in a bag of {_word(full)} behind {_tail(listed)}")


def _last_bags(listed: Letters, bag: Letters) -> Iterator[tuple[Letters, bool]]:
    """The pieces of the queue's last bag in every way to part it, and whether that bag begins within the queue.

    Ways in which the queue begins with more of a bag come first.
    """
    size = len(bag)
    for first in range(size, 0, -1):
        parts = [listed[:first], *(listed[at : at + size] for at in range(first, len(listed), size))]
        if all(_within(part, bag) for part in parts):
            yield parts[-1], len(parts) > 1


def _can_be_left(left: Letters, last: Letters, full: Letters, *, begun: bool) -> bool:
    """Return True if a bag of which the `last` pieces came can still hold `left`.

    A bag that had begun before the queue may have held anything more, or nothing: then the next one is full.
    """
    if begun:
        return left == _rest(last, full)
    return left == full or _within(left + last, full)


def _rest(last: Letters, full: Letters) -> Letters:
    """Return the rest of a full bag behind these pieces; a new one where nothing is."""
    items = list(full)
    for piece in last:
        items.remove(piece)
    return tuple(items) or full


def _within(part: Letters, bag: Letters) -> bool:
    return all(part.count(piece) <= bag.count(piece) for piece in part)


def _flaw(listed: Letters, bag: Letters) -> str:
    """Return the first piece that no bags deal."""
    end = bisect_left(range(len(listed)), True, key=lambda n: not any(_last_bags(listed[:n], bag)))
    return (
        f"piece {end} of the queue cannot be {letter(listed[end - 1])}: no bags of {_word(tuple(sorted(bag)))} "
        f"deal {_tail(listed[:end])}"
    )


def _tail(listed: Letters) -> str:
    return ("…" if len(listed) > _SHOWN else "") + _word(listed[-_SHOWN:])


def _word(pieces: Letters) -> str:
    return "".join(PIECES[piece] for piece in pieces)


# Painting a board: single cells, and whole rows that move, turn over, go or come up.

Shift = Literal["left", "right", "up", "down"]
ERASER = BARE
BRUSHES = (*PIECES, GARBAGE, ERASER)
_MIRRORED = str.maketrans("LJSZ", "JLZS")
Cell = tuple[int, int]


def changed(state: State, **changes: Any) -> State:
    """The position with some of its parts changed: no move led here, and no game began before."""
    return replace(state, **{"last": None, "first": None, "pushed_out": False, **changes})


def painted(state: State, cells: Iterable[Cell], brush: str) -> State:
    """The position with these cells (column, row) filled by `brush`, or empty for the eraser; others are left alone."""
    inside = [(x, y) for x, y in cells if 0 <= x < COLUMNS and 0 <= y < ROWS]
    rows = list(state.field.rows)
    for x, y in inside:
        rows[y] = rows[y] & ~(1 << x) if brush == ERASER else rows[y] | 1 << x
    return changed(state, field=Field(tuple(rows)), paint=state.paint.with_cells(inside, brush))


def shifted(state: State, way: Shift) -> State:
    """The position with all cells moved by one; what leaves the field is gone."""
    rows = _letters(state)
    if way == "up":
        rows = ["." * COLUMNS, *rows[:-1]]
    elif way == "down":
        rows = [*rows[1:], "." * COLUMNS]
    elif way == "left":
        rows = [row[1:] + "." for row in rows]
    else:
        rows = ["." + row[:-1] for row in rows]
    return _of_letters(state, rows)


def mirrored(state: State) -> State:
    """The position with left and right exchanged, and with them L and J, S and Z: also those to come."""
    rows = [row[::-1].translate(_MIRRORED) for row in _letters(state)]
    queue = state.queue
    listed, bag, left = (_twins(each) for each in (queue.listed, queue.bag, queue.left))
    turned = replace(queue, listed=listed, bag=tuple(sorted(bag)), left=tuple(sorted(left)))
    hold = None if state.hold is None else _twin(state.hold)
    return _of_letters(replace(state, queue=turned, hold=hold), rows)


def cleared(state: State) -> State:
    """The position with an empty board."""
    return changed(state, field=Field.empty(), paint=Paint())


def without_full_rows(state: State) -> State:
    """The position once its full rows are gone; everything above them has moved down."""
    return changed(state, field=state.field.cleared(), paint=state.paint.without(state.field.full_rows))


def with_garbage(state: State, hole: int) -> State:
    """The position pushed up by a row of garbage that is open in column `hole`."""
    row = FULL_ROW & ~(1 << hole)
    return changed(state, field=state.field.add_garbage((row,))[0], paint=state.paint.pushed((row,)))


def flaw_of_board(state: State) -> str:
    """Return why pieces cannot be placed on this board, as a sentence; empty where nothing does."""
    full = state.field.full_rows
    if not full:
        return ""
    if len(full) == 1:
        return f"Row {full[0] + 1} is full. Open a cell of it, or clear it."
    return f"Rows {', '.join(str(y + 1) for y in full)} are full. Open a cell of each, or clear them."


def _letters(state: State) -> list[str]:
    """All rows, the bottom row first, each cell in its letter."""
    cells = range(COLUMNS)
    return [
        "".join(state.paint.letter(x, y) if row >> x & 1 else BARE for x in cells)
        for y, row in enumerate(state.field.rows)
    ]


def _of_letters(state: State, rows: list[str]) -> State:
    """The position with these rows, the bottom row first."""
    field = Field(tuple(sum(1 << x for x, cell in enumerate(row) if cell != BARE) for row in rows))
    top = field.height
    return changed(state, field=field, paint=Paint(tuple(row.replace(UNKNOWN, BARE) for row in rows[:top])))


def _twins(letters: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(_twin, letters))


def _twin(piece: int) -> int:
    return PIECES.index(PIECES[piece].translate(_MIRRORED))


# Editing what comes: the queue piece by piece, what deals behind it, the letters in the bag, and the hold.


def with_piece_at(state: State, at: int, piece: int) -> State:
    """The position whose queue has `piece` at place `at`; at its end it grows.

    What follows stays if bags can still deal it, else it is dealt anew. Raises `BadInput` where they cannot deal the
    queue even up to there.
    """
    ahead, behind = _parted(state.queue, at)
    return _joined(state, _extended(ahead, (piece,)), behind[1:])


def without_piece(state: State, at: int) -> State:
    """The position whose queue lacks the piece at place `at`; what follows moves up, or is dealt anew."""
    ahead, behind = _parted(state.queue, at)
    return _joined(state, ahead, behind[1:])


def with_piece_moved(state: State, source: int, to: int) -> State:
    """The position whose queue has one piece at another place; those between make room. Raises `BadInput`."""
    queue = _written(state.queue, max(source, to) + 1)
    listed = list(queue.listed)
    if not 0 <= min(source, to) <= max(source, to) < len(listed):
        raise BadInput(f"the queue has {len(listed)} pieces")
    listed.insert(to, listed.pop(source))
    return changed(state, queue=_extended(_parted(queue, 0)[0], tuple(listed)))


def with_listed(state: State, listed: Letters) -> State:
    """The position whose queue begins with exactly these pieces. Raises `BadInput` where no bags deal them."""
    return changed(state, queue=_extended(_parted(state.queue, 0)[0], listed))


def without_queue(state: State) -> State:
    """The position to which no pieces come."""
    return changed(state, queue=Queue.of(()))


def with_kind(state: State, kind: Kind, seed: int) -> State:
    """The position in which other pieces follow the written ones. Raises `BadInput` where their bags cannot."""
    listed = state.queue.listed
    fresh = Queue.of(()) if kind == "list" else Queue.parse(f"{kind}:{seed}")
    return changed(state, queue=_extended(fresh, listed))


def with_left(state: State, left: Letters) -> State:
    """The position in whose bag these letters are left behind the written queue. Raises `BadInput`."""
    queue = state.queue
    if not queue.bag:
        raise BadInput("these pieces come from no bag")
    return changed(state, queue=replace(queue, left=left_behind(queue.listed, queue.bag, left)))


def without_left(state: State, piece: int) -> State:
    """The position in whose bag a letter is not left; with it go those that have come since the bag was opened.

    Raises `BadInput`, also where no letter would be left.
    """
    queue = state.queue
    if not queue.bag:
        raise BadInput("these pieces come from no bag")
    left = _less(queue.left, piece)
    try:
        if not left:
            raise BadInput("a bag is never empty: with its last letter a new one begins")
        return with_left(state, left)
    except BadInput:
        rest = _less(left_behind(queue.listed, queue.bag), piece)
        if not rest or rest == left:
            raise
        return with_left(state, rest)


def written(state: State, count: int) -> State:
    """The same position, with the next `count` pieces written down instead of still to be dealt."""
    return changed(state, queue=_written(state.queue, count))


def with_hold(state: State, piece: int | None) -> State:
    """The position with another piece in hold, or none. Raises `BadInput` where the rules have no hold."""
    if not state.rules.hold:
        raise BadInput("this game is played without hold")
    return changed(state, hold=piece)


def with_counts(state: State, combo: int, chain: int) -> State:
    """The position after so many clears in a row and so many difficult ones, both 0 at least."""
    return changed(state, combo=max(0, combo), chain=max(0, chain))


def _written(queue: Queue, count: int) -> Queue:
    """The queue with at least `count` pieces listed, or all that come."""
    if count <= len(queue.listed):
        return queue
    if count > MOST_LISTED:
        raise BadInput(f"a queue of {count:,} pieces is too long; {MOST_LISTED:,} can be written")
    return replace(queue.after(count), listed=queue.pieces(count))


def _parted(queue: Queue, at: int) -> tuple[Queue, Letters]:
    """The queue that ends, as far as it is written, before a place, and the written pieces from there on.

    Raises `BadInput` for a place beyond its end.
    """
    whole = _written(queue, at)
    if not 0 <= at <= len(whole.listed):
        raise BadInput(f"the queue ends after {len(whole.listed)} pieces; the next one goes there")
    listed, behind = whole.listed[:at], whole.listed[at:]
    left = whole.bag_left(at) or left_behind(listed, whole.bag)
    return replace(whole, listed=listed, left=left), behind


def _extended(queue: Queue, pieces: Letters) -> Queue:
    """The queue with more written pieces, drawn from its bag.

    Where it was not said what is left in the bag, the queue may also begin elsewhere in one. Raises `BadInput`.
    """
    listed = (*queue.listed, *pieces)
    if len(listed) > MOST_LISTED:
        raise BadInput(f"a queue of {len(listed):,} pieces is too long; {MOST_LISTED:,} can be written")
    left = list(queue.left)
    for piece in pieces if queue.bag else ():
        if piece not in left:
            if queue.left != left_behind(queue.listed, queue.bag):
                raise BadInput(f"{letter(piece)} cannot come: {names(tuple(left))} are left in the bag")
            return replace(queue, listed=listed, left=left_behind(listed, queue.bag))
        left.remove(piece)
        left = left or list(queue.bag)
    return replace(queue, listed=listed, left=tuple(left))


def _joined(state: State, ahead: Queue, behind: Letters) -> State:
    """The position whose queue goes on with these written pieces if bags can deal them, else anew."""
    try:
        return changed(state, queue=_extended(ahead, behind))
    except BadInput:
        return changed(state, queue=ahead)


def _less(letters: Letters, piece: int) -> Letters:
    """The letters without one of a kind, where there is one."""
    at = letters.index(piece) if piece in letters else len(letters)
    return (*letters[:at], *letters[at + 1 :])


def names(pieces: Letters) -> str:
    """The letters of some pieces."""
    return "".join(map(letter, pieces))


# An edited position as a page of a fumen, with its colours, and pages of anyone's fumen as positions.

_EMPTY, _GREY = LETTERS[0], LETTERS[-1]


def page_of(state: State) -> Page:
    """The position as one page: the board in its colours, hold and queue in the comment.

    The written pieces are there, and at least those that are shown. Raises `BadInput` for too high a stack.
    """
    if state.field.height > HEIGHT:
        raise BadInput(f"the stack is {state.field.height} rows high; a page of a fumen shows {HEIGHT}")
    rows = state.paint.short(state.field).upper().split("/") if state.field.height else []
    text = "\n".join(row.translate(_TO_PAGE) for row in rows)
    shown = state.queue.pieces(max(len(state.queue.listed), 1 + state.rules.previews))
    quiz = Quiz(state.hold, shown[0] if shown else None, shown[1:])
    return Page(Drawing.parse(text), comment="" if quiz.empty else str(quiz))


def states_of(pages: Sequence[Page], like: State) -> tuple[State, ...]:
    """Return the states of the pages, one after the other: a position each, and behind the last piece what that leaves.

    Rules are those of `like`, and so are hold and queue where no page says any. A queue that no bags deal ends with
    its pieces. Raises `BadInput` for no page.
    """
    if not pages:
        raise BadInput("a fumen has at least one page")
    states: list[State] = []
    shown = like
    for page in pages:
        shown = _with_quiz(_with_drawing(shown, page.drawing), page.comment)
        states.append(shown)
    if pages[-1].placement is not None and pages[-1].lock:
        states.append(_with_quiz(_with_drawing(shown, pages[-1].after), pages[-1].carried))
    return tuple(states)


def read_positions(text: str, like: State) -> tuple[State, ...]:
    """Return the positions that a fumen shows, or the one of a board as rows of text; else as `states_of`.

    Raises `BadInput`.
    """
    if is_fumen(text):
        return states_of(read_fumen(text), like)
    board = board_text(text)
    if not board.is_likely:
        raise BadInput("this is neither a fumen (v115@…) nor a board as rows of 10 cells")
    return (State.open({**like.here(), "board": board.rows}),)


def _with_drawing(state: State, drawing: Drawing) -> State:
    letters = ["".join(LETTERS[cell] for cell in row).translate(_FROM_PAGE) for row in drawing.rows]
    field = Field.of([sum(1 << x for x in range(COLUMNS) if row[x] != BARE) for row in letters])
    return changed(state, field=field, paint=Paint(tuple(letters[: field.height])), combo=0, chain=0)


def _with_quiz(state: State, comment: str) -> State:
    quiz = Quiz.parse(comment)
    if quiz is None or quiz.empty:
        return state
    quiz = quiz.settled()
    hold = quiz.hold if state.rules.hold else None
    try:
        return replace(
            with_listed(replace(state, queue=replace(state.queue, listed=())), quiz.pieces), hold=hold
        )
    except BadInput:
        return changed(state, queue=Queue.of(quiz.pieces), hold=hold)


_TO_PAGE = str.maketrans({BARE: _EMPTY, GARBAGE: _GREY})
_FROM_PAGE = str.maketrans({_EMPTY: BARE, _GREY: GARBAGE})


# Every version of an edited position, and the place among them: undo and redo without an end.

MOST = 6_000  # versions that are kept, more than a fumen has pages; then the oldest go


@dataclass(frozen=True)
class History:
    """The `versions` of a position, oldest first; `at` is the one that is seen.

    Changes with the same `stroke`, as while a brush is held down, are one version.
    """

    versions: tuple[State, ...]
    at: int = 0
    stroke: str = ""

    @classmethod
    def of(cls, *versions: State) -> Self:
        """The history of these versions, seen at the first. There must be one at least."""
        return cls(versions)

    @property
    def present(self) -> State:
        """The version that is seen."""
        return self.versions[self.at]

    @property
    def last(self) -> int:
        """The place of the newest version."""
        return len(self.versions) - 1

    def put(self, state: State, stroke: str = "") -> History:
        """The history with one more version in place of those undone; the same where nothing has changed."""
        if same(state, self.present):
            return self
        grows = not stroke or stroke != self.stroke
        states = self.versions[: self.at + 1] if grows else self.versions[: self.at]
        states = (*states, state)[-MOST:]
        return History(states, len(states) - 1, stroke)

    def settled(self) -> History:
        """The history after whose last change another one begins, whatever its stroke."""
        return replace(self, stroke="") if self.stroke else self

    def go_to(self, at: int) -> History:
        """The history seen at another version, or at the nearest there is."""
        return History(self.versions, min(max(at, 0), self.last))


def same(one: State, other: State) -> bool:
    """Return True if two positions look the same, the colours of their cells included."""
    return one == other and one.paint.short(one.field) == other.paint.short(other.field)


__all__ = ["History", "Shift", "flaw_of_board", "left_behind", "page_of", "states_of"]
