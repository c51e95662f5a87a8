"""The rules of Zuniq as CodeCup 2021 gives them, written to be read, not to be fast.

A zone is a set of cells cut off from the outside by walls. No move inside a closed zone; no two zones of
the same size; whoever cannot move has lost. Source: the rules page of CodeCup 2021.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, partial

from game.errors import BadInput, IllegalMove
from game.zuniq.grid import OUTSIDE, ROW_LETTERS, Grid, WallMove

WHITE, BLACK = 0, 1
SEATS = ("white", "black")


@dataclass(frozen=True)
class State:
    """A position: the grid, the walls in the order they were drawn, the closed zones, the claims made.

    `zones` are the sets of cells closed so far, in the order of closing; `claims` holds for White and
    Black the ply at which each first claimed the win, or None.
    """

    grid: Grid
    moves: tuple[int, ...] = ()
    zones: tuple[frozenset[int], ...] = ()
    claims: tuple[int | None, int | None] = (None, None)
    drawn: frozenset[int] = field(default=frozenset(), compare=False)

    @classmethod
    def start(cls, grid: Grid | None = None) -> State:
        """The empty board; 6x6 dots if no grid is given."""
        return cls(grid or Grid())

    @classmethod
    def after(cls, moves: str | Iterable[str], grid: Grid | None = None) -> State:
        """The state after `moves`, names apart by spaces. Raises `IllegalMove` naming the first bad one."""
        names = moves.split() if isinstance(moves, str) else list(moves)
        state = cls.start(grid)
        for number, name in enumerate(names, 1):
            try:
                state = state.play(name)
            except IllegalMove as error:
                raise IllegalMove(f"move {number}: {error}") from None
        return state

    @classmethod
    def parse(cls, text: str) -> State:
        """The state that `str(state)` wrote: `6x6: A1h B3v! …`."""
        size, _, moves = text.partition(":")
        return cls.after(moves, Grid.parse(size))

    def __str__(self) -> str:
        return f"{self.grid}: {' '.join(self.move_texts)}".rstrip()

    # -- the shared face of every game (game.position.Position) --

    @property
    def game(self) -> str:
        return "zuniq"

    @property
    def seats(self) -> tuple[str, ...]:
        return SEATS

    @property
    def setup(self) -> dict[str, str]:
        return {"dots": str(self.grid)}

    @property
    def ply(self) -> int:
        return len(self.moves)

    @property
    def to_move(self) -> int:
        return len(self.moves) % 2

    @property
    def over(self) -> bool:
        return self.winner is not None

    @cached_property
    def winner(self) -> int | None:
        """The seat that drew the last wall, once no legal wall is left."""
        return None if self.legal else 1 - self.to_move

    def legal_moves(self) -> tuple[str, ...]:
        return tuple(self.grid.names[wall] for wall in self.legal)

    def play(self, move: str) -> State:
        """The state after the wall named `move`; a `!` behind it claims the win. Raises `IllegalMove`."""
        return self.draw(*self.grid.move(move))

    def plain(self, move: str) -> str:
        """The name of the wall of a move, which may claim the win. Raises `IllegalMove`."""
        return self.grid.names[self.grid.move(move).wall]

    def view(self, seat: int) -> State:
        """The state itself: nothing is hidden in this game."""
        return self

    def digest(self) -> str:
        """16 hex digits of the board (walls, zones and side to move, not the order of play)."""
        text = f"{self.grid}|{sorted(self.drawn)}|{self.sizes}|{self.to_move}|{self.claims}"
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    # -- Zuniq's own --

    @property
    def move_texts(self) -> tuple[str, ...]:
        """The moves as CodeCup text, with `!` at the plies of the claims."""
        return tuple(
            self.grid.text(WallMove(wall, ply in self.claims)) for ply, wall in enumerate(self.moves, 1)
        )

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of the closed zones, ascending."""
        return tuple(sorted(len(zone) for zone in self.zones))

    @cached_property
    def _trees(self) -> _Trees:
        return _Trees(self.grid, self.drawn)

    @cached_property
    def legal(self) -> tuple[int, ...]:
        """The numbers of all legal walls, ascending."""
        return tuple(wall for wall in range(self.grid.walls) if self.why_illegal(wall) is None)

    def zone_of(self, wall: int) -> frozenset[int] | None:
        """The closed zone that `wall` lies inside, if both its sides belong to one."""
        first, second = self.grid.sides[wall]
        return next((zone for zone in self.zones if first in zone and second in zone), None)

    def would_close(self, wall: int) -> frozenset[int]:
        """The cells that drawing `wall` would cut off from the outside; empty if none.

        A wall closes nothing as long as it joins two dots that no walls connect yet.
        """
        if self._trees.apart(wall):
            return frozenset()
        walls = self.drawn | {wall}
        both = (_cut_off(self.grid, walls, cell) for cell in self.grid.sides[wall])
        return next((region for region in both if region), frozenset())

    def why_illegal(self, wall: int) -> str | None:
        """The reason why `wall` may not be drawn now, as a sentence; None if it may."""
        name = self.grid.names[wall]
        if wall in self.drawn:
            return f"{name} is drawn already."
        inside = self.zone_of(wall)
        if inside is not None:
            return f"{name} lies inside the closed zone of {len(inside)}."
        size = len(self.would_close(wall))
        if size in self.sizes:
            return f"{name} would close a zone of {size}, and {size} is taken."
        return None

    def draw(self, wall: int, claim: bool = False) -> State:
        """The state after drawing `wall`, by number. Raises `IllegalMove`."""
        reason = self.why_illegal(wall)
        if reason:
            raise IllegalMove(reason)
        closed = self.would_close(wall)
        claims = list(self.claims)
        if claim and claims[self.to_move] is None:
            claims[self.to_move] = self.ply + 1
        return State(
            grid=self.grid,
            moves=(*self.moves, wall),
            zones=(*self.zones, closed) if closed else self.zones,
            claims=(claims[0], claims[1]),
            drawn=self.drawn | {wall},
        )


class _Trees:
    """The dots of a board, those that walls connect being one tree. A wall between two trees closes nothing."""

    def __init__(self, grid: Grid, walls: Iterable[int]) -> None:
        self._grid = grid
        self._parents: dict[tuple[int, int], tuple[int, int]] = {}
        for wall in walls:
            self.join(wall)

    def _roots(self, wall: int) -> tuple[tuple[int, int], ...]:
        roots = []
        for dot in self._grid.dots(wall):
            while dot in self._parents:
                dot = self._parents[dot]
            roots.append(dot)
        return tuple(roots)

    def apart(self, wall: int) -> bool:
        """Return True if no walls connect the two dots of `wall` yet."""
        one, other = self._roots(wall)
        return one != other

    def join(self, wall: int) -> bool:
        """Draw `wall`; returns whether it joined two trees."""
        one, other = self._roots(wall)
        if one != other:
            self._parents[one] = other
        return one != other


def _cut_off(grid: Grid, walls: frozenset[int], start: int) -> frozenset[int]:
    """The cells reachable from `start` through undrawn walls; none where the outside is among them."""
    seen, waiting = {start}, [start]
    while waiting:
        cell = waiting.pop()
        if cell == OUTSIDE:
            return frozenset()
        for wall in grid.cell_walls[cell]:
            if wall in walls:
                continue
            first, second = grid.sides[wall]
            other = second if first == cell else first
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return frozenset(seen)


MOST_LETTERS = 10_000  # of a move list; a game has at most some 90 moves, so anything longer is no game
_SIZE = re.compile(r"\s*([0-9]{1,3}x[0-9]{1,3})\s*:")
_GAP = re.compile(r"[\s,;]+")
_LIKE_A_WALL = re.compile(r"[a-z][0-9][hv]!?|start|quit", re.IGNORECASE)
_NUMBERING = re.compile(r"^[0-9]+(\.+|$)")


def is_move_list(text: str) -> bool:
    """Return True if a text is a list of walls, well or badly: more than half of its words look like one."""
    plain = text.removeprefix("\ufeff")
    if len(plain) > MOST_LETTERS or _SIZE.match(plain):
        return bool(_SIZE.match(plain))
    words = [word for word in map(partial(_NUMBERING.sub, ""), _GAP.split(plain)) if word]
    return 2 * sum(map(bool, map(_LIKE_A_WALL.fullmatch, words))) > len(words)


def read_move_list(text: str, grid: Grid | None = None) -> State:
    """The game in a CodeCup move list: names apart by spaces, commas or lines, with or without `!`.

    Move numbers (`12.`), the protocol's words `Start` and `Quit` and the case of letters do not matter. A
    board size in front (`4x5:`) goes before `grid`. Raises `IllegalMove` naming the first bad move, and
    `BadInput` for a text too long or a size that is not possible.
    """
    if len(text) > MOST_LETTERS:
        raise BadInput(f"a text of {len(text):,} letters is no move list; at most {MOST_LETTERS:,} are read")
    text = text.removeprefix("\ufeff")  # the mark that some editors put before a text
    size = _SIZE.match(text)
    if size:
        grid, text = Grid.parse(size[1]), text[size.end() :]
    words = [_NUMBERING.sub("", word) for word in _GAP.split(text)]
    moves = [_as_name(word) for word in words if word and word.lower() not in ("start", "quit")]
    return State.after(moves, grid)


def write_move_list(state: State) -> str:
    """The game as a CodeCup move list: the moves on one line, `!` behind those that claimed the win."""
    return " ".join(state.move_texts)


def _as_name(word: str) -> str:
    """A wall's name as the rules write it: the row a capital, the rest small."""
    return word[:1].upper() + word[1:].lower()


# What a finished game is worth at CodeCup 2021, and from which chance of winning a claim pays.

WIN, LOSS = 100.0, 50.0
MAX_BONUS = 10.0
BONUS_FROM = {WHITE: 39, BLACK: 40}  # the ply at which the bonus has sunk to 0, by seat


def claim_bonus(seat: int, ply: int) -> float:
    """The points that a claim by `seat` with move number `ply` adds to a win, 0 to 10."""
    return max(0.0, min(MAX_BONUS, (BONUS_FROM[seat] - ply) / 2))


def break_even(seat: int, ply: int) -> float:
    """The chance of winning above which a claim at `ply` gains points on average; 1.0 where it never does."""
    return LOSS / (LOSS + claim_bonus(seat, ply))


def points(state: State) -> tuple[float, float] | None:
    """The points of White and Black, or None while the game goes on."""
    if state.winner is None:
        return None
    return _seat_points(state, WHITE), _seat_points(state, BLACK)


def _seat_points(state: State, seat: int) -> float:
    claim = state.claims[seat]
    if state.winner != seat:
        return LOSS if claim is None else 0.0
    return WIN + (claim_bonus(seat, claim) if claim is not None else 0.0)


# A Zuniq position as a picture of letters, for terminals, logs and recorded games.
#
#   1   2   3   4
# A +---+   +   +      + dot      --- | wall      x  a wall that may not be drawn now
#   | 1 |
# B +---+   +---+      a closed zone shows its size in each of its cells
#           |
# C +   +   +   +


def diagram(state: State) -> str:
    """The picture of `state`: 2 * rows lines, without blanks at their ends, without a last line feed."""
    grid = state.grid
    lines = ["  " + "   ".join(str(column + 1) for column in range(grid.columns))]
    for row in range(grid.rows):
        lines.append(f"{ROW_LETTERS[row]} {_dots(state, row)}")
        if row < grid.rows - 1:
            lines.append(f"  {_cells(state, row)}".rstrip())
    return "\n".join(lines)


def _dots(state: State, row: int) -> str:
    first = row * (state.grid.columns - 1)
    walls = range(first, first + state.grid.columns - 1)
    return "+" + "".join(_wall(state, wall, "---", " x ", "   ") + "+" for wall in walls)


def _cells(state: State, row: int) -> str:
    grid = state.grid
    first = grid.horizontal + row * grid.columns
    line = _wall(state, first, "|", "x", " ")
    for column in range(grid.columns - 1):
        line += _size(state, grid.cell(row, column)) + _wall(state, first + column + 1, "|", "x", " ")
    return line


def _wall(state: State, wall: int, drawn: str, forbidden: str, free: str) -> str:
    if wall in state.drawn:
        return drawn
    return free if wall in state.legal else forbidden


def _size(state: State, cell: int) -> str:
    """The size of the closed zone that `cell` belongs to, three letters wide; blanks in the open."""
    zone = next((zone for zone in state.zones if cell in zone), None)
    return f"{len(zone):^3}" if zone else "   "


# What a player counts on a board: the safe walls that are left, and the zones that are still possible.


def safe_walls(state: State) -> int:
    """Return how many walls can still be drawn one after the other without closing a zone.

    It does not matter in which order: joining all dots takes the same number of walls on every way.
    """
    trees = _Trees(state.grid, state.drawn)
    return sum(trees.join(wall) for wall in state.legal)


def largest_zone(state: State) -> int:
    """The most cells that a zone can still have: those of the largest open region that no walls divide."""
    closed = {cell for zone in state.zones for cell in zone}
    sizes, left = [0], set(range(state.grid.cells)) - closed
    while left:
        waiting = [left.pop()]
        size = 0
        while waiting:
            size += 1
            cell = waiting.pop()
            for wall in state.grid.cell_walls[cell]:
                other = next(each for each in state.grid.sides[wall] if each != cell)
                if wall not in state.drawn and other != OUTSIDE and other in left:
                    left.remove(other)
                    waiting.append(other)
        sizes.append(size)
    return max(sizes)


def sizes_left(state: State) -> tuple[int, ...]:
    """The sizes that a zone can still have: not taken, and not too large."""
    return tuple(size for size in range(1, largest_zone(state) + 1) if size not in state.sizes)
