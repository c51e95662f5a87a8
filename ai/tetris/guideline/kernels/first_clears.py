"""Questions about the first perfect clear to a graph that is there already: nothing is moved, fields are numbers.

The graph is that of `optimum` with the fields of all levels numbered in one row, level by level:

    sets    [node]  up to level 6: a bit for each set of letters of the first bag that can have made the field
    starts  [node]  the edges of a node are to and at [starts[node]:starts[node + 1]]
    to, at          the node after, and the placement, (piece * 4 + form) * 40 + column * 4 + bit of the centre's row
    live    [level, letter held]: the number of the set that has been placed if that letter is held, -1 for none

With the letters known a position is a node and the letter that is held: HELD_NONE once there is no letter to hold.

A clear with eleven letters of which one is kept is written down by the last four letters x, y, z, w: by kept letter,
49 words 7 x + y with a bit 7 z + w.
"""

from __future__ import annotations

from ai.bits import lowest_bit
from ai.kernel import inlined, tight
from ai.tetris.guideline.kernels.clears import (
    EDGES,
    KINDS,
    LEVEL,
    LEVEL_END,
    LOW,
    NEXT,
    USED,
    USED_BITS,
    Growing,
    add_node,
)
from ai.tetris.guideline.kernels.clears import NODES as COUNT
from ai.tetris.guideline.kernels.layout import Words, packed
from ai.tetris.guideline.kernels.optimum import (
    BOX,
    COLUMNS,
    DISTINCT,
    FIRST_BAG,
    RANKS,
    Codes,
    Edges,
    Marks,
    Numbers,
)

PLACES = COLUMNS * BOX
NO_LETTER, HELD_NONE = -1, KINDS
NODE, HELD, EDGE, LINE_WORDS = 0, 1, 2, 3  # of each step of a way
LEVELS = 10
MOST_EDGES = 1_024  # of one node


@inlined
def _piece(code: int) -> int:
    return code // (4 * PLACES)


@inlined
def word_of_code(code: int) -> int:
    """A placement as other kernels have it."""
    form, place = code // PLACES, code % PLACES
    return packed(form >> 2, form & 3, place // BOX, BOX - 1 - place % BOX, 0)


# -- one queue --


@tight
def find_way(
    start: int,
    level: int,
    letters: Words,
    holding: bool,
    live: Words,
    sets: Words,
    edges: Edges,
    failed: Marks,
    line: Words,
) -> bool:
    """Find one way to the end; its edges are line[step, EDGE] - 1 then.

    The first of the letters is held; without `holding` they are placed as they come. `failed` [node] begins as 0.
    """
    starts, to, at = edges
    step = 0
    line[0, NODE], line[0, HELD], line[0, EDGE] = start, letters[0], starts[start]
    while step >= 0:
        node, held, edge = line[step, NODE], line[step, HELD], line[step, EDGE]
        if edge == starts[node + 1]:
            failed[node] |= 1 << held
            step -= 1
            continue
        line[step, EDGE] = edge + 1
        piece, child, then = _piece(at[edge]), to[edge], level + step + 1
        following = letters[step + 1] if step + 1 < len(letters) else NO_LETTER
        if piece == held:
            then_held = following if following != NO_LETTER else HELD_NONE
        elif holding and piece == following:
            then_held = held
        else:
            continue
        if then == LEVELS:
            return True
        if failed[child] >> then_held & 1 or (
            then <= FIRST_BAG and not _lives(sets[child], live, then, then_held)
        ):
            continue
        step += 1
        line[step, NODE], line[step, HELD], line[step, EDGE] = child, then_held, starts[child]
    return False


@inlined
def _lives(mask: int, live: Words, level: int, held: int) -> bool:
    number = live[level, held]
    lives: bool = number >= 0 and mask >> number & 1 != 0
    return lives


@tight
def expand_known(growing: Growing, most: int, level: int, sets: Words, known: Edges) -> None:
    """The same as `clears.expand`, with nodes of the graph as fields; `level` of the first of all nodes."""
    nodes, begins, edges, table, supply, sizes = growing
    starts, to, at = known
    node = sizes[NEXT]
    end = min(sizes[LEVEL_END], node + most)
    while node < end:
        if sizes[COUNT] + MOST_EDGES > min(len(nodes) - 1, len(table) // 2):
            break
        if sizes[EDGES] + MOST_EDGES > len(edges):
            break
        begins[node] = sizes[EDGES]
        here, used = nodes[node, LOW], nodes[node, USED]
        for edge in range(starts[here], starts[here + 1]):
            piece, child = _piece(at[edge]), to[edge]
            if (used >> USED_BITS * piece & 15) >= supply[sizes[LEVEL], piece]:
                continue
            then = used + (1 << USED_BITS * piece)
            if level + sizes[LEVEL] + 1 <= FIRST_BAG and not sets[child] >> _rank(then) & 1:
                continue
            number = add_node(nodes, table, sizes, child, 0, then)
            edges[sizes[EDGES], 0], edges[sizes[EDGES], 1] = number, word_of_code(at[edge])
            sizes[EDGES] += 1
        node += 1
    begins[node] = sizes[EDGES]
    sizes[NEXT] = node


@inlined
def _rank(used: int) -> int:
    letters = 0
    for piece in range(KINDS):
        letters |= (used >> USED_BITS * piece & 1) << piece
    rank: int = RANKS[letters]
    return rank


# -- a bag, and all letters behind it --


@tight
def spread_known(
    begin: int,
    end: int,
    following: int,
    live: Words,
    sets: Words,
    starts: Numbers,
    to: Numbers,
    at: Codes,
    held: Marks,
) -> None:
    """Add to held[node], the letters (bits) that can be held there, what follows on the nodes of a level up to 5.

    `live` [letter held] of the next level; `following` is the letter to choose beside the held one.
    """
    for node in range(begin, end):
        mask = held[node]
        if not mask:
            continue
        for edge in range(starts[node], starts[node + 1]):
            piece, child = _piece(at[edge]), to[edge]
            then = (mask >> piece & 1) << following
            if piece == following:
                then |= mask
            while then:
                saved = lowest_bit(then)
                then &= then - 1
                if live[saved] >= 0 and sets[child] >> live[saved] & 1:
                    held[child] |= 1 << saved


@tight
def leave_bag(
    begin: int, end: int, seventh: int, held: Marks, starts: Numbers, to: Numbers, at: Codes, late: Words
) -> None:
    """Write late[node of level 7]: bit 7 h + x, h still held and x placed; 8 h, h placed, the last of its bag."""
    for node in range(begin, end):
        mask = held[node]
        if not mask:
            continue
        for edge in range(starts[node], starts[node + 1]):
            piece, rest, word = _piece(at[edge]), mask, 0
            while rest:
                saved = lowest_bit(rest)
                rest &= rest - 1
                word |= 1 << KINDS * saved + piece
            late[to[edge] - seventh] |= word


@tight
def keep_of_last_two(begin: int, end: int, starts: Numbers, to: Numbers, at: Codes, words: Words) -> None:
    """Write words[field of level 8, 7 * b + letter kept]: bit 7 c + d, b and c are to choose from, d comes behind."""
    for node in range(begin, end):
        for edge in range(starts[node], starts[node + 1]):
            placed, child, last = _piece(at[edge]), to[edge], 0
            for each in range(starts[child], starts[child + 1]):
                last |= 1 << _piece(at[each])
            for other in range(KINDS):
                for behind in range(KINDS):
                    if last >> other & 1:
                        _keep(words[node - begin], other, placed, behind, behind)
                    if last >> behind & 1:
                        _keep(words[node - begin], other, placed, behind, other)


@inlined
def _keep(words: Words, other: int, placed: int, behind: int, saved: int) -> None:
    words[KINDS * other + saved] |= 1 << KINDS * placed + behind
    words[KINDS * placed + saved] |= 1 << KINDS * other + behind


@tight
def keep_of_last_four(
    begin: int,
    eighth: int,
    late: Words,
    starts: Numbers,
    to: Numbers,
    at: Codes,
    words: Words,
    pairs: Words,
) -> None:
    """Add to bits[letter kept, 7 x + y] the bits 7 z + w with which the nodes of level 7 lead to the end."""
    for number in range(len(late)):
        if not late[number]:
            continue
        for edge in range(starts[begin + number], starts[begin + number + 1]):
            placed, after, rest = _piece(at[edge]), words[to[edge] - eighth], late[number]
            while rest:
                pair = lowest_bit(rest)
                rest &= rest - 1
                held, first = pair // KINDS, pair % KINDS
                if held == first:  # both to choose from are of the second bag
                    for other in range(KINDS):
                        _add(pairs, KINDS * placed + other, other, after)
                        _add(pairs, KINDS * other + placed, other, after)
                elif placed == held:
                    for second in range(KINDS):
                        _add(pairs, KINDS * first + second, second, after)
                else:
                    _add(pairs, KINDS * first + placed, held, after)


@inlined
def _add(pairs: Words, pair: int, other: int, after: Words) -> None:
    if DISTINCT[pair]:
        for saved in range(KINDS):
            pairs[saved, pair] |= after[KINDS * other + saved]
