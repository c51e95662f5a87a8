"""Matches: every deal played twice, with the seats exchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import sqrt
from random import Random
from statistics import fmean, pstdev
from typing import Literal, NamedTuple, Protocol

import msgspec

from ai.bridge.bidder import Bidder, utility
from ai.bridge.engine import call_by_rule, greedy_card, random_card
from ai.bridge.exchanger import ExchangeBuffers, Exchanger
from ai.bridge.solver.solver import Solver
from ai.bridge.tables.folder import Folder, ready_levels
from ai.bridge.tables.index import STRAINS
from ai.bridge.tables.job import Build
from ai.names import GREEDY, KIBITZ, RANDOM
from game.bridge import Board, Deal, Observation, Rules, State, observe
from game.bridge.auction import TRICKS, points
from game.bridge.board import calls_without_auction
from game.bridge.cards import card_name
from game.bridge.deal import Deals
from game.errors import BadInput

# Kibitz as a player of matches: so many sampled deals for each decision, and no clock.

WORLDS = 400  # where nothing is said


class Thinking:
    """The sampling player."""

    def __init__(self, seed: int, worlds: int | None = None) -> None:
        self._mind = ExchangeBuffers(seed)
        self._worlds = WORLDS if worlds is None else worlds

    def call(self, seen: Observation) -> str:
        return self.calls(seen)[0]

    def calls(self, seen: Observation) -> list[str]:
        """Every call that was weighed, best first."""
        self._mind.levels = ready_levels()  # they change no value
        bidder = Bidder(self._mind, seen, self._worlds)
        while bidder.run():
            pass
        return [each.call for each in bidder.values()]

    def card(self, seen: Observation) -> str:
        self._mind.levels = ready_levels()
        exchanger = Exchanger(self._mind, seen, utility(seen), self._worlds)
        while exchanger.run():
            pass
        return card_name(exchanger.values()[0].card)


# Who can play a match: the project's own player, greedy, and random.


class Player(Protocol):
    """One side of a match, up to the play stage, which everybody plays perfectly."""

    def call(self, seen: Observation) -> str:
        """The next call of the auction."""
        ...

    def card(self, seen: Observation) -> str:
        """The next card of the exchange."""
        ...


class RulePlayer:
    """Bids by rule; exchanges by greed, or by chance where there is `luck`."""

    def __init__(self, luck: Random | None = None) -> None:
        self._luck = luck

    def call(self, seen: Observation) -> str:
        return call_by_rule(seen)

    def card(self, seen: Observation) -> str:
        return card_name(greedy_card(seen) if self._luck is None else random_card(seen, self._luck))


PLAYERS: dict[str, Callable[[int, int | None], Player]] = {
    KIBITZ: lambda seed, worlds: Thinking(seed, worlds),
    GREEDY: lambda seed, worlds: RulePlayer(),
    RANDOM: lambda seed, worlds: RulePlayer(Random(seed)),
}


def player(name: str, seed: int, worlds: int | None) -> Player:
    """The player called `name`. Raises `BadInput` for a name unknown here."""
    if name not in PLAYERS:
        raise BadInput(f"no bridge player called {name[:40]!r}; known: {', '.join(PLAYERS)}")
    return PLAYERS[name](seed, worlds)


# The referee: deals, asks the players, solves the play stage, and keeps the score.

Name = Literal["a", "b"]
Progress = Callable[[int, tuple["PlayedHand", "PlayedHand"]], None]
NINETY_FIVE = 1.96  # standard errors
LONG = 20  # deals: a match for which levels of the tables are worth making
USEFUL = range(1, 10)


class PlayedHand(msgspec.Struct, frozen=True):
    """A deal as it was played once. Without a bid there is no declarer and no contract, and nothing is scored."""

    declarer: Name | None
    contract: str | None
    tricks_a: int
    tricks_b: int
    points_a: int
    points_b: int


class MatchResult(msgspec.Struct, frozen=True):
    """All deals of a match, each as played with A in the dealer's seat and with B in it, and the sums."""

    points_a: int
    points_b: int
    tricks_a: int
    tricks_b: int
    deals: tuple[tuple[PlayedHand, PlayedHand], ...]


class Interval(NamedTuple):
    """A mean, and how far to both sides of it the truth lies in 95 of 100 cases."""

    mean: float
    margin: float


_USUAL = Rules()


def play_match(
    a: str,
    b: str,
    deals: int,
    seed: int,
    table: Rules = _USUAL,
    worlds: int | None = None,
    progress: Progress | None = None,
) -> MatchResult:
    """Play `deals` deals of the stream `random:seed` twice each between `a` and `b`: `kibitz`, `greedy`, `random`.

    `table`: by which rules; the length does not count. `worlds`: deals that `kibitz` samples
    for a decision. The same arguments give the same match. Raises `BadInput` for a player unknown here.
    """
    players = (player(a, 2 * seed, worlds), player(b, 2 * seed + 1, worlds))
    return play_deals(table, players, deals, seed, progress)


def play_deals(
    table: Rules, players: tuple[Player, Player], deals: int, seed: int, progress: Progress | None = None
) -> MatchResult:
    """Such a match between A and B by the rules of a table."""
    solver = Solver()
    played: list[tuple[PlayedHand, PlayedHand]] = []
    with _levels_on_the_way(0 if all(isinstance(each, RulePlayer) for each in players) else deals):
        for number in range(deals):
            deal = Deal.random(seed, number)
            solver.levels = ready_levels()  # which levels there are changes no result
            first = _hand(table, deal, players, "a", solver)
            played.append((first, _hand(table, deal, players, "b", solver)))
            if progress:
                progress(number + 1, played[-1])
    return result_of(played)


def result_of(played: Sequence[tuple[PlayedHand, PlayedHand]]) -> MatchResult:
    """The result of a match as far as it was played."""
    hands = [hand for pair in played for hand in pair]
    return MatchResult(
        points_a=sum(hand.points_a for hand in hands),
        points_b=sum(hand.points_b for hand in hands),
        tricks_a=sum(hand.tricks_a for hand in hands),
        tricks_b=sum(hand.tricks_b for hand in hands),
        deals=tuple(played),
    )


@contextmanager
def _levels_on_the_way(deals: int) -> Iterator[None]:
    """Make the levels that speed up a long match, beside it, where they are not there yet."""
    folder = Folder()
    missing = any(folder.state(level, strain) == "missing" for strain in STRAINS for level in USEFUL)
    if deals < LONG or not missing:
        yield
        return
    build = Build(USEFUL, STRAINS, folder.path)
    build.start()
    try:
        yield
    finally:
        build.stop()


def gain_in_tricks(result: MatchResult) -> Interval:
    """A's tricks beyond half of them, a hand; hands without a bid count as even."""
    even = TRICKS / 2
    return _interval(
        [[hand.tricks_a - even if hand.contract else 0.0 for hand in pair] for pair in result.deals]
    )


def gain_in_points(result: MatchResult) -> Interval:
    """A's points less B's, a hand."""
    return _interval([[float(hand.points_a - hand.points_b) for hand in pair] for pair in result.deals])


def _interval(pairs: list[list[float]]) -> Interval:
    """Over deals, of the mean of their two hands."""
    means = [fmean(pair) for pair in pairs]
    return Interval(fmean(means), NINETY_FIVE * pstdev(means) / sqrt(len(means)))


def _hand(
    table: Rules, deal: Deal, players: tuple[Player, Player], north: Name, solver: Solver
) -> PlayedHand:
    """Play a deal; North deals."""
    seats = players if north == "a" else players[::-1]
    board = Board.dealt(table, deal, 0, calls_without_auction(table, deal, 0))
    while board.stage in ("auction", "exchange"):
        seat = board.to_move
        seen = observe(_view(table, board, seat))
        call = board.stage == "auction"
        board = board.play(seats[seat].call(seen) if call else seats[seat].card(seen))
    if board.contract is None:
        return PlayedHand(None, None, 0, 0, 0, 0)
    return _scored(table, board, north, solver)


def _view(table: Rules, board: Board, seat: int) -> State:
    return State(table, Deals((board.deal,), None), board).view(seat)


def _scored(table: Rules, board: Board, north: Name, solver: Solver) -> PlayedHand:
    """The hand once both have played the play stage perfectly."""
    endgame, contract = board.endgame, board.contract
    assert endgame is not None, "the play stage has begun"
    assert contract is not None, "the play stage has begun"
    taken = solver.tricks(endgame)
    tricks = (taken, TRICKS - taken) if board.leader == 0 else (TRICKS - taken, taken)
    scored = points(table, contract, tricks)
    a = 0 if north == "a" else 1
    return PlayedHand(
        declarer="a" if contract.declarer == a else "b",
        contract=str(contract),
        tricks_a=tricks[a],
        tricks_b=tricks[1 - a],
        points_a=scored[a],
        points_b=scored[1 - a],
    )
