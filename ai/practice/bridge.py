"""Bridge: make the tricks with all cards known. Few cards keep them, and the obvious one is not among them.

The hands are drawn from the pack. What both take with best play is exact (`ai.bridge.solver`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import cast

from ai.bridge.solver.solver import Solver
from ai.practice.making import Stream
from game.advice import Worth
from game.bridge import State
from game.bridge.cards import bit, card_name, cards_of, mask_of, parse_card, rank_of, suit_of
from game.bridge.endgame import Endgame
from game.bridge.state import rules_of
from game.bridge.technique import technique
from game.errors import IllegalMove
from game.position import Position
from game.practice.attempt import Answer
from game.practice.problem import Problem, Source, Tricks
from game.practice.sameness import identity

SIZES = (4, 5, 6, 5, 7, 6, 8, 7, 9)  # cards a hand, one after the other
SECOND_HAND = (2, 5)  # so many problems of so many: a card has been led
NO_TRUMPS, TRUMPS = 4, 4  # parts of one and of the other
LEAST_CHOICE = 3  # cards that differ; one less behind a card led
MOST_RIGHT = 1 / 3  # share of these that keep the tricks; one may in any case
LEAST_DECISIONS = (
    3  # cards of the mover, on one best line, with which tricks can be lost; with few cards less
)
TABLE_BITS = 16


def problems(seed: int) -> Stream:
    """Positions, those with few cards and many one after the other."""
    chance = Random(f"bridge-tricks {seed}")
    number = 0
    while True:
        size = SIZES[number % len(SIZES)]
        second, of = SECOND_HAND
        problem = _problem(_dealt(size, chance, led=number % of < second), seed)
        number += problem is not None
        yield problem


def _dealt(size: int, chance: Random, *, led: bool) -> Endgame:
    cards = chance.sample(range(52), 2 * size)
    strain = chance.randrange(4) if chance.randrange(NO_TRUMPS + TRUMPS) < TRUMPS else 4
    here = Endgame(mask_of(cards[:size]), mask_of(cards[size:]), strain)
    return here.play(chance.choice(here.legal())) if led else here


def _problem(here: Endgame, seed: int) -> Problem | None:
    """The problem of a position; None where it is too easy."""
    different = _different(here)
    if len(different) < LEAST_CHOICE - (here.led is not None):
        return None
    worth = _worths(here)
    most = max(worth.values())
    right = [card for card, tricks in worth.items() if tricks == most]
    few = sum(card in right for card in different) <= max(1.0, MOST_RIGHT * len(different))
    if (
        not few
        or most == 0
        or _obvious(here) in right
        or _decisions(here) < min(LEAST_DECISIONS, here.cards_left - 2)
    ):
        return None
    task, start = Tricks(most), rules_of(here)
    state = State.open(start)
    answers = tuple(map(card_name, right))
    return Problem(
        id=identity(state, task),
        game="bridge",
        start=start,
        task=task,
        answers=answers,
        theme=_theme(here, right),
        lines={answers[0]: _line(here.play(right[0]))},
        costs={
            card_name(card): Worth("tricks", float(most - tricks))
            for card, tricks in worth.items()
            if tricks < most
        },
        source=Source(kind="made", seed=seed),
    )


def _worths(here: Endgame) -> dict[int, int]:
    """The tricks that the hand to play takes from here on with each legal card, the cards in order."""
    tricks = {each.card: each.tricks for each in _solver().cards(here).cards}
    left = here.cards_left
    return {card: tricks[card] if here.led is None else left - tricks[card] for card in here.legal()}


def _different(here: Endgame) -> list[int]:
    """The legal cards without those that are neighbours of a higher one among the cards in play."""
    in_play = here.first | here.second | (0 if here.led is None else bit(here.led))
    cards: list[int] = []
    for card in here.legal():
        above = next((each for each in range(card + 1, 52) if in_play & bit(each)), None)
        if above is None or suit_of(above) != suit_of(card) or not here.to_play & bit(above):
            cards.append(card)
    return cards


def _obvious(here: Endgame) -> int:
    """The card that most people would play.

    On lead the highest card of the suit of which most are sure; behind a card led the cheapest that takes the trick,
    else the lowest, of the longest suit where it cannot follow.
    """
    cards = here.legal()
    if here.led is None:
        high = [card for card in cards if not _is_beaten(card, here.second)]
        return max(high or cards, key=lambda card: (rank_of(card), suit_of(card) != here.strain))
    winning = [card for card in cards if here.takes(card)]
    if winning:
        return min(winning, key=rank_of)
    return min(cards, key=lambda card: (suit_of(card) == here.strain, rank_of(card)))


def _is_beaten(card: int, other: int) -> bool:
    """Return True if the other hand holds a higher card of the suit."""
    return any(suit_of(each) == suit_of(card) and each > card for each in cards_of(other))


def _decisions(here: Endgame) -> int:
    """The number of the mover's cards that matter on a best line: another card takes fewer tricks."""
    count, side = 0, 0
    while here.second:
        worth = _worths(here)
        if side == 0:
            count += min(worth.values()) < max(worth.values())
        card = _best(here)
        changes = here.led is None or not here.takes(card)
        here = here.play(card)
        side = 1 - side if changes else side
    return count


def _best(here: Endgame) -> int:
    """A best card: that after which the other side has the fewest that are as good."""
    worth = _worths(here)
    most = max(worth.values())
    return min((card for card in worth if worth[card] == most), key=lambda card: _freedom(here, card))


def _freedom(here: Endgame, card: int) -> float:
    """The share of the answers that cost nothing, 1 where the same hand goes on."""
    after = here.play(card)
    if not after.second or (here.led is not None and here.takes(card)):
        return 1.0
    worth = _worths(after)
    return sum(tricks == max(worth.values()) for tricks in worth.values()) / len(worth)


def _line(here: Endgame) -> tuple[str, ...]:
    """Best play of both to the end."""
    return tuple(map(card_name, _cards(here)))


def _cards(here: Endgame) -> Iterator[int]:
    while here.second:
        card = _best(here)
        yield card
        here = here.play(card)


def _theme(here: Endgame, right: list[int]) -> str:
    """The technique that the obvious card neglects, or a lower one of the answer's suit."""
    lower = [card for card in here.legal() if card not in right and suit_of(card) == suit_of(right[0])]
    tempting = dict.fromkeys((_obvious(here), *(card for card in lower if card < right[0])))
    best = (right[0], *_cards(here.play(right[0])))
    neglected = {technique(here, (card, *_cards(here.play(card))), best) for card in tempting}
    return next((each for each in ("entry", "unblock", "count") if each in neglected), "tricks")


@lru_cache(maxsize=1)
def _solver() -> Solver:
    return Solver(table_bits=TABLE_BITS)


def prove(problem: Problem) -> str:
    """Return what is wrong with the answers, by another solver; empty if nothing is."""
    here = cast(State, problem.open()).board.endgame
    assert here is not None
    assert isinstance(problem.task, Tricks)
    solved = Solver(table_bits=TABLE_BITS).cards(here)
    tricks = {
        each.card: each.tricks if here.led is None else here.cards_left - each.tricks for each in solved.cards
    }
    keeping = {card_name(card) for card, number in tricks.items() if number >= problem.task.tricks}
    if max(tricks.values()) != problem.task.tricks:
        return f"{max(tricks.values())} tricks can be made"
    return (
        ""
        if keeping == set(problem.answers)
        else f"the cards that keep the tricks are {' '.join(sorted(keeping))}"
    )


def judge(problem: Problem, position: Position, move: str) -> Answer:
    """The judgement on a card, with the cards that the other side plays until it is the person's turn again."""
    state, task = cast(State, position), cast(Tricks, problem.task)
    here, seat = state.board.endgame, state.to_move
    if move not in state.legal_moves() or here is None:
        raise IllegalMove("Play a card of your hand.")
    won, worth = state.board.won[seat], _worths(here)
    card = parse_card(move)
    short = task.tricks - won - worth[card]
    if short > 0:
        return Answer(
            grade="wrong",
            cost=Worth("tricks", float(short)),
            line=_line(here.play(card)),
            better=tuple(card_name(each) for each in worth if won + worth[each] >= task.tricks),
            reason=problem.reason,
        )
    after, replies = state.play(move), list[str]()
    while after.board.endgame is not None and after.to_move != seat and after.board.won[seat] < task.tricks:
        replies.append(card_name(_best(after.board.endgame)))
        after = after.play(replies[-1])
    done = after.over or after.board.won[seat] >= task.tricks
    return Answer(grade="right" if done else "on", replies=tuple(replies), reason=problem.reason)
