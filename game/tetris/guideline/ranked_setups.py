"""Setups of a perfect clear in the order of what they are good for, as the program has found them among all.

They stand in `assets/clears/setups.json`, made by `tetris pc-setups --solve`: those of the first clear, and of the
second from the starts at which play for many clears in a row most often is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Literal

import msgspec

from game import places, saving
from game.errors import BadInput
from game.tetris.guideline import fumen
from game.tetris.guideline.field import COLUMNS, NO_PAINT, ROWS, Field
from game.tetris.guideline.loop_values import KINDS, Leftover
from game.tetris.guideline.pieces import ORIENTATIONS, PIECES
from game.tetris.guideline.placement import Placement

Order = Literal["chance", "both", "clears"]
ORDERS: tuple[Order, ...] = ("chance", "both", "clears")
FIRST = ""  # start of the first clear
SEEN = 6  # pieces, the two to choose from counted
MOST_BYTES = 4 << 20  # of the file
_KEEPS = 10_000  # parts of a share
_TURNS = "".join(each[0] for each in ORIENTATIONS)
_PLACED = re.compile(rf"([{PIECES}])([{_TURNS}])([0-9])([0-9])")


class Row(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A setup in the file.

    `way`: placements one after the other, as `way_of` reads them. `built`: the orders of letters with which the field
    can be built, of `dealt`; `cleared`: the orders of all letters with which it is and the clear follows, of `dealt`
    times `orders`. `clears` in a row follow on the field as a mean; `keeps` by piece: the share of orders with which it
    can be held behind the clear, in ten thousandths. `name` and `ranks` by order are of well-known setups.
    """

    way: str
    built: int
    cleared: int
    clears: float
    keeps: tuple[int, ...]
    name: str = ""
    ranks: tuple[int, ...] = ()


class SetupList(msgspec.Struct, frozen=True):
    """Setups of so many pieces: the first of all by one order or another, and those that are well known.

    `total`: the number of all, mirror images counted once where the start is its own.
    """

    pieces: int
    dealt: int
    orders: int
    total: int
    setups: tuple[Row, ...]


class StartSetups(msgspec.Struct, frozen=True):
    """The setups from a start, of which play for many clears in a row has so great a share."""

    start: str
    share: float
    lists: tuple[SetupList, ...]


class _File(msgspec.Struct, frozen=True):
    see: int
    starts: tuple[StartSetups, ...]


@dataclass(frozen=True, eq=False)
class Setup:
    """A setup with what it is good for."""

    start: str
    among: SetupList
    row: Row

    @cached_property
    def way(self) -> tuple[Placement, ...]:
        """Placements that build it, one after the other."""
        return way_of(self.row.way)

    @property
    def pieces(self) -> str:
        """The letters of its pieces, in the order in which they are placed."""
        return self.row.way[::4]

    @property
    def name(self) -> str:
        """Its name among players; empty where it has none."""
        return self.row.name

    @property
    def built(self) -> float:
        """The share of orders of the letters with which the field can be built, in any way."""
        return self.row.built / self.among.dealt

    @property
    def chance(self) -> float:
        """The chance of the clear once it is built."""
        return self.row.cleared / (self.row.built * self.among.orders)

    @property
    def both(self) -> float:
        """The chance to build it and to make the clear."""
        return self.row.cleared / (self.among.dealt * self.among.orders)

    @property
    def clears(self) -> float:
        """The clears in a row from the field on, this one included, as a mean."""
        return self.row.clears

    @property
    def solved(self) -> tuple[int, int] | None:
        """The orders of the letters to come that lead to the clear, of how many; None where what came matters."""
        orders, rest = divmod(self.row.cleared, self.row.built)
        return None if rest else (orders, self.among.orders)

    @property
    def saves(self) -> dict[str, float]:
        """By letter the share of orders with which it can be held behind the clear, the highest first."""
        shares = {letter: each / _KEEPS for letter, each in zip(PIECES, self.row.keeps, strict=True) if each}
        return dict(sorted(shares.items(), key=lambda each: (-each[1], PIECES.index(each[0]))))

    @cached_property
    def field(self) -> Field:
        """The field once it is built."""
        field = Field.empty()
        for at in self.way:
            field = field.place(*at[:4])[0]
        return field

    @property
    def cleared(self) -> int:
        """The number of rows that go while it is built."""
        return (4 * self.among.pieces - self.field.cells) // 10

    @cached_property
    def picture(self) -> tuple[tuple[str, tuple[tuple[int, int], ...]], ...]:
        """The letters of its pieces with their cells, among the rows that there are before any row goes."""
        rows, field, results = (
            list(range(ROWS)),
            Field.empty(),
            list[tuple[str, tuple[tuple[int, int], ...]]](),
        )
        for at in self.way:
            results.append((PIECES[at.piece], tuple((x, rows[y]) for x, y in at.cells)))
            landed = field.landed(*at[:4])
            rows = [row for y, row in enumerate(rows) if y not in landed.full_rows]
            rows += [ROWS] * (ROWS - len(rows))
            field = landed.cleared()
        return tuple(results)

    @property
    def fumen(self) -> str:
        """A fumen of the picture, its comment the pieces in an order in which they can be placed."""
        paint, rows = NO_PAINT, [0] * ROWS
        for letter, cells in self.picture:
            paint = paint.with_cells(cells, letter)
            for x, y in cells:
                rows[y] |= 1 << x
        return fumen.write([fumen.Page(fumen.Drawing.of(Field.of(rows), paint), comment=self.pieces)])

    @property
    def board(self) -> str:
        """The rows once it is built, from the top, in the letters of its pieces."""
        rows = [["."] * COLUMNS for _ in range(ROWS)]
        for letter, cells in self.picture:
            for x, y in cells:
                rows[y][x] = letter
        texts = ["".join(row) for row in rows if "." in row and row != ["."] * COLUMNS]
        return "/".join(reversed(texts))

    def rules(self, seed: int) -> dict[str, str]:
        """Return the position from which the clear goes on: what is not placed of the first pieces, then a bag."""
        start = None if self.start == FIRST else Leftover.parse(self.start)
        begun = list(range(KINDS)) if start is None else [start.held, *_letters(start.left)]
        placed = [at.piece for at in self.way]
        over, new = list[int](), placed.copy()
        for piece in begun:
            if piece in new:
                new.remove(piece)
            else:
                over.append(piece)
        left = "".join(PIECES[piece] for piece in range(KINDS) if piece not in new)
        listed = "".join(PIECES[piece] for piece in over[1:])
        bag = f"seven_bag:{seed}@{len(new)}/{left}" if new else f"seven_bag:{seed}"
        return {
            "board": self.board,
            "hold": PIECES[over[0]] if over else "-",
            "queue": f"list:{listed}+{bag}" if listed else bag,
        }

    def rank(self, order: Order) -> float:
        """Figure that it is ranked by, more being better."""
        return {"chance": self.chance, "both": self.both, "clears": self.clears}[order]


class RankedSetups:
    """Setups by start."""

    def __init__(self, see: int, starts: Sequence[StartSetups]) -> None:
        """`see` pieces are seen, the two to choose from counted."""
        self.see = see
        self.starts = {each.start: each for each in starts}

    def of(self, start: str) -> tuple[Setup, ...]:
        """The setups from a start. Raises `BadInput` for one that is not there."""
        if start not in self.starts:
            names = ", ".join(each for each in self.starts if each != FIRST)
            raise BadInput(f"there are no setups from {start[:20]!r}; there are those from {names}")
        return tuple(Setup(start, among, row) for among in self.starts[start].lists for row in among.setups)


def ranked(setups: Sequence[Setup], order: Order) -> list[Setup]:
    """Setups with the best first; of equals the one that can be built more often."""
    return sorted(setups, key=lambda each: (-each.rank(order), -each.built, each.row.way))


def with_pieces(setups: Sequence[Setup], letters: str) -> list[Setup]:
    """Those that have all of these pieces, each as often as it is named."""
    return [each for each in setups if all(each.pieces.count(one) >= letters.count(one) for one in letters)]


def way_of(text: str) -> tuple[Placement, ...]:
    """The placements of a text like `In10On71`: piece, orientation, column and row of the centre. Raises `BadInput`."""
    results = tuple(_placements(text))
    if 4 * len(results) != len(text):
        raise BadInput(f"{text[:60]!r} is no way to a setup")
    return results


def _placements(text: str) -> Iterator[Placement]:
    for match in _PLACED.finditer(text):
        piece, turn, x, y = match.groups()
        yield Placement(PIECES.index(piece), _TURNS.index(turn), int(x), int(y))


def text_of_way(way: Sequence[Placement]) -> str:
    """Placements as `way_of` reads them."""
    return "".join(f"{PIECES[at.piece]}{_TURNS[at.orientation]}{at.x}{at.y}" for at in way)


def _letters(bits: int) -> list[int]:
    return [piece for piece in range(KINDS) if bits >> piece & 1]


def start_named(text: str) -> str:
    """The name of a start as the file has it: its letters in order. Raises `BadInput`."""
    return str(Leftover.parse(text)) if text else FIRST


@lru_cache(maxsize=1)
def ranked_setups() -> RankedSetups:
    """The setups that come with the program."""
    return setups_in(places.shipped("assets", "clears", "setups.json"))


def setups_in(path: Path) -> RankedSetups:
    """The setups in a file. Raises `BadInput` for another one."""
    try:
        file = msgspec.json.decode(saving.load(path, MOST_BYTES), type=_File)
    except (OSError, msgspec.DecodeError) as error:
        raise BadInput(f"{path} has no setups: {error}") from error
    return RankedSetups(file.see, file.starts)


def save_setups(path: Path, see: int, starts: Sequence[StartSetups]) -> None:
    """Write setups that can be read by `setups_in`, one a line."""
    text = msgspec.json.encode(_File(see, tuple(starts))).decode()
    saving.save(path, text.replace('["', '\n["').encode() + b"\n")
