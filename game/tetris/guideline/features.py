"""Features of a field that a player sees: covered cells, columns that wait for one piece, slots for T-spins.

And what two placements on the same field do differently, as facts that are computed here and put into words elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from game.errors import BadInput, IllegalMove
from game.tetris.guideline.field import COLUMNS, ROWS, Field
from game.tetris.guideline.pieces import I, T
from game.tetris.guideline.placement import Placement
from game.tetris.guideline.state import Landing, State

DEEP = 3  # rows below both neighbours from which on a column takes nothing but an I
Cell = tuple[int, int]


@dataclass(frozen=True)
class Features:
    """Features of a field.

    `holes` are empty cells (column, row) with a filled one over them in the same column; `cover` is how many filled
    cells lie over them in all. `wells` are columns at least three rows below both neighbours. `slots` are
    the centres of T-spins that score two rows or would once the rows are filled. `bumps` is the sum of the steps
    between neighbouring columns, wells left out.
    """

    height: int
    holes: frozenset[Cell]
    cover: int
    wells: tuple[int, ...]
    slots: frozenset[Cell]
    bumps: int

    @classmethod
    def of(cls, field: Field) -> Features:
        """The features of a field."""
        tops = field.heights
        holes = frozenset((x, y) for x in range(COLUMNS) for y in range(tops[x]) if not field.filled(x, y))
        lowest = {x: min(y for column, y in holes if column == x) for x in {column for column, _ in holes}}
        cover = sum(field.filled(x, y) for x, low in lowest.items() for y in range(low + 1, tops[x]))
        wells = tuple(x for x in range(COLUMNS) if _depth(tops, x) >= DEEP)
        flat = [top for x, top in enumerate(tops) if x not in wells]
        bumps = sum(abs(one - other) for one, other in pairwise(flat))
        return cls(field.height, holes, cover, wells, frozenset(_slots(field)), bumps)


def _depth(tops: tuple[int, ...], x: int) -> int:
    """Return how far a column lies below both neighbours; a wall is as high as anything."""
    sides = [tops[each] for each in (x - 1, x + 1) if 0 <= each < COLUMNS]
    return min(sides) - tops[x]


def _slots(field: Field) -> list[Cell]:
    """Return where a T that points down could be turned in under an overhang, both corners below it filled."""
    results = []
    for x in range(1, COLUMNS - 1):
        for y in range(1, field.height + 1):
            free = not any(field.filled(*cell) for cell in ((x - 1, y), (x, y), (x + 1, y), (x, y - 1)))
            if not free or not (field.filled(x - 1, y - 1) and field.filled(x + 1, y - 1)):
                continue
            over = [side for side in (-1, 1) if field.filled(x + side, y + 1)]
            if len(over) != 1 or not (y == 1 or field.filled(x, y - 2)):
                continue
            open_side = -over[0]
            above = range(y + 1, field.height + 1)
            if not any(field.filled(x, row) or field.filled(x + open_side, row) for row in above):
                results.append((x, y))
    return results


class Effect(NamedTuple):
    """Effect of a placement: its landing, the field after it, and what is new there.

    Cells are (column, row) of the field before the placement; a row that goes does not renumber those above it.
    `covered` are open cells that it covers, `opened` covered cells that a clear opens, and `filled` covered cells that
    the piece itself takes, as after a tuck. Between them they are all that changes in the number of covered cells.
    """

    landing: Landing
    before: Features
    after: Features
    covered: frozenset[Cell]
    opened: frozenset[Cell]
    filled: frozenset[Cell]

    @classmethod
    def of(cls, field: Field, landing: Landing) -> Effect:
        """The effect of a landing on `field`, before garbage comes up."""
        at = landing.placement
        landed = field.landed(*at[:4])
        left = [y for y in range(ROWS) if y not in landed.full_rows]
        before, after = Features.of(field), Features.of(landed.cleared())
        still = frozenset((x, left[y]) for x, y in after.holes)
        filled = before.holes & frozenset(at.cells)
        return cls(landing, before, after, still - before.holes, before.holes - still - filled, filled)

    @property
    def new_holes(self) -> int:
        """Covered cells more than before; below 0 where there are fewer."""
        return len(self.after.holes) - len(self.before.holes)

    @property
    def new_wells(self) -> int:
        """Columns more that wait for an I."""
        return len(self.after.wells) - len(self.before.wells)

    @property
    def new_slots(self) -> int:
        """Slots for T-spins more than before."""
        return len(self.after.slots) - len(self.before.slots)

    @property
    def breaks_chain(self) -> bool:
        """True if it ends a back-to-back."""
        clear = self.landing.clear
        return clear.chain > 0 and clear.rows > 0 and not clear.difficult

    @property
    def spends(self) -> str:
        """`t` or `i` where it places such a piece without the clear that one keeps it for; else empty."""
        at, clear = self.landing.placement, self.landing.clear
        if clear.perfect or clear.difficult or at.piece not in (T, I):
            return ""
        return "t" if at.piece == T else "i"


@lru_cache(maxsize=128)  # who points at a placement asks in every frame
def effect_of(state: State, move: str) -> Effect | None:
    """Return the effect of a placement on the field of `state`; None where it is not possible."""
    try:
        at = Placement.parse(move)
        after = state.lock(at, held=at.piece != state.piece) if _rests(state, at) else None
    except (BadInput, IllegalMove):
        return None
    if after is None or after.last is None:
        return None
    return Effect.of(state.field, after.last)


def _rests(state: State, at: Placement) -> bool:
    if state.halted or at.piece not in state.choices or not state.field.fits(*at[:4]):
        return False
    return state.field.drop(*at[:4]) == at.y


class Difference(NamedTuple):
    """One way in which a placement is worse (`than`: better) than another, by name, with its number.

    Names: `attack` (rows sent less), `chain` (ends back-to-back), `holes` (more covered cells are left), `rises`
    (garbage that comes up and would have been held back), `t` and `i` (uses such a piece for no clear of its kind, and
    the better one keeps it), `slots`, `wells`, `height`, `bumps`.
    """

    name: str
    number: int


def differences(played: Effect, best: Effect) -> list[Difference]:
    """In what a placement is worse than the best one, the gravest first."""
    results = [
        Difference("attack", best.landing.attack - played.landing.attack),
        Difference("chain", int(played.breaks_chain and not best.breaks_chain)),
        Difference("holes", played.new_holes - best.new_holes),
        Difference("rises", len(played.landing.up) - len(best.landing.up)),
        *(Difference(name, int(played.spends == name != best.spends)) for name in ("t", "i")),
        Difference("slots", best.new_slots - played.new_slots),
        Difference("wells", played.new_wells - best.new_wells),
        Difference("height", played.after.height - best.after.height),
        Difference("bumps", played.after.bumps - best.after.bumps),
    ]
    least = {"height": 2, "bumps": 3}
    return [each for each in results if each.number >= least.get(each.name, 1)]


OTHER = "other"  # the theme of a mistake in which nothing of the above can be seen: only a search finds it


def theme_of(state: State, played: str, best: str) -> str:
    """In what a placement is worse than `best` above all: the name of the gravest difference, or `other`."""
    worse, better = effect_of(state, played), effect_of(state, best)
    if worse is None or better is None:
        return OTHER
    return next((each.name for each in differences(worse, better)), OTHER)
