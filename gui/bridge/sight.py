"""What one person sees of the table: plain values, so that drawing needs to know no rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

Stage = Literal["auction", "exchange", "play", "over"]

NO_TRUMPS = 4
EXCHANGES = 13  # tricks of the exchange
_ORDERS = (
    (0, 1, 3, 2),
    (1, 0, 2, 3),
    (2, 0, 1, 3),
    (3, 1, 0, 2),
    (0, 1, 3, 2),
)  # by strain; colours alternate


@dataclass(frozen=True)
class Held:
    """A hand: the cards that are seen, sorted, and how many are face down."""

    cards: tuple[int, ...]
    hidden: int = 0

    @property
    def groups(self) -> list[int]:
        """How many cards stand together, suit by suit."""
        counts: list[int] = []
        for number, card in enumerate(self.cards):
            if number and self.cards[number - 1] // 13 == card // 13:
                counts[-1] += 1
            else:
                counts.append(1)
        return counts


@dataclass(frozen=True)
class Laid:
    """A card in the middle, and the seat it came from."""

    seat: int
    card: int


@dataclass(frozen=True)
class Contract:
    """What was bid: `level` 1 to 7 in `strain`, by `declarer`; `doubled` 0, 1 or 2 times."""

    level: int
    strain: int
    declarer: int
    doubled: int = 0

    def needs(self, seat: int) -> int:
        """The tricks with which this seat has what it wants: the contract made, or beaten."""
        return 6 + self.level if seat == self.declarer else 8 - self.level

    def fits(self, size: int) -> bool:
        """Whether it can be made or beaten with so many tricks: not in a small deal, where tricks are counted."""
        return size == 13


@dataclass(frozen=True)
class Sight:
    """The table as the person in seat `me` sees it.

    `hands` and `taken` are by seat. `trick` is the one in progress, `last` the finished one that still lies in
    the middle, with its winner. `upturned` is the card on show, `stock` how many lie face down below it.
    `playable` are the cards that may be played now, `calls` those of this deal, the dealer's first; `size` is how
    many tricks there are in all.
    """

    stage: Stage
    me: int
    to_move: int
    dealer: int
    hands: tuple[Held, Held]
    calls: tuple[str, ...] = ()
    contract: Contract | None = None
    upturned: int | None = None
    stock: int = 0
    trick: tuple[Laid, ...] = ()
    last: tuple[Laid, ...] = ()
    winner: int | None = None
    taken: tuple[int, int] = (0, 0)
    number: int = 1
    size: int = 13
    playable: frozenset[int] = frozenset()

    @property
    def strain(self) -> int:
        """The strain of the contract; no trumps while there is none."""
        return self.contract.strain if self.contract is not None else NO_TRUMPS


def in_order(cards: Iterable[int], strain: int) -> tuple[int, ...]:
    """Cards as they stand in a hand: trumps first, suits in changing colours, in each the highest first."""
    order = _ORDERS[strain]
    return tuple(sorted(cards, key=lambda card: (order.index(card // 13), -(card % 13))))


def step_suit(cards: Sequence[int], at: int, by: int) -> int:
    """The place of the first card of the next suit in a hand, or of the one before."""
    suit = cards[at] // 13
    there = [i for i, card in enumerate(cards) if card // 13 != suit and (i > at) == (by > 0)]
    if not there:
        return at
    found = cards[there[0] if by > 0 else there[-1]] // 13
    return next(i for i, card in enumerate(cards) if card // 13 == found)
