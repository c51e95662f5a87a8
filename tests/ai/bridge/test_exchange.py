from dataclasses import replace
from random import Random

import numpy as np
import pytest

from ai.bridge.bidder import utility
from ai.bridge.engine import greedy_card
from ai.bridge.exchanger import ExchangeBuffers, Exchanger, lay_out
from ai.bridge.player import worlds
from ai.bridge.player.habit import ROW, WEIGHTS, Situation, fitted, liked
from ai.bridge.player.layout import NO_CARD, RANKS
from ai.bridge.player.weighing import (
    AT_ONCE,
    CARD,
    DECLARED_BY,
    ENOUGH,
    IN_STRAIN,
    JOB,
    MADE_FOR_ONE,
    MY_TRICKS,
    WORLD,
    make_up,
)
from ai.bridge.solver.solver import Solver
from bench import bridge_errors
from game.bridge import Board, Contract, Deal, Observation, Rules, consistent, observe
from game.bridge.cards import card_name, cards_of, mask_of, parse_card
from tests.ai.bridge.hands import board, exchanges, seen, view

pytestmark = pytest.mark.kernel


@pytest.fixture(scope="module")
def mind() -> ExchangeBuffers:
    return ExchangeBuffers(1)


def _drawn(sight: Observation, mind: ExchangeBuffers) -> Deal:
    """The whole deal that the last made-up world stands for, from where each of the other's cards came from."""
    places, stock = mind.workspace.places, list(mind.workspace.stocks[0])
    for trick, done in enumerate(sight.tricks):
        mine = done.drawn if done.winner != sight.seat else None
        stock[2 * trick] = done.shown
        stock[2 * trick + 1] = places[RANKS + trick] if mine is None else mine
    stock[2 * len(sight.tricks)] = sight.upturned
    theirs = mask_of(int(card) for card in places[:RANKS])
    hands = (sight.dealt, theirs) if sight.seat == 0 else (theirs, sight.dealt)
    return Deal(hands, tuple(int(card) for card in stock))


def test_a_table_of_words_goes_as_the_rules_do() -> None:
    luck = Random(1)
    for number in range(20):
        at, table = board(number), np.zeros(worlds.TABLE, np.int64)
        stock = np.array(at.deal.stock, np.int64)
        worlds.set_out(*at.deal.hands, stock, at.contract.declarer, table)
        while at.stage == "exchange":
            assert table[worlds.TO_MOVE] == at.to_move
            assert table[worlds.SHOWN] == at.upturned
            assert tuple(table[worlds.HAND : worlds.HAND + 2]) == at.cards.hands
            sight = seen(at)
            assert ~int(table[worlds.SEEN + at.to_move]) & (1 << 52) - 1 == sight.unseen
            assert table[worlds.OPEN + 1 - at.to_move] == sight.theirs
            card = luck.choice(at.legal())
            worlds.lay(table, stock, parse_card(card), at.contract.strain)
            at = at.play(card)
        assert tuple(table[worlds.HAND : worlds.HAND + 2]) == at.cards.hands
        assert table[worlds.LAST] == at.exchange_tricks[-1].winner


def test_each_deal_made_up_is_one_in_which_the_same_would_have_been_seen(mind: ExchangeBuffers) -> None:
    workspace = mind.workspace
    for at, sight in exchanges(12, every=3):
        called = lay_out(sight, workspace)
        for _ in range(3):
            scratch = worlds.Scratch(workspace.places, workspace.voids, workspace.spare)
            table = workspace.tables[0]
            so_far = worlds.SeenSoFar(workspace.past, workspace.sight, workspace.calls)
            log = worlds.imagine(so_far, called, mind.weights, scratch, table, mind.luck)
            assert log > worlds.IMPOSSIBLE / 2
            worlds.shuffle_stock(table, workspace.stocks[0], mind.luck)
            deal = _drawn(sight, mind)
            assert consistent(view(at, sight.seat), deal)
            again = Board.dealt(at.rules, deal, at.dealer, at.moves)
            assert int(workspace.tables[0, worlds.HAND + 1]) == again.cards.hands[1 - sight.seat]
            other = observe(view(replace(again, leader=again.leader), 1 - sight.seat))
            assert ~int(workspace.tables[0, worlds.SEEN + 1]) & (1 << 52) - 1 == other.unseen


def test_a_suit_that_was_not_followed_is_seldom_dealt_to_him(mind: ExchangeBuffers) -> None:
    for _, sight in exchanges(6):
        void = [suit for suit in range(4) if sight.at_most[1 << suit] == 0 and sight.hidden]
        if not void:
            continue
        make_up(mind.workspace, lay_out(sight, mind.workspace), 8, 8, mind.weights, mind.luck)
        for world in range(8):
            hidden = int(mind.workspace.tables[world, worlds.HAND + 1]) & ~sight.theirs
            assert hidden & ~sight.possible == 0
            assert hidden.bit_count() == sight.hidden


def test_deals_are_made_up_until_enough_of_them_count(mind: ExchangeBuffers) -> None:
    workspace, most = mind.workspace, MADE_FOR_ONE * 8
    counts = set()
    for _, sight in exchanges(6, every=3):
        workspace.logs[:] = np.nan
        worth = make_up(workspace, lay_out(sight, workspace), most, 8, mind.weights, mind.luck)
        made = np.count_nonzero(~np.isnan(workspace.logs))
        assert made % (AT_ONCE * 8) == 0
        assert made == most or (made < most and worth >= ENOUGH * 8)
        counts.add(made)
        for number, world in enumerate(workspace.drawn[:8]):
            left = workspace.stocks[number, workspace.tables[world, worlds.AT] : 26]
            hidden = sight.unseen & ~int(workspace.tables[world, worlds.HAND + 1])
            assert mask_of(map(int, left)) == hidden
            assert len({*left}) == len(left)
    assert len(counts) > 1, "some positions say more than others"


@pytest.mark.parametrize("kind", [worlds.BY_HABIT, worlds.BY_GREED])
def test_playing_out_is_what_two_players_do_who_see_their_own_side(mind: ExchangeBuffers, kind: int) -> None:
    workspace, solver = mind.workspace, Solver()
    workspace.tables[0, worlds.KIND] = kind
    for number in range(4):
        at = board(number)
        workspace.drawn[0], workspace.tables[0, worlds.HAND], workspace.tables[0, worlds.HAND + 1] = (
            0,
            *at.deal.hands,
        )
        workspace.stocks[0] = at.deal.stock
        jobs = np.zeros((1, JOB), np.int64)
        jobs[0, [WORLD, CARD, IN_STRAIN, DECLARED_BY]] = 0, NO_CARD, at.contract.strain, 0
        mind.settle(jobs, "loser")
        while at.stage == "exchange":
            by_greed = kind == worlds.BY_GREED and at.to_move == 1
            at = at.play(card_name(greedy_card(seen(at)) if by_greed else _by_habit(at, mind)))
        assert at.endgame is not None
        taken = solver.tricks(at.endgame)
        assert jobs[0, MY_TRICKS] == (taken if at.leader == 0 else 13 - taken)


def _by_habit(at: Board, mind: ExchangeBuffers) -> int:
    sight = seen(at)
    assert sight.upturned is not None
    led = NO_CARD if sight.led is None else sight.led
    at = Situation(sight.own, sight.unseen, sight.theirs, sight.upturned, led, sight.contract.strain)
    return liked(at, len(sight.tricks), mind.weights)


def test_there_is_a_weight_for_every_term() -> None:
    assert len(fitted()) == WEIGHTS == 10 * ROW


def test_every_legal_card_is_weighed_and_the_same_seed_weighs_alike() -> None:
    for at, sight in list(exchanges(2, every=9)):
        results = [_weighed(sight, ExchangeBuffers(5)) for _ in range(2)]
        assert results[0] == results[1]
        assert sorted(card_name(card) for card, _ in results[0]) == sorted(at.legal())


def _weighed(sight: Observation, mind: ExchangeBuffers) -> list[tuple[int, float]]:
    thought = Exchanger(mind, sight, utility(sight), 40)
    while thought.run():
        pass
    return [(each.card, each.worth) for each in thought.values()]


def test_in_the_last_trick_the_card_is_kept_that_takes_a_trick(mind: ExchangeBuffers) -> None:
    for at, sight in exchanges(8):
        if len(sight.tricks) == 12 and sight.led is not None and len(at.legal()) > 1:
            cards, worths = zip(*_weighed(sight, mind), strict=True)
            truth = [_truth(at, card) for card in cards]
            assert truth[int(np.argmax(worths))] >= max(truth) - 1
            break


def _truth(at: Board, card: int) -> int:
    after = at.play(card_name(card))
    assert after.endgame is not None
    taken = Solver().tricks(after.endgame)
    return taken if after.leader == at.to_move else 13 - taken


def test_points_are_wanted_under_a_contract_and_tricks_without_an_auction() -> None:
    sight = seen(board(1))
    assert list(utility(sight)) == list(range(14))
    table = replace(sight.rules, auction="on")
    bid = replace(sight, rules=table, contract=Contract(4, 0, sight.seat))
    assert [utility(bid)[taken] for taken in (9, 10, 11)] == [-50, 420, 450]
    defending = replace(bid, contract=Contract(4, 0, 1 - sight.seat))
    assert [utility(defending)[taken] for taken in (4, 3, 2)] == [50, -420, -450]


def test_greedy_keeps_trumps_and_takes_what_is_worth_more_than_it_costs() -> None:
    sight = seen(board(0))
    strain = sight.contract.strain
    ace, two = 13 * strain + 12, 13 * strain
    low = next(card for card in cards_of(sight.unseen) if card // 13 != strain and card % 13 == 1)
    own = mask_of([ace, two, low])
    assert greedy_card(replace(sight, own=own, led=None, upturned=low + 1)) == low


def test_stated_errors_hold_when_a_position_is_asked_again() -> None:
    """Deals of one draw depend on each other: their own spread alone said half of the error and less."""
    cards = [bridge_errors.exchange(*each) for each in bridge_errors.EXCHANGES[2:4]]
    calls = [bridge_errors.auction(*each) for each in bridge_errors.AUCTIONS[2:4]]
    for asked, ask in ((cards, bridge_errors.of_cards), (calls, bridge_errors.of_calls)):
        result = bridge_errors.ratio(asked, lambda one, seed, ask=ask: ask(one, seed, 128), 8)  # type: ignore[misc]
        assert 0.7 < result < 1.4


def test_a_whole_deck_lacks_no_cards_and_no_tricks() -> None:
    workspace = ExchangeBuffers(1).workspace
    begun = [
        seen(board(number, Rules(auction=auction)))
        for number in range(4)
        for auction in ("on", "off", "stock")
    ]
    for sight in (*begun, *(sight for _, sight in exchanges(6))):
        lay_out(sight, workspace)
        lacks = workspace.sight[[worlds.DEALT, worlds.LEFT_OUT, worlds.ABSENT]]
        assert lacks.tolist() == [13, 0, 0]


def test_no_card_is_given_up_for_what_habit_thinks_of_it() -> None:
    for _, sight in exchanges(2, every=7):
        looked: list[dict[int, int]] = []
        for dislike in (0.0, 5.0):
            decision = Exchanger(ExchangeBuffers(1), sight, utility(sight), 96)
            decision._habit = np.where(np.arange(len(decision._habit)) % 2, 0.0, -dislike)
            while decision.run():
                pass
            looked.append({each.card: each.worlds for each in decision.values()})
        assert looked[0] == looked[1]
