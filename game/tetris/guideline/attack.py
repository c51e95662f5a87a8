"""Rows that a clear sends to the other side, and points: the attack tables of guideline Tetris, four-wide and TETR.IO.

Combo and chain count what came **before** this placement: clearing placements in a row, and difficult clears (four
rows, or any spin with rows) without an easy one between them. So the first clear of a combo has combo 0.

The tables, by the one name that settings, commands and the code have for each, and their sources:

- `cold-clear`: the bot Cold Clear (MinusKelvin), after Puyo Puyo Tetris. Its combos are the classic ones, one clear
  later; a perfect clear is all that is sent.
- `classic-guideline`: the guideline's clears with the combos of its older games, which send from the second clear on.
- `modern-guideline`: the same with the combos of its newer games. Both lists of combos are those that TETR.IO offers as
  `classic guideline` and `modern guideline`, from public sources.
- `modern-guideline-late`: the same one clear later. So TETR.IO counts them: the second clear of a combo takes the first
  entry, which is 0.
- `tetr.io`: TETR.IO, the values of its first season, confirmed by real replays (docs/tetrio.md). Chains grow by a
  logarithm, combos multiply.
- `tetr.io-2`: TETR.IO, the values of its second season, the surge from public sources only. Chains add one row, send
  what they have charged when they end, and go on with a perfect clear.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import floor, log1p
from typing import NamedTuple

from game.errors import BadInput
from game.tetris.guideline.pieces import PIECES, T
from game.tetris.guideline.placement import MINI, NO_SPIN

TETRIS = 4
MOST_MULTIPLIER = 1_000  # percent


class Clear(NamedTuple):
    """Clear of a placement: rows 0 to 4, spin 0 to 2, what came before it, and whether the field is empty now.

    `chaining`: a perfect clear counts as difficult by the rules, whatever made it.
    """

    rows: int
    spin: int = NO_SPIN
    chain: int = 0
    combo: int = 0
    perfect: bool = False
    chaining: bool = False

    @property
    def difficult(self) -> bool:
        """True if it starts or continues back-to-back: four rows, a spin with rows, or a perfect clear that chains."""
        if self.rows >= TETRIS or (self.rows > 0 and self.spin != NO_SPIN):
            return True
        return self.rows > 0 and self.perfect and self.chaining

    @property
    def back_to_back(self) -> bool:
        """True if it is worth more because the last clear was difficult too."""
        return self.difficult and self.chain > 0

    @property
    def next_chain(self) -> int:
        """The chain after it; a placement without rows leaves it as it is."""
        if not self.rows:
            return self.chain
        return self.chain + 1 if self.difficult else 0

    @property
    def next_combo(self) -> int:
        """The combo after it."""
        return self.combo + 1 if self.rows else 0


@dataclass(frozen=True)
class AttackTable:
    """Table of the rows that a clear sends.

    `plain`, `full`, `mini`: rows sent by rows cleared. `back_to_back`: added once, or by the length of the chain
    where `chain_growth` is not 0. `combos`: added by the combo, the last entry from then on; where `combo_share` is
    not 0, everything so far grows by that share a combo instead. `perfect`: added, or all that is sent. A chain of
    more than `surge_at` difficult clears that an easy one ends sends what it has charged: its length less `surge_at`,
    and `surge_base`; a `surge_at` of 0 is for none. `perfect_chains`: a perfect clear continues back-to-back as a
    difficult clear does. `multiplier`, in percent, multiplies all of it; what a clear sends, a perfect clear and a
    surge are multiplied and rounded down apart, as they are attacks of their own. `recorded`: its name in records where
    that is an earlier one, which stays, since the digests of states are made of it.
    """

    name: str
    plain: tuple[int, ...]
    full: tuple[int, ...]
    mini: tuple[int, ...]
    back_to_back: int
    perfect: int
    perfect_is_total: bool = False
    combos: tuple[int, ...] = (0,)
    chain_growth: float = 0.0
    combo_share: float = 0.0
    combo_least: float = 0.0
    surge_at: int = 0
    surge_base: int = 0
    perfect_chains: bool = False
    multiplier: int = 100
    recorded: str = ""

    @property
    def name_in_records(self) -> str:
        """The name by which a record knows it."""
        return self.recorded or self.name

    def times(self, multiplier: int) -> AttackTable:
        """The same table with another multiplier, in percent."""
        return replace(self, multiplier=multiplier)

    def clear(
        self, rows: int, spin: int = NO_SPIN, chain: int = 0, combo: int = 0, *, perfect: bool = False
    ) -> Clear:
        """Return the clear of a placement, by the rules of this table."""
        return Clear(rows, spin, chain, combo, perfect, self.perfect_chains)

    def attack(self, clear: Clear) -> int:
        """The rows that a clear sends, 0 and up."""
        return sum(self.fights(clear))

    def fights(self, clear: Clear) -> tuple[int, ...]:
        """The attacks of a clear, each 1 and up: a surge in three parts, the clear itself, a perfect clear."""
        if not clear.rows:
            return ()
        if clear.perfect and self.perfect_is_total:
            value, perfect, surge = 0, self._multiplied(self.perfect), 0
        else:
            base = _entry((self.plain, self.mini, self.full)[clear.spin], clear.rows)
            value = self._multiplied(self._with_combo(base + self._for_chain(clear), clear.combo))
            perfect = self._multiplied(self.perfect) if clear.perfect else 0
            surge = self._multiplied(self._surge(clear))
        third = floor(surge / 3 + 0.5)
        return tuple(rows for rows in (third, third, surge - 2 * third, value, perfect) if rows)

    def _multiplied(self, rows: float) -> int:
        return floor(rows * (self.multiplier / 100))

    def _surge(self, clear: Clear) -> int:
        """Return the rows that a long chain sends when it ends."""
        if clear.difficult or not 0 < self.surge_at < clear.chain:
            return 0
        return clear.chain - self.surge_at + self.surge_base

    def _for_chain(self, clear: Clear) -> float:
        if not clear.back_to_back:
            return 0
        if not self.chain_growth:
            return self.back_to_back
        grown = log1p(clear.chain * self.chain_growth)
        part = 0.0 if clear.chain == 1 else (1 + grown % 1) / 3
        return self.back_to_back * (floor(1 + grown) + part)

    def _with_combo(self, value: float, combo: int) -> float:
        if not self.combo_share:
            return value + _entry(self.combos, combo)
        value *= 1 + self.combo_share * combo
        return max(value, log1p(self.combo_least * combo)) if combo > 1 else value


def _entry(table: tuple[int, ...], number: int) -> int:
    """An entry of a table, or its last one."""
    return table[min(number, len(table) - 1)]


# Rows that a combo adds, by the clears before this one, the last entry from then on.
CLASSIC_COMBOS = (0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5)
MODERN_COMBOS = (0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4)

_CLASSIC = AttackTable(
    name="classic-guideline",
    plain=(0, 0, 1, 2, 4),
    full=(0, 2, 4, 6),
    mini=(0, 0, 1),
    back_to_back=1,
    perfect=10,
    combos=CLASSIC_COMBOS,
)
_MODERN = replace(_CLASSIC, name="modern-guideline", combos=MODERN_COMBOS)
TETR_IO = AttackTable(
    name="tetr.io",
    plain=(0, 0, 1, 2, 4, 5),
    full=(0, 2, 4, 6, 10, 12),
    mini=(0, 0, 1, 2, 4, 5),
    back_to_back=1,
    perfect=10,
    chain_growth=0.8,
    combo_share=0.25,
    combo_least=1.25,
)
TETR_IO_2 = replace(
    TETR_IO, name="tetr.io-2", perfect=5, chain_growth=0.0, surge_at=4, surge_base=3, perfect_chains=True
)
TABLES = {
    table.name: table
    for table in (
        replace(_CLASSIC, name="cold-clear", combos=(0, *CLASSIC_COMBOS), perfect_is_total=True),
        _CLASSIC,
        _MODERN,
        replace(_MODERN, name="modern-guideline-late", combos=(0, *MODERN_COMBOS), recorded="guideline"),
        TETR_IO,
        TETR_IO_2,
    )
}

# Names that tables once had. `guideline` was one table in settings and records of guideline Tetris, and another one in
# commands of four-wide.
EARLIER_NAMES = {"guideline": "modern-guideline-late", "tetrio": "tetr.io"}
EARLIER_NAMES_OF_FOUR_WIDE = {**EARLIER_NAMES, "guideline": "classic-guideline"}


def table_of(name: str, earlier: Mapping[str, str] = EARLIER_NAMES) -> AttackTable:
    """The table with this name, or with this earlier one. Raises `BadInput`."""
    name = earlier.get(name, name)
    if name not in TABLES:
        raise BadInput(f"unknown attack table {name[:40]!r}; known: {', '.join(TABLES)}")
    return TABLES[name]


# -- points --

# the guideline's points at level 1, by rows cleared; a perfect clear and a combo come on top
POINTS = (0, 100, 300, 500, 800)
SPIN_POINTS = (400, 800, 1200, 1600)
MINI_POINTS = (100, 200, 400)
PERFECT_POINTS = (0, 800, 1200, 1800, 2000)
COMBO_POINTS = 50


def points(clear: Clear, level: int = 1) -> int:
    """The points of a placement at a level from 1 on. Back-to-back is worth half as much again."""
    base = _entry((POINTS, MINI_POINTS, SPIN_POINTS)[clear.spin], clear.rows)
    if clear.back_to_back:
        base += base // 2
    if clear.rows:
        base += COMBO_POINTS * clear.combo
    if clear.perfect:
        base += PERFECT_POINTS[clear.rows]
    return base * level


def title(clear: Clear, piece: int = T) -> str:
    """Return the players' name for the clear: `Tetris`, `T-spin double`, `J-spin mini`.

    Empty where nothing happened.
    """
    rows = ("", "single", "double", "triple", "Tetris")[clear.rows]
    if clear.spin == NO_SPIN:
        return rows.capitalize()
    return " ".join(filter(None, (f"{PIECES[piece]}-spin", "mini" if clear.spin == MINI else "", rows)))
