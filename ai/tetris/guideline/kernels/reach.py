"""Everywhere a piece can lock, by filling: the rows of a column that can be reached are one word.

All that is found lies in `room`, in maps of 16 words: three columns of nothing, the ten of the field, three of
nothing, so that shifts and kicks may look beyond the walls. A map an orientation where they differ.

    FREE      the cells that are free
    FITS      by form: the rows at which the piece fits; LAND those of them at which it cannot fall
    REACHED   by orientation: where it can come to; DONE those of them whose turns have been tried
    TURNED    by orientation: where a turn ends before it falls; KICKED where one does by the kick for full spins
    DROPPED   by orientation: where a turn ends that falls (20g only)
    LANDED    by form: **where it can lock**; where there are spins also PLAIN, MINI and FULL, by its spin there

Most fields have an open sky: what a piece falls through from there is one addition a column. If that reaches every
row at which the piece can lie, nothing else is to be done. Else steps sideways and turns spread what is reached until
it does, or until nothing new comes.
"""

from __future__ import annotations

from ai.bits import lowest_bit
from ai.kernel import inlined, tight
from ai.tetris.guideline.kernels.layout import (
    ALL_MINI,
    BOTTOM,
    BY_CORNERS,
    CELL_WORDS,
    CELLS,
    FORMS,
    GRAVITY_BIT,
    K_AFTER,
    K_COUNT,
    K_KICKS,
    K_LAST,
    KICK_WORDS,
    KICKS,
    NEVER,
    OTHERS_SHIFT,
    S_LOCKS,
    SHAPE_WORDS,
    SHAPES,
    SPIN_BITS,
    START_BIT,
    SYSTEM_BITS,
    T_SPINS_SHIFT,
    TURN_NUMBERS,
    Words,
    fallen,
    kick_table,
)
from game.tetris.guideline.movement import OPEN_SKY, START_COLUMN
from game.tetris.guideline.pieces import T
from game.tetris.guideline.placement import FULL as FULL_SPIN

MAP = 16
FIRST, END = 3, 13  # the columns of the field in a map
FREE, THREE = 0, 16
FITS, LAND, REACHED, DONE, TURNED, KICKED, DROPPED, FRONT = 32, 96, 160, 224, 288, 352, 416, 480
LANDED, PLAIN, MINI, FULL, ROOM_WORDS = 544, 608, 672, 736, 800
NOTHING, CELLS_ONLY, WITH_SPINS = 0, 1, 2  # what `find_landings` returns

SKY = 1 << BOTTOM - 19  # the row from which pieces fall where the sky is open
UPPER = (1 << BOTTOM - OPEN_SKY + 1) - 1  # the rows that are empty then
START = FIRST + START_COLUMN


@tight
def find_landings(field: Words, piece: int, ways: int, room: Words) -> int:
    """Fill `room` (ROOM_WORDS, zero at first) with where `piece` can lock; what there is to see in it.

    NOTHING where it cannot even start; CELLS_ONLY: LANDED; WITH_SPINS: LANDED, and PLAIN, MINI and FULL, all of
    them only at rows at which the game goes on.
    """
    forms = FORMS[piece]
    stack = _free_cells(field, room)
    _fitting(piece, forms, room)
    of_a_t, others = ways >> T_SPINS_SHIFT & SPIN_BITS, ways >> OTHERS_SHIFT & SPIN_BITS
    spins = piece == T and _corners(room)
    if ways >> T_SPINS_SHIFT:  # other rules than those of T-spins
        if piece != T:
            spins = others != 0 and forms > 1 and _immobile_landings(piece, forms, room)
        elif of_a_t == NEVER:
            spins = False
        elif of_a_t != BY_CORNERS and not spins:
            spins = _immobile_landings(piece, forms, room)
    room[REACHED : REACHED + 4 * MAP] = 0
    first = 0
    if stack & UPPER or ways & GRAVITY_BIT:
        first = start_row(ways, room)
        if not first:
            return NOTHING
        room[REACHED + START] = fallen(room[FITS + START], first)
    else:
        _fall_from_the_sky(forms, room)
    if first or spins or _missing(piece, forms, room):
        _spread(piece, ways, forms, not first, spins, room)
    _landed(piece, forms, room)
    if spins:
        if piece == T:
            _sort_spins(ways, first, of_a_t == ALL_MINI, room)
        else:
            _sort_immobile(forms, first, others, room)
        return WITH_SPINS
    return CELLS_ONLY


@inlined
def _free_cells(field: Words, room: Words) -> int:
    """All rows (bits) in which a cell is filled, once FREE is made."""
    stack = 0
    for x in range(END - FIRST):
        stack |= field[x]
        room[FREE + FIRST + x] = CELLS & ~field[x]
    return stack


@inlined
def _fitting(piece: int, forms: int, room: Words) -> None:
    """Make FITS and LAND."""
    for form in range(forms):
        a = (piece * 4 + form) * SHAPE_WORDS
        b, c, d = a + CELL_WORDS, a + 2 * CELL_WORDS, a + 3 * CELL_WORDS
        at = form * MAP
        for x in range(FIRST, END):
            fits = room[FREE + x + SHAPES[a]] >> SHAPES[a + 1] << SHAPES[a + 2]
            fits &= room[FREE + x + SHAPES[b]] >> SHAPES[b + 1] << SHAPES[b + 2]
            fits &= room[FREE + x + SHAPES[c]] >> SHAPES[c + 1] << SHAPES[c + 2]
            fits &= room[FREE + x + SHAPES[d]] >> SHAPES[d + 1] << SHAPES[d + 2]
            room[FITS + at + x] = fits
            room[LAND + at + x] = fits & ~(fits >> 1)


@inlined
def _fall_from_the_sky(forms: int, room: Words) -> None:
    for form in range(forms):
        for x in range(form * MAP + FIRST, form * MAP + END):
            fits = room[FITS + x]
            room[REACHED + x] = fallen(fits, fits & SKY)


@inlined
def start_row(ways: int, room: Words) -> int:
    """The row (bit) in which a new piece is, fallen to the floor under 20g; 0 where it cannot appear."""
    fits = room[FITS + START]
    high = 19 if ways & START_BIT else 20
    first: int = 1 << high + 1 & fits
    if not first or (high == 19 and not fits >> high & 1):
        first = 1 << high & fits
    if ways & GRAVITY_BIT:
        first = fallen(fits, first) & room[LAND + START]
    return first


@inlined
def _missing(piece: int, forms: int, room: Words) -> bool:
    """Whether there is a row where the piece could lie that is not reached yet."""
    missing = 0
    for form in range(forms):
        at, other = form * MAP, (form + forms & 3) * MAP
        rows = 0
        for x in range(FIRST, END):
            rows |= room[LAND + at + x] & ~(room[REACHED + at + x] | room[REACHED + other + x])
        missing |= rows & SHAPES[(piece * 4 + form) * SHAPE_WORDS + S_LOCKS]
    return missing != 0


@tight
def _spread(piece: int, ways: int, forms: int, sky: bool, spins: bool, room: Words) -> None:
    """Let steps and turns spread what is REACHED, until every landing is or nothing new comes."""
    system, heavy = ways & SYSTEM_BITS, ways & GRAVITY_BIT
    room[DONE : DONE + 4 * MAP] = 0
    room[TURNED : DROPPED + 4 * MAP] = 0
    waiting = 1
    if sky:
        waiting = 15 if forms > 1 else 1
        for form in range(forms):
            _walk(form, form, heavy, room)
        if not spins and not _missing(piece, forms, room):
            return
        if forms == 2:
            for x in range(REACHED, REACHED + 2 * MAP):
                room[x + 2 * MAP] = room[x]
    while waiting:
        orientation = lowest_bit(waiting)
        waiting &= waiting - 1
        _walk(orientation, orientation & forms - 1, heavy, room)
        for turn in range(TURN_NUMBERS):
            table = kick_table(system, piece, orientation, turn)
            if KICKS[table + K_COUNT] and _turn(table, orientation, forms, heavy, room):
                waiting |= 1 << KICKS[table + K_AFTER]
        at = orientation * MAP
        for x in range(at + FIRST, at + END):
            room[DONE + x] = room[REACHED + x]
        if waiting and not spins and not _missing(piece, forms, room):
            return


@tight
def _walk(orientation: int, form: int, heavy: int, room: Words) -> None:
    """Spread what is REACHED in one orientation by steps to both sides, and by falling."""
    at, fits_at = REACHED + orientation * MAP, FITS + form * MAP
    land_at = fits_at + LAND - FITS
    changed = True
    while changed:
        changed = False
        for way in range(2):
            step = 1 - 2 * way
            x = FIRST + 1 if way == 0 else END - 2
            for _ in range(END - FIRST - 1):
                fits, before = room[fits_at + x], room[at + x]
                more = room[at + x - step] & fits
                if heavy:
                    more = fallen(fits, more) & room[land_at + x]
                if more & ~before:
                    changed = True
                    room[at + x] = before | more if heavy else fallen(fits, before | more)
                x += step


@tight
def _turn(table: int, orientation: int, forms: int, heavy: int, room: Words) -> bool:
    """Try one turn from all that is REACHED and not DONE; whether it led to anything new."""
    before_at, after = REACHED + orientation * MAP, KICKS[table + K_AFTER]
    fits_at, land_at = FITS + (after & forms - 1) * MAP, LAND + (after & forms - 1) * MAP
    last, end = KICKS[table + K_LAST], KICKS[table + K_COUNT]
    grown = 0
    for x in range(FIRST, END):
        rows = room[before_at + x] & ~room[before_at + DONE - REACHED + x]
        kick = table + K_KICKS
        for number in range(end):
            if not rows:
                break
            to, right, left = x + KICKS[kick], KICKS[kick + 1], KICKS[kick + 2]
            kick += KICK_WORDS
            fits = room[fits_at + to]
            found = rows >> right << left & fits
            if found:
                rows &= ~(found >> left << right)
                to += after * MAP
                room[(KICKED if number == last else TURNED) + to] |= found
                if heavy:
                    land = room[land_at + to - after * MAP]
                    dropped = fallen(fits, found & ~land) & land
                    room[DROPPED + to] |= dropped
                    found = found & land | dropped
                else:
                    found = fallen(fits, found)
                grown |= found & ~room[REACHED + to]
                room[REACHED + to] |= found
    return grown != 0


@inlined
def _landed(piece: int, forms: int, room: Words) -> None:
    """Make LANDED."""
    for form in range(forms):
        at, other = form * MAP, (form + forms & 3) * MAP
        locks = SHAPES[(piece * 4 + form) * SHAPE_WORDS + S_LOCKS]
        for x in range(FIRST, END):
            reached = room[REACHED + at + x] | room[REACHED + other + x]
            room[LANDED + at + x] = reached & room[LAND + at + x] & locks


# -- spins --


@tight
def _corners(room: Words) -> bool:
    """Make THREE, the centres (rows by column) with three filled corners, and FRONT, those with both before them.

    Whether a T could lie at any of them.
    """
    some = 0
    for x in range(FIRST, END):
        west, east = ~room[FREE + x - 1], ~room[FREE + x + 1]
        a, b, c, d = west << 1, east << 1, east >> 1, west >> 1
        three = a & b & (c | d) | c & d & (a | b)
        room[THREE + x] = three
        room[FRONT + x], room[FRONT + MAP + x] = a & b, b & c
        room[FRONT + 2 * MAP + x], room[FRONT + 3 * MAP + x] = c & d, d & a
        land = room[LAND + x] | room[LAND + MAP + x] | room[LAND + 2 * MAP + x] | room[LAND + 3 * MAP + x]
        some |= three & land
    return some != 0


@tight
def _sort_spins(ways: int, first: int, all_mini: bool, room: Words) -> None:
    """Make PLAIN, MINI and FULL: a turn may spin; a step, a fall and the start do not."""
    immobile = ways >> T_SPINS_SHIFT & SPIN_BITS != BY_CORNERS
    for orientation in range(4):
        locks = SHAPES[(T * 4 + orientation) * SHAPE_WORDS + S_LOCKS]
        for column in range(FIRST, END):
            at = orientation * MAP + column
            fits, land = room[FITS + at], room[LAND + at]
            beside = (room[REACHED + at - 1] | room[REACHED + at + 1]) & fits
            if ways & GRAVITY_BIT:
                plain = fallen(fits, beside) | room[DROPPED + at]
            else:
                plain = beside | room[REACHED + at] << 1
            if at == START:
                plain |= first
            three, front = room[THREE + column], room[FRONT + at]
            turned, kicked = room[TURNED + at], room[KICKED + at]
            rows = land & locks
            if immobile:
                three |= immobile_rows(orientation, column, room)
            if all_mini:
                turned, kicked, front = turned | kicked, 0, 0
            full = (turned & front | kicked) & room[THREE + column] & rows
            mini = (turned & ~(room[THREE + column] & front) | kicked & ~room[THREE + column]) & three & rows
            room[PLAIN + at] = (plain | (turned | kicked) & ~three) & rows
            room[MINI + at] = mini
            room[FULL + at] = full


@inlined
def immobile_rows(form: int, x: int, room: Words) -> int:
    """The rows (bits) at which the piece fits in this form and column of the maps, but can move nowhere."""
    at = FITS + form * MAP + x
    fits = room[at]
    rows: int = fits & ~(fits >> 1 | fits << 1 | room[at - 1] | room[at + 1])
    return rows


@tight
def _immobile_landings(piece: int, forms: int, room: Words) -> bool:
    """Whether there is a place where the piece could lock and cannot move."""
    some = 0
    for form in range(forms):
        rows = 0
        for x in range(FIRST, END):
            rows |= immobile_rows(form, x, room)
        some |= rows & SHAPES[(piece * 4 + form) * SHAPE_WORDS + S_LOCKS]
    return some != 0


@tight
def _sort_immobile(forms: int, first: int, spin: int, room: Words) -> None:
    """Make PLAIN, MINI and FULL for a piece other than a T: where it is immobile only a turn, or the start, leads."""
    earned, never = (FULL, MINI) if spin == FULL_SPIN else (MINI, FULL)
    for form in range(forms):
        for column in range(FIRST, END):
            at, other = form * MAP + column, (form + forms & 3) * MAP + column
            landed = room[LANDED + at]
            immobile = landed & immobile_rows(form, column, room)
            started = immobile & first if at == START else 0
            turned = room[TURNED + at] | room[KICKED + at] | room[TURNED + other] | room[KICKED + other]
            room[PLAIN + at] = landed & ~immobile | started
            room[earned + at] = immobile & (turned | ~started)
            room[never + at] = 0
