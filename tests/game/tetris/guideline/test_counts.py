import random
from collections import Counter

import pytest

from game.tetris.guideline import PIECES, SYSTEMS, Field, System, letter, piece_of, reachable
from tests.game.tetris.guideline.flood import Cells, Flood
from tests.game.tetris.guideline.heaps import heaps, stacks

ONE_PIECE = {"I": 17, "O": 9, "T": 34, "L": 34, "J": 34, "S": 17, "Z": 17}
# numbers of sequences of placements of I O L J S Z T on the empty field, no hold
PERFT = (17, 153, 5_266, 188_374)
MIRROR = dict(zip("IOTLJSZ", "IOTJLZS", strict=True))


def placements(field: Field, piece: int, system: System = "srs") -> list[tuple[Cells, int]]:
    return [(frozenset(at.cells), at.spin) for at in reachable(field, piece, system)]


@pytest.mark.parametrize("piece", range(7), ids=letter)
def test_the_empty_field_offers_every_shape_in_every_column(piece: int) -> None:
    places = reachable(Field.empty(), piece)
    assert len(places) == ONE_PIECE[letter(piece)]
    assert list(places) == sorted({each.canonical() for each in places})
    assert not any(each.spin for each in places)


def test_perft_by_the_rules() -> None:
    fields = Counter({Field.empty(): 1})
    for piece, nodes in zip("IOL", PERFT, strict=False):
        after: Counter[Field] = Counter()
        for field, count in fields.items():
            for shape in {at[:4] for at in reachable(field, piece_of(piece))}:
                after[field.place(*shape)[0]] += count
        fields = after
        assert fields.total() == nodes


def test_perft_by_floods() -> None:
    fields = Counter({Field.empty(): 1})
    for piece, nodes in zip("IOLJ", PERFT, strict=True):
        after: Counter[Field] = Counter()
        leaves = 0
        for field, count in fields.items():
            shapes = {cells for cells, _ in Flood(field, piece_of(piece)).placements()}
            leaves += count * len(shapes)
            for cells in shapes if nodes != PERFT[-1] else ():
                after[with_cells(field, cells)] += count
        fields = after
        assert leaves == nodes


def with_cells(field: Field, cells: Cells) -> Field:
    rows = list(field.rows)
    for x, y in cells:
        rows[y] |= 1 << x
    return Field(tuple(rows)).cleared()


@pytest.mark.parametrize("system", SYSTEMS)
def test_both_ways_agree_on_heaps(system: System) -> None:
    spins: Counter[int] = Counter()
    dice = random.Random(system)
    for field in heaps(30, seed=7):
        for piece in sorted({int(dice.random() * 7), piece_of("T"), piece_of("I")}):
            places = placements(field, piece, system)
            assert set(places) == Flood(field, piece, system).placements()
            assert len(places) == len(set(places))
            spins.update(spin for _, spin in places)
    assert min(spins[spin] for spin in range(3)) > 3


def test_both_ways_agree_on_stacks() -> None:
    for number, field in enumerate(stacks(40, seed=3)):
        for piece in (number % 7, piece_of("T")):
            assert set(placements(field, piece)) == Flood(field, piece).placements()


def test_a_mirrored_field_has_mirrored_placements() -> None:
    """But for the I, whose kicks of SRS prefer one side."""
    for field in heaps(8, seed=5):
        for piece in range(1, 7):
            other = piece_of(MIRROR[PIECES[piece]])
            mirrored = {
                (frozenset((9 - x, y) for x, y in cells), spin) for cells, spin in placements(field, piece)
            }
            assert set(placements(field.mirrored(), other)) == mirrored


def test_what_can_be_placed_lies_on_something_and_in_sight() -> None:
    for field in heaps(12, seed=6):
        for piece in range(7):
            for at in reachable(field, piece):
                assert field.fits(*at[:4])
                assert not field.fits(at.piece, at.orientation, at.x, at.y - 1)
                assert min(y for _, y in at.cells) < 20
