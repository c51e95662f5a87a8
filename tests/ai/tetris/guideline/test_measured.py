"""What choices come to in attack: told beside the search, the same on every run where it is counted in nodes."""

from collections.abc import Iterator

import pytest

from ai import registry
from ai.engine import Limit
from ai.tetris.guideline.comparison import AHEAD, LOST, PlayingOn, drawn
from ai.tetris.guideline.measured import _SEED, CHOICES, Measured
from game.advice import Advice, Choice
from game.tetris.guideline import State

START = State.open({"queue": "seven_bag:5", "board": "xxxxxxxx../xxxxxxxxx."})


def think(limit: Limit, **options: object) -> list[Advice]:
    return list(
        registry.create("stacker", None, "tetris", measure=True, **options).think(START.view(0), limit)
    )


def test_the_best_choices_are_played_on_with_the_same_pieces() -> None:
    first, second = (think(Limit(iterations=5_000), seed=1)[-1] for _ in range(2))
    assert first.done
    assert {
        name: first.facts[name]
        for name in first.facts
        if name in ("attack", "attack_error") or name.startswith("less ")
    } == {
        name: second.facts[name]
        for name in second.facts
        if name in ("attack", "attack_error") or name.startswith("less ")
    }
    for move in [choice.move for choice in first.choices[1:CHOICES]]:
        assert isinstance(first.facts["less " + move], float)
        assert first.facts["less_error " + move] >= 0


def test_the_figure_is_the_mean_of_games_that_can_be_played_by_hand() -> None:
    [*_, last] = think(Limit(iterations=5_000), seed=1)
    best = last.choices[0].move
    played = [PlayingOn().attack(drawn(START.view(0), _SEED + number), best) for number in range(4)]
    assert last.facts["attack"] == pytest.approx(sum(played) / len(played))


def test_playing_on_counts_the_attack_of_two_bags_by_the_rules() -> None:
    state, playing = drawn(START, 9), PlayingOn()
    move = str(state.placements[0])
    found = playing.attack(state, move)
    assert found == playing.attack(state, move), "nothing is kept from one game to the next"
    assert -LOST <= found <= 10 * AHEAD
    behind = state.receive(3)
    assert playing.attack(behind, move) == playing.attack(behind, move)


def test_a_lost_game_costs_what_is_said() -> None:
    board = "/".join(["xxxx.xxxxx"] * 19)
    state = State.open({"queue": "list:OOOOOO", "board": board, "hold": "O"})
    move = str(state.placements[0])
    assert PlayingOn().attack(state, move) <= -LOST + 2


def test_the_last_word_comes_once_and_short_looks_measure_nothing() -> None:
    told = think(Limit(iterations=5_000))
    assert [each.done for each in told] == [False] * (len(told) - 1) + [True]
    short = think(Limit(seconds=0.1))
    assert short[-1].done
    assert not any("attack" in each.facts for each in short)


def test_what_is_known_is_passed_on_as_it_is() -> None:
    told = Advice((Choice("T north 4 0 none", 1.0, ""),), "book", 1.0, True, {"book": "x"})

    class Known:
        def think(self, view: object, limit: Limit) -> Iterator[Advice]:
            yield told

    assert list(Measured(Known()).think(START.view(0), Limit(iterations=5_000))) == [told]
