"""Honeymoon bridge in words: contracts, tricks, results."""

from __future__ import annotations

from collections.abc import Sequence

from ai.bridge.tables.index import Strain, positions
from game.advice import Advice
from game.bridge import Board, Result, State
from game.bridge import Contract as Bid
from game.bridge.cards import beats, parse_card, suit_of
from gui.games.bridge.cards import card_words
from gui.games.bridge.visible_state import NO_TRUMPS, Contract, VisibleState, finished
from gui.ui.text import SIGNS, counted, grouped

_FULL = 13  # tricks of a deal with all cards
_PLURALS = ("Spades", "Hearts", "Diamonds", "Clubs")
_NUMBERS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def whom(name: str) -> str:
    """A player's name within a sentence: `you`, `North`."""
    return "you" if name == "You" else name


def strain_sign(strain: int) -> str:
    """A strain as a sign: `♥`, or `NT`."""
    return "NT" if strain == NO_TRUMPS else SIGNS[strain]


def bid(contract: Contract) -> str:
    """A contract: `3♥`, `1NT ×2`."""
    return f"{contract.level}{strain_sign(contract.strain)}{('', ' ×2', ' ×4')[contract.doubled]}"


def trumps(strain: int) -> str:
    """`Hearts are trumps`."""
    return "No trumps" if strain == NO_TRUMPS else f"{_PLURALS[strain]} are trumps"


def by_whom(contract: Contract, names: Sequence[str], size: int = 13) -> str:
    """`3♥ by you, 9 tricks`."""
    if not contract.fits(size):
        return f"{tricks_of(size)} to be played"
    return f"{bid(contract)} by {whom(names[contract.declarer])}, {6 + contract.level} tricks"


def tally(sight: VisibleState, seat: int) -> str:
    """`2 taken, needs 9`."""
    taken = f"{sight.taken[seat]} taken"
    if sight.contract is None or not sight.contract.fits(sight.size):
        return taken
    needs = sight.contract.needs(seat)
    if sight.stage == "exchange":
        return f"needs {needs}"
    return f"{taken}, needs {needs}"


def outcome(contract: Contract, tricks: int) -> str:
    """What `tricks` of the declarer mean: `makes 3♥ exactly`, `one over`, `two down`."""
    over = tricks - 6 - contract.level
    if over == 0:
        return f"makes {bid(contract)} exactly"
    return f"makes {bid(contract)}, {_NUMBERS[over]} over" if over > 0 else f"{_NUMBERS[-over]} down"


def outcome_of(contract: Bid, tricks: int) -> str:
    """The same for a contract of the rules."""
    return outcome(_plain(contract), tricks)


def _plain(contract: Bid) -> Contract:
    return Contract(contract.level, contract.strain, contract.declarer, contract.stake // 2)


def bid_of(contract: Bid) -> str:
    """The same as `bid` for a contract of the rules."""
    return bid(_plain(contract))


def call_sign(call: str) -> str:
    """A bid with its suit's sign."""
    return f"{call[0]}{strain_sign('SHDCN'.index(call[1]))}"


def tricks_of(number: int) -> str:
    """`one trick`, `three tricks`."""
    return f"{_NUMBERS[number] if number < len(_NUMBERS) else number} trick{'' if number == 1 else 's'}"


def ground(state: State, advice: Advice) -> str:
    """What an opinion rests on, in a few words."""
    facts = advice.facts

    def number(key: str) -> int:
        value = facts.get(key)
        return int(value) if isinstance(value, float | int) else 0

    contract = state.board.contract
    level = max(state.board.left - 1, 1)  # what a card is worth is looked up after the trick
    if advice.source == "table" and contract is not None:
        strain: Strain = "notrump" if contract.strain == NO_TRUMPS else "trump"
        return f"level {level}, {grouped(positions(level, strain))} positions"
    if number("worlds"):
        return f"{counted(number('worlds'), 'deal')} looked at"
    if number("nodes"):
        return f"{counted(number('nodes'), 'position')}, to the end"
    return "a rule of thumb" if advice.source == "rule" else "to the end"


def score_words(points: tuple[int, int], names: tuple[str, str]) -> str:
    """Who gets how many points for a deal: `140 points for you`."""
    if not any(points):
        return "No points"
    seat = int(points[1] > points[0])
    return f"{counted(points[seat], 'point')} for {whom(names[seat])}"


def made_words(result: Result, names: tuple[str, str]) -> str:
    """How a contract ended, as a heading: `You made 3♥ with one over`, `North went two down in 4♠`.

    Of a deal with fewer cards, in which no contract can be kept or broken: `You took 7 of 8 tricks`.
    """
    contract = result.contract
    if contract is None:
        return "Both passed"
    size = sum(result.tricks)
    if size < _FULL:
        return (
            f"{names[contract.declarer]} took {result.tricks[contract.declarer]} of {counted(size, 'trick')}"
        )
    plain = bid_of(contract)
    over = result.tricks[contract.declarer] - contract.needs
    name = names[contract.declarer]
    if over < 0:
        return f"{name} went {_NUMBERS[-over]} down in {plain}"
    return f"{name} made {plain}" + (f" with {_NUMBERS[over]} over" if over else " exactly")


def detail(state: State, names: tuple[str, str], *, ended: bool) -> str:
    """Where the deal has got to; `ended`: a result is on the table."""
    board = state.board
    if state.over:
        return "The match is over"
    if ended:
        return "The deal is over"
    if board.claimed is not None:
        return f"Play, {names[1 - board.to_move]} claimed {tricks_of(board.claimed)}".replace("You", "you")
    if board.stage == "auction":
        return f"Auction, {whom(names[board.to_move])} to call"
    if board.stage == "exchange":
        return f"Exchange, trick {len(board.tricks) + 1}"
    return f"Play, trick {len(board.play_tricks) + 1}"


def standing(state: State, names: tuple[str, str], me: int) -> tuple[tuple[str, str], ...]:
    """The match and the deal, label and value, two beside each other."""
    board = finished(state) or state.board
    number = len(state.results) + (0 if finished(state) is not None or state.over else 1)
    deals = f"{number} of {state.table.length}" if state.table.unit == "deals" else str(number)
    other = 1 - me
    facts = [
        ("Deal", deals),
        (names[me], grouped(state.points[me])),
        ("Dealer", names[board.dealer]),
        (names[other], grouped(state.points[other])),
    ]
    size = board.deal.size
    if board.stage == "exchange":
        facts += [("Trick", f"{len(board.tricks) + 1} of 13"), ("To lead", names[board.leader])]
    elif board.stage == "play":
        facts += [("Trick", f"{len(board.play_tricks) + 1} of {size}"), ("To lead", names[board.leader])]
    return tuple(facts)


def place(state: State) -> str:
    """Where in the match a position stands: `deal 2, trick 5`."""
    if state.over or finished(state) is not None:
        return f"deal {len(state.results)}, at its end"
    board = state.board
    if board.stage == "auction":
        within = "auction"
    elif board.stage == "exchange":
        within = f"exchange {len(board.tricks) + 1}"
    else:
        within = f"trick {len(board.play_tricks) + 1}"
    return f"deal {len(state.results) + 1}, {within}"


def extent(state: State) -> str:
    """How many deals of the match have been begun: `2 deals`."""
    begun = len(state.results) + (not state.over and finished(state) is None)
    return counted(begun, "deal")


def result(state: State, names: tuple[str, str]) -> str:
    """How the match has ended; empty while it goes on."""
    if not state.over:
        return ""
    north, south = state.points
    if state.winner is None:
        return f"Both have {counted(north, 'point')}"
    won = names[state.winner]
    most, least = max(north, south), min(north, south)
    verb = "win" if won == "You" else "wins"
    return f"{won} {verb} by {grouped(most)} to {counted(least, 'point')}"


def reason(state: State, advice: Advice, names: tuple[str, str]) -> str:
    """Why the best move is best, in two sentences."""
    best = advice.choices[0]
    if state.stage == "auction" or not (len(best.move) == 2 and best.move[0] in "SHDC"):
        return _of_the_call(advice)
    card, board = parse_card(best.move), state.board
    assert board.contract is not None, "cards are played once there is a contract"
    first = _of_the_card(state, card, names)
    worse = next((each for each in advice.choices if each.score < best.score - 0.02 / 13), None)
    if worse is None:
        every = "Every card is worth the same." if len(advice.choices) > 1 else "It is the only card."
        return f"{first} {every}"
    makes = advice.facts.get("makes")
    if best.proof is None and isinstance(makes, float):
        aim = "made" if board.contract.declarer == state.to_move else "beaten"
        return f"{first} {bid_of(board.contract)} is {aim} {round(makes * 100)} times of 100."
    less = (best.score - worse.score) * 13
    gap = tricks_of(round(less)) if best.proof is not None else f"{less:.1f} tricks"
    name = card_words(parse_card(worse.move))
    return f"{first} {name} {'costs' if best.proof is not None else 'seems to cost'} {gap}."


def _of_the_card(state: State, card: int, names: tuple[str, str]) -> str:
    """What a card does in its trick."""
    board, name = state.board, card_words(card)
    assert board.contract is not None, "cards are played once there is a contract"
    strain, other = board.contract.strain, names[1 - state.to_move]
    prize = card_words(board.upturned) if board.upturned is not None else ""
    if board.led is None:
        return f"The {name} is led, for the {prize}." if prize else f"The {name} is led."
    with_it = f" and the {prize}" if prize else ""
    if beats(card, board.led, strain):
        how = "ruffs" if suit_of(card) != suit_of(board.led) else f"beats the {card_words(board.led)}"
        return f"The {name} {how} and takes the trick{with_it}."
    return f"The {name} leaves the trick{with_it} to {whom(other)}."


def is_call(move: str) -> bool:
    """Whether a move is a call: in the frame after a deal the pointer may still be on a card of it."""
    bids = len(move) == 2 and move[0] in "1234567" and move[1] in "CDHSN"
    return bids or move in ("pass", "double", "redouble")


def call_about(call: str) -> str:
    """What a call says: `9 tricks with hearts as trumps`."""
    if call in ("pass", "double", "redouble"):
        stakes = {"double": "The stakes are doubled.", "redouble": "The stakes are doubled once more."}
        return stakes.get(call, "A pass after a bid ends the auction.")
    strain = "SHDCN".index(call[1])
    with_what = "without trumps" if strain == NO_TRUMPS else f"with {_PLURALS[strain].lower()} as trumps"
    return f"{call[0]}{strain_sign(strain)} promises {6 + int(call[0])} of the thirteen tricks, {with_what}."


def auction_about(calls: Sequence[str]) -> str:
    """What there is to know before a call."""
    if not calls:
        return "A bid promises six tricks more than its number. Each bid is higher than the one before."
    return ""


def exchange_about(board: Board, me: int, names: Sequence[str]) -> str:
    """What the last trick of the exchange has brought, as far as `me` has seen it, or what this one is about."""
    tricks = board.exchange_tricks
    if not tricks:
        return "Whoever takes the trick takes the open card; the other takes the next one of the stock."
    last = tricks[-1]
    winner, loser = names[last.winner], names[1 - last.winner]
    took = (
        f"{winner} took the {card_words(last.shown)}" if last.shown is not None else f"{winner} took a card"
    )
    drew = f"the {card_words(last.drawn)}" if last.drawn is not None else "a card unseen"
    return f"{took}, {whom(loser)} drew {drew}."


def _of_the_call(advice: Advice) -> str:
    best = advice.choices[0]
    if best.move in ("accept", "refuse"):
        return (
            "The claim is what is left with best play." if best.move == "accept" else "The claim is too high."
        )
    if len(advice.choices) == 1:
        return "There is nothing else to call."
    tricks = {key[-1]: value for key, value in advice.facts.items() if key.startswith("tricks ")}
    known = sorted(
        ((float(value), "SHDCN".index(key)) for key, value in tricks.items() if isinstance(value, float)),
        reverse=True,
    )
    said = ", ".join(f"{strain_sign(strain)} {value:.1f}" for value, strain in known[:3])
    makes = advice.facts.get("makes")
    chance = (
        f" {call_sign(best.move)} is made {round(makes * 100)} times of 100."
        if isinstance(makes, float)
        else ""
    )
    return (
        f"Tricks to be expected: {said}.{chance}" if said else "Deals that fit these cards were played out."
    )
