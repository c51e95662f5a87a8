"""Cards, suits and hands. A card is 13 * suit + rank, 0 to 51; a hand is a mask of 52 bits, a bit for each card.

    suit   S H D C   0 to 3      strain   a suit as trumps, or N for no trumps, 0 to 4
    rank   2 to A    0 to 12     bit 0 is the two of spades, bit 51 the ace of clubs

As text a card is its suit and its rank, `SA`, `HT`. A hand is written as in PBN: its spades, hearts, diamonds and
clubs, apart by dots: `AK3.T2..Q`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from game.errors import BadInput

SUITS, RANKS, STRAINS = "SHDC", "23456789TJQKA", "SHDCN"
NO_TRUMPS = 4
HIGHEST = len(RANKS) - 1
DECK = (1 << 52) - 1
SUIT_WORDS = ("spades", "hearts", "diamonds", "clubs", "no trumps")
_A_SUIT = (1 << 13) - 1
_A_CARD = "a card is its suit and its rank, such as SA or HT"
_A_HAND = "a hand is its spades, hearts, diamonds and clubs apart by dots, such as AK3.T2..Q"


def card_of(suit: int, rank: int) -> int:
    """The card of a suit 0 to 3 and a rank 0 to 12."""
    return len(RANKS) * suit + rank


def suit_of(card: int) -> int:
    """The suit of a card, 0 to 3."""
    return card // len(RANKS)


def rank_of(card: int) -> int:
    """The rank of a card: 0 for the two, 12 for the ace."""
    return card % len(RANKS)


def card_name(card: int) -> str:
    """A card as text: `SA`."""
    return SUITS[suit_of(card)] + RANKS[rank_of(card)]


def parse_card(text: str) -> int:
    """The card of a text such as `HT`. Raises `BadInput`."""
    plain = text.strip().upper()
    if len(plain) == 2 and plain[0] in SUITS and plain[1] in RANKS:
        return card_of(SUITS.index(plain[0]), RANKS.index(plain[1]))
    raise BadInput(f"{text[:20]!r} is not a card; {_A_CARD}")


def parse_strain(text: str) -> int:
    """The strain of one of the letters S H D C N. Raises `BadInput`."""
    plain = text.strip().upper()
    if len(plain) == 1 and plain in STRAINS:
        return STRAINS.index(plain)
    raise BadInput(f"{text[:20]!r} is not a strain; it is one of S H D C, or N for no trumps")


# -- hands --


def bit(card: int) -> int:
    """The mask of one card."""
    return 1 << card


def mask_of(cards: Iterable[int]) -> int:
    """The mask of these cards."""
    mask = 0
    for card in cards:
        mask |= bit(card)
    return mask


def suit_mask(suit: int) -> int:
    """The mask of all thirteen cards of a suit."""
    return _A_SUIT << card_of(suit, 0)


@lru_cache(maxsize=1 << 14)
def cards_of(mask: int) -> tuple[int, ...]:
    """The cards of a mask: spades, hearts, diamonds, clubs, in each suit from the highest."""
    return tuple(
        card
        for suit in range(len(SUITS))
        for rank in range(HIGHEST, -1, -1)
        if mask & bit(card := card_of(suit, rank))
    )


def lengths(mask: int) -> tuple[int, int, int, int]:
    """How many spades, hearts, diamonds and clubs a mask holds."""
    spades, hearts, diamonds, clubs = ((mask & suit_mask(suit)).bit_count() for suit in range(len(SUITS)))
    return spades, hearts, diamonds, clubs


def format_hand(mask: int) -> str:
    """A hand as PBN writes it: `AK3.T2..Q`."""
    suits: list[str] = ["", "", "", ""]
    for card in cards_of(mask):
        suits[suit_of(card)] += RANKS[rank_of(card)]
    return ".".join(suits)


def parse_hand(text: str) -> int:
    """The hand of a text such as `AK3.T2..Q`, ranks in any order, 0 to 13 cards. Raises `BadInput`."""
    suits = text.strip().upper().split(".")
    if len(suits) != len(SUITS):
        raise BadInput(f"{text[:40]!r} has {len(suits)} suits; {_A_HAND}")
    mask = 0
    for suit, ranks in enumerate(suits):
        for rank in ranks:
            if rank not in RANKS:
                raise BadInput(f"{rank!r} in {text[:40]!r} is not a rank; ranks are {RANKS[::-1]}")
            card = card_of(suit, RANKS.index(rank))
            if mask & bit(card):
                raise BadInput(f"{card_name(card)} is twice in the hand {text[:40]}")
            mask |= bit(card)
    if mask.bit_count() > len(RANKS):
        raise BadInput(f"{text[:40]} has {mask.bit_count()} cards; a hand has at most {len(RANKS)}")
    return mask


# -- tricks --


def playable(hand: int, led: int | None) -> int:
    """The cards of `hand` that may be played: those of the suit led, or all where it has none, or on lead."""
    following = 0 if led is None else hand & suit_mask(suit_of(led))
    return following or hand


def beats(reply: int, led: int, strain: int) -> bool:
    """Whether the second card of a trick takes it from the first."""
    if suit_of(reply) == suit_of(led):
        return rank_of(reply) > rank_of(led)
    return suit_of(reply) == strain
