"""The partner slips as often as the people whose replays were counted, and is judged by the same rules."""

from __future__ import annotations

from random import Random

import pytest

from ai.engine import Limit
from ai.registry import create, find
from ai.tetris.guideline.partner.engine import Partner
from ai.tetris.guideline.partner.fitting import spread_of
from ai.tetris.guideline.partner.judging import SlipJudge
from ai.tetris.guideline.partner.levels import LEVELS, level
from ai.tetris.guideline.partner.rounds import alone, as_played, duel
from game.facts import PathFacts
from game.tetris.guideline import Placement, State
from game.tetris.guideline.habits import Figure, Line, Odds, Slips
from game.tetris.guideline.slips import KINDS

LINE, ODDS = Line(1.0, 0.0, 0.0, (0.0, 0.0, 0.0)), Odds(1.0, (), ())
WELL = "xxxxxxxxx./xxxxxxxxx./xxxxxxxxx./xxxxxxxxx."


def test_a_column_beside_the_well_is_a_slip_by_one_column() -> None:
    judged = SlipJudge().judge(State.open({"board": WELL, "queue": "list:ITLJSZO"}))
    into, beside = Placement.parse("I east 9 2").canonical(), Placement.parse("I east 8 6").canonical()
    assert judged.costs[into] == 0
    assert judged.kinds[beside] == "column"


def test_the_judge_finds_the_same_whatever_it_has_judged_before() -> None:
    states = [State.open({"queue": f"seven_bag:{seed}", "board": WELL}) for seed in (1, 2)]
    judge = SlipJudge()
    first = [judge.judge(state) for state in states]
    assert [judge.judge(state) for state in reversed(states)] == first[::-1]


def test_a_round_is_the_same_again_and_is_judged_as_it_was_played() -> None:
    habit, judge = level("club").habit, SlipJudge()
    turns = alone(Partner(habit, 1), 7)
    assert alone(Partner(habit, 1), 7) == turns
    assert all(judge.judge(turn.state) == turn.judged for turn in turns[:20])


def test_the_partner_slips_as_often_as_people_do() -> None:
    """A few rounds, whose own interval has to meet the one of the fit. All of it is measured by `bench partner`."""
    partner = Partner(level("club").habit, 2)
    rounds = [as_played(alone(partner, seed)) for seed in range(15)]
    pieces = [piece for each in rounds for piece in each.pieces]
    assert len(pieces) > 300
    for kind in KINDS:
        chances = sum(kind in piece.chances for piece in pieces)
        own, people = (
            Figure.share(sum(piece.kind == kind for piece in pieces), chances),
            partner.habit.rate(kind),
        )
        assert own.low <= people.high
        assert people.low <= own.high
    own = Figure.share(sum(piece.kind is not None for piece in pieces), len(pieces))
    assert own.low <= partner.habit.slipping.value <= own.high


def test_a_faster_partner_wins() -> None:
    one, two = Partner(LEVELS[-1].habit, 1), Partner(LEVELS[0].habit, 2)
    winners = [duel(one, two, seed).winner for seed in range(4)]
    assert winners.count(0) >= 3


def test_the_engine_says_where_its_piece_goes_and_how() -> None:
    state = State.open({"queue": "seven_bag:3"})
    for each in find("partner", "tetris").levels:
        *_, advice = create("partner", each.name, "tetris", seed=1, way=True).think(
            state.view(0), Limit(seconds=1)
        )
        assert advice.done
        assert state.play(advice.choices[0].move)
        assert advice.read(PathFacts).way


@pytest.mark.parametrize("spread", [0.5, 2.0, 8.0])
def test_a_spread_is_found_again(spread: float) -> None:
    dice, taken = Random(2), list[tuple[float, ...]]()
    for _ in range(6_000):
        costs = [20 * dice.random() for _ in range(12)]
        chosen = dice.choices(
            costs, [Slips(LINE, ODDS, LINE, spread).weight(each - min(costs)) for each in costs]
        )[0]
        taken.append((chosen, *(each for each in costs if each != chosen)))
    assert abs(spread_of(taken) / spread - 1) < 0.1


def test_levels_grow_in_pace_and_shrink_in_slips() -> None:
    paces = [each.pace for each in LEVELS]
    slipping = [each.habit.slipping.value for each in LEVELS]
    assert paces == sorted(paces)
    assert slipping == sorted(slipping, reverse=True)
    assert len(LEVELS) >= 6
