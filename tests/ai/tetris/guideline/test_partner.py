"""The partner slips as often as the people whose replays were counted, and is judged by the same rules."""

from __future__ import annotations

from random import Random

import pytest

from ai.engine import Limit
from ai.registry import create, find
from ai.tetris.guideline.partner.fitting import spread_of
from ai.tetris.guideline.partner.judging import SlipJudge
from ai.tetris.guideline.partner.levels import LEVELS
from ai.tetris.guideline.partner.rounds import alone, as_played, duel
from game.facts import PathFacts
from game.tetris.guideline import Placement, State
from game.tetris.guideline.habits import Odds, Slips, shipped
from game.tetris.guideline.slips import KINDS

ODDS = Odds(1.0, (), ())
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
    turns, judge = alone(LEVELS[3].habit, 7), SlipJudge()
    assert [turn.at for turn in alone(LEVELS[3].habit, 7)] == [turn.at for turn in turns]
    assert all(judge.judge(turn.state) == turn.judged for turn in turns[:20])


def test_the_partner_slips_within_what_the_fit_lets_expect() -> None:
    """A few rounds: within three deviations. The whole measurement is `bench partner`."""
    level = LEVELS[3]
    rounds = [as_played(alone(level.habit, seed)) for seed in range(12)]
    pieces = [piece for each in rounds for piece in each.pieces]
    assert len(pieces) > 300
    for kind in KINDS:
        chances = [piece for piece in pieces if kind in piece.chances]
        fit = shipped().slips[kind].odds.expected(level.pace, [piece.chances[kind] for piece in chances])
        slips = sum(piece.kind == kind for piece in chances)
        deviation = (len(chances) * fit.value * (1 - fit.value)) ** 0.5
        assert abs(slips - len(chances) * fit.value) <= 3 * deviation + 1
    assert sum(piece.kind is not None for piece in pieces) > 0.05 * len(pieces)


def test_a_faster_partner_wins() -> None:
    winners = [duel(LEVELS[-1].habit, LEVELS[0].habit, seed).winner for seed in range(4)]
    assert winners.count(0) >= 3


def test_the_engine_says_where_its_piece_goes_and_how() -> None:
    state = State.open({"queue": "seven_bag:3"})
    for level in find("partner", "tetris").levels:
        *_, advice = create("partner", level.name, "tetris", seed=1, way=True).think(
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
        chosen = dice.choices(costs, [Slips(ODDS, spread).weight(each - min(costs)) for each in costs])[0]
        taken.append((chosen, *(each for each in costs if each != chosen)))
    assert abs(spread_of(taken) / spread - 1) < 0.1


def test_levels_grow_in_pace_and_shrink_in_slips() -> None:
    paces = [each.pace for each in LEVELS]
    slipping = [each.habit.slipping.value for each in LEVELS]
    assert paces == sorted(paces)
    assert slipping == sorted(slipping, reverse=True)
    assert len(LEVELS) >= 6
