import pytest

from game.errors import BadInput
from game.tetris.guideline import (
    PIECES,
    SYSTEMS,
    Field,
    Placement,
    Pose,
    System,
    can_reach,
    letter,
    path,
    piece_of,
    reachable,
    spawn,
    step,
)
from game.tetris.guideline.movement import (
    GRAVITIES,
    STARTS,
    Gravity,
    Start,
    explore,
    fall,
    gravity_of,
    locks_out,
    start_of,
)
from game.tetris.guideline.spins import SpinRule
from tests.game.tetris.guideline.heaps import heaps, stacks

I, O, T, L, J, S, Z = range(7)  # noqa: E741
DOUBLE = "xxx.......\nxx...xxxxx\nxxx.xxxxxx"
TRIPLE = "..xx......\n...x......\nxx.xxxxxxx\nx..xxxxxxx\nxx.xxxxxxx"
FIN = "..xx......\n...x......\nxx.xxxxxxx\nx..xxxxxxx\nx..xxxxxxx"


def tower(height: int, columns: str) -> Field:
    return Field.of([sum(1 << int(x) for x in columns)] * height)


# -- starts --


@pytest.mark.parametrize(("start", "row"), [("19", 19), ("21", 20)])
@pytest.mark.parametrize("piece", range(7), ids=letter)
def test_a_piece_starts_in_the_last_visible_row_or_above_and_a_row_higher_if_need_be(
    piece: int, start: Start, row: int
) -> None:
    assert spawn(Field.empty(), piece, start) == Pose(0, 4, row)
    assert spawn(tower(row, "012345678"), piece, start) == Pose(0, 4, row)
    assert spawn(tower(row + 1, "4"), piece, start) == Pose(0, 4, row + 1)
    assert spawn(tower(row + 2, "4"), piece, start) is None
    assert spawn(tower(40, "01289"), piece, start) == Pose(0, 4, row)


def test_only_the_cells_of_the_start_matter() -> None:
    wide = tower(40, "3456")
    assert [spawn(wide, piece) for piece in range(7)] == [None] * 7
    beside = tower(30, "6")
    assert spawn(beside, I) is None
    assert spawn(beside, T) == Pose(0, 4, 19)


# -- single steps --


def test_shifts_and_turns_do_nothing_where_they_do_not_fit() -> None:
    field = Field.empty()
    assert step(field, T, Pose(0, 1, 0), "left") is None
    assert step(field, T, Pose(0, 8, 0), "right") is None
    assert step(field, T, Pose(0, 4, 0), "down") is None
    assert step(field, T, Pose(0, 4, 1), "down") == (Pose(0, 4, 0), None, 0)
    narrow = tower(8, "01236789")
    assert [step(narrow, I, Pose(1, 4, 4), action) for action in ("left", "cw", "flip")] == [None] * 3


def test_the_first_kick_that_fits_is_taken() -> None:
    field = Field.empty()
    assert step(field, T, Pose(0, 4, 5), "cw") == (Pose(1, 4, 5), 0, 0)
    assert step(field, T, Pose(1, 0, 5), "ccw") == (Pose(0, 1, 5), 1, 0)
    assert step(field, T, Pose(0, 4, 0), "cw") == (Pose(1, 3, 1), 2, 0)
    assert step(field, I, Pose(0, 4, 10), "cw") == (Pose(1, 5, 10), 0, 0)
    assert step(field, I, Pose(0, 4, 0), "cw") == (Pose(1, 6, 2), 4, 0)
    assert step(field, I, Pose(0, 4, 0), "ccw") == (Pose(3, 3, 1), 3, 0)


# -- spins --


@pytest.mark.parametrize(
    ("text", "at", "earned", "rows"),
    [
        (DOUBLE, "T south 3 1", {2}, 2),
        (TRIPLE, "T west 2 1", {2}, 3),
        (FIN, "T west 2 1", {2}, 2),  # a corner before it is empty; the last kick makes it full all the same
        (".xxxxxxxxx", "T east 0 1", {0, 1}, 1),
        ("..xxxx..x.\n...xxxxxxx", "T north 1 0", {1}, 1),
        ("..........", "T north 4 0", {0}, 0),
    ],
)
def test_spins(text: str, at: str, earned: set[int], rows: int) -> None:
    field, goal = Field.parse(text), Placement.parse(at)
    assert {each.spin for each in reachable(field, T) if each[:4] == goal[:4]} == earned
    assert field.place(*goal[:4])[1] == rows
    mirrored = Field.parse(text).mirrored()
    turned = Placement(T, (0, 3, 2, 1)[goal.orientation], 9 - goal.x, goal.y)
    assert {each.spin for each in reachable(mirrored, T) if each[:4] == turned[:4]} == earned


def test_the_last_kick_makes_a_mini_full() -> None:
    for text in (FIN, TRIPLE):
        assert step(Field.parse(text), T, Pose(0, 1, 3), "ccw") == (Pose(3, 2, 1), 4, 2)


def test_a_shift_or_a_fall_takes_the_spin_away() -> None:
    field = Field.parse("...xx.....\n..........\n...xx.....")
    turned = step(field, T, Pose(0, 2, 1), "cw")
    beside = step(field, T, turned.pose, "left")
    assert beside.spin == 0
    for reached in explore(Field.parse(DOUBLE), T):
        after = fall(Field.parse(DOUBLE), T, reached)
        assert after.spin == (reached.spin if after.pose == reached.pose else 0)


def test_a_mini_never_clears_three_rows_and_only_a_t_spins() -> None:
    for field in heaps(15, seed=9):
        for piece in range(7):
            for at in reachable(field, piece):
                assert at.spin == 0 or piece == T
                assert at.spin != 1 or field.place(*at[:4])[1] < 3


# -- ways --


@pytest.mark.parametrize(("system", "gravity"), [*((each, "0g") for each in SYSTEMS), ("srs", "20g")])
def test_a_way_leads_where_it_says(system: System, gravity: Gravity) -> None:
    for number, field in enumerate(stacks(6, seed=21)):
        piece = T if number % 2 else number % 7
        for at in reachable(field, piece, system, "19", gravity):
            way = path(field, at, system, "19", gravity)
            assert way is not None
            assert walked(field, piece, way, system, gravity) == at


def walked(field: Field, piece: int, way: tuple[str, ...], system: System, gravity: Gravity) -> Placement:
    pose, spin = spawn(field, piece), 0
    assert way[-1] == "drop"
    for name in way:
        if gravity == "20g" or name == "drop":
            rest = field.drop(piece, *pose)
            pose, spin = Pose(pose.orientation, pose.x, rest), spin if rest == pose.y else 0
        if name != "drop":
            result = step(field, piece, pose, name, system)
            pose, spin = result.pose, result.spin
    return Placement(piece, *pose, spin).canonical()


def test_ways_are_as_short_as_can_be() -> None:
    empty = Field.empty()
    assert path(empty, Placement.parse("T north 4 0")) == ("drop",)
    assert path(empty, Placement.parse("T north 1 0")) == ("left", "left", "left", "drop")
    assert path(empty, Placement.parse("T east 4 1")) == ("cw", "drop")
    assert path(empty, Placement.parse("I west 4 1")) == path(empty, Placement.parse("I east 4 2"))
    tuck = path(Field.parse("xxx.......\n.........."), Placement.parse("I north 1 0"))
    assert tuck.count("down") == 19
    assert len(tuck) == 19 + 3 + 1


def test_what_cannot_be_reached_has_no_way() -> None:
    closed = Field.parse("xxxxxxxxx.\n.........x")
    for at in ("I north 1 0", "T north 4 3", "O north 4 10", "T north 4 1 full"):
        assert path(closed, Placement.parse(at)) is None
        assert not can_reach(closed, Placement.parse(at))
    assert path(tower(40, "3456"), Placement.parse("O north 0 0")) is None
    assert explore(tower(40, "3456"), O) == {}
    assert reachable(tower(40, "3456"), O) == ()


@pytest.mark.parametrize("gravity", GRAVITIES)
def test_a_single_question_has_the_answer_of_the_whole_list(gravity: Gravity) -> None:
    for field in (*stacks(8, seed=2), *heaps(8, seed=2)):
        for piece in (T, field.cells % 7):
            places = set(reachable(field, piece, gravity=gravity))
            for orientation in range(4):
                for x in range(10):
                    for y in range(22):
                        at = Placement(piece, orientation, x, y)
                        if field.fits(*at[:4]):
                            assert can_reach(field, at, gravity=gravity) == (at.canonical() in places)


# -- the ends of the field --


def test_a_piece_that_locks_out_of_sight_is_not_listed() -> None:
    high = tower(20, "0123456")
    assert all(not locks_out(at) for piece in range(7) for at in reachable(high, piece))
    assert {at.x for at in reachable(high, O)} == {7, 8}
    assert Placement.parse("T west 7 20") in reachable(high, T)  # one of its cells is in row 19
    assert locks_out(Placement.parse("O north 4 20"))
    assert not locks_out(Placement.parse("O north 4 19"))
    assert reachable(tower(20, "0123456789"[:9] + "8"), O) == ()


# -- falling at once --


def test_under_20g_a_wall_in_the_way_is_a_wall() -> None:
    walled = tower(3, "2")
    assert {at.x for at in reachable(walled, O)} == set(range(9))
    assert {at.x for at in reachable(walled, O, gravity="20g")} == set(range(3, 9))
    assert Placement.parse("I east 0 2") not in reachable(walled, I, gravity="20g")


def test_under_20g_nothing_new_can_be_reached_and_on_a_flat_floor_everything() -> None:
    for piece in range(7):
        assert reachable(Field.empty(), piece, gravity="20g") == reachable(Field.empty(), piece)
    for field in heaps(10, seed=4):
        for piece in range(7):
            assert set(reachable(field, piece, gravity="20g")) <= set(reachable(field, piece))


def test_names_of_starts_and_gravities() -> None:
    assert [start_of(name) for name in STARTS] == list(STARTS)
    assert [gravity_of(name) for name in GRAVITIES] == list(GRAVITIES)
    with pytest.raises(BadInput, match="unknown start row '20'; known: 19, 21"):
        start_of("20")
    with pytest.raises(BadInput, match="unknown gravity '1g'; known: 0g, 20g"):
        gravity_of("1g")


def test_a_higher_start_reaches_the_same_below() -> None:
    starts: tuple[Start, ...] = STARTS
    for field in stacks(4, seed=8):
        for piece in map(piece_of, PIECES):
            assert len({reachable(field, piece, "srs", start) for start in starts}) == 1


@pytest.mark.parametrize("system", list(SYSTEMS))
def test_from_right_above_the_stack_a_piece_reaches_what_it_does_from_its_start(system: System) -> None:
    rules: tuple[SpinRule, ...] = ("t-spins", "all", "mini-only")
    for number, field in enumerate(
        [*heaps(6, seed=9), *stacks(3, seed=9), tower(16, "012456789"), tower(17, "0369")]
    ):
        for piece in range(7):
            spins, start = rules[number % 3], STARTS[number % 2]
            placements = {
                Placement(piece, *pose, spin).canonical()
                for pose, spin in explore(field, piece, system, start, spins=spins)
                if not field.fits(piece, pose.orientation, pose.x, pose.y - 1)
            }
            expected = tuple(sorted(at for at in placements if not locks_out(at)))
            assert reachable(field, piece, system, start, spins=spins) == expected
