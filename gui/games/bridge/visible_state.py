"""What one person sees of the table: plain values, so that drawing needs to know no rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from game.bridge import State
from game.bridge.board import Board
from game.bridge.cards import cards_of
from game.position import Position
from game.record import Seat

Stage = Literal["auction", "exchange", "play", "over"]

NO_TRUMPS = 4
EXCHANGES = 13  # tricks of the exchange
_ORDERS = (
    (0, 1, 3, 2),
    (1, 0, 2, 3),
    (2, 0, 1, 3),
    (3, 1, 0, 2),
    (0, 1, 3, 2),
)  # by strain; colours alternate


@dataclass(frozen=True)
class Held:
    """A hand: the cards that are seen, sorted, and how many are face down."""

    cards: tuple[int, ...]
    hidden: int = 0

    @property
    def groups(self) -> list[int]:
        """How many cards stand together, suit by suit."""
        counts: list[int] = []
        for number, card in enumerate(self.cards):
            if number and self.cards[number - 1] // 13 == card // 13:
                counts[-1] += 1
            else:
                counts.append(1)
        return counts


@dataclass(frozen=True)
class Laid:
    """A card in the middle, and the seat it came from."""

    seat: int
    card: int


@dataclass(frozen=True)
class Contract:
    """What was bid: `level` 1 to 7 in `strain`, by `declarer`; `doubled` 0, 1 or 2 times."""

    level: int
    strain: int
    declarer: int
    doubled: int = 0

    def needs(self, seat: int) -> int:
        """The tricks with which this seat has what it wants: the contract made, or beaten."""
        return 6 + self.level if seat == self.declarer else 8 - self.level

    def fits(self, size: int) -> bool:
        """Whether it can be made or beaten with so many tricks: not in a small deal, where tricks are counted."""
        return size == 13


@dataclass(frozen=True)
class VisibleState:
    """The table as the person in seat `me` sees it.

    `hands` and `taken` are by seat. `trick` is the one in progress, `last` the finished one that still lies in
    the middle, with its winner. `upturned` is the card on show, `stock` how many lie face down below it.
    `playable` are the cards that may be played now, `calls` those of this deal, the dealer's first; `size` is how
    many tricks there are in all.
    """

    stage: Stage
    me: int
    to_move: int
    dealer: int
    hands: tuple[Held, Held]
    calls: tuple[str, ...] = ()
    contract: Contract | None = None
    upturned: int | None = None
    stock: int = 0
    trick: tuple[Laid, ...] = ()
    last: tuple[Laid, ...] = ()
    winner: int | None = None
    taken: tuple[int, int] = (0, 0)
    number: int = 1
    size: int = 13
    playable: frozenset[int] = frozenset()

    @property
    def strain(self) -> int:
        """The strain of the contract; no trumps while there is none."""
        return self.contract.strain if self.contract is not None else NO_TRUMPS


def in_order(cards: Iterable[int], strain: int) -> tuple[int, ...]:
    """Cards as they stand in a hand: trumps first, suits in changing colours, in each the highest first."""
    order = _ORDERS[strain]
    return tuple(sorted(cards, key=lambda card: (order.index(card // 13), -(card % 13))))


def step_suit(cards: Sequence[int], at: int, by: int) -> int:
    """The place of the first card of the next suit in a hand, or of the one before."""
    suit = cards[at] // 13
    there = [i for i, card in enumerate(cards) if card // 13 != suit and (i > at) == (by > 0)]
    if not there:
        return at
    found = cards[there[0] if by > 0 else there[-1]] // 13
    return next(i for i, card in enumerate(cards) if card // 13 == found)


# From a position of the rules to what a person sees of it.

SOUTH = 1


def bridge(position: Position) -> State:
    """A position of this game."""
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
    seen = state.view(me) if hidden and state.seat is None else state
    return read_board(seen.board, me, known=known or not hidden)


def read_board(board: Board, me: int, *, known: bool) -> VisibleState:
    """A deal on the table."""
    stage, tricks = board.stage, board.tricks
    contract = board.contract
    last = tricks[-1] if tricks and board.led is None else None
    exchanged = len(board.exchange_tricks)
    choosing = stage in ("exchange", "play") and board.claimed is None
    playable = cards_of(board.cards.playable(board.turn, board.led)) if choosing else ()
    strain = contract.strain if contract is not None else 4
    return VisibleState(
        stage=stage,
        me=me,
        to_move=board.to_move,
        dealer=board.dealer,
        hands=(_held(board, 0, strain, known or me == 0), _held(board, 1, strain, known or me == 1)),
        calls=board.auction.calls,
        contract=None
        if contract is None
        else Contract(contract.level, contract.strain, contract.declarer, contract.stake // 2),
        upturned=board.upturned if stage == "exchange" else None,
        stock=board.stock,
        trick=() if board.led is None else (Laid(board.leader, board.led),),
        last=() if last is None else (Laid(last.leader, last.led), Laid(1 - last.leader, last.reply)),
        winner=None if last is None else last.winner,
        taken=board.won,
        number=(exchanged if stage == "exchange" else len(board.play_tricks)) + 1,
        size=board.deal.size,
        playable=frozenset(playable),
    )


def _held(board: Board, seat: int, strain: int, known: bool) -> Held:
    cards, hidden = cards_of(board.cards.hands[seat]), board.cards.hidden[seat]
    return Held(in_order(cards, strain), hidden) if known else Held((), len(cards) + hidden)
