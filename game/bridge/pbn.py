"""Deals and finished boards as Portable Bridge Notation; read are those of other programs, and other notations, too.

North and South are the players; East and West have no cards and always pass, so that an auction between two is also
one among four. What the notation does not know is told in tags of our own: `Stock`, the 26 cards from the top,
`Rules`, and the section `Exchange`, written like `Play`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from game.bridge.auction import DOUBLE, PASS, REDOUBLE, is_bid
from game.bridge.auction import SEATS as PLAYER_NAMES
from game.bridge.board import Board, Result
from game.bridge.cards import (
    DECK,
    SUITS,
    beats,
    card_in_words,
    card_name,
    cards_of,
    format_hand,
    parse_card,
    parse_hand,
)
from game.bridge.deal import IN_HAND, MOST_LISTED, Deal, Deals, shuffled
from game.bridge.exchange import Trick
from game.bridge.rules import DEFAULTS
from game.bridge.state import State
from game.bridge.tagged import NAMES, Tagged, games_in, is_deals
from game.bridge.tagged import SEATS as TABLE
from game.errors import BadInput, IllegalMove
from game.words import counted

# Finished boards as Portable Bridge Notation.

SEATS = "NS"
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
    rules = ", ".join(f"{key} {text}" for key, text in board.rules.named().items())
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
        "Vulnerable": "All" if board.rules.vulnerable else "None",
        "Deal": deal_text(board.deal),
        "Scoring": board.rules.scoring,
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
    """Return the side that scored and its points: `N 140`."""
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
    """Return how many passes stand at the end."""
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


# Boards of other programs, and our own, as matches of honeymoon bridge.
#
# A board needs the hands of North and South only. Where East and West have cards, or nobody is said to have them, these
# are the stock: in the order of the tag `Stock`, or else shuffled, always in the same way. What two have called and
# played is played again; of a game of four only the deal is used. What cannot be used is told in notes.

MOST_LETTERS, MOST_LABEL = 8_000_000, 24
_CALLS = {"PASS": PASS, "P": PASS, "-": PASS, "X": DOUBLE, "XX": REDOUBLE}
_ALL_PASS = "AP"
_SECTIONS = ("Auction", "Exchange", "Play")
_UNKNOWN = re.compile(r"[-.?]*")
_NO_NAME = re.compile(r"[-?]*")
_MOST_NAMED = 4  # boards that one note names


class Note(NamedTuple):
    """Something about a board that could not be used, for a person."""

    board: str
    text: str


class Opening(NamedTuple):
    """A match from a text: where it starts, the moves that were made, North's and South's name, what was left out."""

    start: State
    moves: tuple[str, ...]
    names: tuple[str, str]
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True)
class FileBoard:
    """A board in a text: its number or name there, the deal, who deals, who plays, and what is wrong with it."""

    label: str
    deal: Deal
    dealer: str
    names: tuple[str, str]
    notes: tuple[str, ...]
    game: Tagged = field(compare=False, repr=False)

    @property
    def played(self) -> bool:
        """True if two have begun to call or play."""
        return not _is_of_four(self.game) and _is_begun(self.game)

    def opening(self) -> Opening:
        """The match of this board alone."""
        return _opening((self,))


@dataclass(frozen=True)
class BoardFile:
    """The boards of a text, at least one, and notes on those that cannot be read."""

    boards: tuple[FileBoard, ...]
    left_out: tuple[Note, ...] = ()

    @property
    def to_choose(self) -> bool:
        """True if these are deals to choose from, not a match that was played from its first board on."""
        return len(self.boards) > 1 and not self.boards[0].played

    def opening(self) -> Opening:
        """The match of all boards, as many as a match can list, as far as it was played."""
        opening = _opening(self.boards[:MOST_LISTED])
        more = f"a match has at most {MOST_LISTED} deals"
        beyond = (Note(board.label, more) for board in self.boards[MOST_LISTED:])
        return opening._replace(notes=(*self.left_out, *opening.notes, *beyond))


def boards_in(text: str) -> BoardFile:
    """The boards of a text of PBN, LIN or lines of deals. Raises `BadInput` where none of them can be read."""
    if len(text) > MOST_LETTERS:
        raise BadInput(f"the text has {len(text):,} characters; at most {MOST_LETTERS:,} are read")
    games = games_in(text)
    if not games:
        raise BadInput('there is no deal here; a game of bridge has a tag such as [Deal "N:AK3… - Q4… -"]')
    boards, left_out = list[FileBoard](), list[Note]()
    for number, game in enumerate(games, 1):
        label = game.tag("Board")[:MOST_LABEL] or str(number)
        try:
            boards.append(_file_board(label, game))
        except BadInput as error:
            left_out.append(Note(label, str(error).rstrip(".")))
    if not boards:
        first = f"board {left_out[0].board}: {left_out[0].text}"
        raise BadInput(first if len(games) == 1 else f"none of {len(games)} boards can be read; {first}")
    return BoardFile(tuple(boards), tuple(left_out))


def read(text: str) -> Opening:
    """The match in a text. Raises `BadInput` where no board of it can be read."""
    return boards_in(text).opening()


def sentences(notes: Sequence[Note]) -> list[str]:
    """The notes as sentences, one for all boards of which the same is said."""
    results: dict[str, list[str]] = {}
    for note in notes:
        results.setdefault(note.text, []).append(note.board)
    return [f"{_boards_named(boards)}: {text}." for text, boards in results.items()]


def _boards_named(boards: Sequence[str]) -> str:
    if len(boards) == 1:
        return f"Board {boards[0]}"
    if len(boards) > _MOST_NAMED:
        return f"Boards {', '.join(boards[: _MOST_NAMED - 1])} and {len(boards) - _MOST_NAMED + 1} more"
    return f"Boards {', '.join(boards[:-1])} and {boards[-1]}"


# -- deals --


def _file_board(label: str, game: Tagged) -> FileBoard:
    """The board of a game. Raises `BadInput` where its deal cannot be played."""
    deal, notes = _deal(game)
    if _is_of_four(game) and _is_begun(game):
        notes.append("the auction and the play of four players are left out")
    dealer = "south" if game.tag("Dealer").upper() == "S" else "north"
    north, south = ("" if _NO_NAME.fullmatch(game.tag(name)) else game.tag(name) for name in PLAYER_NAMES)
    return FileBoard(label, deal, dealer, (north, south), tuple(notes), game)


def _deal(game: Tagged) -> tuple[Deal, list[str]]:
    """The deal of a game, and what is wrong with the cards of East and West. Raises `BadInput`."""
    hands, flaws = dict[str, int](), list[str]()
    written = _seated(game.tags["Deal"])
    for seat, name in zip(TABLE, NAMES, strict=True):
        if _UNKNOWN.fullmatch(written[seat]):
            continue
        try:
            hands[seat] = _hand(written[seat])
        except BadInput as error:
            if seat in SEATS:
                raise BadInput(f"{name}'s hand: {error}") from None
            flaws.append(f"{name}'s hand: {error}")
    flaws += _check_hands(hands)
    known = 0
    for hand in hands.values():
        known |= hand
    if len(hands) == len(TABLE) - 1 and not flaws:
        missing = next(seat for seat in TABLE if seat not in hands)
        hands[missing] = DECK & ~known
    for seat, name in zip(SEATS, PLAYER_NAMES, strict=True):
        if seat not in hands:
            why = f"{name}'s hand is not known; North and South are the two who play"
            raise BadInput(why if hands else "its hands are empty")
    north, south = hands["N"], hands["S"]
    if flaws:
        flaws = [f"{', '.join(flaws)}; the stock is what North and South do not hold"]
    stock = game.tags.get("Stock")
    rest = cards_of(DECK & ~north & ~south)
    return Deal((north, south), shuffled(rest, 0, 0) if stock is None else _stock(stock)), flaws


def _seated(value: str) -> dict[str, str]:
    """The hands in the value of the tag `Deal`, by seat."""
    first, colon, rest = value.strip().partition(":")
    hands = rest.split()
    if not colon or first.strip().upper() not in tuple(TABLE) or len(hands) != len(TABLE):
        raise BadInput(
            f"{value[:80]!r} is not a deal; write N: and four hands, - for those that are not known"
        )
    at = TABLE.index(first.strip().upper())
    return {TABLE[(at + place) % len(TABLE)]: hand for place, hand in enumerate(hands)}


def _hand(text: str) -> int:
    """The hand as other programs write it: a ten may be `10`, a suit without cards `-`, the last ones not there."""
    plain = text.replace("10", "T").replace("-", "")
    return parse_hand(plain + "." * (len(SUITS) - 1 - plain.count(".")))


def _check_hands(hands: Mapping[str, int]) -> list[str]:
    """Wrong numbers of cards and cards that are dealt twice. Raises `BadInput` where North or South cannot play so."""
    names, flaws = dict(zip(TABLE, NAMES, strict=True)), list[str]()
    for seat, hand in hands.items():
        if hand.bit_count() != IN_HAND:
            flaw = f"{names[seat]} has {counted(hand.bit_count(), 'card')}, not {IN_HAND}"
            if seat in SEATS:
                raise BadInput(flaw)
            flaws.append(flaw)
    for one, other in combinations(hands, 2):
        twice = cards_of(hands[one] & hands[other])
        if twice:
            word = card_in_words(twice[0])
            what = (
                f"{word} is" if len(twice) == 1 else f"{word} and {counted(len(twice) - 1, 'more card')} are"
            )
            flaw = f"{what} in both {names[one]}'s and {names[other]}'s hand"
            if one in SEATS and other in SEATS:
                raise BadInput(flaw)
            flaws.append(flaw)
    return flaws


def _stock(named: str) -> tuple[int, ...]:
    plain = named.replace(" ", "")
    return tuple(parse_card(plain[at : at + 2]) for at in range(0, len(plain), 2))


def _opening(boards: Sequence[FileBoard]) -> Opening:
    """The match of these boards. Raises `BadInput` for rules that cannot be."""
    start = State.open(
        {"deals": str(Deals(tuple(board.deal for board in boards), None, 0, False)), **_rules(boards)}
    )
    notes = [Note(board.label, text) for board in boards for text in board.notes]
    moves, more = _moves(start, boards)
    return Opening(start, tuple(moves), boards[0].names, (*notes, *more))


def _rules(boards: Sequence[FileBoard]) -> dict[str, str]:
    """The rules of a match: as the first game says, or such that all can be played again."""
    items = [pair.strip().partition(" ") for pair in boards[0].game.tag("Rules").split(",")]
    rules = {"match": f"{len(boards)} deals", "doubles": "on", "scoring": "laws"}
    rules |= {key: text for key, _, text in items if key in DEFAULTS}
    return rules | {"dealer": boards[0].dealer}


# -- the course --


def _is_begun(game: Tagged) -> bool:
    """Return True if anything was called or played."""
    return any(game.words.get(section) for section in _SECTIONS)


def _is_of_four(game: Tagged) -> bool:
    """Return True if East and West take part: they have cards that are not our stock, or call or play."""
    if "Stock" in game.tags:
        return False
    written = _seated(game.tags["Deal"])
    if not all(_UNKNOWN.fullmatch(written[seat]) for seat in TABLE if seat not in SEATS):
        return True
    nothing = ("PASS", "P", "-", "*", "+", _ALL_PASS)
    for section in _SECTIONS:
        first = TABLE.find(game.tag(section).upper()[:1])
        theirs = game.words.get(section, [])[1 - max(0, first) % 2 :: 2]
        if any(word.upper() not in nothing for word in theirs):
            return True
    return False


def _moves(start: State, boards: Sequence[FileBoard]) -> tuple[list[str], list[Note]]:
    """Every move of the boards as far as they were played to an end, and of the one after; why no more of them."""
    state, moves, notes = start, list[str](), list[Note]()
    number = 0
    for number, board in enumerate(boards, 1):
        if not board.played:
            break
        try:
            for move in _course(state, board.game):
                state = state.play(move)
                moves.append(move)
        except (BadInput, IllegalMove) as error:
            notes.append(Note(board.label, f"{str(error).rstrip('.')}; nothing is read from there on"))
        if state.over or len(state.results) < number:
            break
    unfinished = "its auction and play are left out, since a board before it was not finished"
    return moves, notes + [Note(board.label, unfinished) for board in boards[number:] if board.played]


def _course(state: State, game: Tagged) -> Iterator[str]:
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


def _calls(game: Tagged) -> list[str]:
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
    """Return True if a pass after these calls ends the auction."""
    return list(before) == [PASS] or any(map(is_bid, before))


def _cards(game: Tagged, section: str, board: Board) -> Iterator[str | None]:
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


def _claim(won: tuple[int, int], left: int, claimer: int, game: Tagged) -> Iterator[str]:
    """The claim that gives the declarer as many tricks as the tag `Result` says."""
    result, declarer = game.tags.get("Result", ""), game.tags.get("Declarer", "").strip().upper()
    if not result.isdigit() or declarer not in tuple(SEATS):
        return
    seat = SEATS.index(declarer)
    rest = int(result) - won[seat]
    yield f"claim {rest if claimer == seat else left - rest}"
    yield "accept"


def _first(game: Tagged, section: str) -> int:
    """Return the place at the table, 0 to 3, of the player in the first column of a section."""
    value = game.tags.get(section, "").strip().upper()
    if value not in tuple(TABLE):
        raise BadInput(f"the section {section} begins with N, E, S or W, not {value[:20]!r}")
    return TABLE.index(value)


__all__ = [
    "BoardFile",
    "FileBoard",
    "Note",
    "Opening",
    "boards_in",
    "finished",
    "is_deals",
    "read",
    "sentences",
    "write",
]
