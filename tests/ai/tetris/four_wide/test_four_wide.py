from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import mean, stdev

import numpy as np
import pytest

from ai.tetris.four_wide import policy as policy_file
from ai.tetris.four_wide.layout import Layout, graph_of, lay_out
from ai.tetris.four_wide.policy import Policy
from ai.tetris.four_wide.solving.minimize import certify, classes_of
from ai.tetris.four_wide.solving.solve import Solution, figures_of, fresh_mean, solve, with_empty_hold
from game.errors import BadInput, BadTable, KibitzError
from game.tetris.four_wide.model import Model
from game.tetris.four_wide.well import REACHES, continuations
from game.tetris.guideline.pieces import PIECES

pytestmark = pytest.mark.kernel

# value, mean, max, fresh
FIGURES: dict[Model, tuple[float | None, ...]] = {
    Model(3, "random", False, 0): (2.450488229, 1.358966225, 3.009950760, None),
    Model(3, "random", True, 0): (10.151695265, 5.536883899, 13.880608738, None),
    Model(3, "random", True, 1): (15.177758810, 7.996027331, 22.625069302, None),
    Model(3, "random", True, 3): (23.804670422, 12.305426108, 39.826296548, None),
    Model(3, "bag", True, 0): (20.123342241, 10.471757507, 33.022038217, 20.119970051),
    Model(3, "bag", True, 2): (76.047311532, 38.339572184, 119.202290056, 78.006648329),
    Model(3, "bag", True, 3): (151.713588001, 76.151129931, 234.824231313, 155.901673700),
    Model(6, "bag", True, 0): (22.215529662, 16.000303106, 47.800742673, 22.382486482),
}
ROUNDS = {
    Model(3, "random", False, 0): [5, 13, 14, 14],
    Model(3, "random", True, 0): [6, 66, 94, 95, 95],
    Model(3, "random", True, 1): [2, 18, 196, 227, 228, 228],
    Model(3, "bag", True, 0): [18, 1183, 5820, 8458, 9099, 9151, 9153, 9153],
}
T_S_Z = [PIECES.index(letter) for letter in "TSZ"]
SINGLE = {  # the field 7, the queue T S Z, by the piece in hold I O T S Z J L
    Model(
        3, "random", True, 3
    ): "24.758125231 29.096463784 31.316838246 6.693360217 8.432235439 30.946197016 32.037446454",
    Model(
        3, "bag", True, 3
    ): "224.9586228 219.969852454 228.219077555 69.25732879 106.150756585 226.155089284 230.28147436",
}
IOJL = sum(1 << PIECES.index(letter) for letter in "IOJL")


@pytest.fixture(scope="module")
def solutions() -> dict[Model, Solution]:
    return {model: solve(lay_out(model)) for model in FIGURES}


@pytest.mark.parametrize("reach", REACHES)
def test_the_graph_of_the_kernel_is_that_of_the_rules(reach: str) -> None:
    graph = graph_of(0x7, reach)
    for number, field in enumerate(graph.fields):
        for piece in range(7):
            followers = {graph.fields[after] for after in graph.follow[piece][number]}
            assert followers == set(continuations(field, piece, reach))


@pytest.mark.parametrize(
    ("start", "lines", "fields", "edges"),
    [(0x37, "one", 228, 1214), (0x77, "one", 507, 2634), (0x77, "any", 517, 2814)],
)
def test_graphs_of_more_cells_have_known_sizes(start: int, lines: str, fields: int, edges: int) -> None:
    graph = graph_of(start, "srs", lines)
    assert (len(graph.fields), graph.edges) == (fields, edges)


@pytest.mark.parametrize("model", FIGURES, ids=lambda model: model.name)
def test_values_are_the_known_ones(model: Model, solutions: dict[Model, Solution]) -> None:
    figures = figures_of(solutions[model])
    result = (figures.value, figures.mean, figures.maximum, figures.fresh)
    for figure, known in zip(result, FIGURES[model], strict=True):
        assert figure == (known if known is None else pytest.approx(known, rel=1e-9))
    assert solutions[model].error <= 1e-6


def test_fields_of_the_smallest_game_have_their_known_values(solutions: dict[Model, Solution]) -> None:
    per_field = figures_of(solutions[Model(3, "random", False, 0)]).per_field
    assert per_field[0x7] == pytest.approx(12380957 / 5052445, rel=1e-12)
    assert per_field[0x13] == pytest.approx(45622832 / 15157335, rel=1e-12)
    assert per_field[0x29] == pytest.approx(22485847 / 30314670, rel=1e-12)
    assert per_field[0x222] == pytest.approx(1 / 6, rel=1e-12)


@pytest.mark.parametrize("model", SINGLE, ids=lambda model: model.name)
def test_single_states_show_no_error_of_time_or_order(model: Model, solutions: dict[Model, Solution]) -> None:
    bag = IOJL if model.randomizer == "bag" else 0
    results = [solutions[model].value(0x7, PIECES.index(hold), T_S_Z, bag) for hold in "IOTSZJL"]
    assert results == pytest.approx([float(word) for word in SINGLE[model].split()], rel=1e-9)


@pytest.mark.parametrize("model", ROUNDS, ids=lambda model: model.name)
def test_each_round_has_its_known_number_of_classes(model: Model) -> None:
    items: list[int] = []
    count, _ = classes_of(lay_out(model), lambda result: items.append(result.classes))
    assert items == ROUNDS[model]
    assert count == items[-1]


def test_states_of_a_class_have_the_same_value(solutions: dict[Model, Solution]) -> None:
    solution = solutions[Model(3, "bag", True, 0)]
    _, classes = classes_of(solution.layout)
    low, high = np.full(classes.max() + 1, np.inf), np.zeros(classes.max() + 1)
    np.minimum.at(low, classes, solution.values)
    np.maximum.at(high, classes, solution.values)
    assert (high - low).max() < 1e-9


def test_a_class_too_large_is_found_without_any_hash() -> None:
    layout = lay_out(Model(3, "random", True, 0))
    _, classes = classes_of(layout)
    merged = np.where(classes == classes.max(), 0, classes).astype(np.int32)
    with pytest.raises(KibitzError, match="same hash"):
        certify(layout, merged)


def test_what_is_held_and_what_is_current_may_change_places(solutions: dict[Model, Solution]) -> None:
    solution = solutions[Model(3, "random", True, 1)]
    for first in range(7):
        for second in range(7):
            assert solution.value(0x13, first, [second], 0) == solution.value(0x13, second, [first], 0)


def test_knowing_more_never_hurts(solutions: dict[Model, Solution]) -> None:
    """With a piece more in sight the mean over that piece is at least as much."""
    less, more = solutions[Model(3, "bag", True, 2)], solutions[Model(3, "bag", True, 3)]
    random = Random(5)
    for _ in range(200):
        bag = random.sample(range(7), 7)
        dealt, hold = random.randint(2, 6), random.randrange(7)
        queue, rest = bag[dealt - 2 : dealt], bag[dealt:]
        field = random.choice(less.layout.graph.fields)
        drawn = [
            more.value(field, hold, [*queue, piece], sum(1 << other for other in rest if other != piece))
            for piece in rest
        ]
        assert less.value(field, hold, queue, sum(1 << piece for piece in rest)) <= mean(drawn) + 1e-9


def test_rules_that_allow_more_are_worth_more() -> None:
    worth = [figures_of(solve(lay_out(Model(3, "bag", True, 1, reach)))).value for reach in REACHES]
    assert worth == sorted(worth)
    assert worth[0] < worth[1]
    held, bare = (figures_of(solve(lay_out(Model(3, "bag", hold, 1)))).value for hold in (True, False))
    assert held > bare


@pytest.mark.parametrize(
    ("model", "known"),
    [
        (Model(3, "random", True, 0), 8.823176965),
        (Model(3, "random", True, 3), 23.623387015),
        (Model(3, "bag", True, 0), 19.292772826),
        (Model(3, "bag", True, 3), 171.811087007),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_a_game_that_begins_with_nothing_in_hold_has_its_known_value(
    model: Model, known: float, solutions: dict[Model, Solution]
) -> None:
    empty = with_empty_hold(solutions[model])
    assert fresh_mean(empty) == pytest.approx(known, rel=1e-9)
    assert solutions[model].error <= empty.error <= 1e-6


# -- policies --


@pytest.fixture(scope="module")
def policy(solutions: dict[Model, Solution], tmp_path_factory: pytest.TempPathFactory) -> Policy:
    path = tmp_path_factory.mktemp("policies") / "three.policy"
    policy_file.write(path, solutions[Model(3, "bag", True, 3)])
    return Policy.read(path)


class Game:
    """A game under the policy's rules, with any player."""

    def __init__(self, model: Model, random: Random) -> None:
        self.random, self.bag = random, list[int]()
        self.field, self.hold = model.start, random.randrange(7)
        self.queue = [self.draw() for _ in range(model.previews)]

    def draw(self) -> int:
        if not self.bag:
            self.bag = self.random.sample(range(7), 7)
        return self.bag.pop()

    @property
    def rest(self) -> int:
        return sum(1 << piece for piece in self.bag)


def test_games_by_the_policy_are_as_long_as_it_says(policy: Policy, solutions: dict[Model, Solution]) -> None:
    model, random, lengths = policy.model, Random(11), []
    for _ in range(200):
        game, length = Game(model, random), 0
        while True:
            game.queue.append(game.draw())
            current = game.queue.pop(0)
            options = policy.options(game.field, current, game.hold, game.queue, game.rest)
            best = policy.best(game.field, current, game.hold, game.queue, game.rest)
            assert best == (options[0] if options else None) or best.value == options[0].value
            if best is None:
                break
            game.field, length = best.field, length + 1
            game.hold = current if best.held else game.hold
        lengths.append(length)
    fresh = figures_of(solutions[model]).fresh
    assert fresh is not None
    assert abs(mean(lengths) - fresh) < 3 * stdev(lengths) / len(lengths) ** 0.5


def test_the_same_solution_gives_the_same_bytes(solutions: dict[Model, Solution]) -> None:
    model = Model(3, "bag", True, 0)
    assert policy_file.pack(solutions[model]) == policy_file.pack(solve(lay_out(model)))


def test_large_models_keep_values_as_they_are(
    solutions: dict[Model, Solution], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policy_file, "MOST_KINDS", 10)
    solution = solutions[Model(3, "random", True, 1)]
    policy_file.write(tmp_path / "plain.policy", solution)
    policy = Policy.read(tmp_path / "plain.policy")
    assert len(policy.kinds) == 0
    best = policy.best(0x7, 2, 0, [3], 0)
    assert best is not None
    assert best == policy.options(0x7, 2, 0, [3], 0)[0]


def test_a_file_cut_anywhere_is_refused_in_one_line(solutions: dict[Model, Solution], tmp_path: Path) -> None:
    whole = policy_file.pack(solutions[Model(3, "random", False, 0)])
    path = tmp_path / "cut.policy"
    for length in range(0, len(whole)):
        path.write_bytes(whole[:length])
        with pytest.raises(BadTable) as refused:
            Policy.read(path)
        assert "\n" not in str(refused.value)


def test_a_file_with_a_flipped_bit_is_refused(solutions: dict[Model, Solution], tmp_path: Path) -> None:
    whole = bytearray(policy_file.pack(solutions[Model(3, "random", False, 0)]))
    path, random = tmp_path / "flipped.policy", Random(3)
    for place in random.sample(range(len(whole)), 200):
        bit = 1 << random.randrange(8)
        whole[place] ^= bit
        path.write_bytes(whole)
        with pytest.raises(BadTable):
            Policy.read(path)
        whole[place] ^= bit


def test_a_position_that_cannot_come_up_is_refused(policy: Policy) -> None:
    with pytest.raises(BadInput, match="cannot come up"):
        policy.options(0xFF, 0, 1, T_S_Z, IOJL)
    with pytest.raises(BadInput, match="previews"):
        policy.options(0x7, 0, 1, [2], IOJL)
    with pytest.raises(BadInput, match="rest of the bag"):
        policy.options(0x7, 0, 1, [2, 2, 2], IOJL)


def shrunk(layout: Layout) -> float:
    return layout.states / (layout.model.sequences * layout.model.holds * layout.fields)


def test_exchange_and_mirror_leave_a_third_of_the_states() -> None:
    assert shrunk(lay_out(replace(Model(3, "random", True), previews=4))) < 0.31
