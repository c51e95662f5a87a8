from random import Random

import pytest

from ai.bridge.engine import TELLS, Kibitz, SimpleEngine, call_by_rule, greedy_card
from ai.bridge.levels import STRENGTHS, erring, strength
from ai.bridge.solver.solver import Solver
from ai.engine import Advice, Engine, Limit
from ai.registry import create, entries
from game.bridge import Endgame, State, observe, rules_of
from game.bridge.cards import card_name, cards_of, mask_of, parse_card, parse_hand
from game.facts import BridgeFacts
from game.referee import Referee
from tests.ai.bridge.hands import exchanges, view

FEW = Limit(iterations=4)


def _last(engine: Engine, state: State, limit: Limit = FEW) -> Advice:
    """The last word on what the seat to move sees, all of it being sound."""
    seen = State.open(state.view(state.to_move).here())
    referee, advice_list = Referee(seen), list(engine.think(seen, limit))
    assert [referee.flaw(advice) for advice in advice_list] == [None] * len(advice_list)
    assert [advice.done for advice in advice_list] == [False] * (len(advice_list) - 1) + [True]
    return advice_list[-1]


def _in_play(seed: int) -> tuple[State, Endgame]:
    """A match by chance up to the play stage of its first deal, and its endgame."""
    luck = Random(seed)
    state = State.open({"deals": f"random:{seed}", "auction": "off", "match": "1 deals"})
    while state.stage == "exchange":
        state = state.play(luck.choice(state.legal_moves()))
    assert state.board.endgame is not None
    return state, state.board.endgame


@pytest.mark.parametrize("name", ["kibitz", "greedy", "random"])
def test_a_whole_match_is_played_with_sound_advice(name: str) -> None:
    engine = create(name, game="bridge", seed=3)
    state = State.open({"deals": "random:11", "match": "1 deals"})
    while not state.over:
        state = state.play(_last(engine, state).choices[0].move)
    assert _last(engine, state).choices == ()


def test_the_exchange_names_every_legal_card_best_first_and_what_is_known() -> None:
    for at, sight in exchanges(1, every=7):
        advice = _last(Kibitz(seed=1), State(at.rules, view(at, 0).deals, at), Limit(iterations=16))
        scores = [choice.worth.value for choice in advice.choices]
        assert {choice.move for choice in advice.choices} == set(at.legal())
        assert scores == sorted(scores, reverse=True)
        assert advice.read(BridgeFacts).hidden == sight.hidden
        assert 0 <= (advice.read(BridgeFacts).makes or 0.0) <= 1


def test_in_the_play_stage_no_trick_is_ever_lost() -> None:
    engine, solver = Kibitz(seed=1), Solver()
    for seed in range(1, 7):
        (state, endgame), luck, seat = _in_play(seed), Random(seed), seed % 2
        par = solver.tricks(endgame)
        par = par if state.board.leader == seat else 13 - par
        while not state.over:
            mine = state.to_move == seat
            move = _last(engine, state).choices[0].move if mine else luck.choice(state.legal_moves())
            state = state.play(move)
        assert state.results[0].tricks[seat] >= par


def test_cards_of_the_play_stage_are_exact_and_proven() -> None:
    state, endgame = _in_play(2)
    advice, needs = _last(Kibitz(seed=1), state), state.needs
    worth = {card_name(each.card): each.tricks for each in Solver().cards(endgame).cards}
    assert {choice.move: choice.worth.value for choice in advice.choices} == worth
    for choice in advice.choices:
        assert choice.worth.unit == "tricks"
        assert choice.proof == ("win" if worth[choice.move] >= needs[state.to_move] else "loss")
    line = advice.choices[0].line
    after = state.play(advice.choices[0].move)
    for card in line:
        after = after.play(card)  # raises where the line is not legal
    assert len(line) == 8


def test_a_claim_is_accepted_up_to_what_the_claimer_takes_anyway() -> None:
    state, endgame = _in_play(4)
    sure, engine = Solver().tricks(endgame), Kibitz(seed=1)
    assert _last(engine, state.play(f"claim {sure}")).choices[0].move == "accept"
    assert _last(engine, state.play(f"claim {sure + 1}")).choices[0].move == "refuse"


def test_simple_engines_do_as_their_rules_say() -> None:
    auction = State.open({"deals": "random:5"})
    assert _last(SimpleEngine(greedy=True), auction).choices[0].move == call_by_rule(observe(auction.view(0)))
    exchange = State.open({"deals": "random:5", "auction": "off"})
    best = card_name(greedy_card(observe(exchange.view(exchange.to_move))))
    assert _last(SimpleEngine(greedy=True), exchange).choices[0].move == best


def test_a_finished_match_and_a_limit_of_no_time_get_an_answer() -> None:
    state = State.open({"deals": "random:5", "auction": "off"})
    assert _last(Kibitz(seed=1), state, Limit(seconds=0.0)).choices


def test_levels_are_offered_by_name_and_only_weak_ones_err() -> None:
    offered = next(entry for entry in entries("bridge") if entry.name == "kibitz")
    assert [level.name for level in offered.levels] == [each.name for each in STRENGTHS]
    worths = [1.0, 0.9, 0.5]
    assert erring("abc", worths, strength("full").spread, Random(1)) == ["a", "b", "c"]
    first = [erring("abc", worths, strength("beginner").spread, Random(seed))[0] for seed in range(60)]
    assert set(first) == {"a", "b", "c"}
    assert first.count("a") > first.count("c")


@pytest.mark.parametrize("doubles", ["off", "on"])
def test_a_beginner_opens_no_slam_on_a_flat_hand(doubles: str) -> None:
    deal = "KJ3.AQ2.K842.QT5 AQT98.K543.J5.A4"
    rest = [card_name(card) for card in range(52) if card not in _cards_of_hands(deal)]
    rules = {"deals": f"list:{deal} {''.join(rest)}", "match": "1 deals", "doubles": doubles}
    state = State.open(rules)
    calls = {_last(Kibitz(strength("beginner"), seed), state, Limit()).choices[0].move for seed in range(12)}
    assert len(calls) > 1, "a beginner errs"
    assert not [call for call in calls if call[0] in "67"]


def _cards_of_hands(deal: str) -> list[int]:
    return [card for hand in deal.split() for card in cards_of(parse_hand(hand))]


def test_a_deal_without_a_stock_is_bid_by_rule_and_played_exactly() -> None:
    deal = "AKQJT98765432... .AKQJT98765432.. -"
    state = State.open({"deals": f"list:{deal}", "match": "1 deals"})
    advice = _last(Kibitz(seed=1), state)
    assert (advice.choices[0].move, advice.source) == ("1S", "rule")
    state = state.play("7S").play("pass")
    assert state.stage == "play"
    assert _last(Kibitz(seed=1), state).choices[0].proof == "win"


def test_of_equal_cards_the_one_comes_first_that_is_hardest_to_answer() -> None:
    solver = Solver()
    for seed in range(1, 5):
        state, endgame = _in_play(seed)
        advice = _last(Kibitz(seed=1), state)
        best = [choice.move for choice in advice.choices if choice.worth == advice.choices[0].worth]
        given = [_given(endgame, move, solver) // TELLS for move in best]
        assert given == sorted(given, reverse=True)


def _advised(position: str, leader: int = 0) -> Advice:
    """The advice on a position of the play stage as on the command line."""
    return _last(Kibitz(seed=1), State.open(rules_of(Endgame.parse(position), leader)))


def test_of_equal_cards_that_set_no_trap_the_lowest_comes_first_and_stands_in_the_line() -> None:
    """Ten cards are thrown on ten spades that win: none takes a trick, whatever is played."""
    position = "KQJT98765... .AKQJ9.AK872. N led SA"
    advice = _advised(position)
    assert [choice.worth.value for choice in advice.choices] == [0.0] * 10
    assert [choice.move for choice in advice.choices][:4] == ["D2", "D7", "D8", "H9"]
    line = advice.choices[0].line
    assert [move for move in line if move[0] != "S"] == ["D7", "D8", "H9", "HJ"]
    assert advice.read(BridgeFacts).back == "", "no card brings the lead back"


def test_a_fact_about_the_lead_holds_in_every_line_of_best_play() -> None:
    """Against every best line, played out by the slow rules."""
    reported = 0
    for seed in range(30):
        luck = Random(seed)
        cards = luck.sample(range(52), 8)
        hands = mask_of(cards[:4]), mask_of(cards[4:])
        endgame = Endgame(*hands, luck.randrange(5))
        advice = _last(Kibitz(seed=1), State.open(rules_of(endgame)))
        facts, first = advice.read(BridgeFacts), parse_card(advice.choices[0].move)
        after = endgame.play(first)
        best = [card for card in after.legal() if after.worth(card) == after.value]
        assert set(map(parse_card, facts.replies)) == set(best)
        wins = _next_wins(after, mine=True)
        if facts.back:
            reported += 1
            assert wins == {parse_card(facts.back)}
        else:
            assert len(wins) > 1 or wins <= {first, None}
    assert reported


def _next_wins(here: Endgame, *, mine: bool) -> set[int | None]:
    """The cards with which I take my next trick in any line of best play; `mine`: the first hand is mine."""
    if not here.cards_left:
        return {None}
    results: set[int | None] = set()
    for card in here.legal():
        if here.worth(card) != here.value:
            continue
        if here.led is None:
            results |= _next_wins(here.play(card), mine=mine)
        elif here.takes(card) == mine:
            results |= _next_wins(here.play(card), mine=False)
        else:
            results.add(here.led if mine else card)
    return results


def _given(endgame: Endgame, move: str, solver: Solver) -> float:
    """Return how much a random reply gives away on average."""
    after = endgame.play(parse_card(move))
    worths: list[int] = []
    for reply in after.legal():
        rest = solver.tricks(after.play(reply))
        worths.append(after.cards_left - 1 - rest if after.takes(reply) else 1 + rest)
    return sum(worths) / len(worths) - min(worths)


def test_full_strength_is_of_the_same_mind_when_it_is_asked_again() -> None:
    state = State.open({"deals": "random:5", "auction": "off", "match": "1 deals"})
    view = state.view(state.to_move)
    engine, limit = Kibitz(), Limit(iterations=48)
    first = _last(engine, view, limit).choices
    assert _last(engine, view, limit).choices == first
    assert _last(Kibitz(), view, limit).choices == first
