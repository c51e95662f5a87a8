"""The play stage by itself: two open hands, a strain, and perhaps a card that was led.

Written `AK3.T2..Q Q4.KJ.4.5 S`: the hand on lead first, then the other, then the strain. With a trick in progress
`led CARD` follows: the first hand has led that card and no longer holds it, and the second hand is to play.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from game.bridge.cards import (
    RANKS,
    STRAINS,
    beats,
    bit,
    card_name,
    cards_of,
    format_hand,
    parse_card,
    parse_hand,
    parse_strain,
    playable,
)
from game.errors import BadInput, IllegalMove


@dataclass(frozen=True)
class Endgame:
    """A position of the play stage: hands as masks, `first` the one that leads or has led, strain 0 to 4.

    Between two tricks both hands have as many cards, 0 at the end; while `led` lies on the table `first` has one
    less. Raises `BadInput` for hands that cannot be.
    """

    first: int
    second: int
    strain: int
    led: int | None = None

    def __post_init__(self) -> None:
        led = 0 if self.led is None else bit(self.led)
        twice = cards_of(self.first & self.second | led & (self.first | self.second))
        if twice:
            raise BadInput(f"{card_name(twice[0])} is in this position twice")
        sizes = [(self.first | led).bit_count(), self.second.bit_count()]
        if sizes[0] != sizes[1]:
            counted = "the card led counted" if led else "between two tricks"
            raise BadInput(f"the hands have {sizes[0]} and {sizes[1]} cards; {counted}, both have as many")

    @classmethod
    def parse(cls, text: str) -> Endgame:
        """The position of a text as above, with 1 to 13 cards a hand. Raises `BadInput`."""
        words = text.split()
        with_lead = len(words) == 5 and words[3].lower() == "led"
        if len(words) != 3 and not with_lead:
            raise BadInput(
                f"{text.strip()[:80]!r} is not a position of the play stage; write two hands and a strain, "
                "such as AK3.T2..Q Q4.KJ.4.5 S, and 'led CARD' if a card was led"
            )
        first, second = parse_hand(words[0]), parse_hand(words[1])
        strain, led = parse_strain(words[2]), parse_card(words[4]) if with_lead else None
        if not second:
            raise BadInput(f"there are no cards in {text.strip()[:80]!r}; a hand has 1 to {len(RANKS)}")
        return cls(first, second, strain, led)

    def __str__(self) -> str:
        led = "" if self.led is None else f" led {card_name(self.led)}"
        return f"{format_hand(self.first)} {format_hand(self.second)} {STRAINS[self.strain]}{led}"

    @property
    def cards_left(self) -> int:
        """The tricks that are still to be decided, the one in progress included."""
        return self.second.bit_count()

    @property
    def to_play(self) -> int:
        """The hand whose turn it is, as a mask."""
        return self.first if self.led is None else self.second

    def legal(self) -> tuple[int, ...]:
        """The cards that may be played now: spades to clubs, in each suit from the highest."""
        return cards_of(playable(self.to_play, self.led))

    def takes(self, card: int) -> bool:
        """Return True if the second hand takes the trick in progress with `card`."""
        return self.led is not None and beats(card, self.led, self.strain)

    def play(self, card: int) -> Endgame:
        """The position after `card`; where it takes the trick the two hands have changed places.

        Raises `IllegalMove`.
        """
        if card not in self.legal():
            raise IllegalMove(self._why_not(card))
        if self.led is None:
            return Endgame(self.first & ~bit(card), self.second, self.strain, card)
        first, second = self.first, self.second & ~bit(card)
        if self.takes(card):
            first, second = second, first
        return Endgame(first, second, self.strain)

    @property
    def value(self) -> int:
        """The tricks that the first hand takes from here on if both play their best, by trying everything.

        Meant for a few cards a hand; eight take seconds.
        """
        return _value(self)

    def worth(self, card: int) -> int:
        """The tricks that the first hand takes from here on once `card` is played. Raises `IllegalMove`."""
        after = self.play(card)
        if self.led is None:
            return after.value
        return after.cards_left - after.value if self.takes(card) else 1 + after.value

    def _why_not(self, card: int) -> str:
        if not self.to_play & bit(card):
            return f"{card_name(card)} is not in the hand that is to play."
        assert self.led is not None, "on lead every card of the hand is legal"
        return f"{card_name(card)} does not follow suit; {card_name(self.led)} was led."


@lru_cache(maxsize=1 << 16)
def _value(here: Endgame) -> int:
    if not here.second:
        return 0
    best = max if here.led is None else min
    return best(here.worth(card) for card in here.legal())
