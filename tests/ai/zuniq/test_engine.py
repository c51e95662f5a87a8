import threading
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from ai import registry
from ai.engine import Advice, Limit
from ai.review.verdict import Comparison
from ai.zuniq import engine as engine_module
from ai.zuniq.engine import Kibitz, Prover, ZuniqJudge, analyse
from ai.zuniq.levels import FULL, STRENGTHS, Strength, worth
from ai.zuniq.mcts.search import SearchResult, SearchSettings
from ai.zuniq.solver import Solver
from game.advice import Worth
from game.facts import ZuniqFacts
from game.referee import Referee
from game.zuniq import Grid, State
from tests.ai.zuniq.boards import random_state

SMALL = SearchSettings(edges=400_000, nodes=20_000, solver_bits=16)
OTHERS = [registry.create(name, seed=1) for name in ("playouts", "random")]


def kibitz(level: Strength = FULL, seed: int = 1) -> Kibitz:
    return Kibitz(level, SMALL, seed)


def last(engine: Kibitz, state: State, iterations: int = 3_000) -> Advice:
    *_, advice = engine.think(state, Limit(iterations=iterations))
    return advice


def assert_sound(state: State, advice: Advice, strong: bool = True) -> None:
    """All legal moves once, best first, with numbers that make sense and lines that can be played."""
    assert Referee(state).flaw(advice) is None
    assert sorted(choice.move for choice in advice.choices) == sorted(state.legal_moves())
    assert sum(choice.share for choice in advice.choices) <= 1 + 1e-9
    for choice in advice.choices:
        after = state.play(choice.move)
        for move in choice.line:
            after = after.play(move)
    if advice.done and strong:
        assert (advice.choices[0].proof is None) == (advice.read(ZuniqFacts).winner is None)


def assert_best_first(advice: Advice) -> None:
    ranks = [{"win": 0, None: 1, "loss": 2}[choice.proof] for choice in advice.choices]
    assert ranks == sorted(ranks)
    worths = [choice.worth.value for choice in advice.choices if choice.proof is None]
    assert worths == sorted(worths, reverse=True)
    assert advice.worth == advice.choices[0].worth


def test_advice_comes_early_and_often_and_only_the_last_is_final(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_module, "SPEAK_SECONDS", 0.0)
    advice = list(kibitz().think(State.start(), Limit(iterations=40_000)))
    counted = [each.effort for each in advice]
    assert counted == sorted(counted)
    assert counted[0] <= 5_000
    assert counted[-1] == 40_000
    assert len(advice) >= 8
    assert [each.done for each in advice] == [False] * (len(advice) - 1) + [True]
    for each in advice:
        assert_sound(State.start(), each)
        assert_best_first(each)


@pytest.mark.parametrize("plies", [0, 7, 15, 22, 26, 29, 31, 33, 35, 37])
def test_advice_is_sound_at_every_stage_of_a_game(plies: int) -> None:
    state = random_state(Grid(), plies, Random(plies))
    for advice in kibitz().think(state, Limit(iterations=4_500)):
        assert_sound(state, advice)
        assert_best_first(advice)


@pytest.mark.parametrize("size", ["2x2", "2x6", "3x3", "4x3", "5x5"])
def test_other_boards_are_played_to_their_end(size: str) -> None:
    engine, state = kibitz(), State.start(Grid.parse(size))
    while state.winner is None:
        advice = last(engine, state, 600)
        assert_sound(state, advice)
        state = state.play(advice.choices[0].move)


def test_a_finished_game_needs_no_move() -> None:
    finished = State.parse("2x2: A1h B1h A1v A2v")
    (advice,) = kibitz().think(finished, Limit())
    assert (advice.choices, advice.done, advice.read(ZuniqFacts).winner) == ((), True, 1)
    for engine in OTHERS:
        (advice,) = engine.think(finished, Limit(iterations=100))
        assert (advice.choices, advice.done) == ((), True)


def test_any_position_may_follow_any_other_even_in_the_middle_of_a_thought() -> None:
    engine, chance = kibitz(), Random(5)
    for size, plies in zip(
        ["6x6", "3x3", "6x6", "6x6", "2x6", "6x6", "6x6"], (30, 2, 12, 33, 0, 30, 0), strict=True
    ):
        begun = engine.think(random_state(Grid(), 5, chance), Limit())
        assert not next(begun).done
        begun.close()
        state = random_state(Grid.parse(size), plies, chance)
        assert_sound(state, last(engine, state))


@pytest.mark.parametrize("seed", range(5))
def test_without_a_limit_it_thinks_until_the_result_is_certain_and_right(seed: int) -> None:
    state = random_state(Grid(), 30, Random(40 + seed))
    *_, advice = kibitz().think(state, Limit())
    wins = Solver(state.grid, 18).wins(state)
    assert advice.proven
    assert (advice.choices[0].proof == "win") == wins
    assert advice.worth == Worth("win", float(wins))
    assert advice.read(ZuniqFacts).winner == (state.to_move if wins else 1 - state.to_move)


def test_a_kept_tree_advises_both_sides_to_the_end_without_a_mistake() -> None:
    for seed in range(3):
        engine, state = kibitz(seed=seed), random_state(Grid(), 30, Random(seed))
        winner = state.to_move if Solver(state.grid, 18).wins(state) else 1 - state.to_move
        while state.winner is None:
            *_, advice = engine.think(state, Limit())
            assert advice.choices[0].proof == ("win" if state.to_move == winner else "loss")
            state = state.play(advice.choices[0].move)
        assert state.winner == winner


def test_a_won_endgame_is_won_against_any_play() -> None:
    solver, chance = Solver(Grid(), 18), Random(12)
    engine = kibitz()
    for _ in range(3):
        state = random_state(Grid(), 31, chance)
        if not solver.wins(state):
            state = state.draw(chance.choice(state.legal))
        ours = state.to_move if solver.wins(state) else 1 - state.to_move
        while state.winner is None:
            if state.to_move == ours:
                *_, advice = engine.think(state, Limit())
                state = state.play(advice.choices[0].move)
            else:
                state = state.draw(chance.choice(state.legal))
        assert state.winner == ours


@pytest.mark.parametrize("level", STRENGTHS, ids=lambda level: str(level.name))
def test_every_level_plays_legal_moves_to_the_end_of_a_game(level: Strength) -> None:
    engine, state = kibitz(level), random_state(Grid(), 16, Random(8))
    while state.winner is None:
        *_, advice = engine.think(state, Limit(iterations=500))
        assert_sound(state, advice, strong=level.sees_wins)
        state = state.play(advice.choices[0].move)


@pytest.mark.parametrize("level", STRENGTHS[:-1], ids=lambda level: str(level.name))
def test_levels_for_people_stop_by_themselves(level: Strength) -> None:
    *_, advice = kibitz(level).think(State.start(), Limit())
    assert advice.done
    assert advice.read(ZuniqFacts).iterations == level.iterations


@pytest.mark.parametrize("level", [each for each in STRENGTHS if each.sees_wins], ids=lambda each: each.name)
def test_levels_that_see_wins_take_them_and_avoid_losses(level: Strength) -> None:
    proven = 0
    for seed in range(12):
        state = random_state(Grid(), 32 + seed % 4, Random(seed))
        advice = last(kibitz(level, seed), state)
        proofs = {choice.proof for choice in advice.choices}
        best = next(proof for proof in ("win", None, "loss") if proof in proofs)
        assert advice.choices[0].proof == best
        proven += best is not None
    assert proven > 3


def test_weaker_levels_stray_further_from_the_best_move() -> None:
    results = [SearchResult(wall, 900 - 30 * wall, 0.6 - 0.02 * wall, None, ()) for wall in range(20)]

    def loss(level: Strength) -> float:
        taste = Random(1)
        chosen = [level.order(results, taste)[0] for _ in range(300)]
        return sum(worth(results[0]) - worth(each) for each in chosen) / len(chosen)

    losses = [loss(level) for level in STRENGTHS]
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] == 0 < losses[-2]


def test_the_order_of_a_level_keeps_every_move() -> None:
    results = [SearchResult(wall, 100 - wall, 0.5, None, ()) for wall in range(10)]
    for level in STRENGTHS:
        ordered = level.order(results, Random(3))
        assert sorted(each.wall for each in ordered) == list(range(10))
        assert ordered[1:] == [each for each in results if each != ordered[0]]
    assert FULL.order([], Random(3)) == []


def test_counted_thought_is_repeatable_with_a_seed() -> None:
    state = random_state(Grid(), 27, Random(3))

    def choices(seed: int) -> tuple[object, ...]:
        return last(kibitz(seed=seed), state, 9_000).choices

    assert choices(4) == choices(4) != choices(5)


def test_an_analysis_weighs_every_legal_move_of_any_position() -> None:
    for plies in (0, 30, 60):
        state = random_state(Grid(), plies, Random(6))
        analysis = analyse(state, 2_000, 3, SMALL)
        assert sorted(each.move for each in analysis.choices) == sorted(state.legal_moves())
        assert all(0 <= each.win_rate <= 1 for each in analysis.choices)
        assert all(each.win_rate == (each.proven == "win") for each in analysis.choices if each.proven)
        assert analysis.iterations <= 2_000


@pytest.mark.parametrize("engine", OTHERS, ids=["playouts", "random"])
def test_the_simple_players_give_sound_advice_too(engine: Kibitz) -> None:
    for plies in (0, 20, 37):
        state = random_state(Grid(), plies, Random(plies))
        advice = last(engine, state, 500)
        assert advice.done
        assert Referee(state).flaw(advice) is None
        assert sorted(choice.move for choice in advice.choices) == sorted(state.legal_moves())


def test_playouts_spread_their_games_evenly_and_prefer_what_wins_more() -> None:
    state = random_state(Grid(), 30, Random(1))
    advice = last(registry.create("playouts", seed=3), state, 4_000)
    scores = [choice.worth.value for choice in advice.choices]
    assert scores == sorted(scores, reverse=True)
    games = advice.read(ZuniqFacts).iterations
    assert isinstance(games, float)
    assert games % len(state.legal) == 0
    assert games <= 4_000


@pytest.mark.parametrize(("size", "seat"), [("3x6", 0), ("4x5", 1), ("7x3", 0), ("4x4", 1)])
def test_a_solved_board_is_played_without_an_error_from_the_first_wall_on(size: str, seat: int) -> None:
    chance, engine, state = Random(size), Kibitz(seed=2), State.start(Grid.parse(size))
    while state.winner is None:
        if state.to_move == seat:
            *_, advice = engine.think(state, Limit())
            assert advice.choices[0].proof == "win"
            state = state.play(advice.choices[0].move)
        else:
            state = state.draw(chance.choice(state.legal))
    assert state.winner == seat


def test_the_first_wall_of_a_solved_board_is_judged_by_proofs() -> None:
    judge, state = ZuniqJudge(), State.start(Grid(3, 3))
    assert judged(judge, state) == Comparison(1.0), "B1h wins and A1h loses"
    assert judged(judge, State.start(Grid(4, 4))) == Comparison(0.0), "Black wins whatever the first wall is"


def judged(judge: ZuniqJudge, state: State) -> Comparison:
    comparisons: list[Comparison] = []

    def work() -> Iterator[None]:
        comparisons.append((yield from judge.compare(state, "B1h", "A1h", 1_000, 1)))

    for _ in work():
        pass
    return comparisons[0]


def test_what_the_solver_knows_of_a_position_takes_no_work() -> None:
    solver = Solver(Grid(4, 5), shipped=True)
    assert solver.known(State.start(Grid(4, 5))) is False
    assert solver.nodes == 0
    assert Solver(Grid(4, 5)).known(State.start(Grid(4, 5))) is None


@pytest.mark.parametrize("seed", range(6))
def test_for_advice_every_wall_is_proved(seed: int) -> None:
    """Mirror images included: no wall is a win while its image is an estimate."""
    chance = Random(seed)
    state = State.start(Grid(4, 4))
    while len(state.legal) > 14:
        state = state.play(chance.choice(state.legal_moves()))
    if state.winner is not None:
        pytest.skip("the game was over before")
    *_, advice = Kibitz(seed=1).think(state, Limit(seconds=60.0, every=True))
    solver = Solver(state.grid, 16)
    for choice in advice.choices:
        wins = not solver.wins(state.play(choice.move))
        assert choice.proof == ("win" if wins else "loss"), choice.move
    assert [choice.proof for choice in advice.choices] == sorted(
        (c.proof for c in advice.choices), key="win loss".find
    )


def test_for_a_move_one_proved_win_is_enough() -> None:
    state = State.start(Grid(3, 4))
    *_, advice = Kibitz(seed=1).think(state, Limit(seconds=60.0))
    assert advice.choices[0].proof is not None


# -- proofs side by side --


def proving() -> list[threading.Thread]:
    return [each for each in threading.enumerate() if each.name == "zuniq-proof"]


@pytest.mark.parametrize("seed", range(2))
def test_walls_proved_side_by_side_are_those_proved_one_by_one(seed: int) -> None:
    """All threads write into one table; what they find must be true all the same."""
    state = random_state(Grid(), 26, Random(seed))
    winning = set(Solver(Grid(), 18).solve(state).winning_moves)
    prover = Prover(state, 18, threads=3)
    order, results, most = list(state.legal), dict[str, bool](), 0
    while len(results) < len(order):
        solved = prover.run(1, order)
        most = max(most, len(proving()))
        if solved is not None:
            assert state.grid.names[solved[0]] not in results
            results[state.grid.names[solved[0]]] = solved[1]
    prover.stop()
    assert {name for name, wins in results.items() if wins} == winning
    assert 1 <= most <= 2
    assert proving() == []


def test_other_threads_end_with_a_thought_however_it_ends() -> None:
    settings = msgspec.structs.replace(SMALL, threads=2)
    engine, state = Kibitz(settings=settings, seed=1), random_state(Grid(), 24, Random(3))
    thought = engine.think(state, Limit(seconds=60))
    while not next(thought).done and not proving():
        pass
    assert proving(), "another thread is at work"
    thought.close()
    assert proving() == []
    *_, advice = engine.think(random_state(Grid(), 30, Random(4)), Limit(seconds=60))
    assert_sound(random_state(Grid(), 30, Random(4)), advice)
    assert proving() == []


def test_what_is_counted_is_thought_in_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading.Thread, "start", lambda _: pytest.fail("a thread was started"))
    settings = msgspec.structs.replace(SMALL, threads=4)
    engine = Kibitz(settings=settings, seed=1)
    assert last(engine, random_state(Grid(), 26, Random(1))).choices
