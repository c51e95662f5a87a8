"""The most that known pieces can make, by trying everything: rows of attack, or rows of garbage dug away.

Depth first, one step a piece; of each position what is still to be made is remembered in a table, so that orders of the
same placements are searched once. A step is a row of words:

    HELD, NEXT the pieces to choose from: the held one and queue[NEXT]   CHAIN, COMBO as in the rules
    MARKED how many of the lowest rows are garbage that counts           MADE by the placement that led here
    NEED less is not worth knowing   BEST found behind this step so far  LISTED, TRIED placements   KEY its hash

What a position can make at most is known from its rows: only those count whose empty cells the pieces left can fill.
Where that is less than needed nothing is tried.

The table has two words an entry: the hash, and the most that can be made * 2, plus 1 where less than that is possible.
"""

from __future__ import annotations

from ai.bits import count_bits
from ai.kernel import inlined, tight
from ai.shorts import greatest, shorts_at
from ai.tetris.guideline.kernels.counting import NO_PIECE
from ai.tetris.guideline.kernels.layout import (
    CELL_WORDS,
    SHAPE_WORDS,
    SHAPES,
    Words,
    spin_of,
    x_of,
    y_of,
)
from ai.tetris.guideline.kernels.placing import list_on_rows
from ai.tetris.guideline.kernels.reach import HEIGHT, MOST_WORDS, ROW_WORDS, WORD_ROWS
from ai.tetris.guideline.kernels.row_field import outline_of, place_on_rows
from ai.tetris.guideline.stacker.judgement import attack_at
from game.tetris.guideline.attack import TETRIS
from game.tetris.guideline.field import COLUMNS, FULL_ROW
from game.tetris.guideline.pieces import T

HELD, NEXT, CHAIN, COMBO, MARKED, MADE, NEED, BEST, LISTED, TRIED, KEY, STEP_WORDS = range(12)
ATTACK, GARBAGE = 0, 1  # what is counted
# of `game`
GOAL, WAYS, SLACK, EPOCH, CHAINING, BY_SPIN, BY_FALL, MOST_SPIN, MOST_FALL, PERFECT, GAME_WORDS = range(11)
NODES, COUNTERS = 0, 1
PARTS = 12  # of a row, by which BY_SPIN and BY_FALL say what a row is worth at most
NOT_NEEDED = -1  # the worth of a first placement that makes less than was asked for
_ODD = -7046029254386353131  # 2^64 / golden ratio, as a signed word


@tight
def most(
    fields: Words,
    outlines: Words,
    steps: Words,
    listed: Words,
    worth: Words,
    queue: Words,
    table: Words,
    game: Words,
    attacks: Words,
    counters: Words,
    room: Words,
) -> int:
    """The most that `len(steps) - 1` placements make, and in `worth` that of each of the first ones listed.

    First placements that make more than `game[SLACK]` less than the best may be NOT_NEEDED. The first row of `fields`
    and of `steps` is the position; `queue` are the pieces behind the held one. Scratch: `fields` and `outlines` have
    a row a step, `listed` [steps, 2 * MOST_PLACEMENTS], `table` 2^n * 2 words.
    """
    last, step, entering, result = len(steps) - 1, 0, True, 0
    while True:
        here = steps[step]
        if entering:
            here[TRIED] = here[LISTED] = here[BEST] = 0
            known = step == last
            result = 0
            if not known and step:
                here[KEY] = _key_of(fields[step], here, step, game[EPOCH])
                same = table[_slot(here[KEY], table)] == here[KEY]
                entry = table[_slot(here[KEY], table) + 1] if same else 0
                result = (entry >> 1) - (entry & 1)
                known = same and (entry & 1 == 0 or result < here[NEED])
                if not known:
                    result = _bound(fields[step], here, last - step, queue, game)
                    known = result < here[NEED] or result == 0
            if not known:
                _list_both(fields[step], outlines[step], here, queue, listed[step], game, room)
                counters[NODES] += here[LISTED]
        else:
            known = here[TRIED] == here[LISTED]
            if known:
                result = here[BEST]
                if step:
                    less = result < here[NEED]
                    slot = _slot(here[KEY], table)
                    table[slot] = here[KEY]
                    table[slot + 1] = here[NEED] * 2 + 1 if less else result * 2
        if known:
            if step == 0:
                return result
            needed = steps[step, NEED]
            step -= 1
            here = steps[step]
            total = result + steps[step + 1, MADE]
            if step == 0:
                worth[here[TRIED] - 1] = total if result >= needed else NOT_NEEDED
            if result >= needed:
                here[BEST] = max(here[BEST], total)
            entering = False
            continue
        if here[LISTED] == 0:
            entering = False
            continue
        at = listed[step, here[TRIED]]
        here[TRIED] += 1
        _put(
            fields[step],
            outlines[step],
            here,
            fields[step + 1],
            outlines[step + 1],
            steps[step + 1],
            at,
            queue,
            game,
            attacks,
        )
        need = max(here[NEED], here[BEST] + 1) if step else max(here[NEED], here[BEST] - game[SLACK])
        steps[step + 1, NEED] = max(0, need - steps[step + 1, MADE])
        step += 1
        entering = True


@inlined
def _list_both(
    field: Words, outline: Words, here: Words, queue: Words, listed: Words, game: Words, room: Words
) -> None:
    """List the placements of both pieces that can be placed, the current one's first."""
    outline_of(field, outline)
    current = queue[here[NEXT]] if here[NEXT] < len(queue) else NO_PIECE
    held, count = here[HELD], 0
    if current != NO_PIECE:
        count = list_on_rows(field, current, game[WAYS], listed, room)
    if held != NO_PIECE and held != current:
        count += list_on_rows(field, held, game[WAYS], listed[count:], room)
    here[LISTED] = count


@inlined
def _put(
    before: Words,
    outline: Words,
    here: Words,
    after: Words,
    changed: Words,
    there: Words,
    at: int,
    queue: Words,
    game: Words,
    attacks: Words,
) -> None:
    """Write the position behind a placement, and what that has made."""
    current = queue[here[NEXT]] if here[NEXT] < len(queue) else NO_PIECE
    there[HELD] = here[HELD] if at >> 14 == current else current
    there[NEXT], there[MARKED] = here[NEXT] + 1, here[MARKED]
    there[CHAIN], there[COMBO], there[MADE] = here[CHAIN], 0, 0
    rows = place_on_rows(before, outline, after, changed, at)
    if not rows:
        after[HEIGHT] = greatest(shorts_at(changed, 0))
        return
    dug = _dug(before, at, here[MARKED])
    there[MARKED] -= dug
    outline_of(after, changed)
    spin, perfect = spin_of(at), after[HEIGHT] == 0
    there[COMBO] = here[COMBO] + 1
    there[CHAIN] = here[CHAIN] + 1 if rows >= TETRIS or spin or (perfect and game[CHAINING]) else 0
    if game[GOAL] == GARBAGE:
        there[MADE] = dug
    else:
        there[MADE] = attacks[attack_at(spin, rows, here[CHAIN], here[COMBO], perfect)]


@inlined
def _dug(before: Words, at: int, marked: int) -> int:
    """The number of the lowest `marked` rows that are full with a placement."""
    dug, seen, shape = 0, 0, (at >> 12) * SHAPE_WORDS
    for cell in range(shape, shape + 4 * CELL_WORDS, CELL_WORDS):
        row = y_of(at) + SHAPES[cell + 2] - SHAPES[cell + 1]
        if row >= marked or seen >> row & 1:
            continue
        seen |= 1 << row
        filled = before[row // WORD_ROWS] >> row % WORD_ROWS * COLUMNS & FULL_ROW
        for other in range(shape, shape + 4 * CELL_WORDS, CELL_WORDS):
            if y_of(at) + SHAPES[other + 2] - SHAPES[other + 1] == row:
                filled |= 1 << x_of(at) + SHAPES[other]
        dug += filled == FULL_ROW
    return dug


@inlined
def _bound(field: Words, here: Words, pieces: int, queue: Words, game: Words) -> int:
    """At most so much can be made with so many pieces more."""
    cells, height = 4 * pieces, field[HEIGHT]
    counted = min(height, here[MARKED]) if game[GOAL] == GARBAGE else height
    # how many rows lack so many cells, four bits each up to 15, which is more than can be filled
    lacking, filled = 0, 0
    for row in range(counted):
        there = count_bits(field[row // WORD_ROWS] >> row % WORD_ROWS * COLUMNS & FULL_ROW)
        filled += there
        at = 4 * (COLUMNS - there)
        if lacking >> at & 15 < 15:
            lacking += 1 << at
    rows = 0
    for empty in range(1, COLUMNS + 1):
        fit = min(lacking >> 4 * empty & 15, cells // empty)
        rows += fit
        cells -= fit * empty
    if game[GOAL] == GARBAGE:
        return rows
    rows += cells // COLUMNS
    spins = int(here[HELD] == T)
    for number in range(here[NEXT], min(len(queue), here[NEXT] + pieces)):
        spins += queue[number] == T
    spins = min(spins, pieces)
    most = 0
    for spun in range(min(rows, 3 * spins) + 1):
        falling = pieces - (spun + 2) // 3
        made = min(spun * game[BY_SPIN], spins * game[MOST_SPIN])
        made += min((rows - spun) * game[BY_FALL], falling * game[MOST_FALL])
        most = max(most, made)
    most //= PARTS
    if rows >= height:
        for placed in range(1, pieces + 1):
            if (filled + 4 * placed) % COLUMNS == 0:
                most += game[PERFECT]
    return most


@inlined
def _mixed(key: int) -> int:
    key *= _ODD
    return key ^ key >> 29


@inlined
def _key_of(field: Words, here: Words, step: int, epoch: int) -> int:
    """The hash of a position at a step of one search; the same pieces lie behind it wherever it is met."""
    counts = here[HELD] + 1 | here[CHAIN] << 4 | here[COMBO] << 16 | here[MARKED] << 28
    key = _mixed(_mixed(epoch * 16 + step) ^ counts)
    for word in range((field[HEIGHT] + WORD_ROWS - 1) // WORD_ROWS):
        key = _mixed(key ^ field[word])
    return key


@inlined
def _slot(key: int, table: Words) -> int:
    at: int = (key >> 20 & (len(table) >> 1) - 1) * 2
    return at


assert ROW_WORDS == MOST_WORDS + 1
