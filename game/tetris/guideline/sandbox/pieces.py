"""Editing what comes: the queue piece by piece, what deals behind it, the letters in the bag, and the hold."""

from __future__ import annotations

from dataclasses import replace

from game.errors import BadInput
from game.tetris.guideline.bags import MOST_LISTED, Kind, Queue
from game.tetris.guideline.pieces import letter
from game.tetris.guideline.sandbox.bags import Letters, left_behind
from game.tetris.guideline.sandbox.board import changed
from game.tetris.guideline.state import State


def with_piece_at(state: State, at: int, piece: int) -> State:
    """The position whose queue has `piece` at place `at`; at its end it grows.

    What follows stays if bags can still deal it, else it is dealt anew. Raises `BadInput` where they cannot deal the
    queue even up to there.
    """
    ahead, behind = _parted(state.queue, at)
    return _joined(state, _extended(ahead, (piece,)), behind[1:])


def with_piece_before(state: State, at: int, piece: int) -> State:
    """The position whose queue has one more piece, at place `at`. Raises as `with_piece_at`."""
    ahead, behind = _parted(state.queue, at)
    return _joined(state, _extended(ahead, (piece,)), behind)


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
