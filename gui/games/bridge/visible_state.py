"""The part of the table that one person sees, and the players at it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from game.bridge import Board, Contract, State
from game.bridge.board import Stage
from game.bridge.cards import NO_TRUMPS, cards_of, suit_of
from game.position import Position
from game.record import Seat

SOUTH = 1
TRICKS = 13  # of a deal with all cards
# by strain; colours alternate
_ORDERS = ((0, 1, 3, 2), (1, 0, 2, 3), (2, 0, 1, 3), (3, 1, 0, 2), (0, 1, 3, 2))


class Held(NamedTuple):
    """A hand: the cards that are seen, sorted, and how many are face down."""

    cards: tuple[int, ...]
    hidden: int = 0


class TrickCard(NamedTuple):
    """A card in the middle, and the seat it came from."""

    seat: int
    card: int


@dataclass(frozen=True)
class VisibleState:
    """A deal as the person in seat `me` sees it: the other's cards only where they are `known`.

    `idle`: nobody chooses a card here, so all look alike.
    """

    board: Board
    me: int
    known: bool
    idle: bool = False

    @property
    def stage(self) -> Stage:
        return self.board.stage

    @property
    def to_move(self) -> int:
        return self.board.to_move

    @property
    def contract(self) -> Contract | None:
        return self.board.contract

    @property
    def strain(self) -> int:
        """The strain of the contract; no trumps while there is none."""
        return self.contract.strain if self.contract is not None else NO_TRUMPS

    @property
    def size(self) -> int:
        """Number of tricks in all."""
        return self.board.deal.size

    @cached_property
    def hands(self) -> tuple[Held, Held]:
        return self._held(0), self._held(1)

    def _held(self, seat: int) -> Held:
        cards, hidden = cards_of(self.board.cards.hands[seat]), self.board.cards.hidden[seat]
        if self.known or seat == self.me:
            return Held(in_order(cards, self.strain), hidden)
        return Held((), len(cards) + hidden)

    @cached_property
    def taken(self) -> tuple[int, int]:
        """The tricks that both have taken, by seat."""
        return self.board.won

    @cached_property
    def playable(self) -> frozenset[int]:
        """The cards that may be played now."""
        board = self.board
        if self.idle or board.stage not in ("exchange", "play") or board.claimed is not None:
            return frozenset()
        return frozenset(cards_of(board.cards.playable(board.turn, board.led)))

    @property
    def upturned(self) -> int | None:
        """The card on show."""
        return self.board.upturned if self.stage == "exchange" else None

    @property
    def trick(self) -> tuple[TrickCard, ...]:
        """The trick in progress."""
        return () if self.board.led is None else (TrickCard(self.board.leader, self.board.led),)

    @property
    def last(self) -> tuple[TrickCard, ...]:
        """The finished trick that still lies in the middle."""
        if not self.board.tricks or self.board.led is not None:
            return ()
        trick = self.board.tricks[-1]
        return TrickCard(trick.leader, trick.led), TrickCard(1 - trick.leader, trick.reply)

    def needs(self, seat: int) -> int | None:
        """The tricks with which a seat has the contract made, or beaten.

        None where there is none, and in a small deal, where tricks are counted.
        """
        if self.contract is None or self.size != TRICKS:
            return None
        made = self.contract.needs
        return made if seat == self.contract.declarer else TRICKS + 1 - made


def in_order(cards: Iterable[int], strain: int) -> tuple[int, ...]:
    """Cards as they stand in a hand: trumps first, suits in changing colours, in each the highest first."""
    order = _ORDERS[strain]
    return tuple(sorted(cards, key=lambda card: (order.index(suit_of(card)), -card)))


def step_suit(cards: Sequence[int], at: int, by: int) -> int:
    """The place of the first card of the next suit in a hand, or of the one before."""
    suits = [suit_of(card) for card in cards]
    there = [i for i, suit in enumerate(suits) if suit != suits[at] and (i > at) == (by > 0)]
    return suits.index(suits[there[0] if by > 0 else there[-1]]) if there else at


def bridge(position: Position) -> State:
    """The position as one of bridge; no other comes here."""
    assert isinstance(position, State)
    return position


def person_of(seats: Sequence[Seat]) -> int | None:
    """The only person's seat; None where there is none, or two."""
    people = [number for number, seat in enumerate(seats) if seat.kind == "human"]
    return people[0] if len(people) == 1 else None


def names_of(seats: Sequence[Seat]) -> tuple[str, str]:
    """The players' names: the only person is `You`, all others are called by their seats."""
    person = person_of(seats)
    north, south = ("You" if seat == person else name for seat, name in enumerate(("North", "South")))
    return north, south


def finished(state: State) -> Board | None:
    """The board of the deal that ended with the last move, if it was played."""
    board = state.previous
    return board if board is not None and board.contract is not None else None


def read(state: State, me: int, *, hidden: bool, known: bool) -> VisibleState:
    """The table of `state` for seat `me`: as it may see it where `hidden`, without the other's cards unless `known`."""
    view = state.view(me) if hidden and state.seat is None else state
    return VisibleState(view.board, me, known or not hidden)
