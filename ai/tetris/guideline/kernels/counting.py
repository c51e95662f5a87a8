"""Counting the sequences of placements of a queue, with or without hold."""

from __future__ import annotations

from ai.kernel import inlined, tight
from ai.tetris.guideline.kernels.layout import Words, piece_of
from ai.tetris.guideline.kernels.placing import count_landings, list_landings, place

NO_PIECE = -1
HELD, NEXT, LISTED, TRIED, LINE_WORDS = 0, 1, 2, 3, 4  # of each step of the current sequence


@tight
def count_sequences(
    fields: Words, queue: Words, held: int, ways: int, line: Words, listed: Words, room: Words
) -> int:
    """The number of different sequences of `len(line)` >= 1 placed cells from `fields[0]`.

    `queue` is the letters behind the held piece. NO_PIECE as `held`: nothing can be held at all. Scratch: `fields`
    [depth, 10], `line` [depth, LINE_WORDS] and `listed` [depth, 2 * MOST_PLACEMENTS] have one row a step.
    """
    last, total, step = len(line) - 1, 0, 0
    line[0, HELD], line[0, NEXT] = held, 0
    entering = True
    while step >= 0:
        if entering and step == last:
            total += _count_both(fields[step], _current(queue, line[step]), line[step, HELD], ways, room)
            step, entering = step - 1, False
            continue
        if entering:
            _list_both(fields[step], _current(queue, line[step]), line[step], ways, listed[step], room)
            entering = False
        if line[step, TRIED] == line[step, LISTED]:
            step -= 1
            continue
        at = listed[step, line[step, TRIED]]
        line[step, TRIED] += 1
        place(fields[step], fields[step + 1], at)
        current, held = _current(queue, line[step]), line[step, HELD]
        line[step + 1, HELD] = held if piece_of(at) == current else current
        line[step + 1, NEXT] = line[step, NEXT] + 1
        step, entering = step + 1, True
    return total


@inlined
def _current(queue: Words, here: Words) -> int:
    """The piece to place next, NO_PIECE where the queue has ended."""
    return queue[here[NEXT]] if here[NEXT] < len(queue) else NO_PIECE


@inlined
def _count_both(field: Words, current: int, held: int, ways: int, room: Words) -> int:
    """The number of cells in which the current piece and the held one can lock; two of a kind count once."""
    count = count_landings(field, current, ways, room) if current != NO_PIECE else 0
    if held != NO_PIECE and held != current:
        count += count_landings(field, held, ways, room)
    return count


@inlined
def _list_both(field: Words, current: int, here: Words, ways: int, listed: Words, room: Words) -> None:
    count, held = 0, here[HELD]
    if current != NO_PIECE:
        count = list_landings(field, current, ways, count, listed, room)
    if held != NO_PIECE and held != current:
        count = list_landings(field, held, ways, count, listed, room)
    here[LISTED], here[TRIED] = count, 0
