"""Deals, and streams of them that anyone can draw again from a short text.

A deal is written as North's hand, South's, and the stock from the top: `A2.… KQ.… SAHT…`, 52 letters for its 26
cards. Seen by a player it has gaps: `?` for a hand, `??` for a card. `-` for the stock is a deal without an exchange:
two hands of 1 to 13 cards that are played as they are, in the open. The deals of a match are

`random:SEED`              deals drawn from a seed; `random:SEED@N`: from deal number N on
`list:DEAL/DEAL`           these deals, then none; `list:DEAL+random:SEED`: this one first
`list:DEAL+?`              what a player knows: the deal under way, and nothing of the next ones
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from game.bridge.cards import RANKS, bit, card_name, cards_of, format_hand, mask_of, parse_card, parse_hand
from game.chance import splitmix64
from game.errors import BadInput

IN_HAND, IN_STOCK = len(RANKS), 26
MOST_LISTED = 100
Hand = int | None
Card = int | None
Shuffled = TypeVar("Shuffled")
_STREAM = re.compile(r"random:([0-9]{1,20})(?:@([0-9]{1,18}))?")
_NO_STOCK = "-"
_DEAL = "a deal is two hands of 13 cards and the 26 of the stock, such as AK… Q4… SAHT…"


@dataclass(frozen=True)
class Deal:
    """Two hands of 13 cards as masks, and the 26 cards of the stock, the first to be turned up first.

    A hand or a card that is not known is None. Without a stock the hands have 1 to 13 cards. Raises `BadInput` for
    what cannot be dealt.
    """

    hands: tuple[Hand, Hand]
    stock: tuple[Card, ...]

    def __post_init__(self) -> None:
        seen, size = 0, self.size
        for name, hand in zip(("North", "South"), self.hands, strict=True):
            if hand is not None and hand.bit_count() != size:
                raise BadInput(f"{name} has {hand.bit_count()} cards, not {size}; {_DEAL}")
            _once(seen & (hand or 0))
            seen |= hand or 0
        if len(self.stock) not in (0, IN_STOCK) or not size:
            raise BadInput(f"the stock has {len(self.stock)} cards; {_DEAL}")
        for card in self.stock:
            mask = 0 if card is None else bit(card)
            _once(seen & mask)
            seen |= mask

    @property
    def size(self) -> int:
        """Number of cards in a hand: 13, or without a stock as many as the first known one."""
        if self.stock:
            return IN_HAND
        return next((hand.bit_count() for hand in self.hands if hand is not None), 0)

    @classmethod
    def of(cls, order: Sequence[int]) -> Deal:
        """The deal of a pack of 52 cards in this order: North's thirteen, South's, then the stock."""
        hands = mask_of(order[:IN_HAND]), mask_of(order[IN_HAND : 2 * IN_HAND])
        return cls(hands, tuple(order[2 * IN_HAND :]))

    @classmethod
    def random(cls, seed: int, number: int = 0) -> Deal:
        """Deal `number` of the stream `random:seed`."""
        return cls.of(shuffled(range(52), 0, splitmix64(seed, number)))

    @classmethod
    def hidden(cls) -> Deal:
        """The deal of which nothing is known."""
        return cls((None, None), (None,) * IN_STOCK)

    @classmethod
    def parse(cls, text: str) -> Deal:
        """The deal of a text as above. Raises `BadInput`."""
        words = text.split()
        if len(words) != 3 or (len(words[2]) % 2 and words[2] != _NO_STOCK):
            raise BadInput(f"{text.strip()[:60]!r} is not a deal; {_DEAL}")
        north, south = (None if word == "?" else parse_hand(word) for word in words[:2])
        stock = "" if words[2] == _NO_STOCK else words[2]
        names = [stock[at : at + 2] for at in range(0, len(stock), 2)]
        return cls((north, south), tuple(None if name == "??" else parse_card(name) for name in names))

    def __str__(self) -> str:
        hands = ["?" if hand is None else format_hand(hand) for hand in self.hands]
        stock = "".join("??" if card is None else card_name(card) for card in self.stock)
        return f"{hands[0]} {hands[1]} {stock or _NO_STOCK}"

    @property
    def open(self) -> bool:
        """True if every card is known."""
        return None not in self.hands and None not in self.stock

    def masked(self, seat: int, shown: int, drawn: Sequence[bool]) -> Deal:
        """Return the deal as `seat` knows it once `shown` cards were turned up.

        `drawn` says of each finished trick of the exchange whether its hidden card went to that seat.
        """
        hands: tuple[Hand, Hand] = (self.hands[0], None) if seat == 0 else (None, self.hands[1])
        seen = set(range(0, 2 * shown, 2)) | {2 * at + 1 for at, mine in enumerate(drawn) if mine}
        return Deal(hands, tuple(card if at in seen else None for at, card in enumerate(self.stock)))


@dataclass(frozen=True)
class Deals:
    """The deals of a match from one on: those `listed` first, then deals of `random:seed` from `number` on.

    Without a seed nothing follows, or, where `endless`, deals that are not known.
    """

    listed: tuple[Deal, ...] = ()
    seed: int | None = 1
    number: int = 0
    endless: bool = True

    def __post_init__(self) -> None:
        if len(self.listed) > MOST_LISTED:
            raise BadInput(f"{len(self.listed)} deals are too many; at most {MOST_LISTED} can be listed")

    @classmethod
    def parse(cls, text: str) -> Deals:
        """The deals of one of the forms above. Raises `BadInput`."""
        plain = text.strip()
        if plain.startswith("list:"):
            listed, plus, rest = plain.removeprefix("list:").partition("+")
            deals = tuple(Deal.parse(each) for each in listed.split("/") if each.strip())
            return replace(_stream(rest), listed=deals) if plus else cls(deals, None, 0, False)
        return _stream(plain)

    def __str__(self) -> str:
        text = (
            "?" if self.seed is None else f"random:{self.seed}" + (f"@{self.number}" if self.number else "")
        )
        if not self.listed and self.endless:
            return text
        return "list:" + "/".join(map(str, self.listed)) + (f"+{text}" if self.endless else "")

    def first(self) -> Deal | None:
        """The next deal; None where there is none any more."""
        if self.listed:
            return self.listed[0]
        if self.seed is not None:
            return Deal.random(self.seed, self.number)
        return Deal.hidden() if self.endless else None

    def with_deal(self, number: int, deal: Deal) -> Deals:
        """The deals with `deal` in place of number `number`, from 0; those before it are listed. Raises `BadInput`."""
        listed: list[Deal] = []
        rest = self
        for _ in range(number + 1):
            first = rest.first()
            if first is None:
                raise BadInput(f"there are only {len(listed)} deals in this match")
            listed.append(first)
            rest = rest.after()
        return replace(rest, listed=(*listed[:-1], deal, *rest.listed))

    def after(self) -> Deals:
        """The deals once the first one is dealt."""
        if self.listed:
            return replace(self, listed=self.listed[1:])
        return replace(self, number=self.number + 1) if self.seed is not None else self


def shuffled(cards: Sequence[Shuffled], first: int, seed: int) -> tuple[Shuffled, ...]:
    """The cards with those from number `first` on shuffled: Fisher and Yates by splitmix64, the last card first."""
    order = list(cards)
    for at in range(len(order) - 1, first, -1):
        other = first + (splitmix64(seed, at) * (at - first + 1) >> 64)
        order[at], order[other] = order[other], order[at]
    return tuple(order)


def _stream(text: str) -> Deals:
    if text == "?":
        return Deals(seed=None)
    match = _STREAM.fullmatch(text)
    if not match:
        raise BadInput(
            f"{text[:60]!r} names no deals; write random:SEED, random:SEED@N, list:DEAL/DEAL, or "
            "list:DEAL+random:SEED"
        )
    seed = int(match[1])
    if seed >= 1 << 64:
        raise BadInput(f"{seed} is too large a seed; it goes from 0 to {(1 << 64) - 1}")
    return Deals(seed=seed, number=int(match[2] or 0))


def _once(twice: int) -> None:
    if twice:
        raise BadInput(f"{card_name(cards_of(twice)[0])} is in this deal twice")
