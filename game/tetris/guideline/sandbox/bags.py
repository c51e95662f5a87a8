"""Whether bags can deal a queue that a person has written, and what they can give behind it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from game.errors import BadInput
from game.tetris.guideline.pieces import PIECES, letter

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
    found = [_rest(last, full) for last, _ in _last_bags(listed, bag)]
    if not found:
        raise BadInput(_flaw(listed, bag))
    if left is None:
        return found[0]
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
    """Whether a bag of which the `last` pieces came can still hold `left`.

    A bag that had begun before the queue may have held anything more, or nothing: then the next one is full.
    """
    if begun:
        return left == _rest(last, full)
    return left == full or _within(left + last, full)


def _rest(last: Letters, full: Letters) -> Letters:
    """What is left of a full bag behind these pieces; a new one where nothing is."""
    kept = list(full)
    for piece in last:
        kept.remove(piece)
    return tuple(kept) or full


def _within(part: Letters, bag: Letters) -> bool:
    return all(part.count(piece) <= bag.count(piece) for piece in part)


def _flaw(listed: Letters, bag: Letters) -> str:
    """Which piece is the first that no bags deal."""
    end = bisect_left(range(len(listed)), True, key=lambda n: not any(_last_bags(listed[:n], bag)))
    return (
        f"piece {end} of the queue cannot be {letter(listed[end - 1])}: no bags of {_word(tuple(sorted(bag)))} "
        f"deal {_tail(listed[:end])}"
    )


def _tail(listed: Letters) -> str:
    return ("…" if len(listed) > _SHOWN else "") + _word(listed[-_SHOWN:])


def _word(pieces: Letters) -> str:
    return "".join(PIECES[piece] for piece in pieces)
