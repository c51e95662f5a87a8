"""From a position of the rules to what a person sees of it."""

from __future__ import annotations

from collections.abc import Sequence

from game.bridge import State
from game.bridge.board import Board
from game.bridge.cards import cards_of
from game.position import Position
from game.record import Seat
from gui.bridge.sight import Contract, Held, Laid, Sight, in_order

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


def read(state: State, me: int, *, hidden: bool, known: bool) -> Sight:
    """The table of `state` for seat `me`: as it may see it where `hidden`, without the other's cards unless `known`."""
    seen = state.view(me) if hidden and state.seat is None else state
    return read_board(seen.board, me, known=known or not hidden)


def read_board(board: Board, me: int, *, known: bool) -> Sight:
    """A deal on the table."""
    stage, tricks = board.stage, board.tricks
    contract = board.contract
    last = tricks[-1] if tricks and board.led is None else None
    exchanged = len(board.exchange_tricks)
    choosing = stage in ("exchange", "play") and board.claimed is None
    playable = cards_of(board.cards.playable(board.turn, board.led)) if choosing else ()
    strain = contract.strain if contract is not None else 4
    return Sight(
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
