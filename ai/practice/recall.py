"""Bridge: remember the cards that went by in the exchange. The cards of a suit that the other hand can still hold.

Deals are played by a simple rule. A problem is what South sees of one, so it has nothing in it that South cannot know.
"""

from __future__ import annotations

from random import Random

from ai.practice.making import Stream
from game.bridge import State
from game.bridge.cards import (
    STRAINS,
    SUITS,
    beats,
    card_name,
    cards_of,
    parse_card,
    rank_of,
    suit_mask,
    suit_of,
)
from game.position import Position
from game.practice.attempt import Answer
from game.practice.problem import Problem, Recall, Source
from game.practice.sameness import identity

SOUTH, NORTH = 1, 0
TRICKS = (5, 6, 7, 8, 10, 13)  # that are shown, few ones first
OF_EACH = 20  # problems with so many tricks, before there are more
LEAST, MOST = 3, 8  # cards of the suit that are answers


def problems(seed: int) -> Stream:
    """Problems of exchanges, those with few tricks first."""
    chance, number = Random(f"recall {seed}"), 0
    while True:
        tricks = TRICKS[number // OF_EACH % len(TRICKS)]
        problem = _problem(_played(tricks, chance), chance.choice(SUITS), seed)
        number += problem is not None
        yield problem


def _played(tricks: int, chance: Random) -> State:
    """A deal after so many tricks of its exchange."""
    state = State.open({"deals": f"random:{chance.getrandbits(60)}", "match": "1 deals"})
    for call in (f"1{chance.choice(STRAINS)}", "pass"):
        state = state.play(call)
    for _ in range(2 * tricks):
        state = state.play(_card(state, chance))
    return state


def _card(state: State, chance: Random) -> str:
    """A card for a trick: any is led; the second hand wins with its lowest that does, or gives its lowest."""
    moves, board = state.legal_moves(), state.board
    if board.led is None or board.contract is None:
        return chance.choice(moves)
    led, strain, cards = board.led, board.contract.strain, [parse_card(each) for each in moves]
    winning = [each for each in cards if beats(each, led, strain)]
    return card_name(min(winning or cards, key=lambda each: (rank_of(each), each)))


def _problem(state: State, suit: str, seed: int) -> Problem | None:
    """The problem of what South has seen; None where too few or too many cards are out."""
    view, task = state.view(SOUTH), Recall(suit)
    answers = tuple(card_name(each) for each in cards_of(can_hold(view) & suit_mask(SUITS.index(suit))))
    if not LEAST <= len(answers) <= MOST:
        return None
    start = {key: text for key, text in view.here().items() if key != "moves"}
    problem = Problem(
        id=identity(view, task),
        game="bridge",
        start=start,
        moves=view.board.moves,
        task=task,
        answers=answers,
        theme="count",
        source=Source(kind="made", seed=seed),
    )
    return None if prove(problem) else problem


def can_hold(view: State) -> int:
    """The mask of the cards that the other hand can hold, for all that South knows."""
    cards = view.board.cards
    return cards.hands[NORTH] | cards.possible(NORTH)


# The proof follows the tricks. Each card that North got unseen is a place with the trick at which it came. A card that
# he had not shown, and played, came from a place; a card that he can hold fits into one that is left.


def prove(problem: Problem) -> str:
    """Return what is wrong with the answers; empty if they are all cards that can be held."""
    task, view = problem.task, problem.open()
    if not isinstance(task, Recall) or not isinstance(view, State) or view.seat != SOUTH:
        return "it is not what South sees of a deal"
    wanted = {card_name(each) for each in _provable(view) if task.suit in ("", SUITS[suit_of(each)])}
    if wanted != set(problem.answers):
        return f"the other hand can hold {', '.join(sorted(wanted)) or 'none of them'}"
    return ""


def _provable(view: State) -> set[int]:
    own = view.board.deal.hands[SOUTH] or 0
    seen, known = set(cards_of(own)), set[int]()
    places, played, voids = [-1.0] * 13, list[tuple[int, float]](), list[tuple[int, float]]()
    for number, trick in enumerate(view.board.tricks):
        theirs = trick.led if trick.leader == NORTH else trick.reply
        seen |= {trick.led, trick.reply}
        if theirs not in known:
            played.append((theirs, number))
        known.discard(theirs)
        if trick.leader == SOUTH and suit_of(trick.reply) != suit_of(trick.led):
            voids.append((suit_of(trick.led), number))
        if trick.shown is not None:
            seen.add(trick.shown)
        if trick.winner == NORTH and trick.shown is not None:
            known.add(trick.shown)
        if trick.winner == NORTH and trick.drawn is not None:
            seen.add(trick.drawn)
        if trick.winner == SOUTH:
            places.append(number + 0.5)
    upturned = view.board.upturned
    unseen = [each for each in range(52) if each not in seen and each != upturned]
    fits = [(each, float(len(view.board.tricks))) for each in unseen]
    return known | {at[0] for at in fits if _all_placed([*played, at], places, voids)}


def _all_placed(cards: list[tuple[int, float]], places: list[float], voids: list[tuple[int, float]]) -> bool:
    """Return True if each card, with the trick at which it was or is still held, has a place of its own."""
    holder: dict[int, int] = {}

    def fits(card: int, until: float, came: float) -> bool:
        return came < until and not any(suit == suit_of(card) and came < at < until for suit, at in voids)

    def place(number: int, tried: set[int]) -> bool:
        for at, came in enumerate(places):
            if at not in tried and fits(*cards[number], came):
                tried.add(at)
                if at not in holder or place(holder[at], tried):
                    holder[at] = number
                    return True
        return False

    return all(place(number, set()) for number in range(len(cards)))


def judge(problem: Problem, position: Position, move: str) -> Answer:
    """The judgement on the marked cards, apart by commas: right if they are all that can be held and no others."""
    right = set(filter(None, move.split(","))) == set(problem.answers)
    return Answer(grade="right" if right else "wrong", better=problem.answers)
