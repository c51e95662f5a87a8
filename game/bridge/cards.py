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
from game.words import counted

SUITS, RANKS, STRAINS = "SHDC", "23456789TJQKA", "SHDCN"
NO_TRUMPS = 4
HIGHEST = len(RANKS) - 1
DECK = (1 << 52) - 1
SUIT_WORDS = ("spades", "hearts", "diamonds", "clubs", "no trumps")
_RANK_WORDS = (*map(str, range(2, 11)), "jack", "queen", "king", "ace")
_A_SUIT = (1 << 13) - 1


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


def card_in_words(card: int) -> str:
    """A card as people say it: `the ace of spades`, `the 10 of hearts`."""
    return f"the {_RANK_WORDS[rank_of(card)]} of {SUIT_WORDS[suit_of(card)]}"


def parse_card(text: str) -> int:
    """The card of a text such as `HT`. Raises `BadInput`."""
    plain = text.strip().upper()
    if len(plain) == 2 and plain[0] in SUITS and plain[1] in RANKS:
        return card_of(SUITS.index(plain[0]), RANKS.index(plain[1]))
    raise BadInput(f"{text[:20]!r} is not a card; a card is its suit and its rank, such as SA or HT")


def parse_strain(text: str) -> int:
    """The strain of one of the letters S H D C N. Raises `BadInput`."""
    plain = text.strip().upper()
    if len(plain) == 1 and plain in STRAINS:
        return STRAINS.index(plain)
    raise BadInput(f"{text[:20]!r} is not a strain; write S, H, D or C, or N for no trumps")


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
    """Return how many spades, hearts, diamonds and clubs a mask holds."""
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
        raise BadInput(
            f"{text[:40]!r} has {counted(len(suits), 'suit')}; write spades, hearts, diamonds and clubs "
            "with dots between them, such as AK3.T2..Q"
        )
    mask = 0
    for suit, ranks in enumerate(suits):
        for rank in ranks:
            if rank not in RANKS:
                raise BadInput(f"{rank!r} in {text[:40]!r} is not a rank; ranks are {RANKS[::-1]}")
            card = card_of(suit, RANKS.index(rank))
            if mask & bit(card):
                raise BadInput(f"{card_name(card)} appears twice in the hand {text[:40]}")
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
    """Return True if the second card of a trick takes it from the first."""
    if suit_of(reply) == suit_of(led):
        return rank_of(reply) > rank_of(led)
    return suit_of(reply) == strain


# What a player says of a hand: which cards are high, which honours are guarded, what a double changes.
#
# A **high** card is one that no card of its suit can beat any more; under trumps it can still be ruffed.

_HONOUR = RANKS.index("T")


def higher_outside(card: int, own: int, gone: int) -> int:
    """Return how many higher cards of its suit the other side may still have: neither in `own` nor played."""
    suit = suit_of(card)
    higher = (card_of(suit, rank) for rank in range(rank_of(card) + 1, HIGHEST + 1))
    return sum(not (own | gone) & bit(each) for each in higher)


def winners(own: int, gone: int) -> tuple[int, ...]:
    """The cards of a hand that no card of their suit can beat any more, in `cards_of` order; `gone` were played."""
    return tuple(card for card in cards_of(own) if not higher_outside(card, own, gone))


def guarded(own: int, gone: int) -> tuple[int, ...]:
    """Honours (ten and up) with a smaller card for each higher one that may be outside, so that they can win later."""
    results = []
    for card in cards_of(own):
        outside = higher_outside(card, own, gone)
        smaller = sum(suit_of(each) == suit_of(card) and each < card for each in cards_of(own))
        if rank_of(card) >= _HONOUR and 0 < outside <= smaller:
            results.append(card)
    return tuple(results)


def unguarded_by(card: int, own: int, gone: int) -> tuple[int, ...]:
    """The honours that lose their guard when `card` is played from a hand, the highest first."""
    before, after = guarded(own, gone), guarded(own & ~bit(card), gone | bit(card))
    left = own & ~bit(card)
    lost = [each for each in before if each not in after and each != card and left & bit(each)]
    return tuple(each for each in sorted(lost, reverse=True) if higher_outside(each, left, gone | bit(card)))


def established(own: int, gone: int, played: int) -> tuple[int, ...]:
    """The cards of a hand that become high once the cards of the mask `played` are gone, in `cards_of` order."""
    before = winners(own, gone)
    return tuple(card for card in winners(own & ~played, gone | played) if card not in before)


def entries(own: int, gone: int, suit: int) -> tuple[int, ...]:
    """The high cards outside a suit, with which a player comes to the lead again."""
    return tuple(card for card in winners(own, gone) if suit_of(card) != suit)
