from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from statistics import mean, stdev

import numpy as np
import pytest

from ai.tetris.four_wide import catalogue
from ai.tetris.four_wide import policy as policy_file
from ai.tetris.four_wide import walls as walls_file
from ai.tetris.four_wide.engine import advice_of
from ai.tetris.four_wide.layout import lay_out
from ai.tetris.four_wide.policy import Policy
from ai.tetris.four_wide.solving.solve import Solution, figures_of, fresh_mean, solve, with_empty_hold
from ai.tetris.four_wide.solving.walls import Profiles, between_walls
from ai.tetris.four_wide.walls import Walls
from game.errors import BadInput, BadTable
from game.facts import PolicyFacts
from game.tetris.four_wide.model import Model
from game.tetris.four_wide.state import (
    Measure,
    State,
    attack,
    chance,
    clears,
    demand_walls,
)
from game.tetris.four_wide.well import drops, is_useful
from game.tetris.guideline import TABLES

pytestmark = pytest.mark.kernel

RANDOM, BAG = Model(3, "random", True, 0), Model(3, "bag", True, 0)
DOUBLES, SEEN = Model(6, "random", True, 0, "srs", "any"), Model(3, "bag", True, 1)

# By model, what is counted, and rows: value, fresh, nothing in hold; then what play that knows no end gets.
KNOWN: list[tuple[Model, str, int, tuple[float | None, ...], tuple[float | None, ...]]] = [
    (RANDOM, "clears", 10, (6.25921882047, None, 5.63239824699), (6.25023725732, None, 5.55210874271)),
    (RANDOM, "clears", 20, (8.65543051593, None, 7.59236876062), (8.6519700212, None, 7.56625854958)),
    (RANDOM, "classic-guideline", 20, (24.7727931072, None, 21.0850492025), (24.7554906335, None, 21.0692588057)),
    (RANDOM, "cold-clear", 20, (21.8329361652, None, 18.4967646524), (21.8156336916, None, 18.4813639564)),
    (RANDOM, "modern-guideline", 20, (19.8171694052, None, 16.9115231627), (19.8033274263, None, 16.8987914588)),
    (
        BAG, "clears", 40,
        (16.5064819754, 16.5065960495, 15.8493838065), (16.4904169237, 16.4932126963, 15.835683029),
    ),
    (
        BAG, "classic-guideline", 10,
        (15.7411453936, 15.8059585898, 15.2161583522), (15.6295313245, 15.7094328366, 15.1046636432),
    ),
]  # fmt: skip


@pytest.fixture(scope="module")
def endless() -> Callable[[Model], tuple[Solution, Solution]]:
    @cache
    def solved(model: Model) -> tuple[Solution, Solution]:
        solution = solve(lay_out(model))
        return solution, with_empty_hold(solution)

    return solved


def measure_of(model: Model, counted: str, walls: int) -> Measure:
    if counted in TABLES:
        return attack(model, walls, TABLES[counted])
    return clears(walls) if counted == "clears" else chance(walls)


@pytest.mark.parametrize(
    ("model", "counted", "walls", "best", "followed"),
    KNOWN,
    ids=lambda each: str(getattr(each, "name", each)),
)
def test_values_between_walls_are_the_known_ones(
    model: Model,
    counted: str,
    walls: int,
    best: tuple[float | None, ...],
    followed: tuple[float | None, ...],
    endless: Callable[[Model], tuple[Solution, Solution]],
) -> None:
    full, empty = endless(model)
    for as_endless, known in ((False, best), (True, followed)):
        counting = measure_of(model, counted, walls)
        solution, bare = between_walls(full, counting, empty=empty, as_endless=as_endless)
        assert bare is not None
        figures = figures_of(solution)
        for figure, wanted in zip((figures.value, figures.fresh, fresh_mean(bare)), known, strict=True):
            assert figure == (wanted if wanted is None else pytest.approx(wanted, rel=1e-10))


def test_the_chance_to_reach_the_end_is_the_known_one(
    endless: Callable[[Model], tuple[Solution, Solution]],
) -> None:
    known = {
        (RANDOM, 10): (0.39579257893, None, 0.333123062909),
        (BAG, 40): (0.160556907146, 0.158576828736, 0.151954470011),
    }
    for (model, walls), wanted in known.items():
        full, empty = endless(model)
        solution, bare = between_walls(full, chance(walls), empty=empty)
        assert bare is not None
        figures = figures_of(solution)
        assert (figures.value, fresh_mean(bare)) == pytest.approx((wanted[0], wanted[2]), rel=1e-10)
        assert figures.fresh == (wanted[1] if wanted[1] is None else pytest.approx(wanted[1], rel=1e-10))


def best_of(model: Model, measure: Measure) -> Callable[[int, int, int, tuple[int, ...], int], float]:
    """The value by rows left, field, held piece, queue and rest of the bag: the rules as they are told, no kernel."""
    walls = len(measure.earned)

    def draws(bag: int) -> Iterator[tuple[int, int]]:
        for piece in range(7):
            if model.randomizer == "random":
                yield piece, 0
            elif (bag or 127) >> piece & 1:
                yield piece, (bag or 127) & ~(1 << piece)

    @cache
    def value(left: int, field: int, hold: int, queue: tuple[int, ...], bag: int) -> float:
        if left <= 0:
            return measure.end
        worths = []
        for drawn, rest in draws(bag):
            current, *further = *queue, drawn
            best = 0.0
            for piece, held in ((current, hold), (hold, current)):
                for drop in drops(field, piece, model.reach):
                    if is_useful(drop, model.lines):
                        after = value(left - drop.lines, drop.after, held, tuple(further), rest)
                        best = max(best, measure.earned[walls - left] + after)
            worths.append(best)
        return sum(worths) / len(worths)

    return value


@pytest.mark.parametrize(
    ("model", "counted", "walls"),
    [
        (RANDOM, "tetr.io", 9),
        (DOUBLES, "clears", 4),
        (DOUBLES, "chance", 4),
        (SEEN, "clears", 4),
        (SEEN, "cold-clear", 4),
    ],
    ids=lambda each: str(getattr(each, "name", each)),
)
def test_the_kernel_agrees_with_plain_recursion(
    model: Model, counted: str, walls: int, endless: Callable[[Model], tuple[Solution, Solution]]
) -> None:
    measure = measure_of(model, counted, walls)
    solution, _ = between_walls(endless(model)[0], measure)
    slow = best_of(model, measure)
    queue, bag = ((3,), 0b1010111) if model.previews else ((), 0)
    for hold in range(7):
        mine = solution.value(model.start, hold, queue, bag)
        assert mine == pytest.approx(slow(walls, model.start, hold, queue, bag), rel=1e-12)


def test_no_play_between_walls_outdoes_endless_walls_and_more_rows_are_worth_more(
    endless: Callable[[Model], tuple[Solution, Solution]],
) -> None:
    full, _ = endless(BAG)
    values = [between_walls(full, clears(walls))[0].values for walls in (1, 2, 10, 40)]
    for fewer, more in zip(values, [*values[1:], full.values], strict=True):
        assert (fewer <= more + 1e-9).all()
    assert values[0].max() <= 1.0


def test_what_cannot_be_counted_is_refused() -> None:
    with pytest.raises(BadInput, match="each piece clears one row"):
        attack(DOUBLES, 10, TABLES["cold-clear"])
    for walls in (0, -1, 41):
        with pytest.raises(BadInput, match="walls have 1 to 40 rows"):
            demand_walls(walls)


# -- files --


@pytest.fixture(scope="module")
def policy(
    tmp_path_factory: pytest.TempPathFactory, endless: Callable[[Model], tuple[Solution, Solution]]
) -> Policy:
    folder = tmp_path_factory.mktemp("walls")
    policy_file.write(folder / "seen.policy", endless(SEEN)[0])
    plain = Policy.read(folder / "seen.policy")
    path = catalogue.build_walls(plain, path=folder / "seen.walls")
    return plain.with_walls(Walls.read(path))


@pytest.mark.parametrize("rows", [1, 2, 7, 20, 40])
def test_a_file_has_the_values_between_all_walls(
    rows: int, policy: Policy, endless: Callable[[Model], tuple[Solution, Solution]]
) -> None:
    assert policy.walls is not None
    full = endless(SEEN)[0]
    counted, ended = between_walls(full, clears(rows))[0].values, between_walls(full, chance(rows))[0].values
    for state in Random(rows).sample(range(len(counted)), 2_000):
        assert policy.walls.clears(state, rows) == pytest.approx(counted[state], abs=1e-5)
        assert policy.walls.chance(state, rows) == pytest.approx(ended[state], abs=0.5 / 255 + 1e-5)


def test_games_between_walls_go_as_far_as_the_file_says(policy: Policy) -> None:
    """The engine's choice, played under the plain rules: clears, and how often the end of the walls is reached."""
    rows, made, expected, chances = 12, list[int](), list[float](), list[float]()
    for seed in range(1, 151):
        state = State.open({"previews": "1", "queue": f"seven_bag:{seed}", "walls": str(rows)})
        first = advice_of(state.view(0), policy) if not state.over else None
        expected.append(first.choices[0].worth.value if first else 0.0)
        chances.append(first.read(PolicyFacts).chance or 0.0 if first else 0.0)
        while not state.over:
            advice = advice_of(state.view(0), policy)
            assert advice.read(PolicyFacts).walls == state.walls == rows - state.combo
            assert advice.choices[0].worth.value <= state.walls + 1e-9
            state = state.play(advice.choices[0].move)
        made.append(state.combo)
    off = mean(made) - mean(expected)
    assert abs(off) < 3 * stdev(made) / len(made) ** 0.5
    ended = [combo == rows for combo in made]
    assert mean(ended) - mean(chances) < 3 * stdev(ended) / len(ended) ** 0.5


def test_walls_of_another_model_are_not_taken(policy: Policy, tmp_path: Path) -> None:
    other = replace(policy.walls, model=RANDOM)
    assert replace(policy, walls=None).with_walls(other).walls is None
    assert replace(policy, walls=None).with_walls(None).walls is None


def test_a_damaged_file_of_walls_is_refused_in_one_line(policy: Policy, tmp_path: Path) -> None:
    path, random = tmp_path / "bad.walls", Random(5)
    assert policy.walls is not None
    profiles = Profiles(
        policy.walls.states[:50].astype("i4") % 9, policy.walls.gains[:9], policy.walls.gaps[:9]
    )
    walls_file.write(path, SEEN, profiles)
    whole = path.read_bytes()
    assert Walls.read(path).model == SEEN
    for length in random.sample(range(len(whole)), 100):
        path.write_bytes(whole[:length])
        with pytest.raises(BadTable) as refused:
            Walls.read(path)
        assert "\n" not in str(refused.value)
    for place in random.sample(range(len(whole)), 100):
        path.write_bytes(
            whole[:place] + bytes([whole[place] ^ 1 << random.randrange(8)]) + whole[place + 1 :]
        )
        with pytest.raises(BadTable):
            Walls.read(path)


@pytest.mark.parametrize(
    ("part", "reason"),
    [
        ("states", "a profile that does not exist"),
        ("gains", "its chances are not valid"),
        ("gaps", "its chances are not valid"),
    ],
)
def test_a_crafted_file_with_a_right_checksum_is_refused(
    part: str, reason: str, policy: Policy, tmp_path: Path
) -> None:
    assert policy.walls is not None
    arrays = {
        "states": policy.walls.states.astype("i4"),
        "gains": policy.walls.gains,
        "gaps": policy.walls.gaps,
    }
    arrays[part] = arrays[part].copy()
    arrays[part].reshape(-1)[3] = 65_535 if part != "gaps" else 255
    arrays["gains"] = np.maximum(arrays["gains"], 1 << 15) if part == "gaps" else arrays["gains"]
    walls_file.write(tmp_path / "crafted.walls", SEEN, Profiles(**arrays))
    with pytest.raises(BadTable, match=reason):
        Walls.read(tmp_path / "crafted.walls")


def test_what_is_missing_between_walls_is_made_beside_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue, "folder", lambda: tmp_path / "policies")
    monkeypatch.setattr(catalogue, "MAKER", type(catalogue.MAKER)())
    catalogue.build(RANDOM)
    policies = catalogue.PolicyCatalogue()
    assert policies.prepare(RANDOM) == "", "between endless walls all is there"
    assert policies.nearest(RANDOM, walls=True) is None
    assert "is being solved" in policies.prepare(RANDOM, walls=True)
    policies.wait(60)
    assert policies.prepare(RANDOM, walls=True) == ""
    nearest = policies.nearest(RANDOM, walls=True)
    assert nearest is not None
    assert nearest.walls is not None
    catalogue.walls_of(RANDOM).write_bytes(b"KIBITZ4H and nonsense")
    again = catalogue.PolicyCatalogue()
    assert again.nearest(RANDOM, walls=True) is None
    again.prepare(RANDOM, walls=True)
    again.wait(60)
    assert again.nearest(RANDOM, walls=True) is not None
