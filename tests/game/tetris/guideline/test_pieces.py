from collections import Counter

import pytest

from game.errors import BadInput
from game.tetris.guideline import CELLS, ORIENTATIONS, PIECES, Placement, letter, piece_of
from game.tetris.guideline.pieces import CANONICAL, cells_at, orientation_of, pieces_of
from tests.game.tetris.guideline.flood import shapes

ALL = [(piece, orientation) for piece in range(7) for orientation in range(4)]
# equal cells, other names: piece, orientation -> the canonical one, and where its centre is
EQUAL = {
    ("I", "south"): ("north", -1, 0),
    ("I", "west"): ("east", 0, 1),
    ("S", "south"): ("north", 0, -1),
    ("Z", "south"): ("north", 0, -1),
    ("S", "west"): ("east", -1, 0),
    ("Z", "west"): ("east", -1, 0),
    ("O", "east"): ("north", 0, -1),
    ("O", "south"): ("north", -1, -1),
    ("O", "west"): ("north", -1, 0),
}


@pytest.mark.parametrize(("piece", "orientation"), ALL)
def test_the_pieces_are_those_that_are_drawn(piece: int, orientation: int) -> None:
    name = "NESW"[orientation]
    assert set(CELLS[piece][orientation]) == shapes(letter(piece))[name]


@pytest.mark.parametrize(("piece", "orientation"), ALL)
def test_equal_cells_have_one_canonical_name(piece: int, orientation: int) -> None:
    at = Placement(piece, orientation, 4, 10)
    name, dx, dy = EQUAL.get((letter(piece), ORIENTATIONS[orientation]), (ORIENTATIONS[orientation], 0, 0))
    assert at.canonical() == Placement(piece, orientation_of(name), 4 + dx, 10 + dy)
    assert at.canonical().cells == at.cells
    assert at.canonical().canonical() == at.canonical()


def test_other_cells_have_other_names() -> None:
    stored = Counter(letter(piece) for piece, turn in ALL if CANONICAL[piece][turn] == (turn, 0, 0))
    assert stored == {"I": 2, "O": 1, "T": 4, "L": 4, "J": 4, "S": 2, "Z": 2}
    places = {Placement(piece, turn, x, 10).canonical() for piece, turn in ALL for x in range(5)}
    assert len({each.cells for each in places}) == len(places)


def test_letters_and_numbers_go_together() -> None:
    assert [piece_of(each) for each in PIECES] == list(range(7))
    assert pieces_of("tiOSzlJ") == (2, 0, 1, 5, 6, 3, 4)
    for text in ("", "X", "TT", "7", "ß"):
        with pytest.raises(BadInput, match="is not a piece; the pieces are I O T L J S Z"):
            piece_of(text)
    with pytest.raises(BadInput, match="is not an orientation; they are north, east, south, west"):
        orientation_of("up")


def test_cells_on_the_field() -> None:
    assert cells_at(piece_of("T"), 2, 4, 1) == ((3, 1), (4, 0), (4, 1), (5, 1))


@pytest.mark.parametrize(("piece", "orientation"), ALL)
def test_a_placement_is_read_as_it_is_written(piece: int, orientation: int) -> None:
    for spin in range(3):
        at = Placement(piece, orientation, 4, 21, spin)
        assert Placement.parse(str(at)) == at
        assert Placement.from_tbp(at.to_tbp()) == at


def test_the_forms_of_a_placement() -> None:
    at = Placement.parse("T south 4 1 full")
    assert at == Placement(2, 2, 4, 1, 2)
    assert str(at) == "T south 4 1 full"
    assert at.to_tbp() == {"location": {"type": "T", "orientation": "south", "x": 4, "y": 1}, "spin": "full"}
    assert at.named() == {"type": "T", "orientation": "south", "x": 4, "y": 1, "spin": "full"}
    assert Placement.parse(" i  north 4 0 ") == Placement(0, 0, 4, 0, 0)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is not a placement; write piece, orientation, x, y and spin"),
        ("T south 4", "is not a placement"),
        ("T south -1 1", "is not a placement"),
        ("T south 4 1 full 5", "is not a placement"),
        ("T south 4 100", "is not a placement"),
        ("X south 4 1", "'X' is not a piece"),
        ("T up 4 1", "'up' is not an orientation"),
        ("T south 4 1 triple", "'triple' is not a spin; they are none, mini, full"),
        ("T south ٤ 1", "is not a placement"),
    ],
)
def test_what_is_no_placement(text: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        Placement.parse(text)


LOCATION = {"type": "T", "orientation": "south", "x": 4, "y": 1}


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (None, 'needs a "location" and a "spin"'),
        ([], 'needs a "location"'),
        ({"spin": "none"}, 'needs a "location"'),
        ({"location": LOCATION}, 'needs texts for "type"'),
        ({"location": {**LOCATION, "type": 3}, "spin": "none"}, "needs texts"),
        ({"location": {**LOCATION, "type": "Q"}, "spin": "none"}, "'Q' is not a piece"),
        ({"location": {**LOCATION, "x": 4.0}, "spin": "none"}, 'cell of the field as "x"'),
        ({"location": {**LOCATION, "y": True}, "spin": "none"}, 'cell of the field as "y"'),
        ({"location": {**LOCATION, "y": 10**30}, "spin": "none"}, 'cell of the field as "y"'),
        ({"location": LOCATION, "spin": "double"}, "'double' is not a spin"),
    ],
)
def test_what_is_no_move_of_the_protocol(move: object, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        Placement.from_tbp(move)


def test_unknown_attributes_of_a_move_are_ignored() -> None:
    move = {"location": {**LOCATION, "colour": 1}, "spin": "mini", "why": "not"}
    assert Placement.from_tbp(move) == Placement.parse("T south 4 1 mini")
