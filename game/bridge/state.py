"""A match of honeymoon bridge, deal after deal. Moves are calls, cards, claims and the answers to them.

`state.view(seat)` is all that a player may know: his own cards, those that lay open, and every move of the deal. It
is a state like any other, of a deal with unknown cards.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from game.bridge.auction import SEATS, Contract
from game.bridge.board import Board, Result, Stage, calls_without_auction
from game.bridge.cards import STRAINS, bit, card_name
from game.bridge.deal import IN_HAND, Deal, Deals, shuffled
from game.bridge.endgame import Endgame
from game.bridge.exchange import Limits, Trick
from game.bridge.rules import DEFAULTS, MOST_DEALS, Rules, one_of
from game.errors import BadInput, IllegalMove

STARTS_WITH = {
    "deals": "random:1",
    "dealer": "north",
    "points": "0 0",
    "played": "0",
    "moves": "",
    "seat": "",
}
_SEATS = ("north", "south")
_MOST_POINTS = 10_000_000


@dataclass(frozen=True)
class State:
    """A position of a match.

    `deals` begin with the one that is played on `board`. `points` are North's and South's, for `played` finished
    deals. `seat` looks on and knows only what it has seen; None sees everything. `previous` is the board that ended
    with the last move, `results` tell of all deals of this game. `ply` counts moves since `first`, the start.
    """

    rules: Rules
    deals: Deals
    board: Board
    points: tuple[int, int] = (0, 0)
    played: int = 0
    seat: int | None = None
    ply: int = field(default=0, compare=False)
    previous: Board | None = field(default=None, compare=False, repr=False)
    results: tuple[Result, ...] = field(default=(), compare=False, repr=False)
    first: State | None = field(default=None, compare=False, repr=False)

    @classmethod
    def open(cls, rules: Mapping[str, str]) -> State:
        """The start that `rules` describe; what is not named is as in `rules.DEFAULTS` and `STARTS_WITH`.

        `deals` as in `deal`; `dealer`: who deals first; `points` and `played`: what came before; `moves` of this deal,
        apart by commas; `seat`: who looks on. Raises `BadInput`.
        """
        known = {**DEFAULTS, **STARTS_WITH}
        for key in rules:
            if key not in known:
                raise BadInput(f"Bridge has no rule {key!r}; its rules are {', '.join(known)}")
        asked = {**known, **rules}
        table, deals = Rules.open(asked), Deals.parse(asked["deals"])
        deal, dealer = deals.first(), _SEATS.index(one_of(asked, "dealer", _SEATS))
        if deal is None:
            raise BadInput("the rule 'deals' lists no deal")
        seat = _SEATS.index(one_of(asked, "seat", _SEATS)) if asked["seat"] else None
        if seat is None and not deal.open:
            raise BadInput("a deal with unknown cards is what one seat sees; name it by the rule 'seat'")
        _check_scoring(table, deals)
        points, played = _numbers(asked, "points", 2, _MOST_POINTS), _numbers(asked, "played", 1, MOST_DEALS)
        board = _board(table, deal, dealer, asked["moves"])
        if not board.over and table.ended(played[0], (points[0], points[1])):
            raise BadInput("this match is over before it begins")
        return cls(table, deals, board, (points[0], points[1]), played[0], seat)

    # -- the shared face of every game (game.position.Position) --

    @property
    def game(self) -> str:
        return "bridge"

    @property
    def seats(self) -> tuple[str, ...]:
        return SEATS

    @property
    def setup(self) -> dict[str, str]:
        """The rules of the start of this game."""
        return (self.first or self).here()

    @property
    def to_move(self) -> int:
        return self.board.to_move

    @property
    def over(self) -> bool:
        """True if the match has ended: another deal would have begun otherwise."""
        return self.board.over

    @property
    def winner(self) -> int | None:
        """The seat with more points once the match is over; None while it goes on, and where they are equal."""
        if not self.over or self.points[0] == self.points[1]:
            return None
        return int(self.points[1] > self.points[0])

    def legal_moves(self) -> tuple[str, ...]:
        """Every call, card or answer, as far as is known; claims can be played too, see `claims`."""
        return self.board.legal()

    def play(self, move: str) -> State:
        """The state after a move; where it ends a deal, the next one is dealt. Raises `IllegalMove`."""
        if self.over:
            raise IllegalMove("The match is over.")
        after = replace(
            self, board=self.board.play(move), ply=self.ply + 1, previous=None, first=self.first or self
        )
        return after._dealt() if after.board.over else after

    def view(self, seat: int) -> State:
        """Return the state as the player in `seat` may know it.

        Raises `BadInput` for another one than a view belongs to.
        """
        if self.seat is not None and self.seat != seat:
            raise BadInput(f"this is what {SEATS[self.seat]} sees, and nobody else")
        board = self.board.view(seat)
        return State(
            rules=self.rules,
            deals=Deals((board.deal,), None),
            board=board,
            points=self.points,
            played=self.played,
            seat=seat,
            ply=self.ply,
            previous=None if self.previous is None else self.previous.view(seat),
            results=self.results,
        )

    def digest(self) -> str:
        """16 hex digits of rules, cards, moves of this deal and points."""
        text = f"{sorted(self.here().items())}|{self.over}"
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    # -- bridge's own --

    @property
    def stage(self) -> Stage:
        """`auction`, `exchange` or `play`; `over` only where the match is."""
        return self.board.stage

    def claims(self) -> tuple[str, ...]:
        """The claims that are possible now."""
        return self.board.claims()

    def here(self) -> dict[str, str]:
        """The rules that open this very position as a start."""
        moves = self.board.moves
        given = calls_without_auction(self.rules, self.board.deal, self.board.dealer)
        own = {
            "deals": str(self.deals),
            "dealer": _SEATS[self.board.dealer],
            "points": f"{self.points[0]} {self.points[1]}",
            "played": str(self.played),
            "moves": "" if moves == given else ",".join(moves),
            "seat": "" if self.seat is None else _SEATS[self.seat],
        }
        return self.rules.named() | {key: text for key, text in own.items() if text != STARTS_WITH[key]}

    def anew(self, seed: int) -> dict[str, str]:
        """Return the rules of this same game with the unseen cards in another order.

        The moves played so far lead to the same position. For whoever takes a move back that has shown him a card.
        """
        first, stock = self.first or self, self.board.deal.stock
        unseen = self.board.stock if self.seat is None else 0
        deal = replace(self.board.deal, stock=shuffled(stock, len(stock) - unseen, seed))
        return replace(first, deals=first.deals.with_deal(len(self.results), deal)).here()

    @property
    def number(self) -> int:
        """The number of the deal under way, from 1; deals that were passed out do not count."""
        return self.played if self.over else self.played + 1

    @cached_property
    def needs(self) -> tuple[int, int] | None:
        """The tricks that North and South need: the declarer his contract, the other to beat it.

        None before there is a contract, and where fewer than thirteen cards are played.
        """
        contract = self.board.contract
        if contract is None or self.board.deal.size < IN_HAND:
            return None
        both = contract.needs, 14 - contract.needs
        return both if contract.declarer == 0 else (both[1], both[0])

    def _dealt(self) -> State:
        """The state after the deal on the board, which has just ended."""
        result = self.board.result
        assert result is not None, "the board is over"
        points = self.points[0] + result.points[0], self.points[1] + result.points[1]
        ended = replace(
            self,
            points=points,
            played=self.played + (result.contract is not None),
            previous=self.board,
            results=(*self.results, result),
        )
        deals = self.deals.after()
        deal = deals.first()
        if deal is None or self.rules.ended(ended.played, points):
            return ended
        return replace(ended, deals=deals, board=_board(self.rules, deal, 1 - self.board.dealer))


def _board(table: Rules, deal: Deal, dealer: int, moves: str = "") -> Board:
    """The board of a deal after `moves`, apart by commas. Raises `BadInput`."""
    if table.auction == "stock" and not deal.stock:
        raise BadInput("the stock names trumps, and this deal has none; set the rule 'auction' to on or off")
    given = tuple(moves.split(",")) if moves else calls_without_auction(table, deal, dealer)
    try:
        return Board.dealt(table, deal, dealer, given)
    except IllegalMove as error:
        raise BadInput(f"the rule 'moves' has a move that is illegal: {str(error).rstrip('.')}") from None


def rules_of(here: Endgame, leader: int = 0) -> dict[str, str]:
    """The rules of a match of one deal that begins in the play stage with this position, `leader` on lead."""
    first = here.first if here.led is None else here.first | bit(here.led)
    hands = (first, here.second) if leader == 0 else (here.second, first)
    led = "" if here.led is None else f",{card_name(here.led)}"
    return {
        "deals": f"list:{Deal(hands, ())}",
        "dealer": _SEATS[leader],
        "lead": "declarer",
        "match": "1 deals",
        "scoring": "tricks",
        "moves": f"1{STRAINS[here.strain]},pass{led}",
    }


def _check_scoring(table: Rules, deals: Deals) -> None:
    """A contract needs thirteen cards. Raises `BadInput`."""
    if table.scoring != "tricks" and any(deal.size < IN_HAND for deal in deals.listed):
        raise BadInput("hands of fewer than 13 cards make no contract; set the rule 'scoring' to tricks")


def _numbers(rules: Mapping[str, str], key: str, count: int, most: int) -> tuple[int, ...]:
    words = rules[key].split(" ")
    if len(words) == count and all(word.isascii() and word.isdigit() and int(word) <= most for word in words):
        return tuple(map(int, words))
    wanted = "a number" if count == 1 else f"{count} numbers"
    raise BadInput(f"the rule {key!r} is {wanted} from 0 to {most}, not {rules[key][:20]!r}")


# What a player knows, gathered for whoever has to decide: an engine, or a panel that tells what is known.


@dataclass(frozen=True)
class Observation:
    """Knowledge of the player in `seat` about the deal under way. Cards are 0 to 51, sets of cards masks of 52 bits.

    `own`: the player's hand. `theirs`: cards known to be in the other hand, which holds `hidden` more. These are
    among `possible`, the cards of `unseen` that the other can hold; `at_most` says for each of the 16 sets of suits
    (bit 0 spades, bit 3 clubs) how many of them can be of it. `unseen` is shared by the other's hidden cards and the
    `stock` cards that lie face down. `played`: all cards played so far, the one on the table included. `upturned`:
    the card to be won, None outside the exchange. `leader` has led `led`, or is to lead. `won`: tricks that count,
    North's and South's. `calls` begin with the dealer's.
    """

    rules: Rules
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
        """True if the player in `seat` is the declarer."""
        return self.contract is not None and self.contract.declarer == self.seat


def observe(view: State) -> Observation:
    """Return the knowledge of a view's seat. Raises `BadInput` for a state that is not a view."""
    seat, board = view.seat, view.board
    if seat is None:
        raise BadInput("only what one seat sees can be observed; take the view of a seat")
    cards, other = board.cards, 1 - seat
    return Observation(
        rules=view.rules,
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
    """Return True if `deal` is one in which the seat of `view` would have seen exactly what it has seen."""
    if view.seat is None:
        raise BadInput("only with what one seat sees can a deal be consistent; take the view of a seat")
    board = view.board
    try:
        played = Board.dealt(board.rules, deal, board.dealer, board.moves)
    except IllegalMove:
        return False
    return played.view(view.seat) == board
