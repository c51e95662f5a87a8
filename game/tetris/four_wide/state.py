"""A game of four-wide: one combo, from the first piece to the one that clears no line.

Moves travel as a placement in the well, `T south 1 0`: the piece, its orientation, and column and row of its
centre, column 0 the left one of the four and row 0 the bottom.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from dataclasses import field as optional
from functools import cached_property
from typing import NamedTuple

from game.chance import splitmix64
from game.errors import BadInput, IllegalMove
from game.tetris.four_wide.model import Model
from game.tetris.four_wide.well import ROW, WIDTH, Drop, drops, height_of, is_useful, parse_field
from game.tetris.guideline.attack import AttackTable, Clear
from game.tetris.guideline.bags import Queue
from game.tetris.guideline.pieces import letter, piece_of
from game.tetris.guideline.placement import Placement

# Walls of finite height, and what can be counted between them: clears, rows sent, the chance to reach the end.
#
# Each clear takes a row of the walls along, so walls of H rows feed at most H clears.
#
# A four-wide combo clears one row a piece, without spins, so that only the part of an attack table that counts combos
# matters.

MOST_WALLS = 40  # rows: a board has no more


class Measure(NamedTuple):
    """Quantity that is maximized.

    What each clear earns, by the clears before it, and what it is worth to reach the end.
    """

    earned: tuple[float, ...]
    end: float = 0.0


def clears(walls: int) -> Measure:
    """The number of clears."""
    return Measure((1.0,) * walls)


def chance(walls: int) -> Measure:
    """The chance to reach the end of the walls."""
    return Measure((0.0,) * walls, 1.0)


def attack(model: Model, walls: int, table: AttackTable) -> Measure:
    """The rows sent by an attack table. Raises `BadInput` for games in which two rows can clear."""
    if model.lines == "any" and model.residual > 3:
        raise BadInput("rows sent are counted where each piece clears one row: leave --lines any out")
    return Measure(tuple(float(table.attack(Clear(rows=1, combo=combo))) for combo in range(walls)))


def demand_walls(walls: int) -> None:
    """Raises `BadInput` for walls that are too low or too high."""
    if not 1 <= walls <= MOST_WALLS:
        raise BadInput(f"walls have 1 to {MOST_WALLS} rows, not {walls}")


HOLD_DRAW = 1 << 40  # the number in the queue's stream of chance that says what is held at the start
ENDLESS = "endless"
DEFAULTS = {
    "residual": "3",
    "randomizer": "bag",
    "hold": "on",
    "previews": "5",
    "reach": "srs",
    "lines": "one",
    "queue": "",
    "field": "",
    "combo": "0",
    "walls": ENDLESS,
}
_KINDS = {"bag": "seven_bag", "random": "uniform"}


@dataclass(frozen=True)
class State:
    """A position: the game it belongs to, the field, the piece held, the queue from the current one on, the combo.

    `hold` is None only in a game without hold. `combo` is the number of lines cleared by now. `last` is the
    placement that led here; `broken` whether it cleared no line, which ends the game. `colours` are the letters
    of the pieces that the cells came from, in the order of the field's bits and `.` where nobody knows: before
    the last placement, and now. `walls` are the rows of the walls that are left, None between walls without an end.
    """

    model: Model
    field: int
    hold: int | None
    queue: Queue
    combo: int = 0
    broken: bool = False
    placed: int = 0
    first: State | None = optional(default=None, compare=False, repr=False)
    last: Drop | None = optional(default=None, compare=False)
    colours: tuple[str, str] = optional(default=("", ""), compare=False, repr=False)
    walls: int | None = None

    @classmethod
    def open(cls, rules: Mapping[str, str]) -> State:
        """The start that `rules` describe; what is not named is as in `DEFAULTS`.

        `queue` as in guideline Tetris. `hold`: `off`, a letter, or `on` for a piece drawn from the queue's seed.
        `walls`: `endless`, or how many rows they have.
        Raises `BadInput`.
        """
        for key in rules:
            if key not in DEFAULTS:
                raise BadInput(f"four-wide has no rule {key!r}; its rules are {', '.join(DEFAULTS)}")
        asked = {**DEFAULTS, **rules}
        numbers = {key: _number(key, asked[key]) for key in ("residual", "previews", "combo")}
        model = Model(
            numbers["residual"],
            asked["randomizer"],  # type: ignore[arg-type]  # looked at by the model
            asked["hold"] != "off",
            numbers["previews"],
            asked["reach"],  # type: ignore[arg-type]
            asked["lines"],  # type: ignore[arg-type]
        )
        queue = Queue.parse(asked["queue"] or f"{_KINDS[model.randomizer]}:1")
        start = parse_field(asked["field"]) if asked["field"] else model.start
        walls = None if asked["walls"] == ENDLESS else _number("walls", asked["walls"])
        if walls is not None:
            demand_walls(walls)
        return cls(model, start, _held(asked["hold"], queue), queue, numbers["combo"], walls=walls)

    # -- the shared face of every game (game.position.Position) --

    @property
    def game(self) -> str:
        return "four-wide"

    @property
    def seats(self) -> tuple[str, ...]:
        return ("player",)

    @property
    def setup(self) -> dict[str, str]:
        return (self.first or self).here()

    @property
    def ply(self) -> int:
        return self.placed

    @property
    def to_move(self) -> int:
        return 0

    @property
    def winner(self) -> int | None:
        return None

    @property
    def over(self) -> bool:
        """True if the combo has ended: no line was cleared, none can be, or none of the walls is left."""
        return self.broken or self.walls == 0 or not self.useful

    def legal_moves(self) -> tuple[str, ...]:
        """Every placement, those that clear no line as well: they end the combo."""
        return () if self.over else tuple(move_of(drop) for drop in self.placements)

    def play(self, move: str) -> State:
        """The state after a placement. Raises `IllegalMove`."""
        drop = self._read(move)
        held = self.hold if drop.piece == self.piece or self.hold is None else self.piece
        return replace(
            self,
            field=drop.after,
            hold=held,
            queue=self.queue.after(),
            combo=self.combo + drop.lines,
            broken=not is_useful(drop, self.model.lines),
            placed=self.placed + 1,
            first=self.first or self,
            last=drop,
            colours=(self.colours[1], _coloured(self.colours[1], drop)),
            walls=None if self.walls is None else max(0, self.walls - drop.lines),
        )

    def view(self, seat: int) -> State:
        """Return the state as the player may know it: of the queue the pieces shown, and what the bag still holds."""
        return replace(self, queue=self.queue.view(1 + self.model.previews), first=None)

    def digest(self) -> str:
        """16 hex digits of all that counts."""
        text = f"{sorted(self.here().items())}|{self.broken}|{self.placed}"
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    # -- four-wide's own --

    @property
    def name(self) -> str:
        """A short name of the game that began: that of its model, and how high its walls were."""
        walls = (self.first or self).walls
        return self.model.name if walls is None else f"{self.model.name}-{walls}"

    @property
    def piece(self) -> int | None:
        """The current piece, 0 to 6; None where the queue has ended."""
        return self.queue.piece()

    @property
    def previews(self) -> tuple[int, ...]:
        """The pieces that are shown beside the current one."""
        return self.queue.pieces(1 + self.model.previews)[1:]

    def bag_rest(self, previews: int | None = None) -> int:
        """The pieces of the bag that come after the previews, as a set of bits; 0 for none, and without bags.

        With fewer `previews` than are shown: as a player who sees only those may know it.
        """
        if self.model.randomizer != "bag":
            return 0
        seen = 1 + len(self.previews)
        left = self.queue.bag_left(seen) or ()
        beyond = self.queue.pieces(seen)[1 + (seen if previews is None else previews) :]
        behind = () if len(left) == 7 else left
        count = (len(beyond) + len(behind)) % 7
        of_this_bag = beyond[:count] if count <= len(beyond) else (*beyond, *behind)
        return sum(1 << piece for piece in of_this_bag)

    @cached_property
    def placements(self) -> tuple[Drop, ...]:
        """Every placement of the current piece, then of the held one."""
        at_hand = dict.fromkeys(piece for piece in (self.piece, self.hold) if piece is not None)
        return tuple(drop for piece in at_hand for drop in drops(self.field, piece, self.model.reach))

    @cached_property
    def useful(self) -> tuple[Drop, ...]:
        """The placements that keep the combo."""
        return tuple(drop for drop in self.placements if is_useful(drop, self.model.lines))

    def here(self) -> dict[str, str]:
        """Rules under which a game starts exactly here."""
        model = self.model
        facts = {
            "residual": str(model.residual),
            "randomizer": model.randomizer,
            "hold": "off" if self.hold is None else letter(self.hold),
            "previews": str(model.previews),
            "reach": model.reach,
            "lines": model.lines,
            "queue": str(self.queue),
            "field": f"0x{self.field:x}",
            "combo": str(self.combo),
            "walls": ENDLESS if self.walls is None else str(self.walls),
        }
        return {key: text for key, text in facts.items() if key == "queue" or text != DEFAULTS[key]}

    def _read(self, move: str) -> Drop:
        if self.over:
            raise IllegalMove("The combo has ended.")
        try:
            at = Placement.parse(move)
        except BadInput as error:
            raise IllegalMove(f"{error}.") from None
        if at.piece not in (self.piece, self.hold):
            raise IllegalMove(f"The {letter(at.piece)} is neither the current piece nor the one held.")
        for drop in self.placements:
            if drop.piece == at.piece and drop.pose == (at.orientation, at.x, at.y):
                return drop
        raise IllegalMove(f"The {letter(at.piece)} cannot come to rest at {move!r}.")


def move_of(drop: Drop) -> str:
    """A placement as text."""
    return str(Placement(drop.piece, *drop.pose))


def _coloured(colours: str, drop: Drop) -> str:
    """The colours after a placement: its own cells with its letter, full rows gone."""
    whole = drop.before | drop.cells
    cells = [
        letter(drop.piece) if drop.cells >> place & 1 else colours[place : place + 1] or "."
        for place in range(WIDTH * height_of(whole))
    ]
    rows = ("".join(cells[start : start + WIDTH]) for start in range(0, len(cells), WIDTH))
    return "".join(row for number, row in enumerate(rows) if whole >> (WIDTH * number) & ROW != ROW)


def _held(text: str, queue: Queue) -> int | None:
    if text == "off":
        return None
    return piece_of(text) if text != "on" else splitmix64(queue.seed or 0, HOLD_DRAW) % 7


def _number(key: str, text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise BadInput(f"{key} has to be a whole number from 0 on, not {text!r}")
    return int(text)
