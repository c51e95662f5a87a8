"""A review compares moves on equal terms: it does not blame the engine, finds planted faults, and repeats itself."""

from __future__ import annotations

import time
from collections.abc import Iterator
from math import hypot
from statistics import fmean, pstdev
from typing import cast

import msgspec
import pytest

from ai import registry
from ai.engine import Limit
from ai.names import REVIEWER
from ai.registry import engines_of
from ai.review import game as judging
from ai.review.game import review_of, turns_of
from ai.review.judge import Turn, judge_move
from ai.review.verdict import Comparison, Judge, degree, summary_of
from ai.zuniq.engine import ZuniqJudge
from ai.zuniq.solver import Solver, solve
from bench.judgement import first_choices, interval, planted, positions_of
from game import showcase
from game.advice import Advice, Choice, Unit, Verdict, Worth
from game.bridge import Endgame, rules_of
from game.errors import BadInput
from game.games import open_position
from game.position import Position
from game.record import Record, Seat
from game.referee import Referee
from game.review import DEGREES, THRESHOLDS, Judged, proved, was_judged
from game.review import judge as judge_session
from game.session import Session
from game.zuniq import State
from tests.sweep import ALL

MIDDLE = "E5v A2h B3h C4v E5h C1v E3h F3h B5h A3h D5v D1v B5v C5h D4h C1h A4v F5h C4h A5h A5v B6v E3v D2h C2h"
LATE = f"{MIDDLE} A4h B2h C6v D2v C3v B4v"


@pytest.mark.parametrize(
    ("cost", "error", "verdict"),
    [
        (0.04, 0.001, "fine"),
        (0.06, 0.0, "inaccuracy"),
        (0.12, 0.0, "mistake"),
        (0.12, 0.03, "inaccuracy"),  # a mistake only if it is sure to be one
        (0.5, 0.1, "blunder"),
        (0.12, 0.08, "close"),
        (0.3, 0.2, "close"),
    ],
)
def test_a_degree_needs_a_difference_beyond_its_error(cost: float, error: float, verdict: Verdict) -> None:
    assert degree(Comparison(cost, error), "win") == verdict


def test_clears_are_weighed_as_a_share_of_what_was_to_come() -> None:
    assert degree(Comparison(1.5, 0.0, of=200.0), "clears") == "fine"
    assert degree(Comparison(1.5, 0.0, of=3.0), "clears") == "blunder"


def test_equity_is_weighed_by_what_the_rule_takes_for_a_covered_cell_as_in_the_window() -> None:
    position = open_position("classic", {})
    judge = engines_of("classic").judge()
    advice = judge.advise(position, 1, 0)
    for choice in advice.choices[1:]:
        session = Session(position, [Seat("You")])
        session.play(choice.move)
        session.note(0, advice)
        (seen,) = judge_session(session)
        assert seen is not None
        judged = judge_move(judge, Turn(0, "player", position, choice.move), 1)
        assert {judged.verdict, seen.verdict} <= {"best", "fine"} or judged.verdict == seen.verdict


def test_every_unit_has_rising_thresholds() -> None:
    units: tuple[Unit, ...] = ("win", "tricks", "points", "clears", "attack", "equity")
    assert set(THRESHOLDS) == set(units)
    assert all(0 < low < middle < high for low, middle, high in THRESHOLDS.values())


def test_samples_give_a_mean_and_its_standard_error() -> None:
    comparison = Comparison.of_samples([1.0, 3.0])
    assert comparison.cost == 2.0
    assert comparison.error == pytest.approx(1.0)
    assert not Comparison.of_samples([1.0, 1.0]).exact, "equal samples are no proof"
    assert Comparison.of_samples([2.0, 2.0], grain=1.0).error == 0.5, "the next one may differ by a whole row"


def test_a_wall_that_loses_a_won_game_is_a_proved_blunder() -> None:
    state = State.after(LATE)
    winning = solve(state).winning_moves
    losing = next(move for move in state.legal_moves() if move not in winning)
    judge = engines_of("zuniq").judge()
    judged = judge_move(judge, Turn(31, "black", state, losing), engines_of("zuniq").normal)
    assert (judged.verdict, judged.cost, judged.error, judged.source) == ("blunder", 1.0, 0.0, "exact")
    assert judged.best in winning
    for move in winning:
        judged = judge_move(judge, Turn(31, "black", state, move), engines_of("zuniq").normal)
        assert (judged.verdict, judged.cost) == ("best", 0.0), "all winning walls are as good as each other"


def test_where_all_is_lost_no_wall_is_a_mistake() -> None:
    state = State.after(LATE)
    lost = state.play(solve(state).winning_moves[0])
    for move in lost.legal_moves()[:4]:
        judged = judge_move(engines_of("zuniq").judge(), Turn(32, "white", lost, move), 2_000)
        assert (judged.verdict, judged.cost) == ("best", 0.0)


def test_cards_of_the_play_stage_are_judged_exactly() -> None:
    game = _played("bridge", {"auction": "off", "deals": "random:3", "match": "1 deals"}, 52)
    engines = engines_of("bridge")
    judged = [judge_move(engines.judge(), turn, engines.normal) for turn in turns_of(game) if turn.ply >= 26]
    assert {each.source for each in judged} == {"exact"}
    assert {each.unit for each in judged} == {"tricks"}
    assert any(each.verdict == "blunder" for each in judged), "the first legal card is not always the best"
    assert all(each.cost == int(each.cost) and each.error == 0 for each in judged)


def test_faults_are_planted_among_the_cards_of_the_play_stage() -> None:
    turns = list(turns_of(_played("bridge", {"auction": "off", "deals": "random:3", "match": "1 deals"}, 52)))
    judge = engines_of("bridge").judge()
    worse = list(planted("bridge", judge, turns[30:]))
    assert worse
    for turn in worse:
        judged = judge_move(judge, turn, engines_of("bridge").normal)
        assert judged.verdict in DEGREES[1:], "a trick less, by the exact solver"
        assert judged.cost >= 1


def test_a_claim_of_fewer_tricks_than_can_be_taken_costs_the_others() -> None:
    position = open_position("bridge", rules_of(Endgame.parse("AK.AK.. QJ.QJ.. N")))
    engines = engines_of("bridge")
    judgements = [
        judge_move(engines.judge(), Turn(0, "north", position, f"claim {tricks}"), engines.normal)
        for tricks in (2, 4)
    ]
    assert [(each.cost, each.verdict) for each in judgements] == [(2.0, "blunder"), (0.0, "best")]


def test_cards_of_the_exchange_are_compared_in_the_same_deals() -> None:
    game = _played("bridge", {"auction": "off", "deals": "random:3", "match": "1 deals"}, 10)
    judge = engines_of("bridge").judge()
    turn = next(iter(turns_of(game)))
    cards = turn.position.legal_moves()
    comparison = _compared(judge, turn.position, cards[0], cards[-1])
    back = _compared(judge, turn.position, cards[-1], cards[0])
    assert comparison is not None
    assert back is not None
    assert comparison.cost == pytest.approx(-back.cost)
    assert comparison.error == pytest.approx(back.error)
    assert _compared(judge, turn.position, cards[0], cards[0]) == Comparison(0.0)


def test_the_error_of_a_comparison_in_made_up_deals_covers_other_deals() -> None:
    """Deals of one draw depend on each other, so that their own spread would say too little."""
    position = open_position("bridge", {"deals": "random:4", "match": "1 deals"})
    assert "3N" in position.legal_moves()
    comparisons = [_compared(engines_of("bridge").judge(), position, "3N", "pass", seed) for seed in range(6)]
    costs = [each.cost for each in comparisons if each is not None]
    errors = [each.error for each in comparisons if each is not None]
    assert len(costs) == 6
    assert pstdev(costs) < 1.6 * fmean(errors)


def test_a_deal_reviewed_with_other_random_numbers_has_the_same_mistakes() -> None:
    deal, judge = _weakly("random:2"), engines_of("bridge").judge()
    game = [deal[1], *deal[20:]]  # each card of the exchange takes a tenth of a second and more
    again = [turn._replace(ply=turn.ply + 500_000_009) for turn in game]
    normal = engines_of("bridge").normal
    first, second = ([judge_move(judge, turn, normal) for turn in turns] for turns in (game, again))
    grave = [
        {turn.ply for turn, judged in zip(game, judgements, strict=True) if judged.verdict in DEGREES[1:]}
        for judgements in (first, second)
    ]
    assert len(grave[0] & grave[1]) >= 2
    for turn, one, other in zip(game, first, second, strict=True):
        if turn.ply in grave[0] ^ grave[1]:  # only what lies at an edge is called otherwise
            assert abs(one.cost - other.cost) < 2 * hypot(one.error, other.error)
            assert {"inaccuracy", "mistake"} == {one.verdict, other.verdict}
    for turn in deal[2:26:12]:
        view = turn.position.view(turn.position.to_move)
        *_, advice = registry.create("kibitz", None, "bridge", seed=5).think(view, Limit(iterations=240))
        top = judge_move(judge, turn._replace(move=advice.choices[0].move), engines_of("bridge").normal)
        assert top.verdict not in DEGREES[1:], "a card of the coach's top row is no mistake"


def test_a_call_is_compared_with_any_other_one() -> None:
    game = Session(open_position("bridge", {"deals": "random:5"}), [Seat("North"), Seat("South")])
    comparison = _compared(engines_of("bridge").judge(), game.position, "pass", "7C")
    assert comparison is not None
    assert comparison.cost > 100, "a grand slam in clubs is too high"


def test_a_placement_over_a_perfect_clear_is_a_mistake() -> None:
    start = open_position("tetris", {"board": "xxxx....../xxxx......", "queue": "list:OOOTIOSZLJTIOSZL"})
    judge = engines_of("tetris").judge()
    covered = judge_move(judge, Turn(0, "player", start, "O north 4 0 none"), engines_of("tetris").normal)
    assert covered.verdict in ("best", "fine"), "it is one of the two that clear the board"
    wasted = judge_move(judge, Turn(0, "player", start, "O north 0 2 none"), engines_of("tetris").normal)
    assert wasted.verdict in ("mistake", "blunder")
    assert wasted.unit == "attack"


def test_an_i_that_lies_over_holes_costs_rows_that_are_really_lost() -> None:
    """It was once said to give away 16 rows within five pieces."""
    start = open_position("tetris", {"board": "xx......xx/xxx....xxx", "queue": "list:IOTLJSZIOTLJSZI"})
    over = judge_move(engines_of("tetris").judge(), Turn(0, "player", start, "I north 2 2 none"), 10_000)
    assert over.verdict in ("close", *DEGREES)
    assert over.unit == "attack"
    assert 0 < over.error < over.cost < 7


def test_the_solved_game_of_four_wide_is_exact() -> None:
    start = open_position("four-wide", {"queue": "seven_bag:2", "previews": "1"})
    judge = engines_of("four-wide").judge()
    advice = judge.advise(start, 1, 0)
    last = judge_move(judge, Turn(0, "player", start, advice.choices[-1].move), 1)
    assert last.source in ("exact", "policy")
    assert last.cost == pytest.approx(
        advice.choices[0].worth.value - advice.choices[-1].worth.value, abs=1e-5
    )


def test_the_same_budget_gives_the_same_review() -> None:
    game = _played("tetris", {"queue": "seven_bag:4"}, 3)
    assert review_of(game, 2_000) == review_of(game, 2_000)


def test_the_summary_counts_each_side() -> None:
    def move(mover: str, verdict: Verdict, cost: float) -> Judged:
        return Judged(
            ply=0, mover=mover, played="A", best="B", cost=cost, unit="win", error=0.0, verdict=verdict,
            source="search",
        )  # fmt: skip

    moves = [move("white", "blunder", 0.4), move("black", "close", 0.1), move("white", "unknown", 0.0)]
    tallies = summary_of(moves, ("white", "black"))
    assert (tallies["white"].moves, tallies["white"].blunders, tallies["white"].cost) == (1, 1, {"win": 0.4})
    assert (tallies["black"].moves, tallies["black"].mistakes, tallies["black"].cost) == (1, 0, {})


def test_a_game_in_real_time_is_judged_piece_by_piece() -> None:
    record = showcase.load("stacker-duel").record
    turns = list(turns_of(record))
    assert len(turns) == record.length
    assert {turn.seat for turn in turns} == {"left", "right"}
    legal = [turn.move in turn.position.legal_moves() for turn in turns]
    assert sum(legal) >= 0.95 * len(turns)


def test_a_long_run_is_refused() -> None:
    with pytest.raises(BadInput, match="too long for a review"):
        next(turns_of(showcase.load("marathon").record))


def _played(game: str, rules: dict[str, str], moves: int) -> Record:
    """A game in which always the first legal move is played."""
    start = open_position(game, rules)
    session = Session(start, [Seat(seat) for seat in start.seats])
    while not session.position.over and session.length < moves:
        session.play(session.position.legal_moves()[0])
    return session.record()


def _weakly(deal: str) -> list[Turn]:
    """A deal of bridge as casual players play it."""
    position, turns = open_position("bridge", {"deals": deal, "match": "1 deals"}), list[Turn]()
    players = [registry.create("kibitz", "casual", "bridge", seed=2) for _ in range(2)]
    while not position.over:
        view = position.view(position.to_move)
        *_, advice = players[position.to_move].think(view, Limit(iterations=60))
        turns.append(Turn(len(turns), position.seats[position.to_move], position, advice.choices[0].move))
        position = position.play(advice.choices[0].move)
    return turns


def _compared(judge: Judge, position: Position, better: str, played: str, seed: int = 1) -> Comparison | None:
    slices = judge.compare(position, better, played, 60, seed)
    while True:
        try:
            next(slices)
        except StopIteration as ended:
            return cast("Comparison | None", ended.value)


@pytest.mark.parametrize("game", ["zuniq", "bridge", "tetris", "classic", "four-wide"])
def test_the_reviewer_is_an_engine_whose_last_word_carries_the_cost(game: str) -> None:
    position = open_position(game, {"previews": "1"} if game == "four-wide" else {})
    move = position.legal_moves()[-1]
    reviewer = registry.create(REVIEWER, game=game, played=move)
    *before, last = reviewer.think(position.view(position.to_move), Limit(iterations=200))
    assert all(not each.done for each in before)
    assert last.done
    assert was_judged(last, move)
    assert Referee(position).flaw(last) is None
    session = Session(position, [Seat(seat) for seat in position.seats])
    session.play(move)
    session.note(0, last)
    (judged,) = judge_session(session)
    assert judged is not None
    assert judged.move == move
    assert judged.loss >= 0


def test_what_a_book_recommends_leaves_the_pace_of_a_timed_review(monkeypatch: pytest.MonkeyPatch) -> None:
    budgets: list[int] = []
    real = judging.judge_move

    def noted(judge: Judge, turn: Turn, budget: int) -> Judged:
        budgets.append(budget)
        return real(judge, turn, 50)

    monkeypatch.setattr(judging, "judge_move", noted)
    position = open_position("zuniq", {"dots": "3x4"})
    advice = Advice((Choice("A1h", Worth("win", 1.0)),), "book", Worth("win", 1.0), True)
    turns = [Turn(0, "White", position, "A1h", advice)] * 3 + [Turn(0, "White", position, "A1h")] * 3
    judging._review("zuniq", ["White"], turns, 1_000, 1.0, None)
    assert budgets[:4] == [1_000] * 4
    assert all(250 <= budget <= 4_000 for budget in budgets)


# Played by people's rules of thumb; White's wall 25 throws a win away, and wall 26 is the only one that takes it.
LOST_LATE = (
    "A1v B1v A4h C3h A2h B3h D1v C2v F2h A2v B6v C3v F4h E3h D6v C5v C1v D4v A1h E2v A3h D2v F3h B4h C6v D1h A6v D3v "
    "B4v E3v! A5h A4v E6v F5h E1h F1h"
)


def test_a_game_is_proved_from_its_end() -> None:
    session = Session(open_position("zuniq", {}), [Seat("White"), Seat("Black")])
    for move in LOST_LATE.split():
        session.play(move)
    turns = list(turns_of(session.record()))[25 if ALL else 28 :]  # those before take longer
    judgements = judging._review("zuniq", session.position.seats, turns, 1_200, None, None).positions
    solver = Solver(session.position.grid)
    for judged, turn in zip(judgements, turns, strict=True):
        state = cast(State, turn.position)
        thrown_away = solver.wins(state) and solver.wins(state.play(judged.played))
        assert (judged.verdict, judged.cost) == (("blunder", 1.0) if thrown_away else ("best", 0.0))
        assert (judged.source, judged.error) == ("exact", 0.0)
    assert judgements[0].played == judgements[0].best == ("D1h" if ALL else turns[0].move)


def test_the_reviewers_of_one_move_after_the_other_share_what_they_have_proved() -> None:
    """The window asks about each move by itself, from the last one on, and the game knows the proofs then."""
    session = Session(open_position("zuniq", {}), [Seat("White"), Seat("Black")])
    for move in LOST_LATE.split():
        session.play(move)
    for ply in range(35, 27, -1):
        options = {"played": session.moves[ply].text, "ply": ply}
        reviewer = registry.create(REVIEWER, game="zuniq", **options)
        *_, last = reviewer.think(session.position_at(ply), Limit(iterations=1_000))
        assert Referee(session.position_at(ply)).flaw(last) is None
        session.note(ply, last)
    assert proved(session)[27:] == (True,) * 10
    assert all(judged is not None and judged.verdict == "best" for judged in judge_session(session)[28:])


@pytest.mark.parametrize(
    ("game", "rules", "moves"),
    [
        ("zuniq", {}, 4),
        ("bridge", {"auction": "off", "deals": "random:3", "match": "1 deals"}, 2),
        ("tetris", {"queue": "seven_bag:4"}, 2),
    ],
)
def test_best_is_said_of_what_is_proved_or_with_an_error(
    game: str, rules: dict[str, str], moves: int
) -> None:
    judge, position = engines_of(game).judge(), open_position(game, rules)
    for ply in range(moves):
        favourite = judge.advise(position, 60, 2 * ply + 1).choices[0].move
        judged = judge_move(judge, Turn(ply, "seat", position, favourite), 60)
        assert judged.verdict == "best"
        assert judged.source != "exact"
        assert judged.error > 0
        position = position.play(favourite)


def test_two_moves_that_both_lose_do_not_make_one_of_them_the_best() -> None:
    """The search's first favourite loses as what was played does, but another wall wins."""
    state = State.after(LATE)
    winning = solve(state).winning_moves
    losing = [move for move in state.legal_moves() if move not in winning]
    judge, advise = engines_of("zuniq").judge(), ZuniqJudge.advise
    asked = list[int]()

    def misled(judge: ZuniqJudge, position: Position, budget: int, seed: int) -> Advice:
        asked.append(seed)
        if len(asked) == 1:
            return Advice((Choice(losing[0], Worth("win", 0.6)),), "search", Worth("win", 0.6), True)
        return advise(judge, position, budget, seed)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ZuniqJudge, "advise", misled)
        patch.setattr(ZuniqJudge, "prove", Judge.prove)  # as where the budget does not reach
        judged = judge_move(judge, Turn(31, "black", state, losing[1]), 2_000)
    assert len(asked) > 1
    assert (judged.verdict, judged.cost) == ("blunder", 1.0)


def test_the_coach_s_first_choice_is_what_a_placement_is_compared_with() -> None:
    """Compare a placement with the coach's first choice where the coach has compared it; then that placement itself is
    the best one, and what it is worth is told.
    """
    position = open_position("tetris", {"queue": "seven_bag:4"})
    own = engines_of("tetris").judge().advise(position, 2_000, 1).choices
    for played, verdict in ((own[1].move, "best"), (own[0].move, None)):
        reviewer = registry.create(REVIEWER, game="tetris", played=played, first=own[1].move)
        *_, last = reviewer.think(position.view(0), Limit(iterations=2_000))
        judged_move = last.judged[played]
        assert verdict is None or judged_move.verdict == verdict
        assert judged_move.best in (own[1].move, played)
        assert last.measured is not None


class Contrary:
    """A coach that puts its last choice first for the first moment, and then the first one."""

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        advice = engines_of("classic").judge().advise(view, 1, 0)
        yield msgspec.structs.replace(advice, choices=advice.choices[::-1], done=False)
        until = time.process_time() + 0.4
        while time.process_time() < until:
            pass
        yield advice


def test_first_choices_that_a_review_blames_are_counted_by_the_time_they_had(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turns = positions_of("classic", 4, None)
    assert len(turns) == 4
    monkeypatch.setattr(registry, "create", lambda *_, **options: Contrary())
    first_choice = first_choices("classic", turns, full=20.0)
    assert first_choice.shares == {"0.3": 1.0, "2": 0.0, "full": 0.0}
    assert first_choice.positions == 4
    low, high = first_choice.intervals["2"]
    assert low == 0.0
    assert 0.4 < high < 0.6, "four are few"
    assert interval(5, 300) == pytest.approx((0.0071, 0.0384), abs=0.0005)
