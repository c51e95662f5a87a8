"""Another way to find every placement: all centres of an orientation at once, as the bits of one long number.

Nothing is taken from the rules that are tested: the pieces are drawn, the kicks are typed in as they are printed
for players, those of the I for the box of 4x4 that turns about its middle.
"""

from collections.abc import Iterator
from functools import cache

from game.tetris.guideline import PIECES, Field

Cells = frozenset[tuple[int, int]]

WIDE, TALL, LEFT, BELOW = 18, 48, 4, 4  # the field with a broad margin, so that no shift runs round a corner
DRAWN = {
    "I": "....\n#o##",
    "O": ".##.\n.o#.",
    "T": ".#..\n#o#.",
    "L": "..#.\n#o#.",
    "J": "#...\n#o#.",
    "S": ".##.\n#o..",
    "Z": "##..\n.o#.",
}
MOST = {
    "NE SE": "0,0 -1,0 -1,1 0,-2 -1,-2",
    "ES EN": "0,0 1,0 1,-1 0,2 1,2",
    "SW NW": "0,0 1,0 1,1 0,-2 1,-2",
    "WS WN": "0,0 -1,0 -1,-1 0,2 -1,2",
}
BOX = {
    "NE WS": "0,0 -2,0 1,0 -2,-1 1,2",
    "EN SW": "0,0 2,0 -1,0 2,1 -1,-2",
    "ES NW": "0,0 -1,0 2,0 -1,2 2,-1",
    "SE WN": "0,0 1,0 -2,0 1,-2 -2,1",
}
BOX_PLUS = {
    "NE": "0,0 1,0 -2,0 -2,-1 1,2",
    "NW": "0,0 -1,0 2,0 2,-1 -1,2",
    "ES": "0,0 -1,0 2,0 -1,2 2,-1",
    "WS": "0,0 1,0 -2,0 1,2 -2,-1",
    "SW": "0,0 2,0 -1,0 2,1 -1,-2",
    "SE": "0,0 -2,0 1,0 -2,1 1,-2",
    "WN": "0,0 1,0 -2,0 1,-2 -2,1",
    "EN": "0,0 -1,0 2,0 -1,-2 2,1",
}
HALF = {
    "NS": "0,0 0,1 1,1 -1,1 1,0 -1,0",
    "SN": "0,0 0,-1 -1,-1 1,-1 -1,0 1,0",
    "EW": "0,0 1,0 1,2 1,1 0,2 0,1",
    "WE": "0,0 -1,0 -1,2 -1,1 0,2 0,1",
}
BOX_HALF = {"NS": "0,0 0,1", "SN": "0,0 0,-1", "EW": "0,0 1,0", "WE": "0,0 -1,0"}
# how the second cell of the I moves when its box turns a quarter clockwise, by the orientation before
I_DRIFT = {"N": (1, 0), "E": (0, -1), "S": (-1, 0), "W": (0, 1)}


def quarter(cells: Cells) -> Cells:
    return frozenset((y, -x) for x, y in cells)


@cache
def shapes(letter: str) -> dict[str, Cells]:
    """The cells of a piece about its centre, by the first letter of the orientation."""
    rows = DRAWN[letter].split("\n")[::-1]
    facing = frozenset((x - 1, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell in "#o")
    results = {}
    for name in "NESW":
        results[name] = facing
        facing = quarter(facing)
    return results


def table(printed: dict[str, str]) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    for turns, text in printed.items():
        pairs = [tuple(map(int, pair.split(","))) for pair in text.split()]
        for turn in turns.split():
            yield turn, [(x, y) for x, y in pairs]


def drift(turn: str) -> tuple[int, int]:
    """Return how the I's second cell moves when its box turns: clockwise from the first orientation to the other."""
    x = y = 0
    at = turn[0]
    while at != turn[1]:
        x, y = x + I_DRIFT[at][0], y + I_DRIFT[at][1]
        at = "NESW"["NESW".index(at) - 3]
    return x, y


@cache
def kicks(letter: str, system: str) -> dict[str, list[tuple[int, int]]]:
    """The shifts of the centre that a turn tries, by its two letters."""
    if letter == "O":
        return {}
    if letter != "I":
        return dict(table(MOST)) | (dict(table(HALF)) if system != "srs" else {})
    boxes = dict(table(BOX_PLUS if system == "srs+" else BOX))
    boxes |= dict(table(BOX_HALF)) if system != "srs" else {}
    return {turn: [(x + drift(turn)[0], y + drift(turn)[1]) for x, y in box] for turn, box in boxes.items()}


def bit(x: int, y: int) -> int:
    return 1 << (y + BELOW) * WIDE + x + LEFT


def moved(bits: int, dx: int, dy: int) -> int:
    by = dy * WIDE + dx
    return bits << by if by >= 0 else bits >> -by


INSIDE = sum(bit(x, y) for x in range(10) for y in range(40))
ALL = (1 << WIDE * TALL) - 1


def filled_cells(field: Field) -> int:
    cells = sum(row << (y + BELOW) * WIDE + LEFT for y, row in enumerate(field.rows))
    return ALL & ~INSIDE | cells


class Flood:
    """Everything that a player can reach with one piece on one field."""

    def __init__(self, field: Field, piece: int, system: str = "srs") -> None:
        self.letter, self.filled = PIECES[piece], filled_cells(field)
        self.shapes, self.kicks = shapes(self.letter), kicks(self.letter, system)
        self.free = {name: self._free(cells) for name, cells in self.shapes.items()}
        self.reached: dict[tuple[str, int], int] = {}
        start = next((each for y in (19, 20) if (each := bit(4, y)) & self.free["N"]), 0)
        self._spread("N", 0, start)

    def _free(self, cells: Cells) -> int:
        blocked = 0
        for dx, dy in cells:
            blocked |= moved(self.filled, -dx, -dy)
        return INSIDE & ~blocked

    def _spread(self, name: str, spin: int, bits: int) -> None:
        waiting = {(name, spin): bits}
        while waiting:
            (name, spin), bits = waiting.popitem()
            fresh = bits & ~self.reached.get((name, spin), 0)
            if not fresh:
                continue
            slid = self._slid(name, fresh)
            self.reached[name, spin] = self.reached.get((name, spin), 0) | fresh
            old = self.reached.get((name, 0), 0)
            self.reached[name, 0] = old | slid
            for turn, shifts in self.kicks.items():
                if turn[0] == name:
                    for to, earned, there in self._turned(turn, shifts, fresh | slid & ~old):
                        waiting[to, earned] = waiting.get((to, earned), 0) | there

    def _slid(self, name: str, bits: int) -> int:
        """Everything that shifts and soft drop reach from there, by at least one of them."""
        free, slid = self.free[name], 0
        while bits:
            bits = (moved(bits, -1, 0) | moved(bits, 1, 0) | moved(bits, 0, -1)) & free & ~slid
            slid |= bits
        return slid

    def _turned(self, turn: str, shifts: list[tuple[int, int]], left: int) -> Iterator[tuple[str, int, int]]:
        for index, (dx, dy) in enumerate(shifts):
            there = moved(left, dx, dy) & self.free[turn[1]]
            left &= ~moved(there, -dx, -dy)
            last = index == 4 and turn in " ".join(MOST)
            for spin, bits in enumerate(self._spins(turn[1], there, last)):
                yield turn[1], spin, bits

    def _spins(self, name: str, there: int, last: bool) -> tuple[int, int, int]:
        """The centres by the spin that a T has earned there."""
        if self.letter != "T":
            return there, 0, 0
        corners = {at: moved(self.filled, -at[0], -at[1]) for at in ((1, 1), (1, -1), (-1, -1), (-1, 1))}
        a, b, c, d = corners.values()
        three = a & b & (c | d) | c & d & (a | b)
        towards = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}[name]
        both = ALL
        for (x, y), bits in corners.items():
            if x * towards[0] + y * towards[1] > 0:
                both &= bits
        full = there & three & (ALL if last else both)
        return there & ~three, there & three & ~full, full

    def placements(self) -> set[tuple[Cells, int]]:
        """The cells and the spin of everything that can lock with a cell in the visible rows."""
        results = set()
        for (name, spin), bits in self.reached.items():
            resting = bits & ~moved(self.free[name], 0, 1)
            while resting:
                low = resting & -resting
                resting ^= low
                y, x = divmod(low.bit_length() - 1, WIDE)
                cells = frozenset((x - LEFT + dx, y - BELOW + dy) for dx, dy in self.shapes[name])
                if min(row for _, row in cells) < 20:
                    results.add((cells, spin))
        return results
