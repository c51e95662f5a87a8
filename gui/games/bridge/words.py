"""Honeymoon bridge in words: moves, contracts, tricks, results, and why a move is best."""

from __future__ import annotations

from collections.abc import Sequence

from game.advice import Advice, Choice
from game.bridge import Board, Contract, Result, State
from game.bridge.auction import double_changes
from game.bridge.cards import (
    NO_TRUMPS,
    STRAINS,
    beats,
    bit,
    cards_of,
    established,
    parse_card,
    suit_of,
    unguarded_by,
    winners,
)
from game.facts import BridgeFacts, Technique
from gui.games.bridge.cards import card_words
from gui.games.bridge.visible_state import TRICKS, VisibleState, finished
from gui.ui.text import MINUS, SIGNS, counted, grouped

_PLURALS = ("Spades", "Hearts", "Diamonds", "Clubs")
_SUIT_NAMES = ("spade", "heart", "diamond", "club")
_NUMBERS = (
    "no",
    *["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
)
_MOST = "most of 13 tricks win"
NEAR = 0.05  # tricks that make no difference, and none in what is shown
OTHER_CALLS = ("pass", "double", "redouble")


# -- names --


def whom(name: str) -> str:
    """A player's name within a sentence: `you`, `North`."""
    return "you" if name == "You" else name


def strain_sign(strain: int) -> str:
    """A strain as a sign: `♥`, or `NT`."""
    return "NT" if strain == NO_TRUMPS else SIGNS[strain]


def bid(contract: Contract) -> str:
    """A contract: `3♥`, `1NTX`; where nothing was bid, the trumps: `♥`."""
    if not contract.bid:
        return strain_sign(contract.strain)
    return f"{contract.level}{strain_sign(contract.strain)}{'X' * (contract.stake // 2)}"


def is_card(move: str) -> bool:
    """True for a card, not a call, a claim or the answer to one."""
    return len(move) == 2 and move[0] in "SHDC"


def is_bid(move: str) -> bool:
    """True for a call other than pass and double."""
    return len(move) == 2 and move[0] in "1234567" and move[1] in STRAINS


def move_words(move: str) -> str:
    """A card, a call or a claim as a person reads it: `♥10`, `3♥`, `1NT`, `Pass`, `Claim 4`."""
    if is_card(move):
        return card_words(parse_card(move))
    return f"{move[0]}{strain_sign(STRAINS.index(move[1]))}" if is_bid(move) else move.capitalize()


def tricks_words(tricks: float) -> str:
    """Tricks as a figure: `9`, and `8.4` where only estimated."""
    return f"{tricks:.0f}" if abs(tricks - round(tricks)) < NEAR else f"{tricks:.1f}"


def tricks_of(number: int) -> str:
    """`one trick`, `three tricks`."""
    return f"{_NUMBERS[number] if number < len(_NUMBERS) else number} trick{'' if number == 1 else 's'}"


def trumps(strain: int) -> str:
    """`Hearts are trumps`."""
    return "No trumps" if strain == NO_TRUMPS else f"{_PLURALS[strain]} are trumps"


# -- how a deal stands --


def by_whom(contract: Contract, names: Sequence[str], size: int = TRICKS) -> str:
    """`3♥ by you, 9 tricks`; of a small deal how many tricks there are."""
    if size != TRICKS:
        return f"{tricks_of(size)} to be played"
    return f"{bid(contract)} {bidder(contract, names)}, {contract.needs} tricks" if contract.bid else _MOST


def bidder(contract: Contract, names: Sequence[str]) -> str:
    """Under a contract: `by you`; where nothing was bid, what wins."""
    return f"by {whom(names[contract.declarer])}" if contract.bid else _MOST


def tally(seen: VisibleState, seat: int) -> str:
    """`2 taken, needs 9`."""
    taken, needs = f"{seen.taken[seat]} taken", seen.needs(seat)
    if needs is None:
        return taken
    return f"needs {needs}" if seen.stage == "exchange" else f"{taken}, needs {needs}"


def outcome(contract: Contract, tricks: int) -> str:
    """The result that `tricks` of the declarer make: `makes 3♥ exactly`, `makes 3♥, one over`, `two down`.

    Where nothing was bid: `9 of 13 tricks`.
    """
    if not contract.bid:
        return f"{tricks} of {TRICKS} tricks"
    over = tricks - contract.needs
    if over < 0:
        return f"{_NUMBERS[-over]} down"
    return f"makes {bid(contract)}" + (f", {_NUMBERS[over]} over" if over else " exactly")


def score_words(points: tuple[int, int], names: tuple[str, str]) -> str:
    """The points for a deal and who gets them: `140 points for you`."""
    if not any(points):
        return "No points"
    seat = int(points[1] > points[0])
    return f"{counted(points[seat], 'point')} for {whom(names[seat])}"


def made_words(result: Result, names: tuple[str, str]) -> str:
    """The end of a contract, as a heading: `You made 3♥ with one over`, `North went two down in 4♠`.

    Of a deal with fewer cards, in which no contract can be kept or broken: `You took 7 of 8 tricks`.
    """
    contract = result.contract
    if contract is None:
        return "Both passed"
    seat = contract.declarer if contract.bid else int(result.tricks[1] > result.tricks[0])
    size, name, won = sum(result.tricks), names[seat], result.tricks[seat]
    if size < TRICKS or not contract.bid:
        return f"{name} took {won} of {counted(size, 'trick')}"
    over = won - contract.needs
    if over < 0:
        return f"{name} went {_NUMBERS[-over]} down in {bid(contract)}"
    return f"{name} made {bid(contract)}" + (f" with {_NUMBERS[over]} over" if over else " exactly")


def detail(state: State, names: tuple[str, str], *, ended: bool) -> str:
    """The stage of the deal; `ended`: a result is on the table."""
    board = state.board
    if state.over or ended:
        return f"The {'match' if state.over else 'deal'} is over"
    if board.claimed is not None:
        return f"Play, {whom(names[1 - board.to_move])} claimed {tricks_of(board.claimed)}"
    if board.stage == "auction":
        return f"Auction, {whom(names[board.to_move])} to call"
    return f"{board.stage.capitalize()}, trick {_trick(board)}"


def _trick(board: Board) -> int:
    """The number of the trick in progress, in its stage."""
    return len(board.tricks if board.stage == "exchange" else board.play_tricks) + 1


def place_in_deal(board: Board) -> str:
    """`auction`, `exchange 5`, `trick 3`."""
    return (
        "auction"
        if board.stage == "auction"
        else f"{'exchange' if board.stage == 'exchange' else 'trick'} {_trick(board)}"
    )


def standing(state: State, names: tuple[str, str], me: int) -> tuple[tuple[str, str], ...]:
    """The match and the deal, label and value, two beside each other."""
    board, ended = finished(state) or state.board, finished(state) is not None
    number = len(state.results) + (not ended and not state.over)
    other = 1 - me
    facts = [
        ("Deal", f"{number} of {state.rules.length}" if state.rules.unit == "deals" else str(number)),
        (names[me], grouped(state.points[me])),
        ("Dealer", names[board.dealer]),
        (names[other], grouped(state.points[other])),
    ]
    if board.stage in ("exchange", "play"):
        size = TRICKS if board.stage == "exchange" else board.deal.size
        facts += [("Trick", f"{_trick(board)} of {size}"), ("To lead", names[board.leader])]
    return tuple(facts)


def place(state: State) -> str:
    """The place of a position in the match: `deal 2, trick 5`."""
    if state.over or finished(state) is not None:
        return f"deal {len(state.results)}, at its end"
    return f"deal {len(state.results) + 1}, {place_in_deal(state.board)}"


def part(state: State, names: tuple[str, str]) -> str:
    """To what the next call or card belongs: `Deal 2, auction`, `Deal 2, trick 5, South leads`."""
    board = state.board
    name = names[board.leader] if board.stage != "auction" else ""
    leads = f", {whom(name)} {'lead' if name == 'You' else 'leads'}" if name else ""
    return f"Deal {len(state.results) + 1}, {place_in_deal(board)}{leads}"


def extent(state: State) -> str:
    """The number of deals begun in the match: `2 deals`."""
    return counted(len(state.results) + (not state.over and finished(state) is None), "deal")


def result(state: State, names: tuple[str, str]) -> str:
    """The result of the match; empty while it goes on."""
    if not state.over:
        return ""
    least, most = sorted(state.points)
    if state.winner is None:
        return f"Both have {counted(most, 'point')}"
    won = names[state.winner]
    return f"{won} {'win' if won == 'You' else 'wins'} by {grouped(most)} to {counted(least, 'point')}"


# -- what is said at the table --


def call_about(call: str) -> str:
    """The meaning of a call, in a sentence: 3♥ promises 9 of the thirteen tricks, with hearts as trumps."""
    if call in OTHER_CALLS:
        stakes = {"double": "The stakes are doubled.", "redouble": "The stakes are doubled once more."}
        return stakes.get(call, "A pass after a bid ends the auction.")
    strain = STRAINS.index(call[1])
    with_what = "without trumps" if strain == NO_TRUMPS else f"with {_PLURALS[strain].lower()} as trumps"
    return f"{move_words(call)} promises {6 + int(call[0])} of the thirteen tricks, {with_what}."


def auction_about(calls: Sequence[str]) -> str:
    """The rule of bids, told before the first call."""
    about = "A bid promises six tricks more than its number. Each bid is higher than the one before."
    return "" if calls else about


def exchange_about(board: Board, names: Sequence[str]) -> str:
    """The cards that the last trick of the exchange brought, as far as they were seen, or the aim of this one."""
    if not board.exchange_tricks:
        return "Whoever takes the trick takes the open card; the other takes the next one of the stock."
    last = board.exchange_tricks[-1]
    took = f"the {card_words(last.shown)}" if last.shown is not None else "a card"
    drew = f"the {card_words(last.drawn)}" if last.drawn is not None else "an unseen card"
    return f"{names[last.winner]} took {took}, {whom(names[1 - last.winner])} drew {drew}."


# -- why a move is best --


def figure_of(state: State, choice: Choice) -> str:
    """The value of a move in a few letters: its tricks, or in the auction its points; empty for a rule of thumb."""
    if choice.worth.unit == "tricks":
        return tricks_figure(choice, exact=state.stage == "play")
    return figure_of_call(choice)


def tricks_figure(choice: Choice, *, exact: bool) -> str:
    """The tricks of a card; whole where they are `exact`."""
    return f"{choice.worth.value:.{0 if exact else 1}f}" if choice.worth.unit == "tricks" else ""


def figure_of_call(choice: Choice) -> str:
    """The points of a call; empty for a rule of thumb."""
    return points_words(choice.worth.value) if choice.worth.unit == "points" else ""


def points_words(points: float) -> str:
    """Points that are expected: `+80`, `–18`, `0`."""
    return f"{points:+.0f}".replace("-", "–").replace("+0", "0") if round(points) else "0"


def worth_about(state: State, advice: Advice, choice: Choice) -> tuple[str, str]:
    """A few words on what a move is worth: what it makes of the contract, or how far it is behind the best.

    And the standard error of what is expected, where that is known. What is unknown is empty.
    """
    best, contract, first = advice.choices[0], state.board.contract, choice.move == advice.choices[0].move
    error = choice.worth.error
    if state.stage == "auction":
        counts = choice.worth.unit == "points"
        return "expected points" if first and counts else "", f"± {error:.0f}" if error else ""
    if not is_card(choice.move):
        return "", ""
    if state.stage == "play" and contract is not None and choice.proof is not None:
        tricks = round(choice.worth.value)
        mine = state.to_move == contract.declarer or not contract.bid
        return outcome(contract, tricks if mine else TRICKS - tricks), ""
    less = best.worth.gain(choice.worth)
    worth = f"{MINUS}{tricks_words(less)}" if less >= NEAR else "expected tricks"
    around = "" if error < NEAR else f"± {error:.1f}"
    return worth, around


def ground(state: State, advice: Advice) -> str:
    """The basis of an opinion, in a few words."""
    contract, facts = state.board.contract, advice.read(BridgeFacts)
    if advice.source == "table" and contract is not None:
        level = max(state.board.left - 1, 1)  # what a card is worth is looked up after the trick
        from ai.bridge.tables.index import Strain, positions

        strain: Strain = "notrump" if contract.strain == NO_TRUMPS else "trump"
        return f"level {level}, {grouped(positions(level, strain))} positions"
    if facts.worlds:
        return f"{counted(int(facts.worlds), 'deal')} looked at"
    if facts.nodes:
        return f"{counted(int(facts.nodes), 'position')}, to the end"
    return "a rule of thumb" if advice.source == "rule" else "to the end"


def reason(state: State, advice: Advice, names: tuple[str, str]) -> str:
    """The reason for the best move, in two sentences."""
    best, contract = advice.choices[0], state.board.contract
    if contract is None or not is_card(best.move):
        return _of_the_call(state, advice)
    first = _of_the_card(state, contract, parse_card(best.move), names)
    more = _what_follows(state, contract, advice, names)
    first = " ".join(filter(None, (first, more)))
    worse = next((each for each in advice.choices if best.worth.gain(each.worth) > NEAR), None)
    if worse is None:
        every = "Every card is worth the same." if len(advice.choices) > 1 else "It is the only card."
        return f"{first} {every}"
    makes = advice.read(BridgeFacts).makes
    if best.proof is None and makes is not None:
        aim = "made" if contract.declarer == state.to_move else "beaten"
        won = f"{bid(contract)} is {aim}" if contract.bid else "Most of the tricks are won"
        return f"{first} {won} in {round(makes * 100)} % of these deals."
    less, name = best.worth.gain(worse.worth), move_words(worse.move)
    if best.proof is not None:
        return f"{first} {name} costs {tricks_of(round(less))}."
    return f"{first} {name} seems to cost {less:.1f} tricks."


def _what_follows(state: State, contract: Contract, advice: Advice, names: tuple[str, str]) -> str:
    """The plans of the best card: cards that it makes high, high ones to cash, the way back to the lead.

    Of the other's cards only those count that are known: in the play stage all, before those that were seen. What
    depends on the play that follows is said only if it comes so in every line of best play.
    """
    facts, board, me = advice.read(BridgeFacts), state.board, state.to_move
    card, own, gone = parse_card(advice.choices[0].move), board.cards.hands[me], board.cards.gone
    leads, plays = board.led is None, board.stage == "play"
    known = cards_of(board.cards.hands[1 - me]) if plays else tuple(map(parse_card, facts.known))
    suit, other = suit_of(card), names[1 - me]
    tables = [board.led] if board.led is not None else [parse_card(each) for each in facts.replies]
    played = [bit(card) | bit(each) for each in tables] or ([] if plays else [bit(card)])
    good = [
        each for each in cards_of(own) if played and all(each in established(own, gone, p) for p in played)
    ]
    if good:
        text = " and ".join(card_words(each) for each in good[:2])
        return f"That makes the {text} high."
    high = winners(own, gone)
    if leads and card in high:
        more = sum(suit_of(each) == suit for each in high) - 1
        if plays and suit != contract.strain and any(suit_of(each) == contract.strain for each in known):
            more = min(
                more, max(0, sum(suit_of(each) == suit for each in known) - 1)
            )  # then they can be ruffed
        return f"It is the highest {_SUIT_NAMES[suit]} left" + (
            f", with {more} more to cash." if more else "."
        )
    higher = [each for each in known if suit_of(each) == suit and each > card]
    if leads and higher:
        holds = "holds" if plays else "is known to hold"
        return f"{other} {'hold' if other == 'You' else holds} the {card_words(max(higher))}."
    return f"The {card_words(parse_card(facts.back))} brings the lead back." if facts.back else ""


def compare(state: State, advice: Advice, move: str, names: tuple[str, str]) -> str:
    """The faults of a card against the best one: in its trick, to the guards of honours, to winners; and the cost."""
    best, contract = advice.choices[0], state.board.contract
    choice = next((each for each in advice.choices if each.move == move), None)
    if contract is None or not is_card(move) or not is_card(best.move):
        return _of_two_calls(state, best, choice)
    card, better = parse_card(move), parse_card(best.move)
    messages = [_of_the_card(state, contract, card, names)]
    me = state.to_move
    own, gone = state.board.cards.hands[me], state.board.cards.gone
    techniques = advice.read(BridgeFacts).techniques
    lost = [each for each in unguarded_by(card, own, gone) if each not in unguarded_by(better, own, gone)]
    if lost:
        messages.append(f"It leaves the {card_words(lost[0])} unguarded.")
    elif move not in techniques and card in winners(own, gone) and better not in winners(own, gone):
        taken = state.board.led is not None and beats(card, state.board.led, contract.strain)
        if state.board.led is not None and not taken:
            messages.append(f"It throws away the highest {_SUIT_NAMES[suit_of(card)]} left.")
    if move in techniques:  # first, since a short notice has room for one sentence
        neglected = _of_the_technique(state, contract, card, better, techniques[move], names)
        messages = [neglected, *messages[1:]] if state.board.led is None else [neglected, *messages]
    if choice is not None:
        less = best.worth.gain(choice.worth)
        if less < NEAR:
            messages.append(f"It is worth as much as the {card_words(better)}.")
        elif best.proof is not None and choice.proof is not None:
            messages.append(f"It costs {tricks_of(round(less))} against the {card_words(better)}.")
        else:
            messages.append(f"It seems to cost {less:.1f} tricks against the {card_words(better)}.")
    return " ".join(messages)


_LUCK = 0.5  # tricks that are worth a word


def hoped_words(hoped: float, name: str) -> str:
    """The tricks a player could expect when the auction was over."""
    return f"{name} could expect {hoped:.1f} tricks at the first card."


def lost_words(lost: Sequence[float], names: tuple[str, str], me: int) -> str:
    """The tricks that mistakes with cards have cost each side."""
    items = [f"{whom(names[seat])} {lost[seat]:.1f}" for seat in (me, 1 - me) if lost[seat]]
    return f"Mistakes cost {' and '.join(items)}." if items else "Nobody made a mistake in the play."


def luck_words(luck: float, name: str) -> str:
    """The luck of a player: tricks beyond that."""
    figure = f"{abs(luck):.1f} tricks {'more' if luck > 0 else 'fewer'}"
    if abs(luck) < _LUCK:
        return "Luck made little difference."
    return f"The cards were {'kind' if luck > 0 else 'unkind'} to {whom(name)}: {figure} than that."


def fate_words(result: Result, luck: float, names: tuple[str, str], *, sound: bool) -> str:
    """A note where a decision and its outcome differ: a sound bid that went down by luck, or the other way round."""
    contract = result.contract
    if contract is None or not contract.bid or abs(luck) < _LUCK:
        return ""
    who, made = whom(names[contract.declarer]), result.tricks[contract.declarer] >= contract.needs
    if sound and not made and luck < 0:
        return f"{bid(contract)} was right with what {who} knew; the cards were unlucky."
    if not sound and made and luck > 0:
        return f"{bid(contract)} was wrong with what {who} knew; the cards were lucky."
    return ""


def _of_two_calls(state: State, best: Choice, choice: Choice | None) -> str:
    if choice is None:
        return ""
    name, first, standing = move_words(choice.move), move_words(best.move), state.board.auction.standing
    doubles = choice.move in ("double", "redouble") and standing is not None
    text = _of_the_double(state, standing) if doubles and standing is not None else ""
    if choice.worth.unit != "points":
        return text.strip()
    points = points_words(choice.worth.value)
    return f"{text}{name} is expected to bring {points} points, {first} {points_words(best.worth.value)}."


def _of_the_double(state: State, contract: Contract) -> str:
    """The gain and the cost of a double of `contract`, as a sentence followed by a space."""
    made, down = double_changes(state.rules, contract)
    return f"A double gains {down} points if {bid(contract)} goes one down and costs {made} if it is made. "


def _of_the_card(state: State, contract: Contract, card: int, names: tuple[str, str]) -> str:
    """The effect of a card in its trick."""
    board, name = state.board, card_words(card)
    prize = card_words(board.upturned) if board.upturned is not None else ""
    if board.led is None:
        return f"The {name} is led; the winner takes the {prize}." if prize else f"The {name} is led."
    with_it = f" and the {prize}" if prize else ""
    if beats(card, board.led, contract.strain):
        how = "ruffs" if suit_of(card) != suit_of(board.led) else f"beats the {card_words(board.led)}"
        return f"The {name} {how} and takes the trick{with_it}."
    return f"The {name} leaves the trick{with_it} to {whom(names[1 - state.to_move])}."


def _of_the_technique(
    state: State, contract: Contract, card: int, better: int, neglected: Technique, names: tuple[str, str]
) -> str:
    """A sentence on the technique that a card of the play stage neglects beside a better one."""
    board, other = state.board, names[1 - state.to_move]
    suit, better_suit = _SUIT_NAMES[suit_of(card)], _SUIT_NAMES[suit_of(better)]
    if neglected == "unblock":
        return f"The {card_words(card)} keeps the {card_words(better)}, which blocks the {suit}s."
    if neglected == "entry":
        return f"The {card_words(card)} spends the last entry to a long suit; the {card_words(better)} leaves it."
    if board.led is not None:
        return f"The {suit}s have to be kept, not the {better_suit}s."
    have = "have" if other == "You" else "has"
    suits = {suit_of(each) for each in cards_of(board.cards.hands[1 - state.to_move])}
    if suit_of(card) not in suits and contract.strain in suits and suit_of(card) != contract.strain:
        return f"{other} {have} no {suit} left and can ruff the {card_words(card)}."
    return f"{other} {have} nothing above the {card_words(better)} any more."


def _of_the_call(state: State, advice: Advice) -> str:
    best, standing = advice.choices[0], state.board.auction.standing
    if best.move in ("accept", "refuse"):
        claim = {"accept": "is what is left with best play", "refuse": "is too high"}
        return f"The claim {claim[best.move]}."
    if len(state.legal_moves()) == 1:
        return "There is nothing else to call."
    doubled = _of_the_double(state, standing) if best.move in ("double", "redouble") and standing else ""
    tricks = advice.read(BridgeFacts).tricks
    known = sorted(
        ((tricks[letter], strain) for strain, letter in enumerate(STRAINS) if letter in tricks), reverse=True
    )
    if not known:
        return "Deals that fit these cards were played out."
    text = ", ".join(f"{strain_sign(strain)} {value:.1f}" for value, strain in known[:3])
    makes = advice.read(BridgeFacts).makes
    if makes is None:
        return f"{doubled}Expected tricks: {text}."
    often = f"{move_words(best.move)} is made in {round(makes * 100)} % of these deals."
    return f"Expected tricks: {text}. {often}"
