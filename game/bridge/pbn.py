"""Deals and finished boards as Portable Bridge Notation.

North and South are the players; East and West have no cards and always pass, so that an auction between two is also
one among four. What the notation does not know is told in tags of our own: `Stock`, the 26 cards from the top,
`Rules`, and the section `Exchange`, written like `Play`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from game.bridge.auction import DOUBLE, PASS, REDOUBLE, is_bid
from game.bridge.board import Board, Result
from game.bridge.cards import DECK, beats, card_name, cards_of, format_hand, parse_card, parse_hand
from game.bridge.deal import Deal, Deals, shuffled
from game.bridge.exchange import Trick
from game.bridge.rules import DEFAULTS
from game.bridge.state import State
from game.errors import BadInput, IllegalMove

# Finished boards as Portable Bridge Notation.

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


# Portable Bridge Notation as a match of honeymoon bridge.
#
# A game needs a `Deal` only. Where East and West have cards, or nobody is said to have them, these are the stock: in
# the order of the tag `Stock`, or else shuffled, always in the same way. What was called and played is played again.
# The value of the tag `Deal` can stand alone, `N:` and four hands.

MOST_LETTERS = 1_000_000
_CALLS = {"PASS": PASS, "P": PASS, "-": PASS, "X": DOUBLE, "XX": REDOUBLE}
_ALL_PASS = "AP"
_TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\\n]|\\.)*)"\s*\]')
_ALONE = re.compile(r'\s*[NESW]\s*:[^\[\]"\\]*', re.IGNORECASE)
_COMMENT = re.compile(r"\{[^{}]*\}|;[^\n]*|^%[^\n]*", re.MULTILINE)
_SKIPPED = re.compile(r"\$[0-9]+|=[0-9]+=|[!?]+")  # marks and notes


class Opening(NamedTuple):
    """A match from a text: where it starts, the moves that were made, North's and South's name."""

    start: State
    moves: tuple[str, ...]
    names: tuple[str, str]


@dataclass
class _Game:
    """The tags of one game, and the words of its sections."""

    tags: dict[str, str] = field(default_factory=dict)
    words: dict[str, list[str]] = field(default_factory=dict)


def is_pbn(text: str) -> bool:
    """Whether a text is written in this notation, well or badly."""
    if _ALONE.fullmatch(text.removeprefix("\ufeff")):
        return True
    lines = (line.strip() for line in text.removeprefix("\ufeff").splitlines())
    first = next((line for line in lines if line and not line.startswith("%")), "")
    return bool(re.match(r"\[\s*\w", first))


def read(text: str) -> Opening:
    """The match in a text. Raises `BadInput`, or `IllegalMove` with the board and the first bad move."""
    if len(text) > MOST_LETTERS:
        raise BadInput(f"a text of {len(text):,} letters is too long; at most {MOST_LETTERS:,} are read")
    alone = _ALONE.fullmatch(text.removeprefix("\ufeff"))
    if alone:
        text = f'[Deal "{" ".join(alone[0].split())}"]'
    games = [game for game in _games(text) if "Deal" in game.tags]
    if not games:
        raise BadInput('there is no deal here; a game of bridge has a tag such as [Deal "N:AK3… - Q4… -"]')
    deals = [_deal(number, game) for number, game in enumerate(games, 1)]
    start = State.open({"deals": str(Deals(tuple(deals), None, 0, False)), **_rules(games)})
    moves = _moves(start, games)
    return Opening(start, tuple(moves), (games[0].tags.get("North", ""), games[0].tags.get("South", "")))


# -- the text --


def _games(text: str) -> list[_Game]:
    """The games of a text: each begins with a tag that the one before has had already."""
    plain = _COMMENT.sub(" ", text.removeprefix("\ufeff"))
    tags = list(_TAG.finditer(plain))
    games = [_Game()]
    for at, tag in enumerate(tags):
        if tag[1] in games[-1].tags:
            games.append(_Game())
        end = tags[at + 1].start() if at + 1 < len(tags) else len(plain)
        games[-1].tags[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
        games[-1].words[tag[1]] = _SKIPPED.sub(" ", plain[tag.end() : end]).split()
    return games


def _deal(number: int, game: _Game) -> Deal:
    """The deal of a game, whose errors name its number."""
    try:
        north, south = _hands(game.tags["Deal"])
        rest = cards_of(DECK & ~north & ~south)
        named = game.tags.get("Stock")
        return Deal((north, south), shuffled(rest, 0, 0) if named is None else _stock(named))
    except BadInput as error:
        raise BadInput(f"board {number}: {error}") from None


def _hands(value: str) -> tuple[int, int]:
    """North's and South's hand in the value of the tag `Deal`."""
    first, colon, rest = value.partition(":")
    hands = rest.split()
    if not colon or first.strip().upper() not in tuple(TABLE) or len(hands) != len(TABLE):
        raise BadInput(
            f"{value[:80]!r} is not a deal; write N: and four hands, - for those that are not known"
        )
    at = TABLE.index(first.strip().upper())
    seated = {TABLE[(at + place) % len(TABLE)]: hand for place, hand in enumerate(hands)}
    for name, seat in (("North", "N"), ("South", "S")):
        if seated[seat] == "-":
            raise BadInput(f"{name}'s hand is not known; North and South are the two who play")
    return parse_hand(seated["N"]), parse_hand(seated["S"])


def _stock(named: str) -> tuple[int, ...]:
    plain = named.replace(" ", "")
    return tuple(parse_card(plain[at : at + 2]) for at in range(0, len(plain), 2))


def _rules(games: Sequence[_Game]) -> dict[str, str]:
    """The rules of a match: as the first game says, or such that all can be played again."""
    told = [pair.strip().partition(" ") for pair in games[0].tags.get("Rules", "").split(",")]
    rules = {"match": f"{len(games)} deals", "doubles": "on"}
    rules |= {key: text for key, _, text in told if key in DEFAULTS}
    dealer = games[0].tags.get("Dealer", "N").strip().upper()
    return rules | {"dealer": "south" if dealer == "S" else "north"}


# -- the course --


def _moves(start: State, games: Sequence[_Game]) -> list[str]:
    """Every move of the games as far as they were played to an end, and of the one after."""
    state, moves = start, []
    for number, game in enumerate(games, 1):
        try:
            for move in _course(state, game):
                state = state.play(move)
                moves.append(move)
        except (BadInput, IllegalMove) as error:
            raise type(error)(f"board {number}: {error}") from None
        if state.over or len(state.results) < number:
            break
    return moves


def _course(state: State, game: _Game) -> Iterator[str]:
    """The moves of one game, asked for one by one as they are played from `state`."""
    board, calls = state.board, _calls(game)
    if calls and game.tags.get("Dealer", "").strip().upper() not in ("", SEATS[board.dealer]):
        raise BadInput("the two take turns as dealers, so the other one deals here")
    if not board.auction.calls:
        yield from calls
        for call in calls:
            board = board.play(call)
    for section in ("Exchange", "Play"):
        for card in _cards(game, section, board):
            if card is None:
                yield from _claim(board.won, board.left, board.to_move, game)
                return
            yield card
            board = board.play(card)


def _calls(game: _Game) -> list[str]:
    """North's and South's calls; East and West may only pass."""
    calls: list[str] = []
    words = game.words.get("Auction", [])
    caller = _first(game, "Auction") if words else 0
    for word in map(str.upper, words):
        if word in ("*", "+"):
            break
        if word == _ALL_PASS:
            return [*calls, *[PASS] * (1 if any(map(is_bid, calls)) else 2 - len(calls))]
        call = _CALLS.get(word, word.replace("NT", "N"))
        if caller % 2 == 0:
            calls.append(call)
        elif call != PASS:
            raise BadInput(f"{('East', 'West')[caller // 2]} calls {word[:20]}; only North and South play")
        caller = (caller + 1) % len(TABLE)
    over = next((at for at, call in enumerate(calls) if at and call == PASS and _ends(calls[:at])), None)
    return calls if over is None else calls[: over + 1]


def _ends(before: Sequence[str]) -> bool:
    """Whether a pass after these calls ends the auction."""
    return list(before) == [PASS] or any(map(is_bid, before))


def _cards(game: _Game, section: str, board: Board) -> Iterator[str | None]:
    """The cards of a section in the order of play; None where the rest was claimed."""
    if not game.words.get(section):
        return
    if board.contract is None:
        raise BadInput(f"the section {section} comes before the auction has ended")
    column = TABLE[_first(game, section)]
    if column != SEATS[board.to_move]:
        raise BadInput(f"{SEATS[board.to_move]} leads to the first trick of {section}, not {column}")
    yield from _rows(game.words[section], board.contract.strain)


def _rows(words: Sequence[str], strain: int) -> Iterator[str | None]:
    """The cards of lines of four columns, of which the first and the third are used.

    A line holds a trick in the order of the seats; who has led to it follows from the one before.
    """
    leads_first = True
    for at in range(0, len(words), len(TABLE)):
        row = [word.upper() for word in words[at : at + len(TABLE)]]
        if row[0] in ("*", "+"):
            yield from [None] if row[0] == "*" else []
            return
        own, other = row[0], row[2] if len(row) > 2 else "-"
        cards = [card for card in ((own, other) if leads_first else (other, own)) if card not in "-*+"]
        yield from cards
        if len(cards) == 2 and beats(parse_card(cards[1]), parse_card(cards[0]), strain):
            leads_first = not leads_first


def _claim(won: tuple[int, int], left: int, claimer: int, game: _Game) -> Iterator[str]:
    """The claim that gives the declarer as many tricks as the tag `Result` says."""
    result, declarer = game.tags.get("Result", ""), game.tags.get("Declarer", "").strip().upper()
    if not result.isdigit() or declarer not in tuple(SEATS):
        return
    seat = SEATS.index(declarer)
    rest = int(result) - won[seat]
    yield f"claim {rest if claimer == seat else left - rest}"
    yield "accept"


def _first(game: _Game, section: str) -> int:
    """The place at the table, 0 to 3, of whoever has the first column of a section."""
    value = game.tags.get(section, "").strip().upper()
    if value not in tuple(TABLE):
        raise BadInput(f"the section {section} begins with N, E, S or W, not {value[:20]!r}")
    return TABLE.index(value)


__all__ = ["Opening", "finished", "is_pbn", "read", "write"]
