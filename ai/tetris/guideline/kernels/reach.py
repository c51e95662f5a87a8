"""Everywhere a piece can lock, by flooding: all places in all four orientations at once.

A field is turned into **rows** here, six rows of ten cells in each word of 60 bits, the bottom row lowest:

    cell (x, y)    bit 10 * (y % 6) + x of rows[y // 6]; rows[HEIGHT] is the height of the stack

A set of places is a wide word of lanes (`ai/wide.py`): a lane for each orientation, north, east, south and west.
A piece is at the place of its **anchor**, the leftmost of its lowest cells, in the canonical form with the same
cells. So a piece fits where the field is free, and free at three other bits above. It can lock where it fits, but
not a row lower. A step is a move by one bit, a fall by ten, a turn by a kick's number of bits, another one for each
orientation.

Kernels take as many words as the stack and a piece above it need: two up to a height of 9, three up to 15, else all
seven. Most fields have an open sky, and a piece falls from there to all places above which its cells are free. If
these are all where the piece could lie, nothing else is to be done. Else steps, falls and turns spread what is
reached until they are, or until nothing new comes.

What is found lies in `room`, as the lanes of each word one after the other:

    LANDED   where the piece can lock; where there are spins also PLAIN, MINI and FULL, by its spin there
    WORDS    how many words each of these has
    FITS     where it fits, and other maps of all words: see `map_places`
"""

from __future__ import annotations

import numpy as np

from ai.bits import count_bits, lowest_bit
from ai.kernel import inlined, tight
from ai.tetris.guideline.kernels.layout import (
    ALL_MINI,
    BOTTOM,
    BY_CORNERS,
    FORMS,
    GRAVITY_BIT,
    NEVER,
    OTHERS_SHIFT,
    SPIN_BITS,
    START_BIT,
    SYSTEM_BITS,
    T_SPINS_SHIFT,
    Words,
)
from ai.wide import (
    ALL,
    BITS,
    LANES,
    Wide,
    beside,
    both,
    either,
    half_lanes,
    higher,
    lanes_at,
    last_lane,
    load,
    load_lanes,
    lower,
    next_lane,
    some,
    spread,
    store,
    within,
    without,
)
from game.tetris.guideline.field import COLUMNS, ROWS, VISIBLE
from game.tetris.guideline.movement import OPEN_SKY, START_COLUMN, TURNS
from game.tetris.guideline.pieces import CANONICAL, PIECES, T
from game.tetris.guideline.pieces import CELLS as PIECE_CELLS
from game.tetris.guideline.placement import FULL as FULL_SPIN
from game.tetris.guideline.srs import KICKS as KICKS_OF
from game.tetris.guideline.srs import LAST_KICK, SYSTEMS

WORD_ROWS = BITS // COLUMNS
MOST_WORDS = -(-ROWS // WORD_ROWS)
HEIGHT, ROW_WORDS = MOST_WORDS, MOST_WORDS + 1
# the tallest stack for which a number of words is enough: kicks and anchors reach at most three rows above it
MOST_IN_TWO, MOST_IN_THREE = 2 * WORD_ROWS - 3, 3 * WORD_ROWS - 3
assert MOST_IN_THREE < OPEN_SKY

MAP = MOST_WORDS * LANES
LANDED, PLAIN, MINI, FULL, FITS, THREE_CORNERS, FRONT, IMMOBILE = (number * MAP for number in range(8))
WORDS = 8 * MAP
AS_ROWS = WORDS + 1
ROOM_WORDS = AS_ROWS + ROW_WORDS
NOTHING, CELLS_ONLY, WITH_SPINS = 0, 1, 2  # what `find_landings` returns

# -- the pieces and their kicks, as lanes --
#
#     SHAPES  at piece * SHAPE_WORDS, by orientation: how many bits above the anchor the three other cells lie; where
#             the anchor can be without a cell beyond a wall; how far it is from the centre; and two masks: whether
#             the orientation is the first with its cells, and whether another one has the same
#     KICKS   at ((system * 7 + piece) * TURN_NUMBERS + turn) * MOST_KICKS * KICK_WORDS, by the orientation after the
#             turn: where an anchor can come to, how many bits it goes down, and how many up

S_CELLS, S_COLUMNS, S_ANCHOR, S_FORM, S_PAIR = 0, 3 * LANES, 4 * LANES, 5 * LANES, 6 * LANES
SHAPE_WORDS = 7 * LANES
K_COLUMNS, K_DOWN, K_UP, KICK_WORDS = 0, LANES, 2 * LANES, 3 * LANES
TURN_NUMBERS = len(TURNS)  # clockwise 0, half 1, counterclockwise 2
MOST_KICKS = max(len(shifts) for pieces in KICKS_OF.values() for table in pieces for shifts in table.values())


def _columns(allowed: list[int]) -> int:
    """The places of a word that are in one of these columns."""
    return sum(1 << COLUMNS * y + x for y in range(WORD_ROWS) for x in allowed)


def _stepped(dx: int) -> int:
    """The places of a word to which a step by `dx` columns leads."""
    return _columns([x for x in range(COLUMNS) if 0 <= x - dx < COLUMNS])


def _anchor(piece: int, orientation: int) -> tuple[int, int]:
    """Return the place of the anchor, as seen from the centre of the canonical form."""
    cells = PIECE_CELLS[piece][CANONICAL[piece][orientation][0]]
    return min(cells, key=lambda cell: (cell[1], cell[0]))


def _shapes() -> Words:
    shapes = np.zeros((len(PIECES), SHAPE_WORDS // LANES, LANES), np.int64)
    for piece in range(len(PIECES)):
        for orientation in range(4):
            left, low = _anchor(piece, orientation)
            cells = [(x - left, y - low) for x, y in PIECE_CELLS[piece][CANONICAL[piece][orientation][0]]]
            others = sorted(COLUMNS * y + x for x, y in cells)[1:]
            inside = [x for x in range(COLUMNS) if all(0 <= x + dx < COLUMNS for dx, _ in cells)]
            form, pair = -int(orientation < FORMS[piece]), -int(FORMS[piece] == 2)
            shapes[piece, :, orientation] = *others, _columns(inside), COLUMNS * low + left, form, pair
    return shapes.ravel()


def _kicks() -> Words:
    kicks = np.zeros((len(SYSTEMS), len(PIECES), TURN_NUMBERS, MOST_KICKS, 3, LANES), np.int64)
    for system, pieces in enumerate(KICKS_OF.values()):
        for piece, table in enumerate(pieces):
            for (before, after), shifts in table.items():
                (x, y), (to_x, to_y) = _shift(piece, before), _shift(piece, after)
                for number, (dx, dy) in enumerate(shifts):
                    dx, dy = dx + to_x - x, dy + to_y - y
                    bits = COLUMNS * dy + dx
                    assert abs(bits) < BITS
                    entry = kicks[system, piece, (after - before) % 4 - 1, number]
                    entry[:, after] = _stepped(dx), max(-bits, 0), max(bits, 0)
    return kicks.ravel()


def _shift(piece: int, orientation: int) -> tuple[int, int]:
    """Return the place of the anchor, as seen from the centre about which the piece turns."""
    _, dx, dy = CANONICAL[piece][orientation]
    x, y = _anchor(piece, orientation)
    return x + dx, y + dy


def _kick_counts() -> Words:
    counts = np.zeros((len(SYSTEMS), len(PIECES), TURN_NUMBERS), np.int64)
    for system, pieces in enumerate(KICKS_OF.values()):
        for piece, table in enumerate(pieces):
            for (before, after), shifts in table.items():
                if FORMS[piece] > 1:  # no turn changes where an O is
                    counts[system, piece, (after - before) % 4 - 1] = len(shifts)
    return counts.ravel()


SHAPES, KICKS, KICK_COUNTS = _shapes(), _kicks(), _kick_counts()
LEFT, RIGHT = _stepped(-1), _stepped(1)
LEFT_LANES, RIGHT_LANES = np.full(LANES, LEFT), np.full(LANES, RIGHT)
ANCHORS = SHAPES.reshape(len(PIECES), -1, LANES)[:, S_ANCHOR // LANES].ravel()  # by piece * 4 + orientation
_ROW_OF = sum(1 << (COLUMNS + 1) * y for y in range(WORD_ROWS))  # see `column_as_rows`
_FIRST_COLUMN = _columns([0])
_TOP = (1 << (ROWS - (MOST_WORDS - 1) * WORD_ROWS) * COLUMNS) - 1  # the cells of the highest word
_SEEN = (1 << VISIBLE % WORD_ROWS * COLUMNS) - 1  # the visible rows of the word that has some
assert VISIBLE // WORD_ROWS == 3


@inlined
def column_as_rows(cells: int, count: int) -> int:
    """The `count` cells of a column, the lowest of them in the highest bit, as a word of rows, in its first column.

    A multiplication writes them six times with eleven bits in between: of each copy one bit is where a row needs it.
    """
    rows: int = (cells << WORD_ROWS - count) * _ROW_OF >> WORD_ROWS - 1 & _FIRST_COLUMN
    return rows


@tight
def rows_of(field: Words, rows: Words) -> None:
    """Write the columns of a field as rows (ROW_WORDS)."""
    stack = 0
    for x in range(COLUMNS):
        stack |= field[x]
    height = BOTTOM + 1 - lowest_bit(stack | 1 << BOTTOM + 1)
    rows[HEIGHT] = height
    for word in range(MOST_WORDS):
        rows[word] = 0
        if word * WORD_ROWS < height:
            high = BOTTOM + 1 - WORD_ROWS * word
            low = max(1, high - WORD_ROWS)
            for x in range(COLUMNS):
                cells = field[x] >> low & (1 << high - low) - 1
                rows[word] |= column_as_rows(cells, high - low) << x


@tight
def find_landings(rows: Words, piece: int, ways: int, room: Words) -> int:
    """Fill `room` (ROOM_WORDS) with where `piece` can lock; what there is to see in it.

    NOTHING where it cannot even start; CELLS_ONLY: LANDED; WITH_SPINS: LANDED, and PLAIN, MINI and FULL, all of
    them only at rows at which the game goes on.
    """
    result = WITH_SPINS
    if not ways & GRAVITY_BIT:
        if rows[HEIGHT] <= MOST_IN_TWO:
            result = _find_in_two(rows, piece, ways, room)
        elif rows[HEIGHT] <= MOST_IN_THREE:
            result = _find_in_three(rows, piece, ways, room)
    return result if result != WITH_SPINS else _find_in_all(rows, piece, ways, room)


@tight
def _find_in_two(rows: Words, piece: int, ways: int, room: Words) -> int:
    return _find_cells((ALL, -1), rows, piece, ways, room)


@tight
def _find_in_three(rows: Words, piece: int, ways: int, room: Words) -> int:
    return _find_cells((ALL, ALL, -1), rows, piece, ways, room)


@inlined
def count_landings(room: Words) -> int:
    """The number of places in LANDED."""
    count = 0
    for word in range(room[WORDS] * LANES):
        count += count_bits(room[LANDED + word])
    return count


# -- places --


@inlined
def _fitting(free: Wide, piece: int) -> Wide:
    """The places where all cells of the piece are free."""
    at = piece * SHAPE_WORDS
    fits = both(free, lower(free, lanes_at(SHAPES, at)))
    fits = both(fits, lower(free, lanes_at(SHAPES, at + LANES)))
    fits = both(fits, lower(free, lanes_at(SHAPES, at + 2 * LANES)))
    return within(fits, lanes_at(SHAPES, at + S_COLUMNS))


@inlined
def _covered(filled: Wide) -> Wide:
    """The filled cells and all below one, in up to sixteen rows."""
    below = either(filled, lower(filled, COLUMNS))
    below = either(below, lower(below, 2 * COLUMNS))
    below = either(below, lower(below, 4 * COLUMNS))
    return either(below, lower(lower(below, 4 * COLUMNS), 4 * COLUMNS))


@inlined
def _beside(places: Wide) -> Wide:
    """Return the places one step to either side."""
    left = within(lower(places, 1), lanes_at(LEFT_LANES, 0))
    return either(left, within(higher(places, 1), lanes_at(RIGHT_LANES, 0)))


@inlined
def _fallen(places: Wide, land: Wide) -> Wide:
    """Return where the piece comes to rest from `places`, at all of which it fits."""
    rest, falling = both(places, land), without(places, land)
    while some(falling):
        falling = lower(falling, COLUMNS)
        rest = either(rest, both(falling, land))
        falling = without(falling, land)
    return rest


@inlined
def _paired(places: Wide, piece: int) -> Wide:
    """`places` in the other orientation with the same cells, too."""
    return either(places, within(half_lanes(places), lanes_at(SHAPES, piece * SHAPE_WORDS + S_PAIR)))


@inlined
def fits_at(room: Words, orientation: int, at: int) -> bool:
    """Return True if the piece fits at a place, which may be outside the field, by FITS."""
    return at >= 0 and has(room, FITS, orientation, at)


@inlined
def has(room: Words, places: int, orientation: int, at: int) -> bool:
    """Return True if a place of the field is among `places`, one of the maps in `room`."""
    is_found: bool = room[places + at // BITS * LANES + orientation] >> at % BITS & 1 != 0
    return is_found


@inlined
def start_place(piece: int, ways: int, room: Words) -> int:
    """Return where a new piece appears, by FITS; -1 where it cannot."""
    centre: int = START_COLUMN + ANCHORS[piece * 4]
    first, second = 19 * COLUMNS + centre, 20 * COLUMNS + centre
    if ways & START_BIT:  # in row 21, and down a row if that is free
        first, second = second, second + COLUMNS
        if not has(room, FITS, 0, second):
            first = second
    if has(room, FITS, 0, first):
        return first
    return second if has(room, FITS, 0, second) else -1


@inlined
def _walked(reached: Wide, fits: Wide, land: Wide, heavy: bool) -> Wide:
    """Return the places reached by steps to both sides, and by falling."""
    while True:
        more = both(_beside(reached), fits)
        more = _fallen(more, land) if heavy else either(more, both(lower(reached, COLUMNS), fits))
        more = without(more, reached)
        if not some(more):
            return reached
        reached = either(reached, more)


@inlined
def _turned(reached: Wide, fits: Wide, piece: int, system: int) -> tuple[Wide, Wide]:
    """Return where turns end; and where those do that the kick for full spins ends."""
    turned = kicked = without(fits, fits)
    for turn in range(TURN_NUMBERS):
        entry = (system * len(PIECES) + piece) * TURN_NUMBERS + turn
        kicks = KICK_COUNTS[entry]
        if kicks == 0:
            continue
        rest = half_lanes(reached)
        if turn == 0:
            rest = next_lane(reached)
        elif turn == 2:
            rest = last_lane(reached)
        at = entry * MOST_KICKS * KICK_WORDS
        for number in range(kicks):
            down, up = lanes_at(KICKS, at + K_DOWN), lanes_at(KICKS, at + K_UP)
            result = within(both(higher(lower(rest, down), up), fits), lanes_at(KICKS, at + K_COLUMNS))
            rest = without(rest, higher(lower(result, up), down))
            if number == LAST_KICK and turn != 1:
                kicked = either(kicked, result)
            else:
                turned = either(turned, result)
            at += KICK_WORDS
    return turned, kicked


@inlined
def _find_cells(top: Wide, rows: Words, piece: int, ways: int, room: Words) -> int:
    """Make LANDED below an open sky; WITH_SPINS, and nothing is made, where the piece could spin.

    `top` is a free field: a wide word of all cells.
    """
    filled = load(top, rows)
    fits = _fitting(spread(without(top, filled)), piece)
    land = without(fits, higher(fits, COLUMNS))
    if _may_spin(top, filled, fits, land, piece, ways):
        return WITH_SPINS
    reached = _fitting(spread(without(top, _covered(filled))), piece)
    if some(without(land, reached)):
        while True:
            reached = _walked(reached, fits, land, False)
            if not some(without(land, _paired(reached, piece))):
                break
            turned, kicked = _turned(reached, fits, piece, ways & SYSTEM_BITS)
            more = without(either(turned, kicked), reached)
            if not some(more):
                break
            reached = either(reached, more)
    room[WORDS] = len(top)
    store(_forms(both(land, _paired(reached, piece)), piece), room, LANDED)
    return CELLS_ONLY


@tight
def _find_in_all(rows: Words, piece: int, ways: int, room: Words) -> int:
    """The same on any field, under any gravity, with spins."""
    top = ALL, ALL, ALL, ALL, ALL, ALL, _TOP
    filled, heavy = load(top, rows), ways & GRAVITY_BIT != 0
    fits = _fitting(spread(without(top, filled)), piece)
    land = without(fits, higher(fits, COLUMNS))
    turned = kicked = first = without(fits, fits)
    room[WORDS] = MOST_WORDS
    if heavy or rows[HEIGHT] > OPEN_SKY:
        store(fits, room, FITS)
        start = start_place(piece, ways, room)
        if start < 0:
            return NOTHING
        store(first, room, LANDED)
        room[LANDED + start // BITS * LANES] = 1 << start % BITS
        first = load_lanes(first, room, LANDED)
        if heavy:
            first = _fallen(first, land)
        reached = first
    else:
        reached = _fitting(spread(without(top, _covered(filled))), piece)
    while True:
        reached = _walked(reached, fits, land, heavy)
        turned, kicked = _turned(reached, fits, piece, ways & SYSTEM_BITS)
        more = either(turned, kicked)
        if heavy:
            more = _fallen(more, land)
        more = without(more, reached)
        if not some(more):
            break
        reached = either(reached, more)
    seen = spread(load(top, SEEN))
    landed = _forms(both(both(land, seen), _paired(reached, piece)), piece)
    store(landed, room, LANDED)
    if not _may_spin(top, filled, fits, land, piece, ways):
        return CELLS_ONLY
    if piece == T:
        plain = both(_beside(reached), fits)
        if heavy:
            dropped = without(either(turned, kicked), land)
            plain = _fallen(either(plain, dropped), land)
        else:
            plain = either(plain, lower(reached, COLUMNS))
        _sort_spins(top, filled, ways, fits, landed, either(plain, first), turned, kicked, room)
    else:
        _sort_immobile(piece, ways, landed, fits, either(turned, kicked), first, room)
    return WITH_SPINS


@tight
def map_places(rows: Words, piece: int, room: Words) -> None:
    """Make FITS, IMMOBILE, where the piece could not move, and for a T THREE_CORNERS and FRONT, on all words."""
    top = ALL, ALL, ALL, ALL, ALL, ALL, _TOP
    filled = load(top, rows)
    fits = _fitting(spread(without(top, filled)), piece)
    three, front = _corners(top, filled)
    store(fits, room, FITS)
    store(_immobile(fits), room, IMMOBILE)
    store(three, room, THREE_CORNERS)
    store(front, room, FRONT)


SEEN = np.array([ALL, ALL, ALL, _SEEN, 0, 0, 0], np.int64)  # the visible rows


@inlined
def _forms(places: Wide, piece: int) -> Wide:
    """`places` without those in an orientation that has the same cells as another one before it."""
    return within(places, lanes_at(SHAPES, piece * SHAPE_WORDS + S_FORM))


# -- spins --


@inlined
def _may_spin(top: Wide, filled: Wide, fits: Wide, land: Wide, piece: int, ways: int) -> bool:
    """Return True if there is a place where the piece could lie with a spin."""
    rule, others = ways >> T_SPINS_SHIFT & SPIN_BITS, ways >> OTHERS_SHIFT & SPIN_BITS
    if piece == T:
        if rule == NEVER:
            return False
        three, _ = _corners(top, filled)
        if some(both(three, land)):
            return True
        if rule == BY_CORNERS:
            return False
    elif others == 0 or FORMS[piece] == 1:
        return False
    return some(both(_immobile(fits), land))


@inlined
def _immobile(fits: Wide) -> Wide:
    """The places where the piece fits, but can move nowhere."""
    beside_it = either(_beside(fits), either(lower(fits, COLUMNS), higher(fits, COLUMNS)))
    return without(fits, beside_it)


@inlined
def _corners(top: Wide, filled: Wide) -> tuple[Wide, Wide]:
    """The places of a T with three filled corners, and those with both corners filled that it points to."""
    free = without(top, filled)
    west, east = within(higher(free, 1), RIGHT), within(lower(free, 1), LEFT)
    a, b = lower(west, COLUMNS), lower(east, COLUMNS)
    c, d = higher(east, COLUMNS), higher(west, COLUMNS)
    upper, lower_ones = either(a, b), either(c, d)
    two = either(either(both(a, b), both(c, d)), both(upper, lower_ones))
    to_anchor = lanes_at(T_ANCHOR, 0)
    three = lower(spread(without(top, two)), to_anchor)
    right, left = either(b, c), either(d, a)
    front = beside(without(top, upper), without(top, right), without(top, lower_ones), without(top, left))
    return three, lower(front, to_anchor)


T_ANCHOR = -ANCHORS[T * 4 : T * 4 + 4]  # how many bits the anchor of a T lies below its centre


@inlined
def _sort_spins(
    top: Wide,
    filled: Wide,
    ways: int,
    fits: Wide,
    landed: Wide,
    plain: Wide,
    turned: Wide,
    kicked: Wide,
    room: Words,
) -> None:
    """Make PLAIN, MINI and FULL for a T: a turn may spin; a step, a fall and the start, all in `plain`, do not."""
    rule = ways >> T_SPINS_SHIFT & SPIN_BITS
    three, front = _corners(top, filled)
    may = three if rule == BY_CORNERS else either(three, _immobile(fits))
    if rule == ALL_MINI:
        turned = either(turned, kicked)
        kicked, front = without(kicked, kicked), without(front, front)
    full = both(either(both(turned, front), kicked), three)
    mini = either(without(turned, both(three, front)), without(kicked, three))
    store(both(either(plain, without(either(turned, kicked), may)), landed), room, PLAIN)
    store(both(both(mini, may), landed), room, MINI)
    store(both(full, landed), room, FULL)


@inlined
def _sort_immobile(
    piece: int, ways: int, landed: Wide, fits: Wide, turned: Wide, first: Wide, room: Words
) -> None:
    """Make PLAIN, MINI and FULL for a piece other than a T: where it is immobile only a turn, or the start, leads."""
    immobile = both(landed, _immobile(fits))
    started = both(immobile, first)
    turned = both(immobile, _paired(turned, piece))
    none = without(landed, landed)
    store(either(without(landed, immobile), started), room, PLAIN)
    earned = either(turned, without(immobile, started))
    full = ways >> OTHERS_SHIFT & SPIN_BITS == FULL_SPIN
    store(none if full else earned, room, MINI)
    store(earned if full else none, room, FULL)
