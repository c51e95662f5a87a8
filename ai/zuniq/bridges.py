"""One bridge search from the outside: legal walls, the zones they would close, the edges that are dead for good.

A board in kernels is two words (see `ai.zuniq.topology` for the numbering):

    open    bit w: wall w is undrawn AND does not lie inside a closed zone      0 .. 2^60 - 1
    taken   bit s: a closed zone of s cells exists                              0 .. 2^26 - 1

The empty board is (full, 0). Vertices are the cells and one outside, edges the open walls. An open wall that
is no bridge is always legal; a bridge cuts its far side of s cells off from the outside and is legal exactly
if s is not taken. Far sides are nested or apart, never crossing:

        outside --+-- a --- b === c          `===`: two ways, no bridge
                  |         |                far(outside-a) = {a, b, c, d}, far(a-b) = {b, c, d},
                  |         d                far(b-d) = {d}: the nearest bridge has the largest far side
                  |
                  +--- e     blocks, apart once the outside is taken away: {a, b, c, d} and {e}

The search is depth first. One word, `covered`, holds bit d while the tree edge into depth d of the current
path lies on a cycle; a back edge from depth d to depth b sets bits b+1 .. d at once, and an edge whose bit
is not set when it is left is a bridge. So no low-link array is needed.

Dead for good is a wall whose far side has s cells while all sizes 1..s are taken, for whatever is cut off
later from that side has at most s cells. Behind it, and in a block of s cells of this kind, the number of
moves left is fixed: open walls less cells (`loose` moves), whoever plays them.
"""

from __future__ import annotations

from ai.bits import count_bits, lowest_bit
from ai.kernel import inlined, tight
from ai.zuniq.topology import BESIDE, DOOR, SECOND_DOOR, Topology, Words

# `work`, the scratch array of the search: int64[WORK]. By depth: the cell, the cells seen before it was
# entered, its links; by cell: its depth; then the blocks found, as sets of cells.
_BEFORE, _LINKS, _DEPTH, BLOCKS = 64, 128, 192, 256
WORK = 320
CELLS_ONLY = DOOR - 1


@tight
def find_bridges(grid: Topology, open_walls: int, far: Words, work: Words) -> tuple[int, int]:
    """The set of open walls that are bridges, and the number of blocks.

    `far`, int64[walls], is filled for every bridge with the set of cells it cuts off from the outside (other
    entries are left alone); `work[BLOCKS:]` gets the blocks as sets of cells. `open_walls` must hold no wall
    that is cut off from the outside.
    """
    bridges = 0
    seen = 0
    blocks = 0
    doors = open_walls & grid.border
    while doors:
        wall = lowest_bit(doors)
        doors &= doors - 1
        cell = grid.inner[wall]
        if seen >> cell & 1:
            continue
        before = seen
        seen, bridges = _search_block(grid, open_walls, cell, seen, bridges, far, work)
        work[BLOCKS + blocks] = seen & ~before
        blocks += 1
    return bridges, blocks


@inlined
def _search_block(
    grid: Topology, open_walls: int, start: int, seen: int, bridges: int, far: Words, work: Words
) -> tuple[int, int]:
    """`seen` and `bridges` with all that lies behind the open border walls of the cell `start`."""
    covered = 0
    path = 0
    depth = 0
    cell = start
    parent = grid.cells
    entering = True
    while True:
        if entering:
            depth += 1
            links = links_of(grid, open_walls, cell)
            work[depth] = cell
            work[_BEFORE + depth] = seen
            work[_LINKS + depth] = links
            work[_DEPTH + cell] = depth
            seen |= 1 << cell
            upper = depth
            if depth == 1:
                if links & SECOND_DOOR:
                    upper = 0
            elif links & DOOR:
                upper = 0
            else:
                back = links & path & ~(1 << parent)
                while back:
                    upper = min(upper, work[_DEPTH + lowest_bit(back)])
                    back &= back - 1
            covered |= (2 << depth) - (2 << upper)
            path |= 1 << cell
        rest = work[_LINKS + depth] & CELLS_ONLY & ~seen
        if rest:
            parent = cell
            cell = lowest_bit(rest)
            entering = True
            continue
        path &= ~(1 << cell)
        above = grid.cells if depth == 1 else work[depth - 1]
        if not covered >> depth & 1:
            wall = grid.between[cell * BESIDE + above]
            if depth == 1:
                wall = lowest_bit(open_walls & grid.near[cell] & grid.border)
            far[wall] = seen & ~work[_BEFORE + depth]
            bridges |= 1 << wall
        covered &= (1 << depth) - 1
        depth -= 1
        if depth == 0:
            return seen, bridges
        cell = above
        entering = False


@inlined
def links_of(grid: Topology, walls: int, cell: int) -> int:
    """The cells behind the open walls of a cell, with DOOR and SECOND_DOOR."""
    code = (walls >> grid.up[cell] & 1) | (walls >> grid.down[cell] & 1) << 1
    code |= (walls >> grid.left[cell] & 1) << 2 | (walls >> grid.right[cell] & 1) << 3
    return int(grid.links[cell * 16 + code])


@inlined
def flood(grid: Topology, walls: int, start: int) -> int:
    """The set of cells that open walls join to the cell `start`."""
    result = 1 << start
    rest = result
    while rest:
        fresh = links_of(grid, walls, lowest_bit(rest)) & CELLS_ONLY & ~result
        rest = (rest & (rest - 1)) | fresh
        result |= fresh
    return result


@inlined
def walls_of(grid: Topology, cells: int) -> int:
    """All walls of the given cells, those between them and those around them."""
    walls = 0
    row = 0
    mask = (1 << grid.columns) - 1
    while cells:
        walls |= grid.row_walls[row + (cells & mask)]
        cells >>= grid.columns
        row += mask + 1
    return walls


@inlined
def passages(grid: Topology, walls: int) -> tuple[int, int, int]:
    """The cells from which an open wall leads down, and to the right, to another cell; those with one to the outside.

    Only for boards whose walls are numbered row by row, which a patch's are not.
    """
    columns = grid.columns
    whole = (1 << columns) - 1
    last = grid.cells - columns
    doors = (walls & whole) | (walls >> grid.cells & whole) << last
    down = walls >> columns & ((1 << last) - 1)
    row = walls >> grid.horizontal
    right = start = 0
    while start < grid.cells:
        doors |= ((row & 1) | (row >> columns & 1) << (columns - 1)) << start
        right |= (row >> 1 & whole >> 1) << start
        row >>= columns + 1
        start += columns
    return down, right, doors


@inlined
def links_between(cell: int, columns: int, down: int, right: int) -> int:
    """The cells that passages join to a cell."""
    here = 1 << cell
    beside = (here & right) << 1 | (here >> 1 & right)
    return beside | (here & down) << columns | (here >> columns & down)


@inlined
def reach(grid: Topology, start: int, cells: int, down: int, right: int) -> int:
    """The set of `cells` that passages join to the set `start`, spreading from all of them at once."""
    columns = grid.columns
    while True:
        spread = start | (start & right) << 1 | (start >> 1 & right)
        spread = (spread | (spread & down) << columns | (spread >> columns & down)) & cells
        if spread == start:
            return start
        start = spread


@tight
def legal_walls(open_walls: int, taken: int, bridges: int, far: Words) -> int:
    """The set of legal walls, from the bridges and their far sides."""
    legal = open_walls
    if taken:
        while bridges:
            bridge = bridges & -bridges
            if taken >> count_bits(far[lowest_bit(bridge)]) & 1:
                legal ^= bridge
            bridges ^= bridge
    return legal


@tight
def draw(grid: Topology, open_walls: int, taken: int, wall: int, bridges: int, far: Words) -> tuple[int, int]:
    """The board (open, taken) after drawing the legal `wall`, given the bridges of the board before."""
    open_walls &= ~(1 << wall)
    if bridges >> wall & 1:
        closed = far[wall]
        taken |= 1 << count_bits(closed)
        open_walls &= ~walls_of(grid, closed)
    return open_walls, taken


@inlined
def first_free(taken: int) -> int:
    """The smallest size that no zone has; a side of fewer cells is dead for good."""
    return lowest_bit(~(taken | 1))


@tight
def settled(grid: Topology, open_walls: int, taken: int, blocks: int, work: Words) -> tuple[int, int]:
    """The open walls that no longer decide anything and lead straight to the outside, and their moves.

    These are the blocks, and the regions behind dead border walls, in which all sizes up to their own are
    taken. Nothing can close there any more and no zone can swallow them; the moves left in them are their
    open walls less their cells, and only the parity of the sum matters to the rest of the game.
    """
    walls = 0
    moves = 0
    free = first_free(taken)
    for k in range(blocks):
        block = work[BLOCKS + k]
        if count_bits(block) < free:
            inside = walls_of(grid, block) & open_walls
            walls |= inside
            moves += count_bits(inside) - count_bits(block)
    return walls, moves
