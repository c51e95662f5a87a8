"""Kibitz, the player of honeymoon bridge, behind the interface of every engine, in strengths from beginner to full.

In exchange and play a worth is the tricks that the seat to move takes in the whole play stage, those already taken
included; in the auction it is points.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Generator, Iterator
from itertools import islice
from math import floor
from random import Random
from typing import cast

import msgspec
import numpy as np

from ai.bridge.bidder import Bidder, CallValue, utility
from ai.bridge.exchanger import CardValue, ExchangeBuffers, Exchanger
from ai.bridge.levels import FULL, POINTS_A_TRICK, Strength, erring
from ai.bridge.player.layout import Numbers, chance
from ai.bridge.player.weighing import least_level
from ai.bridge.solver.solver import Solved, Solver
from ai.bridge.tables.folder import ready_levels
from ai.engine import Choice, Limit, Proof
from ai.review.verdict import Comparison, Judge, Slices
from game.advice import Advice, Unit, Worth
from game.bridge import Endgame, Observation, State, observe
from game.bridge.auction import LEVELS, PASS, is_bid
from game.bridge.board import ACCEPT, CLAIM, REFUSE
from game.bridge.cards import (
    STRAINS,
    SUITS,
    beats,
    card_name,
    cards_of,
    lengths,
    parse_card,
    playable,
    rank_of,
    suit_of,
)
from game.bridge.technique import technique
from game.facts import BridgeFacts, Technique
from game.position import Position

# Advice in the play stage: the exact tricks of every card, and the best play behind the first ones.

TRICKS = 13
LINES, LINE = 4, 8  # so many choices come with the play behind them, and so many cards of it
TELLS = 0.1  # tricks that a card sets as a trap at least to be preferred to a lower one
MOST_LOOKED = 200  # positions that are looked at to find what happens in every best line


def advise(state: State, solver: Solver, level: Strength, taste: Random) -> Advice:
    """The final advice on a position of the play stage: a card, or the answer to a claim."""
    if state.board.claimed is not None:
        return _answer(state, solver)
    endgame = state.board.endgame
    assert endgame is not None, "both hands are known in the play stage"
    solved = _hardest_first(endgame, solver.cards(endgame), solver)
    own = [_own(endgame, each.tricks) for each in solved.cards]
    order = erring(range(len(own)), own, level.slips, taste)
    mover, taken = state.to_move, state.board.won[state.to_move]
    choices = tuple(
        Choice(
            move=card_name(solved.cards[at].card),
            worth=Worth("tricks", float(taken + own[at])),
            proof=_proof(state, mover, taken + own[at]),
            line=_line(endgame, solved.cards[at].card, solver) if rank < LINES else (),
        )
        for rank, at in enumerate(order)
    )
    facts = _lead_facts(_facts(solved, solver), endgame, solved.cards[order[0]].card, solver)
    best = solved.cards[0].card
    worse = [each.card for each, tricks in zip(solved.cards, own, strict=True) if tricks < own[0]]
    techniques = {card_name(card): technique_of(endgame, card, best, solver) for card in worse}
    facts = msgspec.structs.replace(
        facts, techniques={card: each for card, each in techniques.items() if each != "tricks"}
    )
    return Advice(choices, solved.source, Worth("tricks", float(taken + max(own))), True, (facts,))


def _hardest_first(endgame: Endgame, solved: Solved, solver: Solver) -> Solved:
    """Cards in the order of their tricks.

    Of the best ones that comes first after which the other player, choosing by chance, would lose most, by at least
    `TELLS` tricks. Of others that are equal the lowest comes first, a trump last.
    """
    best = [each for each in solved.cards if each.tricks == solved.tricks]
    rest = solved.cards[len(best) :]
    strain = endgame.strain
    best.sort(key=lambda each: (-(_trap(endgame, each.card, solver) // TELLS), *_lowness(each.card, strain)))
    mine = -1 if endgame.led is None else 1
    rest = tuple(sorted(rest, key=lambda each: (mine * each.tricks, *_lowness(each.card, strain))))
    return Solved(solved.tricks, (*best, *rest), solved.source, solved.nodes)


def _lowness(card: int, strain: int) -> tuple[bool, int, int]:
    """Return the sort key of equal cards; the card that is given up most easily comes first."""
    return suit_of(card) == strain, rank_of(card), suit_of(card)


def _best_cards(endgame: Endgame, solver: Solver) -> list[int]:
    """All cards of best play, the lowest first."""
    solved = solver.cards(endgame)
    best = [each.card for each in solved.cards if each.tricks == solved.tricks]
    return sorted(best, key=lambda card: _lowness(card, endgame.strain))


def _trap(endgame: Endgame, card: int, solver: Solver) -> float:
    """The tricks that the other gives away by a card drawn by lot after `card`; 0 where he is not to play."""
    after = endgame.play(card)
    if not after.cards_left or endgame.takes(card):
        return 0.0
    solved = solver.cards(after)
    return sum(abs(each.tricks - solved.tricks) for each in solved.cards) / len(solved.cards)


def _own(endgame: Endgame, first_takes: int) -> int:
    """The tricks of the hand to play, from those of the first."""
    return first_takes if endgame.led is None else endgame.cards_left - first_takes


def _proof(state: State, seat: int, tricks: int) -> Proof | None:
    """Return the proof that so many tricks give: that they make the contract, or beat it."""
    needs = state.needs
    return None if needs is None else "win" if tricks >= needs[seat] else "loss"


def _line(endgame: Endgame, card: int, solver: Solver) -> tuple[str, ...]:
    """The best play after `card`."""
    return tuple(map(card_name, islice(_play_from(endgame, card, solver), 1, LINE + 1)))


def _play_from(endgame: Endgame, card: int, solver: Solver) -> Iterator[int]:
    """The card, and best play behind it to the last card."""
    yield card
    position = endgame.play(card)
    while position.cards_left:
        card = _best_cards(position, solver)[0]
        yield card
        position = position.play(card)


def technique_of(endgame: Endgame, played: int, best: int, solver: Solver) -> Technique:
    """The technique that a card neglects which makes fewer tricks than another one."""
    played_on, best_on = (tuple(_play_from(endgame, card, solver)) for card in (played, best))
    return technique(endgame, played_on, best_on)


def _lead_facts(facts: BridgeFacts, endgame: Endgame, card: int, solver: Solver) -> BridgeFacts:
    """With all best replies to `card` where it is led, and the card that brings the lead back in every best line."""
    after = endgame.play(card)
    replies = _best_cards(after, solver) if endgame.led is None and after.second else []
    wins = _next_win(after, endgame.led is None, solver)
    back = next(iter(wins)) if wins is not None and len(wins) == 1 else card
    return msgspec.structs.replace(
        facts,
        replies=tuple(map(card_name, replies)),
        back="" if back is None or back == card else card_name(back),
    )


def _next_win(endgame: Endgame, mine_first: bool, solver: Solver) -> set[int | None] | None:
    """The cards with which I take my next trick, over all lines of best play; None among them: I take none.

    `mine_first`: mine is the first hand. None where that is too much to look at.
    """
    results: set[int | None] = set()
    seen, waiting = set[tuple[Endgame, bool]](), [(endgame, mine_first)]
    while waiting:
        here, mine = waiting.pop()
        if (here, mine) in seen:
            continue
        seen.add((here, mine))
        if len(seen) > MOST_LOOKED or len(results) > 1:
            return None
        if not here.cards_left:
            results.add(None)
            continue
        for card in _best_cards(here, solver):
            takes = here.takes(card)  # False while a card is led
            if here.led is None or takes == mine:
                waiting.append((here.play(card), mine if here.led is None else False))
            else:
                results.add(here.led if mine else card)
    return results


def _answer(state: State, solver: Solver) -> Advice:
    """Accept a claim of as many tricks as the claimer takes in any case, or of fewer."""
    endgame, claimed = state.board.endgame, state.board.claimed
    assert endgame is not None, "both hands are known in the play stage"
    assert claimed is not None, "there is a claim to be answered"
    solved = solver.cards(endgame)
    mover = state.to_move
    left = state.board.won[mover] + state.board.left
    worths = {ACCEPT: left - claimed, REFUSE: left - _own(endgame, solved.tricks)}
    choices = tuple(
        Choice(move, Worth("tricks", float(tricks)), proof=_proof(state, mover, tricks))
        for move, tricks in sorted(worths.items(), key=lambda each: -each[1])
    )
    return Advice(choices, solved.source, choices[0].worth, True, (_facts(solved, solver),))


def _facts(solved: Solved, solver: Solver) -> BridgeFacts:
    levels = [cards for cards in range(TRICKS + 1) if solver.levels.starts[0, cards] >= 0]
    return BridgeFacts(nodes=float(solved.nodes), level=float(levels[-1]) if levels else None)


# The simple players in plain Python: bidding by length and points, exchanging by greed, or by chance.
#
# They are what the engine is measured against.

HONOURS = {12: 5.0, 11: 3.6, 10: 2.2, 9: 1.2}  # the worth of ace to jack of a side suit
LOW, TRUMP, TRUMP_RANK = 0.08, 4.0, 0.35


def worth(card: int, strain: int) -> float:
    """Return the value that the greedy player gives a card."""
    rank = rank_of(card)
    if suit_of(card) == strain:
        return TRUMP + TRUMP_RANK * rank
    return HONOURS.get(rank, LOW * rank)


def greedy_card(seen: Observation) -> int:
    """The card that greedy plays in the exchange; the first of equals, spades to clubs, two to ace."""
    assert seen.contract is not None, "an exchange has a contract"
    assert seen.upturned is not None, "an exchange has a card on show"
    strain = seen.contract.strain
    unseen = [worth(card, strain) for card in cards_of(seen.unseen)]
    blind, gain = sum(unseen) / max(1, len(unseen)), worth(seen.upturned, strain)

    def liking(card: int) -> float:
        p = _chance(card, seen, strain)
        return p * gain + (1 - p) * blind - worth(card, strain)

    return max(sorted(cards_of(playable(seen.own, seen.led))), key=liking)


def _chance(card: int, seen: Observation, strain: int) -> float:
    """The chance to take the trick: known to the second player, guessed by the leader."""
    if seen.led is not None:
        return 1.0 if beats(card, seen.led, strain) else 0.0
    against = cards_of(seen.unseen | seen.theirs)
    higher = sum(suit_of(other) == suit_of(card) and other > card for other in against)
    p = max(0.05, 1 - 0.3 * higher)
    return p if suit_of(card) == strain else 0.9 * p


def random_card(seen: Observation, luck: Random) -> int:
    """Any legal card, all equally likely."""
    return luck.choice(cards_of(playable(seen.own, seen.led)))


def expected_tricks(hand: int, suit: int) -> float:
    """The tricks that a greedy declarer takes on average with this hand as dealt: a fit over 12,000 deals."""
    points = sum(max(0, rank_of(card) - 8) for card in cards_of(hand))
    return 7.05 + 0.78 * (lengths(hand)[suit] - 4) + 0.184 * (points - 10)


def call_by_rule(seen: Observation) -> str:
    """The longest suit at the lowest level that outbids, if as many tricks are expected; else a pass."""
    held = lengths(seen.dealt)
    suit = max(range(len(SUITS)), key=lambda each: held[each])
    standing = next((call for call in reversed(seen.calls) if is_bid(call)), None)
    level = least_level(suit, standing)
    if level in LEVELS and 6 + level <= floor(expected_tricks(seen.dealt, suit)):
        return f"{level}{STRAINS[suit]}"
    return PASS


SPEAK_SECONDS = 0.03  # between two pieces of advice
SLICE_SECONDS = 0.02  # what a batch of deals takes, roughly
MOST_WORLDS = 1_024  # of a decision, where no limit is given; what comes after seldom changes anything
CALL_WORLDS = 32  # of a call at any strength: in four deals a slam may be made by luck


class Kibitz:
    """Samples deals in auction and exchange, and solves the play stage. `iterations` of a limit are deals.

    `seed` makes what is counted in deals repeatable. Without one a level that errs varies, and full strength has the
    same deals each time it is asked about a position, so that asking again does not change its mind.
    """

    def __init__(self, level: Strength = FULL, seed: int | None = None) -> None:
        self.level = level
        self._repeats = seed is None and level.worlds is None
        seed = secrets.randbits(63) if seed is None else seed
        self._taste = Random(seed)
        self._mind = ExchangeBuffers(seed)
        self._solver = Solver()

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        """Yield advice every 30 ms or so, the last with `done`; the first choice is the move to play."""
        state = cast(State, view)
        self._mind.levels = self._solver.levels = ready_levels()  # they change no value
        if self._repeats:
            self._mind.luck = chance(int(state.digest(), 16) >> 1)
        if state.over:
            yield Advice((), "rule", done=True)
        elif state.stage == "play":
            yield advise(state, self._solver, self.level, self._taste)
        elif state.stage == "auction" and not state.board.deal.stock:
            yield _by_rule(state)  # without an exchange there is nothing to make up
        elif state.stage == "auction":
            yield from self._think(
                _CallAdvice(self._mind, observe(state), self._most(limit, CALL_WORLDS)), limit
            )
        else:
            yield from self._think(_ExchangeAdvice(self._mind, observe(state), self._most(limit)), limit)

    def warm_up(self) -> None:
        """Compile what thinking needs: a call, and a card of the exchange."""
        for auction in ("on", "off"):
            state = State.open({"auction": auction, "deals": "random:1", "seat": ""}).view(0)
            for _ in self.think(state, Limit(iterations=1)):
                pass

    def _most(self, limit: Limit, least: int = 1) -> int:
        own = MOST_WORLDS if self.level.worlds is None else max(least, self.level.worlds)
        return max(1, own if limit.iterations is None else min(own, limit.iterations))

    def _think(self, thought: _CallAdvice | _ExchangeAdvice, limit: Limit) -> Iterator[Advice]:
        started = spoken = time.perf_counter()
        last = False
        while not last:
            last = not thought.run()
            now = time.perf_counter()
            last = last or (limit.seconds is not None and now - started + SLICE_SECONDS / 2 >= limit.seconds)
            if last or now - spoken >= SPEAK_SECONDS or spoken == started:
                choices = thought.choices()
                worth = choices[0].worth
                if last:
                    worths = thought.worths()
                    choices = tuple(erring(choices, worths, self.level.spread, self._taste))
                facts = thought.facts(max(now - started, 1e-9))
                yield Advice(choices, "search", worth, last, (facts,))
                spoken = time.perf_counter()


class _CallAdvice:
    """A call being thought about, in the words of advice. `choices` looks, the others tell of what it saw."""

    def __init__(self, mind: ExchangeBuffers, seen: Observation, worlds: int) -> None:
        self._bidder = Bidder(mind, seen, worlds)
        self._values: list[CallValue] = []

    def run(self) -> bool:
        return self._bidder.run()

    def choices(self) -> tuple[Choice, ...]:
        self._values = self._bidder.values()
        return tuple(
            Choice(each.call, Worth("points", each.points, each.error or 0.0)) for each in self._values
        )

    def worths(self) -> list[float]:
        return [each.points / POINTS_A_TRICK for each in self._values]

    def facts(self, seconds: float) -> BridgeFacts:
        """Deals looked at, tricks expected in each strain, and how often the best call is made if it is a bid."""
        bidder, done = self._bidder, self._bidder.done
        return BridgeFacts(
            worlds=float(done),
            worlds_per_second=done / seconds,
            makes=self._values[0].makes,
            tricks={STRAINS[strain]: float(np.mean(bidder.mine[:done, strain])) for strain in bidder.strains},
        )


class _ExchangeAdvice:
    """A card of the exchange being thought about, in the words of advice; `choices` looks, as above."""

    def __init__(self, mind: ExchangeBuffers, seen: Observation, worlds: int) -> None:
        self._seen = seen
        self._exchanger = Exchanger(mind, seen, utility(seen), worlds)
        self._values: list[CardValue] = []
        self._points = seen.rules.bids

    def run(self) -> bool:
        return self._exchanger.run()

    def choices(self) -> tuple[Choice, ...]:
        """Cards as they are ordered. One with more tricks but fewer points is not rated above those before it."""
        choices: list[Choice] = []
        least = float(TRICKS)
        self._values = self._exchanger.values()
        for each in self._values:
            least = min(least, each.tricks)
            choices.append(Choice(card_name(each.card), Worth("tricks", least, each.error or 0.0)))
        return tuple(choices)

    def worths(self) -> list[float]:
        scale = POINTS_A_TRICK if self._points else 1.0
        return [each.worth / scale for each in self._values]

    def facts(self, seconds: float) -> BridgeFacts:
        """Deals looked at, the chance to make (or beat) the contract, and what is known of the other hand."""
        seen, makes = self._seen, None
        if seen.contract is not None:
            needs = seen.contract.needs if seen.declaring else TRICKS + 1 - seen.contract.needs
            makes = float(self._exchanger.distribution()[needs:].sum())
        return BridgeFacts(
            worlds=float(self._exchanger.done),
            worlds_per_second=self._exchanger.done / seconds,
            makes=makes,
            hidden=float(seen.hidden),
            known=tuple(map(card_name, cards_of(seen.theirs))),
        )


def _by_rule(state: State) -> Advice:
    first = call_by_rule(observe(state))
    calls = (first, *(call for call in state.legal_moves() if call != first))
    return Advice(tuple(Choice(call, Worth("order", 0.0)) for call in calls), "rule", done=True)


# The simple players as engines. All three stages: a call by rule, a card by greed or chance, perfect play.

NO_OPINION = 0.5  # they have no opinion on who is ahead


class SimpleEngine:
    """Greedy in the exchange, or random."""

    def __init__(self, *, greedy: bool, seed: int | None = None) -> None:
        self._greedy = greedy
        self._luck = Random(secrets.randbits(63) if seed is None else seed)
        self._solver = Solver()

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        """Yield one advice, the move to play first."""
        state = cast(State, view)
        if state.over:
            yield Advice((), "rule", done=True)
        elif state.stage == "play":
            self._solver.levels = ready_levels()
            yield advise(state, self._solver, FULL, self._luck)
        else:
            first = self._move(state)
            rest = tuple(move for move in state.legal_moves() if move != first)
            choices = tuple(Choice(move, Worth("order", 0.0)) for move in (first, *rest))
            yield Advice(choices, "rule", done=True)

    def _move(self, state: State) -> str:
        seen = observe(state)
        if state.stage == "auction":
            return call_by_rule(seen)
        return card_name(greedy_card(seen) if self._greedy else random_card(seen, self._luck))


# Two calls or cards compared: in the same made-up deals where cards are hidden, exactly where they are not.

GROUP = 60  # deals that are made up at a time for a comparison
Sample = Generator[None, None, Numbers]  # [deal] by how much more one move brings than the other


# How much costs move, root mean square, from the normal budget to eight times that (`bench judgement`).
_DOUBT: dict[Unit, float] = {"points": 19.0, "tricks": 0.14}


class BridgeJudge(Judge):
    """Points in the auction, tricks of the play stage after it. It sees what the mover sees."""

    def unit(self, position: Position) -> Unit:
        return "points" if cast(State, position).stage == "auction" else "tricks"

    def advise(self, position: Position, budget: int, seed: int) -> Advice:
        view = position.view(position.to_move)
        *_, last = Kibitz(seed=seed).think(view, Limit(iterations=budget))
        return last

    def doubt(self, position: Position, advice: Advice) -> float | None:
        if cast(State, position).stage == "play" or advice.proven:
            return 0.0
        return _DOUBT[self.unit(position)]

    def compare(self, position: Position, better: str, played: str, budget: int, seed: int) -> Slices:
        state = cast(State, position.view(position.to_move))
        if state.stage == "play":
            return _exactly(state, better, played)
        if state.stage == "auction" and not state.board.deal.stock:
            return None  # nothing is made up without an exchange
        buffers = ExchangeBuffers(seed, ready_levels())
        compare = _calls if state.stage == "auction" else _cards
        return (yield from compare(observe(state), buffers, better, played, budget))


def _exactly(state: State, better: str, played: str) -> Comparison | None:
    """By the exact tricks of both."""
    *_, advice = Kibitz(seed=0).think(state, Limit())
    tricks = {each.move: each.worth.value for each in advice.choices}
    if played.startswith(CLAIM):  # one that is too high is not accepted, and costs nothing
        claimed = state.board.won[state.to_move] + int(played.removeprefix(CLAIM))
        return Comparison(max(0, round(tricks[better] - claimed)))
    return Comparison(round(tricks[better] - tricks[played]))


def _cards(seen: Observation, buffers: ExchangeBuffers, better: str, played: str, budget: int) -> Slices:
    ours, theirs = parse_card(better), parse_card(played)

    def sample(worlds: int) -> Sample:
        exchanger = Exchanger(buffers, seen, utility(seen), worlds, among=(ours, theirs))
        while exchanger.run():
            yield
        return exchanger.tricks(ours) - exchanger.tricks(theirs)

    return (yield from _in_groups(sample, budget))


def _calls(seen: Observation, buffers: ExchangeBuffers, better: str, played: str, budget: int) -> Slices:
    strains = [STRAINS.index(call[1]) for call in (better, played) if is_bid(call)]

    def sample(worlds: int) -> Sample:
        bidder = Bidder(buffers, seen, worlds, strains)
        while bidder.run():
            yield
        return bidder.points(better) - bidder.points(played)

    return (yield from _in_groups(sample, budget))


def _in_groups(sample: Callable[[int], Sample], budget: int) -> Slices:
    """The mean of differences in the same deals, from groups of deals that were made up and played out apart.

    Within a group deals depend on each other: those that fit best come more than once, and how the auction goes on is
    planned for all of them. So their spread says too little of the error; that of the groups' means says it all, but
    a few means may be equal by chance. The larger of the two counts. No difference at all: it does not matter.
    """
    groups, results = max(2, budget // GROUP), list[Numbers]()
    for _ in range(groups):
        results.append((yield from sample(max(1, budget // groups))))
    if not any(map(np.any, results)):
        return Comparison(0.0)
    means = Comparison.of_samples([float(np.mean(each)) for each in results])
    each = Comparison.of_samples(np.concatenate(results).tolist())
    return Comparison(means.cost, max(means.error, each.error))
