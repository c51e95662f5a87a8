"""Layout of a play-stage position in one 64-bit word, for all kernels of honeymoon bridge.

Only the order of the cards inside a suit matters. A suit is a **code**: a 1, then a bit for each of its cards in
play, the highest card first; 1 is a card of the player on lead, 0 a card of the other. Of the spades K J 9 4, K and
9 with the leader, the code is 1 1010; no card at all is the code 1. Thirteen cards make 14 bits, four suits 56:

    bit 55 ...... 42 41 ...... 28 27 ...... 14 13 ....... 0
        first suit   second       third        fourth

With trumps these come first and the side suits follow with rising codes; at no-trump all four rise. A longer suit has
a larger code, so the suits stand as the table wants them, and suits of equal length in an order too: positions that
differ by an exchange of side suits meet in one word.
"""

from __future__ import annotations

from ai.bits import highest_bit
from ai.kernel import inlined

SUIT = 14  # bits of a suit
CODE = (1 << SUIT) - 1
FIRST, SECOND, THIRD = 3 * SUIT, 2 * SUIT, SUIT  # the shifts of the suits; the fourth has none
RANKS = 13
NO_TRUMP = 4  # the strain without trumps
EMPTY = 1  # the code of a suit without cards


@inlined
def without(code: int, bit: int) -> int:
    """A suit's code without the card at `bit`."""
    return code >> bit + 1 << bit | code & (1 << bit) - 1


@inlined
def length(code: int) -> int:
    """The cards of a suit."""
    return highest_bit(code)


@inlined
def mine(code: int) -> int:
    """The leader's cards of a suit, as bits."""
    return code ^ 1 << highest_bit(code)


@inlined
def theirs(code: int) -> int:
    """The other player's cards of a suit, as bits."""
    return ~code & (1 << highest_bit(code)) - 1


@inlined
def seen_by(turned: int, code: int) -> int:
    """A suit's code; with the other player on lead if `turned` is 1."""
    return code ^ (1 << highest_bit(code)) - 1 & -turned


@inlined
def word_of(a: int, b: int, c: int, d: int, no_trump: int, turned: int) -> int:
    """The word of four codes, trumps first, the others in any order; with the other player on lead if `turned` is 1."""
    a, b, c, d = seen_by(turned, a), seen_by(turned, b), seen_by(turned, c), seen_by(turned, d)
    b, c = min(b, c), max(b, c)
    c, d = min(c, d), max(c, d)
    b, c = min(b, c), max(b, c)
    if no_trump:
        a, b = min(a, b), max(a, b)
        b, c = min(b, c), max(b, c)
        c, d = min(c, d), max(c, d)
    return a << FIRST | b << SECOND | c << THIRD | d


@inlined
def code_of(leader: int, other: int, suit: int) -> int:
    """The code of a suit of two hands, which are masks of 52 cards (card = suit * 13 + rank)."""
    ours = leader >> suit * RANKS & (1 << RANKS) - 1
    in_play = ours | other >> suit * RANKS & (1 << RANKS) - 1
    code = EMPTY
    while in_play:
        top = highest_bit(in_play)
        code = code << 1 | ours >> top & 1
        in_play ^= 1 << top
    return code


@inlined
def word_of_hands(leader: int, other: int, strain: int) -> int:
    """The word of a position between two tricks, from masks of 52 cards and the strain (4 is no-trump)."""
    trumps = strain & 3
    return word_of(
        code_of(leader, other, trumps),
        code_of(leader, other, trumps + 1 & 3),
        code_of(leader, other, trumps + 2 & 3),
        code_of(leader, other, trumps + 3 & 3),
        1 if strain == NO_TRUMP else 0,
        0,
    )
