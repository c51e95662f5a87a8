"""Behind a run on the screen: the history holds what was played, and the playhead keeps its pace."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from ai.engine import RunOrder
from ai.tetris.classic.evaluators import evaluate
from game.tetris.classic import State
from game.tetris.classic.series import Spread
from gui.play.engine_room import Reported
from gui.play.run_plan import Plan
from gui.scenes.run.playhead import KEPT_SPEEDS, LIVE_SPEEDS, Curve, RunPlayhead, stretch_around
from gui.scenes.run.runners import MOST, RunHistory, Runner
from tests.gui.playing import PlayingRoom, favourite, play

SMALL = {"size": "5x6", "rules": "spawn", "sliding": "off", "next": "off"}


def plan(table: dict[str, str] = SMALL, **how: object) -> Plan:
    return Plan.new(("tengstrand-1.1",), table, 7, **how)  # type: ignore[arg-type]


def order_of(plan: Plan, pieces: int) -> RunOrder:
    return RunOrder(game="classic", rules=dict(plan.rules), engine="x", seed=plan.seed, pieces=pieces)


def filled(plan: Plan, pieces: int, at_once: int = 97, most: int = MOST) -> RunHistory:
    """The history of a run, brought in small stretches."""
    history, order = RunHistory(plan, "tengstrand-1.1", most), order_of(plan, pieces)
    while order.pieces:
        stretch = play(order, min(at_once, order.pieces))
        history.take(stretch)
        order = order.after(stretch)
    return history


def by_the_rules(plan: Plan, pieces: int) -> list[State]:
    """Every position of a run, each from the one before; games begin anew as soon as one is over."""
    games, total = 0, 0
    states = [State.open(plan.rules)]
    while total < pieces:
        if states[-1].over:
            games += 1
            states[-1] = State.open(plan.rules_of(games, total))
        states.append(states[-1].put(favourite(states[-1])))
        total += 1
    return states


def rows_of(states: list[State], ends: list[int], at: int) -> list[int]:
    """The rows of the games that have ended by a place of a run."""
    return [states[end - 1].put(favourite(states[end - 1])).cleared for end in ends if end <= at]


# -- the history --


@pytest.mark.parametrize("table", [SMALL, {**SMALL, "sliding": "on"}, {**SMALL, "rules": "simplified"}])
def test_every_position_of_a_run_is_the_one_that_was_played(table: dict[str, str]) -> None:
    run = plan(table)
    history, states = filled(run, 300), by_the_rules(run, 300)
    assert history.games > 5
    for at in (0, 299, *range(1, 300, 7), 3):
        assert history.position(at) == states[at], at
        assert (history.position(at).placed, history.position(at).cleared) == (
            states[at].placed,
            states[at].cleared,
        )


def test_the_history_counts_games_and_their_rows() -> None:
    run = plan()
    history, states = filled(run, 400), by_the_rules(run, 400)
    ends = [at for at in range(1, 400) if states[at].placed == 0]
    assert history.games == len(ends)
    assert history.starts(1, 400) == tuple(ends)
    ends += [400] * states[400].over  # which is not told yet
    for at in (0, 1, 17, 200, ends[5], 400, 31, 399):
        standing = history.standing(at, states[at])
        assert standing.games == sum(end <= at for end in ends)
        assert standing.going_on == states[at].cleared
        assert standing.rows == sum(rows_of(states, ends, at))
        assert history.spread(standing) == Spread.of(Counter(rows_of(states, ends, at)), standing.going_on)
    assert [history.start_of(game) for game in (0, 1, 2)] == [0, ends[0], ends[1]]


def test_the_last_game_that_is_known_is_shown_to_its_end() -> None:
    run = plan()
    first = next(at for at, state in enumerate(by_the_rules(run, 100)) if at and state.placed == 0)
    history = filled(run, first)
    assert history.position(first).placed == first
    assert filled(run, first + 1).position(first).placed == 0


def test_a_run_without_end_forgets_its_oldest_games_and_counts_them_all_the_same() -> None:
    run = plan()
    history, whole, states = filled(run, 900, most=200), filled(run, 900), by_the_rules(run, 900)
    assert 600 < history.first < history.count == 900
    scores = [each.standing(at, states[at]) for each in (history, whole) for at in (history.first + 1, 900)]
    assert scores[:2] == scores[2:]
    assert history.spread(scores[0]) == whole.spread(scores[0])
    assert history.spread(scores[1]) == whole.spread(scores[1])
    for at in range(history.first, 900, 11):
        assert history.position(at) == states[at], at
    assert history.starts(history.first, 900) == tuple(s for s in whole.starts(1, 900) if s > history.first)
    assert not history.full


def endless(pieces: int) -> Plan:
    """A game on four columns with pieces that never do any harm there."""
    listed = "".join(random.Random(3).choice("OI") for _ in range(pieces))
    return Plan(("tengstrand-1.1",), {**SMALL, "size": "4x8", "pieces": f"list:{listed}"}, 7)


def test_a_long_game_is_opened_in_blocks() -> None:
    run = endless(1400)
    history, states = filled(run, 1400, at_once=133), by_the_rules(run, 1400)
    assert history.games == 0
    for at in (0, 1, 511, 512, 513, 1024, 1025, 1300, 1399, 3):
        assert history.position(at) == states[at], at
        assert at == 0 or history.position(at).last is not None
    assert history.copied(0)().position(1399) == states[1399]


def test_the_newest_of_a_long_stretch_is_shown_as_it_came() -> None:
    run = endless(400)
    history, states = filled(run, 300, at_once=300), by_the_rules(run, 300)
    assert history.position(300) == states[300]


# -- a runner --


def test_a_runner_orders_only_what_is_wanted() -> None:
    room, run = PlayingRoom(), plan()
    runner = Runner.live(room, "run-0", run, "tengstrand-1.1")  # type: ignore[arg-type]

    def hear() -> None:
        for event in room.poll():
            runner.hear(event, 0.0)

    runner.drive(0)
    assert room.ordered == []
    runner.drive(1)
    hear()
    assert (runner.count, room.ordered[-1][1].pieces) == (1, 1)
    runner.drive(1)
    assert len(room.ordered) == 1
    runner.drive(None)
    hear()
    runner.drive(None)
    hear()
    assert len(room.ordered) == 2, "on and on is one order"
    assert runner.count == 1 + 2 * room.at_once
    runner.drive(runner.count)
    assert room.running == {}
    runner.drive(runner.count + 5)
    hear()
    assert runner.position(runner.count) == by_the_rules(run, runner.count)[-1]


def test_what_an_older_order_brings_is_not_believed() -> None:
    room, run = PlayingRoom(), plan()
    runner = Runner.live(room, "run-0", run, "tengstrand-1.1")  # type: ignore[arg-type]
    runner.drive(None)
    late = room.poll()[0]
    assert isinstance(late, Reported)
    runner.rest()
    runner.hear(late, 0.0)
    assert runner.count == 0


# -- the playhead --


class Known:
    """A runner of which so many pieces are known."""

    def __init__(self, count: int) -> None:
        self.count, self.ended, self.rate, self.lead = count, False, 0.0, 0
        self.history = RunHistory(plan(), "tengstrand-1.1")


def head_over(count: int, speed: float, speeds: tuple[float, ...] = LIVE_SPEEDS) -> tuple[RunPlayhead, Known]:
    runner = Known(count)
    return RunPlayhead([runner], speed, speeds), runner  # type: ignore[list-item]


def test_the_playhead_shows_so_many_pieces_a_second() -> None:
    head, _ = head_over(1000, 4.0)
    head.playing = True
    for _ in range(130):
        head.update(1 / 60)
    assert head.at == 8
    head.faster()
    for _ in range(60):
        head.update(1 / 60)
    assert head.at == 16


def test_the_playhead_waits_for_what_is_not_known_yet_and_does_not_jump_then() -> None:
    head, runner = head_over(3, 8.0)
    head.playing = True
    for _ in range(120):
        head.update(1 / 60)
    assert head.at == 3
    runner.count = 1000
    head.update(1 / 60)
    assert head.at <= 4


def test_single_steps_wait_for_their_pieces() -> None:
    head, runner = head_over(0, 1.0)
    head.on_step()
    head.on_step()
    assert head.wanted() == 2
    head.update(1 / 60)
    assert head.at == 0
    runner.count = 2
    head.update(1 / 60)
    assert head.at == 2


def test_without_a_limit_the_newest_piece_is_shown() -> None:
    head, _ = head_over(12_345, 0.0)
    assert head.speed_words == "max"
    head.playing = True
    head.update(1 / 60)
    assert head.at == head.front == 12_345


def test_a_kept_game_has_its_fastest_speed_in_place_of_none() -> None:
    head, _ = head_over(1, 0.0, KEPT_SPEEDS)
    assert head.speed == KEPT_SPEEDS[-1]
    words = set()
    for head.speed in KEPT_SPEEDS:
        words.add(head.speed_words)
    assert words >= {"1/s", "1K/s", "64K/s"}


# -- the curve --


def test_the_curve_has_the_equity_of_each_board() -> None:
    run = plan()
    history, states = filled(run, 60), by_the_rules(run, 60)
    curve = Curve(history, evaluate)
    assert curve.work(0, 60, 30, 60.0)
    assert curve.points(0, 60) == [
        (at, evaluate(state.board)) for at, state in enumerate(states) if at < 60 or state.placed
    ]


def test_the_curve_never_takes_more_than_its_time_and_begins_at_the_playhead() -> None:
    curve, ticks = Curve(filled(plan(), 60), evaluate), iter(range(100))
    assert not curve.work(0, 60, 30, 2.5, clock=lambda: float(next(ticks)))
    assert [at for at, _ in curve.points(0, 60)] == [16, 30]


def test_the_graph_stands_still_for_a_while_and_keeps_the_playhead_in_its_last_quarter() -> None:
    assert stretch_around(0) == (0, 200)
    assert stretch_around(12_408) == (12_250, 12_450)
    for at in range(150, 2000, 7):
        first, last = stretch_around(at)
        assert first % 50 == 0
        assert first + 150 <= at < last
    wide = stretch_around(3_000_000, rate=240_000.0)
    assert wide[1] - wide[0] == 200 * 5000
