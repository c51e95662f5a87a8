"""Decks: the same to the byte from one seed, and every answer right by the slow rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import cast

import msgspec
import pytest

from ai.practice import (
    bridge,
    bridge_hidden,
    classic,
    clears,
    digging,
    finesse,
    four_wide,
    making,
    spins,
    zuniq,
)
from ai.practice.answer import answer
from ai.practice.check import check
from game import places
from game.bridge import State as Bridge
from game.bridge.cards import card_name
from game.practice.collection import SHIPPED
from game.practice.deck import deck_bytes, read_deck
from game.practice.problem import Attack, Clear, Dig, Keys, Problem, Tricks
from game.tetris.four_wide.state import State as FourWide
from game.tetris.four_wide.state import move_of
from game.tetris.guideline import Field, Placement, State
from game.tetris.guideline.finesse import cost_of, fewest_keys, keys_to, lowered
from game.tetris.guideline.movement import Reached, fall, reachable, spawn, step
from game.tetris.guideline.pieces import letter
from game.tetris.guideline.placement import NO_SPIN
from game.zuniq import State as Zuniq
from tests.sweep import drawn

SEED = 5
FIVE = ("t-spins", "perfect-clears", "zuniq-endings", "bridge-tricks", "four-wide")


def some(maker: Callable[[int], making.Stream], count: int) -> list[Problem]:
    """The first problems of a maker, possible by the rules."""
    problems = list(islice((each for each in maker(SEED) if each is not None), count))
    for problem in problems:
        problem.check()
    return problems


@pytest.mark.parametrize("name", ["bridge-tricks", "finesse"])
def test_a_seed_makes_the_same_deck_to_the_byte_and_another_seed_another_one(name: str) -> None:
    first = making.make(name, SEED, 3)
    assert deck_bytes(first.deck) == deck_bytes(making.make(name, SEED, 3).deck)
    assert deck_bytes(first.deck) != deck_bytes(making.make(name, SEED + 1, 3).deck)
    assert len({each.id for each in first.deck.problems}) == 3


@pytest.mark.parametrize("name", [kind.name for kind in making.KINDS])
def test_what_ships_is_whole_possible_and_of_the_size_that_is_said(name: str) -> None:
    deck = read_deck(places.shipped("assets", "practice", f"{name}.deck"))
    assert not deck.damage
    for problem in drawn(deck.problems, 100):
        problem.check()
    assert len(deck.problems) == making.kind_of(name).problems
    assert name not in FIVE or len(deck.problems) >= 400
    assert name in SHIPPED


@pytest.mark.parametrize(
    "name", ["t-spins", "perfect-clears", "zuniq-endings", "bridge-tricks", "digging", "recall"]
)
def test_what_ships_is_proved_again(name: str) -> None:
    problems = read_deck(places.shipped("assets", "practice", f"{name}.deck")).problems
    assert [each for each in check(Random(SEED).sample(problems, 5)) if each is not None] == []


def test_a_wrong_answer_and_a_missing_one_are_found() -> None:
    problem = next(each for each in some(bridge.problems, 9) if len(each.answers) > 1)
    wrong = msgspec.structs.replace(problem, answers=(next(iter(problem.costs)),), lines={}, costs={})
    less = msgspec.structs.replace(problem, answers=problem.answers[1:], lines={})
    for each in (wrong, less):
        fault = next(check([each]))
        assert fault is not None
        assert set(fault.reason.split()) > set(problem.answers)
    assert next(check([problem])) is None


# -- Zuniq and bridge: against plain recursion --


@cache
def wins(state: Zuniq) -> bool:
    """Return True if the side to move wins."""
    return any(not wins(cast(Zuniq, state.play(move))) for move in state.legal_moves())


def test_a_zuniq_ending_is_won_by_the_answers_alone_down_to_the_last_wall() -> None:
    for problem in some(zuniq.problems, 3):
        played, state = list[str](), cast(Zuniq, problem.open())
        move, grade = problem.answers[0], "on"
        while grade == "on":
            played.append(move)
            judged = answer(problem, played)
            grade = judged.grade
            played += judged.replies
            state = cast(Zuniq, problem.open())
            for each in played:
                state = state.play(each)
            for each in state.legal_moves():
                here = answer(problem, [*played, each])
                if here.grade != "wrong":
                    move = each
                if len(state.legal) <= 7:
                    assert (here.grade == "wrong") == wins(state.play(each))
        assert grade == "right"
        assert state.winner == problem.open().to_move


def test_cards_that_keep_the_tricks_are_those_that_trying_everything_finds() -> None:
    for problem in some(bridge.problems, 6):
        state = cast(Bridge, problem.open())
        here, task = state.board.endgame, cast(Tricks, problem.task)
        assert here is not None
        if here.cards_left > 6:
            continue
        sign = 1 if here.led is None else -1
        worth = {card_name(card): sign * here.worth(card) for card in here.legal()}
        most = max(worth.values())
        assert {card for card, tricks in worth.items() if tricks == most} == set(problem.answers)
        assert (most if sign == 1 else here.cards_left + most) == task.tricks
        for card, cost in problem.costs.items():
            judged = answer(problem, [card])
            assert (judged.grade, judged.cost, set(judged.better)) == ("wrong", cost, set(problem.answers))
            assert most - worth[card] == cost.value


def test_tricks_are_made_to_the_end_against_the_best_defence() -> None:
    for problem in some(bridge.problems, 4):
        played = [problem.answers[0]]
        while (judged := answer(problem, played)).grade == "on":
            played += judged.replies
            here = problem.open()
            for move in played:
                here = here.play(move)
            played.append(
                next(m for m in here.legal_moves() if answer(problem, [*played, m]).grade != "wrong")
            )
        assert judged.grade == "right"


# -- guideline Tetris: against the slow rules --


def best_of_two(state: State, counted: Callable[[State], int], pieces: int) -> dict[Placement, int]:
    """The most that each first placement makes with so many pieces, by the rules."""
    results = {}
    for at in state.placements:
        after = state.lock(at, held=at.piece != state.piece)
        more = (
            max(best_of_two(after, counted, pieces - 1).values(), default=0) if pieces > 1 else counted(after)
        )
        results[at] = more
    return results


def test_most_attack_is_what_the_rules_find_by_trying_everything() -> None:
    problem = next(each for each in some(spins.problems, 4) if cast(Attack, each.task).pieces == 2)
    state = cast(State, problem.open())
    worth = best_of_two(state, lambda after: after.tally.attack, 2)
    assert max(worth.values()) == cast(Attack, problem.task).rows
    assert {str(at) for at, made in worth.items() if made == max(worth.values())} == set(problem.answers)
    wrong = next(str(at) for at in worth if str(at) not in problem.answers)
    judged = answer(problem, [wrong])
    assert judged.grade == "wrong"
    assert judged.cost is not None
    assert judged.cost.value == max(worth.values()) - worth[Placement.parse(wrong)]


def test_most_rows_dug_is_what_the_rules_find_by_trying_everything() -> None:
    problem = next(each for each in some(digging.problems, 4) if cast(Dig, each.task).pieces == 2)
    state = cast(State, problem.open())
    garbage = state.garbage_rows
    worth = best_of_two(state, lambda after: garbage - after.garbage_rows, 2)
    assert max(worth.values()) == cast(Dig, problem.task).rows
    assert {str(at) for at, made in worth.items() if made == max(worth.values())} == set(problem.answers)


@pytest.mark.parametrize("maker", [spins.problems, digging.problems, clears.problems])
def test_a_line_of_an_answer_does_what_the_task_asks(maker: Callable[[int], making.Stream]) -> None:
    for problem in some(maker, 3):
        first, task = problem.answers[0], problem.task
        assert isinstance(task, Attack | Dig | Clear)
        played = [first]
        for move in problem.lines[first]:
            assert answer(problem, played).grade == "on"
            played.append(move)
        assert answer(problem, played).grade == "right"
        assert len(played) <= task.pieces


def test_a_perfect_clear_leaves_one_of_the_pieces_that_are_said() -> None:
    problems = [each for each in some(clears.problems, 6) if each.reason[0].pieces]  # type: ignore[union-attr]
    assert problems
    for problem in problems:
        (facts,) = problem.reason
        state, answer_move = cast(State, problem.open()), problem.answers[0]
        way = (answer_move, *problem.lines[answer_move])
        held = [] if state.hold is None else [state.hold]
        known = [*held, *state.queue.pieces(len(way) + 1)][: len(way) + 1]
        for move in way:
            known.remove(Placement.parse(move).piece)
            state = state.play(move)
        assert state.field.cells == 0
        assert set(facts.pieces) == set(problem.answers)  # type: ignore[union-attr]
        assert letter(known[0]) in facts.pieces[answer_move]  # type: ignore[union-attr]


# -- finesse, four-wide, classic --


def test_keys_are_those_that_players_count_on_the_empty_board() -> None:
    field = Field.empty()
    for piece in range(7):
        for at in reachable(field, piece):
            keys = keys_to(field, at, "srs+")
            assert keys is not None
            assert cost_of(keys) == fewest_keys(piece)[lowered(at.cells)]


def test_keys_lead_where_they_shall() -> None:
    for problem in some(finesse.problems, finesse.FIRST + 8)[-8:]:
        state, task = cast(State, problem.open()), cast(Keys, problem.task)
        (facts,) = problem.reason
        pose = spawn(state.field, state.piece or 0)
        assert pose is not None
        here, presses = Reached(pose, NO_SPIN), 0
        for key in facts.keys:  # type: ignore[union-attr]
            action = {"left wall": "left", "right wall": "right", "floor": "down"}.get(key, key)
            moved = step(state.field, state.piece or 0, here.pose, action)  # type: ignore[arg-type]
            while moved is not None:
                here = Reached(moved.pose, moved.spin)
                far = action != key
                moved = step(state.field, state.piece or 0, here.pose, action) if far else None  # type: ignore[arg-type]
            presses += 2 if key == "flip" else 1
        end = fall(state.field, state.piece or 0, here)
        assert Placement(state.piece or 0, *end.pose, end.spin).canonical() == Placement.parse(task.placement)
        assert presses == task.keys


def test_the_answer_of_four_wide_keeps_the_combo_and_is_proved(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(four_wide, "PREVIEWS", 2)
    monkeypatch.setattr(four_wide, "LEAST_LINE", 1)
    for problem in some(four_wide.problems, 3):
        useful = {move_of(drop) for drop in cast(FourWide, problem.open()).useful}
        assert {*problem.answers, *problem.costs} <= useful
        assert four_wide.prove(problem) == ""
        turned = msgspec.structs.replace(problem, answers=(next(iter(problem.costs)),))
        assert problem.answers[0] in four_wide.prove(turned)


def test_two_placements_of_classic_tetris_differ_by_a_covered_cell_at_least() -> None:
    (problem,) = some(classic.problems, 1)
    assert classic.prove(problem) == ""
    (cost,) = problem.costs.values()
    assert cost.value >= 1
    assert answer(problem, [next(iter(problem.costs))]).grade == "wrong"


@pytest.mark.parametrize(
    ("name", "sure"), [("bridge-decisions", bridge_hidden.SURE), ("classic", classic.SURE)]
)
def test_what_a_duel_calls_wrong_is_so_by_far(name: str, sure: float) -> None:
    for problem in read_deck(places.shipped("assets", "practice", f"{name}.deck")).problems:
        assert problem.proof == "duel"
        assert all(cost.value >= sure * cost.error > 0 for cost in problem.costs.values())
