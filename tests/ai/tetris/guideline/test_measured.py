"""Measured attack of choices: told beside the search, the same on every run where it is counted in nodes."""

from collections.abc import Iterator

import pytest

from ai import registry
from ai.engine import Limit
from ai.review.verdict import Comparison
from ai.tetris.guideline.known.sight import sight_of
from ai.tetris.guideline.measured import _SEED, CHOICES, Measured
from ai.tetris.guideline.perfect_clear import perfect_clears
from ai.tetris.guideline.stacker.engine import AHEAD, LOST, GuidelineJudge, PlayingOn
from game.advice import Advice, Choice, ClearShare, Worth
from game.facts import BookFacts
from game.tetris.guideline import Placement, State

START = State.open({"queue": "seven_bag:5", "board": "xxxxxxxx../xxxxxxxxx."})


def think(limit: Limit, **options: object) -> list[Advice]:
    return list(
        registry.create("stacker", None, "tetris", measure=True, **options).think(START.view(0), limit)
    )


def test_the_best_choices_are_played_on_with_the_same_pieces() -> None:
    first, second = (think(Limit(iterations=5_000), seed=1)[-1] for _ in range(2))
    assert first.done
    assert first.measured == second.measured
    assert [(each.move, each.less) for each in first.choices] == [
        (each.move, each.less) for each in second.choices
    ]
    assert first.measured is not None
    assert all(each.less is not None and each.less.error >= 0 for each in first.choices[1:CHOICES])


def test_the_list_has_the_order_of_what_was_measured() -> None:
    *before, last = think(Limit(seconds=60))
    less = [each.less.value for each in last.choices[1:] if each.less is not None]
    assert len(less) >= CHOICES - 1
    assert [0.0, *less] == sorted([0.0, *less])
    looking = [each.looking for each in (*before, last)]
    assert looking[0], "at first it is not sure"
    assert not looking[-1]


def test_the_figure_is_the_mean_of_games_that_can_be_played_by_hand() -> None:
    [*_, last] = think(Limit(iterations=5_000), seed=1)
    best = last.choices[0].move
    playing, start = PlayingOn(), START.view(0)
    played = [playing.attack(start, best, _SEED + number) for number in range(4)]
    assert last.measured is not None
    assert last.measured.value == pytest.approx(sum(played) / len(played))


def test_playing_on_counts_the_attack_of_two_bags_by_the_rules() -> None:
    playing = PlayingOn()
    for start in (START.view(0), START.receive(3).view(0)):
        move = str(start.placements[0])
        result = playing.attack(start, move, 9)
        assert result == playing.attack(start, move, 9), "nothing is kept from one game to the next"
        assert -LOST <= result <= 10 * AHEAD


def test_a_perfect_clear_in_sight_is_played() -> None:
    start = State.open({"board": "xxxx....../xxxx......", "queue": "list:OOOTIOSZLJTIOSZL"})
    playing = PlayingOn()
    clears, wastes = (
        playing.attack(start.view(0), move, 1) for move in ("O north 4 0 none", "O north 0 2 none")
    )
    assert clears >= wastes + 5


def test_a_perfect_clear_in_sight_is_told_of_each_choice() -> None:
    start = State.open({"board": "xxxx....../xxxx......", "queue": "seven_bag:24", "previews": "5"})
    *_, last = registry.create("stacker", None, "tetris", measure=True, seed=1).think(
        start.view(0), Limit(iterations=2_000)
    )
    sight = sight_of(start.view(0))
    assert not isinstance(sight, str)
    firsts = {(line[0].piece, line[0].cells) for line in perfect_clears(start.field, sight.queue, None, 2)}
    clear_shares = {choice.move: choice.clear for choice in last.choices}
    assert firsts
    assert any(each.clears for each in clear_shares.values() if each is not None)
    for move, each in clear_shares.items():
        at = Placement.parse(move)
        assert each == ClearShare(int((at.piece, at.cells) in firsts), 1, 3)
    raised = State.open({"board": "xxxx....../xxxx......", "queue": "seven_bag:24", "hold": "off"}).view(0)
    *_, last = registry.create("stacker", None, "tetris", measure=True, seed=1).think(
        raised, Limit(iterations=2_000)
    )
    assert all(each.clear is None for each in last.choices), "nothing is said without hold"


def test_what_the_player_cannot_know_is_not_used() -> None:
    details = State.open({"queue": "seven_bag:5", "garbage": "1=,:3333,:4444,:5,:6666"})
    judge, (first, second) = GuidelineJudge(), [str(at) for at in details.placements[:2]]
    comparisons = [list(_slices(judge, state, first, second)) for state in (details, details.view(0))]
    assert comparisons[0] == comparisons[1]


def _slices(judge: GuidelineJudge, state: State, first: str, second: str) -> Iterator[Comparison | None]:
    yield (yield from judge.compare(state, first, second, 800, 1))  # type: ignore[misc]


def test_a_lost_game_costs_what_is_said() -> None:
    board = "/".join(["x.x.x.x.x."] * 18)
    state = State.open({"queue": "general_bag:S:1", "board": board}).view(0)
    playing, move = PlayingOn(), str(state.placements[0])
    assert playing.attack(state, move, 1) <= -LOST + 2


def test_the_last_word_comes_once_and_short_looks_measure_nothing() -> None:
    advice_list = think(Limit(iterations=5_000))
    assert [each.done for each in advice_list] == [False] * (len(advice_list) - 1) + [True]
    short = think(Limit(seconds=0.1))
    assert short[-1].done
    assert all(each.measured is None for each in short)


def test_what_is_known_is_passed_on_as_it_is() -> None:
    advice = Advice(
        (Choice("T north 4 0 none", Worth("order", 1.0)),),
        "book",
        Worth("order", 1.0),
        True,
        (BookFacts(book="x"),),
    )

    class Known:
        def think(self, view: object, limit: Limit) -> Iterator[Advice]:
            yield advice

    assert list(Measured(Known(), 20_000).think(START.view(0), Limit(iterations=5_000))) == [advice]
