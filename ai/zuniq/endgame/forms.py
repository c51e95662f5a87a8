"""The canonical form of a part of the board: what is left of it once everything equivalent is made equal.

A part is a set of open walls that shares no cell with the other open walls: one or more blocks (see
`ai.zuniq.bridges`). Parts influence each other only through the sizes they take, so the form of a board is
the sum of the forms of its parts.

A part is walked depth first from the outside and taken apart at its cut vertices. Each component - a bridge,
or a piece in which every two edges lie on a common cycle - hangs on the vertex above it, and is described to
that vertex by one number only, which tells its graph. So it does not matter where on the board it lies, which way
round, or whether it is straight or bent:

      outside --+-- a --- b       cell a carries    b          a bridge with a leaf of one cell
                |   | :                             c, d, e    a piece: the same as a row of three cells
                |   c d                                        from a to a
                |   | :
                +   e-+

A component is inert if nothing can close in it any more: if all sums of the weights of its cells are taken. Its
cells become weight of the vertex above, its loose moves count by parity. Of several leaves of one size on one
vertex only one counts as alive: when one is closed the others are inert, and it is all the same which one that is.
What is inert on the outside itself is settled: it leaves the board, and its loose moves join one parity for the
whole board (`TEMPO`).

Why a sum of numbers is enough: what can happen to a component depends on its graph with the cut vertex as
root, on the weights of its cells and on the taken sizes alone. The numbers are 64-bit hashes.
"""

from __future__ import annotations

from ai.bits import count_bits, lowest_bit, prefetch
from ai.kernel import inlined, tight
from ai.zuniq.bridges import links_between, links_of, passages, walls_of
from ai.zuniq.topology import DOOR, Topology, Words

# A form, int64[FORM]. While it is made, MOVES holds the live walls, OPEN_WALLS those of what is not settled, ILLEGAL
# and BRIDGES what their names say, INERT the cells that have become weight of others. SIZES has bit s if a zone of s
# cells may still be closed in the part.
HASH, MOVES, OPEN_WALLS, LEAVES, SIZES, TEMPO, ILLEGAL, BRIDGES, INERT, FORM = range(10)

# `walk`, the scratch of the walk, int64[WALK]: a field of a vertex is at field + vertex.
VERTICES = 64  # up to 60 cells and the outside, rounded up
DEPTH, LOW, BELOW, PIECE, ABOVE, LINKS, HANGING, WEIGHT, ODD, LEAF_SIZES, LOOSE, COLOUR, FRESH, WALK = range(
    0, 14 * VERTICES, VERTICES
)

CELLS_ONLY = DOOR - 1
_LOW_HALF = 0xFFFFFFFF
_SPREAD_1, _SPREAD_2 = 0x6A09E667F3BCC909, -0x4498517A7B3558C5
_WEIGHT, _ODD, _LEAVES = 0x3C6EF372FE94F82B, -0x5AB00AC5A0E2C90F, 0x510E527FADE682D1
_WAY, _PIECE, _STEP, _CHOSEN = (
    0x1F83D9ABFB41BD6B,
    0x5BE0CD19137E2179,
    -0x64FA9773D4C193E1,
    0x22312194FC2BF72D,
)


@inlined
def mix(word: int) -> int:
    """A 64-bit permutation in which every bit of the result depends on every bit of the word."""
    word = (word ^ (word >> 32 & _LOW_HALF)) * _SPREAD_1
    word = (word ^ (word >> 32 & _LOW_HALF)) * _SPREAD_2
    return word ^ (word >> 32 & _LOW_HALF)


@tight
def make_form(grid: Topology, walls: int, taken: int, form: Words, walk: Words) -> None:
    """Write the form of the part `walls` under the sizes `taken` into `form`."""
    outside = grid.cells
    form[HASH] = form[LEAVES] = form[TEMPO] = form[ILLEGAL] = form[BRIDGES] = form[INERT] = 0
    form[MOVES] = form[OPEN_WALLS] = walls
    walk[HANGING + outside] = walk[ODD + outside] = walk[LEAF_SIZES + outside] = walk[DEPTH + outside] = 0
    down = right = outer = 0
    if len(grid.images) > 1:
        down, right, outer = passages(grid, walls)
    seen = 0
    doors = walls & grid.border
    while doors:
        start = grid.inner[lowest_bit(doors)]
        doors &= doors - 1
        if not seen >> start & 1:
            seen = _walk_block(grid, walls, taken, start, seen, (down, right, outer), form, walk)
    form[HASH] = walk[HANGING + outside]
    form[LEAVES] = walk[LEAF_SIZES + outside]
    form[TEMPO] = walk[ODD + outside]
    form[SIZES] = _sizes(seen & ~form[INERT], walk)
    form[MOVES] = (form[MOVES] & ~form[ILLEGAL]) | _loose_moves(grid, seen, form, walk)


@inlined
def _walk_block(
    grid: Topology,
    walls: int,
    taken: int,
    start: int,
    seen: int,
    ways: tuple[int, int, int],
    form: Words,
    walk: Words,
) -> int:
    """Take the block of the cell `start` apart; `seen` with its cells. `ways`: what `passages` says of it."""
    outside = grid.cells
    cell = start
    walk[ABOVE + cell] = outside
    _enter(cell, outside, _links(grid, walls, cell, ways), seen, walk)
    seen |= 1 << cell
    while True:
        rest = walk[LINKS + cell] & ~seen
        if rest:
            below = lowest_bit(rest)
            links = _links(grid, walls, below, ways)
            if links == 1 << cell:
                _hang_one_cell(grid, walls, taken, cell, below, form, walk)
            else:
                _enter(below, cell, links, seen, walk)
                cell = below
            seen |= 1 << below
            continue
        above = walk[ABOVE + cell] & (VERTICES - 1)
        if walk[LOW + cell] >= walk[DEPTH + above]:
            _hang(grid, walls, taken, above, cell, form, walk)
        else:
            walk[PIECE + above] |= walk[PIECE + cell]
            walk[LOW + above] = min(walk[LOW + above], walk[LOW + cell])
        if above == outside:
            return seen
        walk[BELOW + above] |= walk[BELOW + cell]
        cell = above


@inlined
def _links(grid: Topology, walls: int, cell: int, ways: tuple[int, int, int]) -> int:
    """The cells behind the open walls of a cell, with DOOR."""
    if len(grid.images) == 1:
        return links_of(grid, walls, cell)
    down, right, outer = ways
    return links_between(cell, grid.columns, down, right) | (DOOR if outer >> cell & 1 else 0)


@inlined
def _enter(cell: int, above: int, links: int, seen: int, walk: Words) -> None:
    """Clear the fields of a cell that is seen for the first time; its seen neighbours all lie above it."""
    depth = walk[DEPTH + above] + 1
    low = depth
    if links & DOOR and depth > 1:
        low = 0
    back = links & CELLS_ONLY & seen
    while back:
        low = min(low, _depth_unless(walk, lowest_bit(back), above, depth))
        back &= back - 1
    walk[DEPTH + cell] = depth
    walk[LOW + cell] = low
    walk[BELOW + cell] = walk[PIECE + cell] = 1 << cell
    walk[ABOVE + cell] = above
    walk[LINKS + cell] = links & CELLS_ONLY
    walk[HANGING + cell] = walk[ODD + cell] = walk[LEAF_SIZES + cell] = walk[LOOSE + cell] = 0
    walk[WEIGHT + cell] = 1


@inlined
def _depth_unless(walk: Words, cell: int, above: int, depth: int) -> int:
    return depth if cell == above else walk[DEPTH + cell]


@inlined
def _hang(grid: Topology, walls: int, taken: int, vertex: int, cell: int, form: Words, walk: Words) -> None:
    """Describe to `vertex` the component whose first cell below it is `cell`."""
    far = walk[BELOW + cell]
    size = count_bits(far)
    inside = walls_of(grid, far) & walls
    odd = (count_bits(inside) - size) & 1
    ways = inside & grid.near[cell]
    ways &= grid.border if vertex == grid.cells else grid.near[vertex]
    bridge = walk[PIECE + cell] == 1 << cell and ways & (ways - 1) == 0
    if bridge:
        form[BRIDGES] |= ways
    if taken >> size & 1:
        if bridge:
            form[ILLEGAL] |= ways
        if _sizes(far & ~form[INERT], walk) & ~taken == 0:
            _make_inert(grid, vertex, far, odd, inside, form, walk)
            return
    barren = walk[HANGING + cell] == 0 and walk[LEAF_SIZES + cell] == 0 and walk[ODD + cell] == 0
    if bridge and barren:
        if walk[LEAF_SIZES + vertex] >> size & 1:
            _make_inert(grid, vertex, far, 0, inside, form, walk)
        walk[LEAF_SIZES + vertex] |= 1 << size
    elif bridge:
        walk[HANGING + vertex] += _label(walk, cell, 0)
    else:
        walk[HANGING + vertex] += _piece(grid, walls, vertex, walk[PIECE + cell], walk)


@inlined
def _sizes(cells: int, walk: Words) -> int:
    """The sums of weights of these cells, a set of sizes: whatever is closed among them has one of these."""
    sums = 1
    while cells:
        sums |= sums << walk[WEIGHT + lowest_bit(cells)]
        cells &= cells - 1
    return sums & ~1


@inlined
def _hang_one_cell(
    grid: Topology, walls: int, taken: int, vertex: int, cell: int, form: Words, walk: Words
) -> None:
    """Do the same as `_hang` with a bridge to a single bare cell; a third of all cells are of this kind."""
    bridge = walls & grid.near[cell]
    form[BRIDGES] |= bridge
    walk[ODD + cell] = 0
    walk[BELOW + vertex] |= 1 << cell
    if (taken | walk[LEAF_SIZES + vertex]) >> 1 & 1:
        form[MOVES] &= ~bridge
        form[INERT] |= 1 << cell
        walk[WEIGHT + vertex] += 1
    else:
        walk[WEIGHT + cell] = 1
        walk[LEAF_SIZES + vertex] |= 2


@inlined
def _make_inert(
    grid: Topology, vertex: int, far: int, odd: int, inside: int, form: Words, walk: Words
) -> None:
    form[MOVES] &= ~inside
    form[INERT] |= far
    walk[ODD + vertex] ^= odd
    if vertex == grid.cells:
        form[OPEN_WALLS] &= ~inside
    else:
        walk[WEIGHT + vertex] += count_bits(far)
        if odd:
            walk[LOOSE + vertex] |= inside & ~form[BRIDGES]


@inlined
def _label(walk: Words, cell: int, ways: int) -> int:
    """Return what hangs on a cell, the cell itself, and the number of `ways` to the vertex above, as one number."""
    return mix(
        walk[HANGING + cell]
        + ways * _WAY
        + walk[WEIGHT + cell] * _WEIGHT
        + walk[ODD + cell] * _ODD
        + walk[LEAF_SIZES + cell] * _LEAVES
    )


@inlined
def _piece(grid: Topology, walls: int, vertex: int, cells: int, walk: Words) -> int:
    """The number of a component of several edges, `cells` and the `vertex` above them: the same for equal graphs.

    Every cell gets a colour, made from its label and its neighbours' colours again and again, until no two are alike.
    Then the colours together tell the whole graph. Cells that stay alike are most often mirror images of each other,
    and one of them is given a colour of its own. Were they not, equal graphs might get different numbers, no more.
    """
    outer = walls & (grid.border if vertex == grid.cells else grid.near[vertex])
    rest = cells
    while rest:
        cell = lowest_bit(rest)
        rest &= rest - 1
        walk[COLOUR + cell] = _label(walk, cell, count_bits(outer & grid.near[cell]))
    alike = cells
    before = 0
    while True:
        total = _colour_afresh(cells, walk)
        if alike == 0:
            return mix(total + _PIECE)
        alike, pairs = _still_alike(alike, walk)
        if pairs and pairs == before:
            _tell_apart(alike, walk)
        before = pairs


@inlined
def _colour_afresh(cells: int, walk: Words) -> int:
    """Make each cell's colour from its own and those of its neighbours among `cells`; the sum of all."""
    total = 0
    rest = cells
    while rest:
        cell = lowest_bit(rest)
        rest &= rest - 1
        colour = walk[COLOUR + cell] * _STEP
        others = walk[LINKS + cell] & cells
        while others:
            colour += walk[COLOUR + lowest_bit(others)]
            others &= others - 1
        colour = mix(colour)
        walk[FRESH + cell] = colour
        total += colour
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        walk[COLOUR + cell] = walk[FRESH + cell]
    return total


@inlined
def _still_alike(alike: int, walk: Words) -> tuple[int, int]:
    """Those of `alike` that still share their colour with another one, and the number of such pairs."""
    result = 0
    pairs = 0
    while alike:
        cell = lowest_bit(alike)
        alike &= alike - 1
        others = alike
        while others:
            other = lowest_bit(others)
            others &= others - 1
            if walk[COLOUR + other] == walk[COLOUR + cell]:
                result |= 1 << cell | 1 << other
                pairs += 1
    return result, pairs


@inlined
def _tell_apart(alike: int, walk: Words) -> None:
    """Give a colour of its own to one cell of those with the least colour."""
    chosen = lowest_bit(alike)
    while alike:
        cell = lowest_bit(alike)
        alike &= alike - 1
        if walk[COLOUR + cell] < walk[COLOUR + chosen]:
            chosen = cell
    walk[COLOUR + chosen] = mix(walk[COLOUR + chosen] + _CHOSEN)


@inlined
def _loose_moves(grid: Topology, cells: int, form: Words, walk: Words) -> int:
    """One loose wall for every live cell with an odd number of loose moves hanging on it."""
    moves = 0
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        if walk[ODD + cell] and grid.near[cell] & form[MOVES]:
            moves |= walk[LOOSE + cell] & -walk[LOOSE + cell]
    return moves


# Boards as sums of blocks, with a small table that knows the forms of the blocks seen lately.
#
# A move changes one block of the board; if it closes a zone, also the sizes that count for the others. So the
# form of a board after a move is put together from forms that are mostly known:
#
#     units   int64[2^k, UNIT]     slot = hash of walls and sizes; a newer block overwrites an older one
#
#             WALLS     the open walls of the block
#             TAKEN     the taken sizes up to the block's
#             NOTES     | 1 tempo | 0 leaf |
#             SIZES     those that can still be closed in it; none if it is settled
#             HASH      of its form; 0 for a leaf
#             MOVES     what can be played in it
#             BRIDGES   the walls that close something in it
#
#     total   int64[TOTAL]         the sum over the blocks of one board
#
# A leaf is told by its size alone and counts once, however many leaves of that size hang on the outside.

UNIT_ROWS = 1 << 15  # 1 MB
WALLS, UNIT_TAKEN, NOTES, UNIT_SIZES, UNIT_HASH, UNIT_MOVES, UNIT_BRIDGES, UNIT = range(8)
SUM_HASH, SUM_LEAVES, SUM_SIZES, SUM_TEMPO, SUM_KEPT, SUM_MOVES, TOTAL = range(7)
_TEMPO_AT = 1

_SPREAD = -0x61C8864680B583EB  # 2^64 / golden ratio
_TAKEN, _PART_LEAVES, _TEMPO = 0x428A2F98D728AE23, 0x7137449123EF65CD, -0x4A3F043013B2C4D1
_SEED = 0x3956C25BF348B539  # so that the board without live walls, the most frequent of all, has no key 0


@inlined
def unit_of(
    grid: Topology, units: Words, walls: int, cells: int, taken: int, form: Words, walk: Words
) -> int:
    """The row of `units` with the form of a block, which is made now if it is not there."""
    taken &= (2 << count_bits(cells)) - 1
    row = _row_of(units, walls, taken)
    if units[row, WALLS] != walls or units[row, UNIT_TAKEN] != taken:
        _fill(grid, units[row], walls, taken, form, walk)
    return row


@inlined
def _row_of(units: Words, walls: int, taken: int) -> int:
    return int(((walls * _SPREAD ^ taken) * _SPREAD >> 40) & (len(units) - 1))


@inlined
def fetch_units(units: Words, walls: int, moves: int, cells: int, taken: int) -> None:
    """Have the rows at hand soon for a block without each of these walls."""
    taken &= (2 << count_bits(cells)) - 1
    while moves:
        prefetch(units[_row_of(units, walls ^ (moves & -moves), taken)], WALLS)
        moves &= moves - 1


@tight
def _fill(grid: Topology, unit: Words, walls: int, taken: int, form: Words, walk: Words) -> None:
    make_form(grid, walls, taken, form, walk)
    leaf = 1 if form[LEAVES] else 0
    unit[WALLS] = walls
    unit[UNIT_TAKEN] = taken
    unit[NOTES] = leaf | form[TEMPO] << _TEMPO_AT
    unit[UNIT_SIZES] = form[SIZES]
    unit[UNIT_HASH] = form[HASH]
    unit[UNIT_MOVES] = form[MOVES]
    unit[UNIT_BRIDGES] = form[BRIDGES]


@inlined
def add_unit(unit: Words, total: Words) -> None:
    """Add the form of a block to a total."""
    notes = unit[NOTES]
    sizes = unit[UNIT_SIZES]
    total[SUM_HASH] += unit[UNIT_HASH]
    total[SUM_LEAVES] |= sizes if notes & 1 else 0
    total[SUM_SIZES] |= sizes
    total[SUM_TEMPO] ^= notes >> _TEMPO_AT
    total[SUM_KEPT] |= unit[WALLS] if sizes else 0
    total[SUM_MOVES] += count_bits(unit[UNIT_MOVES])


@inlined
def key_of(total: Words, taken: int) -> int:
    """The key of the board that `total` sums up: equal for boards that are won or lost alike."""
    counting = taken & total[SUM_SIZES]
    rest = counting * _TAKEN + total[SUM_LEAVES] * _PART_LEAVES + total[SUM_TEMPO] * _TEMPO
    return mix(total[SUM_HASH] + rest + _SEED)
