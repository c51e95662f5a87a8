"""The three rule sets: where a piece starts, what a hand may do with it, where it can come to rest.

- `spawn`, Joakim Tengstrand's own: the piece starts in the top row and turns there, one way only. Without sliding
  it moves in the start row alone and then falls straight; with sliding it moves and turns on its way down too.
- `simplified`, that of the literature: any rotation in any column, dropped from above the stack. A piece that would
  reach above the top row ends the game, so it may not be put there; where all places are such, all is over.
- `fahey`, Colin Fahey's Standard Tetris: the piece starts in the top row, falls one row, and is decided there. A
  rotation is possible if the turned piece fits in the start column ("be", not "get": the turns between are not
  tried); then it moves sideways over places that fit without a gap, and drops. A piece that cannot fall that
  first row rests at once.

Written to be read, not to be fast.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal, NamedTuple, get_args

from game.errors import BadInput
from game.tetris.classic.board import Board, check_size
from game.tetris.classic.pieces import HEIGHTS, SHAPES, WIDTHS, Cells, letter

RuleName = Literal["spawn", "simplified", "fahey"]
Action = Literal["left", "right", "rotate", "back", "down"]
RULE_NAMES: tuple[RuleName, ...] = get_args(RuleName)
SIDEWAYS: tuple[Action, ...] = ("left", "right", "rotate", "back")
I_PIECE, LYING = 0, 0
DECIDED = 1  # fahey: the row of the reference cell in which the piece is turned and moved


class Placement(NamedTuple):
    """A rotation, and the column and row of the bounding box's top left; row 0 is the top row."""

    rotation: int
    x: int
    y: int

    def __str__(self) -> str:
        return f"{self.rotation},{self.x},{self.y}"

    @classmethod
    def parse(cls, text: str) -> Placement:
        """The placement of `rotation,x,y`, such as `2,7,18`. Raises `BadInput`."""
        numbers = re.fullmatch(r"([0-9]{1,2}),([0-9]{1,2}),([0-9]{1,2})", text.replace(" ", ""))
        if not numbers:
            raise BadInput(f"{text[:40]!r} is not a placement; write rotation,x,y such as 2,7,18")
        return cls(*(int(number) for number in numbers.groups()))


def _pivots(cells: Cells, first: tuple[int, int], rotations: int) -> tuple[tuple[int, int], ...]:
    """By rotation: where the cell `first` of rotation 0 lies in the bounding box after turning about it."""
    around = [(x - first[0], y - first[1]) for x, y in cells]
    pivots = []
    for _ in range(rotations):
        pivots.append((-min(x for x, _ in around), -min(y for _, y in around)))
        around = [(y, -x) for x, y in around]  # a quarter turn counter-clockwise, y down
    return tuple(pivots)


# fahey: by piece and rotation, the reference cell in the bounding box; all pieces turn about it, which takes
# rotation r of Tengstrand's numbering to r + 1
PIVOTS = tuple(
    _pivots(rotations[0], (2, 0) if piece == I_PIECE else (1, 0), len(rotations))
    for piece, rotations in enumerate(SHAPES)
)


@dataclass(frozen=True)
class Rules:
    """A rule set on a board of a size. `sliding` belongs to `spawn` alone; `preview`: the next piece is known.

    Raises `BadInput` for a name, a size or a sliding that is not possible.
    """

    name: RuleName = "spawn"
    width: int = 10
    height: int = 20
    sliding: bool = False
    preview: bool = False

    def __post_init__(self) -> None:
        check_size(self.width, self.height)
        if self.name not in RULE_NAMES:
            raise BadInput(f"unknown rules {self.name!r}; known: {', '.join(RULE_NAMES)}")
        if self.sliding and self.name != "spawn":
            raise BadInput(f"there is no sliding under the rules {self.name!r}, only under 'spawn'")

    @property
    def size(self) -> str:
        """`10x20`: columns and rows."""
        return f"{self.width}x{self.height}"

    def start(self, piece: int) -> Placement:
        """Return the place where a new piece appears.

        Under `simplified` it hangs right above the board: its y is negative.
        """
        if self.name == "spawn":
            return Placement(0, (self.width - 2) // 2 if self.width > 4 else 0, 0)
        if self.name == "simplified":
            return Placement(0, (self.width - WIDTHS[piece][0]) // 2, -HEIGHTS[piece][0])
        return self.about(piece, 0, self.width // 2, 0)

    def can_start(self, board: Board, piece: int) -> bool:
        """Return True if the game goes on with `piece`: its start is free; `simplified`: it has a place to rest."""
        if self.name == "simplified":
            return any(board.drop(piece, *at) >= 0 for at in self.hover(board, piece))
        return board.fits(piece, *self.start(piece))

    def placements(self, board: Board, piece: int) -> tuple[Placement, ...]:
        """Everywhere the piece can come to rest, sorted; empty where it cannot start."""
        if self.name != "simplified" and not self.can_start(board, piece):
            return ()
        if self.sliding:
            reached = self._reached(board, piece, self.start(piece), (*SIDEWAYS, "down"))
            return tuple(sorted(at for at in reached if self.step(board, piece, at, "down") is None))
        dropped = (at._replace(y=board.drop(piece, *at)) for at in self.hover(board, piece))
        return tuple(sorted(at for at in dropped if at.y >= 0))

    def allows(self, board: Board, piece: int, at: Placement) -> bool:
        """Return True if the piece can come to rest at `at`: the same as looking it up in `placements`, but quicker."""
        if at.y < 0 or not board.fits(piece, *self.start(piece)):
            return False
        above = next((each for each in self.hover(board, piece) if each[:2] == at[:2]), None)
        if above is not None and board.drop(piece, *above) == at.y:
            return True
        return self.sliding and at in self.placements(board, piece)

    def hover(self, board: Board, piece: int) -> tuple[Placement, ...]:
        """The places from which the piece may fall straight down when it does not slide; its start is free."""
        if self.name == "fahey":
            return _decided(self, board, piece)
        if self.name == "simplified":
            return _hung(self, piece)
        return _started(self, board.rows[:4], piece)

    def step(self, board: Board, piece: int, at: Placement, action: Action) -> Placement | None:
        """Return the place after a player's step from `at`; None where the rules or the board refuse it.

        `rotate` turns the way of the rule set (spawn: one way only, so there `back` is refused). Under `fahey`
        a piece in its start row falls the first row along with whatever is done.
        """
        if action == "down":
            below = Placement(at.rotation, at.x, at.y + 1)
            return below if board.fits(piece, *below) else None
        if self.name == "spawn":
            moved = self._spawn(piece, at, action) if self.sliding or at.y == 0 else None
        elif self.name == "simplified":
            moved = self._simplified(piece, at, action)
        else:
            return self._fahey(board, piece, at, action)
        return moved if moved and moved != at and board.fits(piece, *moved) else None

    def path(self, board: Board, piece: int, to: Placement) -> tuple[Placement, ...] | None:
        """The shortest way of the piece, from its start to where it rests; None where it cannot get there."""
        start = self.start(piece)
        if not board.fits(piece, *start):
            return None
        if self.sliding:
            reached = self._reached(board, piece, start, (*SIDEWAYS, "down"))
            rests = to in reached and self.step(board, piece, to, "down") is None
            return _way(reached, to) if rests else None
        above = next((at for at in self.hover(board, piece) if at[:2] == to[:2]), None)
        if above is None or to.y < 0 or board.drop(piece, *above) != to.y:
            return None
        first = (start,) if self.name == "fahey" and above != start else ()
        begin = start._replace(y=DECIDED) if first else start
        way = _way(self._reached(board, piece, begin, SIDEWAYS), above)
        return (*first, *way, *(to._replace(y=y) for y in range(above.y + 1, to.y + 1)))

    def why_not(self, board: Board, piece: int, at: Placement) -> str | None:
        """The reason why the piece cannot come to rest at `at`, as a sentence; None if it can."""
        name, turns = letter(piece), len(SHAPES[piece])
        if self.allows(board, piece, at):
            return None
        if not 0 <= at.rotation < turns:
            return f"{name} has {turns} rotations, from 0 on; there is no rotation {at.rotation}."
        if not 0 <= at.x <= self.width - WIDTHS[piece][at.rotation] or at.y > self.height:
            return f"{name} at {at} would lie beyond the border of the board."
        if at.y < 0:
            return f"{name} at {at} would reach above the top row."
        if not board.fits(piece, *at):
            return f"{name} at {at} would lie on filled cells or below the floor."
        rest = board.drop(piece, *at)
        if rest != at.y:
            return f"{name} at {at} would hang in the air; it falls to y = {rest}."
        slide = " without sliding" if self.name == "spawn" and not self.sliding else ""
        return f"{name} cannot get to {at} from its start{slide}."

    # -- the three rule sets --

    def _spawn(self, piece: int, at: Placement, action: Action) -> Placement | None:
        """One step in Tengstrand's programs: the top left corner stays, except for I."""
        if action == "back":
            return None
        if action != "rotate":
            return _beside(at, action)
        turned = (at.rotation - 1) % len(SHAPES[piece])
        shift = 0 if piece != I_PIECE else -1 if turned == LYING else 1
        return Placement(turned, at.x + shift, at.y)

    def _simplified(self, piece: int, at: Placement, action: Action) -> Placement | None:
        """One step of a piece that hangs right above the board; once it falls, it only falls."""
        if at.y != -HEIGHTS[piece][at.rotation]:
            return None
        if action in ("left", "right"):
            return _beside(at, action)
        turned = (at.rotation + (1 if action == "back" else -1)) % len(SHAPES[piece])
        x = min(at.x, self.width - WIDTHS[piece][turned])
        return Placement(turned, x, -HEIGHTS[piece][turned])

    def _fahey(self, board: Board, piece: int, at: Placement, action: Action) -> Placement | None:
        """One step within the places from which the computer of Standard Tetris may drop the piece."""
        if at == self.start(piece):
            at = at._replace(y=DECIDED)
        column, row = PIVOTS[piece][at.rotation]
        if at.y + row != DECIDED:
            return None
        places = self.hover(board, piece)
        if at not in places:
            return None
        if action in ("left", "right"):
            moved = _beside(at, action)
            return moved if moved in places else None
        turns = len(SHAPES[piece])
        for turn in range(1, turns):
            rotation = (at.rotation + (-turn if action == "back" else turn)) % turns
            turned = self.about(piece, rotation, at.x + column, DECIDED)
            if turned in places:
                return turned
        return None

    def about(self, piece: int, rotation: int, x: int, y: int) -> Placement:
        """The placement whose reference cell is at (x, y)."""
        left, top = PIVOTS[piece][rotation]
        return Placement(rotation, x - left, y - top)

    def _reached(self, board: Board, piece: int, start: Placement, actions: Sequence[Action]) -> Origins:
        """All that a hand can reach by `actions`, nearest first, each with the place before it."""
        origins: Origins = {start: None}
        waiting = deque([start])
        while waiting:
            at = waiting.popleft()
            for action in actions:
                after = self.step(board, piece, at, action)
                if after is not None and after not in origins:
                    origins[after] = at
                    waiting.append(after)
        return origins


Origins = dict[Placement, Placement | None]


@lru_cache(maxsize=64)  # while a hand moves, one board is asked about again and again
def _decided(rules: Rules, board: Board, piece: int) -> tuple[Placement, ...]:
    """fahey: each rotation that fits in the start column, and all that lies beside it without a gap."""
    start = rules.start(piece)
    if not board.fits(piece, *start._replace(y=DECIDED)):
        return (start,)
    places = []
    for rotation in range(len(SHAPES[piece])):
        middle = rules.about(piece, rotation, rules.width // 2, DECIDED)
        if not board.fits(piece, *middle):
            continue
        places.append(middle)
        for action in ("left", "right"):
            beside = _beside(middle, action)
            while board.fits(piece, *beside):
                places.append(beside)
                beside = _beside(beside, action)
    return tuple(places)


@lru_cache(maxsize=1024)  # the top rows are empty most of the time
def _started(rules: Rules, top: tuple[int, ...], piece: int) -> tuple[Placement, ...]:
    """spawn: everywhere in the start row; `top` are the four rows in which a piece can lie there."""
    board = Board(rules.width, rules.height, (*top, *[0] * (rules.height - len(top))))
    return tuple(rules._reached(board, piece, rules.start(piece), SIDEWAYS))


@cache
def _hung(rules: Rules, piece: int) -> tuple[Placement, ...]:
    """simplified: everywhere above the board, where nothing is ever in the way."""
    return tuple(rules._reached(Board.empty(rules.width, rules.height), piece, rules.start(piece), SIDEWAYS))


def _beside(at: Placement, action: str) -> Placement:
    return Placement(at.rotation, at.x + (1 if action == "right" else -1), at.y)


def _way(origins: Origins, to: Placement) -> tuple[Placement, ...]:
    """The steps from the start to `to`, both included."""
    steps, at = [to], origins[to]
    while at is not None:
        steps.append(at)
        at = origins[at]
    return tuple(reversed(steps))
