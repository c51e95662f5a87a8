"""A deal as it is edited: who holds what, how the stock lies, and where the play is to begin.

Apart from `scene`: the deal and its history, which draw nothing.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, get_args

from game.bridge import SEATS, Contract, Deal, Deals, Endgame, State, pbn, rules_of
from game.bridge.cards import DECK, NO_TRUMPS, RANKS, STRAINS, bit, cards_of, format_hand, parse_hand
from game.errors import BadInput, KibitzError
from game.words import counted

Start = Literal["auction", "exchange", "play"]
STARTS: tuple[Start, ...] = get_args(Start)
NORTH, SOUTH, STOCK = range(3)
IN_HAND = len(RANKS)
_TWO_HANDS = re.compile(r"\s*(\S+)\s+(\S+)\s*")


@dataclass(frozen=True)
class Draft:
    """Two hands as masks, and all other cards in the order of the stock, the first to be turned up first.

    `first` is the seat that deals, has the contract, or leads, as `start` says. The contract counts from the
    exchange on; in the play only its strain does.
    """

    hands: tuple[int, int] = (0, 0)
    stock: tuple[int, ...] = cards_of(DECK)
    start: Start = "auction"
    first: int = SOUTH
    level: int = 1
    strain: int = 0
    led: int | None = None

    @classmethod
    def of(cls, state: State) -> Draft:
        """The deal on the board of a match, as it was dealt. Raises `BadInput` for one that is not known."""
        return cls().with_deal(state.board.deal, state.board.dealer)

    @classmethod
    def read(cls, text: str, before: Draft) -> Draft:
        """The draft of a PBN deal, two hands, two hands and their stock, or a position of the play stage.

        What the text does not say is as it was `before`. Raises `BadInput`.
        """
        if pbn.is_pbn(text):
            start = pbn.read(text).start
            return before.with_deal(start.board.deal, start.board.dealer)
        two = _TWO_HANDS.fullmatch(text)
        if two:
            return before._with_hands(parse_hand(two[1]), parse_hand(two[2]))
        words = text.split()
        if len(words) > 2 and words[2].upper() in tuple(STRAINS):
            return before.with_position(Endgame.parse(text))
        return before.with_deal(Deal.parse(text), before.first)

    def with_deal(self, deal: Deal, dealer: int) -> Draft:
        """The draft of a deal that `dealer` has dealt; one without a stock is for the play."""
        north, south = deal.hands
        stock = tuple(card for card in deal.stock if card is not None)
        if north is None or south is None or len(stock) != len(deal.stock):
            raise BadInput("not every card of this deal is known")
        if not stock:
            return replace(self._with_hands(north, south), start="play", first=dealer)
        start = self.start if self.start != "play" else "auction"
        return replace(self, hands=(north, south), stock=stock, start=start, first=dealer, led=None)

    def with_position(self, here: Endgame) -> Draft:
        """The draft of a position of the play stage: South is on lead, or has led."""
        led = 0 if here.led is None else bit(here.led)
        drawn = self._with_hands(here.second, here.first | led)
        return replace(drawn, start="play", first=SOUTH, strain=here.strain, led=here.led)

    def _with_hands(self, north: int, south: int) -> Draft:
        """The draft with other hands; every other card is in the stock, in the order of before."""
        twice = cards_of(north & south)
        if twice:
            raise BadInput("a card cannot be in both hands")
        rest = [card for card in self.stock if not (north | south) & bit(card)]
        rest += [card for card in cards_of(DECK & ~north & ~south) if card not in rest]
        return replace(self, hands=(north, south), stock=tuple(rest), led=None)

    # -- giving --

    def holder(self, card: int) -> int:
        """Who has a card: `NORTH`, `SOUTH` or `STOCK`."""
        return next((seat for seat in (NORTH, SOUTH) if self.hands[seat] & bit(card)), STOCK)

    def given(self, card: int, to: int) -> Draft:
        """The draft once a card is given to a hand, or put on top of the stock.

        A card that the hand has already goes back below the stock. Raises `BadInput` where the hand is full.
        """
        here = self.holder(card)
        back = to == here != STOCK
        if to != STOCK and not back and self.hands[to].bit_count() == IN_HAND:
            raise BadInput(f"{SEATS[to]} has {IN_HAND} cards; take one away first")
        hands = [hand & ~bit(card) for hand in self.hands]
        rest = tuple(each for each in self.stock if each != card)
        if back:
            rest = (*rest, card)
        elif to == STOCK:
            rest = (card, *rest)
        else:
            hands[to] |= bit(card)
        return replace(self, hands=(hands[0], hands[1]), stock=rest, led=None)

    def filled(self, chance: random.Random) -> Draft:
        """The draft with both hands filled by chance, and the rest of the stock shuffled."""
        rest = list(self.stock)
        chance.shuffle(rest)
        hands = list(self.hands)
        for seat in (NORTH, SOUTH):
            while hands[seat].bit_count() < self.size:
                hands[seat] |= bit(rest.pop())
        return replace(self, hands=(hands[0], hands[1]), stock=tuple(rest), led=None)

    @property
    def size(self) -> int:
        """How many cards the hands are to have: 13, in the play as many as the larger one, and 13 if both are empty."""
        sizes = [hand.bit_count() for hand in self.hands]
        return (max(sizes) or IN_HAND) if self.start == "play" and sizes[0] != sizes[1] else IN_HAND

    def emptied(self) -> Draft:
        """The draft with every card in the stock."""
        return replace(self, hands=(0, 0), stock=cards_of(DECK), led=None)

    def exchanged(self) -> Draft:
        """The draft with both hands in the other seat."""
        return replace(self, hands=(self.hands[1], self.hands[0]), led=None)

    # -- what comes of it --

    @property
    def missing(self) -> str:
        """What is still to be done before this can be played, as a sentence; empty where nothing is."""
        sizes = [hand.bit_count() for hand in self.hands]
        if self.start == "play":
            if sizes[0] == sizes[1]:
                return "" if sizes[0] else "Give North and South as many cards each, 1 to 13."
            short = sizes.index(min(sizes))
            return (
                f"{SEATS[short]} has {counted(sizes[short], 'card')}, {SEATS[1 - short]} {sizes[1 - short]}."
            )
        if min(sizes) == IN_HAND:
            return ""
        short = NORTH if sizes[NORTH] < IN_HAND else SOUTH
        return f"{SEATS[short]} has {counted(sizes[short], 'card')} of {IN_HAND}."

    def deal(self) -> Deal:
        """The deal. Raises `BadInput` where cards are missing."""
        self._check_complete()
        return Deal(self.hands, () if self.start == "play" else self.stock)

    def endgame(self) -> Endgame:
        """The position of the play stage. Raises `BadInput` where cards are missing."""
        self._check_complete()
        hands = self.hands[self.first], self.hands[1 - self.first]
        led = 0 if self.led is None else bit(self.led)
        return Endgame(hands[0] & ~led, hands[1], self.strain, self.led)

    @property
    def contract(self) -> Contract:
        """What is played where the auction is left out."""
        return Contract(self.level, self.strain, self.first)

    def rules(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """The rules of a match of this deal alone, where nothing else is said as in `chosen`. Raises `BadInput`."""
        if self.start == "play":
            return rules_of(self.endgame(), self.first)
        rules = {
            **chosen,
            "deals": str(Deals((self.deal(),), None, 0, False)),
            "dealer": SEATS[self.first].lower(),
            "match": "1 deals",
        }
        if self.start == "exchange":
            rules["moves"] = f"{self.level}{STRAINS[self.strain]},pass"
            if self.strain == NO_TRUMPS:
                rules["notrump"] = "on"
        return rules

    def text(self) -> str:
        """The deal on one line, as `read` takes it; only the hands where it is not complete."""
        if self.missing:
            return f"{format_hand(self.hands[0])} {format_hand(self.hands[1])}"
        return str(self.endgame()) if self.start == "play" else str(self.deal())

    def _check_complete(self) -> None:
        if self.missing:
            raise BadInput(self.missing.rstrip("."))


# The draft that is worked on, with every step taken back and forth, and the seat that is given cards.

_MOST_STEPS = 500
_LEVELS = 7


class DealEditor:
    """Changes the draft step by step; `say` is told why something cannot be done."""

    def __init__(self, draft: Draft, say: Callable[[str], object]) -> None:
        self.draft = draft
        self.to = SOUTH
        self.chance = random.Random()
        self._say = say
        self._before: list[Draft] = []
        self._after: list[Draft] = []

    def change(self, draft: Draft) -> None:
        if draft != self.draft:
            self._before = [*self._before[-_MOST_STEPS:], self.draft]
            self._after.clear()
            self.draft = draft

    def undo(self) -> None:
        if self._before:
            self._after.append(self.draft)
            self.draft = self._before.pop()

    def redo(self) -> None:
        if self._after:
            self._before.append(self.draft)
            self.draft = self._after.pop()

    def give_to(self, seat: int) -> None:
        """Choose who is given the next cards: North, South or the stock."""
        self.to = seat

    def give(self, card: int, to: int | None = None) -> None:
        """Give a card to whoever is chosen."""
        self.attempt(lambda: self.draft.given(card, self.to if to is None else to))

    def take(self, card: int) -> None:
        """Put a card of a hand below the stock."""
        holder = self.draft.holder(card)
        if holder != STOCK:
            self.give(card, holder)

    def read(self, text: str) -> bool:
        """Take over a deal that was written or pasted; False where it cannot be read."""
        return self.attempt(lambda: Draft.read(text, self.draft))

    def attempt(self, build: Callable[[], Draft]) -> bool:
        """Change to what `build` gives; where it cannot, the reason is said."""
        try:
            self.change(build())
        except KibitzError as error:
            self.refuse(error)
            return False
        return True

    def refuse(self, error: KibitzError) -> None:
        """Say why something cannot be done."""
        self._say(f"{str(error).rstrip('.')}.")

    # -- one thing after the other --

    def fill(self) -> None:
        self.change(self.draft.filled(self.chance))

    def empty(self) -> None:
        self.change(self.draft.emptied())

    def swap(self) -> None:
        self.change(self.draft.exchanged())

    def begin_at(self, number: int) -> None:
        self.change(replace(self.draft, start=STARTS[number], led=None))

    def seat_first(self, seat: int) -> None:
        self.change(replace(self.draft, first=seat, led=None))

    def change_level(self, by: int) -> None:
        self.change(replace(self.draft, level=min(_LEVELS, max(1, self.draft.level + by))))

    def choose_strain(self, strain: int) -> None:
        """Choose trumps, or none."""
        assert 0 <= strain <= NO_TRUMPS
        self.change(replace(self.draft, strain=strain))
