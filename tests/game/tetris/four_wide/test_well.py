import pytest

from game.errors import BadInput
from game.tetris.four_wide.model import Model
from game.tetris.four_wide.well import (
    MIRRORED,
    REACHES,
    Reach,
    cleared,
    continuations,
    mirrored,
    parse_field,
    rows_of,
)
from game.tetris.guideline.pieces import PIECES

ONLY_THE_I = (0x25, 0x26, 0x2A, 0x2C, 0x43, 0x45, 0x46, 0x4A, 0x62, 0x64, 0x222, 0x444)
BY_KICKS = "1c S 7, 29 S e, 31 T 7, 31 S 7, 31 L b, 49 Z 7, 61 L e, 68 J 7, 83 Z e, c8 T e, c8 Z e, c8 J d"
BY_HALF_TURNS = "1c J 23, 83 L 4c, 29 J 46, 49 L 26"
NO_WAY = "2c L 13, 43 J 8c"


Graphs = dict[Reach, set[tuple[int, int, int]]]  # by rule: a field, a piece, the next field


def edges(reach: Reach) -> set[tuple[int, int, int]]:
    """All (field, piece, next field) from `###.`."""
    fields, results = [0x7], set()
    for field in fields:
        for piece in range(7):
            for after in continuations(field, piece, reach):
                results.add((field, piece, after))
                if after not in fields:
                    fields.append(after)
    return results


@pytest.fixture(scope="module")
def graphs() -> Graphs:
    return {reach: edges(reach) for reach in REACHES}


def listed(text: str) -> set[tuple[int, int, int]]:
    words = (line.split() for line in text.split(","))
    return {(int(field, 16), PIECES.index(piece), int(after, 16)) for field, piece, after in words}


def test_every_rule_has_the_edges_that_are_known(graphs: Graphs) -> None:
    sizes = {reach: len(graph) for reach, graph in graphs.items()}
    assert sizes == {"hd": 178, "srs": 190, "srs+": 194, "geo": 196}
    assert {len({field for field, _, _ in graph}) for graph in graphs.values()} == {40}
    assert len({(field, after) for field, _, after in graphs["srs"]}) == 180
    assert graphs["srs"] - graphs["hd"] == listed(BY_KICKS)
    assert graphs["srs+"] - graphs["srs"] == listed(BY_HALF_TURNS)
    assert graphs["geo"] - graphs["srs+"] == listed(NO_WAY)


def test_twelve_fields_take_only_the_i(graphs: Graphs) -> None:
    pieces: dict[int, set[int]] = {}
    for field, piece, _ in graphs["srs"]:
        pieces.setdefault(field, set()).add(piece)
    assert sorted(field for field, those in pieces.items() if those == {0}) == sorted(ONLY_THE_I)


@pytest.mark.parametrize("reach", REACHES)
def test_a_mirror_changes_nothing(reach: Reach, graphs: Graphs) -> None:
    graph = graphs[reach]
    assert {(mirrored(field), MIRRORED[piece], mirrored(after)) for field, piece, after in graph} == graph


def test_a_clear_of_one_line_keeps_the_number_of_cells(graphs: Graphs) -> None:
    assert {after.bit_count() for graph in graphs.values() for _, _, after in graph} == {3}


def test_fields_are_read_and_drawn() -> None:
    assert rows_of(0x77) == ("###.", "###.")
    assert parse_field("###./###.") == parse_field("0x77") == 0x77
    assert cleared(0xF1F) == (0x1, 2)
    for bad in ("0xg", "###", "#####"):
        with pytest.raises(BadInput):
            parse_field(bad)


def test_the_number_of_sequences_is_the_known_one() -> None:
    assert [Model(3, "random", True, k).sequences for k in range(7)] == [1, 7, 49, 343, 2401, 16807, 117649]
    by_bags = [Model(3, "bag", True, k).sequences for k in range(7)]
    assert by_bags == [127, 448, 1393, 3948, 11424, 39480, 160020]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"residual": 4}, "residual cells 4 is unknown; known: 3, 5, 6"),
        ({"previews": 7}, "previews 7"),
        ({"randomizer": "dice"}, "known: random, bag"),
        ({"reach": "ars"}, "known: hd, srs"),
        ({"lines": "two"}, "known: one, any"),
    ],
)
def test_what_there_is_not_is_named_with_what_there_is(change: dict[str, object], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        Model(**change)
