from collections.abc import Iterator
from random import Random

import pytest

from ai.engine import Advice, Choice, Limit
from ai.zuniq import match as player_module
from ai.zuniq.clock import GAME, LEAST, LONGEST_GAME, OVERHEAD, Schedule, seconds_for_move
from ai.zuniq.match import Player
from game.advice import Worth
from game.position import Position
from game.zuniq import Grid, State
from tests.ai.zuniq.boards import random_state

SCHEDULES: list[Schedule] = ["kibitz", "seed"]


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("first_ply", [1, 2], ids=["white", "black"])
@pytest.mark.parametrize("game", [1.0, 2.0, 10.0, GAME, 300.0])
def test_all_moves_together_stay_within_the_game(schedule: Schedule, first_ply: int, game: float) -> None:
    left, planned = game, 0.0
    for ply in range(first_ply, LONGEST_GAME + 1, 2):
        seconds = seconds_for_move(ply, left, schedule, game)
        assert seconds >= LEAST
        planned += seconds
        left -= seconds + OVERHEAD
    assert planned <= game
    assert left >= 0
    assert planned > 0.5 * game or game < 5


@pytest.mark.parametrize("size", ["3x4", "5x5", "7x8", "9x9"])
@pytest.mark.parametrize("first_ply", [1, 2], ids=["white", "black"])
def test_a_board_of_another_size_has_its_time_up_to_its_last_move(size: str, first_ply: int) -> None:
    longest, left = Grid.parse(size).longest, GAME
    spent = []
    for ply in range(first_ply, longest + 1, 2):
        spent.append(seconds_for_move(ply, left, longest=longest))
        left -= spent[-1] + OVERHEAD
    assert left >= 0
    assert sum(spent) > 0.4 * GAME
    assert max(spent) < 0.6 * sum(spent)


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("seed", range(20))
def test_what_a_machine_dawdles_away_early_is_made_up_for(schedule: Schedule, seed: int) -> None:
    chance = Random(seed)
    left, dawdled = GAME, 0.0
    for ply in range(1 + seed % 2, LONGEST_GAME + 1, 2):
        delay = OVERHEAD + chance.choice([0.0, 0.5, 2.0]) * (ply < 20 and dawdled < 6)
        dawdled += delay
        left -= seconds_for_move(ply, left, schedule) + delay
    assert left > 0


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("left", [0.0, 0.01, 0.3, 1.0, 5.0, GAME])
def test_no_move_is_given_more_than_is_left(schedule: Schedule, left: float) -> None:
    for ply in range(1, 61):
        assert LEAST <= seconds_for_move(ply, left, schedule) <= max(LEAST, left)


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_a_game_of_another_length_is_planned_in_proportion(schedule: Schedule) -> None:
    for ply in range(1, 30):
        full = seconds_for_move(ply, GAME, schedule) + OVERHEAD
        tenth = seconds_for_move(ply, GAME / 10, schedule, GAME / 10) + OVERHEAD
        assert tenth == pytest.approx(max(LEAST + OVERHEAD, full / 10), rel=0.01)


class Time:
    """A clock that only moves when the engine thinks."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


class Thinker:
    """An engine that uses exactly what it is given, and names the first legal wall; `share` of its attention."""

    def __init__(self, time: Time, shares: tuple[float, float] = (0.5, 0.5)) -> None:
        self.time = time
        self.shares = shares
        self.limits: list[Limit] = []

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        self.limits.append(limit)
        moves = view.legal_moves()[:2]
        choices = tuple(
            Choice(move, Worth("win", 0.5), share) for move, share in zip(moves, self.shares, strict=False)
        )
        for part in range(10):
            self.time.now += (limit.seconds or 0.0) / 10
            yield Advice(choices, "search", Worth("win", 0.5), part == 9)


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_player_has_time_left_at_the_end_of_every_game(
    schedule: Schedule, seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Time()
    monkeypatch.setattr(player_module, "time", clock)
    player, chance = Player(Thinker(clock), GAME, schedule=schedule), Random(seat)
    state, started = State.start(), clock.now
    while state.winner is None:
        if state.to_move == seat:
            move = player.move(state)
            state = state.play(move)
        else:
            state = state.draw(chance.choice(state.legal))
    assert player.left == pytest.approx(GAME - (clock.now - started))
    assert player.left > 0


def test_a_move_that_cannot_be_overtaken_is_made_before_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Time()
    monkeypatch.setattr(player_module, "time", clock)

    def spent(shares: tuple[float, float]) -> float:
        player = Player(Thinker(clock, shares), GAME)
        player.move(random_state(State.start().grid, 12, Random(1)))
        return GAME - player.left

    whole = spent((0.4, 0.4))
    assert whole == pytest.approx(seconds_for_move(13, GAME))
    assert spent((0.9, 0.05)) < 0.7 * whole


def test_counted_moves_look_at_no_clock() -> None:
    thinker = Thinker(Time())
    player = Player(thinker, GAME, iterations=77)
    player.move(State.start())
    assert thinker.limits == [Limit(iterations=77)]
