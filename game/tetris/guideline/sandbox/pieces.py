"""Editing what comes: the queue piece by piece, what deals behind it, the letters in the bag, and the hold."""

from __future__ import annotations

from dataclasses import replace

from game.errors import BadInput
from game.tetris.guideline.bags import KINDS, MOST_LISTED, Kind, Queue
from game.tetris.guideline.pieces import letter
from game.tetris.guideline.sandbox.bags import Letters, left_behind
from game.tetris.guideline.sandbox.board import changed
from game.tetris.guideline.state import State


def with_piece_at(state: State, at: int, piece: int) -> State:
    """The position whose queue has `piece` at place `at`; at its end it grows.

    What follows stays if bags can still deal it, else it is dealt anew. Raises `BadInput` where they cannot deal the
    queue even up to there.
    """
    ahead, behind = _around(state.queue, at)
    return _with_listed(state, (*ahead, piece), behind[1:])


def with_piece_before(state: State, at: int, piece: int) -> State:
    """The position whose queue has one more piece, at place `at`. Raises as `with_piece_at`."""
    ahead, behind = _around(state.queue, at)
    return _with_listed(state, (*ahead, piece), behind)


def without_piece(state: State, at: int) -> State:
    """The position whose queue lacks the piece at place `at`; what follows moves up, or is dealt anew."""
    ahead, behind = _around(state.queue, at)
    return _with_listed(state, ahead, behind[1:])


def with_piece_moved(state: State, source: int, to: int) -> State:
    """The position whose queue has one piece at another place; those between make room. Raises `BadInput`."""
    queue = _written(state.queue, max(source, to) + 1)
    listed = list(queue.listed)
    if not 0 <= min(source, to) <= max(source, to) < len(listed):
        raise BadInput(f"the queue has {len(listed)} pieces")
    listed.insert(to, listed.pop(source))
    return _with_queue(state, queue, tuple(listed))


def with_listed(state: State, listed: Letters) -> State:
    """The position whose queue begins with exactly these pieces. Raises `BadInput` where no bags deal them."""
    return _with_queue(state, state.queue, listed)


def with_kind(state: State, kind: Kind, seed: int) -> State:
    """The position in which other pieces follow the written ones. Raises `BadInput` where their bags cannot."""
    if kind not in KINDS:
        raise BadInput(f"{kind!r} is no way to deal pieces")
    listed = state.queue.listed
    if kind == "list":
        return changed(state, queue=Queue.of(listed))
    fresh = Queue.parse(f"{kind}:{seed}") if kind != "general_bag" else replace(state.queue, seed=seed)
    return _with_queue(state, replace(fresh, listed=()), listed)


def with_left(state: State, left: Letters) -> State:
    """The position in whose bag these letters are left behind the written queue. Raises `BadInput`."""
    queue = state.queue
    if not queue.bag:
        raise BadInput("these pieces come from no bag")
    return changed(state, queue=replace(queue, left=left_behind(queue.listed, queue.bag, left)))


def written(state: State, count: int) -> State:
    """The same position, with the next `count` pieces written down instead of still to be dealt."""
    return changed(state, queue=_written(state.queue, count))


def with_hold(state: State, piece: int | None) -> State:
    """The position with another piece in hold, or none. Raises `BadInput` where the rules have no hold."""
    if not state.table.hold:
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


def _around(queue: Queue, at: int) -> tuple[Letters, Letters]:
    """The pieces before a place, and the written ones from there on. Raises `BadInput` for a place beyond the end."""
    ahead = queue.pieces(at)
    if at < 0 or len(ahead) < at:
        raise BadInput(f"the queue ends after {len(ahead)} pieces; the next one goes there")
    return ahead, _written(queue, at).listed[at:]


def _with_listed(state: State, ahead: Letters, behind: Letters) -> State:
    """The position whose queue begins with `ahead`, and goes on with `behind` if it can."""
    queue = _written(state.queue, len(ahead)) if state.queue.kind != "list" else state.queue
    try:
        return _with_queue(state, queue, (*ahead, *behind))
    except BadInput:
        if not behind:
            raise
        return _with_queue(state, queue, ahead)


def _with_queue(state: State, queue: Queue, listed: Letters) -> State:
    if len(listed) > MOST_LISTED:
        raise BadInput(f"a queue of {len(listed):,} pieces is too long; {MOST_LISTED:,} can be written")
    left = left_behind(listed, queue.bag)
    if left == queue.left or _still_fits(listed, queue):
        left = queue.left
    return changed(state, queue=replace(queue, listed=listed, left=left))


def _still_fits(listed: Letters, queue: Queue) -> bool:
    """Whether the letters left in the bag can stay as they are behind another queue."""
    try:
        left_behind(listed, queue.bag, queue.left)
    except BadInput:
        return False
    return True


def names(pieces: Letters) -> str:
    """The letters of some pieces."""
    return "".join(map(letter, pieces))
