"""What a player knows, gathered for whoever has to decide: an engine, or a panel that tells what is known."""

from __future__ import annotations

from dataclasses import dataclass

from game.bridge.auction import Contract
from game.bridge.board import Board, Stage
from game.bridge.deal import Deal
from game.bridge.exchange import Limits, Trick
from game.bridge.rules import Rules
from game.bridge.state import State
from game.errors import BadInput, IllegalMove


@dataclass(frozen=True)
class Observation:
    """What the player in `seat` knows of the deal under way. Cards are 0 to 51, sets of cards masks of 52 bits.

    `own`: the player's hand. `theirs`: cards known to be in the other hand, which holds `hidden` more. These are
    among `possible`, the cards of `unseen` that the other can hold; `at_most` says for each of the 16 sets of suits
    (bit 0 spades, bit 3 clubs) how many of them can be of it. `unseen` is shared by the other's hidden cards and the
    `stock` cards that lie face down. `played`: all cards played so far, the one on the table included. `upturned`:
    the card to be won, None outside the exchange. `leader` has led `led`, or is to lead. `won`: tricks that count,
    North's and South's. `calls` begin with the dealer's.
    """

    table: Rules
    seat: int
    stage: Stage
    to_move: int
    own: int
    theirs: int
    hidden: int
    possible: int
    at_most: Limits
    unseen: int
    played: int
    upturned: int | None
    stock: int
    leader: int
    led: int | None
    dealer: int
    calls: tuple[str, ...]
    contract: Contract | None
    tricks: tuple[Trick, ...]
    won: tuple[int, int]
    left: int
    claimed: int | None
    points: tuple[int, int]
    dealt: int

    @property
    def declaring(self) -> bool:
        """Whether the player in `seat` is the declarer."""
        return self.contract is not None and self.contract.declarer == self.seat


def observe(view: State) -> Observation:
    """What the seat of a view knows. Raises `BadInput` for a state that is not a view."""
    seat, board = view.seat, view.board
    if seat is None:
        raise BadInput("only what one seat sees can be observed; take the view of a seat")
    cards, other = board.cards, 1 - seat
    return Observation(
        table=view.table,
        seat=seat,
        stage=board.stage,
        to_move=board.to_move,
        own=cards.hands[seat],
        theirs=cards.hands[other],
        hidden=cards.hidden[other],
        possible=cards.possible(other),
        at_most=cards.at_most[other],
        unseen=cards.unseen,
        played=cards.gone,
        upturned=board.upturned,
        stock=board.stock,
        leader=board.leader,
        led=board.led,
        dealer=board.dealer,
        calls=board.auction.calls,
        contract=board.contract,
        tricks=board.tricks,
        won=board.won,
        left=board.left,
        claimed=board.claimed,
        points=view.points,
        dealt=board.deal.hands[seat] or 0,
    )


def consistent(view: State, deal: Deal) -> bool:
    """Whether `deal` is one in which the seat of `view` would have seen exactly what it has seen."""
    if view.seat is None:
        raise BadInput("only with what one seat sees can a deal be consistent; take the view of a seat")
    board = view.board
    try:
        played = Board.dealt(board.table, deal, board.dealer, board.moves)
    except IllegalMove:
        return False
    return played.view(view.seat) == board
