"""Counting the sequences of placements of a queue, with or without hold."""

from __future__ import annotations

from ai.kernel import inlined, tight
from ai.tetris.guideline.kernels.layout import Words, piece_of
from ai.tetris.guideline.kernels.placing import count_cells, list_cells, place
from ai.tetris.guideline.kernels.reach import NOTHING, find_landings

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
        if entering:
            entering, count = False, 0
            for choice in range(2):
                piece = _choice(queue, line[step], choice)
                if piece == NO_PIECE or find_landings(fields[step], piece, ways, room) == NOTHING:
                    continue
                if step == last:
                    total += count_cells(piece, room)
                else:
                    count = list_cells(piece, count, listed[step], room)
            line[step, LISTED], line[step, TRIED] = count, 0
        if line[step, TRIED] == line[step, LISTED]:
            step -= 1
            continue
        at = listed[step, line[step, TRIED]]
        line[step, TRIED] += 1
        place(fields[step], fields[step + 1], at)
        current, kept = _choice(queue, line[step], 0), line[step, HELD]
        line[step + 1, HELD] = kept if piece_of(at) == current else current
        line[step + 1, NEXT] = line[step, NEXT] + 1
        step, entering = step + 1, True
    return total


@inlined
def _choice(queue: Words, here: Words, number: int) -> int:
    """The current piece (0) or the held one (1); NO_PIECE where there is none, and for the second of a kind."""
    current = queue[here[NEXT]] if here[NEXT] < len(queue) else NO_PIECE
    if number == 0:
        return current
    held: int = here[HELD]
    return held if held != current else NO_PIECE
