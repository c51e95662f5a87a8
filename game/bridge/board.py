"""One deal from the first call to the last trick: auction, exchange, play.

A board seen by a player is a board like any other, dealt with cards that are not known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from game.bridge.auction import PASS, SEATS, Auction, Contract, points
from game.bridge.cards import STRAINS, SUITS, beats, bit, card_name, cards_of, lengths, parse_card, suit_of
from game.bridge.deal import Deal
from game.bridge.endgame import Endgame
from game.bridge.exchange import Holdings, Trick
from game.bridge.rules import Rules
from game.errors import BadInput, IllegalMove

Stage = Literal["auction", "exchange", "play", "over"]
ACCEPT, REFUSE, CLAIM = "accept", "refuse", "claim"
_CLAIM = re.compile(r"claim ([0-9]{1,2})")


class Result(NamedTuple):
    """Result of a deal: tricks that count and points, North's first; no contract where both passed."""

    dealer: int
    contract: Contract | None
    tricks: tuple[int, int]
    points: tuple[int, int]


@dataclass(frozen=True)
class Board:
    """A deal under way.

    `tricks` are the finished ones, those of the exchange first. `leader` has led or leads to the next one, `led` is
    the card that lies on the table. `claimed`: so many of the tricks left are claimed by the seat that would play;
    `refused`: a claim was refused since the last card; `given`: how the rest was shared when one was accepted.
    """

    rules: Rules
    deal: Deal
    dealer: int
    auction: Auction
    cards: Holdings
    moves: tuple[str, ...] = ()
    tricks: tuple[Trick, ...] = ()
    leader: int = 0
    led: int | None = None
    claimed: int | None = None
    refused: bool = False
    given: tuple[int, int] | None = None

    @classmethod
    def dealt(cls, table: Rules, deal: Deal, dealer: int, moves: Iterable[str] = ()) -> Board:
        """The board after `moves`. Raises `IllegalMove`."""
        board = cls(table, deal, dealer, Auction(table, dealer), Holdings.dealt(deal.hands, deal.size))
        for move in moves:
            board = board.play(move)
        return board

    @property
    def stage(self) -> Stage:
        """Stage that the deal has reached."""
        if not self.auction.over:
            return "auction"
        if self.auction.passed_out or self.given or len(self.tricks) == self.exchanges + self.deal.size:
            return "over"
        return "exchange" if len(self.tricks) < self.exchanges else "play"

    @property
    def exchanges(self) -> int:
        """Number of tricks in the exchange: 13, or none where there is no stock."""
        return len(self.deal.stock) // 2

    @property
    def over(self) -> bool:
        """True if the deal has ended."""
        return self.stage == "over"

    @property
    def turn(self) -> int:
        """The seat whose card is next, whether or not a claim is to be answered first."""
        return self.leader if self.led is None else 1 - self.leader

    @property
    def to_move(self) -> int:
        """The seat to call, to play or to answer a claim."""
        if not self.auction.over:
            return self.auction.to_call
        return self.turn if self.claimed is None else 1 - self.turn

    @property
    def contract(self) -> Contract | None:
        """Contract of the deal, once the auction is over."""
        return self.auction.contract

    @property
    def upturned(self) -> int | None:
        """The card of the stock that lies open; None outside the exchange, and where it is not known."""
        return self.cards.upturned

    @property
    def stock(self) -> int:
        """Number of cards of the stock that lie face down."""
        if not self.auction.over:
            return len(self.deal.stock)
        return max(0, len(self.deal.stock) - 2 * len(self.tricks) - 1)

    @property
    def exchange_tricks(self) -> tuple[Trick, ...]:
        """The finished tricks of the exchange."""
        return self.tricks[: self.exchanges]

    @property
    def play_tricks(self) -> tuple[Trick, ...]:
        """The finished tricks that count."""
        return self.tricks[self.exchanges :]

    @property
    def won(self) -> tuple[int, int]:
        """The tricks that count, North's and South's, with those of an accepted claim."""
        winners = [trick.winner for trick in self.play_tricks]
        given = self.given or (0, 0)
        return winners.count(0) + given[0], winners.count(1) + given[1]

    @property
    def left(self) -> int:
        """Number of tricks of the play stage that are to be decided, the one in progress included; all before it."""
        return 0 if self.over else self.deal.size - len(self.play_tricks)

    @property
    def endgame(self) -> Endgame | None:
        """The play stage as a position of its own; None outside it, and where a hand is not known."""
        if self.stage != "play" or any(self.cards.hidden):
            return None
        assert self.contract is not None, "there is a contract once the auction is over"
        hands = self.cards.hands
        return Endgame(hands[self.leader], hands[1 - self.leader], self.contract.strain, self.led)

    @property
    def result(self) -> Result | None:
        """Result of the deal; None while it goes on."""
        if not self.over:
            return None
        contract, won = self.contract, self.won
        shared = (0, 0) if contract is None else points(self.rules, contract, won)
        return Result(self.dealer, contract, won, shared)

    # -- moves --

    def legal(self) -> tuple[str, ...]:
        """Every call, card or answer that is possible now; claims are not listed, see `claims`."""
        if self.stage == "auction":
            return self.auction.legal()
        if self.over:
            return ()
        if self.claimed is not None:
            return ACCEPT, REFUSE
        return tuple(map(card_name, cards_of(self.cards.playable(self.turn, self.led))))

    def claims(self) -> tuple[str, ...]:
        """The claims that are possible now: `claim 0` gives all tricks up."""
        if self.stage != "play" or self.claimed is not None or self.refused:
            return ()
        return tuple(f"{CLAIM} {tricks}" for tricks in range(self.left + 1))

    def play(self, move: str) -> Board:
        """The board after a call, a card, a claim or an answer to one. Raises `IllegalMove`."""
        if self.over:
            raise IllegalMove("The deal is over.")
        if self.stage == "auction":
            after = self._call(move)
        elif self.claimed is not None:
            after = self._answer(move)
        elif move.startswith(CLAIM):
            after = self._claim(move)
        else:
            after = self._card(move)
        return replace(after, moves=(*self.moves, move))

    def view(self, seat: int) -> Board:
        """The board as `seat` knows it: the same moves over the cards that this seat has seen.

        Without an exchange the play stage is in the open all the same, so both hands are told when it begins.
        """
        if not self.deal.stock and self.auction.over:
            return self
        shown = 0 if not self.auction.over else len(self.exchange_tricks) + (self.stage == "exchange")
        drawn = [trick.winner != seat for trick in self.exchange_tricks]
        return Board.dealt(self.rules, self.deal.masked(seat, shown, drawn), self.dealer, self.moves)

    def _call(self, call: str) -> Board:
        reason = self.auction.why_not(call)
        if reason:
            raise IllegalMove(reason)
        auction = replace(self.auction, calls=(*self.auction.calls, call))
        if auction.contract is None:
            return replace(self, auction=auction)
        if not self.deal.stock:
            return replace(self, auction=auction, leader=self._first_leader(auction.contract))
        cards = self.cards.turns(self.deal.stock[0])
        return replace(self, auction=auction, leader=auction.contract.declarer, cards=cards)

    def _claim(self, move: str) -> Board:
        match = _CLAIM.fullmatch(move)
        if self.stage != "play":
            raise IllegalMove("Tricks can be claimed in the play stage only.")
        if self.refused:
            raise IllegalMove("A claim was refused; play a card first.")
        if not match or int(match[1]) > self.left:
            raise IllegalMove(
                f"{move[:20]!r} is not a claim; write claim and a number from 0 to {self.left}."
            )
        return replace(self, claimed=int(match[1]))

    def _answer(self, move: str) -> Board:
        if move not in (ACCEPT, REFUSE):
            raise IllegalMove(f"Answer the claim with {ACCEPT} or {REFUSE}.")
        if move == REFUSE or self.claimed is None:
            return replace(self, claimed=None, refused=True)
        mine, rest = self.claimed, self.left - self.claimed
        return replace(self, claimed=None, given=(mine, rest) if self.turn == 0 else (rest, mine))

    def _card(self, move: str) -> Board:
        try:
            card = parse_card(move)
        except BadInput as error:
            raise IllegalMove(f"{error}.") from None
        if card_name(card) != move:
            raise IllegalMove(f"A card is written {card_name(card)}, not {move[:20]}.")
        if not self.cards.playable(self.turn, self.led) & bit(card):
            raise IllegalMove(self._why_not(card))
        cards = self.cards.plays(self.turn, card, self.led)
        if self.led is None:
            return replace(self, cards=cards, led=card, refused=False)
        return self._taken(cards, self.led, card)

    def _why_not(self, card: int) -> str:
        if self.led is not None and self.cards.hands[self.turn] & bit(card):
            return f"{card_name(card)} does not follow suit; {card_name(self.led)} was led."
        return f"{SEATS[self.turn]} does not hold {card_name(card)}."

    def _taken(self, cards: Holdings, led: int, reply: int) -> Board:
        """The board once the second card of a trick has fallen."""
        assert self.contract is not None, "cards are played once there is a contract"
        winner = 1 - self.leader if beats(reply, led, self.contract.strain) else self.leader
        trick = Trick(self.leader, led, reply, winner)
        if self.stage == "exchange":
            trick, cards = self._exchanged(trick, cards)
        tricks = (*self.tricks, trick)
        leader = self._first_leader(self.contract, winner) if len(tricks) == self.exchanges else winner
        return replace(self, cards=cards, tricks=tricks, leader=leader, led=None, refused=False)

    def _exchanged(self, trick: Trick, cards: Holdings) -> tuple[Trick, Holdings]:
        """The trick with what both take for it, and the holdings then, with the next card turned up."""
        at = 2 * len(self.tricks)
        shown, drawn = self.deal.stock[at : at + 2]
        cards = cards.turns(None).draws(trick.winner, shown).draws(1 - trick.winner, drawn)
        if at + 2 < len(self.deal.stock):
            cards = cards.turns(self.deal.stock[at + 2])
        return trick._replace(shown=shown, drawn=drawn), cards.counted()

    def _first_leader(self, contract: Contract, winner: int | None = None) -> int:
        """The seat that leads to the play stage, after `winner` has taken the last trick of the exchange.

        Without an exchange nobody has, and the declarer leads unless it is to be the defender.
        """
        if self.rules.lead == "defender":
            return 1 - contract.declarer
        if winner is None or self.rules.lead == "declarer":
            return contract.declarer
        return winner if self.rules.lead == "winner" else 1 - winner


def calls_without_auction(table: Rules, deal: Deal, dealer: int) -> tuple[str, ...]:
    """The calls that stand for an auction where there is none: level 1 in the dealer's longest suit, then a pass.

    Of equal suits the first of spades, hearts, diamonds, clubs. Where the stock names trumps, the dealer passes and
    the other has them at level 1, so that he leads and each needs seven tricks. Empty where there is an auction, or
    what decides is not known.
    """
    if table.auction == "stock":
        first = deal.stock[0] if deal.stock else None
        return () if first is None else (PASS, f"1{STRAINS[suit_of(first)]}", PASS)
    hand = deal.hands[dealer]
    if table.bids or hand is None:
        return ()
    held = lengths(hand)
    longest = max(range(len(SUITS)), key=lambda suit: held[suit])
    return f"1{STRAINS[longest]}", PASS
