import pytest

from game.errors import BadInput
from game.tetris.guideline import KICKS, PIECES, SYSTEMS, Field, Pose, System, piece_of, step
from game.tetris.guideline.srs import system_of
from tests.game.tetris.guideline.flood import kicks

each_system = pytest.mark.parametrize("system", SYSTEMS)


@each_system
@pytest.mark.parametrize("letter", PIECES.replace("O", ""))
def test_the_kicks_are_the_printed_ones(system: System, letter: str) -> None:
    printed = kicks(letter, system)
    turns = {("NESW".index(turn[0]), "NESW".index(turn[1])): shifts for turn, shifts in printed.items()}
    ours = KICKS[system][piece_of(letter)]
    assert {turn: list(shifts) for turn, shifts in ours.items()} == turns
    assert len(ours) == (8 if system == "srs" else 12)


@each_system
def test_the_o_never_moves(system: System) -> None:
    field, o = Field.empty(), piece_of("O")
    for (before, after), shifts in KICKS[system][o].items():
        assert len(shifts) == 1
        pose = Pose(before, 4, 10)
        action = {1: "cw", 2: "flip", 3: "ccw"}[(after - before) % 4]
        turned = step(field, o, pose, action, system)
        assert turned.kick == 0
        assert field.landed(o, *turned.pose) == field.landed(o, *pose)


@each_system
@pytest.mark.parametrize("piece", range(7))
def test_a_turn_and_its_opposite_come_back_in_the_open(system: System, piece: int) -> None:
    for before, after in KICKS[system][piece]:
        (there, *_), (back, *_) = KICKS[system][piece][before, after], KICKS[system][piece][after, before]
        assert (there[0] + back[0], there[1] + back[1]) == (0, 0)


def test_the_i_of_srs_plus_kicks_alike_to_both_sides() -> None:
    """In the mirror east and west change places, and the centre of an I is not where that of its image is."""
    image, i = (0, 3, 2, 1), piece_of("I")
    off_x, off_y = (-1, 0, 1, 0), (0, -1, 0, 1)
    unlike = set()
    for system in SYSTEMS:
        for (before, after), shifts in KICKS[system][i].items():
            dx, dy = off_x[after] - off_x[before], off_y[after] - off_y[before]
            seen = [(dx - x, dy + y) for x, y in shifts]
            if seen != list(KICKS[system][i][image[before], image[after]]):
                unlike.add((system, (after - before) % 2 == 0))
    assert unlike == {("srs", False), ("srs+180", False)}


def test_half_turns_are_an_option() -> None:
    field, pose = Field.empty(), Pose(0, 4, 10)
    for piece in range(7):
        assert step(field, piece, pose, "flip") is None
        assert step(field, piece, pose, "flip", "srs+180") == step(field, piece, pose, "flip", "srs+")
    assert step(field, piece_of("T"), pose, "flip", "srs+180") == (Pose(2, 4, 10), 0, 0)


def test_names_of_systems() -> None:
    assert [system_of(name) for name in SYSTEMS] == list(SYSTEMS)
    with pytest.raises(BadInput, match=r"unknown kicks 'ars'; known: srs, srs\+180, srs\+"):
        system_of("ars")
