"""Honeymoon bridge with a small deck as a whole game tree: information sets, equilibria and best responses.

**The game.** A deck has the highest ranks of two suits, spades and hearts. Each player is dealt a hand, the rest is the
stock. There is no auction and there are no trumps. Seat 0 leads to the exchange, which goes by the usual rules; the
loser of its last trick leads to the play stage, whose tricks count. In the play stage nothing is hidden: it is replaced
by its exact value.

**The tree** has a level for each card that is played in the exchange. A node is all that has happened: both hands, the
cards of the stock that anybody has seen, and the cards played. All nodes of a level are equally likely by the deal
alone, since behind each of them the rest of the stock has as many orders. An information set has the nodes that the
player to move cannot tell apart; he remembers the hand that he was dealt, the cards played and turned up, and those he
drew. The first card turned up is a spade: with a heart the game is the same.

    node -(a card)-> edge -(after a reply: a card drawn and one turned up)-> nodes of the next level
    slot: a legal card of an information set; those of a set lie side by side, from the lowest card to the highest

A policy is a chance for each slot, an array for each level. Values are tricks of the play stage.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.bits import lowest_bit
from ai.bridge.codes import word_of_hands
from ai.bridge.player.layout import NO_CARD, NO_TRUMP, RANKS
from ai.bridge.solver.room import Levels, SolverWorkspace, new_room, no_levels
from ai.bridge.solver.search import value_between
from ai.kernel import kernel

Masks = NDArray[np.int16]  # sets of cards of the small deck: bit suit * ranks + rank
Index = NDArray[np.int32]
Bytes = NDArray[np.int8]
Words = NDArray[np.int64]
Numbers = NDArray[np.float64]
Policy = list[Numbers]


@dataclass(frozen=True)
class Deck:
    """A deck of two suits with so many `ranks` each, 2 to 7, of which each player is dealt a `hand`."""

    ranks: int
    hand: int

    @property
    def cards(self) -> int:
        """Number of cards."""
        return 2 * self.ranks

    @property
    def stock(self) -> int:
        """Number of cards that are not dealt."""
        return self.cards - 2 * self.hand

    @property
    def tricks(self) -> int:
        """Number of tricks in the exchange."""
        return self.stock // 2

    def card(self, small: int) -> int:
        """Return the number among 52 cards of a card of the deck."""
        return small // self.ranks * RANKS + RANKS - self.ranks + small % self.ranks

    def masks(self, small: NDArray[np.integer]) -> Words:
        """Return sets of cards of the deck as masks of 52 bits."""
        low, shift = (1 << self.ranks) - 1, RANKS - self.ranks
        wide = small.astype(np.int64)
        return (wide & low) << shift | (wide >> self.ranks) << (RANKS + shift)


class Level(NamedTuple):
    """The decisions after so many cards, as the module draws them.

    A node comes from the edge `origin` of the level before, which leads to as many nodes as `branches` says. It has
    an `actor`, the seat to move, and the number `info` of its information set. An edge has its `node` and its `slot`, a
    slot its `card` of 52. An information set has the slots `first[info]` to `first[info + 1] - 1`, a `seat`, one of its
    nodes as a `sample`, and what is seen there in cards of 52: the `own` hand, the `unseen` cards, those known to be
    `theirs`, the card `shown` on the stock, and the one `led`, or none.
    """

    origin: Index
    branches: int
    actor: Bytes
    info: Index
    node: Index
    slot: Index
    first: Index
    card: Words
    seat: Bytes
    sample: Index
    own: Words
    unseen: Words
    theirs: Words
    shown: Words
    led: Words

    @property
    def sets(self) -> int:
        """Number of information sets."""
        return len(self.seat)

    @property
    def choices(self) -> Index:
        """[information set] the number of its slots."""
        return np.diff(self.first)

    def of_slots(self, values: NDArray[Any]) -> NDArray[Any]:
        """[slot] the value of its information set."""
        return np.repeat(values, self.choices)


@dataclass(frozen=True)
class Tree:
    """The game of a deck. `payoff` [edge of the last level]: the tricks of seat 0 in the play stage."""

    deck: Deck
    levels: tuple[Level, ...]
    payoff: Bytes

    @property
    def sets(self) -> int:
        """Number of information sets of both players."""
        return sum(level.sets for level in self.levels)

    def uniform(self) -> Policy:
        """Return the policy of a player who draws any legal card."""
        return [1.0 / level.of_slots(level.choices) for level in self.levels]


@dataclass(frozen=True)
class _Nodes:
    """Positions while the tree is built."""

    hands: Masks  # [seat, node]
    taken: Masks  # [seat, node] cards in a hand that were taken openly
    gone: Masks
    shown: Bytes
    led: Bytes
    leader: Bytes  # behind a reply, the seat that has taken the trick

    def at(self, index: NDArray[np.integer]) -> _Nodes:
        """The positions of these numbers."""
        return _Nodes(
            hands=self.hands[:, index],
            taken=self.taken[:, index],
            gone=self.gone[index],
            shown=self.shown[index],
            led=self.led[index],
            leader=self.leader[index],
        )

    def stock(self, deck: Deck) -> Masks:
        """[node] the cards that lie face down."""
        known: Masks = self.hands[0] | self.hands[1] | self.gone | _bit(self.shown)
        return ~known & _every(deck)


class _Growth(NamedTuple):
    """A level that is about to be built; `known` [seat, node] numbers what a seat has seen."""

    nodes: _Nodes
    known: Words
    origin: Index
    branches: int


def grow(deck: Deck) -> Tree:
    """Return the tree of a deck."""
    growth = _dealt(deck)
    levels: list[Level] = []
    while True:
        level, card = _level(deck, growth)
        levels.append(level)
        edges = _played(deck, growth.nodes, level, card)
        if len(levels) == 2 * deck.tricks:
            return Tree(deck, tuple(levels), _payoff(deck, edges))
        known = np.stack([_numbered(each[level.node] * deck.cards + card) for each in growth.known])
        if len(levels) % 2:
            growth = _Growth(edges, known, np.arange(len(card), dtype=np.int32), 1)
        else:
            growth = _drawn(deck, edges, known)


def _every(deck: Deck) -> np.int16:
    return np.int16((1 << deck.cards) - 1)


def _bit(cards: NDArray[np.integer]) -> Masks:
    """The mask of one card each; empty for no card."""
    return np.where(cards >= 0, np.int16(1) << np.maximum(cards, 0).astype(np.int16), np.int16(0))


def _members(masks: Masks) -> tuple[Index, Bytes]:
    """The cards of sets, set by set from the lowest: the number of the set and the card of each."""
    total = int(np.bitwise_count(masks).sum(dtype=np.int64))
    at, cards = np.empty(total, np.int32), np.empty(total, np.int8)
    _list(masks, at, cards)
    return at, cards


@kernel
def _list(masks: Masks, at: Index, cards: Bytes) -> None:
    count = 0
    for number in range(len(masks)):
        left = int(masks[number])
        while left:
            at[count], cards[count] = number, lowest_bit(left)
            left &= left - 1
            count += 1


def _numbered(keys: Words) -> Words:
    """The same number for the same key, from 0 on."""
    return np.unique(keys, return_inverse=True)[1].astype(np.int64)


def _dealt(deck: Deck) -> _Growth:
    """Every deal of two hands and a card on show, which is a spade."""
    masks = np.arange(1 << deck.cards, dtype=np.int16)
    hands = masks[np.bitwise_count(masks) == deck.hand]
    first, second = (each.ravel() for each in np.meshgrid(hands, hands, indexing="ij"))
    apart = first & second == 0
    first, second = first[apart], second[apart]
    at, shown = _members(~(first | second) & np.int16((1 << deck.ranks) - 1))
    both = np.stack([first[at], second[at]])
    nodes = _Nodes(
        hands=both,
        taken=np.zeros_like(both),
        gone=np.zeros(len(at), np.int16),
        shown=shown,
        led=np.full(len(at), NO_CARD, np.int8),
        leader=np.zeros(len(at), np.int8),
    )
    known = np.stack([_numbered(each.astype(np.int64) * deck.cards + shown) for each in both])
    return _Growth(nodes, known, np.zeros(len(at), np.int32), len(at))


def _level(deck: Deck, growth: _Growth) -> tuple[Level, Bytes]:
    """A level of the tree, and the card of each of its edges."""
    nodes, known, origin, branches = growth
    everybody = np.arange(len(nodes.led))
    replies = nodes.led >= 0
    actor = np.where(replies, 1 - nodes.leader, nodes.leader)
    legal = _legal(deck, nodes.hands[actor, everybody], nodes.led)
    keys = known[actor, everybody] * 2 + actor
    _, sample, info = np.unique(keys, return_index=True, return_inverse=True)
    seat, seen, cards = actor[sample], nodes.at(sample), legal[sample]
    first = np.concatenate([[0], np.cumsum(np.bitwise_count(cards), dtype=np.int32)]).astype(np.int32)
    node, card = _members(legal)
    lower = np.bitwise_count(legal[node] & (_bit(card) - np.int16(1)))
    each_set = np.arange(len(sample))
    own, theirs = seen.hands[seat, each_set], seen.taken[1 - seat, each_set]
    level = Level(
        origin=origin,
        branches=branches,
        actor=actor.astype(np.int8),
        info=info.astype(np.int32),
        node=node,
        slot=(first[info[node]] + lower).astype(np.int32),
        first=first,
        card=_of_52(deck, _members(cards)[1]),
        seat=seat.astype(np.int8),
        sample=sample.astype(np.int32),
        own=deck.masks(own),
        unseen=deck.masks(~(own | theirs | seen.gone | _bit(seen.shown)) & _every(deck)),
        theirs=deck.masks(theirs),
        shown=_of_52(deck, seen.shown),
        led=_of_52(deck, seen.led),
    )
    return level, card


def _legal(deck: Deck, hands: Masks, led: Bytes) -> Masks:
    """The cards of hands that may be played."""
    suit = (np.maximum(led, 0) // deck.ranks * deck.ranks).astype(np.int16)
    follows = np.where(led >= 0, hands & np.int16((1 << deck.ranks) - 1) << suit, np.int16(0))
    return np.where(follows != 0, follows, hands)


def _of_52(deck: Deck, cards: Bytes) -> Words:
    """The numbers among 52 cards; no card stays none."""
    return np.array([*map(deck.card, range(deck.cards)), NO_CARD], np.int64)[cards]


def _played(deck: Deck, nodes: _Nodes, level: Level, card: Bytes) -> _Nodes:
    """The positions behind the edges of a level; after a reply nobody has drawn yet."""
    before, actor = nodes.at(level.node), level.actor[level.node]
    everybody, bit = np.arange(len(card)), _bit(card)
    for sets in (before.hands, before.taken):
        sets[actor, everybody] &= ~bit
    replies = before.led >= 0
    takes = replies & (card // deck.ranks == before.led // deck.ranks) & (card > before.led)
    return replace(
        before,
        gone=before.gone | bit,
        led=np.where(replies, np.int8(NO_CARD), card),
        leader=np.where(takes, actor, before.leader).astype(np.int8),
    )


def _drawn(deck: Deck, edges: _Nodes, known: Words) -> _Growth:
    """Every pair of a card drawn and one turned up behind each finished trick."""
    cards = _members(edges.stock(deck))[1].reshape(len(edges.led), -1)
    drawn, turned = np.nonzero(~np.eye(cards.shape[1], dtype=bool))
    origin = np.repeat(np.arange(len(cards), dtype=np.int32), len(drawn))
    blind, shown = cards[:, drawn].ravel(), cards[:, turned].ravel()
    nodes = edges.at(origin)
    winner, everybody, prize = nodes.leader, np.arange(len(origin)), _bit(nodes.shown)
    nodes.hands[winner, everybody] |= prize
    nodes.taken[winner, everybody] |= prize
    nodes.hands[1 - winner, everybody] |= _bit(blind)
    recalled = np.empty((2, len(origin)), np.int64)
    for seat in (0, 1):
        own = np.where(winner == seat, NO_CARD, blind) + 1
        recalled[seat] = _numbered((known[seat, origin] * (deck.cards + 1) + own) * deck.cards + shown)
    return _Growth(replace(nodes, shown=shown), recalled, origin, len(drawn))


def _payoff(deck: Deck, edges: _Nodes) -> Bytes:
    """The tricks of seat 0 in the play stage, once the last two cards are taken; the loser of the trick leads."""
    everybody, winner = np.arange(len(edges.leader)), edges.leader
    hands = edges.hands.copy()
    hands[winner, everybody] |= _bit(edges.shown)
    hands[1 - winner, everybody] |= edges.stock(deck)
    keys = (hands[0].astype(np.int64) << deck.cards | hands[1]) * 2 + (1 - winner)
    ends, at = np.unique(keys, return_inverse=True)
    first, second = deck.masks(ends >> deck.cards + 1), deck.masks(ends >> 1 & int(_every(deck)))
    tricks = np.zeros(len(ends), np.int8)
    _solve(first, second, ends & 1, deck.hand, new_room(), no_levels(), tricks)
    return tricks[at]


@kernel
def _solve(
    first: Words,
    second: Words,
    leader: Words,
    cards: int,
    room: SolverWorkspace,
    levels: Levels,
    tricks: Bytes,
) -> None:
    """Set the tricks of seat 0 in each play stage."""
    for at in range(len(first)):
        mine, theirs = (second[at], first[at]) if leader[at] else (first[at], second[at])
        word = word_of_hands(mine, theirs, NO_TRUMP)
        taken = value_between(room, levels, word, 1, cards, (cards + 1) // 2, 0, cards)
        tricks[at] = cards - taken if leader[at] else taken


# -- values, best responses, equilibria --


def reaches(tree: Tree, policy: Policy, seat: int) -> Policy:
    """[level, node] the chance that `seat` plays all its cards on the way to a node."""
    reach = [np.ones(len(tree.levels[0].actor))]
    for before, chances, level in zip(tree.levels, policy, tree.levels[1:], strict=False):
        reach.append(np.empty(len(level.actor)))
        _reach(before.node, before.slot, before.actor, chances, seat, level.origin, reach[-2], reach[-1])
    return reach


@kernel
def _reach(
    node: Index,
    slot: Index,
    actor: Bytes,
    chances: Numbers,
    seat: int,
    origin: Index,
    before: Numbers,
    reach: Numbers,
) -> None:
    for at in range(len(origin)):
        edge = origin[at]
        reach[at] = before[node[edge]]
        if actor[node[edge]] == seat:
            reach[at] *= chances[slot[edge]]


def edge_values(tree: Tree, at: int, values: Numbers | None) -> Numbers:
    """[edge of level `at`] the mean value; `values` are those of the nodes of the level behind it, none of the last."""
    if values is None:
        return tree.payoff.astype(np.float64)
    behind = tree.levels[at + 1]
    sums = np.zeros(len(tree.levels[at].node))
    _gather(behind.origin, values, sums)
    sums /= behind.branches
    return sums


@kernel
def _gather(origin: Index, values: Numbers, sums: Numbers) -> None:
    for at in range(len(origin)):
        sums[origin[at]] += values[at]


@kernel
def _of_slots(
    node: Index, slot: Index, actor: Bytes, seat: int, weight: Numbers, values: Numbers, sums: Numbers
) -> None:
    """Add the values of the edges where `seat` moves to their slots, each by the weight of its node."""
    for edge in range(len(node)):
        if actor[node[edge]] == seat:
            sums[slot[edge]] += weight[node[edge]] * values[edge]


@kernel
def _of_nodes(node: Index, slot: Index, chances: Numbers, values: Numbers, means: Numbers) -> None:
    for edge in range(len(node)):
        means[node[edge]] += chances[slot[edge]] * values[edge]


def slot_values(level: Level, seat: int, weight: Numbers, values: Numbers) -> Numbers:
    """[slot] the sum of the values of its edges, each times the `weight` of its node; 0 where the other seat moves."""
    sums = np.zeros(len(level.card))
    _of_slots(level.node, level.slot, level.actor, seat, weight, values, sums)
    return sums


def node_values(level: Level, chances: Numbers, values: Numbers) -> Numbers:
    """[node] the mean of the values of its edges by the chances of their cards."""
    means = np.zeros(len(level.actor))
    _of_nodes(level.node, level.slot, chances, values, means)
    return means


def value(tree: Tree, policies: tuple[Policy, Policy]) -> float:
    """Return the tricks of seat 0, on average over all deals, when each seat plays its policy."""
    values: Numbers | None = None
    for at in reversed(range(len(tree.levels))):
        level = tree.levels[at]
        chances = joint(level, policies[0][at], policies[1][at])
        values = node_values(level, chances, edge_values(tree, at, values))
    assert values is not None, "a tree has levels"
    return float(values.mean())


def joint(level: Level, first: Numbers, second: Numbers) -> Numbers:
    """[slot] the chances of the seat that moves there."""
    return np.where(level.of_slots(level.seat) == 0, first, second)


def best_of(level: Level, worth: Numbers) -> Numbers:
    """[slot] 1 for the card of each information set that is worth most, the lowest of equals, 0 for others."""
    best = np.zeros(len(worth))
    _best(level.first, worth, best)
    return best


@kernel
def _best(first: Index, worth: Numbers, best: Numbers) -> None:
    for info in range(len(first) - 1):
        most = first[info]
        for slot in range(first[info] + 1, first[info + 1]):
            if worth[slot] > worth[most]:
                most = slot
        best[most] = 1.0


def best_response(tree: Tree, seat: int, against: Policy) -> tuple[float, Policy]:
    """Return the most tricks that `seat` can take on average from a player of the policy `against`, and how."""
    weights = reaches(tree, against, 1 - seat)
    sign = 1.0 if seat == 0 else -1.0
    answer: Policy = []
    values: Numbers | None = None
    for at in reversed(range(len(tree.levels))):
        level = tree.levels[at]
        edges = edge_values(tree, at, values)
        best = best_of(level, sign * slot_values(level, seat, weights[at], edges))
        answer.append(best)
        chances = joint(level, best, against[at]) if seat == 0 else joint(level, against[at], best)
        values = node_values(level, chances, edges)
    assert values is not None, "a tree has levels"
    mean = float(values.mean())
    return (mean if seat == 0 else tree.deck.hand - mean), answer[::-1]


class Exploited(NamedTuple):
    """Tricks a deal that a best opponent takes from a policy: when it leads, and when it is the second."""

    leading: float
    second: float
    hand: int

    def exploitability(self) -> float:
        """Return by how many tricks a deal a best opponent beats the game's value, on average over both seats.

        It is 0 for an equilibrium and never less.
        """
        return (self.leading + self.second - self.hand) / 2


def exploited(tree: Tree, policy: Policy) -> Exploited:
    """Return what best opponents take from a policy that plays both seats."""
    return Exploited(best_response(tree, 1, policy)[0], best_response(tree, 0, policy)[0], tree.deck.hand)


class Regrets:
    """Counterfactual regret minimization: CFR+ by turns, the mean policy weighted by the square of the iteration.

    Zinkevich and others 2007; Tammelin 2014.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._regrets = [np.zeros(len(level.card)) for level in tree.levels]
        self._sums = [np.zeros(len(level.card)) for level in tree.levels]
        self._policy = tree.uniform()
        self.iterations = 0

    def run(self, iterations: int) -> None:
        """Go on for so many iterations, each of which looks at every deal and every card of both seats."""
        for _ in range(iterations):
            self.iterations += 1
            for seat in (0, 1):
                self._improve(seat)

    def _improve(self, seat: int) -> None:
        tree, policy = self._tree, self._policy
        others, own = reaches(tree, policy, 1 - seat), reaches(tree, policy, seat)
        values: Numbers | None = None
        for at in reversed(range(len(tree.levels))):
            level = tree.levels[at]
            edges = edge_values(tree, at, values)
            values = node_values(level, policy[at], edges)
            gains = slot_values(level, seat, others[at], edges)
            mine = np.zeros(level.sets)
            mine[level.info] = own[at]
            arrays = (self._regrets[at], policy[at], self._sums[at])
            _match(level.first, level.seat, seat, gains, mine * self.iterations**2, *arrays)

    def policy(self) -> Policy:
        """Return the mean policy, which comes close to an equilibrium."""
        means = []
        for level, sums, uniform in zip(self._tree.levels, self._sums, self._tree.uniform(), strict=True):
            totals = level.of_slots(np.add.reduceat(sums, level.first[:-1]))
            means.append(np.where(totals > 0, sums / np.where(totals > 0, totals, 1.0), uniform))
        return means


@kernel
def _match(
    first: Index,
    seats: Bytes,
    seat: int,
    gains: Numbers,
    weights: Numbers,
    regrets: Numbers,
    policy: Numbers,
    sums: Numbers,
) -> None:
    """Add the policy to the sums, the gains to the regrets, and set the policy to match the regrets."""
    sign = 1.0 if seat == 0 else -1.0
    for info in range(len(seats)):
        if seats[info] != seat:
            continue
        start, end = first[info], first[info + 1]
        mean = total = 0.0
        for slot in range(start, end):
            mean += policy[slot] * gains[slot]
            sums[slot] += weights[info] * policy[slot]
        for slot in range(start, end):
            regrets[slot] = max(0.0, regrets[slot] + sign * (gains[slot] - mean))
            total += regrets[slot]
        for slot in range(start, end):
            policy[slot] = regrets[slot] / total if total > 0 else 1.0 / (end - start)
