"""How a search lies in memory.

Pieces are known by place: `held` at the start, then `queue`; NO_PIECE behind these is the end of all pieces. An empty
hold is as good as the first piece held, since what can be placed is the same ever after; so at every depth one of two
pieces is placed, and the other is held.

A node is a row of words, the field first:

    0–9  field   HELD piece or NO_PIECE   CHAIN, COMBO as in the rules   WAITING rows   ROOT the number of the
    first placement   LINE the placements that led to it

Nodes of one depth share `MOST_NODES` places. `order[depth]` is a permutation of them: its first `sizes[depth]` are a
heap, the best on top, the others are free. A node that has been expanded is free, but not overwritten before the next
one of its depth comes. When all are taken, a new node takes the place of one in the lower half that is worse.

`seen` remembers positions by a hash of 64 bits, and the greatest reward with which each was met.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.tetris.guideline.kernels.layout import MOST_PLACEMENTS, Words
from ai.tetris.guideline.kernels.reach import ROOM_WORDS
from ai.tetris.guideline.stacker.judgement import Numbers
from ai.tetris.guideline.stacker.levels import ALL
from game.tetris.guideline.field import COLUMNS

NO_PIECE = -1
MOST_KNOWN = ALL
MOST_DEPTH = MOST_KNOWN  # placements of known pieces
MOST_NODES = 2_048  # of a depth that wait to be expanded
MOST_ROOTS = 2 * MOST_PLACEMENTS
HELD, CHAIN, COMBO, WAITING, ROOT, LINE = range(COLUMNS, COLUMNS + 6)
NODE_WORDS = LINE + MOST_DEPTH
SEEN_BITS = 17

CAP, BLOCKING, CANCELLING, HOLE, WAYS, DEPTH, EPOCH, GAME_WORDS = range(8)  # of `game`
NODES, ROOTS, TURN, COUNTERS = range(
    4
)  # of `counters`: nodes made, first placements, which node is replaced next
NOTHING = -1e300
DEAD = -200.0  # rows of attack: what it is worth to have no placement


class Tree(NamedTuple):
    """All arrays of a search, made once.

    `queue` [MOST_KNOWN] the pieces behind the held one; `bag` [70] the letters that can come behind these, and
    `letters[0]` how many they are. `best` [depth, first placement] the greatest value of a node there, NOTHING where
    none was met, and `lines` its placements.
    """

    nodes: Words
    values: Numbers
    rewards: Numbers
    order: Words
    sizes: Words
    seen: Words
    best: Numbers
    lines: Words
    queue: Words
    bag: Words
    letters: Words
    game: Words
    counters: Words
    attacks: Words
    weights: Numbers
    listed: Words
    child: Words
    room: Words


def new_tree(attacks: Words, weights: NDArray[np.float64]) -> Tree:
    """The arrays for searches by one table of attacks and one set of weights."""
    depths = MOST_DEPTH + 2

    def words(*shape: int) -> Words:
        return np.zeros(shape, np.int64)

    return Tree(
        nodes=words(depths, MOST_NODES, NODE_WORDS),
        values=np.zeros((depths, MOST_NODES)),
        rewards=np.zeros((depths, MOST_NODES)),
        order=words(depths, MOST_NODES),
        sizes=words(depths),
        seen=words(1 << SEEN_BITS, 2),
        best=np.zeros((depths, MOST_ROOTS)),
        lines=words(depths, MOST_ROOTS, MOST_DEPTH),
        queue=words(MOST_KNOWN),
        bag=words(70),
        letters=words(1),
        game=words(GAME_WORDS),
        counters=words(COUNTERS),
        attacks=attacks,
        weights=weights,
        listed=words(MOST_PLACEMENTS),
        child=words(NODE_WORDS),
        room=words(ROOM_WORDS),
    )
