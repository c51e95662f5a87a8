"""Technique of the play stage: what a card that costs tricks gave away, from both hands and from best play behind it.

There is no dummy in this game: a hand that is not on lead can cash nothing, so an entry is a card that brings the lead.
`played` makes fewer tricks than `best`; that, and the best play that follows each, comes from a solver.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.bridge.cards import STRAINS, bit, cards_of, suit_mask, suit_of
from game.bridge.endgame import Endgame
from game.facts import Technique


def technique(here: Endgame, played: Sequence[int], best: Sequence[int]) -> Technique:
    """The technique that the first card of `played` neglects, and that of `best` shows.

    Both go on with best play of both sides to the last card.
    """
    ours, theirs = taken(here, best), taken(here, played)
    if _is_unblock(played[0], best[0], theirs, ours):
        return "unblock"
    if _gives_up_entry(here, played[0], best[0], theirs, ours):
        return "entry"
    return "count" if _is_count(here, played[0], best[0]) else "tricks"


def taken(here: Endgame, cards: Sequence[int]) -> list[int]:
    """The cards with which the hand to play takes its tricks, while both play `cards` in turn."""
    results, mine_leads = list[int](), here.led is None
    for card in cards:
        led, takes = here.led, here.takes(card)
        here = here.play(card)
        if led is not None:
            if takes != mine_leads:
                results.append(card if takes else led)
            mine_leads ^= takes
    return results


def _is_unblock(played: int, best: int, theirs: Sequence[int], ours: Sequence[int]) -> bool:
    """Return True if a high card was kept, and takes its trick all the same, but its suit makes fewer in all."""
    suit = suit_of(best)
    if suit_of(played) != suit or played > best or best not in theirs:
        return False
    return _tricks_in(suit, theirs) < _tricks_in(suit, ours)


def _gives_up_entry(
    here: Endgame, played: int, best: int, theirs: Sequence[int], ours: Sequence[int]
) -> bool:
    """Return True if the last entry beside a long suit is spent, which then makes fewer tricks, and need not be."""
    own, other = _hands(here)
    for suit in range(4):
        length, against = own & suit_mask(suit), other & suit_mask(suit)
        if suit == here.strain or length.bit_count() <= against.bit_count():
            continue
        before, after, otherwise = (_entries(here, own & ~gone, suit) for gone in (0, bit(played), bit(best)))
        if played in before and not after and otherwise and _tricks_in(suit, theirs) < _tricks_in(suit, ours):
            return True
    return False


def _is_count(here: Endgame, played: int, best: int) -> bool:
    """Return True if counting the cards that are gone tells the two apart.

    On lead: `best` is high only because higher ones are gone, or `played` is high, but is ruffed because the other
    hand has no more of the suit. Behind a card led: both are thrown away, from two suits of which one must be kept.
    """
    own, other = _hands(here)
    if here.led is not None:
        thrown = all(suit_of(card) != suit_of(here.led) and not here.takes(card) for card in (played, best))
        return thrown and suit_of(played) != suit_of(best)
    if _is_high(played, other) and _is_ruffed(here, played, other):
        return not _is_ruffed(here, best, other)
    gone = suit_mask(suit_of(best)) & ~(own | other)
    is_winner = _is_high(best, other) and not _is_ruffed(here, best, other)
    return is_winner and gone > bit(best) and not _is_high(played, other)


def _tricks_in(suit: int, cards: Sequence[int]) -> int:
    return sum(suit_of(card) == suit for card in cards)


def _hands(here: Endgame) -> tuple[int, int]:
    """The hand to play, and the other one."""
    return (here.first, here.second) if here.led is None else (here.second, here.first)


def _entries(here: Endgame, own: int, suit: int) -> list[int]:
    """The high cards outside a suit with which a hand comes to the lead when the other one plays theirs.

    A high trump is one whatever is led.
    """
    _, other = _hands(here)
    return [
        card
        for card in cards_of(own & ~suit_mask(suit))
        if _is_high(card, other) and (suit_of(card) == here.strain or other & suit_mask(suit_of(card)))
    ]


def _is_high(card: int, other: int) -> bool:
    """Return True if the other hand has no higher card of the suit."""
    return other & suit_mask(suit_of(card)) < bit(card)


def _is_ruffed(here: Endgame, card: int, other: int) -> bool:
    """Return True if the other hand can ruff a card that is led."""
    suit, has_trumps = suit_of(card), here.strain < STRAINS.index("N") and other & suit_mask(here.strain)
    return suit != here.strain and not other & suit_mask(suit) and bool(has_trumps)
