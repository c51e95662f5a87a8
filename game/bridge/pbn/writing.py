"""Finished boards as Portable Bridge Notation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.bridge.auction import DOUBLE, PASS, REDOUBLE, is_bid
from game.bridge.board import Board, Result
from game.bridge.cards import card_name, format_hand
from game.bridge.deal import Deal
from game.bridge.exchange import Trick
from game.bridge.state import State

SEATS, TABLE = "NS", "NESW"
CALLS = {PASS: "Pass", DOUBLE: "X", REDOUBLE: "XX"}


def finished(states: Iterable[State]) -> tuple[Board, ...]:
    """The boards of a match that have ended, in their order; `states` are its positions from the start."""
    boards, last = [], None
    for last in states:
        if last.previous is not None and not last.over:
            boards.append(last.previous)
    return (*boards, last.board) if last is not None and last.over else tuple(boards)


def write(boards: Sequence[Board], names: Sequence[str] = ("", "")) -> str:
    """The boards as text, one game each; `names` are North's and South's."""
    games = [_game(number, board, names) for number, board in enumerate(boards, 1)]
    return "% PBN 2.1\n\n" + "\n".join(games)


def deal_text(deal: Deal) -> str:
    """The value of the tag `Deal`: `N:AK… - Q4… -`."""
    north, south = (format_hand(hand or 0) for hand in deal.hands)
    return f"N:{north} - {south} -"


def _game(number: int, board: Board, names: Sequence[str]) -> str:
    result = board.result
    assert result is not None, "only finished boards are written"
    contract = result.contract
    rules = ", ".join(f"{key} {text}" for key, text in board.table.named().items())
    tags = {
        "Event": "Honeymoon bridge",
        "Site": "",
        "Date": "",
        "Board": str(number),
        "West": "",
        "North": names[0],
        "East": "",
        "South": names[1],
        "Dealer": SEATS[board.dealer],
        "Vulnerable": "None",
        "Deal": deal_text(board.deal),
        "Scoring": board.table.scoring,
        "Declarer": "" if contract is None else SEATS[contract.declarer],
        "Contract": "Pass" if contract is None else str(contract).replace("N", "NT"),
        "Result": "" if contract is None else str(result.tricks[contract.declarer]),
        "Score": _score(result),
        "Stock": "".join(card_name(card) for card in board.deal.stock if card is not None),
        "Rules": rules,
    }
    lines = [f'[{name} "{_escaped(text)}"]' for name, text in tags.items()]
    lines += [f'[Auction "{SEATS[board.dealer]}"]', *_auction(board)]
    lines += _tricks("Exchange", board.exchange_tricks)
    lines += _tricks("Play", board.play_tricks, board)
    return "\n".join(lines) + "\n"


def _score(result: Result) -> str:
    """Who has got the points, and how many: `N 140`."""
    best = max(result.points)
    return f"{SEATS[result.points.index(best)]} {best}" if best else ""


def _auction(board: Board) -> list[str]:
    """The calls, four a line, with the passes of East and West."""
    calls = [_call(call) for call in board.auction.calls]
    table = [each for call in calls for each in (call, CALLS[PASS])]
    if not board.auction.passed_out:
        table += [CALLS[PASS]] * (3 - _passes(table))
    return [" ".join(table[at : at + 4]) for at in range(0, len(table), 4)]


def _passes(table: Sequence[str]) -> int:
    """How many passes stand at the end."""
    bids = (at for at in range(len(table) - 1, -1, -1) if table[at] != CALLS[PASS])
    return len(table) - 1 - next(bids, -1)


def _call(call: str) -> str:
    return call.replace("N", "NT") if is_bid(call) else CALLS[call]


def _tricks(section: str, tricks: Sequence[Trick], board: Board | None = None) -> list[str]:
    """A section of tricks, a line each, the leader of the first one in the first column.

    A `*` at the end of a board's play tells that the rest was claimed.
    """
    given = board is not None and board.given is not None
    if not tricks and not given:
        return []
    leader = tricks[0].leader if tricks else board.leader if board is not None else 0
    lines = [f'[{section} "{SEATS[leader]}"]']
    for trick in tricks:
        cards = {trick.leader: trick.led, 1 - trick.leader: trick.reply}
        lines.append(f"{card_name(cards[leader])} - {card_name(cards[1 - leader])} -")
    if given and board is not None:
        lines += [f"{_begun(board, leader)}*"]
    return lines


def _begun(board: Board, leader: int) -> str:
    """The trick that was in progress when the rest was claimed, as far as it was played."""
    if board.led is None:
        return ""
    cards = {board.leader: card_name(board.led), 1 - board.leader: "-"}
    return f"{cards[leader]} - {cards[1 - leader]} - "


def _escaped(text: str) -> str:
    plain = " ".join(text.split())
    return plain.replace("\\", "\\\\").replace('"', '\\"')
