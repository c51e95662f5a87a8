import random
from collections.abc import Iterator
from itertools import chain

import numpy as np
import pytest

from ai.tetris.guideline.kernels.layout import (
    field_of,
    field_words,
    placement_of,
    placement_word,
    placements_of,
)
from ai.tetris.guideline.kernels.placing import place
from ai.tetris.guideline.moves import placements, shortest_path
from game.tetris.guideline import PIECES, Field, Placement, Pose, path, reachable, spawn, step
from game.tetris.guideline.movement import Gravity, Reached, Start, fall
from game.tetris.guideline.srs import System
from tests.game.tetris.guideline.heaps import heaps, stacks

pytestmark = pytest.mark.kernel

T = 2
Ways = tuple[System, Start, Gravity]
WAYS: tuple[Ways, ...] = (
    ("srs", "19", "0g"),
    ("srs+180", "19", "0g"),
    ("srs+", "21", "0g"),
    ("srs", "19", "20g"),
    ("srs+", "21", "20g"),
)
DOUBLE = "xxx.......\nxx...xxxxx\nxxx.xxxxxx"
TRIPLE = "..xx......\n...x......\nxx.xxxxxxx\nx..xxxxxxx\nxx.xxxxxxx"
FIN = "..xx......\n...x......\nxx.xxxxxxx\nx..xxxxxxx\nx..xxxxxxx"
MINI = "..xxxx..x.\n...xxxxxxx"
SLOTS = tuple(map(Field.parse, (DOUBLE, TRIPLE, FIN, MINI, ".xxxxxxxxx")))


def fields(seed: int) -> list[Field]:
    """Heaps by chance, stacks of play, heaps so tall that not every piece can start, and slots for a T."""
    return [*heaps(12, seed, 16), *stacks(18, seed), *heaps(8, seed + 1, 30), *slots(seed)]


def slots(seed: int) -> Iterator[Field]:
    """The slots as they are, and their mirror images on a few rows of garbage."""
    dice = random.Random(seed)
    for slot in SLOTS:
        yield slot
        yield slot.mirrored().add_garbage(
            [1023 ^ 1 << dice.randrange(10) for _ in range(dice.randrange(12))]
        )[0]


def positions(seed: int) -> Iterator[tuple[Field, int, Ways]]:
    """Each field with every piece and guideline rules, and with some other rules and pieces."""
    dice = random.Random(seed)
    for field in fields(seed):
        yield from ((field, piece, WAYS[0]) for piece in range(7))
        yield from ((field, dice.randrange(7), ways) for ways in WAYS[1:])
        yield from ((field, T, ways) for ways in (WAYS if field in SLOTS else ()))


def test_placements_are_those_of_the_rules() -> None:
    spins, most, none = [0, 0, 0], 0, 0
    for field, piece, ways in positions(seed=1):
        results = placements(field, piece, *ways)
        assert results == reachable(field, piece, *ways), (str(field), PIECES[piece], ways)
        for at in results:
            spins[at.spin] += 1
        most, none = max(most, len(results)), none + (not results)
    assert min(spins) > 20
    assert most > 40
    assert none > 0


def test_a_piece_that_cannot_start_has_no_placements() -> None:
    field = Field.of([1 << 4] * 22)
    assert [placements(field, piece) for piece in range(7)] == [()] * 7
    assert shortest_path(field, Placement(T, 0, 7, 0)) is None


def walked(field: Field, piece: int, ways: Ways, inputs: tuple[str, ...]) -> Placement:
    """Return where the rules lock a piece after these inputs."""
    system, start, gravity = ways
    pose = spawn(field, piece, start)
    assert pose is not None
    at = Reached(pose, 0)
    for number, action in enumerate((None, *inputs)):
        assert (action == "drop") == (number == len(inputs))
        if action is not None and action != "drop":
            taken = step(field, piece, Pose(*at.pose), action, system)
            at = Reached(taken.pose, taken.spin)
        if gravity == "20g" or action == "drop":
            at = fall(field, piece, at)
    return Placement(piece, *at.pose, at.spin).canonical()


def test_ways_are_the_shortest_and_end_where_they_shall() -> None:
    dice, twisted = random.Random(3), 0
    for field, piece, ways in positions(seed=3):
        goals = placements(field, piece, *ways)
        for goal in dice.sample(goals, min(2, len(goals))):
            inputs = shortest_path(field, goal, *ways)
            assert inputs is not None
            assert walked(field, piece, ways, inputs) == goal
            twisted += len(inputs) > 12
            if field.height < 12 and dice.random() < 0.2:
                slow = path(field, goal, *ways)
                assert slow is not None
                assert len(inputs) == len(slow)
    assert twisted > 5


def test_no_way_leads_where_a_piece_cannot_lock() -> None:
    double = Field.parse(DOUBLE)
    assert shortest_path(double, Placement(T, 2, 3, 1, 2)) is not None
    assert shortest_path(double, Placement(T, 2, 3, 1, 1)) is None
    assert shortest_path(double, Placement(T, 2, 3, 1, 0)) is None
    assert shortest_path(double, Placement(T, 2, 3, 2, 0)) is None
    assert shortest_path(Field.parse("xxx.......\nxx..xxxxxx"), Placement(0, 0, 3, 0)) is None


def test_equal_forms_share_their_way() -> None:
    field = Field.empty()
    for at in (Placement(0, 3, 9, 1), Placement(5, 2, 4, 1), Placement(1, 2, 5, 1)):
        assert shortest_path(field, at) == shortest_path(field, at.canonical()) is not None


# -- words --


def test_fields_and_placements_survive_as_words() -> None:
    for field in chain(heaps(20, 4, 40), (Field.empty(),)):
        assert field_of(field_words(field)) == field
    for piece in range(7):
        listed = placements(Field.parse(TRIPLE), piece)
        words = [placement_word(at) for at in listed]
        assert placements_of(words) == listed
        assert words == sorted(words)
    assert placement_of(placement_word(Placement(6, 3, 5, 2))) == Placement(6, 1, 4, 2)


def test_placed_pieces_leave_the_fields_of_the_rules() -> None:
    rows, after = [0] * 5, np.zeros(10, np.int64)
    wells = [Field.of([row] * 4) for row in (0b1111001111, 0b1111111110)]
    for field in (*fields(5), *wells, Field.parse("x.xxxxxxxx/x..xxxxxxx/x.xxxxxxxx")):
        before = field_words(field)
        for piece in range(7):
            for at in placements(field, piece):
                expected, cleared = field.place(*at[:4])
                assert place(before, after, placement_word(at)) == cleared
                assert field_of(after) == expected
                rows[cleared] += 1
        assert field_of(before) == field
    assert min(rows) > 0


def test_a_piece_may_be_placed_in_the_field_itself() -> None:
    field = field_words(Field.of([0b1111111110] * 4 + [1 << 9]))
    assert place(field, field, placement_word(Placement(0, 1, 0, 2))) == 4
    assert field_of(field) == Field.of([1 << 9])
